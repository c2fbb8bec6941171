"""From what a batch of games adds up to what a report says: tallies, intervals, quantiles, all from integers.

Playing games and adding them up is not done here, nor is writing the report as text (render/report.py).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Z95 = 1.959963984540054  # half of the normal distribution's central 95 % lies within this many deviations
REPORT_FORMAT = 1  # of Report.to_json; goes up when a key changes its meaning

SEATS = (  # the lists of a tally that have an entry a seat, or an agent
    "wins",
    "shared",
    "started",
    "starter_wins",
    "agent_wins",
    "agent_shared",
    "agent_started",
    "agent_starter_wins",
)
BINS = ("turns", "decisions", "rounds")  # its histograms
COUNTS = (  # its plain numbers
    "games",
    "finished",
    "unfinished",
    "broken",
    "blocked",
    "won_nobody",
    "turns_sum",
    "turns_squares",
    "decisions_sum",
    "decisions_squares",
    "rounds_sum",
    "rounds_squares",
    "calls",
    "shuffles",
    "shuffled",
    "options",
    "forced",
    "decisions_total",
)


@dataclass
class Tally:
    """What a batch of games adds up to; exact integers, so that the order of adding does not matter.

    Lists over seats have `players` entries. Histograms run over finished games, the index is the number of
    turns or decisions, and the last bin stands for this many or more; an empty list is an empty histogram.
    """

    players: int
    games: int = 0  # started
    finished: int = 0  # ended with a result
    unfinished: int = 0  # cut by a limit, never counted as a result
    broken: int = 0  # stopped by a guard: an effect without end, a decision without an option; no result
    first_broken: int = -1  # the lowest index of a broken game, -1: none
    broken_why: str = ""  # what went wrong in that game, and at which line
    blocked: int = 0  # of the finished ones: ended because nobody could move
    wins: list[int] = field(default_factory=list)  # per seat: games that it won alone
    shared: list[int] = field(default_factory=list)  # per seat: games that it won together with others
    won_nobody: int = 0  # finished without a winner
    started: list[int] = field(default_factory=list)  # per seat: finished games whose first turn it took
    starter_wins: list[int] = field(default_factory=list)  # per seat: of those, games that it won alone
    agent_wins: list[int] = field(default_factory=list)  # the same four for agents, who may move from seat to seat
    agent_shared: list[int] = field(default_factory=list)
    agent_started: list[int] = field(default_factory=list)
    agent_starter_wins: list[int] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)  # why games ended
    turns: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)  # without those about calls
    rounds: list[int] = field(default_factory=list)
    turns_sum: int = 0
    turns_squares: int = 0
    decisions_sum: int = 0
    decisions_squares: int = 0
    rounds_sum: int = 0
    rounds_squares: int = 0
    calls: int = 0  # decisions about calls, in finished games
    shuffles: int = 0  # of the draw pile while a turn ran, in finished games
    shuffled: int = 0  # finished games in which that happened
    options: int = 0  # over all decisions of all games, how many options they had together
    forced: int = 0  # of all decisions, those with one option
    decisions_total: int = 0  # over all games, unfinished ones too
    chosen: dict[str, int] = field(default_factory=dict)  # by kind of action: "play number", "draw", ...
    called: dict[str, list[int]] = field(default_factory=dict)  # by verb: right, made then; wrong, made then
    kinds: dict[str, list[list[int]]] = field(default_factory=dict)  # per kind of card and statistic: sum, squares
    counts: dict[str, list[int]] = field(default_factory=dict)  # as declared: sum, squares, times turns, times rounds
    longest_game: int = -1  # the index of the game with the most decisions, the first of several; -1: none
    longest_decisions: int = -1
    ranges: list[tuple[int, int]] = field(default_factory=list)  # which games: first, one after the last

    def __post_init__(self) -> None:
        for name in SEATS:
            seats = getattr(self, name) or [0] * self.players
            if len(seats) != self.players:
                raise ValueError(f"`{name}` has {len(seats)} seats, not {self.players}")
            setattr(self, name, seats)

    def add(self, other: "Tally") -> None:
        """Adds the games of `other`, which stays as it is.

        Raises ValueError for another number of players, for games that are here already, or for histograms of other
        lengths, since their last bins then mean different things.
        """
        if other.players != self.players:
            raise ValueError(f"{other.players} players cannot be added to {self.players}")
        ranges = joined([*self.ranges, *other.ranges])
        bins = {name: _added_bins(getattr(self, name), getattr(other, name)) for name in BINS}
        self.ranges = ranges
        for name in BINS:
            setattr(self, name, bins[name])
        for name in SEATS:
            pairs = zip(getattr(self, name), getattr(other, name), strict=True)
            setattr(self, name, [mine + theirs for mine, theirs in pairs])
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, theirs in ((self.reasons, other.reasons), (self.chosen, other.chosen)):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        for verb, numbers in other.called.items():
            self.called[verb] = _added(self.called.get(verb), numbers)
        for name, numbers in other.counts.items():
            self.counts[name] = _added(self.counts.get(name), numbers)
        for kind, statistics in other.kinds.items():
            own = self.kinds.get(kind) or [[] for _ in statistics]
            self.kinds[kind] = [_added(mine, theirs) for mine, theirs in zip(own, statistics, strict=True)]
        if other.first_broken >= 0 and (self.first_broken < 0 or other.first_broken < self.first_broken):
            self.first_broken, self.broken_why = other.first_broken, other.broken_why
        if other.longest_game >= 0:
            longer = other.longest_decisions - self.longest_decisions
            first = self.longest_game < 0 or other.longest_game < self.longest_game
            if longer > 0 or (longer == 0 and first):
                self.longest_game, self.longest_decisions = other.longest_game, other.longest_decisions


def joined(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of games in order, those that meet as one. Raises ValueError where a game is in two of them."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(each for each in ranges if each[0] < each[1]):
        if found and first < found[-1][1]:
            raise ValueError(f"game {first} has been counted already")
        if found and first == found[-1][1]:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def _added(mine: Sequence[int] | None, theirs: Sequence[int]) -> list[int]:
    if not mine:
        return list(theirs)
    return [one + other for one, other in zip(mine, theirs, strict=True)]


def _added_bins(mine: list[int], theirs: list[int]) -> list[int]:
    if not mine or not theirs:
        return list(mine or theirs)
    if len(mine) != len(theirs):
        raise ValueError(f"histograms of {len(mine)} and {len(theirs)} bins cannot be added")
    return [one + other for one, other in zip(mine, theirs, strict=True)]


def wilson(count: int, total: int) -> tuple[float, float] | None:
    """Wilson's 95 % interval of a rate of `count` in `total`, bounds from 0 to 1; None if total is 0."""
    if total == 0:
        return None
    rate, weight = count / total, Z95 * Z95 / total
    middle = rate + weight / 2
    reach = Z95 * math.sqrt(rate * (1 - rate) / total + weight / (4 * total))
    low = 0.0 if count == 0 else (middle - reach) / (1 + weight)
    high = 1.0 if count == total else (middle + reach) / (1 + weight)
    return low, high


