"""Code for operations: arithmetic, comparisons, seats and sizes. Not here: their meaning on known numbers."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.language.expressions.types import Const, Expr, Op
from unoflex_rules.program.layout import BOTTOM, S_IN, S_MISSES, TOP

BINARY = {
    "+": "ADD",
    "-": "SUBTRACT",
    "*": "MULTIPLY",
    "//": "DIVIDE",
    "%": "REMAINDER",
    "min": "LESSER",
    "max": "GREATER",
    "==": "EQUAL",
    "same": "SAME",
    "<": "LESS",
    "<=": "AT_MOST",
    "and": "AND",
    "or": "OR",
    "contains": "CONTAINS",
    "without": "WITHOUT",
}


def write_operation(w: ExpressionWriter, slot: int, expr: Op) -> None:
    """Put the result of an operation into `slot`."""
    emit, args = w.code.emit, expr.args
    if expr.name in BINARY:
        emit(BINARY[expr.name], slot, w.value(args[0]), w.value(args[1]))
    elif expr.name == "not":
        emit("NOT", slot, w.value(args[0]))
    elif expr.name == "negate":
        emit("SUBTRACT", slot, w.const(0), w.value(args[0]))
    elif expr.name == "if":
        emit("SELECT", slot, w.value(args[0]), w.value(args[1]), w.value(args[2]))
    elif expr.name == "known":
        emit("AT_MOST", slot, w.const(0), w.value(args[0]))
    elif expr.name in ("next", "previous"):
        emit("SEAT_AFTER", slot, w.value(args[0]), 1 if expr.name == "next" else -1)
    elif expr.name == "seat":
        emit("COPY", slot, w.value(args[0]))
    elif expr.name == "after":
        write_seat_after(w, slot, *args)
    elif expr.name == "set_of":
        emit("SET_OF", slot, w.value(args[0]))
    elif expr.name == "players":
        emit("SIZE", slot, w.value(args[0]))
    elif expr.name == "size":
        emit("LOAD", slot, w.state.size_slot, w.value(args[0]), 0)
    elif expr.name == "misses":
        emit("LOAD", slot, S_MISSES, w.value(args[0]), 0)
    elif expr.name in ("top", "bottom"):
        emit("TAKE", slot, w.value(args[0]), TOP if expr.name == "top" else BOTTOM)
    elif expr.name == "in_zone":
        emit("LOAD", slot, w.state.place_slot, w.value(args[0]), -2)
        emit("EQUAL", slot, slot, w.value(args[1]))
    else:
        raise AssertionError(expr.name)


def write_seat_after(w: ExpressionWriter, slot: int, player: Expr, places: Expr) -> None:
    """Put the seat `places` seats after `player` into `slot`. Large numbers go round the table several times."""
    emit, const = w.code.emit, w.const
    seat = w.value(player)
    if isinstance(places, Const) and abs(places.value) <= w.game.world.players:
        emit("SEAT_AFTER", slot, seat, places.value)
        return
    left, many, again, end = w.code.temporary(), w.code.temporary(), Label(), Label()
    emit("SUBTRACT", left, w.value(places), const(1))
    emit("SIZE", many, S_IN)
    emit("REMAINDER", left, left, many)
    emit("SEAT_AFTER", slot, seat, 1)
    w.code.mark(again)
    emit("JUMP_LESS", left, const(1), end)
    emit("SEAT_AFTER", slot, slot, 1)
    emit("SUBTRACT", left, left, const(1))
    emit("JUMP", again)
    w.code.mark(end)


def is_truth(expr: Op) -> bool:
    """Whether an operation is `1 if test else 0`, which is the value of the condition itself."""
    return expr.name == "if" and [arg.value if isinstance(arg, Const) else None for arg in expr.args[1:]] == [1, 0]
