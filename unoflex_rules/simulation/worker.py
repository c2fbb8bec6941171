"""What one worker does: a batch of games on a backend, played by agents, and their sums. A worker may be a thread, a
process or another machine, so that all it gets and gives can be pickled.

Not here: how games are shared out (runner.py), or what the sums mean (tally.py).
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import Any

from unoflex_rules.engine.backend import accel
from unoflex_rules.play.agents import RANDOM, AgentFailed, BuiltIn, Player, generator, settle
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program
from unoflex_rules.simulation.tally import Tally

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


class Sums:
    """Results of batches, added up. All are sums but for what names one game: the first broken, the longest."""

    def __init__(self, program: Program) -> None:
        self.numbers = array("q", no_results(program))

    def add(self, data: bytes) -> None:
        """Add the sums of a batch."""
        mine, theirs = self.numbers, numbers_of(data)
        added = array("q", map(add, mine, theirs))
        for place in (at.R_FIRST_BROKEN, at.R_BROKEN_ERROR, at.R_BROKEN_PC):
            both = mine[at.R_BROKEN] and theirs[at.R_BROKEN]
            earlier = (
                mine if (mine[at.R_FIRST_BROKEN] < theirs[at.R_FIRST_BROKEN] if both else mine[at.R_BROKEN]) else theirs
            )
            added[place] = earlier[place]
        longest = [(-each[at.R_LONGEST_DECISIONS], each[at.R_LONGEST]) for each in (mine, theirs)]
        added[at.R_LONGEST_DECISIONS], added[at.R_LONGEST] = -min(longest)[0], min(longest)[1]
        self.numbers = added

    def tally(self, program: Program, first: int) -> Tally:
        """The sums, with names, of games that began with `first`."""
        return tally_of(program, self.numbers.tolist(), first)


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
        self.result = kernel.vector(no_results(program))

    def collect(self) -> bytes:
        """The sums since they were collected last."""
        sums = packed(self.result)
        self.result = self.kernel.vector(no_results(self.program))
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


def no_results(program: Program) -> list[int]:
    """The sums of no game."""
    result = [0] * program.result_size
    result[at.R_LONGEST] = result[at.R_LONGEST_DECISIONS] = at.NONE
    return result


def packed(vector: Any) -> bytes:
    """A vector as 64-bit integers."""
    return array("q", vector).tobytes() if isinstance(vector, list) else bytes(vector.tobytes())


def tally_of(program: Program, r: list[int], first: int) -> Tally:
    """The sums of a batch that began with game `first`, with names."""
    n = program.players

    def seats(place: int) -> list[int]:
        return r[place : place + n]

    kinds, verbs, reasons = len(program.kinds), len(program.verbs), len(program.reasons)
    calls = at.calls_place(reasons, verbs, kinds)
    declared = at.declared_place(reasons, verbs, kinds)
    return Tally(
        players=n,
        games=r[at.R_GAMES],
        ranges=[(first, first + r[at.R_GAMES])] if r[at.R_GAMES] else [],
        finished=r[at.R_FINISHED],
        unfinished=r[at.R_UNFINISHED],
        blocked=r[at.R_BLOCKED],
        wins=seats(at.R_WINS),
        shared=seats(at.R_SHARED),
        parts=seats(at.R_PARTS),
        together=r[at.R_TOGETHER : at.R_TOGETHER + n + 1],
        started=seats(at.R_STARTED),
        starter_wins=seats(at.R_STARTER_WINS),
        agent_wins=seats(at.R_AGENT_WINS),
        agent_shared=seats(at.R_AGENT_SHARED),
        agent_parts=seats(at.R_AGENT_PARTS),
        agent_started=seats(at.R_AGENT_STARTED),
        agent_starter_wins=seats(at.R_AGENT_STARTER_WINS),
        reasons=by_reason(program, r),
        turns=r[at.R_TURN_HISTOGRAM : at.R_TURN_HISTOGRAM + at.HISTOGRAM],
        decisions=r[at.R_DECISION_HISTOGRAM : at.R_DECISION_HISTOGRAM + at.HISTOGRAM],
        rounds=r[at.R_ROUND_HISTOGRAM : at.R_ROUND_HISTOGRAM + at.MAX_ROUNDS + 1],
        turns_sum=r[at.R_TURNS],
        turns_squares=r[at.R_TURN_SQUARES],
        decisions_sum=r[at.R_DECISIONS],
        decisions_squares=r[at.R_DECISION_SQUARES],
        rounds_sum=r[at.R_ROUNDS],
        rounds_squares=r[at.R_ROUND_SQUARES],
        calls=r[at.R_CALLS],
        reshuffles=r[at.R_RESHUFFLES],
        reshuffled=r[at.R_RESHUFFLED],
        options=r[at.R_OPTIONS],
        forced=r[at.R_FORCED],
        decisions_total=r[at.R_ALL_DECISIONS],
        chosen=chosen(program, r, at.chosen_place(reasons)),
        called={
            name: r[calls + k * at.CALL_WIDTH : calls + (k + 1) * at.CALL_WIDTH]
            for k, name in enumerate(program.verbs)
            if any(r[calls + k * at.CALL_WIDTH : calls + (k + 1) * at.CALL_WIDTH])
        },
        kinds=by_kind(program, r, at.statistics_place(reasons, verbs, kinds)),
        counts={
            counted.name: r[declared + k * at.DECLARED_WIDTH : declared + (k + 1) * at.DECLARED_WIDTH]
            for k, counted in enumerate(program.counts)
        },
        longest_game=r[at.R_LONGEST],
        longest_decisions=r[at.R_LONGEST_DECISIONS],
        broken=r[at.R_BROKEN],
        first_broken=r[at.R_FIRST_BROKEN] if r[at.R_BROKEN] else -1,
        broken_why=why_broken(program, r) if r[at.R_BROKEN] else "",
    )


def by_reason(program: Program, r: list[int]) -> dict[str, int]:
    """How many games ended for each reason; who wins and who loses for the same one is taken together."""
    found: dict[str, int] = {}
    for k, name in enumerate(program.reasons):
        if r[at.R_REASONS + k]:
            found[name] = found.get(name, 0) + r[at.R_REASONS + k]
    return found


def chosen(program: Program, r: list[int], place: int) -> dict[str, int]:
    """How often each kind of action was chosen: `play number`, `draw` ..."""
    found = {}
    for verb in program.verbs:
        for kind in ("", *program.kinds):
            if r[place]:
                found[f"{verb} {kind}" if kind else verb] = r[place]
            place += 1
    return found


def by_kind(program: Program, r: list[int], place: int) -> dict[str, list[list[int]]]:
    """Per kind of card each statistic: its sum and its sum of squares over finished games."""
    dealt = {program.kind_of(card, face) for card in range(len(program.cards)) for face in range(len(program.faces))}
    found: dict[str, list[list[int]]] = {kind: [] for kind in program.kinds if kind in dealt}
    for _ in range(at.C_STATISTICS):
        for kind in program.kinds:
            if kind in found:
                found[kind].append(r[place : place + at.STATISTIC_WIDTH])
            place += at.STATISTIC_WIDTH
    return found


def why_broken(program: Program, r: list[int]) -> str:
    """What went wrong in the first broken game, and where."""
    reasons = {
        at.ERROR_BUDGET: "an effect does not come to an end",
        at.ERROR_NO_OPTION: "somebody is asked and has no option",
        at.ERROR_OPTIONS: f"more than {at.MAX_OPTIONS} options at once",
        at.ERROR_PROMISE: "a promise of the engine is broken",
    }
    source = program.source(r[at.R_BROKEN_PC])
    place = f" ({source.shown})" if source is not None else ""
    return reasons.get(r[at.R_BROKEN_ERROR], "unknown") + place
