"""The loop that carries out a program. Generated from program/opcodes.py by engine/generate.py: do not edit.

Not here: what an instruction does in detail; the bodies call the engine's functions.
"""

from __future__ import annotations

from unoflex_rules.engine.cards import (
    attribute,
    count_fits,
    divide,
    fits,
    product,
    recall,
    remainder,
    remember,
    table_row,
    total,
)
from unoflex_rules.engine.counting import count_declared
from unoflex_rules.engine.decisions import add_option, begin_ask, offer_card, offer_cards, offer_each, wait
from unoflex_rules.engine.laying import effect_of_top, lay, put, random_number, random_of, reveal, show
from unoflex_rules.engine.plan import (
    begin_round,
    begin_turn,
    end_game,
    end_round,
    go_to,
    leave,
    miss_turns,
    next_turn,
    reverse,
    take_turn,
)
from unoflex_rules.engine.seats import contains, count_bits, next_seat, seat_after
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import card_at_end, move, move_all, next_card, shuffle
from unoflex_rules.program.layout import (
    BROKEN,
    ERROR_BUDGET,
    ERROR_PROMISE,
    INSTRUCTION,
    NONE,
    P_BUDGET,
    P_KIND,
    P_ROUND_END,
    P_SIZE,
    RUNNING,
    S_CARD,
    S_DEPTH,
    S_DIRECTION,
    S_ERROR,
    S_PC,
    S_STATUS,
    W_ACTING,
    W_PC,
)


