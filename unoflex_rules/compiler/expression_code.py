"""Code for expressions: each yields a slot that holds its value.

Not here: questions about cards and players (query_code.py), conditions that only decide where to go on
(condition_code.py), statements (statement_code.py).
"""

from __future__ import annotations

from typing import TypeGuard

from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.query_code import Looking
from unoflex_rules.compiler.tables import Folder, NotFoldable, Table, Term, key_of
from unoflex_rules.language.expressions.types import (
    ActiveRef,
    AttributeRef,
    CardOnFace,
    CardQuery,
    CardStateRef,
    ChoiceRef,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    PlayerQuery,
    VariableRef,
    ZoneRef,
)
from unoflex_rules.language.statements.tree import CheckedGame
from unoflex_rules.program.layout import (
    BOTTOM,
    NONE,
    S_ASKED,
    S_CARD,
    S_DIRECTION,
    S_FACE,
    S_IN,
    S_IN_GAME,
    S_MISSES,
    S_PASSED,
    S_ROUND,
    S_SELF,
    S_TURN,
    S_WINNERS,
    TOP,
)

NOW = {
    "self": S_SELF,
    "direction": S_DIRECTION,
    "players": S_IN,
    "everyone": S_IN_GAME,
    "winners": S_WINNERS,
    "round": S_ROUND,
    "turn": S_TURN,
    "laid_face": S_FACE,
    "acting_card": S_CARD,
    "passed": S_PASSED,
    "asked": S_ASKED,
}
BINARY = {
    "+": "ADD",
    "-": "SUBTRACT",
    "*": "MULTIPLY",
    "//": "DIVIDE",
    "%": "REMAINDER",
    "min": "LESSER",
    "max": "GREATER",
    "==": "EQUAL",
    "same": "SAME",
    "<": "LESS",
    "<=": "AT_MOST",
    "and": "AND",
    "or": "OR",
    "contains": "CONTAINS",
    "without": "WITHOUT",
}


