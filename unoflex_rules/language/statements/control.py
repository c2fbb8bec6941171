"""Checks control among the statements: conditions, loops, changes that are one, moments with their triggers.

Not here: questions (questions.py), statements that act (expansion.py).
"""

from __future__ import annotations

import contextlib
from dataclasses import replace

from unoflex_rules.language.diagnostics.hints import of_moment
from unoflex_rules.language.diagnostics.kinds import MissingKey, UnknownMember, UnknownName
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.wording import listed
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import (
    BOOL,
    INT,
    PLAYER,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    StepOrigin,
    Type,
)
from unoflex_rules.language.expressions.world import PLAN_MOMENTS, Binding, Scope
from unoflex_rules.language.statements.context import Arguments, Context
from unoflex_rules.language.statements.randomness import RandomChecks
from unoflex_rules.language.statements.tree import (
    AssignStep,
    ForEachCardStep,
    ForEachPlayerStep,
    ForEachValueStep,
    IfStep,
    RepeatStep,
    Step,
    StopStep,
    TogetherStep,
)
from unoflex_rules.language.yaml.node_access import text
from unoflex_rules.language.yaml.nodes import Mapping, Node


class ControlChecks(RandomChecks):
    """Conditions, loops and moments; mixed into Statements, whose parts it uses."""

    triggers: dict[str, list[Mapping]]
    active_effects: list[str]
    active_moments: list[str]
    fired: set[str]
    keeps_all: bool  # what can never happen is kept among the steps, for who wants to look at it

    def refuse(self, args: Arguments, names: tuple[str, ...], why: str) -> None:
        raise NotImplementedError

    # ---- conditions and loops ------------------------------------------------------------------------------------

    def do_if(self, node: Mapping, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        test: Expr | None = None
        with contextlib.suppress(AlreadyReported):
            test = self.read(node.get(("if",)), scope, BOOL)
        then = self.steps(node.get(("then",)), scope, origin.chain, context)
        otherwise = self.steps(node.get(("else",)), scope, origin.chain, context)
        if test is None:
            raise AlreadyReported
        if isinstance(test, Const) and not self.keeps_all:
            return then if test.value else otherwise
        return [IfStep(origin, test, then, otherwise)]

    def do_for_each(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        node = args["in"]
        if node is None:
            raise AlreadyReported
        group, kind = self.values(node, scope, zones=True)
        if group.type.kind != "players":
            self.refuse(args, ("after",), "goes with players")
            each = Local(self.local_name(args["as"], "card" if kind.kind == "card" else "it"), kind)
            steps = self.steps(args["do"], scope.inner({each.name: each}), origin.chain, context.looping(False))
            if kind.kind == "card":
                return [ForEachCardStep(origin, group, each, steps)]
            return [ForEachValueStep(origin, kind.numbers, each, steps)]
        after: Expr = EngineRef(PLAYER, args.span, "self")
        if args["after"] is not None:
            after = self.read(args["after"], scope, PLAYER)
        it = Local(self.local_name(args["as"], "it"), replace(PLAYER, optional=False))
        self.not_too_deep(origin, context)
        steps = self.steps(args["do"], scope.inner({it.name: it}), origin.chain, context.looping())
        return [ForEachPlayerStep(origin, group, after, it, steps)]

    def do_repeat(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        times = self.read(args["times"], scope, INT) if args["times"] is not None else None
        test = self.read(args["while"], scope, BOOL) if args["while"] is not None else None
        if times is None and test is None:
            missing = MissingKey("times", "`repeat` needs an end", ("while",))
            self.problems.report(missing, args.span)
            raise AlreadyReported
        steps = self.steps(args["do"], scope, origin.chain, context.looping(False))
        return [RepeatStep(origin, times, test, steps)]

    def do_stop(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        if not context.in_loop:
            self.problems.error("E302", "there is no loop here to leave", args.span)
            raise AlreadyReported
        return [StopStep(origin)]

    def do_together(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        return [TogetherStep(origin, self.steps(args.node, scope, origin.chain, context))]

    # ---- moments -------------------------------------------------------------------------------------------------

    def do_fire(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        node = args.first("moment")
        name = text(node)
        moment = self.world.moments.get(name)
        if moment is None:
            self.no_moment(name, node.span if node is not None else args.span)
            raise AlreadyReported
        if name in PLAN_MOMENTS:
            message = f"the moment `{name}` comes by itself, and cannot be fired"
            self.problems.error("E302", message, node.span if node is not None else args.span)
            raise AlreadyReported
        self.fired.add(name)
        if name in self.active_moments:
            return []
        steps: list[Step] = []
        names: dict[str, Binding] = {}
        given = args["given"]
        told = {entry.key for entry in given} if isinstance(given, Mapping) else set()
        meant = set()
        for entry in given if isinstance(given, Mapping) else ():
            if entry.key not in moment.given:
                near = nearest(entry.key, [key for key in moment.given if key not in told])
                meant.add(near)
                notes = (f"moment `{name}` has {listed(moment.given)}",) if moment.given else ()
                unknown = UnknownMember("E203", f"moment `{name}`", entry.key)
                self.problems.report(unknown, entry.key_span, suggestion=near, notes=notes)
        for missing in [key for key in moment.given if key not in told | meant]:
            missing_key = MissingKey(missing, f"moment `{name}` needs it")
            self.problems.report(missing_key, args.span, label=f"needs `given: {{{missing}: ...}}`")
        if not moment.given.keys() <= told:
            raise AlreadyReported
        for key, kind in moment.given.items():
            value = given.get((key,)) if given is not None else None
            assert value is not None
            names[key] = self.given(key, kind, value, scope, origin, steps)
        self.active_moments.append(name)
        # What sets a moment off may be done by its trigger too: there the moment does not fire again, so that it ends.
        at_work, self.active_effects = self.active_effects, []
        try:
            for trigger in self.triggers.get(name, ()):
                steps += self.trigger(trigger, Scope(names), origin, context)
        finally:
            self.active_effects = at_work
            self.active_moments.pop()
        return steps

    def no_moment(self, name: str, span: Span) -> None:
        """Note that nothing fires a moment of that name, with those that there are."""
        known = ", ".join(self.world.moments)
        notes = (f"moments here: {known}", *of_moment(name))
        if name in self.world.effects:
            notes += (f"`{name}` is an effect: what else it does is said there, `effects: {{{name}: {{do+: [...]}}}}`",)
        near = nearest(name, self.world.moments)
        self.problems.report(UnknownName("E210", "moment", name), span, suggestion=near, notes=notes)

    def given(self, name: str, kind: Type, node: Node, scope: Scope, origin: StepOrigin, steps: list[Step]) -> Binding:
        expr = self.expressions.read(node, scope, kind)
        if isinstance(expr, Const | LocalRef):
            return expr
        if isinstance(expr, Op) and expr.name == "set_of":
            player = expr.args[0]
            if isinstance(player, LocalRef):
                return expr
            one = Local(name, player.type)
            steps.append(AssignStep(origin, one, player))
            return Op(expr.type, expr.span, "set_of", (LocalRef(one.type, expr.span, one),))
        local = Local(name, expr.type)
        steps.append(AssignStep(origin, local, expr))
        return local

    def trigger(self, trigger: Mapping, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        chain = (*origin.chain, origin.span)
        inner = replace(context, in_loop=False)
        steps = self.steps(trigger.get(("do",)), scope, chain, inner)
        node = trigger.get(("if",))
        if node is None:
            return steps
        test = self.read(node, scope, BOOL)
        if isinstance(test, Const) and not self.keeps_all:
            return steps if test.value else []
        return [IfStep(StepOrigin(node.span, chain), test, steps, [])]

    def of_the_plan(self, name: str) -> list[Step]:
        """The steps at a moment that comes by itself: a player is passed over, since he misses a turn."""
        self.fired.add(name)
        found: list[Step] = []
        for trigger in self.triggers.get(name, ()):
            player = Local("player", replace(PLAYER, optional=False))
            origin = StepOrigin(trigger.span_of(("at",)))
            found.append(AssignStep(origin, player, EngineRef(player.type, origin.span, "passed")))
            with contextlib.suppress(AlreadyReported):
                found += self.trigger(trigger, Scope({"player": player}), origin, Context(name, in_turn=False))
        return found

    def check_triggers(self) -> None:
        """Look also at triggers whose moment never comes, and at those whose moment is not declared."""
        for name, triggers in self.triggers.items():
            moment = self.world.moments.get(name)
            for trigger in triggers:
                if moment is None:
                    self.no_moment(name, trigger.span_of(("at",)))
                elif name not in self.fired:
                    names: dict[str, Binding] = {key: Local(key, kind) for key, kind in moment.given.items()}
                    with contextlib.suppress(AlreadyReported):
                        self.trigger(trigger, Scope(names), StepOrigin(trigger.span), Context("triggers", in_turn=True))
