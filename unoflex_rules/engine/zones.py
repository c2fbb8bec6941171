"""Piles and hands: where every card is, and moving cards. Not here: which cards a rule moves.

A zone keeps its cards bottom first. Every card is in exactly one zone, and each zone has room for all cards.
"""

from __future__ import annotations

from unoflex_rules.engine.counting import count_drawn
from unoflex_rules.engine.record import emit
from unoflex_rules.engine.rng import below
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.program.events import E_MOVE, E_MOVE_ALL, E_PRINT, E_SHUFFLE, E_STAY
from unoflex_rules.program.layout import (
    ANYWHERE,
    BOTTOM,
    DEALING,
    FROM_TOP,
    MIDDLE,
    NONE,
    ORDER_REVERSED,
    ORDER_SHUFFLED,
    P_CARDS,
    P_DECK_ZONE,
    P_FACES,
    P_HANDS,
    P_LOOKS,
    P_PILE,
    P_PLACE,
    P_PRINTS,
    P_SIZE,
    S_CHANGED,
    S_IN_TURN,
    S_PC,
    S_RNG,
    S_STACKED,
    S_STATUS,
    STACKED_AGAIN,
    TO_STACK,
    TOP,
    W_MARKS,
    W_PC,
    W_RECORD,
    W_RESHUFFLES,
)


def pile_of(p: Vector, zone: int) -> int:
    """State offset of the lowest card of `zone`."""
    return p[P_PILE] + zone * p[P_CARDS]


def card_at_end(s: Vector, p: Vector, zone: int, end: int) -> int:
    """The card at the top (0) or bottom (1) of `zone`, or NONE."""
    if zone < 0:
        return NONE
    n = s[p[P_SIZE] + zone]
    if n == 0:
        return NONE
    if end == BOTTOM:
        return s[p[P_PILE] + zone * p[P_CARDS]]
    return s[p[P_PILE] + zone * p[P_CARDS] + n - 1]


def detach(s: Vector, p: Vector, card: int) -> int:
    """Take `card` out of its zone, which keeps its order, and return the zone. The caller must put it somewhere."""
    zone = s[p[P_PLACE] + card]
    last = s[p[P_SIZE] + zone] - 1
    pile = p[P_PILE] + zone * p[P_CARDS]
    at = last
    while s[pile + at] != card:
        at -= 1
    while at < last:
        s[pile + at] = s[pile + at + 1]
        at += 1
    s[p[P_SIZE] + zone] = last
    return zone


def is_reshuffle(held: int, more: int) -> int:
    """1 if `more` cards at once reshuffle a draw pile of `held` cards: a few that are put back do not."""
    return 1 if more > held else 0


def move(s: Vector, p: Vector, w: Vector, card: int, zone: int, end: int) -> None:
    """Move `card` to an end of `zone`, or between its cards; do nothing without a card."""
    if card < 0 or zone < 0:
        return
    ends = end
    if w[W_RECORD] == 1 and card_at_end(s, p, s[p[P_PLACE] + card], TOP) == card:
        ends += FROM_TOP
    source = detach(s, p, card)
    n = s[p[P_SIZE] + zone]
    pile = p[P_PILE] + zone * p[P_CARDS]
    at = n
    place = n
    if end == BOTTOM:
        place = 0
    elif end == MIDDLE:
        place = n // 2
    elif end == ANYWHERE:
        place = below(s, S_RNG, n + 1)
    while at > place:
        s[pile + at] = s[pile + at - 1]
        at -= 1
    s[pile + at] = card
    s[p[P_SIZE] + zone] = n + 1
    s[p[P_PLACE] + card] = zone
    s[S_CHANGED] = 1
    if s[S_IN_TURN] == 1 and p[p[P_HANDS] + source] < 0:
        if p[p[P_HANDS] + zone] >= 0:
            count_drawn(s, p, w, card)
        elif zone == p[P_DECK_ZONE] and source != zone:
            w[W_RESHUFFLES] += is_reshuffle(n, 1)
    emit(w, E_MOVE, card, source, zone, ends)


def shuffle_range(s: Vector, first: int, count: int) -> None:
    """Shuffle s[first : first + count] with the game's generator (Fisher and Yates)."""
    for i in range(count - 1, 0, -1):
        j = below(s, S_RNG, i + 1)
        card = s[first + i]
        s[first + i] = s[first + j]
        s[first + j] = card


