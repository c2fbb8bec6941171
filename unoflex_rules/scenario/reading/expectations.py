"""What an `expect` means in one game: a list of checks. Not here: whether they hold (checking.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from unoflex_rules.language.diagnostics.problems import nearest
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.naming.program_names import DISCARD, HAND
from unoflex_rules.play.event_log import SENTENCES
from unoflex_rules.scenario.chance import check as check_chance
from unoflex_rules.scenario.examples import Check, EventPattern
from unoflex_rules.scenario.position import WHY
from unoflex_rules.scenario.reading.binding import NameBinder, text_of

# What stands behind the kind of an event in a pattern that is written `{miss: P1}`: the field of this name.
MAIN_FIELD = {
    "round": "count",
    "turn": "seat",
    "taken": "seat",
    "move": "card",
    "move_all": "zone",
    "stay": "card",
    "shuffle": "zone",
    "lay": "card",
    "active": "name",
    "set": "name",
    "mark": "name",
    "reveal": "card",
    "random": "value",
    "change_direction": "count",
    "miss_turn": "seat",
    "go_to": "seat",
    "take_turn": "seat",
    "passed_over": "seat",
    "leave": "seat",
    "come_back": "seat",
    "round_over": "reason",
    "game_over": "reason",
}
# Where the name that an event tells is looked for.
NAMED = {"set": "variable", "active": "active", "mark": "mark"}
REFUSAL = ("action", "player", "why")
FIELDS = ("seat", "card", "zone", "to", "end", "order", "count", "name", "value", "seats", "reason", "verb", "face")


def shown(node: Node) -> str:
    """A node as it is written, in one line."""
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{entry.key}: {shown(entry.node)}" for entry in node) + "}"
    if isinstance(node, Sequence):
        return "[" + ", ".join(map(shown, node)) + "]"
    return node.text


class ExpectReader:
    """Reads one `expect`."""

    def __init__(self, meaning: NameBinder) -> None:
        self.meaning, self.names, self.problems = meaning, meaning.names, meaning.problems

    def checks(self, node: Mapping) -> Iterator[Check]:
        """The checks of an `expect`, in its order."""
        for entry in node:
            yield from self.READERS[entry.key](self, entry.key, entry)

    # ---- one reader a kind of key --------------------------------------------------------------------------------

    def seat(self, kind: str, entry: Entry) -> Iterator[Check]:
        found = self.meaning.find(entry.node.span, self.names.seat, text_of(entry.node))
        if found is not None:
            yield Check(kind, None, found, shown(entry.node), entry.node.span)

    def number(self, kind: str, entry: Entry) -> Iterator[Check]:
        yield Check(kind, None, entry.node.plain(), shown(entry.node), entry.node.span)

    def seats(self, kind: str, entry: Entry) -> Iterator[Check]:
        yield Check(kind, None, tuple(sorted(self.meaning.seats(entry.node))), shown(entry.node), entry.node.span)

    def asked(self, kind: str, entry: Entry) -> Iterator[Check]:
        if isinstance(entry.node, Scalar) and entry.node.value is None:
            yield Check(kind, None, None, "nobody is asked", entry.node.span)
            return
        if not isinstance(entry.node, Mapping):
            yield from self.seat(kind, entry)
            return
        readers = {"player": ("asked", self.seat), "about": ("about", self.about), "options": ("options", self.actions)}
        if not entry.node.entries:
            message = "who is asked, about what, between which options?"
            self.problems.error("E102", message, entry.key_span, label="needs `player`, `about` or `options`")
        for inner in entry.node:
            key, reader = readers[inner.key]
            yield from reader(key, inner)

    def about(self, kind: str, entry: Entry) -> Iterator[Check]:
        known = sorted({question.about for question in self.names.program.questions.values() if question.about})
        about = text_of(entry.node)
        if about not in known:
            message = f"nobody is asked about `{about}`"
            notes = (f"there are: {', '.join(known)}",)
            self.problems.error("E205", message, entry.node.span, suggestion=nearest(about, known), notes=notes)
            return
        yield Check(kind, None, about, about, entry.node.span)

    def actions(self, kind: str, entry: Entry) -> Iterator[Check]:
        """Actions of whoever is asked; with `refused` and a seat, of that seat."""
        node = entry.node
        if isinstance(node, Mapping) and "action" in node:
            yield from self.refusal(node)
        elif isinstance(node, Mapping):
            for seat, inner in self.meaning.entries(node, self.names.seat):
                for item in [inner.node] if isinstance(inner.node, Scalar) else list(self.items(inner.node)):
                    yield from self.action(kind, seat, item)
        elif kind == "options":
            texts = tuple(map(self.meaning.action, self.items(node)))
            yield Check(kind, None, texts, shown(node), node.span)
        else:
            for item in [node] if isinstance(node, Scalar) else list(self.items(node)):
                if isinstance(item, Mapping):
                    yield from self.refusal(item)
                else:
                    yield from self.action(kind, None, item)

    def refusal(self, node: Mapping) -> Iterator[Check]:
        """An action that must be refused, to whom, and why: `{action: play R5, player: P1, why: not asked}`."""
        parts = {entry.key: entry for entry in node if entry.key in REFUSAL}
        for entry in node:
            if entry.key not in REFUSAL:
                guess, notes = nearest(entry.key, REFUSAL), (f"there are: {', '.join(REFUSAL)}",)
                self.problems.error("E101", f"unknown key `{entry.key}`", entry.key_span, suggestion=guess, notes=notes)
        if "action" not in parts:
            self.problems.error("E102", "which action is refused?", node.head_span, label="needs `action`")
            return
        action, seat = parts["action"].node, None
        if "player" in parts:
            seat = self.meaning.find(parts["player"].node.span, self.names.seat, text_of(parts["player"].node))
        yield from self.action("refused", seat, action)
        if "why" in parts:
            why = text_of(parts["why"].node)
            if why not in WHY:
                self.unknown(f"nothing is refused for `{why}`", parts["why"].node, why, list(WHY))
            yield Check("why", (seat, text_of(action)), why, f"{text_of(action)} is {why}", parts["why"].node.span)

    def items(self, node: Node) -> list[Node]:
        return list(node) if isinstance(node, Sequence) else []

    def action(self, kind: str, seat: int | None, node: Node) -> Iterator[Check]:
        text = self.meaning.action(node)
        yield Check(kind, seat, text, text, node.span)

    def top(self, kind: str, entry: Entry) -> Iterator[Check]:
        zone = self.meaning.find(entry.key_span, self.names.zone, DISCARD)
        nothing = isinstance(entry.node, Scalar) and entry.node.value is None
        looks = [] if nothing else self.meaning.find(entry.node.span, self.names.looks, text_of(entry.node))
        if zone is not None and looks is not None:
            yield Check(kind, zone, looks, "no card" if nothing else shown(entry.node), entry.node.span)

    def cards_of_seats(self, kind: str, entry: Entry) -> Iterator[Check]:
        """Cards of a hand, or how many."""
        for seat, inner in self.meaning.entries(entry.node, self.names.seat):
            zone = self.meaning.find(inner.key_span, self.names.zone, HAND, seat)
            if zone is not None:
                yield self.cards(kind, zone, inner)

    def cards_of_zones(self, kind: str, entry: Entry) -> Iterator[Check]:
        for zone, inner in self.meaning.entries(entry.node, self.names.zone):
            yield self.cards(kind, zone, inner)

    def cards(self, kind: str, zone: int, entry: Entry) -> Check:
        plain = entry.node.plain()
        wanted: Any = plain if isinstance(plain, int) else self.meaning.looks(entry.node)
        return Check(kind, zone, wanted, shown(entry.node), entry.node.span)

    def sees(self, kind: str, entry: Entry) -> Iterator[Check]:
        """What a seat sees of the cards of zones: each by its names on the faces that are seen."""
        for seat, of_seat in self.meaning.entries(entry.node, self.names.seat):
            for zone, inner in self.meaning.entries(of_seat.node, self.names.zone):
                for item in self.items(inner.node):
                    for part in text_of(item).split("/"):
                        self.meaning.find(item.span, self.names.looks, part)  # tells a name that there is not
                wanted = tuple(map(text_of, self.items(inner.node)))
                yield Check(kind, (seat, zone), wanted, shown(inner.node), inner.node.span)

    def active(self, kind: str, entry: Entry) -> Iterator[Check]:
        for field, inner in self.meaning.entries(entry.node, lambda name: self.names.variable(name, "active")):
            value = self.meaning.find(inner.node.span, self.names.value, field, inner.node.plain())
            if value is not None:
                yield Check(kind, field, value, f"{field.name}: {shown(inner.node)}", inner.node.span)

    def variables(self, kind: str, entry: Entry) -> Iterator[Check]:
        for variable, seat, inner in self.meaning.variables(entry.node):
            owner = f"P{seat}'s " if seat is not None else ""
            text = f"{owner}{variable.name}: {shown(inner.node)}"
            wanted: Any
            if variable.kind == "card":
                text_given = text_of(inner.node)
                nothing = inner.node.plain() is None
                wanted = [] if nothing else self.meaning.find(inner.node.span, self.names.looks, text_given)
            else:
                wanted = self.meaning.find(inner.node.span, self.names.value, variable, inner.node.plain())
            if wanted is not None:
                yield Check(kind, (variable, seat or 0), wanted, text, inner.node.span)

    def marks(self, kind: str, entry: Entry) -> Iterator[Check]:
        for looks, card in self.meaning.entries(entry.node, self.names.looks):
            for mark, inner in self.meaning.entries(card.node, lambda name: self.names.variable(name, "mark")):
                value = self.meaning.find(inner.node.span, self.names.value, mark, inner.node.plain())
                if value is not None:
                    text = f"{card.key} {mark.name}: {shown(inner.node)}"
                    yield Check(kind, (looks, mark), value, text, inner.node.span)

    def counts(self, kind: str, entry: Entry) -> Iterator[Check]:
        known = [each.name for each in self.names.program.counts]
        for inner in entry.node if isinstance(entry.node, Mapping) else ():
            if inner.key not in known:
                notes = (f"there are: {', '.join(known) or 'none'}",)
                message = f"nothing is counted as `{inner.key}`"
                self.problems.error("E207", message, inner.key_span, suggestion=nearest(inner.key, known), notes=notes)
            yield Check(kind, inner.key, inner.node.plain(), f"{inner.key}: {shown(inner.node)}", inner.node.span)

    def outcome(self, kind: str, entry: Entry) -> Iterator[Check]:
        if not isinstance(entry.node, Mapping):
            yield Check(kind, None, None, "running", entry.node.span)
            return
        for inner in entry.node:
            if inner.key in ("winners", "losers"):
                yield from self.seats(inner.key, inner)
            else:
                reason = text_of(inner.node)
                known = [*self.names.program.reasons, "unfinished"]
                if reason not in known:
                    self.unknown(f"no game ends for the reason `{reason}`", inner.node, reason, known)
                yield Check("reason", None, reason, reason, inner.node.span)

    def unknown(self, message: str, node: Node, given: str, known: list[str]) -> None:
        notes = (f"there are: {', '.join(known)}",)
        self.problems.error("E205", message, node.span, suggestion=nearest(given, known), notes=notes)

    # ---- events --------------------------------------------------------------------------------------------------

    def events(self, kind: str, entry: Entry) -> Iterator[Check]:
        nodes = list(entry.node) if isinstance(entry.node, Sequence) else [entry.node]
        found = [(node, pattern) for node in nodes if (pattern := self.pattern(node)) is not None]
        if kind == "never":
            for node, pattern in found:
                yield Check(kind, None, pattern, pattern.shown, node.span)
        elif found:
            yield Check(kind, None, tuple(pattern for _, pattern in found), shown(entry.node), entry.node.span)

    def pattern(self, node: Node) -> EventPattern | None:
        """The pattern of an event: its kind alone, or `{kind: main thing, field: value}`."""
        if isinstance(node, Scalar):
            if node.text in SENTENCES:
                return EventPattern(node.text, {}, node.text)
            self.unknown_event(node.text, node)
            return None
        assert isinstance(node, Mapping)
        kind = next((entry.key for entry in node if entry.key in SENTENCES), None)
        if kind is None:
            first = next(iter(node), None)
            self.unknown_event(first.key if first else "", node)
            return None
        fields: dict[str, Any] = {}
        for entry in node:
            name = MAIN_FIELD[kind] if entry.key == kind else entry.key
            if name not in FIELDS:
                guess, notes = nearest(name, FIELDS), (f"there are: {', '.join(FIELDS)}",)
                message = f"events say nothing called `{name}`"
                self.problems.error("E101", message, entry.key_span, suggestion=guess, notes=notes)
            elif not (isinstance(entry.node, Scalar) and entry.node.value is None and entry.key == kind):
                fields[name] = self.field(name, entry.node)
        if kind == "random":
            self.chance(node)
        home = NAMED.get(kind)
        named = next((entry.node for entry in node if entry.key in (kind, "name")), None)
        if home is not None and named is not None and "name" in fields:
            self.value_of(node, text_of(named), named, home)
        return EventPattern(kind, fields, shown(node))

    def value_of(self, node: Mapping, name: str, named: Node, home: str) -> None:
        """Tells of a name that nothing has, and of a value that what has it never takes."""
        variable = self.meaning.find(named.span, self.names.variable, name, home)
        value = node.get(("value",))
        if variable is not None and variable.kind != "card" and value is not None:
            self.meaning.find(value.span, self.names.value, variable, value.plain())

    def chance(self, node: Mapping) -> None:
        """Tells of something that chance never says, and of a name under which nothing is drawn."""
        value, name = node.get(("value",)) or node.get(("random",)), node.get(("name",))
        wanted = text_of(name) if name is not None else None
        if isinstance(value, Scalar) and value.value is not None:
            self.meaning.find(value.span, check_chance, self.names, value.value, value.text, wanted)

    def unknown_event(self, given: str, node: Node) -> None:
        kind, _, about = given.partition(" ")
        notes: tuple[str, ...] = (f"there are: {', '.join(SENTENCES)}",)
        if kind in self.names.program.verbs:
            notes = (f"that somebody does so is `{{taken: P0, verb: {kind}}}`", *notes)
        span = node.head_span if isinstance(node, Mapping) else node.span
        guess = f"{{{kind}: {about}}}" if kind in SENTENCES and about else nearest(given, SENTENCES)
        self.problems.error("E603", f"no event is called `{given}`", span, suggestion=guess, notes=notes)

    def field(self, name: str, node: Node) -> Any:
        """What a field of an event must be."""
        text, find = text_of(node), self.meaning.find
        if name == "seat":
            return find(node.span, self.names.seat, text)
        if name == "seats":
            return tuple(sorted(self.meaning.seats(node)))
        if name == "card":
            return find(node.span, self.names.looks, text)
        if name in ("zone", "to"):
            find(node.span, self.names.zone, text)
            return text
        program = self.names.program
        known = {"reason": program.reasons, "verb": program.verbs, "face": program.faces}
        if name in known and text not in known[name] and not (name == "reason" and text in ("round", "game")):
            self.unknown(f"there is no {name} `{text}`", node, text, known[name])
        return node.plain()

    READERS: ClassVar[dict[str, Callable[[ExpectReader, str, Entry], Iterator[Check]]]] = {
        "asked": asked,
        "options": actions,
        "offered": actions,
        "refused": actions,
        "turn": seat,
        "direction": number,
        "round": number,
        "top": top,
        "active": active,
        "hands": cards_of_seats,
        "hand_size": cards_of_seats,
        "drew": cards_of_seats,
        "holds": cards_of_seats,
        "zones": cards_of_zones,
        "sees": sees,
        "size": cards_of_zones,
        "variables": variables,
        "cards": marks,
        "counts": counts,
        "out": seats,
        "outcome": outcome,
        "happens": events,
        "never": events,
    }
