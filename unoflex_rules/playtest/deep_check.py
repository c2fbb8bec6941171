"""A ruleset looked at by playing it: games over its options, players and agents, and what came of them.

Not here: which settings there are (variants.py), what one batch of games came by (visits.py), or what is concluded from
all of them (findings.py).
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
from unoflex_rules.playtest.visits import Batch, play

USUAL_GAMES = {"fast": 6000, "plain": 120}  # if nobody says how many
#: Who plays, and how much: whole games only where the ruleset declares an end. Those of agents that play at random take
#: dozens of times as long as those of greedy ones, and so are played with the options as they are alone.
ROUNDS = (("random", "one"), ("greedy", "one"))
WHOLE = (("random", "one"), ("greedy", "game"))
BOTH = (*ROUNDS, ("random", "game"), ("greedy", "game"))
#: Games without an end take long: once there are so many of them, and more than one in ten is one, each part that is
#: left is a single game.
ENOUGH = 20


@dataclass(frozen=True)
class DeepCheck:
    """What playing a ruleset told: the games, the problems that they showed, and the settings that were refused.

    `name` is what commands call the ruleset, `settings` how many settings of its options were tried beside those that
    it has.
    """

    name: str
    seed: int
    settings: int
    parts: tuple[Batch, ...]
    problems: tuple[Problem, ...]
    refused: tuple[str, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(part.found.games for part in self.parts)

    @property
    def unfinished(self) -> int:
        """How many of them came to no end."""
        return sum(part.found.unfinished for part in self.parts)

    @property
    def broken(self) -> int:
        """How many of them could not go on, or broke a promise."""
        return sum(part.found.broken for part in self.parts)

    def to_json(self) -> dict[str, object]:
        """How the games were played, part by part. The problems are told with those of reading the ruleset."""
        return {
            "seed": self.seed,
            "games": self.games,
            "unfinished": self.unfinished,
            "broken": self.broken,
            "settings": self.settings,
            "refused": list(self.refused),
            "parts": [part.to_json(self.name) for part in self.parts],
        }


@dataclass
class _Run:
    """A deep check while its games are played."""

    games: int
    seed: int
    threads: int | None
    engine: Literal["plain", "fast"]
    progress: Callable[[int, int], None] | None
    parts: list[Batch] = field(default_factory=list)

    def play(self, variant: Variant, ways: Sequence[tuple[str, str]], games: int) -> None:
        """Play about so many games of a variant: for each number of players, by these agents, of that length."""
        share = max(games // (len(variant.programs) * len(ways)), 1)
        for watched in variant.programs.values():
            for agents, rounds in ways:
                done = sum(part.found.games for part in self.parts)
                unfinished = sum(part.found.unfinished for part in self.parts)
                few = unfinished >= ENOUGH and 10 * unfinished > done

                def tell(more: int, done: int = done) -> None:
                    if self.progress is not None:
                        self.progress(done + more, max(self.games, done + more))

                found = play(
                    watched, games=1 if few else share, seed=self.seed, agents=agents, rounds=rounds,
                    threads=self.threads, engine=self.engine, progress=tell,
                )  # fmt: skip
                changed = variant.ruleset.settings
                self.parts.append(Batch(variant.setting, changed, watched, self.seed, agents, rounds, found))


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
    """Play about `games` games of a ruleset and tell what never happened, and which games did not go well.

    Half of the games are played with its options as they are, the others with each option at each of its values; by
    the fewest, the usual number and the most players; at random and by greedy agents. Each such part has at least one
    game. `games`: USUAL_GAMES if None. `name`: what the ruleset is called in commands, its id if None. `progress`: told
    how many games are done, and of about how many. The result does not depend on `threads`.

    Raises RulesetError for a base, and where no number of players can play; ValueError for less than one game.
    """
    wanted = USUAL_GAMES[engine] if games is None else games
    if wanted < 1:
        raise ValueError("at least one game is played")
    variants = Variants(ruleset)
    run = _Run(wanted, seed, threads, engine, progress)
    others = len(variants.settings)
    ends = any(ends_game(ruleset.game(players)) for players in variants.base.programs)
    usual = BOTH if engine == "fast" else WHOLE
    run.play(variants.base, usual if ends else ROUNDS, wanted // 2 if others else wanted)
    for variant in variants:
        run.play(variant, WHOLE if ends else ROUNDS, wanted // 2 // others)
    called = name or ruleset.id
    problems = findings(variants, run.parts, engine, called)
    return DeepCheck(called, seed, others, tuple(run.parts), tuple(problems), tuple(variants.refused))
