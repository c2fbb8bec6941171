"""Batches of games: the result does not depend on chunks, threads or the engine."""

import pytest

import unoflex_rules as ur
from tests.play.small import SMALL, TURN, line_of, ruleset
from tests.promises import program_of
from unoflex_rules.engine.backend import accel
from unoflex_rules.play.agents import agents_for
from unoflex_rules.play.game import Game
from unoflex_rules.program import layout as at
from unoflex_rules.program import results
from unoflex_rules.simulation.runner import CHUNK
from unoflex_rules.simulation.worker import Job, Worker

SHORT = {"draw_when_able": "false"}


@pytest.fixture(scope="module")
def classic():
    return ur.load("classic", SHORT)


def sums(kernel, program, chunks, seed=3, check=0, limit=10_000):
    """Return the result of some chunks of games, (first, number) each, on one worker."""
    worker = Worker(kernel, program)
    job = Job(kernel.name, seed, limit, one_round=1, check=check, rotate=1, rows=0)
    for first, games in chunks:
        worker.play(agents_for(program.players, None), job, first, games)
    return [int(value) for value in worker.result]


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_a_game_does_not_depend_on_its_chunk(engine, classic):
    kernel, program = accel.kernel(engine), ur.compile_ruleset(classic, 3)
    whole = sums(kernel, program, [(5, 12)])
    assert sums(kernel, program, [(5, 1), (6, 4), (10, 7)]) == whole
    assert sums(kernel, program, [(first, 1) for first in range(5, 17)]) == whole
    assert whole[results.R_GAMES] == 12 and sums(kernel, program, [(6, 12)]) != whole


def test_both_engines_give_the_same_sums(classic):
    program = ur.compile_ruleset(classic, 4)
    assert sums(accel.plain(), program, [(0, 15)]) == sums(accel.fast(), program, [(0, 15)])


def test_checking_promises_does_not_change_games(classic):
    program = ur.compile_ruleset(classic, 2)
    plain = sums(accel.plain(), program, [(0, 10)])
    assert plain == sums(accel.plain(), program, [(0, 10)], check=1) == sums(accel.fast(), program, [(0, 10)], check=1)


@pytest.mark.parametrize("threads, chunk", [(1, 512), (2, 7), (4, 1), (3, 10)])
def test_threads_share_the_games_without_changing_them(classic, monkeypatch, threads, chunk):
    one = ur.simulate(classic, players=4, games=60, seed=9, threads=1, engine="fast")
    monkeypatch.setitem(CHUNK, "fast", chunk)
    assert ur.simulate(classic, players=4, games=60, seed=9, threads=threads, engine="fast") == one


def test_the_sums_match_the_single_games(classic):
    rows = []
    tally = ur.simulate(classic, players=3, games=8, seed=4, engine="plain", receiver=lambda _, more: rows.extend(more))
    outcomes = [Game(classic, 3, seed=4, index=index).play_out() for index in range(8)]
    assert tally.decisions_sum + tally.calls == sum(outcome.decisions for outcome in outcomes) and tally.calls > 0
    assert tally.turns_sum == sum(outcome.turns for outcome in outcomes)
    assert tally.wins == [sum(outcome.winners == (seat,) for outcome in outcomes) for seat in range(3)]
    longest = max(row[results.G_DECISIONS] for row in rows)  # without calls
    assert tally.longest_decisions == longest == rows[tally.longest_game][results.G_DECISIONS]


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_games_at_their_limit_are_counted_as_unfinished(classic, engine):
    tally = ur.simulate(classic, players=4, games=20, seed=1, limit=100, engine=engine)
    assert tally.unfinished + tally.finished == 20 and 0 < tally.unfinished < 20
    assert sum(tally.wins) == tally.finished


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_broken_games_are_counted_and_the_first_is_named(tmp_path, engine):
    broken = ruleset(
        tmp_path,
        SMALL + TURN.replace("rest: {do: []}", "rest: {do: [repeat: {while: pile.size < 4, do: [shuffle: pile]}]}"),
    )
    tally = ur.simulate(broken, players=2, games=30, seed=2, engine=engine, limit=8)
    assert 0 < tally.broken < 30 and tally.games == 30
    assert f"small.yaml:{line_of(tmp_path, 'rest:')}" in tally.broken_why
    with pytest.raises(RuntimeError, match="does not come to an end"):
        Game(broken, 2, seed=2, index=tally.first_broken, limit=8).play_out()
    for index in range(tally.first_broken):
        assert Game(broken, 2, seed=2, index=index, limit=8).play_out().error is None


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_a_state_that_breaks_a_promise_is_detected(engine):
    program = program_of("classic", 3)
    kernel = accel.kernel(engine)
    p, w = kernel.vector(program.vector), kernel.vector([0] * program.work_size)
    s = kernel.vector([0] * program.state_size)
    kernel.start_game(s, p, 1, 0, 100, 1)
    kernel.run(s, p, w)
    assert kernel.is_sound(s, p, w) == 1
    size, pile = program.vector[at.P_SIZE], program.vector[at.P_PILE]
    wrong = [(size, s[size] - 1), (size, -1), (pile, s[pile + 1]), (pile, 10**6), (pile, -1), (at.S_ASKED, 3)]
    wrong += [(at.S_ASKED, at.NONE), (at.S_DIRECTION, 0), (at.S_IN, 0b1111), (at.S_STATUS, at.OVER)]
    for slot, value in wrong:
        broken = kernel.copy(s)
        broken[slot] = value
        assert kernel.is_sound(broken, p, w) == 0, (slot, value)
    w[at.W_OPTIONS] = 0
    assert kernel.is_sound(s, p, w) == 0
