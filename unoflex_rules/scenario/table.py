"""A table set up by hand: cards in their zones, what is in force, variables; a state from which a game goes on.

Not here: how a table is written down (sheet_models.py), or playing on it (scenario_runner.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from unoflex_rules.engine.backend import accel
from unoflex_rules.engine.laying import lay
from unoflex_rules.engine.plan import begin_round, start_game
from unoflex_rules.naming.program_names import DISCARD, ProgramNames
from unoflex_rules.play.card_names import front_of
from unoflex_rules.play.machine import Machine, RawEvent, TooManyEvents
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, StateVariable

# Where a game may go on from a table: the address of that stage.
STAGES = {"turn": at.P_TURN, "turn_end": at.P_TURN_END, "blocked": at.P_BLOCKED, "round_end": at.P_ROUND_END}
LIMIT = 10_000  # decisions that a round may take


class NoCopyLeft(Exception):
    """The deck has no further copy of a card: `have` is how many there are."""

    def __init__(self, have: int) -> None:
        super().__init__(have)
        self.have = have


class TableSetup:
    """Takes cards from the deck and puts them where they are said to lie; the rest follows by rules of its own."""

    def __init__(self, names: ProgramNames) -> None:
        self.program, self.names = names.program, names
        p = self.program.vector
        self.free = dict.fromkeys(range(p[at.P_CARDS]))
        self.there: set[int] = set()  # cards that are named where they begin, and may come elsewhere by the deal
        self.zones: dict[int, list[int]] = {}  # from the top
        self.counts: dict[int, int] = {}
        self.rest_zone: int | None = None
        self.with_own: set[int] = set()  # zones below whose cards lie all others that begin there
        self.top: int | None = None
        self.turn, self.direction = 0, 1
        self.stage = "turn"
        self.out: set[int] = set()
        self.winners: set[int] = set()
        self.misses: dict[int, int] = {}
        self.active: dict[int, int] = {}  # by state slot
        self.values: dict[int, int] = {}  # by state slot

    # ---- saying what lies where ----------------------------------------------------------------------------------

    def take(self, looks: Sequence[int], zone: int | None = None, name: str = "") -> int:
        """A card of one of some looks that lies nowhere yet, of several one that begins in a zone (or with the deck),
        and of these one that has the name on the face in force.

        Raises NoCopyLeft.
        """
        copies = self.names.copies(looks)
        p, free = self.program.vector, [card for card in copies if card in self.free]
        if not free:
            raise NoCopyLeft(len(copies))
        begin = {card: p[p[at.P_FIRST_ZONE] + card] for card in free}
        called = set(self.names.looks_on(name, self.front)) if name and len(self.program.faces) > 1 else set()
        card = min(
            free,
            key=lambda card: (
                begin[card] != zone,
                begin[card] != self.names.deck_zone,
                self.program.cards[card] not in called,
            ),
        )
        del self.free[card]
        return card

    @property
    def front(self) -> int:
        """The face in force, as the table stands."""
        return self.values.get(self.program.face_slot, first_front(self.names))

    def take_there(self, looks: Sequence[int], zone: int) -> int:
        """A card of one of some looks that begins in a zone and is not named there yet. Raises NoCopyLeft."""
        begin = [card for card in first_cards(self.program, zone) if self.program.cards[card] in looks]
        free = [card for card in begin if card not in self.there]
        if not free:
            raise NoCopyLeft(len(begin))
        self.there.add(free[0])
        return free[0]

    def mark(self, looks: Sequence[int], attribute: StateVariable, value: int) -> None:
        """Let all cards of some looks carry something."""
        for card in self.names.copies(looks):
            self.values[attribute.slot + card] = value

    # ---- what nobody has said ------------------------------------------------------------------------------------

    def some(self, count: int) -> list[int]:
        """The first cards, in the order of the deck, that lie nowhere yet."""
        taken = list(self.free)[:count]
        for card in taken:
            del self.free[card]
        return taken

    def own(self, zone: int, most: int | None = None) -> list[int]:
        """The cards that begin in a zone and lie nowhere yet, in the order of the deck."""
        taken = [card for card in first_cards(self.program, zone) if card in self.free][:most]
        for card in taken:
            del self.free[card]
        return taken

    def fill(self) -> None:
        """Give every zone its cards: so many as was said, else so many as the rules deal, else all that remain."""
        program, deck = self.program, self.names.deck_zone
        zones = [str(zone) for zone in program.zones]
        usual = usual_sizes(self.names)
        discard = zones.index(DISCARD) if DISCARD in zones else None
        if (
            self.top is None
            and discard is not None
            and discard not in self.zones
            and (usual[discard] or not any(usual))
        ):
            self.top = self.plain_card()
        for number, count in self.counts.items():
            self.zones[number] = self.some(count)
        for number, zone in enumerate(program.zones):
            known = number in self.zones or number in (deck, self.rest_zone) or zone.name == DISCARD
            if not known and zone.seat not in self.out:
                cards = self.own(number, usual[number])
                self.zones[number] = [*cards, *self.some(usual[number] - len(cards))]
        if self.rest_zone is None and deck not in self.zones:
            self.rest_zone = deck
        for wanting in self.with_own:
            self.zones[wanting] += self.own(wanting)
        if self.rest_zone is not None:
            self.zones[self.rest_zone] = [*self.zones.get(self.rest_zone, []), *self.own(deck)]

    def plain_card(self) -> int | None:
        """A card that may lie on top: the first one without an effect, else the first one."""
        p = self.program.vector
        plain = [card for card in self.free if p[p[at.P_EFFECTS] + self.program.cards[card]] == 0]
        card = next(iter(plain or self.free), None)
        if card is not None:
            del self.free[card]
        return card

    # ---- the state -----------------------------------------------------------------------------------------------

    def state(self, seed: int, one_round: bool) -> list[int]:
        """The state in which the stage begins; nothing has run yet."""
        program, p = self.program, self.program.vector
        self.fill()
        s = [0] * program.state_size
        w = [0] * program.work_size
        start_game(s, p, seed, 0, LIMIT, int(one_round))
        begin_round(s, p, w)
        for zone in range(p[at.P_ZONES]):
            s[p[at.P_SIZE] + zone] = 0
        for card in range(p[at.P_CARDS]):
            begins = p[p[at.P_FIRST_ZONE] + card]  # out of play, until it is put somewhere; or for good
            s[p[at.P_PLACE] + card] = p[at.P_ZONES] + int(begins != self.names.deck_zone)
        for zone, cards in self.zones.items():
            put(s, p, zone, cards[::-1])
        for slot, value in self.values.items():
            s[slot] = value
        if self.top is not None:
            discard = self.names.zone(DISCARD)
            put(s, p, discard, [self.top])
            front = front_of(program, s)
            lay(s, p, w, self.top, front, discard, front)
        for slot, value in self.active.items():
            s[slot] = value
        s[at.S_DIRECTION] = self.direction
        s[at.S_SELF] = self.turn
        s[at.S_IN] &= ~sum(1 << seat for seat in self.out)
        for seat, turns in self.misses.items():
            s[at.S_MISSES + seat] = turns
        s[at.S_CHANGED] = 0
        own = {f"self.{zone.name}": number for number, zone in enumerate(program.zones) if zone.seat == self.turn}
        for slot, name in program.slot_names.items():
            s[slot] = own.get(name, s[slot])  # which a turn finds at its beginning
        s[at.S_WINNERS] = sum(1 << seat for seat in self.winners)
        s[at.S_PC] = p[STAGES[self.stage]]
        return s


@lru_cache(maxsize=64)
def first_front(names: ProgramNames) -> int:
    """The face in force as a round begins."""
    program = names.program
    s, w = [0] * program.state_size, [0] * program.work_size
    start_game(s, program.vector, 0, 0, LIMIT, 1)
    begin_round(s, program.vector, w)
    return front_of(program, s)


def put(s: list[int], p: Sequence[int], zone: int, cards: Sequence[int]) -> None:
    """Put cards on a zone, one after the other."""
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
    """Cards in the order of the deck, those without an effect before the others."""
    p = program.vector
    return sorted(cards, key=lambda card: (p[p[at.P_EFFECTS] + program.cards[card]] != 0, card))


def stacked(program: Program, seed: int, one_round: bool, pile: Sequence[int]) -> list[int]:
    """The state before a game begins whose first shuffle leaves the deck as `pile`, from the top."""
    p = program.vector
    s = [0] * program.state_size
    start_game(s, p, seed, 0, LIMIT, int(one_round))
    s[p[at.P_SIZE] + p[at.P_DECK_ZONE]] = 0
    put(s, p, p[at.P_DECK_ZONE], pile[::-1])
    s[at.S_STACKED] = 2
    return s


def deal(machine: Machine, state: list[int]) -> list[RawEvent]:
    """Let a stacked round run until somebody is asked after the deck was shuffled; what happened.

    Whatever is asked before that gets the first answer. Raises TooManyEvents.
    """
    options, events = machine.run(state, True)
    while state[at.S_STATUS] == at.ASKING and state[at.S_STACKED] % at.STACKED_AGAIN == 2 and state[at.S_TURN] == 0:
        options, more = machine.answer(state, options, 0, True)
        events += more
    return events


@lru_cache(maxsize=64)
def usual_sizes(names: ProgramNames) -> list[int]:
    """How many cards lie in each zone when the first player is asked after the deal; none where it cannot begin."""
    program = names.program
    state = stacked(program, 0, True, plain_first(program, first_cards(program, names.deck_zone)))
    try:
        deal(Machine(program, accel.plain()), state)
    except TooManyEvents:
        return [0] * len(program.zones)
    p, sizes = program.vector, [0] * len(program.zones)
    if state[at.S_STATUS] != at.BROKEN:
        for card in range(p[at.P_CARDS]):
            begins, lies = p[p[at.P_FIRST_ZONE] + card], int(state[p[at.P_PLACE] + card])
            sizes[lies] += begins in (lies, names.deck_zone)  # what else has come there is chosen from case to case
    return sizes
