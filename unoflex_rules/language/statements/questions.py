"""Checks the questions among the statements: ask, window, choose. Not here: the other statements (expansion.py)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from unoflex_rules.language.diagnostics.hints import OTHER_WORDS_FOR_EACH
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.folding import fold
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import SEAT, KnownNames
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    MAX_VALUES,
    PLAYER,
    PLAYERS,
    ZONE,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    PlayerQuery,
    StepOrigin,
    Type,
    between,
    is_choosable,
)
from unoflex_rules.language.expressions.world import Binding, Scope, World
from unoflex_rules.language.schema.ranges import RANGE
from unoflex_rules.language.statements.context import MAX_LOOPS, Arguments, Context
from unoflex_rules.language.statements.tree import AskOption, AskStep, ChoiceSource, ChooseStep, Step, WindowStep
from unoflex_rules.language.yaml.node_access import flag, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar


class QuestionChecks:
    """The questions; mixed into Statements, whose parts it uses."""

    world: World
    expressions: ExpressionChecker
    problems: Problems
    keeps_all: bool

    def steps(self, node: Node | None, scope: Scope, chain: tuple[Span, ...], context: Context) -> list[Step]:
        raise NotImplementedError

    def read(self, node: Node | None, scope: Scope, kind: Type) -> Expr:
        raise NotImplementedError

    def values(self, node: Node, scope: Scope, zones: bool = False) -> tuple[Expr, Type]:
        """A set of values and the type of one of them: a value type, a range, players, or if it may be so a zone."""
        name = text(node)
        if isinstance(node, Scalar) and name in self.world.enums and scope.find(name) is None:
            kind = self.world.enums[name]
            every = (1 << len(kind.members)) - 1
            return Const(Type("values", name, kind.members), node.span, every), replace(kind, optional=False)
        if isinstance(node, Scalar) and scope.find(name) is None:
            match = RANGE.match(name)
            numbers = between(int(match[1]), int(match[2])) if match else self.world.ranges.get(name)
            if numbers is not None:
                if match and int(match[1]) > int(match[2]):
                    message = "a range goes from a number to a greater one, such as `0..9`"
                    self.problems.error("E104", message, node.span, suggestion=f"{match[2]}..{match[1]}")
                    raise AlreadyReported
                if not is_choosable(numbers):
                    message = f"a range to choose from lies within 0..{MAX_VALUES - 1}"
                    self.problems.error("E104", message, node.span)
                    raise AlreadyReported
                every = sum(1 << number for number in numbers.numbers)
                return Const(Type("values", name), node.span, every), numbers
        if isinstance(node, Scalar) and KnownNames(self.world, scope).is_unknown(name):
            self.misspelt(name, node.span, scope, zones)
        expr = self.expressions.read_any(node, scope, PLAYERS)
        if zones and expr.type.kind == "zone":
            return expr, CARD
        expr = self.expressions.convert(expr, PLAYERS)
        return expr, replace(PLAYER, optional=False)

    def misspelt(self, name: str, span: Span, scope: Scope, zones: bool) -> None:
        """Say what an unknown name was probably meant to be, if that is a value type, or a zone where one may stand."""
        types = [*self.world.enums, *(name for name, kind in self.world.ranges.items() if is_choosable(kind))]
        piles = [zone.name for zone in self.world.zones.values() if not zone.each and zone.per is None] if zones else []
        near = nearest(name, [*types, *piles, *(KnownNames(self.world, scope).players_known() if zones else ())])
        if near in types or near in piles:
            what, code = ("value type", "E205") if near in types else ("zone", "E206")
            self.problems.report(UnknownName(code, what, name), span, suggestion=near)
            raise AlreadyReported

    def allowed(self, group: Expr, kind: Type, node: Node | None, name: str, scope: Scope) -> Expr:
        """The part of a set for which a condition on one value holds."""
        if node is None:
            return group
        it = Local(name, kind)
        if group.type.kind == "players":
            body = self.read(node, scope.inner({name: it}), BOOL)
            return PlayerQuery(PLAYERS, node.span, "only", group, it, body)
        result: Expr = Const(group.type, node.span, 0)
        for index in kind.numbers:
            value = Const(between(index, index) if kind.kind == "int" else kind, node.span, index)
            test = self.read(node, scope.inner({name: value}), BOOL)
            bit, nothing = Const(group.type, node.span, 1 << index), Const(group.type, node.span, 0)
            part_of_it = fold(Op(group.type, node.span, "if", (test, bit, nothing)))
            result = fold(Op(group.type, node.span, "or", (result, part_of_it)))
        return result

    def not_too_deep(self, origin: StepOrigin, context: Context) -> None:
        """Loops over players, windows among them, stand at most so deep in each other."""
        if context.loops >= MAX_LOOPS:
            message = f"loops over players stand at most {MAX_LOOPS} deep in each other, with all effects written out"
            notes = ("a question such as `players.any(...)` looks at all players without a loop",)
            self.problems.error("E321", message, origin.chain[0] if origin.chain else origin.span, notes=notes)
            raise AlreadyReported

    def do_ask(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        try:
            player = self.read(args["player"], scope, PLAYER)
        except AlreadyReported:  # what is wrong in the options is told all the same
            self.ask_options(args["options"], EngineRef(PLAYER, args.span, "self"), scope, origin, context)
            raise
        options = self.ask_options(args["options"], player, scope, origin, context)
        if not options:
            raise AlreadyReported
        for option in options:  # the same objects: checks know by them where each is written
            option.quiet = option.quiet or flag(args["quiet"])
        return [AskStep(origin, player, text(args["about"], "turn"), options)]

    def do_window(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        players = self.read(args["players"], scope, PLAYERS)
        after: Expr = EngineRef(PLAYER, args.span, "self")
        if args["after"] is not None:
            after = self.read(args["after"], scope, PLAYER)
        self.not_too_deep(origin, context)
        it = Local("it", replace(PLAYER, optional=False))
        inner = scope.inner({"it": it})
        player = LocalRef(it.type, args.span, it)
        options = self.ask_options(args["options"], player, inner, origin, context.looping())
        for option in options:
            option.quiet = option.quiet or option.verb == "pass"
        if not any(option.name == "pass" for option in options):
            nothing = AskOption(
                "pass", "pass", None, None, None, None, None, None, Const(BOOL, args.span, 0), Local("card", CARD),
                Local("face", self.world.faces), Local("value", INT), [], origin, quiet=True,
            )  # fmt: skip
            options.append(nothing)
        ask = AskStep(origin, player, text(args["about"], "window"), options)
        return [WindowStep(origin, players, after, it, ask, text(args["answers"], "first") == "first")]

    def ask_options(
        self, node: Node | None, player: Expr, scope: Scope, origin: StepOrigin, context: Context
    ) -> list[AskOption]:
        options: list[AskOption] = []
        for entry in node if isinstance(node, Mapping) else ():
            try:
                option = self.ask_option(entry, player, scope, origin, context)
            except AlreadyReported:
                continue
            if option is None:
                continue
            for other in options:
                self.tell_apart(other, option)
            options.append(option)
        return options

    def tell_apart(self, other: AskOption, option: AskOption) -> None:
        """Two options of a question must not read alike; with cards, it is the cards that must differ."""
        plays = [each.zone is not None or each.card is not None for each in (other, option)]
        if other.verb == option.verb and not all(plays) and any(plays) == all(plays):
            self.problems.error(
                "E322", f"two options of this question are called `{option.verb}`", option.origin.span,
                also=((other.origin.span, "the other one"),), notes=("give one of them another `verb`",),
            )  # fmt: skip

    def ask_option(
        self, entry: Entry, player: Expr, scope: Scope, origin: StepOrigin, context: Context
    ) -> AskOption | None:
        """One kind of option; None when its condition can never hold."""
        node, here = entry.node, StepOrigin(entry.key_span, origin.chain)
        faces = self.world.faces
        face_local = Local("face", faces)
        card_local = Local("card", CARD, face_local)
        value_local = Local("value", INT)
        zone: Expr | None = None
        card: Expr | None = None
        values: Expr | None = None
        face: Expr | None = None
        names: dict[str, Local | Expr] = {}
        cards_node, values_node = part(node, "cards"), part(node, "values")
        for key in ("face", "announces"):
            alone = part(node, key)
            if alone is not None and cards_node is None:
                self.problems.error("E302", f"`{key}` goes with `cards`", alone.span)
        if cards_node is not None and values_node is not None:
            ways = (
                "make two options of it, one with `cards` and one with `values`",
                "what is chosen for a card is a choice: `choices` of the card, or the step `choose` in `do`",
            )
            self.problems.error("E302", "an option offers cards or values, not both", entry.key_span, notes=ways)
            raise AlreadyReported
        if cards_node is not None:
            names = {"card": card_local, "face": face_local}
            try:
                source = self.expressions.read_any(cards_node, scope, ZONE)
                if source.type.kind == "card":
                    card = source
                else:
                    zone = self.expressions.convert(source, ZONE)
            except AlreadyReported:  # what is wrong in its condition and its steps is told all the same
                self.look_inside(node, scope.inner(dict(names)), origin, context)
                raise
            face_node = part(node, "face") or self.world.played_face
            if text(face_node) != "each":
                face = self.expressions.default_face(scope, entry.key_span)
                if isinstance(face_node, Scalar) and face_node.text in OTHER_WORDS_FOR_EACH:
                    message = f"`{face_node.text}` is no face: each of them is meant by `each`"
                    self.problems.error("E205", message, face_node.span, suggestion="each")
                    raise AlreadyReported
                if face_node is not None:
                    face = self.read(face_node, scope, faces)
        condition: Expr | None = None
        fits: Expr | None = None
        test_node = part(node, "if")
        inner = scope.inner(dict(names))
        if values_node is not None:
            values, kind = self.values(values_node, scope)
            value_local = Local("value", kind)
            names = {"value": value_local}
            inner = scope.inner(dict(names))
            values = self.allowed(values, kind, test_node, "value", scope)
        elif test_node is not None:
            test = self.read(test_node, inner, BOOL)
            condition, fits = split(test, {card_local, face_local})
        last = part(node, "last_resort")
        last_resort: Expr = Const(BOOL, entry.key_span, 0)
        if last is not None:
            last_resort = self.read(last, scope, BOOL)
        call: Expr | None = None
        call_node = part(node, "call")
        if call_node is not None:
            if cards_node is not None:
                message = "`call` does not go with `cards`: it is for what people forget to say"
                self.problems.error("E302", message, call_node.span)
            call = self.read(call_node, scope, BOOL)
        steps = self.steps(part(node, "do"), inner, origin.chain, context)
        if isinstance(condition, Const) and condition.value == 0 and not self.keeps_all:
            return None
        return AskOption(
            entry.key, text(part(node, "verb"), entry.key), condition, fits, zone, card, values, face, last_resort,
            card_local, face_local, value_local, steps, here,
            announces=cards_node is not None
            and flag(part(node, "announces"), True)
            and any(each.announced for each in self.world.choices.values()),
            call=call, quiet=flag(part(node, "quiet")),
        )  # fmt: skip

    def look_inside(self, node: Node, scope: Scope, origin: StepOrigin, context: Context) -> None:
        """Look at the condition and the steps of an option of which something else is wrong."""
        with suppress(AlreadyReported):
            self.read(part(node, "if"), scope, BOOL)
        self.steps(part(node, "do"), scope, origin.chain, context)

    def do_choose(self, args: Arguments, scope: Scope, origin: StepOrigin, context: Context) -> list[Step]:
        node = args.first("choice")
        name = text(node)
        choice = self.world.choices.get(name)
        if choice is None:
            unknown = UnknownName("E205", "choice", name, tuple(self.world.choices))
            self.problems.report(unknown, node.span if node else args.span)
            raise AlreadyReported
        player: Expr = EngineRef(PLAYER, args.span, "self")
        if args["player"] is not None:
            player = self.read(args["player"], scope, PLAYER)
        return [ChooseStep(origin, name, player, self.choice_from(name, player, scope))]

    def choice_from(self, name: str, chooser: Expr | None = None, given: Scope | None = None) -> ChoiceSource:
        """From what a declared choice is made: with a play, or, where a scope is `given`, for the card known there.

        `chooser`: who chooses; if not given, who is asked.
        """
        choice = self.world.choices[name]
        of, test = choice.node.get(("of",)), choice.node.get(("if",))
        assert of is not None
        face = Local("face", self.world.faces)
        card = Local("card", CARD, face)
        names: dict[str, Binding] = {"card": card, "face": face}
        if given is not None:
            names = {each: here for each in names if (here := given.find(each)) is not None}
        names["chooser"] = chooser or EngineRef(SEAT, of.span, "asked")
        scope, it = Scope(names), Local("it", CARD)
        if choice.type.kind != "card":
            group, kind = self.values(of, scope, zones=True)
            if group.type.kind == "zone":  # by a way in which no choice says it
                group = self.expressions.convert(group, PLAYERS)
            return ChoiceSource(card, face, it, self.allowed(group, kind, test, "it", scope))
        zone = self.read(of, scope, ZONE)
        wanted = self.read(test, scope.inner({"it": it}), BOOL) if test is not None else None
        return ChoiceSource(card, face, it, None, zone, wanted)


def split(test: Expr, bound: set[Local]) -> tuple[Expr | None, Expr | None]:
    """A condition as two: what does not depend on the bound names, and what does."""
    free: list[Expr] = []
    tied: list[Expr] = []
    parts = [test]
    while parts:
        each = parts.pop(0)
        if isinstance(each, Op) and each.name == "and":
            parts = [*each.args, *parts]
        elif any(isinstance(inner, LocalRef) and inner.local in bound for inner in each.walk()):
            tied.append(each)
        else:
            free.append(each)
    return join(free), join(tied)


def join(parts: list[Expr]) -> Expr | None:
    """All of the conditions as one."""
    result: Expr | None = None
    for each in parts:
        result = each if result is None else fold(Op(BOOL, each.span, "and", (result, each)))
    return result