class ExpressionCode(Looking):
    """Writes code for expressions of one game."""

    def __init__(self, game: CheckedGame, code: Code) -> None:
        super().__init__(code)
        self.game = game
        self.zones: dict[str, int] = {}
        self.own_zones: dict[str, int] = {}
        self.variables: dict[str, int] = {}
        self.active: dict[str, int] = {}
        self.before: dict[str, int] = {}
        self.card_state: dict[str, int] = {}
        self.choices: dict[str, int] = {}
        self.attributes: dict[str, int] = {}  # places among the data
        self.place_slot = 0
        self.scopes = 0
        self.size_slot = 0
        self.piles = 0
        self.tables: dict[object, int | None] = {}
        self.folds: dict[object, Table | None] = {}
        self.table_terms: dict[int, tuple[Term, ...]] = {}
        self.term_slots: dict[int, list[int | None]] = {}

    def find_own_zones(self) -> None:
        """Note where the zones of `self` are, whenever that may be somebody else from here on."""
        for name, slot in self.own_zones.items():
            self.code.emit("ADD", slot, self.const(self.zones[name]), S_SELF)

    # ---- values --------------------------------------------------------------------------------------------------

    def slot_of(self, local: Local) -> int:
        """The slot of a local name, handed out when it is first needed."""
        if local not in self.locals:
            self.locals[local] = self.code.temporary()
        return self.locals[local]

    def value(self, expr: Expr) -> int:
        """A slot that holds the value of `expr`; it must not be written by the caller."""
        if isinstance(expr, Const):
            return self.const(expr.value)
        if isinstance(expr, LocalRef):
            return self.slot_of(expr.local)
        if isinstance(expr, EngineRef):
            return NOW[expr.what]
        if isinstance(expr, ActiveRef):
            return (self.before if expr.before else self.active)[expr.name]
        if isinstance(expr, ChoiceRef):
            return self.choices[expr.name]
        if isinstance(expr, CardOnFace):
            return self.value(expr.card)
        if isinstance(expr, VariableRef) and expr.type.kind != "card" and (plain := self.plain(expr)) is not None:
            return plain
        if isinstance(expr, ZoneRef) and expr.player is None and (known := self.zone_number(expr)) is not None:
            return self.const(known)
        if isinstance(expr, ZoneRef) and expr.value is None and is_self(expr.player):
            return self.own_zones[expr.name]
        if isinstance(expr, Op) and is_truth(expr):
            return self.value(expr.args[0])
        if isinstance(expr, Op) and expr.name == "size" and is_common(zone := expr.args[0]):
            known = self.zone_number(zone)
            if known is not None and known >= 0:
                return self.size_slot + known
        if isinstance(expr, ZoneRef) and (known := self.zone_number(expr)) is not None:
            return self.const(known)
        slot = self.code.temporary()
        self.into(slot, expr)
        return slot

    def into(self, slot: int, expr: Expr) -> None:
        """Write code that puts the value of `expr` into `slot`."""
        with self.code.stretch():
            self.write(slot, expr)

    def write(self, slot: int, expr: Expr) -> None:
        emit = self.code.emit
        if isinstance(expr, VariableRef):
            base, index = self.place(expr.name, expr.player, expr.value)
            if expr.type.kind == "card":
                nobody = Label()
                if self.may_be_nobodys(expr.player, expr.value):
                    emit("COPY", slot, self.const(NONE))
                    emit("JUMP_LESS", index, self.const(0), nobody)
                emit("RECALL", slot, base, index)
                self.code.mark(nobody)
            elif (plain := self.plain(expr)) is not None:
                emit("COPY", slot, plain)
            else:
                emit("LOAD", slot, base, index, missing(expr))
        elif (
            isinstance(expr, ZoneRef)
            and self.zone_number(expr) is None
            and not (expr.value is None and is_self(expr.player))
        ):
            self.zone_of(slot, expr)
        elif isinstance(expr, AttributeRef) and expr.name == "look" and self.game.shuffles_faces:
            self.whole_look(slot, expr)
        elif isinstance(expr, AttributeRef):
            card = self.value(expr.card)
            alike = expr.name == "look" or (expr.name == "kind" and not self.game.has_mixed_kinds)
            face = self.const(0) if alike else self.value(expr.face)
            emit("ATTRIBUTE", slot, card, face, self.attribute(expr.name))
        elif isinstance(expr, CardStateRef):
            emit("LOAD", slot, self.card_state[expr.name], self.value(expr.card), missing(expr))
        elif isinstance(expr, Op):
            self.operation(slot, expr)
        elif isinstance(expr, CardQuery):
            self.over_cards(slot, expr)
        elif isinstance(expr, PlayerQuery):
            self.over_players(slot, expr)
        else:
            emit("COPY", slot, self.value(expr))

    def plain(self, expr: VariableRef) -> int | None:
        """The slot of a variable, where it is known before the game which one is meant."""
        if expr.player is None and is_known(expr.value):
            return self.place(expr.name, None, expr.value)[0]
        return None

    def place(self, name: str, player: Expr | None, value: Expr | None) -> tuple[int, int]:
        """Where a variable lies: from which slot on, and the slot of the number of places from there.

        That is below 0 of nobody, and of a value that is missing or beyond those that have one.
        """
        declared, players = self.game.world.variables[name], self.game.world.players
        base, many = self.variables[name], players if declared.each else 1
        index = self.value(player) if player is not None else self.const(0)
        if value is None or declared.per is None:
            return base, index
        numbers = declared.per.numbers
        if isinstance(value, Const) and value.value >= 0:
            return base + (value.value - numbers.start) * many * (2 if declared.type.kind == "card" else 1), index
        emit, const, most = self.code.emit, self.const, reach(value)[1]
        found = of_value = self.value(value)
        if numbers.start or player is not None:
            found = self.code.temporary()
            emit("SUBTRACT", found, of_value, const(numbers.start))
        if player is not None:
            emit("MULTIPLY", found, found, const(many))
            emit("ADD", found, found, index)
        beyond = [(const(numbers[-1]), of_value)] if most is None or most > numbers[-1] else []
        if player is not None and player.type.optional:
            beyond.append((index, const(0)))
        for less, more in beyond:
            test, kept = self.code.temporary(), self.code.temporary()
            emit("LESS", test, less, more)
            emit("SELECT", kept, test, const(NONE), found)
            found = kept
        return base, found

    def may_be_nobodys(self, player: Expr | None, value: Expr | None) -> bool:
        """Whether a variable is perhaps none, because it goes by nobody, or by a value that has none."""
        return (player is not None and player.type.optional) or not is_known(value)

    def zone_number(self, expr: ZoneRef) -> int | None:
        """The number of a zone where it is known before the game, NONE of what has none; else None."""
        number = self.zones[expr.name]
        for part, step, numbers in self.zone_steps(expr):
            if not isinstance(part, Const):
                return None
            if part.value < 0:
                return NONE
            number += step * (part.value - numbers.start)
        return number

    def zone_steps(self, expr: ZoneRef) -> list[tuple[Expr, int, range]]:
        """By what the number of a zone goes: how far each step of it leads, and of which numbers there are zones."""
        declared, players = self.game.world.zones[expr.name], self.game.world.players
        steps: list[tuple[Expr, int, range]] = []
        if expr.value is not None and declared.per is not None:
            steps.append((expr.value, players if declared.each else 1, declared.per.numbers))
        if expr.player is not None:
            steps.append((expr.player, 1, range(players)))
        return steps

    def zone_of(self, slot: int, expr: ZoneRef) -> None:
        """Put the number of a zone into `slot`, NONE for what has none: nobody, a value that is missing or beyond."""
        emit, const = self.code.emit, self.const
        steps = [(self.value(part), step, numbers, reach(part)) for part, step, numbers in self.zone_steps(expr)]
        number = const(self.zones[expr.name] - sum(step * numbers.start for _, step, numbers, _ in steps))
        for value, step, _, _ in steps:
            if step != 1:
                scaled = self.code.temporary()
                emit("MULTIPLY", scaled, value, const(step))
                value = scaled
            emit("ADD", slot, number, value)
            number = slot
        for value, _, numbers, (least, most) in steps:
            beyond = []
            if least is None or least < numbers.start:
                beyond.append((value, const(numbers.start)))
            if most is None or most > numbers[-1]:
                beyond.append((const(numbers[-1]), value))
            for less, more in beyond:
                test = self.code.temporary()
                emit("LESS", test, less, more)
                emit("SELECT", slot, test, const(NONE), slot)

    def may_lack(self, zone: Expr) -> bool:
        """Whether a zone may be none, because it goes by a value that may be missing or beyond those that have one."""
        if isinstance(zone, ZoneRef) and zone.value is not None and self.zone_number(zone) is None:
            return any(
                least is None or most is None or least < numbers.start or most > numbers[-1]
                for part, _, numbers in self.zone_steps(zone)
                for least, most in [reach(part)]
            )
        return isinstance(zone, LocalRef) and any(each.per is not None for each in self.game.world.zones.values())

    def whole_look(self, slot: int, expr: AttributeRef) -> None:
        """A number for what is on all faces of a card together, where each may come from another one."""
        emit, card = self.code.emit, self.value(expr.card)
        nobody, looks = Label(), self.const(len(self.game.looks))
        found = self.code.temporary()
        emit("COPY", slot, self.const(NONE))
        emit("JUMP_LESS", card, self.const(0), nobody)
        emit("COPY", slot, self.const(0))
        for face in range(len(self.game.world.faces.members)):
            emit("ATTRIBUTE", found, card, self.const(face), self.attribute("look"))
            emit("MULTIPLY", slot, slot, looks)
            emit("ADD", slot, slot, found)
        self.code.mark(nobody)

    def attribute(self, name: str) -> int:
        """Place of an attribute's table among the data."""
        if name not in self.attributes:
            game = self.game
            faces = len(game.world.faces.members)
            values: list[int] = []
            for face in range(faces):
                for number, look in enumerate(game.looks):
                    if name == "look":
                        values.append(number)
                    elif name == "kind":
                        values.append(game.world.kinds.members.index(look.faces[face].kind))
                    else:
                        values.append(look.faces[face].attributes[name])
            declared = game.world.attributes.get(name)
            of_nothing = NONE
            if declared is not None and not declared.type.optional:
                of_nothing = 0
            self.attributes[name] = self.code.describe(of_nothing, *values) + 1
        return data_address(self.attributes[name])

    def operation(self, slot: int, expr: Op) -> None:
        emit, args = self.code.emit, expr.args
        if expr.name in BINARY:
            emit(BINARY[expr.name], slot, self.value(args[0]), self.value(args[1]))
        elif expr.name == "not":
            emit("NOT", slot, self.value(args[0]))
        elif expr.name == "negate":
            emit("SUBTRACT", slot, self.const(0), self.value(args[0]))
        elif expr.name == "if":
            emit("SELECT", slot, self.value(args[0]), self.value(args[1]), self.value(args[2]))
        elif expr.name == "known":
            emit("AT_MOST", slot, self.const(0), self.value(args[0]))
        elif expr.name in ("next", "previous"):
            emit("SEAT_AFTER", slot, self.value(args[0]), 1 if expr.name == "next" else -1)
        elif expr.name == "after":
            self.after(slot, *args)
        elif expr.name == "set_of":
            emit("SET_OF", slot, self.value(args[0]))
        elif expr.name == "players":
            emit("SIZE", slot, self.value(args[0]))
        elif expr.name == "size":
            emit("LOAD", slot, self.size_slot, self.value(args[0]), 0)
        elif expr.name == "misses":
            emit("LOAD", slot, S_MISSES, self.value(args[0]), 0)
        elif expr.name in ("top", "bottom"):
            emit("TAKE", slot, self.value(args[0]), TOP if expr.name == "top" else BOTTOM)
        elif expr.name == "in_zone":
            emit("LOAD", slot, self.place_slot, self.value(args[0]), -2)
            emit("EQUAL", slot, slot, self.value(args[1]))
        else:
            raise AssertionError(expr.name)

    def after(self, slot: int, player: Expr, places: Expr) -> None:
        """Put the player so many places after another one into `slot`; of more than there are players it goes round."""
        emit, const = self.code.emit, self.const
        seat = self.value(player)
        if isinstance(places, Const) and abs(places.value) <= self.game.world.players:
            emit("SEAT_AFTER", slot, seat, places.value)
            return
        left, many, again, end = self.code.temporary(), self.code.temporary(), Label(), Label()
        emit("SUBTRACT", left, self.value(places), const(1))
        emit("SIZE", many, S_IN)
        emit("REMAINDER", left, left, many)
        emit("SEAT_AFTER", slot, seat, 1)
        self.code.mark(again)
        emit("JUMP_LESS", left, const(1), end)
        emit("SEAT_AFTER", slot, slot, 1)
        emit("SUBTRACT", left, left, const(1))
        emit("JUMP", again)
        self.code.mark(end)

    # ---- tables --------------------------------------------------------------------------------------------------

    def table(self, test: Expr | None, card: Local, face: Local | None) -> int | None:
        """Address of the table of a condition on a card, or None where it cannot be folded.

        Code for what the table depends on is written here, before it is used.
        """
        key = self.key(test, card, face)
        if key not in self.tables:
            table = self.folded(test, card, face)
            self.tables[key] = None if table is None else self.write_table(table)
        at = self.tables[key]
        if at is None:
            return None
        for term, holder in zip(self.table_terms[at], self.term_slots[at], strict=True):
            if holder is not None:
                self.into(holder, term.expr)
        return data_address(at)

    def key(self, test: Expr | None, card: Local, face: Local | None) -> object:
        """What is equal for conditions that mean the same."""
        names = {card: "card", **({face: "face"} if face else {})}
        return (key_of(test, names) if test is not None else None, face is None)

    def folded(self, test: Expr | None, card: Local, face: Local | None) -> Table | None:
        """A condition as a table, or None where it cannot be folded."""
        key = self.key(test, card, face)
        if key not in self.folds:
            try:
                front = self.game.face if self.game.shuffles_faces else None
                self.folds[key] = Folder(self.game.looks, card, face, front).fold(test)
            except NotFoldable:
                self.folds[key] = None
        return self.folds[key]

    def write_table(self, table: Table) -> int:
        """Put a table among the data; a term that is not simply a slot gets one of its own."""
        code = self.code
        cells: list[int | Label] = [len(table.terms), table.words]
        stride = 1
        strides = []
        for term in reversed(table.terms):
            strides.append(stride)
            stride *= term.size
        holders: list[int | None] = []
        for term, step in zip(table.terms, reversed(strides), strict=True):
            slot = self.direct(term.expr)
            holders.append(None)
            if slot is None:
                slot = code.lasting("term")
                holders[-1] = slot
            cells += [slot, term.low, step]
        at = code.describe(*cells, *table.rows)
        self.table_terms[at] = table.terms
        self.term_slots[at] = holders
        return at

    def direct(self, expr: Expr) -> int | None:
        """The slot in which the value of an expression lies anyway."""
        if isinstance(expr, EngineRef):
            return NOW[expr.what]
        if isinstance(expr, ActiveRef):
            return (self.before if expr.before else self.active)[expr.name]
        if isinstance(expr, ChoiceRef):
            return self.choices[expr.name]
        if isinstance(expr, VariableRef) and expr.type.kind != "card":
            return self.plain(expr)
        return None


