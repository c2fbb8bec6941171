"""The counters of No Mercy, compared with the events of the same games. Not here: their display in reports."""

import pytest

from tests.counting import counts_agree


def by_the_events(game):
    """Count knocked-out players, stacked penalties, the cards of the largest penalty, and cards of Discard All plays."""
    out = passed_on = greatest = discarded = waiting = 0
    for event in game.events():
        if event.kind == "leave":
            out += 1
        elif event.kind == "lay":
            passed_on += waiting > 0
            discarded -= 1  # the card itself goes to the pile too, as the next event shows
        elif event.kind == "set" and event.name == "waiting":
            waiting = event.value
            greatest = max(greatest, waiting)
        elif event.kind == "move" and event.to == "discard":
            discarded += 1
    return out, passed_on, greatest, discarded


@pytest.mark.parametrize("players", [2, 3, 6])
def test_counters_match_events(players):
    counts_agree("no-mercy", players, ("out", "passed_on", "greatest", "discarded"), by_the_events)
