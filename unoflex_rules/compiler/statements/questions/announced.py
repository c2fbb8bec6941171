"""Code for choices announced with a play. Not here: choices asked for (choose.py).

A choice among values is a set of bits. A choice among cards is offered once for each card, since there are more cards
than bits. In an offer, and in what the engine records as chosen, the card is its number plus CHOSEN_CARD.
"""

from __future__ import annotations

from collections.abc import Callable

from unoflex_rules.compiler.code import Label, data_address
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.expressions.types import Const
from unoflex_rules.language.statements.tree import ChoiceSource
from unoflex_rules.program.layout import CHOSEN_CARD, NONE, S_CHOICE, S_CHOICE_2


def announce_sets(w: StatementWriter) -> None:
    """Compute the values that announced choices allow, if they are the same for all cards."""
    for name in w.choices.announced:
        values = w.game.choices[name].values
        if values is not None and not isinstance(values, Const) and name not in w.choices.per_card:
            w.values.into(w.choices.masks[name], values)


def offer_with_choices(w: StatementWriter, names: list[str], desc: int, card: int, face: int, over: Label) -> None:
    """Offer a card with each choice that may be announced; go to `over` if a needed choice is impossible."""
    if not names:
        w.code.emit("OPTION_CARD", desc, card, face)
        return
    name, *others = names
    emit, code, values = w.code.emit, w.code, w.values
    source, slot = w.game.choices[name], w.choices.masks[name]
    without, needed = Label(), w.game.world.choices[name].needed
    with code.stretch():
        values.locals[source.card], values.locals[source.face] = card, face
        jump_unless_goes_with(w, name, card, face, without)
        if source.zone is None:
            assert source.values is not None
            values.into(slot, source.values)
            if needed:
                emit("JUMP_UNLESS", slot, over)
            code.mark(without)
            offer_with_choices(w, others, desc, card, face, over)
            return
        found = code.temporary()
        emit("COPY", found, values.const(0))

        def offer(candidate: int) -> None:
            another = Label()
            emit("COPY", found, values.const(1))
            emit("SUBTRACT", slot, values.const(-CHOSEN_CARD), candidate)
            offer_with_choices(w, others, desc, card, face, another)
            code.mark(another)

        each_candidate(w, source, offer)
        if needed:
            emit("JUMP", over)
        else:
            emit("JUMP_IF", found, over)
            emit("COPY", slot, values.const(0))
        code.mark(without)
        offer_with_choices(w, others, desc, card, face, over)


def jump_unless_goes_with(w: StatementWriter, name: str, card: int, face: int, without: Label) -> None:
    """Go to `without` unless a choice goes with a card on a face."""
    emit, code, chosen = w.code.emit, w.code, Label()
    with code.stretch():
        which, number = code.temporary(), w.values.const(w.choices.order.index(name))
        emit("ATTRIBUTE", which, card, face, data_address(w.choices.first))
        emit("JUMP_EQUAL", which, number, chosen)
        emit("ATTRIBUTE", which, card, face, data_address(w.choices.second))
        emit("JUMP_UNEQUAL", which, number, without)
        code.mark(chosen)


def each_candidate(w: StatementWriter, source: ChoiceSource, do: Callable[[int], None]) -> None:
    """Write code for each card from which a choice is made, from the top down; `do` gets its slot."""
    code, values = w.code, w.values
    assert source.zone is not None
    with code.stretch():
        loop = code.temporary(3)
        values.locals[source.it] = loop + 2
        with code.each_card(loop, values.value(source.zone)) as (again, _):
            if source.test is not None:
                values.jump_unless(source.test, again)
            do(loop + 2)


def take_choice(w: StatementWriter, name: str, chosen: int) -> None:
    """Store what was chosen; NONE stays NONE."""
    emit, slot = w.code.emit, w.state.choices[name]
    if w.game.world.choices[name].type.kind == "card":
        emit("SUBTRACT", slot, chosen, w.values.const(CHOSEN_CARD))
        emit("GREATER", slot, slot, w.values.const(NONE))
    else:
        emit("COPY", slot, chosen)


def take_announced(w: StatementWriter, card: int, face: int) -> None:
    """Store the choices announced with a play; choices that do not go with the card become unknown."""
    emit, values, code = w.code.emit, w.values, w.code
    if len(w.choices.announced) == 1:
        take_choice(w, w.choices.announced[0], S_CHOICE)
        return
    if w.choices.places is not None:  # each choice is always the first of its cards, or always the second
        for name in w.choices.announced:
            if name in w.choices.places:
                take_choice(w, name, (S_CHOICE, S_CHOICE_2)[w.choices.places[name]])
        return
    nothing = values.const(NONE)
    with code.stretch():
        which, test = code.temporary(), code.temporary()
        for name in w.choices.announced:
            slot = w.state.choices[name]
            number = values.const(w.choices.order.index(name))
            emit("ATTRIBUTE", which, card, face, data_address(w.choices.first))
            emit("EQUAL", test, which, number)
            emit("SELECT", slot, test, S_CHOICE, nothing)
            emit("ATTRIBUTE", which, card, face, data_address(w.choices.second))
            emit("EQUAL", test, which, number)
            emit("SELECT", slot, test, S_CHOICE_2, slot)
            if w.game.world.choices[name].type.kind == "card":
                take_choice(w, name, slot)
