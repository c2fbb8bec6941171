"""Many games of a ruleset, spread over threads, and their results added up. Not here: what the sums mean (metrics.py).

Game `i` of a seed is the same whatever runs it, and sums of whole numbers do not depend on their order.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import Any, Literal

from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.engine import accel
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.metrics import Tally
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program

DEFAULT_LIMIT = 10_000
CHUNK = {"plain": 16, "fast": 512}  # games between two looks at the clock or at Ctrl-C
MAX_SEED = 2**53


def simulate(
    ruleset: Ruleset,
    *,
    players: int = 4,
    games: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    engine: Literal["auto", "plain", "fast"] = "auto",
    rounds: Literal["one", "game"] = "one",
    limit: int = DEFAULT_LIMIT,
    check: bool = False,
    first: int = 0,
    progress: Callable[[int], None] | None = None,
    notice: Callable[[str], None] | None = None,
) -> Tally:
    """Play games `first` .. `first + games - 1` of `seed`, every choice uniform over the options.

    `threads`: how many at a time, as many as there are processors if None (the plain engine uses one).
    `limit`: decisions that a round may take; longer games are counted as unfinished.
    `check`: the cheap promises are checked at every decision; a broken one is named in `Tally.broken`.
    `progress`: called with the number of games done so far.
    `notice`: told, in a sentence, why nothing happens for a while.

    Raises RulesetError, ValueError for numbers out of bounds, accel.NotAvailable without the fast backend.
    """
    if games < 1:
        raise ValueError("at least one game is played")
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is a number from 0 to {MAX_SEED}")
    program = compile_ruleset(ruleset, players)
    kernel = accel.kernel(engine, notice)
    vector = kernel.vector(program.vector)
    chunk = CHUNK[kernel.name]
    chunks = range(first, first + games, chunk)
    number = min(threads or os.cpu_count() or 1, len(chunks)) if kernel.name == "fast" else 1
    workers = [Worker(kernel, program, vector) for _ in range(number)]

    def play(worker: Worker, start: int) -> int:
        count = min(chunk, first + games - start)
        worker.play(seed, start, count, limit, int(rounds == "one"), int(check))
        return count

    share_out(workers, iter(chunks), play, progress)
    tally = Tally(players)
    for worker in workers:
        tally.add(worker.tally(program))
    return tally


def share_out(
    workers: list[Worker],
    chunks: Iterator[int],
    play: Callable[[Worker, int], int],
    progress: Callable[[int], None] | None,
) -> None:
    """Let each worker, on a thread of its own, take one chunk after the other until none is left."""
    lock = Lock()
    stop = Event()
    done = 0

    def work(worker: Worker) -> None:
        nonlocal done
        while not stop.is_set():
            with lock:
                start = next(chunks, None)
            if start is None:
                return
            count = play(worker, start)
            with lock:
                done += count
                if progress is not None:
                    progress(done)

    if len(workers) == 1:
        work(workers[0])
        return
    with ThreadPoolExecutor(len(workers)) as executor:
        running = [executor.submit(work, worker) for worker in workers]
        try:
            for each in running:
                each.result()
        finally:
            stop.set()


class Worker:
    """A state, a work space and sums of its own."""

    def __init__(self, kernel: accel.Kernel, program: Program, vector: Any) -> None:
        self.kernel = kernel
        self.program = vector
        self.state = kernel.vector([0] * program.state_size)
        self.work = kernel.vector([0] * program.work_size)
        self.result = kernel.vector(
            [0] * at.R_LONGEST + [at.NONE, at.NONE] + [0] * (program.result_size - at.R_LONGEST - 2)
        )

    def play(self, seed: int, first: int, games: int, limit: int, one_round: int, check: int) -> None:
        """Play some games and add them up."""
        self.kernel.play_many(
            self.state, self.program, self.work, self.result, seed, first, games, limit, one_round, check
        )

    def tally(self, program: Program) -> Tally:
        """The sums, with names."""
        r = [int(value) for value in self.result]
        n = program.players
        chosen: dict[str, int] = {}
        base = at.R_REASONS + len(program.reasons)
        kinds = len(program.kinds) + 1
        for verb, verb_name in enumerate(program.verbs):
            for kind in range(kinds):
                count = r[base + verb * kinds + kind]
                if count:
                    name = verb_name if kind == 0 else f"{verb_name} {program.kinds[kind - 1]}"
                    chosen[name] = count
        return Tally(
            players=n,
            games=r[at.R_GAMES],
            finished=r[at.R_FINISHED],
            unfinished=r[at.R_UNFINISHED],
            blocked=r[at.R_BLOCKED],
            wins=r[at.R_WINS : at.R_WINS + n],
            shared=r[at.R_SHARED : at.R_SHARED + n],
            won_nobody=r[at.R_NOBODY],
            started=r[at.R_STARTED : at.R_STARTED + n],
            starter_wins=r[at.R_STARTER_WINS : at.R_STARTER_WINS + n],
            reasons={name: r[at.R_REASONS + k] for k, name in enumerate(program.reasons) if r[at.R_REASONS + k]},
            turns=r[at.R_TURN_HISTOGRAM : at.R_TURN_HISTOGRAM + at.HISTOGRAM],
            decisions=r[at.R_DECISION_HISTOGRAM : at.R_DECISION_HISTOGRAM + at.HISTOGRAM],
            turns_sum=r[at.R_TURNS],
            turns_squares=r[at.R_TURN_SQUARES],
            decisions_sum=r[at.R_DECISIONS],
            decisions_squares=r[at.R_DECISION_SQUARES],
            options=r[at.R_OPTIONS],
            forced=r[at.R_FORCED],
            decisions_total=r[at.R_ALL_DECISIONS],
            chosen=chosen,
            longest_game=r[at.R_LONGEST],
            longest_decisions=r[at.R_LONGEST_DECISIONS],
            broken=r[at.R_BROKEN],
            first_broken=r[at.R_FIRST_BROKEN] if r[at.R_BROKEN] else -1,
            broken_why=self.why(program, r) if r[at.R_BROKEN] else "",
        )

    def why(self, program: Program, r: list[int]) -> str:
        """What went wrong in the first broken game, and where."""
        reasons = {
            at.ERROR_BUDGET: "an effect does not come to an end",
            at.ERROR_NO_OPTION: "somebody is asked and has no option",
            at.ERROR_OPTIONS: f"more than {at.MAX_OPTIONS} options at once",
            at.ERROR_PROMISE: "a promise of the engine is broken",
        }
        source = program.source(r[at.R_BROKEN_PC])
        place = f" ({source.outermost})" if source is not None else ""
        return reasons.get(r[at.R_BROKEN_ERROR], "unknown") + place
