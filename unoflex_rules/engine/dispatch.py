"""The loop that runs a program. Do not edit.

Generated from program/opcodes.py by engine/backend/dispatch_source.py. Not here: what an instruction does in
detail; the bodies call the engine's functions.
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
from unoflex_rules.engine.combinations import (
    begin_gathering,
    gather_card,
    list_chosen,
    list_gathered,
    next_combination,
    offer_combination,
)
from unoflex_rules.engine.counting import count_declared
from unoflex_rules.engine.decisions import add_option, begin_ask, offer_card, offer_cards, offer_each, wait
from unoflex_rules.engine.laying import effect_of_top, lay, random_number, random_of, reveal, set_slot, show
from unoflex_rules.engine.plan import (
    begin_round,
    begin_turn,
    change_direction,
    end_game,
    end_round,
    go_to,
    leave,
    miss_turn,
    next_turn,
    take_turn,
)
from unoflex_rules.engine.prints import kind_on
from unoflex_rules.engine.seats import contains, count_bits, next_seat, seat_after
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import card_at_end, move, move_all, next_card, shuffle, shuffle_face
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
    S_CARD,
    S_DEPTH,
    S_DIRECTION,
    S_ERROR,
    S_FACE,
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
        if op < 39:
            if op < 19:
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
                                pc = p[pc - 4]
                        else:
                            if op < 3:
                                # JUMP_IF
                                if s[p[pc - 4]] != 0:
                                    pc = p[pc - 3]
                            else:
                                # JUMP_UNLESS
                                if s[p[pc - 4]] == 0:
                                    pc = p[pc - 3]
                    else:
                        if op < 6:
                            if op < 5:
                                # JUMP_EQUAL
                                if s[p[pc - 4]] == s[p[pc - 3]]:
                                    pc = p[pc - 2]
                            else:
                                # JUMP_UNEQUAL
                                if s[p[pc - 4]] != s[p[pc - 3]]:
                                    pc = p[pc - 2]
                        else:
                            if op < 7:
                                # JUMP_LESS
                                if s[p[pc - 4]] < s[p[pc - 3]]:
                                    pc = p[pc - 2]
                            else:
                                if op < 8:
                                    # JUMP_AT_LEAST
                                    if s[p[pc - 4]] >= s[p[pc - 3]]:
                                        pc = p[pc - 2]
                                else:
                                    # CALL
                                    s[p[pc - 4]] = pc
                                    pc = p[pc - 3]
                else:
                    if op < 14:
                        if op < 11:
                            if op < 10:
                                # RETURN
                                b = p[pc - 3]
                                pc = s[p[pc - 4]]
                                if b == 1:
                                    w[W_ACTING] = NONE
                            else:
                                # COPY
                                s[p[pc - 4]] = s[p[pc - 3]]
                        else:
                            if op < 12:
                                # ADD
                                s[p[pc - 4]] = s[p[pc - 3]] + s[p[pc - 2]]
                            else:
                                if op < 13:
                                    # SUBTRACT
                                    s[p[pc - 4]] = s[p[pc - 3]] - s[p[pc - 2]]
                                else:
                                    # MULTIPLY
                                    s[p[pc - 4]] = product(s[p[pc - 3]], s[p[pc - 2]])
                    else:
                        if op < 16:
                            if op < 15:
                                # DIVIDE
                                s[p[pc - 4]] = divide(s[p[pc - 3]], s[p[pc - 2]])
                            else:
                                # REMAINDER
                                s[p[pc - 4]] = remainder(s[p[pc - 3]], s[p[pc - 2]])
                        else:
                            if op < 17:
                                # LESSER
                                s[p[pc - 4]] = min(s[p[pc - 3]], s[p[pc - 2]])
                            else:
                                if op < 18:
                                    # GREATER
                                    s[p[pc - 4]] = max(s[p[pc - 3]], s[p[pc - 2]])
                                else:
                                    # EQUAL
                                    s[p[pc - 4]] = 1 if s[p[pc - 3]] == s[p[pc - 2]] else 0
            else:
                if op < 29:
                    if op < 24:
                        if op < 21:
                            if op < 20:
                                # SAME
                                b = p[pc - 3]
                                s[p[pc - 4]] = 1 if s[b] == s[p[pc - 2]] and s[b] != NONE else 0
                            else:
                                # LESS
                                s[p[pc - 4]] = 1 if s[p[pc - 3]] < s[p[pc - 2]] else 0
                        else:
                            if op < 22:
                                # AT_MOST
                                s[p[pc - 4]] = 1 if s[p[pc - 3]] <= s[p[pc - 2]] else 0
                            else:
                                if op < 23:
                                    # NOT
                                    s[p[pc - 4]] = 1 - s[p[pc - 3]]
                                else:
                                    # AND
                                    s[p[pc - 4]] = s[p[pc - 3]] & s[p[pc - 2]]
                    else:
                        if op < 26:
                            if op < 25:
                                # OR
                                s[p[pc - 4]] = s[p[pc - 3]] | s[p[pc - 2]]
                            else:
                                # SELECT
                                s[p[pc - 4]] = s[p[pc - 2]] if s[p[pc - 3]] != 0 else s[p[pc - 1]]
                        else:
                            if op < 27:
                                # LOAD
                                c = p[pc - 2]
                                s[p[pc - 4]] = s[p[pc - 3] + s[c]] if s[c] >= 0 else p[pc - 1]
                            else:
                                if op < 28:
                                    # ATTRIBUTE
                                    s[p[pc - 4]] = attribute(s, p, s[p[pc - 3]], s[p[pc - 2]], p[pc - 1])
                                else:
                                    # FITS
                                    s[p[pc - 4]] = fits(s, p, s[p[pc - 3]], s[p[pc - 2]], table_row(s, p, p[pc - 1]))
                else:
                    if op < 34:
                        if op < 31:
                            if op < 30:
                                # SET
                                w[W_PC] = pc - INSTRUCTION
                                set_slot(s, w, p[pc - 4], s[p[pc - 3]], p[pc - 2])
                            else:
                                # SET_AT
                                b = p[pc - 3]
                                w[W_PC] = pc - INSTRUCTION
                                if s[b] >= 0:
                                    set_slot(s, w, p[pc - 4] + s[b], s[p[pc - 2]], p[pc - 1])
                        else:
                            if op < 32:
                                # REMEMBER
                                remember(s, p, p[pc - 4] + 2 * s[p[pc - 3]], s[p[pc - 2]])
                            else:
                                if op < 33:
                                    # RECALL
                                    s[p[pc - 4]] = recall(s, p, p[pc - 3] + 2 * s[p[pc - 2]])
                                else:
                                    # SEAT_AFTER
                                    s[p[pc - 4]] = seat_after(s, p, s[p[pc - 3]], s[S_DIRECTION] * p[pc - 2])
                    else:
                        if op < 36:
                            if op < 35:
                                # SET_OF
                                b = p[pc - 3]
                                s[p[pc - 4]] = 1 << s[b] if s[b] >= 0 else 0
                            else:
                                # CONTAINS
                                s[p[pc - 4]] = contains(s[p[pc - 3]], s[p[pc - 2]])
                        else:
                            if op < 37:
                                # WITHOUT
                                s[p[pc - 4]] = s[p[pc - 3]] & ~s[p[pc - 2]]
                            else:
                                if op < 38:
                                    # SIZE
                                    s[p[pc - 4]] = count_bits(s[p[pc - 3]])
                                else:
                                    # EACH_SEAT
                                    a = p[pc - 4]
                                    s[a] = s[p[pc - 3]]
                                    s[a + 1] = s[p[pc - 2]]
                                    s[a + 2] = s[S_DIRECTION]
        else:
            if op < 59:
                if op < 49:
                    if op < 44:
                        if op < 41:
                            if op < 40:
                                # NEXT_SEAT
                                if next_seat(s, p, p[pc - 4], p[pc - 3], pc - INSTRUCTION) == 0:
                                    pc = p[pc - 2]
                            else:
                                # ACT_AT
                                s[S_DEPTH] = p[pc - 4]
                        else:
                            if op < 42:
                                # RANDOM
                                w[W_PC] = pc - INSTRUCTION
                                s[p[pc - 4]] = random_number(s, w, s[p[pc - 3]])
                            else:
                                if op < 43:
                                    # PICK
                                    w[W_PC] = pc - INSTRUCTION
                                    s[p[pc - 4]] = random_of(s, w, s[p[pc - 3]])
                                else:
                                    # TAKE
                                    s[p[pc - 4]] = card_at_end(s, p, s[p[pc - 3]], p[pc - 2])
                    else:
                        if op < 46:
                            if op < 45:
                                # MOVE
                                w[W_PC] = pc - INSTRUCTION
                                move(s, p, w, s[p[pc - 4]], s[p[pc - 3]], p[pc - 2])
                            else:
                                # MOVE_ALL
                                w[W_PC] = pc - INSTRUCTION
                                move_all(s, p, w, s[p[pc - 4]], s[p[pc - 3]], s[p[pc - 2]], p[pc - 1])
                        else:
                            if op < 47:
                                # SHUFFLE
                                w[W_PC] = pc - INSTRUCTION
                                shuffle(s, p, w, s[p[pc - 4]])
                                if s[S_STATUS] != RUNNING:
                                    budget = 0
                            else:
                                if op < 48:
                                    # SHUFFLE_FACE
                                    w[W_PC] = pc - INSTRUCTION
                                    shuffle_face(s, p, w, s[p[pc - 4]], s[p[pc - 3]])
                                else:
                                    # EACH_CARD
                                    a = p[pc - 4]
                                    b = p[pc - 3]
                                    s[a] = s[p[P_SIZE] + s[b]] if s[b] >= 0 else 0
                                    s[a + 1] = s[b]
                                    s[a + 2] = NONE
                else:
                    if op < 54:
                        if op < 51:
                            if op < 50:
                                # NEXT_CARD
                                if next_card(s, p, p[pc - 4]) == 0:
                                    pc = p[pc - 3]
                            else:
                                # COUNT_FITS
                                s[p[pc - 4]] = count_fits(s, p, s[p[pc - 3]], s[p[pc - 2]], p[pc - 1])
                        else:
                            if op < 52:
                                # TOTAL
                                s[p[pc - 4]] = total(s, p, s[p[pc - 3]], s[p[pc - 2]], p[pc - 1])
                            else:
                                if op < 53:
                                    # ASK
                                    begin_ask(s, w, s[p[pc - 4]], pc - INSTRUCTION)
                                else:
                                    # OPTION
                                    add_option(s, p, w, p[pc - 4], s[p[pc - 3]], s[p[pc - 2]], s[p[pc - 1]])
                    else:
                        if op < 56:
                            if op < 55:
                                # OPTION_CARDS
                                offer_cards(s, p, w, p[pc - 4], s[p[pc - 3]], p[pc - 2])
                            else:
                                # OPTION_CARD
                                offer_card(s, p, w, p[pc - 4], s[p[pc - 3]], s[p[pc - 2]])
                        else:
                            if op < 57:
                                # OPTION_EACH
                                offer_each(s, p, w, p[pc - 4], s[p[pc - 3]])
                            else:
                                if op < 58:
                                    # WAIT
                                    w[W_PC] = pc - INSTRUCTION
                                    pc = wait(s, p, w, p[pc - 4], pc)
                                    if s[S_STATUS] != RUNNING:
                                        budget = 0
                                else:
                                    # LAY
                                    w[W_PC] = pc - INSTRUCTION
                                    lay(s, p, w, s[p[pc - 4]], s[p[pc - 3]], s[p[pc - 2]], s[p[pc - 1]])
            else:
                if op < 69:
                    if op < 64:
                        if op < 61:
                            if op < 60:
                                # SHOW
                                w[W_PC] = pc - INSTRUCTION
                                show(s, p, w, s[p[pc - 4]], s[p[pc - 3]], 0)
                            else:
                                # RESOLVE
                                b = p[pc - 3]
                                b = effect_of_top(s, p, s[b])
                                if b != 0:
                                    w[W_ACTING] = kind_on(s, p, s[S_CARD], s[S_FACE])
                                    s[p[pc - 4]] = pc
                                    pc = b
                        else:
                            if op < 62:
                                # CHANGE_DIRECTION
                                w[W_PC] = pc - INSTRUCTION
                                change_direction(s, w)
                            else:
                                if op < 63:
                                    # MISS_TURN
                                    w[W_PC] = pc - INSTRUCTION
                                    miss_turn(s, w, s[p[pc - 4]], s[p[pc - 3]])
                                else:
                                    # GO_TO
                                    w[W_PC] = pc - INSTRUCTION
                                    go_to(s, w, s[p[pc - 4]], p[pc - 3])
                    else:
                        if op < 66:
                            if op < 65:
                                # TAKE_TURN
                                w[W_PC] = pc - INSTRUCTION
                                take_turn(s, w, s[p[pc - 4]])
                            else:
                                # BEGIN_TURN
                                w[W_PC] = pc - INSTRUCTION
                                begin_turn(s, p, w)
                                if s[S_STATUS] != RUNNING:
                                    budget = 0
                        else:
                            if op < 67:
                                # NEXT_TURN
                                w[W_PC] = pc - INSTRUCTION
                                pc = next_turn(s, p, w)
                            else:
                                if op < 68:
                                    # LEAVE
                                    c = p[pc - 2]
                                    d = p[pc - 1]
                                    w[W_PC] = pc - INSTRUCTION
                                    d = s[c] if d == 1 else pc + INSTRUCTION
                                    s[c] = leave(s, p, w, s[p[pc - 4]], p[pc - 3], d)
                                else:
                                    # BEGIN_ROUND
                                    w[W_PC] = pc - INSTRUCTION
                                    begin_round(s, p, w)
                                    if s[S_STATUS] != RUNNING:
                                        budget = 0
                else:
                    if op < 74:
                        if op < 71:
                            if op < 70:
                                # END_ROUND
                                w[W_PC] = pc - INSTRUCTION
                                end_round(s, p, w, s[p[pc - 4]], p[pc - 3])
                                pc = p[P_ROUND_END]
                            else:
                                # END_GAME
                                w[W_PC] = pc - INSTRUCTION
                                end_game(s, w, s[p[pc - 4]], p[pc - 3])
                                budget = 0
                        else:
                            if op < 72:
                                # REVEAL
                                w[W_PC] = pc - INSTRUCTION
                                reveal(s, p, w, s[p[pc - 4]], s[p[pc - 3]], p[pc - 2])
                            else:
                                if op < 73:
                                    # COUNT
                                    count_declared(p, w, p[pc - 4], s[p[pc - 3]])
                                else:
                                    # GATHER
                                    begin_gathering(p, w)
                    else:
                        if op < 76:
                            if op < 75:
                                # GATHER_CARD
                                gather_card(s, p, w, p[pc - 4], s[p[pc - 3]], s[p[pc - 2]], s[p[pc - 1]])
                                if s[S_STATUS] != RUNNING:
                                    budget = 0
                            else:
                                # NEXT_COMBINATION
                                if next_combination(s, p, w, p[pc - 4], p[pc - 3], s[p[pc - 2]]) == 0:
                                    pc = p[pc - 1]
                                if s[S_STATUS] != RUNNING:
                                    budget = 0
                        else:
                            if op < 77:
                                # OPTION_COMBINATION
                                offer_combination(p, w, p[pc - 4], s[p[pc - 3]])
                            else:
                                if op < 78:
                                    # CHOSEN
                                    list_chosen(s, p, p[pc - 4])
                                else:
                                    # GATHERED
                                    list_gathered(s, p, w, p[pc - 4])
    if s[S_STATUS] == RUNNING:
        s[S_STATUS] = BROKEN
        s[S_ERROR] = ERROR_BUDGET
        s[S_PC] = pc
