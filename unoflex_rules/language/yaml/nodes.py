"""The tree of a YAML document: scalars, sequences and mappings, each with the place it was written at.

How a tree is read stands in document.py, how two are merged in merge.py; nothing here knows what a key means.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from unoflex_rules.language.diagnostics.problems import Span

Style = Literal["plain", "single", "double", "block"]
ScalarValue: TypeAlias = str | int | float | bool | None
Path: TypeAlias = tuple[str | int, ...]


@dataclass(slots=True, eq=False)
class Scalar:
    """A single value: `value` as YAML 1.2 reads it, `text` as it was written, without quotes and escapes.

    `lines`: of a text over several lines where each begins: its offset in `text`, its line and its column.
    """

    value: ScalarValue
    text: str
    style: Style
    span: Span
    lines: tuple[tuple[int, int, int], ...] = ()

    def plain(self) -> ScalarValue:
        """The value."""
        return self.value

    def get(self, path: Path) -> Node | None:
        """The scalar itself for the empty path, else None: nothing stands below it."""
        return None if path else self

    def span_of(self, path: Path, key: bool = False) -> Span:
        """The scalar's own span, because nothing stands below it."""
        return self.span

    def sub_span(self, start: int, end: int) -> Span:
        """The place of text[start:end]; the whole scalar where escapes shift the text."""
        at = self.span
        if self.lines:
            start = min(max(start, 0), len(self.text))
            end = min(max(end, start), len(self.text))
            (line, column), (end_line, end_column) = self._place(start), self._place(max(end - 1, start))
            return Span(at.file, line, column, end_line, end_column + min(end - start, 1))
        quotes = 0 if self.style == "plain" else 1
        as_written = at.line == at.end_line and at.end_column - at.column == len(self.text) + 2 * quotes
        if self.style == "block" or not as_written:
            return at
        first = at.column + quotes
        start = min(max(start, 0), len(self.text))
        end = min(max(end, start), len(self.text))
        return Span(at.file, at.line, first + start, at.line, first + end)

    def _place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character of a text over several lines."""
        first, line, column = max(each for each in self.lines if each[0] <= max(offset, self.lines[0][0]))
        return line, column + max(offset - first, 0)


@dataclass(slots=True, eq=False)
class Sequence:
    """A list of nodes."""

    items: list[Node]
    span: Span

    def plain(self) -> list[object]:
        """The items as plain data."""
        return [item.plain() for item in self.items]

    def get(self, path: Path) -> Node | None:
        """The node at `path`, or None when there is none."""
        return _walk(self, path)[0]

    def span_of(self, path: Path, key: bool = False) -> Span:
        """The span of the node at `path`, see `Mapping.span_of`."""
        return _span_of(self, path, key)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


@dataclass(slots=True, eq=False)
class Entry:
    """A key of a mapping with its value."""

    key: str
    key_span: Span
    node: Node


@dataclass(slots=True, eq=False)
class Mapping:
    """Keys with their values, in the order of the file; `head` is the key it stands under, if any."""

    entries: dict[str, Entry]
    span: Span
    head: Span | None = None

    @property
    def head_span(self) -> Span:
        """A short place for what concerns the mapping as a whole, such as a missing key.

        The key under which it stands; in a list or at the top its first key; all of it when it has none.
        """
        if self.head is not None:
            return self.head
        for entry in self.entries.values():
            return entry.key_span
        return self.span

    def plain(self) -> dict[str, object]:
        """Keys and values as plain data."""
        return {key: entry.node.plain() for key, entry in self.entries.items()}

    def get(self, path: Path) -> Node | None:
        """The node at `path`, or None when there is none."""
        return _walk(self, path)[0]

    def span_of(self, path: Path, key: bool = False) -> Span:
        """The span of the node at `path`, with `key` that of its last key (in a list: of the item).

        For a path that does not exist, the nearest ancestor that does: its head if it is a mapping.
        """
        return _span_of(self, path, key)

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())


# How deep mappings and lists may stand in each other: sixty steps, each of which takes two levels, and what they stand
# in. No tree is deeper, so that it can be walked by functions that call themselves.
MAX_DEPTH = 160

Node: TypeAlias = Scalar | Sequence | Mapping


def _walk(top: Node, path: Path) -> tuple[Node | None, Node, Span | None]:
    """The node at `path` or None; the deepest node that was reached; the key that led to it."""
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


def _span_of(top: Node, path: Path, key: bool) -> Span:
    found, reached, key_span = _walk(top, path)
    if found is None:
        return reached.head_span if isinstance(reached, Mapping) else reached.span
    return key_span if key and key_span is not None else found.span


def place_of(tree: Mapping, span: Span) -> str:
    """The part of a ruleset in which something stands: `turn.end`, `cards.skip`, `state_rules`; empty for none."""
    for entry in tree:
        inner = entry.node if isinstance(entry.node, Mapping) else ()
        for each in inner:
            if span in each.key_span or _holds(each.node, span):
                return f"{entry.key}.{each.key}"
        if _holds(entry.node, span):
            return entry.key
    return ""


def _holds(node: Node, span: Span) -> bool:
    """Whether a part of a ruleset, put together from whatever files, has something at that place."""
    if isinstance(node, Scalar):
        return span in node.span
    if isinstance(node, Sequence):
        return any(_holds(item, span) for item in node)
    return any(span in entry.key_span or _holds(entry.node, span) for entry in node)
