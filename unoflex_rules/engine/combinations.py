"""Combinations of cards: gathering cards in order, going through all distinct combinations, and the chosen one.

Not here: the conditions on cards and combinations, which are code of the program, or taking an option (decisions.py).
"""

from __future__ import annotations

from unoflex_rules.engine.decisions import alike, is_combined, push_offer, seen_look
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import pile_of
from unoflex_rules.program.layout import (
    BROKEN,
    COMBINED,
    COMBINED_BITS,
    ERROR_COMBINATIONS,
    GATHERED_CARD,
    GATHERED_COUNT,
    GATHERED_DEPTH,
    GATHERED_GROUP,
    GATHERED_LOOK,
    GATHERED_ORDER,
    GATHERED_PLACE,
    GATHERED_ROWS,
    GATHERED_STACK,
    GATHERED_TRIED,
    GATHERED_WIDTH,
    MAX_TRIED,
    NONE,
    O_DESC,
    OFFER_COLUMNS,
    OPTION_LABEL,
    OPTION_LAST_RESORT,
    OPTION_VERB,
    P_CARDS,
    P_FACES,
    P_LOOKS,
    P_PLACE,
    P_SIZE,
    S_ASK,
    S_CARD,
    S_CHOICE,
    S_CHOICE_2,
    S_ERROR,
    S_PC,
    S_STATUS,
    W_MARKS,
    W_OFFER,
    W_OFFERS,
)


def gathered(p: Vector) -> int:
    """Where the gathered cards are in the work space."""
    return W_MARKS + (p[P_LOOKS] + p[P_CARDS]) * p[P_FACES] + 1


def give_up(s: Vector) -> None:
    """End the game: there are too many combinations or cards."""
    s[S_STATUS] = BROKEN
    s[S_ERROR] = ERROR_COMBINATIONS
    s[S_PC] = s[S_ASK]


def begin_gathering(p: Vector, w: Vector) -> None:
    """Forget the cards gathered before."""
    w[gathered(p) + GATHERED_COUNT] = 0


def gather_card(s: Vector, p: Vector, w: Vector, desc: int, card: int, face: int, order: int) -> None:
    """Add a card to the gathered ones: beside those that look the same, else by its order and its look."""
    base = gathered(p)
    rows = base + GATHERED_ROWS
    n = w[base + GATHERED_COUNT]
    look = seen_look(s, p, desc, card, face)
    group = card
    to = n
    for k in range(n):
        row = rows + k * GATHERED_WIDTH
        if w[row + GATHERED_LOOK] == look and alike(s, p, desc, card, w[row + GATHERED_CARD], face) == 1:
            group = w[row + GATHERED_GROUP]
            to = k + 1
    if group == card:
        to = 0
        while to < n and comes_before(w, rows + to * GATHERED_WIDTH, order, look) == 1:
            to += 1
    row = rows + to * GATHERED_WIDTH
    at = rows + n * GATHERED_WIDTH + GATHERED_WIDTH - 1
    while at >= row + GATHERED_WIDTH:
        w[at] = w[at - GATHERED_WIDTH]
        at -= 1
    pile = pile_of(p, s[p[P_PLACE] + card])
    place = 0
    while s[pile + place] != card:
        place += 1
    if place >= 2 * COMBINED_BITS:
        give_up(s)
    w[row + GATHERED_CARD] = card
    w[row + GATHERED_ORDER] = order
    w[row + GATHERED_LOOK] = look
    w[row + GATHERED_GROUP] = group
    w[row + GATHERED_PLACE] = place
    w[base + GATHERED_COUNT] = n + 1


def comes_before(w: Vector, row: int, order: int, look: int) -> int:
    """1 if the gathered card in a row comes before a new one with this order and look."""
    if w[row + GATHERED_ORDER] != order:
        return 1 if w[row + GATHERED_ORDER] < order else 0
    return 1 if w[row + GATHERED_LOOK] <= look else 0


