"""Events as records with names, made from the integers that the engine records.

Not here: the kinds of events (program/events.py), or who sees them (observation.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from typing import Any

from unoflex_rules.play.actions import TOGETHER, choice_names
from unoflex_rules.play.card_names import (
    CardView,
    Value,
    card_names,
    front_of,
    seat_name,
    seats_of,
    title_of,
    value_of,
    value_text,
    words,
)
from unoflex_rules.play.machine import RawEvent
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at
from unoflex_rules.program.events import BY_NUMBER, EVENTS
from unoflex_rules.program.events import KINDS as KINDS
from unoflex_rules.program.image import Place, Program, StateVariable

ORDERS = {at.ORDER_KEPT: "kept", at.ORDER_REVERSED: "reversed", at.ORDER_SHUFFLED: "shuffled"}
ENDS = {at.TOP: "top", at.BOTTOM: "bottom", at.MIDDLE: "middle", at.ANYWHERE: "anywhere"}
#: Fields in words, which documents do not need.
IN_WORDS = ("value_text", "choice_titles", "name_text", "face_text")
UNDER = 4  # added to the order if the pile goes under the other one


@dataclass(frozen=True)
class Event:
    """One event. A field that does not belong to its kind is None.

    `kind`: a key of EVENTS in program/events.py. `together`: the cards of a combination.
    `number`: the physical card. `zone`, `to`: names of zones. `end`: top,
    bottom, middle or anywhere of `to`. `count`: cards, turns, or the number of a turn or round. `choice_titles`,
    `value_text`, `name_text`, `face_text`: `choices`, `value`, `name`, `face` in words. `place`: the statement that
    caused the event; `chain`: the calls that led there, outermost first; `source`: the place to show, the innermost one
    in the ruleset's own file, else the outermost. Number and places are in the full record only, since they may reveal
    a card.
    """

    kind: str
    seat: int | None = None
    verb: str | None = None
    card: CardView | None = None
    together: tuple[CardView, ...] = ()
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
    name_text: str | None = None
    face_text: str | None = None
    seats: tuple[int, ...] | None = None
    reason: str | None = None
    place: Place | None = None
    chain: tuple[Place, ...] = ()
    source: Place | None = None

    def __str__(self) -> str:
        return EVENTS[self.kind].text(words_of(self))

    @property
    def text(self) -> str:
        """The event as a sentence."""
        return str(self)

    def as_json(self) -> dict[str, Any]:
        """The fields that are present; a hidden card is null, places are `file:line`."""
        found: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, CardView):
                found[each.name] = value.as_json()
            elif each.name == "together":
                found |= {"together": [view.as_json() for view in value]} if value else {}
            elif each.name in ("place", "chain", "source"):
                if value:
                    found[each.name] = [str(place) for place in value] if each.name == "chain" else str(value)
            elif each.name == "value" and self.name is not None:
                found["value"] = list(value) if isinstance(value, tuple) else value
            elif value not in (None, ()) and each.name not in IN_WORDS:
                found[each.name] = list(value) if isinstance(value, tuple) else value
        return found


def words_of(event: Event) -> dict[str, str | None]:
    """The words for the fields of an event's sentence; None for what does not belong to the event."""
    one = event.count == 1
    places = {"bottom": "the bottom of ", "middle": "the middle of ", "anywhere": "some place in "}
    return {
        "seat": None if event.seat is None else seat_name(event.seat),
        "seats": None if event.seats is None else " and ".join(map(seat_name, event.seats)) or "nobody",
        "verb": event.verb and words(event.verb),
        "card": TOGETHER.join(map(str, event.together)) or (None if event.card is None else str(event.card)),
        "face": event.face_text,
        "choices": " and ".join(event.choice_titles) or None,
        "zone": event.zone,
        "to": event.to and places.get(event.end or "", "") + event.to,
        "same": event.zone if event.zone == event.to else None,
        "order": None if event.order == "kept" else event.order,
        "count": str(event.count),
        "cards": f"{event.count} card{'' if one else 's'}",
        "are": "is" if one else "are",
        "go": "goes" if one else "go",
        "turns": "a turn" if one else f"{event.count} turns",
        "direction": "clockwise" if one else "the other way round",
        "name": event.name_text,
        "value": event.value_text,
        "reason": event.reason,
    }


