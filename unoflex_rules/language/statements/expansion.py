"""Checks statements and expands effects: from nodes to tree.py.

Not here: the questions among them (questions.py), loops, conditions and moments (control.py).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.hints import not_set
from unoflex_rules.language.diagnostics.kinds import MissingKey, UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.folding import fold
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import OTHER, SEAT, reserved
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    ZONE,
    ActiveRef,
    CardStateRef,
    ChoiceRef,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    StepOrigin,
    Type,
    VariableRef,
    between,
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
from unoflex_rules.language.statements.context import ARGUMENTS, NUMBERS, Arguments, Context
from unoflex_rules.language.statements.control import ControlChecks
from unoflex_rules.language.statements.tree import (
    AssignStep,
    ChangeDirectionStep,
    ComeBackStep,
    CountStep,
    EffectStep,
    FinishRoundStep,
    FinishTurnStep,
    GoToStep,
    LayStep,
    LeaveStep,
    MissTurnStep,
    MoveAllStep,
    MoveCardStep,
    MoveCountStep,
    ResolveStep,
    RevealStep,
    SetStep,
    SetTarget,
    ShuffleStep,
    Step,
    TakeTurnStep,
)
from unoflex_rules.language.yaml.node_access import part, text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence

ALIKE = ("what a card does, and something else as well, is an effect that both carry out: under `effects`",)
MAX_NESTING = 100
MAX_STEPS = 50_000


class StatementChecker(ControlChecks):
    """Elaborates the statements of one ruleset."""

    keeps_all = False

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

    # ---- lists and single steps ----------------------------------------------------------------------------------

    def steps(self, node: Node | None, scope: Scope, chain: tuple[Span, ...], context: Context) -> list[Step]:
        """The steps of a list; a name that one step gives is known to the later ones."""
        if not isinstance(node, Sequence):
            return []
        inner = scope.inner()
        found: list[Step] = []
        self.depth += 1
        for item in node:
            self.count += 1
            if self.depth > MAX_NESTING or self.count > MAX_STEPS:
                self.grown(item, chain)
                break
            try:
                found += self.step(item, inner, chain, context)
            except AlreadyReported:
                given = part(next(iter(item)).node, "as") if isinstance(item, Mapping) and item.entries else None
                if given is not None:
                    inner.names.setdefault(text(given), FailedBinding())
        self.depth -= 1
        return found

    def grown(self, node: Node, chain: tuple[Span, ...]) -> None:
        """Say once that effects, written out, come to too many steps."""
        if self.count <= MAX_STEPS + 1:
            self.count = max(self.count, MAX_STEPS + 1)
            what = f"{MAX_NESTING} levels deep" if self.depth > MAX_NESTING else f"{MAX_STEPS:,} steps long"
            message = f"with all effects written out this is more than {what}"
            notes = ("an effect that is carried out twice in each of several effects doubles them: try `repeat`",)
            self.problems.error("E321", message, chain[0] if chain else node.span, notes=notes)
        self.count += 1

    def step(self, node: Node, scope: Scope, chain: tuple[Span, ...], context: Context) -> list[Step]:
        """One statement; a mapping with a single key, a bare word, or `if`."""
        if isinstance(node, Scalar):
            key, key_span, args = text(node), node.span, None
        elif isinstance(node, Mapping) and node.entries:
            if "if" in node.entries:
                return self.do_if(node, scope, StepOrigin(node.head_span, chain), context)
            entry = next(iter(node))
            key, key_span, args = entry.key, entry.key_span, entry.node
        else:
            return []
        origin = StepOrigin(key_span, chain)
        bound = scope.find(key)
        if isinstance(bound, StepsBinding):
            at_work, self.active_effects = self.active_effects, list(bound.inside)
            try:
                inside = replace(context, given=bound.given)
                return self.steps(bound.node, bound.scope.inner(scope.current()), bound.chain, inside)
            finally:
                self.active_effects = at_work
        method: Callable[..., list[Step]] | None = getattr(self, f"do_{key}", None)
        if method is not None:
            given = Arguments(key, args, key_span)
            self.not_too_few(given)
            try:
                return method(given, scope, origin, context)
            except AlreadyReported:
                self.look_at_all(given, scope)
                raise
        if key in self.world.effects:
            return [self.call(self.world.effects[key], Arguments(key, args, key_span), scope, origin, context)]
        return []

    def not_too_few(self, args: Arguments) -> None:
        """Refuse a number that is written where it says how many, and is too small; one worked out counts as 0."""
        for name in NUMBERS:
            node = args[name]
            least = int(name == "below")
            if isinstance(node, Scalar) and type(node.value) is int and node.value < least:
                self.problems.error("E104", f"`{name}` is at least {least}, not {node.value}", node.span)

    def look_at_all(self, args: Arguments, scope: Scope) -> None:
        """After a fault in one argument of a statement, look at the others: what is wrong in them is told too."""
        for name, kind in ARGUMENTS.get(args.key, {}).items():
            node = args[name]
            if node is not None and not (name == "count" and text(node) == "all"):
                with contextlib.suppress(AlreadyReported):
                    self.expressions.read(node, scope, kind)

    def read(self, node: Node | None, scope: Scope, kind: Type) -> Expr:
        if node is None:
            raise AlreadyReported
        return self.expressions.read(node, scope, kind)

    def local_name(self, node: Node | None, default: str = "") -> str:
        """The name that a step gives to something; one with a meaning of its own cannot be given."""
        name = text(node, default)
        why = reserved(name)
        if why and node is not None:
            self.problems.error("E212", why, node.span, label=OTHER)
            raise AlreadyReported
        return name

    def refuse(self, args: Arguments, names: tuple[str, ...], why: str) -> None:
        """Note each argument that has no meaning beside the others."""
        for name in names:
            node = args[name]
            if node is not None:
                self.problems.error("E302", f"`{name}` {why}", node.span)

    # ---- effects -------------------------------------------------------------------------------------------------

    def call(
        self, effect: EffectDeclaration, args: Arguments, scope: Scope, origin: StepOrigin, context: Context
    ) -> Step:
        """The steps of an effect, with what the caller gives it."""
        self.used.add(effect.name)
        if effect.name in self.active_effects:
            circle = [*self.active_effects[self.active_effects.index(effect.name) :], effect.name]
            if frozenset(circle) not in self.circles:
                self.circles.add(frozenset(circle))
                self.problems.error(
                    "E320", f"effects may not call themselves: {' -> '.join(circle)}", origin.span,
                    also=((effect.span, "declared here"),), notes=("what is done again and again is a loop: `repeat`",),
                )  # fmt: skip
            raise AlreadyReported
        steps: list[Step] = []
        names: dict[str, Binding] = {}
        first = next(iter(effect.params), None)
        failed = False
        for name, (kind, default) in effect.params.items():
            node = args.get(name, first)
            where = scope
            if node is None:
                node, where = default, Scope({})
            if node is None:
                failed = True
                continue
            try:
                names[name] = self.argument(name, kind, node, where, origin, steps, context)
            except AlreadyReported:
                failed = True
        if failed:
            raise AlreadyReported
        self.active_effects.append(effect.name)
        try:
            inner = replace(context, in_loop=False, given=names)
            steps += self.steps(effect.do, Scope(names), (*origin.chain, origin.span), inner)
        finally:
            self.active_effects.pop()
        return EffectStep(origin, effect.name, steps)

    def argument(
        self, name: str, kind: str, node: Node, scope: Scope, origin: StepOrigin, steps: list[Step], context: Context
    ) -> Binding:
        """What a parameter stands for: a value is worked out once, at the call."""
        if kind == "steps":
            return StepsBinding(node, scope, origin.chain, tuple(self.active_effects), context.given)
        if kind == "predicate":
            if not isinstance(node, Scalar):
                raise AlreadyReported
            return ConditionBinding(node, scope)
        if not within_range(name, kind, node, self.problems):
            raise AlreadyReported
        return self.given(name, self.parameter_type(kind), node, scope, origin, steps)

    def do_inherited(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        do = args["do"]
        if do is None:
            self.problems.error(
                "E404", "nothing is inherited here: `inherited` is the steps that these replace", args.span,
                notes=("it stands in steps that replace inherited ones: those of an effect, of a piece, or of a card",),
            )  # fmt: skip
            raise AlreadyReported
        params = self.world.effects[self.active_effects[-1]].params if self.active_effects else {}
        names, before = dict(context.given), list[Step]()
        given = args["given"]
        for entry in given if isinstance(given, Mapping) else ():
            if entry.key not in params:
                self.problems.report(UnknownName("E203", "parameter", entry.key, tuple(params)), entry.key_span)
                raise AlreadyReported
            kind, _ = params[entry.key]
            if kind == "steps":
                message = f"`{entry.key}` is steps, which are passed on as they are"
                self.problems.error("E302", message, entry.node.span)
                raise AlreadyReported
            names[entry.key] = self.argument(entry.key, kind, entry.node, scope, origin, before, context)
        inner = replace(context, in_loop=False, given=names)
        steps = self.steps(do, Scope(names), (*origin.chain, origin.span), inner)
        return [EffectStep(origin, INHERITED, [*before, *steps])]

    def parameter_type(self, kind: str) -> Type:
        fixed = {
            "int": INT, COUNT: INT, "bool": BOOL, "player": PLAYER, "players": PLAYERS, "card": CARD, "zone": ZONE
        }  # fmt: skip
        known = fixed.get(kind) or self.world.enums.get(kind) or self.world.ranges.get(kind)
        return known or (INT if RANGE.match(kind) else UNKNOWN)

    def check_unused(self) -> None:
        """Look also at effects that nothing calls: what is wrong in them is said all the same."""
        for effect in self.world.effects.values():
            if effect.name in self.used:
                continue
            names: dict[str, Binding] = {}
            for name, (kind, _) in effect.params.items():
                if kind == "steps":
                    names[name] = StepsBinding(Sequence([], effect.span), Scope({}), ())
                else:
                    names[name] = Local(name, BOOL if kind == "predicate" else self.parameter_type(kind))
            used = set(self.used)
            self.active_effects.append(effect.name)
            self.steps(effect.do, Scope(names), (), Context("effects", in_turn=True, given=names))
            self.active_effects.pop()
            self.used = used

    # ---- cards ---------------------------------------------------------------------------------------------------

    def do_move(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        to = self.read(args["to"], scope, ZONE)
        put = text(args["put"], "top")
        result = None
        if args["as"] is not None:
            result = Local(self.local_name(args["as"]), CARD)
        step: Step
        if args["card"] is not None:
            self.refuse(args, ("from", "count", "take", "keep", "order"), "does not go with `card`")
            step = MoveCardStep(origin, self.read(args["card"], scope, CARD), to, put, result)
        elif args["from"] is None:
            self.problems.report(MissingKey("from", alternatives=("card",)), args.span)
            raise AlreadyReported
        elif text(args["count"]) == "all":
            self.refuse(args, ("take", "as"), "does not go with `count: all`")
            if put not in ("top", "bottom"):
                self.refuse(args, ("put",), "is top or bottom with `count: all`")
            source = self.read(args["from"], scope, ZONE)
            leave: Expr = Const(between(0, 0), args.span, 0)
            if args["keep"] is not None:
                leave = self.read(args["keep"], scope, INT)
            step = MoveAllStep(origin, source, to, leave, text(args["order"], "kept"), put)
        else:
            self.refuse(args, ("keep", "order"), "goes with `count: all`")
            source = self.read(args["from"], scope, ZONE)
            one = Const(between(1, 1), args.span, 1)
            count = self.read(args["count"], scope, INT) if args["count"] is not None else one
            step = MoveCountStep(origin, source, to, count, text(args["take"], "top"), put, result)
        if result is not None:
            scope.names[result.name] = result
        return [step]

    def do_shuffle(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        face = self.read(args["face"], scope, self.world.faces) if args["face"] is not None else None
        return [ShuffleStep(origin, self.read(args.first("zone"), scope, ZONE), face)]

    def do_lay(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        card = self.read(args.first("card"), scope, CARD)
        to = self.read(args["to"], scope, ZONE)
        faces = self.world.faces
        face: Expr = self.expressions.default_face(scope, args.span)
        if isinstance(card, LocalRef) and card.local.face is not None:
            face = LocalRef(faces, args.span, card.local.face)
        if args["face"] is not None:
            face = self.read(args["face"], scope, faces)
        shows = self.read(args["shows"], scope, faces) if args["shows"] is not None else face
        return [LayStep(origin, card, face, to, shows)]

    def do_resolve(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        if context.piece.startswith(("card.", "effects")) and context.piece != "effects":
            self.problems.error("E320", "a card's effect may not carry out an effect in turn", args.span, notes=ALIKE)
            raise AlreadyReported
        if context.piece == "state_rules":
            self.problems.error(
                "E320", "a state rule may not carry out a card's effect: one may be at work", args.span, notes=ALIKE
            )
            raise AlreadyReported
        resolve = ResolveStep(origin, self.read(args.first("pile"), scope, ZONE))
        if args["as"] is None:
            return [resolve]
        player = self.read(args["as"], scope, PLAYER)
        before = Local("self before", SEAT)
        back = LocalRef(SEAT, args.span, before)
        own: Step = AssignStep(origin, before, EngineRef(SEAT, args.span, "self"))
        return [own, TakeTurnStep(origin, player), resolve, TakeTurnStep(origin, back)]

    def do_reveal(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        node = args["cards"]
        if node is None:
            raise AlreadyReported
        cards = self.expressions.read_any(node, scope, ZONE)
        if cards.type.kind not in ("zone", "card"):
            cards = self.expressions.convert(cards, ZONE)
        return [RevealStep(origin, cards, self.read(args["to"], scope, PLAYERS))]

    # ---- values --------------------------------------------------------------------------------------------------

    def do_set(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        targets = []
        for entry in args.node if isinstance(args.node, Mapping) else ():
            try:
                target = self.target(entry.key, entry.key_span, entry.node, scope)
            except AlreadyReported:
                continue
            if not self.world.is_only_face(target.value.type):
                targets.append(target)
        return [SetStep(origin, targets)] if targets else []

    def target(self, key: str, span: Span, node: Node, scope: Scope) -> SetTarget:
        if key == "active":
            card = self.read(node, scope, CARD)
            face = self.expressions.default_face(scope, span)
            if isinstance(card, LocalRef) and card.local.face is not None:
                face = LocalRef(self.world.faces, span, card.local.face)
            return SetTarget("show", "active", None, card, face)
        place = self.expressions.place(Scalar(key, key, "plain", span), scope)
        if isinstance(place, VariableRef):
            kind = self.world.variables[place.name].type
            value = self.fitting(node, scope, kind)
            return SetTarget("variable", place.name, place.player, value, which=place.value)
        if isinstance(place, ActiveRef) and not place.before:
            return SetTarget("active", place.name, None, self.fitting(node, scope, place.type))
        if isinstance(place, CardStateRef):
            return SetTarget("card_state", place.name, place.card, self.fitting(node, scope, place.type))
        if isinstance(place, ChoiceRef):
            return SetTarget("choice", place.name, None, self.read(node, scope, place.type))
        self.problems.error("E302", f"`{key}` cannot be set", span, notes=not_set(key, place.type.kind))
        raise AlreadyReported

    def fitting(self, node: Node, scope: Scope, kind: Type) -> Expr:
        """The value for something of that type; a number known now must be within its range."""
        value = self.read(node, scope, kind)
        if isinstance(value, Const) and value.type.kind == "int" and not kind.holds(value.value):
            self.problems.error("E104", f"{value.value} is not within {kind.low}..{kind.high}", node.span)
            raise AlreadyReported
        return value

    def do_count(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        node = args.first("what")
        name = text(node)
        if name not in self.world.counts:
            unknown = UnknownName("E205", "count", name, tuple(self.world.counts))
            self.problems.report(unknown, node.span if node else args.span)
            raise AlreadyReported
        by: Expr = Const(between(1, 1), args.span, 1)
        if args["by"] is not None:
            by = self.read(args["by"], scope, INT)
            declared, bounds = self.world.counts[name], by.type.span_of_values
            if declared.share and (bounds is None or bounds[0] < 0 or bounds[1] > 1):
                self.problems.error(
                    "E104", f"`{name}` is a share of {declared.per}s: it counts each of them once, or not at all",
                    by.span, also=((declared.span, "declared here"),),
                    notes=("`by` is 0 or 1 then; without `share` it may be any number",),
                )  # fmt: skip
        return [CountStep(origin, name, by)]

    # ---- the turn plan and ends ----------------------------------------------------------------------------------

    def do_change_direction(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        return [ChangeDirectionStep(origin)]

    def do_miss_turn(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        turns: Expr = Const(between(1, 1), args.span, 1)
        if args["turns"] is not None:
            turns = self.read(args["turns"], scope, INT)
        return [MissTurnStep(origin, self.read(args.first("player"), scope, PLAYERS), turns)]

    def do_go_to(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        return [GoToStep(origin, self.expressions.one_player(args.first("player"), scope))]

    def do_take_turn(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        return [TakeTurnStep(origin, self.expressions.one_player(args.first("player"), scope))]

    def do_leave(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        return [LeaveStep(origin, self.read(args.first("player"), scope, PLAYER), text(args["the"]) == "game")]

    def do_come_back(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        return [ComeBackStep(origin, self.read(args.first("player"), scope, PLAYERS))]

    def do_finish(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        what = text(args.first("the"))
        if what == "turn":
            if not context.in_turn:
                self.problems.error("E302", "no turn runs here that could end", args.span)
                raise AlreadyReported
            self.refuse(args, ("winners", "losers", "reason"), "goes with the end of a round or of the game")
            return [FinishTurnStep(origin)]
        if what == "round" and context.piece in ("round.end", "game.start"):
            self.problems.error("E302", "no round runs here that could end", args.span)
            raise AlreadyReported
        winners: Expr = Const(PLAYERS, args.span, 0)
        if args["winners"] is not None:
            self.refuse(args, ("losers",), "does not go with `winners`: all others win")
            winners = self.read(args["winners"], scope, PLAYERS)
        elif args["losers"] is not None:
            losers = self.read(args["losers"], scope, PLAYERS)
            everyone = EngineRef(PLAYERS, losers.span, "everyone")
            winners = fold(Op(PLAYERS, losers.span, "without", (everyone, losers)))
        return [FinishRoundStep(origin, winners, text(args["reason"]), what == "game")]
