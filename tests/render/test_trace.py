"""The trace: lines shared by events, omitted events, and hidden information for a seat."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from unoflex_rules.render.trace_text import playthrough_text


@pytest.fixture(scope="module")
def game() -> ur.Game:
    game = ur.Game(ur.load("classic", {"draw_when_able": "false"}), 3, seed=7)
    game.play_out()
    return game


def test_each_turn_has_one_header_in_order(game: ur.Game) -> None:
    heads = re.findall(r"^turn (\d+) ", playthrough_text(game), flags=re.M)
    assert heads == [str(number) for number in range(1, len(heads) + 1)]
    assert len(heads) > 20


def test_a_deal_has_one_line_per_player(game: ur.Game) -> None:
    dealt = playthrough_text(game).split("is shuffled")[1].split("is laid")[0]
    assert re.findall(r"(P\d)  is dealt ", dealt) == ["P0", "P1", "P2"]
    assert all(len(cards.split(",")) == 7 for cards in dealt.split("is dealt ")[1:])


def test_a_consequence_has_its_line_and_verbose_adds_the_calls(game: ur.Game) -> None:
    short, long = playthrough_text(game), playthrough_text(game, verbose=True)
    missed = next(line for line in short.splitlines() if "misses a turn" in line)
    assert re.search(r"classic:\d+$", missed)
    missed = next(line for line in long.splitlines() if "misses a turn" in line)
    assert re.search(r"classic:\d+$", missed)
    assert re.search(r"misses a turn +classic:\d+\n +> std/shedding:\d+$", long, re.M)


def test_consecutive_actions_of_a_player_from_one_line_are_merged(game: ur.Game) -> None:
    drawn = [line for line in playthrough_text(game).splitlines() if re.search("^turn .*  draws [a-z0-9 ]+  ", line)]
    assert drawn
    assert re.search(r"^turn \d+ +P\d +plays wild, names \w+ +classic:\d+$", playthrough_text(game), re.M)


def test_a_play_has_the_line_of_the_cards_kind(game: ur.Game) -> None:
    kinds = (Path(__file__).resolve().parents[2] / "rulesets" / "classic.yaml").read_text(encoding="utf-8").split("\n")
    for text, kind in (("plays red 1 ", "number"), ("plays wild,", "wild")):
        line = next(line for line in playthrough_text(game).splitlines() if text in line)
        number = int(line.rpartition(":")[2])
        assert kinds[number - 1].startswith(f"  {kind}:")


def test_a_card_played_from_a_hidden_hand_is_named(game: ur.Game) -> None:
    text = playthrough_text(game, seat=1)
    assert "plays a card" not in text and "is laid on" not in text.split("turn 1 ")[1]
    played = re.compile(r"plays ([a-z0-9 ]+?)(?:,|$|  )", re.M)
    assert played.findall(text) == played.findall(playthrough_text(game)) != []


def test_turn_variables_are_shown_only_when_verbose(game: ur.Game) -> None:
    assert "laid: true" not in playthrough_text(game)
    assert "laid: true" in playthrough_text(game, verbose=True)


def test_a_seat_sees_its_own_cards_and_the_number_of_others(game: ur.Game) -> None:
    text = playthrough_text(game, seat=1)
    assert "P0  is dealt 7" in text
    own = re.search(r"^ +P1  is dealt (.*)$", text, flags=re.M)
    assert own is not None
    assert own[1].count(", ") == 6
    assert "seed" not in text.splitlines()[0]
    assert ".yaml" not in text


@pytest.mark.parametrize("name", ["classic", "flex", "remix", "uno-flip", "no-mercy", "taki"])
def test_a_trace_fits_a_terminal_and_shows_no_zone_names(name: str) -> None:
    game = ur.Game(ur.load(name), 4, seed=2)
    game.play_out()
    for text in (playthrough_text(game), playthrough_text(game, seat=0)):
        assert max(map(len, text.splitlines())) <= 100
        assert "draw_pile" not in text and " on regular" not in text and "rulesets/" not in text


def test_effects_of_one_statement_on_several_players_are_merged() -> None:
    game = ur.Game(ur.load("flex"), 4, seed=7, index=3)
    game.play_out()
    assert "P2  power: ready · P3 power: ready · P0 power: ready · P1 power: ready " in playthrough_text(game)


def test_a_chosen_card_is_not_shown_as_the_start_card() -> None:
    """A player picks a card for the deck before the deal; the card that is laid later is the start card."""
    game = ur.Game(ur.compile_ruleset(ur.load("remix"), 3), seed=1)
    game.play_out()
    for text in (playthrough_text(game), playthrough_text(game, seat=0)):
        assert re.findall(r"P2  picks ([\w ]+\w)", text)[0].startswith("red Giving")
