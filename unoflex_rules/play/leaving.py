"""A player leaves the game while somebody is asked, whatever the rules say. Not here: leaving by a rule (plan.py).

Written like the kernel, of whose functions it is made, but no part of it: it happens between two decisions, and rarely.
"""

from __future__ import annotations

from unoflex_rules.engine.plan import end_game, leave
from unoflex_rules.engine.seats import count_bits
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.program.layout import (
    NONE,
    RUNNING,
    S_ASKED,
    S_CHANGED,
    S_IN_GAME,
    S_IN_TURN,
    S_PC,
    S_SELF,
    S_STATUS,
    W_PC,
)


def walk_out(
    s: Vector, p: Vector, w: Vector, seat: int, again: int, under_way: int, reason: int, rules: int, back: int
) -> None:
    """`seat` leaves the game; the program is ready to run on, or the game is over since one player remains.

    `again` is where it is looked who is to be asked what; `reason` that of a game which ends in this way; `rules` the
    address of the state rules, 0 for none, and `back` the slot that says where they come back to. The player's own
    turn is broken off, unless it is `under_way`, or somebody else is asked about what has happened in it: then it is
    finished, without asking that player anything more.
    """
    w[W_PC] = 0
    begun = under_way == 1 or (s[S_ASKED] != seat and s[S_CHANGED] == 1)
    finishes = begun and s[S_SELF] == seat and s[S_IN_TURN] == 1
    s[S_STATUS] = RUNNING
    s[S_ASKED] = NONE
    if finishes:
        s[S_IN_TURN] = 0  # a turn that runs would be broken off
    pc = leave(s, p, w, seat, 1, again)
    if finishes:
        s[S_IN_TURN] = 1
    if count_bits(s[S_IN_GAME]) == 1:
        end_game(s, w, s[S_IN_GAME], reason)
        return
    if rules > 0 and pc < rules:  # a question of the rules themselves is asked anew without them
        s[back] = pc
        pc = rules
    s[S_PC] = pc
