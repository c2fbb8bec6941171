"""Conditions on cards as tables among the data, each written once. Not here: how a condition becomes a table."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label, data_address
from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.compiler.expressions.folder import CardTable, Folder, NotFoldable, key_of
from unoflex_rules.compiler.expressions.state_slots import state_slot
from unoflex_rules.language.expressions.types import Expr, Local


def fits_table(w: ExpressionWriter, test: Expr | None, card: Local, face: Local | None) -> int | None:
    """Address of the table of a condition on a card; None if the condition cannot be folded.

    Also writes the code for the terms on which the table depends.
    """
    key = condition_key(test, card, face)
    if key not in w.tables:
        table = folded_table(w, test, card, face)
        w.tables[key] = None if table is None else write_table(w, table)
    place = w.tables[key]
    if place is None:
        return None
    for term, holder in zip(w.table_terms[place], w.term_slots[place], strict=True):
        if holder is not None:
            w.into(holder, term.expr)
    return data_address(place)


def condition_key(test: Expr | None, card: Local, face: Local | None) -> object:
    """A key that is equal for conditions with the same meaning."""
    names = {card: "card", **({face: "face"} if face else {})}
    return (key_of(test, names) if test is not None else None, face is None)


def folded_table(w: ExpressionWriter, test: Expr | None, card: Local, face: Local | None) -> CardTable | None:
    """The table of a condition; None if it cannot be folded."""
    key = condition_key(test, card, face)
    if key not in w.folds:
        try:
            front = w.game.face if w.game.shuffles_faces else None
            w.folds[key] = Folder(w.game.looks, card, face, front).fold(test)
        except NotFoldable:
            w.folds[key] = None
    return w.folds[key]


def write_table(w: ExpressionWriter, table: CardTable) -> int:
    """Put a table among the data. Reserve a slot for each term that has none in the state."""
    code = w.code
    cells: list[int | Label] = [len(table.terms), table.words]
    stride = 1
    strides = []
    for term in reversed(table.terms):
        strides.append(stride)
        stride *= term.size
    holders: list[int | None] = []
    for term, step in zip(table.terms, reversed(strides), strict=True):
        slot = state_slot(w, term.expr)
        holders.append(None)
        if slot is None:
            slot = code.lasting("term")
            holders[-1] = slot
        cells += [slot, term.low, step]
    place = code.describe(*cells, *table.rows)
    w.table_terms[place] = table.terms
    w.term_slots[place] = holders
    return place
