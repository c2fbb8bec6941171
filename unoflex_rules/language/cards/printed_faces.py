"""Evaluates the faces of cards: attributes as numbers, effects, choices, short names.

Not here: kinds as written (card_kinds.py), or the number of cards (deck.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from unoflex_rules.language.cards.card_kinds import KindReader, ResolvedFace, ResolvedKind
from unoflex_rules.language.cards.looks import Look, PrintedFace
from unoflex_rules.language.cards.titles import Titles
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.folding import ARITHMETIC
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import (
    CARD,
    MAX_NUMBER,
    NONE,
    AttributeRef,
    Const,
    EngineRef,
    Expr,
    Local,
    Op,
    Type,
)
from unoflex_rules.language.expressions.world import AttributeDeclaration, Binding, Scope, World
from unoflex_rules.language.schema.repeated_names import once
from unoflex_rules.language.yaml.node_access import text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar

#: The parameters of a card, each with its type and value.
Parameters: TypeAlias = dict[str, tuple[Type, int]]


class FaceReader(KindReader):
    """Reads the kinds of a ruleset, and prints the faces of one with given parameters."""

    def __init__(self, tree: Mapping, world: World, expressions: ExpressionChecker, problems: Problems) -> None:
        super().__init__(tree, world, problems)
        self.expressions = expressions
        self.titles = Titles(tree, world, signs=False)
        self.effects: dict[str, Node] = {}

    def blank(self, kind: ResolvedKind) -> PrintedFace:
        """The empty face of a kind that lacks it."""
        nothing = {each: self.nothing(declared) for each, declared in self.world.attributes.items()}
        return PrintedFace(False, nothing, None, (), kind=kind.name, base_kind=kind.base)

    def printed(self, kind: ResolvedKind, face: ResolvedFace, given: Parameters) -> PrintedFace:
        """A printed face of a kind; raises AlreadyReported if it is faulty."""
        attributes = self.attributes(face, given)
        choices = tuple(text(choice) for choice in face.choices or ())
        info = PrintedFace(True, attributes, face.played_by or None, choices, face.title, given)
        info.kind, info.base_kind = kind.name, kind.base
        info.short = self.short(info)
        if face.played is not None:
            self.effects[face.played_by] = face.played
        return info

    def attributes(self, face: ResolvedFace, given: Parameters) -> dict[str, int]:
        """The attributes of a face; raises AlreadyReported if one is faulty."""
        values: dict[str, int] = {}
        begun: set[str] = set()
        broken = False

        def value(name: str) -> int | None:
            """The value of an attribute, evaluated on demand; None if it depends on itself."""
            nonlocal broken
            if name not in begun and name in self.world.attributes:
                begun.add(name)
                declared = self.world.attributes[name]
                node = face.attributes.get(name, declared.default)
                found = self.nothing(declared)
                try:
                    found = found if node is None else self.attribute(node, declared, value, given)
                except AlreadyReported:
                    broken = True
                values[name] = found
            return values.get(name)

        every = {name: value(name) or 0 for name in self.world.attributes}
        if broken:
            raise AlreadyReported
        return every

    def attribute(
        self, node: Node, declared: AttributeDeclaration, values: Callable[[str], int | None], given: Parameters
    ) -> int:
        """The value of one attribute: a parameter, or an expression of parameters and other attributes."""
        parameters = {key: Const(kind, node.span, value) for key, (kind, value) in given.items()}
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.value.startswith("$"):
            expr = self.expressions.convert(parameters[node.value[1:]], declared.type)
            value = self.static(expr, values)
            missing = value == NONE
        else:
            names: dict[str, Binding] = {"card": Local("card", CARD), **parameters}
            expr = self.expressions.read(node, Scope(names), declared.type)
            value = self.static(expr, values)
            missing = value == NONE and expr.type.optional
        if not missing:
            self.check_bounds(value, declared.type, node.span)
        return value

    def carried(self, declared: AttributeDeclaration, node: Node, look: Look) -> int:
        """The start value of an attribute that cards carry; it may depend on the card's first face."""
        expr = self.expressions.read(node, Scope({"card": Local("card", CARD)}), declared.type)
        if isinstance(expr, EngineRef) and expr.what == "players":
            return (1 << self.world.players) - 1
        printed = next((face.attributes for face in look.faces if face.exists), {})
        value = self.static(expr, printed.get)
        if not (value == NONE and expr.type.optional):
            self.check_bounds(value, declared.type, node.span)
        return value

    def nothing(self, declared: AttributeDeclaration) -> int:
        """The value of an attribute that is not given."""
        return NONE if declared.type.optional else 0

    def check_bounds(self, value: int, kind: Type, span: Span) -> None:
        """Reject a number outside its range, or a negative one that could be mistaken for a missing one."""
        if kind.kind != "int":
            return
        low = kind.low if kind.low is not None else 0 if kind.optional else -MAX_NUMBER
        high = kind.high if kind.high is not None else MAX_NUMBER
        if not low <= value <= high:
            notes = ("negative numbers need a `default`",) if kind.low is None and kind.optional else ()
            raise self.error("E104", f"{value} is not within {low}..{high}", span, notes=notes)

    def static(self, expr: Expr, values: Callable[[str], int | None]) -> int:
        """The value of an expression that uses only constants and attributes with known `values`."""
        if isinstance(expr, Const):
            return expr.value
        if isinstance(expr, AttributeRef):
            known = values(expr.name)
            if known is not None:
                return known
        if isinstance(expr, Op) and expr.name in ARITHMETIC:
            return ARITHMETIC[expr.name](*(self.static(arg, values) for arg in expr.args))
        notes = ("it may use parameters, options, and attributes that do not depend on it",)
        raise self.error("E302", "the attributes of a card must be known before the game", expr.span, notes=notes)

    def short(self, face: PrintedFace) -> str:
        """The name of a face in the ruleset's notation; without a notation its title in one word."""
        found = ""
        for node in once(self.tree.get(("notation",)), "name in the notation", self.problems):
            declared = self.world.attributes.get(text(node))
            if declared is None:
                unknown = UnknownName("E205", "attribute of cards", text(node), tuple(self.world.attributes))
                self.problems.report(unknown, node.span)
                continue
            if declared.type.kind == "bool":
                message = f"`{declared.name}` is only true or false, and cannot be part of a notation"
                notes = ("use an attribute with a value type, and give its values a `mark`",)
                self.problems.error("E302", message, node.span, notes=notes)
                continue
            value = face.attributes[declared.name]
            if value != NONE or not declared.type.optional:
                found += self.titles.mark(declared.type, value)
        return found or self.titles.card(face).replace(" ", "_")
