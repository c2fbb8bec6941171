"""What TAKI counts for reports, against the events of the same games. Not here: how reports show it."""

import pytest

import unoflex_rules as ur

GAMES = 12


def by_the_events(game):
    """Runs opened, cards laid in runs, runs gone on with in a later turn, and +2 that were passed on."""
    run, opened, in_runs, continued, passed_on = None, 0, 0, 0, 0
    seat, first, waiting = None, True, 0
    for event in game.events():
        if event.kind == "turn":
            seat, first = event.seat, True
        elif event.kind == "set" and event.name == "run":
            opened += event.value is not None
            run = event.value
            in_runs += run is not None  # the card that opened it
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
def test_counts_agree_with_the_events(players):
    ruleset = ur.load("taki")
    tally = ur.simulate(ruleset, players=players, games=GAMES, seed=3, engine="plain", agents="greedy")
    expected = [0, 0, 0, 0]
    for index in range(GAMES):
        game = ur.Game(ruleset, players, seed=3, index=index)
        game.play_out(agents="greedy")
        expected = [one + other for one, other in zip(expected, by_the_events(game), strict=True)]
    assert [tally.counts[name][0] for name in ("opened", "in_runs", "continued", "passed_on")] == expected
    assert all(expected)
