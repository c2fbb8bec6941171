"""The loop that carries out a program. Generated from program/opcodes.py by engine/generate.py: do not edit.

Not here: what an instruction does in detail; the bodies call the engine's functions.
"""

from __future__ import annotations

from unoflex_rules.engine.cards import (
    attribute,
    count_fits,
    divide,
    fits,
    recall,
    remainder,
    remember,
    table_row,
    total,
)
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
    P_ROUND_END,
    P_SIZE,
    RUNNING,
    S_DEPTH,
    S_DIRECTION,
    S_ERROR,
    S_IN,
    S_PC,
    S_STATUS,
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
        a = p[pc + 1]
        b = p[pc + 2]
        c = p[pc + 3]
        d = p[pc + 4]
        pc += INSTRUCTION
        if op < 33:
            if op < 16:
                if op < 8:
                    if op < 4:
                        if op < 2:
                            if op < 1:
                                # HALT
                                pc -= INSTRUCTION
                                s[S_STATUS] = BROKEN
                                s[S_ERROR] = ERROR_PROMISE
                            else:
                                # JUMP
                                pc = a
                        else:
                            if op < 3:
                                # JUMP_IF
                                if s[a] != 0:
                                    pc = b
                            else:
                                # JUMP_UNLESS
                                if s[a] == 0:
                                    pc = b
                    else:
                        if op < 6:
                            if op < 5:
                                # CALL
                                s[a] = pc
                                pc = b
                            else:
                                # RETURN
                                pc = s[a]
                        else:
                            if op < 7:
                                # COPY
                                s[a] = s[b]
                            else:
                                # ADD
                                s[a] = s[b] + s[c]
                else:
                    if op < 12:
                        if op < 10:
                            if op < 9:
                                # SUBTRACT
                                s[a] = s[b] - s[c]
                            else:
                                # MULTIPLY
                                s[a] = s[b] * s[c]
                        else:
                            if op < 11:
                                # DIVIDE
                                s[a] = divide(s[b], s[c])
                            else:
                                # REMAINDER
                                s[a] = remainder(s[b], s[c])
                    else:
                        if op < 14:
                            if op < 13:
                                # LESSER
                                s[a] = min(s[b], s[c])
                            else:
                                # GREATER
                                s[a] = max(s[b], s[c])
                        else:
                            if op < 15:
                                # EQUAL
                                s[a] = 1 if s[b] == s[c] else 0
                            else:
                                # SAME
                                s[a] = 1 if s[b] == s[c] and s[b] != NONE else 0
            else:
                if op < 24:
                    if op < 20:
                        if op < 18:
                            if op < 17:
                                # LESS
                                s[a] = 1 if s[b] < s[c] else 0
                            else:
                                # AT_MOST
                                s[a] = 1 if s[b] <= s[c] else 0
                        else:
                            if op < 19:
                                # NOT
                                s[a] = 1 - s[b]
                            else:
                                # AND
                                s[a] = s[b] & s[c]
                    else:
                        if op < 22:
                            if op < 21:
                                # OR
                                s[a] = s[b] | s[c]
                            else:
                                # SELECT
                                s[a] = s[c] if s[b] != 0 else s[d]
                        else:
                            if op < 23:
                                # LOAD
                                s[a] = s[b + s[c]] if s[c] >= 0 else d
                            else:
                                # ATTRIBUTE
                                s[a] = attribute(p, s[b], s[c], d)
                else:
                    if op < 28:
                        if op < 26:
                            if op < 25:
                                # FITS
                                s[a] = fits(p, s[b], s[c], table_row(s, p, d))
                            else:
                                # PUT
                                w[W_PC] = pc - INSTRUCTION
                                put(s, w, a, s[b])
                        else:
                            if op < 27:
                                # PUT_AT
                                w[W_PC] = pc - INSTRUCTION
                                if s[b] >= 0:
                                    put(s, w, a + s[b], s[c])
                            else:
                                # REMEMBER
                                remember(s, p, a + 2 * s[b], s[c])
                    else:
                        if op < 30:
                            if op < 29:
                                # RECALL
                                s[a] = recall(s, p, b + 2 * s[c])
                            else:
                                # SEAT_AFTER
                                s[a] = seat_after(s, p, s[b], s[S_DIRECTION] * c)
                        else:
                            if op < 31:
                                # SET_OF
                                s[a] = 1 << s[b] if s[b] >= 0 else 0
                            else:
                                if op < 32:
                                    # CONTAINS
                                    s[a] = contains(s[b], s[c])
                                else:
                                    # WITHOUT
                                    s[a] = s[b] & ~s[c]
        else:
            if op < 50:
                if op < 41:
                    if op < 37:
                        if op < 35:
                            if op < 34:
                                # COUNT
                                s[a] = count_bits(s[b])
                            else:
                                # EACH_SEAT
                                s[a] = s[b] & s[S_IN]
                                s[a + 1] = s[c]
                                s[a + 2] = s[S_DIRECTION]
                        else:
                            if op < 36:
                                # NEXT_SEAT
                                if next_seat(s, p, a, b, pc - INSTRUCTION) == 0:
                                    pc = c
                            else:
                                # ACT_AT
                                s[S_DEPTH] = a
                    else:
                        if op < 39:
                            if op < 38:
                                # RANDOM
                                w[W_PC] = pc - INSTRUCTION
                                s[a] = random_number(s, w, s[b])
                            else:
                                # PICK
                                w[W_PC] = pc - INSTRUCTION
                                s[a] = random_of(s, w, s[b])
                        else:
                            if op < 40:
                                # TAKE
                                s[a] = card_at_end(s, p, s[b], c)
                            else:
                                # MOVE
                                w[W_PC] = pc - INSTRUCTION
                                move(s, p, w, s[a], s[b], c)
                else:
                    if op < 45:
                        if op < 43:
                            if op < 42:
                                # MOVE_ALL
                                w[W_PC] = pc - INSTRUCTION
                                move_all(s, p, w, s[a], s[b], s[c], d)
                            else:
                                # SHUFFLE
                                w[W_PC] = pc - INSTRUCTION
                                shuffle(s, p, w, s[a])
                        else:
                            if op < 44:
                                # EACH_CARD
                                s[a] = s[p[P_SIZE] + s[b]] if s[b] >= 0 else 0
                                s[a + 1] = s[b]
                            else:
                                # NEXT_CARD
                                if next_card(s, p, a) == 0:
                                    pc = b
                    else:
                        if op < 47:
                            if op < 46:
                                # COUNT_FITS
                                s[a] = count_fits(s, p, s[b], s[c], d)
                            else:
                                # TOTAL
                                s[a] = total(s, p, s[b], s[c], d)
                        else:
                            if op < 48:
                                # ASK
                                begin_ask(s, w, s[a], pc - INSTRUCTION)
                            else:
                                if op < 49:
                                    # OPTION
                                    add_option(s, p, w, a, s[b], s[c], s[d])
                                else:
                                    # OPTION_CARDS
                                    offer_cards(s, p, w, a, s[b], c)
            else:
                if op < 58:
                    if op < 54:
                        if op < 52:
                            if op < 51:
                                # OPTION_CARD
                                offer_card(s, p, w, a, s[b], s[c])
                            else:
                                # OPTION_EACH
                                offer_each(s, p, w, a, s[b])
                        else:
                            if op < 53:
                                # WAIT
                                w[W_PC] = pc - INSTRUCTION
                                pc = wait(s, p, w, a, pc)
                                if s[S_STATUS] != RUNNING:
                                    budget = 0
                            else:
                                # LAY
                                w[W_PC] = pc - INSTRUCTION
                                lay(s, p, w, s[a], s[b], s[c], s[d])
                    else:
                        if op < 56:
                            if op < 55:
                                # SHOW
                                w[W_PC] = pc - INSTRUCTION
                                show(s, p, w, s[a], s[b])
                            else:
                                # RESOLVE
                                b = effect_of_top(s, p, s[b])
                                if b != 0:
                                    s[a] = pc
                                    pc = b
                        else:
                            if op < 57:
                                # REVERSE
                                w[W_PC] = pc - INSTRUCTION
                                reverse(s, w)
                            else:
                                # MISS
                                w[W_PC] = pc - INSTRUCTION
                                miss_turns(s, w, s[a], s[b])
                else:
                    if op < 62:
                        if op < 60:
                            if op < 59:
                                # GO
                                w[W_PC] = pc - INSTRUCTION
                                go_to(s, w, s[a])
                            else:
                                # TAKE_TURN
                                w[W_PC] = pc - INSTRUCTION
                                take_turn(s, w, s[a])
                        else:
                            if op < 61:
                                # BEGIN_TURN
                                w[W_PC] = pc - INSTRUCTION
                                begin_turn(s, p, w)
                                if s[S_STATUS] != RUNNING:
                                    budget = 0
                            else:
                                # NEXT_TURN
                                w[W_PC] = pc - INSTRUCTION
                                pc = next_turn(s, p, w)
                    else:
                        if op < 64:
                            if op < 63:
                                # LEAVE
                                w[W_PC] = pc - INSTRUCTION
                                pc = leave(s, p, w, s[a], b, pc)
                            else:
                                # BEGIN_ROUND
                                w[W_PC] = pc - INSTRUCTION
                                begin_round(s, p, w)
                        else:
                            if op < 65:
                                # END_ROUND
                                w[W_PC] = pc - INSTRUCTION
                                end_round(s, w, s[a], b)
                                pc = p[P_ROUND_END]
                            else:
                                if op < 66:
                                    # END_GAME
                                    w[W_PC] = pc - INSTRUCTION
                                    end_game(s, w, s[a], b)
                                    budget = 0
                                else:
                                    # REVEAL
                                    w[W_PC] = pc - INSTRUCTION
                                    reveal(s, w, s[a], s[b])
    if s[S_STATUS] == RUNNING:
        s[S_STATUS] = BROKEN
        s[S_ERROR] = ERROR_BUDGET
        s[S_PC] = pc
