"""Many games in one call: agents choose, results are added up. Not here: the names of the sums (tally.py)."""

from __future__ import annotations

from unoflex_rules.engine.counting import clear_counts, first_declared, round_record
from unoflex_rules.engine.decisions import accept, offer_of
from unoflex_rules.engine.dispatch import run
from unoflex_rules.engine.loop.builtin_agents import agent_of, are_uniform, begin_agents, call_of, choose
from unoflex_rules.engine.loop.promises import is_sound
from unoflex_rules.engine.plan import start_game
from unoflex_rules.engine.prints import kind_on
from unoflex_rules.engine.rng import below, seed_words
from unoflex_rules.engine.seats import contains, count_bits
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.program.layout import (
    ASKING,
    BROKEN,
    CALL_RIGHT,
    ERROR_PROMISE,
    MAX_PLAYERS,
    MAX_ROUNDS,
    O_CARD,
    O_FACE,
    O_VERB,
    OVER,
    P_COUNTERS,
    P_DECLARED,
    P_KINDS,
    P_PLAYERS,
    P_REASONS,
    P_SCORES,
    P_VERBS,
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
    W_CALLED,
    W_CALLS,
    W_OPTIONS,
    W_RESHUFFLES,
    W_RNG,
    W_ROTATION,
)
from unoflex_rules.program.results import (
    C_STATISTICS,
    CALL_WIDTH,
    DECLARED_WIDTH,
    G_CALLS,
    G_DECISIONS,
    G_REASON,
    G_RESHUFFLES,
    G_ROUNDS,
    G_SCORES,
    G_STARTER,
    G_STATUS,
    G_TURNS,
    G_WINNERS,
    HISTOGRAM,
    R_AGENT_PARTS,
    R_AGENT_SHARED,
    R_AGENT_STARTED,
    R_AGENT_STARTER_WINS,
    R_AGENT_WINS,
    R_BLOCKED,
    R_BROKEN,
    R_BROKEN_ERROR,
    R_BROKEN_PC,
    R_CALLS,
    R_DECISIONS,
    R_DECISIONS_SQUARES,
    R_DECISIONS_SUM,
    R_DECISIONS_TOTAL,
    R_FINISHED,
    R_FIRST_BROKEN,
    R_FORCED,
    R_GAMES,
    R_LONGEST_DECISIONS,
    R_LONGEST_GAME,
    R_OPTIONS,
    R_PARTS,
    R_PLACED,
    R_REASONS,
    R_RESHUFFLED,
    R_RESHUFFLES,
    R_ROUND_GAMES,
    R_ROUND_PARTS,
    R_ROUND_SQUARES,
    R_ROUND_STARTED,
    R_ROUND_STARTER_WINS,
    R_ROUND_TURNS,
    R_ROUNDS,
    R_ROUNDS_SQUARES,
    R_ROUNDS_SUM,
    R_SHARED,
    R_STARTED,
    R_STARTER_WINS,
    R_TOGETHER,
    R_TURNS,
    R_TURNS_SQUARES,
    R_TURNS_SUM,
    R_UNFINISHED,
    R_WINS,
    ROUND_STARTER,
    ROUND_TURNS,
    ROUND_WIDTH,
    ROUND_WINNERS,
    STATISTIC_WIDTH,
    TRACKED_ROUNDS,
    WIN_PARTS,
)


def record_result(s: Vector, p: Vector, w: Vector, r: Vector, index: int) -> None:
    """Add the result of a game that has stopped to the sums."""
    r[R_GAMES] += 1
    if s[S_STATUS] == BROKEN:
        if r[R_BROKEN] == 0:
            r[R_FIRST_BROKEN] = index
            r[R_BROKEN_ERROR] = s[S_ERROR]
            r[R_BROKEN_PC] = s[S_PC]
        r[R_BROKEN] += 1
        return
    decisions = s[S_DECISIONS] - w[W_CALLED]
    if r[R_LONGEST_DECISIONS] < decisions:
        r[R_LONGEST_DECISIONS] = decisions
        r[R_LONGEST_GAME] = index
    if s[S_STATUS] != OVER:
        r[R_UNFINISHED] += 1
        return
    turns = s[S_TURNS]
    rounds = s[S_ROUND]
    r[R_FINISHED] += 1
    r[R_TURNS_SUM] += turns
    r[R_TURNS_SQUARES] += turns * turns
    r[R_DECISIONS_SUM] += decisions
    r[R_DECISIONS_SQUARES] += decisions * decisions
    r[R_ROUNDS_SUM] += rounds
    r[R_ROUNDS_SQUARES] += rounds * rounds
    r[R_TURNS + min(turns, HISTOGRAM - 1)] += 1
    r[R_DECISIONS + min(decisions, HISTOGRAM - 1)] += 1
    r[R_ROUNDS + min(rounds, MAX_ROUNDS)] += 1
    r[R_CALLS] += w[W_CALLED]
    r[R_RESHUFFLES] += w[W_RESHUFFLES]
    r[R_RESHUFFLED] += min(w[W_RESHUFFLES], 1)
    r[R_REASONS + s[S_REASON]] += 1
    if s[S_REASON] == REASON_BLOCKED:
        r[R_BLOCKED] += 1
    record_winners(s, p, w, r)
    record_places(s, p, r)
    record_counts(s, p, w, r)
    record_rounds(s, p, w, r)


