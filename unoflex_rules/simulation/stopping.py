"""When to stop: the games that are needed until the win rates have intervals of a given width: `--until 0.25%`.

Not here: playing the games. Every answer depends on the tally and the width alone, so that a run looks at its results
at the same games, and ends after the same game, whatever runs it and however long that takes.
"""

import math
import re

from unoflex_rules.simulation.estimates import Z95, wilson
from unoflex_rules.simulation.tally import Tally

STEP = 512  # games; looks happen at its multiples
FIRST_LOOK = 1024  # games before the first look; fewer games predict badly
LEAST_GROWTH = 50  # each look covers at least 1/50 more games than the last one
MOST_GAMES = 1_000_000_000  # maximum number of games
NARROWEST = 0.0001  # narrowest width: 400 million games at a rate of one half
AS_WRITTEN = re.compile(r"(\d+\.?\d*|\.\d+)\s*(%?)", re.ASCII)


def parse_width(text: str) -> float:
    """The width that `0.25%` or `0.0025` means, as a share; ValueError with a suggestion for any other text."""
    found = AS_WRITTEN.fullmatch(text.strip())
    if found is None:
        comma = "; decimals follow a point" if "," in text else ""
        raise ValueError(f"`{text}` is no width; write a percentage or a share, such as 0.25% or 0.0025{comma}")
    number, percent = float(found[1]), bool(found[2])
    width = number / 100 if percent else number
    if NARROWEST <= width < 1:
        return width
    if width < NARROWEST:
        raise ValueError(f"`{text}` takes too many games; the narrowest is {100 * NARROWEST:g}% ({NARROWEST:f})")
    meant = f"; for {number:g} percent write {number:g}%" if not percent and number < 100 else ""
    raise ValueError(f"`{text}` is as wide as any rate can be; choose less than 100%{meant}")


def widest(tally: Tally) -> float | None:
    """The width, high minus low, of the widest interval of a seat's wins; None without a finished game.

    It is that of the seat whose win rate is nearest to one half.
    """
    if not tally.finished:
        return None
    return max(_width(count, tally.finished) for count in tally.wins)


def is_reached(tally: Tally, width: float) -> bool:
    """Whether every seat's interval is `width` or narrower."""
    found = widest(tally)
    return found is not None and found <= width


def predicted(tally: Tally, width: float, most: int = MOST_GAMES) -> int:
    """The predicted number of games in all, from the rates so far; at least the present number, at most `most`."""
    if not tally.finished:
        return most
    finished = max(_needed(count / tally.finished, width) for count in tally.wins)
    games = -(-finished * tally.games // tally.finished)
    return min(max(games, tally.games), most)


def next_look(tally: Tally, width: float, most: int = MOST_GAMES) -> int | None:
    """The number of games at the next look; None if no more games are needed.

    It is the predicted number, at most twice the present number, in whole steps. No more games are needed if the width
    is reached, if there are `most` games, or if no game up to the first look ended.
    """
    games = tally.games
    if games < FIRST_LOOK:
        return min(FIRST_LOOK, most) if games < most else None
    if games >= most or not tally.finished or is_reached(tally, width):
        return None
    wanted = max(predicted(tally, width), games + games // LEAST_GROWTH, games + 1)
    return min(_in_steps(min(wanted, 2 * games)), most)


def _in_steps(games: int) -> int:
    return -(-games // STEP) * STEP


def _width(count: int, total: int) -> float:
    low, high = wilson(count, total) or (0.0, 1.0)
    return high - low


def _needed(rate: float, width: float) -> int:
    """The least number of games for which Wilson's interval of `rate` is at most `width` wide.

    With n games, z = Z95 and v = rate (1 - rate) the width is 2 z sqrt(v n + z² / 4) / (n + z²), solved for n.
    """
    square, half = Z95 * Z95, width / 2
    spread = square * rate * (1 - rate) / (half * half)
    # (n + z²)² = spread n + z⁴ / (4 half²), a quadratic in n
    linear = 2 * square - spread
    constant = square * square * (1 - 1 / (4 * half * half))
    root = (-linear + math.sqrt(max(linear * linear - 4 * constant, 0.0))) / 2
    return max(math.ceil(root), 1)
