"""What the commands write, and where: results to standard output, everything else to standard error.

What is written, and how a report or a problem looks, is not decided here.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from unoflex_rules.render.text import Style

LINES = "┌─│·…"  # what the frames and reports draw with; an output that cannot take them gets ASCII


class Console:
    """Standard output and standard error of one run, and the flags that every command understands."""

    def __init__(self, arguments: Sequence[str]) -> None:
        flags = set(arguments[: arguments.index("--")] if "--" in arguments else arguments)
        self.json = "--json" in flags
        self.debug = "--debug" in flags
        self.no_color = "--no-color" in flags
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

    def out(self, text: str) -> None:
        """Writes `text`, which ends in a line break, to standard output at once."""
        _write(sys.stdout, text)

    def document(self, data: Mapping[str, object]) -> None:
        """Writes the one JSON document of a run; ASCII, so that any output can take it."""
        self.out(json.dumps(data, indent=2, allow_nan=False) + "\n")

    def note(self, text: str) -> None:
        """Writes a line for a person to standard error; `\\r` at its start rewrites the line."""
        _write(sys.stderr, text + "\n")

    def rewrite(self, text: str) -> None:
        """Puts `text` in the place of the last line on a watched standard error."""
        _write(sys.stderr, f"\r\x1b[K{text}")

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


def _can_draw(stream: TextIO | None) -> bool:
    try:
        LINES.encode(getattr(stream, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
