"""What a card is: its look, its attributes, and whether it is in a table. Not here: where it lies (zones.py)."""

from __future__ import annotations

from unoflex_rules.engine.prints import look_on
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import pile_of
from unoflex_rules.program.layout import (
    BIT_MASK,
    MAX_NUMBER,
    NONE,
    P_PLACE,
    P_SIZE,
    TABLE_FIRST_TERM,
    TABLE_TERMS,
    TABLE_WORDS,
    TERM_LOW,
    TERM_SLOT,
    TERM_STRIDE,
    TERM_WIDTH,
    WORD_SHIFT,
)


def limited(number: int) -> int:
    """The number, limited to the least and greatest number."""
    return max(min(number, MAX_NUMBER), -MAX_NUMBER)


def product(a: int, b: int) -> int:
    """The product of two numbers, limited so that the sums of an expression fit 64 bits."""
    return limited(limited(a) * limited(b))


def divide(a: int, b: int) -> int:
    """Floor division; 0 by 0, since expressions are total."""
    if b == 0:
        return 0
    return a // b


def remainder(a: int, b: int) -> int:
    """The remainder of floor division; 0 by 0."""
    if b == 0:
        return 0
    return a % b


def attribute(s: Vector, p: Vector, card: int, face: int, base: int) -> int:
    """An attribute of a card on one of its faces; for no card, the number before the attribute's table."""
    if card < 0 or face < 0:
        return p[base - 1]
    return p[base + look_on(s, p, card, face)]


def table_row(s: Vector, p: Vector, table: int) -> int:
    """Address of the row of a table for the present state."""
    terms = p[table + TABLE_TERMS]
    at = table + TABLE_FIRST_TERM
    row = 0
    for _ in range(terms):
        row += (s[p[at + TERM_SLOT]] - p[at + TERM_LOW]) * p[at + TERM_STRIDE]
        at += TERM_WIDTH
    return at + row * p[table + TABLE_WORDS]


def fits(s: Vector, p: Vector, card: int, face: int, row: int) -> int:
    """1 if the card, on that face, is in the table with this row; 0 for no card."""
    if card < 0 or face < 0:
        return 0
    bit = look_on(s, p, card, face)
    return (p[row + (bit >> WORD_SHIFT)] >> (bit & BIT_MASK)) & 1


def count_fits(s: Vector, p: Vector, zone: int, face: int, table: int) -> int:
    """The number of cards of a zone that are in a table, on one face."""
    if zone < 0:
        return 0
    row = table_row(s, p, table)
    pile = pile_of(p, zone)
    found = 0
    for i in range(s[p[P_SIZE] + zone]):
        found += fits(s, p, s[pile + i], face, row)
    return found


def total(s: Vector, p: Vector, zone: int, face: int, base: int) -> int:
    """The sum of an attribute over a zone, on one face; a card without it counts 0.

    If every card has it, -1 is a number like any other.
    """
    if zone < 0:
        return 0
    pile = pile_of(p, zone)
    added = 0
    for i in range(s[p[P_SIZE] + zone]):
        value = attribute(s, p, s[pile + i], face, base)
        if value != NONE or p[base - 1] != NONE:
            added += value
    return added


def remember(s: Vector, p: Vector, at: int, card: int) -> None:
    """Let the variable at s[at] hold a card, until the card leaves its zone."""
    s[at] = card
    s[at + 1] = NONE
    if card >= 0:
        s[at + 1] = s[p[P_PLACE] + card]


def recall(s: Vector, p: Vector, at: int) -> int:
    """The card that the variable at s[at] holds, or NONE if there is none or it has moved."""
    card = s[at]
    if card >= 0 and s[p[P_PLACE] + card] == s[at + 1]:
        return card
    return NONE
