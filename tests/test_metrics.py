"""What a simulation's figures are, held against values worked out by hand and against each other.

How a report looks is tested in tests/render/test_report.py.
"""

import copy
import json
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflex_rules.metrics import Tally, quantile, report, spread, wilson


def tally_of(games, players=2, bins=8):
    """The tally of `games`, each (winner or None, starter, turns), added up the slow and obvious way."""
    result = Tally(players=players, turns=[0] * bins, decisions=[0] * bins)
    for index, (winner, first, turns) in enumerate(games):
        result.games += 1
        result.finished += 1
        result.started[first] += 1
        result.turns[min(turns, bins - 1)] += 1
        result.turns_sum += turns
        result.turns_squares += turns**2
        result.decisions[min(turns, bins - 1)] += 1
        result.decisions_sum += turns
        result.decisions_squares += turns**2
        result.decisions_total += turns
        result.options += 2 * turns
        result.forced += turns // 2
        result.chosen["draw"] = result.chosen.get("draw", 0) + turns
        result.reasons["out"] = result.reasons.get("out", 0) + 1
        if winner is None:
            result.won_nobody += 1
        else:
            result.wins[winner] += 1
            result.starter_wins[first] += winner == first
        if turns > result.longest_decisions:
            result.longest_game, result.longest_decisions = index, turns
    return result


def reported(tally, **changes):
    facts = {"ruleset": "g", "title": "G", "digest": "d1", "seed": 7, "rounds": "one"} | changes
    return report(tally, **facts)


# Wilson: worked out with a pocket calculator from (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.96
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
def test_wilson_has_the_values_of_the_literature(count, total, low, high):
    assert wilson(count, total) == pytest.approx((low, high), abs=6e-5)


def test_wilson_of_nothing_is_none():
    assert wilson(0, 0) is None


def test_wilson_of_no_wins_starts_at_zero_and_of_only_wins_ends_at_one():
    z2 = 1.959963984540054**2
    assert wilson(0, 20) == (0.0, pytest.approx(z2 / (20 + z2)))
    assert wilson(20, 20) == (pytest.approx(20 / (20 + z2)), 1.0)


