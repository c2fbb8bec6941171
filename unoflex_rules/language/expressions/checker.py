"""The small expression language: text, checked and made a tree of types.py. Total and without side effects.

Never evaluated by Python. Not here: names (parsing.py), operators and questions (operators.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.folding import fold
from unoflex_rules.language.expressions.operators import ExpressionReader
from unoflex_rules.language.expressions.parsing import DECLARED, AlreadyReported, NameReader
from unoflex_rules.language.expressions.scope import BUILTIN, SEAT
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    MAX_NUMBER,
    NONE,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    CardQuery,
    Const,
    Expr,
    Local,
    Op,
    PlayerQuery,
    Type,
    between,
)
from unoflex_rules.language.expressions.world import Binding, Scope, World
from unoflex_rules.language.yaml.nodes import Node, Scalar

MAX_NESTING = 100
NOWHERE = Span("", 1, 1, 1, 1)
MAX_PARTS = 5000


class ExpressionChecker:
    """Reads expressions of one ruleset."""

    def __init__(self, world: World, problems: Problems) -> None:
        self.world = world
        self.problems = problems
        self.defining: list[str] = []
        self.circles: set[frozenset[str]] = set()
        self.doubted: set[Span] = set()  # declarations whose names stand for a value as well, told already
        self.depth = 0
        self.parts = 0
        self.whole: Node | None = None  # the outermost text that is being read
        self.overgrown = False

    def check_definitions(self) -> None:
        """Look at every definition, also at those that nothing uses."""
        for name, declared in self.world.defines.items():
            owner = name.rpartition(".")[0]
            names: dict[str, Binding] = {each: Local(each, kind) for each, kind in declared.params.items()}
            if owner == "card":
                names["card"] = Local("card", CARD)
            elif owner == "player":
                names["it"] = Local("it", SEAT)
            self.defining.append(name)
            with suppress(AlreadyReported):
                if declared.value is not None:
                    self.read(declared.value, declared.scope(names), declared.type)
            self.defining.pop()

    # ---- entry points --------------------------------------------------------------------------------------------

    def read(self, node: Node, scope: Scope, expected: Type | None = None) -> Expr:
        """The expression at `node`; raises Failed after noting what is wrong."""
        expr = self.read_any(node, scope, expected)
        if expected is not None:
            expr = self.convert(expr, expected)
        return expr

    def place(self, node: Scalar, scope: Scope) -> Expr:
        """What a name refers to, as something that can be set."""
        return ExpressionReader(self, node, scope).text(DECLARED)

    def read_any(self, node: Node, scope: Scope, expected: Type | None = None) -> Expr:
        """The expression at `node`, of whatever type."""
        if not isinstance(node, Scalar):
            self.problems.error("E103", "an expression is expected here", node.span)
            raise AlreadyReported
        if isinstance(node.value, bool) and node.style == "plain":
            return Const(BOOL, node.span, int(node.value))
        if isinstance(node.value, int) and node.style == "plain":
            if expected is not None and expected.kind == "enum" and node.text in expected.members:
                return Const(replace(expected, optional=False), node.span, expected.members.index(node.text))
            if abs(node.value) > MAX_NUMBER:
                self.problems.error("E301", f"this number is too large: at most {MAX_NUMBER:,}", node.span)
                raise AlreadyReported
            return Const(between(node.value, node.value), node.span, node.value)
        expr = ExpressionReader(self, node, scope).text(expected)
        return Const(expr.type, expr.span, 0) if self.world.is_only_face(expr.type) else expr

    @contextmanager
    def one_deeper(self, reader: NameReader) -> Iterator[None]:
        """Count how deep the parts of an expression stand in each other, and how many there are, names written out."""
        if self.depth == 0:
            self.whole, self.parts = reader.node, 0
        self.parts += 1
        if self.depth >= MAX_NESTING or self.parts > (MAX_PARTS // 50 if self.overgrown else MAX_PARTS):
            if not self.overgrown:
                self.overgrown = True
                much = f"more than {MAX_NESTING} levels, or {MAX_PARTS:,} parts"
                message = f"this expression has {much}, what its names stand for included"
                notes = ("say it in simpler words, or in several steps",)
                self.problems.error("E301", message, self.whole.span if self.whole else None, notes=notes)
            raise AlreadyReported
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    def is_unknown(self, name: str, scope: Scope) -> bool:
        """Whether a name alone stands for nothing here."""
        world = self.world
        known = (*BUILTIN, *world.variables, *world.zones, *world.options, *world.defines)
        return name.isidentifier() and name not in known and scope.find(name) is None

    def groups(self, scope: Scope) -> list[str]:
        """The names that stand for a player or for players here."""
        return ExpressionReader(self, Scalar("", "", "plain", NOWHERE), scope).players_known()

    def convert(self, expr: Expr, expected: Type) -> Expr:
        """`expr` as a value of type `expected`: a player is a set of one where a set is wanted."""
        given = expr.type
        if UNKNOWN in (given, expected):
            return expr
        if expected.kind == "players" and given.kind == "player":
            return fold(Op(PLAYERS, expr.span, "set_of", (expr,)))
        if expected.kind == "int" and given.kind == "int" and given.optional and not expected.optional:
            return self.filled(expr)
        if given.kind == expected.kind and (given.kind not in ("enum", "values") or given.name == expected.name):
            return expr
        if isinstance(expr, Const) and expr.value == NONE and given.kind == "none":
            if expected.kind in ("enum", "player", "card") or expected.optional:
                return Const(replace(expected, optional=True), expr.span, NONE)
            if expected.kind == "players":
                return Const(PLAYERS, expr.span, 0)
        message = f"{expected} {'are' if expected.plural else 'is'} expected here, not {given}"
        meant = str(bool(given.low)).lower() if expected == BOOL and is_digit(expr) else None
        notes = asked_whether(given) if expected == BOOL and meant is None else one_of(expr, expected)
        self.problems.error("E302", message, expr.span, label=f"this is {given}", suggestion=meant, notes=notes)
        raise AlreadyReported

    def one_player(self, node: Node | None, scope: Scope) -> Expr:
        """The one player who plays next, or now; of several it must be said which one."""
        assert node is not None
        player = self.read_any(node, scope, PLAYER)
        if player.type.kind == "players" and not isinstance(player, PlayerQuery) and isinstance(node, Scalar):
            ways = (
                f"`next` is one; `{node.text}.first(...)` is the first of them for whom something is so",
                f"`random: {{as: one, of: {node.text}}}` takes one of them by chance",
            )
            message = "one player is expected here, not players"
            self.problems.error("E302", message, player.span, label="these are players", notes=ways)
            raise AlreadyReported
        return self.convert(player, PLAYER)

    def filled(self, number: Expr) -> Expr:
        """A number that counts as 0 where it is missing."""
        if not number.type.optional:
            return number
        if isinstance(number, Op) and number.name == "if":
            test, yes, no = number.args
            return fold(Op(INT, number.span, "if", (test, self.filled(yes), self.filled(no))))
        return fold(Op(INT, number.span, "max", (number, Const(between(0, 0), number.span, 0))))

    def default_face(self, scope: Scope, span: Span) -> Expr:
        """The face that counts where none is chosen."""
        if self.world.face is None:
            return Const(self.world.faces, span, 0)
        return self.read(self.world.face, Scope({}), self.world.faces)


def asked_whether(given: Type) -> tuple[str, ...]:
    """How a value becomes a condition: what is asked of it."""
    if given.kind == "enum" and given.members:
        which = f"`== {given.members[0]}` behind it asks which one it is"
        return (f"{which}, `is not none` whether there is one" if given.optional else which,)
    if given.kind in ("player", "players", "card"):
        return (f"`is not none` behind it asks whether there {'are any' if given.plural else 'is one'}",)
    if given.kind == "zone":
        return ("`.empty` behind it asks whether there are no cards, `.any(...)` whether there are such cards",)
    return ("`> 0` behind it asks whether it is more than nothing",) if given.kind == "int" else ()


def is_digit(expr: Expr) -> bool:
    """Whether 0 or 1 is written there, and not a name that stands for it."""
    written = expr.span.end_column - expr.span.column == 1
    return written and expr.type.low == expr.type.high in (0, 1)


def one_of(expr: Expr, expected: Type) -> tuple[str, ...]:
    """How a single player, or card, is asked for, where a question about several stands in the place of one."""
    if isinstance(expr, PlayerQuery) and expected.kind == "player":
        if expr.what in ("lowest", "highest"):
            return (f"the first of them in order of play is `players.first(it in players.{expr.what}(...))`",)
        if expr.what in ("any", "all", "only", "count"):
            return ("`players.first(...)` is the first in order of play for whom it is so",)
    if isinstance(expr, CardQuery) and expected.kind == "card":
        return ("`hand.first(...)` is the first card, from the top down, for which it is so",)
    if expected.kind == "player" and expr.type.kind == "players":
        return ("for several players, one after the other: `for_each: {in: ..., do: [...]}`",)
    return ()
