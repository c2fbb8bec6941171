"""The report on a simulation: every figure that is told, as values and as plain data with stable keys (docs/report.md).

Not here: how it looks on a terminal (render/report_text.py), or how figures are worked out (estimates.py).
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self, TypeAlias

from unoflex_rules.program.image import DeclaredCounter, Program
from unoflex_rules.program.results import WIN_PARTS
from unoflex_rules.simulation.estimates import Mean, Share, Spread, Starter, mean, quotient, ratio, spread, starter
from unoflex_rules.simulation.tally import Tally

REPORT_FORMAT = 3  # of Report.to_json; goes up when a key changes its meaning
#: Why a run ended before all games were played: `--until` was fulfilled, or cannot be since no game comes to an end;
#: time was up; somebody stopped it.
Stopped: TypeAlias = Literal["until", "endless", "seconds", "interrupted"]


@dataclass(frozen=True)
class Settings:
    """How the games were played: what must be the same for the same games."""

    ruleset: str
    title: str
    digest: str
    players: int
    seed: int
    rounds: str = "one"
    limit: int = 10_000
    first: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    changed: Mapping[str, str] = field(default_factory=dict)  # the options that somebody has set
    overlays: tuple[str, ...] = ()  # laid on the ruleset by whoever has it played
    agents: tuple[str, ...] = ()
    rotate: bool = True
    counts: tuple[DeclaredCounter, ...] = ()

    @classmethod
    def of(cls, program: Program, seed: int, **how: Any) -> Self:
        """The settings of games of a program; `how`: what else is not as usual."""
        known = {
            name: getattr(program, name)
            for name in ("ruleset", "title", "digest", "players", "options", "overlays", "counts")
        }
        return cls(**known, seed=seed, **how)

    def replay(self, game: int, ruleset: str | None = None) -> str:
        """The command that shows a game again; `ruleset`: what it is called on the command line, its id if None."""
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
    """What all seats of one agent did: its wins among all finished games, against a share for each of its seats.

    A win that k players share counts a k-th for each of them, so that the wins of all agents make up the games.
    """

    name: str
    seats: int
    wins: Share
    each_seat: Share  # of the games that each of its seats played, those among whose winners the seat was
    shared: int
    starter: Share  # of the games that it began, those that it won

    def to_json(self, players: int) -> dict[str, object]:
        return {
            "agent": self.name,
            "seats": self.seats,
            **self.wins.to_json(),
            "fair": self.seats / players,
            "shared": self.shared,
            "each_seat": {"games": self.each_seat.total, **self.each_seat.to_json()},
            "as_starter": {"games": self.starter.total, **self.starter.to_json()},
        }


@dataclass(frozen=True)
class CardResult:
    """What the cards of one kind did, a game: laid, drawn, cards that their effect made others take, left in hands.

    `opening`: of all opening hands that held one, those that won the round, alone or with others.
    """

    kind: str
    laid: Mean
    drawn: Mean
    made_draw: Mean
    left: Mean
    opening: Share

    def to_json(self) -> dict[str, object]:
        numbers = {name: getattr(self, name).to_json() for name in ("laid", "drawn", "made_draw", "left")}
        return {**numbers, "opening": {"hands": self.opening.total, **self.opening.to_json()}}


@dataclass(frozen=True)
class CallResult:
    """How often a call was made when it was right, and when it was wrong."""

    verb: str
    right: Share
    wrong: Share

    def to_json(self) -> dict[str, object]:
        return {
            "right": {"times": self.right.total, **self.right.to_json()},
            "wrong": {"times": self.wrong.total, **self.wrong.to_json()},
        }


@dataclass(frozen=True)
class CountResult:
    """Something that the ruleset declares as worth counting: how often a game, a round or a turn.

    `share`: of how many of them it was so; it is what the ruleset declares, unless more than one a turn were counted.
    """

    name: str
    title: str
    per: str
    mean: Mean
    share: bool = False

    def to_json(self) -> dict[str, object]:
        return {"title": self.title, "per": self.per, "share": self.share, **self.mean.to_json()}


@dataclass(frozen=True)
class Report:
    """What a simulation found. It knows no time, machine, backend or path: equal runs have equal reports."""

    settings: Settings
    tally: Tally
    requested: int | None  # games; None where that was left to `until`
    stopped: Stopped | None
    wins: tuple[Share, ...]  # per seat, of the finished games: those among whose winners it was
    agents: tuple[AgentResult, ...]
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
    reshuffled: Share  # finished games in which the draw pile was made anew
    reshuffles: float | None  # how often a game
    counts: tuple[CountResult, ...]

    @property
    def is_complete(self) -> bool:
        """Whether all games were played that were asked for."""
        return self.stopped in (None, "until")

    def to_json(self) -> dict[str, object]:
        """The report as plain data: the same keys in every report, None where a figure cannot be told."""
        tally, settings = self.tally, self.settings
        return {
            "format": REPORT_FORMAT,
            "ruleset": settings.ruleset,
            "title": settings.title,
            "digest": settings.digest,
            "players": settings.players,
            "seed": settings.seed,
            "first": settings.first,
            "rounds_played": settings.rounds,
            "limit": settings.limit,
            "options": dict(sorted(settings.options.items())),
            "with": list(settings.overlays),
            "agents": list(settings.agents),
            "rotate": settings.rotate,
            "complete": self.is_complete,
            "stopped": self.stopped,
            "requested": self.requested,
            "games": {
                "started": tally.games,
                "finished": tally.finished,
                "unfinished": tally.unfinished,
                "broken": tally.broken,
                "blocked": tally.blocked,
                "drawn": tally.drawn,
                "won_together": tally.won_together,
            },
            "wins": [
                {
                    "seat": seat,
                    **share.to_json(),
                    "shared": tally.shared[seat],
                    "share": ratio(wins_of(tally.parts[seat]), tally.finished),
                }
                for seat, share in enumerate(self.wins)
            ],
            "won_by_nobody": tally.won_nobody,
            "wins_by_agent": [agent.to_json(settings.players) for agent in self.agents],
            "starter": self.starter.to_json(),
            "turns": self.turns.to_json(),
            "decisions": self.decisions.to_json(),
            "rounds": self.rounds.to_json(),
            "choices": {
                "decisions": tally.decisions_total,
                "mean_options": self.mean_options,
                "forced": self.forced.to_json(),
            },
            "calls": {
                "decisions_a_game": self.calls_a_game,
                "verbs": {call.verb: call.to_json() for call in self.calls},
            },
            "chosen": {kind: {"count": share.count, "share": share.rate} for kind, share in self.chosen.items()},
            "cards": {card.kind: card.to_json() for card in self.cards},
            "reshuffles": {"total": tally.reshuffles, "mean": self.reshuffles, "games": self.reshuffled.to_json()},
            "counts": {each.name: each.to_json() for each in self.counts},
            "reasons": dict(sorted(tally.reasons.items())),
            "longest": None
            if tally.longest_game < 0
            else {
                "game": tally.longest_game,
                "decisions": tally.longest_decisions,
                "replay": settings.replay(tally.longest_game),
            },
        }


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
    )


def agent_results(tally: Tally, agents: Sequence[str]) -> tuple[AgentResult, ...]:
    """What each agent did, those that are the same taken together."""
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


def wins_of(parts: int) -> int | float:
    """Wins that are counted in parts, since several players may share one."""
    whole, rest = divmod(parts, WIN_PARTS)
    return parts / WIN_PARTS if rest else whole


def card_result(kind: str, statistics: Sequence[Sequence[int]], games: int) -> CardResult:
    """The figures of a kind from its sums, in the order of layout.py (C_...)."""
    laid, drawn, made_draw, left = (mean(total, squares, games) for total, squares in statistics[:4])
    return CardResult(kind, laid, drawn, made_draw, left, Share(statistics[5][0], statistics[4][0]))


def count_result(counted: DeclaredCounter, tally: Tally) -> CountResult:
    """The figure of something declared, from its sums over finished games."""
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
