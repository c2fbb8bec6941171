"""The number of a zone: known before the game, or computed from a player or a value. Not here: the cards of a zone."""

from __future__ import annotations

from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter
from unoflex_rules.compiler.expressions.variable_places import is_self, reach
from unoflex_rules.language.expressions.types import Const, Expr, LocalRef, ZoneRef
from unoflex_rules.program.layout import NONE, S_SELF


def find_own_zones(w: ExpressionWriter) -> None:
    """Store the numbers of the zones of `self`, since `self` may have changed."""
    for name, slot in w.state.own_zones.items():
        w.code.emit("ADD", slot, w.const(w.state.zones[name]), S_SELF)


def write_zone(w: ExpressionWriter, slot: int, zone: ZoneRef) -> None:
    """Put the number of a zone into `slot`."""
    own = zone.value is None and is_self(zone.player)
    if own or zone_number(w, zone) is not None:
        w.code.emit("COPY", slot, w.value(zone))
    else:
        compute_zone(w, slot, zone)


def zone_number(w: ExpressionWriter, expr: ZoneRef) -> int | None:
    """The number of a zone that is known before the game, NONE if there is no such zone; else None."""
    number = w.state.zones[expr.name]
    for part, step, numbers in zone_steps(w, expr):
        if not isinstance(part, Const):
            return None
        if part.value < 0:
            return NONE
        number += step * (part.value - numbers.start)
    return number


def zone_steps(w: ExpressionWriter, expr: ZoneRef) -> list[tuple[Expr, int, range]]:
    """What selects one of several zones: an expression, the distance between its zones, and the numbers with zones."""
    declared, players = w.game.world.zones[expr.name], w.game.world.players
    steps: list[tuple[Expr, int, range]] = []
    if expr.value is not None and declared.per is not None:
        steps.append((expr.value, players if declared.each else 1, declared.per.numbers))
    if expr.player is not None:
        steps.append((expr.player, 1, range(players)))
    return steps


def compute_zone(w: ExpressionWriter, slot: int, expr: ZoneRef) -> None:
    """Compute the number of a zone; NONE if there is no such player or no zone for the value."""
    emit, const = w.code.emit, w.const
    steps = [(w.value(part), step, numbers, reach(part)) for part, step, numbers in zone_steps(w, expr)]
    number = const(w.state.zones[expr.name] - sum(step * numbers.start for _, step, numbers, _ in steps))
    for value, step, _, _ in steps:
        if step != 1:
            scaled = w.code.temporary()
            emit("MULTIPLY", scaled, value, const(step))
            value = scaled
        emit("ADD", slot, number, value)
        number = slot
    for value, _, numbers, (least, most) in steps:
        beyond = []
        if least is None or least < numbers.start:
            beyond.append((value, const(numbers.start)))
        if most is None or most > numbers[-1]:
            beyond.append((const(numbers[-1]), value))
        for less, more in beyond:
            test = w.code.temporary()
            emit("LESS", test, less, more)
            emit("SELECT", slot, test, const(NONE), slot)


def may_lack_zone(w: ExpressionWriter, zone: Expr) -> bool:
    """Whether there may be no zone, since its value may be missing or may have no zone."""
    if isinstance(zone, ZoneRef) and zone.value is not None and zone_number(w, zone) is None:
        return any(
            least is None or most is None or least < numbers.start or most > numbers[-1]
            for part, _, numbers in zone_steps(w, zone)
            for least, most in [reach(part)]
        )
    return isinstance(zone, LocalRef) and any(each.per is not None for each in w.game.world.zones.values())
