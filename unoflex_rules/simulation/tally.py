"""What a batch of games adds up to: a tally, all of it whole numbers, so that the order of adding does not matter.

Not here: what can be concluded from it (estimates.py), the report (report.py), or playing (runner.py).
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

SEATS = (  # the lists of a tally that have an entry a seat, or an agent
    "wins",
    "shared",
    "parts",
    "started",
    "starter_wins",
    "agent_wins",
    "agent_shared",
    "agent_parts",
    "agent_started",
    "agent_starter_wins",
)
BINS = ("together", "turns", "decisions", "rounds")  # its histograms
COUNTS = (  # its plain numbers
    "games",
    "finished",
    "unfinished",
    "broken",
    "blocked",
    "turns_sum",
    "turns_squares",
    "decisions_sum",
    "decisions_squares",
    "rounds_sum",
    "rounds_squares",
    "calls",
    "reshuffles",
    "reshuffled",
    "options",
    "forced",
    "decisions_total",
)


@dataclass
class Tally:
    """What a batch of games adds up to; exact integers, so that the order of adding does not matter.

    Lists over seats have `players` entries. Histograms run over finished games, the index is the number of winners,
    turns or decisions, and of the latter two the last bin stands for this many or more; an empty list is an empty
    histogram.
    """

    players: int
    run: str = field(default="", compare=False)  # program, seed, agents, limit: others do not add up; "": any
    games: int = 0  # started
    finished: int = 0  # ended with a result
    unfinished: int = 0  # cut by a limit, never counted as a result
    broken: int = 0  # stopped by a guard: an effect without end, a decision without an option; no result
    first_broken: int = -1  # the lowest index of a broken game, -1: none
    broken_why: str = ""  # what went wrong in that game, and at which line
    blocked: int = 0  # of the finished ones: ended because nobody could move
    wins: list[int] = field(default_factory=list)  # per seat: games among whose winners it was
    shared: list[int] = field(default_factory=list)  # per seat: of those, games that others won as well
    parts: list[int] = field(default_factory=list)  # per seat: wins, one by k players a k-th; in WIN_PARTS of layout.py
    together: list[int] = field(default_factory=list)  # by how many won the game, from nobody to all players
    started: list[int] = field(default_factory=list)  # per seat: finished games whose first turn it took
    starter_wins: list[int] = field(default_factory=list)  # per seat: of those, games that it won
    agent_wins: list[int] = field(default_factory=list)  # the same five for agents, who may move from seat to seat
    agent_shared: list[int] = field(default_factory=list)
    agent_parts: list[int] = field(default_factory=list)
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
    reshuffles: int = 0  # how often the draw pile was made anew while a turn ran, in finished games
    reshuffled: int = 0  # finished games in which that happened
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

    @property
    def won_nobody(self) -> int:
        """Finished games without a winner."""
        return self.together[0] if self.together else 0

    @property
    def drawn(self) -> int:
        """Finished games that told nobody from the others: nobody won, or everybody did."""
        return self.won_nobody + (self.together[-1] if self.together and self.players > 1 else 0)

    @property
    def won_together(self) -> int:
        """Finished games that several won, but not all."""
        return sum(self.together[2 : self.players])

    def to_json(self) -> dict[str, Any]:
        """The tally as plain data, from which `from_json` makes it again."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Tally":
        """The tally that `to_json` gave. Raises ValueError for data of another shape."""
        known = {each.name for each in fields(cls)}
        if not isinstance(data, dict) or set(data) != known:
            raise ValueError("this is no tally, or one of another version")
        return cls(**{**data, "ranges": [tuple(each) for each in data["ranges"]]})

    def add(self, other: "Tally") -> None:
        """Adds the games of `other`, which stays as it is.

        Raises ValueError for games of another run, for games that are here already, or for histograms of other
        lengths, since their last bins then mean different things.
        """
        if other.players != self.players:
            raise ValueError(f"{other.players} players cannot be added to {self.players}")
        if self.run and other.run and self.run != other.run:
            raise ValueError(f"games of `{other.run}` cannot be added to those of `{self.run}`")
        ranges = joined([*self.ranges, *other.ranges])
        bins = {name: _added_bins(getattr(self, name), getattr(other, name)) for name in BINS}
        self.run = self.run or other.run
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
