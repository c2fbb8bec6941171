"""What is printed on the faces of cards: attributes as numbers, effects, choices, short names.

Not here: kinds as they are written (card_kinds.py), or how many cards of which there are (deck.py).
"""

from __future__ import annotations

from collections.abc import Callable

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


class FaceReader(KindReader):
    """The kinds of a ruleset, and what is printed on a face of one with certain parameters."""

    def __init__(self, tree: Mapping, world: World, expressions: ExpressionChecker, problems: Problems) -> None:
        super().__init__(tree, world, problems)
        self.expressions = expressions
        self.titles = Titles(tree, world, signs=False)
        self.effects: dict[str, Node] = {}

    def blank(self, kind: ResolvedKind) -> PrintedFace:
        """The face that a kind does not have."""
        nothing = {each: self.nothing(declared) for each, declared in self.world.attributes.items()}
        return PrintedFace(False, nothing, None, (), kind=kind.name, called=kind.called)

    def printed(
        self, kind: ResolvedKind, face: ResolvedFace, given: dict[str, int], types: dict[str, Type]
    ) -> PrintedFace:
        """What is printed on a face of a kind with these parameters; raises Failed after noting what is wrong."""
        attributes = self.attributes(face, given, types)
        choices = tuple(text(choice) for choice in face.choices or ())
        parameters = {each: (types[each], value) for each, value in given.items()}
        info = PrintedFace(True, attributes, face.played_by or None, choices, face.title, parameters)
        info.kind, info.called = kind.name, kind.called
        info.short = self.short(info)
        if face.played is not None:
            self.effects[face.played_by] = face.played
        return info

    def attributes(self, face: ResolvedFace, given: dict[str, int], types: dict[str, Type]) -> dict[str, int]:
        """The attributes of a face; raises Failed after noting what is wrong with any of them."""
        values: dict[str, int] = {}
        begun: set[str] = set()
        broken = False

        def value(name: str) -> int | None:
            """The value of an attribute, whatever it needs before; None of one that needs itself."""
            nonlocal broken
            if name not in begun and name in self.world.attributes:
                begun.add(name)
                declared = self.world.attributes[name]
                node = face.attributes.get(name, declared.default)
                found = self.nothing(declared)
                try:
                    found = found if node is None else self.attribute(node, declared, value, given, types)
                except AlreadyReported:
                    broken = True
                values[name] = found
            return values.get(name)

        every = {name: value(name) or 0 for name in self.world.attributes}
        if broken:
            raise AlreadyReported
        return every

    def attribute(
        self,
        node: Node,
        declared: AttributeDeclaration,
        values: Callable[[str], int | None],
        given: dict[str, int],
        types: dict[str, Type],
    ) -> int:
        """What is printed for one attribute: a parameter, or an expression of parameters and other attributes."""
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

    def carried(self, declared: AttributeDeclaration, node: Node, look: Look) -> int:
        """What a physical card carries at first: it may depend on what is printed on its first face. Raises Failed."""
        expr = self.expressions.read(node, Scope({"card": Local("card", CARD)}), declared.type)
        if isinstance(expr, EngineRef) and expr.what == "players":
            return (1 << self.world.players) - 1
        printed = next((face.attributes for face in look.faces if face.exists), {})
        value = self.static(expr, printed.get, "what a card carries at first must be known before the game")
        if not (value == NONE and expr.type.optional):
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
        raise AlreadyReported

    def static(
        self,
        expr: Expr,
        values: Callable[[str], int | None],
        message: str = "what is printed on a card must be known before the game",
    ) -> int:
        """The value of an expression that depends on nothing but attributes, whose `values` are known, or None."""
        if isinstance(expr, Const):
            return expr.value
        if isinstance(expr, AttributeRef):
            known = values(expr.name)
            if known is not None:
                return known
        if isinstance(expr, Op) and expr.name in ARITHMETIC:
            return ARITHMETIC[expr.name](*(self.static(arg, values, message) for arg in expr.args))
        self.problems.error(
            "E302", message, expr.span,
            notes=("it may use parameters, options, and attributes of the card that do not need this one",),
        )  # fmt: skip
        raise AlreadyReported

    def short(self, face: PrintedFace) -> str:
        """The name of a face in the ruleset's notation; its title in one word where there is none."""
        names = self.tree.get(("notation",))
        found = ""
        for node in once(names, "`{}` stands twice in the notation", self.problems):
            declared = self.world.attributes.get(text(node))
            if declared is None:
                kind = UnknownName("E205", "attribute of cards", text(node), tuple(self.world.attributes))
                self.problems.report(kind, node.span)
                continue
            if declared.type.kind == "bool":
                self.problems.error(
                    "E302", f"cards are not called by `{declared.name}`, which is only true or false", node.span,
                    notes=(
                        "of a value type each value has a mark, and a card without a value has none: under `values` "
                        f"`finish: {{{declared.name}: {{mark: S}}}}`, under `attributes` `finish: finish`",
                    ),
                )  # fmt: skip
                continue
            value = face.attributes[declared.name]
            if value != NONE or not declared.type.optional:
                found += self.titles.mark(declared.type, value)
        return found or self.titles.card(face).replace(" ", "_")
