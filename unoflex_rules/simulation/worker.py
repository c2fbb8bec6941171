"""What one worker does: a batch of games on a backend, played by agents, and their sums. A worker may be a thread, a
process or another machine, so that all it gets and gives can be pickled.

Not here: how games are shared out (runner.py), or what the sums mean (tally.py).
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from unoflex_rules.engine.backend import accel
from unoflex_rules.play.agents import RANDOM, AgentFailed, BuiltIn, Player, generator, settle
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program
from unoflex_rules.program.results import no_results

_own = threading.local()


@dataclass(frozen=True)
class Job:
    """How games are played, whichever they are."""

    engine: str  # plain or fast
    seed: int
    limit: int
    one_round: int
    check: int
    rotate: int
    rows: int


@dataclass(frozen=True)
class Batch:
    """Games first .. first + games - 1 have been played: their sums (unless the worker keeps them), and a row of
    integers each if they were wanted; both as 64-bit integers in the order of layout.py.
    """

    first: int
    games: int
    sums: bytes
    written: bytes

    def rows(self, size: int) -> list[list[int]]:
        """A row of integers a game."""
        numbers = numbers_of(self.written)
        return [numbers[place : place + size].tolist() for place in range(0, self.games * size, size)]


def numbers_of(data: bytes) -> array[int]:
    numbers = array("q")
    numbers.frombytes(data)
    return numbers


def play_batch(program: Program, agents: Sequence[Player], job: Job, first: int, games: int) -> Batch:
    """Play some games. Raises AgentFailed when an agent of the caller's own chooses what is not on offer."""
    worker = worker_of(program, job.engine)
    try:
        batch = worker.play(agents, job, first, games)
    finally:
        sums = worker.collect()  # of a batch that failed nothing may be left for the next one
    return replace(batch, sums=sums)


def worker_of(program: Program, engine: str) -> Worker:
    """This thread's worker for a program; the last one is kept."""
    worker: Worker | None = getattr(_own, "worker", None)
    if worker is None or worker.kernel.name != engine or worker.program != program:
        worker = Worker(accel.kernel(engine), program)
        _own.worker = worker
    return worker


class Worker:
    """A state, a work space and sums of its own, which grow until they are collected."""

    def __init__(self, kernel: accel.Kernel, program: Program) -> None:
        self.kernel = kernel
        self.program = program
        self.vector = kernel.vector(program.vector)
        self.state = kernel.vector([0] * program.state_size)
        self.work = kernel.vector([0] * program.work_size)
        self.result = kernel.vector(no_results(program.table_sizes))

    def collect(self) -> bytes:
        """The sums since they were collected last."""
        sums = packed(self.result)
        self.result = self.kernel.vector(no_results(self.program.table_sizes))
        return sums

    def play(self, agents: Sequence[Player], job: Job, first: int, games: int) -> Batch:
        """Play some games: with the engine's agents in one call of the kernel."""
        if not all(isinstance(agent, BuiltIn) for agent in agents):
            return self.play_with(agents, job, first, games)
        rows = self.kernel.vector([0] * (games * self.program.row_size if job.rows else 1))
        settle(self.work, agents)
        self.kernel.play_many(
            self.state, self.vector, self.work, self.result, rows,
            job.seed, first, games, job.limit, job.one_round, job.check, job.rotate, job.rows,
        )  # fmt: skip
        return Batch(first, games, b"", packed(rows) if job.rows else b"")

    def play_with(self, agents: Sequence[Player], job: Job, first: int, games: int) -> Batch:
        """Play some games in which agents of the caller's own choose, one decision after the other."""
        from unoflex_rules.play.game import Game
        from unoflex_rules.play.outcome import GameBroken

        program = replace(self.program)  # another one, so that no other game uses the same work space
        result = self.result
        written = b""
        for index in range(first, first + games):
            rounds = "one" if job.one_round else "game"
            try:
                game = Game(program, seed=job.seed, index=index, engine=job.engine, rounds=rounds, limit=job.limit)  # type: ignore[arg-type]
            except GameBroken:  # before anybody could choose, and so it breaks whoever plays
                written += self.play([RANDOM] * program.players, job, index, 1).written
                continue
            machine = game._machine
            work = machine.work
            settle(work, agents)
            n = program.players
            work[at.W_ROTATION] = index % n if job.rotate else 0
            seats = [(seat - int(work[at.W_ROTATION])) % n for seat in range(n)]
            for seat, agent in enumerate(seats):
                begin = getattr(agents[agent], "begin", None)
                if begin is not None:
                    begin(seat, n, generator(job.seed, index, seat))
            try:
                while self.goes_on(game, job):
                    asked = game.to_decide
                    assert asked is not None
                    option = self.option(game, agents[seats[asked]], asked, work)
                    self.kernel.record_choice(game._state, machine.vector, work, result, option)
                    game._take(option)
            except GameBroken:
                pass
            self.kernel.record_result(game._state, machine.vector, work, result, index)
            if job.rows:
                row = self.kernel.vector([0] * program.row_size)
                self.kernel.write_row(game._state, machine.vector, work, row, 0)
                written += packed(row)
        return Batch(first, games, b"", written)

    def goes_on(self, game: Any, job: Job) -> bool:
        """Whether somebody is asked; a broken promise ends the game, where promises are checked."""
        state, machine = game._state, game._machine
        looked_at = job.check and state[at.S_STATUS] in (at.ASKING, at.OVER)
        if looked_at and not self.kernel.is_sound(state, machine.vector, machine.work):
            state[at.S_STATUS], state[at.S_ERROR] = at.BROKEN, at.ERROR_PROMISE
        return not game.is_over

    def option(self, game: Any, agent: Player, seat: int, work: Any) -> int:
        """The number of the option that an agent takes. Raises AgentFailed."""
        from unoflex_rules.play.actions import IllegalAction

        if isinstance(agent, BuiltIn):
            return int(self.kernel.choose(game._state, game._machine.vector, work))
        decision = game.decision
        chosen = agent.choose(decision, game.observation(seat))
        try:
            actions = game._actions()
            return int(actions[game._index_of(chosen, [action for action, _ in actions])][1])
        except (IllegalAction, TypeError) as problem:
            raise AgentFailed(seat, str(problem)) from None


def packed(vector: Any) -> bytes:
    """A vector as 64-bit integers."""
    return array("q", vector).tobytes() if isinstance(vector, list) else bytes(vector.tobytes())
