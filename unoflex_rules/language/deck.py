"""Reads the deck: every physical card with its look. Not here: kinds of cards (kinds.py), or what they do."""

from __future__ import annotations

import contextlib
import itertools

from unoflex_rules.language.declare import MAX_NUMBER, RANGE, part, text
from unoflex_rules.language.expressions import Expressions
from unoflex_rules.language.folding import ARITHMETIC
from unoflex_rules.language.kinds import Face, Kind, Kinds, parameters_of
from unoflex_rules.language.nodes import Mapping, Node, Scalar, Sequence
from unoflex_rules.language.problems import Problems, Span, nearest
from unoflex_rules.language.reading import Failed
from unoflex_rules.language.titles import PARAMETER, Titles
from unoflex_rules.language.tree import FaceInfo, Look
from unoflex_rules.language.types import (
    BOOL,
    CARD,
    INT,
    NONE,
    AttributeRef,
    Const,
    Expr,
    Local,
    Op,
    Type,
)
from unoflex_rules.language.world import AttributeDeclaration, Binding, Scope, World

DECK_KEYS = {"card", "copies", "zone", "if"}
MAX_CARDS = 2000


class Deck(Kinds):
    """The kinds and cards of a ruleset."""

    def __init__(self, tree: Mapping, world: World, expressions: Expressions, problems: Problems) -> None:
        super().__init__(tree, world, problems)
        self.expressions = expressions
        self.titles = Titles(tree, world, signs=False)
        self.looks: list[Look] = []
        self.cards: list[tuple[int, str]] = []
        self.effects: dict[str, Node] = {}
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
            if isinstance(item, Mapping):
                self.entry(item)
        self.home()
        size = self.tree.get(("deck_size",))
        wanted = len(self.cards)
        if size is not None:
            with contextlib.suppress(Failed):
                wanted = self.constant(size, INT)
        if size is not None and wanted != len(self.cards) and not self.problems.has_errors:
            place = deck.span if isinstance(deck, Sequence) else size.span
            self.problems.error(
                "E311", f"the deck has {len(self.cards)} cards, not {wanted}", size.span,
                also=((head(deck) or place, "the deck is declared here"),),
            )  # fmt: skip

    def home(self) -> None:
        """The deck starts in one zone, and comes back there."""
        holding = [zone for zone in self.world.zones.values() if zone.deck]
        if self.cards and not holding:
            place = self.tree.span_of(("zones",), key=True)
            self.problems.error("E206", "no zone holds the deck: mark one with `deck: true`", place)
        for zone in holding:
            place = self.tree.span_of(("zones", zone.name, "deck"))
            if zone is not holding[0]:
                also = ((self.tree.span_of(("zones", holding[0].name, "deck")), "this one too"),)
                self.problems.error("E211", "one zone holds the deck, not two", place, also=also)
            elif zone.each:
                self.problems.error("E302", "a zone that every player has cannot hold the deck", place)

    def check_titles(self, kind: Kind) -> None:
        """Say which parameters a title names that the card does not have."""
        known = {*parameters_of(kind), *self.world.attributes} | self.lost.get(kind.name, set())
        written = {face.title for face in kind.faces.values() if face.title is not None}
        for title in written:
            for each in [entry.node for entry in title] if isinstance(title, Mapping) else [title]:
                for match in PARAMETER.finditer(each.text if isinstance(each, Scalar) else ""):
                    if match[1] not in known and isinstance(each, Scalar):
                        self.problems.error(
                            "E203", f"kind `{kind.name}` has no parameter `{match[1]}`", each.sub_span(*match.span()),
                            suggestion=nearest(match[1], known),
                        )  # fmt: skip

    # ---- the deck ------------------------------------------------------------------------------------------------

    def entry(self, node: Mapping) -> None:
        """Add the cards of one line of the deck."""
        copies_node = part(node, "copies")
        wanted = self.known(part(node, "if"), BOOL)
        copies = self.known(copies_node, INT)
        zone = text(part(node, "zone")) or next((zone.name for zone in self.world.zones.values() if zone.deck), "")
        if zone not in self.world.zones:
            place = part(node, "zone")
            self.problems.error(
                "E206", f"there is no zone `{zone}` for these cards" if zone else "no zone holds the deck: mark one"
                " with `deck: true`", place.span if place else node.head_span,
                suggestion=nearest(zone, self.world.zones),
            )  # fmt: skip
            return
        if wanted is None or copies is None or not wanted:
            return
        if copies < 0:
            self.problems.error("E104", "copies must be at least 0", copies_node.span if copies_node else node.span)
            return
        kinds_node = part(node, "card")
        names = list(kinds_node) if isinstance(kinds_node, Sequence) else [kinds_node]
        for each in names:
            kind = self.other(each, ()) if isinstance(each, Scalar) else None
            if kind is not None:
                self.cards_of(kind, node, copies, zone)

    def known(self, node: Node | None, kind: Type) -> int | None:
        """The value of an entry's key, 1 if it is not there, None after noting what is wrong with it."""
        try:
            return self.constant(node, kind) if node is not None else 1
        except Failed:
            return None

    def constant(self, node: Node, kind: Type) -> int:
        expr = self.expressions.read(node, Scope({}), kind)
        if not isinstance(expr, Const):
            self.problems.error("E302", "this must be known before the game", expr.span)
            raise Failed
        return expr.value

    def cards_of(self, kind: Kind, node: Mapping, copies: int, zone: str) -> None:
        parameters = [entry for entry in node if entry.key not in DECK_KEYS]
        types = {}
        used = parameters_of(kind)
        for entry in parameters:
            name = used.get(entry.key)
            if name is None and entry.key in self.lost.get(kind.name, ()):
                return
            if name is None:
                fixed = [face.attributes[entry.key] for face in kind.faces.values() if entry.key in face.attributes]
                self.problems.error(
                    "E203", f"kind `{kind.name}` has no parameter `{entry.key}`", entry.key_span,
                    suggestion=None if fixed else nearest(entry.key, used),
                    also=tuple((node.span, f"`{kind.name}` says its {entry.key} itself") for node in fixed[:1]),
                )  # fmt: skip
                return
            types[entry.key] = self.world.attributes[name].type
        for missing in used:
            if missing not in types:
                self.problems.error(
                    "E102", f"kind `{kind.name}` needs `{missing}`", node.head_span, label=f"needs `{missing}`"
                )
                return
        choices = [self.parameter(entry.node, types[entry.key]) for entry in parameters]
        for combination in itertools.product(*choices):
            given = {entry.key: value for entry, value in zip(parameters, combination, strict=True)}
            look = self.look(kind, given, types)
            if look is None:
                return
            for _ in range(copies):
                if len(self.cards) >= MAX_CARDS:
                    self.problems.error("E104", f"a deck has at most {MAX_CARDS} cards", node.head_span)
                    return
                self.cards.append((look, zone))

    def parameter(self, node: Node, kind: Type) -> list[int]:
        """The values that a parameter takes one after the other."""
        if isinstance(node, Sequence):
            return [value for item in node for value in self.parameter(item, kind)]
        if isinstance(node, Scalar) and node.value == "each":
            bounds = kind.span_of_values
            if bounds is not None:
                least = kind.low if kind.kind == "int" and kind.low is not None else 0
                return list(range(least, bounds[1] + 1))
        try:
            match = RANGE.match(node.text) if isinstance(node, Scalar) else None
            if match:
                return self.range(int(match[1]), int(match[2]), kind, node.span)
            value = self.constant(node, kind)
            if not (value == NONE and text(node) == "none"):
                self.bounded(value, kind, node.span)
            return [value]
        except Failed:
            return []

    def range(self, first: int, last: int, kind: Type, span: Span) -> list[int]:
        """The values from `first` to `last`; of a value type, those that are called so."""
        if first > last or last - first > MAX_CARDS:
            self.problems.error("E104", "a range goes from a number to a greater one, not too far away", span)
            raise Failed
        if kind.kind == "enum":
            names = [str(each) for each in range(first, last + 1)]
            for name in names:
                if name not in kind.members:
                    self.problems.error(
                        "E205", f"`{name}` is not a {kind.name}", span,
                        notes=(f"values of {kind.name}: {', '.join(kind.members)}",),
                    )  # fmt: skip
                    raise Failed
            return [kind.members.index(name) for name in names]
        if kind.kind != "int":
            self.problems.error("E302", f"{kind} is expected here, not a range", span)
            raise Failed
        self.bounded(first, kind, span)
        self.bounded(last, kind, span)
        return list(range(first, last + 1))

    def look(self, kind: Kind, given: dict[str, int], types: dict[str, Type]) -> int | None:
        """Number of the look of a kind with these parameters."""
        faces = []
        for name in self.world.faces.members:
            face = kind.faces.get(name)
            if face is None:
                blank = {each: self.nothing(declared) for each, declared in self.world.attributes.items()}
                faces.append(FaceInfo(False, blank, None, ()))
                continue
            try:
                attributes = self.attributes(face, given, types)
            except Failed:
                return None
            choices = tuple(text(choice) for choice in face.choices or ())
            printed = {each: (types[each], value) for each, value in given.items()}
            faces.append(FaceInfo(True, attributes, face.played_by or None, choices, face.title, printed))
            if face.played is not None:
                self.effects[face.played_by] = face.played
        key = (kind.name, tuple(tuple(face.attributes.items()) for face in faces))
        if key not in self._look_numbers:
            self._look_numbers[key] = len(self.looks)
            look = Look(kind.name, faces, kind.called)
            self.looks.append(look)
            for info in faces:
                info.short = self.short(look, info) if info.exists else ""
        return self._look_numbers[key]

    def attributes(self, face: Face, given: dict[str, int], types: dict[str, Type]) -> dict[str, int]:
        """The attributes of a face; raises Failed after noting what is wrong with any of them."""
        values: dict[str, int] = {}
        broken = False
        for name, declared in self.world.attributes.items():
            node = face.attributes.get(name, declared.default)
            if node is None:
                values[name] = self.nothing(declared)
                continue
            try:
                values[name] = self.attribute(node, declared, values, given, types)
            except Failed:
                broken = True
                values[name] = self.nothing(declared)
        if broken:
            raise Failed
        return values

    def attribute(
        self,
        node: Node,
        declared: AttributeDeclaration,
        values: dict[str, int],
        given: dict[str, int],
        types: dict[str, Type],
    ) -> int:
        """What is printed for one attribute: a parameter, or an expression of parameters and earlier attributes."""
        names: dict[str, Binding] = {"card": Local("card", CARD)}
        names.update({key: Const(types[key], node.span, value) for key, value in given.items()})
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.value.startswith("$"):
            parameter = Const(types[node.value[1:]], node.span, given[node.value[1:]])
            value = self.static(self.expressions.convert(parameter, declared.type), values)
            known = value == NONE
        else:
            expr = self.expressions.read(node, Scope(names), declared.type)
            value = self.static(expr, values)
            known = value == NONE and expr.type.optional
        if not known:
            self.bounded(value, declared.type, node.span)
        return value

    def nothing(self, declared: AttributeDeclaration) -> int:
        """What an attribute is where nothing says what it is."""
        return NONE if declared.type.optional else 0

    def bounded(self, value: int, kind: Type, span: Span) -> None:
        """Refuse a number outside the declared range, or one below 0 that could not be told from a missing one."""
        if kind.kind != "int":
            return
        low = kind.low if kind.low is not None else 0 if kind.optional else -MAX_NUMBER
        high = kind.high if kind.high is not None else MAX_NUMBER
        if low <= value <= high:
            return
        notes: tuple[str, ...] = ()
        if kind.low is None and kind.optional:
            notes = ("numbers below 0 are for attributes with a `default`",)
        self.problems.error("E104", f"{value} is not within {low}..{high}", span, notes=notes)
        raise Failed

    def static(self, expr: Expr, values: dict[str, int]) -> int:
        """The value of an expression that depends on nothing but the attributes already known."""
        if isinstance(expr, Const):
            return expr.value
        if isinstance(expr, AttributeRef) and expr.name in values:
            return values[expr.name]
        if isinstance(expr, Op) and expr.name in ARITHMETIC:
            return ARITHMETIC[expr.name](*(self.static(arg, values) for arg in expr.args))
        self.problems.error(
            "E302", "what is printed on a card must be known before the game", expr.span,
            notes=("it may use parameters, options, and attributes declared before this one",),
        )  # fmt: skip
        raise Failed

    def short(self, look: Look, face: FaceInfo) -> str:
        """The name of a face in the ruleset's notation; its title in one word where there is none."""
        names = self.tree.get(("notation",))
        found = ""
        for node in names if isinstance(names, Sequence) else ():
            declared = self.world.attributes.get(text(node))
            if declared is None:
                self.problems.error(
                    "E205", f"cards have no attribute `{text(node)}`", node.span,
                    suggestion=nearest(text(node), self.world.attributes),
                )  # fmt: skip
                continue
            value = face.attributes[declared.name]
            if value != NONE:
                found += self.titles.mark(declared.type, value)
        return found or self.titles.card(look, face).replace(" ", "_")


def head(node: Node | None) -> Span | None:
    """A short place for a list: its first item's first key."""
    if isinstance(node, Sequence) and node.items and isinstance(node.items[0], Mapping):
        return node.items[0].head_span
    return None
