"""Code for statements that act: values, cards, the turn plan, ends.

Not here: control (control_code.py), questions (question_code.py), expressions (expression_code.py), the program
(assembler.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.dependencies import changes_of, concerns, touched
from unoflex_rules.compiler.expression_code import ExpressionCode, is_known
from unoflex_rules.language.expressions.types import Const, Expr, LocalRef, Op, ZoneRef, between
from unoflex_rules.language.statements.tree import (
    AssignStep,
    ChangeDirectionStep,
    CheckedGame,
    ComeBackStep,
    CountStep,
    FinishRoundStep,
    FinishTurnStep,
    GoToStep,
    LayStep,
    LeaveStep,
    MissTurnStep,
    MoveAllStep,
    MoveCardStep,
    MoveCountStep,
    RandomStep,
    ResolveStep,
    RevealStep,
    SetStep,
    SetTarget,
    ShuffleStep,
    Step,
    TakeTurnStep,
)
from unoflex_rules.program.layout import (
    ANYWHERE,
    ASKS_ALL,
    BOTTOM,
    FIRST_REASON,
    MIDDLE,
    NONE,
    ORDER_KEPT,
    ORDER_REVERSED,
    ORDER_SHUFFLED,
    REASON_BLOCKED,
    REASON_NONE,
    S_IN_TURN,
    S_ONE_ROUND,
    S_SELF,
    TOP,
)

ORDERS = {"kept": ORDER_KEPT, "reversed": ORDER_REVERSED, "shuffled": ORDER_SHUFFLED}

#: The places of a zone from which cards are taken, and to which they are put.
ENDS = {"top": TOP, "bottom": BOTTOM, "middle": MIDDLE, "anywhere": ANYWHERE}


class StatementCode:
    """Writes code for the statements of one game; control and questions are in subclasses."""

    def __init__(self, game: CheckedGame, code: Code, values: ExpressionCode) -> None:
        self.game = game
        self.code = code
        self.values = values
        self.watched: set[str] = set()
        for rule in game.rules:
            self.watched |= changes_of(rule.test)
        self.watching = False
        self.rules_label = Label("state rules")
        self.rules_back = code.lasting("back from the state rules")
        self.resolve_back = code.lasting("back from the card's effect")
        self.turn_end = Label("turn.end")
        self.next_turn = Label("next turn")
        self.in_rules = False
        self.reasons: list[str] = []
        self.piece = ""
        self.writers: dict[type[Step], Callable[..., None]] = {
            AssignStep: self.assign,
            SetStep: self.set,
            MoveCardStep: self.move_card,
            MoveCountStep: self.move_some,
            MoveAllStep: self.move_all,
            ShuffleStep: self.shuffle,
            LayStep: self.lay,
            ResolveStep: self.resolve,
            RevealStep: self.reveal,
            RandomStep: self.random,
            ChangeDirectionStep: self.reverse,
            MissTurnStep: self.miss,
            GoToStep: self.go,
            TakeTurnStep: self.take,
            CountStep: self.count_up,
            LeaveStep: self.leave,
            ComeBackStep: self.come_back,
            FinishTurnStep: self.finish_turn,
            FinishRoundStep: self.finish_round,
        }

    # ---- lists ---------------------------------------------------------------------------------------------------

    def steps(self, steps: Iterable[Step]) -> None:
        """Write the code of steps, one after the other; local names live until the end of the list."""
        with self.code.stretch():
            self.run_on(steps)

    def run_on(self, steps: Iterable[Step]) -> None:
        for step in steps:
            with self.code.at(step.origin):
                if not isinstance(step, AssignStep):  # a value that is handed on is no statement of anybody's
                    self.code.visit(step.origin)
                self.writers[type(step)](step)

    def changed(self, *what: str) -> None:
        """Look at the state rules, if one of them depends on what has just changed."""
        if self.watching and concerns(self.watched, what):
            self.code.emit("CALL", self.rules_back, self.rules_label)

    # ---- values --------------------------------------------------------------------------------------------------

    def assign(self, step: AssignStep) -> None:
        self.values.into(self.values.slot_of(step.local), step.value)

    def set(self, step: SetStep) -> None:
        with self.code.stretch():
            several = len(step.targets) > 1
            ready = [self.target(target, several) for target in step.targets]
            for target, slots in zip(step.targets, ready, strict=True):
                self.put(target, *slots)
        self.changed(*(what for target in step.targets for what in touched(target)))

    def target(self, target: SetTarget, several: bool) -> tuple[int, int, int, int]:
        """Slots with the value, with what it is set of, and with the face; kept apart where others change first.

        The last number is where a variable lies, 0 of anything else.
        """
        values = self.values

        def slot_of(expr: Expr | None) -> int:
            return values.value(expr) if expr is not None else values.const(0)

        def apart(slot: int, *by: Expr | None) -> int:
            if not several or all(expr is None or isinstance(expr, Const | LocalRef) for expr in by):
                return slot
            kept = self.code.temporary()
            self.code.emit("COPY", kept, slot)
            return kept

        value, base = apart(slot_of(target.value), target.value), 0
        if target.what == "variable":
            base, owner = values.place(target.name, target.owner, target.which)
        else:
            owner = slot_of(target.owner)
        owner = apart(owner, target.owner, target.which)
        return value, owner, apart(slot_of(target.face), target.face), base

    def put(self, target: SetTarget, value: int, owner: int, face: int, base: int) -> None:
        emit, values = self.code.emit, self.values
        if target.what == "active":
            emit("SET", values.active[target.name], self.within(target, value), 0)
        elif target.what == "choice":
            emit("COPY", values.choices[target.name], value)
        elif target.what == "show":
            emit("SHOW", value, face)
        elif target.what == "card_state":
            emit("SET_AT", values.card_state[target.name], owner, self.within(target, value), 0)
        else:
            passing = int(self.game.world.variables[target.name].keep == "turn")
            if self.game.world.variables[target.name].type.kind == "card":
                nobody = Label()
                if values.may_be_nobodys(target.owner, target.which):
                    emit("JUMP_LESS", owner, values.const(0), nobody)
                emit("REMEMBER", base, owner, value)
                self.code.mark(nobody)
            elif target.owner is None and is_known(target.which):
                emit("SET", base, self.within(target, value), passing)
            else:
                emit("SET_AT", base, owner, self.within(target, value), passing)

    def within(self, target: SetTarget, value: int) -> int:
        """A slot with the value, brought back into the range that is declared for the target."""
        world, given = self.game.world, target.value.type.span_of_values
        if target.what == "active":
            kind = world.active[target.name].type
        elif target.what == "card_state":
            kind = world.card_state[target.name].type
        else:
            kind = world.variables[target.name].type
        bounds = kind.span_of_values
        if kind.kind != "int" or bounds is None:
            return value
        low = bounds[0] if target.value.type.optional else kind.low or 0
        if given and low <= given[0] and given[1] <= bounds[1]:
            return value
        slot = self.code.temporary()
        self.code.emit("GREATER", slot, value, self.values.const(low))
        self.code.emit("LESSER", slot, slot, self.values.const(bounds[1]))
        return slot

    def random(self, step: RandomStep) -> None:
        values = self.values
        slot = values.slot_of(step.local)
        if step.weights:
            self.weighted(slot, step)
            return
        source = step.below if step.below is not None else step.of
        assert source is not None
        if source.type.kind == "zone":
            self.random_card(slot, source, step.local.name)
            return
        among = values.value(source)
        self.code.by_chance(step.local.name, step.local.type)
        self.code.emit("RANDOM" if step.below is not None else "PICK", slot, among)

    def weighted(self, slot: int, step: RandomStep) -> None:
        """A number by weight: chance picks a point, and the parts are gone through."""
        emit, code, values, end = self.code.emit, self.code, self.values, Label()
        known = tuple(weight.value for weight in step.weights if isinstance(weight, Const))
        if len(known) < len(step.weights):
            self.weighted_anew(slot, step)
            return
        with code.stretch():
            point, test = code.temporary(), code.temporary()
            code.by_chance(step.local.name, step.local.type, step.outcomes, known)
            emit("RANDOM", point, values.const(sum(known)))
            reached = 0
            for outcome, weight in zip(step.outcomes, known, strict=True):
                if weight == 0:
                    continue
                reached += weight
                emit("COPY", slot, values.const(outcome))
                emit("LESS", test, point, values.const(reached))
                emit("JUMP_IF", test, end)
            code.mark(end)

    def weighted_anew(self, slot: int, step: RandomStep) -> None:
        """The same where weights are worked out; what comes out is drawn once more, alone, so that it can be told."""
        emit, code, values = self.code.emit, self.code, self.values
        nothing, end = Label(), Label()
        with code.stretch():
            point, test, which = code.temporary(), code.temporary(), code.temporary()
            sums = self.running_sums(step.weights)
            emit("COPY", slot, values.const(NONE))
            emit("JUMP_AT_LEAST", values.const(0), sums[-1], nothing)
            code.by_chance(step.local.name, step.local.type, step.outcomes, sums=tuple(sums))
            emit("RANDOM", point, sums[-1])
            for place, (outcome, up_to) in enumerate(zip(step.outcomes, sums, strict=True)):
                emit("COPY", slot, values.const(outcome))
                emit("COPY", which, values.const(place))
                emit("LESS", test, point, up_to)
                emit("JUMP_IF", test, end)
            code.mark(end)
            emit("SET_OF", which, which)
            code.by_chance(step.local.name, step.local.type, step.outcomes, repeats=True)
            emit("PICK", which, which)
            code.mark(nothing)

    def running_sums(self, weights: Iterable[Expr]) -> list[int]:
        """Slots with the sum of the weights up to each; one below 0 counts as 0."""
        sums: list[int] = []
        for weight in weights:
            slot = self.code.temporary()
            self.code.emit("GREATER", slot, self.values.value(weight), self.values.const(0))
            if sums:
                self.code.emit("ADD", slot, slot, sums[-1])
            sums.append(slot)
        return sums

    def random_card(self, slot: int, zone: Expr, name: str) -> None:
        """A card of a zone, each equally likely; NONE of an empty one. Its place is drawn, from 0 at the bottom."""
        emit, code, values, end = self.code.emit, self.code, self.values, Label()
        with code.stretch():
            place, pile, held = code.temporary(), code.temporary(), values.value(zone)
            emit("COPY", slot, values.const(NONE))
            emit("LOAD", place, values.size_slot, held, 0)
            emit("JUMP_AT_LEAST", values.const(0), place, end)
            code.by_chance(name, between(0, len(self.game.cards) - 1))
            emit("RANDOM", place, place)
            emit("MULTIPLY", pile, held, values.const(len(self.game.cards)))
            emit("ADD", place, place, pile)
            emit("LOAD", slot, values.piles, place, NONE)
            code.mark(end)

    # ---- cards ---------------------------------------------------------------------------------------------------

    def zones_in(self, *exprs: Expr) -> list[str]:
        names = [f"zone {each.name}" for expr in exprs for each in expr.walk() if isinstance(each, ZoneRef)]
        return names or [f"zone {name}" for name in self.game.world.zones]

    def move_card(self, step: MoveCardStep) -> None:
        emit, values = self.code.emit, self.values
        result = values.slot_of(step.result) if step.result is not None else None
        with self.code.stretch():
            card, to = values.value(step.card), values.value(step.to)
            if result is not None:
                emit("COPY", result, card)
            emit("MOVE", card, to, ENDS[step.put])
        self.changed(*(f"zone {name}" for name in self.game.world.zones))

    def move_some(self, step: MoveCountStep) -> None:
        emit, values, code = self.code.emit, self.values, self.code
        take, put = ENDS[step.take], ENDS[step.put]
        result = values.slot_of(step.result) if step.result is not None else None
        changed = self.zones_in(step.source, step.to)
        with code.stretch():
            source, to, end = values.value(step.source), values.value(step.to), Label()
            single = isinstance(step.count, Const) and step.count.value == 1
            card = result if result is not None and single else code.temporary()

            def one() -> None:
                emit("TAKE", card, source, take)
                if not single:
                    emit("JUMP_LESS", card, values.const(0), end)
                    if result is not None:
                        emit("COPY", result, card)
                emit("MOVE", card, to, put)
                self.changed(*changed)

            if not single and result is not None:
                emit("COPY", result, values.const(NONE))
            if isinstance(step.count, Const) and step.count.value <= 2:
                for _ in range(step.count.value):
                    one()
                code.mark(end)
                return
            left = code.temporary()
            again = Label()
            emit("COPY", left, values.value(step.count))
            code.mark(again)
            emit("JUMP_AT_LEAST", values.const(0), left, end)
            one()
            emit("SUBTRACT", left, left, values.const(1))
            emit("JUMP", again)
            code.mark(end)

    def move_all(self, step: MoveAllStep) -> None:
        values = self.values
        order = ORDERS[step.order] + (4 if step.put == "bottom" else 0)
        with self.code.stretch():
            source, to, leave = values.value(step.source), values.value(step.to), values.value(step.leave)
            self.code.emit("MOVE_ALL", source, to, leave, order)
        self.changed(*self.zones_in(step.source, step.to))

    def shuffle(self, step: ShuffleStep) -> None:
        with self.code.stretch():
            zone = self.values.value(step.zone)
            if step.face is None:
                self.code.emit("SHUFFLE", zone)
            else:
                self.code.emit("SHUFFLE_FACE", zone, self.values.value(step.face))

    def lay(self, step: LayStep) -> None:
        values, nowhere = self.values, Label()
        with self.code.stretch():
            operands = [values.value(each) for each in (step.card, step.face, step.to, step.shows)]
            if values.may_lack(step.to):
                self.code.emit("JUMP_LESS", operands[2], values.const(0), nowhere)
            self.code.emit("LAY", *operands)
            self.code.mark(nowhere)
        self.changed("active", *(f"zone {name}" for name in self.game.world.zones))

    def resolve(self, step: ResolveStep) -> None:
        with self.code.stretch():
            self.code.emit("RESOLVE", self.resolve_back, self.values.value(step.pile))

    def reveal(self, step: RevealStep) -> None:
        with self.code.stretch():
            to = self.values.value(step.to)
            self.code.emit("REVEAL", self.values.value(step.cards), to, int(step.cards.type.kind != "card"))

    # ---- the turn plan and ends ----------------------------------------------------------------------------------

    def reverse(self, step: ChangeDirectionStep) -> None:
        self.code.emit("CHANGE_DIRECTION")
        self.changed("direction")

    def miss(self, step: MissTurnStep) -> None:
        emit, code = self.code.emit, self.code
        with code.stretch():
            turns = self.values.value(step.turns)
            if is_single(step.player):
                emit("MISS_TURN", self.values.value(single(step.player)), turns)
                self.changed("misses")
                return
            loop, again, end = code.temporary(3), Label(), Label()
            emit("EACH_SEAT", loop, self.values.value(step.player), S_SELF)
            code.mark(again)
            emit("NEXT_SEAT", loop, NONE, end)
            emit("MISS_TURN", loop + 1, turns)
            emit("JUMP", again)
            code.mark(end)
            self.changed("misses")

    def go(self, step: GoToStep) -> None:
        with self.code.stretch():
            self.code.emit("GO_TO", self.values.value(step.player))

    def take(self, step: TakeTurnStep) -> None:
        with self.code.stretch():
            self.code.emit("TAKE_TURN", self.values.value(step.player))
        self.values.find_own_zones()
        self.changed("self")

    def count_up(self, step: CountStep) -> None:
        with self.code.stretch():
            self.code.emit("COUNT", list(self.game.world.counts).index(step.what), self.values.value(step.by))

    def come_back(self, step: ComeBackStep) -> None:
        emit, code = self.code.emit, self.code
        with code.stretch():
            loop, back, again, end = code.temporary(3), code.temporary(), Label(), Label()
            emit("EACH_SEAT", loop, self.values.value(step.players), S_SELF)
            code.mark(again)
            emit("NEXT_SEAT", loop, ASKS_ALL, end)  # a loop that acts for players passes over who has left
            emit("LEAVE", loop + 1, 2, back, 0)
            emit("JUMP", again)
            code.mark(end)
        self.changed("players")

    def leave(self, step: LeaveStep) -> None:
        """A player leaves. The state rules are looked at before the program goes on wherever that breaks off."""
        emit = self.code.emit
        with self.code.stretch():
            seat, game = self.values.value(step.player), int(step.game)
            if self.in_rules:
                emit("LEAVE", seat, game, self.rules_back, 1)
            elif self.watching and concerns(self.watched, ("players", "everyone")):
                emit("LEAVE", seat, game, self.rules_back, 0)
                emit("JUMP", self.rules_label)
            else:
                back = self.code.temporary()
                emit("LEAVE", seat, game, back, 0)
                emit("RETURN", back, 0)

    def finish_turn(self, step: FinishTurnStep) -> None:
        if self.game.world.can_leave:
            self.code.emit("ACT_AT", 0)
        if not self.piece.startswith("turn."):
            self.code.emit("JUMP_UNLESS", S_IN_TURN, self.next_turn)  # the start card acts before the first turn
        self.code.emit("JUMP", self.next_turn if self.piece == "turn.end" else self.turn_end)

    def finish_round(self, step: FinishRoundStep) -> None:
        with self.code.stretch():
            over = Label()
            if step.game and self.piece == "round.end":
                self.code.emit("JUMP_IF", S_ONE_ROUND, over)  # in a game of one round nothing else decides
            winners = self.values.value(step.winners)
            self.code.emit("END_GAME" if step.game else "END_ROUND", winners, self.reason(step.reason))
            self.code.mark(over)

    def reason(self, name: str) -> int:
        """Number of a reason."""
        if name == "blocked":
            return REASON_BLOCKED
        if name == "":
            return REASON_NONE
        if name not in self.reasons:
            self.reasons.append(name)
        return FIRST_REASON + self.reasons.index(name)


def is_single(players: Expr) -> bool:
    """Whether a set is one player by its very form."""
    return isinstance(players, Op) and players.name == "set_of"


def single(players: Expr) -> Expr:
    """The only player of such a set."""
    assert isinstance(players, Op)
    return players.args[0]
