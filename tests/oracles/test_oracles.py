"""Distributions that a simulation must reproduce: the oracles with small samples, within five standard errors.

Not here: the figures (benchmarks/figures.py, docs/oracles.md), or the full sizes (`make proofs`).
"""

from collections.abc import Sequence

import pytest

import unoflex_rules as ur
from benchmarks import oracles
from benchmarks.figures import Verdict, table
from benchmarks.openings import compare_openings, openings
from unoflex_rules.engine.cards import attribute

LIMIT = 5.0  # standard errors: a correct figure fails once in two million comparisons
fast = pytest.mark.skipif(not ur.fast_is_available(), reason="the plain backend takes minutes for this")


def hold(verdicts: Sequence[Verdict]) -> None:
    assert all(verdict.passed for verdict in verdicts), "\n" + table("", verdicts)


@fast
def test_o1_random_play_matches_rlcard() -> None:
    sample = oracles.simulated(20_000, seed=11)
    for _, verdicts in oracles.compare_rlcard(sample, LIMIT):
        hold(verdicts)


@fast
def test_o2_random_play_matches_crazy_eights() -> None:
    hold(oracles.compare_eights(20_000, seed=12, limit=LIMIT))


def test_o3_hands_and_start_cards_match_a_shuffled_deck() -> None:
    hold(compare_openings(openings(4_000, seed=13, engine="plain"), LIMIT))


def test_o3_the_deck_has_1240_points() -> None:
    game = ur.Game(ur.load("classic"), 2)
    program = game.program
    points = next(base for base, name in program.attribute_names.items() if name == "points")
    assert sum(attribute(game.state, program.vector, card, 0, points) for card in range(108)) == 1_240
