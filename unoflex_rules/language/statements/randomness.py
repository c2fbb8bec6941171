"""Checks `random`. Not here: questions (questions.py), or moving cards (card_actions.py)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from unoflex_rules.language.diagnostics.kinds import MissingKey
from unoflex_rules.language.expressions.types import INT, Const, Local, Type, between
from unoflex_rules.language.statements.context import Statement
from unoflex_rules.language.statements.groups import GroupChecks
from unoflex_rules.language.statements.tree import RandomStep, Step
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar

NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
WAYS: Final = ("of", "below", "weights")


class RandomChecks(GroupChecks):
    """Checks `random`."""

    def do_random(self, statement: Statement) -> list[Step]:
        name = self.local_name(statement["as"])
        given = [node for each in WAYS if (node := statement[each]) is not None]
        if not given:
            raise self.report(MissingKey(WAYS[0], alternatives=WAYS[1:]), statement.span)
        if len(given) > 1:
            one, other, *_ = (each for each in WAYS if statement[each] is not None)
            message = f"`{one}` and `{other}` do not go together: each alone gives the outcomes"
            notes = ("`weights: {0: 12, 2: 1, 3: 2}` gives outcomes with weights",) if statement["weights"] else ()
            raise self.error("E302", message, given[1].span, notes=notes)
        of, weights = statement["of"], statement["weights"]
        if weights is not None:
            step = self.weighted(name, weights, statement)
        elif of is not None:
            self.check_is_group(of)
            group, kind = self.group(of, statement.scope, zones=True)
            if not (isinstance(group, Const) and group.value):
                kind = replace(kind, optional=True)  # an empty group has no outcome
            step = RandomStep(statement.origin, Local(name, kind), of=group)
        else:
            below = statement.value(statement["below"], INT)
            step = RandomStep(statement.origin, Local(name, INT), below=below)
        statement.scope.names[name] = step.local
        return [step]

    def check_is_group(self, node: Node) -> None:
        """Reject a number in the place of a range."""
        if isinstance(node, Scalar) and type(node.value) is int and node.style == "plain":
            near = f"1..{node.value}" if node.value > 0 else None
            raise self.error("E302", "expected a range, not a number", node.span, suggestion=near)

    def weighted(self, name: str, node: Node, statement: Statement) -> RandomStep:
        """Outcomes with weights: values of a type that has them all, numbers, or new words."""
        assert isinstance(node, Mapping)
        read = {entry.key: statement.value(entry.node, INT) for entry in node}
        known = [weight.value for weight in read.values() if isinstance(weight, Const)]
        if min(known, default=0) < 0 or (len(known) == len(read) and sum(known) < 1):
            raise self.error("E104", "weights must be 0 or more, and not all 0", node.span)
        kinds = (*self.world.enums.values(), *self.world.ranges.values())
        kind = next((each for each in kinds if set(read) <= set(each.members)), None)
        numbers = [int(key) for key in read if NUMBER.fullmatch(key)]
        if kind is None and len(numbers) == len(read):
            kind = between(min(numbers), max(numbers))
            outcomes = {key: int(key) for key in read}
        else:
            kind = kind or Type("enum", name, tuple(read))
            outcomes = {key: at for at, key in enumerate(kind.members) if key in read}
        nothing = sum(known) == 0  # if all weights evaluate to 0
        if nothing and (kind.low or 0) < 0:
            message = "negative outcomes need a weight that is a number above 0"
            raise self.error("E104", message, node.span)
        weights = tuple(read[key] for key in outcomes)
        local = Local(name, replace(kind, optional=nothing))
        return RandomStep(statement.origin, local, outcomes=tuple(outcomes.values()), weights=weights)
