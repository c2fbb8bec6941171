"""The greedy agent: it takes the option that is worth most by what its player may see.

Not here: the other agents, and calls (builtin_agents.py). docs/agents.md describes the values.
"""

from __future__ import annotations

from unoflex_rules.engine.decisions import is_combined
from unoflex_rules.engine.laying import shown_value
from unoflex_rules.engine.prints import look_on
from unoflex_rules.engine.rng import below
from unoflex_rules.engine.seats import contains, count_bits
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import pile_of
from unoflex_rules.program.layout import (
    ACTIVE_SLOT,
    ACTIVE_WIDTH,
    BIT_MASK,
    COMBINED,
    COMBINED_BITS,
    NONE,
    O_CARD,
    O_CHOICES,
    O_CHOICES_2,
    O_DESC,
    O_FACE,
    O_FIRST,
    OFFER_COLUMNS,
    OPTION_FIELDS,
    OPTION_OF,
    P_ACTIVE,
    P_ALWAYS,
    P_CARDS,
    P_CHOICE_FIELDS,
    P_CHOICES,
    P_COSTS,
    P_FACES,
    P_HANDS,
    P_LOOKS,
    P_MATCH,
    P_PLACE,
    P_PLAYERS,
    P_SHOWS,
    P_SIZE,
    P_ZONES,
    S_ASKED,
    TABLE_FIRST_TERM,
    TABLE_TERMS,
    TABLE_WORDS,
    TERM_LOW,
    TERM_STRIDE,
    TERM_WIDTH,
    W_HELD,
    W_MARKS,
    W_OFFER,
    W_OFFERS,
    W_OPTIONS,
    W_RNG,
    W_ROW,
    W_ROW_STEP,
    W_ROW_STEP_2,
    W_SPREAD,
    W_TWICE,
    WORD_SHIFT,
)

# The worth of an option. Plays come before other options, cards that always fit last among them.
PLAYS = 1_000_000
KEEPS = 500_000  # subtracted for a card that always fits
POINT = 1  # for each point of cost that leaves the hand
FOLLOWS = 8  # for each remaining card that fits afterwards
FURTHER = 16  # for each further card of a combination: more than for a card that fits afterwards
MOST_POINTS = 1_000


def greediest(s: Vector, p: Vector, w: Vector) -> int:
    """The option that is worth most; among equal plays and choices a random one, among others the first."""
    if w[W_OPTIONS] == 1:
        return 0
    w[W_SPREAD] = NONE
    fewest = fewest_aimed_at(s, p, w)  # so that a play at the best target is worth the same as one without a target
    best = 0
    ties = 0
    pick = 0
    for number in range(w[W_OFFERS]):
        offer = W_OFFER + number * OFFER_COLUMNS
        base = worth(s, p, w, offer)
        if ties > 0 and base + most_following(s, p, w, offer) < best:
            continue
        alike = w[offer + O_CARD] >= 0 or w[offer + O_CHOICES] != 0
        follows = has_following(s, p, w, offer)
        aims = aims_of(s, p, w, offer)
        k = w[offer + O_FIRST]
        # The lowest bit stands for no value named.
        choices = max(w[offer + O_CHOICES] << 1, 1)
        choice = -1  # NONE; the compiler would take the name for a constant
        while choices > 0:
            others = 0
            if choices & 1 == 1:
                others = max(w[offer + O_CHOICES_2] << 1, 1)
            value = 0
            known = 0
            choice2 = -1
            while others > 0:
                if others & 1 == 1:
                    if known == 0 or aims < 2:
                        value = base
                        if follows == 1:
                            value += following_after(s, p, w, offer, choice, choice2)
                        known = 1
                    aimed = value
                    if aims > 0:
                        aimed -= max(cards_aimed_at(w, aims, choice, choice2) - fewest, 0)
                    if ties == 0 or aimed > best:
                        best = aimed
                        ties = 1
                        pick = k
                    elif aimed == best and alike:
                        ties += 1
                        if below(w, W_RNG, ties) == 0:
                            pick = k
                    k += 1
                others = others >> 1
                choice2 += 1
            choices = choices >> 1
            choice += 1
    return pick


