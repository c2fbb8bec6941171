"""From the text of a YAML file to a tree of nodes with places: core scalars, text keys, aliases, limits.

Decoding is source.py's part, explaining what is not YAML syntax_errors.py's; what keys mean is not known here.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path as FilePath

import yaml

from unoflex_rules.language.diagnostics.problems import Problems, Span, nearest
from unoflex_rules.language.yaml.cut_expressions import joined_items, joined_pairs, unbalanced
from unoflex_rules.language.yaml.entries import entries, seen
from unoflex_rules.language.yaml.nodes import (
    MAX_DEPTH,
    Entry,
    Mapping,
    Node,
    Path,
    Scalar,
    ScalarValue,
    Sequence,
    Style,
)
from unoflex_rules.language.yaml.parsers import FASTEST, Event, Loader, Mark, events
from unoflex_rules.language.yaml.scalars import NumberError, normalised, resolve, short
from unoflex_rules.language.yaml.source import Source, read_source, tidy, whole_file
from unoflex_rules.language.yaml.syntax_errors import explain, quoted, tag_problem

__all__ = ["Entry", "Mapping", "Node", "Path", "Scalar", "Sequence", "read_file", "read_text"]

# Counted as if every alias were written out.
MAX_NODES = 200_000
# How many places that are not YAML are told in one run, and up to which size a text is read again for it.
MAX_FAULTS, MAX_AGAIN = 20, 100_000

SEVERAL = "take out the line `---`, or put what follows into a file of its own"
_STYLES: dict[str | None, Style] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "block",
    ">": "block",
}
_PROPERTIES = re.compile(r"(?:\s+|#[^\n]*|[&!][^\s,\[\]{}]*)*")
_PROPERTY = re.compile(r"[&!]?[^\s,\[\]{}]*")
_TEXT_AFTER_HASH = re.compile(r" #(?=\w)")


def read_file(path: str | FilePath, name: str, problems: Problems) -> Mapping | None:
    """The tree of a YAML file whose top is a mapping; `name` is how its places are called.

    None after a problem that leaves no tree. E001-E018 are added to `problems`, none is raised.
    """
    text = read_source(path, name, problems)
    return None if text is None else read_text(text, name, problems)


def read_text(text: str, name: str, problems: Problems, *, loader: Loader = FASTEST) -> Mapping | None:
    """As `read_file`, of a text. What can be passed over leaves a tree, in which a faulty value is text."""
    tidied = tidy(text, name, problems)
    if tidied is None:
        return None
    source = Source(name, tidied)
    for _ in range(MAX_FAULTS):
        reading = _Reading(source, problems)
        try:
            with _no_collection():
                return reading.run(loader)
        except yaml.YAMLError as error:
            fault = explain(error, source)
            problems.add(fault.problem)
            if fault.mended in (None, source.text) or len(source.text) > MAX_AGAIN:
                reading.abandon()
                return None
            source = Source(name, fault.mended or "")
        except _Stop:
            return None
    return None


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keeps the garbage collector from walking a growing tree again and again; trees hold no cycles.

    On files of a megabyte it would take more time than the reading.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Stop(Exception):
    """There is no use in reading on."""


class _Open:
    """A collection whose end has not been read yet."""

    def __init__(self, event: Event, mapping: bool, head: Span | None, before: int) -> None:
        self.mark = event.start_mark
        self.end = (event.start_mark.line, event.start_mark.column)
        self.anchor: str | None = event.anchor
        self.flow = bool(event.flow_style)
        self.mapping = mapping
        self.head = head
        self.before = before  # how many nodes the document had
        self.height = 1
        self.items: list[Node] = []
        self.pairs: list[tuple[Node, Node]] = []
        self.key: Node | None = None
        self.cut = False  # a piece with an unbalanced bracket stands in it


@dataclass(slots=True)
class _Anchor:
    """What an alias stands for; `node` is None as long as its end has not been read."""

    node: Node | None
    span: Span
    size: int = 1
    height: int = 0


class _Reading:
    """One pass over the events of a text."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.stack: list[_Open] = []
        self.anchors: dict[str, _Anchor] = {}
        self.top: Node | None = None
        self.total = 0
        self.hashes = {match.start() for match in _TEXT_AFTER_HASH.finditer(source.text)}

    def run(self, loader: Loader) -> Mapping | None:
        """The tree; raises yaml.YAMLError where the text is not YAML, _Stop after a limit."""
        documents = 0
        first = whole_file(self.source.name)
        for kind, event in events(self.source.text, loader):
            if kind == "document":
                documents += 1
                first = self._span(event.start_mark, event.end_mark)
            elif documents > 1:
                if kind == "scalar" and not event.value and not event.style:
                    continue
                self.problems.error("E006", "a second document starts here; a file holds one", first, notes=(SEVERAL,))
                return self.top if isinstance(self.top, Mapping) else None
            elif kind == "scalar":
                self._scalar(event)
            elif kind == "end":
                self._close(event)
            elif kind == "alias":
                self._alias(event)
            else:
                self._open(event, mapping=kind == "mapping")
        return self._mapping_at_top()

    def abandon(self) -> None:
        """Tells what is wrong with the keys that were read before the text broke off."""
        for opened in self.stack:
            entries(opened.pairs, self.problems)

    def _mapping_at_top(self) -> Mapping | None:
        top = self.top
        if isinstance(top, Mapping):
            return top
        if top is None or (isinstance(top, Scalar) and top.style == "plain" and not top.text):
            notes: tuple[str, ...] = ("perhaps it was not saved, or all of it stands behind `#`",)
            self.problems.error("E005", "there is nothing in this file", whole_file(self.source.name), notes=notes)
        else:
            kind = "a list" if isinstance(top, Sequence) else "a single value"
            notes = ("take away the dashes before the keys",) if isinstance(top, Sequence) else ()
            message = f"the file must hold keys with their values at its top, but it holds {kind}"
            start = self.source.offset(top.span.line, top.span.column)
            self.problems.error("E004", message, self.source.span(start, self.source.line_end(start)), notes=notes)
        return None

    def _span(self, start: Mark, end: Mark) -> Span:
        return Span(self.source.name, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _count(self, size: int, height: int, at: Span) -> None:
        """Adds to the size of the document and judges size and depth before anything walks through it."""
        self.total += size
        if self.total > MAX_NODES:
            message = f"the file holds more than {MAX_NODES:,} values, aliases written out"
            self.problems.error("E008", message, at)
            raise _Stop
        if self.problems.full:
            raise _Stop
        if len(self.stack) + height > MAX_DEPTH:
            self.problems.error("E007", f"nested deeper than {MAX_DEPTH} levels", at)
            raise _Stop

    def _place(self, node: Node, line: int, column: int, height: int) -> None:
        """Puts a node that has been read where it belongs."""
        if not self.stack:
            self.top = node
            return
        parent = self.stack[-1]
        parent.end = (line, column)
        if height >= parent.height:
            parent.height = height + 1
        if not parent.mapping:
            parent.items.append(node)
        elif parent.key is None:
            parent.key = node
        else:
            parent.pairs.append((parent.key, node))
            parent.key = None

    # ---- scalars

    def _scalar(self, event: Event) -> None:
        text = event.value
        style: Style = _STYLES[event.style]
        marked = event.anchor is not None or event.tag is not None
        if text and not marked and style != "block":
            span = self._span(event.start_mark, event.end_mark)
        else:
            span = self._scalar_span(event, text, style)
        value: ScalarValue = text
        if style == "plain":
            try:
                value = resolve(text)
            except NumberError as error:
                self.problems.error("E011", str(error), span)
        if not text.isascii():
            text = normalised(text)
            value = text if isinstance(value, str) else value
        if marked and not text and style == "plain":
            value, span = self._empty(event)
            text = value
        node = Scalar(value, text, style, span, self._lines(text, span) if span.line < span.end_line else ())
        self.total += 1
        if marked or self.total > MAX_NODES:
            self._properties(event, _Anchor(node, span))
            self._count(0, 0, span)
        if not (text.isascii() and text.isprintable()):
            seen(node, self.problems)
        if style == "plain" and text:
            self._plain(node, event.end_mark.index)
        self._place(node, span.end_line - 1, span.end_column - 1, 0)

    def _scalar_span(self, event: Event, text: str, style: Style) -> Span:
        """Where the text stands: without anchor and tag, and without the empty lines after a block."""
        start, end = event.start_mark, event.end_mark
        first, last = start.index, end.index
        if event.anchor is not None or event.tag is not None:
            properties = _PROPERTIES.match(self.source.text, first, last)
            first = properties.end() if properties else first
        if style == "block":
            last = first + len(self.source.text[first:last].rstrip())
        elif style == "plain" and not text and self.stack and self.stack[-1].flow:
            while self.source.text[first - 1].isspace():
                first -= 1
            last = first
        if first == start.index and last == end.index:
            return self._span(start, end)
        return self.source.span(first, last)

    def _lines(self, text: str, span: Span) -> tuple[tuple[int, int, int], ...]:
        """Where each line of a text begins that was written over several; nothing where escapes shift it."""
        first = self.source.offset(span.line, span.column)
        written = self.source.text[first : self.source.offset(span.end_line, span.end_column)]
        found = []
        at, column = 0, span.column
        for line, whole in enumerate(written.split("\n"), span.line):
            words = whole.strip(" \t'\"" if line in (span.line, span.end_line) else None)
            is_header = line == span.line and written[0] in "|>"
            if words and not is_header:
                after, at = at, text.find(words, at)
                if at < 0 or text[after:at].strip():
                    return ()
                found.append((at, line, column + whole.index(words)))
                at += len(words)
            column = 1
        return tuple(found)

    def _plain(self, node: Scalar, end: int) -> None:
        """What can go wrong with text that has no quotes: cut by a comment, or by a comma in brackets."""
        if end in self.hashes and isinstance(node.value, str):
            comment = self.source.span(end + 1, self.source.line_end(end))
            message = "this is a comment; quote the text if it is a part of it"
            self.problems.warning("W501", message, comment)
        if self.stack and self.stack[-1].flow and unbalanced(node.text):
            self.stack[-1].cut = True

    # ---- anchors, aliases, tags

    def _empty(self, event: Event) -> tuple[str, Span]:
        """Text that starts with `!` or `&` and so was read as a tag or an anchor of nothing."""
        first = event.start_mark.index
        found = _PROPERTY.match(self.source.text, first)
        end = found.end() if found else first
        text, span = self.source.text[first:end], self.source.span(first, end)
        if event.tag is None:
            message = "quote the text: `&` at its start has a meaning in YAML"
            self.problems.error("E014", message, span, suggestion=quoted(text))
        return text, span

    def _properties(self, event: Event, anchor: _Anchor) -> None:
        """The anchor and the tag before a node."""
        first = event.start_mark.index
        if event.tag is not None:
            self.problems.add(tag_problem(self.source, first))
        name = event.anchor
        if name is None:
            return
        start = self.source.text.find("&", first)
        anchor.span = self.source.span(start, start + 1 + len(name))
        if name in self.anchors:
            also = ((self.anchors[name].span, "first here"),)
            self.problems.error("E017", f"the anchor `{short(name)}` stands twice", anchor.span, also=also)
        self.anchors[name] = anchor

    def _alias(self, event: Event) -> None:
        span = self._span(event.start_mark, event.end_mark)
        name = event.anchor or ""
        anchor = self.anchors.get(name)
        node = anchor.node if anchor else None
        size, height = (anchor.size, anchor.height) if anchor else (1, 0)
        if anchor is None:
            near = nearest(name, self.anchors)
            self.problems.error(
                "E017",
                f"there is no anchor `{short(name)}` before this alias",
                span,
                suggestion=f"*{near}" if near else None,
                notes=("a text that starts with `*` needs quotes",),
            )
        elif node is None:
            message = f"the alias `{short(name)}` stands inside the value that it repeats"
            self.problems.error("E009", message, span, also=((anchor.span, "the value starts here"),))
        self._count(size, height, span)
        if node is None or (isinstance(node, Scalar) and self.stack and self.stack[-1].key is None):
            text = node.text if isinstance(node, Scalar) else f"*{name}"
            node = Scalar(node.value if isinstance(node, Scalar) else text, text, "plain", span)
        self._place(node, event.end_mark.line, event.end_mark.column, height)

    # ---- collections

    def _open(self, event: Event, mapping: bool) -> None:
        key = self.stack[-1].key if self.stack else None
        opened = _Open(event, mapping, key.span if isinstance(key, Scalar) else None, self.total)
        self.stack.append(opened)
        span = self._span(event.start_mark, event.end_mark)
        self._count(1, 0, span)
        if event.anchor is not None or event.tag is not None:
            self._properties(event, _Anchor(None, span))

    def _close(self, event: Event) -> None:
        closed = self.stack.pop()
        line, column = (event.end_mark.line, event.end_mark.column) if closed.flow else closed.end
        name, start = self.source.name, closed.mark
        span = Span(name, start.line + 1, start.column + 1, line + 1, column + 1)
        if closed.cut:
            closed.pairs = joined_pairs(closed.pairs, self.source, self.problems)
            closed.items = joined_items(closed.items, self.source, self.problems)
        node: Node
        if closed.mapping:
            node = Mapping(entries(closed.pairs, self.problems), span, closed.head)
        else:
            node = Sequence(closed.items, span)
        if closed.anchor is not None:
            anchor = self.anchors[closed.anchor]
            anchor.node, anchor.size, anchor.height = node, self.total - closed.before, closed.height
        self._place(node, line, column, closed.height)
