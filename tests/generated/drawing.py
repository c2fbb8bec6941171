"""The shared parts of the ruleset generator: random choice, names, declarations, scope.

Not here: expressions (valued.py), statements (steps.py), whole rulesets (rulesets.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")
Step = Any  # a mapping with one key, `if` with its branches, or a word

#: Things that steps may not do in some places: end the turn, end the round, run a card's effect.
TURN, ROUND, RESOLVE = "finish turn", "finish round", "resolve"
EVERYTHING = frozenset({TURN, ROUND, RESOLVE})


@dataclass(frozen=True)
class Scope:
    """The names known at a place with their types, and the permissions of steps there."""

    names: tuple[tuple[str, str], ...] = ()
    conditions: tuple[str, ...] = ()  # parameters that are predicates on a card
    blocks: tuple[str, ...] = ()
    may: frozenset[str] = EVERYTHING
    in_loop: bool = False
    times: int = 1  # approximate number of times that steps run here
    asked: bool = False  # inside a question about the cards of a zone or about players

    def knowing(self, **names: str) -> Scope:
        """Return the scope with additional names."""
        kept = tuple((name, kind) for name, kind in self.names if name not in names)
        return replace(self, names=(*kept, *names.items()))

    def of_type(self, kind: str) -> list[str]:
        return [name for name, each in self.names if each == kind]

    def has(self, name: str) -> bool:
        return any(each == name for each, _ in self.names)


@dataclass
class Reusable:
    """An effect or a moment that later parts may use: its parameters, its abilities, and its length."""

    name: str
    params: list[tuple[str, str, bool]]  # name, type, whether it has a default
    does: frozenset[str]
    size: int


@dataclass
class World:
    """The declarations so far; types are written as in a ruleset, enums by name."""

    enums: dict[str, list[str]] = field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)
    card_state: dict[str, str] = field(default_factory=dict)
    active: dict[str, str] = field(default_factory=dict)
    zones: dict[str, bool] = field(default_factory=dict)  # whether it is per player
    variables: dict[str, tuple[str, bool]] = field(default_factory=dict)  # type, whether it is per player
    options: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    defines: dict[str, tuple[str, str]] = field(default_factory=dict)  # type of its subject, type
    effects: list[Reusable] = field(default_factory=list)
    moments: list[Reusable] = field(default_factory=list)
    faces: list[str] = field(default_factory=list)
    counts: list[str] = field(default_factory=list)


class Drawing:
    """Draws from hypothesis. Names consist of a word and a number, so that all of them can be renamed."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw
        self.world = World()
        self.used: set[str] = set()  # names in use
        self.size = 0  # number of steps of the current effect or piece, with calls expanded
        self.does: set[str] = set()
        self.numbers: dict[str, int] = {}

    def below(self, n: int) -> int:
        return int(self.draw(st.integers(0, n - 1))) if n > 1 else 0

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def chance(self, one_in: int) -> bool:
        """Return true once in this many times; shrinking prefers false."""
        return self.below(one_in) == one_in - 1

    def name(self, word: str) -> str:
        self.numbers[word] = self.numbers.get(word, 0) + 1
        return f"{word}_{self.numbers[word]}"

    def base_of(self, kind: str) -> str:
        """Return `int` for ranges, otherwise the type itself."""
        return "int" if kind in self.world.ranges or ".." in kind else kind

    def value_types(self) -> list[str]:
        """Return the names of the enums that a ruleset declares."""
        return [name for name in self.world.enums if name not in ("face", "kind")]

    def members_of(self, kind: str) -> list[Any]:
        if kind in self.world.enums:
            return list(self.world.enums[kind])
        low, high = self.world.ranges.get(kind) or tuple(map(int, kind.split("..")))
        return list(range(low, high + 1))
