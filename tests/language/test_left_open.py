"""Abstract definitions of a base: where a missing one is reported, and what a game must define.

How problems are framed: tests/render.
"""

from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.language.several_files import problem_places, writer

BASE = (
    "base: true\nextends: classic\n"
    "define:\n"
    "  card.good: {type: bool, help: Whether a card is good.}\n"
    "  worth: {params: {of: card, times: int}, type: int, help: What so many of a card are worth.}\n"
    "turn: {end+: [{if: 'self.hand.any(card.good) and worth(discard.top, 2) > 3', then: [draw: self]}]}\n"
)
GOOD = "define: {card.good: card.number == 7, worth: times * of.points}\n"


@pytest.fixture
def write(tmp_path):
    file = writer(tmp_path)
    file("foundation", BASE)
    return file


def test_a_base_may_have_abstract_definitions(write):
    assert ur.validate(write("foundation", BASE), checks=ur.CHECKS) == []


def test_a_game_defines_them(write):
    game = ur.load(write("mine", "extends: ./foundation\n" + GOOD))
    assert ur.simulate(game, players=2, games=2, engine="plain").broken == 0


def test_a_missing_definition_is_reported_at_extends(write):
    mine = write("mine", "extends: ./foundation\ndefine: {worth: 2 * times}\n")
    problems = ur.validate(mine)
    assert problem_places(problems) == [("mine.yaml", 4, "E107", [("foundation.yaml", 7)])]
    assert problems[0].notes == ("Whether a card is good.",)
    with pytest.raises(ur.RulesetError, match="must define"):
        ur.load(mine)


def test_only_the_game_is_reported(write):
    write("between", "base: true\nextends: ./foundation\ndefine: {worth: times}\n")
    assert problem_places(ur.validate(write("mine", "players: {max: 4}\nextends: ./between\n"))) == [
        ("mine.yaml", 5, "E107", [("foundation.yaml", 7)])
    ]


def test_an_overlay_with_an_abstract_definition_is_reported_where_it_is_named(write):
    write("overlay", "base: true\nextends: std/uno\ndefine:\n  card.dear: {type: bool, help: Whether it is dear.}\n")
    mine = write("mine", "extends: classic\nwith: [./overlay]\n")
    assert problem_places(ur.validate(mine)) == [("mine.yaml", 5, "E107", [("overlay.yaml", 7)])]
    overlay = str(Path(mine).with_name("overlay.yaml"))
    assert problem_places(ur.validate("classic", overlays=[overlay])) == [("with", 1, "E107", [("overlay.yaml", 7)])]


def test_a_definition_must_have_the_declared_type(write):
    mine = write("mine", "extends: ./foundation\ndefine: {card.good: card.number, worth: times}\n")
    assert problem_places(ur.validate(mine)) == [("mine.yaml", 5, "E302", [])]


def test_nothing_is_inherited_from_an_abstract_definition(write):
    mine = write("mine", "extends: ./foundation\ndefine: {card.good: inherited or card.wild, worth: times}\n")
    assert problem_places(ur.validate(mine)) == [("mine.yaml", 5, "E404", [])]


def test_attributes_may_use_each_other_in_any_order(write):
    text = "extends: classic\nattributes: {heft: {type: int, default: 2 * card.points}, sum: int}\n"
    kinds = "cards: {number: {heft: card.sum + 1, sum: card.points + card.number}}\n"
    game = ur.load(write("mine", text + kinds)).game(2)
    seven = next(face for look in game.looks for face in look.faces if face.short == "R7")
    assert (seven.attributes["sum"], seven.attributes["heft"]) == (14, 15)
    skip = next(face for look in game.looks for face in look.faces if face.short == "RS")
    assert skip.attributes["heft"] == 40


def test_an_attribute_that_uses_itself_is_rejected(write):
    text = "extends: classic\nattributes: {heft: {type: int, default: 1}, sum: int}\n"
    kinds = "cards: {number: {heft: card.sum + 1, sum: card.heft}}\n"
    problems = ur.validate(write("mine", text + kinds))
    assert [(each.code, each.span.line) for each in problems] == [("E302", 6)]
