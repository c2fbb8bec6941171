"""Simulations: seed and index determine each game, sums match the rows, and unfinished games stay apart.

Not here: agents (tests/engine, tests/play), reports (test_metrics.py), the command line (tests/cli).
"""

import json
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from copy import deepcopy
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Timer

import pytest

import unoflex_rules as ur
from tests.play.small import SMALL, ruleset
from tests.sampling import count
from unoflex_rules.limits import MAX_SEED
from unoflex_rules.play.agents import AgentFailed
from unoflex_rules.play.game import Game
from unoflex_rules.program import layout as at
from unoflex_rules.program import results
from unoflex_rules.simulation import runner, stopping
from unoflex_rules.simulation.runner import CHUNK, REMOTE_CHUNK
from unoflex_rules.simulation.tally import Tally

ROOT = Path(__file__).resolve().parents[2]
MIXED = "greedy:call=0.5,random,script:1-0-2"

# A coin toss decides each game, so both players have the same known win rate.
COIN = """
format: 1
id: coin
title: Heads or tails
players: {min: 2, max: 4}
values: {number: 0..9}
attributes: {number: number}
zones: {pile: {deck: true}, hand: {each: player}}
cards: {plain: {face: {number: $number}}}
deck: [{card: plain, number: 1..4}]
turn:
  choose:
    - random: {as: lucky, of: players}
    - finish: {the: round, winners: lucky, reason: lucky}
"""

# One game in thirty has no end: the one in which the highest card is on top.
SELDOM_ENDLESS = """
format: 1
id: seldom
title: Seldom endless
players: {min: 2, max: 4}
values: {number: 0..29}
attributes: {number: number}
zones: {pile: {deck: true, visible: all}, hand: {each: player}}
cards: {plain: {face: {number: $number}}}
deck: [{card: plain, number: 0..29}]
round: {deal: [shuffle: pile]}
turn:
  choose:
    - ask: {player: self, options: {wait: {}}}
    - random: {as: lucky, of: players}
    - if: pile.top.number < 29
      then: [finish: {the: round, winners: lucky, reason: lucky}]
"""

# Points are dealt once and the round ends at once: cards of 10, 10 and 30 points, the last one to P0.
SHARED = """
turn:
  choose:
    - finish: {the: round, winners: players.WHOM(it.hand.sum(card.number)), reason: counted}
"""


@pytest.fixture(scope="module")
def classic():
    return ur.load("classic")


@pytest.fixture(scope="module")
def coin(tmp_path_factory):
    return ruleset(tmp_path_factory.mktemp("coin"), COIN, "coin.yaml")


def run(loaded, games=60, **how):
    """Return the tally of some games, and a row for each."""
    rows = []

    def receive(first, more):
        assert first == how.get("first", 0) + len(rows)  # in order of the games
        rows.extend(more)

    plan = {"players": 3, "seed": 7, "agents": MIXED, "engine": "fast", "limit": 1000} | how
    return ur.simulate(loaded, games=games, receiver=receive, **plan), rows


@pytest.fixture
def small_chunks(monkeypatch):
    """Use seven games per chunk, so that a few games make many chunks."""
    for chunks in (CHUNK, REMOTE_CHUNK):
        monkeypatch.setitem(chunks, "fast", 7)


# ---- B01 to B03: seeds -----------------------------------------------------------------------------------------------


def test_b01_games_differ_and_another_seed_changes_all_of_them(classic):
    program = ur.compile_ruleset(classic, 4)
    deals = [[Game(program, seed=seed, index=index).state_digest() for index in range(100)] for seed in (7, 8)]
    assert len({deal for of_seed in deals for deal in of_seed}) == 200
    assert [Game(program, seed=7, index=index).state_digest() for index in range(100)] == deals[0]


def test_b01_threads_play_different_games(classic, small_chunks):
    _, rows = run(classic, 200, threads=4)
    assert len({tuple(row) for row in rows}) > 190
    _, others = run(classic, 200, threads=4, seed=8)
    assert sum(one == other for one, other in zip(rows, others, strict=True)) < 10


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_b02_threads_and_chunks_do_not_change_the_result(classic, monkeypatch, threads):
    wanted = run(classic, 100, threads=1)
    monkeypatch.setitem(CHUNK, "fast", 9)
    assert run(classic, 100, threads=threads) == wanted


