"""One text of the expression language being read: its tree and places, and what each name in it stands for.

Parsed with `ast` against a whitelist. Not here: operators, members and questions (checker.py).
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.hints import (
    EVERYBODY,
    KNOWN_IN,
    foreign,
    in_text,
    kept_word,
    named,
    of_call,
    of_range,
)
from unoflex_rules.language.diagnostics.kinds import ProblemKind, UnknownName, UnknownValue
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.unknown_names import comes_with
from unoflex_rules.language.diagnostics.wording import listing, with_article
from unoflex_rules.language.expressions.scope import AROUND, NOW, SEAT, KnownNames
from unoflex_rules.language.expressions.types import (
    BOOL,
    INT,
    MAX_NUMBER,
    NONE,
    PLAYERS,
    UNKNOWN,
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
    Scope,
    VariableDeclaration,
    ZoneDeclaration,
)
from unoflex_rules.language.yaml.nodes import Scalar

if TYPE_CHECKING:
    from unoflex_rules.language.expressions.checker import ExpressionChecker

MAX_TEXT = 2000
#: Asked for where a name is to be what is declared by it, such as a variable that is set, and never a value.
DECLARED = Type("none")
WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
#: What the parser says, and what is said of it here.
IN_PYTHON = {
    "was never closed": "this bracket is not closed",
    "invalid decimal literal": "a name does not begin with a digit",
    "invalid character": "this sign has no meaning here",
    "invalid non-printable character": "this character cannot be seen",
    "leading zeros": "a number does not begin with 0",
    "unterminated string literal": "this quote is not closed",
}


class AlreadyReported(Exception):
    """An expression cannot be understood; the problem has been noted."""


class NameReader(KnownNames):
    """Reads one text: numbers and names; what is made of them is in the subclass."""

    def __init__(self, parent: ExpressionChecker, node: Scalar, scope: Scope) -> None:
        self.parent = parent
        self.world = parent.world
        self.problems = parent.problems
        self.node = node
        self.scope = scope
        self.source = node.text
        self.offsets: list[int] | None = None

    def reject(self, kind: ProblemKind, at: ast.AST | None, **more: object) -> AlreadyReported:
        """Report an error of some kind and return the exception to raise."""
        self.problems.report(kind, self.place(at), **more)  # type: ignore[arg-type]
        return AlreadyReported()

    def fail(self, code: str, message: str, at: ast.AST | None, **more: object) -> AlreadyReported:
        """Report an error and return the exception to raise."""
        self.problems.error(code, message, self.place(at), **more)  # type: ignore[arg-type]
        return AlreadyReported()

    def place(self, at: ast.AST | None) -> Span:
        """The place of a part of the expression; of an attribute, its last word; without a part, all of it."""
        if at is None:
            return self.node.span
        return self.last_word(at) if isinstance(at, ast.Attribute) else self.span(at)

    def span(self, at: ast.AST) -> Span:
        start = self.offset(getattr(at, "lineno", 1), getattr(at, "col_offset", 0))
        end = self.offset(getattr(at, "end_lineno", 1) or 1, getattr(at, "end_col_offset", 0) or 0)
        return self.node.sub_span(start - self.shift, end - self.shift)

    def last_word(self, at: ast.Attribute) -> Span:
        """The place of what stands behind the last dot."""
        end = self.offset(at.end_lineno or 1, at.end_col_offset or 0) - self.shift
        return self.node.sub_span(end - len(at.attr), end)

    def offset(self, line: int, column: int) -> int:
        """Characters before a place that `ast` gives as a line and a column in bytes of UTF-8."""
        if line == 1 and self.wrapped.isascii():
            return column
        lines = self.wrapped.split("\n")
        before = sum(len(each) + 1 for each in lines[: line - 1])
        return before + len(lines[line - 1].encode()[:column].decode(errors="ignore"))

    def text(self, expected: Type | None) -> Expr:
        if len(self.source) > MAX_TEXT:
            raise self.fail(
                "E301", f"this expression is longer than {MAX_TEXT:,} characters: say a part of it under `define`", None
            )
        if not self.source.strip():
            raise self.fail("E301", "an expression is expected here, and nothing is written", None)
        self.brackets()
        self.no_range()
        self.wrapped = f"({self.source}\n)"
        self.shift = 1
        try:
            with warnings.catch_warnings(action="ignore"):
                tree = ast.parse(self.wrapped, mode="eval").body
        except SyntaxError as error:
            start = self.offset(error.lineno or 1, 0) + (error.offset or 1) - 1 - self.shift
            hint = in_text(self.source, self.world.attributes)
            if hint is not None and (hint.instead is None or not foreign(self.source)):
                span = self.node.sub_span(hint.start, hint.end)
                self.problems.error("E301", hint.message, span, suggestion=hint.instead)
                raise AlreadyReported from None
            raise self.unreadable(error.msg, start) from None
        except (ValueError, RecursionError, MemoryError):
            raise self.fail("E301", "this cannot be read as an expression", None) from None
        expr = self.visit(tree, expected)
        if expected == BOOL and isinstance(expr, Const) and not isinstance(tree, ast.Name) and speaks_of_nothing(tree):
            self.world.decided[self.node.span] = bool(expr.value)
        return expr

    def no_range(self) -> None:
        """Refuse a range: it is no number, and has no place among others."""
        said = of_range(self.source)
        if said is not None:
            hint, ways = said
            self.problems.error("E301", hint.message, self.node.sub_span(hint.start, hint.end), notes=ways)
            raise AlreadyReported

    def brackets(self) -> None:
        """Refuse what would close the brackets that are put around the text, or hide the rest of it."""
        level = 0
        for at, letter in enumerate(self.source):
            level += (letter in "([{") - (letter in ")]}")
            if level < 0:
                raise self.unreadable(f"unmatched '{letter}'", at)
            if letter == "#":
                raise self.unreadable("a comment has no place in an expression", at)

    def unreadable(self, why: str, at: int) -> AlreadyReported:
        """Tell where a text stops being an expression: at a sign of another language, or at what cannot follow."""
        found, meant = foreign(self.source) or (None, "")
        if found is not None:
            message = "one `=` compares nothing" if found[0] == "=" else f"`{found[0]}` has no meaning here"
            self.problems.error("E301", message, self.node.sub_span(*found.span()), suggestion=meant)
            return AlreadyReported()
        start = min(max(at, 0), max(len(self.source) - 1, 0))
        why = next((said for words, said in IN_PYTHON.items() if words in why), why)
        end, message = start + 1, f"this cannot be read as an expression: {why}"
        if why.startswith("invalid syntax"):
            words = list(WORD_OR_SIGN.finditer(self.source))
            ends = (after for before, after in zip(words[-2::-1], words[:0:-1]) if self.reads(before.end()))
            start, end = stray.span() if (stray := kept_word(self.source) or next(ends, None)) else (start, end)
            message = f"this cannot be read as an expression: `{self.source[start:end]}` has no place here"
            at_end = bool(words) and at >= words[-1].end() and (stray is None or stray.end() == words[-1].end())
            if at_end and kept_word(self.source) is None:
                start, end = words[-1].span()
                message = f"this cannot be read as an expression: something is missing after `{words[-1][0]}`"
        self.problems.error("E301", message, self.node.sub_span(start, end))
        return AlreadyReported()

    def reads(self, end: int) -> bool:
        """Whether the text up to there is an expression."""
        try:
            with warnings.catch_warnings(action="ignore"):
                ast.parse(f"({self.source[:end]}\n)", mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
        return True

    # ---- dispatch ------------------------------------------------------------------------------------------------

    def visit(self, at: ast.expr, expected: Type | None = None) -> Expr:
        method = getattr(self, f"visit_{type(at).__name__}", None)
        if method is None:
            raise self.without_meaning(at)
        if isinstance(at, ast.Call) and isinstance(at.func, ast.Name) and self.scope.find(at.func.id) is None:
            said = of_call(at.func.id, [ast.get_source_segment(self.wrapped, each) or "" for each in at.args])
            if said is not None:
                raise self.fail("E301", f"there is no `{at.func.id}(...)` here", at, suggestion=said)
        with self.parent.one_deeper(self):
            result: Expr = method(at, expected)
        if result.type == UNKNOWN:
            raise AlreadyReported
        return result

    def without_meaning(self, at: ast.expr) -> AlreadyReported:
        """That something is no part of this language."""
        return self.fail(
            "E301", "this has no meaning in an expression: it is made of names, numbers and comparisons", at
        )

    def value(self, at: ast.expr, expected: Type) -> Expr:
        return self.parent.convert(self.visit(at, expected), expected)

    def visit_Constant(self, at: ast.Constant, expected: Type | None) -> Expr:
        if isinstance(at.value, bool) or not isinstance(at.value, int):
            if isinstance(at.value, str) and at.value.isdigit():
                raise self.fail("E301", "numbers stand without quotes", at, suggestion=at.value)
            message = "names stand without quotes" if isinstance(at.value, str) else ""
            meant = named(at.value) if isinstance(at.value, str) else nearest(str(at.value), ("true", "false", "none"))
            raise self.fail(
                "E301", message or "only whole numbers and names stand in expressions", at, suggestion=meant
            )
        if expected is not None and expected.kind == "enum" and str(at.value) in expected.members:
            return Const(replace(expected, optional=False), self.span(at), expected.members.index(str(at.value)))
        if abs(at.value) > MAX_NUMBER:
            raise self.fail("E301", f"this number is too large: at most {MAX_NUMBER:,}", at)
        return Const(between(at.value, at.value), self.span(at), at.value)

    def visit_Name(self, at: ast.Name, expected: Type | None) -> Expr:
        name = at.id
        bound = self.scope.find(name)
        if expected is not None and name in expected.members:
            self.once(name, expected, at)
            return self.named_value(replace(expected, optional=False), name, at)
        if bound is not None:
            return self.bound(name, bound, at)
        number = self.number(name, at, expected)
        if number is not None:
            return number
        found = self.declared(name, at)
        if found is not None:
            return found
        return self.literal(name, at, expected)

    def number(self, name: str, at: ast.expr, expected: Type | None) -> Expr | None:
        """The number of a range that has this name, where any number is looked for; refused beside another number."""
        if expected is not None and expected.kind != "int":
            return None
        kinds = [kind for kind in self.world.ranges.values() if name in kind.members]
        if len(kinds) > 1:
            raise self.several(name, kinds, at)
        for kind in kinds:
            self.once(name, kind, at)
            if expected is not None:
                return self.named_value(kind, name, at)
        return None

    def several(self, name: str, kinds: list[Type], at: ast.expr) -> AlreadyReported:
        """That a name alone could be a value of several types."""
        ways = " or ".join(f"`{kind.name}.{name}`" for kind in kinds)
        return self.fail("E201", f"`{name}` could be several values: write {ways}", at)

    def once(self, name: str, kind: Type, at: ast.expr) -> None:
        """Refuse the name of a value where something else of the same name and type could be meant as well."""
        world, place = self.world, None
        other: Type | None = None
        bound = self.scope.find(name)
        if bound is not None:
            what = "a name given here"
            other = bound.type if isinstance(bound, Local | Expr) else None
        elif name in NOW:
            what, other = "a word of the language", NOW[name]
        elif name == "player_count":
            what, other = "a word of the language", INT
        elif name in world.variables:
            what, other, place = "a variable", world.variables[name].type, world.variables[name].span
        elif name in world.options:
            what, other, place = "an option", world.options[name].type, world.options[name].span
        elif name in world.defines and name not in self.parent.defining and not world.defines[name].params:
            what, other, place = "a definition", self.define(name, {}, at).type, world.defines[name].span
        if other is None or other.kind != kind.kind or (kind.kind == "enum" and other.name != kind.name):
            return
        if place is not None and place.file == world.file != self.node.span.file:  # who declared it can mend it
            if place not in self.parent.doubted:
                self.parent.doubted.add(place)
                message = f"`{name}` is {what} and {with_article(kind.name)} as well"
                use = (self.span(at), "here either could be meant")
                self.problems.error("E211", message, place, also=(use,), notes=("give it another name",))
            raise AlreadyReported
        message = f"`{name}` is {with_article(kind.name)} and {what} as well"
        also = () if place is None else ((place, f"{what} `{name}`"),)
        notes = ("or give the other one another name",)
        raise self.fail("E211", message, at, suggestion=f"{kind.name}.{name}", notes=notes, also=also)

    def bound(self, name: str, bound: object, at: ast.expr) -> Expr:
        if isinstance(bound, FailedBinding):
            raise AlreadyReported
        if isinstance(bound, Local):
            return LocalRef(bound.type, self.span(at), bound)
        if isinstance(bound, Const):
            return Const(bound.type, self.span(at), bound.value)
        if isinstance(bound, Expr):
            return bound
        if isinstance(bound, ConditionBinding):
            return self.parent.read(bound.node, bound.scope.inner(self.scope.looked_at()), BOOL)
        if isinstance(bound, InheritedBinding):
            return self.stands_for(name, bound.definition, bound.names, at)
        raise self.fail("E302", f"`{name}` stands for steps, not for a value", at)

    def declared(self, name: str, at: ast.expr) -> Expr | None:
        span = self.span(at)
        if name in ("true", "false"):
            return Const(BOOL, span, int(name == "true"))
        if name == "none":
            return Const(Type("none"), span, NONE)
        if name in NOW:
            kind = NOW[name] or self.world.faces
            return EngineRef(kind, span, name)
        if name in AROUND:
            return self.around(self.own(span), name, span)
        if name == "player_count":
            if not self.world.players:
                raise self.fail("E302", "how many play is not known where it is said how many may", at)
            return self.player_count(span)
        declared = self.per_value(name)
        if declared is not None and declared.each:
            message = f"every player has {with_article(name, quote=True)}: say whose"
            raise self.fail("E302", message, at, suggestion=f"self.{declared.called[0]}")
        if declared is not None and declared.per is not None:
            raise self.say_which(declared, at)
        if isinstance(declared, VariableDeclaration):
            return VariableRef(declared.type, span, name)
        if declared is not None:
            return ZoneRef(ZONE, span, name)
        if name in self.world.unsettled:
            return EngineRef(self.world.unsettled[name], span, f"option {name}")
        if name in self.world.options:
            option = self.world.options[name]
            return Const(option.type, span, option.value)
        if name in self.world.defines:
            return self.define(name, {}, at)
        return None

    def per_value(self, name: str) -> ZoneDeclaration | VariableDeclaration | None:
        """The zone or the variable of that name: each value of a type may have one."""
        return self.world.zones.get(name) or self.world.variables.get(name)

    def say_which(self, declared: ZoneDeclaration | VariableDeclaration, at: ast.expr) -> AlreadyReported:
        """That there is such a zone, or variable, for each value of a type."""
        message = f"there is {with_article(declared.name, quote=True)} for each value: say for which"
        return self.fail("E302", message, at, suggestion=declared.called[0])

    def player_count(self, span: Span) -> Expr:
        """How many play, where it is known: a number."""
        open_ = self.world.unsettled.get("player_count")
        if open_ is not None:
            return EngineRef(open_, span, "player_count")
        return Const(between(self.world.players, self.world.players), span, self.world.players)

    def around(self, player: Expr, name: str, span: Span) -> Expr:
        """A player's neighbour, or all others: one of AROUND."""
        if name != "others":
            return Op(player.type, span, name, (player,))
        mine = Op(PLAYERS, span, "set_of", (player,))
        return Op(PLAYERS, span, "without", (EngineRef(PLAYERS, span, "players"), mine))

    def own(self, span: Span) -> Expr:
        """`self`: whose turn it is, or in a definition the player for whom it is asked."""
        bound = self.scope.find("self")
        return bound if isinstance(bound, Expr) else EngineRef(SEAT, span, "self")

    def define(self, name: str, names: dict[str, Local | Expr], at: ast.expr, given: Sequence[ast.expr] = ()) -> Expr:
        """What a definition says of `names`; the player for whom it is asked is the same in those that it uses.

        `given`: what stands in its brackets, for its parameters.
        """
        names = {**names, **self.parameters(name, given, at)}
        asked_for = self.scope.find("self")
        if isinstance(asked_for, Local | Expr):
            names = {"self": asked_for, **names}
        if name in self.parent.defining:
            circle = self.parent.defining[self.parent.defining.index(name) :]
            if frozenset(circle) in self.parent.circles:
                raise AlreadyReported
            self.parent.circles.add(frozenset(circle))
            raise self.fail("E320", f"a definition needs itself: {' -> '.join([*circle, name])}", at)
        self.parent.defining.append(name)
        try:
            return self.stands_for(name, self.world.defines[name], dict(names), at)
        finally:
            self.parent.defining.pop()

    def stands_for(self, name: str, declared: DefinitionDeclaration, names: dict[str, Binding], at: ast.AST) -> Expr:
        """The value of a definition; of one that is left to the games, nobody knows which."""
        if declared.value is not None:
            return self.parent.read(declared.value, declared.scope(names), declared.type)
        span = self.span(at)
        about = (LocalRef(each.type, span, each) if isinstance(each, Local) else each for each in names.values())
        return AbstractRef(declared.type or BOOL, span, name, tuple(each for each in about if isinstance(each, Expr)))

    def parameters(self, name: str, given: Sequence[ast.expr], at: ast.expr) -> dict[str, Expr]:
        """What the parameters of a definition stand for, where it is asked with what is `given`."""
        params = self.world.defines[name].params
        way = f"`{name}({', '.join(params)})`" if params else f"`{name}`"
        if len(given) > len(params):
            count = f"is asked with {len(params)} in brackets" if params else "is asked with nothing in brackets"
            message = f"this is one too many: {way} {count}"
            raise self.fail("E203", message, given[len(params)])
        if len(given) < len(params):
            lacking = ", ".join(f"`{each}`" for each in list(params)[len(given) :])
            raise self.fail("E102", f"{way} needs {lacking}", at)
        found: dict[str, Expr] = {}
        for (each, kind), argument in zip(params.items(), given):
            with suppress(AlreadyReported):
                found[each] = self.value(argument, replace(kind, optional=True) if kind.kind == "int" else kind)
        if len(found) < len(params):
            raise AlreadyReported
        return found

    def literal(self, name: str, at: ast.expr, expected: Type | None) -> Expr:
        notes: tuple[str, ...] = ()
        owners = [kind for kind in (*self.world.enums.values(), *self.world.ranges.values()) if name in kind.members]
        if len(owners) == 1 and (expected is None or expected.kind != "enum"):
            return self.named_value(owners[0], name, at)
        if len(owners) > 1 and (expected is None or expected.kind != "enum"):
            raise self.several(name, owners, at)
        of_a_card = f"card.{name}" if name in self.world.attributes and self.scope.find("card") is not None else None
        if expected is not None and expected.kind == "enum":
            near = of_a_card or nearest(name, [*expected.members, *self.fitting(expected)], name in KNOWN_IN)
            others = [kind.name for kind in owners if kind.name not in ("kind", "face")]
            notes = (expected.told, *(f"`{name}` is a value of `{other}`" for other in others))
            raise self.reject(UnknownValue("E205", str(expected), name), at, suggestion=near, notes=notes)
        if expected is not None and expected.kind in ("player", "players"):
            selectors = self.players_known()
            given = [each for each in self.scope.all_names() if each in selectors]
            slip = nearest(name, given, slips_only=True)  # before what it would be elsewhere
            meant = self.each_player(name) or slip or EVERYBODY.get(name) or nearest(name, selectors)
            near, notes = meant if meant in selectors else self.by_owner(name), listing("selectors here", selectors)
            raise self.reject(UnknownName("E204", "player selector", name), at, suggestion=near, notes=notes)
        if expected is not None and expected.kind == "zone":
            raise self.reject(UnknownName("E206", "zone", name, tuple(self.world.zones)), at, notes=comes_with(name))
        if name == INHERITED:
            message = "nothing is inherited here: `inherited` is what a definition replaces"
            raise self.fail("E404", message, at)
        notes = ()
        if name in KNOWN_IN:
            notes = (
                f"`{name}` is known {KNOWN_IN[name]}",
                "an effect knows what it is given: `params: {card: card}`",
                "a definition that is asked of cards is called `card.name`, one that is asked of players `player.name`",
            )
            meant = self.each_player(name)
            if name == "it" and self.scope.find("card") is not None:
                meant = "card"
            if meant is not None:
                raise self.reject(UnknownName("E201", "name", name), at, suggestion=meant, notes=notes)
        if (name in self.world.enums or name in self.world.ranges) and expected is not DECLARED:
            notes = (
                f"`{name}` is a value type: `{name}.any(...)` asks about each of its values, which is called `it`",
                f"a value is written by its name alone, or as `{name}.name`",
            )
        in_force = f"active.{name}" if expected is DECLARED and name in self.world.active else None
        near = of_a_card or in_force or self.by_owner(name) or nearest(name, self.known(), name in KNOWN_IN)
        raise self.reject(UnknownName("E201", "name", name), at, suggestion=near, notes=(*notes, *comes_with(name)))

    def named_value(self, kind: Type, name: str, at: ast.expr) -> Const:
        """The value of that name; of a range it is a number."""
        number = kind.members.index(name)
        return Const(between(number, number) if kind.kind == "int" else kind, self.span(at), number)


def speaks_of_nothing(at: ast.expr) -> bool:
    """Whether a condition is made of numbers and truth values alone, so that it is decided as it is written."""
    names = {each.id for each in ast.walk(at) if isinstance(each, ast.Name)}
    return names <= {"true", "false"} and not any(isinstance(each, ast.Call) for each in ast.walk(at))
