"""The tree of a YAML document: scalars, sequences and mappings, each with its place in the file.

document.py reads trees and merge.py combines them; nothing here knows what a key means.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from unoflex_rules.language.diagnostics.spans import Span

Style = Literal["plain", "single", "double", "block"]
ScalarValue: TypeAlias = str | int | float | bool | None
Path: TypeAlias = tuple[str | int, ...]

#: The deepest nesting of mappings and lists: sixty steps of two levels each, and their surroundings. Recursive
#: functions can walk every tree.
MAX_DEPTH = 160


class _Walkable:
    """What all nodes share: finding nodes and places by path."""

    __slots__ = ()

    def get(self, path: Path) -> Node | None:
        """The node at `path`, or None."""
        return _walk(cast("Node", self), path)[0]

    def span_of(self, path: Path, key: bool = False) -> Span:
        """The place of the node at `path`, or with `key` of its last key (in a list: of the item).

        If there is no such node: the place of the nearest ancestor, its head if it is a mapping.
        """
        found, reached, key_span = _walk(cast("Node", self), path)
        if found is None:
            return reached.head_span if isinstance(reached, Mapping) else reached.span
        return key_span if key and key_span is not None else found.span


@dataclass(slots=True, eq=False)
class Scalar(_Walkable):
    """A single value: `value` by the rules of YAML 1.2, `text` without quotes and escapes.

    `lines`: for a text on several lines, the offset in `text`, the line and the column at which each line starts.
    """

    value: ScalarValue
    text: str
    style: Style
    span: Span
    lines: tuple[tuple[int, int, int], ...] = ()

    def plain(self) -> ScalarValue:
        """The value."""
        return self.value

    def sub_span(self, start: int, end: int) -> Span:
        """The place of text[start:end]; the whole scalar if escapes shift the text."""
        at, length = self.span, len(self.text)
        start = min(max(start, 0), length)
        end = min(max(end, start), length)
        if self.lines:
            line, column = _place(self.lines, start)
            end_line, end_column = _place(self.lines, max(end - 1, start))
            return Span(at.file, line, column, end_line, end_column + min(end - start, 1))
        quotes = 0 if self.style == "plain" else 1
        as_written = at.line == at.end_line and at.end_column - at.column == length + 2 * quotes
        if self.style == "block" or not as_written:
            return at
        first = at.column + quotes
        return Span(at.file, at.line, first + start, at.line, first + end)


def _place(lines: tuple[tuple[int, int, int], ...], offset: int) -> tuple[int, int]:
    """Line and column of a character of a scalar's text."""
    first, line, column = max(each for each in lines if each[0] <= max(offset, lines[0][0]))
    return line, column + max(offset - first, 0)


@dataclass(slots=True, eq=False)
class Sequence(_Walkable):
    """A list of nodes."""

    items: list[Node]
    span: Span

    def plain(self) -> list[object]:
        """The items as plain data."""
        return [item.plain() for item in self.items]

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


@dataclass(slots=True, eq=False)
class Entry:
    """A key of a mapping with its value."""

    key: str
    key_span: Span
    node: Node


@dataclass(slots=True, eq=False)
class Mapping(_Walkable):
    """Keys with values in the order of the file; `head` is the place of the key whose value the mapping is."""

    entries: dict[str, Entry]
    span: Span
    head: Span | None = None

    @property
    def head_span(self) -> Span:
        """A short place for a problem of the whole mapping, such as a missing key.

        The mapping's own key; in a list or at the top its first key; the whole mapping if it is empty.
        """
        if self.head is not None:
            return self.head
        return next((entry.key_span for entry in self), self.span)

    def plain(self) -> dict[str, object]:
        """Keys and values as plain data."""
        return {key: entry.node.plain() for key, entry in self.entries.items()}

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())


Node: TypeAlias = Scalar | Sequence | Mapping


def _walk(top: Node, path: Path) -> tuple[Node | None, Node, Span | None]:
    """The node at `path` or None; the deepest node on the way; the place of the key that led to it."""
    node = top
    key_span: Span | None = None
    for step in path:
        if isinstance(node, Mapping) and isinstance(step, str) and step in node.entries:
            entry = node.entries[step]
            node, key_span = entry.node, entry.key_span
        elif isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
            node, key_span = node.items[step], None
        else:
            return None, node, key_span
    return node, node, key_span


def place_of(tree: Mapping, span: Span) -> str:
    """The part of a ruleset that contains a place: `turn.end`, `cards.skip`, `state_rules`; empty if none does."""
    for entry in tree:
        for each in entry.node if isinstance(entry.node, Mapping) else ():
            if span in each.key_span or _contains(each.node, span):
                return f"{entry.key}.{each.key}"
        if _contains(entry.node, span):
            return entry.key
    return ""


def _contains(node: Node, span: Span) -> bool:
    """Whether a node, or a node below it from another file, contains a place."""
    if isinstance(node, Scalar):
        return span in node.span
    if isinstance(node, Sequence):
        return any(_contains(item, span) for item in node)
    return any(span in entry.key_span or _contains(entry.node, span) for entry in node)
