"""Compare a line that is no YAML with its neighbours, and decide which of them is indented or marked wrongly.

Only lines count, since there is no tree. syntax_errors.py finds the line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.plan_pieces import PIECES
from unoflex_rules.language.yaml.source import Source

#: Keys whose value is a list of steps, and all keys whose value is a list.
STEP_KEYS = ("then", "else", "do", "together", "played", *(name for names in PIECES.values() for name in names))
LIST_KEYS = frozenset({*STEP_KEYS, "deck", "triggers", "state_rules", "silence", "refuse", "scenarios"})
_DASH = re.compile(r"-(?=[ \n]|$)")
_DASHES = re.compile(r"(?:- +)*")
_KEY = re.compile(r"(?P<key>[^\s#:][^#:\n]*?)\s*:(?=\s|$)")


class _Line(NamedTuple):
    """A line with text on it: its number from 0, the offset of its first character, its indentation."""

    number: int
    start: int
    indent: int
    text: str

    @property
    def has_dash(self) -> bool:
        return _DASH.match(self.text) is not None

    @property
    def has_key(self) -> bool:
        """Whether the line, or the item on it, starts with a key."""
        return _KEY.match(self.text, 2 if self.has_dash else 0) is not None

    @property
    def opens(self) -> str:
        """The key, without its sign, whose value is on the lines below; empty if there is none."""
        found = _KEY.match(self.text)
        rest = self.text[found.end() :].strip() if found else "-"
        return found["key"].strip("+=- ") if found and (not rest or rest.startswith("#")) else ""

    @property
    def columns(self) -> str:
        return f"this starts at column {self.indent + 1}"


class _Block:
    """The line at an offset with the block around it: the line that opens the block, the lines above, those from here.

    Raises LookupError if there is no text on the line.
    """

    def __init__(self, source: Source, at: int) -> None:
        self.source = source
        self.lines = lines = list(_lines(source))
        self.place = place = [line.number for line in lines].index(source.line_of(at))
        self.here = here = lines[place]
        first, last = place, place + 1
        while first and lines[first - 1].indent >= here.indent and not self._opens_list(lines[first - 1]):
            first -= 1
        while last < len(lines) and lines[last].indent >= here.indent:
            last += 1
        self.parent = lines[first - 1] if first else None
        self.above, self.below = lines[first:place], lines[place:last]

    def _opens_list(self, line: _Line) -> bool:
        """Whether the value of a key may be the list whose items have the key's own indentation."""
        return line.indent == self.here.indent and self.here.has_dash and not line.has_dash and bool(line.opens)

    def outer(self) -> list[int]:
        """The indentations at which the line could stand, beside one that it is inside: from inner to outer."""
        found, indent = [], self.here.indent
        for line in reversed(self.lines[: self.place]):
            if line.indent < indent:
                found.append(line.indent)
                indent = line.indent
        return found

    def usual_step(self) -> int:
        """How much further than its key a value is usually indented in the file, the parent left out."""
        steps = Counter(
            after.indent - before.indent
            for before, after in pairwise(self.lines)
            if before.opens and before != self.parent and after.indent > before.indent
        )
        return max(steps, key=lambda step: (steps[step], -step), default=2)

    def span(self, line: _Line) -> Span:
        """The place of the key of a line, or of the whole line."""
        dashes = _DASHES.match(line.text)
        key = _KEY.match(line.text, dashes.end() if dashes else 0)
        return self.source.span(line.start, line.start + (key.end() if key else len(line.text)))

    def problem(self, wrong: _Line, other: _Line, fits: list[int]) -> Problem:
        """A wrongly indented line, its neighbour, and the columns at which it could start."""
        columns = " or ".join(str(indent + 1) for indent in sorted(set(fits), reverse=True))
        is_here = wrong is self.here
        message = "the indentation of this line matches none of the lines above"
        return Problem.plain(
            "E002",
            message if is_here else "this line is indented further than the one beside it",
            self.span(wrong),
            f"{wrong.columns}; it could start at {columns}",
            also=((self.span(other), other.columns),),
        )


def _lines(source: Source) -> Iterator[_Line]:
    """All lines but empty ones and comments."""
    for number, start in enumerate(source.starts):
        whole = source.text[start : source.line_end(start)]
        text = whole.lstrip(" ")
        if text.strip() and not text.startswith("#"):
            indent = len(whole) - len(text)
            yield _Line(number, start + indent, indent, text.rstrip())


def uneven(source: Source, at: int) -> Problem | None:
    """The problem of a line whose indentation matches no line above: it, or one above, starts at a wrong column."""
    try:
        block = _Block(source, at)
    except LookupError:
        return None
    here, outer = block.here, block.outer()
    level = block.above[0].indent if block.above else -1
    if level <= here.indent:
        near = [line for line in block.lines[: block.place] if line.indent in outer]
        return block.problem(here, near[-1], outer) if near else None
    above = [line for line in block.above if line.indent == level]
    alike = [line for line in block.below if line.indent == here.indent]
    depth = block.parent.indent if block.parent is not None else 0
    above_is_unusual = here.indent - depth == block.usual_step() != level - depth
    if len(alike) > len(above) or (len(alike) == len(above) and above_is_unusual):
        return block.problem(above[0], here, [here.indent])
    return block.problem(here, above[-1], [level, *outer])


def mixed(source: Source, at: int) -> Problem | None:
    """The problem of a list item among keys, or of a key among items: it, or a line above, is marked wrongly."""
    try:
        block = _Block(source, at)
    except LookupError:
        return None
    here = block.here
    above = [line for line in block.above if line.indent == here.indent]
    if not above:
        return None
    alike = [line for line in block.below if line.indent == here.indent and line.has_dash == here.has_dash]
    is_list = _is_list(block.parent, above, alike)
    wrong, other = (above[0], here) if above[0].has_dash != is_list else (here, above[-1])
    return Problem.plain(
        "E002",
        "expected an item that starts with `- `" if is_list else "unexpected list item: expected a key",
        block.span(wrong),
        "the dash is missing" if is_list else "without `- ` this is a key" if wrong.has_key else "",
        also=((block.span(other), "this is an item" if other.has_dash else "this is a key"),),
    )


def _is_list(parent: _Line | None, above: list[_Line], below: list[_Line]) -> bool:
    """Whether a block of items and keys is meant as a list: by the key of the block, else by their numbers."""
    if parent is None or parent.opens in LIST_KEYS:
        return parent is not None
    dashes, keys = (above, below) if above[0].has_dash else (below, above)
    if len(dashes) != len(keys):
        return len(dashes) > len(keys)
    return above[0].has_dash and not above[0].has_key


def above(source: Source, at: int) -> tuple[tuple[Span, str], ...]:
    """The line above the one at an offset, as a second place."""
    block = _Block(source, at)
    if not block.place:
        return ()
    line = block.lines[block.place - 1]
    return ((block.span(line), line.columns),)
