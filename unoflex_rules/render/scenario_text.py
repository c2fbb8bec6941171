"""Results of scenarios as text, and as a JUnit document for build servers.

Not here: running scenarios (scenario), or framing problems (problem_text.py).
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from unoflex_rules.render.problem_text import counted, frames
from unoflex_rules.render.terminal import PLAIN, Style
from unoflex_rules.scenario.coverage import Coverage
from unoflex_rules.scenario.scenario_results import Failure, ScenarioResult, SheetResult

WORDS = {"passed": "ok", "failed": "FAILED", "skipped": "skipped", "faulty": "FAULTY"}
COLUMN = 40  # characters of the expected and of the actual value
LONG_TRACE = 40  # lines of a trace that are shown, the last ones
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def sheet_text(sheet: SheetResult, sources: Mapping[str, str], style: Style = PLAIN, verbose: bool = False) -> str:
    """The results of one file: problems, then one line a scenario, with the differences below a failure."""
    lines = [style.strong(style.shown(sheet.file))]
    if sheet.problems:
        lines.append(frames(sheet.problems, sources, style).rstrip("\n"))
    for result in sheet.results:
        lines += result_lines(result, sources, style, verbose)
    return "\n".join(lines) + "\n"


def result_lines(result: ScenarioResult, sources: Mapping[str, str], style: Style, verbose: bool) -> list[str]:
    word = WORDS[result.status]
    dress = style.error if result.status in ("failed", "faulty") else style.quiet
    rules = f"  ({', '.join(result.rules)})" if result.rules else ""
    why = f" {style.dot} {result.why}" if result.why else ""
    lines = [f"  {dress(f'{word:<7}')} {style.shown(result.name)}{style.shown(rules)}{style.shown(why)}"]
    if result.status == "failed":
        lines.append(f"          {style.shown(f'{result.file}:{result.line}')}")
        lines += trace_lines(result, style, verbose)
        problems = [failure.problem for failure in result.failures if failure.problem is not None]
        if problems:
            lines += frames(problems, sources, style).rstrip("\n").split("\n")
        lines += failure_lines([failure for failure in result.failures if failure.problem is None], style)
    return lines


def trace_lines(result: ScenarioResult, style: Style, verbose: bool) -> list[str]:
    """The events, each with its line of the ruleset."""
    shown = result.trace if verbose else result.trace[-LONG_TRACE:]
    trace = [(style.shown(text), style.shown(source)) for text, source in shown]
    width = max((len(text) for text, _ in trace), default=0)
    left = len(result.trace) - len(trace)
    lines = [f"          {style.ellipsis} {left} events before (--verbose shows them)"] if left else []
    for text, source in trace:
        line = f"{text:<{min(width, 60)}}  {source}".rstrip()
        lines.append(f"          {style.quiet(style.bar)} {line}")
    return lines


def failure_lines(failures: Sequence[Failure], style: Style) -> list[str]:
    """The differences, one a row with its place; long values take several lines."""
    if not failures:
        return []
    rows = [(each.what, each.expected, each.actual, str(each.span)) for each in failures]
    cells = [[wrapped(style.shown(cell)) for cell in row[:3]] for row in rows]
    heads = ("", "expected", "actual")
    widths = [max(len(line) for row in cells for line in (*row[at], heads[at])) for at in range(3)]
    lines = [
        " " * 10
        + style.quiet("  ".join(f"{head:<{width}}" for head, width in zip(heads, widths, strict=True)).rstrip())
    ]
    for row, (*_, place) in zip(cells, rows, strict=True):
        for number in range(max(map(len, row))):
            parts = [
                f"{(cell[number] if number < len(cell) else ''):<{width}}"
                for cell, width in zip(row, widths, strict=True)
            ]
            tail = style.quiet(style.shown(place)) if number == 0 else ""
            what = style.error(parts[0]) if parts[0].strip() else parts[0]
            lines.append(f"          {what}  {parts[1]}  {parts[2]}  {tail}".rstrip())
    return lines


def wrapped(text: str) -> list[str]:
    """A text wrapped to the width of a column."""
    return textwrap.wrap(text, COLUMN) or [""]


def summary(sheets: Sequence[SheetResult], seconds: float) -> str:
    """`12 passed, 1 failed, 2 skipped (0.4 s)`, including problems."""
    results = [result for sheet in sheets for result in sheet.results]
    counts = [f"{number} {status}" for status in WORDS if (number := sum(r.status == status for r in results))]
    problems = sum(problem.severity == "error" for sheet in sheets for problem in sheet.problems)
    if problems:
        counts.append(counted(problems, "problem"))
    return f"{', '.join(counts) or 'no scenarios'} ({seconds:.1f} s)"


def coverage_text(coverage: Coverage, style: Style = PLAIN) -> str:
    """How many clauses have a scenario, and those without one, one a line."""
    covered = len(coverage.clauses) - len(coverage.missing)
    lines = [f"{coverage.catalogue}: {covered} of {counted(len(coverage.clauses), 'clause')} have a scenario"]
    lines += [f"  {clause:<6} {coverage.clauses[clause]}" for clause in coverage.missing]
    return "".join(style.shown(line) + "\n" for line in lines)


def junit(sheets: Sequence[SheetResult]) -> str:
    """All results as a JUnit document: a suite for each file, a case for each scenario."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for sheet in sheets:
        bad = sum(result.status == "failed" for result in sheet.results)
        faulty = sum(result.status == "faulty" for result in sheet.results)
        errors = max(faulty, int(any(problem.severity == "error" for problem in sheet.problems)))
        skipped = sum(result.status == "skipped" for result in sheet.results)
        tests = len(sheet.results) + (errors if not faulty else 0)
        lines.append(
            f'  <testsuite name={attribute(sheet.file)} tests="{tests}" failures="{bad}" errors="{errors}" '
            f'skipped="{skipped}" time="{sum(result.seconds for result in sheet.results):.3f}">'
        )
        problems = "\n".join(map(str, sheet.problems))
        if errors and not faulty:
            lines += case_lines(sheet.file, sheet.file, 0.0, f"<error message={attribute(problems)}/>")
        for result in sheet.results:
            lines += case_lines(sheet.file, result.name, result.seconds, verdict(result, problems))
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def case_lines(file: str, name: str, seconds: float, inside: str) -> list[str]:
    head = f'    <testcase classname={attribute(file)} name={attribute(name)} time="{seconds:.3f}"'
    return [f"{head}>", f"      {inside}", "    </testcase>"] if inside else [f"{head}/>"]


def verdict(result: ScenarioResult, problems: str) -> str:
    if result.status == "skipped":
        return f"<skipped message={attribute(result.why)}/>"
    if result.status == "faulty":
        return f"<error message={attribute(problems)}/>"
    if result.status == "failed":
        trace = "\n".join(f"{text}  {source}".rstrip() for text, source in result.trace)
        failures = "; ".join(map(str, result.failures))
        return f"<failure message={attribute(failures)}>{escape(NOT_XML.sub('?', trace))}</failure>"
    return ""


def attribute(text: str) -> str:
    return quoteattr(NOT_XML.sub("?", text))
