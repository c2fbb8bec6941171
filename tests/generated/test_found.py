"""Faults that generated rulesets revealed: one small test each.

Not here: the search itself (test_generated.py), or what a statement does in general (tests/compiler).
"""

from pathlib import Path

from tests.compiler.tiny import TINY, TURN, Table, problem_places


def test_a_player_is_not_blocked_before_their_first_turn(tmp_path: Path) -> None:
    """The setup before the first turn counted as a turn in which nothing happened."""
    table = Table(TINY + TURN, tmp_path, players=3)
    assert table.turn_of == 0
    table.take("on").take("on").take("on")
    assert (table.status, table.reason) == ("over", "blocked")
    assert Table(TINY + TURN, tmp_path, players=1).take("on").status == "over"


def test_a_reverse_loop_over_no_seats_works_with_one_player(tmp_path: Path) -> None:
    """The seat before the first one, counted from no seat, was invalid."""
    more = """
variables: {who: player, times: int}
turn:
  choose:
    - change_direction
    - for_each: {in: players, after: who, do: [set: {times: times + 1}]}
    - ask: {player: self, options: {on: {}}}
"""
    table = Table(TINY + more, tmp_path, players=1)
    assert table.value("times") == 1


def test_numbers_stay_within_bounds(tmp_path: Path) -> None:
    """A number that was squared repeatedly differed between the engines."""
    more = """
variables: {x: {type: int, start: 3}, y: int}
turn: {choose: [set: {x: x * x * -x, y: x * x * x * x}, ask: {player: self, options: {on: {}}}]}
"""
    table = Table(TINY + more, tmp_path, players=1)
    assert [table.value("x"), table.value("y")] == [-27, 81]
    table.take("on").take("on")
    assert [table.value("x"), table.value("y")] == [-(2**31), 2**31]


def test_a_card_played_for_a_missing_face_has_no_effect(tmp_path: Path) -> None:
    """The effect of a missing face was looked up outside the table, and the program jumped to a wrong address."""
    two = TINY.replace("cards:\n", "faces: [front, back]\nface: up\nvariables: {up: face}\ncards:\n")
    two = two.replace("{face: {color: $color, number: $number}}", "{faces: {front: {color: $color, number: $number}}}")
    more = """
turn:
  choose:
    - ask: {player: self, options: {lay: {cards: pile, do: [lay: {card: card, to: table}]}, on: {}}}
    - lay: {card: pile.top, to: table}
    - resolve: table
"""
    table = Table(two + more, tmp_path, players=2)
    assert table.options == ["on"]
    assert table.take("on").zone("table") == ["blue 3"]


def test_a_state_rule_does_not_complete_running_effects(tmp_path: Path) -> None:
    """The effect that was running when the rule acted never ended."""
    more = "state_rules:\n  - if: table.size == 1\n    then: [resolve: table]\n"
    assert problem_places(TINY + TURN + more, tmp_path) == ["21:12 E320 resolve"]


def test_everything_is_initialised_before_the_first_round(tmp_path: Path) -> None:
    """In `game.start`, the hand of `self` was another zone, and round variables did not have their initial values."""
    more = """
variables: {low: {type: 2..5, start: 3}, held: {type: card, keep: turn}, seen: {type: bool, keep: game}, a: int}
game: {start: [move: {from: pile, to: self.hand}, set: {seen: low == 3 and held is none}]}
"""
    table = Table(TINY + TURN + more, tmp_path, players=2)
    assert table.value("seen") is True
    assert table.zone("hand", 1) == ["blue 3"]


def test_turn_variables_are_reset_before_the_next_round(tmp_path: Path) -> None:
    """In `round.start`, a turn variable had its value from the last turn of the previous round."""
    more = """
variables: {kept: {type: int, start: 1, keep: turn}, found: {type: int, keep: game}}
round: {start: [set: {found: kept}]}
turn: {choose: [set: {kept: 7}, ask: {player: self, options: {on: {do: [finish: {the: round, winners: self}]}}}]}
"""
    table = Table(TINY + more, tmp_path, players=2, one_round=False)
    assert table.take("on").value("found") == 1


def test_all_players_may_miss_many_turns(tmp_path: Path) -> None:
    """When all players had a hundred million turns to miss, the plan stepped through each of them."""
    more = """
turn: {choose: [ask: {player: self, options: {on: {}}}, miss_turn: {player: players, turns: 100000000}]}
"""
    assert Table(TINY + more, tmp_path, players=3).take("on").turn_of == 1


def test_steps_given_to_an_effect_may_use_that_effect(tmp_path: Path) -> None:
    """`twice` in the steps given to `twice` was rejected as recursion."""
    more = """
variables: {times: int}
effects:
  twice: {help: Twice., params: {steps: steps}, do: [steps, steps]}
turn: {choose: [twice: [twice: [set: {times: times + 1}]], ask: {player: self, options: {on: {}}}]}
"""
    assert Table(TINY + more, tmp_path, players=1).value("times") == 4
