"""Machines: one for all games of a program, with a workspace per thread."""

from concurrent.futures import ThreadPoolExecutor

from tests.promises import program_of
from unoflex_rules.play import machine
from unoflex_rules.play.game import Game
from unoflex_rules.play.machine import machine_of
from unoflex_rules.program import layout as at


def test_games_of_one_program_share_only_a_machine():
    program, other = program_of("classic", 3), program_of("classic", 4)
    first = machine_of(program, "plain")
    assert machine_of(program, "plain") is first
    assert machine_of(program, "fast") is not first and machine_of(other, "plain") is not first


def test_only_the_most_recent_machines_are_kept():
    for players in range(2, 10):
        machine_of(program_of("classic", players), "plain")
    assert [each.program.players for each in machine._recent] == [6, 7, 8, 9]


def test_threads_with_games_of_one_program_do_not_interfere():
    program = program_of("oracles/rlcard", 2)
    indices = range(24)
    alone = [Game(program, seed=6, index=index).play_out() for index in indices]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda index: Game(program, seed=6, index=index).play_out(), indices)) == alone
        assert list(pool.map(lambda index: Game(program, 2, 6, index, "fast").play_out(), indices)) == alone


def test_asking_again_returns_the_same_options_and_keeps_the_state():
    game = Game(program_of("classic", 3), seed=6)
    state = game.state
    assert machine_of(game.program, "plain").ask_again(state) == game._options
    assert state == game.state and state[at.S_STATUS] == at.ASKING
