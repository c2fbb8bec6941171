"""Checks the statements about cards: `move`, `shuffle`, `lay`, `resolve`, `reveal`.

Not here: statements about values and turns (turn_actions.py).
"""

from __future__ import annotations

from unoflex_rules.language.diagnostics.kinds import MissingKey
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import (
    CARD,
    CHOSEN,
    INT,
    PLAYER,
    PLAYERS,
    ZONE,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    between,
)
from unoflex_rules.language.statements.context import Statement
from unoflex_rules.language.statements.step_checker import StepChecker
from unoflex_rules.language.statements.tree import (
    AssignStep,
    ForEachCardStep,
    LayStep,
    MoveAllStep,
    MoveCardStep,
    MoveCountStep,
    ResolveStep,
    RevealStep,
    ShuffleStep,
    Step,
    TakeTurnStep,
    TogetherStep,
)
from unoflex_rules.language.yaml.node_access import text
from unoflex_rules.language.yaml.nodes import Mapping


class CardActionChecks(StepChecker):
    """Checks the statements about cards."""

    def do_move(self, statement: Statement) -> list[Step]:
        origin, span, scope = statement.origin, statement.span, statement.scope
        to = statement.value(statement["to"], ZONE)
        put = text(statement["put"], "top")
        result = Local(self.local_name(node), CARD) if (node := statement["as"]) is not None else None
        step: Step
        if statement["cards"] is not None:
            self.refuse(statement, ("card", "from", "count", "take", "keep", "order", "as"), "does not go with `cards`")
            each = Local("chosen card", CARD)
            move = MoveCardStep(origin, LocalRef(CARD, span, each), to, put, None)
            return [self.with_chosen(statement, each, move)]
        if statement["card"] is not None:
            self.refuse(statement, ("from", "count", "take", "keep", "order"), "does not go with `card`")
            step = MoveCardStep(origin, statement.value(statement["card"], CARD), to, put, result)
        elif statement["from"] is None:
            raise self.report(MissingKey("from", alternatives=("card",)), span)
        elif text(statement["count"]) == "all":
            self.refuse(statement, ("take", "as"), "does not go with `count: all`")
            if put not in ("top", "bottom"):
                self.refuse(statement, ("put",), "must be top or bottom with `count: all`")
            source = statement.value(statement["from"], ZONE)
            leave = statement.optional("keep", INT, Const(between(0, 0), span, 0))
            step = MoveAllStep(origin, source, to, leave, text(statement["order"], "kept"), put)
        else:
            self.refuse(statement, ("keep", "order"), "goes with `count: all`")
            source = statement.value(statement["from"], ZONE)
            count = statement.optional("count", INT, Const(between(1, 1), span, 1))
            step = MoveCountStep(origin, source, to, count, text(statement["take"], "top"), put, result)
        if result is not None:
            scope.names[result.name] = result
        return [step]

    def do_shuffle(self, statement: Statement) -> list[Step]:
        face = statement.value(node, self.world.faces) if (node := statement["face"]) is not None else None
        return [ShuffleStep(statement.origin, statement.value(statement.first("zone"), ZONE), face)]

    def do_lay(self, statement: Statement) -> list[Step]:
        to = statement.value(statement["to"], ZONE)
        if statement["cards"] is not None:
            self.refuse(statement, ("card",), "does not go with `cards`")
            each = Local("chosen card", CARD)
            card: Expr = LocalRef(CARD, statement.span, each)
            face = statement.optional("face", self.world.faces, self.chosen_face(statement))
            shows = statement.optional("shows", self.world.faces, face)
            return [self.with_chosen(statement, each, LayStep(statement.origin, card, face, to, shows))]
        if isinstance(statement.node, Mapping) and statement["card"] is None:
            raise self.report(MissingKey("card", alternatives=("cards",)), statement.span)
        card = statement.value(statement.first("card"), CARD)
        face = self.expressions.face_of(card, statement.scope, statement.span)
        face = statement.optional("face", self.world.faces, face)
        shows = statement.optional("shows", self.world.faces, face)
        return [LayStep(statement.origin, card, face, to, shows)]

    def with_chosen(self, statement: Statement, each: Local, step: Step) -> Step:
        """A step for each chosen card of an option, all as one change."""
        node = statement["cards"]
        assert node is not None
        cards = self.expressions.read_any(node, statement.scope, ZONE)
        if cards.type != CHOSEN:
            notes = ("all cards of a zone: `move: {from: ..., to: ..., count: all}`",)
            message = f"expected the chosen cards of an option with `count`, not {cards.type}"
            raise self.error("E302", message, node.span, notes=notes)
        return TogetherStep(statement.origin, [ForEachCardStep(statement.origin, cards, each, [step])])

    def chosen_face(self, statement: Statement) -> Expr:
        """The face for which chosen cards are laid."""
        face = statement.scope.find("face")
        if isinstance(face, Local):
            return LocalRef(self.world.faces, statement.span, face)
        return self.expressions.default_face(statement.scope, statement.span)

    def do_resolve(self, statement: Statement) -> list[Step]:
        piece, span, origin = statement.context.piece, statement.span, statement.origin
        notes = ("move steps that a card and another place share to an effect, under `effects`",)
        if piece.startswith(("card.", "effects.")):
            raise self.error("E320", "a card's effect cannot use `resolve`", span, notes=notes)
        if piece == "state_rules":
            message = "a state rule cannot use `resolve`: a card's effect may be running"
            raise self.error("E320", message, span, notes=notes)
        resolve = ResolveStep(origin, statement.value(statement.first("pile"), ZONE))
        if statement["as"] is None:
            return [resolve]
        player = statement.value(statement["as"], PLAYER)
        before = Local("self before", SEAT)
        keep = AssignStep(origin, before, EngineRef(SEAT, span, "self"))
        return [keep, TakeTurnStep(origin, player), resolve, TakeTurnStep(origin, LocalRef(SEAT, span, before))]

    def do_reveal(self, statement: Statement) -> list[Step]:
        node = statement["cards"]
        if node is None:
            raise AlreadyReported
        cards = self.expressions.read_any(node, statement.scope, ZONE)
        if cards.type.kind not in ("zone", "card"):
            cards = self.expressions.convert(cards, ZONE)
        return [RevealStep(statement.origin, cards, statement.value(statement["to"], PLAYERS))]
