"""The deck of UNO Flex! card by card, against the tables of docs/rules/flex.md. Not here: playing it."""

from collections import Counter

import pytest

import unoflex_rules as ur

FLEX_COLOR = {  # the flex colours of a number by its regular colour: for 1 to 3, for 4 to 6, for 7 and 8
    "Y": ("G", "B", "R"),
    "R": ("B", "G", "Y"),
    "B": ("R", "Y", "G"),
    "G": ("Y", "R", "B"),
}
COLORS = tuple(FLEX_COLOR)
NUMBERS = range(1, 9)


@pytest.fixture(scope="module")
def deck():
    """Return each card of the deck: its names on the regular and the flex side (empty if missing), and its points."""
    game = ur.load("flex").game(4)
    looks = [game.looks[look] for look, _ in game.cards]
    points = [{face.attributes["points"] for face in look.faces if face.exists} for look in looks]
    assert all(len(each) == 1 for each in points), "a card has different points on its two sides"
    sides = [[face.short if face.exists else "" for face in look.faces] for look in looks]
    return [(regular, flex, worth) for (regular, flex), [worth] in zip(sides, points, strict=True)]


def has_flip_icon(color, number):
    return number % 2 == (1 if color in "YB" else 0)


def test_cards_match_the_rule_sheet(deck):
    expected = Counter()
    for color in COLORS:
        for number in NUMBERS:
            flex = FLEX_COLOR[color][0 if number <= 3 else 1 if number <= 6 else 2]
            expected[f"{color}{number}{'^' if has_flip_icon(color, number) else ''}", "", number] += 1
            expected[f"{color}{number}~", f"{flex}{number}!", number] += 1
        for symbol in ("S", "R", "+2"):
            expected[f"{color}{symbol}", "", 20] += 1
            expected[f"{color}{symbol}~", f"{color}{symbol}!", 20] += 1
    expected["WF", "", 50] += 4
    for wild in ("WT", "WA", "W4"):
        expected[f"{wild}~", f"{wild}!", 50] += 4
    assert Counter(deck) == expected


def test_number_of_cards_of_each_kind(deck):
    assert len(deck) == 104
    assert Counter(regular[0] for regular, _, _ in deck) == {"Y": 22, "R": 22, "B": 22, "G": 22, "W": 16}
    assert sum(bool(flex) for _, flex, _ in deck) == 32 + 12 + 12


def test_each_pair_of_colours_occurs_eight_times(deck):
    colors = Counter(flex[0] for regular, flex, _ in deck if flex and flex[0] != regular[0])
    assert colors == {"Y": 8, "R": 8, "B": 8, "G": 8}


def test_the_flex_colours_of_a_colour_are_the_other_three(deck):
    numbers = [(regular, flex) for regular, flex, _ in deck if flex and flex[1].isdecimal()]
    for color in COLORS:
        others = {flex[0] for regular, flex in numbers if regular[0] == color}
        assert others == set(COLORS) - {color}


def test_flip_icons_alternate_by_parity(deck):
    flips = {regular[:-1] for regular, _, _ in deck if regular.endswith("^")}
    assert flips == {"Y1", "Y3", "Y5", "Y7", "B1", "B3", "B5", "B7", "R2", "R4", "R6", "R8", "G2", "G4", "G6", "G8"}


def test_total_points(deck):
    assert sum(points for _, _, points in deck) == 2 * 4 * 36 + 24 * 20 + 16 * 50
