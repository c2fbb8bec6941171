"""Calls that players may forget (`call`): when one is right, and faults.

Not here: what agents make of it (tests/engine/test_agents.py).
"""

import pytest

import unoflex_rules as ur
from tests.play.small import SMALL, ruleset
from unoflex_rules.play.game import Game
from unoflex_rules.program import layout as at

ASKING = """
turn:
  choose:
    - move: {from: pile, to: self.hand}
    - ask:
        player: self
        options:
          always: {call: true}
          never: {call: false}
          then: {call: self.hand.size == 4, verb: name}
          each: {values: others, call: turn > 2, verb: point_at}
          nothing: {}
          if_nothing_else: {call: true, last_resort: true}
"""


def calls(game):
    """Return, for each option on offer, whether it is a call and whether it is correct."""
    marks = {0: None, at.CALL_RIGHT: "right", at.CALL_WRONG: "wrong"}
    return {
        str(action): marks[game.program.vector[game._options[number][5] + at.OPTION_CALL]]
        for action, number in game._actions()
    }


def test_a_call_is_right_if_its_condition_holds(tmp_path):
    game = Game(ruleset(tmp_path, SMALL + ASKING), 2)
    common = {"always": "right", "never": "wrong", "nothing": None}
    assert calls(game) == common | {"name": "wrong", "point at P1": "wrong"}  # three cards, turn 1
    game.apply("nothing")
    game.apply("nothing")
    assert calls(game) == common | {"name": "right", "point at P1": "right"}  # four cards, turn 3


def test_a_call_in_a_window_may_be_right_for_one_player_only(tmp_path):
    window = """
turn:
  choose:
    - if: self == seat(0)
      then: [move: {from: pile, to: next.hand}]
    - window: {players: others, answers: all, options: {shout: {call: it.hand.size == 3}}}
    - ask: {player: self, options: {rest: {}}}
"""
    game = Game(ruleset(tmp_path, SMALL + window), 3)
    assert game.to_decide == 1 and calls(game)["shout"] == "right"
    game.apply("pass")
    assert game.to_decide == 2 and calls(game) == {"shout": "wrong", "pass": None}


def test_a_call_does_not_change_the_game(tmp_path):
    plain = ruleset(tmp_path, SMALL + ASKING.replace("call: true, ", "").replace("{call: true}", "{}"), "plain.yaml")
    marked = ruleset(tmp_path, SMALL + ASKING)
    for index in range(5):
        one, other = Game(plain, 2, seed=1, index=index, limit=20), Game(marked, 2, seed=1, index=index, limit=20)
        while not one.is_over:
            assert one.legal_actions() == other.legal_actions()
            chosen = (index + len(one.taken)) % len(one.legal_actions())
            one.apply(chosen)
            other.apply(chosen)
        assert other.is_over and one.observation(0) == other.observation(0)


@pytest.mark.parametrize(
    "option, found",
    [
        ("{call: true, cards: self.hand, do: [reveal: {cards: card, to: others}]}", ("E302", "true")),
        ("{call: self}", ("E302", "self")),
        ("{call: self.hand.size}", ("E302", "self.hand.size")),
        ("{call: value == self, values: others}", ("E204", "value")),
        ("{call: nobody.hand.empty}", ("E201", "nobody")),
        ("{call: [true]}", ("E103", "[true]")),
    ],
)
def test_faults_of_calls(tmp_path, option, found):
    text = f"\nturn:\n  choose:\n    - ask: {{player: self, options: {{shout: {option}, rest: {{}}}}}}\n"
    path = tmp_path / "wrong.yaml"
    path.write_text(SMALL + text, encoding="utf-8")
    [problem] = ur.validate(path)
    line = path.read_text(encoding="utf-8").split("\n")[problem.span.line - 1]
    assert (problem.code, line[problem.span.column - 1 : problem.span.end_column - 1]) == found
