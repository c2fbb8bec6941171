"""Reads the parameters of a line of the deck: kinds of cards, each with the values it takes.

Not here: the cards made of them (deck.py), or evaluated faces (printed_faces.py).
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from collections.abc import Sequence as SequenceOf

from unoflex_rules.language.cards.card_kinds import ResolvedKind, parameters_of
from unoflex_rules.language.cards.printed_faces import FaceReader, Parameters
from unoflex_rules.language.diagnostics.hints import OTHER_WORDS_FOR_EACH
from unoflex_rules.language.diagnostics.kinds import UnknownMember, UnknownValue
from unoflex_rules.language.diagnostics.spans import Span, own_file_first
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.wording import listed, with_article
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import BOOL, INT, NONE, UNKNOWN, Const, Type
from unoflex_rules.language.expressions.world import Scope
from unoflex_rules.language.schema.ranges import RANGE
from unoflex_rules.language.yaml.node_access import part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

DECK_KEYS = {"card", "copies", "zone", "if", "faces", "pairing"}
DASHED = re.compile(r"(\d+)\s*[-\u2013]\s*(\d+)")
MAX_CARDS = 2000


class ParameterReader(FaceReader):
    """Reads kinds of cards with their parameters."""

    def constant(self, node: Node, kind: Type) -> int:
        """The value of a constant expression."""
        expr = self.expressions.read(node, Scope({}), kind)
        if not isinstance(expr, Const):
            message = "this must be constant: a number, or an expression of options"
            raise self.error("E302", message, expr.span)
        return expr.value

    def known(self, node: Node | None, kind: Type) -> int | None:
        """The value of a key of a line, 1 without the key, None if it is faulty."""
        try:
            return self.constant(node, kind) if node is not None else 1
        except AlreadyReported:
            return None

    def copies(self, line: Mapping) -> int | None:
        """The number of copies of each card of a line; None if its condition is false."""
        wanted, copies = self.known(part(line, "if"), BOOL), self.known(part(line, "copies"), INT)
        if wanted is None or copies is None:
            raise AlreadyReported
        if wanted and copies < 0:
            node = part(line, "copies")
            raise self.error("E104", "`copies` must not be negative", node.span if node else line.span)
        return copies if wanted else None

    def described(self, line: Mapping) -> Iterator[tuple[ResolvedKind, Parameters]]:
        """All kinds of a line with their parameters."""
        kinds = part(line, "card")
        for each in kinds if isinstance(kinds, Sequence) else (kinds,):
            kind = self.other(each, ()) if isinstance(each, Scalar) else None
            if kind is not None:
                yield from self.with_parameters(kind, line)

    def with_parameters(self, kind: ResolvedKind, line: Mapping) -> Iterator[tuple[ResolvedKind, Parameters]]:
        """A kind with each combination of the values of its parameters."""
        written = [entry for entry in line if entry.key not in DECK_KEYS]
        types: dict[str, Type] = {}
        used = parameters_of(kind)
        meant: set[str | None] = set()
        for entry in written:
            name = used.get(entry.key)
            if name is not None:
                types[entry.key] = self.world.attributes[name].type
            elif entry.key not in self.lost.get(kind.name, ()):
                meant.add(self.unknown_parameter(kind, entry, [each for each in used if each not in line]))
        for missing in [each for each in used if each not in types and each not in meant]:
            self.missing_parameter(kind, missing, used[missing], line)
        if len(types) < len(written) or len(types) < len(used):
            return
        choices = [self.values(entry.node, types[entry.key]) for entry in written]
        self.check_number(math.prod(map(len, choices)), line)
        for combination in itertools.product(*choices):
            values = zip(written, combination, strict=True)
            yield kind, {entry.key: (types[entry.key], value) for entry, value in values}

    def check_number(self, cards: int, line: Mapping) -> None:
        """Reject a line with more cards than a deck holds, before they are made."""
        if cards > MAX_CARDS:
            raise self.error("E104", f"a deck has at most {MAX_CARDS:,} cards; this line has {cards:,}", line.head_span)

    def missing_parameter(self, kind: ResolvedKind, name: str, attribute: str, line: Mapping) -> None:
        """Report a parameter that a line does not give."""
        own = self.tree.span.file
        places = [(line.head_span, f"needs `{name}`")]
        if line.head_span.file != own:  # perhaps this file adds the parameter to an inherited kind
            nodes = [node for face in kind.faces.values() if (node := face.attributes.get(attribute)) is not None]
            spans = [node.span for node in nodes if text(node) == f"${name}"][:1]
            places += [(span, f"`{kind.name}` takes it") for span in spans if span.file == own]
        (span, label), *also = own_file_first(places, own)
        message = f"card kind `{kind.name}` needs `{name}`"
        self.problems.error("E102", message, span, label=label, also=tuple(also), names=(kind.name, name))

    def unknown_parameter(self, kind: ResolvedKind, entry: Entry, others: list[str]) -> str | None:
        """Report a parameter that a kind does not have; return the one of `others` that was probably meant."""
        fixed = [face.attributes[entry.key] for face in kind.faces.values() if entry.key in face.attributes]
        near = None if fixed else nearest(entry.key, [*others, *sorted(DECK_KEYS)])
        takes = listed(parameters_of(kind)) or "no parameters"
        self.problems.report(
            UnknownMember("E203", f"card kind `{kind.name}`", entry.key), entry.key_span, suggestion=near,
            also=tuple((node.span, f"`{kind.name}` has this {entry.key}") for node in fixed[:1]),
            notes=(f"`{kind.name}` takes {takes}",),
        )  # fmt: skip
        return near

    def values(self, node: Node, kind: Type) -> SequenceOf[int]:
        """The values that a parameter takes one after the other; a range is not written out."""
        if isinstance(node, Sequence):
            found = [self.values(item, kind) for item in node]
            too_many = sum(map(len, found)) > MAX_CARDS
            return range(sum(map(len, found))) if too_many else [value for values in found for value in values]
        if kind == UNKNOWN:
            return []
        bounds = kind.span_of_values
        if isinstance(node, Scalar) and bounds is not None:
            if node.value == "each":
                least = kind.low if kind.kind == "int" and kind.low is not None else 0
                return range(least, bounds[1] + 1)
            if node.text in OTHER_WORDS_FOR_EACH and node.text not in kind.members:
                message = f"`{node.text}` is not a value: write `each` for all of them"
                self.problems.error("E205", message, node.span, suggestion="each")
                return []
        dash = DASHED.fullmatch(node.text) if isinstance(node, Scalar) else None
        if dash and int(dash[1]) < int(dash[2]):
            message = "this is a difference: a range has two dots"
            self.problems.error("E104", message, node.span, suggestion=f"{dash[1]}..{dash[2]}")
            return []
        try:
            match = RANGE.match(node.text) if isinstance(node, Scalar) else None
            if match:
                return self.range(int(match[1]), int(match[2]), kind, node.span)
            value = self.constant(node, kind)
            if not (value == NONE and text(node) == "none"):
                self.check_bounds(value, kind, node.span)
            return [value]
        except AlreadyReported:
            return []

    def range(self, first: int, last: int, kind: Type, span: Span) -> list[int]:
        """The values from `first` to `last`; of a value type, the values with these names."""
        if first > last or last - first > MAX_CARDS:
            raise self.error("E104", f"a range must ascend, by at most {MAX_CARDS:,}", span)
        if kind.kind == "enum":
            names = [str(each) for each in range(first, last + 1)]
            for name in names:
                if name not in kind.members:
                    unknown = UnknownValue("E205", with_article(kind.name), name)
                    raise self.report(unknown, span, notes=(kind.values_note,))
            return [kind.members.index(name) for name in names]
        if kind.kind != "int":
            raise self.error("E302", f"expected {kind}, not a range", span)
        self.check_bounds(first, kind, span)
        self.check_bounds(last, kind, span)
        return list(range(first, last + 1))
