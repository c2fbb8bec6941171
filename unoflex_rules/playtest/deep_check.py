"""Checks a ruleset by playing it: games over its options, numbers of players and agents.

Not here: the settings (variants.py), one batch of games (visits.py), or the conclusions (findings.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.playtest.findings import findings
from unoflex_rules.playtest.inventory import ends_game
from unoflex_rules.playtest.variants import Variant, Variants
from unoflex_rules.playtest.visits import GameBatch, play

USUAL_GAMES = {"fast": 6000, "plain": 120}
#: Agents and lengths. Whole games are played if the ruleset declares an end; by random agents only with the options as
#: they are, since their games are dozens of times as long as those of greedy agents.
ROUNDS = (("random", "one"), ("greedy", "one"))
WHOLE = (("random", "one"), ("greedy", "game"))
BOTH = (*ROUNDS, ("random", "game"), ("greedy", "game"))
#: Games without an end take long: once there are so many, and more than one in ten, each further batch is one game.
ENOUGH = 20


@dataclass(frozen=True)
class DeepCheck:
    """The games that were played, the problems they showed, and the settings that the ruleset rejects.

    `name`: what commands call the ruleset. `settings`: how many other settings of options were tried.
    """

    name: str
    seed: int
    settings: int
    batches: tuple[GameBatch, ...]
    problems: tuple[Problem, ...]
    refused: tuple[str, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(batch.result.games for batch in self.batches)

    @property
    def unfinished(self) -> int:
        """How many games did not end."""
        return sum(batch.result.unfinished.count for batch in self.batches)

    @property
    def broken(self) -> int:
        """How many games could not go on, or broke a promise."""
        return sum(batch.result.broken.count for batch in self.batches)

    def to_json(self) -> dict[str, object]:
        """The games, batch by batch, without the problems."""
        return {
            "seed": self.seed,
            "games": self.games,
            "unfinished": self.unfinished,
            "broken": self.broken,
            "settings": self.settings,
            "refused": list(self.refused),
            "parts": [batch.to_json(self.name) for batch in self.batches],
        }


@dataclass
class _Run:
    """A deep check while its games are played."""

    games: int
    seed: int
    threads: int | None
    engine: Literal["plain", "fast"]
    progress: Callable[[int, int], None] | None
    batches: list[GameBatch] = field(default_factory=list)

    def play(self, variant: Variant, ways: Sequence[tuple[str, str]], games: int) -> None:
        """Play about so many games of a variant, shared between numbers of players, agents and lengths."""
        share = max(games // (len(variant.programs) * len(ways)), 1)
        for program in variant.programs.values():
            for agents, rounds in ways:
                done = sum(batch.result.games for batch in self.batches)
                unfinished = sum(batch.result.unfinished.count for batch in self.batches)
                few = unfinished >= ENOUGH and 10 * unfinished > done

                def advance(more: int, done: int = done) -> None:
                    if self.progress is not None:
                        self.progress(done + more, max(self.games, done + more))

                result = play(
                    program, games=1 if few else share, seed=self.seed, agents=agents, rounds=rounds,
                    threads=self.threads, engine=self.engine, progress=advance,
                )  # fmt: skip
                changed = variant.ruleset.settings
                self.batches.append(GameBatch(variant.setting, changed, program, self.seed, agents, rounds, result))


def deep_check(
    ruleset: Ruleset,
    *,
    games: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    engine: Literal["plain", "fast"] = "fast",
    name: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> DeepCheck:
    """Play about `games` games of a ruleset, and report what never happens and which games go wrong.

    Half of the games use the options as they are, the others each option at each of its values; with the fewest, the
    usual number and the most players; by random and by greedy agents. Each batch has at least one game. `games`: by
    default USUAL_GAMES. `name`: what commands call the ruleset, by default its id. `progress` is called with the games
    done and to do. The result does not depend on `threads`.

    Raises RulesetError for a base, and if no number of players can play; ValueError for less than one game.
    """
    wanted = USUAL_GAMES[engine] if games is None else games
    if wanted < 1:
        raise ValueError("at least one game must be played")
    variants = Variants(ruleset)
    run = _Run(wanted, seed, threads, engine, progress)
    others = len(variants.settings)
    ends = any(ends_game(ruleset.game(players)) for players in variants.base.programs)
    usual = BOTH if engine == "fast" else WHOLE
    run.play(variants.base, usual if ends else ROUNDS, wanted // 2 if others else wanted)
    for variant in variants:
        run.play(variant, WHOLE if ends else ROUNDS, wanted // 2 // others)
    called = name or ruleset.id
    problems = findings(variants, run.batches, engine, called)
    return DeepCheck(called, seed, others, tuple(run.batches), tuple(problems), tuple(variants.refused))
