"""Code for `random`: a number, a value, a card of a zone, an outcome by weight."""

from __future__ import annotations

from collections.abc import Iterable

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.expressions.types import Const, Expr, between
from unoflex_rules.language.statements.tree import RandomStep
from unoflex_rules.program.layout import NONE


def write_random(w: StatementWriter, step: RandomStep) -> None:
    """A local name gets a random value."""
    values = w.values
    slot = values.slot_of(step.local)
    if step.weights:
        random_by_weight(w, slot, step)
        return
    source = step.below if step.below is not None else step.of
    assert source is not None
    if source.type.kind == "zone":
        random_card(w, slot, source, step.local.name)
        return
    among = values.value(source)
    w.code.note_draw(step.local.name, step.local.type)
    w.code.emit("RANDOM" if step.below is not None else "PICK", slot, among)


def random_by_weight(w: StatementWriter, slot: int, step: RandomStep) -> None:
    """A value by its weight: the engine draws a point, and the code finds the value to which it belongs."""
    emit, code, values, end = w.code.emit, w.code, w.values, Label()
    known = tuple(weight.value for weight in step.weights if isinstance(weight, Const))
    if len(known) < len(step.weights):
        random_by_computed_weight(w, slot, step)
        return
    with code.stretch():
        point, test = code.temporary(), code.temporary()
        code.note_draw(step.local.name, step.local.type, step.outcomes, known)
        emit("RANDOM", point, values.const(sum(known)))
        reached = 0
        for outcome, weight in zip(step.outcomes, known, strict=True):
            if weight == 0:
                continue
            reached += weight
            emit("COPY", slot, values.const(outcome))
            emit("LESS", test, point, values.const(reached))
            emit("JUMP_IF", test, end)
        code.mark(end)


def random_by_computed_weight(w: StatementWriter, slot: int, step: RandomStep) -> None:
    """The same with weights that must be computed. The value is then drawn again, alone, so that records show it."""
    emit, code, values = w.code.emit, w.code, w.values
    nothing, end = Label(), Label()
    with code.stretch():
        point, test, which = code.temporary(), code.temporary(), code.temporary()
        sums = running_sums(w, step.weights)
        emit("COPY", slot, values.const(NONE))
        emit("JUMP_AT_LEAST", values.const(0), sums[-1], nothing)
        code.note_draw(step.local.name, step.local.type, step.outcomes, sums=tuple(sums))
        emit("RANDOM", point, sums[-1])
        for place, (outcome, up_to) in enumerate(zip(step.outcomes, sums, strict=True)):
            emit("COPY", slot, values.const(outcome))
            emit("COPY", which, values.const(place))
            emit("LESS", test, point, up_to)
            emit("JUMP_IF", test, end)
        code.mark(end)
        emit("SET_OF", which, which)
        code.note_draw(step.local.name, step.local.type, step.outcomes, repeats=True)
        emit("PICK", which, which)
        code.mark(nothing)


def running_sums(w: StatementWriter, weights: Iterable[Expr]) -> list[int]:
    """Slots with the sum of the weights up to each; a weight below 0 counts as 0."""
    sums: list[int] = []
    for weight in weights:
        slot = w.code.temporary()
        w.code.emit("GREATER", slot, w.values.value(weight), w.values.const(0))
        if sums:
            w.code.emit("ADD", slot, slot, sums[-1])
        sums.append(slot)
    return sums


def random_card(w: StatementWriter, slot: int, zone: Expr, name: str) -> None:
    """A card of a zone, each equally likely; NONE if the zone is empty. The engine draws its place, 0 at the bottom."""
    emit, code, values, end = w.code.emit, w.code, w.values, Label()
    with code.stretch():
        place, pile, held = code.temporary(), code.temporary(), values.value(zone)
        emit("COPY", slot, values.const(NONE))
        emit("LOAD", place, w.state.size_slot, held, 0)
        emit("JUMP_AT_LEAST", values.const(0), place, end)
        code.note_draw(name, between(0, len(w.game.cards) - 1))
        emit("RANDOM", place, place)
        emit("MULTIPLY", pile, held, values.const(len(w.game.cards)))
        emit("ADD", place, place, pile)
        emit("LOAD", slot, w.state.piles, place, NONE)
        code.mark(end)