@given(st.integers(1, 10**7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_rate_and_stays_between_zero_and_one(case):
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
def test_a_quantile_agrees_with_the_sorted_values(values, percent):
    bins = [values.count(value) for value in range(21)]
    assert quantile(bins, percent) == sorted(values)[math.ceil(percent * len(values) / 100) - 1]


def test_mean_and_deviation_are_those_of_the_numbers():
    numbers = [2, 4, 4, 4, 5, 5, 7, 9]  # mean 5, sum of squared deviations 32
    result = spread([numbers.count(n) for n in range(10)], 8, sum(numbers), sum(n * n for n in numbers))
    assert result.mean == 5
    assert result.sd == pytest.approx(math.sqrt(32 / 7))
    assert (result.mode, result.median, result.over) == (4, 4, 1)


def test_the_last_bin_does_not_bend_the_mean():
    tally = tally_of([(0, 0, 1), (1, 0, 2), (0, 0, 1000)], bins=4)
    assert reported(tally).turns.mean == pytest.approx(1003 / 3)
    document = reported(tally).to_json()["turns"]
    assert (document["last_bin"], document["in_last_bin"], document["p99"]) == (3, 1, 3)


def test_of_two_modes_the_smaller_is_told():
    assert spread([0, 3, 1, 3], 7, 14, 34).mode == 1


def test_one_game_has_a_mean_and_no_deviation():
    turns = reported(tally_of([(0, 0, 3)])).turns
    assert (turns.mean, turns.sd, turns.median) == (3, None, 3)


def test_wins_are_shares_of_finished_games():
    tally = tally_of([(0, 0, 1), (1, 0, 1), (1, 1, 1), (None, 0, 1)])
    tally.games, tally.unfinished = 6, 2
    document = reported(tally).to_json()
    assert [seat["rate"] for seat in document["wins"]] == [0.25, 0.5]
    assert document["games"] == {"started": 6, "finished": 4, "unfinished": 2, "broken": 0, "blocked": 0}
    assert document["won_by_nobody"] == 1


def test_the_first_turn_is_worth_what_its_holder_wins_above_an_equal_share():
    # 100 games of two players, 60 won by the one who starts: 10 points above one half, z = (60 - 50) / 5 = 2
    games = [(0, 0, 1)] * 30 + [(1, 1, 1)] * 30 + [(1, 0, 1)] * 20 + [(0, 1, 1)] * 20
    starter = reported(tally_of(games)).starter
    assert starter.advantage == pytest.approx(0.1)
    assert starter.p_value == pytest.approx(0.0455, abs=5e-5)
    assert [(share.count, share.total) for share in starter.seats] == [(30, 50), (30, 50)]


def test_games_that_nobody_won_do_not_look_like_a_disadvantage():
    games = [(0, 0, 1), (1, 0, 1)] * 10 + [(None, 0, 1)] * 20
    assert reported(tally_of(games)).starter.advantage == 0


def test_a_game_for_one_has_no_test_of_the_first_turn():
    assert reported(tally_of([(0, 0, 1)], players=1)).starter.p_value is None


def test_options_and_forced_decisions_are_shares_of_all_decisions():
    tally = tally_of([(0, 0, 4)])
    tally.chosen = {"play number": 1, "draw": 3, "pass": 1}
    result = reported(tally)
    assert (result.mean_options, result.forced_share) == (2.0, 0.5)
    assert [(kind, share.rate) for kind, share in result.chosen.items()] == [
        ("draw", 0.6),
        ("pass", 0.2),
        ("play number", 0.2),
    ]


def test_a_report_on_nothing_has_none_for_every_figure():
    document = reported(Tally(players=3)).to_json()
    assert [seat["rate"] for seat in document["wins"]] == [None, None, None]
    assert document["turns"] | {"last_bin": None, "in_last_bin": None} == dict.fromkeys(document["turns"])
    assert document["starter"]["advantage"] is None
    assert document["choices"]["forced_share"] is None
    assert document["longest"] is None


def test_reports_have_the_same_keys_whatever_was_found():
    def keys(node):
        return {key: keys(value) for key, value in node.items()} if isinstance(node, dict) else None

    empty = keys(reported(Tally(players=2)).to_json())
    full = keys(reported(tally_of([(0, 0, 3), (1, 0, 2)])).to_json())
    for named_by_content in ("chosen", "reasons", "longest"):
        assert full.pop(named_by_content)
        empty.pop(named_by_content)
    assert empty == full


words = st.text(min_size=1, max_size=3)
counts = st.integers(0, 10**9)


@st.composite
def tallies(draw):
    seats = st.lists(counts, min_size=3, max_size=3)
    bins = st.one_of(st.just([]), st.lists(counts, min_size=4, max_size=4))
    longest = draw(st.one_of(st.just((-1, -1)), st.tuples(st.integers(0, 5), st.integers(0, 3))))
    numbers = {name: draw(counts) for name in ("games", "finished", "turns_sum", "turns_squares", "options")}
    return Tally(
        players=3,
        wins=draw(seats),
        started=draw(seats),
        turns=draw(bins),
        decisions=draw(bins),
        reasons=draw(st.dictionaries(words, counts, max_size=3)),
        chosen=draw(st.dictionaries(words, counts, max_size=3)),
        first_broken=draw(st.integers(-1, 3)),
        longest_game=longest[0],
        longest_decisions=longest[1],
        **numbers,
    )


@given(st.lists(tallies(), min_size=2, max_size=5), st.randoms(use_true_random=False))
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


games = st.tuples(st.sampled_from([None, 0, 1]), st.sampled_from([0, 1]), st.integers(0, 12))


@given(st.lists(st.lists(games, max_size=4), max_size=4), st.randoms(use_true_random=False))
def test_the_report_is_the_same_bytes_however_the_games_were_spread(chunks, rng: random.Random):
    parts = [tally_of(chunk) for chunk in chunks]
    documents = set()
    for _ in range(3):
        total = Tally(players=2)
        rng.shuffle(parts)
        for part in parts:
            total.add(part)
        total.longest_game = -1  # each part counts its games from 0; what names the longest is tested below
        documents.add(json.dumps(reported(total).to_json(), allow_nan=False))
    assert len(documents) == 1


def test_of_two_longest_games_the_one_with_the_lower_index_is_named():
    first, second = (Tally(2, longest_game=game, longest_decisions=9) for game in (4, 2))
    first.add(second)
    assert (first.longest_game, first.longest_decisions) == (2, 9)


def test_of_the_broken_games_the_first_is_named():
    total = Tally(2, broken=2, first_broken=9, broken_why="an effect without end at mine.yaml:4")
    total.add(Tally(2, broken=1, first_broken=3, broken_why="nothing to choose at mine.yaml:7"))
    total.add(Tally(2))
    assert (total.broken, total.first_broken) == (3, 3)
    assert total.broken_why == "nothing to choose at mine.yaml:7"


def test_adding_nothing_changes_nothing():
    tally = tally_of([(0, 0, 1), (1, 0, 5)])
    before = copy.deepcopy(tally)
    tally.add(Tally(players=2))
    assert tally == before


def test_tallies_of_other_numbers_of_players_do_not_add_up():
    with pytest.raises(ValueError, match="3 players cannot be added to 2"):
        Tally(players=2).add(Tally(players=3))


def test_histograms_of_other_lengths_do_not_add_up_and_leave_the_tally_as_it_was():
    tally = tally_of([(0, 0, 1)], bins=4)
    before = copy.deepcopy(tally)
    with pytest.raises(ValueError, match="histograms of 4 and 5 bins"):
        tally.add(tally_of([(0, 0, 1)], bins=5))
    assert tally == before


def test_a_seat_too_few_is_refused():
    with pytest.raises(ValueError, match="`wins` has 1 seats, not 2"):
        Tally(players=2, wins=[1])
