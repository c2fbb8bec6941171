"""Constant folding, and how conditions and numbers are combined. Not here: lookup tables (compiler)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import (
    BOOL,
    MAX_NUMBER,
    NONE,
    CardQuery,
    Const,
    Expr,
    Op,
    PlayerQuery,
    Type,
)


def _divide(a: int, b: int) -> int:
    return a // b if b else 0


def _product(a: int, b: int) -> int:
    return max(min(a * b, MAX_NUMBER), -MAX_NUMBER)


def _remainder(a: int, b: int) -> int:
    return a % b if b else 0


#: Operations on constants; each agrees with the engine's instruction of that name.
ARITHMETIC: Final[dict[str, Callable[..., int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": _product,
    "//": _divide,
    "%": _remainder,
    "negate": lambda a: -a,
    "min": min,
    "max": max,
    "==": lambda a, b: int(a == b),
    "same": lambda a, b: int(a == b and a != NONE),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    "not": lambda a: 1 - a,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "if": lambda c, a, b: a if c else b,
    "known": lambda a: int(a != NONE),
    "set_of": lambda a: 1 << a if a >= 0 else 0,
    "contains": lambda m, a: (m >> a) & 1 if a >= 0 else 0,
    "without": lambda m, a: m & ~a,
    "players": lambda m: m.bit_count(),
}
#: Operations on numbers whose result is a number.
NUMERIC: Final = ("+", "-", "*", "//", "%", "negate", "min", "max")


def bounded(op: Op) -> Op:
    """The operation with the bounds of its value, if those of its arguments are known."""
    if op.type.kind != "int" or op.name not in ("+", "-", "min", "max"):
        return op
    a, b = op.args[0].type.span_of_values, op.args[1].type.span_of_values
    if a is None or b is None:
        return op
    low = {"+": a[0] + b[0], "-": a[0] - b[1], "min": min(a[0], b[0]), "max": max(a[0], b[0])}[op.name]
    high = {"+": a[1] + b[1], "-": a[1] - b[0], "min": min(a[1], b[1]), "max": max(a[1], b[1])}[op.name]
    op.type = replace(op.type, low=low, high=high)
    return op


def fold(op: Op) -> Expr:
    """The operation, or a simpler expression that always has the same value."""
    args = op.args
    if op.name == "known" and not args[0].type.optional:
        return Const(op.type, op.span, 1)
    if op.name in ARITHMETIC and all(isinstance(arg, Const) for arg in args):
        value = ARITHMETIC[op.name](*(arg.value for arg in args if isinstance(arg, Const)))
        kind: Type = op.type
        if kind.kind == "int":
            kind = replace(kind, low=value, high=value)
        return Const(kind, op.span, value)
    if op.type.kind == "bool" and op.name in ("and", "or"):
        absorbing = 0 if op.name == "and" else 1
        for this, other in ((args[0], args[1]), (args[1], args[0])):
            if isinstance(this, Const):
                return Const(op.type, op.span, absorbing) if this.value == absorbing else other
    if op.name == "if" and isinstance(args[0], Const):
        return args[1] if args[0].value else args[2]
    if op.name == "if" and all(isinstance(arg, Const) for arg in args[1:]) and op.type.kind == "bool":
        yes, no = (arg.value for arg in args[1:] if isinstance(arg, Const))
        if yes == no:
            return args[1]
    if op.name == "not" and isinstance(args[0], Op) and args[0].name == "not":
        return args[0].args[0]
    return bounded(op)


def scale(value: Expr) -> Type:
    """The type whose value names may be used beside a value: its own, or that of the numbers it is computed from."""
    found = {kind.name: kind for kind in _scales(value)}
    return next(iter(found.values())) if len(found) == 1 else value.type


def _scales(value: Expr) -> Iterator[Type]:
    """The types with named numbers that a number is computed from."""
    if isinstance(value, Op) and value.name in (*NUMERIC, "if"):
        for part in value.args[1:] if value.name == "if" else value.args:
            yield from _scales(part)
    elif isinstance(value, CardQuery | PlayerQuery) and value.what in ("sum", "min", "max"):
        yield from _scales(value.body)
    elif value.type.kind == "int" and value.type.members:
        yield value.type


def combined(name: str, parts: list[Expr], span: Span, kind: Type = BOOL) -> Expr:
    """All parts joined by one operation, as a balanced tree."""
    while len(parts) > 1:
        pairs = [tuple(parts[at : at + 2]) for at in range(0, len(parts), 2)]
        parts = [fold(Op(kind, span, name, pair)) if len(pair) == 2 else pair[0] for pair in pairs]
    return parts[0]


def all_of(parts: list[Expr], span: Span) -> Expr:
    """The conjunction of conditions; true for none."""
    return combined("and", parts or [Const(BOOL, span, 1)], span)


def presence(value: Expr) -> Expr:
    """The condition under which a value is present."""
    if isinstance(value, Op) and value.name == "if":
        test, yes, no = value.args
        return fold(Op(BOOL, value.span, "if", (test, presence(yes), presence(no))))
    return fold(Op(BOOL, value.span, "known", (value,)))


def presences(number: Expr) -> list[Expr]:
    """The conditions under which a computed number is present; without it every comparison is false."""
    if isinstance(number, Op) and number.name in NUMERIC:
        return [condition for part in number.args for condition in presences(part)]
    if isinstance(number, Op) and number.name == "if":
        test, *ways = number.args
        yes, no = (all_of(presences(way), way.span) for way in ways)
        return [fold(Op(BOOL, number.span, "if", (test, yes, no)))]
    if number.type.kind == "int" and number.type.optional:
        return [presence(number)]
    return []
