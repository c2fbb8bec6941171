"""The report on a simulation, as values and as plain data.

Not here: the keys of the data (figures.py), the formulas (estimates.py), or the text (render/report_text.py).
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self, TypeAlias

from unoflex_rules.limits import DEFAULT_LIMIT
from unoflex_rules.program.image import DeclaredCounter, Program
from unoflex_rules.program.results import CARD_STATISTICS
from unoflex_rules.simulation.estimates import (
    Mean,
    Share,
    Spread,
    Starter,
    mean,
    quotient,
    ratio,
    spread,
    starter,
    wins_of,
)
from unoflex_rules.simulation.figures import document
from unoflex_rules.simulation.tally import Tally

#: Why a run ended before all games were played: `--until` was reached, or cannot be reached since no game ends;
#: time was up; it was interrupted; the cluster that played was lost.
Stopped: TypeAlias = Literal["until", "endless", "seconds", "interrupted", "lost"]


@dataclass(frozen=True)
class Settings:
    """How the games were played: equal settings mean equal games."""

    ruleset: str
    title: str
    digest: str
    players: int
    seed: int
    rounds: str = "one"
    limit: int = DEFAULT_LIMIT
    first: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    changed: Mapping[str, str] = field(default_factory=dict)  # options that were set for this run
    overlays: tuple[str, ...] = ()  # laid on the ruleset for this run
    agents: tuple[str, ...] = ()
    rotate: bool = True
    counts: tuple[DeclaredCounter, ...] = ()

    @classmethod
    def of(cls, program: Program, seed: int, **how: Any) -> Self:
        """The settings of games of a program; `how`: settings that differ from the defaults."""
        known = {
            name: getattr(program, name)
            for name in ("ruleset", "title", "digest", "players", "options", "overlays", "counts")
        }
        return cls(**known, seed=seed, **how)

    def replay(self, game: int, ruleset: str | None = None) -> str:
        """The command that shows a game again; `ruleset`: its name on the command line, by default its id."""
        words = ["unoflex", "trace", ruleset or self.ruleset, "--players", str(self.players), "--seed", str(self.seed)]
        words += ["--game", str(game)]
        if self.rounds != "one":
            words += ["--rounds", self.rounds]
        if any(agent != "random" for agent in self.agents):
            same = len(set(self.agents)) == 1
            words += ["--agents", self.agents[0] if same else ",".join(self.agents)]
            words += [] if self.rotate or same else ["--no-rotate"]
        if self.limit != Settings.limit:
            words += ["--limit", str(self.limit)]
        for name in self.overlays:
            words += ["--with", name]
        for name, value in sorted(self.changed.items()):
            words += ["--set", f"{name}={value}"]
        return shlex.join(words)


@dataclass(frozen=True)
class AgentResult:
    """The wins of one agent from all its seats.

    A win that k players share counts 1/k for each of them, so that the wins of all agents add up to the games.
    """

    name: str
    seats: int
    wins: Share
    each_seat: Share  # of the games of each of its seats, those that the seat won, alone or with others
    shared: int
    starter: Share  # of the games that it began, those that it won


@dataclass(frozen=True)
class CardResult:
    """Cards of one kind, per game: laid, drawn, drawn because of their effect, left in hands.

    `opening`: of all opening hands with one, those that won the round, alone or with others.
    """

    kind: str
    laid: Mean
    drawn: Mean
    made_draw: Mean
    left: Mean
    opening: Share


@dataclass(frozen=True)
class CallResult:
    """How often a call was made when it was right, and when it was wrong."""

    verb: str
    right: Share
    wrong: Share


@dataclass(frozen=True)
class CountResult:
    """A counter that the ruleset declares: its mean per game, round or turn.

    `share`: whether the mean is a share. It is what the ruleset declares, unless more than one per turn was counted.
    """

    name: str
    title: str
    per: str
    mean: Mean
    share: bool = False


@dataclass(frozen=True)
class RoundFigures:
    """The rounds of one number: their length, and who won them.

    `wins`: the share of each seat; a win that k players share counts 1/k. `counts`: the mean of each declared counter.
    `deck`: the mean number of cards of each kind in play at the end; empty if no cards are kept out of play.
    """

    number: int
    games: int
    turns: Mean
    starter: Share
    wins: tuple[float | None, ...]
    counts: Mapping[str, float | None]
    deck: Mapping[str, float | None]


@dataclass(frozen=True)
class PlaceResult:
    """The places of one seat: `games` by place, where 0 is no place; their mean, None if it never had one."""

    games: tuple[int, ...]
    mean: float | None


@dataclass(frozen=True)
class Report:
    """The report on a simulation. It holds no time, machine, backend or path: equal runs have equal reports."""

    settings: Settings
    tally: Tally
    requested: int | None  # games; None if only `until` limits them
    stopped: Stopped | None
    wins: tuple[Share, ...]  # per seat, of the finished games: those that it won, alone or with others
    agents: tuple[AgentResult, ...]
    places: tuple[PlaceResult, ...]  # per seat; empty if the ruleset declares no places
    starter: Starter
    turns: Spread
    decisions: Spread
    rounds: Spread
    mean_options: float | None
    forced: Share
    calls: tuple[CallResult, ...]
    calls_a_game: float | None
    chosen: Mapping[str, Share]  # by kind of action, the most frequent first
    cards: tuple[CardResult, ...]
    reshuffled: Share  # finished games in which the draw pile was reshuffled
    reshuffles: float | None  # mean per game
    counts: tuple[CountResult, ...]
    by_round: tuple[RoundFigures, ...]  # of whole games; the first TRACKED_ROUNDS rounds

    def to_json(self) -> dict[str, object]:
        """The report as plain data: the same keys in every report, None for a figure that is unknown."""
        return document(self)

    @property
    def is_complete(self) -> bool:
        """Whether all requested games were played."""
        return self.stopped in (None, "until")


def report(tally: Tally, settings: Settings, *, requested: int | None = None, stopped: Stopped | None = None) -> Report:
    """The report on the games of `tally`; shares and means are of finished games."""
    actions = sum(tally.chosen.values())
    by_frequency = sorted(tally.chosen.items(), key=lambda item: (-item[1], item[0]))
    n = tally.finished
    return Report(
        settings=settings,
        tally=tally,
        requested=requested,
        stopped=stopped,
        wins=tuple(Share(count, n) for count in tally.wins),
        agents=agent_results(tally, settings.agents or ("random",) * tally.players),
        places=tuple(place_result(games) for games in tally.placed),
        starter=starter(tally),
        turns=spread(tally.turns, n, tally.turns_sum, tally.turns_squares),
        decisions=spread(tally.decisions, n, tally.decisions_sum, tally.decisions_squares),
        rounds=spread(tally.rounds, n, tally.rounds_sum, tally.rounds_squares),
        mean_options=ratio(tally.options, tally.decisions_total),
        forced=Share(tally.forced, tally.decisions_total),
        calls=tuple(
            CallResult(verb, Share(numbers[1], numbers[0]), Share(numbers[3], numbers[2]))
            for verb, numbers in sorted(tally.called.items())
        ),
        calls_a_game=ratio(tally.calls, n),
        chosen={kind: Share(count, actions) for kind, count in by_frequency},
        cards=tuple(card_result(kind, statistics, n) for kind, statistics in tally.kinds.items()),
        reshuffled=Share(tally.reshuffled, n),
        reshuffles=ratio(tally.reshuffles, n),
        counts=tuple(count_result(each, tally) for each in settings.counts),
        by_round=round_results(tally, settings) if settings.rounds == "game" else (),
    )


def place_result(games: Sequence[int]) -> PlaceResult:
    """The places of a seat, from the games by place."""
    return PlaceResult(tuple(games), ratio(sum(place * count for place, count in enumerate(games)), sum(games[1:])))


def agent_results(tally: Tally, agents: Sequence[str]) -> tuple[AgentResult, ...]:
    """The result of each agent; seats with the same agent are taken together."""
    found = []
    for name in dict.fromkeys(agents):
        own = [number for number, other in enumerate(agents) if other == name]

        def total(counts: Sequence[int], own: Sequence[int] = own) -> int:
            return sum(counts[number] for number in own)

        wins = Share(wins_of(total(tally.agent_parts)), tally.finished)
        each = Share(total(tally.agent_wins), tally.finished * len(own))
        began = Share(total(tally.agent_starter_wins), total(tally.agent_started))
        found.append(AgentResult(name, len(own), wins, each, total(tally.agent_shared), began))
    return tuple(found)


def round_results(tally: Tally, settings: Settings) -> tuple[RoundFigures, ...]:
    """The figures of the rounds of each number, as far as a finished game had one."""
    found = []
    for place, games in enumerate(tally.round_games):
        if games:
            turns = mean(tally.round_turns[place], tally.round_squares[place], games)
            starter = Share(tally.round_starter_wins[place], tally.round_started[place])
            wins = tuple(ratio(wins_of(parts), games) for parts in tally.round_parts[place])
            counts = {
                each.name: ratio(tally.round_counts[each.name][place], games)
                for each in settings.counts
                if each.name in tally.round_counts
            }
            deck = {kind: ratio(sums[place], games) for kind, sums in tally.round_deck.items()}
            found.append(RoundFigures(place + 1, games, turns, starter, wins, counts, deck))
    return tuple(found)


def card_result(kind: str, statistics: Sequence[Sequence[int]], games: int) -> CardResult:
    """The figures of a kind of card from its statistics."""
    sums = dict(zip(CARD_STATISTICS, statistics, strict=True))
    means = {name: mean(sums[name][0], sums[name][1], games) for name in ("laid", "drawn", "made_draw", "left")}
    return CardResult(kind, **means, opening=Share(sums["opening_won"][0], sums["opening"][0]))


def count_result(counted: DeclaredCounter, tally: Tally) -> CountResult:
    """The figure of a declared counter, from its sums over finished games."""
    total, squares, with_turns, with_rounds = tally.counts.get(counted.name, [0, 0, 0, 0])
    n = tally.finished
    if counted.per == "turn":
        found = quotient(total, squares, tally.turns_sum, tally.turns_squares, with_turns, n)
    elif counted.per == "round":
        found = quotient(total, squares, tally.rounds_sum, tally.rounds_squares, with_rounds, n)
    else:
        found = mean(total, squares, n)
    share = counted.share and (found.mean is None or 0 <= found.mean <= 1)
    return CountResult(counted.name, counted.title, counted.per, found, share)
