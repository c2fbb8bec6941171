"""Stopping rules: the looks depend on the tallies alone, and reach the requested precision."""

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unoflex_rules as ur
from unoflex_rules.simulation.estimates import Z95
from unoflex_rules.simulation.stopping import (
    FIRST_LOOK,
    MOST_GAMES,
    NARROWEST,
    STEP,
    is_reached,
    next_look,
    parse_width,
    predicted,
    widest,
)
from unoflex_rules.simulation.tally import Tally


def seen(*wins, games=None, finished=None):
    """Return a tally of games won by these seats."""
    finished = sum(wins) if finished is None else finished
    return Tally(len(wins), games=finished if games is None else games, finished=finished, wins=list(wins))


def looks(rates, width, most=MOST_GAMES, unfinished=0.0):
    """Return every look at games in which seats win at the given rates, and the last tally."""
    tally, found = seen(*(0 for _ in rates)), []
    while (games := next_look(tally, width, most)) is not None:
        assert games > tally.games
        found.append(games)
        finished = round(games * (1 - unfinished))
        tally = seen(*(round(rate * finished) for rate in rates), games=games, finished=finished)
    return found, tally


@pytest.mark.parametrize(
    "text, width",
    [
        ("0.25%", 0.0025),
        ("0.0025", 0.0025),
        (" 1 % ", 0.01),
        ("1%", 0.01),
        (".5%", 0.005),
        ("5.%", 0.05),
        ("0.01%", NARROWEST),
        ("99.9%", 0.999),
    ],
)
def test_a_width_is_a_percentage_or_a_share(text, width):
    assert parse_width(text) == pytest.approx(width, rel=1e-12)


@pytest.mark.parametrize(
    "text, told",
    [
        ("", "write a percentage or a share, such as 0.25% or 0.0025"),
        ("narrow", "`narrow` is no width"),
        ("0,25%", "decimals follow a point"),
        ("-1%", "is no width"),
        ("nan", "is no width"),
        ("inf", "is no width"),
        ("1e-3", "is no width"),
        ("%", "is no width"),
        ("1%%", "is no width"),
        ("٣%", "is no width"),
        ("0", "the narrowest is 0.01% (0.000100)"),
        ("0%", "takes too many games"),
        ("0.009%", "takes too many games"),
        ("5", "`5` is as wide as any rate can be; choose less than 100%; for 5 percent write 5%"),
        ("1", "for 1 percent write 1%"),
        ("100%", "choose less than 100%"),
        ("250", "choose less than 100%"),
    ],
)
def test_other_widths_are_rejected_with_a_suggestion(text, told):
    with pytest.raises(ValueError, match=r".") as refused:
        parse_width(text)
    assert told in str(refused.value)


def test_the_width_is_that_of_the_seat_nearest_to_one_half():
    tally = seen(100, 450, 350, games=1000, finished=950)
    reported = ur.report(tally, ur.Settings(ruleset="", title="", digest="", players=3, seed=0)).wins
    widths = [share.interval[1] - share.interval[0] for share in reported]
    assert widest(tally) == max(widths) == widths[1]
    assert is_reached(tally, widths[1])
    assert not is_reached(tally, widths[1] - 1e-12)


def test_without_a_finished_game_no_width_is_reached():
    assert widest(seen(0, 0)) is None
    assert not is_reached(seen(0, 0, games=500), 0.9)


def wilson_width(rate, games):
    """Return the width of Wilson's interval by its textbook formula."""
    weight = Z95 * Z95 / games
    return 2 * Z95 * math.sqrt(rate * (1 - rate) / games + weight / (4 * games)) / (1 + weight)


@given(st.integers(0, 64), st.floats(NARROWEST, 0.9))
def test_the_prediction_is_the_smallest_number_of_games_at_constant_rates(won, width):
    games = predicted(seen(won, games=64, finished=64), width)
    assert wilson_width(won / 64, games) <= width * (1 + 1e-9)
    assert games == 64 or wilson_width(won / 64, games - 1) > width * (1 - 1e-9)


@pytest.mark.parametrize("rate, games", [(0.5, 614_622), (0.25, 460_966), (0.0, 1533)])
def test_known_numbers_of_games(rate, games):
    """The textbook's 4 z² p (1 - p) / width² - z², and z² (1 - width) / width without a win."""
    assert predicted(seen(int(rate * 4), games=4, finished=4), 0.0025) == pytest.approx(games, rel=0.001)


@pytest.mark.parametrize("rates", [(0.5, 0.5), (0.25,) * 4, (0.1,) * 10, (0.9, 0.1), (1.0, 0.0)])
@pytest.mark.parametrize("width", [0.05, 0.01, 0.0025, 0.001])
def test_the_target_is_reached_with_few_looks_and_few_extra_games(rates, width):
    found, tally = looks(rates, width)
    assert found[0] == FIRST_LOOK
    assert is_reached(tally, width)
    assert all(games % STEP == 0 for games in found)
    assert all(later <= 2 * earlier for earlier, later in pairwise(found))
    assert len(found) <= 16
    needed = predicted(seen(*(int(10_000 * rate) for rate in rates)), width)
    assert found[-1] <= max(FIRST_LOOK, needed * 1.03 + STEP)


@pytest.mark.parametrize("seed", range(10))
def test_the_target_is_reached_with_random_rates(seed):
    chance = random.Random(seed)
    tally = seen(0, 0, 0)
    number = 0
    while (games := next_look(tally, 0.02)) is not None:
        for _ in range(games - tally.games):
            tally.wins[chance.randrange(3)] += 1
        tally.games = tally.finished = games
        number += 1
    assert is_reached(tally, 0.02)
    assert number <= 12
    likeliest = max(tally.wins) / tally.games
    assert tally.games == pytest.approx(4 * Z95**2 * likeliest * (1 - likeliest) / 0.02**2, abs=STEP, rel=0.03)


def test_the_next_look_depends_on_the_tally_alone():
    tally = seen(300, 350, 374)
    assert {next_look(tally, 0.01) for _ in range(5)} == {2048}
    assert next_look(seen(300, 350, 374), 0.05) == 1536
    assert tally == seen(300, 350, 374)


def test_unfinished_games_increase_the_prediction():
    whole, _ = looks((0.5, 0.5), 0.01)
    half, tally = looks((0.5, 0.5), 0.01, unfinished=0.5)
    assert is_reached(tally, 0.01)
    assert half[-1] == pytest.approx(2 * whole[-1], rel=0.05)
    once, twice = (predicted(seen(500, 500, games=games), 0.01) for games in (1000, 2000))
    assert twice == 2 * once


def test_a_nearly_reached_target_adds_a_fiftieth():
    tally = seen(256_000, 256_000)
    assert next_look(tally, widest(tally) * 0.99999) == 522_240


def test_the_maximum_number_of_games_is_respected():
    assert looks((0.5, 0.5), 0.001, most=10_000)[0][-1] == 10_000
    assert looks((0.5, 0.5), 0.001, most=100)[0] == [100]
    assert looks((0.5, 0.5), NARROWEST)[0][-1] < MOST_GAMES


def test_without_finished_games_the_first_look_is_the_last():
    assert looks((0.0, 0.0), 0.01, unfinished=1.0)[0] == [FIRST_LOOK]
    assert predicted(seen(0, 0, games=100, finished=0), 0.01, most=5000) == 5000
