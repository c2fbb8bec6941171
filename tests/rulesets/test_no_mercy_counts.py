"""What No Mercy counts for reports, against the events of the same games. Not here: how reports show it."""

import pytest

from tests.counting import counts_agree


def by_the_events(game):
    """Players out, penalties passed on, cards in the greatest penalty, and cards that went with a Discard All."""
    out = passed_on = greatest = discarded = waiting = 0
    for event in game.events():
        if event.kind == "leave":
            out += 1
        elif event.kind == "lay":
            passed_on += waiting > 0
            discarded -= 1  # it goes to the pile as well, as the next event says
        elif event.kind == "set" and event.name == "waiting":
            waiting = event.value
            greatest = max(greatest, waiting)
        elif event.kind == "move" and event.to == "discard":
            discarded += 1
    return out, passed_on, greatest, discarded


@pytest.mark.parametrize("players", [2, 3, 6])
def test_counts_agree_with_the_events(players):
    counts_agree("no-mercy", players, ("out", "passed_on", "greatest", "discarded"), by_the_events)
