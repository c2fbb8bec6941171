"""The turn plan and the course of rounds: the next player, missed turns, leaving, the end.

Not here: loops over seats (seats.py), or the rules that use this.
"""

from __future__ import annotations

from unoflex_rules.engine.counting import clear_round, count_opening, count_round
from unoflex_rules.engine.record import emit
from unoflex_rules.engine.rng import seed_words
from unoflex_rules.engine.seats import count_bits, seat_after
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import pile_of
from unoflex_rules.program.events import (
    E_CHANGE_DIRECTION,
    E_COME_BACK,
    E_GAME_OVER,
    E_GO_TO,
    E_LEAVE,
    E_MISS_TURN,
    E_PASSED_OVER,
    E_ROUND,
    E_ROUND_OVER,
    E_TAKE_TURN,
    E_TURN,
)
from unoflex_rules.program.layout import (
    DEALING,
    INSTRUCTION,
    MAX_MISSED,
    MAX_PLAYERS,
    MAX_ROUNDS,
    NONE,
    OVER,
    P_BLOCKED,
    P_CARDS,
    P_DECK_ZONE,
    P_FIRST_ZONE,
    P_GAME_RESETS,
    P_KEPT,
    P_PASSED,
    P_PLACE,
    P_PLAYERS,
    P_ROUND_END,
    P_ROUND_RESETS,
    P_SCOPES,
    P_SIZE,
    P_START,
    P_STATE_SIZE,
    P_TURN,
    P_TURN_END,
    P_TURN_RESETS,
    P_ZONES,
    REASON_NONE,
    S_ASKED,
    S_CHANGED,
    S_DEPTH,
    S_DIRECTION,
    S_FIRST,
    S_GO_TO,
    S_IN,
    S_IN_GAME,
    S_IN_TURN,
    S_LIMIT,
    S_MISSES,
    S_ONE_ROUND,
    S_PASSED,
    S_PC,
    S_QUIET,
    S_REASON,
    S_RNG,
    S_ROUND,
    S_ROUND_DECISIONS,
    S_SELF,
    S_STACKED,
    S_STATUS,
    S_TURN,
    S_TURNS,
    S_WINNERS,
    STACKED_AGAIN,
    UNFINISHED,
    W_ACTING,
    W_PC,
)


def reset(s: Vector, p: Vector, table: int) -> None:
    """Give the variables of a table their starting values."""
    at = table + 1
    for _ in range(p[table]):
        s[p[at]] = p[at + 1]
        at += 2


def change_direction(s: Vector, w: Vector) -> None:
    """Change the direction of play."""
    s[S_DIRECTION] = -s[S_DIRECTION]
    s[S_CHANGED] = 1
    emit(w, E_CHANGE_DIRECTION, s[S_DIRECTION], 0, 0, 0)


def miss_turn(s: Vector, w: Vector, seat: int, turns: int) -> None:
    """Add to the turns that a player misses, up to MAX_MISSED; do nothing for NONE."""
    if seat < 0 or turns < 1 or (s[S_IN] >> seat) & 1 == 0:
        return
    s[S_MISSES + seat] = min(s[S_MISSES + seat] + turns, MAX_MISSED)
    s[S_CHANGED] = 1
    emit(w, E_MISS_TURN, seat, turns, 0, 0)


def go_to(s: Vector, w: Vector, seat: int, insist: int) -> None:
    """Let `seat` play next, regardless of the order of play; `insist`: it has no more turns to miss."""
    if seat < 0:
        return
    s[S_GO_TO] = seat
    if insist == 1:
        s[S_MISSES + seat] = 0
    s[S_CHANGED] = 1
    emit(w, E_GO_TO, seat, 0, 0, 0)


def take_turn(s: Vector, w: Vector, seat: int) -> None:
    """Make the running turn `seat`'s turn."""
    if seat < 0 or seat == s[S_SELF]:
        return
    s[S_SELF] = seat
    s[S_CHANGED] = 1
    emit(w, E_TAKE_TURN, seat, 0, 0, 0)


