"""Players who leave a game during a decision: the interrupted effects, the next player, and their cards.

The scenarios of classic UNO show its rules for this (A20, A21, A36, A37).
"""

import random

import pytest

import unoflex_rules as ur
from tests.play.small import SMALL, ruleset, sentences, small, texts
from tests.promises import cards_are_whole, rulesets, somebody_is_asked
from tests.sampling import count
from unoflex_rules.play.actions import IllegalAction
from unoflex_rules.play.game import Game

CLASSIC = ur.load("classic")


def game_of(players, **how):
    return Game(CLASSIC, players, leaving=True, **how)


@pytest.mark.parametrize("engine", ["plain", "fast"])
@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_a36_promises_hold_after_any_player_leaves_at_any_time(players, engine):
    for index in range(count(3, 6)):
        chance = random.Random(index)
        game = game_of(players, seed=36, index=index, rounds="game", engine=engine, limit=300)
        left = set()
        while not game.is_over:
            cards_are_whole(game)
            somebody_is_asked(game)
            assert game.to_decide not in left
            if chance.random() < 0.02:
                seat = chance.choice([seat for seat in range(players) if seat not in left])
                game.leave(seat)
                left.add(seat)
            else:
                game.apply(chance.randrange(len(game.legal_actions())))
        if len(left) == players - 1:
            assert (game.outcome.winners, game.outcome.reason) == (tuple(set(range(players)) - left), "forfeit")
        again = game_of(players, seed=36, index=index, rounds="game", engine=engine, limit=300).replay(game.taken)
        assert again.state == game.state and again.outcome == game.outcome


def test_a36_turn_order_after_each_kind_of_leaving():
    for turn, leaver, direction, following in [(1, 1, 1, 2), (1, 1, -1, 0), (1, 3, 1, 1), (3, 3, 1, 0)]:
        game = game_of(4, seed=1)
        while (game.turn_of, game.decision.about, game.observation(0).direction) != (turn, "turn", direction):
            game.apply(len(game.taken) * 7 % len(game.legal_actions()))
        game.leave(leaver)
        assert (game.to_decide, game.decision.about) == (following, "turn")


def test_a36_two_player_rules_count_the_remaining_players():
    program = ur.compile_ruleset(CLASSIC, 3, leaving=True)
    fixed = ur.compile_ruleset(CLASSIC, 3)
    assert program.digest != fixed.digest and fixed.leaving is None
    assert Game(program).leave(2) is None


@pytest.mark.parametrize("name", rulesets())
def test_a36_players_can_leave_every_game(name):
    loaded = ur.load(name)
    players = min(max(3, loaded.players_min), loaded.players_max)
    for index in range(count(2, 4)):
        game = Game(loaded, players, seed=4, index=index, leaving=True, limit=200)
        chance = random.Random(index)
        for step in range(150):
            if game.is_over:
                break
            if step == 20 + 5 * index:
                game.leave(game.to_decide if index % 2 else game.turn_of)
                assert sentences(game, None, "leave")
                continue
            game.apply(chance.randrange(len(game.legal_actions())))


def test_a_game_without_leaving_names_the_repair(tmp_path):
    game = small(tmp_path)
    with pytest.raises(ValueError, match="begin it with leaving=True"):
        game.leave(0)


def test_leaving_twice_or_after_the_end_or_from_an_invalid_seat_is_rejected(tmp_path):
    game = Game(ruleset(tmp_path, SMALL + "turn: {choose: [ask: {player: self, options: {go: {}}}]}"), 3, leaving=True)
    game.leave(1)
    before = game.state, game.taken
    with pytest.raises(IllegalAction, match="P1 has already left the game"):
        game.leave(1)
    with pytest.raises(ValueError, match="no seat 3"):
        game.leave(3)
    assert (game.state, game.taken) == before == (before[0], (-2,))
    game.leave(0)
    assert game.outcome.winners == (2,)
    with pytest.raises(IllegalAction, match="the game is over"):
        game.leave(2)


def test_leaving_is_a_public_event_without_a_line():
    game = game_of(3, seed=3)
    game.leave(2)
    [event] = [event for event in game.events() if event.kind == "leave"]
    assert (event.seat, event.reason, event.source) == (2, "game", None)
    assert sentences(game, 0, "leave") == sentences(game, 2, "leave") == ["P2 leaves the game"]
    assert 2 not in game.observation(0).seats_in


def test_the_repeat_line_includes_players_who_left():
    game = game_of(3, seed=3)
    game.leave(0)
    found = {}
    exec(game.repeat, found)
    assert found["game"].state == game.state and found["game"].to_decide == 1


def test_rules_about_the_number_of_players_apply_at_once(tmp_path):
    rule = "state_rules: [{if: players.count == 2, then: [finish: {the: round, winners: self, reason: few}]}]\n"
    turn = "turn: {choose: [ask: {player: self, options: {go: {}}}]}\n"
    game = Game(ruleset(tmp_path, SMALL + turn + rule), 3, leaving=True)
    game.leave(2)
    assert (game.outcome.winners, game.outcome.reason) == ((0,), "few")


def test_a_question_about_a_player_who_left_is_asked_again(tmp_path):
    turn = "turn: {choose: [ask: {player: self, options: {hit: {values: others}}}]}\n"
    game = Game(ruleset(tmp_path, SMALL + turn), 3, leaving=True)
    assert texts(game) == ["hit P1", "hit P2"]
    game.leave(1)
    assert texts(game) == ["hit P2"]


@pytest.mark.parametrize("engine", ["plain", "fast"])
@pytest.mark.parametrize(
    "turn",
    [
        "call: {params: {whom: players}, help: x, do: [ask: {player: self, options: {hit: {values: whom}}}]}",
        "call: {params: {whom: players}, help: x, do: [repeat: {times: 2, do: [ask: {player: self, options: {hit: "
        "{values: whom}}}]}]}",
    ],
)
def test_a_set_worked_out_before_a_question_loses_the_players_who_left(tmp_path, engine, turn):
    text = SMALL + f"effects: {{{turn}}}\nturn: {{choose: [call: others]}}\n"
    game = Game(ruleset(tmp_path, text), 3, leaving=True, engine=engine)
    assert texts(game) == ["hit P1", "hit P2"]
    game.leave(1)
    assert texts(game) == ["hit P2"]


@pytest.mark.parametrize("name", rulesets())
def test_no_option_names_a_player_who_left(name):
    loaded = ur.load(name)
    players = min(max(4, loaded.players_min), loaded.players_max)
    for index in range(count(1, 10)):
        game = Game(loaded, players, seed=15, index=index, leaving=True, limit=200)
        chance, left = random.Random(index), set()
        for _ in range(120):
            if game.is_over:
                break
            named = {value for option in game.legal_actions() for value in str(option).split()}
            assert named.isdisjoint(f"P{seat}" for seat in left)
            if chance.random() < 0.03 and len(left) < players - 2:
                seat = chance.choice([seat for seat in range(players) if seat not in left])
                game.leave(seat)
                left.add(seat)
                continue
            game.apply(chance.randrange(len(game.legal_actions())))
