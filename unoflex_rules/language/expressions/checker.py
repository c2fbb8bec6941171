"""The checker of expressions: text in, typed tree (types.py) out. Total and without side effects.

Python never evaluates an expression. Not here: names (parsing.py), queries (quantifiers.py), operators (operators.py).
"""

from __future__ import annotations

from contextlib import suppress

from unoflex_rules.language.expressions.conversions import Conversions
from unoflex_rules.language.expressions.name_reading import DECLARED
from unoflex_rules.language.expressions.operators import OperatorReader
from unoflex_rules.language.expressions.quantifiers import QueryReader
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import CARD, PLAYER, Expr, Local, PlayerQuery, Type
from unoflex_rules.language.expressions.world import Binding, Scope
from unoflex_rules.language.yaml.nodes import Node, Scalar


class ExpressionReader(QueryReader, OperatorReader):
    """Reads one text."""


class ExpressionChecker(Conversions):
    """Checks the expressions of one ruleset."""

    def read_text(self, node: Scalar, scope: Scope, expected: Type | None) -> Expr:
        return ExpressionReader(self, node, scope).text(expected)

    def place(self, node: Scalar, scope: Scope) -> Expr:
        """The target that a name refers to, for `set`."""
        return self.read_text(node, scope, DECLARED)

    def one_player(self, node: Node | None, scope: Scope) -> Expr:
        """An expression for exactly one player."""
        assert node is not None
        player = self.read_any(node, scope, PLAYER)
        if player.type.kind == "players" and not isinstance(player, PlayerQuery) and isinstance(node, Scalar):
            notes = (
                f"`{node.text}.first(...)` is the first matching player",
                f"`random: {{as: one, of: {node.text}}}` picks one at random",
            )
            message = "expected a player, not players"
            raise self.error("E302", message, player.span, label="these are players", notes=notes)
        return self.convert(player, PLAYER)

    def check_definitions(self) -> None:
        """Check every definition of the file, used or not; those of a library are checked where they are used."""
        for name, declared in self.world.defines.items():
            if not self.world.is_own(declared.span):
                continue
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
