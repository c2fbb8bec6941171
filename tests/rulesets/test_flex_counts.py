"""The counters of UNO Flex!, compared with the events of the same games. Not here: their display in reports."""

from itertools import groupby

import pytest

from tests.counting import counts_agree


def by_the_events(game):
    """Count the turns that began with Power ready, the plays of a flex side, and the resets after all Power was spent."""
    power = [True] * game.players
    ready = flexed = resets = 0
    # changes that one statement makes to several players count as one
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
def test_counters_match_events(players, returns):
    counts_agree("flex", players, ("ready", "flexed", "resets"), by_the_events, {"power_returns": returns})
