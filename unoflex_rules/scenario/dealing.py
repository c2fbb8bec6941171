"""A deck in the order that lets a game begin as it is told: who is dealt what, what is turned up, what follows.

Not here: how a deck is kept from being shuffled (the engine has a flag for that), or tables in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from unoflex_rules.engine import accel
from unoflex_rules.machine import Machine, TooManyEvents
from unoflex_rules.observation import pile as cards_of
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program
from unoflex_rules.scenario.names import Names
from unoflex_rules.scenario.table import Table, deal, first_cards, plain_first, put, stacked


def beginning(table: Table, seed: int, one_round: bool) -> list[int]:
    """The state before the game begins; it has not run yet."""
    pile = plain_first(table.program, first_cards(table.program, table.names.deck_zone))
    s = stacked(table.program, seed, one_round, order(table, pile, destinations(table.names)))
    for zone, cards in table.zones.items():
        if zone != table.names.deck_zone:
            stack(table.program, s, zone, cards)
    for slot, value in table.values.items():
        s[slot] = value
    return s


def stack(program: Program, state: list[int], zone: int, cards: Sequence[int]) -> None:
    """Of the cards that begin in a zone these lie on top, in this order."""
    begin = first_cards(program, zone)
    named = [card for card in cards if card in begin]
    if named:
        rest = [card for card in begin if card not in named]
        state[program.vector[at.P_SIZE] + zone] = 0
        put(state, program.vector, zone, [*named, *rest][::-1])


def waiting(state: Any) -> Any:
    """The state, in which the next round waits until it is said how it is dealt."""
    state[at.S_STACKED] += at.STACKED_AGAIN
    return state


def deal_anew(table: Table | None, state: Any, again: bool) -> None:
    """Let a round that waits go on (DEALING): dealt as the table says, without one by chance.

    `again`: the round after it waits as well.
    """
    state[at.S_STATUS] = at.RUNNING
    state[at.S_STACKED] = 0
    if table is not None:
        program, deck = table.program, table.names.deck_zone
        pile = plain_first(program, cards_of(program, state, deck))
        restack(program, state, deck, pile)
        cards = order(table, pile, where_to(program, [int(number) for number in state], pile, deck))
        restack(program, state, deck, cards)
    if again:
        waiting(state)


def restack(program: Program, state: Any, deck: int, pile: Sequence[int]) -> None:
    """The deck is `pile`, from the top, and its next shuffle leaves it so."""
    state[program.vector[at.P_SIZE] + deck] = 0
    put(state, program.vector, deck, pile[::-1])
    state[at.S_STACKED] = 2


def order(table: Table, pile: Sequence[int], places: Sequence[int | None]) -> list[int]:
    """The cards of the deck from the top: each where it must lie to come where it is said to.

    `pile` are the cards that there are, `places` where a card comes that lies so deep.
    """
    deck = table.names.deck_zone
    there = set(pile)
    wanted: dict[int | None, list[int]] = {
        zone: [card for card in cards if card in there] for zone, cards in table.zones.items()
    }
    if table.top is not None and table.top in there:
        wanted[None] = [table.top]
    wanted.setdefault(deck, [])
    free = [card for card in pile if card in table.free]
    taken = {zone: min(len(cards), places.count(zone)) for zone, cards in wanted.items()}
    for zone, count in taken.items():
        free += wanted[zone][count:]
    return [wanted[zone].pop(0) if wanted.get(zone) else free.pop(0) for zone in places]


def dealt(names: Names, zone: int) -> int:
    """How many cards a zone gets before the first player is asked."""
    return destinations(names).count(zone)


def lays_first(names: Names) -> bool:
    """Whether a card is laid before the first player is asked."""
    return None in destinations(names)


@lru_cache(maxsize=64)
def destinations(names: Names) -> list[int | None]:
    """For each card of the deck from the top, the zone where it comes first; None for the card that is laid first.

    A card that stays has the deck's zone. The plain cards lie on top, so that no effect disturbs the dealing.
    """
    program, deck = names.program, names.deck_zone
    pile = plain_first(program, first_cards(program, deck))
    return where_to(program, stacked(program, 0, True, pile), pile, deck)


def where_to(program: Program, state: list[int], pile: Sequence[int], deck: int) -> list[int | None]:
    """Like `destinations`, for a round that is about to be dealt from `pile`, from the top; the state is used up."""
    machine = Machine(program, accel.plain())
    try:
        events = deal(machine, state)
    except TooManyEvents:
        events = []  # a game that cannot begin: running the scenario tells so
    zones: dict[int, int | None] = {}
    laid = next((event[1] for event in events if event[0] == at.E_LAY), None)
    for kind, card, _, zone, *_ in events:
        if kind == at.E_MOVE:
            zones.setdefault(card, zone)
    if laid is not None:
        zones[laid] = None
    return [zones.get(card, deck) for card in pile]
