"""`python -m benchmarks.scaling`: measure simulations by threads, players, games and agents; write docs/speed.md.

Not here: speed against other systems (__main__.py). Every measurement is a separate process, so that its memory
is measured separately.
"""

import argparse
import datetime
import hashlib
import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.__main__ import ROOT, STARTS, start_lines
from benchmarks.proofs import commit

PAGE = ROOT / "docs" / "speed.md"
GAMES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
AGENTS = ("random", "greedy", "greedy,random,random,random")


class Chooser:
    """An agent in Python that always takes the first option."""

    def choose(self, decision: object, observation: object) -> int:
        return 0


def measure(ruleset: str, players: int, games: int, threads: int, agents: str, engine: str) -> dict[str, float]:
    """Play games in this process. Return wall time in seconds, decisions, and peak memory in MiB."""
    import unoflex_rules as ur

    loaded = ur.load(ruleset)
    seated = [Chooser()] if agents == "python" else agents
    ur.simulate(loaded, players=players, games=10, agents=seated, engine=engine)  # type: ignore[arg-type]
    started = time.perf_counter()
    tally = ur.simulate(
        loaded,
        players=players,
        games=games,
        seed=1,
        agents=seated,
        threads=threads,
        engine=engine,  # type: ignore[arg-type]
    )
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "decisions": tally.decisions_total, "games": tally.games, "peak": peak}


def measured(times: int = 1, **wanted: object) -> dict[str, float]:
    """Return the best of several measurements, each in a separate process."""
    code = f"import json; from benchmarks.scaling import measure; print(json.dumps(measure(**{wanted!r})))"
    path = os.pathsep.join((str(ROOT), str(ROOT / "cli")))
    found = []
    for _ in range(times):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True,
            env=dict(os.environ, PYTHONPATH=path),
        )  # fmt: skip
        found.append(json.loads(done.stdout))
    return min(found, key=lambda result: result["seconds"])


def gain(threads: int) -> float:
    """Return the speedup of this many threads over one for work without locks."""
    data = b"x" * (100 * 2**20)

    def spent(count: int) -> float:
        started = time.perf_counter()
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(lambda _: hashlib.sha256(data).digest(), range(count)))
        return time.perf_counter() - started

    return max(threads * spent(1) / spent(threads) for _ in range(3))


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def speed(result: dict[str, float]) -> tuple[str, str, str]:
    """Format games per second, decisions per second, and seconds."""
    seconds = result["seconds"]
    return f"{result['games'] / seconds:,.0f}", f"{result['decisions'] / seconds:,.0f}", f"{seconds:.2f}"


def head(*cells: str) -> list[str]:
    return [row(*cells), row(*("---" for _ in cells))]


def tables(most: int, times: int) -> list[str]:
    """Return all tables as lines of Markdown."""
    cores = os.cpu_count() or 1
    fast = {"engine": "fast", "threads": cores}
    lines = [f"## Agents: flex, 4 players, {cores} threads", "", *head("agents", "games/s", "decisions/s", "seconds")]
    for agents in AGENTS:
        found = measured(times, ruleset="flex", players=4, games=50_000, agents=agents, **fast)
        lines.append(row(f"`{agents}`", *speed(found)))
    found = measured(ruleset="flex", players=4, games=100, agents="python", threads=1, engine="plain")
    lines.append(row("an agent written in Python, one thread", *speed(found)))
    lines += ["", "## Threads: classic, 4 players, greedy", "", *head("threads", "games/s", "decisions/s", "seconds")]
    for threads in range(1, cores + 1):
        found = measured(
            times, ruleset="classic", players=4, games=200_000, agents="greedy", engine="fast", threads=threads
        )
        lines.append(row(threads, *speed(found)))
    lines += ["", f"For comparison, {cores} threads compute hashes {gain(cores):.2f} times as fast as one thread."]
    lines += [
        "",
        f"## Players: classic, greedy, {cores} threads",
        "",
        *head("players", "games/s", "decisions/s", "seconds"),
    ]
    for players in range(2, 11):
        found = measured(times, ruleset="classic", players=players, games=50_000, agents="greedy", **fast)
        lines.append(row(players, *speed(found)))
    lines += [
        "", f"## Games: flex, 4 players, greedy, {cores} threads", "",
        *head("games", "games/s", "decisions/s", "seconds", "peak memory, MiB"),
    ]  # fmt: skip
    for games in (games for games in GAMES if games <= most):
        found = measured(ruleset="flex", players=4, games=games, agents="greedy", **fast)
        lines.append(row(f"{games:,}", *speed(found), f"{found['peak']:.0f}"))
    lines += ["", "## Commands, including the start of the process", "", "```text"]
    lines += [f"{'':<46}{'wall':>10}{'user+system':>14}", *start_lines(STARTS, quick=times == 1), "```"]
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write the page, and print its path."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.scaling", description="Measure the speed of simulations."
    )
    parser.add_argument(
        "--most", type=int, default=GAMES[-1], help="maximum number of games of one measurement (10,000,000)"
    )
    parser.add_argument("--times", type=int, default=3, help="number of runs of the short measurements (3)")
    parser.add_argument("--output", type=Path, default=PAGE)
    given = parser.parse_args(arguments)
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    machine = f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    text = "\n".join([
        "# Speed of simulations", "",
        "Generated by `python -m benchmarks.scaling`. Times are wall-clock times, the best of several runs, on a",
        "shared machine, so compare ratios rather than absolute figures.", "",
        f"Commit: {commit()}  ", f"Date: {today}  ", f"Machine: {machine}", "",
        *tables(given.most, given.times), "",
    ])  # fmt: skip
    given.output.write_text(text, encoding="utf-8")
    print(given.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
