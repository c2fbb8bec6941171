"""A feasibility study, kept for its numbers: plain play of classic UNO as one kernel over two flat vectors.

Not here: a language, decisions in the middle of an effect, several rounds, capacity checks, a good generator.
The engine has those; this shows their cost. `s` is the state and `p` the program, an int vector each.

    python -m benchmarks.prototype_kernel plain     # the functions on Python lists
    python -m benchmarks.prototype_kernel numba     # ... compiled
"""
# mypy: ignore-errors
# ruff: noqa: SIM102

import sys
import time

N_PLAYERS = 0
TO_PLAY = 1
DIRECTION = 2
COLOR = 3
PHASE = 4
DRAW_N = 5
DISCARD_N = 6
RNG = 7
PLY = 8
WINNER = 9
DRAWN = 10
ADVANCE = 11
RECORD = 12
HAND_SIZE = 16
DRAW_PILE = 32
DISCARD_PILE = 144
HANDS = 256
HAND_CAP = 112
EVENTS = 256 + 1120
EVENT_CAP = 4096
STATE_SIZE = 1376 + 1 + 16384
PHASE_PLAY = 0
PHASE_COLOR = 1
PHASE_OVER = 2
A_DRAW = 1000
A_PASS = 1001
A_COLOR = 1002
M32 = 0xFFFFFFFF
OP_END = 0
OP_SKIP = 1
OP_REVERSE = 2
OP_FORCE_DRAW = 3
OP_CHOOSE_COLOR = 4
OP_JUMP_IF_PLAYERS = 5
E_DRAW = 1
E_PLAY = 2
E_COLOR = 3
E_SHUFFLE = 4
E_SKIP = 5
E_CHANGE_DIRECTION = 6
P_COLOR = 0
P_SYMBOL = 1
P_ON_PLAY = 2
P_CODE = 3


def card_color(p, card):
    return p[p[P_COLOR] + card]


def card_symbol(p, card):
    return p[p[P_SYMBOL] + card]


def emit(s, kind, a, b, c):
    if s[RECORD] == 0:
        return
    n = s[EVENTS]
    if n < EVENT_CAP:
        at = 1 + n * 4
        s[EVENTS + at] = kind
        s[EVENTS + at + 1] = a
        s[EVENTS + at + 2] = b
        s[EVENTS + at + 3] = c
        s[EVENTS] = n + 1


def rand_below(s, n):
    x = s[RNG]
    x ^= (x << 13) & M32
    x ^= x >> 17
    x ^= (x << 5) & M32
    s[RNG] = x
    return (x * n) >> 32


def shuffle_draw_pile(s):
    for i in range(s[DRAW_N] - 1, 0, -1):
        j = rand_below(s, i + 1)
        t = s[DRAW_PILE + i]
        s[DRAW_PILE + i] = s[DRAW_PILE + j]
        s[DRAW_PILE + j] = t


def reshuffle(s):
    n = s[DISCARD_N] - 1
    if n <= 0:
        return
    for i in range(n):
        s[DRAW_PILE + i] = s[DISCARD_PILE + i]
    s[DISCARD_PILE] = s[DISCARD_PILE + n]
    s[DISCARD_N] = 1
    s[DRAW_N] = n
    shuffle_draw_pile(s)
    emit(s, E_SHUFFLE, n, 0, 0)


def draw_card(s, seat):
    if s[DRAW_N] == 0:
        reshuffle(s)
        if s[DRAW_N] == 0:
            return -1
    s[DRAW_N] -= 1
    card = s[DRAW_PILE + s[DRAW_N]]
    s[HANDS + seat * HAND_CAP + s[HAND_SIZE + seat]] = card
    s[HAND_SIZE + seat] += 1
    emit(s, E_DRAW, seat, card, 0)
    return card


def seat_after(s, steps):
    n = s[N_PLAYERS]
    return (s[TO_PLAY] + s[DIRECTION] * steps + 4 * n) % n


def top_discard(s):
    return s[DISCARD_PILE + s[DISCARD_N] - 1]