def is_combination(w: Vector, offer: int) -> int:
    """1 if an offer is a combination of cards."""
    return 1 if w[offer + O_CHOICES] <= 0 - COMBINED else 0


def aims_of(s: Vector, p: Vector, w: Vector, offer: int) -> int:
    """Which choices of a play are players: 1 the first, 2 the second, 3 both."""
    card = w[offer + O_CARD]
    if card < 0 or w[offer + O_CHOICES] == 0 or is_combination(w, offer) == 1:
        return 0
    choices = p[P_CHOICES] + 2 * look_on(s, p, card, max(w[offer + O_FACE], 0))
    aims = 0
    if p[p[P_CHOICE_FIELDS] + p[choices]] < 0:
        aims = 1
    if w[offer + O_CHOICES_2] != 0 and p[p[P_CHOICE_FIELDS] + p[choices + 1]] < 0:
        aims += 2
    return aims


def fewest_aimed_at(s: Vector, p: Vector, w: Vector) -> int:
    """The fewest cards, above 0, of a player who may be named with a play; 0 if nobody may be named."""
    fewest = 0
    counted = 0
    for number in range(w[W_OFFERS]):
        offer = W_OFFER + number * OFFER_COLUMNS
        aims = aims_of(s, p, w, offer)
        if aims == 0:
            continue
        if counted == 0:
            count_hands(s, p, w)
            counted = 1
        for choice in range(p[P_PLAYERS] if aims & 1 == 1 else 1):
            if aims & 1 == 1 and contains(w[offer + O_CHOICES], choice) == 0:
                continue
            for choice2 in range(p[P_PLAYERS] if aims & 2 == 2 else 1):
                if aims & 2 == 2 and contains(w[offer + O_CHOICES_2], choice2) == 0:
                    continue
                aimed = cards_aimed_at(w, aims, choice, choice2)
                if aimed > 0 and (fewest == 0 or aimed < fewest):
                    fewest = aimed
    return fewest


def count_hands(s: Vector, p: Vector, w: Vector) -> None:
    """Count the cards in each hand, which everybody sees."""
    for seat in range(p[P_PLAYERS]):
        w[W_HELD + seat] = 0
    for zone in range(p[P_ZONES]):
        seat = p[p[P_HANDS] + zone]
        if seat >= 0:
            w[W_HELD + seat] += s[p[P_SIZE] + zone]


def cards_aimed_at(w: Vector, aims: int, choice: int, choice2: int) -> int:
    """The cards of the players who are named with a play; `aims`: which of the choices are players."""
    held = 0
    if aims & 1 == 1:
        held = w[W_HELD + choice]
    if aims & 2 == 2:
        held += w[W_HELD + choice2]
    return held


def worth(s: Vector, p: Vector, w: Vector, offer: int) -> int:
    """The worth of an offer without what fits afterwards and what is named with it."""
    card = w[offer + O_CARD]
    if card < 0 or p[p[P_HANDS] + s[p[P_PLACE] + card]] != s[S_ASKED]:
        return 0
    if is_combination(w, offer) == 1:
        return worth_of_combination(s, p, w, offer)
    at = look_on(s, p, card, max(w[offer + O_FACE], 0))
    value = PLAYS + POINT * min(p[p[P_COSTS] + at], MOST_POINTS)
    if p[P_MATCH] != 0 and fits_always(s, p, at) == 1:
        value -= KEEPS
    return value


def worth_of_combination(s: Vector, p: Vector, w: Vector, offer: int) -> int:
    """The worth of a combination: the cost and the number of its cards, less if one of them always fits."""
    cost = 0
    cards = 0
    always = 0
    zone = s[p[P_PLACE] + w[offer + O_CARD]]
    for place in range(min(s[p[P_SIZE] + zone], 2 * COMBINED_BITS)):
        if in_combination(w, offer, place) == 1:
            at = look_on(s, p, s[pile_of(p, zone) + place], max(w[offer + O_FACE], 0))
            cost += p[p[P_COSTS] + at]
            cards += 1
            if p[P_MATCH] != 0 and fits_always(s, p, at) == 1:
                always += 1
    value = PLAYS + POINT * min(cost, MOST_POINTS) + FURTHER * (cards - 1)
    if always > 0:
        value -= KEEPS
    return value


