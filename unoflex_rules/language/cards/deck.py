"""Reads the deck: every physical card with its look. Not here: kinds of cards (card_kinds.py), or what they do."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator
from typing import TypeAlias

from unoflex_rules.language.cards.card_kinds import ResolvedKind, parameters_of
from unoflex_rules.language.cards.looks import Look, PrintedFace
from unoflex_rules.language.cards.printed_faces import FaceReader
from unoflex_rules.language.cards.titles import PARAMETER
from unoflex_rules.language.diagnostics.hints import OTHER_WORDS_FOR_EACH
from unoflex_rules.language.diagnostics.kinds import DeckSize, MissingKey, UnknownMember, UnknownName, UnknownValue
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span, own_file_first
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.wording import listed, with_article
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import (
    BOOL,
    INT,
    NONE,
    Const,
    Type,
)
from unoflex_rules.language.expressions.world import Binding, Scope, World
from unoflex_rules.language.schema.ranges import RANGE
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

DECK_KEYS = {"card", "copies", "zone", "if", "faces", "pairing"}
DASHED = re.compile(r"(\d+)\s*[-\u2013]\s*(\d+)")
MAX_CARDS = 2000
#: A kind, the values of its parameters, and their types.
Described: TypeAlias = tuple[ResolvedKind, dict[str, int], dict[str, Type]]


class DeckReader(FaceReader):
    """The kinds and cards of a ruleset."""

    def __init__(self, tree: Mapping, world: World, expressions: ExpressionChecker, problems: Problems) -> None:
        super().__init__(tree, world, expressions, problems)
        self.looks: list[Look] = []
        self.cards: list[tuple[int, str]] = []
        self.inherited: list[tuple[int, str]] = []  # cards of lines of other files
        self.overfull = False  # more lines change nothing
        self._look_numbers: dict[object, int] = {}

    def unused(self) -> dict[str, Node]:
        """The effects of kinds that are not in the deck: what is wrong in them is said all the same."""
        found: dict[str, Node] = {}
        for kind in self.kinds.values():
            for face in kind.faces.values() if kind is not None else ():
                if face.played is not None and face.played_by not in self.effects:
                    found[face.played_by] = face.played
        return found

    def read(self) -> None:
        """Fill `looks` and `cards`; problems are noted on the way."""
        for name in self.nodes:
            kind = self.kind(name, ())
            if kind is not None:
                self.check_titles(kind)
        deck = self.tree.get(("deck",))
        for item in deck if isinstance(deck, Sequence) else ():
            if isinstance(item, Mapping) and not self.overfull:
                first = len(self.cards)
                self.entry(item)
                if item.span.file != self.tree.span.file:
                    self.inherited += self.cards[first:]
        self.home(deck)
        size = self.tree.get(("deck_size",))
        wanted = len(self.cards)
        if size is not None:
            with contextlib.suppress(AlreadyReported):
                wanted = self.constant(size, INT)
        if size is not None and wanted != len(self.cards) and not self.problems.has_errors:
            declared = self.tree.span_of(("deck",), key=True) if deck is not None else size.span
            places = [(size.span, f"so many are said here: {wanted}"), (declared, "the deck is declared here")]
            (span, label), *also = own_file_first(places, self.tree.span.file)
            self.problems.report(
                DeckSize(len(self.cards), wanted), span,
                label=label if span != size.span else "", also=tuple(also),
                notes=(
                    *self.of_new_values(),
                    f"if so many are meant: `deck_size: {len(self.cards)}`, in the ruleset that changes the deck",
                ),
            )  # fmt: skip

    def of_new_values(self) -> Iterator[str]:
        """Notes on cards of inherited lines that are there since the file declares a value: `each` counts it too."""
        own = self.tree.span.file
        new = {
            (kind.key, value.key)
            for kind in entries(self.tree, "values")
            for value in entries(kind.node)
            if value.key_span.file == own
        }
        found: dict[tuple[str, str], list[str]] = {}
        for look, _ in self.inherited:
            face = self.looks[look].faces[0]
            for kind, number in face.given.values():
                if kind.members and number >= 0 and (kind.name, kind.members[number]) in new:
                    found.setdefault((kind.name, kind.members[number]), []).append(face.kind)
        for (kind_name, value), cards in found.items():
            kinds = ", ".join(dict.fromkeys(cards))
            yield (
                f"{len(cards)} of them are `{value}`, since inherited lines of the deck say `{kind_name}: each`: "
                f"`deck-: [{kinds}]` takes all such cards out, and own lines then say which there are"
            )

    def home(self, deck: Node | None) -> None:
        """The deck starts in one zone, and comes back there."""
        holding = [zone for zone in self.world.zones.values() if zone.deck]
        if deck is not None and not holding:
            said = [path for zone in self.world.zones if self.tree.get(path := ("zones", zone, "deck")) is not None]
            place = self.tree.span_of(said[0]) if said else self.tree.span_of(("zones",), key=True)
            self.problems.error("E206", "no zone holds the deck: mark one with `deck: true`", place)
        for zone in holding:
            place = self.tree.span_of(("zones", zone.name, "deck"))
            if zone is not holding[0]:
                also = ((self.tree.span_of(("zones", holding[0].name, "deck")), "the first one"),)
                self.problems.error("E211", "only one zone can hold the deck, and this is the second", place, also=also)
            elif zone.each:
                self.problems.error("E302", "a zone that every player has cannot hold the deck", place)
            elif zone.per is not None:
                self.problems.error("E302", "a zone that each value of a type has cannot hold the deck", place)

    def check_titles(self, kind: ResolvedKind) -> None:
        """Say which parameters a title names that the card does not have."""
        known = {*parameters_of(kind), *self.world.attributes} | self.lost.get(kind.name, set())
        written = {face.title for face in kind.faces.values() if face.title is not None}
        for title in written:
            for each in [entry.node for entry in title] if isinstance(title, Mapping) else [title]:
                for match in PARAMETER.finditer(each.text if isinstance(each, Scalar) else ""):
                    if match[1] not in known and isinstance(each, Scalar):
                        unknown = UnknownMember("E203", f"card kind `{kind.name}`", match[1])
                        near = nearest(match[1], known)
                        self.problems.report(unknown, each.sub_span(*match.span()), suggestion=near)

    # ---- the deck ------------------------------------------------------------------------------------------------

    def entry(self, node: Mapping) -> None:
        """Add the cards of one line of the deck."""
        copies_node = part(node, "copies")
        wanted = self.known(part(node, "if"), BOOL)
        copies = self.known(copies_node, INT)
        zone = text(part(node, "zone")) or next((zone.name for zone in self.world.zones.values() if zone.deck), "")
        known = [
            called for each in self.world.zones.values() for called in ([each.name] if each.deck else each.instances)
        ]
        if zone not in known:
            place = part(node, "zone")
            if place is not None:  # else no zone holds the deck, which is told once
                self.problems.report(UnknownName("E206", "zone", zone, tuple(known)), place.span)
            return
        if self.is_of_each(zone, part(node, "zone")):
            return
        if wanted is None or copies is None or not wanted:
            return
        if copies < 0:
            self.problems.error(
                "E104", "there cannot be fewer than 0 copies", copies_node.span if copies_node else node.span
            )
            return
        if self.is_of_faces(node):
            for look in self.paired(node):
                self.add(look, copies, zone, node)
            return
        for kind, given, types in self.described(node):
            self.add(self.look(kind, given, types), copies, zone, node)

    def is_of_each(self, called: str, place: Node | None) -> bool:
        """Whether every player has a zone that a line names, so that nothing says whose it is; says so."""
        zone = next((each for each in self.world.zones.values() if called in each.instances), None)
        if zone is None or not zone.each or place is None:
            return False
        dealt = f"for_each: {{in: players, do: [move: {{from: box, to: it.{called}}}]}}"
        self.problems.error(
            "E302", f"every player has a `{called}`: nothing says whose these cards are", place.span,
            notes=(
                "cards begin in a zone that all share, such as `box: {}` under `zones`, and are dealt from there, in "
                f"`round.deal`: `{dealt}`",
            ),
        )  # fmt: skip
        return True

    def known(self, node: Node | None, kind: Type) -> int | None:
        """The value of an entry's key, 1 if it is not there, None after noting what is wrong with it."""
        try:
            return self.constant(node, kind) if node is not None else 1
        except AlreadyReported:
            return None

    def constant(self, node: Node, kind: Type) -> int:
        expr = self.expressions.read(node, Scope({}), kind)
        if not isinstance(expr, Const):
            self.problems.error(
                "E302", "this must be known before the game: a number, or an expression of options", expr.span
            )
            raise AlreadyReported
        return expr.value

    def add(self, look: int | None, copies: int, zone: str, node: Mapping) -> None:
        """Put so many cards of a look into the deck."""
        for _ in range(copies if look is not None else 0):
            if len(self.cards) >= MAX_CARDS:
                if len(self.cards) == MAX_CARDS:
                    self.problems.error("E104", f"a deck has at most {MAX_CARDS} cards", node.head_span)
                    self.overfull = True
                return
            assert look is not None
            self.cards.append((look, zone))

    def described(self, node: Mapping) -> Iterator[Described]:
        """What one line of the deck describes, one after the other: kinds with their parameters."""
        kinds_node = part(node, "card")
        for each in kinds_node if isinstance(kinds_node, Sequence) else (kinds_node,):
            kind = self.other(each, ()) if isinstance(each, Scalar) else None
            if kind is not None:
                yield from self.with_parameters(kind, node)

    def with_parameters(self, kind: ResolvedKind, node: Mapping) -> Iterator[Described]:
        """A kind with each combination of the values that a line gives its parameters."""
        parameters = [entry for entry in node if entry.key not in DECK_KEYS]
        types = {}
        used = parameters_of(kind)
        meant: set[str | None] = set()
        for entry in parameters:
            name = used.get(entry.key)
            if name is not None:
                types[entry.key] = self.world.attributes[name].type
            elif entry.key not in self.lost.get(kind.name, ()):
                meant.add(self.no_parameter(kind, entry, [each for each in used if each not in node]))
        for missing in [each for each in used if each not in types and each not in meant]:
            own, asks = self.tree.span.file, (face.attributes.get(used[missing]) for face in kind.faces.values())
            spans = [each.span for each in asks if each is not None and text(each) == f"${missing}"]
            places = [(node.head_span, f"needs `{missing}`")]
            if node.head_span.file != own:  # perhaps the file makes an inherited kind ask for more
                places += [(span, f"`{kind.name}` asks for it") for span in spans[:1] if span.file == own]
            (span, label), *also = own_file_first(places, own)
            message = f"kind `{kind.name}` needs `{missing}`"
            self.problems.error("E102", message, span, label=label, also=tuple(also), names=(kind.name, missing))
        if len(types) < len(parameters) or len(types) < len(used):
            return
        choices = [self.parameter(entry.node, types[entry.key]) for entry in parameters]
        for combination in itertools.product(*choices):
            given = {entry.key: value for entry, value in zip(parameters, combination, strict=True)}
            yield kind, given, types

    def no_parameter(self, kind: ResolvedKind, entry: Entry, others: list[str]) -> str | None:
        """Say that a kind has no such parameter; the one of `others` that was probably meant."""
        fixed = [face.attributes[entry.key] for face in kind.faces.values() if entry.key in face.attributes]
        near = None if fixed else nearest(entry.key, [*others, *sorted(DECK_KEYS)])
        takes = listed(parameters_of(kind))
        besides = (
            () if near is not None or fixed else ("a line says besides which `card`, its `copies`, `zone` and `if`",)
        )
        self.problems.report(
            UnknownMember("E203", f"card kind `{kind.name}`", entry.key), entry.key_span, suggestion=near,
            also=tuple((node.span, f"`{kind.name}` says its {entry.key} itself") for node in fixed[:1]),
            notes=(
                f"`{kind.name}` takes {takes}" if takes else f"`{kind.name}` takes none: all its cards are alike",
                *besides,
            ),
        )  # fmt: skip
        return near

    def parameter(self, node: Node, kind: Type) -> list[int]:
        """The values that a parameter takes one after the other."""
        if isinstance(node, Sequence):
            return [value for item in node for value in self.parameter(item, kind)]
        bounds = kind.span_of_values
        if isinstance(node, Scalar) and bounds is not None:
            if node.value == "each":
                least = kind.low if kind.kind == "int" and kind.low is not None else 0
                return list(range(least, bounds[1] + 1))
            if node.text in OTHER_WORDS_FOR_EACH and node.text not in kind.members:
                message = f"`{node.text}` is no value: all of them are meant by `each`"
                self.problems.error("E205", message, node.span, suggestion="each")
                return []
        dash = DASHED.fullmatch(node.text) if isinstance(node, Scalar) else None
        if dash and int(dash[1]) < int(dash[2]):
            message = "this is a difference; a range is written with two dots"
            self.problems.error("E104", message, node.span, suggestion=f"{dash[1]}..{dash[2]}")
            return []
        try:
            match = RANGE.match(node.text) if isinstance(node, Scalar) else None
            if match:
                return self.range(int(match[1]), int(match[2]), kind, node.span)
            value = self.constant(node, kind)
            if not (value == NONE and text(node) == "none"):
                self.bounded(value, kind, node.span)
            return [value]
        except AlreadyReported:
            return []

    def range(self, first: int, last: int, kind: Type, span: Span) -> list[int]:
        """The values from `first` to `last`; of a value type, those that are called so."""
        if first > last or last - first > MAX_CARDS:
            self.problems.error(
                "E104", f"a range goes from a number to a greater one, at most {MAX_CARDS:,} further", span
            )
            raise AlreadyReported
        if kind.kind == "enum":
            names = [str(each) for each in range(first, last + 1)]
            for name in names:
                if name not in kind.members:
                    notes = (f"values of {kind.name}: {', '.join(kind.members)}",)
                    self.problems.report(UnknownValue("E205", with_article(kind.name), name), span, notes=notes)
                    raise AlreadyReported
            return [kind.members.index(name) for name in names]
        if kind.kind != "int":
            self.problems.error("E302", f"{kind} is expected here, not a range", span)
            raise AlreadyReported
        self.bounded(first, kind, span)
        self.bounded(last, kind, span)
        return list(range(first, last + 1))

    def look(self, kind: ResolvedKind, given: dict[str, int], types: dict[str, Type]) -> int | None:
        """Number of the look of a kind with these parameters."""
        try:
            return self.numbered(
                [
                    self.printed(kind, kind.faces[name], given, types) if name in kind.faces else self.blank(kind)
                    for name in self.world.faces.members
                ]
            )
        except AlreadyReported:
            return None

    def numbered(self, faces: list[PrintedFace]) -> int:
        """The number of the look with these faces."""
        key = tuple((face.kind, tuple(face.attributes.items())) for face in faces)
        if key not in self._look_numbers:
            self._look_numbers[key] = len(self.looks)
            self.looks.append(Look(faces))
        return self._look_numbers[key]

    # ---- cards of which each face is of a kind of its own --------------------------------------------------------

    def is_of_faces(self, node: Mapping) -> bool:
        """Whether a line says what is on each face, rather than a kind of card; says so if it is neither or both."""
        card, faces, pairing = part(node, "card"), part(node, "faces"), part(node, "pairing")
        if card is None and faces is None:
            self.problems.report(MissingKey("card"), node.head_span, label="needs `card`, or `faces`")
        lone = [each for each in (faces, pairing) if card is not None and each is not None]
        lone += [pairing] if pairing is not None and card is None and faces is None else []
        for each in lone:
            self.problems.error("E101", "a line of the deck has a `card`, or `faces` and their `pairing`", each.span)
        for entry in node if faces is not None and card is None else ():
            if entry.key not in DECK_KEYS:
                self.problems.error(
                    "E203", f"`{entry.key}` belongs to what is on one face", entry.key_span,
                    notes=("a line with `faces` has no parameters of its own",),
                )  # fmt: skip
        return faces is not None

    def paired(self, node: Mapping) -> Iterator[int]:
        """The looks of a line that lists what is on each face, in the order of the first face's list."""
        try:
            columns = self.columns(node)
        except AlreadyReported:
            return
        for faces in zip(*columns, strict=True):
            yield self.numbered(list(faces))

    def columns(self, node: Mapping) -> list[list[PrintedFace]]:
        """Per face what is printed there, card by card; raises Failed after noting what is wrong."""
        faces, pairing = part(node, "faces"), part(node, "pairing")
        names, columns, first = self.world.faces.members, [], 0
        for written, what in ((faces, "face"), (pairing, "face to pair")):
            for each in written if isinstance(written, Mapping) else ():
                if each.key not in names:
                    self.problems.report(UnknownName("E205", what, each.key, tuple(names)), each.key_span)
                    raise AlreadyReported
        for name in names:
            listed = part(faces, name) if isinstance(faces, Mapping) else None
            if not isinstance(listed, Sequence):
                self.problems.error("E102", f"nothing says what is on the face `{name}`", node.head_span)
                raise AlreadyReported
            before = len(self.problems)
            column = [info for line in listed if isinstance(line, Mapping) for info in self.on_face(name, line)]
            if len(self.problems) > before:
                raise AlreadyReported
            first = len(column) if name == names[0] else first
            if len(column) != first:
                self.problems.report(
                    DeckSize(len(column), first, f"the list of face `{name}`"),
                    faces.span_of((name,), key=True) if isinstance(faces, Mapping) else listed.span,
                    label=f"{len(column)} here",
                    also=((faces.span_of((names[0],), key=True), f"{first} here"),)
                    if isinstance(faces, Mapping)
                    else (),
                )
                raise AlreadyReported
            order = part(pairing, name) if isinstance(pairing, Mapping) else None
            columns.append(column if order is None else [column[k] for k in self.pairing(order, len(column))])
        return columns

    def on_face(self, name: str, line: Mapping) -> Iterator[PrintedFace]:
        """What one line of the list of a face puts there: of each kind its face of that name, or else its first."""
        copies_node = part(line, "copies")
        for key in ("zone", "faces", "pairing"):
            if key in line:
                place = line.span_of((key,), key=True)
                self.problems.error("E101", f"`{key}` is said of whole cards, not of a face", place)
                raise AlreadyReported
        wanted, copies = self.known(part(line, "if"), BOOL), self.known(copies_node, INT)
        if wanted is None or copies is None:
            raise AlreadyReported
        if copies < 0:
            self.problems.error(
                "E104", "there cannot be fewer than 0 copies", copies_node.span if copies_node else line.span
            )
            raise AlreadyReported
        for kind, given, types in self.described(line) if wanted else ():
            face = kind.faces.get(name) or next(iter(kind.faces.values()))
            info = self.printed(kind, face, given, types)
            yield from itertools.repeat(info, copies)

    def pairing(self, node: Node, size: int) -> list[int]:
        """Which one of a face's list is on the card at each place; every one of them once."""
        found: dict[int, int] = {}
        for place in range(size):
            names: dict[str, Binding] = {"place": Const(INT, node.span, place)}
            number = self.static(self.expressions.read(node, Scope(names), INT), dict[str, int]().get)
            if number in found or not 0 <= number < size:
                wrong = f"comes at place {found[number]} already" if number in found else f"is not within 0..{size - 1}"
                self.problems.error(
                    "E104", f"at place {place} this is {number}, which {wrong}", node.span,
                    notes=("each face of the list is on one card",),
                )  # fmt: skip
                raise AlreadyReported
            found[number] = place
        return list(found)
