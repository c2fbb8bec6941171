"""Faults that generated rulesets and the search for more of their kind brought to light: one small test each.

Not here: the search itself (test_generated.py), or what a statement does in general (tests/compiler).
"""

from pathlib import Path

from tests.compiler.tiny import TINY, TURN, Table


def test_nobody_is_blocked_before_his_first_turn(tmp_path: Path) -> None:
    """What comes before the first turn counted as a turn in which nothing happened."""
    table = Table(TINY + TURN, tmp_path, players=3)
    assert table.turn_of == 0
    table.take("on").take("on").take("on")
    assert (table.status, table.reason) == ("over", "blocked")
    assert Table(TINY + TURN, tmp_path, players=1).take("on").status == "over"


def test_a_loop_after_nobody_against_the_clock_with_one_player(tmp_path: Path) -> None:
    """The seat before the first one, reached from nowhere, was no seat."""
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
    """A number that is squared again and again was another one on each engine."""
    more = """
variables: {x: {type: int, start: 3}, y: int}
turn: {choose: [set: {x: x * x * -x, y: x * x * x * x}, ask: {player: self, options: {on: {}}}]}
"""
    table = Table(TINY + more, tmp_path, players=1)
    assert [table.value("x"), table.value("y")] == [-27, 81]
    table.take("on").take("on")
    assert [table.value("x"), table.value("y")] == [-(2**31), 2**31]
