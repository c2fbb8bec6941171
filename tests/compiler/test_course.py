"""The course of turns, rounds and games: the plan, missed turns, endings, and the lifetime of data."""

import pytest

from tests.compiler.tiny import TINY, first_turn

ASK = "ask: {player: self, options: {on: {}, wait: {}}}"


def order(game, number: int) -> list[int]:
    """Return the seats asked in the next turns."""
    found = []
    for _ in range(number):
        found.append(game.asked)
        game.take("on")
    return found


def playing(*steps: str) -> str:
    """Return these steps in the first turn, whose player is P0."""
    return first_turn(*steps).replace("{on: {}}", "{on: {}, wait: {}}")


# ---- the turn plan


@pytest.mark.parametrize(
    "steps, players, seats",
    [
        ([], 3, [0, 1, 2, 0]),
        (["change_direction"], 3, [0, 2, 1, 0]),
        (["change_direction", "change_direction"], 3, [0, 1, 2, 0]),
        (["change_direction"], 2, [0, 1, 0, 1]),
        ([], 1, [0, 0, 0]),
        # missing turns
        (["miss_turn: next"], 3, [0, 2, 0, 1]),
        (["miss_turn: next"], 2, [0, 0, 1, 0]),
        (["miss_turn: others"], 4, [0, 0, 1, 2]),
        (["miss_turn: {player: next, turns: 2}"], 3, [0, 2, 0, 2, 0, 1]),
        (["miss_turn: next", "miss_turn: next"], 3, [0, 2, 0, 2, 0, 1]),
        (["miss_turn: {player: next, turns: 0}"], 3, [0, 1, 2, 0]),
        (["miss_turn: {player: next, turns: 0 - 3}"], 3, [0, 1, 2, 0]),
        (["miss_turn: who"], 3, [0, 1, 2, 0]),
        (["miss_turn: players - players"], 3, [0, 1, 2, 0]),
        (["miss_turn: self"], 3, [0, 1, 2, 1]),  # the next turn, not this one
        (["miss_turn: players"], 3, [0, 1, 2, 0]),  # each player misses one
        # A41: seat by seat; with two players, three skipped turns
        (["miss_turn: next", "miss_turn: {player: self, turns: 1}", "miss_turn: next"], 2, [0, 0, 1, 0]),
        (["change_direction", "miss_turn: next"], 4, [0, 2, 1, 0]),
        # naming another player
        (["go_to: self"], 3, [0, 0, 1, 2]),
        (["go_to: previous"], 3, [0, 2, 0, 1]),
        (["go_to: who"], 3, [0, 1, 2, 0]),
        (["go_to: next", "go_to: previous"], 3, [0, 2, 0, 1]),
        (["go_to: previous", "miss_turn: previous"], 3, [0, 0, 1, 2]),
        (["go_to: next", "change_direction"], 3, [0, 1, 0, 2]),
        (["miss_turn: previous", "go_to: previous"], 3, [0, 0, 1, 2]),  # the player is passed over
        (["miss_turn: {player: previous, turns: 2}", "go_to: {player: previous, insist: true}"], 3, [0, 2, 0, 1, 2]),
        (["go_to: {player: previous, insist: true}", "miss_turn: previous"], 3, [0, 0, 1, 2]),
        (["go_to: {player: who, insist: true}"], 3, [0, 1, 2, 0]),
        # taking over the turn
        (["take_turn: previous"], 3, [2, 0, 1, 2]),
        (["take_turn: who"], 3, [0, 1, 2, 0]),
        (["take_turn: self"], 3, [0, 1, 2, 0]),
        # players who left
        (["leave: next"], 3, [0, 2, 0, 2]),
        (["leave: self"], 3, [1, 2, 1, 2]),
        (["go_to: next", "leave: next"], 3, [0, 2, 0, 2]),
        (["miss_turn: next", "leave: next"], 3, [0, 2, 0, 2]),
        (["leave: next", "miss_turn: seat(1)"], 3, [0, 2, 0, 2]),
        (["change_direction", "leave: self"], 4, [3, 2, 1, 3]),
        (["leave: next", "go_to: seat(1)"], 3, [0, 2, 0, 2]),
    ],
)
def test_the_turn_plan(tiny, steps, players, seats):
    game = tiny("variables: {who: player}\n" + playing(*steps), players=players)
    assert order(game, len(seats)) == seats


def test_the_hand_of_self_is_that_of_the_new_player(tiny):
    """When a turn is taken over, `self` and its hand change."""
    game = tiny(playing("take_turn: next", "move: {from: pile, to: self.hand}"), players=3)
    assert [len(game.zone("hand", seat)) for seat in range(3)] == [0, 1, 0]


# ---- endings ---------------------------------------------------------------------------------------------------------

ENDS = """
variables: {n: int, points: {type: int, each: player, keep: game}}
turn:
  start: [set: {n: n * 10 + 1}]
  choose:
    - ask:
        player: self
        options:
          on: {}
          turn: {do: [finish: turn, set: {n: 99}]}
          round: {do: [finish: {the: round, winners: next, reason: out}, set: {n: 99}]}
          nobody: {do: [finish: round]}
          game: {do: [finish: {the: game, winners: others, reason: enough}]}
  resolve: [set: {n: n * 10 + 2}]
  end: [set: {n: n * 10 + 3}]
"""


