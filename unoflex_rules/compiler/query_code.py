"""Code for questions about the cards of a zone and about players. Not here: other expressions (expression_code.py)."""

from __future__ import annotations

from typing import Final

from unoflex_rules.compiler.code import Label
from unoflex_rules.compiler.condition_code import ConditionCode
from unoflex_rules.compiler.tables import depends
from unoflex_rules.language.expressions.types import AttributeRef, CardQuery, Expr, Local, LocalRef, Op, PlayerQuery
from unoflex_rules.language.statements.tree import CheckedGame
from unoflex_rules.program.layout import ASKS_ALL, NONE, S_SELF

FAR: Final = 2**40  # greater than any number of a game


class Looking(ConditionCode):
    """The questions; a part of ExpressionCode, whose other parts they use."""

    game: CheckedGame

    def attribute(self, name: str) -> int:
        raise NotImplementedError

    def table(self, test: Expr | None, card: Local, face: Local | None) -> int | None:
        raise NotImplementedError

    # ---- about cards ---------------------------------------------------------------------------------------------

    def over_cards(self, slot: int, expr: CardQuery) -> None:
        emit, code = self.code.emit, self.code
        if expr.what in ("first", "last"):
            self.one_card_of(slot, expr)
            return
        zone = self.value(expr.zone)
        body = expr.body
        plain = isinstance(body, AttributeRef) and is_bare(body.card, expr.card)
        if expr.what == "sum" and isinstance(body, AttributeRef) and plain and not depends(body.face, expr.card, None):
            emit("TOTAL", slot, zone, self.value(body.face), self.attribute(body.name))
            return
        if expr.what == "all":
            body = Op(body.type, body.span, "not", (body,))
        extreme = expr.what in ("min", "max")
        if expr.what != "sum" and not extreme:
            table = self.table(body, expr.card, None)
            if table is not None:
                emit("COUNT_FITS", slot, zone, self.front(), table)
                self.finish_count(slot, expr.what)
                return
        loop = code.temporary(3)
        self.locals[expr.card] = loop + 2
        again, end = Label(), Label()
        emit("COPY", slot, self.const(self.worst(expr.what) if extreme else 0))
        emit("EACH_CARD", loop, zone)
        code.mark(again)
        emit("NEXT_CARD", loop, end)
        with code.stretch():
            if expr.when is not None:
                self.jump_unless(expr.when, again)
            emit({"min": "LESSER", "max": "GREATER"}.get(expr.what, "ADD"), slot, slot, self.value(body))
        emit("JUMP", again)
        code.mark(end)
        if extreme:
            self.nothing_is_0(slot, expr.what)
        elif expr.what != "sum":
            self.finish_count(slot, expr.what)

    def front(self) -> int:
        """The face on which a table looks at cards that are looked at on none of their own."""
        return self.value(self.game.face) if self.game.shuffles_faces else self.const(0)

    def finish_count(self, slot: int, what: str) -> None:
        if what == "any":
            self.code.emit("LESS", slot, self.const(0), slot)
        elif what == "all":
            self.code.emit("EQUAL", slot, slot, self.const(0))

    def one_card_of(self, slot: int, expr: CardQuery) -> None:
        """The first card from the top down for which a condition holds, or the last one."""
        emit, code = self.code.emit, self.code
        zone = self.value(expr.zone)
        table = self.table(expr.body, expr.card, None)
        loop, test = code.temporary(3), code.temporary()
        self.locals[expr.card] = loop + 2
        again, end = Label(), Label()
        emit("COPY", slot, self.const(NONE))
        emit("EACH_CARD", loop, zone)
        code.mark(again)
        emit("NEXT_CARD", loop, end)
        with code.stretch():
            if table is None:
                self.jump_unless(expr.body, again)
            else:
                emit("FITS", test, loop + 2, self.front(), table)
                emit("JUMP_UNLESS", test, again)
        emit("COPY", slot, loop + 2)
        emit("JUMP", end if expr.what == "first" else again)
        code.mark(end)

    # ---- about players -------------------------------------------------------------------------------------------

    def over_players(self, slot: int, expr: PlayerQuery) -> None:
        emit, code = self.code.emit, self.code
        what = expr.what
        if what in ("any", "all"):
            self.truth(slot, expr)
            return
        loop = code.temporary(3)
        best = code.temporary() if what in ("lowest", "highest") else slot
        group = self.value(expr.players)
        self.locals[expr.it] = loop + 1
        again, end = Label(), Label()
        emit("COPY", slot, self.const(NONE if what == "first" else 0))
        if what in ("min", "lowest", "max", "highest"):
            emit("COPY", best, self.const(self.worst(what)))
        emit("EACH_SEAT", loop, group, S_SELF)
        code.mark(again)
        emit("NEXT_SEAT", loop, ASKS_ALL, end)
        with code.stretch():
            if expr.when is not None:
                self.jump_unless(expr.when, again)
            body = self.value(expr.body)
            if what in ("count", "sum"):
                emit("ADD", slot, slot, body)
            elif what in ("min", "max"):
                emit("LESSER" if what == "min" else "GREATER", slot, slot, body)
            elif what == "only":
                self.add_seat(slot, body, loop + 1)
            elif what == "first":
                hit = Label()
                emit("JUMP_UNLESS", body, again)
                code.mark(hit)
                emit("COPY", slot, loop + 1)
                emit("JUMP", end)
            else:
                self.keep_best(slot, best, body, loop + 1, what, again)
        emit("JUMP", again)
        code.mark(end)
        if what in ("min", "max") and expr.when is not None:
            self.nothing_is_0(slot, what)
        elif what in ("min", "max"):
            some = code.temporary()
            emit("EQUAL", some, group, self.const(0))
            emit("SELECT", slot, some, self.const(0), slot)

    def worst(self, what: str) -> int:
        """Where the search for the least or the greatest number begins."""
        return FAR if what in ("min", "lowest") else -FAR

    def nothing_is_0(self, slot: int, what: str) -> None:
        """The least and the greatest of no number is 0."""
        nothing = self.code.temporary()
        self.code.emit("EQUAL", nothing, slot, self.const(self.worst(what)))
        self.code.emit("SELECT", slot, nothing, self.const(0), slot)

    def add_seat(self, slot: int, condition: int, seat: int) -> None:
        over = Label()
        one = self.code.temporary()
        self.code.emit("JUMP_UNLESS", condition, over)
        self.code.emit("SET_OF", one, seat)
        self.code.emit("OR", slot, slot, one)
        self.code.mark(over)

    def keep_best(self, slot: int, best: int, value: int, seat: int, what: str, again: Label) -> None:
        """Keep the set of those with the least (or greatest) value so far."""
        emit, code = self.code.emit, self.code
        test, one = code.temporary(), code.temporary()
        join = Label()
        better = (value, best) if what == "lowest" else (best, value)
        emit("LESS", test, *better)
        emit("JUMP_UNLESS", test, join)
        emit("COPY", best, value)
        emit("COPY", slot, self.const(0))
        code.mark(join)
        emit("EQUAL", test, best, value)
        emit("JUMP_UNLESS", test, again)
        emit("SET_OF", one, seat)
        emit("OR", slot, slot, one)


def is_bare(expr: Expr, card: Local) -> bool:
    return isinstance(expr, LocalRef) and expr.local is card
