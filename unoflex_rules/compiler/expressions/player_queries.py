"""Code for queries over players: any, all, count, sum, min, max, lowest, highest, only, first, last."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.expressions.card_queries import none_counts_as_0, worst
from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.language.expressions.types import PlayerQuery
from unoflex_rules.program.layout import ASKS_ALL, NONE, S_SELF


def write_player_query(w: ExpressionWriter, slot: int, expr: PlayerQuery) -> None:
    """Put the result of a query over players into `slot`."""
    emit, code = w.code.emit, w.code
    what = expr.what
    if what in ("any", "all"):
        w.truth(slot, expr)
        return
    loop = code.temporary(3)
    best = code.temporary() if what in ("lowest", "highest") else slot
    group = w.value(expr.players)
    w.locals[expr.it] = loop + 1
    emit("COPY", slot, w.const(NONE if what in ("first", "last") else 0))
    if what in ("min", "lowest", "max", "highest"):
        emit("COPY", best, w.const(worst(what)))
    with code.each_seat(loop, group, S_SELF, ASKS_ALL) as (again, end), code.stretch():
        if expr.when is not None:
            w.jump_unless(expr.when, again)
        body = w.value(expr.body)
        if what in ("count", "sum"):
            emit("ADD", slot, slot, body)
        elif what in ("min", "max"):
            emit("LESSER" if what == "min" else "GREATER", slot, slot, body)
        elif what == "only":
            add_seat(w, slot, body, loop + 1)
        elif what in ("first", "last"):
            emit("JUMP_UNLESS", body, again)
            emit("COPY", slot, loop + 1)
            if what == "first":
                emit("JUMP", end)
        else:
            keep_best(w, slot, best, body, loop + 1, what, again)
    if what in ("min", "max") and expr.when is not None:
        none_counts_as_0(w, slot, what)
    elif what in ("min", "max"):
        some = code.temporary()
        emit("EQUAL", some, group, w.const(0))
        emit("SELECT", slot, some, w.const(0), slot)


def add_seat(w: ExpressionWriter, slot: int, condition: int, seat: int) -> None:
    """Add a seat to the set in `slot` if a condition holds."""
    over = Label()
    one = w.code.temporary()
    w.code.emit("JUMP_UNLESS", condition, over)
    w.code.emit("SET_OF", one, seat)
    w.code.emit("OR", slot, slot, one)
    w.code.mark(over)


def keep_best(w: ExpressionWriter, slot: int, best: int, value: int, seat: int, what: str, again: Label) -> None:
    """Keep the set of seats with the least (or greatest) value so far."""
    emit, code = w.code.emit, w.code
    test, one = code.temporary(), code.temporary()
    keep = Label()
    better = (value, best) if what == "lowest" else (best, value)
    emit("LESS", test, *better)
    emit("JUMP_UNLESS", test, keep)
    emit("COPY", best, value)
    emit("COPY", slot, w.const(0))
    code.mark(keep)
    emit("EQUAL", test, best, value)
    emit("JUMP_UNLESS", test, again)
    emit("SET_OF", one, seat)
    emit("OR", slot, slot, one)
