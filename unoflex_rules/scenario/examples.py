"""A scenario with all its names looked up: numbers and texts, without YAML.

Not here: reading it (reading), or running it (scenario_runner.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from unoflex_rules.language.diagnostics.spans import Span


@dataclass(frozen=True)
class Move:
    """An action of a seat, as text."""

    seat: int
    text: str
    span: Span
    seat_span: Span


@dataclass(frozen=True)
class ChanceOutcome:
    """A value that chance must draw, and its text in the file."""

    value: Any
    text: str
    span: Span


@dataclass(frozen=True)
class Check:
    """One expectation: its key, what it is about, the expected value, and that value as text."""

    kind: str
    subject: Any
    wanted: Any
    shown: str
    span: Span


@dataclass(frozen=True)
class EventPattern:
    """An event to look for: its kind, the fields that must match, and its text in the file."""

    kind: str
    fields: dict[str, Any]
    shown: str


@dataclass(frozen=True)
class ExampleStep:
    """Outcomes of chance, some moves, then what must hold."""

    chance: tuple[ChanceOutcome, ...]
    moves: tuple[Move, ...]
    checks: tuple[Check, ...]


@dataclass
class Example:
    """A scenario that can be run.

    `names` and `state`, its program and its first state, are empty if there is nothing to run. `start` and `deals` are
    the setups of the first and of later deals.
    """

    name: str
    span: Span
    rules: tuple[tuple[str, Span], ...]
    ruleset: str
    skip: str | None = None
    names: Any = None
    state: list[int] = field(default_factory=list)
    start: Any = None
    deals: tuple[tuple[Any, Span], ...] = ()
    chance: tuple[ChanceOutcome, ...] = ()
    steps: tuple[ExampleStep, ...] = ()
    is_faulty: bool = False
    #: The code of the problem that it must have, where that is written, and the codes of those that it has.
    refusal: tuple[str, Span, tuple[str, ...]] | None = None
