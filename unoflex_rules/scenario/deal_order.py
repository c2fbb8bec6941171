"""The order of a deck that makes a round begin as a scenario says: what is dealt to whom, turned up, and drawn next.

Not here: how the engine keeps a deck unshuffled (it has a flag), or tables in the middle of a game (table.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from unoflex_rules.engine.backend import accel
from unoflex_rules.naming.program_names import ProgramNames
from unoflex_rules.play.machine import Machine, TooManyEvents
from unoflex_rules.play.observation import pile as cards_of
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program
from unoflex_rules.scenario.table import TableSetup, deal, first_cards, plain_first, put, stacked


class ImpossibleDeal(Exception):
    """A card is not among those that can be dealt to the place where a scenario wants it."""


def beginning(setup: TableSetup, seed: int, one_round: bool) -> list[int]:
    """The state before the game begins."""
    program, deck = setup.program, setup.names.deck_zone
    pile = plain_first(program, first_cards(program, deck))
    s = stacked(program, seed, one_round, order(setup, pile, destinations(setup.names)))
    s[at.S_STACKED] = at.TO_STACK
    stack_begun(setup, s)
    for slot, value in setup.values.items():
        s[slot] = value
    return s


def wait_for_deal(state: Any) -> None:
    """Make the next round wait (DEALING) until its deal is set up."""
    state[at.S_STACKED] += at.STACKED_AGAIN


def deal_round(setup: TableSetup | None, state: Any, again: bool) -> None:
    """Let a waiting round go on, dealt as the setup says, or by chance without one. Raises ImpossibleDeal.

    `again`: the round after it waits, too.
    """
    state[at.S_STATUS], state[at.S_STACKED] = at.RUNNING, 0
    if setup is not None:
        stack_begun(setup, state)
        restack(setup, state, plain_first(setup.program, cards_of(setup.program, state, setup.names.deck_zone)))
        state[at.S_STACKED] = at.TO_STACK
    if again:
        wait_for_deal(state)


def stack_deck(setup: TableSetup, state: Any, early: Sequence[int]) -> None:
    """Order a deck that is about to be shuffled (DEALING). Raises ImpossibleDeal.

    Cards that have come to it since the round began with the cards `early` lie below the others, unless they are named.
    """
    again = int(state[at.S_STACKED]) >= at.STACKED_AGAIN
    pile = cards_of(setup.program, state, setup.names.deck_zone)[::-1]
    here, late = [[card for card in pile if (card in early) is wanted] for wanted in (True, False)]
    state[at.S_STATUS] = at.RUNNING
    restack(setup, state, [*plain_first(setup.program, here), *late], True)
    state[at.S_STACKED] = 2 + at.STACKED_AGAIN * again


# ---- the order -------------------------------------------------------------------------------------------------------


def begun(setup: TableSetup) -> list[int]:
    """The named zones, other than the deck's, in which cards begin."""
    return [zone for zone in setup.zones if zone != setup.names.deck_zone and first_cards(setup.program, zone)]


def stack_begun(setup: TableSetup, state: Any) -> None:
    """In each zone where cards begin, put the named ones on top. Raises ImpossibleDeal."""
    program = setup.program
    for zone in begun(setup):
        there = cards_of(program, state, zone)[::-1]
        named = copies_among(setup, setup.zones[zone], there, set(), str(program.zones[zone]))
        replace(program, state, zone, [*named, *(card for card in there if card not in named)])


def copies_among(
    setup: TableSetup, cards: Sequence[int], there: Sequence[int], taken: set[int], where: str
) -> list[int]:
    """For each card itself or, if it is not there, a copy that is not taken. Raises ImpossibleDeal."""
    looks, found = setup.program.cards, []
    for card in cards:
        copies = [each for each in there if looks[each] == looks[card] and (each == card or each not in taken)]
        if not copies:
            raise ImpossibleDeal(f"there is no `{setup.names.short(looks[card])}` in {where}")
        found.append(card if card in copies else copies[0])
        taken.add(found[-1])
    return found


def restack(setup: TableSetup, state: Any, pile: Sequence[int], complete: bool = False) -> None:
    """Make `pile` the cards of the deck, in the order that the setup asks for; see `order`."""
    program, deck = setup.program, setup.names.deck_zone
    replace(program, state, deck, pile)
    trial = [int(number) for number in state]
    trial[at.S_STACKED] = 2
    replace(program, state, deck, order(setup, pile, dealt_to(program, trial, pile, deck), complete))


def replace(program: Program, state: Any, zone: int, pile: Sequence[int]) -> None:
    """Make `pile`, from the top, the cards of a zone."""
    state[program.vector[at.P_SIZE] + zone] = 0
    put(state, program.vector, zone, pile[::-1])


def order(setup: TableSetup, pile: Sequence[int], places: Sequence[int | None], complete: bool = False) -> list[int]:
    """Order the deck, from the top, so that the requested deal happens. Raises ImpossibleDeal.

    `pile`: its cards; `places`: where the card at each depth is dealt. `complete`: all named cards must be in it.
    """
    deck, apart = setup.names.deck_zone, begun(setup)
    named: dict[int | None, list[int]] = {deck: []}
    named |= {zone: cards for zone, cards in setup.zones.items() if zone not in apart}
    if setup.top is not None:
        named[None] = [setup.top]
    taken = {card for cards in named.values() for card in cards}
    where, wanted = f"{setup.program.zones[deck]} to deal", {}
    for zone, cards in named.items():
        there = cards if complete else [card for card in cards if card in pile]
        wanted[zone] = copies_among(setup, there, pile, taken, where)
    free = [card for card in pile if card not in taken]
    for zone, cards in wanted.items():
        comes = places.count(zone)
        free += cards[comes:]
        del cards[comes:]
    return [wanted[zone].pop(0) if wanted.get(zone) else free.pop(0) for zone in places]


def dealt(names: ProgramNames, zone: int) -> int:
    """How many cards are dealt to a zone before the first decision."""
    return destinations(names).count(zone)


def lays_first(names: ProgramNames) -> bool:
    """Whether a card is laid before the first decision."""
    return None in destinations(names)


@lru_cache(maxsize=16)
def destinations(names: ProgramNames) -> list[int | None]:
    """Where each card of the deck, from the top, is dealt in the first round; see `dealt_to`.

    Cards without an effect lie on top, so that no effect disturbs the deal.
    """
    program, deck = names.program, names.deck_zone
    pile = plain_first(program, first_cards(program, deck))
    return dealt_to(program, stacked(program, 0, True, pile), pile, deck)


def dealt_to(program: Program, state: list[int], pile: Sequence[int], deck: int) -> list[int | None]:
    """The zone that each card of `pile` comes to first, None for the one laid first, `deck` for those that stay.

    Cards that are turned up on the first one count as those that stay, since other cards might be turned up instead.
    The round is dealt in `state`, which is used up.
    """
    machine = Machine(program, accel.plain())
    try:
        events = deal(machine, state)
    except TooManyEvents:
        events = []  # running the scenario reports it
    zones: dict[int, int | None] = {}
    laid = next(((event[1], event[3]) for event in events if event[0] == ev.E_LAY), (None, None))
    for kind, card, _, zone, *_ in events:
        if kind == ev.E_MOVE:
            zones.setdefault(card, deck if zone == laid[1] else zone)
    if laid[0] is not None:
        zones[laid[0]] = None
    return [zones.get(card, deck) for card in pile]
