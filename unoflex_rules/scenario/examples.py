"""What a scenario says once its names are understood: values without YAML and without a program.

Not here: how they are read (sheet_reader.py, binding.py) or tested (checking.py, scenario_runner.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from unoflex_rules.language.diagnostics.problems import Span

LEAVES = "leaves"


@dataclass(frozen=True)
class Move:
    """An action that a seat takes; `leaves`: it leaves the game, which is no option of the ruleset's."""

    seat: int
    text: str
    span: Span
    seat_span: Span | None = None

    @property
    def leaves(self) -> bool:
        return is_leaving(self.text)


def is_leaving(text: str) -> bool:
    """Whether an action is that of leaving the game."""
    return text.strip().casefold() == LEAVES


@dataclass(frozen=True)
class Check:
    """One expectation: `kind` is the key under which it stands, `subject` what it is about, `wanted` what must be.

    `shown`: what must be, as it is written.
    """

    kind: str
    subject: Any
    wanted: Any
    shown: str
    span: Span


@dataclass(frozen=True)
class ChanceOutcome:
    """Something that chance is to say: the value, and how it is written."""

    value: Any
    text: str
    span: Span


@dataclass(frozen=True)
class ExampleStep:
    """What chance will say, some actions, then what must hold."""

    chance: tuple[ChanceOutcome, ...]
    deeds: tuple[Move, ...]
    checks: tuple[Check, ...]


@dataclass
class Example:
    """A scenario that can be run.

    `names` are those of the game, `state` is where it begins; they are empty where nothing can be run.
    """

    name: str
    span: Span
    rules: tuple[tuple[str, Span], ...]
    ruleset: str
    skip: str | None = None
    names: Any = None
    state: list[int] = field(default_factory=list)
    start: Any = None  # the table as which the first round is dealt
    deals: tuple[Any, ...] = ()  # tables: how the rounds after the first one are dealt
    deal_spans: tuple[Span, ...] = ()
    chance: tuple[ChanceOutcome, ...] = ()  # what it will say from the beginning
    stages: tuple[ExampleStep, ...] = ()
    is_faulty: bool = False  # something in it has a problem
    refusal: tuple[str, tuple[str, ...]] | None = None  # the problem that it must have, and those that it has
    refusal_span: Span | None = None  # where it says so


@dataclass(frozen=True)
class EventPattern:
    """An event that is looked for: its kind, and what must be so of it."""

    kind: str
    fields: dict[str, Any]
    shown: str
