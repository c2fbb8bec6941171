"""Code for steps inside other steps: `if`, `together`, effects and their arguments; and for `count`."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.dependencies import all_touched
from unoflex_rules.compiler.statements.statement_writer import StatementWriter
from unoflex_rules.language.statements.tree import AssignStep, CountStep, EffectStep, IfStep, TogetherStep


def write_assign(w: StatementWriter, step: AssignStep) -> None:
    """A local name gets its value."""
    w.values.into(w.values.slot_of(step.local), step.value)


def write_effect(w: StatementWriter, step: EffectStep) -> None:
    """The steps of an effect, expanded at its call."""
    w.steps(step.do)


def write_if(w: StatementWriter, step: IfStep) -> None:
    """One of two lists of steps."""
    otherwise, end = Label(), Label()
    w.values.jump_unless(step.test, otherwise)
    w.steps(step.then)
    if step.otherwise:
        w.code.emit("JUMP", end)
    w.code.mark(otherwise)
    w.steps(step.otherwise)
    w.code.mark(end)


def write_together(w: StatementWriter, step: TogetherStep) -> None:
    """Steps that are one change for the state rules."""
    w.as_one_change(step.do, True)
    w.changed(*all_touched(step.do))


def write_count(w: StatementWriter, step: CountStep) -> None:
    """Add to a count that reports show."""
    with w.code.stretch():
        w.code.emit("COUNT", list(w.game.world.counts).index(step.what), w.values.value(step.by))
