"""The deck of TAKI card by card, against the table of docs/rules/taki.md. Not here: playing it."""

from collections import Counter

import pytest

import unoflex_rules as ur

COLORS = "RYGB"
NUMBERS = (1, 3, 4, 5, 6, 7, 8, 9)
SYMBOLS = ("S", "+2", "D", "+", "T")
WITHOUT_COLOR = {"T": 2, "C": 4, "K": 2}
NEWER = {"+3": 2, "X3": 2}


def deck(newer_box="false"):
    """Return the number of copies of each card by its short name."""
    game = ur.load("taki", {"newer_box": newer_box}).game(4)
    found = Counter()
    for look, _ in game.cards:
        [face] = game.looks[look].faces
        found[face.short] += 1
    return found


@pytest.mark.parametrize("newer_box, more", [("false", {}), ("true", NEWER)])
def test_cards_match_the_rule_sheet(newer_box, more):
    colored = {f"{color}{figure}": 2 for color in COLORS for figure in (*NUMBERS, *SYMBOLS)}
    assert deck(newer_box) == {**colored, **WITHOUT_COLOR, **more}


def test_number_of_cards_of_each_kind():
    found = deck()
    assert sum(found.values()) == 112
    for color in COLORS:
        assert sum(count for name, count in found.items() if len(name) > 1 and name[0] == color) == 26
    assert sum(deck("true").values()) == 116


def test_the_deck_is_two_equal_sets():
    assert all(count % 2 == 0 for count in deck("true").values())


def test_no_card_has_points():
    game = ur.load("taki").game(4)
    assert not [face for look in game.looks for face in look.faces if "points" in face.attributes]
