"""The places in the sources that report a problem, and which of them did. Not here: what they report.

A place is a call that names a code or makes a kind of problem: `problems.error("E101", ...)`, `MissingKey("deck")`,
`raise NotFound("E208", ...)`.
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

from unoflex_rules.language.diagnostics.kinds import ProblemKind
from unoflex_rules.language.diagnostics.problems import Problem

SOURCES = Path(__file__).resolve().parents[2] / "unoflex_rules"
CODE = re.compile(r"E\d{3}")
KINDS = [kind for each in ProblemKind.__subclasses__() for kind in (each, *each.__subclasses__())]
CODE_OF = {kind.__name__: kind.code for kind in KINDS if isinstance(getattr(kind, "code", None), str)}
REPORTING = {"error", "warning", "fail", "fault", "plain", "NotFound"} | {kind.__name__ for kind in KINDS}


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
    """Return all of them except those of warnings."""
    return [place for path in sorted(SOURCES.rglob("*.py")) for place in within(path)]


def within(path: Path) -> Iterator[Place]:
    module = path.relative_to(SOURCES).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            first = call.args[0] if call.args and name in REPORTING else None
            code = CODE_OF.get(name) or (str(first.value) if isinstance(first, ast.Constant) else "")
            if CODE.fullmatch(code):
                yield Place(module, function.name, code, call.lineno, call.end_lineno or 0)


@contextmanager
def watched() -> Iterator[set[tuple[str, str, int]]]:
    """Record module, code and line of every frame that makes a problem or its kind, or raised it."""
    found: set[tuple[str, str, int]] = set()

    def watch(made: type) -> None:
        init = made.__init__  # type: ignore[misc]

        def note_after(self: Problem, *args: object, **given: object) -> None:
            init(self, *args, **given)
            note(self)

        patch.setattr(made, "__init__", note_after)

    def note(self: Problem) -> None:
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
        for made in (Problem, *KINDS):
            watch(made)
        yield found
