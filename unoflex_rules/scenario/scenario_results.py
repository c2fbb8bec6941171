"""Results of scenarios, and of files of them. Not here: running them (scenario_runner.py), showing them (render)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span

Status = Literal["passed", "failed", "skipped", "faulty"]


@dataclass(frozen=True)
class Failure:
    """A difference: what it is about, the expected and the actual, and its place.

    `problem`: the same as a problem of the file, if a move could not be made.
    """

    what: str
    expected: str
    actual: str
    span: Span
    problem: Problem | None = None

    def __str__(self) -> str:
        return f"{self.span}: {self.what}: expected {self.expected}, got {self.actual}"

    def as_json(self) -> dict[str, Any]:
        found = {"what": self.what, "expected": self.expected, "actual": self.actual, **self.span.as_json()}
        return found | ({"problem": self.problem.as_json()} if self.problem is not None else {})


@dataclass(frozen=True)
class ScenarioResult:
    """The result of a scenario; it is `faulty` if something in it has a problem.

    `trace`: for a failed one the sentence of each event, with its line of the ruleset.
    """

    name: str
    file: str
    line: int
    rules: tuple[str, ...]
    ruleset: str
    status: Status
    why: str = ""
    failures: tuple[Failure, ...] = ()
    trace: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "name": self.name,
            "file": self.file,
            "line": self.line,
            "rules": list(self.rules),
            "ruleset": self.ruleset,
            "status": self.status,
        }
        if self.why:
            found["why"] = self.why
        if self.failures:
            found["failures"] = [failure.as_json() for failure in self.failures]
            found["trace"] = [{"text": text, "source": source} for text, source in self.trace]
        return found


@dataclass
class SheetResult:
    """The results of a file of scenarios, and the rules that its scenarios name."""

    file: str
    problems: list[Problem] = field(default_factory=list)
    results: list[ScenarioResult] = field(default_factory=list)
    rules: list[tuple[str, Span]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "ok": self.is_fine,
            "problems": [problem.as_json() for problem in self.problems],
            "scenarios": [result.as_json() for result in self.results],
        }

    @property
    def is_fine(self) -> bool:
        """Whether nothing has failed and nothing has an error."""
        errors = any(problem.severity == "error" for problem in self.problems)
        return not errors and all(result.status in ("passed", "skipped") for result in self.results)
