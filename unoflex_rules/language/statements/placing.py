"""Steps that give players their places, for a ruleset that declares `places`. Not here: who leaves, or what ends."""

from __future__ import annotations

from dataclasses import replace

from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.folding import fold
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import (
    BOOL,
    INT,
    PLAYER,
    PLAYERS,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    PlayerQuery,
    StepOrigin,
    Type,
    VariableRef,
)
from unoflex_rules.language.expressions.world import PLACE, Scope
from unoflex_rules.language.statements.tree import (
    AssignStep,
    ForEachValueStep,
    IfStep,
    SetStep,
    SetTarget,
    Step,
    TogetherStep,
)


class Placing:
    """The steps about places at one statement. A player's place is the variable `place`, which is 0 without a place.

    Places from the first on are contiguous, and so are places from the last one down.
    """

    def __init__(self, expressions: ExpressionChecker, origin: StepOrigin) -> None:
        self.expressions, self.world = expressions, expressions.world
        self.origin, self.span = origin, origin.span
        self.seats = Const(PLAYERS, self.span, (1 << self.world.players) - 1)

    # ---- steps -----------------------------------------------------------------------------------------------------

    def leave(self, player: Expr, last: bool) -> list[Step]:
        """A player in the round who leaves gets the best free place, or the `last` free one."""
        leaving = self.local(PLAYER)
        test = self.op(BOOL, "and", self.op(BOOL, "contains", self.engine("players"), leaving), self.unplaced(leaving))
        place = self.last_free() if last else self.first_free()
        return [
            AssignStep(self.origin, leaving.local, player),
            IfStep(self.origin, test, [self.put(leaving, place)], []),
        ]

    def come_back(self, players: Expr) -> list[Step]:
        """Players who come back lose their places; those behind them move up."""
        back, low, it = self.local(PLAYERS), self.local(PLAYERS), self.local(SEAT)
        other = self.local(SEAT)
        ahead = self.op(BOOL, "and", self.placed(other), self.op(BOOL, "<", self.place(other), self.place(it)))
        moved = self.op(INT, "-", self.place(it), self.query(INT, "count", back, other, ahead))
        returns, stays = self.op(BOOL, "contains", back, it), self.op(BOOL, "contains", low, it)
        moves = self.op(BOOL, "and", self.placed(it), self.negated(self.op(BOOL, "or", returns, stays)))
        last = self.local(SEAT)
        return [
            AssignStep(self.origin, back.local, players),
            AssignStep(self.origin, low.local, self.query(PLAYERS, "only", self.seats, last, self.from_the_end(last))),
            self.each(it, [IfStep(self.origin, moves, [self.put(it, moved)], [])]),
            self.each(it, [IfStep(self.origin, returns, [self.put(it, self.number(0))], [])]),
        ]

    def finish(self, winners: Expr | None) -> list[Step]:
        """At the end, winners without a place share the best free one; `rank` orders the other players."""
        steps = [] if winners is None else self.share(winners)
        everyone = self.engine("everyone")
        rank = self.world.places.rank if self.world.places is not None else None
        if rank is None:
            return steps + self.share(everyone)
        group, first, own, mine, it, other = map(self.local, (PLAYERS, INT, SEAT, INT, SEAT, SEAT))
        better = self.op(BOOL, "<", self.expressions.read(rank, Scope({"it": other.local}), INT), mine)
        place = self.op(INT, "+", first, self.query(INT, "count", group, other, better))
        ranked: list[Step] = [
            AssignStep(self.origin, mine.local, self.expressions.read(rank, Scope({"it": own.local}), INT)),
            self.put(own, place),
        ]
        return [
            *steps,
            AssignStep(self.origin, group.local, self.query(PLAYERS, "only", everyone, it, self.unplaced(it))),
            AssignStep(self.origin, first.local, self.first_free()),
            self.each(own, [IfStep(self.origin, self.op(BOOL, "contains", group, own), ranked, [])]),
        ]

    def share(self, players: Expr) -> list[Step]:
        """Those of some players who have no place share the best free one."""
        group, first, it = self.local(PLAYERS), self.local(INT), self.local(SEAT)
        test = self.op(BOOL, "and", self.op(BOOL, "contains", group, it), self.unplaced(it))
        return [
            AssignStep(self.origin, group.local, players),
            AssignStep(self.origin, first.local, self.first_free()),
            self.each(it, [IfStep(self.origin, test, [self.put(it, first)], [])]),
        ]

    def each(self, it: LocalRef, do: list[Step]) -> Step:
        """Steps for each seat, also of players who have left, as one change."""
        return TogetherStep(self.origin, [ForEachValueStep(self.origin, range(self.world.players), it.local, do)])

    def put(self, player: Expr, place: Expr) -> Step:
        return SetStep(self.origin, [SetTarget("variable", PLACE, player, place)])

    # ---- expressions -----------------------------------------------------------------------------------------------

    def first_place(self) -> Expr:
        """The players in the first place."""
        it = self.local(SEAT)
        return self.query(PLAYERS, "only", self.seats, it, self.op(BOOL, "==", self.place(it), self.number(1)))

    def first_free(self) -> Expr:
        """The best free place."""
        it = self.local(SEAT)
        given = self.op(BOOL, "and", self.placed(it), self.negated(self.from_the_end(it)))
        return self.op(INT, "+", self.number(1), self.query(INT, "count", self.seats, it, given))

    def last_free(self) -> Expr:
        """The last free place."""
        it = self.local(SEAT)
        taken = self.query(INT, "count", self.seats, it, self.from_the_end(it))
        return self.op(INT, "-", self.number(self.world.players), taken)

    def from_the_end(self, it: LocalRef) -> Expr:
        """Whether a place was given from the last one down: then a better place is still free."""
        other = self.local(SEAT)
        up_to = self.op(BOOL, "<=", self.place(other), self.place(it))
        better = self.query(INT, "count", self.seats, other, self.op(BOOL, "and", self.placed(other), up_to))
        return self.op(BOOL, "and", self.placed(it), self.op(BOOL, "<", better, self.place(it)))

    def placed(self, player: Expr) -> Expr:
        return self.op(BOOL, "<", self.number(0), self.place(player))

    def unplaced(self, player: Expr) -> Expr:
        return self.op(BOOL, "==", self.place(player), self.number(0))

    def place(self, player: Expr) -> Expr:
        return VariableRef(self.world.variables[PLACE].type, self.span, PLACE, replace(player))

    def engine(self, what: str) -> Expr:
        return EngineRef(PLAYERS, self.span, what)

    def query(self, kind: Type, what: str, players: Expr, it: LocalRef, body: Expr) -> Expr:
        return PlayerQuery(kind, self.span, what, players, it.local, body)

    def negated(self, test: Expr) -> Expr:
        return self.op(BOOL, "not", test)

    def number(self, value: int) -> Expr:
        return Const(INT, self.span, value)

    def op(self, kind: Type, name: str, *args: Expr) -> Expr:
        return fold(Op(kind, self.span, name, args))

    def local(self, kind: Type) -> LocalRef:
        return LocalRef(kind, self.span, Local("it", kind))
