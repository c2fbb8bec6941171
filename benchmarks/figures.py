"""Published figures, their tolerances, and the comparison of measurements with them.

Not here: the measurements (oracles.py, openings.py). The sources of the figures are in docs/oracles.md.

A standard error belongs to a number of games; a comparison combines those of the reference and of the measurement.
The standard errors of shares of decisions come from the variance between games, since decisions of one game are
correlated.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

LIMIT = 4.0  # combined standard errors
SHARP = 0.5  # the combined standard error up to which a quantile must be within one
SHARES = ("number", "draw", "skip", "reverse", "draw two", "wild", "wild draw four")


class Figure(NamedTuple):
    """A published figure."""

    value: float
    error: float  # standard error at the number of games for which the reference gives errors
    rounding: float = 0.0  # additional tolerance for rounding or for a stated range
    whole: bool = False  # a quantile or mode: may always differ by one
    exact: bool = False  # exact, not measured


class Reference(NamedTuple):
    """A set of figures, the number of games behind them, and the number of games of the standard errors."""

    title: str
    games: int
    errors_at: int
    figures: Mapping[str, Figure]


class Verdict(NamedTuple):
    """The comparison of one statistic. `rule` names the rule by which it passes, or says that it fails."""

    name: str
    expected: float
    measured: float
    errors: float  # the difference in combined standard errors
    rule: str
    passed: bool


def is_whole(name: str) -> bool:
    """Return whether a statistic is a number of decisions: the mode or a quantile."""
    return name == "mode" or name.removeprefix("p").isdigit()


def figures(
    values: Mapping[str, float], errors: Mapping[str, float], rounding: Mapping[str, float], exact: Sequence[str] = ()
) -> dict[str, Figure]:
    """Return figures with their standard errors and the tolerance for rounding."""
    return {
        name: Figure(value, errors[name], rounding.get(name, 0.0), is_whole(name), name in exact)
        for name, value in values.items()
    }


# Standard errors of O1 at 100,000 games: published for the mean and for rates, otherwise from repeated games.
RLCARD_ERRORS = {
    "mean": 0.106,
    "sd": 0.150,
    "mode": 0.0,
    "p25": 0.07,
    "p50": 0.11,
    "p75": 0.18,
    "p90": 0.31,
    "p95": 0.45,
    "p99": 1.04,
    "player 0 wins": 0.00158,
    "starter wins": 0.00158,
    "player 0 starts": 0.00114,
    "mean options": 0.00078,
    "forced share": 0.00028,
    "number": 0.00025,
    "draw": 0.00036,
    "skip": 0.000084,
    "reverse": 0.000084,
    "draw two": 0.000083,
    "wild": 0.000060,
    "wild draw four": 0.000061,
}

RLCARD_PUBLISHED = Reference(
    "RLCard, as published",
    100_000,
    100_000,
    figures(
        {
            "mean": 46.38,
            "sd": 33.5,
            "mode": 13,
            "p25": 23,
            "p50": 37,
            "p75": 60,
            "p90": 90,
            "p95": 113,
            "p99": 167,
            "player 0 wins": 0.5062,
            "starter wins": 0.510,
            "player 0 starts": 1 - 16 / 104,
            "mean options": 1.688,
            "forced share": 0.646,
            "number": 0.4581,
            "draw": 0.3668,
            "skip": 0.0482,
            "reverse": 0.0481,
            "draw two": 0.0460,
            "wild": 0.0170,
            "wild draw four": 0.0158,
        },
        RLCARD_ERRORS,
        # Half a unit of the last digit; the share of the starting player is given as a range.
        {"mean": 0.005, "sd": 0.05, "player 0 wins": 0.00005, "starter wins": 0.001, "mean options": 0.0005}
        | {"forced share": 0.0005}
        | dict.fromkeys(SHARES, 0.00005),
        exact=["player 0 starts"],
    ),
)

RLCARD_AGAIN = Reference(
    "RLCard 1.2.0, run again",
    1_000_000,
    100_000,
    figures(
        {
            "mean": 46.4600,
            "sd": 33.5032,
            "mode": 13,
            "p25": 23,
            "p50": 37,
            "p75": 60,
            "p90": 90,
            "p95": 113,
            "p99": 166,
            "player 0 wins": 0.503772,
            "starter wins": 0.506907,
            "player 0 starts": 1 - 16 / 104,
            "mean options": 1.687163,
            "forced share": 0.646232,
            "number": 0.457794,
            "draw": 0.366999,
            "skip": 0.048087,
            "reverse": 0.048240,
            "draw two": 0.046053,
            "wild": 0.017052,
            "wild draw four": 0.015776,
        },
        RLCARD_ERRORS,
        {},
        exact=["player 0 starts"],
    ),
)

EIGHTS = Reference(
    "Crazy Eights, as published",
    20_000,
    20_000,
    figures(
        {"mean": 36.69, "sd": 28.23, "p50": 29, "p95": 93, "starter wins": 0.527, "draw": 0.404},
        # From sixty batches of 20,000 games of this engine.
        {"mean": 0.19, "sd": 0.29, "p50": 0.1, "p95": 1.2, "starter wins": 0.0036, "draw": 0.00051},
        {"mean": 0.005, "sd": 0.005, "starter wins": 0.0005, "draw": 0.0005},
    ),
)


def spread(bins: Sequence[int], percents: Iterable[int]) -> dict[str, float]:
    """Return mean, standard deviation, mode and quantiles of a histogram.

    A quantile is the smallest number of decisions by which that share of the games had ended.
    """
    games = sum(bins)
    mean = sum(n * count for n, count in enumerate(bins)) / games
    squares = sum(n * n * count for n, count in enumerate(bins)) / games
    reached = list(accumulate(bins))
    found = {
        "mean": mean,
        "sd": math.sqrt(squares - mean * mean),
        "mode": float(max(range(len(bins)), key=bins.__getitem__)),
    }
    for percent in percents:
        found[f"p{percent}"] = next(n for n, count in enumerate(reached) if count * 100 >= percent * games)
    return found


def compare(measured: Mapping[str, float], games: int, reference: Reference, limit: float = LIMIT) -> list[Verdict]:
    """Compare every figure of the reference with the measurement on `games` games.

    A figure passes within `limit` combined standard errors. Quantiles and the mode pass if they differ by at most one;
    those with a combined error above SHARP also pass within `limit` errors, since two correct runs may differ by more.
    """
    verdicts = []
    for name, figure in reference.figures.items():
        own = figure.error * math.sqrt(reference.errors_at / games)
        theirs = 0.0 if figure.exact else figure.error * math.sqrt(reference.errors_at / reference.games)
        combined = math.hypot(own, theirs)
        off = measured[name] - figure.value
        beyond = math.copysign(max(0.0, abs(off) - figure.rounding), off)
        if combined:
            errors = beyond / combined
        else:
            errors = 0.0 if beyond == 0 else math.copysign(math.inf, off)
        rule = ""
        is_sharp = figure.whole and combined <= SHARP
        if figure.whole and abs(off) <= 1:
            rule = "within 1"
        elif abs(errors) <= limit and not is_sharp:
            rule = f"within {limit:g} errors"
        verdicts.append(Verdict(name, figure.value, measured[name], errors, rule or "missed", bool(rule)))
    return verdicts


def share_verdict(name: str, expected: float, happened: int, tries: int, limit: float = LIMIT) -> Verdict:
    """Compare an exact probability with a frequency in independent trials."""
    measured = happened / tries
    errors = (measured - expected) / math.sqrt(expected * (1 - expected) / tries)
    passed = abs(errors) <= limit
    return Verdict(name, expected, measured, errors, f"within {limit:g} errors" if passed else "missed", passed)


def table(title: str, verdicts: Iterable[Verdict]) -> str:
    """Return the verdicts as a table, one per line; `errors` is the difference in combined standard errors."""
    lines = [f"{title:<50}{'expected':>10}{'measured':>11}{'difference':>12}{'errors':>8}"]
    for verdict in verdicts:
        expected, measured = number(verdict.expected), number(verdict.measured)
        off = number(verdict.measured - verdict.expected, signed=True)
        lines.append(
            f"  {verdict.name:<48}{expected:>10}{measured:>11}{off:>12}{verdict.errors:>+8.2f}  {verdict.rule}"
        )
    return "\n".join(lines)


def number(value: float, *, signed: bool = False) -> str:
    """Format a figure with a suitable number of digits."""
    sign = "+" if signed else ""
    if float(value).is_integer():
        return f"{value:{sign}.0f}"
    return f"{value:{sign}.2f}" if abs(value) >= 10 else f"{value:{sign}.5f}"
