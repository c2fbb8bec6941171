"""Checks statements and expands effects: from nodes to tree.py. Not here: the questions among them (asking.py)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from unoflex_rules.language.asking import Asking
from unoflex_rules.language.declare import part, text
from unoflex_rules.language.expressions import Expressions
from unoflex_rules.language.nodes import Mapping, Node, Scalar, Sequence
from unoflex_rules.language.problems import Problems, Span, nearest
from unoflex_rules.language.reading import Failed
from unoflex_rules.language.tree import (
    Assign,
    Branch,
    Called,
    EachCard,
    EachPlayer,
    FinishRound,
    FinishTurn,
    Go,
    LayCard,
    LeavePlay,
    Loop,
    Miss,
    MoveAll,
    MoveCard,
    MoveSome,
    RandomValue,
    ResolveTop,
    RevealCards,
    ReverseDirection,
    Set,
    ShuffleZone,
    Step,
    StopLoop,
    Take,
    Target,
    Together,
)
from unoflex_rules.language.types import (
    BOOL,
    CARD,
    INT,
    PLAYER,
    PLAYERS,
    ZONE,
    ActiveRef,
    CardStateRef,
    ChoiceRef,
    Const,
    Expr,
    Local,
    LocalRef,
    Now,
    Op,
    Origin,
    Type,
    VariableRef,
    between,
)
from unoflex_rules.language.world import Binding, Block, EffectDeclaration, Predicate, Scope, World

MAX_DEPTH = 40


@dataclass(frozen=True)
class Context:
    """Where steps stand: the piece, whether a turn runs, whether a loop is around them."""

    piece: str
    in_turn: bool
    in_loop: bool = False


class Statements(Asking):
    """Elaborates the statements of one ruleset."""

    def __init__(
        self, world: World, expressions: Expressions, problems: Problems, triggers: dict[str, list[Mapping]]
    ) -> None:
        self.world = world
        self.expressions = expressions
        self.problems = problems
        self.triggers = triggers
        self.used: set[str] = set()
        self.active_effects: list[str] = []
        self.active_moments: list[str] = []

    # ---- lists and single steps ----------------------------------------------------------------------------------

    def steps(self, node: Node | None, scope: Scope, chain: tuple[Span, ...], context: Context) -> list[Step]:
        """The steps of a list; a name that one step gives is known to the later ones."""
        if not isinstance(node, Sequence):
            return []
        inner = scope.inner()
        found: list[Step] = []
        for item in node:
            try:
                found += self.step(item, inner, chain, context)
            except Failed:
                continue
        return found

    def step(self, node: Node, scope: Scope, chain: tuple[Span, ...], context: Context) -> list[Step]:
        """One statement; a mapping with a single key, a bare word, or `if`."""
        if isinstance(node, Scalar):
            key, key_span, args = text(node), node.span, None
        elif isinstance(node, Mapping) and node.entries:
            if "if" in node.entries:
                return self.do_if(node, scope, Origin(node.head_span, chain), context)
            entry = next(iter(node))
            key, key_span, args = entry.key, entry.key_span, entry.node
        else:
            return []
        origin = Origin(key_span, chain)
        bound = scope.find(key)
        if isinstance(bound, Block):
            return self.steps(bound.node, bound.scope, bound.chain, context)
        method: Callable[..., list[Step]] | None = getattr(self, f"do_{key}", None)
        if method is not None:
            return method(Arguments(key, args, key_span), scope, origin, context)
        if key in self.world.effects:
            return [self.call(self.world.effects[key], Arguments(key, args, key_span), scope, origin, context)]
        return []

    def read(self, node: Node | None, scope: Scope, kind: Type) -> Expr:
        if node is None:
            raise Failed
        return self.expressions.read(node, scope, kind)

    # ---- effects -------------------------------------------------------------------------------------------------

    def call(self, effect: EffectDeclaration, args: Arguments, scope: Scope, origin: Origin, context: Context) -> Step:
        """The steps of an effect, with what the caller gives it."""
        self.used.add(effect.name)
        if effect.name in self.active_effects or len(self.active_effects) > MAX_DEPTH:
            path = " -> ".join((*self.active_effects, effect.name))
            self.problems.error(
                "E320", f"effects may not call themselves: {path}", origin.span,
                also=((effect.span, "declared here"),),
            )  # fmt: skip
            raise Failed
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
                names[name] = self.argument(name, kind, node, where, origin, steps)
            except Failed:
                failed = True
        if failed:
            raise Failed
        self.active_effects.append(effect.name)
        try:
            inner = replace(context, in_loop=False)
            steps += self.steps(effect.do, Scope(names), (*origin.chain, origin.span), inner)
        finally:
            self.active_effects.pop()
        return Called(origin, effect.name, steps)

    def argument(self, name: str, kind: str, node: Node, scope: Scope, origin: Origin, steps: list[Step]) -> Binding:
        """What a parameter stands for: a value is worked out once, at the call."""
        if kind == "steps":
            return Block(node, scope, origin.chain)
        if kind == "predicate":
            if not isinstance(node, Scalar):
                raise Failed
            return Predicate(node, scope)
        return self.given(name, self.parameter_type(kind), node, scope, origin, steps)

    def parameter_type(self, kind: str) -> Type:
        fixed = {
            "int": INT, "bool": BOOL, "player": PLAYER, "players": PLAYERS, "card": CARD, "zone": ZONE
        }  # fmt: skip
        return fixed.get(kind) or self.world.enums.get(kind) or self.world.ranges.get(kind) or INT

    def check_unused(self) -> None:
        """Look also at effects that nothing calls: what is wrong in them is said all the same."""
        for effect in self.world.effects.values():
            if effect.name in self.used:
                continue
            names: dict[str, Binding] = {}
            for name, (kind, _) in effect.params.items():
                if kind == "steps":
                    names[name] = Block(Sequence([], effect.span), Scope({}), ())
                else:
                    names[name] = Local(name, BOOL if kind == "predicate" else self.parameter_type(kind))
            used = set(self.used)
            self.active_effects.append(effect.name)
            self.steps(effect.do, Scope(names), (), Context("effects", in_turn=True))
            self.active_effects.pop()
            self.used = used

    # ---- cards ---------------------------------------------------------------------------------------------------

    def do_move(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        to = self.read(args["to"], scope, ZONE)
        put = text(args["put"], "top")
        result = None
        if args["as"] is not None:
            result = Local(text(args["as"]), CARD)
        step: Step
        if args["card"] is not None:
            step = MoveCard(origin, self.read(args["card"], scope, CARD), to, put, result)
        elif args["from"] is None:
            self.problems.error("E102", "`move` needs `from`, or a `card`", args.span)
            raise Failed
        elif text(args["count"]) == "all":
            source = self.read(args["from"], scope, ZONE)
            leave: Expr = Const(between(0, 0), args.span, 0)
            if args["keep"] is not None:
                leave = self.read(args["keep"], scope, INT)
            step = MoveAll(origin, source, to, leave, text(args["order"], "kept"), put)
        else:
            source = self.read(args["from"], scope, ZONE)
            count: Expr = Const(between(1, 1), args.span, 1)
            if args["count"] is not None:
                count = self.read(args["count"], scope, INT)
            step = MoveSome(origin, source, to, count, text(args["take"], "top"), put, result)
        if result is not None:
            scope.names[result.name] = result
        return [step]

    def do_shuffle(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        return [ShuffleZone(origin, self.read(args.first("zone"), scope, ZONE))]

    def do_lay(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        card = self.read(args.first("card"), scope, CARD)
        to = self.read(args["to"], scope, ZONE)
        faces = self.world.faces
        face: Expr = self.expressions.default_face(scope, args.span)
        if isinstance(card, LocalRef) and card.local.face is not None:
            face = LocalRef(faces, args.span, card.local.face)
        if args["face"] is not None:
            face = self.read(args["face"], scope, faces)
        shows = self.read(args["shows"], scope, faces) if args["shows"] is not None else face
        return [LayCard(origin, card, face, to, shows)]

    def do_resolve(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        if context.piece.startswith(("card.", "effects")) and context.piece != "effects":
            self.problems.error("E320", "a card's effect may not carry out an effect in turn", args.span)
            raise Failed
        return [ResolveTop(origin, self.read(args.first("pile"), scope, ZONE))]

    def do_reveal(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        node = args["cards"]
        if node is None:
            raise Failed
        cards = self.expressions.read_any(node, scope, ZONE)
        if cards.type.kind not in ("zone", "card"):
            cards = self.expressions.convert(cards, ZONE)
        return [RevealCards(origin, cards, self.read(args["to"], scope, PLAYERS))]

    # ---- values --------------------------------------------------------------------------------------------------

    def do_set(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        targets = []
        for entry in args.node if isinstance(args.node, Mapping) else ():
            try:
                target = self.target(entry.key, entry.key_span, entry.node, scope)
            except Failed:
                continue
            if not self.world.is_only_face(target.value.type):
                targets.append(target)
        return [Set(origin, targets)] if targets else []

    def target(self, key: str, span: Span, node: Node, scope: Scope) -> Target:
        if key == "active":
            card = self.read(node, scope, CARD)
            face = self.expressions.default_face(scope, span)
            if isinstance(card, LocalRef) and card.local.face is not None:
                face = LocalRef(self.world.faces, span, card.local.face)
            return Target("show", "active", None, card, face)
        place = self.expressions.place(Scalar(key, key, "plain", span), scope)
        if isinstance(place, VariableRef):
            return Target("variable", place.name, place.player, self.read(node, scope, place.type))
        if isinstance(place, ActiveRef) and not place.before:
            return Target("active", place.name, None, self.read(node, scope, place.type))
        if isinstance(place, CardStateRef):
            return Target("card_state", place.name, place.card, self.read(node, scope, place.type))
        if isinstance(place, ChoiceRef):
            return Target("choice", place.name, None, self.read(node, scope, place.type))
        self.problems.error(
            "E302", f"`{key}` cannot be set", span,
            notes=("variables, attributes that cards carry, choices and what is in force can be set",),
        )  # fmt: skip
        raise Failed

    def do_random(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        name = text(args["as"])
        if args["weights"] is not None:
            members = tuple(entry.key for entry in args["weights"]) if isinstance(args["weights"], Mapping) else ()
            weights = tuple(int(text(entry.node)) for entry in args["weights"]) if members else ()  # type: ignore[union-attr]
            if min(weights, default=0) < 0 or sum(weights) < 1:
                self.problems.error("E104", "weights are 0 or more, and not all 0", args.span)
                raise Failed
            kind = next((each for each in self.world.enums.values() if set(members) <= set(each.members)), None)
            kind = kind or Type("enum", name, members)
            order = tuple(weights[members.index(each)] if each in members else 0 for each in kind.members)
            local = Local(name, replace(kind, optional=False))
            step = RandomValue(origin, local, None, None, order)
        elif args["of"] is not None:
            of, kind = self.values(args["of"], scope)
            local = Local(name, kind)
            step = RandomValue(origin, local, None, of)
        else:
            local = Local(name, INT)
            step = RandomValue(origin, local, self.read(args["below"], scope, INT), None)
        scope.names[name] = local
        return [step]

    # ---- the turn plan and ends ----------------------------------------------------------------------------------

    def do_change_direction(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        return [ReverseDirection(origin)]

    def do_miss_turn(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        turns: Expr = Const(between(1, 1), args.span, 1)
        if args["turns"] is not None:
            turns = self.read(args["turns"], scope, INT)
        return [Miss(origin, self.read(args.first("player"), scope, PLAYERS), turns)]

    def do_go_to(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        return [Go(origin, self.read(args.first("player"), scope, PLAYER))]

    def do_take_turn(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        return [Take(origin, self.read(args.first("player"), scope, PLAYER))]

    def do_leave(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        return [LeavePlay(origin, self.read(args.first("player"), scope, PLAYER), text(args["the"]) == "game")]

    def do_finish(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        what = text(args.first("the"))
        if what == "turn":
            if not context.in_turn:
                self.problems.error("E302", "no turn runs here that could end", args.span)
                raise Failed
            return [FinishTurn(origin)]
        if what == "round" and context.piece in ("round.end", "game.start"):
            self.problems.error("E302", "no round runs here that could end", args.span)
            raise Failed
        winners: Expr = Const(PLAYERS, args.span, 0)
        if args["winners"] is not None:
            winners = self.read(args["winners"], scope, PLAYERS)
        return [FinishRound(origin, winners, text(args["reason"]), what == "game")]

    # ---- control -------------------------------------------------------------------------------------------------

    def do_if(self, node: Mapping, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        test: Expr | None = None
        with contextlib.suppress(Failed):
            test = self.read(node.get(("if",)), scope, BOOL)
        then = self.steps(node.get(("then",)), scope, origin.chain, context)
        otherwise = self.steps(node.get(("else",)), scope, origin.chain, context)
        if test is None:
            raise Failed
        if isinstance(test, Const):
            return then if test.value else otherwise
        return [Branch(origin, test, then, otherwise)]

    def do_for_each(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        node = args["in"]
        if node is None:
            raise Failed
        group = self.expressions.read_any(node, scope, PLAYERS)
        inner_context = replace(context, in_loop=True)
        if group.type.kind == "zone":
            card = Local(text(args["as"], "card"), CARD)
            steps = self.steps(args["do"], scope.inner({card.name: card}), origin.chain, inner_context)
            return [EachCard(origin, group, card, steps)]
        group = self.expressions.convert(group, PLAYERS)
        after: Expr = Now(PLAYER, args.span, "self")
        if args["after"] is not None:
            after = self.read(args["after"], scope, PLAYER)
        it = Local(text(args["as"], "it"), replace(PLAYER, optional=False))
        steps = self.steps(args["do"], scope.inner({it.name: it}), origin.chain, inner_context)
        return [EachPlayer(origin, group, after, it, steps)]

    def do_repeat(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        times = self.read(args["times"], scope, INT) if args["times"] is not None else None
        test = self.read(args["while"], scope, BOOL) if args["while"] is not None else None
        if times is None and test is None:
            self.problems.error("E102", "`repeat` needs `times`, or `while`, or both", args.span)
            raise Failed
        steps = self.steps(args["do"], scope, origin.chain, replace(context, in_loop=True))
        return [Loop(origin, times, test, steps)]

    def do_stop(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        if not context.in_loop:
            self.problems.error("E302", "there is no loop here to leave", args.span)
            raise Failed
        return [StopLoop(origin)]

    def do_together(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        return [Together(origin, self.steps(args.node, scope, origin.chain, context))]

    def do_fire(self, args: Arguments, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        node = args.first("moment")
        name = text(node)
        moment = self.world.moments.get(name)
        if moment is None:
            span = node.span if node is not None else args.span
            self.problems.error(
                "E210", f"there is no moment `{name}`", span, suggestion=nearest(name, self.world.moments)
            )
            raise Failed
        if name in self.active_moments:
            return []
        steps: list[Step] = []
        names: dict[str, Binding] = {}
        given = args["given"]
        for key, kind in moment.given.items():
            value = part(given, key) if given is not None else None
            if value is None:
                self.problems.error("E102", f"moment `{name}` must be told `{key}`", args.span)
                raise Failed
            names[key] = self.given(key, kind, value, scope, origin, steps)
        for entry in given if isinstance(given, Mapping) else ():
            if entry.key not in moment.given:
                self.problems.error(
                    "E203", f"moment `{name}` knows no `{entry.key}`", entry.key_span,
                    suggestion=nearest(entry.key, moment.given),
                )  # fmt: skip
        self.active_moments.append(name)
        try:
            for trigger in self.triggers.get(name, ()):
                steps += self.trigger(trigger, Scope(names), origin, context)
        finally:
            self.active_moments.pop()
        return steps

    def given(self, name: str, kind: Type, node: Node, scope: Scope, origin: Origin, steps: list[Step]) -> Binding:
        expr = self.expressions.read(node, scope, kind)
        if isinstance(expr, Const | LocalRef):
            return expr
        if isinstance(expr, Op) and expr.name == "set_of":
            player = expr.args[0]
            if isinstance(player, LocalRef):
                return expr
            one = Local(name, player.type)
            steps.append(Assign(origin, one, player))
            return Op(expr.type, expr.span, "set_of", (LocalRef(one.type, expr.span, one),))
        local = Local(name, expr.type)
        steps.append(Assign(origin, local, expr))
        return local

    def trigger(self, trigger: Mapping, scope: Scope, origin: Origin, context: Context) -> list[Step]:
        chain = (*origin.chain, origin.span)
        inner = replace(context, in_loop=False)
        steps = self.steps(trigger.get(("do",)), scope, chain, inner)
        node = trigger.get(("if",))
        if node is None:
            return steps
        test = self.read(node, scope, BOOL)
        if isinstance(test, Const):
            return steps if test.value else []
        return [Branch(Origin(node.span, chain), test, steps, [])]


class Arguments:
    """What stands behind a statement's key."""

    def __init__(self, key: str, node: Node | None, span: Span) -> None:
        self.key = key
        self.node = node
        self.span = span

    def __getitem__(self, name: str) -> Node | None:
        return part(self.node, name) if self.node is not None else None

    def first(self, name: str) -> Node | None:
        """The argument that a bare value stands for."""
        if isinstance(self.node, Mapping):
            return self[name]
        return self.node

    def get(self, name: str, first: str | None) -> Node | None:
        return self.first(name) if name == first else self[name]
