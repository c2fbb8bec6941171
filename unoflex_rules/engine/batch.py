"""Many games in one call: agents choose, results are added up. Not here: what the sums mean (metrics.py)."""

from __future__ import annotations

from unoflex_rules.engine.decisions import answer
from unoflex_rules.engine.dispatch import run
from unoflex_rules.engine.plan import start_game
from unoflex_rules.engine.promises import is_sound
from unoflex_rules.engine.rng import below, seed_words
from unoflex_rules.engine.seats import contains, count_bits
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.program.layout import (
    ASKING,
    BROKEN,
    ERROR_PROMISE,
    HISTOGRAM,
    OPTION_COLUMNS,
    OVER,
    P_KIND,
    P_KINDS,
    P_PLAYERS,
    P_REASONS,
    R_ALL_DECISIONS,
    R_BLOCKED,
    R_BROKEN,
    R_BROKEN_ERROR,
    R_BROKEN_PC,
    R_DECISION_HISTOGRAM,
    R_DECISION_SQUARES,
    R_DECISIONS,
    R_FINISHED,
    R_FIRST_BROKEN,
    R_FORCED,
    R_GAMES,
    R_LONGEST,
    R_LONGEST_DECISIONS,
    R_NOBODY,
    R_OPTIONS,
    R_REASONS,
    R_ROUNDS,
    R_SHARED,
    R_STARTED,
    R_STARTER_WINS,
    R_TURN_HISTOGRAM,
    R_TURN_SQUARES,
    R_TURNS,
    R_UNFINISHED,
    R_WINS,
    REASON_BLOCKED,
    S_DECISIONS,
    S_ERROR,
    S_FIRST,
    S_PC,
    S_REASON,
    S_ROUND,
    S_STATUS,
    S_TURNS,
    S_WINNERS,
    W_OPTION,
    W_OPTIONS,
    W_RNG,
)


def record_result(s: Vector, p: Vector, r: Vector, index: int) -> None:
    """Add the result of a game that has stopped to the sums."""
    r[R_GAMES] += 1
    r[R_ROUNDS] += s[S_ROUND]
    if s[S_STATUS] == BROKEN:
        if r[R_BROKEN] == 0:
            r[R_FIRST_BROKEN] = index
            r[R_BROKEN_ERROR] = s[S_ERROR]
            r[R_BROKEN_PC] = s[S_PC]
        r[R_BROKEN] += 1
        return
    decisions = s[S_DECISIONS]
    if r[R_LONGEST_DECISIONS] < decisions:
        r[R_LONGEST_DECISIONS] = decisions
        r[R_LONGEST] = index
    if s[S_STATUS] != OVER:
        r[R_UNFINISHED] += 1
        return
    turns = s[S_TURNS]
    winners = s[S_WINNERS]
    first = s[S_FIRST]
    r[R_FINISHED] += 1
    r[R_TURNS] += turns
    r[R_TURN_SQUARES] += turns * turns
    r[R_DECISIONS] += decisions
    r[R_DECISION_SQUARES] += decisions * decisions
    r[R_TURN_HISTOGRAM + min(turns, HISTOGRAM - 1)] += 1
    r[R_DECISION_HISTOGRAM + min(decisions, HISTOGRAM - 1)] += 1
    r[R_REASONS + s[S_REASON]] += 1
    if s[S_REASON] == REASON_BLOCKED:
        r[R_BLOCKED] += 1
    if winners == 0:
        r[R_NOBODY] += 1
    alone = count_bits(winners) == 1
    for seat in range(p[P_PLAYERS]):
        if contains(winners, seat) == 1:
            if alone:
                r[R_WINS + seat] += 1
            else:
                r[R_SHARED + seat] += 1
    if first >= 0:
        r[R_STARTED + first] += 1
        if alone and contains(winners, first) == 1:
            r[R_STARTER_WINS + first] += 1


def play_game(s: Vector, p: Vector, w: Vector, r: Vector, check: int) -> None:
    """Play a game that stands at its start to its end, each choice uniform over the options."""
    chosen = R_REASONS + p[P_REASONS]
    kinds = p[P_KINDS] + 1
    decisions = 0
    forced = 0
    options = 0
    run(s, p, w)
    while s[S_STATUS] == ASKING:
        if check == 1 and is_sound(s, p, w) == 0:
            s[S_STATUS] = BROKEN
            s[S_ERROR] = ERROR_PROMISE
            return
        n = w[W_OPTIONS]
        k = below(w, W_RNG, n)
        at = W_OPTION + k * OPTION_COLUMNS
        kind = 0
        if w[at + 1] >= 0:
            kind = 1 + p[p[P_KIND] + w[at + 1]]
        r[chosen + w[at] * kinds + kind] += 1
        decisions += 1
        options += n
        if n == 1:
            forced += 1
        answer(s, p, w, k)
        run(s, p, w)
    r[R_ALL_DECISIONS] += decisions
    r[R_OPTIONS] += options
    r[R_FORCED] += forced
    if check == 1 and s[S_STATUS] == OVER and is_sound(s, p, w) == 0:
        s[S_STATUS] = BROKEN
        s[S_ERROR] = ERROR_PROMISE


def play_many(
    s: Vector,
    p: Vector,
    w: Vector,
    r: Vector,
    seed: int,
    first: int,
    games: int,
    limit: int,
    one_round: int,
    check: int,
) -> None:
    """Play games first .. first + games - 1 of `seed` and add their results to `r`."""
    for index in range(first, first + games):
        start_game(s, p, seed, index, limit, one_round)
        seed_words(w, W_RNG, seed, index, 1)
        play_game(s, p, w, r, check)
        record_result(s, p, r, index)
