"""`unoflex simulate`: plays many games of one ruleset and prints a report.

The report goes to standard output. Time, threads, engine and a chosen seed are no part of the JSON document; they go
to standard error. Not here: playing and counting (the library).
"""

import math
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from unoflex_cli.arguments import (
    MAX_SEED,
    MAX_THREADS,
    Whole,
    agents_option,
    common_options,
    compiled,
    json_option,
    lang_option,
    limit_option,
    loaded,
    progress_options,
    rotate_option,
    seated,
    set_option,
    with_option,
    wrong_usage,
)
from unoflex_cli.console import Console
from unoflex_cli.engines import engine_at_hand, processors
from unoflex_cli.failures import FINE, INTERRUPTED, PROBLEM, RunError

if TYPE_CHECKING:
    import unoflex_rules as ur

USUAL_GAMES = 1000
WIDE = 0.1  # a wide interval: probably a share where a percentage was meant


@dataclass
class Wanted:
    """The arguments besides the ruleset."""

    games: int | None
    until: float | None
    seconds: float | None
    first: int
    threads: int | None  # None: all processors
    engine: Literal["plain", "fast"]
    out: Path | None
    scheduler: str | None


def _width(ctx: click.Context, param: click.Parameter, given: str | None) -> float | None:
    """The width given with `--until`."""
    import unoflex_rules as ur

    if given is None:
        return None
    try:
        return ur.parse_width(given)
    except ValueError as problem:
        raise click.BadParameter(str(problem), ctx, param) from None


def _time(ctx: click.Context, param: click.Parameter, given: float | None) -> float | None:
    """The finite time given with `--seconds`."""
    if given is not None and not math.isfinite(given):
        raise click.BadParameter(f"`{given}` is not a finite number of seconds", ctx, param)
    return given


@click.command("simulate", short_help="Play many games and report on them.")
@click.argument("name", metavar="RULESET")
@click.option("--players", type=Whole(min=1), help="The number of players (default: 4 if possible).")
@click.option(
    "--games", type=Whole(min=1), help="The number of games (default: 1000); with --until or --seconds, the most games."
)
@click.option(
    "--until",
    metavar="WIDTH",
    callback=_width,
    help="Play until the 95 % interval of every win rate is this narrow, such as 0.25%.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="T",
    callback=_time,
    help="Play for this many seconds.",
)
@click.option(
    "--seed",
    type=Whole(min=0, max=MAX_SEED),
    help="The seed of the games; if omitted, a random seed is chosen and printed.",
)
@click.option("--first", type=Whole(min=0, max=MAX_SEED), default=0, help="The index of the first game (default: 0).")
@agents_option
@rotate_option
@set_option
@with_option
@click.option(
    "--rounds",
    type=click.Choice(["one", "game"]),
    default="one",
    show_default=True,
    help="Play one round, or whole games as the ruleset declares them.",
)
@limit_option
@click.option("--out", metavar="FILE", help="Write one row per game to FILE.csv or FILE.parquet.")
@click.option(
    "--threads",
    type=Whole(min=1, max=MAX_THREADS),
    help="The number of threads (default: all processors; the plain engine uses one).",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "plain", "fast"]),
    default="auto",
    show_default=True,
    help="fast is compiled and needs the extra `fast`; the results are identical.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of a running Dask scheduler.")
@lang_option
@json_option
@progress_options
@common_options
@click.pass_obj
def command(
    console: Console,
    name: str,
    players: int | None,
    games: int | None,
    until: float | None,
    seconds: float | None,
    seed: int | None,
    first: int,
    agents: str | None,
    rotate: bool,
    options: dict[str, str],
    overlays: tuple[str, ...],
    rounds: Literal["one", "game"],
    limit: int,
    out: str | None,
    threads: int | None,
    engine: Literal["auto", "plain", "fast"],
    scheduler: str | None,
    lang: str | None,
) -> int:
    """Play many games of RULESET (a file or a shipped id) and print a report."""
    import unoflex_rules as ur

    if until is not None and until >= WIDE:
        console.remark(f"playing until intervals are {100 * until:g} % wide; for {until:g} %, write {until:g}%")
    ruleset = loaded(name, options, overlays)
    program = compiled(ruleset, players, lang)
    players_at = seated(program.players, agents)
    own = engine_at_hand(console, engine)
    if scheduler is None:
        threads = (threads or processors()) if own == "fast" else 1
    target = ur.check_destination(out, ruleset.files) if out is not None else None
    if games is None and until is None and seconds is None:
        games = USUAL_GAMES
    if first + (games or 0) > MAX_SEED:
        raise wrong_usage(f"game indices go up to {MAX_SEED}: {games} games from index {first} are too many")
    if seed is None:
        seed = secrets.randbelow(2**32)
        console.remark(f"seed {seed} (chosen; repeat with --seed {seed})")
    wanted = Wanted(games, until, seconds, first, threads, own, target, scheduler)
    settings = ur.Settings.of(
        program,
        seed,
        rounds=rounds,
        limit=limit,
        first=first,
        changed=options,
        agents=tuple(map(str, players_at)),
        rotate=rotate,
    )
    start = time.perf_counter()
    tally, is_interrupted, lost = _play(console, ruleset, program, settings, wanted)
    spent = time.perf_counter() - start
    if tally.broken:
        raise RunError(f"game {tally.first_broken} of seed {seed} broke: {tally.broken_why} ({tally.broken:,} did so)")
    early = "lost" if lost else _stopped(tally, wanted, is_interrupted)
    report = ur.report(tally, settings, requested=games, stopped=early)
    where = scheduler or f"{own}, {threads} thread{'' if threads == 1 else 's'}"
    run = f"{spent:.1f} s ({where})"
    if console.json:
        console.document(report.to_json())
        if not is_interrupted and not lost:
            console.remark(f"{tally.games:,} games in {run}")
    elif tally.games:
        from unoflex_rules.render.report_text import report_text

        kinds = program.kind_titles if lang is not None else {}
        text = report_text(report, console.style, run=run, ruleset=name, columns=console.columns, kinds=kinds)
        console.out(text)
    if is_interrupted:
        told = f"the report covers the first {tally.games:,} games" if tally.games else "no game was finished"
        console.note(f"interrupted after {spent:.1f} s: {told}")
    if lost:
        style = console.note_style
        told = f"{lost}; the report covers the first {tally.games:,} games"
        console.note(f"{style.error('error:')} {style.shown(told)}")
        return PROBLEM
    return INTERRUPTED if is_interrupted else FINE


