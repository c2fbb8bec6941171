"""Problems with their places, and the collection of those that one run finds.

Not here: what can be wrong (kinds.py, codes.py), finding it (the other rooms), or printing it (render).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from unoflex_rules.language.diagnostics.codes import CODES, Phase, phase_of
from unoflex_rules.language.diagnostics.kinds import Plain, ProblemKind
from unoflex_rules.language.diagnostics.spans import Span

Severity = Literal["error", "warning"]

MAX_PROBLEMS = 500


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a ruleset: what kind of problem, where, and mostly a way out.

    `label` is printed under the marked text, `suggestion` is the text that was probably meant, `notes` are sentences
    below the frame, `also` are second places with a label each (such as the first declaration). `span` is None only for
    a problem without a place in any file.
    """

    kind: ProblemKind
    span: Span | None
    label: str = ""
    suggestion: str | None = None
    notes: tuple[str, ...] = ()
    also: tuple[tuple[Span, str], ...] = ()
    severity: Severity = "error"

    def __post_init__(self) -> None:
        assert self.code in CODES, f"{self.code} is not in CODES"

    @classmethod
    def plain(
        cls,
        code: str,
        message: str,
        span: Span | None,
        label: str = "",
        suggestion: str | None = None,
        notes: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (),
        severity: Severity = "error",
        names: tuple[str, ...] = (),
    ) -> Problem:
        """A problem of no special kind; `names` are the names that the message is about."""
        return cls(Plain(code, message, names), span, label, suggestion, notes, also, severity)

    @property
    def code(self) -> str:
        return self.kind.code

    @property
    def message(self) -> str:
        return self.kind.sentence()

    @property
    def phase(self) -> Phase:
        return phase_of(self.code)

    @property
    def sort_key(self) -> tuple[str, int, int, int, int, str, str]:
        """By file, then place, then code and message: the same order in every run."""
        at = self.span or Span("", 0, 0, 0, 0)
        return (at.file, at.line, at.column, at.end_line, at.end_column, self.code, self.message)

    def as_json(self) -> dict[str, object]:
        """The problem as plain data; all keys of the place are null if there is none."""
        nowhere = dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
        place = nowhere if self.span is None else self.span.as_json()
        return {
            **place,
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "label": self.label,
            "suggestion": self.suggestion,
            "notes": list(self.notes),
            "also": [{**span.as_json(), "label": label} for span, label in self.also],
        }

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span is not None else ""
        hint = f" (did you mean `{self.suggestion}`?)" if self.suggestion is not None else ""
        return " ".join(f"{place}{self.severity}[{self.code}]: {self.message}{hint}".split("\n"))


class RulesetError(Exception):
    """Raised when a ruleset cannot be used; `problems` says why, sorted by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: list[Problem] = sorted(problems, key=lambda problem: problem.sort_key)
        super().__init__("\n".join(map(str, self.problems)))


class Problems:
    """Collects the problems of one run, each once, so that all of them can be reported together."""

    def __init__(self) -> None:
        self._found: dict[Problem, None] = {}

    def add(self, *problems: Problem) -> None:
        self._found |= dict.fromkeys(problems)

    def report(
        self,
        kind: ProblemKind,
        span: Span | None,
        *,
        label: str = "",
        suggestion: str | None = None,
        notes: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (),
    ) -> str | None:
        """Add an error and return its suggestion; the kind supplies a suggestion, and notes, if none are given."""
        if suggestion is None:
            way_out = kind.way_out()
            suggestion, notes = way_out.suggestion, notes or way_out.notes
        self.add(Problem(kind, span, label, suggestion, notes, also))
        return suggestion

    def error(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        suggestion: str | None = None,
        notes: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (),
        names: tuple[str, ...] = (),
    ) -> None:
        """Add an error of no special kind; `names` are the names that the message is about."""
        self.add(Problem.plain(code, message, span, label, suggestion, notes, also, "error", names))

    def warning(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        suggestion: str | None = None,
        notes: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        self.add(Problem.plain(code, message, span, label, suggestion, notes, also, "warning"))

    def replace(self, problems: Iterable[Problem], by: Problem) -> None:
        """Report one problem instead of others, of which it is the cause."""
        for each in problems:
            self._found.pop(each, None)
        self.add(by)

    def sorted(self) -> list[Problem]:
        """All problems by place, except those inside a stretch of text that could not be read."""
        unread = [each.span for each in self._found if each.phase is Phase.READING and each.span is not None]
        kept = [
            each
            for each in self._found
            if each.phase is Phase.READING or not any(each.span in stretch for stretch in unread)
        ]
        return sorted(kept, key=lambda problem: problem.sort_key)

    @property
    def errors(self) -> list[Problem]:
        return [each for each in self._found if each.severity == "error"]

    @property
    def has_errors(self) -> bool:
        return any(each.severity == "error" for each in self._found)

    @property
    def full(self) -> bool:
        """Whether there are more errors than anybody reads; reading a file stops then."""
        return len(self._found) >= MAX_PROBLEMS and len(self.errors) >= MAX_PROBLEMS

    def raise_if_errors(self) -> None:
        """Raise RulesetError with all problems, warnings too, if at least one is an error."""
        if self.has_errors:
            raise RulesetError(self._found)

    def __iter__(self) -> Iterator[Problem]:
        """The problems in the order in which they were found."""
        return iter(list(self._found))

    def __len__(self) -> int:
        return len(self._found)
