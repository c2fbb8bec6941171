"""What a seat may see: the only module that hides anything. Not here: the names of things (card_names.py).

A zone declares for its cards, and for its top card, who sees the face in force (`front`) and the others (`back`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from unoflex_rules.play.actions import Action
from unoflex_rules.play.card_names import CardView, card_names, front_of, seats_of, value_of
from unoflex_rules.play.event_log import Event, TrackedState, event_of, owner_of
from unoflex_rules.play.machine import RawEvent
from unoflex_rules.play.views import Observation, ZoneView
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at
from unoflex_rules.program.events import BY_NUMBER
from unoflex_rules.program.image import Program, Question, StateVariable, ZoneName


def is_among(who: str, owner: int, seat: int) -> bool:
    """Whether `seat` is one of `who`: owner, others, all or nobody; `owner` may be NONE."""
    if who == "owner":
        return seat == owner
    if who == "others":
        return seat != owner
    return who == "all"


def faces_shown(sight: Mapping[str, str], zone: ZoneName, seat: int, front: int, faces: int) -> set[int]:
    """The faces of a card that `seat` sees according to a declaration such as {front: owner, back: others}."""
    seen = set()
    if is_among(sight.get("front", "nobody"), zone.seat, seat):
        seen.add(front)
    if is_among(sight.get("back", "nobody"), zone.seat, seat):
        seen.update(face for face in range(faces) if face != front)
    return seen


def faces_seen(program: Program, zone: int, seat: int, front: int, on_top: bool) -> set[int]:
    """The faces that `seat` sees of a card in a zone; `front` is the face in force."""
    named = program.zones[zone]
    faces = len(program.faces)
    seen = faces_shown(named.visible, named, seat, front, faces)
    if on_top:
        seen |= faces_shown(named.top, named, seat, front, faces)
    return seen


def pile(program: Program, state: Sequence[int], zone: int) -> list[int]:
    """The cards of a zone, bottom first."""
    p = program.vector
    first = p[at.P_PILE] + zone * p[at.P_CARDS]
    return [int(card) for card in state[first : first + int(state[p[at.P_SIZE] + zone])]]


def card_faces(program: Program, state: Sequence[int], card: int, seat: int, front: int) -> set[int]:
    """The faces that `seat` sees of a card where it lies."""
    zone = int(state[program.vector[at.P_PLACE] + card])
    return faces_seen(program, zone, seat, front, pile(program, state, zone)[-1] == card)


class RevealedCards:
    """Cards that were revealed to seats and have not moved since.

    `cards`: for each such card, the set of seats that know it and the zone in which it lies.
    """

    def __init__(self, cards: Mapping[int, tuple[int, int]] = MappingProxyType({})) -> None:
        self.cards = dict(cards)

    def to(self, seat: int) -> set[int]:
        """The cards that a seat knows."""
        return {card for card, (seats, _) in self.cards.items() if (seats >> seat) & 1}

    def note(self, program: Program, state: Sequence[int], events: Sequence[RawEvent]) -> None:
        """Update by events that led to `state`. In doubt, a card is forgotten."""
        fresh: dict[int, int] = {}
        for kind, a, b, *_ in events:
            if kind == ev.E_REVEAL:
                fresh[a] = fresh.get(a, 0) | b
            elif kind == ev.E_MOVE:
                fresh.pop(a, None)
                self.cards.pop(a, None)
            elif kind == ev.E_MOVE_ALL:
                fresh.clear()
                self.cards = {card: known for card, known in self.cards.items() if known[1] != a}
            elif kind == ev.E_ROUND:
                fresh.clear()
                self.cards.clear()
        for card, seats in fresh.items():
            before = self.cards.get(card, (0, 0))[0]
            self.cards[card] = (before | seats, int(state[program.vector[at.P_PLACE] + card]))


class EventFeed:
    """The events of a game as one seat sees them.

    `seat`: None for the full record, which hides nothing and numbers physical cards. `known`: the state at the first
    event, if not that of a new game.
    """

    def __init__(self, program: Program, seat: int | None, known: Sequence[int] | None = None) -> None:
        self.program, self.seat = program, seat
        self.tracked = TrackedState(program)
        if known is not None:
            self.tracked.state[:] = known
        self.events: list[Event] = []
        self.heard = 0

    def hear(self, raw: Sequence[RawEvent]) -> list[Event]:
        """All events so far; `raw` is the whole record, of which only the new events are read."""
        while self.heard < len(raw):
            event = raw[self.heard]
            self.heard += 1
            choice: RawEvent = ()
            if event[0] == ev.E_TAKEN and self.heard < len(raw) and raw[self.heard][0] == ev.E_CHOICE:
                choice = raw[self.heard]
                self.heard += 1
            together: list[int] = []
            while self.heard < len(raw) and raw[self.heard][0] == ev.E_WITH:
                together.append(raw[self.heard][1])
                self.heard += 1
            faces = self.faces(event)
            if faces is not None:
                self.events.append(event_of(self.tracked, event, choice, faces, self.seat is None, self.sees, together))
            self.tracked.follow(event)
        return self.events

    def faces(self, event: RawEvent) -> set[int] | None:
        """The visible faces of the event's card, or None for an event that the seat does not see."""
        kind = BY_NUMBER[event[0]]
        if not kind.main:
            return None
        if kind.name == "random" and self.program.chances[event[5]].sums:  # the draw that repeats it tells the value
            return None
        if self.seat is None:
            return set(range(len(self.program.faces)))
        return SIGHTS[kind.seen](self, event, self.seat)

    # ---- one method a word of events.SIGHTS ----------------------------------------------------------------------

    def seen_in_both_zones(self, event: RawEvent, seat: int) -> set[int]:
        _, _, source, target, end, _ = event
        return self.at(source, end >= at.FROM_TOP) | self.at(target, end % at.FROM_TOP == at.TOP)

    def seen_as_laid(self, event: RawEvent, seat: int) -> set[int]:
        return self.at(self.tracked.zone_of(event[1]), False) | self.at(event[3], True)

    def seen_if_shown(self, event: RawEvent, seat: int) -> set[int]:
        _, card, seats, *_ = event
        if (seats >> seat) & 1:
            return set(range(len(self.program.faces)))
        return self.at(self.tracked.zone_of(card), False)

    def seen_if_chosen_openly(self, event: RawEvent, seat: int) -> set[int] | None:
        _, chooser, verb, card, _, address = event
        question = self.program.questions.get(address)
        if question is not None and verb in question.quiet and chooser != seat:
            return None
        return self.at(self.tracked.zone_of(card), False) if card != at.NONE else set()

    def sees(self, card: int) -> Collection[int]:
        """The faces that the seat sees of a chosen card, below the top of its zone."""
        if self.seat is None:
            return range(len(self.program.faces))
        return self.at(self.tracked.zone_of(card), False)

    def at(self, zone: int, on_top: bool) -> set[int]:
        assert self.seat is not None
        return faces_seen(self.program, zone, self.seat, self.tracked.front, on_top)

    def seen_by_holder(self, event: RawEvent, seat: int) -> set[int] | None:
        slot = event[1]
        owner = owner_of(self.program, slot)
        if owner is None:
            return None
        kind, variable, index = owner
        if kind == "mark":
            return self.at(self.tracked.zone_of(index), False) or None
        holder = index if variable.count > 1 else at.NONE
        return set() if is_among(variable.visible, holder, seat) else None


