"""Writing code: instructions, labels, constants and state slots. Not here: what code a statement needs (lower*.py)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import StepOrigin, Type
from unoflex_rules.program.image import InstructionSource, Place
from unoflex_rules.program.layout import INSTRUCTION
from unoflex_rules.program.opcodes import OPCODES


@dataclass(eq=False)
class Label:
    """A code address that may not be known yet."""

    name: str = ""
    address: int = -1


Cell: TypeAlias = int | Label


@dataclass(frozen=True)
class Draw:
    """What is known of an instruction that draws: see image.Chance."""

    name: str
    kind: Type
    outcomes: tuple[int, ...]
    weights: tuple[int, ...]
    sums: tuple[int, ...]
    repeats: bool

    @property
    def weighing(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], bool]:
        """How outcomes are weighed, in the order of image.Chance."""
        return self.weights, self.outcomes, self.sums, self.repeats


@dataclass
class Code:
    """Instructions and data of one program, and the slots of its state."""

    next_slot: int
    cells: list[Cell] = field(default_factory=list)
    data: list[Cell] = field(default_factory=list)
    sources: dict[int, InstructionSource] = field(default_factory=dict)
    chances: dict[int, Draw] = field(default_factory=dict)
    constants: dict[int, int] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    origin: StepOrigin | None = None
    slot_names: dict[int, str] = field(default_factory=dict)
    free_from: int = 0
    high: int = 0
    late: list[str] = field(default_factory=list)
    #: Statements and options whose visits are counted, each with its counter; the first of these: None counts none.
    visits: dict[Place, int] = field(default_factory=dict)
    first_visit: int | None = None

    def place(self, name: str, count: int = 1) -> int:
        """Slots for something that lasts."""
        slot = self.next_slot
        self.next_slot += count
        self.slot_names[slot] = name
        return slot

    def open_temporaries(self) -> None:
        """From here on slots are handed out for a while only; constants get theirs when the program is put together."""
        self.free_from = self.high = self.next_slot

    def temporary(self, count: int = 1) -> int:
        """Slots for a value that the present stretch of code needs."""
        slot = self.free_from
        self.free_from += count
        self.high = max(self.high, self.free_from)
        return slot

    @contextmanager
    def stretch(self) -> Iterator[None]:
        """Slots handed out inside are free again afterwards."""
        mark = self.free_from
        try:
            yield
        finally:
            self.free_from = mark

    @contextmanager
    def at(self, origin: StepOrigin) -> Iterator[None]:
        """Instructions written inside come from `origin`."""
        before, self.origin = self.origin, origin
        try:
            yield
        finally:
            self.origin = before

    def constant(self, value: int) -> int:
        """A slot that holds `value` all the time; as a negative number until the program is put together."""
        if value not in self.constants:
            self.constants[value] = -(1 << 50) - len(self.constants)
        return self.constants[value]

    def lasting(self, name: str) -> int:
        """A slot of its own for a value, handed out late: a negative number until the program is put together."""
        self.late.append(name)
        return -(1 << 51) - len(self.late) + 1

    def emit(self, name: str, *operands: Cell) -> None:
        """Write an instruction."""
        op = OPCODES[name]
        assert len(operands) == len(op.operands), (name, operands)
        if self.origin is not None:
            self.sources[len(self.cells)] = source_of(self.origin)
        cells: list[Cell] = [op.number, *operands]
        self.cells += cells + [0] * (INSTRUCTION - len(cells))

    def by_chance(
        self,
        name: str,
        kind: Type,
        outcomes: tuple[int, ...] = (),
        weights: tuple[int, ...] = (),
        sums: tuple[int, ...] = (),
        repeats: bool = False,
    ) -> None:
        """The next instruction draws: what the outcome is called, its type, and perhaps how outcomes are weighed."""
        self.chances[len(self.cells)] = Draw(name, kind, outcomes, weights, sums, repeats)

    def visit(self, origin: StepOrigin) -> None:
        """Count that the program comes by the statement or the option at `origin`, where visits are counted."""
        if self.first_visit is not None:
            counter = self.visits.setdefault(place_of(origin.span), self.first_visit + len(self.visits))
            self.emit("COUNT", counter, self.constant(1))

    def mark(self, label: Label) -> None:
        """Let `label` stand for the next instruction."""
        label.address = len(self.cells)
        self.labels.append(label)

    def describe(self, *values: Cell) -> int:
        """Put values among the data; their place, counted from the start of the data."""
        at = len(self.data)
        self.data += values
        return at


def place_of(span: Span) -> Place:
    return Place(span.file, span.line, span.column)


def source_of(origin: StepOrigin) -> InstructionSource:
    return InstructionSource(place_of(origin.span), tuple(place_of(each) for each in origin.chain))
