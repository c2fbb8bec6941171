"""Winners for any number of players, and the validity of every offered action.

Not here: the score of a round (scenarios of the ruleset).
"""

import random

import pytest

import unoflex_rules as ur
from tests.promises import shipped_games
from tests.sampling import count, sample
from tests.scenario.sheets import passes
from unoflex_rules.play.agents import KINDS
from unoflex_rules.play.game import Game

GAMES = shipped_games()
#: The agents of the engine; scripts contain numbers that may exceed the number of options.
AGENTS = [*(kind for kind in KINDS if kind != "script"), "script:0-1-2", "script:9-0-99"]


@pytest.mark.parametrize("players", [3, 4])
def test_a39_a_game_has_one_winner_in_any_seat(players):
    program = ur.compile_ruleset(ur.load("classic"), players)
    seen = set()
    for index in range(400):
        outcome = Game(program, seed=39, index=index).play_out()
        if outcome.reason == "out":
            assert len(outcome.winners) == 1
            seen |= set(outcome.winners)
        if len(seen) == players:
            break
    assert seen == set(range(players))


@pytest.mark.parametrize("players", [3, 4])
def test_a39_a_simulation_has_an_entry_for_every_seat_and_counts_every_win(players):
    tally = ur.simulate(ur.load("classic"), players=players, games=count(60, 200), seed=39, engine="plain")
    assert len(tally.wins) == players and all(tally.wins) and not any(tally.shared)
    assert sum(tally.wins) + tally.won_nobody == tally.finished


@pytest.mark.parametrize("shift", range(4))
def test_a39_moving_hands_to_other_seats_moves_the_scores(tmp_path, shift):
    hands = ["[R7]", "[G9, B1]", "[W, Y1]", "[BS]"]
    seats = [(seat + shift) % 4 for seat in range(4)]
    held = ", ".join(f"P{seat}: {hand}" for seat, hand in zip(seats, hands, strict=True))
    scores = ", ".join(f"P{seat}: {81 if seat == shift else 0}" for seat in seats)
    table = f"table: {{players: 4, top: R1, turn: P{shift}, hands: {{{held}}}}}\n"
    done = f"play: [P{shift}: play R7]\n"
    wanted = f"expect: {{variables: {{score: {{{scores}}}}}, outcome: {{winners: P{shift}, reason: out}}}}"
    passes(tmp_path, table + done + wanted)


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("name", GAMES)
def test_a56_agents_choose_legal_actions_that_succeed(name, agent):
    loaded = ur.load(name)
    for players in sample(sorted({loaded.players_min, max(loaded.players_min, min(4, loaded.players_max))}), 1):
        program = ur.compile_ruleset(loaded, players)
        for index in range(count(1, 3)):
            game = Game(program, seed=56, index=index, limit=400)
            numbers: list[tuple[int, int]] = []
            choose = game._machine.choose

            def watched(state, options, work, choose=choose, numbers=numbers):
                option = choose(state, options, work)
                numbers.append((option, len(options)))
                return option

            game._machine.choose = watched
            try:
                outcome = game.play_out(agents=agent)
            finally:
                del game._machine.choose
            assert outcome.error is None and len(numbers) == len(game.taken) > 0
            assert all(0 <= option < count for option, count in numbers)


class Stubborn:
    """An agent that always chooses an action that is never legal."""

    def choose(self, decision, observation):
        return "fly to the moon"


def test_a56_an_illegal_choice_ends_the_run_and_names_the_seat():
    with pytest.raises(ur.AgentFailed) as failed:
        ur.simulate(
            ur.load("classic"), players=2, games=3, seed=1, agents=["random", Stubborn()], rotate=False, engine="plain"
        )
    assert failed.value.seat == 1 and "P1" in str(failed.value)


@pytest.mark.parametrize("name", GAMES)
def test_a56_each_legal_action_can_be_taken(name):
    game = Game(ur.load(name), seed=57)
    chance = random.Random(1)
    for _ in range(120):
        if game.is_over:
            break
        for number, action in enumerate(game.legal_actions()):
            assert game.copy().apply(number) == action
        game.apply(chance.randrange(len(game.legal_actions())))


FAST = pytest.param("fast", marks=pytest.mark.skipif(not ur.fast_is_available(), reason="needs the fast backend"))


@pytest.mark.parametrize("engine", ["plain", FAST])
@pytest.mark.parametrize(
    "round_, winners, reason",
    [
        ("end=: [for_each: {in: everyone, as: one, do: [leave: {player: one, the: game}]}]", 1, "out"),
        ("start+: [for_each: {in: players, do: [leave: {player: it, the: game}]}]", 0, "over"),
    ],
)
def test_a_game_is_over_when_all_players_have_left(tmp_path, round_, winners, reason, engine):
    file = tmp_path / "left.yaml"
    file.write_text(f"format: 1\nid: left\ntitle: Left\nextends: classic\nround:\n  {round_}\n")
    outcome = Game(ur.load(file), 3, seed=1, rounds="game", engine=engine).play_out()
    assert (len(outcome.winners), outcome.reason, outcome.rounds) == (winners, reason, 1)
