"""Folds conditions on a card into tables of bits, if they depend on few values.

Not here: writing the tables (fits_tables.py), or conditions that stay code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import TypeAlias

from unoflex_rules.language.cards.looks import Look
from unoflex_rules.language.expressions.folding import ARITHMETIC
from unoflex_rules.language.expressions.types import (
    ActiveRef,
    AttributeRef,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    VariableRef,
)
from unoflex_rules.program.layout import BITS, NONE

#: The most evaluations for a table, about a microsecond each, and its most rows.
MAX_WORK = 60_000
MAX_ROWS = 10_000
Evaluator: TypeAlias = Callable[[list[int], int, int], int]  # (terms, look, face)


@dataclass(frozen=True)
class TableTerm:
    """A value outside the card on which a condition depends, with its range."""

    expr: Expr
    low: int
    high: int

    @property
    def size(self) -> int:
        return self.high - self.low + 1


@dataclass(frozen=True)
class CardTable:
    """Rows of bits, one bit per look and face; one row per combination of the terms."""

    terms: tuple[TableTerm, ...]
    words: int
    rows: tuple[int, ...]


class NotFoldable(Exception):
    """The condition depends on too many values."""


def key_of(expr: Expr, bound: dict[Local, str]) -> object:
    """A key that is equal for expressions with the same meaning."""
    if isinstance(expr, Const):
        return ("const", expr.value)
    if isinstance(expr, LocalRef):
        return bound.get(expr.local, expr.local)
    own = [
        getattr(expr, name) for name in ("name", "what", "before") if isinstance(getattr(expr, name, None), str | bool)
    ]
    inner = dict(bound)
    for name in ("card", "it"):
        local = getattr(expr, name, None)
        if isinstance(local, Local):
            inner[local] = f"{name}{len(inner)}"
    return (type(expr).__name__, *own, *(key_of(part, inner) for part in expr.parts()))


def depends(expr: Expr, card: Local, face: Local | None) -> bool:
    return any(isinstance(each, LocalRef) and each.local in (card, face) for each in expr.walk())


class Folder:
    """Folds one condition on `card`, and on `face` if faces are tested one by one.

    `front`: if faces are shuffled among cards, the tested face. A condition on any other face cannot be folded then,
    since its print is unknown.
    """

    def __init__(self, looks: list[Look], card: Local, face: Local | None, front: Expr | None = None) -> None:
        self.looks = looks
        self.card = card
        self.face = face
        self.front = front
        self.terms: list[TableTerm] = []
        self.keys: dict[object, int] = {}
        self.where: list[tuple[int, int]] = []  # per bit of a row: look and face
        self.every = 0  # the bits of faces that exist
        self.met: set[int] = set()  # the terms of the current condition
        self.work = 0  # evaluations so far

    def fold(self, test: Expr | None) -> CardTable:
        """The table of a condition; without a condition, of all existing faces. Raises NotFoldable."""
        faces = len(self.looks[0].faces) if self.looks else 1
        where = [(look, face) for face in range(faces) for look in range(len(self.looks))]
        self.where = where
        self.every = sum(
            1 << bit
            for bit, (look, face) in enumerate(where)
            if self.face is None or self.looks[look].faces[face].exists
        )
        words = (len(where) + BITS - 1) // BITS
        row_of = self.rows(test) if test is not None else lambda values: self.every
        contexts = 1
        for term in self.terms:
            contexts *= term.size
        if contexts > MAX_ROWS:
            raise NotFoldable
        rows: list[int] = []
        values = [term.low for term in self.terms]
        for _ in range(contexts):
            row = row_of(values) & self.every
            rows += [(row >> (BITS * k)) & ((1 << BITS) - 1) for k in range(words)]
            for k in range(len(values) - 1, -1, -1):
                values[k] += 1
                if values[k] <= self.terms[k].high:
                    break
                values[k] = self.terms[k].low
        return CardTable(tuple(self.terms), words, tuple(rows))

    def rows(self, test: Expr) -> Callable[[list[int]], int]:
        """A function from the values of the terms to the cards that meet a condition, as a set of bits.

        Conditions joined by `and`, `or`, `not` and `if` are evaluated separately, each for its terms.
        """
        if isinstance(test, Op) and test.name == "not":
            inner = self.rows(test.args[0])
            return lambda values: ~inner(values)
        if isinstance(test, Op) and test.name in ("and", "or") and test.type.kind == "bool":
            parts = [self.rows(arg) for arg in test.args]
            if test.name == "and":
                return lambda values: reduce(and_, (part(values) for part in parts))
            return lambda values: reduce(or_, (part(values) for part in parts))
        if isinstance(test, Op) and test.name == "if" and test.type.kind == "bool":
            which, yes, no = (self.rows(arg) for arg in test.args)
            return lambda values: (which(values) & yes(values)) | (~which(values) & no(values))
        outer, self.met = self.met, set()
        evaluate = self.evaluator(test)
        mine, self.met = sorted(self.met), outer | self.met
        work = len(self.where)
        for term in mine:
            work *= self.terms[term].size
        self.work += work
        if self.work > MAX_WORK:
            raise NotFoldable
        known: dict[tuple[int, ...], int] = {}

        def row(values: list[int]) -> int:
            key = tuple(values[term] for term in mine)
            if key not in known:
                known[key] = sum(
                    1 << bit for bit, (look, face) in enumerate(self.where) if evaluate(values, look, face)
                )
            return known[key]

        return row

    def term(self, expr: Expr) -> int:
        """The number of the term of an expression that does not depend on the card."""
        key = key_of(expr, {})
        if key not in self.keys:
            bounds = expr.type.span_of_values
            if bounds is None or bounds[1] - bounds[0] > 63:
                raise NotFoldable
            if expr.type.kind == "int":  # without a player or card the value is missing or 0, whatever its range
                bounds = min(bounds[0], NONE), max(bounds[1], 0)
            self.keys[key] = len(self.terms)
            self.terms.append(TableTerm(expr, *bounds))
        self.met.add(self.keys[key])
        return self.keys[key]

    def evaluator(self, expr: Expr) -> Evaluator:
        """A function that returns the value of `expr`."""
        if isinstance(expr, Const):
            value = expr.value
            return lambda terms, look, face: value
        if not depends(expr, self.card, self.face):
            return self.free(expr)
        if isinstance(expr, LocalRef) and expr.local is self.face:
            return lambda terms, look, face: face
        if isinstance(expr, AttributeRef) and isinstance(expr.card, LocalRef) and expr.card.local is self.card:
            return self.attribute(expr)
        if isinstance(expr, Op) and expr.name in ARITHMETIC:
            return operation(expr.name, [self.evaluator(arg) for arg in expr.args])
        raise NotFoldable

    def free(self, expr: Expr) -> Evaluator:
        """The value of an expression outside the card: a term, or an operation on terms."""
        simple = isinstance(expr, VariableRef | ActiveRef | EngineRef)
        if isinstance(expr, Op) and not simple and expr.type.kind != "bool" and expr.name in ARITHMETIC:
            return operation(expr.name, [self.evaluator(arg) for arg in expr.args])
        number = self.term(expr)
        return lambda terms, look, face: terms[number]

    def is_at_hand(self, expr: AttributeRef) -> bool:
        """Whether an attribute is read on the tested face."""
        assert self.front is not None
        if self.face is not None:
            same = isinstance(expr.face, LocalRef) and expr.face.local is self.face
        else:
            same = key_of(expr.face, {}) == key_of(self.front, {})
        return same and expr.name != "look"

    def attribute(self, expr: AttributeRef) -> Evaluator:
        if self.front is not None and not self.is_at_hand(expr):
            raise NotFoldable
        if expr.name == "look":
            return lambda terms, look, face: look
        if expr.name == "kind":
            order = list(expr.type.members)
            values = [[order.index(face.kind) for face in look.faces] for look in self.looks]
            if all(len(set(each)) == 1 for each in values):
                return lambda terms, look, face: values[look][0]
        else:
            values = [[face.attributes[expr.name] for face in look.faces] for look in self.looks]
        on = self.evaluator(expr.face) if self.front is None else lambda terms, look, face: face
        of_nothing = NONE if expr.type.optional else 0

        def read(terms: list[int], look: int, face: int) -> int:
            side = on(terms, look, face)
            return values[look][side] if side >= 0 else of_nothing

        return read


def operation(name: str, args: list[Evaluator]) -> Evaluator:
    """A function that applies an operation to the values of other functions."""
    if name in ("and", "or") and len(args) == 2:
        first, second = args
        if name == "and":
            return lambda terms, look, face: first(terms, look, face) and second(terms, look, face)
        return lambda terms, look, face: first(terms, look, face) or second(terms, look, face)
    function = ARITHMETIC[name]
    if len(args) == 2:
        a, b = args
        return lambda terms, look, face: function(a(terms, look, face), b(terms, look, face))
    if len(args) == 1:
        only = args[0]
        return lambda terms, look, face: function(only(terms, look, face))
    return lambda terms, look, face: function(*(arg(terms, look, face) for arg in args))
