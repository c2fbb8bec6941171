"""Checks what chance decides: `random`. Not here: questions (questions.py), the other statements (expansion.py)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from unoflex_rules.language.diagnostics.kinds import MissingKey
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import INT, Const, Local, StepOrigin, Type, between
from unoflex_rules.language.expressions.world import Scope
from unoflex_rules.language.statements.context import Arguments, Context
from unoflex_rules.language.statements.questions import QuestionChecks
from unoflex_rules.language.statements.tree import RandomStep, Step
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar

NUMBER: Final = re.compile(r"-?[0-9]{1,9}")


class RandomChecks(QuestionChecks):
    """What chance decides; mixed into Statements, whose parts it uses."""

    def local_name(self, node: Node | None, default: str = "") -> str:
        raise NotImplementedError

    def do_random(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        name = self.local_name(args["as"])
        given = [each for each in ("of", "below", "weights") if args[each] is not None]
        if len(given) != 1:
            self.one_of_three(args, given)
        if args["weights"] is not None:
            step = self.weighted(name, args["weights"], scope, origin)
        elif args["of"] is not None:
            assert args["of"] is not None
            of, kind = self.values(self.no_number(args["of"]), scope, zones=True)
            if not (isinstance(of, Const) and of.value):
                kind = replace(kind, optional=True)  # of nothing, nothing is drawn
            step = RandomStep(origin, Local(name, kind), of=of)
        else:
            step = RandomStep(origin, Local(name, INT), below=self.read(args["below"], scope, INT))
        scope.names[name] = step.local
        return [step]

    def no_number(self, node: Node) -> Node:
        """What is chosen from, which no number alone says: raises Failed for one."""
        if isinstance(node, Scalar) and type(node.value) is int and node.style == "plain":
            message = "a range is expected here, not a number: `of` says all that may come out"
            near = f"1..{node.value}" if node.value > 0 else None
            self.problems.error("E302", message, node.span, suggestion=near)
            raise AlreadyReported
        return node

    def one_of_three(self, args: Arguments, given: list[str]) -> None:
        """Refuse a `random` that does not say in one way what may come out."""
        if not given:
            self.problems.report(MissingKey("of", alternatives=("below", "weights")), args.span)
            raise AlreadyReported
        second = args[given[1]]
        assert second is not None
        message = f"`{given[0]}` and `{given[1]}` do not go together: each says by itself what may come out"
        notes = ("`weights: {0: 12, 2: 1, 3: 2}` names the outcomes and how likely each is",) if args["weights"] else ()
        self.problems.error("E302", message, second.span, notes=notes)
        raise AlreadyReported

    def weighted(self, name: str, node: Node | None, scope: Scope, origin: StepOrigin) -> RandomStep:
        """Outcomes by weight: values of a type that has them all, numbers, or words of their own."""
        assert isinstance(node, Mapping)
        read = {entry.key: self.read(entry.node, scope, INT) for entry in node}
        known = [weight.value for weight in read.values() if isinstance(weight, Const)]
        if min(known, default=0) < 0 or (len(known) == len(read) and sum(known) < 1):
            self.problems.error("E104", "weights are 0 or more, and not all 0", node.span)
            raise AlreadyReported
        kinds = (*self.world.enums.values(), *self.world.ranges.values())
        kind = next((each for each in kinds if set(read) <= set(each.members)), None)
        numbers = [int(key) for key in read if NUMBER.fullmatch(key)]
        if kind is None and len(numbers) == len(read):
            kind = between(min(numbers), max(numbers))
            outcomes = {key: int(key) for key in read}
        else:
            kind = kind or Type("enum", name, tuple(read))
            outcomes = {key: at for at, key in enumerate(kind.members) if key in read}
        nothing = sum(known) == 0  # if all weights turn out to be 0
        if nothing and (kind.low or 0) < 0:
            message = "numbers below 0 come out by chance only where some weight is a number above 0"
            self.problems.error("E104", message, node.span)
            raise AlreadyReported
        local = Local(name, replace(kind, optional=nothing))
        return RandomStep(
            origin, local, outcomes=tuple(outcomes.values()), weights=tuple(read[key] for key in outcomes)
        )