def test_b13_reports_are_the_same_text_for_any_engine_and_order(classic, monkeypatch):
    program = ur.compile_ruleset(classic, 3)
    settings = ur.Settings(
        "classic", "UNO", program.digest, 3, 7, agents=tuple(MIXED.split(",")), counts=program.counts
    )
    texts = set()
    for threads, chunk in ((1, 512), (8, 5), (3, 20), (2, 1)):
        monkeypatch.setitem(CHUNK, "fast", chunk)
        tally, _ = run(classic, 60, threads=threads)
        texts.add(json.dumps(ur.report(tally, settings).to_json(), allow_nan=False))
    parts = [run(classic, 20, first=first)[0] for first in (40, 0, 20)]
    parts[0].add(parts[1])
    parts[0].add(parts[2])
    texts.add(json.dumps(ur.report(parts[0], settings).to_json(), allow_nan=False))
    assert len(texts) == 1


def test_b02_parts_of_a_run_add_up_to_the_run(classic):
    whole, rows = run(classic, 100)
    one, some = run(classic, 33)
    other, rest = run(classic, 67, first=33)
    assert some + rest == rows and one != whole
    one.add(other)
    assert one == whole and one.ranges == [(0, 100)]


def test_b03_seed_0_is_valid(classic):
    assert run(classic, 10, seed=0) == run(classic, 10, seed=0) != run(classic, 10, seed=1)


@pytest.mark.parametrize(
    "how, message",
    [
        ({"seed": -1}, "a seed is a number from 0"),
        ({"seed": MAX_SEED + 1}, "a seed is a number from 0"),
        ({"first": -1}, "the index of a game"),
        ({"first": MAX_SEED}, "the index of a game"),
        ({"games": 0}, "at least one game"),
        ({"limit": 0}, "at least one decision"),
        ({"threads": 0}, "at least one thread"),
        ({"threads": 1025}, "at most 1024 threads"),
        ({"rounds": "two"}, "rounds is `one` or `game`"),
        ({"until": 0}, "the width of an interval"),
        ({"until": 1}, "the width of an interval"),
        ({"seconds": -1}, "a time of 0 or more"),
        ({"seconds": float("nan")}, "a time of 0 or more, not nan"),
        ({"engine": "quick"}, "no such engine"),
    ],
)
def test_numbers_out_of_bounds_are_rejected(coin, how, message):
    with pytest.raises(ValueError, match=message):
        ur.simulate(coin, **{"players": 2, "games": 5, "engine": "plain"} | how)


# ---- B07, B14: other processes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "flex", "no-mercy", "taki"])
def test_b07_a_pickled_program_is_unchanged(name):
    program = ur.compile_ruleset(ur.load(name), 3)
    copy = pickle.loads(pickle.dumps(program))
    assert copy == program and copy.digest == program.digest and copy is not program


class Last:
    """A custom agent that a worker process can import."""

    def choose(self, decision, observation):
        return len(decision.options) - 1


class Wrong:
    """An agent that chooses an illegal action."""

    def choose(self, decision, observation):
        return "fly"


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def test_b14_spawned_processes_play_the_same_games(classic, processes, small_chunks):
    assert run(classic, 40, executor=processes) == run(classic, 40, threads=1)


def test_b07_settings_reach_the_processes(processes, small_chunks):
    spicy = ur.load("classic", {"hand_size": "3", "false_call_penalty": "4"})
    there = run(spicy, 20, executor=processes)
    assert there == run(spicy, 20, threads=1) != run(ur.load("classic"), 20, threads=1)


def test_b14_custom_agents_play_in_processes(classic, processes, monkeypatch):
    monkeypatch.setitem(REMOTE_CHUNK, "plain", 1)
    plan = {"agents": [Last(), "greedy", "random"], "engine": "plain", "limit": 300}
    assert run(classic, 4, executor=processes, **plan) == run(classic, 4, **plan)


