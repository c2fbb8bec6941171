"""Games without an end: no shipped game may have more than one in 10,000. Not here: the limit itself (limits.py)."""

import pytest

import unoflex_rules as ur
from tests.sampling import count, sample

GAMES = count(40, 20_000)


@pytest.mark.parametrize("name", [name for name in ur.list_rulesets() if "/" not in name])
def test_games_come_to_an_end(name):
    ruleset = ur.load(name)
    for players in sample(list(ruleset.player_counts), 1):
        for agents in ("random", "greedy"):
            tally = ur.simulate(ruleset, players=players, games=GAMES, seed=11, agents=agents)
            assert tally.unfinished <= GAMES // 10_000, (players, agents)


def test_a_long_game_ends_within_the_usual_limit():
    """Five random players of UNO Flex! sometimes need more than twice the limit of a deep check."""
    tally = ur.simulate(ur.load("flex"), players=5, games=1, first=28635, seed=1)
    assert (tally.unfinished, tally.decisions_total) == (0, 20_919)
