"""Every recipe of docs/cookbook.md is valid, passes its scenarios, and can be played.

Not here: the examples of the language reference (test_language_examples.py).
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import unoflex_rules as ur
from tests.docs.examples import Block, anchor_of, anchors, blocks, file_of, added_choices
from tests.sampling import sample
from unoflex_rules.render.problem_text import frames
from unoflex_rules.scenario.scenario_runner import run_scenarios

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "cookbook.md"
TEXT = PAGE.read_text(encoding="utf-8")
LONGEST = 34  # maximum lines of a recipe's ruleset; longer ones belong to rulesets/
GAMES = 30
LIMIT = 300  # decisions per round; random players need many


class Recipe(NamedTuple):
    """A recipe: its heading, its text, its rulesets (the last is played), and its scenario files."""

    heading: str
    text: str
    rulesets: list[Block]
    sheets: list[Block]

    def __str__(self) -> str:
        return anchor_of(self.heading)


def recipes():
    found = []
    for part in re.split(r"^### ", TEXT, flags=re.M)[1:]:
        part = re.split(r"^## ", part, flags=re.M)[0]
        heading, text = part.split("\n", 1)
        yaml = [block for block in blocks(text) if block.language == "yaml"]
        sheets = [block for block in yaml if block.word == "scenario"]
        found.append(Recipe(heading, text, [block for block in yaml if block not in sheets], sheets))
    return found


RECIPES = recipes()
CHECKED = sample(RECIPES, 30)  # for warnings as well


@pytest.fixture
def written(tmp_path):
    """Write the files of a recipe. Return the paths of its last ruleset and of its scenario files."""

    def written(recipe):
        path = None
        for block in recipe.rulesets:
            made = file_of(block, "recipe")
            path = tmp_path / f"{made.name}.yaml"
            path.write_text(made.text, encoding="utf-8")
        sheets = []
        for number, block in enumerate(recipe.sheets):
            sheets.append(tmp_path / f"sheet-{number}.yaml")
            head = "" if block.text.startswith("ruleset:") else f"ruleset: ./{path.name}\n"
            head += "" if re.search(r"^scenarios:", block.text, re.M) else "scenarios:\n"
            sheets[-1].write_text(head + block.text, encoding="utf-8")
        return path, sheets

    return written


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_recipe_has_a_short_ruleset_and_scenarios(recipe):
    assert recipe.rulesets, "a recipe has a ruleset"
    assert recipe.sheets, "a recipe has a scenario for its rule"
    assert max(block.text.count("\n") for block in recipe.rulesets) <= LONGEST


@pytest.mark.parametrize("recipe", sample(RECIPES, 45), ids=str)
def test_a_recipe_passes_its_scenarios(recipe, written):
    path, sheets = written(recipe)
    problems = ur.validate(path, checks=ur.CHECKS) if recipe in CHECKED else []  # scenarios report errors
    assert problems == [], frames(problems, ur.sources())
    for sheet in sheets:
        result = run_scenarios(sheet)
        assert result.problems == [], frames(result.problems, ur.sources())
        assert [(each.name, str(failure)) for each in result.results for failure in each.failures] == []
        assert {each.status for each in result.results} == {"passed"}


@pytest.mark.parametrize("recipe", sample(RECIPES, 12), ids=str)
def test_the_scenarios_fail_without_the_recipe(recipe, written):
    path, sheets = written(recipe)
    beneath = re.search(r"^extends: (\S+)", path.read_text(encoding="utf-8"), re.M)
    if beneath is None or ur.load(beneath[1]).is_base:
        return
    results = [run_scenarios(sheet, ruleset=beneath[1]) for sheet in sheets]
    assert any(each.problems or any(one.status == "failed" for one in each.results) for each in results)


@pytest.mark.parametrize("recipe", sample(RECIPES, 12), ids=str)
def test_a_recipe_can_be_played(recipe, written):
    path, _ = written(recipe)
    ruleset = ur.load(path)
    if ruleset.is_base:
        return
    text = path.read_text(encoding="utf-8")
    rounds = "game" if "the: game" in text else "one"
    plan = {"games": 1, "limit": LIMIT, "engine": "plain", "seed": 7, "check": True, "rounds": rounds}
    for players in {ruleset.players_min, min(ruleset.players_max, 5)}:
        tally = ur.simulate(ruleset, players=players, **plan)
        assert tally.broken == 0, tally.broken_why
    wanted = added_choices(text)
    for game in range(GAMES):
        if not wanted:
            break
        tally = ur.simulate(ruleset, players=max(ruleset.players_min, min(3, ruleset.players_max)), first=game, **plan)
        assert tally.broken == 0, tally.broken_why
        wanted -= {word for chosen in tally.chosen for word in chosen.split()}
    assert wanted == set(), f"in {GAMES} games no player ever had the choice"


def test_the_contents_list_every_recipe_by_kind():
    outside = re.sub(r"^```.*?^```$", "", TEXT, flags=re.M | re.S)
    headings = re.findall(r"^(##+) (.*)$", outside, re.M)
    contents = TEXT.split("\n## ", 1)[0]
    kinds = re.findall(r"^\*\*\[(.*?)\]\(#(.*?)\)\*\*", contents, re.M)
    listed = re.findall(r"^- \[(.*?)\]\(#(.*?)\)$", contents, re.M)
    assert [title for title, _ in kinds] == [title for level, title in headings if level == "##"]
    assert [title for title, _ in listed] == [recipe.heading for recipe in RECIPES]
    assert all(anchor == anchor_of(title) for title, anchor in kinds + listed)


def test_every_link_is_valid():
    for place, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", re.sub(r"^```.*?^```$", "", TEXT, flags=re.M | re.S)):
        target = (PAGE.parent / place).resolve() if place else PAGE
        assert target.exists(), place
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), f"{place}#{anchor}"


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_recipe_links_to_the_page_that_teaches_its_mechanism(recipe):
    assert re.search(r"\]\((language|scenarios|reference)\.md#", recipe.text)


def test_there_are_recipes():
    assert len(RECIPES) > 40
