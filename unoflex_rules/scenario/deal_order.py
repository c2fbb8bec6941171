"""A deck in the order that lets a game begin as it is told: who is dealt what, what is turned up, what follows.

Not here: how a deck is kept from being shuffled (the engine has a flag for that), or tables in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from unoflex_rules.engine.backend import accel
from unoflex_rules.naming.program_names import ProgramNames
from unoflex_rules.play.machine import Machine, TooManyEvents
from unoflex_rules.play.observation import pile as cards_of
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program
from unoflex_rules.scenario.table import TableSetup, deal, first_cards, plain_first, put, stacked


class ImpossibleDeal(Exception):
    """A card cannot come where it is said to: it is not among those of which it must be one."""


def beginning(table: TableSetup, seed: int, one_round: bool) -> list[int]:
    """The state before the game begins; it has not run yet."""
    pile = plain_first(table.program, first_cards(table.program, table.names.deck_zone))
    s = stacked(table.program, seed, one_round, order(table, pile, destinations(table.names)))
    s[at.S_STACKED] = at.TO_STACK
    for zone in begun(table):
        stack(table, s, zone)
    for slot, value in table.values.items():
        s[slot] = value
    return s


def begun(table: TableSetup) -> list[int]:
    """The zones whose cards are said and in which cards begin, but for the deck's."""
    return [zone for zone in table.zones if zone != table.names.deck_zone and first_cards(table.program, zone)]


def stack(table: TableSetup, state: Any, zone: int) -> None:
    """Of the cards that lie in a zone those that are named lie on top, in their order. Raises ImpossibleDeal."""
    lie = cards_of(table.program, state, zone)[::-1]
    named = alike(table, table.zones[zone], lie, set(), str(table.program.zones[zone]))
    replace(table.program, state, zone, [*named, *(card for card in lie if card not in named)])


def alike(table: TableSetup, cards: Sequence[int], there: Sequence[int], taken: set[int], where: str) -> list[int]:
    """The cards, each or an untaken copy of it, from those that are there. Raises ImpossibleDeal."""
    prints, found = table.program.cards, []
    for card in cards:
        like = [each for each in there if prints[each] == prints[card] and (each == card or each not in taken)]
        if not like:
            raise ImpossibleDeal(f"no `{table.names.short(prints[card])}` lies in {where} then")
        found.append(card if card in like else like[0])
        taken.add(found[-1])
    return found


def waiting(state: Any) -> Any:
    """The state, in which the next round waits until it is said how it is dealt."""
    state[at.S_STACKED] += at.STACKED_AGAIN
    return state


def deal_anew(table: TableSetup | None, state: Any, again: bool) -> None:
    """Let a round that waits go on (DEALING): dealt as the table says, without one by chance. Raises ImpossibleDeal.

    `again`: the round after it waits as well.
    """
    state[at.S_STATUS] = at.RUNNING
    state[at.S_STACKED] = 0
    if table is not None:
        program, deck = table.program, table.names.deck_zone
        for zone in begun(table):
            stack(table, state, zone)
        restack(table, state, plain_first(program, cards_of(program, state, deck)))
        state[at.S_STACKED] = at.TO_STACK
    if again:
        waiting(state)


def deal_rest(table: TableSetup, state: Any, early: Sequence[int]) -> None:
    """Let a deck that is about to be shuffled (DEALING) lie as the table says, with what has come to it since the round
    began with the cards `early`; unless it is named that lies lowest. Raises ImpossibleDeal."""
    program, deck = table.program, table.names.deck_zone
    again = int(state[at.S_STACKED]) >= at.STACKED_AGAIN
    pile = cards_of(program, state, deck)[::-1]
    here, late = [[card for card in pile if (card in early) is so] for so in (True, False)]
    state[at.S_STATUS] = at.RUNNING
    restack(table, state, [*plain_first(program, here), *late], True)
    state[at.S_STACKED] = 2 + at.STACKED_AGAIN * again


def restack(table: TableSetup, state: Any, pile: Sequence[int], complete: bool = False) -> None:
    """The deck has the cards of `pile`, and they lie so that each comes where the table says it does.

    `complete`: all that is named must be among them, or ImpossibleDeal is raised.
    """
    program, deck = table.program, table.names.deck_zone
    replace(program, state, deck, pile)
    trial = [int(number) for number in state]
    trial[at.S_STACKED] = 2
    replace(program, state, deck, order(table, pile, where_to(program, trial, pile, deck), complete))


def replace(program: Program, state: Any, zone: int, pile: Sequence[int]) -> None:
    """The cards of a zone are those of `pile`, from the top."""
    state[program.vector[at.P_SIZE] + zone] = 0
    put(state, program.vector, zone, pile[::-1])


def order(table: TableSetup, pile: Sequence[int], places: Sequence[int | None], complete: bool = False) -> list[int]:
    """The cards of the deck from the top: each where it must lie to come where it is said to.

    `pile` are the cards that there are, `places` where a card comes that lies so deep. `complete`: all that is named
    must be among them, or ImpossibleDeal is raised.
    """
    deck, apart = table.names.deck_zone, begun(table)
    said: dict[int | None, list[int]] = {deck: []}
    said |= {zone: cards for zone, cards in table.zones.items() if zone not in apart}
    if table.top is not None:
        said[None] = [table.top]
    taken = {card for cards in said.values() for card in cards}
    where = f"{table.program.zones[deck]}, from which it would be dealt,"
    wanted = {}
    for zone, cards in said.items():
        there = cards if complete else [card for card in cards if card in pile]
        wanted[zone] = alike(table, there, pile, taken, where)
    free = [card for card in pile if card not in taken]
    for zone, cards in wanted.items():
        comes = places.count(zone)
        free += cards[comes:]
        del cards[comes:]
    return [wanted[zone].pop(0) if wanted.get(zone) else free.pop(0) for zone in places]


def dealt(names: ProgramNames, zone: int) -> int:
    """How many cards a zone gets before the first player is asked."""
    return destinations(names).count(zone)


def lays_first(names: ProgramNames) -> bool:
    """Whether a card is laid before the first player is asked."""
    return None in destinations(names)


@lru_cache(maxsize=64)
def destinations(names: ProgramNames) -> list[int | None]:
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
