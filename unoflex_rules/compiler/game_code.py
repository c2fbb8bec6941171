"""Code of a whole game: its pieces in order, the effects of cards, the state rules. Not here: single statements."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.dependencies import locals_in
from unoflex_rules.compiler.expressions.zone_numbers import find_own_zones
from unoflex_rules.compiler.statements.move import UNDER
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.statements.tree import AssignStep, CheckedStateRule
from unoflex_rules.program.layout import (
    ASKS_ALL,
    NONE,
    ORDER_KEPT,
    REASON_BLOCKED,
    S_IN,
    S_IN_GAME,
    S_ONE_ROUND,
    S_SELF,
    S_WINNERS,
)


class GameCode:
    """Writes the code of a game, and keeps the labels at which the engine begins."""

    def __init__(self, statements: StatementWriter) -> None:
        self.statements = statements
        self.game, self.code, self.values = statements.game, statements.code, statements.values
        self.start, self.round, self.turn = Label("start"), Label("round"), Label("turn")
        self.passed, self.blocked, self.round_end = Label("passed"), Label("blocked"), Label("round end")
        self.effects: dict[str, Label] = {}
        self.code.open_temporaries()
        lowest = self.code.free_from
        self.write_pieces()
        self.write_effects(lowest)
        if self.game.rules:
            self.write_rules()

    def piece(self, name: str, watching: bool = True) -> None:
        """The steps of a piece; `watching` says whether changes call the state rules."""
        self.statements.watching = watching
        self.statements.piece = name
        self.statements.steps(self.game.pieces[name])

    def write_pieces(self) -> None:
        """The pieces of the game, of a round and of a turn, in the order of play."""
        code, emit, statements = self.code, self.code.emit, self.statements
        code.mark(self.start)
        if self.game.pieces["game.start"]:
            find_own_zones(self.values)
        self.piece("game.start", False)
        code.mark(self.round)
        emit("BEGIN_ROUND")
        find_own_zones(self.values)
        self.piece("round.prepare", False)
        self.piece("round.deal", False)
        if self.game.rules:  # they may apply from the beginning
            emit("CALL", statements.rules_back, statements.rules_label)
        self.piece("round.start")
        emit("JUMP", statements.next_turn)
        code.mark(self.turn)
        emit("BEGIN_TURN")
        find_own_zones(self.values)
        statements.watching = True
        statements.changed("self", "turn", "misses")
        for name in ("start", "choose", "lay", "window", "resolve"):
            self.piece(f"turn.{name}")
        code.mark(statements.turn_end)
        self.piece("turn.end")
        code.mark(statements.next_turn)
        if self.game.world.leaving:
            self.put_away()
        emit("NEXT_TURN")
        if self.game.pieces["passed_over"]:
            code.mark(self.passed)
            self.piece("passed_over")
            emit("NEXT_TURN")
        code.mark(self.blocked)
        self.piece("round.blocked", False)
        emit("END_ROUND", self.values.const(0), REASON_BLOCKED)
        code.mark(self.round_end)
        self.piece("round.end", False)
        emit("JUMP_UNLESS", S_ONE_ROUND, self.round)
        emit("END_GAME", S_WINNERS, NONE)

    def put_away(self) -> None:
        """Put the cards of players who have left the game under the cards of the deck's zone, after each turn."""
        code, emit, values, world, zones = self.code, self.code.emit, self.values, self.game.world, self.values.state
        everyone = values.const((1 << world.players) - 1)
        deck = values.const(zones.zones[next(zone.name for zone in world.zones.values() if zone.deck)])
        with code.stretch():
            loop, gone, zone = code.temporary(3), code.temporary(), code.temporary()
            emit("WITHOUT", gone, everyone, S_IN_GAME)
            with code.each_seat(loop, gone, S_SELF, ASKS_ALL):
                for called in (name for own in world.zones.values() if own.each for name in own.instances):
                    emit("ADD", zone, values.const(zones.first_zones[called]), loop + 1)
                    emit("MOVE_ALL", zone, deck, values.const(0), ORDER_KEPT + UNDER)

    def write_effects(self, lowest: int) -> None:
        """The effects of cards, which only RESOLVE reaches. Their slots lie above the slots of all pieces."""
        code, statements = self.code, self.statements
        code.free_from = max(code.high, lowest)
        for key, steps in self.game.card_effects.items():
            self.effects[key] = Label(f"effect of {key}")
            code.mark(self.effects[key])
            statements.watching = True
            statements.depth = statements.effect_depth
            statements.piece = f"card.{key}"
            used = locals_in(steps)
            statements.steps(step for step in steps if not isinstance(step, AssignStep) or step.local in used)
            code.emit("RETURN", statements.resolve_back, 1)

    def write_rules(self) -> None:
        """The state rules, repeated until none of them acts."""
        code, statements = self.code, self.statements
        code.free_from = code.high
        statements.watching = False
        statements.in_rules = True
        statements.piece = "state_rules"
        code.mark(statements.rules_label)
        for rule in self.game.rules:
            with code.at(rule.origin), code.stretch():
                self.write_rule(rule)
        code.emit("RETURN", statements.rules_back, 0)

    def write_rule(self, rule: CheckedStateRule) -> None:
        """One state rule; after it has acted all rules begin again."""
        code, over = self.code, Label()
        otherwise = over
        if rule.it is not None:
            loop, otherwise = code.temporary(3), Label()
            self.values.locals[rule.it] = loop + 1
            code.emit("EACH_SEAT", loop, S_IN, S_SELF)
            code.mark(otherwise)
            code.emit("NEXT_SEAT", loop, NONE, over)
        self.values.jump_unless(rule.test, otherwise)
        self.statements.steps(rule.then)
        code.emit("JUMP", self.statements.rules_label)
        code.mark(over)
