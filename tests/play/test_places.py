"""Places: every player has one at the end, both engines agree, and results, rows and reports hold them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.engines import same_on_both

PLACED = Path(__file__).parents[1] / "rulesets" / "placed.yaml"
GAMES = [name for name in ur.list_rulesets() if not name.startswith(("std/", "house/"))]
EARLY = "places: {rank: it.hand.size}\n"


def written(folder: Path, base: str, text: str) -> ur.Ruleset:
    file = folder / "mine.yaml"
    file.write_text(f"format: 1\nid: mine\ntitle: Mine\nextends: {base}\n{text}", encoding="utf-8")
    return ur.load(file)


def is_ranking(places: tuple[int, ...]) -> bool:
    """Whether each place is one more than the number of players with better places: 1, 2, 2, 4."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def outcomes(ruleset: ur.Ruleset, players: int, games: int):
    for seed in range(games):
        yield ur.Game(ruleset, players, seed=seed).play_out(agents="greedy")


@pytest.mark.parametrize("name", GAMES)
def test_places_of_every_ruleset_are_a_ranking_led_by_the_winners(name: str, tmp_path: Path) -> None:
    ruleset = written(tmp_path, name, EARLY)
    players = min(max(ruleset.player_counts), 4)
    eliminates = ruleset.game(players).world.can_leave  # players who leave take the best places here
    for outcome in outcomes(ruleset, players, 3):
        if outcome.unfinished:
            continue
        assert is_ranking(outcome.places), outcome
        if outcome.winners and not outcome.blocked:
            assert eliminates or {outcome.places[seat] for seat in outcome.winners} == {1}


def test_a_game_without_places_has_none() -> None:
    outcome = next(iter(outcomes(ur.load("classic"), 3, 1)))
    assert outcome.places == ()
    assert "place" not in str(outcome)


def test_eliminations_and_returns_keep_a_ranking() -> None:
    ends = list(outcomes(ur.load(PLACED), 4, 40))
    assert all(is_ranking(each.places) for each in ends if not each.unfinished)
    assert len({each.reason for each in ends}) >= 3


def test_outcome_prints_places_in_order() -> None:
    outcome = next(iter(outcomes(ur.load(PLACED), 3, 1)))
    assert "; places: 1 " in str(outcome)
    assert outcome.as_json()["places"] == list(outcome.places)


@pytest.mark.parametrize("players", [2, 4, 10])
def test_both_engines_count_places(players: int) -> None:
    tally = same_on_both(ur.load(PLACED), players=players, games=40, seed=3)
    assert [sum(games) for games in tally.placed] == [tally.finished] * players
    assert all(games[0] == 0 for games in tally.placed)


def test_places_of_the_game_outlast_its_rounds(tmp_path: Path) -> None:
    text = "options: {target_score: 200}\nplaces: {the: game, rank: 0 - it.score}\n"
    ruleset = written(tmp_path, "classic", text)
    tally = same_on_both(ruleset, players=3, games=8, seed=1, rounds="game")
    assert [games[1] for games in tally.placed] == tally.wins
    assert Counter(sum(games) for games in tally.placed) == {tally.finished: 3}


def test_left_ends_the_round_earlier(tmp_path: Path) -> None:
    turn = "turn: {end=: [{if: self.hand.empty, then: [leave: self]}]}\n"
    ruleset = written(tmp_path, "classic", "places: {left: 2}\n" + turn)
    for outcome in outcomes(ruleset, 4, 5):
        assert sorted(outcome.places) == [1, 2, 3, 3]


def test_rows_of_games_end_with_the_places() -> None:
    program = ur.compile_ruleset(ur.load(PLACED), 3)
    assert program.scores[-3:] == ("P0.place", "P1.place", "P2.place")
    assert not any("place" in name for name in ur.compile_ruleset(ur.load("classic"), 3).scores)
