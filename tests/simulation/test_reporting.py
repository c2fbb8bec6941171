"""The figures of a report, compared with values computed by hand and with each other.

Not here: the layout (tests/render/test_report.py) and the keys in docs/report.md (tests/docs/).
"""

import json
import math
import random
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unoflex_rules as ur
from tests.tallies import reported, tally_of
from unoflex_rules.program.image import DeclaredCounter
from unoflex_rules.program.results import WIN_PARTS
from unoflex_rules.simulation.tally import Tally


def test_the_last_bin_does_not_bias_the_mean():
    tally = tally_of([(0, 0, 1), (1, 0, 2), (0, 0, 1000)], bins=4)
    assert reported(tally).turns.mean == pytest.approx(1003 / 3)
    document = reported(tally).to_json()["turns"]
    assert (document["last_bin"], document["in_last_bin"], document["p99"]) == (3, 1, 3)


def test_one_game_has_a_mean_and_no_deviation():
    turns = reported(tally_of([(0, 0, 3)])).turns
    assert (turns.mean, turns.sd, turns.median) == (3, None, 3)


def test_wins_are_shares_of_finished_games():
    tally = tally_of([(0, 0, 1), (1, 0, 1), (1, 1, 1), (None, 0, 1)])
    tally.games, tally.unfinished = 6, 2
    document = reported(tally).to_json()
    assert [seat["rate"] for seat in document["wins"]] == [0.25, 0.5]
    assert document["games"] == {
        "started": 6,
        "finished": 4,
        "unfinished": 2,
        "broken": 0,
        "blocked": 0,
        "drawn": 1,
        "won_together": 0,
    }
    assert document["won_by_nobody"] == 1


def test_the_first_player_advantage_is_the_win_rate_above_an_equal_share():
    # 100 games of two players, 60 won by the first player: 10 points above one half, z = (60 - 50) / 5 = 2
    games = [(0, 0, 1)] * 30 + [(1, 1, 1)] * 30 + [(1, 0, 1)] * 20 + [(0, 1, 1)] * 20
    starter = reported(tally_of(games)).starter
    assert starter.advantage == pytest.approx(0.1)
    assert starter.p_value == pytest.approx(0.0455, abs=5e-5)
    assert [(share.count, share.total) for share in starter.seats] == [(30, 50), (30, 50)]


def test_a_shared_win_counts_for_each_winner_and_is_divided_in_totals():
    games = [((0, 1), 0, 1), ((0, 2), 1, 1), (1, 2, 1), ((0, 1, 2), 0, 1), (None, 0, 1)]
    document = reported(tally_of(games, players=3)).to_json()
    wins = document["wins"]
    assert [(seat["count"], seat["rate"], seat["shared"]) for seat in wins] == [(3, 0.6, 3), (3, 0.6, 2), (2, 0.4, 2)]
    assert [5 * seat["share"] for seat in wins] == pytest.approx([4 / 3, 11 / 6, 5 / 6])
    assert sum(seat["share"] for seat in wins) + document["won_by_nobody"] / 5 == pytest.approx(1)
    assert (wins[0]["low"], wins[0]["high"]) == pytest.approx(
        (0.2307, 0.8824), abs=5e-5
    )  # the Wilson interval of 3 in 5
    assert (document["games"]["drawn"], document["games"]["won_together"]) == (2, 2)


def test_an_agent_that_always_loses_differs_from_one_that_never_does():
    # Four players, one loser per game, each seat equally often; the agent at seat 0 stays there and never loses.
    tally = tally_of([((0, 2, 3), 0, 1), ((0, 1, 3), 1, 1), ((0, 1, 2), 2, 1)] * 4, players=4)
    tally.agent_parts, tally.agent_wins = list(tally.parts), list(tally.wins)
    good, others = reported(tally, agents=("greedy", "random", "random", "random")).to_json()["wins_by_agent"]
    assert (good["fair"], good["rate"], good["count"]) == (0.25, pytest.approx(1 / 3), 4)
    assert good["rate"] + others["rate"] == pytest.approx(1)
    assert isinstance(good["count"], int)
    assert (good["each_seat"]["games"], good["each_seat"]["rate"]) == (12, 1)
    assert (others["each_seat"]["games"], others["each_seat"]["rate"]) == (36, pytest.approx(24 / 36))
    assert good["low"] < 1 / 3 < good["high"]


