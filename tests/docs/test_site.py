"""Every page has a place on the site and begins with its subject; links still work on the site.

Not here: the build. `make site` builds the site and rejects warnings of MkDocs.
"""

import importlib.util
import re
from pathlib import Path

import pytest
import yaml

from tools.docs import anchor

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
CONFIG = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
DECISIONS = [page for page in PAGES if page.startswith("decisions/") and not page.endswith("README.md")]


@pytest.fixture(scope="module")
def hooks():
    """Return the hooks that change the pages; they do not need MkDocs."""
    spec = importlib.util.spec_from_file_location("site_hooks", ROOT / CONFIG["hooks"][0])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def places(nav):
    """Yield the pages of a part of the navigation in order."""
    for entry in nav:
        below = next(iter(entry.values())) if isinstance(entry, dict) else entry
        yield from [below] if isinstance(below, str) else places(below)


def test_every_page_has_one_place_on_the_site(hooks):
    assert sorted(places(CONFIG["nav"])) == sorted([*PAGES, *hooks.ABOVE.values()])


@pytest.mark.parametrize("page", PAGES)
def test_a_page_begins_with_its_title_and_subject(page):
    title, blank, lead = (DOCS / page).read_text(encoding="utf-8").split("\n", 3)[:3]
    assert title.startswith("# ")
    assert blank == ""
    assert re.match(r"[A-Z*`\[]", lead), f"{page} has no lead"


def test_the_list_of_decisions_is_complete():
    listed = re.findall(r"^- \[(.*)\]\((.*)\)$", (DOCS / "decisions" / "README.md").read_text(encoding="utf-8"), re.M)
    titles = {page: (DOCS / page).read_text(encoding="utf-8").partition("\n")[0] for page in DECISIONS}
    assert listed == [(titles[page].removeprefix("# "), page.removeprefix("decisions/")) for page in DECISIONS]


def test_no_page_loads_external_resources():
    assert CONFIG["theme"]["font"] is False
    assert CONFIG["strict"] is True
    for page in PAGES:
        assert not re.search(r"!\[[^]]*\]\(https?:|<(?:img|script|link)\b", (DOCS / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [*PAGES, "index.md", "contributing.md"])
def test_links_lead_to_pages_of_the_site(page, hooks):
    source = ROOT / hooks.home_of(page)
    text = source.read_text(encoding="utf-8")
    made = hooks.written(text, page)
    assert re.findall(r"^ *```\w* \S+$", made, re.M) == []
    shown = {hooks.page_of(each) for each in hooks.sources(text, page)}
    known = {*PAGES, *hooks.ABOVE.values(), *shown}
    outside = re.sub(r"^ *```.*?^ *```$", "", made, flags=re.M | re.S)
    for target, wanted in re.findall(r"\]\((?![a-z]+:)([^)#\s]*)#?([^)\s]*)\)", outside):
        there = hooks.target_of(page, target) if target else page
        assert there in known, f"{page} links to {target}"
        if wanted:
            headings = re.findall(r"^#+ (.*)$", (ROOT / hooks.home_of(there)).read_text(encoding="utf-8"), re.M)
            assert wanted in {anchor(heading) for heading in headings}, f"{page} links to {target}#{wanted}"


def test_other_files_are_shown_as_source(hooks):
    assert hooks.page_of("rulesets/classic.yaml") == "source/rulesets/classic.yaml.md"
    shown = hooks.shown("rulesets/classic.yaml")
    assert shown.startswith("# classic.yaml\n\n`rulesets/classic.yaml`\n\n~~~yaml\n")
    assert (ROOT / "rulesets" / "classic.yaml").read_text(encoding="utf-8") in shown


@pytest.mark.parametrize(
    "text, expected",
    [
        ("```yaml scenarios\na: 1\n```", "```yaml\na: 1\n```"),
        ("```\n$ unoflex\n\n  x\n```", "```text\n$ unoflex\n\n  x\n```"),
        ("- so:\n\n  ```yaml\n  a: 1\n  ```\n", "- so:\n\n    ```yaml\n    a: 1\n    ```\n"),
        ("[cli.md](cli.md#seeds)", "[The command line](cli.md#seeds)"),
        ("[so](../README.md#commands)", "[so](index.md#commands)"),
        ("[why](decisions/)", "[why](decisions/README.md)"),
        ("[a](https://example.org) [b](#here)", "[a](https://example.org) [b](#here)"),
        ("```text\n[a](../README.md)\n```", "```text\n[a](../README.md)\n```"),
    ],
)
def test_pages_are_converted_for_the_site(text, expected, hooks):
    assert hooks.written(text, "engine.md") == expected


def test_links_are_relative_to_their_page(hooks):
    assert hooks.written("[it](../engine.md)", "decisions/leaving.md") == "[it](../engine.md)"
    assert hooks.written("[it](docs/rules/flex.md)", "index.md") == "[it](rules/flex.md)"
