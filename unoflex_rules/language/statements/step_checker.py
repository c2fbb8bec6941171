"""Checks lists of steps and expands effects; the base of all checks of statements.

Not here: the statements themselves, each checked by a method `do_...` of a subclass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.rejection import AlreadyReported, ProblemReporter
from unoflex_rules.language.expressions.scope import OTHER, reserved
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    ZONE,
    Const,
    Expr,
    Local,
    LocalRef,
    Op,
    StepOrigin,
    Type,
    VariableRef,
)
from unoflex_rules.language.expressions.world import (
    Binding,
    ConditionBinding,
    EffectDeclaration,
    FailedBinding,
    Scope,
    StepsBinding,
    World,
)
from unoflex_rules.language.schema.ranges import COUNT, RANGE, within_range
from unoflex_rules.language.statements.context import ARGUMENTS, LEAST, MAX_LOOPS, Context, Statement
from unoflex_rules.language.statements.tree import AssignStep, EffectStep, SetStep, SetTarget, Step
from unoflex_rules.language.yaml.node_access import part, text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence

MAX_NESTING = 100
MAX_STEPS = 50_000


class StepChecker(ProblemReporter):
    """Checks lists of steps; effects are expanded where they are called."""

    keeps_all = False  # whether steps that can never happen are kept, for warnings about them

    def __init__(
        self, world: World, expressions: ExpressionChecker, problems: Problems, triggers: dict[str, list[Mapping]]
    ) -> None:
        self.world = world
        self.expressions = expressions
        self.problems = problems
        self.triggers = triggers
        self.used: set[str] = set()
        self.active_effects: list[str] = []
        self.active_moments: list[str] = []
        self.fired: set[str] = set()
        self.circles: set[frozenset[str]] = set()
        self.depth = 0
        self.count = 0
        self.calls: Counter[str] = Counter()  # of each effect, how many are being expanded inside each other

    # ---- lists and single steps ------------------------------------------------------------------------------------

    def steps(self, node: Node | None, scope: Scope, chain: tuple[Span, ...], context: Context) -> list[Step]:
        """The steps of a list; a name that one step gives is known to the later ones."""
        if not isinstance(node, Sequence):
            return []
        inner = scope.inner()
        inner.later.update(names_given(node))
        found: list[Step] = []
        self.depth += 1
        for item in node:
            self.count += 1
            if self.depth > MAX_NESTING or self.count > MAX_STEPS:
                self.overgrown(item, chain)
                break
            try:
                found += self.step(item, inner, chain, context)
            except AlreadyReported:
                inner.names |= {name: FailedBinding() for name, _ in names_given([item]) if name not in inner.names}
        self.depth -= 1
        return found

    def inner_steps(
        self, statement: Statement, key: str, names: dict[str, Binding] | None = None, context: Context | None = None
    ) -> list[Step]:
        """The steps of an argument."""
        scope = statement.scope if names is None else statement.scope.inner(names)
        return self.steps(statement[key], scope, statement.origin.chain, context or statement.context)

    def overgrown(self, node: Node, chain: tuple[Span, ...]) -> None:
        """Report once that the expanded effects have too many steps."""
        if self.count <= MAX_STEPS + 1:
            self.count = max(self.count, MAX_STEPS + 1)
            what = f"{MAX_NESTING} levels deep" if self.depth > MAX_NESTING else f"{MAX_STEPS:,} steps long"
            message = f"with all effects expanded this is more than {what}"
            notes = ("each effect that calls another one twice doubles its steps: try `repeat`",)
            self.problems.error("E321", message, chain[0] if chain else node.span, notes=notes)
        self.count += 1

    def step(self, node: Node, scope: Scope, chain: tuple[Span, ...], context: Context) -> list[Step]:
        """One statement: a mapping with a single key, a bare word, or `if`."""
        if isinstance(node, Scalar):
            key, key_span, arguments = text(node), node.span, None
        elif isinstance(node, Mapping) and node.entries:
            entry = next(iter(node))
            key, key_span, arguments = entry.key, entry.key_span, entry.node
            if "if" in node.entries:
                key, key_span, arguments = "if", node.head_span, node
        else:
            return []
        bound = scope.find(key)
        if isinstance(bound, StepsBinding):
            outer, self.active_effects = self.active_effects, list(bound.inside)
            try:
                inside = replace(context, given=bound.given)
                return self.steps(bound.node, bound.scope.inner(scope.current()), bound.chain, inside)
            finally:
                self.active_effects = outer
        statement = Statement(key, arguments, scope, StepOrigin(key_span, chain), context, self.expressions)
        method: Callable[[Statement], list[Step]] | None = getattr(self, f"do_{key}", None)
        if method is not None:
            self.check_least(statement)
            try:
                return method(statement)
            except AlreadyReported:
                self.check_all_arguments(statement)
                raise
        if key in self.world.effects:
            return [self.call(self.world.effects[key], statement)]
        return []

    def check_least(self, statement: Statement) -> None:
        """Reject literal numbers that are too small; a computed one counts as 0."""
        given = statement.node.entries if isinstance(statement.node, Mapping) else {}
        for name, least in LEAST.items():
            node = given[name].node if name in given else None
            if isinstance(node, Scalar) and type(node.value) is int and node.value < least:
                self.problems.error("E104", f"`{name}` must be at least {least}, not {node.value}", node.span)

    def check_all_arguments(self, statement: Statement) -> None:
        """Report the faults of the other arguments too."""
        for name, kind in ARGUMENTS.get(statement.key, {}).items():
            node = statement[name]
            if node is not None and not (name == "count" and text(node) == "all"):
                with suppress(AlreadyReported):
                    statement.value(node, kind)

    def check_loops(self, statement: Statement) -> None:
        """Reject loops over players, windows among them, that are nested too deep."""
        if statement.context.loops >= MAX_LOOPS:
            message = f"with all effects expanded, loops over players are nested more than {MAX_LOOPS} deep"
            notes = ("a query such as `players.any(...)` needs no loop",)
            chain = statement.origin.chain
            raise self.error("E321", message, chain[0] if chain else statement.span, notes=notes)

    def local_name(self, node: Node | None, default: str = "") -> str:
        """The name that a step gives to something."""
        name = text(node, default)
        why = reserved(name)
        if why and node is not None:
            raise self.error("E212", why, node.span, label=OTHER)
        return name

    def refuse(self, statement: Statement, names: tuple[str, ...], why: str) -> None:
        """Report each argument that does not go with the others."""
        for name in names:
            node = statement[name]
            if node is not None:
                self.problems.error("E302", f"`{name}` {why}", node.span)

    # ---- effects ---------------------------------------------------------------------------------------------------

    def call(self, effect: EffectDeclaration, statement: Statement) -> Step:
        """The expanded steps of an effect."""
        self.used.add(effect.name)
        origin = statement.origin
        if effect.name in self.active_effects:
            circle = [*self.active_effects[self.active_effects.index(effect.name) :], effect.name]
            if frozenset(circle) not in self.circles:
                self.circles.add(frozenset(circle))
                message = f"effects cannot call themselves: {' -> '.join(circle)}"
                also, notes = ((effect.span, "declared here"),), ("use `repeat` for repeated steps",)
                self.problems.error("E320", message, origin.span, also=also, notes=notes)
            raise AlreadyReported
        steps: list[Step] = []
        names: dict[str, Binding] = {}
        first = next(iter(effect.params), None)
        for name, (kind, default) in effect.params.items():
            node, scope = statement.first(name) if name == first else statement[name], statement.scope
            if node is None:
                node, scope = default, Scope({})
            with suppress(AlreadyReported):  # report the faults of all arguments
                if node is not None:
                    names[name] = self.argument(name, kind, node, scope, statement, steps)
        if len(names) < len(effect.params):
            raise AlreadyReported
        steps += self.own_variables(effect, names, origin, statement.context.piece)
        self.active_effects.append(effect.name)
        self.calls[effect.name] += 1
        try:
            return EffectStep(origin, effect.name, [*steps, *self.expanded(effect.do, names, statement)])
        finally:
            self.calls[effect.name] -= 1
            self.active_effects.pop()

    def own_variables(
        self, effect: EffectDeclaration, names: dict[str, Binding], origin: StepOrigin, piece: str
    ) -> list[Step]:
        """Declare the variables of an effect in the game, bind their names, and set them to their starting values.

        Calls that may be under way at the same time have different variables: a call inside another one, effects of
        cards, and state rules.
        """
        group = piece.partition(".")[0] if piece.startswith("card.") or piece == "state_rules" else ""
        call = " ".join([group, *(["again"] * self.calls[effect.name])]).strip()
        targets: list[SetTarget] = []
        known = dict(names)
        for name, declared in effect.variables.items():
            key = f"{effect.name}.{name}" + (f" ({call})" if call else "")
            self.world.variables.setdefault(key, replace(declared, name=key, start=None))
            kind = declared.type
            value: Expr = Const(kind, declared.span, kind.start)
            if declared.start is not None:
                value = self.expressions.read(declared.start, Scope(known), kind)
            if isinstance(value, Const) and value.type.kind == "int" and not kind.holds(value.value):
                message = f"{value.value} is not within {kind.low}..{kind.high}"
                raise self.error("E104", message, value.span)
            names[name] = VariableRef(kind, declared.span, key)
            targets.append(SetTarget("variable", key, None, value))
        return [SetStep(origin, targets)] if targets else []

    def expanded(self, do: Node, names: dict[str, Binding], statement: Statement) -> list[Step]:
        """The steps that a statement expands to."""
        origin = statement.origin
        inner = replace(statement.context, in_loop=False, given=names)
        return self.steps(do, Scope(names), (*origin.chain, origin.span), inner)

    def argument(
        self, name: str, kind: str, node: Node, scope: Scope, statement: Statement, steps: list[Step]
    ) -> Binding:
        """The value of a parameter, evaluated once at the call; conditions and steps are passed as written."""
        if kind == "steps":
            chain, given = statement.origin.chain, statement.context.given
            return StepsBinding(node, scope, chain, tuple(self.active_effects), given)
        if kind == "predicate":
            if not isinstance(node, Scalar):
                raise AlreadyReported
            return ConditionBinding(node, scope)
        if not within_range(name, kind, node, self.problems):
            raise AlreadyReported
        return self.given(name, self.parameter_type(kind), node, scope, statement.origin, steps)

    def given(self, name: str, kind: Type, node: Node, scope: Scope, origin: StepOrigin, steps: list[Step]) -> Binding:
        """A value passed to an effect or a moment; a step assigns it to a local name unless it is constant."""
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

    def do_inherited(self, statement: Statement) -> list[Step]:
        do = statement["do"]
        if do is None:
            message = "`inherited` has no meaning here: these steps replace nothing"
            notes = ("use it in the steps of an effect, a piece or a card that replace inherited ones",)
            raise self.error("E404", message, statement.span, notes=notes)
        params = self.world.effects[self.active_effects[-1]].params if self.active_effects else {}
        names, before = dict(statement.context.given), list[Step]()
        given = statement["given"]
        for entry in given if isinstance(given, Mapping) else ():
            if entry.key not in params:
                raise self.report(UnknownName("E203", "parameter", entry.key, tuple(params)), entry.key_span)
            kind, _ = params[entry.key]
            if kind == "steps":
                message = f"`{entry.key}` takes steps, and `inherited` cannot change steps"
                raise self.error("E302", message, entry.node.span)
            names[entry.key] = self.argument(entry.key, kind, entry.node, statement.scope, statement, before)
        return [EffectStep(statement.origin, INHERITED, [*before, *self.expanded(do, names, statement)])]

    def parameter_type(self, kind: str) -> Type:
        """The type of a parameter."""
        fixed = {
            "int": INT, COUNT: INT, "bool": BOOL, "player": PLAYER, "players": PLAYERS, "card": CARD, "zone": ZONE
        }  # fmt: skip
        known = fixed.get(kind) or self.world.enums.get(kind) or self.world.ranges.get(kind)
        return known or (INT if RANGE.match(kind) else UNKNOWN)

    def check_unused(self) -> None:
        """Check the file's effects that nothing calls; those of a library may need what this game does without."""
        for effect in self.world.effects.values():
            if effect.name in self.used or not self.world.is_own(effect.span):
                continue
            names: dict[str, Binding] = {}
            for name, (kind, _) in effect.params.items():
                if kind == "steps":
                    names[name] = StepsBinding(Sequence([], effect.span), Scope({}), ())
                else:
                    names[name] = Local(name, BOOL if kind == "predicate" else self.parameter_type(kind))
            used = set(self.used)
            with suppress(AlreadyReported):
                self.own_variables(effect, names, StepOrigin(effect.span), "effects")
            self.active_effects.append(effect.name)
            self.steps(effect.do, Scope(names), (), Context("effects", in_turn=True, given=names))
            self.active_effects.pop()
            self.used = used


def names_given(steps: Iterable[Node]) -> Iterator[tuple[str, Span]]:
    """The names that the steps of a list give to the steps after them, with their places."""
    for item in steps:
        first = next(iter(item)) if isinstance(item, Mapping) and item.entries else None
        given = part(first.node, "as") if first is not None and first.key != "for_each" else None
        if given is not None:
            yield text(given), given.span
