"""Many games of a ruleset, spread over threads or an executor, and their results added up.

Not here: the names of the sums (tally.py), the work of one worker (worker.py), or when to stop (stopping.py).
Game `i` of a seed is the same whatever runs it, and sums of whole numbers do not depend on their order.
"""

from __future__ import annotations

import math
import os
import time
from array import array
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event
from typing import Literal, TypeAlias

from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.engine.backend import accel
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.limits import DEFAULT_LIMIT, MAX_SEED, MAX_THREADS
from unoflex_rules.play.agents import AgentFailed, BuiltIn, Player, agents_for, name_of
from unoflex_rules.program.image import Program
from unoflex_rules.program.results import added, no_results
from unoflex_rules.simulation.stopping import next_look, predicted
from unoflex_rules.simulation.tally import Tally
from unoflex_rules.simulation.worker import BatchResult, Job, Worker, numbers_of, play_batch

CHUNK = {"plain": 1, "fast": 512}  # games between two checks of the clock and of Ctrl-C; about 50 ms
WHOLE_GAMES = 16  # a whole game counts as so many rounds
REMOTE_CHUNK = {"plain": 64, "fast": 8192}  # ... that a worker of an executor plays at a time; a second or less
AHEAD = 4  # chunks that wait per worker, so that none is idle; this bounds the memory
LOOK = 0.1  # seconds between two checks of Ctrl-C and the clock while waiting for a chunk
GRACE = 1.0  # seconds that a stopped run waits for the chunks that have begun; then it drops them
REMOTE_GRACE = 10.0  # ... with an executor
HALT = 0.0005  # seconds between two attempts to end the game that a worker plays
#: Receives the rows of some games, in the order of their indices: index of the first game, one row per game.
Receiver: TypeAlias = Callable[[int, list[list[int]]], None]


class ExecutorFailed(RuntimeError):
    """An executor lost its workers; `tally` has the results of the games before, in the order of their indices."""

    def __init__(self, why: str, tally: Tally) -> None:
        super().__init__(why)
        self.tally = tally


class _Lost(Exception):
    """The executor accepts no work, or has lost a chunk; the text gives the reason."""


@dataclass
class Run:
    """The state of a simulation."""

    program: Program
    agents: tuple[Player, ...]
    seed: int
    first: int
    last: int  # one after the last game
    job: Job
    chunk: int
    stop: Event
    deadline: float | None
    is_remote: bool  # an executor plays
    receiver: Receiver | None
    progress: Callable[[int], None] | None
    expect: Callable[[int], None] | None
    sums: array[int] = field(init=False)
    done: int = 0  # games played
    stopped_since: float | None = None

    def __post_init__(self) -> None:
        self.sums = array("q", no_results(self.program.table_sizes))

    @property
    def tally(self) -> Tally:
        """The results so far."""
        return Tally.of(self.program, self.sums, self.first, self.name)

    @property
    def name(self) -> str:
        """What determines all games of the run, however they are played."""
        job = self.job
        agents = ",".join(map(name_of, self.agents)) + (" in turn" if job.rotate else "")
        rounds = "one round" if job.one_round else "whole games"
        return f"{self.program.digest}, seed {job.seed}, {agents}, {rounds}, limit {job.limit}"

    @property
    def is_stopped(self) -> bool:
        """Whether no further chunk begins."""
        return self.stop.is_set() or (self.deadline is not None and time.monotonic() >= self.deadline)

    @property
    def is_overdue(self) -> bool:
        """Whether a chunk takes so long after the run was stopped that it is dropped: its games may have no end."""
        if not self.is_stopped:
            return False
        now = time.monotonic()
        if self.stopped_since is None:
            self.stopped_since = now
        return now - self.stopped_since >= (REMOTE_GRACE if self.is_remote else GRACE)

    @property
    def next(self) -> int:
        """The first game whose batch has not been taken."""
        return self.first + self.done

    def add(self, sums: bytes) -> None:
        """Add the results of a worker."""
        self.sums = added(self.sums, numbers_of(sums))

    def take(self, batch: BatchResult) -> None:
        """Add a batch; batches come in the order of their games."""
        if batch.sums:
            self.add(batch.sums)
        if self.receiver is not None:
            self.receiver(batch.first, batch.rows(self.program.row_size))
        self.done += batch.games
        if self.progress is not None:
            self.progress(self.done)


