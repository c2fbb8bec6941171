"""Write a tree as YAML that reads back as the same tree: short values in brackets, the rest on lines of their own.

A kind of file adds its own layout; reading is in document.py, and nothing here knows what a key means.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from collections.abc import Mapping as MappingOf
from typing import Final, NamedTuple, TypeAlias

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.scalars import NumberError, resolve

#: The width of a line that can be broken, and the rightmost column of the comments beside lines.
COLUMNS: Final = 110
RIGHTMOST: Final = 72

_PLAIN = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`=][^\n\t]*|-[^\s,\[\]{}\-][^\n\t]*")
_CUT = re.compile(r":(?=\s|$)|\s#|\s$")
_CUT_IN_BRACKETS = re.compile(r"[,\[\]{}]|:$")
_NOWHERE = Span("", 0, 0, 0, 0)

#: Keys from the top, with `-` for any item of a list.
Keys: TypeAlias = tuple[str, ...]


class Line(NamedTuple):
    """A line: its indentation, its text, and the keys and the place of its value.

    Both are None inside a value on several lines, where a comment has no room.
    """

    indent: int
    text: str
    keys: Keys | None
    span: Span | None


def node_of(data: object) -> Node:
    """Plain data as a tree without places."""
    if isinstance(data, dict):
        return mapping_of(data)
    if isinstance(data, list | tuple):
        return Sequence([node_of(item) for item in data], _NOWHERE)
    if isinstance(data, str):
        return Scalar(data, data, "plain", _NOWHERE)
    assert data is None or isinstance(data, int | float)
    return Scalar(data, json.dumps(data, allow_nan=False), "plain", _NOWHERE)


def mapping_of(data: MappingOf[str, object]) -> Mapping:
    """A dictionary as a mapping without places."""
    return Mapping({key: Entry(key, _NOWHERE, node_of(value)) for key, value in data.items()}, _NOWHERE)


def quoted(text: str, in_brackets: bool = False) -> str:
    """A text on one line, in quotes only if it would read differently; `in_brackets`: inside `[ ]` or `{ }`."""
    if _is_plain(text) and not _CUT.search(text) and not (in_brackets and _CUT_IN_BRACKETS.search(text)):
        return text
    return json.dumps(text, ensure_ascii=False, allow_nan=False)  # JSON text is YAML


def _is_plain(text: str) -> bool:
    """Whether the start and the meaning of a text allow it to go without quotes."""
    try:
        return bool(_PLAIN.fullmatch(text)) and isinstance(resolve(text), str) and not text.startswith(("--", "..."))
    except NumberError:
        return False


def one_line(node: Node) -> str:
    """A node on one line, with brackets."""
    if isinstance(node, Sequence):
        return f"[{', '.join(_item(item) for item in node)}]"
    if isinstance(node, Mapping):
        return f"{{{', '.join(_pair(entry) for entry in node)}}}"
    return _scalar(node, in_brackets=True)


def _scalar(node: Scalar, in_brackets: bool) -> str:
    return quoted(node.value, in_brackets) if isinstance(node.value, str) else node.text


def _item(node: Node) -> str:
    """An item of a list in brackets: a mapping with one key needs no braces, and an empty value is spelled out."""
    if isinstance(node, Mapping) and len(node.entries) == 1:
        return "".join(_pair(entry) for entry in node)
    return one_line(node) or "null"


def _pair(entry: Entry) -> str:
    return f"{_key(entry.key, True)}: {one_line(entry.node)}"


def _key(key: str, in_brackets: bool) -> str:
    """A key, which is text even if it looks like a number."""
    return key if key.isdecimal() and key.isascii() else quoted(key, in_brackets)


def children(node: Mapping | Sequence) -> list[Node]:
    """The items of a list, or the values of a mapping."""
    return [each.node if isinstance(each, Entry) else each for each in node]


class YamlWriter:
    """A layout: which collections are opened, and the comments.

    `opened`: collections that never go in brackets; `above`: lines above a key, such as a comment or an empty line;
    `beside`: comments at the end of a key's line, at this column or further right.
    """

    def __init__(
        self,
        opened: Collection[Keys] = (),
        above: MappingOf[Keys, Collection[str]] | None = None,
        beside: MappingOf[Keys, str] | None = None,
        column: int = 0,
    ) -> None:
        self.opened = opened
        self.above = above or {}
        self.beside = beside or {}
        self.column = column

    def text(self, tree: Mapping) -> str:
        """The text of a file that holds the tree."""
        lines = [(" " * line.indent + line.text, self.comment(line)) for line in self.mapping((), tree, 0)]
        widths = [len(text) for text, comment in lines if comment and len(text) <= RIGHTMOST]
        column = max([self.column, *widths])
        return "".join(f"{text:<{column}}  # {comment}\n" if comment else f"{text}\n" for text, comment in lines)

    def comment(self, line: Line) -> str:
        """The comment beside a line, or nothing."""
        return self.beside.get(line.keys, "") if line.keys is not None else ""

    def may_be_short(self, keys: Keys, node: Mapping | Sequence) -> bool:
        """Whether a collection goes in brackets if the line has room for it."""
        return keys not in self.opened

    def may_wrap(self, node: Sequence) -> bool:
        """Whether a list that is too long for one line stays in brackets, over several lines."""
        return all(isinstance(item, Scalar) for item in node)

    def ordered(self, keys: Keys, node: Mapping) -> list[Entry]:
        """The entries of a mapping in the order in which they are written."""
        return list(node)

    # ---- lines

    def mapping(self, keys: Keys, node: Mapping, indent: int) -> Iterator[Line]:
        """The entries of a mapping, each starting on a line."""
        for entry in self.ordered(keys, node):
            inner = (*keys, entry.key)
            for line in self.above.get(inner, ()):
                yield Line(indent if line else 0, line, None, None)
            yield from self.value(inner, f"{_key(entry.key, False)}:", entry.node, indent, entry.key_span)

    def value(self, keys: Keys, head: str, node: Node, indent: int, at: Span) -> Iterator[Line]:
        """A value after its key or dash, which is at `at`: on the same line, or on the lines below."""
        if isinstance(node, Scalar):
            yield from self.scalar(keys, head, node, indent)
            return
        alone = head == "-" and isinstance(node, Mapping) and len(node.entries) == 1  # `- key: value` needs no braces
        short = not children(node) or (not alone and self.may_be_short(keys, node))
        if short and indent + len(head) + 1 + len(text := one_line(node)) <= COLUMNS:
            yield Line(indent, f"{head} {text}", keys, self.span_in_brackets(node, at))
        elif isinstance(node, Sequence) and (head == "-" or (short and self.may_wrap(node))):
            yield from self.wrapped(keys, f"{head} [", node, indent)
        elif head == "-" and isinstance(node, Mapping):
            for number, line in enumerate(self.mapping(keys, node, indent + 2)):
                yield line._replace(indent=indent, text=f"- {line.text}") if number == 0 else line
        else:
            yield Line(indent, head, keys, at)
            if isinstance(node, Mapping):
                yield from self.mapping(keys, node, indent + 2)
            else:
                for item in node:
                    yield from self.value((*keys, "-"), "-", item, indent + 2, item.span)

    def scalar(self, keys: Keys, head: str, node: Scalar, indent: int) -> Iterator[Line]:
        """A single value; a text of several lines or of a long one goes on the lines below."""
        text = _scalar(node, in_brackets=False)
        lines = node.value.removesuffix("\n").split("\n") if isinstance(node.value, str) else []
        if len(lines) > 1 and _is_block(lines):
            yield Line(indent, f"{head} |{'' if node.text.endswith(chr(10)) else '-'}", keys, node.span)
            yield from (Line(indent + 2 if line else 0, line, None, None) for line in lines)
        elif lines and indent + len(head) + 1 + len(text) > COLUMNS and _is_foldable(node.text):
            yield Line(indent, f"{head} >-", keys, node.span)
            yield from _filled("", " ", node.text.split(" "), indent + 2)
        else:
            yield Line(indent, f"{head} {text or ('null' if head == '-' else '')}".rstrip(), keys, node.span)

    def wrapped(self, keys: Keys, head: str, node: Sequence, indent: int) -> Iterator[Line]:
        """A list in brackets over several lines."""
        items = [f"{_item(item)}," for item in node]
        first, *rest = _filled(head, " ", [*items[:-1], f"{items[-1][:-1]}]"], indent, indent + 2)
        yield first._replace(keys=keys, span=node.span)
        yield from rest

    def span_in_brackets(self, node: Node, otherwise: Span) -> Span:
        """The place of a collection that is written on one line."""
        return otherwise


def _is_block(lines: list[str]) -> bool:
    """Whether a text of several lines keeps them if it is written as it is."""
    return bool(lines[0] and lines[-1]) and all(line == line.strip() and line.isprintable() for line in lines)


def _is_foldable(text: str) -> bool:
    """Whether the spaces of a text can become line ends."""
    return all(text.split(" ")) and text.isprintable()


def _filled(head: str, joint: str, pieces: list[str], indent: int, further: int | None = None) -> Iterator[Line]:
    """As many pieces on each line as there is room for; `further`: the indentation of all lines but the first."""
    line = head
    for piece in pieces:
        glue = "" if not line or line.endswith("[") else joint
        if line != head and indent + len(line) + len(glue) + len(piece) > COLUMNS:
            yield Line(indent, line, None, None)
            line, indent = piece, indent if further is None else further
        else:
            line += glue + piece
    yield Line(indent, line, None, None)
