"""What is known while a statement is checked: where it stands, and what stands behind its key. Not here: checking."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field, replace

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import BOOL, CARD, INT, PLAYER, PLAYERS, ZONE, Type
from unoflex_rules.language.expressions.world import Binding
from unoflex_rules.language.yaml.node_access import part
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar

#: The arguments of statements that have several, and their types.
ARGUMENTS: dict[str, dict[str, Type]] = {
    "move": {"card": CARD, "from": ZONE, "to": ZONE, "count": INT, "keep": INT},
    "lay": {"card": CARD, "to": ZONE},
    "reveal": {"to": PLAYERS},
    "miss_turn": {"player": PLAYERS, "turns": INT},
    "finish": {"winners": PLAYERS, "losers": PLAYERS},
    "repeat": {"times": INT, "while": BOOL},
    "window": {"players": PLAYERS, "after": PLAYER},
}
#: Arguments of statements that say how many.
NUMBERS = ("count", "keep", "turns", "times", "below")
#: How deep loops over players may stand in each other.
MAX_LOOPS = 8


@dataclass(frozen=True)
class Context:
    """Where steps stand: the piece, whether a turn runs, whether a loop is around them.

    `given`: the names that all of the steps of a card, or of an effect, know.
    """

    piece: str
    in_turn: bool
    in_loop: bool = False
    loops: int = 0  # over players, inside each other
    given: MappingType[str, Binding] = field(default_factory=dict)

    def looping(self, over_players: bool = True) -> Context:
        """Where the steps of a loop stand."""
        return replace(self, in_loop=True, loops=self.loops + over_players)


class Arguments:
    """What stands behind a statement's key."""

    def __init__(self, key: str, node: Node | None, span: Span) -> None:
        self.key = key
        self.node = written(node)
        self.span = span

    def __getitem__(self, name: str) -> Node | None:
        return written(part(self.node, name)) if self.node is not None else None

    def first(self, name: str) -> Node | None:
        """The argument that a bare value stands for."""
        if isinstance(self.node, Mapping):
            return self[name]
        return self.node

    def get(self, name: str, first: str | None) -> Node | None:
        return self.first(name) if name == first else self[name]


def written(node: Node | None) -> Node | None:
    """A node behind a key; a key with nothing behind it counts as not written."""
    return None if isinstance(node, Scalar) and node.value is None else node
