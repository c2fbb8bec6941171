"""Decks that are too small, allow no start card, or contain unintended cards are reported or play without a hang."""

from collections import Counter

import pytest

import unoflex_rules as ur
from unoflex_rules.play.game import Game

HEAD = "format: 1\nid: mine\ntitle: Mine\nextends: classic\n"


def written(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def test_a57_a_deck_too_small_for_the_deal_is_reported_at_the_largest_player_count(tmp_path):
    path = written(tmp_path, "players: {max: 16}\n")
    [problem] = ur.validate(path)
    assert (problem.code, problem.span.line) == ("E310", 5)
    assert "16 players" in problem.message and "113 cards, but the deck has 108" in problem.label


def test_a57_fifteen_players_can_play_with_the_remaining_cards(tmp_path):
    path = written(tmp_path, "players: {max: 15}\n")
    assert ur.validate(path) == []
    game = Game(ur.load(path), 15, seed=57)
    sizes = [len(game.hand(seat)) for seat in range(15)]
    assert sum(sizes) + len(game.zone("draw_pile")) + len(game.zone("discard")) == 108
    assert min(sizes) >= 7


def test_a57_scenarios_and_games_reject_too_many_players():
    with pytest.raises(ur.RulesetError, match="2 to 10 players, not 11"):
        Game(ur.load("classic"), 11)


def test_a58_the_classic_deck_matches_the_printed_deck():
    program = ur.compile_ruleset(ur.load("classic"), 2)
    cards = Counter(program.card_name(card) for card in range(len(program.cards)))
    assert cards.total() == 108
    for color in ("red", "yellow", "green", "blue"):
        numbers = {number: cards[f"{color} {number}"] for number in range(10)}
        assert numbers == {0: 1} | dict.fromkeys(range(1, 10), 2)
        assert [cards[f"{color} {symbol}"] for symbol in ("skip", "reverse", "draw two")] == [2, 2, 2]
    assert (cards["wild"], cards["wild draw four"]) == (4, 4)


@pytest.mark.parametrize(
    "line, code",
    [
        ("{card: wild, copies: 4, color: each}", "E203"),  # a Wild has no colour: 16 Wilds were not intended
        ("{card: number, number: 0..9}", "E102"),
    ],
)
def test_a58_an_ambiguous_line_of_the_deck_is_reported(tmp_path, line, code):
    problems = ur.validate(written(tmp_path, f"deck=:\n  - {line}\ndeck_size=: 100\n"))
    assert [(problem.code, problem.span.line) for problem in problems] == [(code, 6)]


@pytest.mark.parametrize("copies", [60, 15])
def test_a11_setup_ends_if_every_card_is_rejected_as_start_card(tmp_path, copies):
    path = written(
        tmp_path, f"deck=:\n  - {{card: wild_draw_four, copies: {copies}}}\ndeck_size=: {copies}\nplayers: {{max: 2}}\n"
    )
    assert ur.validate(path) == []
    game = Game(ur.load(path), 2, seed=11)
    assert game.decision is not None and len(game.zone("discard")) == 1


def test_a11_setup_ends_if_all_other_cards_were_dealt(tmp_path):
    deck = "deck=:\n  - {card: number, color: red, number: 1, copies: 14}\n  - {card: wild_draw_four, copies: 1}\n"
    path = written(tmp_path, f"{deck}deck_size=: 15\nplayers: {{max: 2}}\n")
    tops = set()
    program = ur.compile_ruleset(ur.load(path), 2)
    for index in range(60):
        game = Game(program, seed=11, index=index)
        tops.add(str(game.zone("discard")[0]))
    assert tops == {"red 1", "wild draw four"}
