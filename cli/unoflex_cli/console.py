"""Output of the commands: results on standard output, everything else on standard error.

Not here: what a report or a problem looks like.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TextIO

from unoflex_rules.render.terminal import Style

# What the frames, reports, charts and bars draw with; an output that cannot take all of it gets ASCII.
SIGNS = "┌─│·…▏▎▍▌▋▊▉█"
USUAL_COLUMNS = 80  # of a terminal of unknown width, and of files and pipes


CLOSED = "standard output is closed"


class OutputError(Exception):
    """Standard output cannot be written; the text gives the reason."""


class Console:
    """Standard output and standard error of one run, and the flags that every command understands."""

    def __init__(self, arguments: Sequence[str]) -> None:
        flags = set(arguments[: arguments.index("--")] if "--" in arguments else arguments)
        self.json = "--json" in flags
        self.debug = "--debug" in flags
        self.no_color = "--no-color" in flags
        self.quiet = "--quiet" in flags
        self.no_progress = "--no-progress" in flags or self.quiet
        self.subcommand = [word for word in arguments if not word.startswith("-")][:1]  # as typed
        self._passing = 0  # columns of the line on standard error that will be rewritten
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")

    @property
    def style(self) -> Style:
        """The style of standard output."""
        return self._style(sys.stdout)

    @property
    def note_style(self) -> Style:
        """The style of standard error."""
        return self._style(sys.stderr)

    @property
    def is_watched(self) -> bool:
        """Whether standard error is a terminal that can rewrite a line."""
        return _is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"

    @property
    def is_read(self) -> bool:
        """Whether standard output is a terminal."""
        return _is_terminal(sys.stdout)

    @property
    def columns(self) -> int:
        """The width of standard output; 80 unless it is a terminal, whatever the variable COLUMNS says."""
        return _columns(sys.stdout)

    @property
    def note_columns(self) -> int:
        """The width of standard error."""
        return _columns(sys.stderr)

    def out(self, text: str) -> None:
        """Write `text`, which ends with a line break, to standard output at once. Raises OutputError."""
        self.erase()
        if sys.stdout is None:
            raise OutputError(CLOSED)
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            _discard(sys.stdout)
            raise OutputError(f"cannot write to standard output: {error.strerror or error}") from None

    def document(self, data: Mapping[str, object]) -> None:
        """Write the one JSON document of a run, in ASCII for any output."""
        self.out(json.dumps(data, indent=2, allow_nan=False) + "\n")

    def note(self, text: str) -> None:
        """Write a line for people to standard error."""
        self.erase()
        _write_note(text + "\n")

    def remark(self, text: str) -> None:
        """Write a note that --quiet suppresses; never a problem."""
        if not self.quiet:
            self.note(text)

    def rewrite(self, text: str) -> None:
        """Replace the line written by this method before, on a terminal; without escape codes."""
        blanks = " " * max(self._passing - len(text), 0)
        self._passing = len(text)
        _write_note(f"\r{text}{blanks}")

    def erase(self) -> None:
        """Erase the line that rewrite() has written."""
        if self._passing:
            self.rewrite("")
            _write_note("\r")

    def _style(self, stream: TextIO | None) -> Style:
        return Style(self._has_color(stream), not _can_draw(stream), _encoding(stream))

    def _has_color(self, stream: TextIO | None) -> bool:
        """The flag beats the variables; an empty variable counts as not set."""
        if self.no_color or os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
            return True
        return _is_terminal(stream) and os.environ.get("TERM") != "dumb"


def silence() -> None:
    """Discard buffered output after the reader of a pipe has gone."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            _discard(stream)


def _discard(stream: TextIO) -> None:
    """Send the rest of a stream nowhere, so that closing it does not fail again."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())


def _write_note(text: str) -> None:
    """Write to standard error, unless it is closed (None); a note that cannot be written changes nothing else."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _columns(stream: TextIO | None) -> int:
    if stream is None or not _is_terminal(stream):
        return USUAL_COLUMNS
    try:
        return os.get_terminal_size(stream.fileno()).columns or USUAL_COLUMNS
    except (OSError, ValueError):  # not really a terminal
        return USUAL_COLUMNS


def _encoding(stream: TextIO | None) -> str:
    return getattr(stream, "encoding", None) or "utf-8"


def _can_draw(stream: TextIO | None) -> bool:
    try:
        SIGNS.encode(_encoding(stream))
    except (LookupError, UnicodeEncodeError):
        return False
    return True
