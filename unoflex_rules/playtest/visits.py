"""Batches of games of a program that counts its visits: which statements, options and kinds of cards they reached.

Not here: what was never reached (findings.py), or how games are shared out (simulation/runner.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from unoflex_rules.compiler import compile_counting, compile_ruleset
from unoflex_rules.engine.rng import seed_words
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.limits import CHECK_LIMIT
from unoflex_rules.play.agents import agents_for, write_agents
from unoflex_rules.play.game import Game
from unoflex_rules.play.machine import machine_of
from unoflex_rules.program import layout as at
from unoflex_rules.program import results
from unoflex_rules.program.image import Place, Program
from unoflex_rules.program.opcodes import OPCODES
from unoflex_rules.simulation.report import Settings
from unoflex_rules.simulation.runner import simulate

BEGINNING = 200  # decisions


@dataclass(frozen=True)
class CountingProgram:
    """A ruleset for a number of players: its program, the program that counts visits, and the places it counts."""

    program: Program
    counting: Program
    places: tuple[Place, ...]

    @classmethod
    def of(cls, ruleset: Ruleset, players: int) -> CountingProgram:
        """Raises RulesetError if there is no program."""
        counting, places = compile_counting(ruleset, players)
        return cls(compile_ruleset(ruleset, players), counting, places)

    @property
    def kinds(self) -> set[str]:
        """The kinds of cards in the game."""
        program = self.program
        return {program.kind_of(card, face) for card in range(len(program.cards)) for face in range(len(program.faces))}


@dataclass
class Flaw:
    """How many games of a batch have a flaw, and the first of them."""

    count: int = 0
    first: int = -1

    def add(self, game: int) -> None:
        self.first = self.first if self.count else game
        self.count += 1


@dataclass
class GameBatchResult:
    """What some games reached, and their flaws: not ended, blocked, without a winner, broken (`why`)."""

    games: int = 0
    decisions: int = 0
    places: set[Place] = field(default_factory=set)
    laid: set[str] = field(default_factory=set)
    unfinished: Flaw = field(default_factory=Flaw)
    blocked: Flaw = field(default_factory=Flaw)
    unwon: Flaw = field(default_factory=Flaw)
    broken: Flaw = field(default_factory=Flaw)
    why: str = ""


@dataclass(frozen=True)
class GameBatch:
    """A batch of games with one configuration, and its coverage.

    `setting`: the options that were set for them; `changed`: these, and those that the user has set.
    """

    setting: Mapping[str, str]
    changed: Mapping[str, str]
    program: CountingProgram
    seed: int
    agents: str
    rounds: str
    result: GameBatchResult

    def replay(self, game: int, name: str) -> str:
        """The command that shows a game; `name`: what commands call the ruleset."""
        settings = Settings.of(
            self.program.program,
            self.seed,
            rounds=self.rounds,
            changed=self.changed,
            agents=(self.agents,),
            limit=CHECK_LIMIT,
        )
        return settings.replay(game, name)

    def again(self, index: int) -> Game:
        """Play a game again to its end. Raises GameBroken."""
        rounds: Literal["one", "game"] = "game" if self.rounds == "game" else "one"
        game = Game(self.program.program, seed=self.seed, index=index, rounds=rounds, limit=CHECK_LIMIT)
        game.play_out(agents=self.agents)
        return game

    def to_json(self, name: str) -> dict[str, object]:
        """The configuration, the counts, and commands that show the first games with flaws."""
        flaws: dict[str, object] = {}
        for key, flaw in (("unfinished", self.result.unfinished), ("broken", self.result.broken)):
            flaws |= {key: flaw.count, f"{key}_shown_by": self.replay(flaw.first, name) if flaw.count else None}
        return {
            "set": dict(self.setting),
            "players": self.program.program.players,
            "agents": self.agents,
            "rounds": self.rounds,
            "games": self.result.games,
            "decisions": self.result.decisions,
            **flaws,
        }


def play(
    program: CountingProgram,
    *,
    games: int,
    seed: int,
    agents: str,
    rounds: str,
    threads: int | None,
    engine: Literal["plain", "fast"],
    progress: Callable[[int], None] | None = None,
) -> GameBatchResult:
    """Play games 0 to `games` - 1 of a seed, and check the promises at every decision. Arguments as of `simulate`."""
    counting, found = program.counting, GameBatchResult()
    left = dict(enumerate(program.places, counting.row_size - len(program.places)))

    def receive(index: int, rows: list[list[int]]) -> None:
        for game, row in enumerate(rows, index):
            if row[results.G_STATUS] == at.UNFINISHED:
                found.unfinished.add(game)
            elif row[results.G_STATUS] == at.OVER:
                if row[results.G_REASON] == at.REASON_BLOCKED:
                    found.blocked.add(game)
                if not row[results.G_WINNERS]:
                    found.unwon.add(game)
            for column in [column for column in left if row[column]]:
                found.places.add(left.pop(column))

    tally = simulate(
        counting, players=counting.players, games=games, seed=seed, agents=agents,
        rounds="game" if rounds == "game" else "one", limit=CHECK_LIMIT, check=True, threads=threads,
        engine=engine, receiver=receive, progress=progress,
    )  # fmt: skip
    found.games, found.decisions = tally.games, tally.decisions_total
    found.broken, found.why = Flaw(tally.broken, tally.first_broken), tally.broken_why
    chosen = {key.rpartition(" ")[2] for key in tally.chosen if " " in key}
    laid = {kind for kind, sums in tally.kinds.items() if sums[results.C_LAID][0]}
    found.laid = laid | (chosen & set(counting.kinds))
    return found


def offered(batch: GameBatch, games: int, engine: str) -> set[Place]:
    """The options on offer at the beginning of some games of a batch, chosen or not."""
    program = batch.program.counting
    machine = machine_of(program, engine)
    seated = agents_for(program.players, batch.agents)
    found: set[int] = set()
    for index in range(games):
        state = machine.new_state(batch.seed, index, BEGINNING, one_round=True)
        work = [0] * at.W_OFFER
        seed_words(work, at.W_RNG, batch.seed, index, 1)
        work[at.W_ROTATION] = index % program.players
        write_agents(work, seated)
        options = machine.run(state, False)[0]
        while options:
            found |= {option[5] for option in options}
            options = machine.answer(state, options, machine.choose(state, options, work), False)[0]
    return {place for desc in found for place in _option_at(program, batch.program.places, desc)}


def _option_at(program: Program, places: Sequence[Place], desc: int) -> Sequence[Place]:
    """Where an option is written: its block begins by counting a visit. Options of a choice are written nowhere."""
    block = program.vector[desc + at.OPTION_LABEL]
    if program.vector[block] != OPCODES["COUNT"].number:
        return ()
    number = program.vector[block + 1] - (len(program.counts) - len(places))
    return places[number : number + 1] if number >= 0 else ()
