"""`unoflex validate`: the problems of rulesets, as frames, one per line, or as data.

Not here: checking, and the layout of a frame (the library).
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unoflex_cli.arguments import (
    MAX_SEED,
    MAX_THREADS,
    Whole,
    common_options,
    json_option,
    known,
    progress_options,
    ruleset_path,
    set_option,
    with_option,
    wrong_usage,
)
from unoflex_cli.console import Console
from unoflex_cli.failures import FINE, PROBLEM, USAGE, is_setting
from unoflex_cli.playing import Played, play

if TYPE_CHECKING:
    import unoflex_rules as ur


@click.command("validate", short_help="Check rulesets and show their problems.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--short", is_flag=True, help="Print one line per problem: file:line:column: code: message.")
@click.option("--strict", is_flag=True, help="Treat warnings as errors: exit code 1.")
@click.option("--deep", is_flag=True, help="Also play thousands of games, and report what never happened.")
@click.option("--games", type=Whole(min=1), help="With --deep: the approximate number of games (default: 6000).")
@click.option("--seed", type=Whole(min=0, max=MAX_SEED), help="With --deep: the seed of the games (default: 0).")
@click.option(
    "--threads",
    type=Whole(min=1, max=MAX_THREADS),
    help="With --deep: the number of threads (default: all processors).",
)
@set_option
@with_option
@json_option
@progress_options
@common_options
@click.pass_obj
def command(
    console: Console,
    files: tuple[str, ...],
    short: bool,
    strict: bool,
    deep: bool,
    games: int | None,
    seed: int | None,
    threads: int | None,
    options: dict[str, str],
    overlays: tuple[str, ...],
) -> int:
    """Check rulesets (files or shipped ids) and show their problems, with suggestions.

    --set and --with are applied before checking. --deep also plays rulesets without errors, with each option at each of
    its values.

    Exit code 1 if any file has an error, or with --strict a warning. An entry of `silence` in the file suppresses a
    warning, with a reason.
    """
    import unoflex_rules as ur

    if not deep and (games, seed, threads) != (None, None, None):
        raise wrong_usage("--games, --seed and --threads need --deep")
    laid = known(overlays)
    checks = [_found(file) for file in files]
    results = []
    for file, found in zip(files, checks, strict=True):
        start = time.perf_counter()
        problems = ur.validate(found, options, laid, checks=ur.CHECKS) if isinstance(found, Path) else found
        played = None
        if deep and isinstance(found, Path) and _is_fine(problems):
            played = play(console, file, ur.load(found, options, laid), games, seed or 0, threads)
        if played is not None:
            doubted = {problem.span for problem in problems if problem.span is not None}
            shown = played.check.problems
            problems = [*problems, *(each for each in shown if each.severity == "error" or each.span not in doubted)]
        results.append((file, problems, played))
        if not console.json:
            _show(console, file, problems, time.perf_counter() - start, short, played)
    fine = all(_is_fine(problems, strict) for _, problems, _ in results)
    if console.json:
        console.document({"ok": fine, "files": [_as_json(*result, strict) for result in results]})
    found = [problem for _, problems, _ in results for problem in problems]
    return FINE if fine else USAGE if all(map(is_setting, found)) else PROBLEM


def _found(file: str) -> "Path | list[ur.Problem]":
    """The path of a ruleset, or its problem; an impossible name ends the run before any check."""
    import unoflex_rules as ur

    try:
        return ruleset_path(file)
    except ur.RulesetError as error:
        return error.problems


def _show(
    console: Console,
    file: str,
    problems: "Sequence[ur.Problem]",
    seconds: float,
    short: bool,
    played: "Played | None",
) -> None:
    import unoflex_rules as ur
    from unoflex_rules.render.problem_text import frames, more_about, summary

    style = console.style
    if short:
        console.out("".join(style.shown(str(problem)) + "\n" for problem in problems))
        return
    framed = frames(problems, ur.sources(), style) if problems else ""
    if played is not None:
        from unoflex_rules.render.deep_text import deep_text

        framed += ("\n" if framed else "") + deep_text(played.check, played.run, style)
    console.out(f"{framed}{style.shown(summary(problems, file, seconds))}\n")
    if problems and console.is_read:
        console.out(f"{style.quiet(more_about(problems))}\n")


def _as_json(file: str, problems: "Sequence[ur.Problem]", played: "Played | None", strict: bool) -> dict[str, object]:
    return {
        "file": file,
        "ok": _is_fine(problems, strict),
        "problems": [problem.as_json() for problem in problems],
        **({} if played is None else {"played": played.check.to_json()}),
    }


def _is_fine(problems: "Sequence[ur.Problem]", strict: bool = False) -> bool:
    return not problems if strict else all(problem.severity != "error" for problem in problems)