def _play(
    console: Console, ruleset: "ur.Ruleset", program: "ur.Program", settings: "ur.Settings", wanted: Wanted
) -> "tuple[ur.Tally, bool, str]":
    """Play the games, with a progress bar.

    Return their totals, whether they were interrupted, and how the cluster was lost, if it was.
    """
    import unoflex_rules as ur
    from unoflex_cli.cluster import Cluster
    from unoflex_cli.interrupts import abandonable, stoppable
    from unoflex_cli.progress import Progress

    most = wanted.games if wanted.games is not None else MAX_SEED - wanted.first
    with ExitStack() as stack:
        cluster = None if wanted.scheduler is None else stack.enter_context(Cluster(wanted.scheduler))
        receiver = _receiver(stack, program, settings, wanted)
        if cluster is None:
            abandonable(lambda: ur.warm_up(wanted.engine, console.remark))
        total = wanted.games if wanted.until is None else None
        bar = stack.enter_context(
            Progress(console, total, seconds=wanted.seconds, is_estimate=wanted.until is not None)
        )
        expected: int | None = None

        def expect(games: int) -> None:
            nonlocal expected
            expected = games

        stop = stack.enter_context(stoppable())
        if cluster is not None:
            stack.enter_context(cluster.watched(console.remark))
        lost, start = "", time.perf_counter()
        try:
            tally = ur.simulate(
                ruleset,
                players=program.players,
                games=most,
                seed=settings.seed,
                agents=settings.agents,
                rotate=settings.rotate,
                rounds="game" if settings.rounds == "game" else "one",
                limit=settings.limit,
                first=wanted.first,
                until=wanted.until,
                seconds=wanted.seconds,
                stop=stop,
                threads=wanted.threads or (cluster.workers if cluster else None),
                engine=wanted.engine,
                executor=cluster.executor if cluster else None,
                receiver=receiver,
                progress=lambda done: bar.update(done, expected),
                expect=expect,
            )
        except ur.ExecutorFailed as failed:
            tally = failed.tally
            lost = f"lost the Dask scheduler at `{wanted.scheduler}`, or all of its workers ({failed})"
        if not tally.games and not stop.is_set():  # nothing is written
            raise RunError(lost or f"no game was finished in {time.perf_counter() - start:.3g} seconds")
        return tally, stop.is_set(), lost


def _stopped(
    tally: "ur.Tally", wanted: Wanted, is_interrupted: bool
) -> Literal["until", "endless", "seconds", "interrupted"] | None:
    """The reason why fewer games were played than allowed."""
    import unoflex_rules as ur

    if is_interrupted:
        return "interrupted"
    if wanted.games is not None and tally.games >= wanted.games:
        return None
    if wanted.until is None:
        return "seconds"
    if ur.is_reached(tally, wanted.until):
        return "until"
    return "seconds" if tally.finished else "endless"


def _receiver(
    stack: ExitStack, program: "ur.Program", settings: "ur.Settings", wanted: Wanted
) -> Callable[[int, list[list[int]]], None] | None:
    """The writer of rows, if rows are requested."""
    import unoflex_rules as ur

    if wanted.out is None:
        return None
    meta = {
        "ruleset": settings.ruleset,
        "digest": settings.digest,
        "seed": str(settings.seed),
        "agents": ",".join(settings.agents),
        "rounds": settings.rounds,
        "limit": str(settings.limit),
        "options": ", ".join(f"{key}={value}" for key, value in sorted(settings.options.items())),
        "with": ", ".join(settings.overlays),
    }
    rows = stack.enter_context(ur.open_rows(wanted.out, ur.columns(program), meta))

    def receive(first: int, games: Sequence[Sequence[int]]) -> None:
        rows.write(ur.records(program, settings, first, games))

    return receive
