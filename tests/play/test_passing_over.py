"""Turns to miss: their number is readable, and a trigger can run when a player is passed over."""

import pytest

import unoflex_rules as ur
from tests.compiler.tiny import problem_words as problems
from tests.engines import same_on_both
from tests.play.small import SMALL, ruleset, sentences

TURN = """
variables:
  passed: {type: int, each: player}
  by: {type: player, each: player}
turn:
  choose:
    - ask:
        player: self
        options:
          skip: {if: next.misses == 0, do: [miss_turn: next]}
          skip_twice: {do: [miss_turn: {player: next, turns: 2}]}
          skip_all: {do: [miss_turn: others]}
          go_on: {}
"""
COUNTED = """
triggers:
  - at: passed_over
    do: [set: {player.passed: player.passed + 1, player.by: self}]
"""


def played(folder, more, *verbs, players=3, **how):
    game = ur.Game(ruleset(folder, SMALL + TURN + more), players, **how)
    for verb in verbs:
        game.apply(verb)
    return game


def passed(game):
    return [game.variable("passed", seat) for seat in range(game.players)]


def test_the_number_of_turns_to_miss_is_readable(tmp_path):
    game = played(tmp_path, COUNTED, "skip_twice")
    assert (game.turn_of, [str(each) for each in game.legal_actions()]) == (
        2,
        ["skip", "skip twice", "skip all", "go on"],
    )
    game.apply("go_on")
    assert game.turn_of == 0  # P1 still has one turn to miss
    assert "skip" not in [str(each) for each in game.legal_actions()]


def test_the_trigger_gets_each_passed_player_in_order(tmp_path):
    game = played(tmp_path, COUNTED, "skip_all")
    assert (game.turn_of, passed(game), game.variable("by", 1)) == (0, [0, 1, 1], 0)
    assert sentences(game, None, "passed_over", "turn")[-3:] == ["P1 is passed over", "P2 is passed over", "turn 2: P0"]
    game.apply("skip")
    assert (game.turn_of, passed(game)) == (2, [0, 2, 1])


def test_players_who_left_are_not_passed_over(tmp_path):
    leaving = "triggers: [{at: passed_over, do: [set: {player.passed: player.passed + 1}, leave: player]}]\n"
    game = played(tmp_path, leaving, "skip_twice")
    assert (game.turn_of, passed(game)) == (2, [0, 1, 0])
    game.apply("go_on")
    game.apply("go_on")
    assert (game.turn_of, passed(game)) == (2, [0, 1, 0])


@pytest.mark.parametrize(
    "steps, turn_of, out",
    [
        ("go_to: self", 0, False),  # the changed plan continues
        ("change_direction", 0, False),  # from the player who is passed over
        ("if: player == seat(1), then: [miss_turn: seat(2)]", 0, False),
        ("finish: {the: round, winners: player}", 1, True),
    ],
)
def test_the_trigger_may_change_the_turn_plan(tmp_path, steps, turn_of, out):
    game = played(tmp_path, f"triggers: [{{at: passed_over, do: [{{{steps}}}]}}]\n", "skip")
    assert game.is_over == out
    assert game.outcome.winners == (turn_of,) if out else game.turn_of == turn_of


def test_the_trigger_may_ask_a_player(tmp_path):
    options = "{sigh: {}, shout: {do: [again: player]}}"
    asking = f"triggers: [{{at: passed_over, do: [ask: {{player: player, about: wait, options: {options}}}]}}]\n"
    effect = "effects: {again: {help: He plays after all., params: {player: player}, do: [go_to: player]}}\n"
    game = played(tmp_path, effect + asking, "skip_all")
    assert (game.to_decide, game.question.about) == (1, "wait")
    game.apply("sigh")
    assert game.to_decide == 2
    game.apply("shout")
    assert (game.to_decide, game.turn_of) == (2, 2)


def test_the_condition_of_a_trigger_is_evaluated_at_the_missed_turn(tmp_path):
    counted = "triggers: [{at: passed_over, if: player.misses > 0, do: [set: {player.passed: player.passed + 1}]}]\n"
    game = played(tmp_path, counted, "skip_twice")  # one of two turns is missed, one remains
    assert passed(game) == [0, 1, 0]
    assert passed(played(tmp_path, counted, "skip")) == [0, 0, 0]


def test_state_rules_are_checked_when_turns_are_missed(tmp_path):
    rule = "state_rules: [{each: player, if: it.misses > 2, then: [finish: {the: round, losers: it, reason: stuck}]}]\n"
    game = played(tmp_path, rule, "skip_twice", "go_on", "skip_twice")
    assert str(game.outcome) == "P1 lost: stuck"


def test_a_missed_turn_is_not_counted(tmp_path):
    game = played(tmp_path, COUNTED, "skip_all", "go_on")
    assert sentences(game, None, "turn") == ["turn 1: P0", "turn 2: P0", "turn 3: P1"]


@pytest.mark.parametrize("players", [2, 3])
def test_both_engines_pass_over_players_alike(tmp_path, players):
    plan = {"players": players, "games": 20, "seed": 3, "limit": 60, "check": True}
    end = "state_rules: [{each: player, if: it.passed > 3, then: [finish: {the: round, losers: it, reason: stuck}]}]\n"
    loaded = ruleset(tmp_path, SMALL + TURN + COUNTED + end)
    plain = same_on_both(loaded, **plan)
    assert plain.finished == plain.reasons["stuck"] > 0


@pytest.mark.parametrize(
    "wrong, problem",
    [
        ("triggers: [{at: passed_over, do: [finish: turn]}]", "E302 finish"),
        ("triggers: [{at: passed_over, do: [fire: passed_over]}]", "E302 passed_over"),
        ("triggers: [{at: passed_over, do: [miss_turn: who]}]", "E204 who"),
        ("triggers: [{at: pased_over, do: []}]", "E210 pased_over -> passed_over"),
        ("moments: {passed_over: {}}", "E212 passed_over"),
        ("define: {player.misses: 1}", "E212 player.misses"),
        ("define: {odd: self.mises > 1}", "E201 mises -> misses"),
    ],
)
def test_mistakes_with_turns_to_miss_are_reported(tmp_path, wrong, problem):
    assert problems(f"{SMALL}{TURN}{wrong}\n", tmp_path) == [problem]