def after_group(w: Vector, base: int, k: int) -> int:
    """The next gathered card after the k-th that looks different."""
    row = base + GATHERED_ROWS + k * GATHERED_WIDTH + GATHERED_GROUP
    group = w[row]
    while k < w[base + GATHERED_COUNT] and w[row] == group:
        k += 1
        row += GATHERED_WIDTH
    return k


def next_combination(s: Vector, p: Vector, w: Vector, loop: int, cards: int, most: int) -> int:
    """Find the next combination of at most `most` gathered cards and list it in `cards`; 0 after the last one.

    The slots of `loop` get its last card, the card before that one, and its size. A size of 0 begins; with a size of
    -1, no combination that begins with these cards follows.
    """
    base = gathered(p)
    rows = base + GATHERED_ROWS
    stack = base + GATHERED_STACK
    depth = w[base + GATHERED_DEPTH]
    at = 0
    if s[loop + 2] == 0:
        depth = 0
        w[base + GATHERED_TRIED] = 0
        if most <= 0:
            return 0
    elif s[loop + 2] > 0 and depth < most:
        at = w[stack + depth - 1] + 1
    else:
        depth -= 1
        at = after_group(w, base, w[stack + depth])
    while at >= w[base + GATHERED_COUNT]:
        if depth == 0:
            return 0
        depth -= 1
        at = after_group(w, base, w[stack + depth])
    w[base + GATHERED_TRIED] += 1
    if w[base + GATHERED_TRIED] > MAX_TRIED:
        give_up(s)
        return 0
    w[stack + depth] = at
    depth += 1
    w[base + GATHERED_DEPTH] = depth
    pile = pile_of(p, cards)
    for k in range(depth):
        s[pile + depth - 1 - k] = w[rows + w[stack + k] * GATHERED_WIDTH + GATHERED_CARD]
    s[p[P_SIZE] + cards] = depth
    s[loop] = s[pile]
    s[loop + 1] = NONE
    if depth > 1:
        s[loop + 1] = s[pile + 1]
    s[loop + 2] = depth
    return 1


def offer_combination(p: Vector, w: Vector, desc: int, face: int) -> None:
    """Offer the combination that has just been found."""
    if p[desc + OPTION_LAST_RESORT] == 1:
        for k in range(w[W_OFFERS]):
            if p[w[W_OFFER + k * OFFER_COLUMNS + O_DESC] + OPTION_LABEL] != p[desc + OPTION_LABEL]:
                return
    base = gathered(p)
    low = 0
    high = 0
    row = 0
    for k in range(w[base + GATHERED_DEPTH]):
        row = base + GATHERED_ROWS + w[base + GATHERED_STACK + k] * GATHERED_WIDTH
        place = w[row + GATHERED_PLACE]
        if place < COMBINED_BITS:
            low = low | (1 << place)
        else:
            high = high | (1 << (place - COMBINED_BITS))
    second = 0
    if high != 0:
        second = 0 - COMBINED - high
    push_offer(w, p[desc + OPTION_VERB], w[row + GATHERED_CARD], face, 0 - COMBINED - low, second, desc)


def list_chosen(s: Vector, p: Vector, cards: int) -> None:
    """List the cards of the combination last taken, in the order of their zone."""
    zone = s[p[P_PLACE] + s[S_CARD]]
    pile = pile_of(p, zone)
    to = pile_of(p, cards)
    n = 0
    for place in range(min(s[p[P_SIZE] + zone], 2 * COMBINED_BITS)):
        if is_combined(s[S_CHOICE], s[S_CHOICE_2], place) == 1:
            s[to + n] = s[pile + place]
            n += 1
    s[p[P_SIZE] + cards] = n


def list_gathered(s: Vector, p: Vector, w: Vector, cards: int) -> None:
    """List the gathered cards, the first one on top."""
    base = gathered(p)
    n = w[base + GATHERED_COUNT]
    pile = pile_of(p, cards)
    for k in range(n):
        s[pile + n - 1 - k] = w[base + GATHERED_ROWS + k * GATHERED_WIDTH + GATHERED_CARD]
    s[p[P_SIZE] + cards] = n
