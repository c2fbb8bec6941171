"""Estimates from a tally: rates with intervals, means, quantiles, the advantage of the first turn.

Not here: the tally itself (tally.py), or the report that these make up (report.py).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unoflex_rules.program.results import WIN_PARTS
from unoflex_rules.simulation.tally import Tally

Z95 = 1.959963984540054  # half of the normal distribution's central 95 % lies within this many deviations


def wilson(count: float, total: int) -> tuple[float, float] | None:
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
    """`count` out of `total`; rate and interval are None if `total` is 0.

    `count` may be a sum of parts, each from 0 to 1: Wilson's interval is then wider than necessary.
    """

    count: int | float
    total: int

    @property
    def rate(self) -> float | None:
        return ratio(self.count, self.total)

    @property
    def interval(self) -> tuple[float, float] | None:
        return wilson(self.count, self.total)

    def to_json(self) -> dict[str, object]:
        low, high = self.interval or (None, None)
        return {"count": self.count, "rate": self.rate, "low": low, "high": high}


@dataclass(frozen=True)
class Spread:
    """The distribution of a number (turns, decisions) over finished games; None for what is unknown.

    Mean and standard deviation are exact. Quantiles and mode come from the histogram; `over` is the number of games in
    its last bin, which stands for its number or more.
    """

    mean: float | None
    sd: float | None
    interval: tuple[float, float] | None  # 95 % interval of the mean
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
            "low": self.interval[0] if self.interval else None,
            "high": self.interval[1] if self.interval else None,
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
        mean=ratio(total, count),
        sd=deviation,
        interval=mean(total, squares, count).interval,
        mode=max(range(len(bins)), key=lambda value: (bins[value], -value)) if any(bins) else None,
        quantiles={percent: quantile(bins, percent) for percent in PERCENTS},
        last=len(bins) - 1,
        over=bins[-1] if bins else 0,
    )


@dataclass(frozen=True)
class Starter:
    """The advantage of the first turn: how often its player wins, compared with an equal share of all wins.

    `advantage` is a difference of two rates over finished games. `p_value` is that of the two-sided test that
    each seat is equally likely to be among the winners of a game, however many those are (normal approximation).
    """

    seats: tuple[Share, ...]  # per seat: of the games that it started, those that it won
    overall: Share
    advantage: float | None
    p_value: float | None


def starter(tally: Tally) -> Starter:
    """The advantage of the first turn in the games of `tally`; None without such games."""
    seats = tuple(map(Share, tally.starter_wins, tally.started))
    won, n = sum(tally.starter_wins), tally.players
    decided = sum(number * games for number, games in enumerate(tally.together))
    overall = Share(won, sum(tally.started))
    advantage = p_value = None
    if overall.rate is not None:
        advantage = overall.rate - decided / (n * overall.total)
    variance = sum(games * (number / n) * (1 - number / n) for number, games in enumerate(tally.together))
    if variance > 0:
        p_value = math.erfc(abs(won - decided * (1 / n)) / math.sqrt(variance) / math.sqrt(2))
    return Starter(seats, overall, advantage, p_value)


@dataclass(frozen=True)
class Mean:
    """The mean of a number over games (or another unit), with its 95 % interval.

    The interval uses the normal approximation; that of a quotient of two sums, such as the share of all turns, uses the
    ratio estimator over games (Cochran, Sampling Techniques, 1977, section 2.11), since turns of one game are not
    independent.
    """

    total: int
    mean: float | None
    error: float | None  # standard error; None if unknown

    @property
    def interval(self) -> tuple[float, float] | None:
        if self.mean is None or self.error is None:
            return None
        return self.mean - Z95 * self.error, self.mean + Z95 * self.error

    def to_json(self) -> dict[str, object]:
        low, high = self.interval or (None, None)
        return {"total": self.total, "mean": self.mean, "low": low, "high": high}


def mean(total: int, squares: int, count: int) -> Mean:
    """The mean of `count` numbers with this exact sum and sum of squares."""
    error = None
    if count > 1:
        error = math.sqrt(max(count * squares - total * total, 0) / (count * (count - 1)) / count)
    return Mean(total, ratio(total, count), error)


def quotient(total: int, squares: int, units: int, unit_squares: int, products: int, count: int) -> Mean:
    """`total` per `units`, both summed over `count` games, with the sums of squares of both and of their products."""
    share = ratio(total, units)
    error = None
    if share is not None and count > 1:
        spread_ = max(squares - 2 * share * products + share * share * unit_squares, 0.0)
        error = math.sqrt(spread_ / (count - 1) / count) / (units / count)
    return Mean(total, share, error)


def ratio(part: float, whole: int) -> float | None:
    """`part` divided by `whole`, or None if `whole` is 0."""
    return part / whole if whole else None


def wins_of(parts: int) -> int | float:
    """Wins that are counted in parts, since several players may share one."""
    whole, rest = divmod(parts, WIN_PARTS)
    return parts / WIN_PARTS if rest else whole
