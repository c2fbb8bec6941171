"""Counters of a game: cards by kind, and the counters that a ruleset declares. The game itself never reads them.

The counters lie in the work space, so that neither states nor their copies know of them; batch.py adds them up.
"""

from __future__ import annotations

from unoflex_rules.engine.prints import kind_on
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.program.layout import (
    NONE,
    P_CARDS,
    P_COUNTERS,
    P_DECLARED,
    P_FRONT,
    P_HANDS,
    P_KEPT,
    P_KINDS,
    P_PILE,
    P_PLACE,
    P_PLAYERS,
    P_SIZE,
    P_ZONES,
    S_IN,
    S_ROUND,
    S_SELF,
    S_TURN,
    W_ACTING,
    W_CALLED,
    W_RESHUFFLES,
)
from unoflex_rules.program.results import (
    C_DRAWN,
    C_LEFT,
    C_MADE_DRAW,
    C_OPENING,
    C_OPENING_WON,
    C_STATISTICS,
    MAX_COUNT,
    ROUND_STARTER,
    ROUND_TURNS,
    ROUND_WIDTH,
    ROUND_WINNERS,
    TRACKED_ROUNDS,
)


def clear_counts(p: Vector, w: Vector) -> None:
    """Reset the counters at the beginning of a game."""
    w[W_CALLED] = 0
    w[W_RESHUFFLES] = 0
    w[W_ACTING] = NONE
    for at in range(p[P_COUNTERS], first_declared(p) + p[P_DECLARED]):
        w[at] = 0


def count_drawn(s: Vector, p: Vector, w: Vector, card: int) -> None:
    """Count a card that came into a hand, also for the card whose effect runs."""
    at = p[P_COUNTERS]
    kinds = p[P_KINDS]
    w[at + C_DRAWN * kinds + kind_on(s, p, card, s[p[P_FRONT]])] += 1
    if w[W_ACTING] >= 0:
        w[at + C_MADE_DRAW * kinds + w[W_ACTING]] += 1


def first_declared(p: Vector) -> int:
    """Work space offset of the declared counters."""
    return p[P_COUNTERS] + (C_STATISTICS + p[P_PLAYERS]) * p[P_KINDS]


def count_declared(p: Vector, w: Vector, counter: int, amount: int) -> None:
    """Add to a declared counter, up to MAX_COUNT in a game, so that sums do not overflow."""
    at = first_declared(p) + counter
    w[at] = max(min(w[at] + amount, MAX_COUNT), -MAX_COUNT)


def round_record(p: Vector, number: int) -> int:
    """Work space offset of what is kept of a round; -1 for the rounds that are not kept apart."""
    if number < 1 or number > TRACKED_ROUNDS:
        return -1
    rounds = first_declared(p) + p[P_DECLARED]
    return rounds + (number - 1) * (ROUND_WIDTH + p[P_DECLARED] + p[P_KINDS])


def clear_round(s: Vector, p: Vector, w: Vector) -> None:
    """Reset the opening hands and the record at the beginning of a round."""
    record = round_record(p, s[S_ROUND])
    if record >= 0:
        w[record + ROUND_WINNERS] = NONE
        w[record + ROUND_STARTER] = NONE
    at = p[P_COUNTERS] + C_STATISTICS * p[P_KINDS]
    for k in range(p[P_PLAYERS] * p[P_KINDS]):
        w[at + k] = 0


def count_opening(s: Vector, p: Vector, w: Vector) -> None:
    """Note the player and the kinds in each opening hand, when the first turn of a round begins."""
    record = round_record(p, s[S_ROUND])
    if record >= 0:
        w[record + ROUND_STARTER] = s[S_SELF]
    kinds = p[P_KINDS]
    at = p[P_COUNTERS] + C_STATISTICS * kinds
    for zone in range(p[P_ZONES]):
        seat = p[p[P_HANDS] + zone]
        if seat < 0 or (s[S_IN] >> seat) & 1 == 0:
            continue
        pile = p[P_PILE] + zone * p[P_CARDS]
        for i in range(s[p[P_SIZE] + zone]):
            w[at + seat * kinds + kind_on(s, p, s[pile + i], s[p[P_FRONT]])] = 1


def count_round(s: Vector, p: Vector, w: Vector, winners: int) -> None:
    """Count, at the end of a round, the cards left in hands and the opening hands that won."""
    kinds = p[P_KINDS]
    at = p[P_COUNTERS]
    for zone in range(p[P_ZONES]):
        if p[p[P_HANDS] + zone] >= 0:
            pile = p[P_PILE] + zone * p[P_CARDS]
            for i in range(s[p[P_SIZE] + zone]):
                w[at + C_LEFT * kinds + kind_on(s, p, s[pile + i], s[p[P_FRONT]])] += 1
    for seat in range(p[P_PLAYERS]):
        flags = at + (C_STATISTICS + seat) * kinds
        won = 0
        if (winners >> seat) & 1 == 1:
            won = 1
        for kind in range(kinds):
            w[at + C_OPENING * kinds + kind] += w[flags + kind]
            w[at + C_OPENING_WON * kinds + kind] += won * w[flags + kind]
    keep_round(s, p, w, winners)


def keep_round(s: Vector, p: Vector, w: Vector, winners: int) -> None:
    """Keep the turns and the winners of a round, the declared counters, and the cards in play if some are kept out."""
    record = round_record(p, s[S_ROUND])
    if record < 0:
        return
    w[record + ROUND_TURNS] = s[S_TURN]
    w[record + ROUND_WINNERS] = winners
    at = record + ROUND_WIDTH
    counted = first_declared(p)
    for counter in range(p[P_DECLARED]):
        w[at + counter] = w[counted + counter]
    at += p[P_DECLARED]
    for kind in range(p[P_KINDS]):
        w[at + kind] = 0
    keeps = 0
    for zone in range(p[P_ZONES]):
        keeps += p[p[P_KEPT] + zone]
    if keeps > 0:
        for card in range(p[P_CARDS]):
            if p[p[P_KEPT] + s[p[P_PLACE] + card]] == 0:
                w[at + kind_on(s, p, card, s[p[P_FRONT]])] += 1
