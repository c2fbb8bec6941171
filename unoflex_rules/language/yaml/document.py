"""Read the text of a YAML file into a tree of nodes with places: core scalars, text keys, aliases, limits.

source.py decodes files and syntax_errors.py explains text that is not YAML; what a key means is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, Final

import yaml

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.yaml.cut_expressions import rejoined
from unoflex_rules.language.yaml.entries import check_visible, read_entries
from unoflex_rules.language.yaml.nodes import MAX_DEPTH, Mapping, Node, Scalar, ScalarValue, Sequence, Style
from unoflex_rules.language.yaml.scalars import NumberError, normalised, resolve, short
from unoflex_rules.language.yaml.source import Source, read_source, tidy, whole_file
from unoflex_rules.language.yaml.syntax_errors import explain, in_quotes, tag_problem

#: PyYAML's parser in C, which every wheel contains, is twenty times as fast as the one in Python.
PARSER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
#: The size of a document with every alias written out.
MAX_NODES: Final = 200_000
#: Syntax errors that one run reports, and the longest text that is read again to find more than one.
MAX_SYNTAX_ERRORS: Final = 20
MAX_REREAD: Final = 100_000

_STYLES: Final[dict[str | None, Style]] = {
    None: "plain", "": "plain", "'": "single", '"': "double", "|": "block", ">": "block",
}  # fmt: skip
_PROPERTIES = re.compile(r"(?:\s+|#[^\n]*|[&!][^\s,\[\]{}]*)*")
_PROPERTY = re.compile(r"[&!]?[^\s,\[\]{}]*")
_TEXT_AFTER_HASH = re.compile(r" #(?=\w)")


def read_file(path: str | FilePath, name: str, problems: Problems) -> Mapping | None:
    """Return the tree of a YAML file with a mapping at its top; `name` is the file's name in messages.

    Adds E001-E018 to `problems` and raises nothing. Returns None if a problem leaves no tree.
    """
    text = read_source(path, name, problems)
    return None if text is None else read_text(text, name, problems)


def read_text(text: str, name: str, problems: Problems) -> Mapping | None:
    """Like `read_file`, for a text. After an error that can be skipped, the tree holds the faulty value as text."""
    tidied = tidy(text, name, problems)
    if tidied is None:
        return None
    source = Source(name, tidied)
    for _ in range(MAX_SYNTAX_ERRORS):
        reader = _Reader(source, problems)
        try:
            return reader.document()
        except _LimitReached:
            return None
        except (yaml.YAMLError, ValueError) as error:
            fault = explain(error, source)
        problems.add(fault.problem)
        if fault.mended in (None, source.text) or len(source.text) > MAX_REREAD:
            reader.check_open_mappings()
            return None
        source = Source(name, fault.mended or "")
    return None


class _LimitReached(Exception):
    """Reading on is useless: the document is too large, too deep, or has too many errors."""


@dataclass(slots=True)
class _Anchor:
    """The value of an anchor; `node` is None until its end has been read."""

    node: Node | None
    span: Span
    size: int = 1
    height: int = 0


class _Reader:
    """One pass over the parser's events, by recursive descent like PyYAML's composer, whose nodes lack our places."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.next_event = PARSER(source.text).get_event
        self.anchors: dict[str, _Anchor] = {}
        self.size = 0
        self.depth = self.deepest = 0  # of the collections around the current node, and below it
        self.end = (0, 0)  # line and column, from 0, where the last node ended
        self.open_mappings: list[list[Node]] = []
        self.comments = {match.start() for match in _TEXT_AFTER_HASH.finditer(source.text)}

    def document(self) -> Mapping | None:
        """Return the tree of the only document; raises yaml.YAMLError or _LimitReached."""
        top: Node | None = None
        documents = 0
        self.next_event()  # the start of the stream
        while isinstance(start := self.next_event(), yaml.DocumentStartEvent):
            documents += 1
            event = self.next_event()
            if documents == 1:
                top = self._node(event)
            elif not isinstance(event, yaml.ScalarEvent) or event.value or event.style:
                at = self._span(start.start_mark, start.end_mark)
                notes = ("remove the line `---`, or move the text below it into another file",)
                self.problems.error("E006", "a second document starts here; a file holds one", at, notes=notes)
                return top if isinstance(top, Mapping) else None
            self.next_event()  # the end of the document
        return self._mapping_at_top(top)

    def check_open_mappings(self) -> None:
        """Report wrong keys of the mappings in which a syntax error ended the reading."""
        for nodes in self.open_mappings:
            read_entries(_pairs(nodes), self.problems)

    def _mapping_at_top(self, top: Node | None) -> Mapping | None:
        if isinstance(top, Mapping):
            return top
        if top is None or (isinstance(top, Scalar) and top.style == "plain" and not top.text):
            notes: tuple[str, ...] = ("was it saved, and is not all of it behind `#`?",)
            self.problems.error("E005", "the file is empty", whole_file(self.source.name), notes=notes)
        else:
            kind, notes = "a single value", ()
            if isinstance(top, Sequence):
                kind, notes = "a list", ("remove the dashes before the keys",)
            start = self.source.offset(top.span.line, top.span.column)
            at = self.source.span(start, self.source.line_end(start))
            self.problems.error("E004", f"the file must hold keys with values, but it holds {kind}", at, notes=notes)
        return None

    def _span(self, start: Any, end: Any) -> Span:
        """The place between two marks of the parser, which count code points from 0."""
        return Span(self.source.name, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _count(self, size: int, height: int, at: Span) -> None:
        """Add to the size of the document; raises _LimitReached before anything walks through what is too large."""
        self.size += size
        self.deepest = max(self.deepest, self.depth + height)
        if self.size > MAX_NODES:
            message = f"the file holds more than {MAX_NODES:,} values, counting each repeated by an alias"
            self.problems.error("E008", message, at)
            raise _LimitReached
        if self.problems.full:
            raise _LimitReached
        if self.depth + height > MAX_DEPTH:
            self.problems.error("E007", f"nested deeper than {MAX_DEPTH} levels", at)
            raise _LimitReached

    def _node(self, event: Any, in_flow: bool = False, key: Span | None = None) -> Node:
        """The node that starts with this event; `key`: the place of the key whose value it is."""
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, in_flow)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, key)
        return self._collection(event, key)

    # ---- collections

    def _collection(self, event: Any, head: Span | None) -> Node:
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        in_flow = bool(event.flow_style)
        span = self._span(event.start_mark, event.end_mark)
        before, outer, self.deepest = self.size, self.deepest, 0
        self._count(1, 1, span)
        anchor = self._properties(event, None, span)
        nodes: list[Node] = []
        self.depth += 1
        try:
            while not isinstance(event := self.next_event(), yaml.CollectionEndEvent):
                key = nodes[-1].span if is_mapping and len(nodes) % 2 else None
                nodes.append(self._node(event, in_flow, key))
        except (yaml.YAMLError, ValueError):
            if is_mapping:
                self.open_mappings.append(nodes)
            raise
        self.depth -= 1
        height, self.deepest = self.deepest - self.depth, max(outer, self.deepest)
        if in_flow:
            closed: Any = event.end_mark
            self.end = (closed.line, closed.column)
        span = Span(span.file, span.line, span.column, self.end[0] + 1, self.end[1] + 1)
        if in_flow:
            nodes = rejoined(nodes, is_mapping, self.source, self.problems)
        node = Mapping(read_entries(_pairs(nodes), self.problems), span, head) if is_mapping else Sequence(nodes, span)
        if anchor is not None:
            anchor.node, anchor.size, anchor.height = node, self.size - before, height
        return node

    # ---- scalars

    def _scalar(self, event: Any, in_flow: bool) -> Scalar:
        text, style = event.value, _STYLES[event.style]
        marked = event.anchor is not None or event.tag is not None
        if text and not marked and style != "block":
            span = self._span(event.start_mark, event.end_mark)
        else:
            span = self._scalar_span(event, style, in_flow)
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
            value, span = self._only_property(event)
            text = value
        node = Scalar(value, text, style, span, self._lines(text, span) if span.line < span.end_line else ())
        self.end = (span.end_line - 1, span.end_column - 1)
        self.size += 1
        if marked or self.size > MAX_NODES:
            self._properties(event, node, span)
            self._count(0, 0, span)
        if not (text.isascii() and text.isprintable()):
            check_visible(node, self.problems)
        end = event.end_mark.index
        if end in self.comments and style == "plain" and isinstance(value, str):
            comment = self.source.span(end + 1, self.source.line_end(end))
            self.problems.warning("W501", "this is a comment; quote the text if it belongs to it", comment)
        return node

    def _scalar_span(self, event: Any, style: Style, in_flow: bool) -> Span:
        """The place of the text: without anchor and tag, and without the empty lines after a block."""
        start, end = event.start_mark, event.end_mark
        first, last = start.index, end.index
        if event.anchor is not None or event.tag is not None:
            properties = _PROPERTIES.match(self.source.text, first, last)
            first = properties.end() if properties else first
        if style == "block":
            last = first + len(self.source.text[first:last].rstrip())
        elif style == "plain" and not event.value and in_flow:
            first = last = len(self.source.text[:first].rstrip())
        if first == start.index and last == end.index:
            return self._span(start, end)
        return self.source.span(first, last)

    def _lines(self, text: str, span: Span) -> tuple[tuple[int, int, int], ...]:
        """The start of each line of a text on several lines; empty if escapes shift the text."""
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

    # ---- anchors, aliases, tags

    def _only_property(self, event: Any) -> tuple[str, Span]:
        """The text of a value that starts with `!` or `&` and was read as a tag or anchor without a value."""
        first = event.start_mark.index
        found = _PROPERTY.match(self.source.text, first)
        end = found.end() if found else first
        text, span = self.source.text[first:end], self.source.span(first, end)
        if event.tag is None:
            message = "quote the text: `&` at its start has a meaning in YAML"
            self.problems.error("E014", message, span, suggestion=in_quotes(text))
        return text, span

    def _properties(self, event: Any, node: Node | None, span: Span) -> _Anchor | None:
        """Register the anchor before a node and reject its tag."""
        first = event.start_mark.index
        if event.tag is not None:
            self.problems.add(tag_problem(self.source, first))
        name = event.anchor
        if name is None:
            return None
        start = self.source.text.find("&", first)
        anchor = _Anchor(node, self.source.span(start, start + 1 + len(name)))
        if name in self.anchors:
            also = ((self.anchors[name].span, "first here"),)
            self.problems.error("E017", f"the anchor `{short(name)}` is defined twice", anchor.span, also=also)
        self.anchors[name] = anchor
        return anchor

    def _alias(self, event: Any, key: Span | None) -> Node:
        """The value of an anchor. An alias that is a key or an item of a list has the alias's own place."""
        span = self._span(event.start_mark, event.end_mark)
        name = event.anchor
        anchor = self.anchors.get(name)
        if anchor is None:
            near = nearest(name, self.anchors)
            self.problems.error(
                "E017",
                f"there is no anchor `{short(name)}` before this alias",
                span,
                suggestion=f"*{near}" if near else None,
                notes=("quote a text that starts with `*`",),
            )
            anchor = _Anchor(None, span)
        elif anchor.node is None:
            message = f"the alias `{short(name)}` repeats the value that contains it"
            self.problems.error("E009", message, span, also=((anchor.span, "the value starts here"),))
        self._count(anchor.size, anchor.height, span)
        self.end = (event.end_mark.line, event.end_mark.column)
        node = anchor.node
        if node is None:
            return Scalar(f"*{name}", f"*{name}", "plain", span)
        return Scalar(node.value, node.text, "plain", span) if isinstance(node, Scalar) and key is None else node


def _pairs(nodes: SequenceOf[Node]) -> list[tuple[Node, Node]]:
    """Keys and values that alternate, as pairs; a last key without its value is left out."""
    return list(zip(nodes[::2], nodes[1::2], strict=False))
