"""Values that need no code: constants, and what lies in the state. Not here: code for values (value_writers.py)."""

from __future__ import annotations

from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.compiler.expressions.operations import is_truth
from unoflex_rules.compiler.expressions.variable_places import is_self, variable_slot
from unoflex_rules.compiler.expressions.zone_numbers import zone_number
from unoflex_rules.language.expressions.types import (
    ActiveRef,
    CardOnFace,
    ChoiceRef,
    Const,
    EngineRef,
    Expr,
    LocalRef,
    Op,
    VariableRef,
    ZoneRef,
)
from unoflex_rules.program.layout import (
    S_ASKED,
    S_CARD,
    S_DIRECTION,
    S_FACE,
    S_IN,
    S_IN_GAME,
    S_PASSED,
    S_ROUND,
    S_SELF,
    S_TURN,
    S_WINNERS,
)

#: What the engine keeps, by its name in the tree.
ENGINE_SLOTS = {
    "self": S_SELF,
    "direction": S_DIRECTION,
    "players": S_IN,
    "everyone": S_IN_GAME,
    "winners": S_WINNERS,
    "round": S_ROUND,
    "turn": S_TURN,
    "laid_face": S_FACE,
    "acting_card": S_CARD,
    "passed": S_PASSED,
    "asked": S_ASKED,
}


def find_slot(w: ExpressionWriter, expr: Expr) -> int | None:
    """The slot that holds the value of `expr` without any code; None if the value must be computed."""
    if isinstance(expr, Const):
        return w.const(expr.value)
    if isinstance(expr, LocalRef):
        return w.slot_of(expr.local)
    if isinstance(expr, CardOnFace):
        return w.value(expr.card)
    if isinstance(expr, ZoneRef):
        return zone_slot(w, expr)
    if isinstance(expr, Op) and is_truth(expr):
        return w.value(expr.args[0])
    if isinstance(expr, Op) and expr.name == "size":
        return size_slot(w, expr.args[0])
    return state_slot(w, expr)


def state_slot(w: ExpressionWriter, expr: Expr) -> int | None:
    """The state slot of a named value: of the engine, in force, chosen, or a variable known before the game."""
    if isinstance(expr, EngineRef):
        return ENGINE_SLOTS[expr.what]
    if isinstance(expr, ActiveRef):
        return (w.state.before if expr.before else w.state.active)[expr.name]
    if isinstance(expr, ChoiceRef):
        return w.state.choices[expr.name]
    if isinstance(expr, VariableRef) and expr.type.kind != "card":
        return variable_slot(w, expr)
    return None


def zone_slot(w: ExpressionWriter, zone: ZoneRef) -> int | None:
    """The slot with the number of a zone that is known before the game, or belongs to `self`."""
    if zone.value is None and is_self(zone.player):
        return w.state.own_zones[zone.name]
    known = zone_number(w, zone)
    return None if known is None else w.const(known)


def size_slot(w: ExpressionWriter, zone: Expr) -> int | None:
    """The slot with the size of chosen cards, or of a shared zone that is known before the game."""
    if isinstance(zone, LocalRef) and zone.local in w.state.chosen:
        return w.state.size_slot + w.state.chosen[zone.local]
    if not isinstance(zone, ZoneRef) or zone.player is not None:
        return None
    known = zone_number(w, zone)
    return None if known is None or known < 0 else w.state.size_slot + known
