"""`make proofs`: proofs that take too long for the tests; writes docs/measured.md.

Not here: the figures of the oracles (figures.py), the promises themselves (the engine's promises.py and
tests/promises.py), and speed (__main__.py).

    python -m benchmarks.proofs [--games 1000000] [--plain 2000] [--only classic] [--only oracles] [--again]

A proof that the page already has, of the same size, kernel and programs, is not run again; so an interrupted run can
be continued. The expensive promises take ten times as long as all others together: at every decision of 2,000 games
they would take an hour for each ruleset. They are checked at random decisions; the page says how often.
"""

import argparse
import contextlib
import datetime
import hashlib
import os
import platform
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from benchmarks import oracles
from benchmarks.__main__ import ROOT
from benchmarks.figures import EIGHTS, Verdict, table
from benchmarks.openings import compare_openings, openings
from benchmarks.proof_page import HEAD, Proof, commit, has, seconds_in, sections, subject, write

MEASURED = ROOT / "docs" / "measured.md"
OWN = ROOT / "tests" / "rulesets"  # small games with unusual rules; the shipped games are proved as well
ORACLES = "oracles"  # the name for all of them in `--only`
CAMPAIGNS = ("remix",)  # games with a fixed number of rounds that keep the deck between rounds
HOUSE = "house"  # combinations of house rules
MIXED = "mixed stacking"  # an option of stacking
SWITCHES = (
    "house/stacking", MIXED, "house/jump-in", "house/seven-swap", "house/zero-rotation", "house/draw-to-match",
    "house/force-play",
)  # fmt: skip
GAMES, PLAIN = 1_000_000, 2_000
CHUNK = 20  # number of games that a process plays at a time
RARE = 50  # expensive promises are checked once in this many decisions, all others at every decision
SMALL = 10  # the small games of the tests are proved with a fraction of the games
SAMPLED = 100  # games that a test plays again
LIMIT = 200  # turns of a game under every promise


def rulesets() -> list[str]:
    """Return every ruleset: shipped ones by id, those of the tests by file."""
    return shipped() + [str(path.relative_to(ROOT)) for path in sorted(OWN.glob("*.yaml"))]


@cache
def shipped() -> list[str]:
    """Return the shipped games."""
    import unoflex_rules as ur

    return [name for name in ur.list_rulesets() if not ur.load(name).is_base]


