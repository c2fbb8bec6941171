"""The print of each face of a card. Not here: the names of prints (card_names.py), or where cards lie (zones.py)."""

from __future__ import annotations

from unoflex_rules.engine.vectors import Vector
from unoflex_rules.program.layout import P_CARDS, P_KIND, P_LOOK, P_LOOKS, P_PRINTS


def look_of(s: Vector, p: Vector, card: int, face: int) -> int:
    """Number of the look printed on a face of a card: its own, unless the game shuffles faces."""
    if p[P_PRINTS] == 0:
        return p[p[P_LOOK] + card]
    return s[p[P_PRINTS] + face * p[P_CARDS] + card]


def look_on(s: Vector, p: Vector, card: int, face: int) -> int:
    """The index of every table by face and look for a card on a face."""
    return face * p[P_LOOKS] + look_of(s, p, card, face)


def kind_on(s: Vector, p: Vector, card: int, face: int) -> int:
    """Number of the kind printed on a face of a card; without a face, on the first."""
    return p[p[P_KIND] + look_on(s, p, card, max(face, 0))]
