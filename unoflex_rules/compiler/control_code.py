"""Code for control: branches, loops, what counts as one change. Not here: what is done inside (statement_code.py)."""

from __future__ import annotations

from dataclasses import dataclass

from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.dependencies import all_touched, only_sets
from unoflex_rules.compiler.expression_code import ExpressionCode
from unoflex_rules.compiler.statement_code import StatementCode, is_single, single
from unoflex_rules.language.expressions.types import Const, LocalRef
from unoflex_rules.language.statements.tree import (
    AskStep,
    CheckedGame,
    EffectStep,
    ForEachCardStep,
    ForEachPlayerStep,
    ForEachValueStep,
    IfStep,
    RepeatStep,
    ResolveStep,
    Step,
    StopStep,
    TogetherStep,
    WindowStep,
)
from unoflex_rules.program.layout import NONE, S_ASKED


@dataclass(eq=False)
class Around:
    """A loop around the code being written: where it ends, what acts for a player inside it, whether it is `repeat`."""

    end: Label
    depth: int
    repeats: bool = False


class ControlCode(StatementCode):
    """Writes code for statements with others inside them."""

    def __init__(self, game: CheckedGame, code: Code, values: ExpressionCode) -> None:
        super().__init__(game, code, values)
        self.loops: list[Around] = []
        self.depth = 0
        #: Effects of cards act deeper than any loop in which one is carried out, so that both know for whom they act.
        self.effect_depth = deepest_resolve(game)
        self.writers[IfStep] = self.branch
        self.writers[ForEachPlayerStep] = self.each_player
        self.writers[ForEachCardStep] = self.each_card
        self.writers[ForEachValueStep] = self.each_value
        self.writers[RepeatStep] = self.loop
        self.writers[StopStep] = self.stop
        self.writers[TogetherStep] = self.together
        self.writers[EffectStep] = self.called

    def resolve(self, step: ResolveStep) -> None:
        for depth in range(self.depth, self.effect_depth):
            nobody = self.values.const(S_ASKED)  # while a program runs, nobody is asked
            self.code.emit("COPY", self.values.scopes + 2 * depth, nobody)
        super().resolve(step)
        if self.depth < self.effect_depth:
            self.code.emit("ACT_AT", self.depth)

    def called(self, step: EffectStep) -> None:
        self.steps(step.do)

    def branch(self, step: IfStep) -> None:
        otherwise, end = Label(), Label()
        self.values.jump_unless(step.test, otherwise)
        self.steps(step.then)
        if step.otherwise:
            self.code.emit("JUMP", end)
        self.code.mark(otherwise)
        self.steps(step.otherwise)
        self.code.mark(end)

    def each_player(self, step: ForEachPlayerStep) -> None:
        code, emit = self.code, self.code.emit
        if is_single(step.players) and not self.game.world.can_leave:
            self.one_player(step)
            return
        with code.stretch():
            loop = code.temporary(3)
            self.values.locals[step.it] = loop + 1
            again, end = Label(), Label()
            scoped = self.game.world.can_leave and not self.in_rules
            depth = self.depth
            emit("EACH_SEAT", loop, self.values.value(step.players), self.values.value(step.after))
            code.mark(again)
            emit("NEXT_SEAT", loop, depth if scoped else NONE, end)
            if scoped:
                self.depth += 1
            together = only_sets(step.do)
            self.loops.append(Around(end, depth if scoped else NONE))
            self.quietly(step.do, together)
            self.loops.pop()
            self.depth = depth
            emit("JUMP", again)
            code.mark(end)
        if together:
            self.changed(*all_touched(step.do))

    def one_player(self, step: ForEachPlayerStep) -> None:
        """A loop over one player who cannot have left is no loop."""
        end = Label()
        with self.code.stretch():
            player = single(step.players)
            if isinstance(player, LocalRef):
                self.values.locals[step.it] = self.values.slot_of(player.local)
            else:
                self.values.into(self.values.slot_of(step.it), player)
            if player.type.optional:
                self.code.emit("JUMP_LESS", self.values.slot_of(step.it), self.values.const(0), end)
            self.loops.append(Around(end, NONE))
            self.run_on(step.do)
            self.loops.pop()
            self.code.mark(end)

    def quietly(self, steps: list[Step], quiet: bool) -> None:
        """Write steps, without looking at the state rules in between if they are one change."""
        before, self.watching = self.watching, self.watching and not quiet
        self.steps(steps)
        self.watching = before

    def together(self, step: TogetherStep) -> None:
        self.quietly(step.do, True)
        self.changed(*all_touched(step.do))

    def each_card(self, step: ForEachCardStep) -> None:
        code, emit = self.code, self.code.emit
        with code.stretch():
            loop = code.temporary(3)
            self.values.locals[step.card] = loop + 2
            again, end = Label(), Label()
            emit("EACH_CARD", loop, self.values.value(step.zone))
            code.mark(again)
            emit("NEXT_CARD", loop, end)
            self.loops.append(Around(end, NONE))
            self.steps(step.do)
            self.loops.pop()
            emit("JUMP", again)
            code.mark(end)

    def each_value(self, step: ForEachValueStep) -> None:
        code, emit, values = self.code, self.code.emit, self.values
        together = only_sets(step.do)
        with code.stretch():
            again, end = Label(), Label()
            it = values.locals[step.it] = code.temporary()
            emit("COPY", it, values.const(step.numbers.start))
            code.mark(again)
            emit("JUMP_AT_LEAST", it, values.const(step.numbers.stop), end)
            self.loops.append(Around(end, NONE))
            self.quietly(step.do, together)
            self.loops.pop()
            emit("ADD", it, it, values.const(1))
            emit("JUMP", again)
            code.mark(end)
        if together:
            self.changed(*all_touched(step.do))

    def loop(self, step: RepeatStep) -> None:
        code, emit, values = self.code, self.code.emit, self.values
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
            self.loops.append(Around(end, NONE, repeats=True))
            self.steps(step.do)
            self.loops.pop()
            if not once:
                emit("JUMP", again)
            code.mark(end)

    def stop(self, step: StopStep) -> None:
        around = self.loops[-1]
        if around.depth >= 0:
            self.code.emit("ACT_AT", around.depth)
        self.code.emit("JUMP", around.end)


def deepest_resolve(game: CheckedGame) -> int:
    """How many loops that act for a player stand at most around the carrying out of a card's effect."""
    if not game.world.can_leave:
        return 0
    return max(0, *(_deepest(steps, 0) for steps in game.pieces.values()))


def _deepest(steps: list[Step], depth: int) -> int:
    found = [0]
    for step in steps:
        if isinstance(step, ResolveStep):
            found.append(depth)
        elif isinstance(step, WindowStep | AskStep):
            ask, inner = (step.ask, depth + 1) if isinstance(step, WindowStep) else (step, depth)
            found += [_deepest(option.do, inner) for option in ask.options]
        else:
            inner = depth + isinstance(step, ForEachPlayerStep)
            found += [_deepest(getattr(step, name, []), inner) for name in ("do", "then", "otherwise")]
    return max(found)
