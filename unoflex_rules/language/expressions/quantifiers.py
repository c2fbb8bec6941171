"""What is asked with brackets: questions about cards, players and values, conditions, cards on a face.

Not here: operators, and what a card, a player or a zone has (operators.py), or names (parsing.py).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from unoflex_rules.language.diagnostics.kinds import UnknownMember
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.wording import with_article
from unoflex_rules.language.expressions.folding import NUMERIC, fold, joined, scale, there
from unoflex_rules.language.expressions.parsing import AlreadyReported, NameReader
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
)
from unoflex_rules.language.expressions.world import Binding, ConditionBinding, VariableDeclaration, ZoneDeclaration
from unoflex_rules.language.schema.call_forms import written
from unoflex_rules.language.schema.statement_models import CORE

LOOKED_AT = ("card", "it", "face", "value")
#: What a zone has without brackets.
ZONE_WORDS = ("size", "empty", "top", "bottom")
CARD_WORDS = ("any", "all", "count", "sum", "min", "max", "first", "last")
PLAYER_WORDS = ("any", "all", "count", "sum", "min", "max", "only", "lowest", "highest", "first")
VALUE_WORDS = ("any", "all", "count", "sum", "min", "max", "first")
NUMBER_WORDS = ("at_most", "at_least")
#: The questions that ask for a number of each, and those in which a missing one is passed over.
OF_NUMBERS: Final = ("sum", "min", "max", "lowest", "highest")
COMPARED: Final = ("min", "max", "lowest", "highest")
FAR: Final = 2**40  # greater than any number of a game


class QueryReader(NameReader):
    """Reads what is asked with brackets; the rest of an expression is in the subclass."""

    def visit_Call(self, at: ast.Call, expected: Type | None) -> Expr:
        if at.keywords:
            raise self.fail("E301", "one `=` compares nothing: write `==`", at.keywords[0])
        if isinstance(at.func, ast.Name) and at.func.id in self.world.defines and self.scope.find(at.func.id) is None:
            return self.define(at.func.id, {}, at, at.args)
        if isinstance(at.func, ast.Attribute):
            return self.asked(at.func, at)
        if isinstance(at.func, ast.Name) and self.scope.find(at.func.id) is None:
            declared = self.per_value(at.func.id)
            if declared is not None:
                return self.for_value(declared, None, at)
        argument = self.argument(at)
        if isinstance(at.func, ast.Name) and at.func.id == "seat":
            number = self.value(argument, INT)
            if not isinstance(number, Const) and self.world.unsettled:
                return EngineRef(SEAT, self.span(at), "seat")
            if not isinstance(number, Const):
                raise self.fail("E302", "the number of a seat must be known beforehand", argument)
            return Const(SEAT, self.span(at), number.value % self.world.players)
        if isinstance(at.func, ast.Name) and self.scope.find(at.func.id) is not None:
            return self.condition(at.func.id, argument, at)
        if isinstance(at.func, ast.Name) and at.func.id in CORE:
            message = f"`{at.func.id}` is a step, and no question"
            notes = (f"a step before this one: `{written(at.func.id, CORE[at.func.id])}`",)
            raise self.fail("E301", message, at.func, notes=notes)
        raise self.fail("E301", "only questions, such as `hand.any(...)`, and definitions have brackets", at.func)

    def argument(self, at: ast.Call) -> ast.expr:
        """The one thing in the brackets."""
        if len(at.args) != 1:
            raise self.fail("E301", "a question is asked with one condition in brackets: `hand.any(card.wild)`", at)
        return at.args[0]

    def asked(self, func: ast.Attribute, at: ast.Call) -> Expr:
        """What something is asked: a question, a definition, or a card on a face."""
        name = func.attr
        group, given = self.naming(func.value)
        kind = self.value_type(group)
        if kind is not None:
            return self.about_values(name, kind, given, self.argument(at), at)
        value = self.visit(group, INT if name in NUMBER_WORDS else None)
        owner = value.type.kind
        if given is not None and (owner not in ("zone", "players") or name not in PLAYER_WORDS + CARD_WORDS):
            raise self.fail("E302", f"`each({given})` stands between cards or players and a question about them", at)
        declared = self.per_value(name) if owner == "player" else None
        if declared is not None:
            return self.for_value(declared, value, at)
        if f"{owner}.{name}" in self.world.defines and owner in ("card", "player"):
            return self.defined(owner, name, value, at)
        if name not in (*CARD_WORDS, *PLAYER_WORDS, *NUMBER_WORDS, "on", "each", "after"):
            raise self.not_asked(value.type, name, func)
        if owner == "player" and name == "after" and len(at.args) != 1:
            raise self.fail("E301", "one number stands in the brackets: `after(2)`", at)
        argument = self.argument(at)
        if owner == "int" and name in NUMBER_WORDS:
            least = "min" if name == "at_most" else "max"
            return fold(Op(INT, self.span(at), least, (self.parent.filled(value), self.counted(argument, value))))
        if owner == "player" and name == "after":
            return Op(value.type, self.span(at), name, (value, self.value(argument, INT)))
        if owner == "card" and name == "on":
            return self.on_face(value, argument, at)
        if owner == "zone" and name in CARD_WORDS:
            return self.about_cards(name, value, given, argument, at)
        if owner == "players" and name in PLAYER_WORDS:
            return self.about_players(name, value, given, argument, at)
        if name == "each" and owner in ("zone", "players"):
            message = "`each` gives a name to what the question after it looks at: `hand.each(other).any(other.wild)`"
            raise self.fail("E302", message, at)
        raise self.not_asked(value.type, name, func)

    def for_value(self, declared: ZoneDeclaration | VariableDeclaration, player: Expr | None, at: ast.Call) -> Expr:
        """`row(hearts)`, `self.row(hearts)`: of the zones, or variables, that values have, one each, that of a value.

        A value that is missing, or beyond those of the type, has none.
        """
        name, per, span = declared.name, declared.per, self.span(at)
        if per is None:
            message = f"there is one `{name}`, and not one for each value"
            raise self.fail("E302", message, at, suggestion=name if player is None else None)
        if declared.each != (player is not None):
            if declared.each:
                message = f"every player has {with_article(name, quote=True)}: say whose"
                raise self.fail("E302", message, at.func, suggestion=f"self.{name}")
            way = "".join(ast.get_source_segment(self.wrapped, each) or "" for each in at.args)
            message = f"`{name}` is there for each value, and for all players: it is nobody's own"
            raise self.fail("E201", message, at, suggestion=f"{name}({way})")
        if len(at.args) != 1:
            raise self.fail("E301", f"one value stands in the brackets: `{declared.called[0]}`", at)
        argument = at.args[0]
        value = self.parent.convert(self.visit(argument, per), replace(per, optional=True))
        if isinstance(value, Const) and value.value not in (NONE, *per.numbers):
            message = f"there is {with_article(name, quote=True)} for {per.low} to {per.high}, not {value.value}"
            if isinstance(argument, ast.Constant | ast.UnaryOp):  # what is worked out may lead beyond: a neighbour
                raise self.fail("E104", message, argument)
            value = Const(replace(value.type, optional=True), value.span, NONE)
        conditions = there(value) if isinstance(value, Op) else []
        if conditions:
            nothing = Const(replace(value.type, optional=True), value.span, NONE)
            known = joined("and", conditions, value.span)
            value = fold(Op(nothing.type, value.span, "if", (known, value, nothing)))
        if isinstance(declared, ZoneDeclaration):
            return ZoneRef(ZONE, span, name, player, value)
        kind, bounds = declared.type, value.type.span_of_values
        if kind.low is not None and kind.high is not None and (bounds is None or not set(bounds) <= {*per.numbers}):
            kind = replace(kind, low=min(kind.low, 0), high=max(kind.high, 0))  # what no value has is 0
        return VariableRef(kind, span, name, player, value)

    def counted(self, argument: ast.expr, beside: Expr) -> Expr:
        """A number that stands beside another one, whose names may be meant."""
        kind = scale(beside)
        return self.parent.convert(self.visit(argument, kind if kind.members else INT), INT)

    def defined(self, owner: str, name: str, value: Expr, at: ast.Call) -> Expr:
        """What a definition says of a card or a player; a card that needs nothing else is asked for somebody."""
        called, this = f"{owner}.{name}", {"card": "card", "player": "it"}[owner]
        if owner == "card" and not self.world.defines[called].params:
            return self.define(called, {"card": value, "self": self.value(self.argument(at), SEAT)}, at)
        return self.define(called, {this: value}, at, at.args)

    def not_asked(self, kind: Type, name: str, at: ast.Attribute) -> AlreadyReported:
        """That such a value is not asked that, and what it is asked."""
        of = {owner: self.definitions_of(owner) for owner in ("card", "player")}
        asked = {"zone": CARD_WORDS, "card": ("on", *of["card"]), "players": PLAYER_WORDS, "int": NUMBER_WORDS}
        asked["player"] = ("after", *of["player"])
        words = asked.get(kind.kind, ())
        if kind.kind == "zone" and name in ZONE_WORDS:
            message = f"`{name}` has no brackets: nothing is asked of each card"
            return self.fail("E201", message, at, notes=(f"write `.{name}` alone",))
        notes = (f"{kind} can be asked: {', '.join(words)}",) if words else ()
        return self.reject(UnknownMember("E201", str(kind), name, words), at, notes=notes)

    def definitions_of(self, owner: str) -> tuple[str, ...]:
        """The definitions that are asked of cards, or of players, without what they begin with."""
        prefix = f"{owner}."
        return tuple(each.removeprefix(prefix) for each in self.world.defines if each.startswith(prefix))

    # ---- of each card, player or value ---------------------------------------------------------------------------

    def about_cards(self, name: str, zone: Expr, given: str | None, argument: ast.expr, at: ast.Call) -> Expr:
        card = Local(given or "card", CARD)
        body, when = self.about(name, card, argument)
        kinds = {"any": BOOL, "all": BOOL, "count": between(0, 2000), "first": CARD, "last": CARD}
        kind = kinds.get(name) or (with_nothing(body.type) if name in COMPARED else INT)
        return CardQuery(kind, self.span(at), name, zone, card, body, when)

    def about_players(self, name: str, players: Expr, given: str | None, argument: ast.expr, at: ast.Call) -> Expr:
        it = Local(given or "it", SEAT)
        body, when = self.about(name, it, argument)
        kinds = {"any": BOOL, "all": BOOL, "only": PLAYERS, "lowest": PLAYERS, "highest": PLAYERS, "first": PLAYER}
        return PlayerQuery(kinds.get(name, INT), self.span(at), name, players, it, body, when)

    def about(self, name: str, local: Binding, argument: ast.expr, called: str = "") -> tuple[Expr, Expr | None]:
        """What a question asks of each card, player or value, and when that is there, if it can be missing.

        Each is called by the name of its `local`, or as `called` says.
        """
        names = {local.name if isinstance(local, Local) else called: local}
        inner = type(self)(self.parent, self.node, self.scope.inner(names))
        inner.wrapped, inner.shift = self.wrapped, self.shift
        if name not in OF_NUMBERS:
            return inner.value(argument, BOOL), None
        number = inner.visit(argument, INT)
        conditions = [*there(number), *of_something(number)] if name in COMPARED else []
        when = joined("and", conditions, number.span) if conditions else None
        return self.parent.convert(number, INT), when

    def naming(self, at: ast.expr) -> tuple[ast.expr, str | None]:
        """What a question is about, and the name that `each(name)` gives to each of it."""
        if not (isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute) and at.func.attr == "each"):
            return at, None
        name = at.args[0] if len(at.args) == 1 and not at.keywords else None
        if not isinstance(name, ast.Name):
            given = at.args[0] if at.args else at
            raise self.fail("E301", "`each` takes a new name: `hand.each(other).any(other.wild)`", given)
        values = (value for kind in self.world.enums.values() for value in kind.members)
        known = name.id in (*LOOKED_AT, *values) or not self.parent.is_unknown(name.id, self.scope)
        if known and self.node.span.file == self.world.file:  # elsewhere nobody knows what a game on it declares
            raise self.fail("E212", f"`{name.id}` has a meaning here already: `each` takes a new name", name)
        return at.func.value, name.id

    # ---- of the values of a type ---------------------------------------------------------------------------------

    def value_type(self, at: ast.expr) -> Type | None:
        """The value type that a name alone means, where nothing else goes by it."""
        if not isinstance(at, ast.Name) or not self.parent.is_unknown(at.id, self.scope):
            return None
        return self.world.enums.get(at.id) or self.world.ranges.get(at.id)

    def about_values(self, name: str, kind: Type, given: str | None, argument: ast.expr, at: ast.Call) -> Expr:
        """A question about each value of a type, written out value by value."""
        span = self.span(at)
        if name not in VALUE_WORDS:
            note = f"values can be asked: {', '.join(VALUE_WORDS)}"
            raise self.reject(UnknownMember("E201", "a value type", name), at.func, notes=(note,))
        if not is_choosable(kind):
            message = f"only values of which there are at most {MAX_VALUES}, numbers from 0 on, are asked one by one"
            raise self.fail("E302", message, at.func)
        values = [value_of(kind, number, span) for number in kind.numbers]
        asked = [self.about(name, value, argument, given or "it") for value in values]
        bodies = [body for body, _ in asked]
        zero = Const(between(0, 0), span, 0)
        if name in ("any", "all"):
            return joined("or" if name == "any" else "and", bodies or [Const(BOOL, span, int(name == "all"))], span)
        if name == "first":
            found: Expr = Const(replace(kind, optional=True), span, NONE)
            for value, body in reversed(list(zip(values, bodies, strict=True))):
                found = fold(Op(found.type, span, "if", (body, value, found)))
            return found
        if name == "count":
            one = Const(between(1, 1), span, 1)
            bodies = [fold(Op(between(0, 1), span, "if", (body, one, zero))) for body in bodies]
        if name in ("count", "sum"):
            return together("+", bodies or [zero], span)
        far = Const(INT, span, FAR if name == "min" else -FAR)
        compared = [body if when is None else fold(Op(INT, span, "if", (when, body, far))) for body, when in asked]
        extreme = together(name, compared or [zero], span)
        some = [Const(BOOL, span, 1) if when is None else when for _, when in asked]
        return fold(Op(extreme.type, span, "if", (joined("or", some or [Const(BOOL, span, 1)], span), extreme, zero)))

    # ---- conditions and faces ------------------------------------------------------------------------------------

    def condition(self, name: str, argument: ast.expr, at: ast.Call) -> Expr:
        """`fits(x)`: a condition that was given to an effect, looked at for a certain card or player."""
        bound, value = self.scope.find(name), self.visit(argument)
        if isinstance(bound, Local) and bound.type.kind == "bool":
            return LocalRef(bound.type, self.span(at), bound)
        if not isinstance(bound, ConditionBinding) or value.type.kind not in ("card", "player"):
            raise self.fail("E302", "only a condition can be asked of a card or a player", at)
        names: dict[str, Binding] = {"card" if value.type.kind == "card" else "it": value}
        asked = self.parent.read_any(bound.node, bound.scope.inner(names), BOOL)
        if asked.type.kind != "bool":  # whoever gave it can mend it
            asked = replace(asked, span=bound.node.span)
        return self.parent.convert(asked, BOOL)

    def on_face(self, card: Expr, argument: ast.expr, at: ast.Call) -> Expr:
        """`card.on(face)`: the card, looked at on a face of its own."""
        face = self.value(argument, self.world.faces)
        return CardOnFace(card.type, self.span(at), card, face)


def with_nothing(kind: Type) -> Type:
    """The type of the least or the greatest of numbers, which is 0 where there are none."""
    bounds = kind.span_of_values
    return INT if bounds is None else between(min(bounds[0], 0), max(bounds[1], 0))


def of_something(number: Expr) -> Iterator[Expr]:
    """Whether there is a least and a greatest number wherever one is asked for inside: without one it would be 0."""
    if isinstance(number, Op) and number.name in NUMERIC:
        for part in number.args:
            yield from of_something(part)
    elif isinstance(number, Op) and number.name == "if":
        test, *ways = number.args
        sure = [Const(BOOL, number.span, 1)]
        yes, no = (joined("and", [*of_something(way)] or [*sure], way.span) for way in ways)
        yield fold(Op(BOOL, number.span, "if", (test, yes, no)))
    elif isinstance(number, CardQuery | PlayerQuery) and number.what in ("min", "max"):
        yield replace(number, type=BOOL, what="any", body=number.when or Const(BOOL, number.span, 1), when=None)


def value_of(kind: Type, number: int, span: Span) -> Const:
    """The value of a type for which a number stands."""
    return Const(between(number, number) if kind.kind == "int" else replace(kind, optional=False), span, number)


def together(name: str, numbers: list[Expr], span: Span) -> Expr:
    """The sum, the least or the greatest of numbers, as a tree that is no deeper than it must be."""
    while len(numbers) > 1:
        pairs = [tuple(numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
        numbers = [fold(Op(INT, span, name, pair)) if len(pair) == 2 else pair[0] for pair in pairs]
    return numbers[0]
