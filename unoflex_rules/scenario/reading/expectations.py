"""The checks of an `expect` with their names looked up. Not here: whether they hold (expectation_checker.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Sequence as SequenceType
from typing import Any, ClassVar

from unoflex_rules.language.diagnostics.kinds import MissingKey
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.naming.name_binder import is_null, items_of, text_of
from unoflex_rules.naming.program_names import NotFound
from unoflex_rules.play.actions import quoted
from unoflex_rules.play.event_log import KINDS
from unoflex_rules.scenario.chance import check_outcome
from unoflex_rules.scenario.examples import Check, EventPattern
from unoflex_rules.scenario.position import REASONS
from unoflex_rules.scenario.reading.table_binding import ScenarioBinder

# What the `name` of an event names.
NAMED = {"set": "variable", "active": "active", "mark": "mark"}
REFUSAL = ("action", "player", "why")
FIELDS = tuple(dict.fromkeys(field for kind in KINDS.values() for field in (kind.main, *kind.more)))


def shown(node: Node) -> str:
    """A node in one line, as it is written."""
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{entry.key}: {shown(entry.node)}" for entry in node) + "}"
    if isinstance(node, Sequence):
        return "[" + ", ".join(quoted(shown(each)) if isinstance(each, Scalar) else shown(each) for each in node) + "]"
    return node.text


def check(kind: str, subject: Any, wanted: Any, node: Node, text: str | None = None) -> Check:
    """The check that a node describes."""
    return Check(kind, subject, wanted, shown(node) if text is None else text, node.span)


class ExpectReader:
    """Reads one `expect`. The name of a reader says what stands behind its key."""

    def __init__(self, binder: ScenarioBinder) -> None:
        self.binder, self.names, self.problems = binder, binder.names, binder.problems
        self.find = binder.find

    def checks(self, node: Mapping) -> Iterator[Check]:
        for entry in node:
            yield from self.READERS[entry.key](self, entry.key, entry)

    def unknown(self, code: str, message: str, at: Node | Entry, known: SequenceType[str]) -> None:
        """Report an unknown text, or an unknown key."""
        text, span = (at.key, at.key_span) if isinstance(at, Entry) else (text_of(at), at.span)
        self.binder.report(NotFound(code, message, text, known), span)

    # ---- values --------------------------------------------------------------------------------------------------

    def seat(self, kind: str, entry: Entry) -> Iterator[Check]:
        found = self.find(entry.node.span, self.names.seat, text_of(entry.node))
        if found is not None:
            yield check(kind, None, found, entry.node)

    def seats(self, kind: str, entry: Entry) -> Iterator[Check]:
        yield check(kind, None, tuple(sorted(self.binder.seats(entry.node))), entry.node)

    def number(self, kind: str, entry: Entry) -> Iterator[Check]:
        yield check(kind, None, entry.node.plain(), entry.node)

    def active(self, kind: str, entry: Entry) -> Iterator[Check]:
        for field, value, inner in self.binder.values(entry.node, "active"):
            yield check(kind, field, value, inner.node, f"{field.name}: {shown(inner.node)}")

    def variables(self, kind: str, entry: Entry) -> Iterator[Check]:
        for variable, seat, inner in self.binder.variables(entry.node):
            owner, node = f"P{seat}'s " if seat is not None else "", inner.node
            wanted: Any
            if variable.kind != "card":
                wanted = self.find(node.span, self.names.value, variable, node.plain())
            else:
                wanted = [] if is_null(node) else self.find(node.span, self.names.looks, text_of(node))
            if wanted is not None:
                yield check(kind, (variable, seat or 0), wanted, node, f"{owner}{variable.name}: {shown(node)}")

    def known_to(self, kind: str, entry: Entry) -> Iterator[Check]:
        """The players who know the values of variables."""
        for variable, seat, inner in self.binder.variables(entry.node):
            owner = f"P{seat}'s " if seat is not None else ""
            wanted = tuple(sorted(self.binder.seats(inner.node)))
            yield check(kind, (variable, seat), wanted, inner.node, f"{owner}{variable.name}: {shown(inner.node)}")

    def marks(self, kind: str, entry: Entry) -> Iterator[Check]:
        for looks, card in self.binder.entries(entry.node, self.names.looks):
            for mark, value, inner in self.binder.values(card.node, "mark"):
                yield check(kind, (looks, mark), value, inner.node, f"{card.key} {mark.name}: {shown(inner.node)}")

    def counts(self, kind: str, entry: Entry) -> Iterator[Check]:
        known = [each.name for each in self.names.program.counts]
        for inner in entry.node if isinstance(entry.node, Mapping) else ():
            if inner.key not in known:
                self.unknown("E207", f"there is no counter `{inner.key}`", inner, known)
            yield check(kind, inner.key, inner.node.plain(), inner.node, f"{inner.key}: {shown(inner.node)}")

    def outcome(self, kind: str, entry: Entry) -> Iterator[Check]:
        if not isinstance(entry.node, Mapping):
            yield check(kind, None, None, entry.node, "running")
            return
        for inner in entry.node:
            if inner.key in ("winners", "losers"):
                yield from self.seats(inner.key, inner)
                continue
            reason, known = text_of(inner.node), [*self.names.program.reasons, "unfinished"]
            if reason not in known:
                self.unknown("E205", f"no game ends with the reason `{reason}`", inner.node, known)
            yield check("reason", None, reason, inner.node)

    # ---- decisions -----------------------------------------------------------------------------------------------

    def asked(self, kind: str, entry: Entry) -> Iterator[Check]:
        if is_null(entry.node):
            yield check(kind, None, None, entry.node, "no player is asked")
        elif not isinstance(entry.node, Mapping):
            yield from self.seat(kind, entry)
        else:
            if not entry.node.entries:
                self.problems.report(MissingKey("player", alternatives=("about", "options")), entry.key_span)
            for inner in entry.node:
                if inner.key == "player":
                    yield from self.seat("asked", inner)
                elif inner.key == "about":
                    yield from self.about("about", inner)
                else:
                    yield from self.actions("options", inner)

    def about(self, kind: str, entry: Entry) -> Iterator[Check]:
        about = text_of(entry.node)
        known = sorted({question.about for question in self.names.program.questions.values() if question.about})
        if about in known:
            yield check(kind, None, about, entry.node)
        else:
            self.unknown("E205", f"no question is about `{about}`", entry.node, known)

    def actions(self, kind: str, entry: Entry) -> Iterator[Check]:
        """Actions of the player who is asked, or by seat."""
        node = entry.node
        if isinstance(node, Mapping) and "action" in node:
            yield from self.refusal(node)
        elif isinstance(node, Mapping):
            for seat, inner in self.binder.entries(node, self.names.seat):
                for item in items_of(inner.node):
                    yield self.action(kind, seat, item)
        elif kind == "options":
            yield check(kind, None, tuple(map(self.binder.action, items_of(node))), node)
        else:
            for item in items_of(node):
                if isinstance(item, Mapping):
                    yield from self.refusal(item)
                else:
                    yield self.action(kind, None, item)

    def action(self, kind: str, seat: int | None, node: Node) -> Check:
        text = self.binder.action(node)
        return check(kind, seat, text, node, text)

    def refusal(self, node: Mapping) -> Iterator[Check]:
        """A refused action, the player and the reason: `{action: play R5, player: P1, why: not asked}`."""
        for entry in node:
            if entry.key not in REFUSAL:
                self.unknown("E101", f"unknown key `{entry.key}`", entry, REFUSAL)
        action, player, why = (node.get((key,)) for key in REFUSAL)
        if action is None:
            self.problems.report(MissingKey("action"), node.head_span)
            return
        seat = None if player is None else self.find(player.span, self.names.seat, text_of(player))
        yield self.action("refused", seat, action)
        if why is not None:
            text = text_of(why)
            if text not in REASONS:
                self.unknown("E205", f"no action is refused because of `{text}`", why, list(REASONS))
            yield check("why", (seat, text_of(action)), text, why, f"{text_of(action)} is {text}")

    # ---- cards ---------------------------------------------------------------------------------------------------

    def top(self, kind: str, entry: Entry) -> Iterator[Check]:
        zone, node = self.find(entry.key_span, lambda: self.names.discard), entry.node
        looks = [] if is_null(node) else self.find(node.span, self.names.looks, text_of(node))
        if zone is not None and looks is not None:
            yield check(kind, zone, looks, node, "no card" if is_null(node) else None)

    def cards_of_seats(self, kind: str, entry: Entry) -> Iterator[Check]:
        """The cards of hands, or how many."""
        for seat, inner in self.binder.entries(entry.node, self.names.seat):
            zone = self.find(inner.key_span, self.names.hand, seat)
            if zone is not None:
                yield self.cards(kind, zone, inner)

    def cards_of_zones(self, kind: str, entry: Entry) -> Iterator[Check]:
        for zone, inner in self.binder.entries(entry.node, self.names.zone):
            yield self.cards(kind, zone, inner)

    def cards(self, kind: str, zone: int, entry: Entry) -> Check:
        plain = entry.node.plain()
        wanted: Any = plain if isinstance(plain, int) else self.binder.looks(entry.node)
        return check(kind, zone, wanted, entry.node)

    def sees(self, kind: str, entry: Entry) -> Iterator[Check]:
        """The cards of zones that a seat sees, by their names on the visible faces."""
        for seat, of_seat in self.binder.entries(entry.node, self.names.seat):
            for zone, inner in self.binder.entries(of_seat.node, self.names.zone):
                texts = tuple(map(text_of, items_of(inner.node)))
                for item, text in zip(items_of(inner.node), texts, strict=True):
                    for part in text.split("/"):
                        self.find(item.span, self.names.looks, part)
                yield check(kind, (seat, zone), texts, inner.node)

    # ---- events --------------------------------------------------------------------------------------------------

    def events(self, kind: str, entry: Entry) -> Iterator[Check]:
        nodes = list(entry.node) if isinstance(entry.node, Sequence) else [entry.node]
        found = [(node, pattern) for node in nodes if (pattern := self.pattern(node)) is not None]
        if kind == "never":
            for node, pattern in found:
                yield check(kind, None, pattern, node, pattern.shown)
        elif found:
            yield check(kind, None, tuple(pattern for _, pattern in found), entry.node)

    def pattern(self, node: Node) -> EventPattern | None:
        """The pattern of an event: its kind, or `{kind: value of its main field, field: value}`."""
        keys = [entry.key for entry in node] if isinstance(node, Mapping) else [text_of(node)]
        kind = next((key for key in keys if key in KINDS), None)
        if kind is None:
            self.unknown_event(keys[0] if keys else "", node)
            return None
        fields: dict[str, Any] = {}
        nodes: dict[str, Node] = {}
        for entry in node if isinstance(node, Mapping) else ():
            name = KINDS[kind].main if entry.key == kind else entry.key
            if name not in FIELDS:
                self.unknown("E101", f"events have no field `{name}`", entry, FIELDS)
            elif entry.key != kind or not is_null(entry.node):
                fields[name], nodes[name] = self.field(name, entry.node), entry.node
        if kind == "random" and not is_null(value := nodes.get("value")) and isinstance(value, Scalar):
            named = text_of(nodes["name"]) if "name" in nodes else None
            self.find(value.span, check_outcome, self.names, value.value, value.text, named)
        if kind in NAMED and "name" in nodes:
            self.check_value(nodes["name"], NAMED[kind], nodes.get("value"))
        return EventPattern(kind, fields, shown(node))

    def check_value(self, named: Node, kind: str, value: Node | None) -> None:
        """Report an unknown name, and a value that it never has."""
        variable = self.find(named.span, self.names.variable, text_of(named), kind)
        if variable is not None and variable.kind != "card" and value is not None:
            self.find(value.span, self.names.value, variable, value.plain())

    def unknown_event(self, given: str, node: Node) -> None:
        kind, _, about = given.partition(" ")
        notes: tuple[str, ...] = (f"known: {', '.join(KINDS)}",)
        if kind in self.names.program.verbs:
            notes = (f"for a player who does this, write `{{taken: P0, verb: {kind}}}`", *notes)
        span = node.head_span if isinstance(node, Mapping) else node.span
        guess = f"{{{kind}: {about}}}" if kind in KINDS and about else nearest(given, KINDS)
        self.problems.error("E603", f"there is no event `{given}`", span, suggestion=guess, notes=notes)

    def field(self, name: str, node: Node) -> Any:
        """The wanted value of a field of an event."""
        text, program = text_of(node), self.names.program
        if name == "seat":
            return self.find(node.span, self.names.seat, text)
        if name == "seats":
            return tuple(sorted(self.binder.seats(node)))
        if name == "card":
            return self.find(node.span, self.names.looks, text)
        if name in ("zone", "to"):
            self.find(node.span, self.names.zone, text)
            return text
        known = {"reason": [*program.reasons, "round", "game"], "verb": program.verbs, "face": program.faces}
        if name in known and text not in known[name]:
            self.unknown("E205", f"there is no {name} `{text}`", node, known[name])
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
        "known_to": known_to,
        "size": cards_of_zones,
        "variables": variables,
        "cards": marks,
        "counts": counts,
        "out": seats,
        "outcome": outcome,
        "happens": events,
        "never": events,
    }
