"""Many games of a ruleset, spread over threads or an executor, and their results added up.

Not here: what the sums mean (tally.py), the work of one worker (worker.py), or when enough has been played
(stopping.py). Game `i` of a seed is the same whatever runs it, and sums of whole numbers do not depend on their order.
"""

from __future__ import annotations

import math
import os
import time
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event
from typing import Literal, TypeAlias

from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.engine.backend import accel
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.limits import DEFAULT_LIMIT, MAX_SEED
from unoflex_rules.play.agents import BuiltIn, Player, agents_for, name_of
from unoflex_rules.program.image import Program
from unoflex_rules.program.results import added, no_results
from unoflex_rules.simulation.stopping import next_look, predicted
from unoflex_rules.simulation.tally import Tally
from unoflex_rules.simulation.worker import Batch, Job, Worker, numbers_of, play_batch

CHUNK = {"plain": 1, "fast": 512}  # games between two looks at the clock or at Ctrl-C; some 50 ms
WHOLE_GAMES = 16  # times as much for a whole game as for a round
REMOTE_CHUNK = {"plain": 64, "fast": 8192}  # ... that an executor's worker plays at a time; a second or less
AHEAD = 4  # chunks a worker that wait for it, so that none is idle; they bound what is in memory
LOOK = 0.1  # seconds between two looks at Ctrl-C and the clock while a chunk is waited for
#: Gets the rows of some games, in the order of their indices: index of the first, and a row of integers each.
Receiver: TypeAlias = Callable[[int, list[list[int]]], None]


@dataclass
class Run:
    """What a simulation shares with those who play for it."""

    program: Program
    agents: tuple[Player, ...]
    seed: int
    first: int
    last: int  # one after the last game that may be played
    job: Job
    chunk: int
    stop: Event
    deadline: float | None
    receiver: Receiver | None
    progress: Callable[[int], None] | None
    expect: Callable[[int], None] | None
    sums: array[int] = field(init=False)
    done: int = 0  # games played

    def __post_init__(self) -> None:
        self.sums = array("q", no_results(self.program.table_sizes))

    @property
    def tally(self) -> Tally:
        """The results so far."""
        return Tally.of(self.program, self.sums, self.first, self.name)

    @property
    def name(self) -> str:
        """What all games of the run have in common, however they are played."""
        job = self.job
        agents = ",".join(map(name_of, self.agents)) + (" in turn" if job.rotate else "")
        rounds = "one round" if job.one_round else "whole games"
        return f"{self.program.digest}, seed {job.seed}, {agents}, {rounds}, limit {job.limit}"

    @property
    def is_stopped(self) -> bool:
        """Whether no further chunk is to be begun."""
        return self.stop.is_set() or (self.deadline is not None and time.monotonic() >= self.deadline)

    def add(self, sums: bytes) -> None:
        """Add the results of a worker."""
        self.sums = added(self.sums, numbers_of(sums))

    def take(self, batch: Batch) -> None:
        """Add what a worker has played; batches come in the order of their games."""
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

    `ruleset`: or its program, which is for `players`.
    `agents`: who plays, one a seat or one for all: agents of the engine by name (`random`, `greedy:call=0.5`), or
    objects with a method `choose(decision, observation)`, which are played with at Python's speed.
    `rotate`: from game to game every agent moves on by a seat, so that each has each seat equally often.
    `limit`: decisions that a round may take; longer games are counted as unfinished.
    `until`: stop as soon as the widest 95 % interval of a seat's wins is no wider than this (0.01: one point); the
    number of games then depends on the results alone, and `games` is the most that is played.
    `seconds`: stop after that time. `stop`: stop once it is set. Either way what has been played are the first games.
    `threads`: how many at a time, as many as there are processors if None (the plain engine uses one); with an
    executor how many workers that has, if it does not say so itself as those of the standard library do.
    `executor`: runs the games instead of threads of this process; its workers must be able to import this package.
    `check`: the cheap promises are checked at every decision; a broken one is named in `Tally.broken`.
    `receiver`: gets a row of integers a game (program/layout.py, G_...), in the order of the games.
    `progress`: called with the number of games done so far. `expect`: told, with `until`, how many games it will
    probably take. `notice`: told why nothing happens for a while.

    Raises RulesetError, ValueError for numbers out of bounds, BadAgent, AgentFailed when an agent chooses what is not
    on offer, accel.NotAvailable without the fast backend.
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
        program, seated, seed, first, first + games, job, chunk, stop or Event(), deadline, receiver, progress, expect
    )
    if executor is None:
        kernel = accel.kernel(backend, notice)
        number = 1 if own or backend == "plain" else threads or os.cpu_count() or 1
        play_here(run, until, [Worker(kernel, program) for _ in range(min(number, -(-games // chunk)))])
    else:
        count = threads or getattr(executor, "_max_workers", None) or os.cpu_count() or 1

        def submit(first: int, number: int) -> Future[Batch]:
            return executor.submit(play_batch, program, seated, job, first, number)

        spread(run, until, count, submit)
    return run.tally


def bounds(run: Run, until: float | None) -> Iterator[int]:
    """One after the last game to be played before the next look at the results; ends when enough has been played."""
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
    """The games from `start` to `end` in chunks, the first game and how many."""
    for first in range(start, end, run.chunk):
        yield first, min(run.chunk, end - first)


def play_here(run: Run, until: float | None, workers: list[Worker]) -> None:
    """Play on threads of this process; each worker adds up for itself until there is a look at the results."""
    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)

    def play(first: int, count: int) -> Batch:
        worker = free.get()
        try:
            return worker.play(run.agents, run.job, first, count)
        finally:
            free.put(worker)

    def collect() -> None:
        for worker in workers:
            run.add(worker.collect())

    def play_now(first: int, count: int) -> Future[Batch]:
        played: Future[Batch] = Future()
        played.set_result(play(first, count))
        return played

    if len(workers) == 1:  # agents of the caller's own are to play where they were made
        spread(run, until, 0, play_now, collect)
        return
    with ThreadPoolExecutor(len(workers)) as pool:
        spread(run, until, len(workers), lambda first, count: pool.submit(play, first, count), collect)


def spread(
    run: Run,
    until: float | None,
    workers: int,
    submit: Callable[[int, int], Future[Batch]],
    collect: Callable[[], None] = lambda: None,
) -> None:
    """Let workers play the chunks, a bounded number of them at a time; what they played is taken in order.

    `collect`: fetches what workers add up for themselves, before each look at the results.
    """
    waiting: deque[Future[Batch]] = deque()
    start = run.first
    try:
        for end in bounds(run, until):
            for first, count in chunks(run, start, end):
                if run.is_stopped:
                    break
                waiting.append(submit(first, count))
                if len(waiting) >= workers * AHEAD:
                    take_first(run, waiting)
            while waiting:
                take_first(run, waiting)
            if run.is_stopped:
                break
            collect()
            start = end
    finally:
        while waiting:
            waiting.pop().cancel()
        collect()


def take_first(run: Run, waiting: deque[Future[Batch]]) -> None:
    """Take the chunk that was begun first as soon as it is played; once the run is stopped, drop what has not begun."""
    while waiting:
        # What is dropped is no part of the first games; from behind, lest a later one begins meanwhile.
        while run.is_stopped and waiting and waiting[-1].cancel():
            waiting.pop()
        if waiting and wait([waiting[0]], LOOK).done:
            run.take(waiting.popleft().result())
            return