def is_playable(s, p, card):
    color = card_color(p, card)
    if color == 4 or color == s[COLOR]:
        return True
    return card_symbol(p, card) == card_symbol(p, top_discard(s))


def legal_actions(s, p, out):
    if s[PHASE] == PHASE_COLOR:
        for c in range(4):
            out[c] = A_COLOR + c
        return 4
    seat = s[TO_PLAY]
    size = s[HAND_SIZE + seat]
    base = seat * HAND_CAP
    n = 0
    first = size - 1 if s[DRAWN] != 0 else 0
    for i in range(first, size):
        if is_playable(s, p, s[HANDS + base + i]):
            out[n] = i
            n += 1
    if s[DRAWN] != 0:
        out[n] = A_PASS
        n += 1
    elif n == 0:
        out[n] = A_DRAW
        n += 1
    return n


def run_effects(s, p, pc):
    pc += p[P_CODE]
    while True:
        op = p[pc]
        a = p[pc + 1]
        b = p[pc + 2]
        pc += 3
        if op == OP_END:
            return
        elif op == OP_SKIP:
            s[ADVANCE] += a
            emit(s, E_SKIP, seat_after(s, 1), a, 0)
        elif op == OP_REVERSE:
            s[DIRECTION] = -s[DIRECTION]
            emit(s, E_CHANGE_DIRECTION, s[DIRECTION], 0, 0)
        elif op == OP_FORCE_DRAW:
            target = seat_after(s, 1)
            for _ in range(a):
                draw_card(s, target)
        elif op == OP_CHOOSE_COLOR:
            s[PHASE] = PHASE_COLOR
        elif op == OP_JUMP_IF_PLAYERS:
            if s[N_PLAYERS] == a:
                pc = p[P_CODE] + b


def end_turn(s):
    s[TO_PLAY] = seat_after(s, s[ADVANCE])
    s[ADVANCE] = 1
    s[DRAWN] = 0


def play_card(s, p, i):
    seat = s[TO_PLAY]
    base = seat * HAND_CAP
    card = s[HANDS + base + i]
    s[HAND_SIZE + seat] -= 1
    s[HANDS + base + i] = s[HANDS + base + s[HAND_SIZE + seat]]
    s[DISCARD_PILE + s[DISCARD_N]] = card
    s[DISCARD_N] += 1
    if card_color(p, card) < 4:
        s[COLOR] = card_color(p, card)
    emit(s, E_PLAY, seat, card, 0)
    run_effects(s, p, p[p[P_ON_PLAY] + card])
    if s[HAND_SIZE + seat] == 0:
        s[PHASE] = PHASE_OVER
        s[WINNER] = seat
    elif s[PHASE] == PHASE_PLAY:
        end_turn(s)


def apply_action(s, p, action):
    s[PLY] += 1
    if action >= A_COLOR:
        s[COLOR] = action - A_COLOR
        s[PHASE] = PHASE_PLAY
        emit(s, E_COLOR, s[TO_PLAY], s[COLOR], 0)
        end_turn(s)
    elif action == A_DRAW:
        card = draw_card(s, s[TO_PLAY])
        if card < 0 or not is_playable(s, p, card):
            end_turn(s)
        else:
            s[DRAWN] = 1
    elif action == A_PASS:
        end_turn(s)
    else:
        play_card(s, p, action)


def start_game(s, p, n_players, seed):
    record = s[RECORD]
    for i in range(16):
        s[i] = 0
        s[HAND_SIZE + i] = 0
    s[RECORD] = record
    s[EVENTS] = 0
    s[N_PLAYERS] = n_players
    s[DIRECTION] = 1
    s[ADVANCE] = 1
    s[WINNER] = -1
    s[RNG] = ((seed * 40503 + 2654435769) & M32) | 1
    rand_below(s, 2)
    rand_below(s, 2)
    for i in range(108):
        s[DRAW_PILE + i] = i
    s[DRAW_N] = 108
    shuffle_draw_pile(s)
    for seat in range(n_players):
        for _ in range(7):
            draw_card(s, seat)
    i = s[DRAW_N] - 1
    while card_color(p, s[DRAW_PILE + i]) == 4:
        i -= 1
    top = s[DRAW_PILE + i]
    s[DRAW_PILE + i] = s[DRAW_PILE + s[DRAW_N] - 1]
    s[DRAW_N] -= 1
    s[DISCARD_PILE] = top
    s[DISCARD_N] = 1
    s[COLOR] = card_color(p, top)


