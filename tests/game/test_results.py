"""Who wins, for any number of players, and that whatever is on offer can be done.

Not here: how a round is scored (scenarios of the ruleset).
"""

import random

import pytest

import unoflex_rules as ur
from tests.scenario.sheets import passes
from unoflex_rules.game import Game

GAMES = [name for name in ur.list_rulesets() if not ur.load(name).is_base]
#: What chooses for the players, by name; each takes a game and a random generator and gives an index.
AGENTS = {"random": lambda game, chance: chance.randrange(len(game.legal_actions()))}


@pytest.mark.parametrize("players", [3, 4])
def test_a39_one_winner_whoever_it_is(players):
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
def test_a39_a_simulation_has_an_entry_for_every_seat_and_no_win_is_lost(players):
    tally = ur.simulate(ur.load("classic"), players=players, games=200, seed=39, engine="plain")
    assert len(tally.wins) == players and all(tally.wins) and not any(tally.shared)
    assert sum(tally.wins) + tally.won_nobody == tally.finished


@pytest.mark.parametrize("shift", range(4))
def test_a39_the_same_hands_in_other_seats_give_the_same_scores_there(tmp_path, shift):
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
def test_a56_whatever_is_on_offer_succeeds_and_what_agents_choose_is_on_offer(name, agent):
    loaded = ur.load(name)
    for players in sorted({loaded.players_min, max(loaded.players_min, min(4, loaded.players_max))}):
        program = ur.compile_ruleset(loaded, players)
        for index in range(5):
            chance = random.Random(index)
            game = Game(program, seed=56, index=index, limit=400)
            while not game.is_over:
                legal = game.legal_actions()
                chosen = AGENTS[agent](game, chance)
                assert 0 <= chosen < len(legal)
                assert game.apply(chosen) == legal[chosen]


@pytest.mark.parametrize("name", GAMES)
def test_a56_each_action_on_offer_can_be_taken(name):
    game = Game(ur.load(name), seed=57)
    chance = random.Random(1)
    for _ in range(120):
        if game.is_over:
            break
        for number, action in enumerate(game.legal_actions()):
            assert game.copy().apply(number) == action
        game.apply(chance.randrange(len(game.legal_actions())))