def test_b14_an_agent_that_fails_in_a_process_is_named(classic, processes):
    with pytest.raises(AgentFailed, match="the agent at P2 failed") as failed:
        run(classic, 4, executor=processes, agents=["random", "random", Wrong()], rotate=False, engine="plain")
    assert failed.value.seat == 2
    assert run(classic, 10, executor=processes) == run(classic, 10)  # the processes survive


def test_an_executor_of_threads_keeps_nothing_of_a_failed_run(classic, small_chunks):
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(AgentFailed):
            run(classic, 4, executor=pool, agents=["first", "first", Wrong()], engine="plain")
        assert run(classic, 20, executor=pool, engine="plain", limit=200) == run(classic, 20, engine="plain", limit=200)
        assert run(classic, 40, executor=pool) == run(classic, 40)


# ---- B09: memory -----------------------------------------------------------------------------------------------------


def test_b09_memory_does_not_grow_with_the_number_of_games(coin):
    program = (
        "import resource, sys, unoflex_rules as ur\n"
        "coin = ur.load(sys.argv[1])\n"
        "def used(games):\n"
        "    ur.simulate(coin, players=2, games=games, seed=1, threads=2, engine='fast', receiver=lambda *rows: None)\n"
        "    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = used(20_000)\n"
        "print(used(200_000) - before)\n"
    )
    command = [sys.executable, "-c", program, str(coin.files[-1])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 5_000  # kB; rows in memory would take six times as much


# ---- B10, B17: unfinished games, and shared wins ---------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["plain", "fast"])
@pytest.mark.parametrize("rounds", ["one", "game"])
def test_b10_a_game_at_its_limit_has_no_result(tmp_path, engine, rounds):
    stirring = "turn:\n  choose:\n    - ask: {player: self, options: {stir: {do: [shuffle: pile]}, rest: {}}}\n"
    loaded = ruleset(tmp_path, SMALL + stirring)
    tally, rows = run(loaded, 6, agents="first", limit=40, engine=engine, rounds=rounds)
    assert (tally.games, tally.unfinished, tally.finished, tally.blocked) == (6, 6, 0, 0)
    assert not any(
        [*tally.wins, *tally.shared, *tally.started, tally.won_nobody, tally.turns_sum, *tally.reasons.values()]
    )
    assert [(row[results.G_STATUS], row[results.G_DECISIONS]) for row in rows] == [(at.UNFINISHED, 40)] * 6


def test_b10_games_at_their_limit_do_not_bias_the_others(classic):
    whole, rows = run(classic, 100, limit=10_000)
    short, cut = run(classic, 100, limit=60)
    assert 10 < short.unfinished < 90 and short.finished == 100 - short.unfinished
    for row, other in zip(rows, cut, strict=True):
        assert row == other or other[results.G_STATUS] == at.UNFINISHED
    assert sum(short.parts) == (short.finished - short.won_nobody) * results.WIN_PARTS
    assert sum(short.together) == short.finished
    assert whole.finished + whole.unfinished == 100


@pytest.mark.parametrize(
    "whom, points, shared, alone", [("lowest", "10 10 30", [0, 1], None), ("highest", "10 10 30", [], 2)]
)
def test_b17_equal_scores_share_the_win(tmp_path, whom, points, shared, alone):
    deck = "deck:\n" + "".join(
        f"  - {{card: plain, color: red, number: {int(each) // 10}, copies: 2}}\n" for each in points.split()[::-1]
    )
    text = SMALL.replace("deck:\n  - {card: plain, color: each, number: 1..3}\n", deck) + SHARED.replace("WHOM", whom)
    tally, rows = run(ruleset(tmp_path, text), 9, agents="random")
    assert tally.shared == [9 if seat in shared else 0 for seat in range(3)]
    assert tally.wins == [9 if seat == alone or seat in shared else 0 for seat in range(3)]
    assert tally.agent_shared == ([6, 6, 6] if shared else [0, 0, 0])  # each agent has each seat equally often
    assert tally.agent_wins == ([6, 6, 6] if shared else [3, 3, 3])
    assert tally.agent_parts == [3 * results.WIN_PARTS] * 3
    assert tally.together == ([0, 0, 9, 0] if shared else [0, 9, 0, 0])
    assert {row[results.G_WINNERS] for row in rows} == {sum(1 << seat for seat in shared) or 1 << alone}


# ---- B12: seats, agents and the first player -------------------------------------------------------------------------


def test_b12_every_agent_has_every_seat_equally_often(classic):
    tally, rows = run(classic, 99, agents="greedy,random,random")
    starts = [
        [(row[results.G_STARTER] - index) % 3 for index, row in enumerate(rows) if row[results.G_STATUS] == at.OVER]
    ]
    assert tally.agent_started == [starts[0].count(agent) for agent in range(3)]
    wins = [0, 0, 0]
    for index, row in enumerate(rows):
        for seat in range(3):
            wins[(seat - index) % 3] += row[results.G_STATUS] == at.OVER and row[results.G_WINNERS] == 1 << seat
    assert tally.agent_wins == wins
    still, _ = run(classic, 99, agents="greedy,random,random", rotate=False)
    assert still.agent_wins == still.wins and still.agent_started == still.started


def test_b12_skill_is_separated_from_seats(classic):
    plan = {"games": 1500, "seed": 3, "players": 2}
    one, _ = run(classic, agents="greedy,random", **plan)
    other, _ = run(classic, agents="random,greedy", **plan)
    for tally, greedy in ((one, 0), (other, 1)):
        assert tally.agent_wins[greedy] > 1.2 * tally.agent_wins[1 - greedy]
        assert tally.wins[0] == pytest.approx(tally.wins[1], rel=0.25)
    assert one.agent_wins[0] == pytest.approx(
        other.agent_wins[1], abs=110
    )  # four standard deviations of the difference


def test_b12_equal_agents_win_equally_often(classic):
    tally, _ = run(classic, 3000, agents="random", players=4)
    for wins in tally.agent_wins:
        assert wins == pytest.approx(tally.finished / 4, abs=4 * (tally.finished * 3 / 16) ** 0.5)


# ---- B16: parts ------------------------------------------------------------------------------------------------------


def test_b16_six_parts_make_the_whole_in_any_order_and_no_game_counts_twice(coin):
    whole, _ = run(coin, 60, agents="random")
    parts = [run(coin, 10, first=10 * number, agents="random")[0] for number in range(6)]
    total = Tally(players=3)
    for number in (3, 0, 5, 1, 4, 2):
        total.add(parts[number])
    assert total == whole and total.ranges == [(0, 60)]
    before = deepcopy(total)
    for first, games in ((0, 10), (59, 1), (55, 10), (25, 1)):
        with pytest.raises(ValueError, match="has been counted already"):
            total.add(run(coin, games, first=first, agents="random")[0])
    assert total == before  # the rejected addition changed nothing
    with pytest.raises(ValueError, match="2 players cannot be added to 3"):
        total.add(run(coin, 5, first=60, players=2, agents="random")[0])


# ---- B18: repeating a game -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rotate", [True, False])
@pytest.mark.parametrize(
    "name, agents", [("classic", MIXED), ("classic", "greedy"), ("flex", MIXED), ("no-mercy", MIXED)]
)
def test_b18_a_repeated_game_equals_the_simulated_one(name, agents, rotate):
    loaded = ur.load(name)
    program = ur.compile_ruleset(loaded, 3)
    _, rows = run(loaded, count(3, 8), first=100, agents=agents, rotate=rotate, limit=400, rounds="game")
    for number, row in enumerate(rows):
        game = Game(program, seed=7, index=100 + number, limit=400, rounds="game")
        outcome = game.play_out(agents=agents, rotate=rotate)
        assert outcome.decisions == row[results.G_DECISIONS] + row[results.G_CALLS]
        assert (outcome.turns, outcome.rounds) == (row[results.G_TURNS], row[results.G_ROUNDS])
        if row[results.G_STATUS] == at.OVER:
            assert sum(1 << seat for seat in outcome.winners) == row[results.G_WINNERS]
            assert program.reasons[row[results.G_REASON]] == outcome.reason
        scores = [game.variable("score", seat) for seat in range(3)]
        assert row[results.G_SCORES :][: len(program.scores)] == scores and program.scores[0] == "P0.score"
        again = Game(program, seed=7, index=100 + number, limit=400, rounds="game").replay(game.taken)
        assert again.state_digest() == game.state_digest()


# ---- stopping --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [{"threads": 1}, {"threads": 3}, {"engine": "plain"}])
def test_until_stops_after_the_same_game_on_any_engine(coin, monkeypatch, how):
    monkeypatch.setitem(CHUNK, "fast", 100)
    tally, rows = run(coin, 100_000, agents="random", players=2, until=0.04, **how)
    assert tally.games == len(rows) == 2560
    assert tally == run(coin, 2560, agents="random", players=2)[0]
    assert stopping.widest(tally) <= 0.04


def test_until_respects_the_maximum(coin):
    assert run(coin, 3000, agents="random", players=2, until=0.01)[0].games == 3000


@pytest.mark.parametrize("threads", [1, 3])
def test_a_run_at_its_time_limit_contains_the_first_games(coin, small_chunks, threads):
    tally, rows = run(coin, 50_000_000, agents="random", seconds=0.3, threads=threads)
    assert 0 < tally.games < 50_000_000 and tally.games == len(rows)
    assert tally == run(coin, tally.games, agents="random")[0]


def test_a_time_limit_of_zero_plays_nothing(coin):
    tally, rows = run(coin, 100, agents="random", seconds=0)
    assert (tally.games, rows, tally.ranges, tally.longest_game) == (0, [], [], -1)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("after", [0, 1, 30, 200])
def test_a_stopped_run_contains_the_first_games(coin, small_chunks, threads, after):
    stop = Event()
    if after == 0:
        stop.set()
    seen = []

    def receive(first, rows):
        seen.extend(rows)
        if len(seen) >= after:
            stop.set()

    tally = ur.simulate(
        coin,
        players=3,
        games=100_000,
        seed=7,
        agents="random",
        engine="fast",
        threads=threads,
        stop=stop,
        receiver=receive,
    )
    assert tally.games == len(seen) >= after and tally.games < 100_000
    if seen:
        assert (tally, seen) == run(coin, tally.games, agents="random")


@pytest.fixture(scope="module")
def seldom_endless(tmp_path_factory):
    return ruleset(tmp_path_factory.mktemp("endless"), SELDOM_ENDLESS, "coin.yaml")


@pytest.mark.parametrize("how", [{"seconds": 0.3}, {"stop": True}, {"interrupt": True}])
@pytest.mark.parametrize("threads, engine", [(1, "fast"), (3, "fast"), (1, "plain")])
def test_an_endless_game_is_dropped_once_the_run_is_stopped(
    seldom_endless, small_chunks, monkeypatch, threads, engine, how
):
    monkeypatch.setattr(runner, "GRACE", 0.1)
    stop, begun = Event(), time.monotonic()
    kwargs = {"seconds": how.get("seconds"), "stop": stop, "threads": threads, "engine": engine, "limit": 10**9}
    timer = Timer(0.3, signal.raise_signal, [signal.SIGINT]) if "interrupt" in how else Timer(0.3, stop.set)
    if "seconds" not in how:
        timer.start()
    if "interrupt" in how:
        with pytest.raises(KeyboardInterrupt):
            run(seldom_endless, 1000, agents="random", **kwargs)
    else:
        tally, rows = run(seldom_endless, 1000, agents="random", **kwargs)
        assert 0 < tally.games == len(rows) == tally.finished < 1000
        assert tally == run(seldom_endless, tally.games, agents="random", limit=10**9)[0]
    assert time.monotonic() - begun < 5


def test_a_stopped_run_in_processes_contains_the_first_games(coin, processes, small_chunks):
    stop = Event()
    tally = ur.simulate(
        coin, players=3, games=100_000, seed=7, agents="random", engine="fast", stop=stop, executor=processes,
        progress=lambda done: stop.set() if done > 50 else None,
    )  # fmt: skip
    assert 50 < tally.games < 100_000 and tally == run(coin, tally.games, agents="random")[0]


@pytest.mark.parametrize("how", [{"threads": 1}, {"threads": 3}, {"engine": "plain"}])
def test_progress_reaches_all_games(coin, small_chunks, how):
    told = []
    run(coin, 50, agents="random", progress=told.append, **how)
    assert told[-1] == 50 and told == sorted(set(told)) and len(told) >= 50 // 7


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("what", ["receiver", "progress"])
def test_an_exception_in_a_callback_ends_the_run(coin, small_chunks, threads, what):
    def fail(*args):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ur.simulate(coin, players=2, games=100_000, engine="fast", threads=threads, **{what: fail})


# ---- rows ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic", "flex", "taki"])
def test_sums_match_the_rows(name):
    loaded = ur.load(name)
    program = ur.compile_ruleset(loaded, 3)
    tally, rows = run(loaded, 150, rounds="game", limit=300)
    over = [row for row in rows if row[results.G_STATUS] == at.OVER]
    assert 0 < len(over) == tally.finished < 150 and tally.unfinished == 150 - len(over)
    for column, total, squares in (
        (results.G_TURNS, tally.turns_sum, tally.turns_squares),
        (results.G_DECISIONS, tally.decisions_sum, tally.decisions_squares),
        (results.G_ROUNDS, tally.rounds_sum, tally.rounds_squares),
    ):
        assert sum(row[column] for row in over) == total and sum(row[column] ** 2 for row in over) == squares
    assert tally.calls == sum(row[results.G_CALLS] for row in over)
    assert tally.reshuffles == sum(row[results.G_RESHUFFLES] for row in over)
    assert tally.reshuffled == sum(row[results.G_RESHUFFLES] > 0 for row in over)
    assert tally.wins == [sum(row[results.G_WINNERS] == 1 << seat for row in over) for seat in range(3)]
    assert tally.started == [sum(row[results.G_STARTER] == seat for row in over) for seat in range(3)]
    assert tally.reasons == {
        reason: found
        for number, reason in enumerate(program.reasons)
        if (found := sum(row[results.G_REASON] == number for row in over))
    }
    for turns in range(200):
        assert tally.turns[turns] == sum(row[results.G_TURNS] == turns for row in over)
    declared = results.G_SCORES + len(program.scores)
    assert all(len(row) == declared + len(program.counts) for row in rows)
    for number, counted in enumerate(program.counts):
        values = [(row[declared + number], row[results.G_TURNS], row[results.G_ROUNDS]) for row in over]
        assert tally.counts[counted.name] == [
            sum(value for value, *_ in values),
            sum(value**2 for value, *_ in values),
            sum(value * turns for value, turns, _ in values),
            sum(value * rounds for value, _, rounds in values),
        ]


class Failing(ThreadPoolExecutor):
    """An executor that loses all work after some chunks."""

    def __init__(self, chunks, error):
        super().__init__(1)
        self.left, self.error = chunks, error

    def submit(self, call, *arguments):
        self.left -= 1
        if self.left < 0:
            if isinstance(self.error, RuntimeError):  # as after a shutdown
                raise self.error
            lost = Future()
            lost.set_exception(self.error)
            return lost
        return super().submit(call, *arguments)


@pytest.mark.parametrize("error", [CancelledError(), OSError("gone"), RuntimeError("closed")])
def test_a_lost_executor_leaves_the_games_so_far(error):
    how = {"players": 3, "engine": "plain", "agents": "greedy"}
    with pytest.raises(ur.ExecutorFailed, match=type(error).__name__) as caught, Failing(2, error) as executor:
        ur.simulate(ur.load("classic"), games=640, executor=executor, **how)
    played = caught.value.tally
    assert played.games % 64 == 0 and (played.games == 128 or isinstance(error, RuntimeError))
    assert played.games == 0 or played == ur.simulate(ur.load("classic"), games=played.games, **how)
