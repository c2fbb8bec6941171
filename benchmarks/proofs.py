"""`make proofs`: the proofs that are too long for every run of the tests; writes docs/measured.md.

Not here: the oracles' figures (oracles.py), which are part of the proofs, and speed (__main__.py).

    python -m benchmarks.proofs [--games 1000000] [--only classic]
"""

import argparse
import datetime
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks import oracles
from benchmarks.__main__ import ROOT

MEASURED = ROOT / "docs" / "measured.md"
ORACLE_GAMES = 100_000


@dataclass(frozen=True)
class Proof:
    """What was tried, and what came of it."""

    title: str
    lines: tuple[str, ...]
    passed: bool


def promises(name: str, games: int, seed: int) -> Proof:
    """Games of a ruleset, spread over its player counts, the cheap promises checked at every decision."""
    import unoflex_rules as ur

    ruleset = ur.load(name)
    counts = player_counts(ruleset)
    lines, broken = [], 0
    for index, players in enumerate(counts):
        share = games // len(counts) + (index < games % len(counts))
        tally = ur.simulate(ruleset, players=players, games=share, seed=seed, engine="fast", check=True)
        found = list(getattr(tally, "broken", ()))
        broken += len(found)
        lines.append(
            f"{players} players: {tally.games:,} games, {tally.decisions_total:,} decisions, "
            f"{tally.unfinished:,} unfinished, {len(found)} broken"
        )
        lines += [f"  {problem}" for problem in found]
    return Proof(f"Promises: {name}, {games:,} games", tuple(lines), broken == 0)


def player_counts(ruleset: object) -> Sequence[int]:
    """The numbers of players for which the ruleset is declared."""
    counts: Sequence[int] = ruleset.player_counts  # type: ignore[attr-defined]
    return counts


def oracle_rlcard(seed: int) -> Proof:
    """O1 in full."""
    sample = oracles.simulated(ORACLE_GAMES, seed)
    lines, passed = [], True
    for reference in (oracles.PUBLISHED, oracles.RERUN):
        verdicts = oracles.compare(sample.statistics(), sample.games, reference)
        lines += oracles.table(f"{reference.games:,} games of {reference.title}", verdicts).splitlines()
        passed = passed and all(verdict.passed for verdict in verdicts)
    return Proof(f"O1: RLCard's UNO, {ORACLE_GAMES:,} games", tuple(lines), passed)


def oracle_exact(seed: int) -> Proof:
    """O3 in full."""
    verdicts = oracles.compare_openings(oracles.openings(ORACLE_GAMES, seed))
    lines = oracles.table("", verdicts).splitlines()
    return Proof(
        f"O3: exact values, {ORACLE_GAMES:,} openings", tuple(lines), all(one.passed for one in verdicts)
    )


def attempted(title: str, proof: Callable[[], Proof]) -> Proof:
    """The proof, or one that says why it could not be tried, which counts as not passed."""
    try:
        return proof()
    except (ImportError, NotImplementedError, AttributeError, TypeError, ValueError) as problem:
        return Proof(title, (f"could not be tried: {problem}",), passed=False)


def page(command: str, proofs: Iterable[Proof]) -> str:
    """docs/measured.md: command, commit, date and machine, then every proof with what was measured."""
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    parts = [
        "# Measured",
        "Written by `make proofs`; not by hand.",
        f"Command: `{command}`  \nCommit: {commit()}  \nDate: {today}  \nMachine: {machine}",
    ]
    for proof in proofs:
        parts.append(f"## {proof.title}: {'passed' if proof.passed else 'NOT PASSED'}")
        parts.append("```text\n" + "\n".join(proof.lines) + "\n```")
    return "\n\n".join(parts) + "\n"


def commit() -> str:
    """The commit that is checked out, and whether anything differs from it."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    changed = " with changes" if git("status", "--porcelain", "--untracked-files=no") else ""
    return (git("rev-parse", "--short", "HEAD") or "unknown") + changed


def write(path: Path, text: str) -> None:
    """Write a page, making its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Prove, write the page and say where; 1 if a proof did not pass."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proofs", description="Run the long proofs.")
    parser.add_argument("--games", type=int, default=1_000_000, help="a ruleset, over its player counts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", metavar="RULESET", help="this ruleset; no oracles")
    parser.add_argument("--output", type=Path, default=MEASURED)
    given = parser.parse_args(arguments)

    import unoflex_rules as ur

    proofs = []
    for name in given.only or ur.list_rulesets():
        print(f"{name} ...", file=sys.stderr)
        proofs.append(attempted(f"Promises: {name}", partial(promises, name, given.games, given.seed)))
    if not given.only:
        print("oracles ...", file=sys.stderr)
        proofs.append(attempted("O1", partial(oracle_rlcard, given.seed)))
        proofs.append(attempted("O3", partial(oracle_exact, given.seed)))
    options = "".join(f" --only {name}" for name in given.only or ())
    command = f"python -m benchmarks.proofs --games {given.games} --seed {given.seed}{options}"
    write(given.output, page(command, proofs))
    print(f"{given.output}: {sum(proof.passed for proof in proofs)} of {len(proofs)} passed")
    return 0 if all(proof.passed for proof in proofs) else 1


if __name__ == "__main__":
    sys.exit(main())
