"""dispatch.py is generated: the committed file is up to date, and both of its forms contain each opcode once."""

import ast
from pathlib import Path

import pytest

from unoflex_rules.engine import dispatch
from unoflex_rules.engine.backend import dispatch_source
from unoflex_rules.program import layout
from unoflex_rules.program.opcodes import OPCODES, Opcode


def test_the_committed_file_is_up_to_date():
    text = Path(dispatch.__file__).read_text(encoding="utf-8")
    assert text == dispatch_source.source(), "run: python -m unoflex_rules.engine.backend.dispatch_source"


@pytest.mark.parametrize("form", [dispatch_source.tree, dispatch_source.chain])
def test_each_opcode_has_one_leaf(form):
    text = dispatch_source.source(form)
    ast.parse(text)
    leaves = [line.strip()[2:] for line in text.split("\n") if line.strip().startswith("# ")]
    assert leaves == list(OPCODES)


@pytest.mark.parametrize("form", [dispatch_source.tree, dispatch_source.chain])
@pytest.mark.parametrize("count", [1, 2, 3, len(OPCODES)])
def test_the_comparisons_lead_each_number_to_its_leaf(form, count):
    leaves = [Opcode(number, "LEAF", (), "", f"found.append({number})", records=False) for number in range(count)]
    code = "\n".join(form(leaves, ""))
    found: list[int] = []
    for op in range(count):
        exec(code, {"op": op, "found": found})
    assert found == list(range(count))


def test_a_leaf_reads_exactly_the_operands_in_its_body():
    op = Opcode(3, "TRY", (), "", "s[a] = s[c]; s[d] = s[a]", records=True)
    assert dispatch_source.leaf(op, "") == [
        "# TRY",
        "a = p[pc - 4]",
        "w[W_PC] = pc - INSTRUCTION",
        "s[a] = s[p[pc - 2]]",
        "s[p[pc - 1]] = s[a]",
    ]
    nested = Opcode(4, "IF", (), "", "if s[a] != 0:\n    pc = b", records=False)
    assert dispatch_source.leaf(nested, "  ")[-2:] == ["  if s[p[pc - 4]] != 0:", "      pc = p[pc - 3]"]


@pytest.mark.parametrize("body", ["pc = s[a]; s[b] = 1", "pc = s[a]\ns[b] = 1", "if s[a] == 1:\n    pc -= 5\ns[b] = 1"])
def test_operands_used_after_pc_moves_are_read_first(body):
    lines = dispatch_source.leaf(Opcode(5, "GO", (), "", body, records=False), "")
    assert lines[:2] == ["# GO", "b = p[pc - 3]"] and lines[-1] == "s[b] = 1"


def test_every_name_in_the_bodies_is_a_constant_or_a_function():
    known = set(vars(dispatch)) | {"a", "b", "c", "d", "pc", "budget", "s", "p", "w", "min", "max", "abs"}
    for op in OPCODES.values():
        body = "\n".join(dispatch_source.leaf(op, ""))
        names = {node.id for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Name)}
        assert names <= known, f"{op.name} uses {names - known}"


def test_numbers_are_in_order_and_operands_fit_an_instruction():
    assert [op.number for op in OPCODES.values()] == list(range(len(OPCODES)))
    assert all(len(op.operands) < layout.INSTRUCTION for op in OPCODES.values())
