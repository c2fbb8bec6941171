"""`unoflex test`: runs scenarios, the examples of a rule sheet, and shows failures.

Not here: running, comparing, and the layout of failures (the library).
"""

import time
from pathlib import Path

import click

from unoflex_cli.arguments import common_options, engine_option, json_option, wrong_usage
from unoflex_cli.console import Console
from unoflex_cli.failures import FINE, PROBLEM, RunError


@click.command("test", short_help="Run scenarios: the examples of a rule sheet.")
@click.argument("names", metavar="[FILE|RULESET]...", nargs=-1)
@click.option("--coverage", metavar="CATALOGUE", type=click.Path(), help="List the clauses without a scenario.")
@click.option("--junit", metavar="FILE", type=click.Path(), help="Also write the results as a JUnit document.")
@click.option("--verbose", is_flag=True, help="Show complete traces.")
@engine_option("results")
@json_option
@common_options
@click.pass_obj
def command(
    console: Console, names: tuple[str, ...], coverage: str | None, junit: str | None, verbose: bool, engine: str
) -> int:
    """Run the scenarios of files, or of shipped rulesets by their ids (default: all shipped scenarios).

    Exit code 1 if a scenario fails or has a problem. Clauses without a scenario are listed and are no failure.
    """
    import unoflex_rules as ur
    from unoflex_rules.render.scenario_text import coverage_text, sheet_text, summary
    from unoflex_rules.render.scenario_text import junit as junit_text

    if engine == "fast" and not ur.fast_is_available():
        raise RunError("the fast engine needs the extra `fast`: pip install 'unoflex-rules[fast]'")
    if junit is not None and (Path(junit).is_dir() or not Path(junit).exists() or Path(junit).is_file()):
        ur.check_place(junit, Path(junit).absolute())  # a device or a pipe is written to without a check
    if coverage is not None:
        ur.coverage(coverage, [])  # raises before the scenarios run if the catalogue cannot be read
    files = [file for name in names for file in _found(name)] if names else ur.list_scenarios()
    start = time.perf_counter()
    sheets = []
    for file in dict.fromkeys(files):
        sheet = ur.run_scenarios(file, engine)
        sheets.append(sheet)
        if not console.json:
            console.out(sheet_text(sheet, ur.scenario_texts(), console.style, verbose))
    fine = all(sheet.is_fine for sheet in sheets)
    covered = None
    if coverage is not None:
        covered, unknown = ur.coverage(coverage, sheets)
        fine = fine and not unknown
        if not console.json:
            from unoflex_rules.render.problem_text import frames

            console.out(frames(unknown, ur.scenario_texts(), console.style))
            console.out(coverage_text(covered, console.style))
    if junit is not None:
        Path(junit).write_text(junit_text(sheets), encoding="utf-8")
    if not console.json:
        console.out(summary(sheets, time.perf_counter() - start) + "\n")
        return FINE if fine else PROBLEM
    told: dict[str, object] = {"ok": fine, "files": [sheet.as_json() for sheet in sheets]}
    if covered is not None:
        told["coverage"] = {**covered.as_json(), "problems": [problem.as_json() for problem in unknown]}
    console.document(told)
    return FINE if fine else PROBLEM


def _found(name: str) -> list[Path]:
    """The files of scenarios of a name."""
    import unoflex_rules as ur
    from unoflex_cli.arguments import ruleset_path

    try:
        return ur.find_scenarios(name)
    except ur.UnknownRuleset:
        ruleset_path(name)
        raise
    except ur.NoScenarios as nothing:
        raise wrong_usage(str(nothing)) from None
