"""The work of one worker: it plays a batch of games on a backend and adds up their results.

A worker may be a thread, a process or another machine: what it gets and returns can be pickled. Not here: how games
are shared out (runner.py), or the names of the sums (tally.py).
"""

from __future__ import annotations

import threading
from array import array
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from unoflex_rules.engine.backend import accel
from unoflex_rules.play.actions import IllegalAction
from unoflex_rules.play.agents import RANDOM, AgentFailed, BuiltIn, Player, generator, write_agents
from unoflex_rules.play.game import Game
from unoflex_rules.play.outcome import GameBroken
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program
from unoflex_rules.program.results import R_GAMES, no_results

_own = threading.local()


@dataclass(frozen=True)
class Job:
    """How the games of a batch are played."""

    engine: str  # plain or fast
    seed: int
    limit: int
    one_round: int
    check: int
    rotate: int
    rows: int


@dataclass(frozen=True)
class BatchResult:
    """The games first .. first + games - 1: their sums (empty if the worker keeps them), and a row each if wanted.

    Both are 64-bit integers in the order of program/results.py.
    """

    first: int
    games: int
    sums: bytes
    written: bytes

    def rows(self, size: int) -> list[list[int]]:
        """One row of integers per game."""
        numbers = numbers_of(self.written)
        return [numbers[place : place + size].tolist() for place in range(0, self.games * size, size)]


def numbers_of(data: bytes) -> array[int]:
    numbers = array("q")
    numbers.frombytes(data)
    return numbers


def play_batch(program: Program, agents: Sequence[Player], job: Job, first: int, games: int) -> BatchResult:
    """Play some games. Raises AgentFailed if one of the caller's agents chooses what is not on offer."""
    worker = worker_of(program, job.engine)
    try:
        batch = worker.play(agents, job, first, games)
    finally:
        sums = worker.collect()  # even if the batch failed, so that the next one starts from nothing
    return replace(batch, sums=sums)


def worker_of(program: Program, engine: str) -> Worker:
    """This thread's worker for a program; the last one is kept."""
    worker: Worker | None = getattr(_own, "worker", None)
    if worker is None or worker.kernel.name != engine or worker.program != program:
        worker = Worker(accel.kernel(engine), program)
        _own.worker = worker
    return worker


class Worker:
    """A state, a work space and sums, which grow until they are collected."""

    def __init__(self, kernel: accel.Kernel, program: Program) -> None:
        self.kernel = kernel
        self.program = program
        self.vector = kernel.vector(program.vector)
        self.state = kernel.vector([0] * program.state_size)
        self.work = kernel.vector([0] * program.work_size)
        self.result = kernel.vector(no_results(program.table_sizes))
        self.before: deque[tuple[int, Any]] = deque()  # the sums before the latest batches, by their first game

    def remember(self, first: int, taken: int) -> None:
        """Prepare to `forget` the batch from game `first` on. The batches of the games below `taken` are final."""
        while self.before and self.before[0][0] < taken:
            self.before.popleft()
        self.before.append((first, self.kernel.copy(self.result)))

    def over(self, first: int) -> int:
        """How many games are over of the batch that another thread plays here; 0 unless its first game is `first`."""
        if not self.before or self.before[-1][0] != first:
            return 0
        return int(self.result[R_GAMES] - self.before[-1][1][R_GAMES])

    def forget(self, taken: int) -> None:
        """Remove the games from `taken` on from the sums; they are in batches that were remembered."""
        while self.before and self.before[-1][0] >= taken:
            self.result = self.before.pop()[1]

    def halt(self) -> None:
        """End the game that another thread plays here, at its next decision. The batch goes on with its next game."""
        self.state[at.S_LIMIT] = 0

    def collect(self) -> bytes:
        """Return the sums since the last call, and begin anew."""
        sums = packed(self.result)
        self.result = self.kernel.vector(no_results(self.program.table_sizes))
        self.before.clear()
        return sums

    def play(self, agents: Sequence[Player], job: Job, first: int, games: int) -> BatchResult:
        """Play some games; if only the engine's agents play, in one call of the kernel."""
        if not all(isinstance(agent, BuiltIn) for agent in agents):
            return self.play_with(agents, job, first, games)
        rows = self.kernel.vector([0] * (games * self.program.row_size if job.rows else 1))
        write_agents(self.work, agents)
        self.kernel.play_many(
            self.state, self.vector, self.work, self.result, rows,
            job.seed, first, games, job.limit, job.one_round, job.check, job.rotate, job.rows,
        )  # fmt: skip
        return BatchResult(first, games, b"", packed(rows) if job.rows else b"")

    def play_with(self, agents: Sequence[Player], job: Job, first: int, games: int) -> BatchResult:
        """Play some games decision by decision, with the caller's agents among the players."""
        program = replace(self.program)  # another object, so that no other game shares its work space
        written = b""
        for index in range(first, first + games):
            rounds: Literal["one", "game"] = "one" if job.one_round else "game"
            engine: Any = job.engine
            try:
                game = Game(program, seed=job.seed, index=index, engine=engine, rounds=rounds, limit=job.limit)
            except GameBroken:  # before the first decision, so that it breaks whoever plays
                written += self.play([RANDOM] * program.players, job, index, 1).written
                continue
            self.play_game(game, agents, job)
            state, vector, work = game.vector, game.machine.vector, game.machine.work
            self.kernel.record_result(state, vector, work, self.result, index)
            if job.rows:
                row = self.kernel.vector([0] * program.row_size)
                self.kernel.write_row(state, vector, work, row, 0)
                written += packed(row)
        return BatchResult(first, games, b"", written)

    def play_game(self, game: Game, agents: Sequence[Player], job: Job) -> None:
        """Play one game to its end and record its choices."""
        work, n = game.machine.work, game.players
        write_agents(work, agents)
        work[at.W_ROTATION] = game.index % n if job.rotate else 0
        seated = [agents[(seat - int(work[at.W_ROTATION])) % n] for seat in range(n)]
        for seat, agent in enumerate(seated):
            begin = getattr(agent, "begin", None)
            if begin is not None:
                begin(seat, n, generator(job.seed, game.index, seat))
        with suppress(GameBroken):
            while self.goes_on(game, job):
                option = self.option(game, seated)
                self.kernel.record_choice(game.vector, game.machine.vector, work, self.result, option)
                game.take(option)

    def goes_on(self, game: Game, job: Job) -> bool:
        """Whether a seat has to decide; if promises are checked, a broken one ends the game."""
        state, machine = game.vector, game.machine
        checked = job.check and state[at.S_STATUS] in (at.ASKING, at.OVER)
        if checked and not self.kernel.is_sound(state, machine.vector, machine.work):
            state[at.S_STATUS], state[at.S_ERROR] = at.BROKEN, at.ERROR_PROMISE
        return not game.is_over

    def option(self, game: Game, seated: Sequence[Player]) -> int:
        """The number of the option that the agent at the asked seat takes. Raises AgentFailed."""
        decision = game.decision
        assert decision is not None
        agent = seated[decision.seat]
        if isinstance(agent, BuiltIn):
            return int(self.kernel.choose(game.vector, game.machine.vector, game.machine.work))
        chosen = agent.choose(decision, game.observation(decision.seat))
        try:
            return game.option_of(chosen)
        except (IllegalAction, TypeError) as problem:
            raise AgentFailed(decision.seat, str(problem)) from None


def packed(vector: Any) -> bytes:
    """A vector as 64-bit integers."""
    return array("q", vector).tobytes() if isinstance(vector, list) else bytes(vector.tobytes())
