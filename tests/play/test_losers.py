"""Games that name the losers: all others win, in the outcome, in scenarios and in simulations."""

import pytest

import unoflex_rules as ur
from tests.compiler.tiny import problem_words
from tests.play.small import SMALL, ruleset

# The player asked may give up. A player who leaves first is not a loser.
GIVING_UP = """
turn:
  choose:
    - ask:
        player: self
        options:
          give_up: {do: [finish: {the: round, losers: self, reason: tired}]}
          get_away: {do: [leave: self]}
          gone: {do: [leave: {player: self, the: game}]}
          go_on: {}
"""


def played(folder, *verbs, players=3):
    game = ur.Game(ruleset(folder, SMALL + GIVING_UP), players)
    for verb in verbs:
        game.apply(verb)
    assert game.outcome is not None
    return game.outcome


@pytest.mark.parametrize(
    "verbs, winners, losers, text",
    [
        (["give_up"], (1, 2), (0,), "P0 lost: tired"),
        (["go_on", "give_up"], (0, 2), (1,), "P1 lost: tired"),
        (["get_away", "give_up"], (0, 2), (1,), "P1 lost: tired"),  # a player who left the round is still in the game
        (["gone", "give_up"], (2,), (0, 1), "P2 won: tired"),  # a player who left the game has not won
    ],
)
def test_all_others_in_the_game_win(tmp_path, verbs, winners, losers, text):
    outcome = played(tmp_path, *verbs)
    assert (outcome.winners, outcome.losers, str(outcome)) == (winners, losers, text)
    assert outcome.as_json()["losers"] == list(losers)


def test_the_only_winner_of_two_players_is_named(tmp_path):
    outcome = played(tmp_path, "give_up", players=2)
    assert (outcome.winners, outcome.losers, str(outcome)) == ((1,), (0,), "P1 won: tired")


def test_without_winners_there_are_no_losers(tmp_path):
    text = SMALL + "turn: {choose: [finish: {the: round, reason: tired}]}\n"
    outcome = ur.Game(ruleset(tmp_path, text), 2).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.losers, str(outcome)) == ((), (), "nobody won: tired")


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_a_simulation_counts_all_but_the_losers_as_winners(tmp_path, engine):
    if engine == "fast" and not ur.fast_is_available():
        pytest.skip("the fast engine is not there")
    text = SMALL + "turn: {choose: [finish: {the: round, losers: self, reason: tired}]}\n"
    tally = ur.simulate(ruleset(tmp_path, text), players=3, games=6, agents="first", engine=engine, check=True)
    beginner = tally.started.index(6)
    assert tally.wins == [0 if seat == beginner else 6 for seat in range(3)]
    assert (tally.together, tally.drawn, tally.won_together) == ([0, 0, 6, 0], 0, 6)
    assert (tally.starter_wins[beginner], sum(tally.agent_parts)) == (0, sum(tally.parts))


@pytest.mark.parametrize(
    "finish, problem",
    [
        ("{the: round, winners: self, losers: next}", "E302 next"),
        ("{the: turn, losers: next}", "E302 next"),
        ("{the: round, losers: nxet}", "E204 nxet -> next"),
    ],
)
def test_meaningless_losers_are_rejected(tmp_path, finish, problem):
    assert problem_words(f"{SMALL}turn: {{choose: [finish: {finish}]}}\n", tmp_path) == [problem]


def test_scenarios_can_expect_losers(tmp_path):
    ruleset(tmp_path, SMALL + GIVING_UP)
    sheet = tmp_path / "sheet.yaml"
    right = "  - {name: a, play: [P0: give_up], expect: {outcome: {losers: [P0], reason: tired}}}"
    wrong = "  - {name: b, play: [P0: go_on, P1: give_up], expect: {outcome: {losers: [P0]}}}"
    sheet.write_text(f"ruleset: ./small.yaml\nscenarios:\n{right}\n{wrong}\n", encoding="utf-8")
    found = ur.run_scenarios(sheet)
    assert (found.problems, [each.status for each in found.results]) == ([], ["passed", "failed"])
    [failure] = found.results[1].failures
    assert failure.actual == "[P1]"
