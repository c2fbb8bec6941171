"""Decisions: which seat is asked, its options, and taking one. Not here: who chooses (batch.py, game.py).

Options are kept in the work space as offers: an offer stands for all options that differ only in the values named.
Asking again writes the same offers and changes no state.
"""

from __future__ import annotations

from unoflex_rules.engine.cards import divide, remainder, table_row
from unoflex_rules.engine.prints import look_of, look_on
from unoflex_rules.engine.record import emit
from unoflex_rules.engine.seats import bit_at, count_bits
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import pile_of
from unoflex_rules.program.events import E_CHOICE, E_TAKEN, E_WITH
from unoflex_rules.program.layout import (
    ASKING,
    BIT_MASK,
    BROKEN,
    CHOSEN_CARD,
    COMBINED,
    COMBINED_BITS,
    ERROR_NO_OPTION,
    ERROR_OPTIONS,
    FACE_BITS,
    FACE_MASK,
    MAX_OPTIONS,
    MAX_TAKEN,
    NONE,
    O_CARD,
    O_CHOICES,
    O_CHOICES_2,
    O_DESC,
    O_FACE,
    O_FIRST,
    O_VERB,
    OFFER_COLUMNS,
    OPTION_ANNOUNCES,
    OPTION_CALL,
    OPTION_FACE,
    OPTION_LABEL,
    OPTION_LAST_RESORT,
    OPTION_OF,
    OPTION_QUIET,
    OPTION_SEEN,
    OPTION_VERB,
    P_CARD_ATTRIBUTES,
    P_CARD_STATE,
    P_CARDS,
    P_CHOICE_FIELDS,
    P_CHOICE_MASKS,
    P_CHOICES,
    P_FACES,
    P_LOOKS,
    P_PLACE,
    P_PRINTS,
    P_SIZE,
    RUNNING,
    S_ASK,
    S_ASKED,
    S_CARD,
    S_CARD_FACE,
    S_CHANGED,
    S_CHOICE,
    S_CHOICE_2,
    S_DECISIONS,
    S_ERROR,
    S_IN_GAME,
    S_LIMIT,
    S_PC,
    S_ROUND_DECISIONS,
    S_STATUS,
    TAKEN_COLUMNS,
    UNFINISHED,
    W_CALLS,
    W_MARKS,
    W_OFFER,
    W_OFFERS,
    W_OPTIONS,
    W_PC,
    W_RECORD,
    W_STAMP,
    W_TAKEN,
    W_UNASKED,
    W_VERB,
    WORD_SHIFT,
)


def begin_ask(s: Vector, w: Vector, seat: int, pc: int) -> None:
    """Begin a decision of `seat`, without options so far."""
    s[S_ASKED] = seat
    s[S_ASK] = pc
    w[W_OPTIONS] = 0
    w[W_OFFERS] = 0
    w[W_CALLS] = 0


def push_offer(w: Vector, verb: int, card: int, face: int, choices: int, choices2: int, desc: int) -> None:
    """Add an option for each combination of the values of two sets; one option if the first set is empty.

    A number below 0 is not a set but a card that is named.
    """
    n = w[W_OPTIONS]
    many = 1
    if choices != 0:
        if choices > 0:
            many = count_bits(choices)
        if choices2 > 0:
            many *= count_bits(choices2)
    w[W_OPTIONS] = n + many
    if n >= MAX_OPTIONS:
        return
    at = W_OFFER + w[W_OFFERS] * OFFER_COLUMNS
    w[W_OFFERS] += 1
    w[at + O_VERB] = verb
    w[at + O_CARD] = card
    w[at + O_FACE] = face
    w[at + O_CHOICES] = choices
    w[at + O_CHOICES_2] = choices2
    w[at + O_DESC] = desc
    w[at + O_FIRST] = n


def offer_of(w: Vector, k: int) -> int:
    """Work space offset of the offer with the k-th option."""
    at = W_OFFER + (w[W_OFFERS] - 1) * OFFER_COLUMNS
    while w[at + O_FIRST] > k:
        at -= OFFER_COLUMNS
    return at


