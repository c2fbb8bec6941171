"""A game that runs on from a state set up by hand, seen by a referee from whom nothing is hidden.

Not here: what is expected of it (checking.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from unoflex_rules.engine.backend import accel
from unoflex_rules.engine.counting import first_declared
from unoflex_rules.naming.program_names import AND, NAMING, ProgramNames, normal
from unoflex_rules.play.actions import Action, action_of
from unoflex_rules.play.card_names import Value, front_of, seats_of, value_of, value_text, words
from unoflex_rules.play.event_log import Event
from unoflex_rules.play.machine import Machine, Option, RawEvent, TooManyEvents
from unoflex_rules.play.observation import EventFeed, card_faces, pile
from unoflex_rules.play.outcome import ERRORS, Outcome, outcome_of
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Question, StateVariable
from unoflex_rules.program.opcodes import OPCODES
from unoflex_rules.scenario.chance import ChanceScript
from unoflex_rules.scenario.deal_order import deal_anew, deal_rest
from unoflex_rules.scenario.table import TableSetup

OFFERING = [op.number for name, op in OPCODES.items() if name.startswith("OPTION")]
#: Why an action is refused, each with what that means.
WHY = {
    "over": "nobody is asked any more",
    "not asked": "somebody else is asked",
    "not now": "that is not what is asked",
    "not held": "the player does not hold the card",
    "not allowed": "the rules do not allow it now",
}


class BrokenPosition(Exception):
    """The game cannot go on, by a fault of its ruleset."""


@dataclass(frozen=True)
class Offer:
    """An action on offer: the number of its option, its words, and all texts that mean it.

    `open`: the texts that leave out what is announced with a play, and the bare verb; they mean it among others.
    """

    option: int
    action: Action
    texts: frozenset[str]
    short: str
    open: frozenset[str] = frozenset()


class Position:
    """A game between two decisions, or at its end."""

    def __init__(
        self,
        names: ProgramNames,
        state: Sequence[int],
        engine: str = "plain",
        deals: Sequence[TableSetup] = (),
        start: TableSetup | None = None,
    ) -> None:
        program = names.program
        self.dealt = start  # how the round is dealt that is going on
        self.early = pile(program, state, names.deck_zone)  # the cards of the deck when it began
        self.deals = list(deals)  # how the rounds are dealt that are still to come
        self.program, self.names = program, names
        self.machine = Machine(program, accel.kernel(engine))
        self.foretold = ChanceScript(names, self.machine)
        self.watcher = EventFeed(program, None, state)
        self.state = self.machine.kernel.vector(list(state))
        self.raw: list[RawEvent] = []
        self.options: list[Option] = []
        self.unasked: list[tuple[int, frozenset[str]]] = []  # who did what, in all its words, without a question

    def begin(self) -> None:
        """Let the game run to its first decision. Raises BrokenPosition, ImpossibleOutcome and ImpossibleDeal."""
        self.run(lambda: self.machine.run(self.state, True))

    def take(self, offer: Offer) -> None:
        """Let the action happen, and the game run on to the next decision. Raises BrokenPosition."""
        self.unasked = []
        self.run(lambda: self.machine.answer(self.state, self.options, offer.option, True))

    def leave(self, seat: int) -> None:
        """Let a player leave the game, and the game run on to the next decision. Raises BrokenPosition."""
        self.unasked = []
        self.run(lambda: self.machine.leave(self.state, seat, True))

    def was_unasked(self, seat: int, text: str) -> bool:
        """Whether a player did just that without a question, after the last action: he could do nothing else. It is
        said now, so that what was done before it can be said no more."""
        wanted = normal(text)
        for place, (who, texts) in enumerate(self.unasked):
            if who == seat and wanted in texts:
                del self.unasked[: place + 1]
                return True
        return False

    def note_unasked(self) -> None:
        """Keep what was done without a question in the last run."""
        for seat, address, option in self.machine.unasked():
            question, faces = self.program.questions.get(address), range(len(self.program.faces))
            action = action_of(self.program, self.state, question, option, faces)
            texts, _, bare = self.texts(action, option)
            self.unasked.append((seat, texts | bare))

    @property
    def has_left(self) -> tuple[int, ...]:
        """Players who have left the game."""
        return tuple(set(range(self.program.players)) - set(seats_of(int(self.state[at.S_IN_GAME]))))

    def run(self, run: Callable[[], tuple[list[Option], list[RawEvent]]]) -> None:
        """Let the machine run, and note what it brings. Raises BrokenPosition, ImpossibleOutcome and ImpossibleDeal."""
        try:
            self.options, events = run()
            self.raw += events
            self.note_unasked()
            while True:
                if self.foretold.is_awaited(self.state):
                    self.raw += self.foretold.say(self.state)
                elif self.state[at.S_STATUS] == at.DEALING:
                    self.deal()
                else:
                    break
                self.options, events = self.machine.run(self.state, True)
                self.raw += events
                self.note_unasked()
        except TooManyEvents:
            self.options = []
            self.state[at.S_STATUS], self.state[at.S_ERROR] = at.BROKEN, at.ERROR_BUDGET
        if self.state[at.S_STATUS] == at.BROKEN:
            source = self.program.source(int(self.state[at.S_PC]))
            where = f" at {source.shown}" if source is not None else ""
            raise BrokenPosition(f"{ERRORS[int(self.state[at.S_ERROR])]}{where}")

    def deal(self) -> None:
        """Say how the cards lie, of a round that begins or of a deck that is to be shuffled. Raises ImpossibleDeal."""
        if self.dealt is not None and self.state[at.S_STACKED] % at.STACKED_AGAIN == at.TO_STACK:
            deal_rest(self.dealt, self.state, self.early)
            return
        self.dealt = self.deals.pop(0) if self.deals else None
        self.early = pile(self.program, self.state, self.names.deck_zone)
        deal_anew(self.dealt, self.state, bool(self.deals))

    # ---- what is to be decided -----------------------------------------------------------------------------------

    @property
    def asked(self) -> int | None:
        """The seat that must decide."""
        return int(self.state[at.S_ASKED]) if self.state[at.S_STATUS] == at.ASKING else None

    @property
    def question(self) -> Question | None:
        return self.program.questions.get(int(self.state[at.S_ASK])) if self.asked is not None else None

    def offers(self) -> list[Offer]:
        """All that is on offer; what has the same words is there once."""
        faces = range(len(self.program.faces))
        found: dict[Action, Offer] = {}
        for number, option in enumerate(self.options):
            action = action_of(self.program, self.state, self.question, option, faces)
            if action not in found:
                found[action] = Offer(number, action, *self.texts(action, option))
        return list(found.values())

    def texts(self, action: Action, option: Option) -> tuple[frozenset[str], str, frozenset[str]]:
        """All texts that mean an action, without what does not count in them, the shortest one as it is shown, and
        those that leave out what is announced.

        The name of a card on another face than the one that is played means it only with the face: `G2 on flex`.
        """
        if action.card is None:
            said = frozenset(map(normal, action.texts))
            return said, str(action), frozenset({normal(action.verb)}) - said
        card, face = int(option[1]), int(option[2])
        look = self.program.look_of(self.state, card, max(face, 0))
        named = self.program.faces[face]
        here, short = self.names.names_on(look, face), self.names.short(look)
        others = {name for each in range(len(self.program.faces)) for name in self.names.names_on(look, each)}
        forms = [name for name in (*here, short) if name in here or name not in others]
        forms += [form for name in (*here, short) for form in (f"{name} {named}", f"{name} on {named}")]
        tails = self.tails(action, option)
        texts = {normal(f"{action.verb} {form}{tail}") for form in forms for tail in tails}
        texts.update(map(normal, action.texts))
        shown = short + (f" on {normal(named)}" if len(self.program.faces) > 1 else "")
        without = frozenset(normal(f"{action.verb} {form}") for form in forms) if action.choice is not None else texts
        bare = frozenset({*without, normal(action.verb)}) - texts
        return frozenset(texts), f"{normal(action.verb)} {shown}{tails[-1]}", bare

    def tails(self, action: Action, option: Option) -> tuple[str, ...]:
        """How the texts of a play end, the shortest one last: a card that is chosen by each of its names."""
        if all(value < at.CHOSEN_CARD for value in option[3:5]):
            return action.tails[::-1]
        parts = []
        for value, name in zip(option[3:5], (action.choice, action.choice2), strict=True):
            if name is not None:
                card, front = value - at.CHOSEN_CARD, front_of(self.program, self.state)
                look = self.program.look_of(self.state, card, front) if value >= at.CHOSEN_CARD else None
                own = [] if look is None else [*self.names.names_on(look, front), self.names.short(look)]
                parts.append([words(name), *own])
        chosen = (" and ".join(each) for each in product(*parts))
        return (*action.tails[::-1], *(f" naming {each}" for each in chosen))

    def meant_first(self, text: str) -> tuple[list[Offer], list[str]]:
        """The plays on offer that a text means whose naming the rules ask for later, and what it names."""
        play, naming, chosen = normal(text).partition(NAMING)
        plays = self.meant(play) if naming and not self.meant(text) else []
        return [offer for offer in plays if offer.action.choice is None], chosen.split(AND)

    def naming(self, seat: int, wanted: str) -> list[Offer]:
        """The actions on offer to a player that name no more than this: `name red` for `red`."""
        offers = self.offers() if self.asked == seat else []
        return [offer for offer in offers if normal(f"{offer.action.verb} {wanted}") in offer.texts]

    def meant(self, text: str) -> list[Offer]:
        """The actions on offer that a text means: one, none, or several.

        One that leaves out what is announced with a play means the play with whatever may be announced; a verb alone
        means whatever may be done with it.
        """
        wanted = normal(text)
        offers = self.offers()
        exact = [offer for offer in offers if normal(str(offer.action)) == wanted]
        exact = exact or [offer for offer in offers if wanted in offer.texts]
        turned = self.names.turned(wanted)
        exact = exact or [offer for offer in offers if turned in offer.texts]
        return exact or [offer for offer in offers if wanted in offer.open]

    def why_refused(self, seat: int | None, text: str) -> str:
        """Why an action is not on offer to a seat (to whoever is asked, if None): one of WHY; empty if it is."""
        asked = self.asked
        if asked is None:
            return "over"
        if seat is not None and seat != asked:
            return "not asked"
        if self.meant(text):
            return ""
        verb, looks = self.names.check_action(text)
        if verb not in self.verbs_asked():
            return "not now"
        own = [number for number, zone in enumerate(self.program.zones) if zone.seat == asked]
        held = {look for zone in own for look in self.cards(zone)}
        offers_values = self.question is not None and verb in self.question.verb_values
        return "not held" if looks and not offers_values and held.isdisjoint(looks) else "not allowed"

    def verbs_asked(self) -> set[int]:
        """The verbs of all options of the question that is asked, on offer or not."""
        p, address = self.program.vector, int(self.state[at.S_ASK])
        found = set()
        while p[address] != OPCODES["WAIT"].number:
            if p[address] in OFFERING:
                found.add(p[p[address + 1] + at.OPTION_VERB])
            address += at.INSTRUCTION
        return found

    # ---- what lies on the table ----------------------------------------------------------------------------------

    def cards(self, zone: int) -> list[int]:
        """The looks of the cards of a zone, from the top."""
        return [self.front_look(card) for card in reversed(pile(self.program, self.state, zone))]

    def front_look(self, card: int) -> int:
        """The look of a card; where faces are shuffled, the one whose print is on its face in force."""
        return self.program.look_of(self.state, card, front_of(self.program, self.state))

    def seen(self, seat: int, zone: int) -> list[list[list[str]]]:
        """The cards of a zone of which a seat sees something, where they lie: per face that is seen its names."""
        front, found = front_of(self.program, self.state), []
        for card in pile(self.program, self.state, zone):
            faces = sorted(card_faces(self.program, self.state, card, seat, front), key=lambda face: face != front)
            looks = [(self.program.look_of(self.state, card, face), face) for face in faces]
            named = [names for look, face in looks if (names := self.names.names_on(look, face))]
            found += [named] if named else []
        return found

    def size(self, zone: int) -> int:
        return int(self.state[self.program.vector[at.P_SIZE] + zone])

    def value(self, variable: StateVariable, index: int = 0) -> int:
        """The number that a variable, or a field of what is in force, has now."""
        return int(self.state[variable.slot + index * variable.width])

    def value_shown(self, variable: StateVariable, number: int) -> str:
        value: Value = value_of(variable, number)
        return value_text(variable, value)

    def counted(self, name: str) -> int:
        """What a declared counter has come to since the beginning."""
        place = [each.name for each in self.program.counts].index(name)
        return int(self.machine.work[first_declared(self.program.vector) + place])

    def remembered(self, variable: StateVariable, index: int) -> int | None:
        """The look of the card that a variable remembers, while it has not left its zone."""
        slot = variable.slot + index * variable.width
        card = int(self.state[slot])
        if card == at.NONE or self.state[self.program.vector[at.P_PLACE] + card] != self.state[slot + 1]:
            return None
        return self.front_look(card)

    def marks(self, looks: Sequence[int], attribute: StateVariable) -> list[int]:
        """What the cards of some looks carry."""
        return [int(self.state[attribute.slot + card]) for card in self.names.copies(looks)]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
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
        return tuple(seat for seat in range(self.program.players) if seat not in seats_of(int(self.state[at.S_IN])))

    @property
    def outcome(self) -> Outcome | None:
        return outcome_of(self.program, self.state)

    def events(self) -> list[Event]:
        """All that has happened so far, with nothing hidden."""
        return list(self.watcher.hear(self.raw))

    def look(self, event: Event) -> int | None:
        """The look of the card of an event."""
        return None if event.number is None else self.front_look(event.number)