DATA = 1 << 63  # added to a place among the data until addresses are known; no number of a program is as great


def data_address(at: int) -> int:
    """A place among the data as an operand, to be resolved when the program is put together."""
    return DATA + at


def missing(expr: Expr) -> int:
    """The value that something of nobody, or of no card, has."""
    return NONE if expr.type.optional else 0


def is_truth(expr: Op) -> bool:
    """Whether an operation gives 1 for what holds and 0 for what does not: the condition's own value."""
    return expr.name == "if" and [arg.value if isinstance(arg, Const) else None for arg in expr.args[1:]] == [1, 0]


def is_self(player: Expr | None) -> bool:
    """Whether a player is the one whose turn it is."""
    return isinstance(player, EngineRef) and player.what == "self"


def is_known(value: Expr | None) -> bool:
    """Whether it is known before the game which one of several is meant, and that there is such a one."""
    return value is None or (isinstance(value, Const) and value.value >= 0)


def reach(value: Expr) -> tuple[int | None, int | None]:
    """The least and the greatest number that a value of a type, or a player, may be; None where that is not known."""
    kind = value.type
    if kind.kind == "player":  # as many as there are, whoever it is
        return (NONE if kind.optional else 0), 0
    bounds = kind.span_of_values
    if bounds is None:
        return None, None
    return (bounds[0] if kind.optional else max(bounds[0], kind.low or 0)), bounds[1]


def is_common(expr: Expr) -> TypeGuard[ZoneRef]:
    """Whether an expression is a zone that players do not have one each of."""
    return isinstance(expr, ZoneRef) and expr.player is None
