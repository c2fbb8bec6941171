"""Reads operators, and the members of cards, players, zones and value types.

Not here: names (name_reading.py), queries (quantifiers.py), or constant folding (folding.py).
"""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from dataclasses import replace

from unoflex_rules.language.diagnostics.hints import OTHER_WORDS_FOR_NONE, PARTS, SIZES
from unoflex_rules.language.diagnostics.kinds import UnknownMember, UnknownName, UnknownValue
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.wording import with_article
from unoflex_rules.language.expressions.folding import all_of, combined, fold, presence, presences, scale
from unoflex_rules.language.expressions.name_reading import DECLARED, NameReader
from unoflex_rules.language.expressions.parsing import has_no_names
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import AROUND
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    CHOSEN,
    INT,
    MAX_NUMBER,
    PLAYER,
    PLAYERS,
    ZONE,
    ActiveRef,
    AttributeRef,
    CardQuery,
    CardStateRef,
    ChoiceRef,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    Type,
    VariableRef,
    ZoneRef,
    between,
    is_choosable,
)
from unoflex_rules.language.expressions.words import CARD_WORDS, PLAYER_WORDS, VALUE_WORDS, ZONE_WORDS
from unoflex_rules.language.expressions.world import VariableDeclaration, ZoneDeclaration
from unoflex_rules.language.schema.unknown_statements import comes_with

LOOK = Type("int", optional=True)
MAX_LISTED = 20  # values of a type in a note
NOT_COMPARED = "`none` cannot be compared: write `is none` or `is not none`"


