"""What the tests of files that build on each other share. No tests here."""

from pathlib import Path

HEAD = "format: 1\nid: {0}\ntitle: {0}\n"


def writer(folder: Path):
    """Writes a ruleset of a name, with its head, and gives its path."""

    def file(name: str, text: str) -> str:
        path = folder / f"{name}.yaml"
        path.write_text(HEAD.format(name) + text, encoding="utf-8")
        return str(path)

    return file


def told(problems):
    """Place, code and the other places of each problem."""
    return [
        (Path(each.span.file).name, each.span.line, each.code, [(Path(s.file).name, s.line) for s, _ in each.also])
        for each in problems
    ]
