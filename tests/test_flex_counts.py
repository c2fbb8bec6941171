"""What UNO Flex! counts for reports, against the events of the same games. Not here: how reports show it."""

from itertools import groupby

import pytest

import unoflex_rules as ur

GAMES = 12


def by_the_events(game):
    """How often a turn began with Power ready, a flex side was played, and Power came back after all was spent."""
    power = [True] * game.players
    ready = flexed = resets = 0
    # What one statement does to several players is one change.
    for (kind, _), group in groupby(game.events(), key=lambda event: (event.kind, event.place)):
        spent = not any(power)
        for event in group:
            if kind == "turn":
                ready += power[event.seat]
            elif kind == "taken":
                flexed += event.verb == "play" and event.face == "flex"
            elif kind == "set" and event.name == "power":
                power[event.seat] = event.value
        resets += spent and all(power)
    return ready, flexed, resets


@pytest.mark.parametrize("players, returns", [(2, "at_once"), (3, "at_once"), (8, "at_once"), (4, "turn_end")])
def test_counts_agree_with_the_events(players, returns):
    ruleset = ur.load("flex", {"power_returns": returns})
    tally = ur.simulate(ruleset, players=players, games=GAMES, seed=3, engine="plain", agents="greedy")
    expected = [0, 0, 0]
    for index in range(GAMES):
        game = ur.Game(ruleset, players, seed=3, index=index)
        game.play_out(agents="greedy")
        found = by_the_events(game)
        expected = [one + other for one, other in zip(expected, found, strict=True)]
    assert [tally.counts[name][0] for name in ("ready", "flexed", "resets")] == expected
    assert all(expected)
