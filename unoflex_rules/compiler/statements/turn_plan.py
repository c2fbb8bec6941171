"""Code for `change_direction`, `miss_turn`, `go_to` and `take_turn`."""

from __future__ import annotations

from unoflex_rules.compiler.dependencies import is_single, single
from unoflex_rules.compiler.expressions.zone_numbers import find_own_zones
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.statements.tree import ChangeDirectionStep, GoToStep, MissTurnStep, TakeTurnStep
from unoflex_rules.program.layout import S_SELF


def write_change_direction(w: StatementWriter, step: ChangeDirectionStep) -> None:
    """The direction of play changes."""
    w.code.emit("CHANGE_DIRECTION")
    w.changed("direction")


def write_miss_turn(w: StatementWriter, step: MissTurnStep) -> None:
    """Players miss their next turns."""
    emit, code = w.code.emit, w.code
    with code.stretch():
        turns = w.values.value(step.turns)
        if is_single(step.player):
            emit("MISS_TURN", w.values.value(single(step.player)), turns)
            w.changed("misses")
            return
        loop = code.temporary(3)
        with code.each_seat(loop, w.values.value(step.player), S_SELF):
            emit("MISS_TURN", loop + 1, turns)
        w.changed("misses")


def write_go_to(w: StatementWriter, step: GoToStep) -> None:
    """A player has the next turn."""
    with w.code.stretch():
        w.code.emit("GO_TO", w.values.value(step.player), int(step.insist))
    if step.insist:
        w.changed("misses")


def write_take_turn(w: StatementWriter, step: TakeTurnStep) -> None:
    """The turn becomes the turn of another player."""
    with w.code.stretch():
        w.code.emit("TAKE_TURN", w.values.value(step.player))
    find_own_zones(w.values)
    w.changed("self")
