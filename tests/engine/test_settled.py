"""A greedy agent's knowledge of variables: a condition on a variable that turns do not change is constant."""

import pytest

import unoflex_rules as ur
from tests.engine.test_agents import Decided
from tests.engines import same_on_both

# Eights are wild for players on level 8: as a printed number, as a player variable, as a game variable.
GAME = """format: 1
id: wilds
title: Wilds
extends: classic
variables:
  level: {type: 0..9, each: player, start: 8, keep: game}
  common: {type: 0..9, start: 8, keep: game}
define:
  card.playable: card.matches or card.number == WHICH
"""
SPELLINGS = ("8", "self.level", "common")


def ruleset(folder, which, more=""):
    path = folder / "wilds.yaml"
    path.write_text(GAME.replace("WHICH", which) + more, encoding="utf-8")
    return path


def taken(folder, which, hand, more="", variables=""):
    ruleset(folder, which, more)
    shown = f", variables: {{{variables}}}" if variables else ""
    return Decided(folder, f"table: {{players: 3, top: R5, hands: {{P0: [{hand}]}}{shown}}}", "wilds.yaml").greedy()


@pytest.mark.parametrize("which", SPELLINGS)
def test_an_always_playable_card_is_kept_for_last_in_any_formulation(tmp_path, which):
    assert taken(tmp_path, which, "R1, R8, B3") == {"play R1"}


@pytest.mark.parametrize("which", SPELLINGS)
def test_the_same_games_are_played_in_any_formulation(tmp_path, which):
    plan = {"players": 3, "games": 6, "seed": 4, "agents": "greedy", "engine": "plain"}
    found = ur.simulate(ur.load(ruleset(tmp_path, which)), **plan)
    printed = ur.simulate(ur.load(ruleset(tmp_path, "8")), **plan)
    found.run = printed.run
    assert found == printed


def test_each_player_uses_their_own_value(tmp_path):
    hand = "R7, R8, B3"
    assert taken(tmp_path, "self.level", hand, variables="level: {P0: 7}") == {"play R8"}
    assert taken(tmp_path, "self.level", hand, variables="level: {P1: 7, P2: 7}") == {"play R7"}


def test_both_engines_have_the_same_knowledge(tmp_path):
    falling = "round: {+end: [{for_each: {in: winners, do: [set: {it.level: it.level - 1}]}}]}\n"
    loaded = ur.load(
        ruleset(tmp_path, "self.level", falling.replace("[{for_each", "[for_each").replace("}]}}]}", "}]}]}"))
    )
    plan = {"players": 3, "games": 4, "seed": 4, "agents": "greedy", "rounds": "game"}
    plain = same_on_both(loaded, **plan)
    assert sum(plain.rounds[2:]) > 0


@pytest.mark.parametrize(
    "more",
    [
        "turn: {end+: [set: {self.level: 8}]}\n",
        "cards: {skip: {played+: [set: {self.level: 8}]}}\n",
        "state_rules: [{each: player, if: it.hand.size > 90, then: [set: {it.level: 8}]}]\n",
        "triggers+: [{at: passed_over, do: [set: {player.level: 8}]}]\n",
    ],
)
def test_variables_that_may_change_during_turns_count_as_favourable(tmp_path, more):
    assert taken(tmp_path, "self.level", "R1, R8, B3", more) == {"play R8"}


def test_hidden_variables_are_not_used(tmp_path):
    hidden = GAME.replace("start: 8, keep: game}\n  common", "start: 8, keep: game, visible: nobody}\n  common")
    path = tmp_path / "wilds.yaml"
    path.write_text(hidden.replace("WHICH", "self.level"), encoding="utf-8")
    table = "table: {players: 3, top: R5, hands: {P0: [R1, R8, B3]}}"
    assert Decided(tmp_path, table, "wilds.yaml").greedy() == {"play R8"}
