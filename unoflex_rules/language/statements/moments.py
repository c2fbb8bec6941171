"""Checks moments: `fire`, and the triggers that act at a moment. Not here: lists of steps (step_checker.py)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from unoflex_rules.language.diagnostics.hints import of_moment
from unoflex_rules.language.diagnostics.kinds import MissingKey, UnknownMember, UnknownName
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.wording import listed
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import BOOL, Const, EngineRef, Local, StepOrigin
from unoflex_rules.language.expressions.world import PLAN_MOMENTS, Binding, Scope
from unoflex_rules.language.statements.context import Context, Statement
from unoflex_rules.language.statements.step_checker import MAX_STEPS, StepChecker
from unoflex_rules.language.statements.tree import AssignStep, IfStep, Step
from unoflex_rules.language.yaml.node_access import text
from unoflex_rules.language.yaml.nodes import Mapping


class MomentChecks(StepChecker):
    """Checks `fire` and triggers."""

    def do_fire(self, statement: Statement) -> list[Step]:
        node = statement.first("moment")
        name, span = text(node), statement.span if node is None else node.span
        moment = self.world.moments.get(name)
        if moment is None:
            raise self.unknown_moment(name, span)
        if name in PLAN_MOMENTS:
            raise self.error("E302", f"only the engine fires the moment `{name}`", span)
        self.fired.add(name)
        if name in self.active_moments:
            return []
        given = statement["given"]
        keys = {entry.key for entry in given} if isinstance(given, Mapping) else set()
        meant = set()
        for entry in given if isinstance(given, Mapping) else ():
            if entry.key not in moment.given:
                near = nearest(entry.key, [key for key in moment.given if key not in keys])
                meant.add(near)
                notes = (f"moment `{name}` has {listed(moment.given)}",) if moment.given else ()
                unknown = UnknownMember("E203", f"moment `{name}`", entry.key)
                self.problems.report(unknown, entry.key_span, suggestion=near, notes=notes)
        for missing in [key for key in moment.given if key not in keys | meant]:
            label = f"needs `given: {{{missing}: ...}}`"
            self.problems.report(MissingKey(missing, f"moment `{name}` needs it"), statement.span, label=label)
        if not moment.given.keys() <= keys:
            raise AlreadyReported
        steps: list[Step] = []
        names: dict[str, Binding] = {}
        for key, kind in moment.given.items():
            value = given.get((key,)) if given is not None else None
            assert value is not None
            names[key] = self.given(key, kind, value, statement.scope, statement.origin, steps)
        self.active_moments.append(name)
        # A trigger may call the effect that fires its moment; the moment does not fire again there, so that it ends.
        outer, self.active_effects = self.active_effects, []
        try:
            for trigger in self.triggers.get(name, ()):
                self.count += 1
                if self.count > MAX_STEPS:
                    self.overgrown(trigger, statement.origin.chain)
                    break
                steps += self.trigger(trigger, Scope(names), statement.origin, statement.context)
        finally:
            self.active_effects = outer
            self.active_moments.pop()
        return steps

    def unknown_moment(self, name: str, span: Span) -> AlreadyReported:
        """Report an unknown moment, with the known ones."""
        notes = (f"moments here: {', '.join(self.world.moments)}", *of_moment(name))
        if name in self.world.effects:
            notes += (f"`{name}` is an effect: add steps to it with `effects: {{{name}: {{do+: [...]}}}}`",)
        near = nearest(name, self.world.moments)
        return self.report(UnknownName("E210", "moment", name), span, suggestion=near, notes=notes)

    def trigger(self, trigger: Mapping, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        """The steps of a trigger, under its condition."""
        chain = (*origin.chain, origin.span)
        steps = self.steps(trigger.get(("do",)), scope, chain, replace(context, in_loop=False))
        node = trigger.get(("if",))
        if node is None:
            return steps
        test = self.expressions.read(node, scope, BOOL)
        if isinstance(test, Const) and not self.keeps_all:
            return steps if test.value else []
        branch = IfStep(StepOrigin(node.span, chain), test, steps, [])
        self.note_condition(node.span, branch)
        return [branch]

    def note_condition(self, span: Span, branch: IfStep) -> None:
        """Note the place of the condition of a trigger; the open game does."""

    def plan_moment(self, name: str) -> list[Step]:
        """The steps at a moment that the engine fires: a player misses a turn."""
        self.fired.add(name)
        found: list[Step] = []
        for trigger in self.triggers.get(name, ()):
            player = Local("player", SEAT)
            origin = StepOrigin(trigger.span_of(("at",)))
            found.append(AssignStep(origin, player, EngineRef(player.type, origin.span, "passed")))
            with suppress(AlreadyReported):
                found += self.trigger(trigger, Scope({"player": player}), origin, Context(name, in_turn=False))
        return found

    def check_triggers(self) -> None:
        """Check the file's triggers of moments that never fire, and report those of unknown moments."""
        for name, triggers in self.triggers.items():
            moment = self.world.moments.get(name)
            for trigger in triggers:
                if moment is None:
                    self.unknown_moment(name, trigger.span_of(("at",)))
                elif name not in self.fired and self.world.is_own(trigger.span_of(("at",))):
                    names: dict[str, Binding] = {key: Local(key, kind) for key, kind in moment.given.items()}
                    context = Context("triggers", in_turn=True)
                    with suppress(AlreadyReported):
                        self.trigger(trigger, Scope(names), StepOrigin(trigger.span), context)
