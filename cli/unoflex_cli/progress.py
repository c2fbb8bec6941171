"""A progress bar: one line on standard error that is rewritten, for somebody who watches it on a terminal.

What is done, and how much there is to do, it is told; into a file, a pipe or a dumb terminal it writes nothing.
"""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from unoflex_cli.console import Console

PATIENCE = 0.5  # seconds before it appears: what is over sooner needs none
BETWEEN = 0.1  # seconds between two drawings
LONGEST_BAR = 20  # columns
SHORTEST_BAR = 5
EIGHTHS = " ▏▎▍▌▋▊▉"


class Progress:
    """The bar of a run of `total` games, or of `seconds`; a context manager that leaves no trace of it.

    `is_estimate`: the total is what it will probably take. Time counts from here; the rate from the first games on,
    so that what was compiled before them does not slow it down.
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
        self._first: tuple[float, int] | None = None  # when the first games were done, and how many

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def update(self, done: int, total: int | None = None) -> None:
        """So many games are done, of `total` if that has changed; draws if it is time to."""
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
            except OSError:  # the terminal has gone; the run has not
                self._is_shown = False

    def close(self) -> None:
        """Takes the bar away; nothing is drawn any more."""
        if self._is_shown:
            self._is_shown = False
            self._console.erase()

    def _line(self, now: float, done: int) -> str:
        """The bar and as many of the facts as the terminal has room for."""
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
        """The share that is done, if it can be told, and what there is to say, the most important first."""
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
    """`0:07`, `12:34`, `1:02:03`; what is left of a second counts as one."""
    whole = -int(-seconds // 1)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
