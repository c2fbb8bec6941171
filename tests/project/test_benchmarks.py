"""The computations of the benchmarks on small numbers: tables, comparisons with oracles, the page of proofs.

Not here: other systems and long runs; small runs of the oracles are in tests/oracles.
"""

import json
import random
import subprocess
import sys

import pytest

import unoflex_rules as ur
from benchmarks import __main__ as bench
from benchmarks import figures, openings, oracles, proofs
from unoflex_cli.main import COMMANDS

COLORS = ("red", "green", "blue", "yellow")
SYMBOLS = ("0", *"123456789" * 2, *("skip", "reverse", "draw two") * 2)
DECK = [f"{color} {symbol}" for color in COLORS for symbol in SYMBOLS] + [*openings.WILDS * 4]


def fits(card: str, top: str) -> bool:
    """Return whether a card may be played on a coloured one, by its colour, its symbol, or as a wild."""
    return card in openings.WILDS or any(one == other for one, other in zip(card.split(" ", 1), top.split(" ", 1)))


def dealt(games: int, hand: int = 7) -> list[openings.Opening]:
    """Return openings from a shuffled deck: the start card and the hand."""
    shuffled = random.Random(3)
    found = []
    for _ in range(games):
        turned, *cards = shuffled.sample(DECK, hand + 1)
        found.append(openings.Opening(turned, cards, any(fits(card, turned) for card in cards)))
    return found


def sample(**changes: int) -> oracles.Sample:
    """Four games of 2, 2, 4 and 8 decisions."""
    sums = {"options": 24, "forced": 8, "first_seat_wins": 2, "starter_wins": 3, "first_seat_starts": 4}
    return oracles.Sample(4, [0, 0, 2, 0, 1, 0, 0, 0, 1], {"number": 12, "draw": 4}, **(sums | changes))


def test_statistics_of_a_sample_follow_from_its_sums() -> None:
    found = sample().statistics()
    assert (found["mean"], found["mode"], found["p50"], found["p75"], found["p99"]) == (4, 2, 2, 4, 8)
    assert (found["mean options"], found["forced share"], found["draw"]) == (1.5, 0.5, 0.25)
    assert found["skip"] == 0


def test_every_figure_is_a_statistic() -> None:
    for reference in (figures.RLCARD_PUBLISHED, figures.RLCARD_AGAIN):
        assert set(reference.figures) == set(sample().statistics())


def again(**changes: float) -> dict[str, float]:
    """Return RLCard's figures as if they were measured."""
    return {name: figure.value for name, figure in figures.RLCARD_AGAIN.figures.items()} | changes


def test_the_two_references_agree() -> None:
    verdicts = figures.compare(again(), 1_000_000, figures.RLCARD_PUBLISHED)
    assert [one for one in verdicts if not one.passed] == []


def test_a_figure_five_errors_off_is_missed() -> None:
    verdicts = figures.compare(again(mean=47.1), 100_000, figures.RLCARD_AGAIN)
    assert [one.name for one in verdicts if not one.passed] == ["mean"]


def test_a_quantile_passes_within_one_or_within_its_errors() -> None:
    def rule(p99: float, p50: float) -> tuple[str, str]:
        rules = {one.name: one.rule for one in figures.compare(again(p99=p99, p50=p50), 100_000, figures.RLCARD_AGAIN)}
        return rules["p99"], rules["p50"]

    assert rule(167, 38) == ("within 1", "within 1")
    assert rule(169, 39) == ("within 4 errors", "missed")


def test_a_table_shows_the_raw_difference_and_the_rule() -> None:
    text = figures.table("", figures.compare(again(p99=169), 100_000, figures.RLCARD_AGAIN))
    assert next(line for line in text.splitlines() if "p99" in line).split() == [
        *("p99", "166", "169", "+3", "+2.75"),
        *("within", "4", "errors"),
    ]


def test_the_deck_gives_the_exact_values() -> None:
    values = openings.exact_values()
    assert values["no card fits a 1-9 or an action"] == pytest.approx(0.041375, abs=1e-6)
    assert values["no card fits a 0"] == pytest.approx(0.056493, abs=1e-6)
    assert values["a Wild Draw Four in seven cards"] == pytest.approx(0.238132, abs=1e-6)
    assert values["a wild of either kind in seven cards"] == pytest.approx(0.425907, abs=1e-6)


def test_fair_openings_pass_and_short_hands_fail() -> None:
    assert all(one.passed for one in openings.compare_openings(dealt(5_000)))
    assert not all(one.passed for one in openings.compare_openings(dealt(5_000, hand=5)))


def test_the_table_of_speeds_has_the_best_results_and_omits_missing_rows() -> None:
    rows = bench.ROWS[:2]
    slow = {"decisions": 100.0, "games": 2.0, "seconds": 2.0}
    found = {rows[0].name: [slow, slow | {"seconds": 1.0}]}
    text = bench.speed_table(rows, found, {rows[1].name: "no module"})
    assert text.splitlines()[1].split()[-5:] == ["1", "1", "to", "1", "-"]
    assert text.splitlines()[2].endswith("not there yet: no module")


