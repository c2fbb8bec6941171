"""`unoflex simulate`: many games of one ruleset and the report on them. No game is played or counted here.

The report goes to standard output; how it was made (time, threads, engine, a chosen seed) is no part of the
JSON document and goes to standard error.
"""

import os
import secrets
import time
from collections.abc import Callable
from typing import Literal

import click

from unoflex_cli.arguments import (
    MAX_SEED,
    Whole,
    common_options,
    compiled,
    json_option,
    lang_option,
    ruleset_path,
    set_option,
)
from unoflex_cli.console import Console
from unoflex_cli.failures import RunError

NEWS = 0.1  # seconds between two messages of progress
PATIENCE = 1.0  # seconds before the first one


@click.command("simulate", short_help="Play many games and report on them.")
@click.argument("name", metavar="RULESET")
@click.option("--players", type=Whole(min=1), help="How many play (default: 4 if it can be).")
@click.option("--games", type=Whole(min=1), default=1000, show_default=True, help="How many games.")
@click.option(
    "--seed",
    type=Whole(min=0, max=MAX_SEED),
    help="Same seed, same games; without one a seed is chosen and told.",
)
@set_option
@click.option(
    "--threads",
    type=Whole(min=1),
    help="How many threads (default: all processors; the plain engine uses one).",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "plain", "fast"]),
    default="auto",
    show_default=True,
    help="fast is compiled and needs the extra `fast`; the results are the same.",
)
@click.option(
    "--rounds",
    type=click.Choice(["one", "game"]),
    default="one",
    show_default=True,
    help="Play one round, or whole games as the ruleset declares them.",
)
@lang_option
@json_option
@common_options
@click.pass_obj
def command(
    console: Console,
    name: str,
    players: int | None,
    games: int,
    seed: int | None,
    options: dict[str, str],
    threads: int | None,
    engine: Literal["auto", "plain", "fast"],
    rounds: Literal["one", "game"],
    lang: str | None,
) -> None:
    """Play many games of RULESET (a file, or the id of a shipped one) at random and report on them."""
    import unoflex_rules as ur

    ruleset = ur.load(ruleset_path(name), options)
    program = compiled(ruleset, players, lang)
    engine = _engine(console, engine)
    threads = (threads or _processors()) if engine == "fast" else 1
    if seed is None:
        seed = secrets.randbelow(2**32)
        console.note(f"seed {seed} (chosen; repeat with --seed {seed})")
    start = time.perf_counter()
    tally = ur.simulate(
        ruleset,
        players=program.players,
        games=games,
        seed=seed,
        threads=threads,
        engine=engine,
        rounds=rounds,
        progress=_progress(console, games),
        notice=console.note,
    )
    seconds = time.perf_counter() - start
    console.erase()
    if tally.broken:
        raise RunError(f"game {tally.first_broken} of seed {seed} broke: {tally.broken_why} ({tally.broken:,} did so)")
    report = ur.report(
        tally,
        ruleset=program.ruleset,
        title=program.title,
        digest=program.digest,
        seed=seed,
        rounds=rounds,
        options=program.options,
    )
    run = f"{seconds:.1f} s ({engine}, {threads} thread{'' if threads == 1 else 's'})"
    if console.json:
        console.document(report.to_json())
        console.note(f"{games:,} games in {run}")
        return
    from unoflex_rules.render.report import report_text

    console.out(report_text(report, console.style, run=run, settings=options))


def _engine(console: Console, wanted: str) -> Literal["plain", "fast"]:
    """The engine that will play: `plain` or `fast`."""
    import unoflex_rules as ur

    if wanted == "plain" or ur.fast_is_available():
        return "plain" if wanted == "plain" else "fast"
    install = "pip install 'unoflex-rules[fast]'"
    if wanted == "fast":
        raise RunError(f"the fast engine needs the extra `fast`: {install}")
    console.note(f"the plain engine is used, which is slower; for the fast one: {install}")
    return "plain"


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _progress(console: Console, games: int) -> Callable[[int], None] | None:
    """What is told while the games are played; nothing unless somebody watches a terminal."""
    if not console.is_watched:
        return None
    told = time.perf_counter() + PATIENCE

    def progress(done: int) -> None:
        nonlocal told
        now = time.perf_counter()
        if now >= told:
            told = now + NEWS
            console.rewrite(f"{done:,} of {games:,} games")

    return progress