def record_winners(s: Vector, p: Vector, w: Vector, r: Vector) -> None:
    """Add the winners, by seat and by agent, and whether the starter won."""
    winners = s[S_WINNERS]
    first = s[S_FIRST]
    number = count_bits(winners)
    r[R_TOGETHER + number] += 1
    for seat in range(p[P_PLAYERS]):
        if contains(winners, seat) == 1:
            agent = agent_of(p, w, seat)
            part = WIN_PARTS // number
            r[R_WINS + seat] += 1
            r[R_PARTS + seat] += part
            r[R_AGENT_WINS + agent] += 1
            r[R_AGENT_PARTS + agent] += part
            if number > 1:
                r[R_SHARED + seat] += 1
                r[R_AGENT_SHARED + agent] += 1
    if first >= 0:
        agent = agent_of(p, w, first)
        r[R_STARTED + first] += 1
        r[R_AGENT_STARTED + agent] += 1
        if contains(winners, first) == 1:
            r[R_STARTER_WINS + first] += 1
            r[R_AGENT_STARTER_WINS + agent] += 1


def record_places(s: Vector, p: Vector, r: Vector) -> None:
    """Add the place of each seat, if players have places."""
    slots = p[P_SCORES]
    first = slots + 1 + p[slots] - p[P_PLAYERS]
    if p[slots] == 0 or p[slots + p[slots]] >= 0:
        return
    for seat in range(p[P_PLAYERS]):
        r[R_PLACED + seat * (MAX_PLAYERS + 1) + s[-p[first + seat]]] += 1


def record_counts(s: Vector, p: Vector, w: Vector, r: Vector) -> None:
    """Add the counters of a game: sums and sums of squares."""
    kinds = p[P_KINDS]
    at = R_REASONS + p[P_REASONS] + p[P_VERBS] * (kinds + 1 + CALL_WIDTH)
    counted = p[P_COUNTERS]
    for k in range(C_STATISTICS * kinds):
        value = w[counted + k]
        r[at] += value
        r[at + 1] += value * value
        at += STATISTIC_WIDTH
    counted = first_declared(p)
    for k in range(p[P_DECLARED]):
        value = w[counted + k]
        r[at] += value
        r[at + 1] += value * value
        r[at + 2] += value * s[S_TURNS]
        r[at + 3] += value * s[S_ROUND]
        at += DECLARED_WIDTH


def record_rounds(s: Vector, p: Vector, w: Vector, r: Vector) -> None:
    """Add the first TRACKED_ROUNDS rounds of a game by their numbers."""
    kinds = p[P_KINDS]
    declared = p[P_DECLARED]
    counts = R_REASONS + p[P_REASONS] + p[P_VERBS] * (kinds + 1 + CALL_WIDTH)
    counts += C_STATISTICS * kinds * STATISTIC_WIDTH + declared * DECLARED_WIDTH
    deck = counts + TRACKED_ROUNDS * declared
    for k in range(min(s[S_ROUND], TRACKED_ROUNDS)):
        record = round_record(p, k + 1)
        winners = w[record + ROUND_WINNERS]
        if winners < 0:  # the game ended within the round
            continue
        turns = w[record + ROUND_TURNS]
        r[R_ROUND_GAMES + k] += 1
        r[R_ROUND_TURNS + k] += turns
        r[R_ROUND_SQUARES + k] += turns * turns
        starter = w[record + ROUND_STARTER]
        if starter >= 0:
            r[R_ROUND_STARTED + k] += 1
            r[R_ROUND_STARTER_WINS + k] += contains(winners, starter)
        if winners > 0:
            part = WIN_PARTS // count_bits(winners)
            for seat in range(p[P_PLAYERS]):
                r[R_ROUND_PARTS + k * MAX_PLAYERS + seat] += part * contains(winners, seat)
        at = record + ROUND_WIDTH
        for counter in range(declared):
            before = 0
            if k > 0:
                before = w[round_record(p, k) + ROUND_WIDTH + counter]
            r[counts + k * declared + counter] += w[at + counter] - before
        for kind in range(kinds):
            r[deck + k * kinds + kind] += w[at + declared + kind]


