"""Code for `leave` and `come_back`."""

from __future__ import annotations

from unoflex_rules.compiler.dependencies import concerns
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.statements.tree import ComeBackStep, LeaveStep
from unoflex_rules.program.layout import ASKS_ALL, S_SELF


def write_leave(w: StatementWriter, step: LeaveStep) -> None:
    """A player leaves. The state rules are called before the program continues elsewhere."""
    emit = w.code.emit
    with w.code.stretch():
        seat, game = w.values.value(step.player), int(step.game)
        if w.in_rules:
            emit("LEAVE", seat, game, w.rules_back, 1)
        elif w.watching and concerns(w.watched, ("players", "everyone")):
            emit("LEAVE", seat, game, w.rules_back, 0)
            emit("JUMP", w.rules_label)
        else:
            back = w.code.temporary()
            emit("LEAVE", seat, game, back, 0)
            emit("RETURN", back, 0)


def write_come_back(w: StatementWriter, step: ComeBackStep) -> None:
    """Players who have left the round are in it again."""
    emit, code = w.code.emit, w.code
    with code.stretch():
        loop, back = code.temporary(3), code.temporary()
        with code.each_seat(loop, w.values.value(step.players), S_SELF, ASKS_ALL):  # players who have left, too
            emit("LEAVE", loop + 1, 2, back, 0)
    w.changed("players")
