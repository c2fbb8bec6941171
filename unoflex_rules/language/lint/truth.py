"""Decide whether a condition always holds or never holds, from the possible values and from assumed conditions.

Conclusions are certain; if a quick look does not decide, the answer is None. Not here: which conditions are checked.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from unoflex_rules.language.cards.looks import Look
from unoflex_rules.language.expressions.types import (
    BOOL,
    NONE,
    ActiveRef,
    AttributeRef,
    CardOnFace,
    CardQuery,
    CardStateRef,
    ChoiceRef,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    PlayerQuery,
    VariableRef,
    ZoneRef,
)

#: The most values that are kept one by one; of more only the least and the greatest count.
FEW: Final = 128
#: The most alternatives of a condition that are followed at once.
WAYS: Final = 6


@dataclass(frozen=True)
class Facts:
    """What is known besides the condition.

    `printed`: the values that an attribute has on the cards. `given`: values of expressions by their `key`. `alias`:
    names that mean the same in two conditions have the same number.
    """

    printed: dict[str, frozenset[int]] = field(default_factory=dict)
    given: dict[Hashable, int] = field(default_factory=dict)
    alias: dict[Local, int] = field(default_factory=dict)
    _keys: dict[int, tuple[Expr, Hashable]] = field(default_factory=dict, init=False, compare=False)  # by id

    def with_values(self, given: dict[Hashable, int]) -> Facts:
        """The facts with further values."""
        return replace(self, given={**self.given, **given})

    def with_aliases(self, *locals: Local) -> Facts:
        """The facts with each name numbered by its position in the list."""
        return replace(self, alias={**self.alias, **{local: place for place, local in enumerate(locals)}})

    # ---- equal expressions -------------------------------------------------------------------------------

    def key(self, expr: Expr | None) -> Hashable:
        """A key that is equal for two expressions only if they always have the same value at the same time."""
        if expr is None:
            return None
        known = self._keys.get(id(expr))
        if known is None:
            known = self._keys[id(expr)] = (expr, self._key(expr))
        return known[1]

    def _key(self, expr: Expr) -> Hashable:
        match expr:
            case Const():
                return ("const", expr.value)
            case LocalRef() if expr.type.name == "face" and len(expr.type.members) == 1:
                return ("const", 0)
            case LocalRef():
                return ("local", self.alias.get(expr.local, id(expr.local)))
            case VariableRef():
                return ("VariableRef", expr.name, self.key(expr.player), self.key(expr.value))
            case ZoneRef():
                return ("ZoneRef", expr.name, self.key(expr.player), self.key(expr.value))
            case ActiveRef():
                return ("active", expr.name, expr.before)
            case EngineRef():
                return ("now", expr.what)
            case ChoiceRef():
                return ("choice", expr.name)
            case CardOnFace():
                return ("on", self.key(expr.card), self.key(expr.face))
            case AttributeRef():
                return ("attribute", expr.name, self.key(bare(expr.card)), self.key(expr.face))
            case CardStateRef():
                return ("carried", expr.name, self.key(bare(expr.card)))
            case Op():
                return (expr.name, *(self.key(arg) for arg in expr.args))
            case CardQuery():
                inner = self.binding(expr.card)
                return ("cards", expr.what, self.key(expr.zone), inner.key(expr.body))
            case PlayerQuery():
                inner = self.binding(expr.it)
                return ("players", expr.what, self.key(expr.players), inner.key(expr.body))
        return id(expr)

    def binding(self, local: Local) -> Facts:
        """The facts with the name that a query binds."""
        return replace(self, alias={**self.alias, local: 100 + len(self.alias)})

    # ---- values ------------------------------------------------------------------------------------------------------

    def values(self, expr: Expr) -> frozenset[int] | range:
        """The possible values as numbers; a range if there are many."""
        key = self.key(expr) if self.given else None
        if key in self.given:
            return frozenset({self.given[key]})
        if isinstance(expr, Const):
            return frozenset({expr.value})
        if isinstance(expr, AttributeRef) and expr.name in self.printed:
            return self.printed[expr.name]
        if isinstance(expr, Op):
            found = self.computed(expr)
            if found is not None:
                return found
        bounds = expr.type.span_of_values
        if bounds is None:
            return range(-(2**40), 2**40)
        return listed(range(bounds[0] if expr.type.kind != "enum" else NONE, bounds[1] + 1))

    def computed(self, op: Op) -> frozenset[int] | range | None:
        """The possible values of a sum, a difference, a minimum, a maximum, or an `if`."""
        if op.name == "if":
            test = self.truth(op.args[0])
            ways = [op.args[1]] if test else [op.args[2]] if test is False else list(op.args[1:])
            found = [self.values(way) for way in ways]
            if all(isinstance(each, frozenset) for each in found):
                return frozenset().union(*found)
            return range(min(map(least, found)), max(map(most, found)) + 1)
        if op.name not in ("+", "-", "min", "max"):
            return None
        a, b = (self.values(arg) for arg in op.args)
        low = {"+": least(a) + least(b), "-": least(a) - most(b), "min": min(least(a), least(b)),
               "max": max(least(a), least(b))}[op.name]  # fmt: skip
        high = {"+": most(a) + most(b), "-": most(a) - least(b), "min": min(most(a), most(b)),
                "max": max(most(a), most(b))}[op.name]  # fmt: skip
        return listed(range(low, high + 1))

    # ---- truth -------------------------------------------------------------------------------------------------------

    def truth(self, expr: Expr | None, assumed: Iterable[Expr] = ()) -> bool | None:
        """Whether a condition always holds, or never; None if it depends. `assumed`: conditions that hold as well."""
        if expr is None:
            return True
        plain = self._truth(expr)
        if plain is not None:
            return plain
        known = list(assumed)
        if self.contradict([(each, True) for each in [*known, expr]]):
            return False
        if self.contradict([*((each, True) for each in known), (expr, False)]):
            return True
        return None

    def _truth(self, expr: Expr) -> bool | None:
        if isinstance(expr, CardQuery | PlayerQuery) and expr.what in ("any", "all"):
            found = self._truth(expr.body)
            return found if found is (expr.what == "all") else None
        if isinstance(expr, Op):
            match expr.name:
                case "not":
                    inner = self._truth(expr.args[0])
                    return None if inner is None else not inner
                case "and" | "or":
                    parts = [self._truth(arg) for arg in expr.args]
                    decisive = expr.name == "or"
                    return decisive if decisive in parts else None if None in parts else not decisive
                case "==" | "same" | "<" | "<=" | "known":
                    return self.compared(expr)
        values = self.values(expr)
        return None if len(values) != 1 else bool(least(values))

    def compared(self, op: Op) -> bool | None:
        """Whether a comparison always holds, or never; None if it depends."""
        a = self.values(op.args[0])
        if op.name == "known":
            if NONE not in a or not op.args[0].type.optional:
                return True
            return False if len(a) == 1 else None
        b = self.values(op.args[1])
        if op.name in ("==", "same"):
            if op.name == "same":
                a, b = without(a, NONE), without(b, NONE)
            if not a or not b or most(a) < least(b) or most(b) < least(a):
                return False
            if isinstance(a, frozenset) and isinstance(b, frozenset) and not a & b:
                return False
            alike = op.name == "==" and self.key(op.args[0]) == self.key(op.args[1])
            return True if alike or (len(a) == len(b) == 1 and op.name == "==") else None
        if op.name == "<":
            return True if most(a) < least(b) else False if least(a) >= most(b) else None
        return True if most(a) <= least(b) else False if least(a) > most(b) else None

    # ---- contradictions --------------------------------------------------------------------------------------

    def contradict(self, conditions: list[tuple[Expr, bool]], ways: int = WAYS) -> bool:
        """Whether conditions cannot have the given truth values at the same time."""
        atoms: list[tuple[Expr, bool]] = []
        either: list[list[tuple[Expr, bool]]] = []
        todo = list(conditions)
        while todo:
            expr, holds = todo.pop()
            plain = self._truth(expr)
            if plain is not None:
                if plain is not holds:
                    return True
            elif isinstance(expr, Op) and expr.name == "not":
                todo.append((expr.args[0], not holds))
            elif isinstance(expr, Op) and expr.name == ("and" if holds else "or"):
                todo += [(arg, holds) for arg in expr.args]
            elif isinstance(expr, Op) and expr.name in ("and", "or"):
                either.append([(arg, holds) for arg in expr.args])
            else:
                atoms.append((expr, holds))
        if self.clash(atoms):
            return True
        for place, parts in enumerate(either):
            rest = [any_of(other) for at, other in enumerate(either) if at != place]
            if len(parts) <= ways and all(
                self.contradict([*atoms, part, *rest], ways // len(parts)) for part in parts
            ):  # fmt: skip
                return True
        return False

    def clash(self, atoms: list[tuple[Expr, bool]]) -> bool:
        """Whether simple conditions exclude each other: one would be both true and false, or no value is left."""
        truths: dict[Hashable, bool] = {}
        left: dict[Hashable, frozenset[int] | range] = {}
        for expr, holds in atoms:
            key = self.key(expr)
            if truths.setdefault(key, holds) is not holds:
                return True
            if not isinstance(expr, Op) or expr.name not in ("==", "<", "<=", "known"):
                continue
            a, b = expr.args[0], expr.args[-1]
            turned = isinstance(a, Const)
            number = a if turned else b
            value = b if turned else a
            if expr.name != "known" and not isinstance(number, Const):
                continue
            key = self.key(value)
            values = left.get(key, self.values(value))
            found = narrowed(values, expr.name, number.value if isinstance(number, Const) else NONE, turned, holds)
            if not found:
                return True
            left[key] = found
        return False


def bare(card: Expr) -> Expr:
    """The card itself, without the face on which it is looked at."""
    return card.card if isinstance(card, CardOnFace) else card


def any_of(parts: list[tuple[Expr, bool]]) -> tuple[Expr, bool]:
    """Alternatives as one condition."""
    (first, holds), *_ = parts
    return Op(BOOL, first.span, "or" if holds else "and", tuple(expr for expr, _ in parts)), holds


def narrowed(
    values: frozenset[int] | range, name: str, number: int, turned: bool, holds: bool
) -> frozenset[int] | range:
    """The values that a comparison with a number leaves; with `turned` the number is on the left."""
    if name == "known":
        return without(values, NONE) if holds else frozenset({NONE}) & frozenset([NONE] if NONE in values else [])
    if name == "==":
        return frozenset([number] if number in values else []) if holds else without(values, number)
    strict = name == "<"
    if turned:  # number < value
        low, high = (number + strict, 2**40) if holds else (-(2**40), number - (not strict))
    else:  # value < number
        low, high = (-(2**40), number - strict) if holds else (number + (not strict), 2**40)
    if isinstance(values, range):
        return range(max(values.start, low), min(values.stop, high + 1))
    return frozenset(each for each in values if low <= each <= high)


def listed(values: range) -> frozenset[int] | range:
    return frozenset(values) if len(values) <= FEW else values


def without(values: frozenset[int] | range, number: int) -> frozenset[int] | range:
    """The values without `number`."""
    if isinstance(values, frozenset):
        return values - {number}
    if values and number == values.start:
        return range(values.start + 1, values.stop)
    return range(values.start, values.stop - 1) if values and number == values.stop - 1 else values


def least(values: frozenset[int] | range) -> int:
    return values.start if isinstance(values, range) else min(values)


def most(values: frozenset[int] | range) -> int:
    return values.stop - 1 if isinstance(values, range) else max(values)


def printed_on(looks: list[Look], but: Iterable[str]) -> dict[str, frozenset[int]]:
    """The values of each attribute on the faces of all cards; attributes that depend on options are left out."""
    found: dict[str, set[int]] = {}
    for look in looks:
        for face in look.faces:
            for name, value in face.attributes.items():
                found.setdefault(name, {NONE, 0} & {value}).add(value)
    return {name: frozenset(values) for name, values in found.items() if name not in set(but)}
