"""Endless games: rounds without an end of the game are unfinished and never a result.

The limit on the decisions of a round is tested with the outcomes.
"""

from __future__ import annotations

import pytest

import unoflex_rules as ur
from unoflex_rules.program.layout import MAX_ROUNDS

ENDLESS = """
format: 1
id: endless
title: Round after round
extends: std/shedding
players: {min: 2, max: 2}
cards: {plain: {}}
deck: [{card: plain, copies: 20}]
turn:
  choose: [ask: {player: self, options: {stop: {do: [finish: {the: round, winners: self}]}}}]
"""


@pytest.fixture(scope="module")
def endless(tmp_path_factory) -> ur.Ruleset:
    path = tmp_path_factory.mktemp("endless") / "endless.yaml"
    path.write_text(ENDLESS, encoding="utf-8")
    return ur.load(path)


def test_an_endless_game_is_unfinished_after_the_round_limit(endless):
    game = ur.Game(endless, 2, rounds="game")
    outcome = game.play_out()
    assert (outcome.unfinished, outcome.rounds, outcome.winners) == (True, MAX_ROUNDS, ())


def test_a_single_round_of_an_endless_game_ends(endless):
    assert ur.Game(endless, 2).play_out().winners == (0,)


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_a_simulation_counts_unfinished_games_separately(endless, engine):
    tally = ur.simulate(endless, players=2, games=3, rounds="game", engine=engine)
    assert (tally.games, tally.finished, tally.unfinished) == (3, 0, 3)
