"""Cards, actions, observations and copies are values: playing on does not change them.

Not here: their content (test_observation, test_actions).
"""

import copy

import pytest

import unoflex_rules as ur
from unoflex_rules.naming.program_names import ProgramNames
from unoflex_rules.play.game import Game
from unoflex_rules.scenario.position import Position
from unoflex_rules.scenario.table import TableSetup

PROGRAM = ur.compile_ruleset(ur.load("classic"), 2)


def with_two_wilds():
    """Return a game in which P0 holds two equal Wilds and a green 1, and has the turn."""
    table = TableSetup(ProgramNames(PROGRAM))
    hand = [table.take(table.names.looks(name)) for name in ("W", "W", "G1")]
    table.zones[table.names.zone("P0.hand")] = hand
    position = Position(table.names, table.state(0, True))
    position.begin()
    return Game(PROGRAM).at_state(list(position.state))


def test_a24_two_equal_wilds_are_equal_before_and_after_one_is_played():
    game = with_two_wilds()
    first, second = [card for card in game.hand(0) if str(card) == "wild"]
    assert first == second and hash(first) == hash(second)
    assert [str(action) for action in game.legal_actions()].count("play wild") == 1
    game.apply("play wild")
    game.apply("name blue")
    [left] = [card for card in game.hand(0) if str(card) == "wild"]
    assert left == first and hash(left) == hash(first)
    assert [str(card) for card in game.zone("discard")][-1] == "wild"
    assert game.active["color"] == "blue"


def test_a24_copies_and_undone_games_know_the_cards_of_the_game():
    game = with_two_wilds()
    before = game.copy()
    game.apply("play wild")
    assert before.hand(0) == with_two_wilds().hand(0)
    assert [str(card) for card in before.hand(0)].count("wild") == 2
    before.apply("play wild")
    assert before.state == game.state


def test_a24_a_card_is_immutable():
    [card, *_] = with_two_wilds().hand(0)
    with pytest.raises(AttributeError):
        card.faces = ()
    assert copy.deepcopy(card) == card
