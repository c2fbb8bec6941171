"""What the commands write, and where: results to standard output, everything else to standard error.

What is written, and how a report or a problem looks, is not decided here.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from unoflex_rules.render.terminal import Style

# What the frames, reports, charts and bars draw with; an output that cannot take all of it gets ASCII.
SIGNS = "┌─│·…▏▎▍▌▋▊▉█"
USUAL_COLUMNS = 80  # of a terminal that does not say, and of what is no terminal


class Console:
    """Standard output and standard error of one run, and the flags that every command understands."""

    def __init__(self, arguments: Sequence[str]) -> None:
        flags = set(arguments[: arguments.index("--")] if "--" in arguments else arguments)
        self.json = "--json" in flags
        self.debug = "--debug" in flags
        self.no_color = "--no-color" in flags
        self.quiet = "--quiet" in flags
        self.no_progress = "--no-progress" in flags or self.quiet
        self.subcommand = [word for word in arguments if not word.startswith("-")][:1]  # as it was written
        self._passing = 0  # columns of the line on standard error that is to be rewritten
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")

    @property
    def style(self) -> Style:
        """How text on standard output is dressed."""
        return self._style(sys.stdout)

    @property
    def note_style(self) -> Style:
        """How text on standard error is dressed."""
        return self._style(sys.stderr)

    @property
    def is_watched(self) -> bool:
        """True when somebody sees standard error on a terminal that can rewrite a line."""
        return _is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"

    @property
    def is_read(self) -> bool:
        """True when somebody reads standard output on a terminal, and no program does."""
        return _is_terminal(sys.stdout)

    @property
    def columns(self) -> int:
        """How wide standard output is; 80 where that is no terminal, whatever the variable COLUMNS says."""
        return _columns(sys.stdout)

    @property
    def note_columns(self) -> int:
        """How wide standard error is."""
        return _columns(sys.stderr)

    def out(self, text: str) -> None:
        """Writes `text`, which ends in a line break, to standard output at once."""
        self.erase()
        _write(sys.stdout, text)

    def document(self, data: Mapping[str, object]) -> None:
        """Writes the one JSON document of a run; ASCII, so that any output can take it."""
        self.out(json.dumps(data, indent=2, allow_nan=False) + "\n")

    def note(self, text: str) -> None:
        """Writes a line for a person to standard error."""
        self.erase()
        _write(sys.stderr, text + "\n")

    def remark(self, text: str) -> None:
        """A note that a run can do without, which --quiet keeps back; no problem is told by it."""
        if not self.quiet:
            self.note(text)

    def rewrite(self, text: str) -> None:
        """Puts `text` in the place of what this put there before, on a watched standard error; without escape codes."""
        blanks = " " * max(self._passing - len(text), 0)
        self._passing = len(text)
        _write(sys.stderr, f"\r{text}{blanks}")

    def erase(self) -> None:
        """Takes a line that was put there by rewrite() away again."""
        if self._passing:
            self.rewrite("")
            _write(sys.stderr, "\r")

    def _style(self, stream: TextIO | None) -> Style:
        return Style(color=self._has_color(stream), ascii=not _can_draw(stream))

    def _has_color(self, stream: TextIO | None) -> bool:
        """The flag beats the variables; an empty variable counts as not set."""
        if self.no_color or os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
            return True
        return _is_terminal(stream) and os.environ.get("TERM") != "dumb"


def silence() -> None:
    """Sends what is still buffered nowhere, after the reader of a pipe has gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            os.dup2(nowhere, stream.fileno())


def _write(stream: TextIO | None, text: str) -> None:
    """A closed stream (None) takes nothing; print() would send what is meant for it to standard output."""
    if stream is not None:
        stream.write(text)
        stream.flush()


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _columns(stream: TextIO | None) -> int:
    if stream is None or not _is_terminal(stream):
        return USUAL_COLUMNS
    try:
        return os.get_terminal_size(stream.fileno()).columns or USUAL_COLUMNS
    except (OSError, ValueError):  # something that only says that it is a terminal
        return USUAL_COLUMNS


def _can_draw(stream: TextIO | None) -> bool:
    try:
        SIGNS.encode(getattr(stream, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
