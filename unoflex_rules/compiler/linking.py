"""From cells to numbers: labels, symbols and places among the data get addresses; jumps to jumps are shortened.

Not here: writing cells (code.py).
"""

from __future__ import annotations

from unoflex_rules.compiler.code import DATA, Cell, Label
from unoflex_rules.program.layout import INSTRUCTION
from unoflex_rules.program.opcodes import OPCODES

JUMP, RETURN = OPCODES["JUMP"].number, OPCODES["RETURN"].number
#: Conditional jumps, with the number of operands that decide.
TESTS = {op.number: len(op.operands) - 1 for op in OPCODES.values() if op.name.startswith("JUMP_")}


class Resolver:
    """Turns labels, symbols and places among the data into numbers."""

    def __init__(self, code_start: int, code_end: int, numbers: dict[int, int]) -> None:
        self.code_start, self.code_end, self.numbers = code_start, code_end, numbers
        self.cells: list[Cell] = []

    def cell(self, cell: Cell) -> int:
        if isinstance(cell, Label):
            return self.code_start + self.target(cell, [])
        if cell >= DATA:
            return self.code_end + cell - DATA
        return self.numbers.get(cell, cell)

    def target(self, label: Label, test: list[Cell]) -> int:
        """The address of a label; a jump at that address is followed.

        `test`: the opcode and operands of a conditional jump to the label. The same condition there is followed too.
        """
        seen = set()
        while True:
            at = label.address
            assert at >= 0, f"label {label.name or '?'} stands nowhere"
            if at in seen or at >= len(self.cells):
                return at
            seen.add(at)
            following = self.cells[at + 1] if self.cells[at] == JUMP else None
            if test and self.cells[at : at + len(test)] == test:
                following = self.cells[at + len(test)]
            if not isinstance(following, Label):
                return at
            label = following

    def code(self, cells: list[Cell]) -> list[int]:
        """The instructions as numbers."""
        self.cells = cells
        found: list[int] = []
        for at in range(0, len(cells), INSTRUCTION):
            found += self.instruction(cells[at : at + INSTRUCTION])
        return found

    def instruction(self, cells: list[Cell]) -> list[int]:
        """One instruction; a jump to a RETURN becomes that RETURN."""
        operands = TESTS.get(cells[0]) if isinstance(cells[0], int) else None
        if operands is not None and isinstance(label := cells[1 + operands], Label):
            numbers = [self.cell(cell) for cell in cells]
            numbers[1 + operands] = self.code_start + self.target(label, cells[: 1 + operands])
            return numbers
        if cells[0] == JUMP and isinstance(label := cells[1], Label):
            to = self.target(label, [])
            if self.cells[to : to + 1] == [RETURN]:
                cells = self.cells[to : to + INSTRUCTION]
        return [self.cell(cell) for cell in cells]

    def data(self, cells: list[Cell]) -> list[int]:
        """The data as numbers. Labels there identify options and effects, so no jump is followed."""
        return [self.code_start + cell.address if isinstance(cell, Label) else self.cell(cell) for cell in cells]
