"""What happened, as typed records with names instead of numbers. Not here: who may know it (observation.py).

The engine writes events as integers; each names the instruction, and so the line of the ruleset, that caused it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from typing import Any

from unoflex_rules.play.actions import choice_names
from unoflex_rules.play.card_names import (
    CardView,
    Value,
    card_names,
    front_of,
    seat_name,
    seats_of,
    value_of,
    value_text,
    words,
)
from unoflex_rules.play.machine import RawEvent
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Place, Program, StateVariable

ORDERS = {at.ORDER_KEPT: "kept", at.ORDER_REVERSED: "reversed", at.ORDER_SHUFFLED: "shuffled"}
ENDS = {at.TOP: "top", at.BOTTOM: "bottom", at.MIDDLE: "middle", at.ANYWHERE: "anywhere"}
UNDER = 4  # added to the order: the pile goes under the other one


@dataclass(frozen=True)
class Event:
    """One thing that happened. What does not belong to its kind is None.

    `kind`: one of SENTENCES. `number`: the physical card, in the full record only. `zone`, `to`: names of zones.
    `end`: top, bottom, middle or anywhere of `to`. `count`: cards, turns, or the number of a turn or round.
    `choice_titles`, `value_text`: `choices` and `value` in words. `place`: the statement that caused it; `chain`: the
    calls that led there, the outermost first; `source`: the one of these to show, the innermost in the
    ruleset's own file, else the outermost (in the full record only, since the line may tell what a card is).
    """

    kind: str
    seat: int | None = None
    verb: str | None = None
    card: CardView | None = None
    number: int | None = None
    face: str | None = None
    choices: tuple[str, ...] = ()
    choice_titles: tuple[str, ...] = ()
    zone: str | None = None
    to: str | None = None
    end: str | None = None
    order: str | None = None
    count: int | None = None
    name: str | None = None
    value: Value = None
    value_text: str | None = None
    seats: tuple[int, ...] | None = None
    reason: str | None = None
    place: Place | None = None
    chain: tuple[Place, ...] = ()
    source: Place | None = None

    def __str__(self) -> str:
        return SENTENCES[self.kind](self)

    @property
    def text(self) -> str:
        """The event as a sentence."""
        return str(self)

    def as_json(self) -> dict[str, Any]:
        """The fields that say something; a hidden card is null, places are `file:line`."""
        found: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, CardView):
                found[each.name] = value.as_json()
            elif each.name in ("place", "chain", "source"):
                if value:
                    found[each.name] = [str(place) for place in value] if each.name == "chain" else str(value)
            elif each.name == "value" and self.name is not None:
                found["value"] = list(value) if isinstance(value, tuple) else value
            elif value not in (None, ()) and each.name not in ("value_text", "choice_titles"):
                found[each.name] = list(value) if isinstance(value, tuple) else value
        return found


def who(event: Event) -> str:
    return seat_name(event.seat) if event.seat is not None else "nobody"


def everybody(event: Event) -> str:
    return " and ".join(map(seat_name, event.seats or ())) or "nobody"


def target(event: Event) -> str:
    places = {"bottom": "the bottom of ", "middle": "the middle of ", "anywhere": "some place in "}
    return places.get(event.end or "", "") + str(event.to)


def taken_text(event: Event) -> str:
    said = f"{who(event)}: {words(event.verb or '')}"
    said += f" {event.card}" if event.card is not None else ""
    said += f" on {words(event.face)}" if event.face is not None else ""
    chosen = " and ".join(event.choice_titles)
    return said + (f" naming {chosen}" if chosen and event.card is not None else f" {chosen}" if chosen else "")


def set_text(event: Event) -> str:
    owner = f"{who(event)}'s " if event.seat is not None else ""
    return f"{owner}{words(event.name or '')} becomes {event.value_text}"


def move_all_text(event: Event) -> str:
    order = "" if event.order == "kept" else f", {event.order}"
    cards = f"{event.count} card{'' if event.count == 1 else 's'}"
    if event.zone == event.to:
        return f"{cards} of {event.zone} {'is' if event.count == 1 else 'are'} put down anew{order}"
    return f"{cards} of {event.zone} {'goes' if event.count == 1 else 'go'} to {target(event)}{order}"


#: The kinds of events, each with its sentence, in the order in which a game meets them.
SENTENCES: dict[str, Callable[[Event], str]] = {
    "round": lambda e: f"round {e.count} begins",
    "turn": lambda e: f"turn {e.count}: {who(e)}",
    "taken": taken_text,
    "move": lambda e: f"{e.card} goes from {e.zone} to {target(e)}",
    "move_all": move_all_text,
    "stay": lambda e: f"{e.card} stays in {e.zone}",
    "shuffle": lambda e: f"the {words(e.face)} faces of {e.zone} are shuffled" if e.face else f"{e.zone} is shuffled",
    "lay": lambda e: f"{e.card} is laid on {e.to}" + (f" on its {words(e.face)} face" if e.face else ""),
    "active": lambda e: f"in force: {words(e.name or '')} {e.value_text}",
    "set": set_text,
    "mark": lambda e: f"{e.card}: {words(e.name or '')} becomes {e.value_text}",
    "reveal": lambda e: f"{e.card} is shown to {everybody(e)}",
    "random": lambda e: f"{words(e.name or '')}: {e.value_text}",
    "change_direction": lambda e: f"play goes {'clockwise' if e.count == 1 else 'the other way round'} from now on",
    "miss_turn": lambda e: f"{who(e)} misses {'a turn' if e.count == 1 else f'{e.count} turns'}",
    "go_to": lambda e: f"{who(e)} plays next",
    "take_turn": lambda e: f"the turn is {who(e)}'s",
    "passed_over": lambda e: f"{who(e)} is passed over",
    "leave": lambda e: f"{who(e)} leaves the {e.reason}",
    "come_back": lambda e: f"{who(e)} is back in the round",
    "round_over": lambda e: f"the round is over: {e.reason}; winner: {everybody(e)}",
    "game_over": lambda e: f"the game is over: {e.reason}; winner: {everybody(e)}",
}


class TrackedState:
    """What can be known of a state from events alone: where each card is, the face in force, declared values.

    `state`: a vector in which those places are right. Piles are not: how cards lie after shuffling is no event.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        p = program.vector
        self.state = [0] * program.state_size
        self.staying: set[int] = set()
        self.reset(p[at.P_GAME_RESETS])
        for card in range(p[at.P_CARDS]):
            self.state[p[at.P_PLACE] + card] = p[p[at.P_FIRST_ZONE] + card]

    @property
    def front(self) -> int:
        """The face in force."""
        return front_of(self.program, self.state)

    def zone_of(self, card: int) -> int:
        """The zone in which a card lies."""
        return self.state[self.program.vector[at.P_PLACE] + card]

    def cards_in(self, zone: int) -> set[int]:
        """The cards of a zone."""
        return {card for card in range(self.program.vector[at.P_CARDS]) if self.zone_of(card) == zone}

    def moved_by(self, event: RawEvent) -> set[int]:
        """The cards that an event moves."""
        kind, a = event[0], event[1]
        p = self.program.vector
        if kind == at.E_MOVE:
            return {a}
        if kind == at.E_MOVE_ALL:
            return self.cards_in(a) - self.staying
        if kind == at.E_ROUND and a > 1:
            return {card for card in range(p[at.P_CARDS]) if not p[p[at.P_KEPT] + self.zone_of(card)]}
        return set()

    def follow(self, event: RawEvent) -> None:
        """Take note of an event."""
        kind, a, b, c = event[:4]
        p, place = self.program.vector, self.program.vector[at.P_PLACE]
        target = {at.E_MOVE: c, at.E_MOVE_ALL: b, at.E_ROUND: p[at.P_DECK_ZONE]}
        for card in self.moved_by(event):
            self.state[place + card] = target[kind]
        if kind == at.E_STAY:
            self.staying.add(a)
        elif kind == at.E_MOVE_ALL:
            self.staying.clear()
        elif kind == at.E_SET:
            self.state[a] = b
        elif kind == at.E_PRINT:
            self.state[p[at.P_PRINTS] + b * p[at.P_CARDS] + a] = c
        elif kind == at.E_ACTIVE:
            self.state[self.program.active[a].slot] = b
        elif kind == at.E_ROUND:
            self.reset(p[at.P_ROUND_RESETS])
        elif kind == at.E_TURN:
            self.reset(p[at.P_TURN_RESETS])

    def reset(self, table: int) -> None:
        """Give the variables of a table their starting values."""
        p = self.program.vector
        for pair in range(p[table]):
            self.state[p[table + 1 + 2 * pair]] = p[table + 2 + 2 * pair]


