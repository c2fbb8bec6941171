"""Code for queries over the cards of a zone: any, all, count, sum, min, max, first, last."""

from __future__ import annotations

from typing import Final

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.expressions.attribute_tables import attribute_table
from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.compiler.expressions.fits_tables import fits_table
from unoflex_rules.compiler.expressions.folder import depends
from unoflex_rules.language.expressions.types import AttributeRef, CardQuery, Local, LocalRef, Op
from unoflex_rules.program.layout import NONE

FAR: Final = 2**40  # greater than any number of a game


def write_card_query(w: ExpressionWriter, slot: int, expr: CardQuery) -> None:
    """Put the result of a query over cards into `slot`."""
    emit, code = w.code.emit, w.code
    if expr.what in ("first", "last"):
        find_card(w, slot, expr)
        return
    zone = w.value(expr.zone)
    body = expr.body
    if expr.what == "sum" and isinstance(body, AttributeRef) and is_summed_by_engine(body, expr.card):
        emit("TOTAL", slot, zone, w.value(body.face), attribute_table(w, body.name))
        return
    if expr.what == "all":
        body = Op(body.type, body.span, "not", (body,))
    extreme = expr.what in ("min", "max")
    if expr.what != "sum" and not extreme:
        table = fits_table(w, body, expr.card, None)
        if table is not None:
            emit("COUNT_FITS", slot, zone, front_slot(w), table)
            finish_count(w, slot, expr.what)
            return
    loop = code.temporary(3)
    w.locals[expr.card] = loop + 2
    emit("COPY", slot, w.const(worst(expr.what) if extreme else 0))
    with code.each_card(loop, zone) as (again, _), code.stretch():
        if expr.when is not None:
            w.jump_unless(expr.when, again)
        emit({"min": "LESSER", "max": "GREATER"}.get(expr.what, "ADD"), slot, slot, w.value(body))
    if extreme:
        none_counts_as_0(w, slot, expr.what)
    elif expr.what != "sum":
        finish_count(w, slot, expr.what)


def front_slot(w: ExpressionWriter) -> int:
    """The face for tables of conditions that name no face."""
    return w.value(w.game.face) if w.game.shuffles_faces else w.const(0)


def finish_count(w: ExpressionWriter, slot: int, what: str) -> None:
    """Turn a count into the truth of `any` or `all`."""
    if what == "any":
        w.code.emit("LESS", slot, w.const(0), slot)
    elif what == "all":
        w.code.emit("EQUAL", slot, slot, w.const(0))


def find_card(w: ExpressionWriter, slot: int, expr: CardQuery) -> None:
    """The first or last card, from the top down, that meets a condition."""
    emit, code = w.code.emit, w.code
    zone = w.value(expr.zone)
    table = fits_table(w, expr.body, expr.card, None)
    loop, test = code.temporary(3), code.temporary()
    w.locals[expr.card] = loop + 2
    again, end = Label(), Label()
    emit("COPY", slot, w.const(NONE))
    emit("EACH_CARD", loop, zone)
    code.mark(again)
    emit("NEXT_CARD", loop, end)
    with code.stretch():
        if table is None:
            w.jump_unless(expr.body, again)
        else:
            emit("FITS", test, loop + 2, front_slot(w), table)
            emit("JUMP_UNLESS", test, again)
    emit("COPY", slot, loop + 2)
    emit("JUMP", end if expr.what == "first" else again)
    code.mark(end)


def worst(what: str) -> int:
    """The number with which the search for the least or the greatest number begins."""
    return FAR if what in ("min", "lowest") else -FAR


def none_counts_as_0(w: ExpressionWriter, slot: int, what: str) -> None:
    """Replace the least or the greatest of no numbers by 0."""
    nothing = w.code.temporary()
    w.code.emit("EQUAL", nothing, slot, w.const(worst(what)))
    w.code.emit("SELECT", slot, nothing, w.const(0), slot)


def is_summed_by_engine(body: AttributeRef, card: Local) -> bool:
    """Whether an attribute of the card itself is read, on the same face for all cards."""
    return isinstance(body.card, LocalRef) and body.card.local is card and not depends(body.face, card, None)
