"""The trace: which events share a line, what goes without saying, and what a seat may not read."""

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


def test_each_turn_has_one_head_in_order(game: ur.Game) -> None:
    heads = re.findall(r"^turn (\d+) ", playthrough_text(game), flags=re.M)
    assert heads == [str(number) for number in range(1, len(heads) + 1)]
    assert len(heads) > 20


def test_a_deal_is_a_line_a_player(game: ur.Game) -> None:
    dealt = [line for line in playthrough_text(game).splitlines()[:8] if "  gets " in line]
    assert [line.split()[0] for line in dealt] == ["P0", "P1", "P2"]
    assert all(line.count(", ") == 6 for line in dealt)


def test_a_consequence_names_the_line_of_the_ruleset_and_verbose_the_way_there(game: ur.Game) -> None:
    short, long = playthrough_text(game), playthrough_text(game, verbose=True)
    missed = next(line for line in short.splitlines() if "misses a turn" in line)
    assert re.search(r"rulesets/classic\.yaml:\d+$", missed)
    missed = next(line for line in long.splitlines() if "misses a turn" in line)
    assert re.search(r"rulesets/classic\.yaml:\d+ > rulesets/std/shedding\.yaml:\d+$", missed)


def test_what_a_player_does_in_a_row_by_one_line_of_the_ruleset_is_a_line(game: ur.Game) -> None:
    drawn = [line for line in playthrough_text(game).splitlines() if re.search("  draw, gets [a-z0-9 ]+  ", line)]
    assert drawn
    assert re.search(r"^turn \d+ +P\d +play wild, name \w+ +rulesets/classic\.yaml:\d+$", playthrough_text(game), re.M)


def test_a_play_names_the_line_of_the_cards_kind(game: ur.Game) -> None:
    kinds = (Path(__file__).resolve().parents[2] / "rulesets" / "classic.yaml").read_text(encoding="utf-8").split("\n")
    for text, kind in (("play red 1 ", "number"), ("play wild,", "wild")):
        line = next(line for line in playthrough_text(game).splitlines() if text in line)
        number = int(line.rpartition(":")[2])
        assert kinds[number - 1].startswith(f"  {kind}:")


def test_a_card_played_from_a_hidden_hand_is_named_as_it_is_laid(game: ur.Game) -> None:
    text = playthrough_text(game, seat=1)
    assert "play a card" not in text and "is laid on discard" not in text.split("turn 1 ")[1]
    played = re.compile(r"play ([a-z0-9 ]+?)(?:,|$|  )", re.M)
    assert played.findall(text) == played.findall(playthrough_text(game)) != []


def test_variables_of_a_turn_are_told_only_when_verbose(game: ur.Game) -> None:
    assert "laid becomes" not in playthrough_text(game)
    assert "laid becomes" in playthrough_text(game, verbose=True)


def test_a_seat_reads_its_own_cards_and_counts_the_others(game: ur.Game) -> None:
    text = playthrough_text(game, seat=1)
    assert "P0   gets 7 cards" in text
    own = re.search(r"^ +P1   gets (.*)$", text, flags=re.M)
    assert own is not None
    assert own[1].count(", ") == 6
    assert "seed" not in text.splitlines()[0]
    assert ".yaml" not in text
