"""A deck in the order that lets a game begin as it is told: who is dealt what, what is turned up, what follows.

Not here: how a deck is kept from being shuffled (the engine has a flag for that), or tables in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from unoflex_rules.engine import accel
from unoflex_rules.engine.plan import start_game
from unoflex_rules.machine import Machine, TooManyEvents
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program
from unoflex_rules.scenario.names import Names
from unoflex_rules.scenario.table import LIMIT, Table, put


def beginning(table: Table, seed: int, one_round: bool) -> list[int]:
    """The state before the game begins; it has not run yet."""
    s = stacked(table.program, seed, one_round, order(table))
    for slot, value in table.values.items():
        s[slot] = value
    return s


def order(table: Table) -> list[int]:
    """The cards of the deck from the top: each where it must lie to come where it is said to."""
    deck = table.names.deck_zone
    places = destinations(table.names)
    wanted: dict[int | None, list[int]] = {zone: list(cards) for zone, cards in table.zones.items()}
    if table.top is not None:
        wanted[None] = [table.top]
    wanted.setdefault(deck, [])
    free = [card for card in plain_first(table.program, deck) if card in table.free]
    taken = {zone: min(len(cards), places.count(zone)) for zone, cards in wanted.items()}
    for zone, count in taken.items():
        free += wanted[zone][count:]
    return [wanted[zone].pop(0) if wanted.get(zone) else free.pop(0) for zone in places]


def dealt(names: Names, zone: int) -> int:
    """How many cards a zone gets before the first player is asked."""
    return destinations(names).count(zone)


def plain_first(program: Program, deck: int) -> list[int]:
    """The cards of the deck in its order, those without an effect before the others."""
    p = program.vector
    cards = [card for card in range(p[at.P_CARDS]) if p[p[at.P_FIRST_ZONE] + card] == deck]
    return sorted(cards, key=lambda card: p[p[at.P_EFFECTS] + program.cards[card]] != 0)


@lru_cache(maxsize=64)
def destinations(names: Names) -> list[int | None]:
    """For each card of the deck from the top, the zone where it comes first; None for the card that is laid first.

    A card that stays has the deck's zone. The plain cards lie on top, so that no effect disturbs the dealing.
    """
    program, pile = names.program, plain_first(names.program, names.deck_zone)
    machine = Machine(program, accel.plain())
    state = stacked(program, 0, True, pile)
    try:
        _, events = machine.run(state, True)
    except TooManyEvents:
        events = []  # a game that cannot begin: running the scenario tells so
    zones: dict[int, int | None] = {}
    laid = next((event[1] for event in events if event[0] == at.E_LAY), None)
    for kind, card, _, zone, *_ in events:
        if kind == at.E_MOVE:
            zones.setdefault(card, zone)
    if laid is not None:
        zones[laid] = None
    return [zones.get(card, names.deck_zone) for card in pile]


def stacked(program: Program, seed: int, one_round: bool, pile: Sequence[int]) -> list[int]:
    """The state before a game begins whose first shuffle leaves the deck as `pile`, from the top."""
    p = program.vector
    s = [0] * program.state_size
    start_game(s, p, seed, 0, LIMIT, int(one_round))
    s[p[at.P_SIZE] + p[at.P_DECK_ZONE]] = 0
    put(s, p, p[at.P_DECK_ZONE], pile[::-1])
    s[at.S_STACKED] = 2
    return s