def write_row(s: Vector, p: Vector, w: Vector, g: Vector, at: int) -> int:
    """Write the row of a game that has stopped to g[at ...]; return where the next row begins."""
    g[at + G_STATUS] = s[S_STATUS]
    g[at + G_WINNERS] = s[S_WINNERS]
    g[at + G_REASON] = s[S_REASON]
    g[at + G_STARTER] = s[S_FIRST]
    g[at + G_ROUNDS] = s[S_ROUND]
    g[at + G_TURNS] = s[S_TURNS]
    g[at + G_DECISIONS] = s[S_DECISIONS] - w[W_CALLED]
    g[at + G_CALLS] = w[W_CALLED]
    g[at + G_RESHUFFLES] = w[W_RESHUFFLES]
    at += G_SCORES
    slots = p[P_SCORES]
    for k in range(p[slots]):
        g[at + k] = s[abs(p[slots + 1 + k])]
    at += p[slots]
    counted = first_declared(p)
    for k in range(p[P_DECLARED]):
        g[at + k] = w[counted + k]
    return at + p[P_DECLARED]


def record_calls(p: Vector, w: Vector, r: Vector, k: int) -> None:
    """Note a decision about calls that takes the k-th option: which calls were right, and which was made."""
    w[W_CALLED] += 1
    calls = R_REASONS + p[P_REASONS] + p[P_VERBS] * (p[P_KINDS] + 1)
    for other in range(w[W_OPTIONS]):
        call = call_of(p, w, other)
        if call != 0:
            place = calls + w[offer_of(w, other) + O_VERB] * CALL_WIDTH
            if call != CALL_RIGHT:
                place += 2
            r[place] += 1
            if other == k:
                r[place + 1] += 1


def chosen_cell(s: Vector, p: Vector, w: Vector, at: int) -> int:
    """Place of the count of choices with the verb and the kind of card of the offer at `at`."""
    kind = 0
    if w[at + O_CARD] >= 0:
        kind = 1 + kind_on(s, p, w[at + O_CARD], w[at + O_FACE])
    return R_REASONS + p[P_REASONS] + w[at + O_VERB] * (p[P_KINDS] + 1) + kind


def record_choice(s: Vector, p: Vector, w: Vector, r: Vector, k: int) -> None:
    """Note that the k-th option is chosen; decisions about calls are counted separately."""
    r[chosen_cell(s, p, w, offer_of(w, k))] += 1
    if w[W_CALLS] > 0:
        record_calls(p, w, r, k)
        return
    r[R_DECISIONS_TOTAL] += 1
    r[R_OPTIONS] += w[W_OPTIONS]
    if w[W_OPTIONS] == 1:
        r[R_FORCED] += 1


def begin_game(s: Vector, p: Vector, w: Vector, seed: int, index: int, limit: int, one_round: int, rotate: int) -> None:
    """Set up game `index` of `seed` and the agents, which move on by a seat per game if they `rotate`."""
    start_game(s, p, seed, index, limit, one_round)
    seed_words(w, W_RNG, seed, index, 1)
    w[W_ROTATION] = (index % p[P_PLAYERS]) * rotate
    begin_agents(p, w)
    clear_counts(p, w)


def play_game(s: Vector, p: Vector, w: Vector, r: Vector, check: int, uniform: int) -> None:
    """Play a game from its start to its end; `uniform`: all agents take each option equally often.

    The common case of record_choice is written out here for speed.
    """
    decisions = 0
    options = 0
    forced = 0
    run(s, p, w)
    while s[S_STATUS] == ASKING:
        if check == 1 and is_sound(s, p, w) == 0:
            s[S_STATUS] = BROKEN
            s[S_ERROR] = ERROR_PROMISE
            break
        n = w[W_OPTIONS]
        if w[W_CALLS] > 0:
            k = choose(s, p, w)
            record_calls(p, w, r, k)
        else:
            if uniform == 1:
                k = below(w, W_RNG, n)
            else:
                k = choose(s, p, w)
            decisions += 1
            options += n
            if n == 1:
                forced += 1
        at = offer_of(w, k)
        r[chosen_cell(s, p, w, at)] += 1
        accept(s, p, w, k, at)
        run(s, p, w)
    r[R_DECISIONS_TOTAL] += decisions
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
    g: Vector,
    seed: int,
    first: int,
    games: int,
    limit: int,
    one_round: int,
    check: int,
    rotate: int,
    rows: int,
) -> None:
    """Play games first .. first + games - 1 of `seed` and add their results to `r`; `rows`: write a row each to `g`."""
    place = 0
    uniform = are_uniform(p, w)
    for index in range(first, first + games):
        begin_game(s, p, w, seed, index, limit, one_round, rotate)
        play_game(s, p, w, r, check, uniform)
        record_result(s, p, w, r, index)
        if rows == 1:
            place = write_row(s, p, w, g, place)
