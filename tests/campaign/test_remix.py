"""RX-26 of docs/rules/remix.md: the deck keeps its cards, their names and their marks between rounds.

Not here: consecutive rounds in a scenario (rulesets/scenarios/remix.yaml), the deck of another group.
"""

from collections import Counter

import pytest

from tests.campaign.groups import group, written


@pytest.mark.parametrize("players, seed", [(3, 1), (5, 2)])
def test_rx_26_the_saved_deck_contains_names_written_during_play(players, seed, tmp_path):
    """The carried attributes and places of cards, computed from the events alone, match the saved file."""
    campaign = group("remix", players, seed=seed, agents="greedy")
    names = [[] for _ in campaign.cards()]
    marks = [1 if card.name in ("R+", "Y+", "G+", "B+") else 0 for card in campaign.cards()]
    zones = [card.zone for card in campaign.cards()]
    assert Counter(zones) == {"deck": 56, "box": 56}

    def follow(game, played):
        for event in game.events():
            if event.kind == "mark" and event.name == "names":
                names[event.number] = [campaign.players[seat] for seat in event.value]
            elif event.kind == "mark":
                marks[event.number] = event.value
            elif event.kind == "move":
                zones[event.number] = event.to if event.to in ("box", "gone") else "deck"

    while not campaign.is_over:
        campaign.play(watch=follow)
        campaign = written(campaign, tmp_path)
        for card, people, number, zone in zip(campaign.cards(), names, marks, zones, strict=True):
            assert card.zone == zone
            assert card.carried.get("names", []) == people
            assert card.carried.get("marks", 1 if card.name.endswith("+") else 0) == number
    assert sum(map(len, names)) > 20
    assert max(marks) > 1
    assert {"gone", "deck"} == set(zones)