class OperatorReader(NameReader):
    """Reads operators and members."""

    # ---- operators -------------------------------------------------------------------------------------------------

    def visit_BoolOp(self, at: ast.BoolOp, expected: Type | None) -> Expr:
        parts = []
        for each in at.values:
            with suppress(AlreadyReported):  # report the faults of all parts
                parts.append(self.value(each, BOOL))
        if len(parts) < len(at.values):
            raise AlreadyReported
        return combined("and" if isinstance(at.op, ast.And) else "or", parts, self.span(at))

    def visit_UnaryOp(self, at: ast.UnaryOp, expected: Type | None) -> Expr:
        if isinstance(at.op, ast.Not):
            return fold(Op(BOOL, self.span(at), "not", (self.value(at.operand, BOOL),)))
        if isinstance(at.op, ast.USub):
            return fold(Op(INT, self.span(at), "negate", (self.value(at.operand, INT),)))
        raise self.fail("E301", "this operator is not supported", at)

    def visit_BinOp(self, at: ast.BinOp, expected: Type | None) -> Expr:
        signs = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
        sign = signs.get(type(at.op))
        if sign is None:
            ways = {ast.Div: "write `//`", ast.BitAnd: "write `and`", ast.BitOr: "write `or`"}
            meant = ways.get(type(at.op), "use + - * // %")
            raise self.fail("E301", f"this operator is not supported: {meant}", at)
        left, right = self.operands(at.left, at.right, expected)
        for side, where in ((left, at.left), (right, at.right)):
            if side.type.kind == "zone" and expected is not None and expected.kind == "zone":
                notes = ("write one option for each zone",)
                raise self.fail("E302", "expected one zone, not several", at, notes=notes)
            if side.type.kind == "zone":
                self.check_is_number(side, where)
        if left.type.kind in ("players", "player") and sign in ("+", "-"):
            left, right = self.parent.convert(left, PLAYERS), self.parent.convert(right, PLAYERS)
            name = "or" if sign == "+" else "without"
            return fold(Op(PLAYERS, self.span(at), name, (left, right)))
        left, right = self.parent.convert(left, INT), self.parent.convert(right, INT)
        result = fold(Op(INT, self.span(at), sign, (left, right)))
        if isinstance(result, Const) and abs(result.value) > MAX_NUMBER:
            raise self.fail("E301", f"this number is too large: at most {MAX_NUMBER:,}", at)
        return result

    def operands(self, left: ast.expr, right: ast.expr, expected: Type | None) -> tuple[Expr, Expr]:
        """Both operands; bare names are read as numbers of the other operand's type."""
        wanted = expected if expected is not None and expected.kind == "int" and expected.members else INT
        turned = is_bare(left) and not is_bare(right)
        first, second = (right, left) if turned else (left, right)
        try:
            known = self.visit(first, wanted)
        except AlreadyReported:
            with suppress(AlreadyReported):  # report the faults of both
                self.visit(second, wanted)
            raise
        other = self.visit(second, kind if (kind := scale(known)).members else wanted)
        return (other, known) if turned else (known, other)

    def visit_IfExp(self, at: ast.IfExp, expected: Type | None) -> Expr:
        test = self.value(at.test, BOOL)
        if isinstance(test, Const) and has_no_names(at.test):
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
        """One comparison of a chain."""
        span = self.span(at)
        if isinstance(operator, ast.Is | ast.IsNot):
            known = self.presence(left, operator, right, span)
            return known if isinstance(operator, ast.IsNot) else fold(Op(BOOL, span, "not", (known,)))
        if isinstance(operator, ast.In | ast.NotIn):
            found = self.membership(left, right, span)
            return found if isinstance(operator, ast.In) else fold(Op(BOOL, span, "not", (found,)))
        if isinstance(operator, ast.Eq | ast.NotEq) and self.means_none(right):
            meant = "is none" if isinstance(operator, ast.Eq) else "is not none"
            start, end = self.span(left), self.span(right)
            place = replace(end, line=start.end_line, column=start.end_column + 1)
            raise self.error("E302", NOT_COMPARED, place, suggestion=meant)
        a, b = self.pair(left, right)
        if self.written(left) == self.written(right) and not isinstance(a, Const):
            self.world.same_sides.add(self.span(right))
        if "int" in (a.type.kind, b.type.kind):
            self.check_is_number(a, left)
            self.check_is_number(b, right)
        if isinstance(operator, ast.Eq | ast.NotEq):
            equal = self.equal(a, b, left, right, span)
            return equal if isinstance(operator, ast.Eq) else fold(Op(BOOL, span, "not", (equal,)))
        for side, where in ((a, left), (b, right)):
            self.check_is_number(side, where)
            if side.type.kind != "int":
                self.check_has_order(side)
        signs: dict[type[ast.cmpop], tuple[str, bool]] = {
            ast.Lt: ("<", False), ast.LtE: ("<=", False), ast.Gt: ("<", True), ast.GtE: ("<=", True)
        }  # fmt: skip
        sign, turned = signs[type(operator)]
        result = fold(Op(BOOL, span, sign, (b, a) if turned else (a, b)))
        return all_of([*presences(a), *presences(b), result], span)

    def presence(self, left: ast.expr, operator: ast.cmpop, right: ast.expr, span: Span) -> Expr:
        """`x is not none`: whether a value is present."""
        if not (isinstance(right, ast.Name) and right.id == "none"):
            message = "`is` compares only with `none`"
            nothing = nearest(self.written(right), ("none",))
            if nothing is not None:
                raise self.fail("E301", message, right, suggestion=nothing)
            sign = "==" if isinstance(operator, ast.Is) else "!="
            raise self.error("E301", message, self.between(left, right), suggestion=sign)
        value = self.visit(left, DECLARED if isinstance(left, ast.Name) else None)
        if value.type.kind == "players":
            count = fold(Op(between(0, self.world.players), span, "players", (value,)))
            return fold(Op(BOOL, span, "<", (Const(between(0, 0), span, 0), count)))
        return presence(value)

    def means_none(self, at: ast.expr) -> bool:
        """Whether a part is a word of another language for `none`."""
        return isinstance(at, ast.Name) and at.id in OTHER_WORDS_FOR_NONE and self.unknown_word(at)

    def between(self, left: ast.expr, right: ast.expr) -> Span:
        """The place of `is` or `is not` between two parts of a text."""
        start = self.offset(left.end_lineno or 1, left.end_col_offset or 0)
        end = self.offset(right.lineno, right.col_offset)
        found = re.search(r"\bis\b(?:\s+not\b)?", self.wrapped[start:end])
        first, last = (start + each for each in (found.span() if found is not None else (0, end - start)))
        return self.node.sub_span(first - self.shift, last - self.shift)

    def check_is_number(self, side: Expr, where: ast.expr) -> None:
        """Reject a zone or players where their number was meant."""
        word = {"zone": "size", "players": "count"}.get(side.type.kind)
        if word is not None:
            text = self.written(where)
            meant = f"{text}.{word}" if re.fullmatch(r"[\w.]+", text) else None
            message = f"expected a number, not {side.type}"
            raise self.error("E302", message, side.span, label=f"this is {side.type}", suggestion=meant)

    def check_has_order(self, side: Expr) -> None:
        """Reject a value that is not a number in a comparison by order."""
        if side.type.kind != "enum":
            self.parent.convert(side, INT)
            return
        kind = side.type.name
        note = "give outcomes as numbers: `weights: {0: 12, 2: 1, 3: 2}`"
        if kind in self.world.enums:
            note = f"declare numbers with names under `values`: `{kind}: {{range: 1..13, names: {{11: jack}}}}`"
        elif side.type.option:
            note = "give the option the type `int`"
        label = f"this is {side.type}"
        raise self.error("E302", "only numbers can be ordered", side.span, label=label, notes=(note,))

    def pair(self, left: ast.expr, right: ast.expr) -> tuple[Expr, Expr]:
        """Both sides of a comparison; bare names are read as values of the other side's type."""
        unknown = self.unknown_word(left) and not (self.unknown_word(right) and not self.is_slip(right))
        if unknown or (is_bare(left) and not is_bare(right)):
            b = self.visit(right)
            return self.visit(left, scale(b)), b
        a = self.visit(left)
        return a, self.visit(right, scale(a))

    def unknown_word(self, at: ast.expr) -> bool:
        """Whether a part is a bare name that is not even a value."""
        kinds = (*self.world.enums.values(), *self.world.ranges.values())
        if not isinstance(at, ast.Name) or not self.names.is_unknown(at.id):
            return False
        return not any(at.id in kind.members for kind in kinds)

    def is_slip(self, at: ast.expr) -> bool:
        """Whether a name is nearly a known one."""
        return isinstance(at, ast.Name) and nearest(at.id, self.names.known()) is not None

    def equal(self, a: Expr, b: Expr, left: ast.expr, right: ast.expr, span: Span) -> Expr:
        if "none" in (a.type.kind, b.type.kind):
            raise self.fail("E302", NOT_COMPARED, right)
        if a.type.kind != b.type.kind or (a.type.kind == "enum" and a.type.name != b.type.name):
            raise self.never_equal(a, b, left, right)
        if a.type.kind in ("zone", "values"):
            raise self.fail("E302", f"{a.type} cannot be compared", right)
        computed = a.type.kind == "int" and (isinstance(a, Op) or isinstance(b, Op))
        name = "same" if a.type.optional and b.type.optional and not computed else "=="
        result = fold(Op(BOOL, span, name, (a, b)))
        if a.type.kind != "int" or name == "same":
            return result
        conditions: list[Expr] = []
        for side, other in ((a, b), (b, a)):
            below_zero = other.type.low is None or other.type.low < 0
            if isinstance(side, Op) or below_zero:  # else a missing number is -1, and so not equal
                conditions += presences(side)
        return all_of([*conditions, result], span)

    def never_equal(self, a: Expr, b: Expr, left: ast.expr, right: ast.expr) -> AlreadyReported:
        """Reject a comparison of two values whose types make it always false."""
        kinds = [each for each in (a.type, b.type) if each.kind == "enum" and len(each.members) <= MAX_LISTED]
        notes = [each.values_note for each in kinds]
        if {a.type.kind, b.type.kind} == {"player", "players"}:
            one, several = (left, right) if a.type.kind == "player" else (right, left)
            notes.append(f"write `{self.written(one)} in {self.written(several)}`")
        message = f"{a.type} and {b.type} are never equal"
        return self.fail("E302", message, right, label=f"this is {b.type}", notes=tuple(notes))

    def membership(self, left: ast.expr, right: ast.expr, span: Span) -> Expr:
        if isinstance(right, ast.List | ast.Tuple):
            if not right.elts:
                return Const(BOOL, span, 0)
            value, first = self.pair(left, right.elts[0])
            items = [first, *(self.visit(item, scale(value)) for item in right.elts[1:])]
            equal = [self.equal(value, item, left, at, span) for item, at in zip(items, right.elts, strict=True)]
            return combined("or", equal, span)
        value, group = self.visit(left), self.visit(right)
        if group.type.kind == "players":
            return fold(Op(BOOL, span, "contains", (group, self.parent.convert(value, PLAYER))))
        if group.type == CHOSEN:
            card = self.parent.convert(value, CARD)
            each = Local("card", CARD)
            same = Op(BOOL, span, "==", (LocalRef(CARD, span, each), card))
            return CardQuery(BOOL, span, "any", group, each, same)
        if group.type.kind == "zone":
            return fold(Op(BOOL, span, "in_zone", (self.parent.convert(value, CARD), group)))
        raise self.fail("E302", "`in` needs a list, players or a zone on its right side", right)

    # ---- members ---------------------------------------------------------------------------------------------------

    def visit_Attribute(self, at: ast.Attribute, expected: Type | None) -> Expr:
        name, span, world = at.attr, self.span(at), self.world
        if isinstance(at.value, ast.Name) and self.scope.find(at.value.id) is None:
            owner = at.value.id
            if owner in PARTS and self.names.is_unknown(owner):
                known = self.names.known()
                message = f"declared names are written without `{owner}.`"
                raise self.error("E201", message, span, suggestion=name if name in known else nearest(name, known))
            if owner in ("active", "before"):
                field = world.active.get(name)
                if field is None:
                    raise self.reject(UnknownMember("E201", f"`{owner}`", name, tuple(world.active)), at)
                return ActiveRef(field.type, span, name, owner == "before")
            if owner == "choice":
                choice = world.choices.get(name)
                if choice is None:
                    raise self.reject(UnknownName("E201", "choice", name, tuple(world.choices)), at)
                return ChoiceRef(choice.type, span, name)
            kind = world.enums.get(owner) or world.ranges.get(owner)
            if kind is not None and owner not in world.variables:
                return self.of_type(kind, name, at)
        value = self.visit(at.value)
        if value.type.kind == "players":
            return self.of_players(value, name, at, expected)
        by_kind = {"card": self.of_card, "player": self.of_player, "zone": self.of_zone}
        method = by_kind.get(value.type.kind)
        if method is None:
            raise self.fail("E302", f"{value.type} has no `{name}`", at)
        return method(value, name, at)

    def of_type(self, kind: Type, name: str, at: ast.Attribute) -> Expr:
        """A value of a type by its name, or the number of values."""
        if name in kind.members:
            return self.named_value(kind, name, at)
        if name == "count" and is_choosable(kind):
            return Const(between(len(kind.numbers), len(kind.numbers)), self.span(at), len(kind.numbers))
        notes = (f"a query has brackets: `{kind.name}.{name}(...)`",) if name in VALUE_WORDS else ()
        raise self.reject(UnknownValue("E205", with_article(kind.name), name, kind.members), at, notes=notes)

    def of_card(self, card: Expr, name: str, at: ast.Attribute) -> Expr:
        """A member of a card."""
        world, span = self.world, self.span(at)
        if name in world.attributes or name in ("kind", "look"):
            kind = world.kinds if name == "kind" else LOOK if name == "look" else world.attributes[name].type
            return AttributeRef(kind, span, card, self.parent.face_of(card, self.scope, span), name)
        if name in world.card_state:
            return CardStateRef(world.card_state[name].type, span, card, name)
        if f"card.{name}" in world.defines:
            return self.define(f"card.{name}", {"card": card}, at)
        if name == "face":
            return self.parent.face_of(card, self.scope, span)
        known = [*world.attributes, *world.card_state, "kind", "look", "face"]
        known += [each[5:] for each in world.defines if each.startswith("card.")]
        raise self.reject(UnknownMember("E201", "a card", name, tuple(known)), at)

    def of_player(self, player: Expr, name: str, at: ast.Attribute) -> Expr:
        """A member of a player."""
        world, span = self.world, self.span(at)
        own: list[ZoneDeclaration | VariableDeclaration] = [*world.zones.values(), *world.variables.values()]
        own = [each for each in own if each.each]
        for each in own:
            if each.name == name:
                if each.per is not None:
                    raise self.needs_value(each, at)
                if isinstance(each, ZoneDeclaration):
                    return ZoneRef(ZONE, span, name, player)
                return VariableRef(each.type, span, name, player)
        if f"player.{name}" in world.defines:
            return self.define(f"player.{name}", {"it": player}, at)
        if name in AROUND:
            return self.around(player, name, span)
        if name == "after":
            raise self.fail("E301", "`after` takes a number in brackets", at, suggestion="after(2)")
        if name == "misses":
            return Op(between(0, None), span, "misses", (player,))
        if name == "seat":
            number = between(0, world.players - 1, player.type.optional)
            return Const(number, span, player.value) if isinstance(player, Const) else Op(number, span, name, (player,))
        if self.zone_or_variable(name) is not None:
            message = f"`{name}` belongs to no player: all players share it"
            raise self.error("E201", message, span, suggestion=name)
        known = [each.name for each in own]
        known += [each[7:] for each in world.defines if each.startswith("player.")] + [
            *AROUND,
            "after",
            "misses",
            "seat",
        ]
        raise self.reject(UnknownMember("E201", "a player", name, tuple(known)), at, notes=comes_with(name))

    def of_zone(self, zone: Expr, name: str, at: ast.Attribute) -> Expr:
        """A member of a zone."""
        span = self.span(at)
        size = Op(between(0, 2000), span, "size", (zone,))
        if name == "size":
            return size
        if name == "empty":
            return Op(BOOL, span, "==", (size, Const(between(0, 0), span, 0)))
        if name in ("top", "bottom"):
            return Op(CARD, span, name, (zone,))
        near = "size" if name in SIZES else nearest(name, [*ZONE_WORDS, *CARD_WORDS])
        notes = (f"a zone has: {', '.join(ZONE_WORDS)}; and with brackets: {', '.join(CARD_WORDS)}",)
        if name in CARD_WORDS:
            notes = (f"a query has brackets: `{name}({self.names.example_test()})`",)
        raise self.reject(UnknownMember("E201", "a zone", name), at, suggestion=near, notes=notes)

    def of_players(self, players: Expr, name: str, at: ast.Attribute, expected: Type | None) -> Expr:
        """The number of players; rejects other members."""
        if name == "count":
            if isinstance(players, EngineRef) and players.what in ("players", "everyone") and not self.world.can_leave:
                return self.player_count(self.span(at))
            return fold(Op(between(0, self.world.players), self.span(at), "players", (players,)))
        notes = (f"a query has brackets: `{name}(it.misses == 0)`",) if name in PLAYER_WORDS else ()
        declared = self.zone_or_variable(name)
        if declared is not None and declared.each:
            group = self.written(at.value)
            test = f"it.{name}.empty" if name in self.world.zones else f"it.{name} > 0"
            way = f"`{group}.any({test})` tests them"
            if expected in (DECLARED, ZONE):
                way = f"`for_each: {{in: {group}, do: [...]}}` visits each, as `it.{name}`"
            notes = (f"each player has one: {way}",)
        near = nearest(name, ["count", *PLAYER_WORDS])
        raise self.reject(UnknownMember("E201", "a group of players", name), at, suggestion=near, notes=notes)

    def visit_Subscript(self, at: ast.Subscript, expected: Type | None) -> Expr:
        """Reject `row[hearts]`, with the form in round brackets."""
        owner, inner = self.written(at.value), self.written(at.slice)
        name = owner.rpartition(".")[2]
        declared = self.zone_or_variable(name)
        if declared is not None and declared.per is not None:
            message = "square brackets are for lists: write the value in round brackets"
            raise self.fail("E301", message, at, suggestion=f"{owner}({inner})")
        if name not in self.world.zones and name not in self.names.players_known():
            raise self.not_allowed(at)
        word = {"0": "top", "-1": "bottom"}.get(inner) if name in self.world.zones else None
        message = "cards and players have no index in square brackets"
        notes = (f"`{owner}.first(...)` is the first match",)
        raise self.fail("E301", message, at, suggestion=f"{owner}.{word}" if word else None, notes=notes)


def is_bare(at: ast.expr) -> bool:
    """Whether a part contains only names and numbers, whose meaning depends on the other side."""
    if isinstance(at, ast.BinOp):
        return is_bare(at.left) and is_bare(at.right)
    if isinstance(at, ast.IfExp):
        return is_bare(at.body) and is_bare(at.orelse)
    return is_bare(at.operand) if isinstance(at, ast.UnaryOp) else isinstance(at, ast.Name | ast.Constant)
