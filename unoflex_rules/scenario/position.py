"""A game that runs on from a state set up by hand. Not here: expectations (expectation_checker.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from unoflex_rules.engine.backend import accel
from unoflex_rules.engine.counting import first_declared
from unoflex_rules.naming.action_names import check_action
from unoflex_rules.naming.program_names import ProgramNames, normal
from unoflex_rules.play.actions import Action
from unoflex_rules.play.card_names import front_of, seats_of, value_of, value_text
from unoflex_rules.play.event_log import Event
from unoflex_rules.play.machine import Machine, Option, RawEvent, TooManyEvents
from unoflex_rules.play.observation import EventFeed, card_faces, is_among, pile
from unoflex_rules.play.outcome import ERRORS, Outcome, outcome_of
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Question, StateVariable
from unoflex_rules.program.opcodes import OPCODES
from unoflex_rules.scenario.chance import ChanceScript
from unoflex_rules.scenario.deal_order import deal_round, stack_deck
from unoflex_rules.scenario.offers import Offer, meant_by, meant_in_parts, offer_of
from unoflex_rules.scenario.table import TableSetup

OFFERING = [op.number for name, op in OPCODES.items() if name.startswith("OPTION")]
#: Why an action is refused, each with a sentence.
REASONS = {
    "over": "the game is over",
    "not asked": "another player is asked",
    "not now": "the question is about something else",
    "not held": "the player does not hold the card",
    "not allowed": "the rules do not allow it now",
}


class BrokenPosition(Exception):
    """The game cannot go on, because of a fault in its ruleset."""


class Position:
    """A game between two decisions, or at its end.

    Whatever runs the game raises BrokenPosition, ImpossibleOutcome and ImpossibleDeal.
    """

    def __init__(
        self,
        names: ProgramNames,
        state: Sequence[int],
        engine: str = "plain",
        deals: Sequence[TableSetup] = (),
        start: TableSetup | None = None,
    ) -> None:
        self.program, self.names = names.program, names
        self.setup, self.deals = start, list(deals)  # of this round, and of later rounds
        self.early = pile(self.program, state, names.deck_zone)  # the deck at the beginning of the round
        self.machine = Machine(self.program, accel.kernel(engine))
        self.chance = ChanceScript(names, self.machine)
        self.feed = EventFeed(self.program, None, state)
        self.state = self.machine.kernel.vector(list(state))
        self.raw: list[RawEvent] = []
        self.options: list[Option] = []
        self.unasked: list[tuple[int, Offer]] = []  # what players did without a question: it was the only option

    # ---- running -------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Run to the first decision."""
        self.run(lambda: self.machine.run(self.state, True))

    def take(self, offer: Offer) -> None:
        """Take an action, and run to the next decision."""
        self.unasked = []
        self.run(lambda: self.machine.answer(self.state, self.options, offer.option, True))

    def leave(self, seat: int) -> None:
        """Let a player leave the game, and run to the next decision."""
        self.unasked = []
        self.run(lambda: self.machine.leave(self.state, seat, True))

    def run(self, run: Callable[[], tuple[list[Option], list[RawEvent]]]) -> None:
        """Run the machine, with outcomes of chance and deals put in where it waits for them."""
        try:
            self.record(*run())
            while True:
                if self.chance.is_awaited(self.state):
                    self.raw += self.chance.draw(self.state)
                elif self.state[at.S_STATUS] == at.DEALING:
                    self.deal()
                else:
                    break
                self.record(*self.machine.run(self.state, True))
        except TooManyEvents:
            self.options = []
            self.state[at.S_STATUS], self.state[at.S_ERROR] = at.BROKEN, at.ERROR_BUDGET
        if self.state[at.S_STATUS] == at.BROKEN:
            source = self.program.source(int(self.state[at.S_PC]))
            where = f" at {source.shown}" if source is not None else ""
            raise BrokenPosition(f"{ERRORS[int(self.state[at.S_ERROR])]}{where}")

    def record(self, options: list[Option], events: list[RawEvent]) -> None:
        """Record the options, the events and the unasked actions of a run."""
        self.options = options
        self.raw += events
        for seat, address, option in self.machine.unasked():
            question = self.program.questions.get(address)
            self.unasked.append((seat, offer_of(self.names, self.state, question, 0, option)))

    def deal(self) -> None:
        """Order the deck of a round that begins, or one that is about to be shuffled."""
        if self.setup is not None and self.state[at.S_STACKED] % at.STACKED_AGAIN == at.TO_STACK:
            stack_deck(self.setup, self.state, self.early)
            return
        self.setup = self.deals.pop(0) if self.deals else None
        self.early = pile(self.program, self.state, self.names.deck_zone)
        deal_round(self.setup, self.state, bool(self.deals))

    # ---- decisions -----------------------------------------------------------------------------------------------

    @property
    def asked(self) -> int | None:
        """The seat that must decide."""
        return int(self.state[at.S_ASKED]) if self.state[at.S_STATUS] == at.ASKING else None

    @property
    def question(self) -> Question | None:
        return self.program.questions.get(int(self.state[at.S_ASK])) if self.asked is not None else None

    def offers(self) -> list[Offer]:
        """All actions on offer, each once."""
        found: dict[Action, Offer] = {}
        for number, option in enumerate(self.options):
            offer = offer_of(self.names, self.state, self.question, number, option)
            found.setdefault(offer.action, offer)
        return list(found.values())

    def meant(self, text: str) -> list[Offer]:
        """The actions on offer that a text means."""
        return meant_by(self.names, text, self.offers())

    def meant_in_parts(self, text: str) -> tuple[list[Offer], list[str]]:
        """The plays on offer that a text means if its choices are asked for later, and these choices."""
        return meant_in_parts(self.names, text, self.offers())

    def answering(self, seat: int, choice: str) -> list[Offer]:
        """The actions on offer to a seat that name this choice alone: `name red` for `red`."""
        offers = self.offers() if self.asked == seat else []
        return [offer for offer in offers if normal(f"{offer.action.verb} {choice}") in offer.texts]

    def was_unasked(self, seat: int, text: str) -> bool:
        """Whether a player did this without a question since the last action, and after what was named so before."""
        wanted = normal(text)
        for place, (who, offer) in enumerate(self.unasked):
            if who == seat and wanted in offer.texts | offer.open:
                del self.unasked[: place + 1]
                return True
        return False

    def why_refused(self, seat: int | None, text: str) -> str:
        """Why an action is not on offer to a seat (None: the one asked): a key of REASONS; empty if it is on offer."""
        if self.asked is None:
            return "over"
        if seat is not None and seat != self.asked:
            return "not asked"
        if self.meant(text):
            return ""
        verb, cards = check_action(self.names, text)
        if verb not in self.verbs_asked():
            return "not now"
        own = [number for number, zone in enumerate(self.program.zones) if zone.seat == self.asked]
        held = {look for zone in own for look in self.cards(zone)}
        offers_values = self.question is not None and verb in self.question.verb_values
        is_held = all(not held.isdisjoint(looks) for looks in cards)
        return "not allowed" if offers_values or is_held else "not held"

    def verbs_asked(self) -> set[int]:
        """The verbs of all options of the question, on offer or not."""
        p, address = self.program.vector, int(self.state[at.S_ASK])
        found = set()
        while p[address] != OPCODES["WAIT"].number:
            if p[address] in OFFERING:
                found.add(p[p[address + 1] + at.OPTION_VERB])
            address += at.INSTRUCTION
        return found

    # ---- the table -----------------------------------------------------------------------------------------------

    def cards(self, zone: int) -> list[int]:
        """The looks of the cards of a zone: a hand in the order in which it grew, others from the top."""
        cards = pile(self.program, self.state, zone)
        return [self.look(card) for card in (cards if self.names.is_hand(zone) else reversed(cards))]

    def look(self, card: int) -> int:
        """The look of a card; where faces are shuffled, the look on the face in force."""
        return self.program.look_of(self.state, card, front_of(self.program, self.state))

    def seen(self, seat: int, zone: int) -> list[list[list[str]]]:
        """The cards of a zone of which a seat sees a face: for each card the names on each visible face."""
        front, found = front_of(self.program, self.state), []
        for card in pile(self.program, self.state, zone):
            faces = sorted(card_faces(self.program, self.state, card, seat, front), key=lambda face: face != front)
            named = [self.names.names_on(self.program.look_of(self.state, card, face), face) for face in faces]
            found += [list(filter(None, named))] if any(named) else []
        return found

    def knowing(self, variable: StateVariable, seat: int | None) -> tuple[int, ...]:
        """The players who know a variable, or that of one player."""
        owner = at.NONE if seat is None else seat
        return tuple(each for each in range(self.program.players) if is_among(variable.visible, owner, each))

    def value(self, variable: StateVariable, index: int = 0) -> int:
        """The number that a variable, or a field of what is in force, has now."""
        return int(self.state[variable.slot + index * variable.width])

    def value_shown(self, variable: StateVariable, number: int) -> str:
        return value_text(variable, value_of(variable, number))

    def counted(self, name: str) -> int:
        """The value of a declared counter since the beginning."""
        place = [each.name for each in self.program.counts].index(name)
        return int(self.machine.work[first_declared(self.program.vector) + place])

    def remembered(self, variable: StateVariable, index: int) -> int | None:
        """The look of the card that a variable remembers, unless it has left its zone."""
        slot = variable.slot + index * variable.width
        card = int(self.state[slot])
        if card == at.NONE or self.state[self.program.vector[at.P_PLACE] + card] != self.state[slot + 1]:
            return None
        return self.look(card)

    def marks(self, looks: Sequence[int], attribute: StateVariable) -> list[int]:
        """What the cards with one of these looks carry."""
        return [int(self.state[attribute.slot + card]) for card in self.names.copies(looks)]

    @property
    def turn(self) -> int:
        """The seat that has the turn."""
        return int(self.state[at.S_SELF])

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return int(self.state[at.S_TURNS])

    @property
    def direction(self) -> int:
        return int(self.state[at.S_DIRECTION])

    @property
    def round(self) -> int:
        return int(self.state[at.S_ROUND])

    @property
    def out(self) -> tuple[int, ...]:
        """Players who are out of the round."""
        return self.missing(at.S_IN)

    @property
    def has_left(self) -> tuple[int, ...]:
        """Players who have left the game."""
        return self.missing(at.S_IN_GAME)

    def missing(self, slot: int) -> tuple[int, ...]:
        present = seats_of(int(self.state[slot]))
        return tuple(seat for seat in range(self.program.players) if seat not in present)

    @property
    def outcome(self) -> Outcome | None:
        return outcome_of(self.program, self.state)

    def events(self) -> list[Event]:
        """All events so far."""
        return list(self.feed.hear(self.raw))
