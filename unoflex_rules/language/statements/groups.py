"""Checks the groups that statements go through or choose from: value types, ranges, players and zones.

Not here: the statements that do so (control.py, questions.py, randomness.py).
"""

from __future__ import annotations

from dataclasses import replace

from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.expressions.folding import fold
from unoflex_rules.language.expressions.scope import KnownNames
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    MAX_VALUES,
    PLAYER,
    PLAYERS,
    Const,
    Expr,
    Local,
    Op,
    PlayerQuery,
    Type,
    between,
    is_choosable,
)
from unoflex_rules.language.expressions.world import Scope
from unoflex_rules.language.schema.ranges import RANGE
from unoflex_rules.language.statements.step_checker import StepChecker
from unoflex_rules.language.yaml.node_access import text
from unoflex_rules.language.yaml.nodes import Node, Scalar


class GroupChecks(StepChecker):
    """Reads groups."""

    def group(self, node: Node, scope: Scope, zones: bool = False) -> tuple[Expr, Type]:
        """A set of values, a set of players or, if `zones` are allowed, a zone; and the type of a member."""
        name = text(node)
        if isinstance(node, Scalar) and scope.find(name) is None:
            if name in self.world.enums:
                kind = self.world.enums[name]
                every = (1 << len(kind.members)) - 1
                return Const(Type("values", name, kind.members), node.span, every), replace(kind, optional=False)
            match = RANGE.match(name)
            numbers = between(int(match[1]), int(match[2])) if match else self.world.ranges.get(name)
            if match and int(match[1]) > int(match[2]):
                message = "a range must ascend, such as `0..9`"
                raise self.error("E104", message, node.span, suggestion=f"{match[2]}..{match[1]}")
            if numbers is not None:
                if not is_choosable(numbers):
                    raise self.error("E104", f"a range to choose from must lie in 0..{MAX_VALUES - 1}", node.span)
                every = sum(1 << number for number in numbers.numbers)
                return Const(Type("values", name), node.span, every), numbers
        if isinstance(node, Scalar) and KnownNames(self.world, scope).is_unknown(name):
            self.check_spelling(name, node.span, scope, zones)
        expr = self.expressions.read_any(node, scope, PLAYERS)
        if zones and expr.type.kind == "zone":
            return expr, CARD
        return self.expressions.convert(expr, PLAYERS), replace(PLAYER, optional=False)

    def check_spelling(self, name: str, span: Span, scope: Scope, zones: bool) -> None:
        """Reject an unknown name that is nearly a value type or, if allowed, a zone."""
        types = [*self.world.enums, *(name for name, kind in self.world.ranges.items() if is_choosable(kind))]
        piles = [zone.name for zone in self.world.zones.values() if not zone.each and zone.per is None] if zones else []
        players = KnownNames(self.world, scope).players_known() if zones else ()
        near = nearest(name, [*types, *piles, *players])
        if near in types or near in piles:
            code, what = ("E205", "value type") if near in types else ("E206", "zone")
            raise self.report(UnknownName(code, what, name), span, suggestion=near)

    def allowed(self, group: Expr, kind: Type, node: Node | None, name: str, scope: Scope) -> Expr:
        """The part of a set whose members meet a condition."""
        if node is None:
            return group
        if group.type.kind == "players":
            it = Local(name, kind)
            body = self.expressions.read(node, scope.inner({name: it}), BOOL)
            return PlayerQuery(PLAYERS, node.span, "only", group, it, body)
        result: Expr = Const(group.type, node.span, 0)
        for index in kind.numbers:
            value = Const(between(index, index) if kind.kind == "int" else kind, node.span, index)
            test = self.expressions.read(node, scope.inner({name: value}), BOOL)
            bit, nothing = Const(group.type, node.span, 1 << index), Const(group.type, node.span, 0)
            member = fold(Op(group.type, node.span, "if", (test, bit, nothing)))
            result = fold(Op(group.type, node.span, "or", (result, member)))
        return result