def test_there_is_no_advantage_if_the_first_player_wins_as_often_as_others():
    games = [((0, 1), 0, 1), ((1, 2), 0, 1), ((0, 2), 0, 1)] * 6
    starter = reported(tally_of(games, players=3)).starter
    assert (starter.overall.rate, starter.advantage, starter.p_value) == (pytest.approx(2 / 3), pytest.approx(0), 1)
    # 36 games with one loser of three, never the first player: the mean is 24 of 36, its deviation sqrt(36 * 2/9)
    games = [((0, 1), 0, 1), ((0, 2), 0, 1)] * 18
    starter = reported(tally_of(games, players=3)).starter
    assert starter.advantage == pytest.approx(1 / 3)
    assert starter.p_value == pytest.approx(math.erfc(12 / math.sqrt(36 * 2 / 9) / math.sqrt(2)))


def test_games_that_all_players_win_do_not_count_for_the_first_player():
    starter = reported(tally_of([((0, 1), 0, 1)] * 5)).starter
    assert (starter.advantage, starter.p_value) == (0, None)


def test_games_without_a_winner_are_not_a_disadvantage():
    games = [(0, 0, 1), (1, 0, 1)] * 10 + [(None, 0, 1)] * 20
    assert reported(tally_of(games)).starter.advantage == 0


def test_a_game_with_one_player_has_no_first_player_test():
    assert reported(tally_of([(0, 0, 1)], players=1)).starter.p_value is None


def test_options_and_forced_decisions_are_shares_of_all_decisions():
    tally = tally_of([(0, 0, 4)])
    tally.chosen = {"play number": 1, "draw": 3, "pass": 1}
    result = reported(tally)
    assert (result.mean_options, result.forced.rate) == (2.0, 0.5)
    assert [(kind, share.rate) for kind, share in result.chosen.items()] == [
        ("draw", 0.6),
        ("pass", 0.2),
        ("play number", 0.2),
    ]


def test_a_report_on_no_games_has_none_for_every_figure():
    document = reported(Tally(players=3)).to_json()
    assert [seat["rate"] for seat in document["wins"]] == [None, None, None]
    assert document["turns"] | {"last_bin": None, "in_last_bin": None} == dict.fromkeys(document["turns"])
    assert document["starter"]["advantage"] is None
    assert document["choices"]["forced"]["rate"] is None
    assert document["longest"] is None


def test_reports_always_have_the_same_keys():
    def keys(node):
        return {key: keys(value) for key, value in node.items()} if isinstance(node, dict) else None

    empty = keys(reported(Tally(players=2)).to_json())
    full = keys(reported(tally_of([(0, 0, 3), (1, 0, 2)])).to_json())
    for named_by_content in ("chosen", "reasons", "longest"):
        assert full.pop(named_by_content)
        empty.pop(named_by_content)
    assert empty == full


games = st.tuples(st.sampled_from([None, 0, 1]), st.sampled_from([0, 1]), st.integers(0, 12))


@given(st.lists(st.lists(games, max_size=4), max_size=4), st.randoms(use_true_random=False))
def test_the_report_is_the_same_bytes_for_any_distribution_of_games(chunks, rng: random.Random):
    parts = [tally_of(chunk) for chunk in chunks]
    documents = set()
    for _ in range(3):
        total = Tally(players=2)
        rng.shuffle(parts)
        for part in parts:
            total.add(part)
        total.longest_game = -1  # each part counts its games from 0; the name of the longest is tested below
        documents.add(json.dumps(reported(total).to_json(), allow_nan=False))
    assert len(documents) == 1


