"""The results of a batch of games with names: whole numbers, so that the order of adding does not matter.

Not here: the list of results (program/results.py), estimates (estimates.py), or playing (runner.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from unoflex_rules.play.outcome import ERRORS
from unoflex_rules.program.image import Program
from unoflex_rules.program.layout import MAX_PLAYERS
from unoflex_rules.program.results import (
    CALL_WIDTH,
    DECLARED_WIDTH,
    RANKS,
    RESULTS,
    STATISTIC_WIDTH,
    Results,
    places,
)


@dataclass
class Tally(Results):
    """The results of a batch of games, and which games these are."""

    run: str = field(default="", compare=False)  # program, seed, agents, limit; only equal runs add up; "": any
    broken_why: str = ""  # what went wrong in the first broken game, and at which line
    ranges: list[tuple[int, int]] = field(default_factory=list)  # which games: first, one after the last

    def __post_init__(self) -> None:
        for row in RESULTS:
            if row.shape == "seats":
                seats = getattr(self, row.name) or [0] * self.players
                if len(seats) != self.players:
                    raise ValueError(f"`{row.name}` has {len(seats)} seats, not {self.players}")
                setattr(self, row.name, seats)

    @classmethod
    def of(cls, program: Program, numbers: Sequence[int], first: int, run: str) -> Tally:
        """The tally of a vector of results, of games that began with `first`."""
        at = places(program.table_sizes)
        found = {row.name: READERS[row.shape](program, list(numbers[at[row.name]])) for row in RESULTS}
        tally = cls(program.players, **found, run=run)
        tally.ranges = [(first, first + tally.games)] if tally.games else []
        if tally.broken:
            source = program.source(tally.broken_pc)
            place = f" ({source.shown})" if source is not None else ""
            tally.broken_why = ERRORS[tally.broken_error] + place
        return tally

    @property
    def won_nobody(self) -> int:
        """Finished games without a winner."""
        return self.together[0] if self.together else 0

    @property
    def drawn(self) -> int:
        """Finished games that nobody won, or everybody."""
        return self.won_nobody + (self.together[-1] if self.together and self.players > 1 else 0)

    @property
    def won_together(self) -> int:
        """Finished games that several players won, but not all."""
        return sum(self.together[2 : self.players])

    def to_json(self) -> dict[str, Any]:
        """The tally as plain data, from which `from_json` makes it again."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        """The tally that `to_json` gave. Raises ValueError for data of another shape."""
        known = {each.name for each in fields(cls)}
        if not isinstance(data, dict) or set(data) != known:
            raise ValueError("this is no tally, or one of another version")
        return cls(**{**data, "ranges": [tuple(each) for each in data["ranges"]]})

    def add(self, other: Tally) -> None:
        """Add the games of `other`, which is not changed.

        Raises ValueError for games of another run, for games that are here already, or for histograms of different
        lengths, since their last bins have different meanings.
        """
        if other.players != self.players:
            raise ValueError(f"{other.players} players cannot be added to {self.players}")
        if self.run and other.run and self.run != other.run:
            raise ValueError(f"games of `{other.run}` cannot be added to those of `{self.run}`")
        total: dict[str, Any] = {"run": self.run or other.run, "ranges": joined([*self.ranges, *other.ranges])}
        kept = {rule: min(self, other, key=lambda each: rank(each.__getattribute__)) for rule, rank in RANKS.items()}
        total["broken_why"] = kept["first"].broken_why
        for row in RESULTS:
            name = row.name
            if row.added in kept:
                total[name] = getattr(kept[row.added], name)
            else:
                total[name] = plus(getattr(self, name), getattr(other, name))
        for name, value in total.items():
            setattr(self, name, value)


def plus(mine: Any, theirs: Any) -> Any:
    """The sum of two numbers, or of lists or mappings of numbers; an empty list is no numbers yet."""
    if isinstance(mine, dict):
        return mine | {key: plus(mine.get(key, type(value)()), value) for key, value in theirs.items()}
    if isinstance(mine, list):
        if not mine or not theirs:
            return list(mine or theirs)
        if len(mine) != len(theirs):
            raise ValueError(f"histograms of {len(mine)} and {len(theirs)} bins cannot be added")
        return list(map(plus, mine, theirs))
    return mine + theirs


def joined(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of games in order; adjacent ones become one. Raises ValueError if a game is in two of them."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(each for each in ranges if each[0] < each[1]):
        if found and first < found[-1][1]:
            raise ValueError(f"game {first} has been counted already")
        if found and first == found[-1][1]:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


# ---- reading a vector of results, by shape ---------------------------------------------------------------------------


def groups(numbers: list[int], width: int) -> list[list[int]]:
    """The numbers in groups of `width`."""
    return [numbers[place : place + width] for place in range(0, len(numbers), width)]


def places_of_seats(program: Program, numbers: list[int]) -> list[list[int]]:
    """Finished games by seat and place; empty if players have no places."""
    if program.place_slot is None:
        return []
    return [each[: program.players + 1] for each in groups(numbers, MAX_PLAYERS + 1)[: program.players]]


def reasons(program: Program, numbers: list[int]) -> dict[str, int]:
    """Finished games by reason; reasons of the same name are one."""
    found: dict[str, int] = {}
    for name, count in zip(program.reasons, numbers, strict=True):
        if count:
            found[name] = found.get(name, 0) + count
    return found


def chosen(program: Program, numbers: list[int]) -> dict[str, int]:
    """How often each action was chosen: `play number`, `draw` ..."""
    actions = [f"{verb} {kind}".rstrip() for verb in program.verbs for kind in ("", *program.kinds)]
    return {action: count for action, count in zip(actions, numbers, strict=True) if count}


def called(program: Program, numbers: list[int]) -> dict[str, list[int]]:
    return {verb: four for verb, four in zip(program.verbs, groups(numbers, CALL_WIDTH), strict=True) if any(four)}


def kinds(program: Program, numbers: list[int]) -> dict[str, list[list[int]]]:
    """The statistics of each kind of card that is in the deck."""
    pairs = groups(numbers, STATISTIC_WIDTH)
    dealt = {program.kind_of(card, face) for card in range(len(program.cards)) for face in range(len(program.faces))}
    step = len(program.kinds)
    return {kind: pairs[number::step] for number, kind in enumerate(program.kinds) if kind in dealt}


def counts(program: Program, numbers: list[int]) -> dict[str, list[int]]:
    names = (counter.name for counter in program.counts)
    return dict(zip(names, groups(numbers, DECLARED_WIDTH), strict=True))


def round_counts(program: Program, numbers: list[int]) -> dict[str, list[int]]:
    """The sum of each declared counter in the rounds of each number."""
    width = len(program.counts)
    return {counter.name: numbers[place::width] for place, counter in enumerate(program.counts)}


def round_deck(program: Program, numbers: list[int]) -> dict[str, list[int]]:
    """The cards in play of each kind; empty if no cards are kept out of play."""
    width = len(program.kinds)
    found = {kind: numbers[place::width] for place, kind in enumerate(program.kinds)}
    return {kind: sums for kind, sums in found.items() if any(sums)}


READERS: dict[str, Callable[[Program, list[int]], Any]] = {
    "number": lambda _, numbers: numbers[0],
    "seats": lambda program, numbers: numbers[: program.players],
    "winners": lambda program, numbers: numbers[: program.players + 1],
    "places": places_of_seats,
    "bins": lambda _, numbers: numbers,
    "round_bins": lambda _, numbers: numbers,
    "reasons": reasons,
    "chosen": chosen,
    "called": called,
    "kinds": kinds,
    "counts": counts,
    "tracked": lambda _, numbers: numbers,
    "tracked_seats": lambda program, numbers: [each[: program.players] for each in groups(numbers, MAX_PLAYERS)],
    "round_counts": round_counts,
    "round_deck": round_deck,
}