def choice_values(s: Vector, p: Vector, choice: int) -> int:
    """The set of values that a choice allows now; empty for NONE, whose slot comes before the others."""
    return s[p[p[P_CHOICE_MASKS] + choice]]


def announced(s: Vector, p: Vector, desc: int, card: int, face: int, place: int) -> int:
    """The values to name with a play as the first (0) or second (1) choice: a set, empty for no choice, or a card."""
    if p[desc + OPTION_ANNOUNCES] == 0:
        return 0
    choice = p[p[P_CHOICES] + 2 * look_on(s, p, card, face) + place]
    values = choice_values(s, p, choice)
    if values > 0 and p[p[P_CHOICE_FIELDS] + choice] < 0:
        values = values & s[S_IN_GAME]
    return values


def push_play(s: Vector, p: Vector, w: Vector, desc: int, card: int, face: int) -> None:
    """Offer a card on a face, once for each combination of its announced choices."""
    first = announced(s, p, desc, card, face, 0)
    second = 0
    if first != 0:
        second = announced(s, p, desc, card, face, 1)
    push_offer(w, p[desc + OPTION_VERB], card, face, first, second, desc)


def is_withheld(p: Vector, w: Vector, desc: int) -> int:
    """1 if the option is a last resort and another option is already on offer."""
    if p[desc + OPTION_LAST_RESORT] == 1 and w[W_OPTIONS] > 0:
        return 1
    return 0


def add_option(s: Vector, p: Vector, w: Vector, desc: int, card: int, face: int, choice: int) -> None:
    """Offer one option."""
    if is_withheld(p, w, desc) == 0:
        if p[desc + OPTION_CALL] != 0:
            w[W_CALLS] += 1
        choices = 0
        if choice >= 0:
            choices = 1 << choice
        push_offer(w, p[desc + OPTION_VERB], card, face, choices, 0, desc)


def offer_each(s: Vector, p: Vector, w: Vector, desc: int, mask: int) -> None:
    """Offer each value of a set; of players, only those who are still in the game."""
    if p[desc + OPTION_OF] == 1:
        mask = mask & s[S_IN_GAME]
    if mask == 0 or is_withheld(p, w, desc) == 1:
        return
    if p[desc + OPTION_CALL] != 0:
        w[W_CALLS] += count_bits(mask)
    push_offer(w, p[desc + OPTION_VERB], NONE, NONE, mask, 0, desc)


def seen_look(s: Vector, p: Vector, desc: int, card: int, face: int) -> int:
    """A number for what the asked player sees of a card that may be used on `face`."""
    look = look_of(s, p, card, face)
    if p[desc + OPTION_SEEN] == 0:
        return look
    return p[p[desc + OPTION_SEEN] + face * p[P_LOOKS] + look]


def alike(s: Vector, p: Vector, desc: int, card: int, other: int, face: int) -> int:
    """1 if the asked player cannot tell two cards apart: they look the same and carry the same attributes."""
    if seen_look(s, p, desc, card, face) != seen_look(s, p, desc, other, face):
        return 0
    if p[P_PRINTS] != 0 and p[desc + OPTION_SEEN] == 0 and printed_alike(s, p, card, other) == 0:
        return 0
    return carry_alike(s, p, card, other)


def printed_alike(s: Vector, p: Vector, card: int, other: int) -> int:
    """1 if two cards look the same on every face."""
    for face in range(p[P_FACES]):
        if look_of(s, p, card, face) != look_of(s, p, other, face):
            return 0
    return 1


def carry_alike(s: Vector, p: Vector, card: int, other: int) -> int:
    """1 if two cards carry the same attributes."""
    for k in range(p[P_CARD_ATTRIBUTES]):
        base = p[P_CARD_STATE] + k * p[P_CARDS]
        if s[base + card] != s[base + other]:
            return 0
    return 1


