"""The counters of TAKI, compared with the events of the same games. Not here: their display in reports."""

import pytest

from tests.counting import counts_agree


def by_the_events(game):
    """Count opened runs, cards played in runs, runs continued in a later turn, and +2 cards that were stacked."""
    run, opened, in_runs, continued, passed_on = None, 0, 0, 0, 0
    seat, first, waiting = None, True, 0
    for event in game.events():
        if event.kind == "turn":
            seat, first = event.seat, True
        elif event.kind == "set" and event.name == "run":
            opened += event.value is not None
            run = event.value
            in_runs += run is not None  # the card that opened the run
        elif event.kind == "set" and event.name == "waiting":
            waiting = event.value
        elif event.kind == "taken" and event.verb in ("play", "add"):
            assert event.seat == seat
            in_its_color = run is not None and str(event.card).startswith(f"{run} ")
            continued += first and in_its_color
            passed_on += waiting > 0 and str(event.card).endswith("+2")
            in_runs += in_its_color or (run is not None and str(event.card) == "SuperTaki")
            first = False
    return opened, in_runs, continued, passed_on


@pytest.mark.parametrize("players", [2, 3, 10])
def test_counters_match_events(players):
    counts_agree("taki", players, ("opened", "in_runs", "continued", "passed_on"), by_the_events)
