"""What `make site` does to the pages before MkDocs reads them: they are written to be read as files of the repository.

The README is the home page; a file that a page links to and that is no page itself becomes one that shows its text. Not
here: which pages there are, and in which order (mkdocs.yml).
"""

import os
import re
from pathlib import Path, PurePosixPath
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
STYLE = "site.css"
#: Pages that do not lie under docs/, with the names that they have on the site.
ABOVE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md"}
FENCE = re.compile(r"^( *)```(\w*)(?: \S+)?$(.*?)^ *```$", re.M | re.S)
LINK = re.compile(r"\[([^][]*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")
FILE_NAME = re.compile(r"[\w./-]+\.md")
LANGUAGES = {".yaml": "yaml", ".py": "python", ".md": "markdown"}


def on_config(config: Any) -> Any:
    """Headings have the anchors that they have where the files are read."""
    from pymdownx.slugs import slugify

    config.mdx_configs["toc"]["slugify"] = slugify(case="lower")
    return config


def on_files(files: Any, config: Any) -> Any:
    """The pages above docs/, one for each file that some page links to, and what the site looks like."""
    from mkdocs.structure.files import File

    for source, name in ABOVE.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    pages = [file for file in files if file.is_documentation_page()]
    for source in sorted({source for page in pages for source in sources(page.content_string, page.src_uri)}):
        files.append(File.generated(config, page_of(source), content=shown(source)))
    files.append(File.generated(config, STYLE, content=(HERE / STYLE).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """A page as the site has it."""
    name: str = page.file.src_uri
    return markdown if name.startswith("source/") else written(markdown, name)


def sources(markdown: str, name: str) -> set[str]:
    """The files to which a page links, and which are no pages themselves."""
    there = {target_of(home_of(name), target) for _, target, _ in LINK.findall(FENCE.sub("", markdown))}
    return {source for source in there if page_of(source).startswith("source/")}


def written(markdown: str, name: str) -> str:
    """The page of that name with code as MkDocs reads it, and links from page to page of the site."""
    home = home_of(name)
    parts: list[str] = []
    last = 0
    for fence in FENCE.finditer(markdown):
        parts += [linked(markdown[last : fence.start()], home, name), code(fence)]
        last = fence.end()
    return "".join([*parts, linked(markdown[last:], home, name)])


def home_of(name: str) -> str:
    """The file in the repository of a page of the site."""
    return next((source for source, page in ABOVE.items() if page == name), f"docs/{name}")


def target_of(home: str, target: str) -> str:
    """The file in the repository to which a link in another one leads."""
    return os.path.normpath((PurePosixPath(home).parent / target).as_posix())


def page_of(source: str) -> str:
    """The page of the site for a file, or for a folder, of the repository."""
    if (ROOT / source).is_dir():
        source = f"{source}/README.md"
    if source in ABOVE:
        return ABOVE[source]
    return source.removeprefix("docs/") if source.startswith("docs/") else f"source/{source}.md"


def title_of(source: str) -> str:
    """The heading of a page, which is what a site calls it, and not by the name of its file."""
    return (ROOT / source).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def linked(text: str, home: str, name: str) -> str:
    """A text whose links lead to pages of the site, and name them by their titles."""

    def there(match: re.Match[str]) -> str:
        said, target, anchor = match.groups()
        source = target_of(home, target)
        page = os.path.relpath(page_of(source), PurePosixPath(name).parent)
        return f"[{title_of(source) if FILE_NAME.fullmatch(said) else said}]({page}{anchor or ''})"

    return LINK.sub(there, text)


def code(fence: re.Match[str]) -> str:
    """A code block without the second word behind its language; in a list it is indented as MkDocs wants it."""
    indent, language, text = fence.groups()
    text = f"```{language or 'text'}{text}```"
    return re.sub(rf"^(?:{indent})?(?=.)", " " * (4 if indent else 0), text, flags=re.M)


def shown(source: str) -> str:
    """The page that shows a file."""
    path = ROOT / source
    text = path.read_text(encoding="utf-8").rstrip("\n")
    return f"# {path.name}\n\n`{source}`\n\n~~~{LANGUAGES.get(path.suffix, 'text')}\n{text}\n~~~\n"