def offer_cards(s: Vector, p: Vector, w: Vector, desc: int, zone: int, table: int) -> None:
    """Offer each distinct card of a zone that is in a table, on each face that the option allows."""
    if zone < 0 or is_withheld(p, w, desc) == 1:
        return
    first = 0
    faces = p[P_FACES]
    if p[desc + OPTION_FACE] != 0:
        first = s[p[desc + OPTION_FACE]]
        faces = first + 1
        if first < 0:
            return
    row = table_row(s, p, table)
    pile = pile_of(p, zone)
    # Fitting cards are noted in scratch first, each over the last one that does not fit: quicker than a jump that no
    # processor predicts.
    places = W_MARKS + p[P_LOOKS] * p[P_FACES]
    found = 0
    for i in range(s[p[P_SIZE] + zone]):
        for face in range(first, faces):
            bit = look_on(s, p, s[pile + i], face)
            w[places + found] = (i << FACE_BITS) + face
            found += (p[row + (bit >> WORD_SHIFT)] >> (bit & BIT_MASK)) & 1
    w[W_STAMP] += 1
    for k in range(found):
        i = w[places + k] >> FACE_BITS
        face = w[places + k] & FACE_MASK
        if is_new(s, p, w, desc, pile, i, face) == 1:
            push_play(s, p, w, desc, s[pile + i], face)


def is_new(s: Vector, p: Vector, w: Vector, desc: int, pile: int, at: int, face: int) -> int:
    """1 if the asked player sees no card below place `at` of a pile as the same as the card there."""
    mark = W_MARKS + face * p[P_LOOKS] + seen_look(s, p, desc, s[pile + at], face)
    if w[mark] != w[W_STAMP]:
        w[mark] = w[W_STAMP]
        return 1
    if p[P_CARD_ATTRIBUTES] == 0 and (p[P_PRINTS] == 0 or p[desc + OPTION_SEEN] != 0):
        return 0
    for i in range(at):
        if alike(s, p, desc, s[pile + at], s[pile + i], face) == 1:
            return 0
    return 1


def is_combined(choices: int, choices2: int, place: int) -> int:
    """1 if the card at a place of its zone belongs to a combination, which is given by its two choices."""
    if place < COMBINED_BITS:
        return (choices >> place) & 1
    if choices2 < 0:
        return 0
    return (choices2 >> (place - COMBINED_BITS)) & 1


def same_named(s: Vector, p: Vector, named: int, other: int) -> int:
    """1 unless two distinguishable cards are named; sets are the same for cards that are alike."""
    if named >= 0 or other >= 0:
        return 1
    one = -named - CHOSEN_CARD
    two = -other - CHOSEN_CARD
    return printed_alike(s, p, one, two) * carry_alike(s, p, one, two)


def offer_card(s: Vector, p: Vector, w: Vector, desc: int, card: int, face: int) -> None:
    """Offer a card on a face, unless a card like it is already on offer with the same values named."""
    if card < 0 or face < 0:
        return
    first = announced(s, p, desc, card, face, 0)
    second = announced(s, p, desc, card, face, 1)
    for k in range(w[W_OFFERS]):
        at = W_OFFER + k * OFFER_COLUMNS
        other = p[w[at + O_DESC] + OPTION_LABEL]
        if (
            other == p[desc + OPTION_LABEL]
            and w[at + O_FACE] == face
            and alike(s, p, desc, w[at + O_CARD], card, face) == 1
            and same_named(s, p, w[at + O_CHOICES], first) == 1
            and same_named(s, p, w[at + O_CHOICES_2], second) == 1
        ):
            return
        if p[desc + OPTION_LAST_RESORT] == 1 and other != p[desc + OPTION_LABEL]:
            return
    push_play(s, p, w, desc, card, face)