def simulate(
    ruleset: Ruleset | Program,
    *,
    players: int = 4,
    games: int = 1000,
    seed: int = 0,
    agents: Sequence[Player | str] | str | None = None,
    rotate: bool = True,
    rounds: Literal["one", "game"] = "one",
    limit: int = DEFAULT_LIMIT,
    first: int = 0,
    until: float | None = None,
    seconds: float | None = None,
    stop: Event | None = None,
    threads: int | None = None,
    engine: Literal["auto", "plain", "fast"] = "auto",
    executor: Executor | None = None,
    check: bool = False,
    receiver: Receiver | None = None,
    progress: Callable[[int], None] | None = None,
    expect: Callable[[int], None] | None = None,
    notice: Callable[[str], None] | None = None,
) -> Tally:
    """Play games `first` .. `first + games - 1` of `seed` and add up their results.

    `ruleset`: a Ruleset, or a Program for `players`.
    `agents`: one per seat or one for all: agents of the engine by name (`random`, `greedy:call=0.5`), or objects with a
    method `choose(decision, observation)`, which play at Python's speed.
    `rotate`: every agent moves on by a seat from game to game, so that each has each seat equally often.
    `limit`: decisions after which a round is unfinished.
    `until`: stop once the widest 95 % interval of a seat's wins is no wider than this (0.01: one point); the number of
    games then depends on the results alone, and `games` is its maximum.
    `seconds`: stop after that time. `stop`: stop once it is set. In both cases results cover games in the order of
    their index.
    `threads`: number of threads, by default one per processor (the plain engine uses one); with an executor, its number
    of workers, if it does not have the attribute of the standard library's executors.
    `executor`: runs the games instead of threads of this process; its workers must be able to import this package.
    `check`: check the cheap promises at every decision; a broken one counts in `Tally.broken`.
    `receiver`: receives a row of integers per game (GAME_ROW in program/results.py), in the order of the games.
    `progress`: called with the number of games done. `expect`: called with the expected number of games, with `until`.
    `notice`: called with the reason of a longer wait.

    Raises RulesetError, ValueError for numbers out of bounds, BadAgent, AgentFailed if an agent chooses an option that
    is not on offer, accel.NotAvailable without the fast backend, ExecutorFailed if the executor loses its workers.
    """
    if games < 1:
        raise ValueError("at least one game is played")
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is a number from 0 to {MAX_SEED}")
    if first < 0 or first + games > MAX_SEED:
        raise ValueError(f"the index of a game is a number from 0 to {MAX_SEED}")
    if limit < 1:
        raise ValueError("a round takes at least one decision")
    if rounds not in ("one", "game"):
        raise ValueError(f"rounds is `one` or `game`, not {rounds!r}")
    if threads is not None and threads < 1:
        raise ValueError("at least one thread plays")
    if threads is not None and threads > MAX_THREADS:
        raise ValueError(f"at most {MAX_THREADS} threads play")
    if until is not None and not 0 < until < 1:
        raise ValueError("`until` is the width of an interval, between 0 and 1")
    if seconds is not None and not 0 <= seconds < math.inf:
        raise ValueError(f"`seconds` is a time of 0 or more, not {seconds}")
    program = ruleset if isinstance(ruleset, Program) else compile_ruleset(ruleset, players)
    if program.players != players:
        raise ValueError(f"the program is for {program.players} players, not {players}")
    seated = agents_for(players, agents)
    own = not all(isinstance(agent, BuiltIn) for agent in seated)
    backend = accel.resolved(engine)
    job = Job(backend, seed, limit, int(rounds == "one"), int(check), int(rotate), int(receiver is not None))
    chunk = (REMOTE_CHUNK if executor is not None else CHUNK)["plain" if own else backend]
    chunk = max(chunk // WHOLE_GAMES, 1) if rounds == "game" else chunk
    deadline = None if seconds is None else time.monotonic() + seconds
    run = Run(
        program, seated, seed, first, first + games, job, chunk, stop or Event(), deadline, executor is not None,
        receiver, progress, expect,
    )  # fmt: skip
    if executor is None:
        kernel = accel.kernel(backend, notice)
        number = 1 if own or backend == "plain" else threads or os.cpu_count() or 1
        workers = [Worker(kernel, program) for _ in range(min(number, -(-games // chunk)))]
        if own:
            play_now(run, until, workers[0])
        else:
            play_here(run, until, workers)
    else:
        count = threads or getattr(executor, "_max_workers", None) or os.cpu_count() or 1

        def submit(first: int, number: int) -> Future[BatchResult]:
            try:
                return executor.submit(play_batch, program, seated, job, first, number)
            except Exception as error:
                raise _Lost(reason(error)) from error

        try:
            spread(run, until, count, submit)
        except _Lost as lost:
            raise ExecutorFailed(str(lost), run.tally) from lost
    return run.tally


def bounds(run: Run, until: float | None) -> Iterator[int]:
    """For each look at the results, one after the last game before it; ends when enough games have been played."""
    if until is None:
        yield run.last
        return
    while True:
        wanted = next_look(run.tally, until, run.last - run.first)
        if wanted is None:
            return
        if run.expect is not None:
            run.expect(max(predicted(run.tally, until, run.last - run.first), wanted))
        yield run.first + wanted


def chunks(run: Run, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The games from `start` to `end` in chunks: the first game and the number of games."""
    for first in range(start, end, run.chunk):
        yield first, min(run.chunk, end - first)


def play_now(run: Run, until: float | None, worker: Worker) -> None:
    """Play in this thread, as the caller's agents must; a game is always played to its end."""

    def play(first: int, count: int) -> Future[BatchResult]:
        played: Future[BatchResult] = Future()
        played.set_result(worker.play(run.agents, run.job, first, count))
        return played

    spread(run, until, 0, play, lambda: run.add(worker.collect()))


def play_here(run: Run, until: float | None, workers: list[Worker]) -> None:
    """Play on threads of this process; each worker adds up its results until the next look at them.

    This thread plays nothing, so that it can receive Ctrl-C and end games that take too long.
    """
    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)

    def play(first: int, count: int) -> BatchResult:
        worker = free.get()
        try:
            worker.remember(first, run.next)
            return worker.play(run.agents, run.job, first, count)
        finally:
            free.put(worker)

    def collect() -> None:
        for worker in workers:
            run.add(worker.collect())

    def drop(begun: Collection[Future[BatchResult]], is_overdue: bool) -> None:
        over = max(worker.over(run.next) for worker in workers)
        while not all(future.done() for future in begun):
            for worker in workers:
                worker.halt()
            time.sleep(HALT)
        for worker in workers:
            worker.forget(run.next)
        if is_overdue and over:  # they are played again, since their chunk is dropped
            run.take(play(run.next, over))

    with ThreadPoolExecutor(len(workers)) as pool:
        spread(run, until, len(workers), lambda first, count: pool.submit(play, first, count), collect, drop)


def spread(
    run: Run,
    until: float | None,
    workers: int,
    submit: Callable[[int, int], Future[BatchResult]],
    collect: Callable[[], None] = lambda: None,
    drop: Callable[[Collection[Future[BatchResult]], bool], None] = lambda begun, is_overdue: None,
) -> None:
    """Let workers play the chunks, a bounded number at a time, and take the batches in order.

    `collect`: adds the results that workers keep, before each look at them. `drop`: ends chunks that have begun, and
    removes the results of all chunks that have not been taken; if the run is overdue, it takes the games before the one
    that did not end.
    """
    waiting: deque[Future[BatchResult]] = deque()
    start = run.first
    try:
        for end in bounds(run, until):
            for first, count in chunks(run, start, end):
                if run.is_stopped:
                    break
                try:
                    waiting.append(submit(first, count))
                except _Lost:
                    while waiting and waiting[0].done():
                        take_first(run, waiting)
                    raise
                if len(waiting) >= workers * AHEAD:
                    take_first(run, waiting)
            while waiting and not run.is_overdue:
                take_first(run, waiting)
            if run.is_stopped:
                break
            collect()
            start = end
        if waiting:
            drop(waiting, True)
            waiting.clear()
    finally:
        for future in waiting:
            future.cancel()
        drop(waiting, False)
        collect()


def result_of(run: Run, future: Future[BatchResult]) -> BatchResult:
    """The batch of a chunk; raises _Lost if an executor could not play it."""
    try:
        return future.result()
    except Exception as error:
        if not run.is_remote or isinstance(error, AgentFailed):
            raise
        raise _Lost(reason(error)) from error


def reason(error: Exception) -> str:
    """The type and the text of an error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())


def take_first(run: Run, waiting: deque[Future[BatchResult]]) -> None:
    """Take the oldest chunk once it is played; if the run is stopped, drop the chunks that have not begun.

    Take nothing if the run is overdue.
    """
    while waiting:
        # From the last one on, so that no later chunk begins meanwhile.
        while run.is_stopped and waiting and waiting[-1].cancel():
            waiting.pop()
        if waiting and wait([waiting[0]], LOOK).done:
            run.take(result_of(run, waiting.popleft()))
            return
        if run.is_overdue:
            return
