"""Games of a program that counts its visits: which statements, options and kinds of cards they came by.

Not here: what is written and never came up (deep_check.py), or how games are shared out (runner.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from unoflex_rules.compiler import compile_counting, compile_ruleset
from unoflex_rules.engine.rng import seed_words
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.limits import DEFAULT_LIMIT
from unoflex_rules.play.agents import agents_for, settle
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
    """A ruleset for a number of players: its program, the one that counts, and what that counts."""

    program: Program
    counting: Program
    places: tuple[Place, ...]

    @classmethod
    def of(cls, ruleset: Ruleset, players: int) -> CountingProgram:
        """Raises RulesetError where there is no program."""
        counting, places = compile_counting(ruleset, players)
        return cls(compile_ruleset(ruleset, players), counting, places)

    @property
    def dealt(self) -> set[str]:
        """The kinds of cards that there are in the game."""
        program = self.program
        return {program.kind_of(card, face) for card in range(len(program.cards)) for face in range(len(program.faces))}


@dataclass
class BatchResult:
    """What some games came by, and those of them that did not end as they should: how many, and the first of them.

    `blocked` and `unwon` are finished ones: nobody could do anything any more, and nobody won.
    """

    games: int = 0
    decisions: int = 0
    places: set[Place] = field(default_factory=set)
    laid: set[str] = field(default_factory=set)
    unfinished: int = 0
    first_unfinished: int = -1
    blocked: int = 0
    first_blocked: int = -1
    unwon: int = 0
    first_unwon: int = -1
    broken: int = 0
    first_broken: int = -1
    why: str = ""


@dataclass(frozen=True)
class Batch:
    """Games that were played alike, and what they came by.

    `setting`: the options that were set for them; `changed`: these and those that somebody has set for all games.
    """

    setting: Mapping[str, str]
    changed: Mapping[str, str]
    watched: CountingProgram
    seed: int
    agents: str
    rounds: str
    found: BatchResult

    def replay(self, game: int, name: str) -> str:
        """The command that shows one of the games; `name`: what the ruleset is called on the command line."""
        settings = Settings.of(
            self.watched.program,
            self.seed,
            rounds=self.rounds,
            changed=self.changed,
            agents=(self.agents,),
            limit=DEFAULT_LIMIT,
        )
        return settings.replay(game, name)

    def again(self, index: int) -> Game:
        """One of the games, played again to its end. Raises GameBroken where it cannot go on."""
        rounds: Literal["one", "game"] = "game" if self.rounds == "game" else "one"
        game = Game(self.watched.program, seed=self.seed, index=index, rounds=rounds, limit=DEFAULT_LIMIT)
        game.play_out(agents=self.agents)
        return game

    def to_json(self, name: str) -> dict[str, object]:
        """How the games were played, how many did not go well, and the commands that show the first of these."""
        unfinished, broken = self.found.first_unfinished, self.found.first_broken
        return {
            "set": dict(self.setting),
            "players": self.watched.program.players,
            "agents": self.agents,
            "rounds": self.rounds,
            "games": self.found.games,
            "decisions": self.found.decisions,
            "unfinished": self.found.unfinished,
            "unfinished_shown_by": self.replay(unfinished, name) if unfinished >= 0 else None,
            "broken": self.found.broken,
            "broken_shown_by": self.replay(broken, name) if broken >= 0 else None,
        }


def play(
    watched: CountingProgram,
    *,
    games: int,
    seed: int,
    agents: str,
    rounds: str,
    threads: int | None,
    engine: Literal["plain", "fast"],
    progress: Callable[[int], None] | None = None,
) -> BatchResult:
    """Play games 0 .. `games` - 1 of `seed`, promises checked at every decision. Arguments as of `simulate`."""
    program = watched.counting
    found = BatchResult()
    first = program.row_size - len(watched.places)
    left = dict(enumerate(watched.places, first))

    def look(index: int, rows: list[list[int]]) -> None:
        for game, row in enumerate(rows, index):
            if row[results.G_STATUS] == at.UNFINISHED:
                found.first_unfinished = game if not found.unfinished else found.first_unfinished
                found.unfinished += 1
            elif row[results.G_STATUS] == at.OVER:
                if row[results.G_REASON] == at.REASON_BLOCKED:
                    found.first_blocked = game if not found.blocked else found.first_blocked
                    found.blocked += 1
                if not row[results.G_WINNERS]:
                    found.first_unwon = game if not found.unwon else found.first_unwon
                    found.unwon += 1
            for column in [column for column in left if row[column]]:
                found.places.add(left.pop(column))

    tally = simulate(
        program, players=program.players, games=games, seed=seed, agents=agents,
        rounds="game" if rounds == "game" else "one", limit=DEFAULT_LIMIT, check=True, threads=threads,
        engine=engine, receiver=look, progress=progress,
    )  # fmt: skip
    found.games, found.decisions = tally.games, tally.decisions_total
    found.broken, found.first_broken, found.why = tally.broken, tally.first_broken, tally.broken_why
    chosen = {key.rpartition(" ")[2] for key in tally.chosen if " " in key}
    found.laid = {kind for kind, sums in tally.kinds.items() if sums[results.C_LAID][0]} | (chosen & set(program.kinds))
    return found


def offered(part: Batch, games: int, engine: str) -> set[Place]:
    """The options that were on offer at the beginning of some games of a part, whether they were chosen or not."""
    program = part.watched.counting
    machine = machine_of(program, engine)
    seated = agents_for(program.players, part.agents)
    found: set[int] = set()
    for index in range(games):
        state = machine.new_state(part.seed, index, BEGINNING, one_round=True)
        work = [0] * at.W_OFFER
        seed_words(work, at.W_RNG, part.seed, index, 1)
        work[at.W_ROTATION] = index % program.players
        settle(work, seated)
        options = machine.run(state, False)[0]
        while options:
            found |= {option[5] for option in options}
            options = machine.answer(state, options, machine.choose(state, options, work), False)[0]
    return {place for desc in found for place in _option_at(program, part.watched.places, desc)}


def _option_at(program: Program, places: Sequence[Place], desc: int) -> Sequence[Place]:
    """Where the option of a description is written: its block begins by counting a visit."""
    block = program.vector[desc + at.OPTION_LABEL]
    if program.vector[block] != OPCODES["COUNT"].number:
        return ()  # what is asked for a declared choice is no option that somebody wrote
    number = program.vector[block + 1] - (len(program.counts) - len(places))
    return places[number : number + 1] if number >= 0 else ()
