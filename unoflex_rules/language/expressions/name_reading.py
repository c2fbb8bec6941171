"""Reads numbers and names: local names, declared ones, definitions and values.

Not here: syntax (parsing.py), queries (quantifiers.py), or operators and members (operators.py).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.hints import EVERYBODY, KNOWN_IN, NUMBERS, OF_COMBINATIONS, named
from unoflex_rules.language.diagnostics.kinds import UnknownName, UnknownValue
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import MAX_SUGGESTED, nearest
from unoflex_rules.language.diagnostics.wording import listing, with_article
from unoflex_rules.language.expressions.parsing import TextReader
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import AROUND, NOW, SEAT
from unoflex_rules.language.expressions.types import (
    BOOL,
    INT,
    MAX_NUMBER,
    NONE,
    PLAYERS,
    ZONE,
    AbstractRef,
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
)
from unoflex_rules.language.expressions.world import (
    Binding,
    ConditionBinding,
    DefinitionDeclaration,
    FailedBinding,
    InheritedBinding,
    VariableDeclaration,
    ZoneDeclaration,
)
from unoflex_rules.language.schema.unknown_statements import comes_with

#: The expected type of a name that must be declared, such as a variable to set, and never a value.
DECLARED = Type("none")


class NameReader(TextReader):
    """Reads numbers and names."""

    def visit_Constant(self, at: ast.Constant, expected: Type | None) -> Expr:
        if isinstance(at.value, bool) or not isinstance(at.value, int):
            if isinstance(at.value, str):
                what, meant = ("numbers", at.value) if at.value.isdigit() else ("names", named(at.value))
                raise self.fail("E301", f"{what} are written without quotes", at, suggestion=meant)
            meant = nearest(str(at.value), ("true", "false", "none"))
            raise self.fail("E301", "expressions contain only whole numbers and names", at, suggestion=meant)
        if expected is not None and expected.kind == "enum" and str(at.value) in expected.members:
            return Const(replace(expected, optional=False), self.span(at), expected.members.index(str(at.value)))
        if abs(at.value) > MAX_NUMBER:
            raise self.fail("E301", f"this number is too large: at most {MAX_NUMBER:,}", at)
        return Const(between(at.value, at.value), self.span(at), at.value)

    def visit_Name(self, at: ast.Name, expected: Type | None) -> Expr:
        name = at.id
        bound = self.scope.find(name)
        if expected is not None and name in expected.members:
            self.check_unambiguous(name, expected, at)
            return self.named_value(replace(expected, optional=False), name, at)
        if bound is not None:
            return self.bound(name, bound, at)
        return self.number(name, at, expected) or self.declared(name, at) or self.literal(name, at, expected)

    # ---- values ----------------------------------------------------------------------------------------------------

    def number(self, name: str, at: ast.expr, expected: Type | None) -> Expr | None:
        """The named number of a range, where a number is expected."""
        if expected is not None and expected.kind != "int":
            return None
        kinds = [kind for kind in self.world.ranges.values() if name in kind.members]
        if len(kinds) > 1:
            raise self.ambiguous(name, kinds, at)
        for kind in kinds:
            self.check_unambiguous(name, kind, at)
            if expected is not None:
                return self.named_value(kind, name, at)
        return None

    def literal(self, name: str, at: ast.expr, expected: Type | None) -> Expr:
        """The only value of that name; rejects the name if there is none."""
        owners = [kind for kind in (*self.world.enums.values(), *self.world.ranges.values()) if name in kind.members]
        if owners and (expected is None or expected.kind != "enum"):
            if len(owners) > 1:
                raise self.ambiguous(name, owners, at)
            return self.named_value(owners[0], name, at)
        raise self.unknown(name, at, expected, owners)

    def named_value(self, kind: Type, name: str, at: ast.expr) -> Const:
        """The value of a type by its name."""
        number = kind.members.index(name)
        return Const(between(number, number) if kind.kind == "int" else kind, self.span(at), number)

    def ambiguous(self, name: str, kinds: list[Type], at: ast.expr) -> AlreadyReported:
        """Reject the name of values of several types."""
        ways = " or ".join(f"`{kind.name}.{name}`" for kind in kinds)
        return self.fail("E201", f"`{name}` is ambiguous: write {ways}", at)

    def check_unambiguous(self, name: str, kind: Type, at: ast.expr) -> None:
        """Reject the name of a value if something else of that type has the same name."""
        world, place = self.world, None
        other: Type | None = None
        bound = self.scope.find(name)
        if bound is not None:
            what = "a local name"
            other = bound.type if isinstance(bound, Local | Expr) else None
        elif name in NOW or name == "player_count":
            what, other = "a built-in name", NOW.get(name, INT)
        elif name in world.variables:
            what, other, place = "a variable", world.variables[name].type, world.variables[name].span
        elif name in world.options:
            what, other, place = "an option", world.options[name].type, world.options[name].span
        elif name in world.defines and name not in self.parent.defining and not world.defines[name].params:
            what, other, place = "a definition", self.define(name, {}, at).type, world.defines[name].span
        if other is None or other.kind != kind.kind or (kind.kind == "enum" and other.name != kind.name):
            return
        message = f"`{name}` is both {with_article(kind.name)} and {what}"
        if place is not None and place.file == world.file != self.node.span.file:  # only its author can rename it
            if place not in self.parent.ambiguous:
                self.parent.ambiguous.add(place)
                use = (self.span(at), "this use is ambiguous")
                self.problems.error("E211", message, place, also=(use,), notes=("rename it",))
            raise AlreadyReported
        also = () if place is None else ((place, f"{what} `{name}`"),)
        notes = ("or rename the other one",)
        raise self.fail("E211", message, at, suggestion=f"{kind.name}.{name}", notes=notes, also=also)

    # ---- names -----------------------------------------------------------------------------------------------------

    def bound(self, name: str, bound: Binding, at: ast.expr) -> Expr:
        """The value of a local name."""
        if isinstance(bound, FailedBinding):
            raise AlreadyReported
        if isinstance(bound, Local):
            return LocalRef(bound.type, self.span(at), bound)
        if isinstance(bound, Const):
            return Const(bound.type, self.span(at), bound.value)
        if isinstance(bound, Expr):
            return bound
        if isinstance(bound, ConditionBinding):
            return self.parent.read(bound.node, bound.scope.inner(self.scope.current()), BOOL)
        if isinstance(bound, InheritedBinding):
            return self.defined_value(name, bound.definition, bound.names, at)
        raise self.fail("E302", f"`{name}` is a list of steps, not a value", at)

    def declared(self, name: str, at: ast.expr) -> Expr | None:
        """The value of a built-in or declared name."""
        world, span = self.world, self.span(at)
        if name in ("true", "false"):
            return Const(BOOL, span, int(name == "true"))
        if name == "none":
            return Const(Type("none"), span, NONE)
        if name in NOW:
            return EngineRef(NOW[name] or world.faces, span, name)
        if name in AROUND:
            return self.around(self.own(span), name, span)
        if name == "player_count":
            if not world.players:
                raise self.fail("E302", "`player_count` cannot be used inside `players`", at)
            return self.player_count(span)
        declared = self.zone_or_variable(name)
        if declared is not None and declared.each:
            message = f"each player has {with_article(name, quote=True)}: name the player"
            raise self.fail("E302", message, at, suggestion=f"self.{declared.instances[0]}")
        if declared is not None and declared.per is not None:
            raise self.needs_value(declared, at)
        if isinstance(declared, VariableDeclaration):
            return VariableRef(declared.type, span, name)
        if declared is not None:
            return ZoneRef(ZONE, span, name)
        if name in world.unsettled:
            return EngineRef(world.unsettled[name], span, f"option {name}")
        if name in world.options:
            world.names_read.add(name)
            return Const(world.options[name].type, span, world.options[name].value)
        return self.define(name, {}, at) if name in world.defines else None

    def zone_or_variable(self, name: str) -> ZoneDeclaration | VariableDeclaration | None:
        """The zone or the variable of that name."""
        return self.world.zones.get(name) or self.world.variables.get(name)

    def needs_value(self, declared: ZoneDeclaration | VariableDeclaration, at: ast.expr) -> AlreadyReported:
        """Reject the bare name of a zone or a variable of which each value of a type has one."""
        message = f"there is {with_article(declared.name, quote=True)} for each value: name the value"
        return self.fail("E302", message, at, suggestion=declared.instances[0])

    def player_count(self, span: Span) -> Expr:
        """The number of players."""
        unsettled = self.world.unsettled.get("player_count")
        if unsettled is not None:
            return EngineRef(unsettled, span, "player_count")
        return Const(between(self.world.players, self.world.players), span, self.world.players)

    def around(self, player: Expr, name: str, span: Span) -> Expr:
        """A player's neighbour, or all others: one of AROUND."""
        if name != "others":
            return Op(player.type, span, name, (player,))
        mine = Op(PLAYERS, span, "set_of", (player,))
        return Op(PLAYERS, span, "without", (EngineRef(PLAYERS, span, "players"), mine))

    def own(self, span: Span) -> Expr:
        """`self`: the player in turn, or the player for whom a definition is evaluated."""
        bound = self.scope.find("self")
        return bound if isinstance(bound, Expr) else EngineRef(SEAT, span, "self")

    # ---- definitions -----------------------------------------------------------------------------------------------

    def define(self, name: str, names: dict[str, Local | Expr], at: ast.expr, given: Sequence[ast.expr] = ()) -> Expr:
        """The value of a definition for the bound `names` and the arguments `given`; nested definitions keep `self`."""
        self.world.names_read.add(name)
        names = {**names, **self.arguments(name, given, at)}
        own = self.scope.find("self")
        if isinstance(own, Local | Expr):
            names = {"self": own, **names}
        defining = self.parent.defining
        if name in defining:
            circle = defining[defining.index(name) :]
            if frozenset(circle) in self.parent.circles:
                raise AlreadyReported
            self.parent.circles.add(frozenset(circle))
            raise self.fail("E320", f"a definition cannot use itself: {' -> '.join([*circle, name])}", at)
        defining.append(name)
        try:
            return self.defined_value(name, self.world.defines[name], dict(names), at)
        finally:
            defining.pop()

    def defined_value(self, name: str, declared: DefinitionDeclaration, names: dict[str, Binding], at: ast.AST) -> Expr:
        """The value of a definition; unknown if declared abstract."""
        if declared.value is not None:
            return self.parent.read(declared.value, declared.scope(names), declared.type)
        span = self.span(at)
        about = (LocalRef(each.type, span, each) if isinstance(each, Local) else each for each in names.values())
        return AbstractRef(declared.type or BOOL, span, name, tuple(each for each in about if isinstance(each, Expr)))

    def arguments(self, name: str, given: Sequence[ast.expr], at: ast.expr) -> dict[str, Expr]:
        """The values of a definition's parameters."""
        params = self.world.defines[name].params
        form = f"`{name}({', '.join(params)})`" if params else f"`{name}`"
        if len(given) > len(params):
            takes = f"takes {len(params)}" if params else "takes none"
            raise self.fail("E203", f"too many arguments: {form} {takes}", given[len(params)])
        if len(given) < len(params):
            lacking = ", ".join(f"`{each}`" for each in list(params)[len(given) :])
            raise self.fail("E102", f"{form} needs {lacking}", at)
        found: dict[str, Expr] = {}
        for (each, kind), argument in zip(params.items(), given):
            with suppress(AlreadyReported):
                found[each] = self.value(argument, replace(kind, optional=True) if kind.kind == "int" else kind)
        if len(found) < len(params):
            raise AlreadyReported
        return found

    # ---- unknown names ---------------------------------------------------------------------------------------------

    def nearest(self, name: str, known: list[str], slips_only: bool = False) -> str | None:
        """The known name that was probably meant, unless there are too many problems."""
        return nearest(name, known, slips_only) if len(self.problems) < MAX_SUGGESTED else None

    def unknown(self, name: str, at: ast.expr, expected: Type | None, owners: list[Type]) -> AlreadyReported:
        """Reject a name that stands for nothing of the expected type, with the most likely replacement."""
        world, names, kind = self.world, self.names, "" if expected is None else expected.kind
        notes: tuple[str, ...] = ()
        later = self.scope.given_at(name)
        if later is not None:
            also = ((later, "it becomes known here"),)
            return self.reject(UnknownName("E201", "name", name), at, label="not known yet", also=also)
        of_card = f"card.{name}" if name in world.attributes and self.scope.find("card") is not None else None
        if expected is not None and kind == "enum":
            near = of_card or self.nearest(name, [*expected.members, *names.fitting(expected)], name in KNOWN_IN)
            others = [each.name for each in owners if each.name not in ("kind", "face")]
            notes = (expected.values_note, *(f"`{name}` is a value of `{each}`" for each in others))
            return self.reject(UnknownValue("E205", str(expected), name), at, suggestion=near, notes=notes)
        if kind in ("player", "players"):
            selectors = names.players_known()
            local = [each for each in self.scope.all_names() if each in selectors]
            slip = self.nearest(name, local, slips_only=True)  # closer than words of other games
            meant = names.as_it(name) or slip or EVERYBODY.get(name) or self.nearest(name, selectors)
            near = meant if meant in selectors else names.qualified(name)
            notes = listing("selectors here", selectors)
            return self.reject(UnknownName("E204", "player selector", name), at, suggestion=near, notes=notes)
        if kind == "zone":
            return self.reject(UnknownName("E206", "zone", name, tuple(world.zones)), at, notes=comes_with(name))
        if name == INHERITED:
            return self.fail("E404", "`inherited` has no meaning here: nothing is replaced", at)
        if name in OF_COMBINATIONS:
            notes = (f"`{name}` is known {KNOWN_IN[name]}",)
        elif name in KNOWN_IN:
            notes = (
                f"`{name}` is known {KNOWN_IN[name]}",
                "an effect knows its parameters: `params: {card: card}`",
                "a definition about cards is named `card.name`, one about players `player.name`",
            )
            meant = "card" if name == "it" and self.scope.find("card") is not None else names.as_it(name)
            if meant is not None:
                return self.reject(UnknownName("E201", "name", name), at, suggestion=meant, notes=notes)
        if (name in world.enums or name in world.ranges) and expected is not DECLARED:
            notes = (
                f"`{name}` is a value type: `{name}.any(...)` tests each of its values as `it`",
                f"write a value by its name alone, or as `{name}.name`",
            )
        active = f"active.{name}" if expected is DECLARED and name in world.active else None
        near = of_card or active or names.qualified(name) or self.nearest(name, names.known(), name in KNOWN_IN)
        if kind == "int" and near is None:
            near = str(NUMBERS[name]) if name in NUMBERS else None
            notes = (*notes, "write a number, or the name of an option or a variable that is one")
        return self.reject(UnknownName("E201", "name", name), at, suggestion=near, notes=(*notes, *comes_with(name)))
