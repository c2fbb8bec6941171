"""Code for `for_each`: over players, cards and values. Not here: `repeat` (repeat.py)."""

from __future__ import annotations

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.dependencies import all_touched, is_single, only_sets, single
from unoflex_rules.compiler.statements.statement_writer import LoopFrame, StatementWriter
from unoflex_rules.language.expressions.types import LocalRef
from unoflex_rules.language.statements.tree import ForEachCardStep, ForEachPlayerStep, ForEachValueStep


def write_for_each_player(w: StatementWriter, step: ForEachPlayerStep) -> None:
    """The steps for each player, in the order of play."""
    code = w.code
    if is_single(step.players) and not w.game.world.can_leave:
        for_one_player(w, step)
        return
    with code.stretch():
        loop = code.temporary(3)
        w.values.locals[step.it] = loop + 1
        depth, together = w.loop_depth(), only_sets(step.do)
        players, after = w.values.value(step.players), w.values.value(step.after)
        with code.each_seat(loop, players, after, depth) as (_, end), w.acting(end, depth):
            w.as_one_change(step.do, together)
    if together:
        w.changed(*all_touched(step.do))


def for_one_player(w: StatementWriter, step: ForEachPlayerStep) -> None:
    """The steps once, for the one player of the set, who cannot have left."""
    end = Label()
    with w.code.stretch():
        player = single(step.players)
        if isinstance(player, LocalRef):
            w.values.locals[step.it] = w.values.slot_of(player.local)
        else:
            w.values.into(w.values.slot_of(step.it), player)
        if player.type.optional:
            w.code.emit("JUMP_LESS", w.values.slot_of(step.it), w.values.const(0), end)
        with w.inside(LoopFrame(end)):
            w.run_on(step.do)
        w.code.mark(end)


def write_for_each_card(w: StatementWriter, step: ForEachCardStep) -> None:
    """The steps for each card of a zone, from the top down."""
    code = w.code
    with code.stretch():
        loop = code.temporary(3)
        w.values.locals[step.card] = loop + 2
        with code.each_card(loop, w.values.value(step.zone)) as (_, end), w.inside(LoopFrame(end)):
            w.steps(step.do)


def write_for_each_value(w: StatementWriter, step: ForEachValueStep) -> None:
    """The steps for each value of a type."""
    code, emit, values = w.code, w.code.emit, w.values
    together = only_sets(step.do)
    with code.stretch():
        again, end = Label(), Label()
        it = values.locals[step.it] = code.temporary()
        emit("COPY", it, values.const(step.numbers.start))
        code.mark(again)
        emit("JUMP_AT_LEAST", it, values.const(step.numbers.stop), end)
        with w.inside(LoopFrame(end)):
            w.as_one_change(step.do, together)
        emit("ADD", it, it, values.const(1))
        emit("JUMP", again)
        code.mark(end)
    if together:
        w.changed(*all_touched(step.do))
