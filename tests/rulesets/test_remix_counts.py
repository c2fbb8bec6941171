"""The counters of UNO Remix, compared with the events of the same campaigns. Not here: their display in reports."""

from collections import Counter

import pytest

from tests.counting import counts_agree

NAMES = ("added", "names", "marks", "crossed_out", "best", "blocked", "given")


def by_the_events(game):
    """Return the counts of a finished campaign."""
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
    return [found[name] for name in NAMES]


@pytest.mark.parametrize("players, settings", [(3, {}), (6, {"add_cards": "played", "own_name_added": "false"})])
def test_counters_match_events(players, settings):
    counts_agree("remix", players, NAMES, by_the_events, settings, games=3, rounds="game")