class TrackedState:
    """The part of a state that follows from events: where each card is, the face in force, declared values.

    `state`: a vector in which these places are right. The order of piles is not: no event tells it after shuffling.
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
        if kind == ev.E_MOVE:
            return {a}
        if kind == ev.E_MOVE_ALL:
            return self.cards_in(a) - self.staying
        if kind == ev.E_ROUND and a > 1:
            return {card for card in range(p[at.P_CARDS]) if not p[p[at.P_KEPT] + self.zone_of(card)]}
        return set()

    def follow(self, event: RawEvent) -> None:
        """Update the state by an event."""
        kind, a, b, c = event[:4]
        p, place = self.program.vector, self.program.vector[at.P_PLACE]
        target = {ev.E_MOVE: c, ev.E_MOVE_ALL: b, ev.E_ROUND: p[at.P_DECK_ZONE]}
        for card in self.moved_by(event):
            self.state[place + card] = target[kind]
        if kind == ev.E_STAY:
            self.staying.add(a)
        elif kind == ev.E_MOVE_ALL:
            self.staying.clear()
        elif kind == ev.E_SET:
            self.state[a] = b
        elif kind == ev.E_PRINT:
            self.state[p[at.P_PRINTS] + b * p[at.P_CARDS] + a] = c
        elif kind == ev.E_ACTIVE:
            self.state[self.program.active[a].slot] = b
        elif kind == ev.E_ROUND:
            self.reset(p[at.P_ROUND_RESETS])
        elif kind == ev.E_TURN:
            self.reset(p[at.P_TURN_RESETS])

    def reset(self, table: int) -> None:
        """Give the variables of a table their starting values."""
        p = self.program.vector
        for pair in range(p[table]):
            self.state[p[table + 1 + 2 * pair]] = p[table + 2 + 2 * pair]


def owner_of(program: Program, slot: int) -> tuple[str, StateVariable, int] | None:
    """The owner of a state slot: `active`, `set` or `mark`, the variable, and the index of the value."""
    for kind, variables in (("active", program.active), ("set", program.variables), ("mark", program.card_attributes)):
        for variable in variables:
            if variable.slot <= slot < variable.slot + variable.count * variable.width:
                return kind, variable, (slot - variable.slot) // variable.width
    return None


def event_of(
    state: TrackedState,
    event: RawEvent,
    choice: Sequence[int],
    faces: Collection[int],
    full: bool,
    sees: Callable[[int], Collection[int]] | None = None,
    together: Sequence[int] = (),
) -> Event:
    """The record of an event. `state`: the state before it; `faces`: the visible faces of its card; `sees`: of others.

    `choice`: the event `choice` that belongs to a `taken`, or nothing.
    `together`: the cards of a combination. `full`: with the physical card's number and the
    line of the ruleset.
    """
    return EventBuilder(state, event, faces, full).build(choice, sees, together)


class EventBuilder:
    """Makes the record of one event from its integers."""

    def __init__(self, state: TrackedState, event: RawEvent, faces: Collection[int], full: bool) -> None:
        self.state, self.faces, self.full = state, faces, full
        self.program = state.program
        self.kind = BY_NUMBER[event[0]]
        self.values, self.address = event[1:5], event[5]

    def build(
        self, choice: Sequence[int], sees: Callable[[int], Collection[int]] | None, together: Sequence[int]
    ) -> Event:
        name, (a, b, c, d) = self.kind.name, self.values
        if name == "set":
            return self.assigned(a, b)
        if name == "active":
            return self.assigned(self.program.active[a].slot, b)
        if name == "random":
            draw = self.program.chances[self.address]
            return self.event(name, **named_value(draw.outcome, draw.number(a)))
        fields: dict[str, Any] = {}
        for (field_name, kind), value in zip(self.kind.values, self.values, strict=False):
            fields |= READERS[kind](self, field_name, value)
        if name == "taken":
            option = (b, c, d, *(choice[2:4] or (at.NONE, at.NONE)))
            question = self.program.questions.get(self.address)
            for key, titles in (("choices", False), ("choice_titles", True)):
                found = choice_names(self.program, self.state.state, question, option, titles=titles, sees=sees)
                fields[key] = tuple(filter(None, found))
            views = [self.view(card, self.faces if sees is None else sees(card)) for card in together]
            fields["together"] = tuple(sorted(views, key=str))
        return self.event(name, **fields)

    def event(self, kind: str, **fields: Any) -> Event:
        source = self.program.sources.get(self.address)  # none for events of the engine itself
        if source is not None and self.full:
            fields |= {"place": source.place, "chain": source.chain, "source": source.shown}
        return Event(kind, **fields)

    def assigned(self, slot: int, number: int) -> Event:
        """The record of a new value of a variable, a field in force or a card's attribute."""
        owner = owner_of(self.program, slot)
        if owner is None:
            name = self.program.slot_names.get(slot, f"slot {slot}")
            return self.event("set", name=name, name_text=words(name), value=number, value_text=str(number))
        kind, variable, index = owner
        about = {"seat": index if variable.count > 1 else None} if kind != "mark" else self.card("card", index)
        return self.event(kind, **about, **named_value(variable, number))

    # ---- one reader a type of value ------------------------------------------------------------------------------

    def card(self, name: str, card: int) -> dict[str, Any]:
        if card == at.NONE:
            return {}
        return {name: self.view(card, self.faces), "number": card if self.full else None}

    def view(self, card: int, faces: Collection[int]) -> CardView:
        return card_names(self.program).view(self.state.state, card, self.state.front, faces)

    def face(self, name: str, face: int) -> dict[str, Any]:
        """A face, if cards have several and this one is visible; the player who chooses one announces it."""
        several = len(self.program.faces) > 1
        seen = several and face in self.faces
        return (
            self.named_face(name, face)
            if seen or (several and face >= 0 and self.kind.name == "taken")
            else {name: None}
        )

    def face_or_none(self, name: str, number: int) -> dict[str, Any]:
        return self.named_face(name, number - 1) if number else {name: None}

    def named_face(self, name: str, face: int) -> dict[str, Any]:
        named = self.program.faces[face]
        return {name: named, "face_text": self.program.face_titles.get(named, words(named))}

    def zone(self, name: str, zone: int) -> dict[str, Any]:
        return {name: str(self.program.zones[zone])}

    def number(self, name: str, number: int) -> dict[str, Any]:
        return {name: number}

    def seats(self, name: str, mask: int) -> dict[str, Any]:
        return {name: seats_of(mask)}

    def end(self, name: str, end: int) -> dict[str, Any]:
        return {name: ENDS[end % at.FROM_TOP]}

    def order(self, name: str, order: int) -> dict[str, Any]:
        return {name: ORDERS[order % UNDER], "end": "bottom" if order >= UNDER else "top"}

    def reason(self, name: str, reason: int) -> dict[str, Any]:
        return {name: self.program.reasons[reason]}

    def scope(self, name: str, game: int) -> dict[str, Any]:
        return {name: "game" if game else "round"}

    def verb(self, name: str, verb: int) -> dict[str, Any]:
        return {name: self.program.verbs[verb]}


READERS: dict[str, Callable[[EventBuilder, str, int], dict[str, Any]]] = {
    "card": EventBuilder.card,
    "face": EventBuilder.face,
    "face_or_none": EventBuilder.face_or_none,
    "zone": EventBuilder.zone,
    "seat": EventBuilder.number,
    "count": EventBuilder.number,
    "seats": EventBuilder.seats,
    "end": EventBuilder.end,
    "order": EventBuilder.order,
    "reason": EventBuilder.reason,
    "scope": EventBuilder.scope,
    "verb": EventBuilder.verb,
}


def named_value(variable: StateVariable, number: int) -> dict[str, Any]:
    """A value with the name of its variable, and in words."""
    value = value_of(variable, number)
    return {
        "name": variable.name,
        "name_text": title_of(variable),
        "value": value,
        "value_text": value_text(variable, value),
    }
