"""How a checker rejects something: it reports a problem and raises. Not here: problems (problems.py)."""

from __future__ import annotations

from typing import Any

from unoflex_rules.language.diagnostics.kinds import ProblemKind
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span


class AlreadyReported(Exception):
    """Something cannot be checked further; its problem has been reported."""


class ProblemReporter:
    """What all checkers of one ruleset share: the problems that they report."""

    problems: Problems

    def error(self, code: str, message: str, span: Span | None, **more: Any) -> AlreadyReported:
        """Report an error of no special kind and return the exception to raise."""
        self.problems.error(code, message, span, **more)
        return AlreadyReported()

    def report(self, kind: ProblemKind, span: Span | None, **more: Any) -> AlreadyReported:
        """Report an error of some kind and return the exception to raise."""
        self.problems.report(kind, span, **more)
        return AlreadyReported()
