"""The deck and the box of UNO Remix card by card, against docs/rules/remix.md. Not here: how it is played."""

from collections import Counter

import pytest

import unoflex_rules as ur

COLORS = "RYGB"


@pytest.fixture(scope="module")
def game():
    return ur.load("remix").game(4)


def cards(game, zone):
    """Return the names of the cards that start in a zone."""
    return Counter(game.looks[look].faces[0].short for look, place in game.cards if place == zone)


def test_the_deck_starts_with_the_game_cards(game):
    expected = Counter({"W": 4})
    for color in COLORS:
        expected.update({f"{color}{number}": 1 for number in range(1, 10)})
        expected.update({f"{color}+": 1, f"{color}R": 2, f"{color}S": 1})
    assert cards(game, "draw_pile") == expected
    assert expected.total() == 56


def test_the_remix_cards_start_in_the_box(game):
    expected = Counter({"WN": 6, "W4": 6, "AM": 6, "A2": 3, "A4": 3})
    for color in COLORS:
        expected.update({f"{color}{symbol}": 2 for symbol in ("+2", "SH", "ST", "GV")})
    assert cards(game, "box") == expected
    assert expected.total() == 56


def test_names_are_written_on_the_right_cards(game):
    printed = [look.faces[0] for look in game.looks]
    own = {each.kind for each in printed if each.attributes["own_name"]}
    other = {each.kind for each in printed if each.attributes["other_name"]}
    assert own == {"shield", "skip_to", "wild_name"}
    assert other == {"draw_two", "giving", "wild_draw_four"}


def test_a_personal_plus_card_starts_with_a_mark_and_without_a_name(game):
    marks = {
        game.looks[look].faces[0].kind: mark
        for (look, _), mark in zip(game.cards, game.card_state_start["marks"], strict=True)
    }
    assert {kind for kind, mark in marks.items() if mark} == {"plus"} and marks["plus"] == 1
    assert set(game.card_state_start["names"]) == {0}


@pytest.mark.parametrize("players, rounds", [(3, 19), (4, 14), (5, 12), (6, 10)])
def test_a_campaign_lasts_until_the_box_is_empty(players, rounds):
    tally = ur.simulate(ur.load("remix"), players=players, games=3, seed=4, rounds="game", engine="plain")
    assert tally.rounds_sum == 3 * rounds
    assert tally.reasons == {"champion": 3}
