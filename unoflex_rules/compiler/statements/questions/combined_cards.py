"""Code for options of several cards. Not here: options of single cards (ask_options.py), or the search (engine)."""

from __future__ import annotations

from collections.abc import Callable

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.expressions.types import Const
from unoflex_rules.language.statements.tree import AskOption
from unoflex_rules.program.layout import S_CARD_FACE


def offer_combinations(
    w: StatementWriter, option: AskOption, desc: int, jump_unless_fits: Callable[[int, int, Label], None]
) -> None:
    """Offer each distinct combination of cards of a zone that meets the conditions of an option.

    `jump_unless_fits`: goes on elsewhere unless a single card, on a face, meets its condition.
    """
    emit, values, code = w.code.emit, w.values, w.code
    combination = option.combination
    assert combination is not None and option.zone is not None and option.face is not None
    w.combination_descs[option] = desc
    again, pruned, first, end = Label(), Label(), Label(), Label()
    listed = w.state.chosen[combination.cards]
    with code.stretch():
        zone, face = code.temporary(), code.temporary()
        values.into(zone, option.zone)
        values.into(face, option.face)
        gather_cards(w, option, desc, zone, face, lambda card, over: jump_unless_fits(card, face, over))
        least, most = code.temporary(), code.temporary()
        values.into(least, combination.least)
        values.into(most, combination.most)
        loop = code.temporary(3)  # the last card, the card before it, the size
        values.locals[option.face_local] = face
        values.locals[combination.cards] = values.const(listed)
        emit("COPY", loop + 2, values.const(0))
        code.mark(again)
        emit("NEXT_COMBINATION", loop, listed, most, end)
        if combination.follows is not None:
            values.locals[option.card_local], values.locals[combination.prior] = loop, loop + 1
            emit("JUMP_LESS", loop + 1, values.const(0), first)
            values.jump_unless(combination.follows, pruned)
            del values.locals[option.card_local], values.locals[combination.prior]
            code.mark(first)
        if not isinstance(combination.least, Const) or combination.least.value > 1:
            emit("JUMP_LESS", loop + 2, least, again)
        if combination.whole is not None:
            values.jump_unless(combination.whole, again)
        emit("OPTION_COMBINATION", desc, face)
        emit("JUMP", again)
        if combination.follows is not None:
            code.mark(pruned)
            emit("COPY", loop + 2, values.const(-1))
            emit("JUMP", again)
        code.mark(end)
        del values.locals[option.face_local], values.locals[combination.cards]


def gather_cards(
    w: StatementWriter, option: AskOption, desc: int, zone: int, face: int, skip: Callable[[int, Label], None] | None
) -> None:
    """Gather the cards of a zone in the order of an option; `skip` goes on elsewhere without a card."""
    emit, values, code = w.code.emit, w.values, w.code
    combination = option.combination
    assert combination is not None
    with code.stretch():
        loop = code.temporary(3)
        emit("GATHER")
        values.locals[option.card_local] = loop + 2
        with code.each_card(loop, zone) as (again, _), code.stretch():
            if skip is not None:
                skip(loop + 2, again)
            values.locals[option.face_local] = face
            order = values.const(0) if combination.order is None else values.value(combination.order)
            emit("GATHER_CARD", desc, loop + 2, face, order)
            del values.locals[option.face_local]
        del values.locals[option.card_local]


def take_combination(w: StatementWriter, option: AskOption) -> None:
    """List the chosen cards in the order of their option."""
    combination = option.combination
    assert combination is not None
    listed = w.state.chosen[combination.cards]
    zone = w.values.const(listed)
    w.code.emit("CHOSEN", listed)
    gather_cards(w, option, w.combination_descs[option], zone, S_CARD_FACE, None)
    w.code.emit("GATHERED", listed)
    w.values.locals[combination.cards] = zone