def run(s: Vector, p: Vector, w: Vector) -> None:
    """Carry on from where the program stands until somebody is asked, the game is over, or a guard stops it.

    Expects s[S_STATUS] == RUNNING. The status afterwards is any other one.
    """
    pc = s[S_PC]
    budget = p[P_BUDGET]
    while budget > 0:
        budget -= 1
        op = p[pc]
        pc += INSTRUCTION
        if op < 36:
            if op < 18:
                if op < 9:
                    if op < 4:
                        if op < 2:
                            if op < 1:
                                # HALT
                                pc -= INSTRUCTION
                                s[S_STATUS] = BROKEN
                                s[S_ERROR] = ERROR_PROMISE
                            else:
                                # JUMP
                                a = p[pc - 4]
                                pc = a
                        else:
                            if op < 3:
                                # JUMP_IF
                                a = p[pc - 4]
                                b = p[pc - 3]
                                if s[a] != 0:
                                    pc = b
                            else:
                                # JUMP_UNLESS
                                a = p[pc - 4]
                                b = p[pc - 3]
                                if s[a] == 0:
                                    pc = b
                    else:
                        if op < 6:
                            if op < 5:
                                # JUMP_EQUAL
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                if s[a] == s[b]:
                                    pc = c
                            else:
                                # JUMP_UNEQUAL
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                if s[a] != s[b]:
                                    pc = c
                        else:
                            if op < 7:
                                # JUMP_LESS
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                if s[a] < s[b]:
                                    pc = c
                            else:
                                if op < 8:
                                    # JUMP_AT_LEAST
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    if s[a] >= s[b]:
                                        pc = c
                                else:
                                    # CALL
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    s[a] = pc
                                    pc = b
                else:
                    if op < 13:
                        if op < 11:
                            if op < 10:
                                # RETURN
                                a = p[pc - 4]
                                b = p[pc - 3]
                                pc = s[a]
                                if b == 1:
                                    w[W_ACTING] = NONE
                            else:
                                # COPY
                                a = p[pc - 4]
                                b = p[pc - 3]
                                s[a] = s[b]
                        else:
                            if op < 12:
                                # ADD
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = s[b] + s[c]
                            else:
                                # SUBTRACT
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = s[b] - s[c]
                    else:
                        if op < 15:
                            if op < 14:
                                # MULTIPLY
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = product(s[b], s[c])
                            else:
                                # DIVIDE
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = divide(s[b], s[c])
                        else:
                            if op < 16:
                                # REMAINDER
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = remainder(s[b], s[c])
                            else:
                                if op < 17:
                                    # LESSER
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    s[a] = min(s[b], s[c])
                                else:
                                    # GREATER
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    s[a] = max(s[b], s[c])
            else:
                if op < 27:
                    if op < 22:
                        if op < 20:
                            if op < 19:
                                # EQUAL
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = 1 if s[b] == s[c] else 0
                            else:
                                # SAME
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = 1 if s[b] == s[c] and s[b] != NONE else 0
                        else:
                            if op < 21:
                                # LESS
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = 1 if s[b] < s[c] else 0
                            else:
                                # AT_MOST
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = 1 if s[b] <= s[c] else 0
                    else:
                        if op < 24:
                            if op < 23:
                                # NOT
                                a = p[pc - 4]
                                b = p[pc - 3]
                                s[a] = 1 - s[b]
                            else:
                                # AND
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = s[b] & s[c]
                        else:
                            if op < 25:
                                # OR
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = s[b] | s[c]
                            else:
                                if op < 26:
                                    # SELECT
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    d = p[pc - 1]
                                    s[a] = s[c] if s[b] != 0 else s[d]
                                else:
                                    # LOAD
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    d = p[pc - 1]
                                    s[a] = s[b + s[c]] if s[c] >= 0 else d
                else:
                    if op < 31:
                        if op < 29:
                            if op < 28:
                                # ATTRIBUTE
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                d = p[pc - 1]
                                s[a] = attribute(p, s[b], s[c], d)
                            else:
                                # FITS
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                d = p[pc - 1]
                                s[a] = fits(p, s[b], s[c], table_row(s, p, d))
                        else:
                            if op < 30:
                                # PUT
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                w[W_PC] = pc - INSTRUCTION
                                put(s, w, a, s[b], c)
                            else:
                                # PUT_AT
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                d = p[pc - 1]
                                w[W_PC] = pc - INSTRUCTION
                                if s[b] >= 0:
                                    put(s, w, a + s[b], s[c], d)
                    else:
                        if op < 33:
                            if op < 32:
                                # REMEMBER
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                remember(s, p, a + 2 * s[b], s[c])
                            else:
                                # RECALL
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = recall(s, p, b + 2 * s[c])
                        else:
                            if op < 34:
                                # SEAT_AFTER
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = seat_after(s, p, s[b], s[S_DIRECTION] * c)
                            else:
                                if op < 35:
                                    # SET_OF
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    s[a] = 1 << s[b] if s[b] >= 0 else 0
                                else:
                                    # CONTAINS
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    s[a] = contains(s[b], s[c])
        else:
            if op < 54:
                if op < 45:
                    if op < 40:
                        if op < 38:
                            if op < 37:
                                # WITHOUT
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = s[b] & ~s[c]
                            else:
                                # COUNT
                                a = p[pc - 4]
                                b = p[pc - 3]
                                s[a] = count_bits(s[b])
                        else:
                            if op < 39:
                                # EACH_SEAT
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                s[a] = s[b]
                                s[a + 1] = s[c]
                                s[a + 2] = s[S_DIRECTION]
                            else:
                                # NEXT_SEAT
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                if next_seat(s, p, a, b, pc - INSTRUCTION) == 0:
                                    pc = c
                    else:
                        if op < 42:
                            if op < 41:
                                # ACT_AT
                                a = p[pc - 4]
                                s[S_DEPTH] = a
                            else:
                                # RANDOM
                                a = p[pc - 4]
                                b = p[pc - 3]
                                w[W_PC] = pc - INSTRUCTION
                                s[a] = random_number(s, w, s[b])
                        else:
                            if op < 43:
                                # PICK
                                a = p[pc - 4]
                                b = p[pc - 3]
                                w[W_PC] = pc - INSTRUCTION
                                s[a] = random_of(s, w, s[b])
                            else:
                                if op < 44:
                                    # TAKE
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    s[a] = card_at_end(s, p, s[b], c)
                                else:
                                    # MOVE
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    w[W_PC] = pc - INSTRUCTION
                                    move(s, p, w, s[a], s[b], c)
                else:
                    if op < 49:
                        if op < 47:
                            if op < 46:
                                # MOVE_ALL
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                d = p[pc - 1]
                                w[W_PC] = pc - INSTRUCTION
                                move_all(s, p, w, s[a], s[b], s[c], d)
                            else:
                                # SHUFFLE
                                a = p[pc - 4]
                                w[W_PC] = pc - INSTRUCTION
                                shuffle(s, p, w, s[a])
                        else:
                            if op < 48:
                                # EACH_CARD
                                a = p[pc - 4]
                                b = p[pc - 3]
                                s[a] = s[p[P_SIZE] + s[b]] if s[b] >= 0 else 0
                                s[a + 1] = s[b]
                                s[a + 2] = NONE
                            else:
                                # NEXT_CARD
                                a = p[pc - 4]
                                b = p[pc - 3]
                                if next_card(s, p, a) == 0:
                                    pc = b
                    else:
                        if op < 51:
                            if op < 50:
                                # COUNT_FITS
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                d = p[pc - 1]
                                s[a] = count_fits(s, p, s[b], s[c], d)
                            else:
                                # TOTAL
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                d = p[pc - 1]
                                s[a] = total(s, p, s[b], s[c], d)
                        else:
                            if op < 52:
                                # ASK
                                a = p[pc - 4]
                                begin_ask(s, w, s[a], pc - INSTRUCTION)
                            else:
                                if op < 53:
                                    # OPTION
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    d = p[pc - 1]
                                    add_option(s, p, w, a, s[b], s[c], s[d])
                                else:
                                    # OPTION_CARDS
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    c = p[pc - 2]
                                    offer_cards(s, p, w, a, s[b], c)
            else:
                if op < 63:
                    if op < 58:
                        if op < 56:
                            if op < 55:
                                # OPTION_CARD
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                offer_card(s, p, w, a, s[b], s[c])
                            else:
                                # OPTION_EACH
                                a = p[pc - 4]
                                b = p[pc - 3]
                                offer_each(s, p, w, a, s[b])
                        else:
                            if op < 57:
                                # WAIT
                                a = p[pc - 4]
                                w[W_PC] = pc - INSTRUCTION
                                pc = wait(s, p, w, a, pc)
                                if s[S_STATUS] != RUNNING:
                                    budget = 0
                            else:
                                # LAY
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                d = p[pc - 1]
                                w[W_PC] = pc - INSTRUCTION
                                lay(s, p, w, s[a], s[b], s[c], s[d])
                    else:
                        if op < 60:
                            if op < 59:
                                # SHOW
                                a = p[pc - 4]
                                b = p[pc - 3]
                                w[W_PC] = pc - INSTRUCTION
                                show(s, p, w, s[a], s[b])
                            else:
                                # RESOLVE
                                a = p[pc - 4]
                                b = p[pc - 3]
                                b = effect_of_top(s, p, s[b])
                                if b != 0:
                                    w[W_ACTING] = p[p[P_KIND] + s[S_CARD]]
                                    s[a] = pc
                                    pc = b
                        else:
                            if op < 61:
                                # REVERSE
                                w[W_PC] = pc - INSTRUCTION
                                reverse(s, w)
                            else:
                                if op < 62:
                                    # MISS
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    w[W_PC] = pc - INSTRUCTION
                                    miss_turns(s, w, s[a], s[b])
                                else:
                                    # GO
                                    a = p[pc - 4]
                                    w[W_PC] = pc - INSTRUCTION
                                    go_to(s, w, s[a])
                else:
                    if op < 67:
                        if op < 65:
                            if op < 64:
                                # TAKE_TURN
                                a = p[pc - 4]
                                w[W_PC] = pc - INSTRUCTION
                                take_turn(s, w, s[a])
                            else:
                                # BEGIN_TURN
                                w[W_PC] = pc - INSTRUCTION
                                begin_turn(s, p, w)
                                if s[S_STATUS] != RUNNING:
                                    budget = 0
                        else:
                            if op < 66:
                                # NEXT_TURN
                                w[W_PC] = pc - INSTRUCTION
                                pc = next_turn(s, p, w)
                            else:
                                # LEAVE
                                a = p[pc - 4]
                                b = p[pc - 3]
                                c = p[pc - 2]
                                d = p[pc - 1]
                                w[W_PC] = pc - INSTRUCTION
                                s[c] = leave(s, p, w, s[a], b, s[c] if d == 1 else pc + INSTRUCTION)
                    else:
                        if op < 69:
                            if op < 68:
                                # BEGIN_ROUND
                                w[W_PC] = pc - INSTRUCTION
                                begin_round(s, p, w)
                                if s[S_STATUS] != RUNNING:
                                    budget = 0
                            else:
                                # END_ROUND
                                a = p[pc - 4]
                                b = p[pc - 3]
                                w[W_PC] = pc - INSTRUCTION
                                end_round(s, p, w, s[a], b)
                                pc = p[P_ROUND_END]
                        else:
                            if op < 70:
                                # END_GAME
                                a = p[pc - 4]
                                b = p[pc - 3]
                                w[W_PC] = pc - INSTRUCTION
                                end_game(s, w, s[a], b)
                                budget = 0
                            else:
                                if op < 71:
                                    # REVEAL
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    w[W_PC] = pc - INSTRUCTION
                                    reveal(s, w, s[a], s[b])
                                else:
                                    # TALLY
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    count_declared(p, w, a, s[b])
    if s[S_STATUS] == RUNNING:
        s[S_STATUS] = BROKEN
        s[S_ERROR] = ERROR_BUDGET
        s[S_PC] = pc