def in_combination(w: Vector, offer: int, place: int) -> int:
    """1 if the card at a place of its zone belongs to the combination of an offer."""
    return is_combined(0 - w[offer + O_CHOICES], 0 - w[offer + O_CHOICES_2], place)


def most_following(s: Vector, p: Vector, w: Vector, offer: int) -> int:
    """The most that the cards that fit afterwards can add to an offer."""
    card = w[offer + O_CARD]
    if card < 0:
        return p[P_CARDS]
    return FOLLOWS * s[p[P_SIZE] + s[p[P_PLACE] + card]]


def has_following(s: Vector, p: Vector, w: Vector, offer: int) -> int:
    """1 if the cards that fit afterwards add to an offer."""
    card = w[offer + O_CARD]
    desc = w[offer + O_DESC]
    if card < 0 and w[offer + O_CHOICES] != 0 and p[desc + OPTION_OF] == 1:
        return 1
    if p[P_MATCH] == 0:
        return 0
    if card < 0:
        if w[offer + O_CHOICES] == 0 or p[desc + OPTION_FIELDS] == 0:
            return 0
    elif p[p[P_HANDS] + s[p[P_PLACE] + card]] != s[S_ASKED]:
        return 0
    find_row(s, p, w, offer)
    return 1


def find_row(s: Vector, p: Vector, w: Vector, offer: int) -> None:
    """Note the row of the cards that may fit after an offer in w[W_ROW], with its steps for each value named.

    What is in force afterwards comes from the card, a declaration, or the option.
    """
    table = p[P_MATCH] + 1
    card = w[offer + O_CARD]
    fields = p[w[offer + O_DESC] + OPTION_FIELDS]
    fields2 = 0
    face = max(w[offer + O_FACE], 0)
    if card >= 0:
        fields = 0
        choices = p[P_CHOICES] + 2 * look_on(s, p, card, face)
        if w[offer + O_CHOICES] != 0 and is_combination(w, offer) == 0:
            fields = max(p[p[P_CHOICE_FIELDS] + p[choices]], 0)
        if w[offer + O_CHOICES_2] != 0 and is_combination(w, offer) == 0:
            fields2 = max(p[p[P_CHOICE_FIELDS] + p[choices + 1]], 0)
        if p[P_SHOWS] >= 0:
            face = p[P_SHOWS]
    row = 0
    if p[table - 2] > 1:
        row = settled_row(s, p) * p[table - 3]
    step = 0
    step2 = 0
    at = table + TABLE_FIRST_TERM
    for _ in range(p[table + TABLE_TERMS]):
        field = p[at]
        row -= p[at + TERM_LOW] * p[at + TERM_STRIDE]
        if (fields >> field) & 1 == 1:
            step += p[at + TERM_STRIDE]
        elif (fields2 >> field) & 1 == 1:
            step2 += p[at + TERM_STRIDE]
        elif card >= 0:
            row += shown_value(s, p, p[P_ACTIVE] + field * ACTIVE_WIDTH, card, face) * p[at + TERM_STRIDE]
        else:
            row += s[p[p[P_ACTIVE] + field * ACTIVE_WIDTH + ACTIVE_SLOT]] * p[at + TERM_STRIDE]
        at += TERM_WIDTH
    words = p[table + TABLE_WORDS]
    w[W_ROW] = at + row * words
    w[W_ROW_STEP] = step * words
    w[W_ROW_STEP_2] = step2 * words


def following_after(s: Vector, p: Vector, w: Vector, offer: int, choice: int, choice2: int) -> int:
    """What the cards that fit afterwards add to an option, or only the player who is named."""
    seat = s[S_ASKED]
    card = w[offer + O_CARD]
    row = w[W_ROW] + choice * w[W_ROW_STEP] + choice2 * w[W_ROW_STEP_2]
    if card >= 0:
        left = following(s, p, w, card, s[p[P_PLACE] + card], row)
        if is_combination(w, offer) == 1:
            left -= fitting_with(s, p, w, offer, row)
        return FOLLOWS * left
    value = 0
    for zone in range(p[P_ZONES]):
        if p[w[offer + O_DESC] + OPTION_OF] == 1:
            if p[p[P_HANDS] + zone] == choice:
                value -= s[p[P_SIZE] + zone]
        elif p[p[P_HANDS] + zone] == seat:
            value += following(s, p, w, card, zone, row)
    return value