def begin_turn(s: Vector, p: Vector, w: Vector) -> None:
    """Begin the turn of `self` and reset the variables of a turn."""
    s[S_TURN] += 1
    s[S_TURNS] += 1
    s[S_DEPTH] = 0
    s[S_IN_TURN] = 1
    if s[S_FIRST] < 0:
        s[S_FIRST] = s[S_SELF]
    reset(s, p, p[P_TURN_RESETS])
    w[W_ACTING] = NONE
    if s[S_TURN] == 1:
        count_opening(s, p, w)
    emit(w, E_TURN, s[S_SELF], s[S_TURN], 0, 0)
    if s[S_TURN] > s[S_LIMIT]:
        s[S_STATUS] = UNFINISHED


def next_turn(s: Vector, p: Vector, w: Vector) -> int:
    """Resolve the plan, seat by seat, and return the code address where to continue.

    A turn is quiet if nothing changed and nobody had a choice. After as many quiet turns as there are players in the
    round, the state is the same as a lap ago, and nobody can do anything any more. If the program has code for a player
    who is passed over, it runs first, and the plan continues from that player.
    """
    players = count_bits(s[S_IN])
    s[S_IN_TURN] = 0
    s[S_DEPTH] = 0
    if players == 0:
        end_round(s, p, w, 0, REASON_NONE)
        return p[P_ROUND_END]
    last = s[S_PASSED]
    s[S_PASSED] = NONE
    if last < 0:
        last = s[S_SELF]
        if s[S_CHANGED] == 1:
            s[S_QUIET] = 0
        else:
            s[S_QUIET] += 1
            if s[S_QUIET] >= players:
                return p[P_BLOCKED]
        s[S_CHANGED] = 0
    seat = s[S_GO_TO]
    s[S_GO_TO] = NONE
    if seat < 0 or (s[S_IN] >> seat) & 1 == 0:
        seat = seat_after(s, p, seat if seat >= 0 else last, s[S_DIRECTION])
    while s[S_MISSES + seat] > 0:
        s[S_MISSES + seat] -= 1
        s[S_QUIET] = 0
        emit(w, E_PASSED_OVER, seat, 0, 0, 0)
        if p[P_PASSED] > 0:
            s[S_PASSED] = seat
            return p[P_PASSED]
        seat = seat_after(s, p, seat, s[S_DIRECTION])
    s[S_SELF] = seat
    return p[P_TURN]


def leave(s: Vector, p: Vector, w: Vector, seat: int, game: int, pc: int) -> int:
    """Let a player leave the round (0) or the game (1), or come back to the round (2); return where to continue.

    Steps that act for the player are broken off: the outermost step of a loop that acts for them, else their turn.
    """
    if seat < 0 or (s[S_IN_GAME] >> seat) & 1 == 0:
        return pc
    was_in = (s[S_IN] >> seat) & 1
    if game == 2:
        if was_in == 0:
            s[S_IN] = s[S_IN] | (1 << seat)
            s[S_CHANGED] = 1
            emit(w, E_COME_BACK, seat, 0, 0, 0)
        return pc
    if game == 0 and was_in == 0:
        return pc
    s[S_IN] = s[S_IN] & ~(1 << seat)
    if game == 1:
        s[S_IN_GAME] = s[S_IN_GAME] & ~(1 << seat)
    s[S_MISSES + seat] = 0
    s[S_CHANGED] = 1
    emit(w, E_LEAVE, seat, game, 0, 0)
    if was_in == 0:
        return pc
    if s[S_IN_TURN] == 1 and s[S_SELF] == seat:
        return p[P_TURN_END]
    for depth in range(s[S_DEPTH]):
        at = p[P_SCOPES] + 2 * depth
        if s[s[at]] == seat:
            s[S_DEPTH] = depth
            return s[at + 1]
    return pc


