"""`python -m benchmarks.oracles`: whether simulations hit figures of other systems (O1, O2), or exact ones (O3).

Not here: the figures and how a difference is judged (figures.py), how O3 is dealt (openings.py), speed (__main__.py).

**O1** is RLCard's UNO, two players, uniformly random play. How its statistics are defined:

- *Decision*: one choice of a player, a play or a draw. Drawing is a decision although it is only ever the one
  thing on offer; a drawn card that is then played of itself is none, and counts only as a draw.
- *Options*: distinct moves. Two identical cards in hand are one, a Wild is four, one a colour; a draw is one.
  RLCard's `Round.get_legal_actions` lists identical cards twice; its environment makes them one action, and
  that is what the figures belong to (listed twice: 1.736 options a decision, 63.6 % forced).
- *Mean options* and *forced share* run over all decisions of all games together; forced means one option.
- *Action shares*: over all decisions of all games, by what was chosen.
- *Who starts* is who has the first turn, after the first card has had its effect.
- *sd* is the standard deviation of decisions a game.

Two references: the published 100,000 games, and 1,000,000 games of RLCard 1.2.0 played again as defined above
(others.py, `rlcard_sample`).

**O2** is Crazy Eights. Its plays and draws a game are our turns: naming a suit is a decision, but no turn.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks import setup
from benchmarks.__main__ import ROOT
from benchmarks.figures import EIGHTS, LIMIT, RLCARD_AGAIN, RLCARD_PUBLISHED, SHARES, Verdict, compare, spread, table
from benchmarks.openings import compare_openings, openings

EIGHTS_RULESET = ROOT / "tests" / "oracles" / "crazy_eights.yaml"


@dataclass(frozen=True)
class Sample:
    """What a run of two-player games of O1 adds up to, whoever played them."""

    games: int
    decisions: Sequence[int]  # histogram over games
    chosen: Mapping[str, int]  # by SHARES
    options: int
    forced: int
    first_seat_wins: int
    starter_wins: int
    first_seat_starts: int

    def statistics(self) -> dict[str, float]:
        """The statistics of O1, by name."""
        total = sum(n * games for n, games in enumerate(self.decisions))
        found = spread(self.decisions, (25, 50, 75, 90, 95, 99)) | {
            "player 0 wins": self.first_seat_wins / self.games,
            "starter wins": self.starter_wins / self.games,
            "player 0 starts": self.first_seat_starts / self.games,
            "mean options": self.options / total,
            "forced share": self.forced / total,
        }
        return found | {name: self.chosen.get(name, 0) / total for name in SHARES}


def finished(tally: Any, games: int) -> Any:
    """The tally, if every game has a result that the histograms hold."""
    if tally.finished != games:
        raise ValueError(f"{games - tally.finished} of {games} games have no result: {tally.broken_why or 'too long'}")
    if tally.turns[-1] or tally.decisions[-1]:
        raise ValueError("a game is longer than the histogram")
    return tally


def simulated(games: int, seed: int, threads: int | None = None) -> Sample:
    """O1's games on this engine: `oracles/rlcard`, two players, fast backend."""
    import unoflex_rules as ur

    ruleset = ur.load("oracles/rlcard")
    tally = finished(ur.simulate(ruleset, players=2, games=games, seed=seed, threads=threads, engine="fast"), games)
    chosen = {key.removeprefix("play ").replace("_", " "): count for key, count in tally.chosen.items()}
    if set(chosen) - set(SHARES):
        raise ValueError(f"kinds of action without a figure: {sorted(set(chosen) - set(SHARES))}")
    return Sample(
        games=games,
        decisions=tally.decisions,
        chosen=chosen,
        options=tally.options,
        forced=tally.forced,
        first_seat_wins=tally.wins[0],
        starter_wins=sum(tally.starter_wins),
        first_seat_starts=tally.started[0],
    )


def rlcard(games: int, seed: int) -> Sample:
    """O1's games on RLCard itself, in the benchmarks' own environment."""
    command = [str(setup.ensure()), str(ROOT / "benchmarks" / "others.py"), "rlcard-sample"]
    command += ["--games", str(games), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return Sample(**found)


def compare_rlcard(sample: Sample, limit: float = LIMIT) -> list[tuple[str, list[Verdict]]]:
    """O1 against both references: a title and the verdicts of each."""
    measured = sample.statistics()
    return [
        (f"O1, {reference.games:,} games of {reference.title}", compare(measured, sample.games, reference, limit))
        for reference in (RLCARD_PUBLISHED, RLCARD_AGAIN)
    ]


def compare_eights(games: int, seed: int, threads: int | None = None, limit: float = LIMIT) -> list[Verdict]:
    """O2's games on this engine against its figures."""
    import unoflex_rules as ur

    ruleset = ur.load(EIGHTS_RULESET)
    tally = finished(ur.simulate(ruleset, players=2, games=games, seed=seed, threads=threads, engine="fast"), games)
    turns = sum(count for key, count in tally.chosen.items() if key != "name")
    measured = spread(tally.turns, (50, 95)) | {
        "starter wins": sum(tally.starter_wins) / games,
        "draw": tally.chosen["draw"] / turns,
    }
    return compare(measured, games, EIGHTS, limit)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print; 1 if a figure is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.oracles", description="Compare with oracles.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rlcard", action="store_true", help="run RLCard itself and not this engine (O1 only)")
    given = parser.parse_args(arguments)
    found = compare_rlcard((rlcard if given.rlcard else simulated)(given.games, given.seed))
    if not given.rlcard:
        eights = compare_eights(given.games, given.seed)
        found.append((f"O2, {EIGHTS.games:,} games of {EIGHTS.title}", eights))
        found.append(("O3, exact", compare_openings(openings(given.games, given.seed))))
    for title, verdicts in found:
        print(table(title, verdicts) + "\n")
    verdicts = [verdict for _, part in found for verdict in part]
    missed = sum(not verdict.passed for verdict in verdicts)
    print(f"{len(verdicts)} figures of {given.games:,} games, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
