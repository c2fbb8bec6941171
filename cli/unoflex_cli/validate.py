"""`unoflex validate`: the problems of ruleset files, framed, one a line, or as data.

Checking is the library's business, and so is what a frame looks like.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unoflex_cli.arguments import common_options, json_option, known, ruleset_path, set_option, with_option
from unoflex_cli.console import Console
from unoflex_cli.failures import FINE, PROBLEM

if TYPE_CHECKING:
    import unoflex_rules as ur


@click.command("validate", short_help="Check rulesets and show what is wrong, where.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--short", is_flag=True, help="One line a problem: file:line:column: code: message.")
@click.option("--strict", is_flag=True, help="Warnings count like errors: exit code 1.")
@set_option
@with_option
@json_option
@common_options
@click.pass_obj
def command(
    console: Console,
    files: tuple[str, ...],
    short: bool,
    strict: bool,
    options: dict[str, str],
    overlays: tuple[str, ...],
) -> int:
    """Check rulesets (files, or ids of shipped ones) and show what is wrong, where, and what was meant.

    With --set and --with they are checked as they would be played so.

    Exit code 1 when any file has an error; warnings alone are fine, but with --strict. An entry of `silence` in the
    file takes a warning back, with a reason.
    """
    import unoflex_rules as ur

    laid = known(overlays)
    checks = [_found(file) for file in files]
    results = []
    for file, found in zip(files, checks, strict=True):
        start = time.perf_counter()
        problems = ur.validate(found, options, laid, checks=ur.CHECKS) if isinstance(found, Path) else found
        results.append((file, problems))
        if not console.json:
            _show(console, file, problems, time.perf_counter() - start, short)
    fine = all(_is_fine(problems, strict) for _, problems in results)
    if console.json:
        console.document({"ok": fine, "files": [_as_json(file, problems, strict) for file, problems in results]})
    return FINE if fine else PROBLEM


def _found(file: str) -> "Path | list[ur.Problem]":
    """The path of a ruleset, or why there is none; a name that makes no sense ends the run before any check."""
    import unoflex_rules as ur

    try:
        return ruleset_path(file)
    except ur.RulesetError as error:
        return error.problems


def _show(console: Console, file: str, problems: "Sequence[ur.Problem]", seconds: float, short: bool) -> None:
    import unoflex_rules as ur
    from unoflex_rules.render.problems import frames, more_about, summary

    style = console.style
    if short:
        console.out("".join(style.shown(str(problem)) + "\n" for problem in problems))
        return
    framed = frames(problems, ur.sources(), style) if problems else ""
    console.out(f"{framed}{style.shown(summary(problems, file, seconds))}\n")
    if problems and console.is_read:
        console.out(f"{style.quiet(more_about(problems))}\n")


def _as_json(file: str, problems: "Sequence[ur.Problem]", strict: bool) -> dict[str, object]:
    return {
        "file": file,
        "ok": _is_fine(problems, strict),
        "problems": [problem.as_json() for problem in problems],
    }


def _is_fine(problems: "Sequence[ur.Problem]", strict: bool) -> bool:
    return not problems if strict else all(problem.severity != "error" for problem in problems)
