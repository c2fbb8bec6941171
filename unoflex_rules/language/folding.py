"""Folding of constants: what is known before the game is worked out here. Not here: tables (the compiler's)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from unoflex_rules.language.types import NONE, Const, Expr, Op, Type


def _divide(a: int, b: int) -> int:
    return a // b if b else 0


def _remainder(a: int, b: int) -> int:
    return a % b if b else 0


#: What an operation yields on numbers, the same as the engine's instruction of that name.
ARITHMETIC: Final[dict[str, Callable[..., int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
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


def bounded(op: Op) -> Op:
    """The operation with the bounds of its value, where its arguments have some."""
    if op.type.kind != "int" or op.name not in ("+", "-", "min", "max"):
        return op
    a, b = op.args[0].type, op.args[1].type
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return op
    low = {"+": a.low + b.low, "-": a.low - b.high, "min": min(a.low, b.low), "max": max(a.low, b.low)}[op.name]
    high = {"+": a.high + b.high, "-": a.high - b.low, "min": min(a.high, b.high), "max": max(a.high, b.high)}[op.name]
    op.type = replace(op.type, low=low, high=high)
    return op


def fold(op: Op) -> Expr:
    """The operation, or something simpler that always has the same value."""
    args = op.args
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
    if op.name == "not" and isinstance(args[0], Op) and args[0].name == "not":
        return args[0].args[0]
    if op.name == "known" and not args[0].type.optional:
        return Const(op.type, op.span, 1)
    return bounded(op)
