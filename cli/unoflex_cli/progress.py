"""A progress bar: one line on standard error that is rewritten.

It writes nothing into a file, a pipe or a dumb terminal.
"""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from unoflex_cli.console import Console

PATIENCE = 0.5  # seconds before the bar appears
BETWEEN = 0.1  # seconds between two drawings
LONGEST_BAR = 20  # columns
SHORTEST_BAR = 5
EIGHTHS = " ▏▎▍▌▋▊▉"


class Progress:
    """The bar of a run of `total` games, or of `seconds`; a context manager that erases the bar at its end.

    `is_estimate`: the total is an estimate. The rate counts from the first finished games, so that it does not include
    compilation.
    """

    def __init__(
        self,
        console: Console,
        total: int | None = None,
        *,
        seconds: float | None = None,
        is_estimate: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console = console
        self._total = total
        self._seconds = seconds
        self._about = "about " if is_estimate else ""
        self._clock = clock
        self._is_shown = console.is_watched and not console.no_progress
        self._start = clock()
        self._next = self._start + PATIENCE
        self._first: tuple[float, int] | None = None  # time and number of the first finished games

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def update(self, done: int, total: int | None = None) -> None:
        """Record finished games, and perhaps a new `total`; draw if it is time."""
        if not self._is_shown:
            return
        if total is not None:
            self._total = total
        now = self._clock()
        if self._first is None:
            self._first = (now, done)
        if now >= self._next:
            self._next = now + BETWEEN
            try:
                self._console.rewrite(self._line(now, done))
            except OSError:  # the terminal has gone, but the run continues
                self._is_shown = False

    def close(self) -> None:
        """Erase the bar and draw nothing more."""
        if self._is_shown:
            self._is_shown = False
            self._console.erase()

    def _line(self, now: float, done: int) -> str:
        """The bar, with as many facts as fit the terminal."""
        style = self._console.note_style
        room = self._console.note_columns - 1  # a full line would break
        share, facts = self._facts(now, done)
        text = f" {style.dot} ".join(facts)
        while len(text) > room and len(facts) > 1:
            facts.pop()
            text = f" {style.dot} ".join(facts)
        cells = min(LONGEST_BAR, room - len(text) - 2)
        if share is None or cells < SHORTEST_BAR:
            return text[:room]
        return f"{bar(share, cells, style.ascii)}  {text}"

    def _facts(self, now: float, done: int) -> tuple[float | None, list[str]]:
        """The share that is done, if known, and facts, the most important first."""
        first, games = self._first or (now, done)
        rate = (done - games) / (now - first) if now > first else 0.0
        speed = [f"{rate:,.0f} games/s" if rate >= 10 else f"{rate:.1f} games/s"] if rate > 0 else []
        if self._seconds is not None:
            spent = min(now - self._start, self._seconds)
            share = spent / self._seconds if self._seconds > 0 else 1.0
            return share, [f"{clock_text(spent)} of {clock_text(self._seconds)}", f"{done:,} games", *speed]
        if not self._total:
            return None, [f"{done:,} games", *speed]
        left = [f"{clock_text((self._total - done) / rate)} left"] if rate > 0 and done < self._total else []
        return done / self._total, [f"{done:,} of {self._about}{self._total:,} games", *speed, *left]


def bar(share: float, cells: int, ascii: bool) -> str:
    """`share`, from 0 to 1, of `cells` columns: full ones, one of eighths, empty ones."""
    share = min(max(share, 0.0), 1.0)
    if ascii:
        full = int(share * (cells - 2))
        return f"[{'#' * full}{' ' * (cells - 2 - full)}]"
    full, eighths = divmod(int(share * cells * 8), 8)
    return ("█" * full + EIGHTHS[eighths] * (full < cells)).ljust(cells)


def clock_text(seconds: float) -> str:
    """`0:07`, `12:34`, `1:02:03`, rounded up to seconds."""
    whole = -int(-seconds // 1)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
