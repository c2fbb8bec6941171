"""Which clauses of a catalogue have a scenario. Not here: running scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.scenario.scenario_results import SheetResult

ID = re.compile(r"[A-Z]{2}-\d+[a-z]?")
CLAUSE = re.compile(rf"^\s*\|\s*(?P<id>{ID.pattern})\s*\|(?P<text>[^|]*)")
COUNTED = ("passed", "failed")  # not scenarios that are skipped or faulty


@dataclass(frozen=True)
class Coverage:
    """The clauses of a catalogue with their text, and how many scenarios each has."""

    catalogue: str
    clauses: dict[str, str]
    scenarios: dict[str, int]

    @property
    def missing(self) -> list[str]:
        """Clauses without a scenario, in the order of the catalogue."""
        return [clause for clause in self.clauses if not self.scenarios[clause]]

    def as_json(self) -> dict[str, Any]:
        return {
            "catalogue": self.catalogue,
            "clauses": len(self.clauses),
            "covered": len(self.clauses) - len(self.missing),
            "missing": self.missing,
            "scenarios": self.scenarios,
        }


def read_clauses(catalogue: Path | str) -> dict[str, str]:
    """The clauses of a catalogue in Markdown: rows of tables whose first cell is an id."""
    rows = map(CLAUSE.match, Path(catalogue).read_text(encoding="utf-8").splitlines())
    found: dict[str, str] = {}
    for row in filter(None, rows):
        found.setdefault(row["id"], row["text"].strip())
    return found


def coverage(catalogue: Path | str, sheets: Iterable[SheetResult]) -> tuple[Coverage, list[Problem]]:
    """Count the scenarios of each clause; a problem for each clause that the catalogue lacks.

    Clauses with other letters than those of the catalogue belong to another one.
    """
    clauses = read_clauses(catalogue)
    letters = {clause[:2] for clause in clauses}
    counts = dict.fromkeys(clauses, 0)
    problems: list[Problem] = []
    for sheet in sheets:
        for result in sheet.results:
            for rule in set(result.rules) & set(counts) if result.status in COUNTED else ():
                counts[rule] += 1
        for rule, span in sheet.rules:
            if rule not in clauses and ID.fullmatch(rule) and rule[:2] in letters:
                message = f"{catalogue} has no clause `{rule}`"
                problems.append(Problem.plain("E604", message, span, suggestion=nearest(rule, clauses)))
    return Coverage(str(catalogue), clauses, counts), problems
