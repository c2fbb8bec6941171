"""Instructions, labels, constants, data and state slots. Not here: which code a statement needs (statements)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import StepOrigin, Type
from unoflex_rules.program.image import InstructionSource, Place
from unoflex_rules.program.layout import INSTRUCTION, NONE
from unoflex_rules.program.opcodes import OPCODES


@dataclass(eq=False)
class Label:
    """A code address, unknown until it is marked."""

    name: str = ""
    address: int = -1


Cell: TypeAlias = int | Label


@dataclass(frozen=True)
class PendingDraw:
    """What an instruction draws, before titles are known: see image.RandomDraw."""

    name: str
    kind: Type
    outcomes: tuple[int, ...]
    weights: tuple[int, ...]
    sums: tuple[int, ...]
    repeats: bool


@dataclass
class Code:
    """Instructions and data of one program, and the slots of its state."""

    next_slot: int
    cells: list[Cell] = field(default_factory=list)
    data: list[Cell] = field(default_factory=list)
    sources: dict[int, InstructionSource] = field(default_factory=dict)
    draws: dict[int, PendingDraw] = field(default_factory=dict)
    constants: dict[int, int] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    origin: StepOrigin | None = None
    slot_names: dict[int, str] = field(default_factory=dict)
    free_from: int = 0
    high: int = 0
    late: list[str] = field(default_factory=list)
    #: Counted statements and options with their counters, and the first counter; None if visits are not counted.
    visits: dict[Place, int] = field(default_factory=dict)
    first_visit: int | None = None

    def place(self, name: str, count: int = 1) -> int:
        """Reserve slots for something that lasts."""
        slot = self.next_slot
        self.next_slot += count
        self.slot_names[slot] = name
        return slot

    def open_temporaries(self) -> None:
        """From here on, slots are temporary. Constants get their slots when the program is assembled."""
        self.free_from = self.high = self.next_slot

    def temporary(self, count: int = 1) -> int:
        """Reserve slots until the end of the current stretch of code."""
        slot = self.free_from
        self.free_from += count
        self.high = max(self.high, self.free_from)
        return slot

    @contextmanager
    def each_seat(self, loop: int, seats: int, after: int, acts: int = NONE) -> Iterator[tuple[Label, Label]]:
        """A loop over a set of seats in the order of play; `loop + 1` is the seat. Yields its beginning and its end.

        `acts`: the depth at which the loop acts for the seat, or how it treats players who have left.
        """
        again, end = Label(), Label()
        self.emit("EACH_SEAT", loop, seats, after)
        self.mark(again)
        self.emit("NEXT_SEAT", loop, acts, end)
        yield again, end
        self.emit("JUMP", again)
        self.mark(end)

    @contextmanager
    def each_card(self, loop: int, zone: int) -> Iterator[tuple[Label, Label]]:
        """A loop over the cards of a zone, from the top down; `loop + 2` is the card. Yields its beginning and end."""
        again, end = Label(), Label()
        self.emit("EACH_CARD", loop, zone)
        self.mark(again)
        self.emit("NEXT_CARD", loop, end)
        yield again, end
        self.emit("JUMP", again)
        self.mark(end)

    @contextmanager
    def stretch(self) -> Iterator[None]:
        """Slots reserved inside are free again afterwards."""
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
        """A slot that always holds `value`; a negative symbol until the program is assembled."""
        if value not in self.constants:
            self.constants[value] = -(1 << 50) - len(self.constants)
        return self.constants[value]

    def lasting(self, name: str) -> int:
        """A lasting slot for a value; a negative symbol until the program is assembled."""
        self.late.append(name)
        return -(1 << 51) - len(self.late) + 1

    def place_late(self) -> tuple[dict[int, int], int]:
        """Give constants and lasting values slots after all others. Return slots by symbol, and the state's size."""
        first = max(self.high, self.next_slot)
        late = [-(1 << 51) - number for number in range(len(self.late))]
        symbols = [*self.constants.values(), *late]
        numbers = {symbol: slot for slot, symbol in enumerate(symbols, start=first)}
        self.slot_names |= {numbers[symbol]: name for symbol, name in zip(late, self.late, strict=True)}
        return numbers, first + len(symbols)

    def emit(self, name: str, *operands: Cell) -> None:
        """Write an instruction."""
        op = OPCODES[name]
        assert len(operands) == len(op.operands), (name, operands)
        if self.origin is not None:
            self.sources[len(self.cells)] = source_of(self.origin)
        cells: list[Cell] = [op.number, *operands]
        self.cells += cells + [0] * (INSTRUCTION - len(cells))

    def note_draw(
        self,
        name: str,
        kind: Type,
        outcomes: tuple[int, ...] = (),
        weights: tuple[int, ...] = (),
        sums: tuple[int, ...] = (),
        repeats: bool = False,
    ) -> None:
        """Record what the next instruction draws: the name and type of the outcome, and how outcomes are weighed."""
        self.draws[len(self.cells)] = PendingDraw(name, kind, outcomes, weights, sums, repeats)

    def visit(self, origin: StepOrigin) -> None:
        """Count a visit to the statement or option at `origin`, if visits are counted."""
        if self.first_visit is not None:
            counter = self.visits.setdefault(place_of(origin.span), self.first_visit + len(self.visits))
            self.emit("COUNT", counter, self.constant(1))

    def mark(self, label: Label) -> None:
        """Set the address of `label` to the next instruction."""
        label.address = len(self.cells)
        self.labels.append(label)

    def describe(self, *values: Cell) -> int:
        """Append values to the data. Return their place, counted from the start of the data."""
        place = len(self.data)
        self.data += values
        return place


def place_of(span: Span) -> Place:
    """The place of a span."""
    return Place(span.file, span.line, span.column)


def source_of(origin: StepOrigin) -> InstructionSource:
    """The source of the instructions of a step."""
    return InstructionSource(place_of(origin.span), tuple(place_of(each) for each in origin.chain))


DATA = 1 << 63  # added to a place among the data until addresses are known; no number of a program is as great


def data_address(place: int) -> int:
    """A place among the data as an operand, resolved when the program is assembled."""
    return DATA + place
