"""Code for `set`. Not here: where variables lie (expressions/variable_places.py)."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.dependencies import touched
from unoflex_rules.compiler.expressions.variable_places import is_known, may_be_missing, variable_place
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.expressions.types import Const, Expr, LocalRef
from unoflex_rules.language.statements.tree import SetStep, SetTarget


def write_set(w: StatementWriter, step: SetStep) -> None:
    """Several targets change at the same moment: all values are computed before the first change."""
    with w.code.stretch():
        several = len(step.targets) > 1
        ready = [target_slots(w, target, several) for target in step.targets]
        for target, slots in zip(step.targets, ready, strict=True):
            put_target(w, target, *slots)
    w.changed(*(what for target in step.targets for what in touched(target)))


def target_slots(w: StatementWriter, target: SetTarget, several: bool) -> tuple[int, int, int, int]:
    """Slots with the value, the owner and the face, and the place of a variable (else 0).

    If there are `several` targets, values that an earlier target may change are copied.
    """
    values = w.values

    def slot_of(expr: Expr | None) -> int:
        return values.value(expr) if expr is not None else values.const(0)

    def apart(slot: int, *by: Expr | None) -> int:
        if not several or all(expr is None or isinstance(expr, Const | LocalRef) for expr in by):
            return slot
        kept = w.code.temporary()
        w.code.emit("COPY", kept, slot)
        return kept

    value, base = apart(slot_of(target.value), target.value), 0
    if target.what == "variable":
        base, owner = variable_place(values, target.name, target.owner, target.which)
    else:
        owner = slot_of(target.owner)
    owner = apart(owner, target.owner, target.which)
    return value, owner, apart(slot_of(target.face), target.face), base


def put_target(w: StatementWriter, target: SetTarget, value: int, owner: int, face: int, base: int) -> None:
    """Change one target."""
    emit, values = w.code.emit, w.values
    if target.what == "active":
        emit("SET", w.state.active[target.name], clamped(w, target, value), 0)
    elif target.what == "choice":
        emit("COPY", w.state.choices[target.name], value)
    elif target.what == "show":
        emit("SHOW", value, face)
    elif target.what == "card_state":
        emit("SET_AT", w.state.card_state[target.name], owner, clamped(w, target, value), 0)
    else:
        passing = int(w.game.world.variables[target.name].keep == "turn")
        if w.game.world.variables[target.name].type.kind == "card":
            missing = Label()
            if may_be_missing(target.owner, target.which):
                emit("JUMP_LESS", owner, values.const(0), missing)
            emit("REMEMBER", base, owner, value)
            w.code.mark(missing)
        elif target.owner is None and is_known(target.which):
            emit("SET", base, clamped(w, target, value), passing)
        else:
            emit("SET_AT", base, owner, clamped(w, target, value), passing)


def clamped(w: StatementWriter, target: SetTarget, value: int) -> int:
    """A slot with the value, limited to the declared range of the target."""
    world, given = w.game.world, target.value.type.span_of_values
    if target.what == "active":
        kind = world.active[target.name].type
    elif target.what == "card_state":
        kind = world.card_state[target.name].type
    else:
        kind = world.variables[target.name].type
    bounds = kind.span_of_values
    if kind.kind != "int" or bounds is None:
        return value
    low = bounds[0] if target.value.type.optional else kind.low or 0
    if given and low <= given[0] and given[1] <= bounds[1]:
        return value
    slot = w.code.temporary()
    w.code.emit("GREATER", slot, value, w.values.const(low))
    w.code.emit("LESSER", slot, slot, w.values.const(bounds[1]))
    return slot