#: The visible faces of an event's card, by the words of events.SIGHTS; None for an event that is not seen.
SIGHTS: dict[str, Callable[[EventFeed, RawEvent, int], set[int] | None]] = {
    "all": lambda feed, event, seat: set(),
    "ends": EventFeed.seen_in_both_zones,
    "lying": EventFeed.seen_as_laid,
    "shown": EventFeed.seen_if_shown,
    "chooser": EventFeed.seen_if_chosen_openly,
    "holder": EventFeed.seen_by_holder,
    "nobody": lambda feed, event, seat: None,
}


class Observer:
    """One seat's view of one state. `shown`: cards that were revealed to it and have not moved since."""

    def __init__(self, program: Program, state: Sequence[int], seat: int, shown: Collection[int]) -> None:
        self.program, self.state, self.seat, self.shown = program, state, seat, shown
        self.front = front_of(program, state)
        self.everything = range(len(program.faces))

    def observe(self, question: Question | None, options: Sequence[Action]) -> Observation:
        """The seat's observation; `question` and `options` are those of the current decision."""
        program, s = self.program, self.state
        asked = int(s[at.S_ASKED]) if s[at.S_STATUS] == at.ASKING else at.NONE
        own = asked == self.seat
        known = own or (asked != at.NONE and not (question is not None and question.private))
        go = int(s[at.S_GO_TO])
        return Observation(
            seat=self.seat,
            players=program.players,
            round=int(s[at.S_ROUND]),
            turn=int(s[at.S_TURN]),
            turn_of=int(s[at.S_SELF]),
            seats_in=seats_of(int(s[at.S_IN])),
            direction=int(s[at.S_DIRECTION]),
            next=None if go == at.NONE else go,
            misses=tuple(int(s[at.S_MISSES + seat]) for seat in range(program.players)),
            face=program.faces[self.front] if len(program.faces) > 1 else None,
            active={each.name: value_of(each, int(s[each.slot])) for each in program.active},
            zones=tuple(self.zone(number) for number in range(len(program.zones))),
            variables=self.variables(),
            to_decide=asked if known else None,
            about=question.about if known and question is not None else None,
            options=tuple(options) if own else (),
            hand_zone=program.hand,
        )

    def faces(self, card: int) -> Collection[int]:
        """The faces that the seat sees of a card, or all if the card was revealed to it."""
        if card in self.shown:
            return self.everything
        return card_faces(self.program, self.state, card, self.seat, self.front)

    def view(self, card: int, faces: Collection[int]) -> CardView:
        return card_names(self.program).view(self.state, card, self.front, faces)

    def zone(self, number: int) -> ZoneView:
        """A zone as the seat sees it."""
        named = self.program.zones[number]
        cards = pile(self.program, self.state, number)
        faces = faces_seen(self.program, number, self.seat, self.front, False)
        on_top = faces_seen(self.program, number, self.seat, self.front, True)
        above = [*(faces for _ in cards[1:]), on_top] if cards else []
        shown = [self.view(card, self.everything) for card in cards if card in self.shown]
        return ZoneView(
            name=named.name,
            seat=None if named.seat == at.NONE else named.seat,
            size=len(cards),
            cards=tuple(map(self.view, cards, above)) if faces else None,
            top=self.view(cards[-1], on_top) if cards and on_top and not faces else None,
            shown=tuple(sorted(shown, key=str)) if faces != set(self.everything) else (),
        )

    def variables(self) -> dict[str, Any]:
        """The variables that the seat may know: a value, or a list with a value per seat, None for hidden ones."""
        found: dict[str, Any] = {}
        for variable in self.program.variables:
            if variable.count == 1 and is_among(variable.visible, at.NONE, self.seat):
                found[variable.name] = self.value(variable, 0)
            elif variable.count > 1 and variable.visible != "nobody":
                known = (is_among(variable.visible, seat, self.seat) for seat in range(variable.count))
                found[variable.name] = [self.value(variable, seat) if yes else None for seat, yes in enumerate(known)]
        return found

    def value(self, variable: StateVariable, index: int) -> Any:
        """A value as data; of a remembered card, what the seat sees of it where it lies."""
        slot = variable.slot + index * variable.width
        number = int(self.state[slot])
        if variable.kind != "card":
            value = value_of(variable, number)
            return list(value) if isinstance(value, tuple) else value
        if number == at.NONE or self.state[self.program.vector[at.P_PLACE] + number] != self.state[slot + 1]:
            return None
        view = self.view(number, self.faces(number))
        return "a card" if view.is_hidden else view.as_json()