def take_option(s: Vector, p: Vector, w: Vector, k: int, at: int) -> int:
    """Note that the k-th option, of the offer at `at`, is taken; return the code address of its block."""
    w[W_VERB] = w[at + O_VERB]
    s[S_CARD] = w[at + O_CARD]
    s[S_CARD_FACE] = w[at + O_FACE]
    s[S_CHOICE] = NONE
    s[S_CHOICE_2] = NONE
    if w[at + O_CHOICES] != 0:
        place = k - w[at + O_FIRST]
        if w[at + O_CHOICES_2] < 0:
            s[S_CHOICE_2] = -w[at + O_CHOICES_2]
        elif w[at + O_CHOICES_2] != 0:
            many = count_bits(w[at + O_CHOICES_2])
            s[S_CHOICE_2] = bit_at(w[at + O_CHOICES_2], remainder(place, many))
            place = divide(place, many)
        if w[at + O_CHOICES] < 0:
            s[S_CHOICE] = -w[at + O_CHOICES]
        else:
            s[S_CHOICE] = bit_at(w[at + O_CHOICES], place)
    return p[w[at + O_DESC] + OPTION_LABEL]


def note_unasked(s: Vector, w: Vector) -> None:
    """Record an option that is taken without a question, if the run is recorded and there is room."""
    n = w[W_UNASKED]
    if w[W_RECORD] == 0 or n >= MAX_TAKEN:
        return
    at = W_TAKEN + n * TAKEN_COLUMNS
    w[at] = s[S_ASKED]
    w[at + 1] = s[S_ASK]
    for column in range(O_FIRST):
        w[at + 2 + column] = w[W_OFFER + column]
    w[W_UNASKED] = n + 1


def wait(s: Vector, p: Vector, w: Vector, silent: int, pc: int) -> int:
    """Wait for the answer; until then the program stays at its ASK.

    `silent`: if a quiet option is the only one, take it without a question and return the code address of its block.
    """
    n = w[W_OPTIONS]
    if n == 0 or n > MAX_OPTIONS:
        s[S_STATUS] = BROKEN
        s[S_ERROR] = ERROR_NO_OPTION if n == 0 else ERROR_OPTIONS
        s[S_PC] = s[S_ASK]
        return pc
    if silent == 1 and n == 1 and p[w[W_OFFER + O_DESC] + OPTION_QUIET] == 1:
        note_unasked(s, w)
        s[S_ASKED] = NONE
        return take_option(s, p, w, 0, W_OFFER)
    s[S_PC] = s[S_ASK]
    if s[S_ROUND_DECISIONS] >= s[S_LIMIT]:
        s[S_STATUS] = UNFINISHED
    else:
        s[S_STATUS] = ASKING
    return pc


def emit_combination(s: Vector, p: Vector, w: Vector) -> None:
    """Record the cards of the combination that is taken."""
    zone = s[p[P_PLACE] + s[S_CARD]]
    for place in range(min(s[p[P_SIZE] + zone], 2 * COMBINED_BITS)):
        if is_combined(s[S_CHOICE], s[S_CHOICE_2], place) == 1:
            emit(w, E_WITH, s[pile_of(p, zone) + place], 0, 0, 0)


def answer(s: Vector, p: Vector, w: Vector, k: int) -> None:
    """Take the k-th option, without checking that it exists; the program can then continue."""
    accept(s, p, w, k, offer_of(w, k))


def accept(s: Vector, p: Vector, w: Vector, k: int, at: int) -> None:
    """Take the k-th option, which belongs to the offer at `at`."""
    w[W_PC] = s[S_ASK]
    s[S_PC] = take_option(s, p, w, k, at)
    emit(w, E_TAKEN, s[S_ASKED], w[W_VERB], s[S_CARD], s[S_CARD_FACE])
    if s[S_CHOICE] >= COMBINED:
        emit_combination(s, p, w)
    elif s[S_CHOICE] != NONE:
        emit(w, E_CHOICE, s[S_ASKED], s[S_CHOICE], s[S_CHOICE_2], 0)
    s[S_ASKED] = NONE
    s[S_STATUS] = RUNNING
    s[S_DECISIONS] += 1
    s[S_ROUND_DECISIONS] += 1
    if w[W_OPTIONS] > 1:
        s[S_CHANGED] = 1
