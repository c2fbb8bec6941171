"""One statement as written, with its arguments and its place in the ruleset. Not here: checking it."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field, replace

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import BOOL, CARD, INT, PLAYER, PLAYERS, ZONE, Expr, StepOrigin, Type
from unoflex_rules.language.expressions.world import Binding, Scope
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar

#: Arguments with their types, of statements that have several.
ARGUMENTS: dict[str, dict[str, Type]] = {
    "move": {"card": CARD, "from": ZONE, "to": ZONE, "count": INT, "keep": INT},
    "lay": {"card": CARD, "to": ZONE},
    "reveal": {"to": PLAYERS},
    "miss_turn": {"player": PLAYERS, "turns": INT},
    "finish": {"winners": PLAYERS, "losers": PLAYERS},
    "repeat": {"times": INT, "while": BOOL},
    "window": {"players": PLAYERS, "after": PLAYER},
}
#: Arguments that give a number of cards, turns or repetitions, or a bound of chance, each with its least value.
LEAST = {"count": 0, "keep": 0, "turns": 0, "times": 0, "below": 1}
#: How deep loops over players may be nested.
MAX_LOOPS = 8


@dataclass(frozen=True)
class Context:
    """Where steps stand: the piece, whether a turn is running, and the loops around them.

    `given`: the names known to all steps of a card or of an effect.
    """

    piece: str
    in_turn: bool
    in_loop: bool = False
    loops: int = 0  # nested loops over players
    given: MappingType[str, Binding] = field(default_factory=dict)

    def looping(self, over_players: bool = True) -> Context:
        """The context of the steps in a loop."""
        return replace(self, in_loop=True, loops=self.loops + over_players)


class Statement:
    """One statement: its key, its arguments, and the scope and context in which it is checked."""

    def __init__(
        self,
        key: str,
        node: Node | None,
        scope: Scope,
        origin: StepOrigin,
        context: Context,
        expressions: ExpressionChecker,
    ) -> None:
        self.key = key
        self.node = written(node)
        self.scope = scope
        self.origin = origin
        self.context = context
        self.expressions = expressions

    @property
    def span(self) -> Span:
        """The place of the key."""
        return self.origin.span

    def __getitem__(self, name: str) -> Node | None:
        entry = self.node.entries.get(name) if isinstance(self.node, Mapping) else None
        return None if entry is None else written(entry.node)

    def first(self, name: str) -> Node | None:
        """The argument that a bare value stands for."""
        return self[name] if isinstance(self.node, Mapping) else self.node

    def value(self, node: Node | None, kind: Type) -> Expr:
        """An argument as an expression; the check of shapes has reported a missing one."""
        if node is None:
            raise AlreadyReported
        return self.expressions.read(node, self.scope, kind)

    def optional(self, name: str, kind: Type, default: Expr) -> Expr:
        """An argument as an expression, or its default."""
        node = self[name]
        return default if node is None else self.value(node, kind)


def written(node: Node | None) -> Node | None:
    """The node behind a key; none if it is empty."""
    return None if isinstance(node, Scalar) and node.value is None else node
