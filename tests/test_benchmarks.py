"""The benchmarks' own arithmetic, on small numbers: tables, comparisons with oracles, the page of proofs.

Not here: anything that needs another system, the fast backend or a long run.
"""

import json
import random
import subprocess
import sys

import pytest

from benchmarks import __main__ as bench
from benchmarks import oracles, proofs

DECK = [
    oracles.Card(color, symbol)
    for color in ("red", "green", "blue", "yellow")
    for symbol in ("0", *"123456789" * 2, *oracles.ACTIONS * 2)
] + [oracles.Card("", symbol) for symbol in ("wild", "wild draw four") for _ in range(4)]


def dealt(games: int, hand: int = 7) -> list[oracles.Opening]:
    """Openings from a shuffled deck: the hand from its top, then the first card turned, which stays."""
    shuffled = random.Random(3)
    found = []
    for _ in range(games):
        cards = shuffled.sample(DECK, hand + 1)
        found.append(oracles.Opening(cards[-1], cards[-1], cards[:-1]))
    return found


def sample(**changes: int) -> oracles.Sample:
    """Four games, of 2, 2, 4 and 8 decisions."""
    sums = {"options": 24, "forced": 8, "first_seat_wins": 2, "starter_wins": 3, "first_seat_starts": 4}
    return oracles.Sample(4, [0, 0, 2, 0, 1, 0, 0, 0, 1], {"number": 12, "draw": 4}, **(sums | changes))


def test_statistics_of_a_sample_are_its_sums_taken_apart() -> None:
    found = sample().statistics()
    assert (found["mean"], found["mode"], found["p50"], found["p75"], found["p99"]) == (4, 2, 2, 4, 8)
    assert (found["mean options"], found["forced share"], found["draw"]) == (1.5, 0.5, 0.25)
    assert found["skip"] == 0


def test_every_figure_is_a_statistic() -> None:
    for reference in (oracles.PUBLISHED, oracles.RERUN):
        assert set(reference.figures) == set(sample().statistics())


def test_the_two_references_agree() -> None:
    again = {name: figure.value for name, figure in oracles.RERUN.figures.items()}
    missed = [one for one in oracles.compare(again, 1_000_000, oracles.PUBLISHED) if not one.passed]
    assert missed == []


def test_a_figure_five_errors_off_is_missed() -> None:
    measured = {name: figure.value for name, figure in oracles.RERUN.figures.items()} | {"mean": 47.1}
    missed = [one.name for one in oracles.compare(measured, 100_000, oracles.RERUN) if not one.passed]
    assert missed == ["mean"]


def test_the_deck_gives_the_exact_values() -> None:
    values = oracles.exact_values()
    assert values["no card fits a 1-9 or an action"] == pytest.approx(0.041375, abs=1e-6)
    assert values["no card fits a 0"] == pytest.approx(0.056493, abs=1e-6)
    assert values["a Wild Draw Four in seven cards"] == pytest.approx(0.238132, abs=1e-6)
    assert values["a wild of either kind in seven cards"] == pytest.approx(0.425907, abs=1e-6)


def test_fair_openings_pass_and_short_hands_do_not() -> None:
    assert all(one.passed for one in oracles.compare_openings(dealt(5_000)))
    assert not all(one.passed for one in oracles.compare_openings(dealt(5_000, hand=5)))


def test_the_table_of_speeds_takes_the_best_and_leaves_out_what_is_not_there() -> None:
    rows = bench.ROWS[:2]
    slow = {"decisions": 100.0, "games": 2.0, "seconds": 2.0}
    found = {rows[0].name: [slow, slow | {"seconds": 1.0}]}
    text = bench.speed_table(rows, found, {rows[1].name: "no module"})
    assert text.splitlines()[1].split()[-4:] == ["100", "2", "1", "-"]
    assert text.splitlines()[2].endswith("not there yet: no module")


def test_the_prototype_plays() -> None:
    command = [sys.executable, "-m", "benchmarks.workers", "prototype", "--engine", "plain", "--games", "3"]
    done = subprocess.run(command, cwd=bench.ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["games"] == 3
    assert found["decisions"] > 30


def test_a_proof_that_cannot_be_tried_is_not_passed() -> None:
    def proof() -> proofs.Proof:
        raise NotImplementedError("no deal")

    failed = proofs.attempted("O3", proof)
    assert "## O3: NOT PASSED" in proofs.page("make proofs", [failed])
