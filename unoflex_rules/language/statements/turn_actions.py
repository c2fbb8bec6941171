"""Checks the statements about values, turns and ends, from `set` to `finish`. Not here: cards (card_actions.py)."""

from __future__ import annotations

from unoflex_rules.language.diagnostics.hints import not_set
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.folding import fold
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    PLAYER,
    PLAYERS,
    ActiveRef,
    CardStateRef,
    ChoiceRef,
    Const,
    EngineRef,
    Expr,
    Op,
    StepOrigin,
    Type,
    VariableRef,
    between,
)
from unoflex_rules.language.expressions.world import Scope
from unoflex_rules.language.statements.context import Statement
from unoflex_rules.language.statements.placing import Placing
from unoflex_rules.language.statements.step_checker import StepChecker
from unoflex_rules.language.statements.tree import (
    ChangeDirectionStep,
    ComeBackStep,
    CountStep,
    FinishRoundStep,
    FinishTurnStep,
    GoToStep,
    IfStep,
    LeaveStep,
    MissTurnStep,
    SetStep,
    SetTarget,
    Step,
    TakeTurnStep,
)
from unoflex_rules.language.yaml.node_access import flag, text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar


class TurnActionChecks(StepChecker):
    """Checks the statements about values, turns and ends."""

    def do_set(self, statement: Statement) -> list[Step]:
        targets = []
        for entry in statement.node if isinstance(statement.node, Mapping) else ():
            try:
                target = self.target(entry.key, entry.key_span, entry.node, statement.scope)
            except AlreadyReported:
                continue
            if not self.world.is_only_face(target.value.type):
                targets.append(target)
        return [SetStep(statement.origin, targets)] if targets else []

    def target(self, key: str, span: Span, node: Node, scope: Scope) -> SetTarget:
        """One target of `set`, with its new value."""
        if key == "active":
            card = self.expressions.read(node, scope, CARD)
            face = self.expressions.face_of(card, scope, span)
            return SetTarget("show", "active", None, card, face)
        place = self.expressions.place(Scalar(key, key, "plain", span), scope)
        if isinstance(place, VariableRef):
            value = self.fitting(node, scope, self.world.variables[place.name].type)
            return SetTarget("variable", place.name, place.player, value, which=place.value)
        if isinstance(place, ActiveRef) and not place.before:
            return SetTarget("active", place.name, None, self.fitting(node, scope, place.type))
        if isinstance(place, CardStateRef):
            return SetTarget("card_state", place.name, place.card, self.fitting(node, scope, place.type))
        if isinstance(place, ChoiceRef):
            return SetTarget("choice", place.name, None, self.expressions.read(node, scope, place.type))
        raise self.error("E302", f"`{key}` cannot be set", span, notes=not_set(key, place.type.kind))

    def fitting(self, node: Node, scope: Scope, kind: Type) -> Expr:
        """A value of a type; rejects a constant number outside its range."""
        value = self.expressions.read(node, scope, kind)
        if isinstance(value, Const) and value.type.kind == "int" and not kind.holds(value.value):
            raise self.error("E104", f"{value.value} is not within {kind.low}..{kind.high}", node.span)
        return value

    def do_count(self, statement: Statement) -> list[Step]:
        node = statement.first("what")
        name, player = text(node), statement["player"]
        counts = {each.called: each for each in self.world.counts.values() if each.name == name}
        if not counts:
            known = dict.fromkeys(each.name for each in self.world.counts.values())
            raise self.report(UnknownName("E205", "count", name, tuple(known)), node.span if node else statement.span)
        by = statement.optional("by", INT, Const(between(1, 1), statement.span, 1))
        declared, bounds = next(iter(counts.values())), by.type.span_of_values
        if (declared.seat is None) != (player is None):
            also = ((declared.span, "declared here"),)
            if player is not None:
                raise self.error(
                    "E302", f"there is one count `{name}`, not one for each player", player.span, also=also
                )
            message = f"each player has a count `{name}`: name the player"
            raise self.error("E302", message, statement.span, also=also)
        if declared.share and (bounds is None or bounds[0] < 0 or bounds[1] > 1):
            message = f"`{name}` is a share of {declared.per}s: it counts each of them once, or not at all"
            also, notes = ((declared.span, "declared here"),), ("`by` must be 0 or 1 for a share",)
            self.problems.error("E104", message, by.span, also=also, notes=notes)
        if player is None:
            return [CountStep(statement.origin, name, by)]
        whose = statement.value(player, PLAYERS)
        steps: list[Step] = []
        for called, each in counts.items():
            is_counted = fold(Op(BOOL, whose.span, "contains", (whose, Const(PLAYER, whose.span, each.seat or 0))))
            steps.append(IfStep(statement.origin, is_counted, [CountStep(statement.origin, called, by)], []))
        return steps

    def do_change_direction(self, statement: Statement) -> list[Step]:
        return [ChangeDirectionStep(statement.origin)]

    def do_miss_turn(self, statement: Statement) -> list[Step]:
        turns = statement.optional("turns", INT, Const(between(1, 1), statement.span, 1))
        return [MissTurnStep(statement.origin, statement.value(statement.first("player"), PLAYERS), turns)]

    def do_go_to(self, statement: Statement) -> list[Step]:
        player = self.expressions.one_player(statement.first("player"), statement.scope)
        return [GoToStep(statement.origin, player, flag(statement["insist"]))]

    def do_take_turn(self, statement: Statement) -> list[Step]:
        player = self.expressions.one_player(statement.first("player"), statement.scope)
        return [TakeTurnStep(statement.origin, player)]

    def do_leave(self, statement: Statement) -> list[Step]:
        player = statement.value(statement.first("player"), PLAYER)
        of_game, places = text(statement["the"]) == "game", self.world.places
        if places is None:
            self.refuse(statement, ("place",), "needs `places` in the ruleset")
        gives = places is not None and (of_game or not places.of_game)
        last = text(statement["place"]) == "last"
        placing = Placing(self.expressions, statement.origin).leave(player, last) if gives else []
        return [*placing, LeaveStep(statement.origin, player, of_game)]

    def do_come_back(self, statement: Statement) -> list[Step]:
        players, places = statement.value(statement.first("player"), PLAYERS), self.world.places
        gives = places is not None and not places.of_game
        placing = Placing(self.expressions, statement.origin).come_back(players) if gives else []
        return [*placing, ComeBackStep(statement.origin, players)]

    def do_finish(self, statement: Statement) -> list[Step]:
        what, span, context = text(statement.first("the")), statement.span, statement.context
        if what == "turn":
            if not context.in_turn:
                raise self.error("E302", "no turn is running here", span)
            self.refuse(statement, ("winners", "losers", "reason"), "goes with the end of a round or of the game")
            return [FinishTurnStep(statement.origin)]
        if what == "round" and context.piece in ("round.end", "game.start"):
            raise self.error("E302", "no round is running here", span)
        winners: Expr = Const(PLAYERS, span, 0)
        if statement["winners"] is not None:
            self.refuse(statement, ("losers",), "does not go with `winners`: all others win")
            winners = statement.value(statement["winners"], PLAYERS)
        elif statement["losers"] is not None:
            losers = statement.value(statement["losers"], PLAYERS)
            everyone = EngineRef(PLAYERS, losers.span, "everyone")
            winners = fold(Op(PLAYERS, losers.span, "without", (everyone, losers)))
        is_given = statement["winners"] is not None or statement["losers"] is not None
        return self.finishing(
            statement.origin, winners if is_given else None, text(statement["reason"]), what == "game"
        )

    def finishing(self, origin: StepOrigin, winners: Expr | None, reason: str, of_game: bool) -> list[Step]:
        """The end of the round or of the game; with places, the players in the first place win by default."""
        places, steps = self.world.places, list[Step]()
        if places is not None and (of_game or not places.of_game):
            placing = Placing(self.expressions, origin)
            steps = placing.finish(winners)
            winners = winners or placing.first_place()
        winners = winners or Const(PLAYERS, origin.span, 0)
        return [*steps, FinishRoundStep(origin, winners, reason, of_game)]