def cut(s: Vector, first: int, count: int) -> None:
    """Put the top card of s[first : first + count] under the others."""
    if count < 2:
        return
    card = s[first + count - 1]
    for i in range(count - 1, 0, -1):
        s[first + i] = s[first + i - 1]
    s[first] = card


def shuffle(s: Vector, p: Vector, w: Vector, zone: int) -> None:
    """Shuffle a whole zone. A stacked deck, and what is shuffled before it, is not changed; later shuffles cut it.

    A deck that must be stacked first waits at this instruction.
    """
    if zone < 0:
        return
    n = s[p[P_SIZE] + zone]
    stacked = s[S_STACKED] % STACKED_AGAIN
    if stacked == TO_STACK and zone == p[P_DECK_ZONE]:
        s[S_STATUS] = DEALING
        s[S_PC] = w[W_PC]
        return
    if stacked > 0 and zone == p[P_DECK_ZONE]:
        if stacked == 1:
            cut(s, pile_of(p, zone), n)
        s[S_STACKED] += 1 - stacked
    elif stacked < 2:
        shuffle_range(s, pile_of(p, zone), n)
    if n > 1:
        s[S_CHANGED] = 1
    emit(w, E_SHUFFLE, zone, n, 0, 0)


def shuffle_face(s: Vector, p: Vector, w: Vector, zone: int, face: int) -> None:
    """Shuffle the prints of a face among the cards of a zone; the cards keep their order."""
    if zone < 0 or face < 0:
        return
    n = s[p[P_SIZE] + zone]
    pile = pile_of(p, zone)
    prints = p[P_PRINTS] + face * p[P_CARDS]
    for i in range(n - 1, 0, -1):
        j = below(s, S_RNG, i + 1)
        one = prints + s[pile + i]
        other = prints + s[pile + j]
        look = s[one]
        s[one] = s[other]
        s[other] = look
    if n > 1:
        s[S_CHANGED] = 1
    emit(w, E_SHUFFLE, zone, n, 1 + face, 0)
    if w[W_RECORD] == 1:
        for i in range(n):
            emit(w, E_PRINT, s[pile + i], face, s[prints + s[pile + i]], 0)


def move_all(s: Vector, p: Vector, w: Vector, source: int, target: int, leave: int, order: int) -> None:
    """Move a pile except its top `leave` cards onto `target` (or turn it over in place).

    `order` is one of ORDER_*, plus 4 to put the block under the target's cards instead of on top.
    """
    if source < 0 or target < 0:
        return
    size = p[P_SIZE]
    n = s[size + source] - max(leave, 0)
    if n <= 0:
        return
    under = order >= 4
    how = order & 3
    scratch = W_MARKS + p[P_LOOKS] * p[P_FACES]
    base = pile_of(p, source)
    for i in range(n):
        w[scratch + i] = s[base + i]
    rest = s[size + source] - n
    for i in range(rest):
        s[base + i] = s[base + n + i]
        emit(w, E_STAY, s[base + i], source, 0, 0)
    s[size + source] = rest
    held = s[size + target]
    pile = pile_of(p, target)
    first = pile + held
    if under:
        for i in range(held - 1, -1, -1):
            s[pile + n + i] = s[pile + i]
        first = pile
    for i in range(n):
        card = w[scratch + (n - 1 - i if how == ORDER_REVERSED else i)]
        s[first + i] = card
        s[p[P_PLACE] + card] = target
    s[size + target] = held + n
    if how == ORDER_SHUFFLED:
        shuffle_range(s, first, n)
    if target == p[P_DECK_ZONE] and source != target and p[p[P_HANDS] + source] < 0:
        w[W_RESHUFFLES] += s[S_IN_TURN] * is_reshuffle(held, n)
    if source != target or how != 0:
        s[S_CHANGED] = 1
    emit(w, E_MOVE_ALL, source, target, n, order)


def next_card(s: Vector, p: Vector, loop: int) -> int:
    """Step a loop over a zone from the top down: 1 with the card in loop + 2, or 0 at the end.

    The card of the current step may leave the zone meanwhile; if one below it leaves, it is not looked at again.
    """
    at = s[loop] - 1
    if at < 0:
        return 0
    n = s[p[P_SIZE] + s[loop + 1]]
    if at >= n:
        at = n - 1
    pile = pile_of(p, s[loop + 1])
    if at >= 0 and s[pile + at] == s[loop + 2]:
        at -= 1
    if at < 0:
        return 0
    s[loop] = at
    s[loop + 2] = s[pile + at]
    return 1