def test_finish_turn_runs_the_end_of_the_turn(tiny):
    assert tiny(ENDS).take("on").value("n") == 1231
    game = tiny(ENDS).take("turn")
    assert (game.value("n"), game.asked) == (131, 1)


def test_finish_turn_in_the_end_of_a_turn_starts_the_next_turn(tiny):
    text = ENDS.replace("end: [set", "end: [finish: turn, set")
    assert tiny(text).take("on").value("n") == 121


def test_finish_round_ends_a_game_of_one_round(tiny):
    game = tiny(ENDS, players=3).take("round")
    assert (game.status, game.winners, game.reason, game.value("n")) == ("over", {1}, "out", 1)
    game = tiny(ENDS, players=3).take("nobody")
    assert (game.status, game.winners, game.reason) == ("over", set(), "over")


def test_finish_game_ends_the_game_at_once(tiny):
    game = tiny(ENDS, players=3, one_round=False).take("game")
    assert (game.status, game.winners, game.reason) == ("over", {1, 2}, "enough")


SCORED = (
    ENDS
    + """
round:
  end:
    - for_each: {in: winners, do: [set: {it.points: it.points + 5}]}
    - if: players.any(it.points >= 10)
      then: [finish: {the: game, winners: players.highest(it.points), reason: target}]
"""
)


def test_the_end_of_a_round_knows_its_winners_and_may_end_the_game(tiny):
    game = tiny(SCORED, players=3, one_round=False).take("round")
    assert (game.status, [game.value("points", seat) for seat in range(3)]) == ("asking", [0, 5, 0])
    assert game.asked == 1  # the next round
    game.take("on").take("on").take("round")
    assert (game.status, game.winners, game.reason) == ("over", {1}, "target")


def test_rounds_continue_until_the_game_ends(tiny):
    game = tiny(ENDS, players=3, one_round=False)
    for _ in range(5):
        game.take("round")
    assert game.status == "asking"
    assert [number for number, *_ in game.events("round")] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "blocked, winners, reason",
    [
        ("", set(), "blocked"),
        ("blocked: [finish: {the: round, winners: self, reason: last}]", {2}, "last"),
        ("blocked: [finish: {the: game, winners: players}]", {0, 1, 2}, "over"),
    ],
)
def test_a06_a_lap_without_a_change_blocks_the_round(tiny, blocked, winners, reason):
    text = f"turn: {{choose: [ask: {{player: self, options: {{on: {{}}}}}}]}}\nround: {{{blocked}}}\n"
    game = tiny(text, players=3)
    assert order(game, 3) == [0, 1, 2]
    assert (game.status, game.winners, game.reason) == ("over", winners, reason)


def test_a06_a_choice_or_a_change_prevents_a_block(tiny):
    assert order(tiny(playing(), players=3), 9) == [0, 1, 2] * 3
    moved = (
        "turn: {start: [{if: self == seat(1), then: [set: {n: n + 1}]}], choose: [ask: {player: self, options: %s}]}\n"
    )
    assert order(tiny("variables: {n: int}\n" + moved % "{on: {}}", players=3), 9) == [0, 1, 2] * 3


# ---- lifetimes -------------------------------------------------------------------------------------------------------

KEPT = """
card_state: {marked: bool}
variables:
  in_turn: {type: int, keep: turn, start: 5}
  in_round: {type: int, start: 6}
  in_game: {type: int, keep: game, start: 7}
  seen: {type: int, keep: game}
  mine: {type: int, each: player, keep: turn}
turn:
  start: [set: {seen: in_turn * 100 + in_round * 10 + in_game}]
  choose:
    - ask:
        player: self
        options:
          on: {}
          change: {do: [set: {in_turn: 1, in_round: 2, in_game: 3, self.mine: 4}]}
          upset:
            do:
              - change_direction
              - miss_turn: {player: others, turns: 3}
              - set: {active.color: red, active.number: 3, pile.top.marked: true}
              - lay: {card: pile.top, to: table}
              - move: {from: pile, to: self.hand, count: 3}
              - go_to: self
              - leave: next
          over: {do: [finish: round]}
"""


def test_variables_last_for_a_turn_a_round_or_the_game(tiny):
    game = tiny(KEPT, one_round=False)
    assert game.value("seen") == 567
    game.take("change")
    assert (game.value("seen"), game.value("mine", 0)) == (523, 0)
    game.take("over")
    assert game.value("seen") == 563


def test_a16_the_second_round_starts_like_the_first(tiny):
    """Direction, turns to miss, values in force, cards and players in the round are reset after a round."""
    fresh, played = tiny(KEPT, one_round=False), tiny(KEPT, one_round=False)
    played.take("upset").take("over")
    for zone in ("pile", "table"):
        assert played.zone(zone) == fresh.zone(zone)
    for seat in range(2):
        assert played.zone("hand", seat) == []
    for name in ("active.color", "active.number", "in_turn", "in_round"):
        assert played.value(name) == fresh.value(name)
    first = played.asked
    assert order(played, 4) == [first, 1 - first, first, 1 - first]


