"""Cheap promises, checked inside the loop: they must hold at every decision of every ruleset.

Not here: promises that need a second game or an observer (tests/promises.py).
"""

from __future__ import annotations

from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import pile_of
from unoflex_rules.program.layout import (
    ASKING,
    NONE,
    P_CARDS,
    P_FACES,
    P_LOOKS,
    P_PLACE,
    P_PLAYERS,
    P_SIZE,
    P_ZONES,
    S_ASKED,
    S_DIRECTION,
    S_IN,
    S_IN_GAME,
    S_STATUS,
    W_MARKS,
    W_OPTIONS,
)


def is_sound(s: Vector, p: Vector, w: Vector) -> int:
    """1 if every card is in exactly one zone, and exactly one player is asked and has an option."""
    cards = 0
    seen = W_MARKS + p[P_LOOKS] * p[P_FACES]  # scratch: a place for each card
    for card in range(p[P_CARDS]):
        w[seen + card] = 0
    for zone in range(p[P_ZONES]):
        n = s[p[P_SIZE] + zone]
        if n < 0:
            return 0
        pile = pile_of(p, zone)
        for i in range(n):
            card = s[pile + i]
            if card < 0 or card >= p[P_CARDS] or s[p[P_PLACE] + card] != zone or w[seen + card] == 1:
                return 0
            w[seen + card] = 1
        cards += n
    if cards != p[P_CARDS]:
        return 0
    if s[S_DIRECTION] != 1 and s[S_DIRECTION] != -1:
        return 0
    if s[S_IN] & ~s[S_IN_GAME] != 0:
        return 0
    if s[S_STATUS] == ASKING:
        if s[S_ASKED] <= NONE or s[S_ASKED] >= p[P_PLAYERS] or w[W_OPTIONS] < 1:
            return 0
    elif s[S_ASKED] != NONE:
        return 0
    return 1
