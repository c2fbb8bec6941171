"""Seats in both directions, with players who left, and loops over sets of seats."""

import pytest

from tests.engine.bench import Bench
from unoflex_rules.engine.seats import bit_at, contains, count_bits, next_seat, seat_after, wrapped
from unoflex_rules.program import layout as at


def after(seat, steps, out=(), players=4):
    bench = Bench(players=players)
    for each in out:
        bench.s[at.S_IN] &= ~(1 << each)
    return seat_after(bench.s, bench.p, seat, steps)


@pytest.mark.parametrize(
    "seat, steps, expected",
    [(0, 1, 1), (3, 1, 0), (0, -1, 3), (3, -1, 2), (1, 0, 1), (0, 4, 0), (0, 5, 1), (2, -5, 1), (3, 9, 0)],
)
def test_the_next_seat_wraps_around_in_both_directions(seat, steps, expected):
    assert after(seat, steps) == expected


@pytest.mark.parametrize(
    "seat, steps, out, expected",
    [
        (0, 1, [1], 2),
        (0, -1, [3, 2], 1),
        (0, 2, [1], 3),
        (1, 1, [1], 2),  # from the seat of a player who left
        (1, -1, [1, 0], 3),
        (3, 3, [0, 1], 2),  # 2, 3, 2: steps count only the remaining players
    ],
)
def test_players_who_left_are_not_counted_as_steps(seat, steps, out, expected):
    assert after(seat, steps, out) == expected


def test_a_single_player_follows_themselves():
    assert after(2, 1, [0, 1, 3]) == after(2, -3, [0, 1, 3]) == 2
    assert after(0, 1, [0, 1, 3]) == 2
    assert after(0, 7, players=1) == 0


def test_no_seat_follows_no_seat_and_an_empty_table_has_none():
    assert after(at.NONE, 1) == at.NONE
    assert after(0, 1, [0, 1, 2, 3]) == at.NONE


@pytest.mark.parametrize("seat, expected", [(0, 0), (3, 3), (4, 0), (-1, 3)])
def test_a_seat_past_the_end_wraps_around(seat, expected):
    assert wrapped(Bench(players=4).p, seat) == expected


@pytest.mark.parametrize("mask, seats", [(0, []), (1, [0]), (0b1010, [1, 3]), ((1 << 62) - 1, list(range(62)))])
def test_sets_of_seats(mask, seats):
    assert count_bits(mask) == len(seats)
    assert [bit_at(mask, k) for k in range(len(seats) + 1)] == [*seats, at.NONE]
    assert [value for value in range(64) if contains(mask, value) == 1] == seats
    assert contains(mask, at.NONE) == 0


class Loop:
    """A loop over seats as EACH_SEAT starts it."""

    def __init__(self, bench, seats, start, depth=at.NONE):
        self.bench, self.depth = bench, depth
        mask = sum(1 << seat for seat in seats)
        self.slot = bench.slots(mask & bench.s[at.S_IN], start, bench.s[at.S_DIRECTION])

    def step(self):
        bench = self.bench
        if next_seat(bench.s, bench.p, self.slot, self.depth, 77) == 0:
            return None
        return bench.s[self.slot + 1]

    def rest(self):
        return list(iter(self.step, None))


@pytest.mark.parametrize(
    "seats, start, direction, expected",
    [
        ([0, 1, 2, 3], 1, 1, [2, 3, 0, 1]),
        ([0, 1, 2, 3], 1, -1, [0, 3, 2, 1]),
        ([3, 1], 3, 1, [1, 3]),
        ([2], 2, 1, [2]),
        ([], 0, 1, []),
    ],
)
def test_a_loop_goes_round_in_order_of_play(seats, start, direction, expected):
    bench = Bench()
    bench.s[at.S_DIRECTION] = direction
    assert Loop(bench, seats, start).rest() == expected


def test_a_loop_keeps_its_seats_and_direction_and_skips_players_who_leave():
    bench = Bench(players=5)
    loop = Loop(bench, [0, 1, 3, 4], 0)
    assert loop.step() == 1
    bench.s[at.S_DIRECTION] = -1
    bench.s[at.S_IN] &= ~(1 << 3)
    assert loop.rest() == [4, 0]
    bench.s[at.S_IN] |= 1 << 3
    assert loop.rest() == []


def test_a_loop_that_acts_for_its_seat_is_marked_until_it_ends():
    bench = Bench()
    outer, inner = Loop(bench, [0, 1], 3, 0), Loop(bench, [2], 3, 1)
    scopes = bench.p[at.P_SCOPES]
    assert outer.step() == 0 and bench.s[at.S_DEPTH] == 1
    assert inner.step() == 2 and bench.s[at.S_DEPTH] == 2
    assert [bench.s[bench.s[scopes + 2 * depth]] for depth in (0, 1)] == [0, 2]
    assert inner.step() is None and bench.s[at.S_DEPTH] == 1
    assert outer.rest() == [1] and bench.s[at.S_DEPTH] == 0