def owner_of(program: Program, slot: int) -> tuple[str, StateVariable, int] | None:
    """What a state slot belongs to: `active`, `set` or `mark`, the variable, and which of its values."""
    for kind, variables in (("active", program.active), ("set", program.variables), ("mark", program.card_attributes)):
        for variable in variables:
            if variable.slot <= slot < variable.slot + variable.count * variable.width:
                return kind, variable, (slot - variable.slot) // variable.width
    return None


def event_of(
    follower: TrackedState,
    event: RawEvent,
    choice: Sequence[int],
    faces: Collection[int],
    full: bool,
    sees: Callable[[int], Collection[int]] | None = None,
) -> Event:
    """The record of an event; `faces` are those seen of its card, `sees` says which are seen of another one.

    `choice`: the event E_CHOICE that belongs to an E_TAKEN, or nothing. `full`: with the physical card's number and the
    line of the ruleset.
    """
    program = follower.program
    kind, a, b, c, d, address = event
    said = EventBuilder(follower, faces, full)
    if kind == at.E_MOVE:
        end = ENDS[d % at.FROM_TOP]
        return said.event("move", address, card=a, zone=said.zone(b), to=said.zone(c), end=end)
    if kind == at.E_MOVE_ALL:
        end = "bottom" if d >= UNDER else "top"
        order = ORDERS[d % UNDER]
        return said.event("move_all", address, zone=said.zone(a), to=said.zone(b), count=c, end=end, order=order)
    if kind == at.E_STAY:
        return said.event("stay", address, card=a, zone=said.zone(b))
    if kind == at.E_SHUFFLE:
        face = program.faces[c - 1] if c else None
        return said.event("shuffle", address, zone=said.zone(a), count=b, face=face)
    if kind == at.E_SET:
        return said.put(address, a, b)
    if kind == at.E_ACTIVE:
        return said.put(address, program.active[a].slot, b)
    if kind == at.E_LAY:
        return said.event("lay", address, card=a, to=said.zone(c), face=said.face(b))
    if kind == at.E_REVEAL:
        return said.event("reveal", address, card=a, seats=seats_of(b))
    if kind == at.E_RANDOM:
        return said.chance(address, a)
    if kind in (at.E_CHANGE_DIRECTION, at.E_ROUND):
        return said.event(at.EVENT_NAMES[kind], address, count=a)
    if kind in (at.E_MISS_TURN, at.E_TURN):
        return said.event(at.EVENT_NAMES[kind], address, seat=a, count=b)
    if kind in (at.E_GO_TO, at.E_TAKE_TURN, at.E_PASSED_OVER):
        return said.event(at.EVENT_NAMES[kind], address, seat=a)
    if kind == at.E_LEAVE:
        if b == 2:
            return said.event("come_back", address, seat=a)
        return said.event("leave", address, seat=a, reason="game" if b else "round")
    if kind in (at.E_ROUND_OVER, at.E_GAME_OVER):
        return said.event(at.EVENT_NAMES[kind], address, seats=seats_of(a), reason=program.reasons[b])
    assert kind == at.E_TAKEN, f"no such event: {kind}"
    option = (b, c, d, *(choice[2:4] or (at.NONE, at.NONE)))
    question = program.questions.get(address)
    chosen, titles = (
        tuple(filter(None, choice_names(program, follower.state, question, option, titles=wanted, sees=sees)))
        for wanted in (False, True)
    )
    given = {"choices": chosen, "choice_titles": titles}
    card = None if c == at.NONE else c
    return said.event("taken", address, seat=a, verb=program.verbs[b], card=card, face=said.face(d), **given)