def test_the_prototype_plays() -> None:
    command = [sys.executable, "-m", "benchmarks.workers", "prototype", "--engine", "plain", "--games", "3"]
    done = subprocess.run(command, cwd=bench.ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["games"] == 3
    assert found["decisions"] > 30


def done(*found: proofs.Proof) -> list[tuple[proofs.Task, proofs.Proof, float]]:
    """Return proofs as they are put on the page."""
    return [(proofs.Task(each.title, "classic", 1, 1, lambda: found[0]), each, 1.0) for each in found]


def test_a_proof_that_cannot_run_has_not_passed() -> None:
    def proof() -> proofs.Proof:
        raise NotImplementedError("no deal")

    failed = proofs.attempted("O3", proof)
    assert "## O3: NOT PASSED" in proofs.page("", "make proofs", done(failed))


def test_a_new_proof_replaces_the_old_one_and_others_stay_on_the_page() -> None:
    first = [
        proofs.Proof("Options: flex, 100 games", ("one",), True),
        proofs.Proof("Every promise in plain: flex, 20 games a player count", ("two",), True),
        proofs.Proof("O1: RLCard's UNO, 100 games", ("three",), True),
    ]
    before = proofs.page("", "make proofs", done(*first))
    again = [
        proofs.Proof("Options: flex, 1,000 games", ("new",), False),
        proofs.Proof("O1: RLCard's UNO, 1,000 games", ("four",), True),
    ]
    after = proofs.page(before, "proofs --only flex", done(*again))
    assert [line for line in after.splitlines() if line.startswith("## ")] == [
        "## Options: flex, 1,000 games: NOT PASSED",
        "## Every promise in plain: flex, 20 games a player count: passed",
        "## O1: RLCard's UNO, 100 games: passed",
        "## O1: RLCard's UNO, 1,000 games: passed",
    ]
    assert "\none\n" not in after and after.count("`make proofs`  ") == 2 and after.count("`proofs --only flex`  ") == 2
    assert proofs.page(after, "", []) == after


@pytest.mark.thorough
@pytest.mark.skipif(not ur.fast_is_available(), reason="it is the compiled loop that is proved")
def test_campaigns_are_proved_for_each_player_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "unoflex_rules.playtest.variants.other_settings", lambda _: [{"hand_size": "20"}, {"jesters": "shared"}]
    )
    proof = proofs.campaign_promises("remix", 4, seed=1)
    assert proof.passed and [line.split()[0] for line in proof.lines] == ["3", "4", "5", "6"]
    assert all(
        "1 other settings" in line and "0 broken; 1 on plain, fast and two threads: the same" in line
        for line in proof.lines
    )


@pytest.mark.skipif(not ur.fast_is_available(), reason="it is the compiled loop that is proved")
def test_the_compiled_loop_is_proved_for_each_player_count() -> None:
    proof = proofs.cheap_promises("classic", 90, seed=1)
    assert proof.passed and len(proof.lines) == 20  # two kinds of agents for each of 2 to 10 players
    assert " 2 games" in proof.lines[0] and "0 broken" in proof.lines[0]
    assert proof.lines[-2].startswith("each promise of the compiled loop was checked ")
    assert proof.lines[-1].startswith("sample: classic, 6 players, greedy, seed 106, 100 games: ")


def test_the_start_of_each_command_is_measured():
    assert {start.command[0] for start in bench.STARTS} == {"--help", *COMMANDS}


def test_a_deep_check_passes_despite_rare_places() -> None:
    found = proofs.deep_findings("tests/rulesets/turned.yaml", 1, games=8)
    assert found.title == "Played through: tests/rulesets/turned.yaml"
    assert "other settings" in found.lines[0]
    assert found.passed == all("W701" in line for line in found.lines[1:])


def test_shipped_games_are_checked_deeply_only_with_enough_games() -> None:
    titles = [task.title for task in proofs.wanted(None, proofs.GAMES, 1, 1)]
    assert [title for title in titles if title.startswith("Played through: ")] == [
        f"Played through: {name}" for name in proofs.shipped()
    ]
    assert not any(task.title.startswith("Played through") for task in proofs.wanted(None, 100, 1, 1))


def test_the_comparison_with_other_systems_is_written() -> None:
    results = {
        "rlcard-bare": [{"decisions": 100.0, "games": 1, "seconds": 1.0}],
        "rlcard-fast": [{"decisions": 5_000.0, "games": 1, "seconds": 1.0}],
    }
    text = bench.page("figures", "python -m benchmarks", results)
    assert "- compiled: 50 times the decisions per second of RLCard's bare loop\n" in text
    assert "env.run" not in text
    assert "figures\n```\n" in text
    assert "The other systems were not measured." in bench.page("figures", "python -m benchmarks", {})
