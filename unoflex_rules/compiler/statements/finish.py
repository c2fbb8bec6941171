"""Code for `finish`: the end of a turn, of a round, of the game."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.statements.tree import FinishRoundStep, FinishTurnStep
from unoflex_rules.program.layout import S_IN_TURN, S_ONE_ROUND


def write_finish_turn(w: StatementWriter, step: FinishTurnStep) -> None:
    """The turn ends: its last piece follows, or the next turn."""
    if w.game.world.can_leave:
        w.code.emit("ACT_AT", 0)
    if not w.piece.startswith("turn."):
        w.code.emit("JUMP_UNLESS", S_IN_TURN, w.next_turn)  # the start card acts before the first turn
    w.code.emit("JUMP", w.next_turn if w.piece == "turn.end" else w.turn_end)


def write_finish_round(w: StatementWriter, step: FinishRoundStep) -> None:
    """The round or the game ends, with winners and a reason."""
    with w.code.stretch():
        over = Label()
        if step.game and w.piece == "round.end":
            w.code.emit("JUMP_IF", S_ONE_ROUND, over)  # in a game of one round nothing else decides
        winners = w.values.value(step.winners)
        w.code.emit("END_GAME" if step.game else "END_ROUND", winners, w.reason(step.reason))
        w.code.mark(over)
