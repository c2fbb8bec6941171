"""Read a file safely, decode it, and turn offsets into places.

Not here: the meaning of the text (document.py).
"""

from __future__ import annotations

import os
import re
import stat
from bisect import bisect_right
from itertools import islice
from pathlib import Path

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import MAX_CANDIDATES, nearest
from unoflex_rules.language.yaml.scalars import described

MAX_BYTES = 4 * 2**20

# Longest first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = [
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
]
# Characters that YAML does not allow in a file, and the line ends that only some readers know.
_ODD = re.compile(r"[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


class Source:
    """A text with its file's name, which knows the line and column of every offset."""

    __slots__ = ("_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts: list[int] = []

    @property
    def starts(self) -> list[int]:
        """The offset at which each line starts; computed on first use, since only faulty files need it."""
        if not self._starts:
            self._starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        return self._starts

    def line_of(self, offset: int) -> int:
        """The number of the line, from 0."""
        return bisect_right(self.starts, offset) - 1

    def line_start(self, offset: int) -> int:
        """The offset at which the line of another offset starts."""
        return self.starts[self.line_of(offset)]

    def line_end(self, offset: int) -> int:
        """The offset of the line end after another offset."""
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end

    def offset(self, line: int, column: int) -> int:
        """The offset of a place, the inverse of `span`."""
        return self.starts[line - 1] + column - 1

    def span(self, start: int, end: int) -> Span:
        """The place of text[start:end]; an offset beyond the text is its end."""
        start = min(max(start, 0), len(self.text))
        end = min(max(end, start), len(self.text))
        first, last = self.line_of(start), self.line_of(end)
        return Span(self.name, first + 1, start - self.starts[first] + 1, last + 1, end - self.starts[last] + 1)


def whole_file(name: str) -> Span:
    """The place for a problem of a whole file."""
    return Span(name, 1, 1, 1, 1)


def read_source(path: str | Path, name: str, problems: Problems) -> str | None:
    """The text of a file: decoded from UTF-8, without byte order mark, each line ended by a newline.

    None after a problem: E001 if there is no file or it is not UTF-8, E008 if it is too large, E018 for characters
    that YAML does not allow.
    """
    data = _read_bytes(Path(path), name, problems)
    if data is None:
        return None
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            problems.error("E001", f"the file is written in {encoding}: save it as UTF-8", whole_file(name))
            return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = Source(name, tidy_lines(data[: error.start].decode("utf-8", "replace")))
        end = len(before.text)
        problems.error(
            "E001",
            f"the file is not UTF-8: unexpected byte 0x{data[error.start]:02X}; save it as UTF-8",
            before.span(end, end),
        )
        return None
    return tidy(text, name, problems)


def tidy_lines(text: str) -> str:
    """The text without byte order mark, each line ended by a newline."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def tidy(text: str, name: str, problems: Problems) -> str | None:
    """Like `tidy_lines`; None after E008 for too much text, or E018 for characters that YAML does not allow."""
    if len(text) > MAX_BYTES:
        problems.error("E008", f"the file is larger than {MAX_BYTES // 2**20} MB", whole_file(name))
        return None
    text = tidy_lines(text)
    odd = _ODD.search(text)
    if odd is None:
        return text
    more = sum(1 for _ in _ODD.finditer(text)) - 1
    problems.error(
        "E018",
        f"the invisible character {described(odd[0])} is not allowed",
        Source(name, text).span(odd.start(), odd.end()),
        notes=(
            *((f"{more:,} more follow",) if more else ()),
            *(("is this a text file, saved as UTF-8?",) if odd[0] == "\0" else ()),
        ),
    )
    return None


def _read_bytes(path: Path, name: str, problems: Problems) -> bytes | None:
    """The content of a regular file. It is opened once, so that the file checked is the file read; never blocks."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            mode = os.fstat(handle).st_mode
            if not stat.S_ISREG(mode):
                what = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
                problems.error("E001", f"the file cannot be read: it is {what}", whole_file(name))
                return None
            with os.fdopen(handle, "rb", closefd=False) as file:
                data = file.read(MAX_BYTES + 1)
        finally:
            os.close(handle)
    except FileNotFoundError:
        near = nearest(path.name, _beside(path))
        meant = None if near is None else name.removesuffix(path.name) + near
        problems.error("E001", f"there is no file `{name}`", None, suggestion=meant)
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not a path"
        problems.error("E001", f"the file cannot be read: {reason.lower()}", whole_file(name))
        return None
    if len(data) > MAX_BYTES:
        problems.error("E008", f"the file is larger than {MAX_BYTES // 2**20} MB", whole_file(name))
        return None
    return data


def _beside(path: Path) -> list[str]:
    """The names of the files with the same suffix in the folder of a missing file."""
    try:
        return [each.name for each in islice(path.parent.glob(f"*{path.suffix}"), MAX_CANDIDATES)]
    except (OSError, ValueError):
        return []
