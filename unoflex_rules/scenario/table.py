"""A table set up by hand: cards in zones, what is in force, variables. It becomes a state from which the game goes on.

Not here: how a table is written (reading/sheet_models.py), or how it is dealt from the start (deal_order.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from unoflex_rules.engine.backend import accel
from unoflex_rules.engine.laying import lay
from unoflex_rules.engine.plan import begin_round, start_game
from unoflex_rules.naming.program_names import ProgramNames
from unoflex_rules.play.card_names import front_of
from unoflex_rules.play.machine import Machine, RawEvent, TooManyEvents
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, StateVariable
from unoflex_rules.program.opcodes import OPCODES

# The address of each stage at which a scenario may begin.
STAGES = {"turn": at.P_TURN, "turn_end": at.P_TURN_END, "blocked": at.P_BLOCKED, "round_end": at.P_ROUND_END}
LIMIT = 10_000  # decisions of a round


class NoCopyLeft(Exception):
    """All copies of a card are in use; `copies` is how many there are."""

    def __init__(self, copies: int) -> None:
        super().__init__(copies)
        self.copies = copies


class TableSetup:
    """The cards and values that a scenario names; the rest is filled from the deck."""

    def __init__(self, names: ProgramNames) -> None:
        self.program, self.names = names.program, names
        self.free = dict.fromkeys(range(self.program.vector[at.P_CARDS]))  # cards without a place, in deck order
        self.there: set[int] = set()  # cards named in the zone where they begin; the deal may move them
        self.zones: dict[int, list[int]] = {}  # from the top
        self.counts: dict[int, int] = {}
        self.rest_zone: int | None = None
        self.with_own: set[int] = set()  # zones that also hold all other cards that begin there
        self.top: int | None = None
        self.turn, self.direction = 0, 1
        self.stage = "turn"
        self.out: set[int] = set()
        self.winners: set[int] = set()
        self.misses: dict[int, int] = {}
        self.active: dict[int, int] = {}  # by state slot
        self.values: dict[int, int] = {}  # by state slot

    def take(self, looks: Sequence[int], zone: int | None = None, name: str = "") -> int:
        """Take a free card with one of these looks. Raises NoCopyLeft.

        Cards that begin in `zone` come first, then those of the deck, then those called `name` on the face in force.
        """
        copies = self.names.copies(looks)
        p, free = self.program.vector, [card for card in copies if card in self.free]
        if not free:
            raise NoCopyLeft(len(copies))
        front = self.values.get(self.program.face_slot, first_front(self.names))
        named = self.names.looks_on(name, front) if name and len(self.program.faces) > 1 else []

        def rank(card: int) -> tuple[bool, bool, bool]:
            begins = p[p[at.P_FIRST_ZONE] + card]
            return begins != zone, begins != self.names.deck_zone, self.program.cards[card] not in named

        card = min(free, key=rank)
        del self.free[card]
        return card

    def take_there(self, looks: Sequence[int], zone: int) -> int:
        """Take a card with one of these looks that begins in a zone and is not named there yet. Raises NoCopyLeft."""
        begin = [card for card in first_cards(self.program, zone) if self.program.cards[card] in looks]
        free = [card for card in begin if card not in self.there]
        if not free:
            raise NoCopyLeft(len(begin))
        self.there.add(free[0])
        return free[0]

    def mark(self, looks: Sequence[int], attribute: StateVariable, value: int) -> None:
        """Set what all cards with one of these looks carry."""
        for card in self.names.copies(looks):
            self.values[attribute.slot + card] = value

    # ---- the rest of the deck ------------------------------------------------------------------------------------

    def take_all(self, cards: Sequence[int], most: int | None = None) -> list[int]:
        """Take those of the cards that are free, at most `most`."""
        taken = [card for card in cards if card in self.free][:most]
        for card in taken:
            del self.free[card]
        return taken

    def fill(self) -> None:
        """Fill every zone: with the requested count, else as many as the rules deal; the deck gets the rest."""
        program, deck = self.program, self.names.deck_zone
        usual, discard = usual_sizes(self.names), program.laid_on
        if self.top is None and discard is not None and discard not in self.zones:
            has_start_card = usual[discard] or not any(usual)  # or the game cannot begin
            if has_start_card:
                self.top = next(iter(self.take_all(plain_first(program, list(self.free)), 1)), None)
        for zone, count in self.counts.items():
            self.zones[zone] = self.take_all(list(self.free), count)
        for zone, named in enumerate(program.zones):
            if zone not in (*self.zones, deck, self.rest_zone, discard) and named.seat not in self.out:
                own = self.take_all(first_cards(program, zone), usual[zone])
                self.zones[zone] = own + self.take_all(list(self.free), usual[zone] - len(own))
        if self.rest_zone is None and deck not in self.zones:
            self.rest_zone = deck
        for zone in self.with_own:
            self.zones[zone] += self.take_all(first_cards(program, zone))
        if self.rest_zone is not None:
            rest = self.take_all(first_cards(program, deck))
            self.zones[self.rest_zone] = [*self.zones.get(self.rest_zone, []), *rest]

    # ---- the state -----------------------------------------------------------------------------------------------

    def state(self, seed: int, one_round: bool) -> list[int]:
        """The state at the beginning of the stage, before anything has run."""
        program, p = self.program, self.program.vector
        self.fill()
        s, w = [0] * program.state_size, [0] * program.work_size
        start_game(s, p, seed, 0, LIMIT, int(one_round))
        for slot, value in started_variables(program).items():
            s[slot] = value
        begin_round(s, p, w)
        for zone in range(p[at.P_ZONES]):
            s[p[at.P_SIZE] + zone] = 0
        for card in range(p[at.P_CARDS]):  # a card without a place is out of play
            begins = p[p[at.P_FIRST_ZONE] + card]
            s[p[at.P_PLACE] + card] = p[at.P_ZONES] + int(begins != self.names.deck_zone)
        for zone, cards in self.zones.items():
            put(s, p, zone, cards[::-1])
        for slot, value in self.values.items():
            s[slot] = value
        if self.top is not None:
            discard = self.names.discard
            put(s, p, discard, [self.top])
            front = front_of(program, s)
            lay(s, p, w, self.top, front, discard, front)
        for slot, value in self.active.items():
            s[slot] = value
        s[at.S_DIRECTION] = self.direction
        s[at.S_SELF] = self.turn
        if self.stage != "round_end":  # the end of a round brings back all players who left it
            s[at.S_IN] &= ~sum(1 << seat for seat in self.out)
        for seat, turns in self.misses.items():
            s[at.S_MISSES + seat] = turns
        s[at.S_CHANGED] = 0
        own = {f"self.{zone.name}": number for number, zone in enumerate(program.zones) if zone.seat == self.turn}
        for slot, name in program.slot_names.items():
            s[slot] = own.get(name, s[slot])  # set at the beginning of each turn
        s[at.S_WINNERS] = sum(1 << seat for seat in self.winners)
        s[at.S_PC] = p[STAGES[self.stage]]
        return s


@lru_cache(maxsize=16)
def first_front(names: ProgramNames) -> int:
    """The face in force at the beginning of a round."""
    program = names.program
    s, w = [0] * program.state_size, [0] * program.work_size
    start_game(s, program.vector, 0, 0, LIMIT, 1)
    begin_round(s, program.vector, w)
    return front_of(program, s)


def started_variables(program: Program) -> dict[int, int]:
    """The variables, by state slot, as `game.start` leaves them; a question there ends it. Variables of cards stay."""
    p = program.vector
    if p[p[at.P_START]] == OPCODES["BEGIN_ROUND"].number:
        return {}
    machine = Machine(program, accel.plain())
    state = machine.new_state(0, 0, LIMIT, True)
    state[at.S_ROUND] = at.MAX_ROUNDS  # the first round does not begin
    with suppress(TooManyEvents):  # a run of the game reports it
        machine.run(state, False)
    slots = (each.slot + place for each in program.variables if each.kind != "card" for place in range(each.count))
    return {slot: int(state[slot]) for slot in slots}


def put(s: list[int], p: Sequence[int], zone: int, cards: Sequence[int]) -> None:
    """Put cards on top of a zone, one after the other."""
    first, size = p[at.P_PILE] + zone * p[at.P_CARDS], p[at.P_SIZE] + zone
    for card in cards:
        s[first + s[size]] = card
        s[size] += 1
        s[p[at.P_PLACE] + card] = zone


def first_cards(program: Program, zone: int) -> list[int]:
    """The cards that begin in a zone, in the order of the deck."""
    p = program.vector
    return [card for card in range(p[at.P_CARDS]) if p[p[at.P_FIRST_ZONE] + card] == zone]


def plain_first(program: Program, cards: Sequence[int]) -> list[int]:
    """Cards in the order of the deck, those without an effect first."""
    p = program.vector
    return sorted(cards, key=lambda card: (p[p[at.P_EFFECTS] + program.cards[card]] != 0, card))


def stacked(program: Program, seed: int, one_round: bool, pile: Sequence[int]) -> list[int]:
    """The state before a game whose first shuffle leaves the deck as `pile`, from the top."""
    p = program.vector
    s = [0] * program.state_size
    start_game(s, p, seed, 0, LIMIT, int(one_round))
    s[p[at.P_SIZE] + p[at.P_DECK_ZONE]] = 0
    put(s, p, p[at.P_DECK_ZONE], pile[::-1])
    s[at.S_STACKED] = 2
    return s


def deal(machine: Machine, state: list[int]) -> list[RawEvent]:
    """Run a stacked round until the first decision after the shuffle, and return its events. Raises TooManyEvents.

    Any question before that gets the first answer.
    """
    options, events = machine.run(state, True)
    while state[at.S_STATUS] == at.ASKING and state[at.S_STACKED] % at.STACKED_AGAIN == 2 and state[at.S_TURN] == 0:
        options, more = machine.answer(state, options, 0, True)
        events += more
    return events


@lru_cache(maxsize=16)
def usual_sizes(names: ProgramNames) -> list[int]:
    """How many cards each zone holds after the deal, before the first decision; 0 if the game cannot begin."""
    program = names.program
    state = stacked(program, 0, True, plain_first(program, first_cards(program, names.deck_zone)))
    try:
        deal(Machine(program, accel.plain()), state)
    except TooManyEvents:
        return [0] * len(program.zones)
    p, sizes = program.vector, [0] * len(program.zones)
    if state[at.S_STATUS] != at.BROKEN:
        for card in range(p[at.P_CARDS]):
            begins, zone = p[p[at.P_FIRST_ZONE] + card], int(state[p[at.P_PLACE] + card])
            sizes[zone] += begins in (zone, names.deck_zone)  # others were chosen, and may differ from game to game
    return sizes
