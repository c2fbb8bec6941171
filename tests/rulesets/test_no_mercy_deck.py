"""The deck of No Mercy card by card, against the table of docs/rules/no-mercy.md. Not here: playing it."""

from collections import Counter

import pytest

import unoflex_rules as ur

COLORS = "RYGB"
OF_EACH_COLOR = {"S": (3, 0), "R": (3, 0), "+2": (3, 2), "+4": (2, 4), "SE": (2, 0), "DA": (3, 0)}
WILDS = {"WR4": (8, 4), "W6": (4, 6), "W10": (4, 10), "WCR": (8, 0)}


@pytest.fixture(scope="module")
def deck():
    """Return each card of the deck: its name, its draw value and its points."""
    game = ur.load("no-mercy").game(4)
    faces = [game.looks[look].faces[0] for look, _ in game.cards]
    return [(face.short, face.attributes["draws"], face.attributes["points"]) for face in faces]


def test_cards_match_the_rule_sheet(deck):
    expected = Counter({(wild, value, 50): copies for wild, (copies, value) in WILDS.items()})
    for color in COLORS:
        for number in range(10):
            expected[f"{color}{number}", 0, number] += 2
        for symbol, (copies, value) in OF_EACH_COLOR.items():
            expected[f"{color}{symbol}", value, 20] += copies
    assert Counter(deck) == expected


def test_number_of_cards_of_each_kind(deck):
    assert len(deck) == 168
    assert Counter(name[0] for name, _, _ in deck) == {"R": 36, "Y": 36, "G": 36, "B": 36, "W": 24}
    assert sum(name[1:].isdecimal() and name[0] in COLORS for name, _, _ in deck) == 80


def test_number_of_draw_cards(deck):
    assert Counter(value for _, value, _ in deck if value) == {2: 12, 4: 8 + 8, 6: 4, 10: 4}


def test_total_points(deck):
    assert sum(points for _, _, points in deck) == 2 * 4 * 45 + 4 * 16 * 20 + 24 * 50
