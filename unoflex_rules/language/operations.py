"""What expressions are made of beyond names: operators, members of what is declared, questions with a condition.

Not here: the text and its names (reading.py), folding (folding.py), or what it all does in a game (the compiler's).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from unoflex_rules.language.declare import MAX_NUMBER
from unoflex_rules.language.folding import fold, joined, presence, there
from unoflex_rules.language.habits import SIZES
from unoflex_rules.language.problems import Span, nearest, with_article
from unoflex_rules.language.reading import AROUND, SEAT, Failed, Reading
from unoflex_rules.language.types import (
    BOOL,
    CARD,
    INT,
    PLAYER,
    PLAYERS,
    ZONE,
    ActiveRef,
    AttributeRef,
    CardStateRef,
    ChoiceRef,
    Const,
    Expr,
    Local,
    LocalRef,
    Now,
    OnFace,
    Op,
    OverCards,
    OverPlayers,
    Type,
    VariableRef,
    ZoneRef,
    between,
)
from unoflex_rules.language.world import Binding, Predicate

LOOK = Type("int", optional=True)
LOOKED_AT = ("card", "it", "face", "value")
CARD_WORDS = ("any", "all", "count", "sum")
PLAYER_WORDS = ("any", "all", "count", "sum", "min", "max", "only", "lowest", "highest", "first")


class Reader(Reading):
    """Reads one text: operators, members of what is declared, and questions."""

    # ---- operators -----------------------------------------------------------------------------------------------

    def visit_BoolOp(self, at: ast.BoolOp, expected: Type | None) -> Expr:
        name = "and" if isinstance(at.op, ast.And) else "or"
        return joined(name, self.each(self.value, at.values, BOOL), self.span(at))

    def each(self, read: Callable[[ast.expr, Type], Expr], parts: list[ast.expr], kind: Type) -> list[Expr]:
        """All of the parts; what is wrong with one does not hide what is wrong with the next."""
        found = []
        for part in parts:
            with suppress(Failed):
                found.append(read(part, kind))
        if len(found) < len(parts):
            raise Failed
        return found

    def visit_UnaryOp(self, at: ast.UnaryOp, expected: Type | None) -> Expr:
        if isinstance(at.op, ast.Not):
            return fold(Op(BOOL, self.span(at), "not", (self.value(at.operand, BOOL),)))
        if isinstance(at.op, ast.USub):
            return fold(Op(INT, self.span(at), "negate", (self.value(at.operand, INT),)))
        raise self.fail("E301", "this operator has no meaning here", at)

    def visit_BinOp(self, at: ast.BinOp, expected: Type | None) -> Expr:
        signs = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
        sign = signs.get(type(at.op))
        if sign is None:
            way_out = "write `//`" if isinstance(at.op, ast.Div) else "use + - * // %"
            raise self.fail("E301", f"this operator has no meaning here: {way_out}", at)
        left, right = self.each(self.visit, [at.left, at.right], INT)
        if left.type.kind in ("players", "player") and sign in ("+", "-"):
            left, right = self.parent.convert(left, PLAYERS), self.parent.convert(right, PLAYERS)
            name = "or" if sign == "+" else "without"
            return fold(Op(PLAYERS, self.span(at), name, (left, right)))
        left, right = self.parent.convert(left, INT), self.parent.convert(right, INT)
        result = fold(Op(INT, self.span(at), sign, (left, right)))
        if isinstance(result, Const) and abs(result.value) > MAX_NUMBER:
            raise self.fail("E301", "this number is too large", at)
        return result

    def visit_IfExp(self, at: ast.IfExp, expected: Type | None) -> Expr:
        test = self.value(at.test, BOOL)
        yes = self.visit(at.body, expected)
        no = self.visit(at.orelse, expected or yes.type)
        wider = yes.type.kind == "none" or (yes.type.kind == "player" and no.type.kind == "players")
        kind = no.type if wider else yes.type
        yes, no = (self.parent.convert(each, replace(kind, optional=True)) for each in (yes, no))
        optional = yes.type.optional or no.type.optional
        low = None if yes.type.low is None or no.type.low is None else min(yes.type.low, no.type.low)
        high = None if yes.type.high is None or no.type.high is None else max(yes.type.high, no.type.high)
        kind = replace(kind, optional=optional, low=low, high=high)
        return fold(Op(kind, self.span(at), "if", (test, yes, no)))

    def visit_Compare(self, at: ast.Compare, expected: Type | None) -> Expr:
        result: Expr | None = None
        left = at.left
        for operator, right in zip(at.ops, at.comparators, strict=True):
            part = self.compare(left, operator, right, at)
            result = part if result is None else fold(Op(BOOL, self.span(at), "and", (result, part)))
            left = right
        assert result is not None
        return result

    def compare(self, left: ast.expr, operator: ast.cmpop, right: ast.expr, at: ast.expr) -> Expr:
        span = self.span(at)
        if isinstance(operator, ast.Is | ast.IsNot):
            if not (isinstance(right, ast.Name) and right.id == "none"):
                raise self.fail("E301", "`is` stands only before `none`", right)
            value = self.visit(left)
            known = presence(value)
            if value.type.kind == "players":  # nobody
                count = fold(Op(between(0, self.world.players), span, "players", (value,)))
                known = fold(Op(BOOL, span, "<", (Const(between(0, 0), span, 0), count)))
            return known if isinstance(operator, ast.IsNot) else fold(Op(BOOL, span, "not", (known,)))
        if isinstance(operator, ast.In | ast.NotIn):
            found = self.membership(left, right, span)
            return found if isinstance(operator, ast.In) else fold(Op(BOOL, span, "not", (found,)))
        a, b = self.pair(left, right)
        if isinstance(operator, ast.Eq | ast.NotEq):
            equal = self.equal(a, b, right, span)
            return equal if isinstance(operator, ast.Eq) else fold(Op(BOOL, span, "not", (equal,)))
        for side in (a, b):
            if side.type.kind != "int":
                self.parent.convert(side, INT)
        signs: dict[type[ast.cmpop], tuple[str, bool]] = {
            ast.Lt: ("<", False), ast.LtE: ("<=", False), ast.Gt: ("<", True), ast.GtE: ("<=", True)
        }  # fmt: skip
        sign, turned = signs[type(operator)]
        result = fold(Op(BOOL, span, sign, (b, a) if turned else (a, b)))
        return joined("and", [*there(a), *there(b), result], span)

    def pair(self, left: ast.expr, right: ast.expr) -> tuple[Expr, Expr]:
        """Both sides of a comparison; a bare name is read as a value of the other side's type."""
        if isinstance(left, ast.Name) and not isinstance(right, ast.Name | ast.Constant):
            b = self.visit(right)
            return self.visit(left, b.type), b
        if isinstance(left, ast.Name) and isinstance(right, ast.Name) and self.parent.is_unknown(left.id, self.scope):
            b = self.visit(right)
            return self.visit(left, b.type), b
        a = self.visit(left)
        return a, self.visit(right, a.type)

    def equal(self, a: Expr, b: Expr, right: ast.expr, span: Span) -> Expr:
        if "none" in (a.type.kind, b.type.kind):
            raise self.fail("E302", "nothing equals `none`: write `is none`", right)
        if a.type.kind != b.type.kind or (a.type.kind == "enum" and a.type.name != b.type.name):
            raise self.fail("E302", f"{a.type} and {b.type} are never equal", right, label=f"this is {b.type}")
        if a.type.kind in ("zone", "values"):
            raise self.fail("E302", f"{a.type} cannot be compared", right)
        worked_out = a.type.kind == "int" and (isinstance(a, Op) or isinstance(b, Op))
        name = "same" if a.type.optional and b.type.optional and not worked_out else "=="
        result = fold(Op(BOOL, span, name, (a, b)))
        if a.type.kind != "int" or name == "same":
            return result
        conditions: list[Expr] = []
        for side, other in ((a, b), (b, a)):
            below_zero = other.type.low is None or other.type.low < 0
            if isinstance(side, Op) or below_zero:  # else what is missing is below zero, and so not equal
                conditions += there(side)
        return joined("and", [*conditions, result], span)

    def membership(self, left: ast.expr, right: ast.expr, span: Span) -> Expr:
        if isinstance(right, ast.List | ast.Tuple):
            value = self.visit(left)
            equal = [self.equal(value, self.visit(item, value.type), item, span) for item in right.elts]
            return joined("or", equal, span) if equal else Const(BOOL, span, 0)
        value, group = self.visit(left), self.visit(right)
        if group.type.kind == "players":
            return fold(Op(BOOL, span, "contains", (group, self.parent.convert(value, PLAYER))))
        if group.type.kind == "zone":
            return fold(Op(BOOL, span, "in_zone", (self.parent.convert(value, CARD), group)))
        raise self.fail("E302", "`in` needs a list, players or a zone on its right", right)

    # ---- members and calls ---------------------------------------------------------------------------------------

    def visit_Attribute(self, at: ast.Attribute, expected: Type | None) -> Expr:
        name, span = at.attr, self.span(at)
        if isinstance(at.value, ast.Name) and self.scope.find(at.value.id) is None:
            owner = at.value.id
            if owner in ("active", "before"):
                field = self.world.active.get(name)
                if field is None:
                    raise self.fail(
                        "E201", f"nothing called `{name}` is in force", at, suggestion=nearest(name, self.world.active)
                    )
                return ActiveRef(field.type, span, name, owner == "before")
            if owner == "choice":
                choice = self.world.choices.get(name)
                if choice is None:
                    raise self.fail("E201", f"no choice `{name}`", at, suggestion=nearest(name, self.world.choices))
                return ChoiceRef(choice.type, span, name)
            if owner in self.world.enums and owner not in self.world.variables:
                kind = self.world.enums[owner]
                if name not in kind.members:
                    raise self.fail(
                        "E205", f"`{name}` is not {with_article(owner)}", at, suggestion=nearest(name, kind.members)
                    )
                return Const(kind, span, kind.members.index(name))
            if owner in self.world.ranges and owner not in self.world.variables:
                kind = self.world.ranges[owner]
                if name not in kind.members:
                    raise self.fail(
                        "E205", f"`{name}` is not {with_article(owner)}", at, suggestion=nearest(name, kind.members)
                    )
                return self.named_value(kind, name, at)
        value = self.visit(at.value)
        by_kind = {"card": self.of_card, "player": self.of_player, "zone": self.of_zone, "players": self.of_players}
        method = by_kind.get(value.type.kind)
        if method is None:
            raise self.fail("E302", f"{value.type} has no `{name}`", at)
        return method(value, name, at)

    def of_card(self, card: Expr, name: str, at: ast.Attribute) -> Expr:
        world, span = self.world, self.span(at)
        if name in world.attributes or name in ("kind", "look"):
            kind = world.kinds if name == "kind" else LOOK if name == "look" else world.attributes[name].type
            return AttributeRef(kind, span, card, self.face_of(card, span), name)
        if name in world.card_state:
            return CardStateRef(world.card_state[name].type, span, card, name)
        if f"card.{name}" in world.defines:
            return self.define(f"card.{name}", {"card": card}, at)
        if name == "face":
            return self.face_of(card, span)
        known = [*world.attributes, *world.card_state, "kind", "look", "face"]
        known += [each[5:] for each in world.defines if each.startswith("card.")]
        raise self.fail("E201", f"a card has no `{name}`", at, suggestion=nearest(name, known))

    def face_of(self, card: Expr, span: Span) -> Expr:
        if isinstance(card, OnFace):
            return card.face
        if isinstance(card, LocalRef) and card.local.face is not None:
            return LocalRef(self.world.faces, span, card.local.face)
        return self.parent.default_face(self.scope, span)

    def of_player(self, player: Expr, name: str, at: ast.Attribute) -> Expr:
        world, span = self.world, self.span(at)
        if name in world.zones and world.zones[name].each:
            return ZoneRef(ZONE, span, name, player)
        if name in world.variables and world.variables[name].each:
            return VariableRef(world.variables[name].type, span, name, player)
        if f"player.{name}" in world.defines:
            return self.define(f"player.{name}", {"it": player}, at)
        if name in AROUND:
            return self.around(player, name, span)
        if name == "misses":
            return Op(between(0, None), span, "misses", (player,))
        known = [each for each, zone in world.zones.items() if zone.each]
        known += [each for each, variable in world.variables.items() if variable.each]
        known += [each[7:] for each in world.defines if each.startswith("player.")] + [*AROUND, "misses"]
        raise self.fail("E201", f"a player has no `{name}`", at, suggestion=nearest(name, known))

    def of_zone(self, zone: Expr, name: str, at: ast.Attribute) -> Expr:
        span = self.span(at)
        if name == "size":
            return Op(between(0, 2000), span, "size", (zone,))
        if name == "empty":
            size = Op(between(0, 2000), span, "size", (zone,))
            return Op(BOOL, span, "==", (size, Const(between(0, 0), span, 0)))
        if name in ("top", "bottom"):
            return Op(CARD, span, name, (zone,))
        known = ["size", "empty", "top", "bottom", *CARD_WORDS]
        note = (f"a question is asked with a condition in brackets: `{name}(card.wild)`",) if name in CARD_WORDS else ()
        message = f"`{name}` is a question" if note else f"a zone has no `{name}`"
        near = "size" if name in SIZES else nearest(name, known)
        raise self.fail("E201", message, at, suggestion=near, notes=note)

    def of_players(self, players: Expr, name: str, at: ast.Attribute) -> Expr:
        if name == "count":
            if isinstance(players, Now) and players.what in ("players", "everyone") and not self.world.can_leave:
                return self.player_count(self.span(at))
            return fold(Op(between(0, self.world.players), self.span(at), "players", (players,)))
        note = (f"a question is asked in brackets: `{name}(it.hand.empty)`",) if name in PLAYER_WORDS else ()
        message = f"`{name}` is a question" if note else f"players have no `{name}`"
        raise self.fail("E201", message, at, suggestion=nearest(name, ["count", *PLAYER_WORDS]), notes=note)

    def visit_Call(self, at: ast.Call, expected: Type | None) -> Expr:
        if at.keywords:
            raise self.fail("E301", "one `=` compares nothing: write `==`", at.keywords[0])
        if len(at.args) != 1:
            raise self.fail("E301", "a question is asked with one condition in brackets: `hand.any(card.wild)`", at)
        argument = at.args[0]
        if isinstance(at.func, ast.Name) and at.func.id == "seat":
            number = self.value(argument, INT)
            if not isinstance(number, Const) and self.world.unsettled:
                return Now(SEAT, self.span(at), "seat")
            if not isinstance(number, Const):
                raise self.fail("E302", "the number of a seat must be known beforehand", argument)
            return Const(SEAT, self.span(at), number.value % self.world.players)
        if isinstance(at.func, ast.Name) and self.scope.find(at.func.id) is not None:
            return self.condition(at.func.id, argument, at)
        if not isinstance(at.func, ast.Attribute):
            raise self.fail("E301", "only questions such as `hand.any(...)` are called", at.func)
        name, span = at.func.attr, self.span(at)
        group, given = self.naming(at.func.value)
        value = self.visit(group)
        if given is not None and (value.type.kind not in ("zone", "players") or name not in PLAYER_WORDS):
            raise self.fail("E302", f"`each({given})` stands between cards or players and a question about them", at)
        if value.type.kind == "int" and name in ("at_most", "at_least"):
            least = "min" if name == "at_most" else "max"
            return fold(Op(INT, span, least, (self.parent.filled(value), self.value(argument, INT))))
        if value.type.kind == "card" and name == "on":
            return self.on_face(value, argument, at)
        if value.type.kind == "card" and f"card.{name}" in self.world.defines:
            return self.define(f"card.{name}", {"card": value, "self": self.value(argument, SEAT)}, at)
        if value.type.kind == "zone" and name in CARD_WORDS:
            card = Local(given or "card", CARD)
            body = self.about(card, argument, INT if name == "sum" else BOOL)
            kind = BOOL if name in ("any", "all") else between(0, 2000) if name == "count" else INT
            return OverCards(kind, span, name, value, card, body)
        if value.type.kind == "players" and name in PLAYER_WORDS:
            it = Local(given or "it", SEAT)
            numbers = name in ("sum", "min", "max", "lowest", "highest")
            body = self.about(it, argument, INT if numbers else BOOL)
            kinds = {"any": BOOL, "all": BOOL, "only": PLAYERS, "lowest": PLAYERS, "highest": PLAYERS, "first": PLAYER}
            return OverPlayers(kinds.get(name, INT), span, name, value, it, body)
        if name == "each" and value.type.kind in ("zone", "players"):
            message = "`each` gives a name to what the question after it looks at: `hand.each(other).any(other.wild)`"
            raise self.fail("E302", message, at)
        defined = tuple(each[5:] for each in self.world.defines if each.startswith("card."))
        asked = {"zone": CARD_WORDS, "card": ("on", *defined), "players": PLAYER_WORDS, "int": ("at_most", "at_least")}
        words = asked.get(value.type.kind, ())
        notes = (f"questions here: {', '.join(words)}",) if words else ()
        message = f"{value.type} cannot be asked `{name}`"
        raise self.fail("E201", message, at.func, suggestion=nearest(name, words), notes=notes)

    def about(self, local: Local, argument: ast.expr, kind: Type) -> Expr:
        """What a question asks of each card or player, called by the name of `local`."""
        inner = Reader(self.parent, self.node, self.scope.inner({local.name: local}))
        inner.wrapped, inner.shift = self.wrapped, self.shift
        return inner.value(argument, kind)

    def naming(self, at: ast.expr) -> tuple[ast.expr, str | None]:
        """What a question is about, and the name that `each(name)` gives to each of it."""
        if not (isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute) and at.func.attr == "each"):
            return at, None
        name = at.args[0] if len(at.args) == 1 and not at.keywords else None
        if not isinstance(name, ast.Name):
            given = at.args[0] if at.args else at
            raise self.fail("E301", "`each` takes a new name: `hand.each(other).any(other.wild)`", given)
        values = (value for kind in self.world.enums.values() for value in kind.members)
        if name.id in (*LOOKED_AT, *values) or not self.parent.is_unknown(name.id, self.scope):
            raise self.fail("E212", f"`{name.id}` has a meaning here already: `each` takes a new name", name)
        return at.func.value, name.id

    def condition(self, name: str, argument: ast.expr, at: ast.Call) -> Expr:
        """`fits(x)`: a condition that was given to an effect, looked at for a certain card or player."""
        bound, value = self.scope.find(name), self.visit(argument)
        if isinstance(bound, Local) and bound.type.kind == "bool":
            return LocalRef(bound.type, self.span(at), bound)
        if not isinstance(bound, Predicate) or value.type.kind not in ("card", "player"):
            raise self.fail("E302", "only a condition can be asked of a card or a player", at)
        names: dict[str, Binding] = {"card" if value.type.kind == "card" else "it": value}
        return self.parent.read(bound.node, bound.scope.inner(names), BOOL)

    def on_face(self, card: Expr, argument: ast.expr, at: ast.Call) -> Expr:
        """`card.on(face)`: the card, looked at on a face of its own."""
        face = self.value(argument, self.world.faces)
        return OnFace(card.type, self.span(at), card, face)
