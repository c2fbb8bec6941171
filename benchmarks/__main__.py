"""`make bench`: run all speed measurements and print a table with their ratios; writes docs/compared.md.

Not here: the work itself (workers.py, others.py) and the proofs (oracles.py, proofs.py).

Each row is a separate process that measures its user and system time after a warm-up. The rows take turns for five
turns, and the best result counts, so a busy machine slows all rows alike. The range of the ratios over the turns
shows how much the machine was disturbed.
"""

import argparse
import datetime
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import setup

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "compared.md"
BASE = "rlcard-bare"  # every other row is compared with this one
PROTOTYPE = "prototype-fast"

Result = Mapping[str, float]


class NotThereError(Exception):
    """A measurement that is not possible here, with the reason."""


@dataclass(frozen=True)
class Row:
    """One measurement: the games, their number, and the command that runs them."""

    name: str
    title: str
    games: int
    command: tuple[str, ...]
    other: bool = False  # run by the interpreter of .venv-bench

    def run(self, quick: bool) -> Result:
        """Run it once in a separate process. Raises NotThereError with the last line of its output."""
        games = max(10, self.games // 20) if quick else self.games
        command = [str(setup.python()), str(ROOT / "benchmarks" / "others.py")]
        if not self.other:
            command = [sys.executable, "-m", "benchmarks.workers"]
        command += [*self.command, "--games", str(games)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NotThereError(last_line(done.stderr))
        result: Result = json.loads(done.stdout.splitlines()[-1])
        return result


@dataclass(frozen=True)
class Start:
    """One start-up time: a command from the start of the process to its end.

    `FOLDER` in a command is replaced by a new empty folder.
    """

    name: str
    title: str
    command: tuple[str, ...]
    cold: bool = False  # with an empty cache folder each time
    times: int = 5

    def run(self, folder: Path) -> tuple[float, float]:
        """Run it once. Return the wall time and the processor time in seconds. `folder` is empty."""
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join((str(ROOT), str(ROOT / "cli"))))
        if self.cold:
            environment["UNOFLEX_CACHE"] = str(folder)
        started, busy = time.perf_counter(), children_seconds()
        done = subprocess.run(
            [sys.executable, "-m", "unoflex_cli", *(word.replace("FOLDER", str(folder)) for word in self.command)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
        seconds, busy = time.perf_counter() - started, children_seconds() - busy
        if done.returncode != 0:
            raise NotThereError(last_line(done.stderr))
        return seconds, busy


def children_seconds() -> float:
    """Return the user and system time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def ours(
    name: str,
    title: str,
    games: int,
    ruleset: str,
    players: int,
    engine: str,
    threads: int = 1,
    more: Sequence[str] = (),
) -> Row:
    """Return a row that simulates a ruleset."""
    options = {"--ruleset": ruleset, "--players": players, "--engine": engine, "--threads": threads}
    return Row(name, title, games, ("simulate", *(str(part) for pair in options.items() for part in pair), *more))


# The base comes first, then the others from the slowest kind to the fastest. A game of classic takes 2,000 decisions
# if players sometimes draw although they can play.
ROWS = (
    Row("rlcard-bare", "RLCard UNO, bare loop, 2 players", 1_000, ("rlcard-bare",), other=True),
    Row("rlcard-rules", "RLCard UNO, rules alone, no view, 2 players", 2_000, ("rlcard-rules",), other=True),
    Row("rlcard-env", "RLCard UNO, env.run, 2 players", 300, ("rlcard-env",), other=True),
    Row("openspiel", "OpenSpiel Crazy Eights from Python, 2 players", 1_000, ("openspiel",), other=True),
    Row(
        "prototype-plain",
        "prototype kernel, plain, 4 players",
        2_000,
        ("prototype", "--engine", "plain", "--players", "4"),
    ),
    Row(
        "prototype-fast",
        "prototype kernel, numba, 4 players",
        200_000,
        ("prototype", "--engine", "fast", "--players", "4"),
    ),
    ours("rlcard-plain", "oracles/rlcard, plain, 2 players", 500, "oracles/rlcard", 2, "plain"),
    ours("rlcard-fast", "oracles/rlcard, fast, 2 players", 300_000, "oracles/rlcard", 2, "fast"),
    ours("classic-plain", "classic, plain, 4 players", 30, "classic", 4, "plain"),
    ours("classic-fast", "classic, fast, 4 players", 4_000, "classic", 4, "fast"),
)

# Wall time: the same games on one thread and on two, for some seconds.
THREADS = tuple(
    ours(f"threads-{threads}", "oracles/rlcard, fast, 2 players", 500_000, "oracles/rlcard", 2, "fast", threads)
    for threads in (1, 2)
)

COPY = Row(
    "copy",
    "copy of a state, classic, fast, 4 players",
    500_000,
    ("copy", "--ruleset", "classic", "--players", "4", "--engine", "fast"),
)

STARTS = (
    Start("help", "unoflex --help", ("--help",)),
    Start("new", "unoflex new my-game", ("new", "my-game", "--folder", "FOLDER")),
    Start("validate", "unoflex validate classic", ("validate", "rulesets/classic.yaml")),
    Start("explain", "unoflex explain E204", ("explain", "E204")),
    Start("rulesets", "unoflex rulesets", ("rulesets",)),
    Start("schema", "unoflex schema", ("schema",)),
    Start("show", "unoflex show classic --origin", ("show", "classic", "--origin")),
    Start("diff", "unoflex diff classic flex", ("diff", "classic", "flex")),
    Start("listing", "unoflex listing classic", ("listing", "classic")),
    Start("trace", "unoflex trace classic --agents greedy", ("trace", "classic", "--agents", "greedy")),
    Start(
        "campaign",
        "unoflex campaign new it.yaml classic",
        ("campaign", "new", "FOLDER/it.yaml", "classic", "--players", "Ann,Ben", "--seed", "1"),
    ),
    Start("test", "unoflex test classic, all its scenarios", ("test", "classic"), times=2),
    Start("warm", "unoflex simulate classic --games 1000", ("simulate", "classic", "--games", "1000")),
    Start(
        "cold",
        "... the first time on a machine",
        ("simulate", "classic", "--games", "1000", "--engine", "fast"),
        cold=True,
        times=2,
    ),
)

NAMES = (*(row.name for row in ROWS), "threads", COPY.name, *(start.name for start in STARTS))


def last_line(text: str) -> str:
    """Return the last line of a process's output, which holds the message of an exception."""
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no message"


def rate(result: Result) -> float:
    """Return the decisions per second of user and system time."""
    return result["decisions"] / result["seconds"] if result["seconds"] else 0.0


def interleaved(rows: Iterable[Row], times: int, quick: bool) -> tuple[dict[str, list[Result]], dict[str, str]]:
    """Run the rows in turn. Return the results of each row, and the reasons of the rows that failed."""
    results: dict[str, list[Result]] = {}
    failed: dict[str, str] = {}
    rows = list(rows)
    for turn in range(times):
        for row in rows:
            if row.name in failed:
                continue
            progress(f"{turn + 1}/{times} {row.title}")
            try:
                results.setdefault(row.name, []).append(row.run(quick))
            except NotThereError as problem:
                failed[row.name] = str(problem)
    progress("")
    return results, failed


def progress(text: str) -> None:
    """Show the current step on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def ratio(value: float, base: float | None) -> str:
    """Return `value` as a multiple of `base`, with three digits."""
    return f"{value / base:.3g}" if base else "-"


def ratios(found: Sequence[Result], base: Sequence[Result]) -> str:
    """Return the smallest and the largest of the ratios of all turns."""
    each = [rate(one) / rate(other) for one, other in zip(found, base) if rate(other)]
    return f"{min(each):.3g} to {max(each):.3g}" if each else "-"


def speed_table(rows: Sequence[Row], results: Mapping[str, Sequence[Result]], failed: Mapping[str, str]) -> str:
    """Return the table of speeds: the best of each row, with its ratios to the base and to the prototype."""
    best = {name: max(found, key=rate) for name, found in results.items() if found}
    base, proof = (rate(best[name]) if name in best else None for name in (BASE, PROTOTYPE))
    head = f"{'':<46}{'decisions/s':>12}{'games/s':>10}{'to RLCard':>10}{'turn by turn':>15}{'to prototype':>13}"
    lines = [head]
    for row in rows:
        if row.name in failed:
            lines.append(f"{row.title:<46}  not there yet: {failed[row.name]}")
        else:
            found = best[row.name]
            decisions, games = rate(found), found["games"] / found["seconds"] if found["seconds"] else 0.0
            lines.append(
                f"{row.title:<46}{decisions:>12,.0f}{games:>10,.0f}{ratio(decisions, base):>10}"
                f"{ratios(results[row.name], results.get(BASE, ())):>15}{ratio(decisions, proof):>13}"
            )
    return "\n".join(lines)


def threads_line(results: Mapping[str, Sequence[Result]], failed: Mapping[str, str]) -> str:
    """Return the wall-time speedup of two threads over one."""
    names = [row.name for row in THREADS]
    for name in names:
        if name in failed:
            return f"two threads against one: not there yet: {failed[name]}"
    one, two = (min(found["wall"] for found in results[name]) for name in names)
    return f"two threads against one (wall time, {THREADS[0].title}, {one:.1f} s on one): {one / two:.2f} times"


def copy_line(results: Mapping[str, Sequence[Result]], failed: Mapping[str, str]) -> str:
    """Return the time that a copy takes."""
    if COPY.name in failed:
        return f"{COPY.title}: not there yet: {failed[COPY.name]}"
    microseconds = min(found["seconds"] / found["decisions"] for found in results[COPY.name]) * 1e6
    return f"{COPY.title}: {microseconds:.2f} microseconds"


def start_lines(starts: Iterable[Start], quick: bool) -> list[str]:
    """Return the best wall time of each command over several runs."""
    lines = []
    for start in starts:
        progress(start.title)
        try:
            found = []
            for _ in range(1 if quick else start.times):
                with tempfile.TemporaryDirectory() as folder:
                    found.append(start.run(Path(folder)))
            wall, busy = (min(column) for column in zip(*found))
            lines.append(f"{start.title:<46}{wall:>8.2f} s{busy:>12.2f} s")
        except NotThereError as problem:
            lines.append(f"{start.title:<46}  not there yet: {problem}")
    progress("")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the requested measurements and print them; return 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure everything side by side.")
    parser.add_argument("--quick", action="store_true", help="a twentieth of the games, each row twice")
    parser.add_argument("--times", type=int, help="how often each row is run (5; 2 with --quick)")
    parser.add_argument("--only", action="append", choices=NAMES, help="this row; may be given several times")
    parser.add_argument("--write", action="store_true", help=f"also write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    wanted = set(given.only or NAMES)
    times = given.times or (2 if given.quick else 5)

    rows = [row for row in ROWS if row.name in wanted]
    if any(row.other for row in rows):
        try:
            setup.ensure()
        except subprocess.CalledProcessError as problem:
            print(f"the other systems are left out: {problem}", file=sys.stderr)
            rows = [row for row in rows if not row.other]

    machine = f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    text = f"Uniformly random play, one thread, user and system time, best of {times}; {machine}\n\n"
    extra = [row for row in THREADS if "threads" in wanted] + [COPY] * (COPY.name in wanted)
    results, failed = interleaved([*rows, *extra], times, given.quick)
    if rows:
        text += speed_table(rows, results, failed) + "\n\n"
    if "threads" in wanted:
        text += threads_line(results, failed) + "\n"
    if COPY.name in wanted:
        text += copy_line(results, failed) + "\n"
    lines = start_lines((start for start in STARTS if start.name in wanted), given.quick)
    if lines:
        text += f"\n{'From the start of the process to its end':<46}{'wall':>10}{'user+system':>14}\n"
        text += "\n".join(lines) + "\n"
    print(text, end="")
    if given.write:
        command = " ".join(["python -m benchmarks", *(sys.argv[1:] if arguments is None else arguments)])
        PAGE.write_text(page(text, command, results), encoding="utf-8")
    return 0


def page(text: str, command: str, results: Mapping[str, Sequence[Result]]) -> str:
    """Return docs/compared.md: what the rows mean, how they compare with RLCard, and the printed text."""
    from benchmarks.proof_page import commit

    best = {name: max(map(rate, found)) for name, found in results.items() if found}
    lines = [
        f"- {title}: {best[own] / best[other]:,.3g} times the decisions per second of {whose}"
        for own, title in (("rlcard-fast", "compiled"), ("rlcard-plain", "plain Python"))
        for other, whose in (("rlcard-bare", "RLCard's bare loop"), ("rlcard-env", "RLCard's `env.run`"))
        if own in best and other in best
    ]
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    found = "\n".join(lines) or "The other systems were not measured."
    return f"""{HEAD}
## RLCard's UNO

The same rules for two players, `oracles/rlcard`, played at random on one thread:

{found}

## All figures

`{command}` at {commit()}, {today}

```text
{text.strip()}
```
"""


HEAD = """# Compared with other systems

Generated by `make bench`. The other systems are installed into `.venv-bench`. Each row is a process that plays random
games; the best of several turns counts. Times are user and system time, so compare ratios rather than figures.
"""


if __name__ == "__main__":
    sys.exit(main())
