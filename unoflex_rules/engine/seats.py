"""Seats, sets of seats and loops over them. Not here: whose turn it is (plan.py)."""

from __future__ import annotations

from unoflex_rules.engine.vectors import Vector
from unoflex_rules.program.layout import ASKS_ALL, NONE, P_PLAYERS, P_SCOPES, S_DEPTH, S_IN


def wrapped(p: Vector, seat: int) -> int:
    """Bring a seat that may be one past either end back into the circle."""
    n = p[P_PLAYERS]
    if seat >= n:
        return seat - n
    if seat < 0:
        return max(seat + n, 0)
    return seat


def contains(mask: int, value: int) -> int:
    """1 if `value` is in the set, else 0."""
    if value < 0:
        return 0
    return (mask >> value) & 1


def count_bits(mask: int) -> int:
    """The number of values in a set."""
    n = 0
    while mask != 0:  # compilers recognise this form and use one instruction
        mask = mask & (mask - 1)
        n += 1
    return n


def bit_at(mask: int, k: int) -> int:
    """The k-th lowest value of a set, or NONE."""
    while k > 0:
        mask = mask & (mask - 1)
        k -= 1
    if mask == 0:
        return NONE
    return count_bits((mask & -mask) - 1)


def seat_after(s: Vector, p: Vector, seat: int, steps: int) -> int:
    """The seat `steps` after `seat` (before it if negative) among the players still in the round.

    A player alone in the round follows themselves. Nobody follows NONE.
    """
    if seat < 0 or s[S_IN] == 0:
        return NONE
    way = 1
    if steps < 0:
        way = -1
        steps = -steps
    while steps > 0:
        seat = wrapped(p, seat + way)
        if (s[S_IN] >> seat) & 1 == 1:
            steps -= 1
    return seat


def next_seat(s: Vector, p: Vector, loop: int, depth: int, pc: int) -> int:
    """Step a loop over seats: 1 with the seat in loop + 1, or 0 at the end.

    The seats are fixed at the start; players who have left since are passed over. The body of a loop with a depth
    acts for the seat, so that a leaving player breaks off that step alone (see plan.leave). A loop that only queries
    seats passes over nobody.
    """
    mask = s[loop]
    if depth != ASKS_ALL:
        mask = mask & s[S_IN]
    if mask == 0:
        if depth >= 0:
            s[S_DEPTH] = depth
        return 0
    seat = s[loop + 1]
    way = s[loop + 2]
    seat = wrapped(p, seat + way)
    while (mask >> seat) & 1 == 0:
        seat = wrapped(p, seat + way)
    s[loop] = mask & ~(1 << seat)
    s[loop + 1] = seat
    if depth >= 0:
        at = p[P_SCOPES] + 2 * depth
        s[at] = loop + 1
        s[at + 1] = pc
        s[S_DEPTH] = depth + 1
    return 1
