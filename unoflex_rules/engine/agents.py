"""Agents of the compiled loop: which of the options on offer a seat takes. They see what its player may see.

Not here: agents written in Python (unoflex_rules/agents.py), or taking the option (decisions.py).
"""

from __future__ import annotations

from unoflex_rules.engine.laying import shown_value
from unoflex_rules.engine.looks import look_on
from unoflex_rules.engine.rng import below
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.engine.zones import pile_of
from unoflex_rules.program.layout import (
    ACTIVE_SLOT,
    ACTIVE_WIDTH,
    AGENT_CALL,
    AGENT_FIRST,
    AGENT_GREEDY,
    AGENT_KIND,
    AGENT_LAST,
    AGENT_LENGTH,
    AGENT_PLACE,
    AGENT_RANDOM,
    AGENT_SCRIPT,
    AGENT_WIDTH,
    BIT_MASK,
    CALL_RIGHT,
    CERTAIN,
    MAX_SCRIPT,
    O_CARD,
    O_CHOICE,
    O_CHOICE_2,
    O_DESC,
    O_FACE,
    OPTION_CALL,
    OPTION_COLUMNS,
    OPTION_FIELDS,
    OPTION_OF,
    P_ACTIVE,
    P_CHOICE_FIELDS,
    P_CHOICES,
    P_FACES,
    P_HANDS,
    P_MATCH,
    P_PLACE,
    P_PLAYERS,
    P_POINTS,
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
    W_AGENT,
    W_CALLS,
    W_OPTION,
    W_OPTIONS,
    W_RNG,
    W_ROTATION,
    W_SCRIPT,
    WORD_SHIFT,
)

# What a greedy agent adds up. Cards that can go come before what is no play, those that always fit the last of them.
PLAYS = 1_000_000
KEEPS = 500_000  # taken off for a card that always fits
POINT = 1  # for each point that leaves the hand
FOLLOWS = 8  # for each remaining card that would then fit
MOST_POINTS = 1_000


def agent_of(p: Vector, w: Vector, seat: int) -> int:
    """Which agent plays a seat: they may have been moved on."""
    agent = seat - w[W_ROTATION]
    if agent < 0:
        agent += p[P_PLAYERS]
    return agent


def choose(s: Vector, p: Vector, w: Vector) -> int:
    """The number of the option that the asked seat's agent takes."""
    agent = agent_of(p, w, s[S_ASKED])
    at = W_AGENT + agent * AGENT_WIDTH
    if w[W_CALLS] > 0:
        return choose_call(p, w, w[at + AGENT_CALL])
    n = w[W_OPTIONS]
    kind = w[at + AGENT_KIND]
    if kind == AGENT_GREEDY:
        return greediest(s, p, w)
    if kind == AGENT_FIRST:
        return 0
    if kind == AGENT_LAST:
        return n - 1
    if kind == AGENT_SCRIPT:
        place = w[at + AGENT_PLACE]
        w[at + AGENT_PLACE] = place + 1
        return w[W_SCRIPT + agent * MAX_SCRIPT + place % w[at + AGENT_LENGTH]] % n
    return below(w, W_RNG, n)


def are_uniform(p: Vector, w: Vector) -> int:
    """1 if every agent takes each option equally often."""
    for agent in range(p[P_PLAYERS]):
        if w[W_AGENT + agent * AGENT_WIDTH + AGENT_KIND] != AGENT_RANDOM:
            return 0
    return 1


def begin_agents(p: Vector, w: Vector) -> None:
    """A game begins: scripts start anew."""
    for agent in range(p[P_PLAYERS]):
        w[W_AGENT + agent * AGENT_WIDTH + AGENT_PLACE] = 0


def choose_call(p: Vector, w: Vector, rate: int) -> int:
    """Where there is something to call: the right thing, so often in CERTAIN times, else any other."""
    right = 0
    for k in range(w[W_OPTIONS]):
        if call_of(p, w, k) == CALL_RIGHT:
            right += 1
    n = w[W_OPTIONS]
    does_right = 0
    if below(w, W_RNG, CERTAIN) < rate:
        does_right = 1
    # What is right: to make a call that is right, or to make none where all of them are wrong.
    wanted = 0
    for k in range(n):
        wanted += is_wanted(p, w, k, right, does_right)
    if wanted == 0:
        return below(w, W_RNG, n)
    left = below(w, W_RNG, wanted)
    for k in range(n):
        if is_wanted(p, w, k, right, does_right) == 1:
            if left == 0:
                return k
            left -= 1
    return 0


