"""`python -m benchmarks.oracles`: compare simulations with other systems (O1, O2) and with exact values (O3).

Not here: the figures and their comparison (figures.py), the deals for O3 (openings.py), speed (__main__.py).

**O1** is RLCard's UNO with two players who play uniformly at random. Definitions of its statistics:

- *Decision*: one choice of a player, a play or a draw. A draw is a decision although it is always the only
  option; playing the drawn card automatically is not a decision, and counts only as a draw.
- *Options*: distinct moves. Two identical cards in hand are one option, a Wild is four (one per colour), a draw is one.
  RLCard's `Round.get_legal_actions` lists identical cards twice; its environment merges them into one action,
  and the figures refer to these (listed twice: 1.736 options a decision, 63.6 % forced).
- *Mean options* and *forced share* are over all decisions of all games; a forced decision has one option.
- *Action shares* are over all decisions of all games, by the chosen action.
- *Who starts* is the player with the first turn, after the start card has had its effect.
- *sd* is the standard deviation of decisions a game.

There are two references: the published 100,000 games, and 1,000,000 new games of RLCard 1.2.0 with the definitions
above (others.py, `rlcard_sample`).

**O2** is Crazy Eights. Its plays and draws per game are our turns: naming a suit is a decision, but not a turn.
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
    """The sums over a run of two-player games of O1, played by either system."""

    games: int
    decisions: Sequence[int]  # histogram over games
    chosen: Mapping[str, int]  # by SHARES
    options: int
    forced: int
    first_seat_wins: int
    starter_wins: int
    first_seat_starts: int

    def statistics(self) -> dict[str, float]:
        """Return the statistics of O1 by name."""
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
    """Return the tally if every game has a result that fits the histograms."""
    if tally.finished != games:
        raise ValueError(f"{games - tally.finished} of {games} games have no result: {tally.broken_why or 'too long'}")
    if tally.turns[-1] or tally.decisions[-1]:
        raise ValueError("a game is longer than the histogram")
    return tally


def simulated(games: int, seed: int, threads: int | None = None) -> Sample:
    """Play O1's games on this engine: `oracles/rlcard`, two players, fast backend."""
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
    """Play O1's games on RLCard itself, in the environment of the benchmarks."""
    command = [str(setup.ensure()), str(ROOT / "benchmarks" / "others.py"), "rlcard-sample"]
    command += ["--games", str(games), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return Sample(**found)


def compare_rlcard(sample: Sample, limit: float = LIMIT) -> list[tuple[str, list[Verdict]]]:
    """Compare O1 with both references; return a title and the verdicts of each."""
    measured = sample.statistics()
    return [
        (f"O1, {reference.games:,} games of {reference.title}", compare(measured, sample.games, reference, limit))
        for reference in (RLCARD_PUBLISHED, RLCARD_AGAIN)
    ]


def compare_eights(games: int, seed: int, threads: int | None = None, limit: float = LIMIT) -> list[Verdict]:
    """Compare O2's games on this engine with its figures."""
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
    """Compare and print; return 1 if a figure is missed."""
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