def quantile(bins: Sequence[int], percent: int) -> int | None:
    """The smallest value whose cumulative share in the histogram reaches `percent`; None for an empty one."""
    total, reached = sum(bins), 0
    for value, count in enumerate(bins):
        reached += count
        if count and reached * 100 >= percent * total:
            return value
    return None


@dataclass(frozen=True)
class Share:
    """`count` out of `total`; rate and interval are None when there is nothing to take a share of."""

    count: int
    total: int

    @property
    def rate(self) -> float | None:
        return _ratio(self.count, self.total)

    @property
    def interval(self) -> tuple[float, float] | None:
        return wilson(self.count, self.total)

    def to_json(self) -> dict[str, object]:
        low, high = self.interval or (None, None)
        return {"count": self.count, "rate": self.rate, "low": low, "high": high}


@dataclass(frozen=True)
class Spread:
    """How a number (turns, decisions) is spread over finished games; None for what cannot be told.

    Mean and standard deviation are of the true numbers. Quantiles and mode come from the histogram; `over` is
    how many games lie in its last bin, which stands for its number or more.
    """

    mean: float | None
    sd: float | None
    mode: int | None
    quantiles: Mapping[int, int | None]  # by percent
    last: int  # the last bin's number, -1 without bins
    over: int

    @property
    def median(self) -> int | None:
        return self.quantiles[50]

    def to_json(self) -> dict[str, object]:
        percents = {f"p{percent}": value for percent, value in self.quantiles.items() if percent != 50}
        return {
            "mean": self.mean,
            "sd": self.sd,
            "median": self.median,
            **percents,
            "mode": self.mode,
            "last_bin": self.last,
            "in_last_bin": self.over,
        }


PERCENTS = (5, 25, 50, 75, 90, 95, 99)


def spread(bins: Sequence[int], count: int, total: int, squares: int) -> Spread:
    """The spread of `count` numbers with this histogram, this exact sum and this sum of squares."""
    deviation = None
    if count > 1:
        deviation = math.sqrt((count * squares - total * total) / (count * (count - 1)))
    return Spread(
        mean=_ratio(total, count),
        sd=deviation,
        mode=max(range(len(bins)), key=lambda value: (bins[value], -value)) if any(bins) else None,
        quantiles={percent: quantile(bins, percent) for percent in PERCENTS},
        last=len(bins) - 1,
        over=bins[-1] if bins else 0,
    )


