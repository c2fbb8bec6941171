"""Reads everything with brackets: queries about cards, players and values, conditions, cards on a face.

Not here: names (name_reading.py), or operators and members (operators.py).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from unoflex_rules.language.diagnostics.kinds import UnknownMember, UnknownName
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.wording import with_article
from unoflex_rules.language.expressions.folding import NUMERIC, all_of, combined, fold, presences, scale
from unoflex_rules.language.expressions.name_reading import NameReader
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    MAX_VALUES,
    NONE,
    PLAYER,
    PLAYERS,
    ZONE,
    AttributeRef,
    CardOnFace,
    CardQuery,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    PlayerQuery,
    Type,
    VariableRef,
    ZoneRef,
    between,
    is_choosable,
    setting,
)
from unoflex_rules.language.expressions.words import CARD_WORDS, NUMBER_WORDS, PLAYER_WORDS, VALUE_WORDS, ZONE_WORDS
from unoflex_rules.language.expressions.world import Binding, ConditionBinding, VariableDeclaration, ZoneDeclaration
from unoflex_rules.language.schema.call_forms import written
from unoflex_rules.language.schema.statement_models import CORE

BOUND_NAMES = ("card", "it", "face", "value")
#: Queries with a number in the brackets; those in COMPARED skip a missing one.
OF_NUMBERS: Final = ("sum", "min", "max", "lowest", "highest")
COMPARED: Final = ("min", "max", "lowest", "highest")
FAR: Final = 2**40  # greater than any number of a game


class QueryReader(NameReader):
    """Reads everything with brackets."""

    def visit_Call(self, at: ast.Call, expected: Type | None) -> Expr:
        if at.keywords:
            raise self.fail("E301", "one `=` does not compare: write `==`", at.keywords[0])
        if isinstance(at.func, ast.Attribute):
            return self.query(at.func, at)
        name = at.func.id if isinstance(at.func, ast.Name) else ""
        is_local = self.scope.find(name) is not None
        declared = self.zone_or_variable(name)
        if name in self.world.defines and not is_local:
            return self.define(name, {}, at, at.args)
        if declared is not None and not is_local:
            return self.for_value(declared, None, at)
        argument = self.argument(at)
        if name == "seat":
            number = self.value(argument, INT)
            if isinstance(number, Const):
                return self.seat(number.value, argument, at)
            if self.world.unsettled:
                return EngineRef(SEAT, self.span(at), "seat")
            raise self.fail("E302", "the number of a seat must be constant", argument)
        if is_local:
            return self.condition(name, argument, at)
        if name in CORE:
            notes = (f"write it as a step before this one: `{written(name, CORE[name])}`",)
            raise self.fail("E301", f"`{name}` is a step, not a query", at.func, notes=notes)
        example = f"{self.names.example_zone()}.any(...)"
        raise self.fail("E301", f"only queries, such as `{example}`, and definitions have brackets", at.func)

    def seat(self, number: int, argument: ast.expr, at: ast.Call) -> Expr:
        """The player in a seat; numbers beyond the table count on. A literal must be a seat of the largest table."""
        most = self.world.most_players
        is_literal = isinstance(argument, ast.Constant | ast.UnaryOp)  # an option may exceed the table
        if is_literal and most is not None and not -most <= number < most:
            message = f"`seat({number})` is never a player: the game has at most {most}, in the seats 0 to {most - 1}"
            raise self.fail("E104", message, argument)
        return Const(SEAT, self.span(at), number % self.world.players)

    def argument(self, at: ast.Call) -> ast.expr:
        """The only argument of a query."""
        if len(at.args) != 1:
            example = f"{self.names.example_zone()}.any({self.names.example_test()})"
            raise self.fail("E301", f"a query takes one condition in brackets: `{example}`", at)
        return at.args[0]

    def query(self, func: ast.Attribute, at: ast.Call) -> Expr:
        """A query about a value, a definition of a card or a player, or a card on a face."""
        name = func.attr
        group, given = self.naming(func.value)
        kind = self.value_type(group)
        if kind is not None:
            return self.about_values(name, kind, given, self.argument(at), at)
        value = self.visit(group, INT if name in NUMBER_WORDS else None)
        owner = value.type.kind
        if given is not None and (owner not in ("zone", "players") or name not in PLAYER_WORDS + CARD_WORDS):
            message = f"`each({given})` must stand between cards or players and a query about them"
            raise self.fail("E302", message, at)
        declared = self.zone_or_variable(name) if owner == "player" else None
        if declared is not None:
            return self.for_value(declared, value, at)
        if f"{owner}.{name}" in self.world.defines and owner in ("card", "player"):
            return self.defined(owner, name, value, at)
        if name not in (*CARD_WORDS, *PLAYER_WORDS, *NUMBER_WORDS, "on", "sets", "each", "after"):
            raise self.no_query(value.type, name, func)
        if owner == "player" and name == "after" and len(at.args) != 1:
            raise self.fail("E301", "`after` takes one number in brackets: `after(2)`", at)
        argument = self.argument(at)
        if owner == "int" and name in NUMBER_WORDS:
            least = "min" if name == "at_most" else "max"
            return fold(Op(INT, self.span(at), least, (self.parent.filled(value), self.counted(argument, value))))
        if owner == "player" and name == "after":
            return Op(value.type, self.span(at), name, (value, self.value(argument, INT)))
        if owner == "card" and name == "on":
            return CardOnFace(value.type, self.span(at), value, self.value(argument, self.world.faces))
        if owner == "card" and name == "sets":
            return self.sets(value, argument, self.span(at))
        if owner == "zone" and name in CARD_WORDS:
            return self.about_cards(name, value, given, argument, at)
        if owner == "players" and name in PLAYER_WORDS:
            return self.about_players(name, value, given, argument, at)
        if name == "each" and owner in ("zone", "players"):
            raise self.fail("E302", f"`each` needs a query behind it: `{self.example_each()}`", at)
        raise self.no_query(value.type, name, func)

    def for_value(self, declared: ZoneDeclaration | VariableDeclaration, player: Expr | None, at: ast.Call) -> Expr:
        """`row(hearts)`, `self.row(hearts)`: the zone or variable of one value of a type.

        A value that is missing or outside the type has none.
        """
        name, per, span = declared.name, declared.per, self.span(at)
        if per is None:
            message = f"there is one `{name}`, not one for each value"
            raise self.fail("E302", message, at, suggestion=name if player is None else None)
        if declared.each != (player is not None):
            if declared.each:
                message = f"each player has {with_article(name, quote=True)}: name the player"
                raise self.fail("E302", message, at.func, suggestion=f"self.{name}")
            arguments = "".join(map(self.written, at.args))
            message = f"`{name}` belongs to no player: all players share it"
            raise self.fail("E201", message, at, suggestion=f"{name}({arguments})")
        if len(at.args) != 1:
            raise self.fail("E301", f"`{name}` takes one value in brackets: `{declared.instances[0]}`", at)
        argument = at.args[0]
        value = self.parent.convert(self.visit(argument, per), replace(per, optional=True))
        if isinstance(value, Const) and value.value not in (NONE, *per.numbers):
            message = f"there is {with_article(name, quote=True)} for {per.low} to {per.high}, not {value.value}"
            if isinstance(argument, ast.Constant | ast.UnaryOp):  # a computed number may exceed the type
                raise self.fail("E104", message, argument, names=(name,))
            value = Const(replace(value.type, optional=True), value.span, NONE)
        conditions = presences(value) if isinstance(value, Op) else []
        if conditions:
            nothing = Const(replace(value.type, optional=True), value.span, NONE)
            known = all_of(conditions, value.span)
            value = fold(Op(nothing.type, value.span, "if", (known, value, nothing)))
        if isinstance(declared, ZoneDeclaration):
            return ZoneRef(ZONE, span, name, player, value)
        kind, bounds = declared.type, value.type.span_of_values
        if kind.low is not None and kind.high is not None and (bounds is None or not set(bounds) <= {*per.numbers}):
            kind = replace(kind, low=min(kind.low, 0), high=max(kind.high, 0))  # without a value it is 0
        return VariableRef(kind, span, name, player, value)

    def counted(self, argument: ast.expr, beside: Expr) -> Expr:
        """A number beside another one, whose value names it may use."""
        kind = scale(beside)
        return self.parent.convert(self.visit(argument, kind if kind.members else INT), INT)

    def sets(self, card: Expr, argument: ast.expr, span: Span) -> Expr:
        """Whether the effect of a card has a step that sets a variable; the deck is read to the end before."""
        variables = self.world.variables
        name = argument.id if isinstance(argument, ast.Name) else self.written(argument)
        if name not in variables:
            raise self.reject(UnknownName("E201", "variable", name, tuple(variables)), argument)
        self.world.set_by_cards.add(name)
        return AttributeRef(BOOL, span, card, self.parent.face_of(card, self.scope, span), setting(name))

    def defined(self, owner: str, name: str, value: Expr, at: ast.Call) -> Expr:
        """The value of a definition for a card or a player; one for a card without parameters takes a player."""
        called, this = f"{owner}.{name}", {"card": "card", "player": "it"}[owner]
        if owner == "card" and not self.world.defines[called].params:
            return self.define(called, {"card": value, "self": self.value(self.argument(at), SEAT)}, at)
        return self.define(called, {this: value}, at, at.args)

    def no_query(self, kind: Type, name: str, at: ast.Attribute) -> AlreadyReported:
        """Reject a query that a value does not have, with those that it has."""
        if kind.kind == "zone" and name in ZONE_WORDS:
            return self.fail("E201", f"`{name}` takes no brackets", at, notes=(f"write `.{name}` alone",))
        of = {
            owner: tuple(each.removeprefix(f"{owner}.") for each in self.world.defines if each.startswith(f"{owner}."))
            for owner in ("card", "player")
        }
        queries: dict[str, tuple[str, ...]] = {
            "zone": CARD_WORDS, "card": ("on", "sets", *of["card"]), "players": PLAYER_WORDS, "int": NUMBER_WORDS,
            "player": ("after", *of["player"]),
        }  # fmt: skip
        words = queries.get(kind.kind, ())
        notes = (f"queries of {kind}: {', '.join(words)}",) if words else ()
        return self.reject(UnknownMember("E201", str(kind), name, words), at, notes=notes)

    # ---- of each card, player or value -----------------------------------------------------------------------------

    def about_cards(self, name: str, zone: Expr, given: str | None, argument: ast.expr, at: ast.Call) -> Expr:
        card = Local(given or "card", CARD)
        body, when = self.body(name, card, argument)
        kinds = {"any": BOOL, "all": BOOL, "count": between(0, 2000), "first": CARD, "last": CARD}
        kind = kinds.get(name) or (with_zero(body.type) if name in COMPARED else INT)
        return CardQuery(kind, self.span(at), name, zone, card, body, when)

    def about_players(self, name: str, players: Expr, given: str | None, argument: ast.expr, at: ast.Call) -> Expr:
        it = Local(given or "it", SEAT)
        body, when = self.body(name, it, argument)
        kinds = {"any": BOOL, "all": BOOL, "only": PLAYERS, "lowest": PLAYERS, "highest": PLAYERS}
        kinds |= {"first": PLAYER, "last": PLAYER}
        return PlayerQuery(kinds.get(name, INT), self.span(at), name, players, it, body, when)

    def body(self, name: str, local: Binding, argument: ast.expr, called: str = "") -> tuple[Expr, Expr | None]:
        """The body of a query and the condition under which it has a value.

        The name of each card, player or value is that of its `local`, or `called`.
        """
        names = {local.name if isinstance(local, Local) else called: local}
        inner = type(self)(self.parent, self.node, self.scope.inner(names))
        if name not in OF_NUMBERS:
            return inner.value(argument, BOOL), None
        number = inner.visit(argument, INT)
        conditions = [*presences(number), *extremes(number)] if name in COMPARED else []
        when = all_of(conditions, number.span) if conditions else None
        return self.parent.convert(number, INT), when

    def naming(self, at: ast.expr) -> tuple[ast.expr, str | None]:
        """The subject of a query, and the name that `each(name)` gives to each of its members."""
        if not (isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute) and at.func.attr == "each"):
            return at, None
        name = at.args[0] if len(at.args) == 1 and not at.keywords else None
        if not isinstance(name, ast.Name):
            raise self.fail("E301", f"`each` takes a new name: `{self.example_each()}`", at.args[0] if at.args else at)
        values = (value for kind in self.world.enums.values() for value in kind.members)
        known = name.id in (*BOUND_NAMES, *values) or not self.names.is_unknown(name.id)
        if known and self.node.span.file == self.world.file:  # a base cannot know the names of its games
            raise self.fail("E212", f"`{name.id}` has a meaning already: `each` takes a new name", name)
        return at.func.value, name.id

    def example_each(self) -> str:
        return f"{self.names.example_zone()}.each(other).any({self.names.example_test('other')})"

    # ---- of the values of a type -----------------------------------------------------------------------------------

    def value_type(self, at: ast.expr) -> Type | None:
        """The value type that a bare name refers to, unless it has another meaning."""
        if not isinstance(at, ast.Name) or not self.names.is_unknown(at.id):
            return None
        return self.world.enums.get(at.id) or self.world.ranges.get(at.id)

    def about_values(self, name: str, kind: Type, given: str | None, argument: ast.expr, at: ast.Call) -> Expr:
        """A query about each value of a type, expanded value by value."""
        span = self.span(at)
        if name not in VALUE_WORDS:
            note = f"queries of a value type: {', '.join(VALUE_WORDS)}"
            raise self.reject(UnknownMember("E201", "a value type", name), at.func, notes=(note,))
        if not is_choosable(kind):
            message = f"queries need a value type with at most {MAX_VALUES} values, and numbers from 0"
            raise self.fail("E302", message, at.func)
        values = [value_of(kind, number, span) for number in kind.numbers]
        tested = [self.body(name, value, argument, given or "it") for value in values]
        bodies = [body for body, _ in tested]
        zero = Const(between(0, 0), span, 0)
        if name in ("any", "all"):
            return combined("or" if name == "any" else "and", bodies or [Const(BOOL, span, int(name == "all"))], span)
        if name == "first":
            found: Expr = Const(replace(kind, optional=True), span, NONE)
            for value, body in reversed(list(zip(values, bodies, strict=True))):
                found = fold(Op(found.type, span, "if", (body, value, found)))
            return found
        if name == "count":
            one = Const(between(1, 1), span, 1)
            bodies = [fold(Op(between(0, 1), span, "if", (body, one, zero))) for body in bodies]
        if name in ("count", "sum"):
            return combined("+", bodies or [zero], span, INT)
        far = Const(INT, span, FAR if name == "min" else -FAR)
        compared = [body if when is None else fold(Op(INT, span, "if", (when, body, far))) for body, when in tested]
        extreme = combined(name, compared or [zero], span, INT)
        yes = Const(BOOL, span, 1)
        some = combined("or", [when or yes for _, when in tested] or [yes], span)
        return fold(Op(extreme.type, span, "if", (some, extreme, zero)))

    # ---- conditions ------------------------------------------------------------------------------------------------

    def condition(self, name: str, argument: ast.expr, at: ast.Call) -> Expr:
        """`fits(x)`: a condition passed to an effect, for a certain card or player."""
        bound, value = self.scope.find(name), self.visit(argument)
        if isinstance(bound, Local) and bound.type.kind == "bool":
            return LocalRef(bound.type, self.span(at), bound)
        if not isinstance(bound, ConditionBinding) or value.type.kind not in ("card", "player"):
            raise self.fail("E302", "only a condition takes a card or a player in brackets", at)
        names: dict[str, Binding] = {"card" if value.type.kind == "card" else "it": value}
        tested = self.parent.read_any(bound.node, bound.scope.inner(names), BOOL)
        if tested.type.kind != "bool":  # report it where the condition is written
            tested = replace(tested, span=bound.node.span)
        return self.parent.convert(tested, BOOL)


def with_zero(kind: Type) -> Type:
    """The type of the least or the greatest of numbers, which is 0 if there are none."""
    bounds = kind.span_of_values
    return INT if bounds is None else between(min(bounds[0], 0), max(bounds[1], 0))


def extremes(number: Expr) -> Iterator[Expr]:
    """The conditions under which each `min` and `max` inside has a value; without one it would be 0."""
    if isinstance(number, Op) and number.name in NUMERIC:
        for part in number.args:
            yield from extremes(part)
    elif isinstance(number, Op) and number.name == "if":
        test, *ways = number.args
        yes, no = (all_of([*extremes(way)], way.span) for way in ways)
        yield fold(Op(BOOL, number.span, "if", (test, yes, no)))
    elif isinstance(number, CardQuery | PlayerQuery) and number.what in ("min", "max"):
        yield replace(number, type=BOOL, what="any", body=number.when or Const(BOOL, number.span, 1), when=None)


def value_of(kind: Type, number: int, span: Span) -> Const:
    """The value of a type with this number."""
    return Const(between(number, number) if kind.kind == "int" else replace(kind, optional=False), span, number)