def cheap_promises(name: str, games: int, seed: int) -> Proof:
    """Play games over all player counts of a ruleset, compiled; check the cheap promises at every decision.

    A quarter of the games is played at random, the others by greedy agents, which finish more games.
    """
    import unoflex_rules as ur

    ruleset = ur.load(name)
    counts = list(ruleset.player_counts)
    lines, broken, decisions = [], 0, 0
    for index, players in enumerate(counts):
        share = games // len(counts) + (index < games % len(counts))
        own_seed = seed * 100 + players
        for agents, part in (("random", share // 4), ("greedy", share - share // 4)):
            if not part:
                continue
            tally = ur.simulate(
                ruleset, players=players, games=part, seed=own_seed, agents=agents, engine="fast", check=True
            )
            broken, decisions = broken + tally.broken, decisions + tally.decisions_total
            lines.append(
                f"{players:>2} players, {agents}, seed {own_seed}: {tally.games:>9,} games, "
                f"{tally.decisions_total:>12,} decisions, {tally.unfinished:>5,} unfinished, {tally.broken:,} broken"
            )
            if tally.broken:
                lines.append(f"   the first is game {tally.first_broken}: {tally.broken_why}")
    middle = counts[len(counts) // 2]
    lines += [
        f"each promise of the compiled loop was checked {decisions:,} times",
        sampled(name, middle, seed * 100 + middle),
    ]
    return Proof(f"Promises in the compiled loop: {name}, {games:,} games", tuple(lines), broken == 0)


def sampled(name: str, players: int, seed: int, games: int = SAMPLED) -> str:
    """Play the first games of a proof again, as a figure that a test repeats (tests/docs/test_measured.py)."""
    import unoflex_rules as ur

    tally = ur.simulate(ur.load(ROOT / name if name.endswith(".yaml") else name),
                        players=players, games=games, seed=seed, agents="greedy")  # fmt: skip
    wins = " ".join(map(str, tally.wins))
    return (
        f"sample: {name}, {players} players, greedy, seed {seed}, {games} games: "
        f"{tally.decisions_total} decisions, wins {wins}"
    )


def option_promises(name: str, games: int, seed: int) -> Proof:
    """Play games over player counts and every value of every option; check the cheap promises."""
    import unoflex_rules as ur
    from unoflex_rules.playtest.variants import other_settings

    lines, broken = [], 0
    settings: list[dict[str, str]] = [{}, *other_settings(ur.load(name))]
    for setting in settings:
        told = ", ".join(f"{key}={value}" for key, value in setting.items()) or "as it is"
        try:
            ruleset = ur.load(name, setting)
        except ur.RulesetError:
            lines.append(f"{told:<32} refused")  # the value conflicts with other options at their defaults
            continue
        counts, refused, played, unfinished = list(ruleset.player_counts), 0, 0, 0
        for number, players in enumerate(counts):
            share = max(games // len(settings) // len(counts), 2)
            try:
                tally = ur.simulate(
                    ruleset, players=players, games=share, seed=seed * 100 + players, engine="fast", check=True,
                    agents=("random", "greedy")[number % 2], rounds="game" if "target_score" in setting else "one",
                )  # fmt: skip
            except ur.RulesetError:
                refused += 1  # the deck is too small for this many hands
                continue
            played, unfinished, broken = played + tally.games, unfinished + tally.unfinished, broken + tally.broken
        few = f", {refused} player counts refused" if refused else ""
        lines.append(f"{told:<32} {played:>7,} games, {unfinished:,} unfinished{few}")
    return Proof(f"Options: {name}, {games:,} games", (*lines, f"{broken:,} broken"), broken == 0)


def campaign_promises(name: str, games: int, seed: int) -> Proof:
    """Play campaigns for each player count, half at random; check the cheap promises at every decision.

    A tenth of them covers every value of every option. A few are played on both backends and with one and two
    threads, which must give the same result.
    """
    import unoflex_rules as ur
    from unoflex_rules.playtest.variants import other_settings

    lines, passed = [], True
    ruleset = ur.load(name)
    whole = partial(ur.simulate, rounds="game", check=True)
    settings = other_settings(ruleset)
    for players in ruleset.player_counts:
        own_seed = seed * 100 + players
        found = [
            whole(ruleset, players=players, games=games // 2, seed=own_seed, agents=agents, engine="fast")
            for agents in ("random", "greedy")
        ]
        varied = []
        for setting in settings:
            with contextlib.suppress(ur.RulesetError):  # the deck is too small for this many players or hands
                each, share = ur.load(name, setting), max(games // 10 // len(settings), 1)
                varied.append(whole(each, players=players, games=share, seed=own_seed, engine="fast"))
        few = max(games // 500, 1)
        same = [
            whole(ruleset, players=players, games=few, seed=own_seed, engine=engine, threads=threads).to_json()
            for engine, threads in (("plain", 1), ("fast", 1), ("fast", 2))
        ]
        broken = sum(tally.broken for tally in (*found, *varied))
        passed = passed and not broken and same[0] == same[1] == same[2]
        verdict = "the same" if same[0] == same[1] == same[2] else "NOT the same"
        lines.append(
            f"{players:>2} players, seed {own_seed}: {sum(tally.games for tally in found):>7,} campaigns, "
            f"{sum(tally.decisions_total for tally in found):>12,} decisions, "
            f"{sum(tally.unfinished for tally in found):,} unfinished; {sum(tally.games for tally in varied):,} under "
            f"{len(varied)} other settings, {sum(tally.unfinished for tally in varied):,} unfinished; "
            f"{broken:,} broken; {few} on plain, fast and two threads: {verdict}"
        )
    return Proof(f"Whole campaigns: {name}, {games:,} games a player count", tuple(lines), passed)


def deep_findings(name: str, seed: int, games: int | None = None) -> Proof:
    """Check a shipped game with `validate --deep`.

    Places that are never reached may belong to rare cases; any other problem is a failure.
    """
    import unoflex_rules as ur

    check = ur.deep_check(ur.load(name), seed=seed, games=games)
    lines = (
        f"seed {seed}: {check.games:,} games in {len(check.batches)} batches, {check.settings} other settings, "
        f"{check.unfinished:,} unfinished, {check.broken:,} broken, {len(check.problems)} problems",
        *map(str, check.problems),
    )
    return Proof(f"Played through: {name}", lines, all(problem.code == "W701" for problem in check.problems))


def house_promises(games: int, seed: int) -> Proof:
    """Play games of each combination of house rules on classic, over player counts, half at random."""
    import unoflex_rules as ur

    lines, passed = [], True
    for number in range(2 ** len(SWITCHES)):
        switches = [name for place, name in enumerate(SWITCHES) if number >> place & 1]
        setting = {"mixed_stacking": "true"} if MIXED in switches else {}
        laid = [name for name in switches if name != MIXED]
        if setting and "house/stacking" not in laid:
            continue
        ruleset = ur.load("classic", setting, laid)
        found = [
            ur.simulate(
                ruleset,
                players=players,
                games=max(games // 6, 1),
                seed=seed * 100 + players,
                agents=agents,
                engine="fast",
                check=True,
            )
            for players in (2, 4, 7)
            for agents in ("random", "greedy")
        ]
        broken = sum(tally.broken for tally in found)
        passed = passed and not broken
        played, unfinished = sum(tally.games for tally in found), sum(tally.unfinished for tally in found)
        told = ", ".join(name.removeprefix("house/") for name in switches) or "none"
        lines.append(f"{told}: {played:,} games, {unfinished:,} unfinished, {broken:,} broken")
    return Proof(f"House rules on classic, {games:,} games a combination", tuple(lines), passed)


def broken_promises(name: str, players: int, seed: int, first: int, games: int) -> tuple[list[str], Counter[str]]:
    """Play games in plain under all promises; return the messages of broken games, and how often each was checked."""
    import unoflex_rules as ur

    promised = import_module("tests.promises").promised
    program = ur.compile_ruleset(ur.load(ROOT / name if name.endswith(".yaml") else name), players)
    found: list[str] = []
    looked: Counter[str] = Counter()
    for index in range(first, first + games):
        try:
            promised(program, seed=seed, index=index, rare=RARE, limit=LIMIT, looked=looked)
        except AssertionError as problem:
            found.append(str(problem))
    return found, looked


def all_promises(name: str, games: int, seed: int) -> Proof:
    """Play games over all player counts of a ruleset under every promise, in plain, on all processors."""
    import unoflex_rules as ur

    lines, passed = [], True
    looked: Counter[str] = Counter()
    counts = list(ur.load(name).player_counts)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for index, players in enumerate(counts):
            share = games // len(counts) + (index < games % len(counts))
            own_seed = seed * 100 + players
            tried = [
                pool.submit(broken_promises, name, players, own_seed, start, min(CHUNK, share - start))
                for start in range(0, share, CHUNK)
            ]
            broken: list[str] = []
            for each in tried:
                messages, checked = each.result()
                broken += messages
                looked += checked
            lines.append(f"{players:>2} players, seed {own_seed}: {share:>6,} games, {len(broken):,} broken")
            lines += [f"   {line}" for text in broken[:1] for line in text.splitlines()]
            passed = passed and not broken
    lines += [f"checked {times:>12,} times: {promise}" for promise, times in looked.items()]
    return Proof(f"Every promise in plain: {name}, {games:,} games", tuple(lines), passed)


def judged(title: str, found: Iterable[tuple[str, list[Verdict]]]) -> Proof:
    """Return the comparisons with figures as a proof."""
    lines: list[str] = []
    passed = True
    for heading, verdicts in found:
        lines += ([""] if lines else []) + table(heading, verdicts).splitlines()
        passed = passed and all(verdict.passed for verdict in verdicts)
    return Proof(title, tuple(lines), passed)


def oracle_rlcard(games: int, seed: int) -> Proof:
    """O1."""
    return judged(f"O1: RLCard's UNO, {games:,} games", oracles.compare_rlcard(oracles.simulated(games, seed)))


def oracle_eights(games: int, seed: int) -> Proof:
    """O2."""
    found = oracles.compare_eights(games, seed)
    return judged(f"O2: Crazy Eights, {games:,} games", [(f"{EIGHTS.games:,} games of {EIGHTS.title}", found)])


def oracle_exact(games: int, seed: int) -> Proof:
    """O3."""
    return judged(f"O3: what is dealt, {games:,} deals", [("exact", compare_openings(openings(games, seed)))])


def attempted(title: str, proof: Callable[[], Proof]) -> Proof:
    """Return the proof, or a failed proof with the reason why it could not run."""
    print(f"{title} ...", file=sys.stderr, flush=True)
    started = time.perf_counter()
    try:
        found = proof()
    except (ImportError, NotImplementedError, AttributeError, TypeError, ValueError) as problem:
        found = Proof(title, (f"could not be tried: {type(problem).__name__}: {problem}",), passed=False)
    said = "passed" if found.passed else "NOT PASSED"
    print(f"  {said} after {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    return found


@cache
def digest_of(name: str) -> str:
    """Return a digest of the kernel, the promises and a ruleset: its files, and its programs for all player counts.

    For the other proofs, of all shipped rulesets and of the oracles.
    """
    import unoflex_rules as ur
    from unoflex_rules.engine.backend import accel

    if name in (ORACLES, HOUSE):
        names = (
            [*shipped(), "tests/oracles/crazy_eights.yaml", "tests/oracles/dealt.yaml"]
            if name == ORACLES
            else ["classic"]
        )
        return hashlib.sha256(" ".join(map(digest_of, names)).encode()).hexdigest()
    ruleset = ur.load(ROOT / name if name.endswith(".yaml") else name)
    parts = [accel.generated(False), (ROOT / "tests" / "promises.py").read_text(encoding="utf-8")]
    parts += [Path(file).read_text(encoding="utf-8") for file in ruleset.files]
    parts += [ur.compile_ruleset(ruleset, players).digest for players in ruleset.player_counts]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@dataclass(frozen=True)
class Task:
    """A requested proof. `about`: the ruleset, or the name of the other proofs; `size`: its number of games."""

    title: str
    about: str
    size: int
    seed: int
    proof: Callable[[], Proof]

    @property
    def key(self) -> str:
        """Return what tells whether the page has this proof already."""
        return hashlib.sha256(f"{self.title} {self.size} {self.seed} {digest_of(self.about)}".encode()).hexdigest()[:16]


def page(before: str, command: str, proofs: Iterable[tuple[Task, Proof, float]]) -> str:
    """Return docs/measured.md: each proof with command, commit, date and machine; the page keeps other proofs."""
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    machine = f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    found = sections(before)
    for task, proof, seconds in proofs:
        found[subject(proof.title)] = (
            f"## {proof.title}: {'passed' if proof.passed else 'NOT PASSED'}\n\n"
            f"`{command}`  \nat {commit()}, {today}, {machine}, key {task.key}\n"
            f"{task.title} took {seconds:.1f} s, size {task.size}\n\n"
            "```text\n" + "\n".join(proof.lines) + "\n```\n"
        )
    return "\n".join([HEAD, *found.values()])


def wanted(only: Sequence[str] | None, games: int, plain: int, seed: int) -> Iterator[Task]:
    """Yield the requested proofs."""
    for name in (name for name in only or rulesets() if name not in (ORACLES, HOUSE)):
        for kind, proof, number in (
            ("compiled", cheap_promises, games),
            ("options", option_promises, games // 10),
            ("plain", all_promises, plain),
        ):
            number = number // SMALL if name.endswith(".yaml") else number
            if number:
                yield Task(f"Promises, {kind}: {name}", name, number, seed, partial(proof, name, number, seed))
    games_shipped = shipped()
    for name in (name for name in only or rulesets() if name in games_shipped and games >= GAMES // 100):
        yield Task(f"Played through: {name}", name, 0, seed, partial(deep_findings, name, seed))
    for name in (name for name in only or rulesets() if name in CAMPAIGNS and games >= 100):
        size = games // 100
        yield Task(f"Whole campaigns: {name}", name, size, seed, partial(campaign_promises, name, size, seed))
    if games >= 100 and (not only or HOUSE in only):
        yield Task("House rules", HOUSE, games // 100, seed, partial(house_promises, games // 100, seed))
    if not only or ORACLES in only:
        for number in (100_000, GAMES, 4 * GAMES):
            yield Task(f"O1, {number:,} games", ORACLES, number, seed, partial(oracle_rlcard, number, seed))
        yield Task("O2", ORACLES, 100_000, seed, partial(oracle_eights, 100_000, seed))
        yield Task("O3", ORACLES, 200_000, seed, partial(oracle_exact, 200_000, seed))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the proofs, write the page and print its path; return 1 if a proof failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proofs", description="Run the long proofs.")
    parser.add_argument("--games", type=int, default=GAMES, help="a ruleset, over its player counts (1,000,000)")
    parser.add_argument("--plain", type=int, default=PLAIN, help="a ruleset, under every promise (2,000)")
    parser.add_argument("--again", action="store_true", help="run proofs again that the page already has")
    parser.add_argument("--estimate", action="store_true", help="only print what would be run, and how long it takes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", action="append", metavar="RULESET", help="this ruleset, `house`, or `oracles`; repeatable"
    )
    parser.add_argument("--output", type=Path, default=MEASURED)
    given = parser.parse_args(arguments)
    os.chdir(ROOT)

    command = shlex.join(["python", "-m", "benchmarks.proofs", *(sys.argv[1:] if arguments is None else arguments)])
    before = given.output.read_text(encoding="utf-8") if given.output.is_file() else ""
    tasks = list(wanted(given.only, given.games, given.plain, given.seed))
    open_tasks = [task for task in tasks if given.again or not has(before, task.key)]
    print(estimate(tasks, open_tasks, before), file=sys.stderr)
    if given.estimate:
        return 0
    proofs: list[tuple[Task, Proof, float]] = []
    for task in open_tasks:
        started = time.perf_counter()
        proof = attempted(task.title, task.proof)
        proofs.append((task, proof, time.perf_counter() - started))
        write(given.output, page(before, command, proofs))  # after each proof, so that a later failure loses nothing
    passed = sum(proof.passed for _, proof, _ in proofs)
    print(f"{given.output}: {passed} of {len(proofs)} passed, {len(tasks) - len(open_tasks)} were there already")
    return 0 if passed == len(proofs) else 1


def estimate(tasks: Sequence[Task], open_tasks: Sequence[Task], before: str) -> str:
    """Return how many proofs will be run, and how long they took the last time."""
    found = (seconds_in(before, task.title, task.size) for task in open_tasks)
    known = [seconds for seconds in found if seconds is not None]
    text = f"{len(open_tasks)} of {len(tasks)} proofs to run"
    if known:
        text += f"; {len(known)} of them take about {max(sum(known) / 60, 1):.0f} minutes"
    return text


if __name__ == "__main__":
    sys.exit(main())