def test_equal_agents_are_grouped_and_have_a_fair_share():
    tally = tally_of([(0, 0, 1), (1, 1, 1), (2, 0, 1), (None, 2, 1)], players=3)
    tally.agent_wins, tally.agent_started, tally.agent_starter_wins = [1, 1, 1], [2, 1, 1], [1, 1, 0]
    tally.agent_shared, tally.agent_parts = [0, 1, 1], [WIN_PARTS] * 3
    greedy, chance = reported(tally, agents=("greedy", "random", "random")).to_json()["wins_by_agent"]
    assert (greedy["agent"], greedy["seats"], greedy["rate"], greedy["fair"]) == ("greedy", 1, 0.25, 1 / 3)
    assert (chance["agent"], chance["seats"], chance["rate"], chance["fair"]) == ("random", 2, 0.5, 2 / 3)
    assert (greedy["shared"], chance["shared"]) == (0, 2)
    assert (greedy["as_starter"]["games"], greedy["as_starter"]["rate"]) == (2, 0.5)
    assert (chance["as_starter"]["games"], chance["as_starter"]["rate"]) == (2, 0.5)


@pytest.mark.parametrize(
    "stopped, complete", [(None, True), ("until", True), ("seconds", False), ("interrupted", False), ("endless", False)]
)
def test_a_report_says_whether_it_is_complete_d07(stopped, complete):
    document = reported(tally_of([(0, 0, 1)]), requested=5, stopped=stopped).to_json()
    assert (document["complete"], document["stopped"], document["requested"]) == (complete, stopped, 5)
    assert document["games"]["started"] == 1


def counted(per, numbers, share=False):
    tally = tally_of([(0, 0, 2), (1, 0, 6)])
    tally.rounds_sum, tally.rounds_squares = 3, 5
    tally.counts = {"spent": numbers}
    counter = DeclaredCounter("spent", "Power spent", per, share)
    return reported(tally, counts=(counter,)).to_json()["counts"]["spent"]


def test_counters_are_reported_per_game_round_or_turn():
    # One game with 1 in 2 turns, one round; another with 3 in 6 turns, two rounds: half of the turns in both
    numbers = [4, 1 + 9, 1 * 2 + 3 * 6, 1 * 1 + 3 * 2]
    turn = counted("turn", numbers)
    said = {"title": "Power spent", "per": "turn", "share": False, "total": 4, "mean": 0.5, "low": 0.5, "high": 0.5}
    assert turn == said
    assert counted("turn", numbers, share=True) == said | {"share": True}
    assert counted("game", numbers, share=True) == counted("game", numbers)  # twice per game is not a share
    assert (counted("game", numbers)["mean"], counted("round", numbers)["mean"]) == (2, pytest.approx(4 / 3))
    assert counted("game", numbers)["low"] < 2 < counted("game", numbers)["high"]


def replayed(ruleset=None, game=5, **changes):
    facts = {"ruleset": "g", "title": "G", "digest": "d1", "players": 2, "seed": 7} | changes
    return shlex.split(ur.Settings(**facts).replay(game, ruleset))


def test_the_replay_command_has_every_relevant_flag():
    usual = ["unoflex", "trace", "g", "--players", "2", "--seed", "7", "--game", "5"]
    assert replayed() == replayed(agents=("random", "random"), limit=100_000, rotate=False) == usual
    assert replayed(ruleset="my game.yaml")[2] == "my game.yaml"
    assert replayed(rounds="game")[9:] == ["--rounds", "game"]
    assert replayed(agents=("greedy", "greedy"))[9:] == ["--agents", "greedy"]
    assert replayed(agents=("greedy", "random"), rotate=False)[9:] == ["--agents", "greedy,random", "--no-rotate"]
    assert replayed(limit=50)[9:] == ["--limit", "50"]
    assert replayed(changed={"b": "two words", "a": "1"})[9:] == ["--set", "a=1", "--set", "b=two words"]