def end_round(s: Vector, p: Vector, w: Vector, winners: int, reason: int) -> None:
    """End the round; every player in the game is in again."""
    count_round(s, p, w, winners)
    s[S_IN] = s[S_IN_GAME]
    s[S_WINNERS] = winners
    s[S_REASON] = reason
    s[S_IN_TURN] = 0
    s[S_DEPTH] = 0
    s[S_ASKED] = NONE
    emit(w, E_ROUND_OVER, winners, reason, 0, 0)


def end_game(s: Vector, w: Vector, winners: int, reason: int) -> None:
    """End the game; without a reason, for that of the round."""
    s[S_WINNERS] = winners
    if reason >= 0:
        s[S_REASON] = reason
    s[S_STATUS] = OVER
    s[S_ASKED] = NONE
    emit(w, E_GAME_OVER, winners, s[S_REASON], 0, 0)


def begin_round(s: Vector, p: Vector, w: Vector) -> None:
    """Begin a round: cards return, in the order of the deck, and variables are reset.

    A game without players is over, with the result of its last round; a game with MAX_ROUNDS rounds is unfinished.
    """
    if s[S_IN_GAME] == 0:
        end_game(s, w, s[S_WINNERS], NONE)
        return
    if s[S_ROUND] >= MAX_ROUNDS:
        s[S_STATUS] = UNFINISHED
        return
    s[S_IN] = s[S_IN_GAME]
    s[S_DIRECTION] = 1
    s[S_GO_TO] = NONE
    s[S_PASSED] = NONE
    s[S_TURN] = 0
    s[S_ROUND_DECISIONS] = 0
    s[S_QUIET] = 0
    s[S_CHANGED] = 1  # the time before the first turn is not a quiet turn
    s[S_DEPTH] = 0
    s[S_IN_TURN] = 0
    s[S_ROUND] += 1
    for seat in range(MAX_PLAYERS):
        s[S_MISSES + seat] = 0
    reset(s, p, p[P_ROUND_RESETS])
    clear_round(s, p, w)
    emit(w, E_ROUND, s[S_ROUND], 0, 0, 0)
    if s[S_ROUND] > 1:
        if s[S_STACKED] >= STACKED_AGAIN:
            s[S_STATUS] = DEALING
            s[S_PC] = w[W_PC] + INSTRUCTION
        gather(s, p)


def gather(s: Vector, p: Vector) -> None:
    """Return all cards except those in kept zones to the deck's zone, in the order of the deck."""
    s[S_STACKED] = 0
    size = p[P_SIZE]
    for zone in range(p[P_ZONES]):
        if p[p[P_KEPT] + zone] == 0:
            s[size + zone] = 0
    deck = p[P_DECK_ZONE]
    pile = pile_of(p, deck)
    n = 0
    for card in range(p[P_CARDS]):
        if p[p[P_KEPT] + s[p[P_PLACE] + card]] == 0:
            s[pile + n] = card
            s[p[P_PLACE] + card] = deck
            n += 1
    s[size + deck] = n


def start_game(s: Vector, p: Vector, seed: int, index: int, limit: int, one_round: int) -> None:
    """Set up game `index` of `seed` without running it."""
    for i in range(p[P_STATE_SIZE]):
        s[i] = 0
    reset(s, p, p[P_GAME_RESETS])
    seed_words(s, S_RNG, seed, index, 0)
    s[S_PC] = p[P_START]
    s[S_SELF] = p[P_PLAYERS] - 1
    s[S_ASKED] = NONE
    s[S_IN_GAME] = (1 << p[P_PLAYERS]) - 1
    s[S_IN] = s[S_IN_GAME]
    s[S_DIRECTION] = 1
    s[S_GO_TO] = NONE
    s[S_PASSED] = NONE
    s[S_FIRST] = NONE
    s[S_LIMIT] = limit
    s[S_ONE_ROUND] = one_round
    size = p[P_SIZE]
    for card in range(p[P_CARDS]):
        zone = p[p[P_FIRST_ZONE] + card]
        s[pile_of(p, zone) + s[size + zone]] = card
        s[size + zone] += 1
        s[p[P_PLACE] + card] = zone