def play_game(s, p, out, n_players, seed, max_plies):
    start_game(s, p, n_players, seed)
    while s[PHASE] != PHASE_OVER and s[PLY] < max_plies:
        n = legal_actions(s, p, out)
        apply_action(s, p, out[rand_below(s, n)])
    return s[PLY]


def play_many(s, p, out, wins, n_players, first_seed, n_games, max_plies):
    total = 0
    for g in range(n_games):
        total += play_game(s, p, out, n_players, first_seed + g, max_plies)
        w = s[WINNER]
        if w >= 0:
            wins[w] += 1
    return total


NAMES = [
    "card_color",
    "card_symbol",
    "emit",
    "rand_below",
    "shuffle_draw_pile",
    "reshuffle",
    "draw_card",
    "seat_after",
    "top_discard",
    "is_playable",
    "legal_actions",
    "run_effects",
    "end_turn",
    "play_card",
    "apply_action",
    "start_game",
    "play_game",
    "play_many",
]


def build_program():
    """Return the 108-card deck as tables: colour, symbol, address of the effect program; then the code."""
    code = [0, 0, 0]

    def add(*steps):
        address = len(code)
        for step in steps:
            code.extend(step)
        return address

    skip = add((OP_SKIP, 1, 0), (OP_END, 0, 0))
    reverse = add((OP_REVERSE, 0, 0), (OP_END, 0, 0))
    draw_two = add((OP_FORCE_DRAW, 2, 0), (OP_SKIP, 1, 0), (OP_END, 0, 0))
    wild = add((OP_CHOOSE_COLOR, 0, 0), (OP_END, 0, 0))
    wild_four = add((OP_FORCE_DRAW, 4, 0), (OP_SKIP, 1, 0), (OP_CHOOSE_COLOR, 0, 0), (OP_END, 0, 0))
    played = [0] * 10 + [skip, reverse, draw_two]
    cards = []
    for color in range(4):
        for symbol in range(13):
            cards += [(color, symbol, played[symbol])] * (1 if symbol == 0 else 2)
    cards += [(4, 13, wild)] * 4 + [(4, 14, wild_four)] * 4
    n = len(cards)
    columns = [[card[k] for card in cards] for k in range(3)]
    return [4, 4 + n, 4 + 2 * n, 4 + 3 * n] + columns[0] + columns[1] + columns[2] + code


def prepare(backend):
    """Return the constructor of a vector; for `numba`, compile the functions of this module in place first."""
    if backend != "numba":
        return list
    import numba
    import numpy

    for name in NAMES:
        globals()[name] = numba.njit(cache=True, nogil=True)(globals()[name])
    return lambda values: numpy.array(values, dtype=numpy.int64)


def play(vector, n_players, first_seed, games):
    """Play `games` uniformly at random. Return the number of decisions and the wins of each seat."""
    wins = vector([0] * 10)
    program, state, options = vector(build_program()), vector([0] * STATE_SIZE), vector([0] * 256)
    decisions = play_many(state, program, options, wins, n_players, first_seed, games, 2000)
    return int(decisions), [int(count) for count in wins[:n_players]]


def main(backend):
    vector = prepare(backend)
    started = time.perf_counter()
    play(vector, 4, 1, 1)
    print(f"first call {time.perf_counter() - started:.2f} s")
    games = 100_000 if backend == "numba" else 3_000
    started = time.perf_counter()
    decisions, wins = play(vector, 4, 1, games)
    seconds = time.perf_counter() - started
    print(f"{games / seconds:,.0f} games/s, {decisions / seconds:,.0f} decisions/s, wins {wins}")


if __name__ == "__main__":
    main(sys.argv[1])
