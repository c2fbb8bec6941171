"""Code for `repeat` and `stop`. Not here: `for_each` (for_each.py)."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.statements.statement_writer import LoopFrame, StatementWriter
from unoflex_rules.language.expressions.types import Const
from unoflex_rules.language.statements.tree import RepeatStep, StopStep


def write_repeat(w: StatementWriter, step: RepeatStep) -> None:
    """The steps a number of times, while a condition holds, or until `stop`."""
    code, emit, values = w.code, w.code.emit, w.values
    with code.stretch():
        again, end = Label(), Label()
        once = isinstance(step.times, Const) and step.times.value == 1 and step.test is None
        left = code.temporary()
        if step.times is not None and not once:
            emit("COPY", left, values.value(step.times))
        code.mark(again)
        if step.times is not None and not once:
            emit("JUMP_AT_LEAST", values.const(0), left, end)
            emit("SUBTRACT", left, left, values.const(1))
        if step.test is not None:
            values.jump_unless(step.test, end)
        with w.inside(LoopFrame(end, repeats=True)):
            w.steps(step.do)
        if not once:
            emit("JUMP", again)
        code.mark(end)


def write_stop(w: StatementWriter, step: StopStep) -> None:
    """Leave the innermost loop."""
    loop = w.loops[-1]
    if loop.depth >= 0:
        w.code.emit("ACT_AT", loop.depth)
    w.code.emit("JUMP", loop.end)
