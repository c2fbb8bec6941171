"""The deck of UNO Flip! card by card on both sides, against docs/rules/uno-flip.md. Not here: playing it."""

from collections import Counter
from itertools import product

import pytest

import unoflex_rules as ur
from tests.scenario.sheets import passes

LIGHT, DARK = ("R", "Y", "G", "B"), ("P", "T", "O", "U")
POINTS = {"+1": 10, "+5": 20, "R": 20, "S": 20, "SE": 30, "F": 20, "W": 40, "W2": 50, "WC": 60}
#: Cards that the worked examples name.
NAMED = [
    ("RF", "T4"), ("R1", "OR"), ("R7", "O9"), ("R2", "W"), ("Y1", "U3"), ("R6", "T5"), ("Y1", "O8"), ("W2", "P3"),
    ("R3", "T2"), ("G9", "WC"),
]  # fmt: skip


def side(colors, actions, wilds):
    """Return the faces of one side in the order of the table, each with its points."""
    found = []
    for color in colors:
        found += [(f"{color}{number}", number) for number in range(1, 10) for _ in range(2)]
        found += [(f"{color}{action}", POINTS[action]) for action in actions for _ in range(2)]
    return found + [(wild, POINTS[wild]) for wild in wilds for _ in range(4)]


@pytest.fixture(scope="module")
def deck():
    """Return each card of the deck in order: its names on the light and the dark side, each with its points."""
    game = ur.load("uno-flip").game(4)
    return [[(face.short, face.attributes["points"]) for face in game.looks[look].faces] for look, _ in game.cards]


def test_cards_match_the_rule_sheet_on_both_sides(deck):
    light = side(LIGHT, ("+1", "R", "S", "F"), ("W", "W2"))
    dark = side(DARK, ("+5", "R", "SE", "F"), ("W", "WC"))
    assert deck == [[light[place], dark[(17 * place + 72) % 112]] for place in range(112)]


def test_number_of_cards_of_each_kind(deck):
    assert len(deck) == 112
    for colors, number in ((LIGHT, 0), (DARK, 1)):
        names = Counter(card[number][0] for card in deck)
        assert sum(names[f"{color}{k}"] for color, k in product(colors, range(1, 10))) == 72
        assert not any(name.endswith("0") for name in names)
        assert all(sum(count for name, count in names.items() if name[0] == color) == 26 for color in colors)
    assert sum(card[0][1] for card in deck) == 4 * 2 * (45 + 10 + 20 + 20 + 20) + 4 * (40 + 50)
    assert sum(card[1][1] for card in deck) == 4 * 2 * (45 + 20 + 20 + 30 + 20) + 4 * (40 + 60)


def test_cards_are_unique_and_no_flip_or_wild_backs_another(deck):
    names = [(light, dark) for (light, _), (dark, _) in deck]
    assert len(set(names)) == 112
    assert not any(light.endswith("F") and dark.endswith("F") for light, dark in names)
    assert not any(light.startswith("W") and dark.startswith("W") for light, dark in names)
    assert all(card in names for card in NAMED)


def test_each_face_has_its_own_kind():
    program = ur.compile_ruleset(ur.load("uno-flip"), 4)
    kinds = [[program.kind_of(card, face) for face in (0, 1)] for card in range(112)]
    assert kinds[0] == ["number", "reverse"] and kinds[24] == ["flip", "number"]
    light, dark = (Counter(card[face] for card in kinds) for face in (0, 1))
    same = {"number": 72, "reverse": 8, "flip": 8, "wild": 4}
    assert light == same | {"draw_one": 8, "skip": 8, "wild_draw_two": 4}
    assert dark == same | {"draw_five": 8, "skip_everyone": 8, "wild_draw_color": 4}


MINE = """
format: 1
id: mine
title: Mine
extends: uno-flip
define: {card.playable: card.kind == reverse or card.kind == skip_everyone and discard.top.kind == number}
"""
TABLE = "table: {players: 2, top: R7/O9, hands: {P0: [R1/OR, RR/OF, W/TSE]}, variables: {side: %s}}"


@pytest.mark.parametrize("engine", ["plain", "fast"])
@pytest.mark.parametrize("face, options", [("light", "[play RR, draw]"), ("dark", "[play OR, play TSE, draw]")])
def test_rules_about_kinds_use_the_active_face(face, options, engine, tmp_path):
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    passes(tmp_path, f"{TABLE % face}\nexpect: {{options: {options}}}", ruleset="mine.yaml", engine=engine)
