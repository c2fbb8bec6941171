"""Jumps in a finished program: each goes straight to its final target."""

from unoflex_rules.compiler.code import Code, Label
from unoflex_rules.compiler.linking import Resolver
from unoflex_rules.program.layout import INSTRUCTION
from unoflex_rules.program.opcodes import NAMES

START = 1000


def instructions(code):
    """Return the instructions of a program that begins at START: name, operands, and addresses as numbers."""
    numbers = Resolver(START, 2000, {}).code(code.cells)
    rows = [numbers[at : at + INSTRUCTION] for at in range(0, len(numbers), INSTRUCTION)]
    return [
        (NAMES[op], *((each - START) // INSTRUCTION if each >= START else each for each in rest)) for op, *rest in rows
    ]


def test_a_jump_to_a_jump_goes_to_its_target():
    code, middle, end = Code(0), Label(), Label()
    code.emit("JUMP_IF", 7, middle)
    code.mark(middle)
    code.emit("JUMP", end)
    code.emit("CHANGE_DIRECTION")
    code.mark(end)
    code.emit("CHANGE_DIRECTION")
    assert instructions(code)[0][:3] == ("JUMP_IF", 7, 3)


def test_only_a_repeated_test_is_skipped():
    code, middle, end = Code(0), Label(), Label()
    for left, right in ((7, 8), (7, 9), (8, 8)):
        code.emit("JUMP_EQUAL", left, right, middle)
    code.emit("JUMP_UNEQUAL", 7, 8, middle)
    code.mark(middle)
    code.emit("JUMP_EQUAL", 7, 8, end)
    code.emit("CHANGE_DIRECTION")
    code.mark(end)
    code.emit("CHANGE_DIRECTION")
    assert [row[3] for row in instructions(code)[:4]] == [6, 4, 4, 4]


def test_a_jump_to_a_return_returns():
    code, end = Code(0), Label()
    code.emit("JUMP", end)
    code.emit("JUMP_IF", 7, end)
    code.mark(end)
    code.emit("RETURN", 5, 1)
    assert instructions(code) == [("RETURN", 5, 1, 0, 0), ("JUMP_IF", 7, 2, 0, 0), ("RETURN", 5, 1, 0, 0)]


def test_circular_jumps_are_handled():
    code, here, there = Code(0), Label(), Label()
    code.mark(here)
    code.emit("JUMP", there)
    code.mark(there)
    code.emit("JUMP", here)
    code.emit("JUMP_IF", 7, here)
    assert [row[0] for row in instructions(code)] == ["JUMP", "JUMP", "JUMP_IF"]
