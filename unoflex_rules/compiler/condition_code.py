"""Code for conditions: where to go on, with nothing looked at that does not matter any more.

Not here: values, conditions among them (expression_code.py); conditions on cards as tables (tables.py).
"""

from __future__ import annotations

from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.language.expressions.types import Const, Expr, Local, Op, PlayerQuery
from unoflex_rules.program.layout import ASKS_ALL, S_SELF


class ConditionCode:
    """Writes code that goes on elsewhere if a condition holds, or unless it does."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.locals: dict[Local, int] = {}

    def const(self, value: int) -> int:
        return self.code.constant(value)

    def value(self, expr: Expr) -> int:
        """A slot that holds the value of `expr`; it must not be written by the caller."""
        raise NotImplementedError

    def truth(self, slot: int, test: Expr) -> None:
        """Put into `slot` whether a condition holds."""
        end = Label()
        self.code.emit("COPY", slot, self.const(0))
        self.jump_unless(test, end)
        self.code.emit("COPY", slot, self.const(1))
        self.code.mark(end)

    def jump_unless(self, test: Expr, to: Label) -> None:
        """Go to `to` unless the condition holds; later parts are not looked at once that is clear."""
        if isinstance(test, Const):
            if test.value == 0:
                self.code.emit("JUMP", to)
            return
        with self.code.stretch():
            if isinstance(test, Op) and test.name == "and":
                self.jump_unless(test.args[0], to)
                self.jump_unless(test.args[1], to)
            elif isinstance(test, Op) and test.name == "or":
                over = Label()
                self.jump_if(test.args[0], over)
                self.jump_unless(test.args[1], to)
                self.code.mark(over)
            elif isinstance(test, Op) and test.name == "not":
                self.jump_if(test.args[0], to)
            elif isinstance(test, PlayerQuery) and test.what in ("any", "all"):
                self.ask_players(test, to, False)
            elif not self.compare_and_jump(test, to, False):
                self.code.emit("JUMP_UNLESS", self.value(test), to)

    def jump_if(self, test: Expr, to: Label) -> None:
        """Go to `to` if the condition holds."""
        if isinstance(test, Const):
            if test.value != 0:
                self.code.emit("JUMP", to)
            return
        with self.code.stretch():
            if isinstance(test, Op) and test.name == "or":
                self.jump_if(test.args[0], to)
                self.jump_if(test.args[1], to)
            elif isinstance(test, Op) and test.name == "and":
                over = Label()
                self.jump_unless(test.args[0], over)
                self.jump_if(test.args[1], to)
                self.code.mark(over)
            elif isinstance(test, Op) and test.name == "not":
                self.jump_unless(test.args[0], to)
            elif isinstance(test, PlayerQuery) and test.what in ("any", "all"):
                self.ask_players(test, to, True)
            elif not self.compare_and_jump(test, to, True):
                self.code.emit("JUMP_IF", self.value(test), to)

    def compare_and_jump(self, test: Expr, to: Label, wanted: bool) -> bool:
        """A comparison and its jump in one instruction, where there is one; whether there is."""
        if not isinstance(test, Op):
            return False
        if test.name == "known":
            value, nothing = self.value(test.args[0]), self.const(0)
            self.code.emit("JUMP_AT_LEAST" if wanted else "JUMP_LESS", value, nothing, to)
        elif test.name == "==":
            left, right = self.value(test.args[0]), self.value(test.args[1])
            self.code.emit("JUMP_EQUAL" if wanted else "JUMP_UNEQUAL", left, right, to)
        elif test.name == "<":
            left, right = self.value(test.args[0]), self.value(test.args[1])
            self.code.emit("JUMP_LESS" if wanted else "JUMP_AT_LEAST", left, right, to)
        elif test.name == "<=":
            left, right = self.value(test.args[0]), self.value(test.args[1])
            self.code.emit("JUMP_AT_LEAST" if wanted else "JUMP_LESS", right, left, to)
        else:
            return False
        return True

    def ask_players(self, test: PlayerQuery, to: Label, wanted: bool) -> None:
        """Go to `to` if any (or all) of some players are as asked, or unless; the first who settles it is the last."""
        emit, code = self.code.emit, self.code
        loop, again, end = code.temporary(3), Label(), Label()
        group = self.value(test.players)
        self.locals[test.it] = loop + 1
        emit("EACH_SEAT", loop, group, S_SELF)
        code.mark(again)
        through = (test.what == "all") == wanted  # what it means that nobody has settled it
        emit("NEXT_SEAT", loop, ASKS_ALL, to if through else end)
        if test.when is not None:
            self.jump_unless(test.when, again)
        if test.what == "all":
            self.jump_if(test.body, again)
        else:
            self.jump_unless(test.body, again)
        if not through:
            emit("JUMP", to)
        code.mark(end)
