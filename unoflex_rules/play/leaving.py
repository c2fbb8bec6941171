"""A player leaves the game at a decision, outside the rules. Not here: leaving by a rule (engine/plan.py).

Written like the kernel, from its functions, but not part of it: it happens rarely, between two decisions.
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


def leave_game(
    s: Vector, p: Vector, w: Vector, seat: int, again: int, under_way: int, reason: int, rules: int, back: int
) -> None:
    """Let `seat` leave the game. Then the program can run on, or the game is over because one player remains.

    `again`: the code address that asks the question anew; `reason`: the reason of a game that ends now; `rules`: the
    address of the state rules, 0 for none; `back`: the slot with their return address. The player's own turn is broken
    off, unless it is `under_way` or another player is asked about it: then it is finished without asking the player.
    """
    w[W_PC] = 0
    begun = under_way == 1 or (s[S_ASKED] != seat and s[S_CHANGED] == 1)
    finishes = begun and s[S_SELF] == seat and s[S_IN_TURN] == 1
    s[S_STATUS] = RUNNING
    s[S_ASKED] = NONE
    if finishes:
        s[S_IN_TURN] = 0  # so that the turn is not broken off
    pc = leave(s, p, w, seat, 1, again)
    if finishes:
        s[S_IN_TURN] = 1
    if count_bits(s[S_IN_GAME]) == 1:
        end_game(s, w, s[S_IN_GAME], reason)
        return
    if rules > 0 and pc < rules:  # a question of the state rules is asked anew without running them again
        s[back] = pc
        pc = rules
    s[S_PC] = pc
