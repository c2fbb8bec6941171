"""Values in slots, and jumps on conditions: what all code for expressions uses.

Not here: code for single kinds of expressions (value_writers.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.expressions.folder import CardTable, TableTerm
from unoflex_rules.compiler.state_layout import StateLayout
from unoflex_rules.language.expressions.types import Const, Expr, Local, Op, PlayerQuery
from unoflex_rules.language.statements.tree import CheckedGame
from unoflex_rules.program.layout import ASKS_ALL, S_SELF

#: Writes code that puts the value of one kind of expression into a slot.
ValueWriter: TypeAlias = "Callable[[ExpressionWriter, int, Any], None]"
#: Finds the slot in which the value of an expression lies already, or None.
SlotFinder: TypeAlias = "Callable[[ExpressionWriter, Expr], int | None]"


class ExpressionWriter:
    """Writes code for the expressions of one game.

    `writers` has a writer for each kind of expression that needs code, `find_slot` finds the values that need none.
    """

    def __init__(
        self,
        game: CheckedGame,
        code: Code,
        state: StateLayout,
        writers: Mapping[type[Expr], ValueWriter],
        find_slot: SlotFinder,
    ) -> None:
        self.game, self.code, self.state = game, code, state
        self.writers, self.find_slot = writers, find_slot
        self.locals: dict[Local, int] = {}
        self.attributes: dict[str, int] = {}  # places among the data
        self.tables: dict[object, int | None] = {}
        self.folds: dict[object, CardTable | None] = {}
        self.table_terms: dict[int, tuple[TableTerm, ...]] = {}
        self.term_slots: dict[int, list[int | None]] = {}

    def const(self, value: int) -> int:
        """A slot that always holds `value`."""
        return self.code.constant(value)

    def slot_of(self, local: Local) -> int:
        """The slot of a local name, reserved at its first use."""
        if local not in self.locals:
            self.locals[local] = self.code.temporary()
        return self.locals[local]

    # ---- values --------------------------------------------------------------------------------------------------

    def value(self, expr: Expr) -> int:
        """A slot that holds the value of `expr`. The caller must not write to it."""
        slot = self.find_slot(self, expr)
        if slot is None:
            slot = self.code.temporary()
            self.into(slot, expr)
        return slot

    def into(self, slot: int, expr: Expr) -> None:
        """Put the value of `expr` into `slot`."""
        with self.code.stretch():
            writer = self.writers.get(type(expr))
            if writer is not None:
                writer(self, slot, expr)
            else:
                self.code.emit("COPY", slot, self.value(expr))

    # ---- conditions ----------------------------------------------------------------------------------------------

    def truth(self, slot: int, test: Expr) -> None:
        """Put 1 into `slot` if a condition holds, else 0."""
        end = Label()
        self.code.emit("COPY", slot, self.const(0))
        self.jump_unless(test, end)
        self.code.emit("COPY", slot, self.const(1))
        self.code.mark(end)

    def jump_if(self, test: Expr, to: Label) -> None:
        """Go to `to` if the condition holds."""
        self.jump(test, to, True)

    def jump_unless(self, test: Expr, to: Label) -> None:
        """Go to `to` unless the condition holds."""
        self.jump(test, to, False)

    def jump(self, test: Expr, to: Label, wanted: bool) -> None:
        """Go to `to` if the condition is as `wanted`. Parts that no longer matter are not evaluated."""
        if isinstance(test, Const):
            if bool(test.value) == wanted:
                self.code.emit("JUMP", to)
            return
        with self.code.stretch():
            name = test.name if isinstance(test, Op) else ""
            if isinstance(test, Op) and name in ("and", "or"):
                first, second = test.args
                if (name == "or") == wanted:  # either part alone decides
                    self.jump(first, to, wanted)
                    self.jump(second, to, wanted)
                else:
                    over = Label()
                    self.jump(first, over, not wanted)
                    self.jump(second, to, wanted)
                    self.code.mark(over)
            elif isinstance(test, Op) and name == "not":
                self.jump(test.args[0], to, not wanted)
            elif isinstance(test, PlayerQuery) and test.what in ("any", "all"):
                self.jump_on_players(test, to, wanted)
            elif not self.compare_and_jump(test, to, wanted):
                self.code.emit("JUMP_IF" if wanted else "JUMP_UNLESS", self.value(test), to)

    def compare_and_jump(self, test: Expr, to: Label, wanted: bool) -> bool:
        """Compare and jump in one instruction; False, without any code, if there is no instruction for that."""
        if not isinstance(test, Op) or test.name not in ("known", "==", "<", "<="):
            return False
        left = self.value(test.args[0])
        right = self.const(0) if test.name == "known" else self.value(test.args[1])
        if test.name == "==":
            self.code.emit("JUMP_EQUAL" if wanted else "JUMP_UNEQUAL", left, right, to)
        elif test.name == "<=":
            self.code.emit("JUMP_AT_LEAST" if wanted else "JUMP_LESS", right, left, to)
        else:
            self.code.emit("JUMP_LESS" if (test.name == "<") == wanted else "JUMP_AT_LEAST", left, right, to)
        return True

    def jump_on_players(self, test: PlayerQuery, to: Label, wanted: bool) -> None:
        """Go to `to` if `any` or `all` of some players are as `wanted`. The first player who decides ends the loop."""
        emit, code = self.code.emit, self.code
        loop, again, end = code.temporary(3), Label(), Label()
        group = self.value(test.players)
        self.locals[test.it] = loop + 1
        emit("EACH_SEAT", loop, group, S_SELF)
        code.mark(again)
        through = (test.what == "all") == wanted  # if no player decides
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
