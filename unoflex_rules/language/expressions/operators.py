"""What expressions are made of beyond names: operators, and members of what is declared.

Not here: the text and its names (parsing.py), what is asked with brackets (quantifiers.py), folding (folding.py).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from unoflex_rules.language.diagnostics.hints import PARTS, SIZES
from unoflex_rules.language.diagnostics.kinds import UnknownMember, UnknownName, UnknownValue
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.unknown_names import comes_with
from unoflex_rules.language.diagnostics.wording import with_article
from unoflex_rules.language.expressions.folding import fold, joined, presence, scale, there
from unoflex_rules.language.expressions.parsing import DECLARED, AlreadyReported, speaks_of_nothing
from unoflex_rules.language.expressions.quantifiers import (
    CARD_WORDS,
    PLAYER_WORDS,
    VALUE_WORDS,
    ZONE_WORDS,
    QueryReader,
)
from unoflex_rules.language.expressions.scope import AROUND
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    MAX_NUMBER,
    PLAYER,
    PLAYERS,
    ZONE,
    ActiveRef,
    AttributeRef,
    CardOnFace,
    CardStateRef,
    ChoiceRef,
    Const,
    EngineRef,
    Expr,
    LocalRef,
    Op,
    Type,
    VariableRef,
    ZoneRef,
    between,
    is_choosable,
)
from unoflex_rules.language.expressions.world import ZoneDeclaration

LOOK = Type("int", optional=True)
MOST_TOLD = 20  # values of a type, after a comparison with something else


class ExpressionReader(QueryReader):
    """Reads one text: operators, members of what is declared, and questions."""

    # ---- operators -----------------------------------------------------------------------------------------------

    def visit_BoolOp(self, at: ast.BoolOp, expected: Type | None) -> Expr:
        name = "and" if isinstance(at.op, ast.And) else "or"
        return joined(name, self.each(self.value, at.values, BOOL), self.span(at))

    def each(self, read: Callable[[ast.expr, Type], Expr], parts: list[ast.expr], kind: Type) -> list[Expr]:
        """All of the parts; what is wrong with one does not hide what is wrong with the next."""
        found = []
        for part in parts:
            with suppress(AlreadyReported):
                found.append(read(part, kind))
        if len(found) < len(parts):
            raise AlreadyReported
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
            ways = {ast.Div: "write `//`", ast.BitAnd: "write `and`", ast.BitOr: "write `or`"}
            way_out = ways.get(type(at.op), "use + - * // %")
            raise self.fail("E301", f"this operator has no meaning here: {way_out}", at)
        left, right = self.operands(at.left, at.right, expected)
        for side, where in ((left, at.left), (right, at.right)):
            if expected is not None and expected.kind == "zone" and side.type.kind == "zone":
                raise self.no_union(at)
            if side.type.kind == "zone":
                self.no_group(side, where)
        if left.type.kind in ("players", "player") and sign in ("+", "-"):
            left, right = self.parent.convert(left, PLAYERS), self.parent.convert(right, PLAYERS)
            name = "or" if sign == "+" else "without"
            return fold(Op(PLAYERS, self.span(at), name, (left, right)))
        left, right = self.parent.convert(left, INT), self.parent.convert(right, INT)
        result = fold(Op(INT, self.span(at), sign, (left, right)))
        if isinstance(result, Const) and abs(result.value) > MAX_NUMBER:
            raise self.fail("E301", f"this number is too large: at most {MAX_NUMBER:,}", at)
        return result

    def no_union(self, at: ast.BinOp) -> AlreadyReported:
        """Zones that are added up where the cards of one are meant."""
        parts = [ast.get_source_segment(self.wrapped, each) or "" for each in (at.left, at.right)]
        notes = (f"each zone has an option of its own: one with `cards: {parts[0]}`, one with `cards: {parts[1]}`",)
        return self.fail("E302", "one zone is expected here, not several", at, notes=notes)

    def operands(self, left: ast.expr, right: ast.expr, expected: Type | None) -> tuple[Expr, Expr]:
        """What is added up, or the like; names alone are read as numbers of the type of which the other one is."""
        wanted = expected if expected is not None and expected.kind == "int" and expected.members else INT
        turned = is_bare(left) and not is_bare(right)
        first, second = (right, left) if turned else (left, right)
        try:
            known = self.visit(first, wanted)
        except AlreadyReported:
            with suppress(AlreadyReported):
                self.visit(second, wanted)
            raise
        other = self.visit(second, kind if (kind := scale(known)).members else wanted)
        return (other, known) if turned else (known, other)

    def visit_IfExp(self, at: ast.IfExp, expected: Type | None) -> Expr:
        test = self.value(at.test, BOOL)
        if isinstance(test, Const) and speaks_of_nothing(at.test):
            self.world.decided[self.span(at.test)] = bool(test.value)
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
                nothing = nearest(self.written(right), ("none",))
                if nothing is not None:
                    raise self.fail("E301", "`is` stands only before `none`", right, suggestion=nothing)
                sign = "==" if isinstance(operator, ast.Is) else "!="
                place = self.between(left, right)
                self.problems.error("E301", "`is` stands only before `none`", place, suggestion=sign)
                raise AlreadyReported
            value = self.visit(left, DECLARED if isinstance(left, ast.Name) else None)
            known = presence(value)
            if value.type.kind == "players":  # nobody
                count = fold(Op(between(0, self.world.players), span, "players", (value,)))
                known = fold(Op(BOOL, span, "<", (Const(between(0, 0), span, 0), count)))
            return known if isinstance(operator, ast.IsNot) else fold(Op(BOOL, span, "not", (known,)))
        if isinstance(operator, ast.In | ast.NotIn):
            found = self.membership(left, right, span)
            return found if isinstance(operator, ast.In) else fold(Op(BOOL, span, "not", (found,)))
        a, b = self.pair(left, right)
        if "int" in (a.type.kind, b.type.kind):
            self.no_group(a, left)
            self.no_group(b, right)
        if isinstance(operator, ast.Eq | ast.NotEq):
            equal = self.equal(a, b, left, right, span)
            return equal if isinstance(operator, ast.Eq) else fold(Op(BOOL, span, "not", (equal,)))
        for side, where in ((a, left), (b, right)):
            self.no_group(side, where)  # two of them are no numbers either
            if side.type.kind != "int":
                self.no_order(side)
        signs: dict[type[ast.cmpop], tuple[str, bool]] = {
            ast.Lt: ("<", False), ast.LtE: ("<=", False), ast.Gt: ("<", True), ast.GtE: ("<=", True)
        }  # fmt: skip
        sign, turned = signs[type(operator)]
        result = fold(Op(BOOL, span, sign, (b, a) if turned else (a, b)))
        return joined("and", [*there(a), *there(b), result], span)

    def between(self, left: ast.expr, right: ast.expr) -> Span:
        """The place of the words between two parts of a text."""
        start = self.offset(left.end_lineno or 1, left.end_col_offset or 0)
        end = self.offset(right.lineno, right.col_offset)
        found = re.search(r"\bis\b(?:\s+not\b)?", self.wrapped[start:end])
        first, last = (start + each for each in (found.span() if found is not None else (0, end - start)))
        return self.node.sub_span(first - self.shift, last - self.shift)

    def written(self, at: ast.expr) -> str:
        """The words of a part of a text."""
        return ast.get_source_segment(self.wrapped, at) or ""

    def no_group(self, side: Expr, where: ast.expr) -> None:
        """Refuse a zone, or players, in whose place their number was meant."""
        word = {"zone": "size", "players": "count"}.get(side.type.kind)
        if word is not None:
            written = self.written(where)
            meant = f"{written}.{word}" if re.fullmatch(r"[\w.]+", written) else None
            message = f"a number is expected here, not {side.type}"
            self.problems.error("E302", message, side.span, label=f"this is {side.type}", suggestion=meant)
            raise AlreadyReported

    def no_order(self, side: Expr) -> None:
        """Say that something is no number, and so neither less nor more than anything; raises Failed."""
        if side.type.kind == "enum":
            kind = side.type.name
            notes = "outcomes that are to be compared are numbers: `weights: {0: 12, 2: 1, 3: 2}`"
            if kind in self.world.enums:
                notes = f"numbers may have names: `{kind}: {{range: 1..13, names: {{11: jack}}}}` under `values`"
            elif side.type.option:
                notes = "an option that is to be compared has the type `int`"
            message = "this is no number, and so neither less nor more than anything"
            self.problems.error("E302", message, side.span, label=f"this is {side.type}", notes=(notes,))
            raise AlreadyReported
        self.parent.convert(side, INT)

    def pair(self, left: ast.expr, right: ast.expr) -> tuple[Expr, Expr]:
        """Both sides of a comparison; names alone are read as values of the other side's type."""
        if self.unknown(left) and not (self.unknown(right) and not self.is_near(right)):
            b = self.visit(right)
            return self.visit(left, scale(b)), b
        if is_bare(left) and not is_bare(right):
            b = self.visit(right)
            return self.visit(left, scale(b)), b
        a = self.visit(left)
        return a, self.visit(right, scale(a))

    def unknown(self, at: ast.expr) -> bool:
        """Whether a name stands alone there that nothing has, no value either."""
        kinds = (*self.world.enums.values(), *self.world.ranges.values())
        return (
            isinstance(at, ast.Name)
            and self.parent.is_unknown(at.id, self.scope)
            and not any(at.id in kind.members for kind in kinds)
        )

    def is_near(self, at: ast.expr) -> bool:
        """Whether a name is nearly one that is known, as one that is misspelt."""
        return isinstance(at, ast.Name) and nearest(at.id, self.known()) is not None

    def equal(self, a: Expr, b: Expr, left: ast.expr, right: ast.expr, span: Span) -> Expr:
        if "none" in (a.type.kind, b.type.kind):
            raise self.fail("E302", "`none` is no value: write `is none`, or `is not none`", right)
        if a.type.kind != b.type.kind or (a.type.kind == "enum" and a.type.name != b.type.name):
            raise self.never_equal(a, b, left, right)
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

    def never_equal(self, a: Expr, b: Expr, left: ast.expr, right: ast.expr) -> AlreadyReported:
        """That two values are of types that are never equal, and what may have been meant."""
        notes = [kind.told for kind in (a.type, b.type) if kind.kind == "enum" and len(kind.members) <= MOST_TOLD]
        if {a.type.kind, b.type.kind} == {"player", "players"}:
            one, several = (left, right) if a.type.kind == "player" else (right, left)
            notes.append(f"whether a player is one of several: `{self.written(one)} in {self.written(several)}`")
        message = f"{a.type} and {b.type} are never equal"
        return self.fail("E302", message, right, label=f"this is {b.type}", notes=tuple(notes))

    def membership(self, left: ast.expr, right: ast.expr, span: Span) -> Expr:
        if isinstance(right, ast.List | ast.Tuple):
            if not right.elts:
                return Const(BOOL, span, 0)
            value, first = self.pair(left, right.elts[0])
            items = [first, *(self.visit(item, scale(value)) for item in right.elts[1:])]
            equal = [self.equal(value, item, left, at, span) for item, at in zip(items, right.elts, strict=True)]
            return joined("or", equal, span)
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
            if owner in PARTS and self.parent.is_unknown(owner, self.scope):
                message = f"what is declared goes by its name alone, without `{owner}.`"
                self.problems.error(
                    "E201", message, span, suggestion=name if name in self.known() else nearest(name, self.known())
                )
                raise AlreadyReported
            if owner in ("active", "before"):
                field = self.world.active.get(name)
                if field is None:
                    raise self.reject(UnknownMember("E201", f"`{owner}`", name, tuple(self.world.active)), at)
                return ActiveRef(field.type, span, name, owner == "before")
            if owner == "choice":
                choice = self.world.choices.get(name)
                if choice is None:
                    raise self.reject(UnknownName("E201", "choice", name, tuple(self.world.choices)), at)
                return ChoiceRef(choice.type, span, name)
            if owner in self.world.enums and owner not in self.world.variables:
                return self.of_type(self.world.enums[owner], name, at)
            if owner in self.world.ranges and owner not in self.world.variables:
                return self.of_type(self.world.ranges[owner], name, at)
        value = self.visit(at.value)
        if value.type.kind == "players":
            return self.of_players(value, name, at, expected)
        by_kind = {"card": self.of_card, "player": self.of_player, "zone": self.of_zone}
        method = by_kind.get(value.type.kind)
        if method is None:
            raise self.fail("E302", f"{value.type} has no `{name}`", at)
        return method(value, name, at)

    def of_type(self, kind: Type, name: str, at: ast.Attribute) -> Expr:
        """A value of a type by its name; or how many values there are."""
        if name in kind.members:
            return self.named_value(kind, name, at)
        if name == "count" and is_choosable(kind):
            return Const(between(len(kind.numbers), len(kind.numbers)), self.span(at), len(kind.numbers))
        notes: tuple[str, ...] = ()
        if name in VALUE_WORDS:
            notes = (f"a question about each {kind.name} has brackets: `{kind.name}.{name}(...)`, where each is `it`",)
        raise self.reject(UnknownValue("E205", with_article(kind.name), name, kind.members), at, notes=notes)

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
        raise self.reject(UnknownMember("E201", "a card", name, tuple(known)), at)

    def face_of(self, card: Expr, span: Span) -> Expr:
        if isinstance(card, CardOnFace):
            return card.face
        if isinstance(card, LocalRef) and card.local.face is not None:
            return LocalRef(self.world.faces, span, card.local.face)
        return self.parent.default_face(self.scope, span)

    def of_player(self, player: Expr, name: str, at: ast.Attribute) -> Expr:
        world, span = self.world, self.span(at)
        if name in world.zones and world.zones[name].each:
            if world.zones[name].per is not None:
                raise self.say_which(world.zones[name], at)
            return ZoneRef(ZONE, span, name, player)
        if name in world.variables and world.variables[name].each:
            if world.variables[name].per is not None:
                raise self.say_which(world.variables[name], at)
            return VariableRef(world.variables[name].type, span, name, player)
        if f"player.{name}" in world.defines:
            return self.define(f"player.{name}", {"it": player}, at)
        if name in AROUND:
            return self.around(player, name, span)
        if name == "after":
            raise self.fail("E301", "`after` asks for a number in brackets", at, suggestion="after(2)")
        if name == "misses":
            return Op(between(0, None), span, "misses", (player,))
        if name in world.variables or name in world.zones:
            message = f"there is one `{name}` for all players: it is nobody's own"
            self.problems.error("E201", message, span, suggestion=name)
            raise AlreadyReported
        known = [each for each, zone in world.zones.items() if zone.each]
        known += [each for each, variable in world.variables.items() if variable.each]
        known += [each[7:] for each in world.defines if each.startswith("player.")] + [*AROUND, "after", "misses"]
        raise self.reject(UnknownMember("E201", "a player", name, tuple(known)), at, notes=comes_with(name))

    def of_zone(self, zone: Expr, name: str, at: ast.Attribute) -> Expr:
        span = self.span(at)
        if name == "size":
            return Op(between(0, 2000), span, "size", (zone,))
        if name == "empty":
            size = Op(between(0, 2000), span, "size", (zone,))
            return Op(BOOL, span, "==", (size, Const(between(0, 0), span, 0)))
        if name in ("top", "bottom"):
            return Op(CARD, span, name, (zone,))
        notes: tuple[str, ...] = (
            f"a zone has: {', '.join(ZONE_WORDS)}",
            f"with brackets it can be asked: {', '.join(CARD_WORDS)}",
        )
        if name in CARD_WORDS:
            notes = (f"a question is asked with a condition in brackets: `{name}(card.wild)`",)
        near = "size" if name in SIZES else nearest(name, [*ZONE_WORDS, *CARD_WORDS])
        raise self.reject(UnknownMember("E201", "a zone", name), at, suggestion=near, notes=notes)

    def visit_Subscript(self, at: ast.Subscript, expected: Type | None) -> Expr:
        """`row[hearts]`: what stands in square brackets elsewhere stands in round ones here."""
        owner, inner = (ast.get_source_segment(self.wrapped, each) or "" for each in (at.value, at.slice))
        name = owner.rpartition(".")[2]
        declared = self.per_value(name)
        if declared is None or declared.per is None:
            if name not in self.world.zones and name not in self.players_known():
                raise self.without_meaning(at)
            way = f"`{owner}.first(...)` is the first for which something is so"
            word = {"0": "top", "-1": "bottom"}.get(inner) if name in self.world.zones else None
            message = "what a zone holds, and players, have no numbers in square brackets"
            raise self.fail("E301", message, at, suggestion=f"{owner}.{word}" if word else None, notes=(way,))
        what = "zones" if isinstance(declared, ZoneDeclaration) else "variables"
        message = f"square brackets are for lists: which one of several {what} is meant stands in round ones"
        raise self.fail("E301", message, at, suggestion=f"{owner}({inner})")

    def of_players(self, players: Expr, name: str, at: ast.Attribute, expected: Type | None) -> Expr:
        if name == "count":
            if isinstance(players, EngineRef) and players.what in ("players", "everyone") and not self.world.can_leave:
                return self.player_count(self.span(at))
            return fold(Op(between(0, self.world.players), self.span(at), "players", (players,)))
        note = (f"a question is asked in brackets: `{name}(it.hand.empty)`",) if name in PLAYER_WORDS else ()
        declared = self.world.zones.get(name) or self.world.variables.get(name)
        if declared is not None and declared.each:
            group = ast.get_source_segment(self.wrapped, at.value)
            what = f"it.{name}.empty" if name in self.world.zones else f"it.{name} > 0"
            way = f"`{group}.any({what})` asks whether it is so with one of them"
            if expected in (DECLARED, ZONE):
                way = f"`for_each: {{in: {group}, do: [...]}}` goes through them, with `it.{name}`"
            note = (f"each of them has one of his own: {way}",)
        near = nearest(name, ["count", *PLAYER_WORDS])
        raise self.reject(UnknownMember("E201", "a group of players", name), at, suggestion=near, notes=note)


def is_bare(at: ast.expr) -> bool:
    """Whether names and numbers alone stand there: what they mean, the other side says."""
    if isinstance(at, ast.BinOp):
        return is_bare(at.left) and is_bare(at.right)
    if isinstance(at, ast.IfExp):
        return is_bare(at.body) and is_bare(at.orelse)
    return is_bare(at.operand) if isinstance(at, ast.UnaryOp) else isinstance(at, ast.Name | ast.Constant)
