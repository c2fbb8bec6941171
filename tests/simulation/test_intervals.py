"""Intervals and p-values of reports on a game with a known answer have their nominal error rates."""

import pytest

import unoflex_rules as ur
from tests.play.small import ruleset
from tests.sampling import sample

RUNS = 200
GAMES = 300

# The first decision decides the game: each option names one player, and all options are equally likely.
FIRST_DECISION = """
format: 1
id: decided
title: Decided at once
players: {min: 2, max: 4}
values: {number: 1..4}
attributes: {number: number}
zones: {pile: {deck: true}, hand: {each: player}}
cards: {plain: {face: {number: $number}}}
deck: [{card: plain, number: each}]
turn:
  choose:
    - ask:
        player: self
        options:
          mine: {do: [finish: {the: round, winners: self, reason: chosen}]}
          his: {values: others, do: [finish: {the: round, winners: value, reason: chosen}]}
"""


@pytest.fixture(scope="module", params=sample([2, 3, 4], 1))
def reports(request, tmp_path_factory):
    """Return the reports on runs with a number of players; each run plays separate games of one seed."""
    decided = ruleset(tmp_path_factory.mktemp("decided"), FIRST_DECISION, "decided.yaml")
    n = request.param
    found = []
    for first in range(0, RUNS * GAMES, GAMES):
        tally = ur.simulate(decided, players=n, games=GAMES, seed=7, first=first, threads=1)
        assert tally.decisions_sum == tally.finished == GAMES
        settings = ur.Settings(ruleset="decided", title="", digest="", players=n, seed=7, agents=("random",) * n)
        found.append(ur.report(tally, settings))
    return found


def share(found):
    found = list(found)
    return sum(found) / len(found)


def test_win_intervals_have_their_nominal_coverage(reports):
    chance = 1 / reports[0].settings.players
    for seat in range(reports[0].settings.players):
        held = share(low <= chance <= high for low, high in (each.wins[seat].interval for each in reports))
        assert 0.91 <= held <= 0.985


def test_p_values_have_their_nominal_error_rate(reports):
    for level, least, most in ((0.05, 0.02, 0.09), (0.5, 0.38, 0.62)):
        assert least <= share(each.starter.p_value < level for each in reports) <= most


def test_the_first_player_advantage_is_zero_on_average(reports):
    mean = sum(each.starter.advantage for each in reports) / RUNS
    assert abs(mean) < 4 * (0.25 / (RUNS * GAMES)) ** 0.5
    assert all(each.starter.seats[0].total == GAMES for each in reports)


def test_each_option_has_an_equal_share(reports):
    mine = share(each.chosen["mine"].rate for each in reports)
    assert mine == pytest.approx(1 / reports[0].settings.players, abs=0.01)
