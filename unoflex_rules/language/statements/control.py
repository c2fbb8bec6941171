"""Checks control among the statements: conditions, loops, and changes that count as one.

Not here: moments (moments.py), questions (questions.py), or statements that act (card_actions.py, turn_actions.py).
"""

from __future__ import annotations

from contextlib import suppress

from unoflex_rules.language.diagnostics.kinds import MissingKey
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import BOOL, INT, PLAYER, Const, EngineRef, Expr, Local
from unoflex_rules.language.statements.context import Statement
from unoflex_rules.language.statements.groups import GroupChecks
from unoflex_rules.language.statements.tree import (
    ForEachCardStep,
    ForEachPlayerStep,
    ForEachValueStep,
    IfStep,
    RepeatStep,
    Step,
    StopStep,
    TogetherStep,
)


class ControlChecks(GroupChecks):
    """Checks `if`, `for_each`, `repeat`, `stop` and `together`."""

    def do_if(self, statement: Statement) -> list[Step]:
        test: Expr | None = None
        with suppress(AlreadyReported):
            test = statement.value(statement["if"], BOOL)
        then = self.inner_steps(statement, "then")
        otherwise = self.inner_steps(statement, "else")
        if test is None:
            raise AlreadyReported
        if isinstance(test, Const) and not self.keeps_all:
            return then if test.value else otherwise
        return [IfStep(statement.origin, test, then, otherwise)]

    def do_for_each(self, statement: Statement) -> list[Step]:
        node, origin, context = statement["in"], statement.origin, statement.context
        if node is None:
            raise AlreadyReported
        group, kind = self.group(node, statement.scope, zones=True)
        if group.type.kind != "players":
            self.refuse(statement, ("after",), "goes with players")
            each = Local(self.local_name(statement["as"], "card" if kind.kind == "card" else "it"), kind)
            steps = self.inner_steps(statement, "do", {each.name: each}, context.looping(False))
            if kind.kind == "card":
                return [ForEachCardStep(origin, group, each, steps)]
            return [ForEachValueStep(origin, kind.numbers, each, steps)]
        after = statement.optional("after", PLAYER, EngineRef(PLAYER, statement.span, "self"))
        it = Local(self.local_name(statement["as"], "it"), SEAT)
        self.check_loops(statement)
        steps = self.inner_steps(statement, "do", {it.name: it}, context.looping())
        return [ForEachPlayerStep(origin, group, after, it, steps)]

    def do_repeat(self, statement: Statement) -> list[Step]:
        times = statement.value(node, INT) if (node := statement["times"]) is not None else None
        test = statement.value(node, BOOL) if (node := statement["while"]) is not None else None
        if times is None and test is None:
            raise self.report(MissingKey("times", "`repeat` needs an end", ("while",)), statement.span)
        steps = self.inner_steps(statement, "do", context=statement.context.looping(False))
        return [RepeatStep(statement.origin, times, test, steps)]

    def do_stop(self, statement: Statement) -> list[Step]:
        if not statement.context.in_loop:
            raise self.error("E302", "`stop` is only allowed in a loop", statement.span)
        return [StopStep(statement.origin)]

    def do_together(self, statement: Statement) -> list[Step]:
        steps = self.steps(statement.node, statement.scope, statement.origin.chain, statement.context)
        return [TogetherStep(statement.origin, steps)]
