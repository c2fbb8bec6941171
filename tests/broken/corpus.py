"""Faulty files, the problems that they expect, and the problems that are reported. Not here: comparing both.

A faulty file is a ruleset beside this module, a sheet of scenarios under `sheets`, a campaign under `campaigns`, or a
folder under `chains` with several files, of which the one with the folder's name is checked. Its first line describes
the fault. Then follow

    # set: NAME=VALUE                          an option of the command line, if it is at fault
    # with: OVERLAY                            an overlay of the command line
    # expect: 12:3 E404 did you mean players   line, column, code, and the suggestion, if any
    # expect: base.yaml:2:1 E101               in another file of the folder; `command line` for no file
    # also: base.yaml:4:3 inherited from here  the next second place of the problem above, with its label

A file of the library is named by its id alone, `classic`: its lines change for other reasons.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import unoflex_rules as ur
from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXPECTED = re.compile(r"^# (?:expect|also): (.+)$", re.M)
SETTING = re.compile(r"^# set: (\w[^=]*)=(.*)$", re.M)
OVERLAY = re.compile(r"^# with: (.+)$", re.M)


@dataclass(frozen=True)
class Case:
    """A faulty file, and what it says about itself. `checks`: the warnings to look for if there are no errors."""

    path: Path
    checks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.path.relative_to(HERE).with_suffix("").as_posix()

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def is_twin(self) -> bool:
        return self.path.parent.parent.name == "twins"

    @property
    def is_sheet(self) -> bool:
        return self.path.parent.name == "sheets" or (self.is_twin and "\nscenarios:\n" in self.text)

    @property
    def expected(self) -> list[str]:
        return EXPECTED.findall(self.text)

    @cache  # noqa: B019 - as long as the tests run
    def problems(self) -> list[Problem]:
        """The reported problems in order; the working folder is that of the project."""
        with contextlib.chdir(ROOT):
            if self.is_sheet:
                result = ur.run_scenarios(self.path.relative_to(ROOT))
                failures = [failure for each in result.results for failure in each.failures]
                assert [str(failure) for failure in failures if failure.problem is None] == []
                return [*result.problems, *(failure.problem for failure in failures if failure.problem is not None)]
            if self.path.parent.name == "campaigns":
                return ur.check_campaign(self.path.relative_to(ROOT))
            return ur.validate(self.path, dict(SETTING.findall(self.text)), self.overlays(), self.checks)

    def overlays(self) -> tuple[str, ...]:
        """The overlays of the command line; those beside the file by a path."""
        names = OVERLAY.findall(self.text)
        return tuple(str(self.path.with_name(name)) if name.endswith(".yaml") else name for name in names)

    def reported(self) -> Iterator[str]:
        """Each problem as an expectation, and each of its second places."""
        for problem in self.problems():
            hint = f" did you mean {problem.suggestion}" if problem.suggestion is not None else ""
            yield f"{self.place(problem.span)} {problem.code}{hint}"
            for span, label in problem.also:
                yield f"{self.place(span)} {label}"

    def place(self, span: Span | None) -> str:
        if span is None:
            return "command line"
        file = ROOT / span.file
        if file == self.path:
            return f"{span.line}:{span.column}"
        if file.is_relative_to(self.path.parent):
            return f"{file.relative_to(self.path.parent).as_posix()}:{span.line}:{span.column}"
        return span.file if (ROOT / "rulesets" / f"{span.file}.yaml").is_file() else str(span)


def cases() -> list[Case]:
    """Return all faulty files, sorted."""
    chains = [folder / f"{folder.name}.yaml" for folder in (HERE / "chains").iterdir()]
    others = (path for folder in ("sheets", "campaigns") for path in HERE.glob(f"{folder}/*.yaml"))
    return [Case(path) for path in sorted([*HERE.glob("*.yaml"), *others, *chains])]


def messages() -> str:
    """Every sentence about the faulty files, by code, to be read at once."""
    found: dict[str, list[str]] = {code: [] for code in CODES}
    for case in cases():
        for problem in case.problems():
            found[problem.code].append(f"  {case.name} {case.place(problem.span)}\n" + sentences(problem))
    blocks = (f"{code} {CODES[code].title}\n" + "".join(lines) for code, lines in found.items() if lines)
    return "\n".join(blocks)


def sentences(problem: Problem) -> str:
    """The message, label, suggestion and notes of a problem, a line each; invisible characters are escaped."""
    hint = f"did you mean `{problem.suggestion}`?" if problem.suggestion is not None else ""
    under = "; ".join(part for part in (problem.label, hint) if part)
    lines = [problem.message, *([f"^ {under}"] if under else []), *(f"- {label}" for _, label in problem.also)]
    lines += [f"= {note}" for note in problem.notes]
    return "".join(f"      {''.join(c if c.isprintable() else ascii(c)[1:-1] for c in line)}\n" for line in lines)