def fitting_with(s: Vector, p: Vector, w: Vector, offer: int, row: int) -> int:
    """The number of cards of a combination, other than the offered card, that may fit by a row."""
    found = 0
    zone = s[p[P_PLACE] + w[offer + O_CARD]]
    for place in range(min(s[p[P_SIZE] + zone], 2 * COMBINED_BITS)):
        card = s[pile_of(p, zone) + place]
        if card != w[offer + O_CARD] and in_combination(w, offer, place) == 1:
            found += may_fit(s, p, card, row)
    return found


def fits_always(s: Vector, p: Vector, look: int) -> int:
    """1 if a card with that look on that face fits whatever is in force."""
    row = p[P_ALWAYS]
    if p[p[P_MATCH] - 1] > 1:
        row += settled_row(s, p) * ((p[P_LOOKS] * p[P_FACES] + BIT_MASK) >> WORD_SHIFT)
    return (p[row + (look >> WORD_SHIFT)] >> (look & BIT_MASK)) & 1


def settled_row(s: Vector, p: Vector) -> int:
    """The number of the state of the variables that do not change while turns run, for the asked player."""
    table = p[P_MATCH]
    at = table - 3 - p[table - 3] * TERM_WIDTH
    row = 0
    while at < table - 3:
        slot = p[at] >> 1
        if p[at] & 1 == 1:
            slot += s[S_ASKED]
        row += (s[slot] - p[at + TERM_LOW]) * p[at + TERM_STRIDE]
        at += TERM_WIDTH
    return row


def may_fit(s: Vector, p: Vector, card: int, row: int) -> int:
    """1 if a card may fit by a row, on the face in force or on any."""
    slot = p[p[P_MATCH]]
    first = 0
    faces = p[P_FACES]
    if slot != 0:
        first = max(s[slot], 0)
        faces = first + 1
    fits = 0
    for face in range(first, faces):
        bit = look_on(s, p, card, face)
        fits = fits | ((p[row + (bit >> WORD_SHIFT)] >> (bit & BIT_MASK)) & 1)
    return fits


def spread(s: Vector, p: Vector, w: Vector, zone: int) -> None:
    """Write a zone to scratch: the set of looks on the face in force, then the looks that it holds twice."""
    w[W_SPREAD] = zone
    face = max(s[p[p[P_MATCH]]], 0)
    words = p[p[P_MATCH] + 1 + TABLE_WORDS]
    at = W_MARKS + p[P_LOOKS] * p[P_FACES]
    for k in range(words):
        w[at + k] = 0
    pile = pile_of(p, zone)
    twice = 0
    for i in range(s[p[P_SIZE] + zone]):
        look = look_on(s, p, s[pile + i], face)
        word = at + (look >> WORD_SHIFT)
        w[at + words + twice] = look
        twice += (w[word] >> (look & BIT_MASK)) & 1
        w[word] = w[word] | (1 << (look & BIT_MASK))
    w[W_TWICE] = twice


def following(s: Vector, p: Vector, w: Vector, card: int, zone: int, row: int) -> int:
    """The number of cards of a hand other than `card` that may fit by a row."""
    found = 0
    if card >= 0:
        found = 0 - may_fit(s, p, card, row)
    if p[p[P_MATCH]] == 0:
        pile = pile_of(p, zone)
        for i in range(s[p[P_SIZE] + zone]):
            found += may_fit(s, p, s[pile + i], row)
        return found
    if w[W_SPREAD] != zone:
        spread(s, p, w, zone)
    words = p[p[P_MATCH] + 1 + TABLE_WORDS]
    at = W_MARKS + p[P_LOOKS] * p[P_FACES]
    for k in range(words):
        found += count_bits(w[at + k] & p[row + k])
    at += words
    for k in range(w[W_TWICE]):
        found += (p[row + (w[at + k] >> WORD_SHIFT)] >> (w[at + k] & BIT_MASK)) & 1
    return found
