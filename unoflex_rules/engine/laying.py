"""Laying a card, what is in force after it, and finding its effect. Not here: where cards lie (zones.py)."""

from __future__ import annotations

from unoflex_rules.engine.cards import attribute, limited
from unoflex_rules.engine.prints import kind_on, look_on
from unoflex_rules.engine.record import emit
from unoflex_rules.engine.rng import below
from unoflex_rules.engine.seats import bit_at, count_bits
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import card_at_end, move, pile_of
from unoflex_rules.program.events import E_ACTIVE, E_LAY, E_RANDOM, E_REVEAL, E_SET
from unoflex_rules.program.layout import (
    ACTIVE_ATTRIBUTE,
    ACTIVE_BEFORE,
    ACTIVE_KEEP,
    ACTIVE_RESET,
    ACTIVE_SLOT,
    ACTIVE_WIDTH,
    NONE,
    P_ACTIVE,
    P_ACTIVE_FIELDS,
    P_COUNTERS,
    P_EFFECTS,
    P_KINDS,
    P_SIZE,
    S_CARD,
    S_CHANGED,
    S_FACE,
    S_RNG,
    TOP,
    W_RECORD,
)
from unoflex_rules.program.results import C_LAID


def shown_value(s: Vector, p: Vector, at: int, card: int, face: int) -> int:
    """The value of the field described at p[at] once a face of `card` is in force: the card's, the old one, or none."""
    value = p[at + ACTIVE_RESET]
    if p[at + ACTIVE_ATTRIBUTE] != 0:
        value = attribute(s, p, card, face, p[at + ACTIVE_ATTRIBUTE])
        if value == NONE and p[at + ACTIVE_KEEP] == 1:
            value = s[p[at + ACTIVE_SLOT]]
    elif p[at + ACTIVE_KEEP] == 1:
        value = s[p[at + ACTIVE_SLOT]]
    return value


def show(s: Vector, p: Vector, w: Vector, card: int, face: int, laid: int) -> None:
    """Put the fields of a face of `card` in force; a field that it lacks is kept or reset, as declared.

    `laid`: the card has just been laid, so that the values so far are those before the last card.
    """
    if card < 0:
        return
    at = p[P_ACTIVE]
    for field in range(p[P_ACTIVE_FIELDS]):
        if laid == 1:
            s[p[at + ACTIVE_BEFORE]] = s[p[at + ACTIVE_SLOT]]
        value = shown_value(s, p, at, card, face)
        if value != s[p[at + ACTIVE_SLOT]]:
            s[p[at + ACTIVE_SLOT]] = value
            emit(w, E_ACTIVE, field, value, 0, 0)
        at += ACTIVE_WIDTH
    s[S_CHANGED] = 1


def lay(s: Vector, p: Vector, w: Vector, card: int, face: int, zone: int, shows: int) -> None:
    """Lay `card` on the top of `zone` for its `face`; its face `shows` sets what is in force."""
    if card < 0:
        return
    emit(w, E_LAY, card, face, zone, shows)
    move(s, p, w, card, zone, TOP)
    w[p[P_COUNTERS] + C_LAID * p[P_KINDS] + kind_on(s, p, card, face)] += 1
    s[S_FACE] = face
    show(s, p, w, card, shows, 1)


def effect_of_top(s: Vector, p: Vector, zone: int) -> int:
    """Code address of the effect of the top card of `zone`, on the face for which it was laid; 0 for none."""
    card = card_at_end(s, p, zone, TOP)
    s[S_CARD] = card
    if card < 0 or s[S_FACE] < 0:
        return 0
    return p[p[P_EFFECTS] + look_on(s, p, card, s[S_FACE])]


def set_slot(s: Vector, w: Vector, slot: int, value: int, passing: int) -> None:
    """Set a declared variable. Only a new value counts as a change, and none of a variable that lasts for a turn.

    Numbers stay within bounds.
    """
    value = limited(value)
    if s[slot] != value:
        s[slot] = value
        if passing == 0:
            s[S_CHANGED] = 1
        emit(w, E_SET, slot, value, 0, 0)


def reveal(s: Vector, p: Vector, w: Vector, what: int, mask: int, zone: int) -> None:
    """Show a card, or with `zone` the cards of a zone from the top down, to a set of players."""
    if what < 0 or w[W_RECORD] == 0:
        return
    if zone == 0:
        emit(w, E_REVEAL, what, mask, 0, 0)
        return
    pile = pile_of(p, what)
    for i in range(s[p[P_SIZE] + what] - 1, -1, -1):
        emit(w, E_REVEAL, s[pile + i], mask, 0, 0)


def random_number(s: Vector, w: Vector, n: int) -> int:
    """A random number below `n` from the game's generator."""
    value = below(s, S_RNG, limited(n))
    s[S_CHANGED] = 1
    emit(w, E_RANDOM, value, 0, 0, 0)
    return value


def random_of(s: Vector, w: Vector, mask: int) -> int:
    """A random value of a set, each equally likely; NONE of an empty set."""
    n = count_bits(mask)
    if n == 0:
        return NONE
    value = bit_at(mask, below(s, S_RNG, n))
    s[S_CHANGED] = 1
    emit(w, E_RANDOM, value, 0, 0, 0)
    return value
