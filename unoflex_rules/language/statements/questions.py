"""Checks the questions among the statements: `ask`, `window`, `choose`. Not here: groups to choose from (groups.py)."""

from __future__ import annotations

from contextlib import suppress

from unoflex_rules.language.diagnostics.hints import OTHER_WORDS_FOR_EACH
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.expressions.folding import fold
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    PLAYER,
    PLAYERS,
    ZONE,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    StepOrigin,
)
from unoflex_rules.language.expressions.world import Binding, Scope
from unoflex_rules.language.statements.combination_checks import CombinationChecks
from unoflex_rules.language.statements.context import Context, Statement
from unoflex_rules.language.statements.groups import GroupChecks
from unoflex_rules.language.statements.tree import AskOption, AskStep, ChoiceSource, ChooseStep, Step, WindowStep
from unoflex_rules.language.yaml.node_access import flag, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Scalar


class QuestionChecks(GroupChecks, CombinationChecks):
    """Checks `ask`, `window` and `choose`."""

    def do_ask(self, statement: Statement) -> list[Step]:
        player: Expr | None = None
        with suppress(AlreadyReported):  # report the faults of the options too
            player = statement.value(statement["player"], PLAYER)
        options = self.ask_options(statement, statement.scope, statement.context)
        if player is None or not options:
            raise AlreadyReported
        for option in options:  # change them in place: warnings know the options by identity
            if flag(statement["quiet"]) and option.combination is not None:
                message = "`quiet` does not go with an option of several cards"
                raise self.error("E302", message, option.origin.span)
            option.quiet = option.quiet or flag(statement["quiet"])
        return [AskStep(statement.origin, player, text(statement["about"], "turn"), options)]

    def do_window(self, statement: Statement) -> list[Step]:
        span, origin = statement.span, statement.origin
        players = statement.value(statement["players"], PLAYERS)
        after = statement.optional("after", PLAYER, EngineRef(PLAYER, span, "self"))
        self.check_loops(statement)
        it = Local("it", SEAT)
        options = self.ask_options(statement, statement.scope.inner({"it": it}), statement.context.looping())
        for option in options:
            option.quiet = option.quiet or option.verb == "pass"
        if not any(option.name == "pass" for option in options):
            options.append(
                AskOption(
                    "pass", "pass", None, None, None, None, None, None, Const(BOOL, span, 0), Local("card", CARD),
                    Local("face", self.world.faces), Local("value", INT), [], origin, quiet=True,
                )
            )  # fmt: skip
        ask = AskStep(origin, LocalRef(it.type, span, it), text(statement["about"], "window"), options)
        return [WindowStep(origin, players, after, it, ask, text(statement["answers"], "first") == "first")]

    # ---- options ---------------------------------------------------------------------------------------------------

    def ask_options(self, statement: Statement, scope: Scope, context: Context) -> list[AskOption]:
        """The options of a question, without those whose condition is always false."""
        options: list[AskOption] = []
        without_cards: dict[str, AskOption] = {}
        node = statement["options"]
        for entry in node if isinstance(node, Mapping) else ():
            option: AskOption | None = None
            with suppress(AlreadyReported):
                option = self.ask_option(entry, scope, statement.origin, context)
            if option is not None:
                options.append(option)
                if option.zone is None and option.card is None:
                    self.check_distinct(without_cards.setdefault(option.verb, option), option)
        return options

    def check_distinct(self, other: AskOption, option: AskOption) -> None:
        """Reject an option with the verb of another one; neither is about cards, which would distinguish them."""
        if other is not option:
            message = f"two options of this question have the verb `{option.verb}`"
            also, notes = ((other.origin.span, "the other one"),), ("give one of them another `verb`",)
            self.problems.error("E322", message, option.origin.span, also=also, notes=notes)

    def ask_option(self, entry: Entry, scope: Scope, origin: StepOrigin, context: Context) -> AskOption | None:
        """One option; None if its condition is always false."""
        node, expressions = entry.node, self.expressions
        face_local = Local("face", self.world.faces)
        card_local = Local("card", CARD, face_local)
        value_local = Local("value", INT)
        zone: Expr | None = None
        card: Expr | None = None
        values: Expr | None = None
        face: Expr | None = None
        condition: Expr | None = None
        fits: Expr | None = None
        cards_node, values_node, test_node = (part(node, key) for key in ("cards", "values", "if"))
        inner = scope.inner()
        for key in ("face", "announces"):
            alone = part(node, key)
            if alone is not None and cards_node is None:
                self.problems.error("E302", f"`{key}` goes with `cards`", alone.span)
        if cards_node is not None and values_node is not None:
            notes = (
                "write one option with `cards` and one with `values`",
                "for a value that belongs to a card, use `choices` of the card or the step `choose` in `do`",
            )
            raise self.error("E302", "an option offers cards or values, not both", entry.key_span, notes=notes)
        if cards_node is not None:
            inner = scope.inner({"card": card_local, "face": face_local})
            try:
                source = expressions.read_any(cards_node, scope, ZONE)
                if source.type.kind == "card":
                    card = source
                else:
                    zone = expressions.convert(source, ZONE)
            except AlreadyReported:  # report the faults of its condition and its steps too
                with suppress(AlreadyReported):
                    if test_node is not None:
                        expressions.read(test_node, inner, BOOL)
                self.steps(part(node, "do"), inner, origin.chain, context)
                raise
            face = self.option_face(entry, scope)
        combination = self.combination(entry, scope, card_local, face_local)
        if combination is not None:
            if zone is None:
                raise self.error("E302", "`count` needs a zone of cards", entry.key_span)
            if face is None:
                message = "a combination is played for one face: name it, as in `face: front`"
                raise self.error("E302", message, entry.key_span)
        if values_node is not None:
            values, kind = self.group(values_node, scope)
            value_local = Local("value", kind)
            inner = scope.inner({"value": value_local})
            values = self.allowed(values, kind, test_node, "value", inner)
        elif test_node is not None:
            test = expressions.read(test_node, inner, BOOL)
            condition, fits = split(test, {card_local, face_local})
        last_resort: Expr = Const(BOOL, entry.key_span, 0)
        if (last := part(node, "last_resort")) is not None:
            last_resort = expressions.read(last, scope, BOOL)
        call: Expr | None = None
        if (call_node := part(node, "call")) is not None:
            if cards_node is not None:
                message = "`call` does not go with `cards`: it is for what players forget to say"
                self.problems.error("E302", message, call_node.span)
            call = expressions.read(call_node, scope, BOOL)
        if combination is not None:
            inner = scope.inner({"cards": combination.cards, "face": face_local})
        steps = self.steps(part(node, "do"), inner, origin.chain, context)
        if isinstance(condition, Const) and condition.value == 0 and not self.keeps_all:
            return None
        announces = (
            cards_node is not None
            and flag(part(node, "announces"), True)
            and combination is None
            and any(each.announced for each in self.world.choices.values())
        )
        return AskOption(
            entry.key, text(part(node, "verb"), entry.key), condition, fits, zone, card, values, face, last_resort,
            card_local, face_local, value_local, steps, StepOrigin(entry.key_span, origin.chain),
            announces=announces, call=call, quiet=flag(part(node, "quiet")), combination=combination,
        )  # fmt: skip

    def option_face(self, entry: Entry, scope: Scope) -> Expr | None:
        """The face of the cards of an option; None if each face is offered."""
        node = part(entry.node, "face") or self.world.played_face
        if text(node) == "each":
            return None
        face = self.expressions.default_face(scope, entry.key_span)
        if isinstance(node, Scalar) and node.text in OTHER_WORDS_FOR_EACH:
            message = f"`{node.text}` is not a face: write `each` for all of them"
            raise self.error("E205", message, node.span, suggestion="each")
        return face if node is None else self.expressions.read(node, scope, self.world.faces)

    # ---- choices ---------------------------------------------------------------------------------------------------

    def do_choose(self, statement: Statement) -> list[Step]:
        node = statement.first("choice")
        name = text(node)
        if name not in self.world.choices:
            unknown = UnknownName("E205", "choice", name, tuple(self.world.choices))
            raise self.report(unknown, node.span if node else statement.span)
        player = statement.optional("player", PLAYER, EngineRef(PLAYER, statement.span, "self"))
        return [ChooseStep(statement.origin, name, player, self.choice_from(name, player, statement.scope))]

    def choice_from(self, name: str, chooser: Expr | None = None, given: Scope | None = None) -> ChoiceSource:
        """The source of a declared choice: with a play, or for the card known in the `given` scope.

        `chooser`: the player who chooses; by default the player who is asked.
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
            group, kind = self.group(of, scope, zones=True)
            if group.type.kind == "zone":  # only a zone that is written by its name makes a choice of cards
                group = self.expressions.convert(group, PLAYERS)
            return ChoiceSource(card, face, it, self.allowed(group, kind, test, "it", scope))
        zone = self.expressions.read(of, scope, ZONE)
        wanted = self.expressions.read(test, scope.inner({"it": it}), BOOL) if test is not None else None
        return ChoiceSource(card, face, it, None, zone, wanted)


def split(test: Expr, bound: set[Local]) -> tuple[Expr | None, Expr | None]:
    """A condition in two parts: the one without the bound names, and the one with them."""
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
    """The conjunction of conditions; None for none."""
    result: Expr | None = None
    for each in parts:
        result = each if result is None else fold(Op(BOOL, each.span, "and", (result, each)))
    return result