def call_of(p: Vector, w: Vector, k: int) -> int:
    """Whether the k-th option is a call, and whether it is right."""
    return p[w[W_OPTION + k * OPTION_COLUMNS + O_DESC] + OPTION_CALL]


def is_wanted(p: Vector, w: Vector, k: int, right: int, does_right: int) -> int:
    """1 if the k-th option is among those from which is chosen; `right`: how many calls are right."""
    call = call_of(p, w, k)
    if right > 0:
        calls = 0
        if call == CALL_RIGHT:
            calls = 1
        return 1 if calls == does_right else 0
    calls = 0
    if call != 0:
        calls = 1
    return 1 if calls != does_right else 0


def greediest(s: Vector, p: Vector, w: Vector) -> int:
    """The option that is worth most: of plays and choices alike each equally likely, of anything else the first."""
    fewest = 0  # so that a play at the best target is worth what it is without one
    for k in range(w[W_OPTIONS]):
        aimed = cards_aimed_at(s, p, w, W_OPTION + k * OPTION_COLUMNS)
        if aimed > 0 and (fewest == 0 or aimed < fewest):
            fewest = aimed
    best = 0
    ties = 0
    pick = 0
    value = 0
    for k in range(w[W_OPTIONS]):
        option = W_OPTION + k * OPTION_COLUMNS
        if k == 0 or is_alike_but_for_target(s, p, w, option) == 0:
            value = worth(s, p, w, option)
        aimed = value - max(cards_aimed_at(s, p, w, option) - fewest, 0)
        if ties == 0 or aimed > best:
            best = aimed
            ties = 1
            pick = k
        elif aimed == best and (w[option + O_CARD] >= 0 or w[option + O_CHOICE] >= 0):
            ties += 1
            if below(w, W_RNG, ties) == 0:
                pick = k
    return pick


def is_alike_but_for_target(s: Vector, p: Vector, w: Vector, option: int) -> int:
    """1 if an option is the one before it but for a player who is named second."""
    before = option - OPTION_COLUMNS
    card = w[option + O_CARD]
    if card < 0 or w[option + O_CHOICE_2] < 0 or w[before + O_CARD] != card:
        return 0
    if (
        w[before + O_FACE] != w[option + O_FACE]
        or w[before + O_CHOICE] != w[option + O_CHOICE]
        or w[before + O_DESC] != w[option + O_DESC]
    ):
        return 0
    second = p[p[P_CHOICES] + 2 * look_on(s, p, card, max(w[option + O_FACE], 0)) + 1]
    if second >= 0 and p[p[P_CHOICE_FIELDS] + second] < 0:
        return 1
    return 0


def worth(s: Vector, p: Vector, w: Vector, option: int) -> int:
    """What a greedy agent thinks of the option whose row begins at `option`."""
    seat = s[S_ASKED]
    card = w[option + O_CARD]
    desc = w[option + O_DESC]
    if card >= 0:
        zone = s[p[P_PLACE] + card]
        if p[p[P_HANDS] + zone] != seat:
            return 0
        value = PLAYS + POINT * min(p[p[P_POINTS] + look_on(s, p, card, max(w[option + O_FACE], 0))], MOST_POINTS)
        if p[P_MATCH] != 0:
            if fits_always(s, p, card, w[option + O_FACE]) == 1:
                value -= KEEPS
            value += FOLLOWS * following(s, p, w, option, zone)
        return value
    if w[option + O_CHOICE] < 0:
        return 0
    if p[desc + OPTION_OF] == 1:
        return 0 - cards_held(s, p, w[option + O_CHOICE])
    if p[desc + OPTION_FIELDS] != 0 and p[P_MATCH] != 0:
        value = 0
        for zone in range(p[P_ZONES]):
            if p[p[P_HANDS] + zone] == seat:
                value += following(s, p, w, option, zone)
        return value
    return 0