def test_kept_zones_keep_their_cards(tiny):
    base = TINY.replace("side: {visible: all}", "side: {kept: true}")
    options = "{set_aside: {do: [move: {from: pile, to: side}]}, over: {do: [finish: round]}}"
    text = f"turn: {{choose: [ask: {{player: self, options: {options}}}]}}\n"
    game = tiny(text, base=base, one_round=False).take("set_aside").take("over")
    assert (game.zone("side"), len(game.zone("pile"))) == (["blue 3"], 8)


def test_the_parts_of_a_game_run_in_order(tiny):
    text = """
variables: {trace: {type: int, keep: game}}
game: {start: [set: {trace: 1}]}
round:
  prepare: [set: {trace: trace * 10 + 2}]
  deal: [set: {trace: trace * 10 + 3}]
  start: [set: {trace: trace * 10 + 4}]
  end: [set: {trace: trace * 10 + 9}]
turn:
  start: [set: {trace: trace * 10 + 5}]
  choose: [ask: {player: self, options: {over: {do: [finish: round]}}}]
"""
    game = tiny(text, one_round=False)
    assert game.value("trace") == 12345
    assert game.take("over").value("trace") == 1234592345


# ---- returning -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "steps, players, seats",
    [
        (["leave: next", "come_back: seat(1)"], 3, [0, 1, 2, 0]),
        (["leave: next", "come_back: seat(2)"], 3, [0, 2, 0, 2]),  # a player who has not left is unchanged
        (["leave: {player: next, the: game}", "come_back: seat(1)"], 3, [0, 2, 0, 2]),
        (["come_back: who"], 3, [0, 1, 2, 0]),
        (["leave: next", "leave: seat(2)", "come_back: everyone - players"], 3, [0, 1, 2, 0]),
        (["leave: next", "come_back: players"], 3, [0, 2, 0, 2]),
        (["miss_turn: next", "leave: next", "come_back: seat(1)"], 3, [0, 1, 2, 0]),  # turns to miss are forgotten
    ],
)
def test_a_player_who_left_can_return(tiny, steps, players, seats):
    assert order(tiny(playing(*steps) + "variables: {who: player}\n", players=players), len(seats)) == seats


def test_a_returning_player_has_their_hand_and_counts_as_a_player(tiny):
    text = playing(
        "move: {from: pile, to: next.hand, count: 2}", "leave: next", "set: {seen: players.count}",
        "come_back: seat(1)", "set: {seen: seen * 10 + players.count}",
    )  # fmt: skip
    game = tiny(text + "variables: {seen: int}\n", players=3)
    assert game.value("seen") == 23
    assert len(game.zone("hand", 1)) == 2
    assert (len(game.events("leave")), len(game.events("come_back"))) == (1, 1)


def test_a_player_may_return_in_the_turn_in_which_they_left(tiny):
    choose = "choose: [ask: {player: self, options: {on: {}, wait: {}}}]"
    start, end = "start: [{if: turn == 1, then: [leave: self]}]", "end: [come_back: gone]"
    game = tiny(f"turn: {{{choose}, {start}, {end}}}\ndefine: {{gone: everyone - players}}\n", players=3)
    assert order(game, 3) == [1, 2, 0]


def test_state_rules_apply_to_returning_players(tiny):
    text = playing("leave: next", "come_back: seat(1)") + (
        "variables: {seen: int, less: bool}\nstate_rules:\n"
        "  - {if: players.count == 2 and not less, then: [set: {less: true}]}\n"
        "  - {if: players.count == 3 and less and seen == 0, then: [set: {seen: 7}]}\n"
    )
    assert tiny(text, players=3).value("seen") == 7


# ---- acting for another player ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("player, acts, after", [("next", 1, 0), ("seat(2)", 2, 0), ("self", 0, 0), ("nobody", 0, 0)])
def test_a_card_acts_for_another_player(tiny, player, acts, after):
    lay = "lay: {card: pile.top, to: table}"
    text = playing(lay, f"resolve: {{pile: table, as: {player}}}", "set: {after: self, self.points: self.points + 1}")
    text = text.replace("nobody", "none")
    game = tiny(text + MARKS, base=with_effect(), players=3)
    assert (game.value("who"), game.value("after"), game.value("seen")) == (acts, after, 1)
    assert game.value("points", (acts + 1) % 3) >= 5
    assert game.value("points", 0) % 5 == 1
    assert order(game, 2) == [0, 1]


def with_effect() -> str:
    """Return the tiny ruleset with cards that record the player they act for."""
    base = TINY.replace("number: $number}}", "number: $number}, played: [note_it]}")
    assert base != TINY
    return base


MARKS = """effects: {note_it: {help: Notes., do: [set: {seen: seen * 10 + 1, who: self, next.points: 5}]}}
variables: {seen: int, who: player, after: player, points: {type: int, each: player}}
"""
