"""Code for `lay` and `resolve`. Not here: code for the effects of cards (../game_code.py)."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.expressions.zone_numbers import may_lack_zone
from unoflex_rules.compiler.statements.move import zone_changes
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.statements.tree import LayStep, ResolveStep
from unoflex_rules.program.layout import S_ASKED


def write_lay(w: StatementWriter, step: LayStep) -> None:
    """A card is laid on a zone for one of its faces."""
    values, nowhere = w.values, Label()
    with w.code.stretch():
        operands = [values.value(each) for each in (step.card, step.face, step.to, step.shows)]
        if may_lack_zone(values, step.to):
            w.code.emit("JUMP_LESS", operands[2], values.const(0), nowhere)
        w.code.emit("LAY", *operands)
        w.code.mark(nowhere)
    w.changed("active", *zone_changes(w))


def write_resolve(w: StatementWriter, step: ResolveStep) -> None:
    """The effect of the top card of a pile. It acts deeper than any loop around it, so both keep their players."""
    for depth in range(w.depth, w.effect_depth):
        nobody = w.values.const(S_ASKED)  # while a program runs, no player is asked
        w.code.emit("COPY", w.state.scopes + 2 * depth, nobody)
    with w.code.stretch():
        w.code.emit("RESOLVE", w.resolve_back, w.values.value(step.pile))
    if w.depth < w.effect_depth:
        w.code.emit("ACT_AT", w.depth)
