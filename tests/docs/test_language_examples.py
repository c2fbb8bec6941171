"""Every example of docs/language.md is valid and can be played; every mistake has its code."""

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.docs.examples import anchor_of, anchors, blocks, file_of, added_choices
from tests.sampling import sample
from tools import docs
from unoflex_rules.language.expressions import words
from unoflex_rules.language.schema import models, statement_models
from unoflex_rules.render.problem_text import frames

PAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
TEXT = PAGE.read_text(encoding="utf-8")
GAMES = 30
LIMIT = 250  # decisions per round; random players need many
NEVER = {"keep"}  # an option for a draw pile that runs out
ONLY_SHOWN = {"W511", "W512"}  # examples of declarations do not use what they declare

EXAMPLES = [file_of(block) for block in blocks(TEXT) if block.language == "yaml"]
RIGHT = [example for example in EXAMPLES if not example.code]
PLAYED = sample(RIGHT, 30)
CHECKED = sample(RIGHT, 45)  # for warnings as well
SHOWN = "\n".join(example.text for example in RIGHT)
WRONG = [example for example in EXAMPLES if example.code]


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write an example and all files that the page names; return its path."""

    def written(example):
        monkeypatch.chdir(tmp_path)
        for each in EXAMPLES:
            if each.whole:
                (tmp_path / f"{each.name}.yaml").write_text(each.text, encoding="utf-8")
        path = Path(f"{example.name}.yaml")
        path.write_text(example.text, encoding="utf-8")
        return path

    return written


@pytest.mark.parametrize("example", sample(RIGHT, 50), ids=str)
def test_an_example_is_valid_and_can_be_played(example, written):
    path = written(example)
    checks = ur.CHECKS if example in CHECKED else ()
    problems = [each for each in ur.validate(path, checks=checks) if each.code not in ONLY_SHOWN]
    assert problems == [], frames(problems, ur.sources())
    if example not in PLAYED:
        return
    ruleset = ur.load(path)
    if ruleset.is_base:
        return
    rounds = "game" if "the: game" in example.text else "one"
    plan = {"games": 1, "limit": LIMIT, "engine": "plain", "seed": 7, "check": True, "rounds": rounds}
    for players in {ruleset.players_min, min(ruleset.players_max, 6)}:
        tally = ur.simulate(ruleset, players=players, **plan)
        assert tally.broken == 0, tally.broken_why
        assert tally.won_nobody == 0
    wanted = added_choices(example.text, NEVER)
    for game in range(GAMES):
        if not wanted:
            break
        tally = ur.simulate(ruleset, players=min(3, ruleset.players_max), first=game, **plan)
        assert tally.broken == 0, tally.broken_why
        wanted -= {word for chosen in tally.chosen for word in chosen.split()}
    assert wanted == set(), f"in {GAMES} games no player ever had the choice"


@pytest.mark.parametrize("example", [each for each in RIGHT if each.whole], ids=str)
def test_a_whole_game_ends(example, written):
    ruleset = ur.load(written(example))
    if not ruleset.is_base:
        assert ur.simulate(ruleset, players=ruleset.players_min, games=5, seed=7, engine="plain").finished > 0


@pytest.mark.parametrize("example", WRONG, ids=str)
def test_a_mistake_has_the_code_on_the_page(example, written):
    assert [problem.code for problem in ur.validate(written(example))] == [example.code]


def test_the_frame_of_the_page_is_the_one_used(written):
    match = re.search(r"^```yaml E204\n.*?^```text\n(.*?)^```$", TEXT, re.M | re.S)
    assert match is not None
    [example] = [each for each in WRONG if each.code == "E204"]
    assert frames(ur.validate(written(example)), ur.sources()) == match[1]


@pytest.mark.parametrize(
    "shape",
    dict.fromkeys(
        [models.RulesetModel, *docs.models_of(models.RulesetModel), *statement_models.CORE.values(), statement_models.Option]
    ),
)
def test_every_key_of_the_language_is_in_an_example(shape):
    keys = {field.alias or name for name, field in shape.model_fields.items()}
    keys -= {getattr(shape, "short", None)}
    assert {key for key in keys if not re.search(rf"[\s{{+]{key}[=+-]?:", SHOWN)} == set()


@pytest.mark.parametrize("statement", [*statement_models.CORE, *statement_models.OPEN_CORE])
def test_every_statement_is_in_an_example(statement):
    assert re.search(rf"\b{statement}\b", SHOWN)


@pytest.mark.parametrize(
    "table",
    [words.NAMES, words.BOUND, words.OF_NUMBERS, words.OF_CARDS, words.OF_PLAYERS, words.OF_ZONES,
     words.CARD_QUERIES, words.PLAYER_QUERIES],
)  # fmt: skip
def test_every_word_of_expressions_is_in_an_example(table):
    assert {word for word in table if not re.search(rf"\b{word}\b", SHOWN)} == set()


def test_there_are_examples_of_each_sort():
    assert len(RIGHT) > 40
    assert len(WRONG) > 2
    assert sum(example.whole for example in RIGHT) > 4


def test_the_contents_name_every_section():
    headings = re.findall(r"^## (.*)$", TEXT, re.M)
    listed = re.findall(r"^\d+\. \[(.*)\]\(#(.*)\)$", TEXT, re.M)
    assert [f"{number}. {title}" for number, (title, _) in enumerate(listed, start=1)] == headings
    assert [anchor for _, anchor in listed] == [anchor_of(heading) for heading in headings]


def test_every_link_inside_the_page_is_valid():
    assert set(re.findall(r"\]\(#(.*?)\)", TEXT)) - anchors(TEXT) == set()
