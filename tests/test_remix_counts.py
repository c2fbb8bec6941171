"""What UNO Remix counts for reports, against the events of the same campaigns. Not here: how reports show it."""

from collections import Counter

import pytest

import unoflex_rules as ur

GAMES = 3
NAMES = ("added", "names", "marks", "crossed_out", "best", "blocked", "given")


def by_the_events(game):
    """What there was of each in a campaign that is over."""
    found, written = Counter(), {}
    for event in game.events():
        if event.kind == "mark" and event.name == "names":
            before, now = written.get(event.number, 0), len(event.value)
            found["names" if now > before else "crossed_out"] += 1
            written[event.number] = now
        elif event.kind == "mark":
            found["marks"] += 1
        elif event.kind == "move":
            found["added"] += (event.zone, event.to) == ("offer", "draw_pile")
            found["given"] += event.zone.endswith(".hand") and event.to.endswith(".hand")
        elif event.kind == "taken":
            found["blocked"] += event.verb == "shield"
    found["best"] = max(game.variable("stickers", seat) for seat in range(game.players))
    return found


@pytest.mark.parametrize("players, settings", [(3, {}), (6, {"add_cards": "played", "own_name_added": "false"})])
def test_counts_agree_with_the_events(players, settings):
    ruleset = ur.load("remix", settings)
    tally = ur.simulate(ruleset, players=players, games=GAMES, seed=3, engine="plain", agents="greedy", rounds="game")
    expected = Counter()
    for index in range(GAMES):
        game = ur.Game(ruleset, players, seed=3, index=index, rounds="game")
        game.play_out(agents="greedy")
        expected += by_the_events(game)
    assert {name: tally.counts[name][0] for name in NAMES} == {name: expected[name] for name in NAMES}
    assert all(expected[name] for name in NAMES)
