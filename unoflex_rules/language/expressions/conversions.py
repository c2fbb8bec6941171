"""What the readers of all expressions share: conversions between types, and limits on size.

Not here: reading a text (parsing.py, quantifiers.py, operators.py).
"""

from __future__ import annotations

from dataclasses import replace

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.folding import fold
from unoflex_rules.language.expressions.rejection import AlreadyReported, ProblemReporter
from unoflex_rules.language.expressions.scope import KnownNames
from unoflex_rules.language.expressions.types import (
    BOOL,
    CHOSEN,
    INT,
    MAX_NUMBER,
    NONE,
    PLAYERS,
    UNKNOWN,
    CardOnFace,
    CardQuery,
    Const,
    Expr,
    LocalRef,
    Op,
    PlayerQuery,
    Type,
    between,
)
from unoflex_rules.language.expressions.world import Scope, World
from unoflex_rules.language.yaml.nodes import Node, Scalar

MAX_DEPTH = 100
MAX_PARTS = 5000


class Conversions(ProblemReporter):
    """Reads nodes as expressions of a type; a subclass reads the texts."""

    def __init__(self, world: World, problems: Problems) -> None:
        self.world = world
        self.problems = problems
        self.defining: list[str] = []
        self.circles: set[frozenset[str]] = set()
        self.ambiguous: set[Span] = set()  # declarations already reported because a value has the same name
        self.depth = 0
        self.parts = 0
        self.whole: Node | None = None  # the outermost text that is being read
        self.overgrown = False

    def read_text(self, node: Scalar, scope: Scope, expected: Type | None) -> Expr:
        """The expression written in a scalar."""
        raise NotImplementedError

    def read(self, node: Node, scope: Scope, expected: Type | None = None) -> Expr:
        """The expression at `node`, converted to the `expected` type; raises AlreadyReported if it is faulty."""
        expr = self.read_any(node, scope, expected)
        return expr if expected is None else self.convert(expr, expected)

    def read_any(self, node: Node, scope: Scope, expected: Type | None = None) -> Expr:
        """The expression at `node`, of any type; `expected` only helps to resolve names."""
        if not isinstance(node, Scalar):
            raise self.error("E103", "expected an expression", node.span)
        if isinstance(node.value, bool) and node.style == "plain":
            return Const(BOOL, node.span, int(node.value))
        if isinstance(node.value, int) and node.style == "plain":
            if expected is not None and expected.kind == "enum" and node.text in expected.members:
                return Const(replace(expected, optional=False), node.span, expected.members.index(node.text))
            if abs(node.value) > MAX_NUMBER:
                raise self.error("E301", f"this number is too large: at most {MAX_NUMBER:,}", node.span)
            return Const(between(node.value, node.value), node.span, node.value)
        expr = self.read_text(node, scope, expected)
        return Const(expr.type, expr.span, 0) if self.world.is_only_face(expr.type) else expr

    def default_face(self, scope: Scope, span: Span) -> Expr:
        """The face that counts unless another one is chosen."""
        if self.world.face is None:
            return Const(self.world.faces, span, 0)
        return self.read(self.world.face, Scope({}), self.world.faces)

    def face_of(self, card: Expr, scope: Scope, span: Span) -> Expr:
        """The face of a card that counts."""
        if isinstance(card, CardOnFace):
            return card.face
        if isinstance(card, LocalRef) and card.local.face is not None:
            return LocalRef(self.world.faces, span, card.local.face)
        return self.default_face(scope, span)

    def enter_part(self, node: Node) -> None:
        """Count the depth and the number of parts of an expression, with all definitions expanded.

        The caller subtracts from `depth` when it leaves the part. Raises AlreadyReported beyond the limits.
        """
        if self.depth == 0:
            self.whole, self.parts = node, 0
        self.parts += 1
        if self.depth >= MAX_DEPTH or self.parts > (MAX_PARTS // 50 if self.overgrown else MAX_PARTS):
            if not self.overgrown:
                self.overgrown = True
                much = f"more than {MAX_DEPTH} levels or {MAX_PARTS:,} parts"
                message = f"this expression has {much} with all its definitions expanded"
                notes = ("simplify it, or split it into several steps",)
                self.problems.error("E301", message, self.whole.span if self.whole else None, notes=notes)
            raise AlreadyReported
        self.depth += 1

    # ---- types -----------------------------------------------------------------------------------------------------

    def convert(self, expr: Expr, expected: Type) -> Expr:
        """`expr` as a value of type `expected`; one player becomes a set of one."""
        given = expr.type
        if UNKNOWN.kind in (given.kind, expected.kind):
            return expr
        if expected.kind == "players" and given.kind == "player":
            return fold(Op(PLAYERS, expr.span, "set_of", (expr,)))
        if expected.kind == "int" and given.kind == "int" and given.optional and not expected.optional:
            return self.filled(expr)
        same_name = given.name == expected.name or given.kind not in ("enum", "values", "zone")
        if given.kind == expected.kind and same_name:
            return expr
        if isinstance(expr, Const) and expr.value == NONE and given.kind == "none":
            if expected.kind in ("enum", "player", "card") or expected.optional:
                return Const(replace(expected, optional=True), expr.span, NONE)
            if expected.kind == "players":
                return Const(PLAYERS, expr.span, 0)
        if given == CHOSEN and expected.kind == "zone":
            message = "expected a zone, not chosen cards, which lie in another zone"
            way_out = "to move or lay them: `move: {cards: cards, to: ...}`"
            raise self.error("E302", message, expr.span, notes=(way_out,))
        meant = str(bool(given.low)).lower() if expected == BOOL and is_digit(expr) else None
        notes = as_condition(given) if expected == BOOL and meant is None else self.as_one(expr, expected)
        label = f"this is {given}"
        raise self.error(
            "E302", f"expected {expected}, not {given}", expr.span, label=label, suggestion=meant, notes=notes
        )

    def filled(self, number: Expr) -> Expr:
        """A number that counts as 0 if missing."""
        if not number.type.optional:
            return number
        if isinstance(number, Op) and number.name == "if":
            test, yes, no = number.args
            return fold(Op(INT, number.span, "if", (test, self.filled(yes), self.filled(no))))
        return fold(Op(INT, number.span, "max", (number, Const(between(0, 0), number.span, 0))))

    def as_one(self, expr: Expr, expected: Type) -> tuple[str, ...]:
        """Notes on how to get one player or card from a query about several."""
        if isinstance(expr, PlayerQuery) and expected.kind == "player":
            if expr.what in ("lowest", "highest"):
                return (f"`players.first(it in players.{expr.what}(...))` is the first of them in order of play",)
            if expr.what in ("any", "all", "only", "count"):
                return ("`players.first(...)` is the first matching player in order of play",)
        if isinstance(expr, CardQuery) and expected.kind == "card":
            zone = KnownNames(self.world, Scope({})).example_zone()
            return (f"`{zone}.first(...)` is the first matching card from the top",)
        if expected.kind == "player" and expr.type.kind == "players":
            return ("`for_each: {in: ..., do: [...]}` repeats steps for each of several players",)
        return ()


def as_condition(given: Type) -> tuple[str, ...]:
    """A note on how to make a condition of a value."""
    if given.kind == "enum" and given.members:
        compared = f"compare it: `== {given.members[0]}`"
        return (f"{compared}, or `is not none`" if given.optional else compared,)
    if given.kind in ("player", "players", "card"):
        return ("compare it: `is not none`",)
    if given.kind == "zone":
        return ("ask about its cards: `.empty` or `.any(...)`",)
    return ("compare it: `> 0`",) if given.kind == "int" else ()


def is_digit(expr: Expr) -> bool:
    """Whether the text is the digit 0 or 1, and not a name for it."""
    written = expr.span.end_column - expr.span.column == 1
    return written and expr.type.low == expr.type.high in (0, 1)
