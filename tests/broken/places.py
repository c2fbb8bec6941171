"""The places in the sources at which a problem is told, and which of them told something. Not here: what they tell.

A place is a call that names a code: `problems.error("E101", ...)`, `raise NotFound("E208", ...)`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType

import pytest

from unoflex_rules.language.diagnostics.problems import Problem

SOURCES = Path(__file__).resolve().parents[2] / "unoflex_rules"
CODE = re.compile(r"E\d{3}")
TELLING = frozenset({"error", "warning", "fail", "_break", "Problem", "NotFound", "_syntax"})


@dataclass(frozen=True)
class Place:
    """A call in a function of a module: `language/deck.py home E206`."""

    module: str
    function: str
    code: str
    first: int
    last: int

    @property
    def name(self) -> str:
        return f"{self.module} {self.function} {self.code}"


def places() -> list[Place]:
    """All of them, but those of warnings."""
    return [place for path in sorted(SOURCES.rglob("*.py")) for place in within(path)]


def within(path: Path) -> Iterator[Place]:
    module = path.relative_to(SOURCES).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            for argument in call.args[:1] if name in TELLING else ():
                if isinstance(argument, ast.Constant) and CODE.fullmatch(str(argument.value)):
                    yield Place(module, function.name, str(argument.value), call.lineno, call.end_lineno or 0)


@contextmanager
def watched() -> Iterator[set[tuple[str, str, int]]]:
    """Module, code and line of every frame under which a problem is made from now on, or for which it was raised."""
    found: set[tuple[str, str, int]] = set()
    check = Problem.__post_init__

    def note(self: Problem) -> None:
        check(self)
        frame: FrameType | None = sys._getframe()
        trace: TracebackType | None = sys.exc_info()[2]
        while frame is not None:
            add(frame.f_code.co_filename, self.code, frame.f_lineno)
            frame = frame.f_back
        while trace is not None:
            add(trace.tb_frame.f_code.co_filename, self.code, trace.tb_lineno)
            trace = trace.tb_next

    def add(file: str, code: str, line: int) -> None:
        if file.startswith(str(SOURCES)):
            found.add((Path(file).relative_to(SOURCES).as_posix(), code, line))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "__post_init__", note)
        yield found