class EventBuilder:
    """Makes records while a follower stands before the event."""

    def __init__(self, follower: TrackedState, faces: Collection[int], full: bool) -> None:
        self.follower, self.faces, self.full = follower, faces, full
        self.program = follower.program

    def zone(self, number: int) -> str:
        return str(self.program.zones[number])

    def face(self, number: int) -> str | None:
        """The name of a face, where there are several and this one is seen."""
        if number == at.NONE or len(self.program.faces) == 1 or number not in self.faces:
            return None
        return self.program.faces[number]

    def event(self, kind: str, address: int, card: int | None = None, **given: Any) -> Event:
        if card is not None:
            follower = self.follower
            given["card"] = card_names(self.program).view(follower.state, card, follower.front, self.faces)
            given["number"] = card if self.full else None
        source = self.program.sources.get(address)  # what the engine does by itself has none
        if source is not None and self.full:
            given |= {"place": source.place, "chain": source.chain, "source": source.shown}
        return Event(kind, **given)

    def chance(self, address: int, drawn: int) -> Event:
        """Chance has decided something."""
        chance = self.program.chances[address]
        value = value_of(chance.outcome, chance.number(drawn))
        said = value_text(chance.outcome, value)
        return self.event("random", address, name=chance.outcome.name, value=value, value_text=said)

    def put(self, address: int, slot: int, number: int) -> Event:
        """A variable, a field of what is in force or a card's attribute has a new value."""
        owner = owner_of(self.program, slot)
        if owner is None:
            name = self.program.slot_names.get(slot, f"slot {slot}")
            return self.event("set", address, name=name, value=number, value_text=str(number))
        kind, variable, index = owner
        value = value_of(variable, number)
        given: dict[str, Any] = {"name": variable.name, "value": value, "value_text": value_text(variable, value)}
        if kind == "mark":
            return self.event(kind, address, card=index, **given)
        return self.event(kind, address, seat=index if variable.count > 1 else None, **given)
