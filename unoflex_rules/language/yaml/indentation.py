"""A line that does not stand like its neighbours, at another column or without their dash: which of them is to blame.

Goes by the lines alone, since there is no tree of what is not YAML. Not here: finding that it is none
(syntax_errors.py).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from unoflex_rules.language.compose.pieces import PIECES
from unoflex_rules.language.diagnostics.problems import Problem, Span
from unoflex_rules.language.yaml.source import Source

#: Keys under which lists stand, whose items begin with `- `.
LISTS = frozenset(
    {"do", "then", "else", "together", "played", "deck", "triggers", "state_rules", "silence", "refuse", "scenarios"}
    | {piece for pieces in PIECES.values() for piece in pieces}
)
_DASH = re.compile(r"-(?=[ \n]|$)")
_KEY = re.compile(r"(?P<key>[^\s#:][^#:\n]*?)\s*:(?=\s|$)")
_GIVEN = re.compile(r"(?P<key>\w+)\s*(?:=|:=|=>|->)\s*(?P<value>[^\s=].*)")


class Line(NamedTuple):
    """A line with something on it: its number from 0, the offset of its first character, how far it is indented."""

    number: int
    start: int
    indent: int
    text: str

    @property
    def has_dash(self) -> bool:
        return _DASH.match(self.text) is not None

    @property
    def is_key(self) -> bool:
        """Whether a key stands at its beginning, or behind its dash."""
        return _KEY.match(self.text, 2 if self.has_dash else 0) is not None

    @property
    def column(self) -> int:
        """The column of its first character, from 1."""
        return self.indent + 1

    @property
    def opens(self) -> str:
        """The key without its sign behind which nothing stands on the line, so that what is below it is its value."""
        found = _KEY.match(self.text)
        rest = self.text[found.end() :].strip() if found else "-"
        return found["key"].strip("+=- ") if found and (not rest or rest.startswith("#")) else ""


def lines_of(source: Source) -> list[Line]:
    """All lines but empty ones and comments."""
    found = []
    for number, start in enumerate(source.starts):
        whole = source.text[start : source.line_end(start)]
        text = whole.lstrip(" ")
        if text.strip() and not text.startswith("#"):
            indent = len(whole) - len(text)
            found.append(Line(number, start + indent, indent, text.rstrip()))
    return found


class _Block(NamedTuple):
    """The line under which one stands, those between the two, and the line itself with those below it."""

    parent: Line | None
    above: list[Line]
    below: list[Line]

    @property
    def level(self) -> int:
        """How far the first line of the block is indented."""
        return self.above[0].indent if self.above else -1


def _block(lines: list[Line], place: int) -> _Block:
    """The block in which the line at a place of the list stands."""
    here = lines[place]
    first = place
    while first and lines[first - 1].indent >= here.indent and not _is_parent(lines[first - 1], here):
        first -= 1
    last = place + 1
    while last < len(lines) and lines[last].indent >= here.indent:
        last += 1
    return _Block(lines[first - 1] if first else None, lines[first:place], lines[place:last])


def _is_parent(line: Line, here: Line) -> bool:
    """Whether the key on a line may have the items of a list that stands no deeper below it."""
    return line.indent == here.indent and here.has_dash and not line.has_dash and bool(line.opens)


def uneven(source: Source, at: int) -> Problem | None:
    """What is to say of the line at an offset, which fits none above it: it, or one above, stands at a wrong column."""
    lines = lines_of(source)
    place = _place(lines, source.line_of(at))
    if place is None:
        return None
    here, block = lines[place], _block(lines, place)
    if not block.above or block.level <= here.indent:
        fits = sorted(_open(lines, place), reverse=True)
        near = max((line for line in lines[:place] if line.indent in fits), key=lambda line: line.number, default=None)
        if near is None:
            return None
        return _apart(source, here, near, "the indentation of this line fits none of the lines above", fits)
    above = [line for line in block.above if line.indent == block.level]
    alike = [line for line in block.below if line.indent == here.indent]
    depth = block.parent.indent if block.parent is not None else 0
    usual = usual_step(lines, block.parent)
    odd_above = here.indent - depth == usual != block.level - depth
    if len(alike) > len(above) or (len(alike) == len(above) and odd_above):
        message = "this line is indented further than the one beside it"
        return _apart(source, above[0], here, message, [here.indent])
    fits = sorted({block.level, *_open(lines, place)}, reverse=True)
    return _apart(source, here, above[-1], "the indentation of this line fits none of the lines above", fits)


def mixed(source: Source, at: int) -> Problem | None:
    """What is to say of the line at an offset, which is an item among keys or the reverse: one of them is to blame."""
    lines = lines_of(source)
    place = _place(lines, source.line_of(at))
    if place is None:
        return None
    here, block = lines[place], _block(lines, place)
    above = [line for line in block.above if line.indent == here.indent]
    if not above:
        return None
    alike = [line for line in block.below if line.indent == here.indent and line.has_dash == here.has_dash]
    is_list = _is_list(block.parent, above, alike)
    wrong, other = (above[0], here) if above[0].has_dash != is_list else (here, above[-1])
    message = (
        "an item that starts with `- ` is expected here" if is_list else "a list item stands where a key is expected"
    )
    label = "a dash is missing before this" if is_list else "without its `- ` this is a key" if wrong.is_key else ""
    said = "this one is an item" if other.has_dash else "this one is a key"
    return Problem("E002", message, _span(source, wrong), label, also=((_span(source, other), said),))


def _is_list(parent: Line | None, above: list[Line], below: list[Line]) -> bool:
    """Whether items are meant where some lines are items and some keys: by the key around them, or by their number."""
    if parent is None or parent.opens in LISTS:
        return parent is not None
    dashes, keys = (above, below) if above[0].has_dash else (below, above)
    if len(dashes) != len(keys):
        return len(dashes) > len(keys)
    return above[0].has_dash and not above[0].is_key


def assigned(text: str) -> str | None:
    """How a line is written that gives a key its value as other languages do: `hand_size: 5` for `hand_size = 5`."""
    found = _GIVEN.fullmatch(text)
    return f"{found['key']}: {found['value']}" if found else None


def usual_step(lines: list[Line], but: Line | None = None) -> int:
    """How much further than a key the lines below it mostly stand in a file, one key left out."""
    pairs = ((before, after) for before, after in pairwise(lines) if before.opens and before != but)
    steps = Counter(after.indent - before.indent for before, after in pairs if after.indent > before.indent)
    return max(steps, key=lambda step: (steps[step], -step), default=2)


def above(source: Source, at: int) -> tuple[tuple[Span, str], ...]:
    """The line above the one at an offset, as a second place."""
    lines = lines_of(source)
    place = _place(lines, source.line_of(at))
    if not place:
        return ()
    return ((_span(source, lines[place - 1]), f"this begins at column {lines[place - 1].column}"),)


def _open(lines: list[Line], place: int) -> Iterator[int]:
    """How far the lines are indented inside which one stands, and beside which it could stand: outwards."""
    indent = lines[place].indent
    for line in reversed(lines[:place]):
        if line.indent < indent:
            yield line.indent
            indent = line.indent


def _place(lines: list[Line], number: int) -> int | None:
    return next((place for place, line in enumerate(lines) if line.number == number), None)


def _apart(source: Source, wrong: Line, other: Line, message: str, fits: list[int]) -> Problem:
    """A line at a column where nothing can stand, with its neighbour, and the columns that would fit."""
    columns = " or ".join(str(indent + 1) for indent in fits)
    return Problem(
        "E002", message, _span(source, wrong), f"this begins at column {wrong.column}: {columns} would fit",
        also=((_span(source, other), f"this begins at column {other.column}"),),
    )  # fmt: skip


def _span(source: Source, line: Line) -> Span:
    """The key of a line, or all of it where it has none."""
    item = re.match(r"(?:- +)*", line.text)
    begin = item.end() if item else 0
    key = _KEY.match(line.text, begin)
    end = key.end() if key else len(line.text)
    return source.span(line.start, line.start + end)