def cards_aimed_at(s: Vector, p: Vector, w: Vector, option: int) -> int:
    """How many cards the players have who are named with the play of a card."""
    card = w[option + O_CARD]
    if card < 0 or w[option + O_CHOICE] < 0:
        return 0
    choices = p[P_CHOICES] + 2 * look_on(s, p, card, max(w[option + O_FACE], 0))
    held = 0
    for k in range(2):
        if p[choices + k] >= 0 and w[option + O_CHOICE + k] >= 0 and p[p[P_CHOICE_FIELDS] + p[choices + k]] < 0:
            held += cards_held(s, p, w[option + O_CHOICE + k])
    return held


def cards_held(s: Vector, p: Vector, seat: int) -> int:
    """How many cards a player has in hand, which everybody sees."""
    held = 0
    for zone in range(p[P_ZONES]):
        if p[p[P_HANDS] + zone] == seat:
            held += s[p[P_SIZE] + zone]
    return held


def fits_always(s: Vector, p: Vector, card: int, face: int) -> int:
    """1 if a card, on that face, fits on whatever may be in force."""
    table = p[P_MATCH]
    words = p[table + 1 + TABLE_WORDS]
    at = table - 3 - words
    if p[table - 1] > 1:
        at = table - 3 - p[table - 3] * TERM_WIDTH - (p[table - 1] - settled_row(s, p)) * words
    bit = look_on(s, p, card, max(face, 0))
    return (p[at + (bit >> WORD_SHIFT)] >> (bit & BIT_MASK)) & 1


def settled_row(s: Vector, p: Vector) -> int:
    """The number of what the variables are, as the asked player has them, that nothing changes while turns run."""
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


def field_after(s: Vector, p: Vector, w: Vector, option: int, field: int) -> int:
    """What a field of what is in force would be after an option: as the card says, as declared, or as chosen."""
    card = w[option + O_CARD]
    at = p[P_ACTIVE] + field * ACTIVE_WIDTH
    if card < 0:
        if (p[w[option + O_DESC] + OPTION_FIELDS] >> field) & 1 == 1:
            return w[option + O_CHOICE]
        return s[p[at + ACTIVE_SLOT]]
    face = max(w[option + O_FACE], 0)
    choices = p[P_CHOICES] + 2 * look_on(s, p, card, face)
    for k in range(2):
        choice = p[choices + k]
        if choice >= 0 and w[option + O_CHOICE + k] >= 0:
            fields = p[p[P_CHOICE_FIELDS] + choice]
            if fields >= 0 and (fields >> field) & 1 == 1:
                return w[option + O_CHOICE + k]
    if p[P_SHOWS] >= 0:
        face = p[P_SHOWS]
    return shown_value(s, p, at, card, face)


def following(s: Vector, p: Vector, w: Vector, option: int, zone: int) -> int:
    """How many other cards of a hand may fit after an option."""
    table = p[P_MATCH] + 1
    at = table + TABLE_FIRST_TERM
    row = 0
    if p[table - 2] > 1:
        row = settled_row(s, p) * p[table - 3]
    for _ in range(p[table + TABLE_TERMS]):
        row += (field_after(s, p, w, option, p[at]) - p[at + TERM_LOW]) * p[at + TERM_STRIDE]
        at += TERM_WIDTH
    row = at + row * p[table + TABLE_WORDS]
    first = 0
    faces = p[P_FACES]
    if p[p[P_MATCH]] != 0:
        first = max(s[p[p[P_MATCH]]], 0)
        faces = first + 1
    pile = pile_of(p, zone)
    found = 0
    for i in range(s[p[P_SIZE] + zone]):
        if s[pile + i] == w[option + O_CARD]:
            continue
        fits = 0
        for face in range(first, faces):
            bit = look_on(s, p, s[pile + i], face)
            fits = fits | ((p[row + (bit >> WORD_SHIFT)] >> (bit & BIT_MASK)) & 1)
        found += fits
    return found
