"""The recipes of CONTRIBUTING.md: each lists exactly the files that contain its example.

Not here: whether the steps of a recipe work, which a person tries.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECIPE = re.compile(r"^### (.+?)\n(.*?)(?=^### |\Z)", re.M | re.S)
FILES = re.compile(r"^Files: (.*?)\.$", re.M | re.S)
#: A pattern for the example of each recipe, and the files and folders that may contain it.
PACKAGE = ("unoflex_rules", "cli", "tools")
EXAMPLES = {
    "A ruleset": (r"^id: taki$|rules/taki\.md$", ("rulesets", "mkdocs.yml")),
    "An effect": (r"^  choose_cards:$", ("rulesets",)),
    "A statement": (r"""\bMissTurn\w*\b|\bMISS_TURN\b|["']miss_turn["']""", PACKAGE),
    "An opcode": (r"\bMISS_TURN\b", PACKAGE),
    "A problem code": (r"\bE323\b", PACKAGE),
    "A warning": (r"\bW523\b", PACKAGE),
    "A command": (r"""["']diff["']|unoflex diff`:""", PACKAGE),
    "A language of titles": (r"\bpl: ", ("rulesets/flex.yaml", *PACKAGE)),
    "A documentation page": (r"\bscaling\.md\b", ("mkdocs.yml",)),
}

#: The same for their tests: only what the recipe asks for, since many tests use an example for something else.
TESTED = {
    "An effect": (r"\bchoose_cards:", ("tests/rulesets",)),
    "A statement": (r"""["']miss_turn["']""", ("tests/generated",)),
    "A problem code": (r"^# expect: .*\bE323\b", ("tests/broken",)),
    "A warning": (r"^# expect: .*\bW523\b", ("tests/broken",)),
    "A command": (r"""["']diff["']""", ("tests/cli",)),
}


def recipes() -> dict[str, list[str]]:
    """Return the files of each recipe by heading."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = {}
    for heading, body in RECIPE.findall(text):
        files = FILES.search(body)
        assert files is not None, f"the recipe `{heading}` lists no files"
        found[heading] = re.findall(r"`([^`]+)`", files[1])
    return found


def holding(pattern: str, places: tuple[str, ...]) -> set[str]:
    """Return the text files at these places that have a matching line."""
    sought = re.compile(pattern, re.M)
    found = set()
    for place in places:
        path = ROOT / place
        for file in [path] if path.is_file() else path.rglob("*"):
            if file.suffix in (".py", ".yaml", ".yml", ".md") and sought.search(file.read_text(encoding="utf-8")):
                found.add(file.relative_to(ROOT).as_posix())
    return found


def test_every_recipe_has_an_example():
    assert list(recipes()) == list(EXAMPLES)


@pytest.mark.parametrize("recipe", EXAMPLES)
def test_a_recipe_lists_files_that_exist(recipe):
    assert [file for file in recipes()[recipe] if not (ROOT / file).is_file()] == []


@pytest.mark.parametrize("recipe", EXAMPLES)
def test_a_recipe_lists_every_file_with_its_example(recipe):
    pattern, places = EXAMPLES[recipe]
    found = holding(pattern, places)
    assert found, "the example has been renamed"
    assert sorted(found - set(recipes()[recipe])) == []


@pytest.mark.parametrize("recipe", TESTED)
def test_a_recipe_lists_every_test_with_its_example(recipe):
    found = holding(*TESTED[recipe])
    assert found, "the example has been renamed"
    assert sorted(found - set(recipes()[recipe])) == []