@dataclass(frozen=True)
class Starter:
    """What the first turn is worth: how often the one who has it wins, against an equal share of all wins.

    `advantage` is a difference of two rates over finished games. `p_value` is that of the two-sided test that
    each seat is equally likely to have won a game that one player won alone (normal approximation).
    """

    seats: tuple[Share, ...]  # per seat: of the games that it started, those that it won
    overall: Share
    advantage: float | None
    p_value: float | None

    def to_json(self) -> dict[str, object]:
        return {
            "seats": [{"started": share.total, **share.to_json()} for share in self.seats],
            "started": self.overall.total,
            **self.overall.to_json(),
            "advantage": self.advantage,
            "p_value": self.p_value,
        }


def starter(tally: Tally) -> Starter:
    """What the first turn was worth in the games of `tally`; None where no game tells."""
    seats = tuple(map(Share, tally.starter_wins, tally.started))
    won, decided = sum(tally.starter_wins), sum(tally.wins)
    overall = Share(won, sum(tally.started))
    advantage = p_value = None
    if overall.rate is not None:
        advantage = overall.rate - decided / (tally.players * overall.total)
    if decided and tally.players > 1:
        chance = 1 / tally.players
        deviation = math.sqrt(decided * chance * (1 - chance))
        p_value = math.erfc(abs(won - decided * chance) / deviation / math.sqrt(2))
    return Starter(seats, overall, advantage, p_value)


@dataclass(frozen=True)
class Report:
    """What a simulation found. It knows no time, machine, backend or path: equal runs have equal reports."""

    ruleset: str
    title: str
    digest: str
    seed: int
    rounds: str
    options: Mapping[str, str]
    tally: Tally
    wins: tuple[Share, ...]  # per seat, alone, of the finished games
    starter: Starter
    turns: Spread
    decisions: Spread
    mean_options: float | None
    forced_share: float | None
    chosen: Mapping[str, Share]  # by kind of action, the most frequent first

    def to_json(self) -> dict[str, object]:
        """The report as plain data: the same keys in every report, None where a figure cannot be told."""
        tally = self.tally
        return {
            "format": REPORT_FORMAT,
            "ruleset": self.ruleset,
            "title": self.title,
            "digest": self.digest,
            "players": tally.players,
            "seed": self.seed,
            "rounds": self.rounds,
            "options": dict(sorted(self.options.items())),
            "games": {
                "started": tally.games,
                "finished": tally.finished,
                "unfinished": tally.unfinished,
                "broken": tally.broken,
                "blocked": tally.blocked,
            },
            "wins": [
                {"seat": seat, **share.to_json(), "shared": tally.shared[seat]} for seat, share in enumerate(self.wins)
            ],
            "won_by_nobody": tally.won_nobody,
            "starter": self.starter.to_json(),
            "turns": self.turns.to_json(),
            "decisions": self.decisions.to_json(),
            "choices": {
                "decisions": tally.decisions_total,
                "mean_options": self.mean_options,
                "forced": tally.forced,
                "forced_share": self.forced_share,
            },
            "chosen": {kind: {"count": share.count, "share": share.rate} for kind, share in self.chosen.items()},
            "reasons": dict(sorted(tally.reasons.items())),
            "longest": None
            if tally.longest_game < 0
            else {"game": tally.longest_game, "decisions": tally.longest_decisions},
        }


def report(
    tally: Tally,
    *,
    ruleset: str,
    title: str,
    digest: str,
    seed: int,
    rounds: str,
    options: Mapping[str, str] | None = None,
) -> Report:
    """The report on the games of `tally`, played with `options` from `seed`; shares are of finished games."""
    actions = sum(tally.chosen.values())
    by_frequency = sorted(tally.chosen.items(), key=lambda item: (-item[1], item[0]))
    return Report(
        ruleset=ruleset,
        title=title,
        digest=digest,
        seed=seed,
        rounds=rounds,
        options=options or {},
        tally=tally,
        wins=tuple(Share(count, tally.finished) for count in tally.wins),
        starter=starter(tally),
        turns=spread(tally.turns, tally.finished, tally.turns_sum, tally.turns_squares),
        decisions=spread(tally.decisions, tally.finished, tally.decisions_sum, tally.decisions_squares),
        mean_options=_ratio(tally.options, tally.decisions_total),
        forced_share=_ratio(tally.forced, tally.decisions_total),
        chosen={kind: Share(count, actions) for kind, count in by_frequency},
    )


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
