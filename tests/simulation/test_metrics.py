"""Adding tallies: order does not matter, no game counts twice, and a tally can be saved."""

import copy
import json
import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import unoflex_rules as ur
from tests.tallies import tally_of
from unoflex_rules.program.results import RESULTS
from unoflex_rules.simulation.tally import Tally, joined

words = st.text(min_size=1, max_size=3)
counts = st.integers(0, 10**9)
bins = st.one_of(st.just([]), st.lists(counts, min_size=4, max_size=4))
seats = st.lists(counts, min_size=3, max_size=3)
SHAPES = {"number": counts, "seats": seats, "winners": bins, "bins": bins, "round_bins": bins}


@st.composite
def tallies(draw, number=0):
    """Return tallies with disjoint games: each has a separate range of a thousand."""
    longest = draw(st.one_of(st.just((-1, -1)), st.tuples(st.integers(0, 5), st.integers(0, 3))))
    pairs = st.lists(counts, min_size=2, max_size=2)
    first = 1000 * number + draw(st.integers(0, 400))
    broken = draw(st.integers(0, 1))
    return Tally(
        players=3,
        reasons=draw(st.dictionaries(words, counts, max_size=3)),
        chosen=draw(st.dictionaries(words, counts, max_size=3)),
        called=draw(st.dictionaries(words, st.lists(counts, min_size=4, max_size=4), max_size=2)),
        counts=draw(st.dictionaries(words, st.lists(counts, min_size=4, max_size=4), max_size=2)),
        kinds=draw(st.dictionaries(words, st.lists(pairs, min_size=6, max_size=6), max_size=2)),
        ranges=[(first, first + draw(st.integers(1, 600)))],
        first_broken=first + 5 if broken else -1,
        broken_why=draw(words) if broken else "",
        longest_game=longest[0] if longest[0] < 0 else first + longest[0],
        longest_decisions=longest[1],
        **{row.name: draw(SHAPES[row.shape]) for row in RESULTS if row.added == "sum" and row.shape in SHAPES},
    )


several = st.integers(2, 4).flatmap(lambda n: st.tuples(*(tallies(number) for number in range(n)))).map(list)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(several, st.randoms(use_true_random=False))
def test_the_order_of_adding_does_not_matter(parts, rng: random.Random):
    before = copy.deepcopy(parts)
    total = Tally(players=3)
    for part in parts:
        total.add(part)
    assert parts == before

    heap = copy.deepcopy(parts)
    while len(heap) > 1:
        rng.shuffle(heap)
        last = heap.pop()
        heap[0].add(last)
    assert heap[0] == total


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(tallies())
def test_a_tally_can_be_saved_and_loaded(tally):
    tally.run = "one"
    again = Tally.from_json(json.loads(json.dumps(tally.to_json(), allow_nan=False)))
    assert (again, again.run) == (tally, "one")


@pytest.mark.parametrize("data", [{}, [], None, {"players": 2}, Tally(2).to_json() | {"luck": 1}])
def test_invalid_data_is_rejected_as_a_tally(data):
    with pytest.raises(ValueError, match="no tally"):
        Tally.from_json(data)


ranges = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8)).map(lambda pair: (pair[0], sum(pair))), max_size=6)


@given(ranges)
def test_ranges_join_or_the_overlap_is_named(given_ranges):
    games = [game for first, last in given_ranges for game in range(first, last)]
    if len(set(games)) < len(games):
        with pytest.raises(ValueError, match=r"game \d+ has been counted already"):
            joined(given_ranges)
        return
    found = joined(given_ranges)
    assert [game for first, last in found for game in range(first, last)] == sorted(games)
    assert all(one[1] < other[0] for one, other in pairwise(found))


def test_no_game_is_counted_twice_b16():
    tally, again = (Tally(2, games=10, ranges=[(first, first + 10)]) for first in (0, 5))
    before = copy.deepcopy(tally)
    with pytest.raises(ValueError, match="game 5 has been counted already"):
        tally.add(again)
    assert tally == before


def test_of_equally_long_games_the_lower_index_is_named():
    first, second = (Tally(2, longest_game=game, longest_decisions=9) for game in (4, 2))
    first.add(second)
    assert (first.longest_game, first.longest_decisions) == (2, 9)


def test_the_first_broken_game_is_named():
    total = Tally(2, broken=2, first_broken=9, broken_why="an effect without end at mine.yaml:4")
    total.add(Tally(2, broken=1, first_broken=3, broken_why="nothing to choose at mine.yaml:7"))
    total.add(Tally(2))
    assert (total.broken, total.first_broken) == (3, 3)
    assert total.broken_why == "nothing to choose at mine.yaml:7"


def test_adding_an_empty_tally_changes_nothing():
    tally = tally_of([(0, 0, 1), (1, 0, 5)])
    before = copy.deepcopy(tally)
    tally.add(Tally(players=2))
    assert tally == before


def test_tallies_with_other_player_counts_cannot_be_added():
    with pytest.raises(ValueError, match="3 players cannot be added to 2"):
        Tally(players=2).add(Tally(players=3))


def test_tallies_of_other_runs_cannot_be_added():
    tally = Tally(2, run="one", games=1, ranges=[(0, 1)])
    before = copy.deepcopy(tally)
    with pytest.raises(ValueError, match="games of `other` cannot be added to those of `one`"):
        tally.add(Tally(2, run="other", games=1, ranges=[(1, 2)]))
    assert tally == before
    empty = Tally(2)
    empty.add(tally)
    assert (empty, empty.run) == (tally, "one")


@pytest.mark.parametrize(
    "how", [{"seed": 8}, {"agents": "greedy"}, {"limit": 50}, {"rounds": "game"}, {"agents": ["greedy", "random"]}]
)
def test_parts_of_different_runs_cannot_be_added_b07(how):
    usual = {"players": 2, "games": 2, "seed": 7, "engine": "plain"}
    tally = ur.simulate(ur.load("oracles/rlcard"), **usual)
    with pytest.raises(ValueError, match="cannot be added"):
        tally.add(ur.simulate(ur.load("oracles/rlcard"), **usual | {"first": 2} | how))
    with pytest.raises(ValueError, match="cannot be added"):
        tally.add(ur.simulate(ur.load("oracles/rlcard", {"hand_size": "3"}), **usual | {"first": 2}))


def test_histograms_of_other_lengths_are_rejected_without_a_change():
    tally = tally_of([(0, 0, 1)], bins=4)
    before = copy.deepcopy(tally)
    with pytest.raises(ValueError, match="histograms of 4 and 5 bins"):
        tally.add(tally_of([(0, 0, 1)], bins=5))
    assert tally == before


def test_a_missing_seat_is_rejected():
    with pytest.raises(ValueError, match="`wins` has 1 seats, not 2"):
        Tally(players=2, wins=[1])
