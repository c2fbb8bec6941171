"""Places in a file, and how places are ordered in a message.

Not here: what is wrong at a place (problems.py), or the tree of a document (yaml/nodes.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True, slots=True)
class Span:
    """A stretch of text in a file: lines and columns from 1, end exclusive, a column is a code point."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def __contains__(self, other: object) -> bool:
        """Whether another span lies within this one."""
        return (
            isinstance(other, Span)
            and other.file == self.file
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )

    def as_json(self) -> dict[str, str | int]:
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_line": self.end_line,
            "end_column": self.end_column,
        }


def own_file_first(places: Iterable[tuple[Span, str]], file: str) -> list[tuple[Span, str]]:
    """Order places that disagree: the first one in this file leads, because its author can fix it."""
    places = list(dict.fromkeys(places))
    first = next((place for place in places if place[0].file == file), places[0])
    return [first, *(place for place in places if place != first)]
