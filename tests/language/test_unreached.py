"""Effects, definitions, triggers and cards of a library that a game does not reach: they may use what it removed.

Not here: uses of a removed name that the game reaches (test_declare.py, tests/broken).
"""

import pytest

import unoflex_rules as ur
from tests.language.several_files import problem_places, writer

LIBRARY = """base: true
extends: std/uno
options:
  spare: {type: int, default: 2, min: 1, max: 4, help: A number of cards.}
define:
  twice_spare: 2 * spare
moments:
  spared: {}
effects:
  draw_spare: {help: Draw., do: [{draw: {player: self, count: spare}}]}
  draw_twice: {help: Draw., do: [{draw: {player: self, count: twice_spare}}, fire: spared, draw_spare]}
triggers:
  - {at: spared, if: spare > 1, do: [{draw: {player: self, count: spare}}]}
cards:
  rare: {face: {color: red}, played: [{draw: {player: self, count: spare}}]}
"""
CALL = "turn: {end+: [draw_twice]}\n"
PLAIN = "extends: classic\nwith: [./library]\n"


@pytest.fixture
def write(tmp_path):
    file = writer(tmp_path)
    file("library", LIBRARY)
    return file


def test_the_library_itself_is_checked(write):
    assert ur.validate(write("library", LIBRARY)) == []
    faulty = write("library", LIBRARY.replace("  spare: {type", "  other: {type"))
    assert sorted({line for _, line, _, _ in problem_places(ur.validate(faulty))}) == [9, 13, 16, 18]


@pytest.mark.parametrize("removal", ["options-: [spare]\n", "options-: [spare]\ndefine-: [twice_spare]\n"])
def test_an_option_that_only_unreached_parts_use_can_be_removed(write, removal):
    mine = write("mine", PLAIN + removal)
    assert ur.validate(mine, checks=ur.CHECKS) == []
    assert ur.simulate(ur.load(mine), players=2, games=2, engine="plain").broken == 0


def test_an_option_that_a_called_effect_uses_is_missing(write):
    problems = ur.validate(write("mine", PLAIN + CALL + "options-: [spare]\n"))
    assert [(line, code) for _, line, code, _ in problem_places(problems)] == [(7, "E201")]
    assert "`define: {spare: 2}` fixes the value of the option" in problems[0].notes


@pytest.mark.parametrize(
    "part",
    [
        "effects: {mine: {help: Mine., do: [draw: {player: self, count: spare}]}}\n",
        "effects: {draw_spare: {do+: [draw: {player: self, count: spare}]}}\n",
        "define: {mine: spare + 1}\n",
        "moments: {mine: {}}\ntriggers+: [{at: mine, do: [draw: {player: self, count: spare}]}]\n",
        "cards: {mine: {like: skip, played: [draw: {player: self, count: spare}]}}\n",
    ],
    ids=["effect", "changed_effect", "definition", "trigger", "card"],
)
def test_the_unreached_parts_of_the_file_itself_are_checked(write, part):
    problems = ur.validate(write("mine", PLAIN + "options-: [spare]\n" + part))
    assert {each.code for each in problems if each.severity == "error"} == {"E201"}
