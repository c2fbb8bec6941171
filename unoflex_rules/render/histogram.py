"""A histogram of whole numbers as lines of text, for a terminal of a given width.

Not here: counting (unoflex_rules/simulation/tally.py).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unoflex_rules.render.terminal import PLAIN, Style

ROWS = 12  # at most, including the two rows for numbers outside the ranges
LONGEST_BAR = 40  # columns
SHORTEST_BAR = 4
GAP = 3  # columns between two cells
INDENT = 1
EIGHTHS = "▏▎▍▌▋▊▉█"


@dataclass(frozen=True, slots=True)
class Range:
    """A row of a histogram: `count` numbers from `low` to `high`, inclusive; None is no bound."""

    low: int | None
    high: int | None
    count: int

    @property
    def label(self) -> str:
        """`14-20`, `14` for a single number, `under 14`, `21+`."""
        if self.high is None:
            return f"{self.low}+"
        if self.low is None:
            return f"under {self.high + 1}"
        return f"{self.low}" if self.low == self.high else f"{self.low}-{self.high}"


def histogram(bins: Sequence[int], columns: int = 80, style: Style = PLAIN) -> str:
    """Shares of numbers in ranges of equal width, one per line, each with a bar.

    `bins[n]` counts the number n; the last bin counts its number and all greater ones. The ranges cover the middle
    98 %; numbers outside have two further lines. No line is wider than `columns` (at least 20). The text has no final
    line break; it is empty if nothing was counted.
    """
    rows = ranges(bins)
    if not rows:
        return ""
    total, most = sum(bins), max(row.count for row in rows)
    labels = [row.label for row in rows]
    shares = [_percent(row.count, total) for row in rows]
    wide, broad = max(map(len, labels)), max(map(len, shares))
    room = min(columns - INDENT - wide - GAP - broad - GAP, LONGEST_BAR)
    lines = []
    for row, label, share in zip(rows, labels, shares, strict=True):
        line = f"{' ' * INDENT}{label:>{wide}}{' ' * GAP}{share:>{broad}}"
        drawn = _bar(row.count, most, room, style) if room >= SHORTEST_BAR else ""
        lines.append(line + (" " * GAP + style.quiet(drawn) if drawn else ""))
    return "\n".join(lines)


def ranges(bins: Sequence[int]) -> list[Range]:
    """The rows of the histogram of `bins`, lowest first; their counts add up to the total.

    The last bin, which has no upper bound, is in no range of equal width.
    """
    total = sum(bins)
    if not total:
        return []
    last = len(bins) - 1
    low, high = _reaching(bins, 1, total), min(_reaching(bins, 99, total), last - 1)
    rows = list(_equal(bins, low, high)) if low <= high else []
    end = rows[-1].high if rows else None
    above = low if end is None else end + 1
    below, over = sum(bins[:low]), sum(bins[above:])
    if below:
        rows.insert(0, Range(None, low - 1, below))
    if over:
        rows.append(Range(above, None, over))
    return rows


def _equal(bins: Sequence[int], low: int, high: int) -> Iterator[Range]:
    """The least width of ranges that needs no more than the allowed rows; the last range may end above `high`."""
    size = -(-(high - low + 1) // (ROWS - 2))
    for start in range(low, high + 1, size):
        end = min(start + size, len(bins) - 1)
        yield Range(start, end - 1, sum(bins[start:end]))


def _reaching(bins: Sequence[int], percent: int, total: int) -> int:
    """The quantile of the counted numbers for a share."""
    reached = 0
    for number, count in enumerate(bins):
        reached += count
        if count and reached * 100 >= percent * total:
            return number
    return len(bins) - 1


def _percent(count: int, total: int) -> str:
    """`12.3 %`; a positive share that rounds to zero is `<0.1 %`."""
    if count and count * 1000 < total:
        return "<0.1 %"
    return f"{100 * count / total:.1f} %"


def _bar(count: int, most: int, room: int, style: Style) -> str:
    """A bar of at most `room` columns; a positive count has at least the smallest bar."""
    if not count:
        return ""
    if style.ascii:
        return "#" * max(round(room * count / most), 1)
    full, eighths = divmod(max(round(8 * room * count / most), 1), 8)
    return "█" * full + (EIGHTHS[eighths - 1] if eighths else "")
