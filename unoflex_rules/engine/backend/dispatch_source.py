"""Writes engine/dispatch.py from the opcodes' table: a binary tree over their numbers, each leaf one body.

Run `python -m unoflex_rules.engine.backend.dispatch_source`; a test fails when the committed file is stale. Not here:
what the bodies call, or the compilation (accel.py).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

from unoflex_rules.program import layout
from unoflex_rules.program.layout import INSTRUCTION
from unoflex_rules.program.opcodes import OPCODES, Opcode

KERNEL = Path(__file__).resolve().parents[1]
MODULES = (
    "rng", "record", "prints", "counting", "zones", "seats", "cards", "laying", "decisions", "combinations", "plan",
)  # fmt: skip
HEAD = '''"""The loop that runs a program. Do not edit.

Generated from program/opcodes.py by engine/backend/dispatch_source.py. Not here: what an instruction does in
detail; the bodies call the engine's functions.
"""

from __future__ import annotations

{imports}


def run(s: Vector, p: Vector, w: Vector) -> None:
    """Carry on from where the program stands until somebody is asked, the game is over, or a guard stops it.

    Expects s[S_STATUS] == RUNNING. The status afterwards is any other one.
    """
    pc = s[S_PC]
    budget = p[P_BUDGET]
    while budget > 0:
        budget -= 1
        op = p[pc]
        pc += INSTRUCTION
'''
TAIL = """    if s[S_STATUS] == RUNNING:
        s[S_STATUS] = BROKEN
        s[S_ERROR] = ERROR_BUDGET
        s[S_PC] = pc
"""


MOVES_ON = re.compile(r"\bpc\s*[-+]?=[^=]")


def leaf(op: Opcode, indent: str) -> list[str]:
    """The lines of one opcode."""
    lines = [f"{indent}# {op.name}"]
    body = op.body
    for place, name in enumerate("abcd"):
        found = list(re.finditer(rf"\b{name}\b", body))
        operand = f"p[pc - {INSTRUCTION - 1 - place}]"
        at = found[0].start() if found else 0
        statement = max(body.rfind(sign, 0, at) for sign in "\n;") + 1
        if len(found) == 1 and not MOVES_ON.search(body[:statement]):
            body = re.sub(rf"\b{name}\b", operand, body)  # what is read once, before pc moves on, needs no name
        elif found:
            lines.append(f"{indent}{name} = {operand}")
    if op.records:
        lines.append(f"{indent}w[W_PC] = pc - INSTRUCTION")
    for line in body.split("\n"):
        depth = len(line) - len(line.lstrip())
        lines += [indent + " " * depth + part.strip() for part in line.strip().split(";")]
    return lines


def chain(ops: list[Opcode], indent: str) -> list[str]:
    """The same leaves behind a chain of tests for equality, of which a compiler makes one jump through a table."""
    lines: list[str] = []
    for op in ops:
        lines += [f"{indent}{'el' if lines else ''}if op == {op.number}:", *leaf(op, indent + "    ")]
    return lines


def tree(ops: list[Opcode], indent: str) -> list[str]:
    """A binary tree of comparisons over consecutive opcodes."""
    if len(ops) == 1:
        return leaf(ops[0], indent)
    half = len(ops) // 2
    return [
        f"{indent}if op < {ops[half].number}:",
        *tree(ops[:half], indent + "    "),
        f"{indent}else:",
        *tree(ops[half:], indent + "    "),
    ]


def source(arrange: Callable[[list[Opcode], str], list[str]] = tree) -> str:
    """The text of engine/dispatch.py; with `chain`, what is compiled instead of it."""
    body = "\n".join(arrange(list(OPCODES.values()), " " * 8)) + "\n" + TAIL
    words = set(re.findall(r"[A-Za-z_][A-Za-z_0-9]*", HEAD.split("def run")[1] + body))
    imports = []
    for module in MODULES:
        parsed = ast.parse((KERNEL / f"{module}.py").read_text(encoding="utf-8"))
        names = sorted(node.name for node in parsed.body if isinstance(node, ast.FunctionDef) and node.name in words)
        if names:
            imports.append((f"unoflex_rules.engine.{module}", names))
    imports.append(("unoflex_rules.engine.vectors", ["Vector"]))
    constants = sorted(name for name in vars(layout) if name.isupper() and name in words)
    imports.append(("unoflex_rules.program.layout", constants))
    lines = []
    for module, names in sorted(imports):
        line = f"from {module} import {', '.join(names)}"
        if len(line) > 110:
            line = f"from {module} import (\n    " + ",\n    ".join(names) + ",\n)"
        lines.append(line)
    return HEAD.format(imports="\n".join(lines)) + body


if __name__ == "__main__":
    (KERNEL / "dispatch.py").write_text(source(), encoding="utf-8")
