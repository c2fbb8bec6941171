"""Where variables lie: known before the game, or computed from a player or a value. Not here: zones."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.language.expressions.types import Const, EngineRef, Expr, VariableRef
from unoflex_rules.program.layout import NONE


def write_variable(w: ExpressionWriter, slot: int, expr: VariableRef) -> None:
    """Put the value of a variable into `slot`."""
    emit = w.code.emit
    base, index = variable_place(w, expr.name, expr.player, expr.value)
    if expr.type.kind == "card":
        missing = Label()
        if may_be_missing(expr.player, expr.value):
            emit("COPY", slot, w.const(NONE))
            emit("JUMP_LESS", index, w.const(0), missing)
        emit("RECALL", slot, base, index)
        w.code.mark(missing)
    elif (known := variable_slot(w, expr)) is not None:
        emit("COPY", slot, known)
    else:
        emit("LOAD", slot, base, index, value_if_missing(expr))


def variable_slot(w: ExpressionWriter, expr: VariableRef) -> int | None:
    """The slot of a variable, if it is known before the game."""
    if expr.player is None and is_known(expr.value):
        return variable_place(w, expr.name, None, expr.value)[0]
    return None


def variable_place(w: ExpressionWriter, name: str, player: Expr | None, value: Expr | None) -> tuple[int, int]:
    """The first slot of a variable, and the slot with the number of places from there.

    That number is below 0 for a missing player, and for a value that is missing or has no variable.
    """
    declared, players = w.game.world.variables[name], w.game.world.players
    base, many = w.state.variables[name], players if declared.each else 1
    index = w.value(player) if player is not None else w.const(0)
    if value is None or declared.per is None:
        return base, index
    numbers = declared.per.numbers
    if isinstance(value, Const) and value.value >= 0:
        return base + (value.value - numbers.start) * many * (2 if declared.type.kind == "card" else 1), index
    emit, const, most = w.code.emit, w.const, reach(value)[1]
    found = of_value = w.value(value)
    if numbers.start or player is not None:
        found = w.code.temporary()
        emit("SUBTRACT", found, of_value, const(numbers.start))
    if player is not None:
        emit("MULTIPLY", found, found, const(many))
        emit("ADD", found, found, index)
    beyond = [(const(numbers[-1]), of_value)] if most is None or most > numbers[-1] else []
    if player is not None and player.type.optional:
        beyond.append((index, const(0)))
    for less, more in beyond:
        test, kept = w.code.temporary(), w.code.temporary()
        emit("LESS", test, less, more)
        emit("SELECT", kept, test, const(NONE), found)
        found = kept
    return base, found


def may_be_missing(player: Expr | None, value: Expr | None) -> bool:
    """Whether there may be no variable, for lack of a player or of a value."""
    return (player is not None and player.type.optional) or not is_known(value)


def value_if_missing(expr: Expr) -> int:
    """The value of a variable or attribute without its player or card."""
    return NONE if expr.type.optional else 0


def is_known(value: Expr | None) -> bool:
    """Whether the value that selects a variable is known before the game and exists."""
    return value is None or (isinstance(value, Const) and value.value >= 0)


def is_self(player: Expr | None) -> bool:
    """Whether a player is the one whose turn it is."""
    return isinstance(player, EngineRef) and player.what == "self"


def reach(value: Expr) -> tuple[int | None, int | None]:
    """The least and the greatest number that a value, or a player, may be; None if unknown."""
    kind = value.type
    if kind.kind == "player":  # every seat has its variable or zone
        return (NONE if kind.optional else 0), 0
    bounds = kind.span_of_values
    if bounds is None:
        return None, None
    return (bounds[0] if kind.optional else max(bounds[0], kind.low or 0)), bounds[1]
