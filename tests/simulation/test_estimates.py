"""Intervals, quantiles, means and ratios, compared with the literature and with slow, simple computations."""

import math
import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflex_rules.simulation.estimates import Z95, mean, quantile, quotient, spread, wilson


# Wilson: computed by hand from (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.96
@pytest.mark.parametrize(
    "count, total, low, high",
    [
        (5, 10, 0.2366, 0.7634),
        (1, 4, 0.0456, 0.6994),
        (81, 263, 0.2553, 0.3662),  # Newcombe (1998), table I, method 3
        (15, 148, 0.0624, 0.1605),  # the same
        (1, 29, 0.0061, 0.1718),  # the same
    ],
)
def test_wilson_matches_the_literature(count, total, low, high):
    assert wilson(count, total) == pytest.approx((low, high), abs=6e-5)


def test_wilson_of_no_games_is_none():
    assert wilson(0, 0) is None


def test_wilson_of_no_wins_starts_at_zero_and_of_only_wins_ends_at_one():
    z2 = 1.959963984540054**2
    assert wilson(0, 20) == (0.0, pytest.approx(z2 / (20 + z2)))
    assert wilson(20, 20) == (pytest.approx(20 / (20 + z2)), 1.0)


@given(st.integers(1, 10**7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_contains_the_rate_and_stays_between_zero_and_one(case):
    count, total = case
    low, high = wilson(count, total)
    assert 0 <= low <= count / total <= high <= 1


@pytest.mark.parametrize("percent, value", [(1, 2), (25, 2), (26, 3), (50, 3), (75, 3), (76, 7), (99, 7), (100, 7)])
def test_a_quantile_is_the_smallest_value_that_reaches_the_share(percent, value):
    assert quantile([0, 0, 1, 2, 0, 0, 0, 1], percent) == value


def test_an_empty_histogram_has_no_quantile():
    assert quantile([0, 0], 50) is None
    assert quantile([], 50) is None


@given(st.lists(st.integers(0, 20), min_size=1), st.integers(1, 100))
def test_a_quantile_matches_the_sorted_values(values, percent):
    bins = [values.count(value) for value in range(21)]
    assert quantile(bins, percent) == sorted(values)[math.ceil(percent * len(values) / 100) - 1]


def test_mean_and_deviation_match_the_numbers():
    numbers = [2, 4, 4, 4, 5, 5, 7, 9]  # mean 5, sum of squared deviations 32
    result = spread([numbers.count(n) for n in range(10)], 8, sum(numbers), sum(n * n for n in numbers))
    assert result.mean == 5
    assert result.sd == pytest.approx(math.sqrt(32 / 7))
    assert (result.mode, result.median, result.over) == (4, 4, 1)


def test_the_smaller_of_two_modes_is_reported():
    assert spread([0, 3, 1, 3], 7, 14, 34).mode == 1


numbers = st.lists(st.integers(0, 4000), min_size=2, max_size=50)


@given(numbers)
def test_the_mean_has_the_textbook_interval(values):
    found = mean(sum(values), sum(n * n for n in values), len(values))
    error = statistics.stdev(values) / math.sqrt(len(values))
    assert found.mean == pytest.approx(statistics.fmean(values))
    assert found.interval == pytest.approx((found.mean - Z95 * error, found.mean + Z95 * error), abs=1e-6)


def test_the_mean_of_one_game_has_no_interval_and_that_of_no_games_is_none():
    assert mean(5, 25, 1).to_json() == {"total": 5, "mean": 5.0, "low": None, "high": None}
    assert mean(0, 0, 0).to_json() == {"total": 0, "mean": None, "low": None, "high": None}


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 50)), min_size=2, max_size=30))
def test_the_error_of_a_ratio_follows_from_its_residuals(games):
    """Cochran (1977), 6.4: the sum of (y - r x)² over n - 1, divided by n and the squared mean of x."""
    total, units = (sum(each) for each in zip(*games, strict=True))
    found = quotient(
        total,
        sum(y * y for y, _ in games),
        units,
        sum(x * x for _, x in games),
        sum(y * x for y, x in games),
        len(games),
    )
    rate = total / units
    residuals = sum((y - rate * x) ** 2 for y, x in games)
    error = math.sqrt(residuals / (len(games) - 1) / len(games)) / (units / len(games))
    assert found.mean == rate
    assert found.error == pytest.approx(error, abs=1e-6)


def test_the_interval_of_a_ratio_has_its_nominal_coverage():
    """Turns of one game are correlated, so the plain interval of a rate is far too narrow."""
    chance = random.Random(1)
    held = plain = 0
    for _ in range(400):
        games = []
        for _ in range(200):
            turns = chance.randrange(1, 60)
            rate = 0.2 if turns < 30 else 0.6
            games.append((sum(chance.random() < rate for _ in range(turns)), turns))
        total, units = (sum(each) for each in zip(*games, strict=True))
        squares, products = sum(y * y for y, _ in games), sum(y * x for y, x in games)
        low, high = quotient(total, squares, units, sum(x * x for _, x in games), products, 200).interval
        truth = (0.2 * sum(range(30)) + 0.6 * sum(range(30, 60))) / sum(range(60))
        held += low <= truth <= high
        low, high = wilson(total, units)
        plain += low <= truth <= high
    assert 0.92 < held / 400 < 0.98
    assert plain / 400 < 0.9
