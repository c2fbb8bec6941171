"""PyYAML's two parsers, the one in C and the one in Python, made to agree on the files that people write.

What they read becomes a tree in document.py; what they complain about is put into words in syntax_errors.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters, digits
from typing import Literal, Protocol, cast

import yaml
from yaml.scanner import ScannerError
from yaml.tokens import ScalarToken, TagToken

_FLOW = ",[]{}"
_TAG = frozenset(ascii_letters + digits + "-_;/?:@&=+$.!~*'()")


class PythonLoader(yaml.SafeLoader):
    """PyYAML's parser in Python with the rules of the one in C.

    Tabs between tokens and inside plain text are white space; inside `[ ]` and `{ }` a question mark is text,
    and a colon before a bracket is an error.
    """

    def scan_to_next_token(self) -> None:
        """Passes over spaces, comments and line ends, and over tabs where no indentation is being read."""
        while True:
            blanks = " \t" if self.flow_level or not self.allow_simple_key else " "
            while self.peek() in blanks:
                self.forward()
            if self.peek() == "#":
                while self.peek() not in "\0\n":
                    self.forward()
            if not self.scan_line_break():  # type: ignore[no-untyped-call]
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain(self) -> ScalarToken:
        """Text without quotes, up to a `: `, a ` #`, and inside brackets a comma or a bracket."""
        chunks: list[str] = []
        start = end = self.get_mark()
        indent = self.indent + 1
        spaces: list[str] | None = []
        while self.peek() != "#":
            length = 0
            while not self._ends_plain(length, start):
                length += 1
            if length == 0:
                break
            self.allow_simple_key = False
            chunks.extend(spaces or ())
            chunks.append(self.prefix(length))
            self.forward(length)
            end = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start)
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return ScalarToken("".join(chunks), True, start, end)

    def _ends_plain(self, length: int, start: yaml.Mark) -> bool:
        char: str = self.peek(length)
        after: str = self.peek(length + 1) if char == ":" else ""
        if char in "\0 \t\n" or (after and after in "\0 \t\n"):
            return True
        if not self.flow_level:
            return False
        if after and after in _FLOW + "?":
            self.forward(length)
            problem = "found unexpected ':'"
            raise ScannerError("while scanning a plain scalar", start, problem, self.get_mark())
        return char in _FLOW

    def scan_plain_spaces(self, indent: int, start_mark: yaml.Mark) -> list[str] | None:
        """The white space between two pieces of plain text."""
        length = 0
        while self.peek(length) in " \t":
            length += 1
        if "\t" not in self.prefix(length):
            found: list[str] | None = super().scan_plain_spaces(indent, start_mark)
            return found
        spaces: str = self.prefix(length)
        self.forward(length)
        if self.peek() != "\n":
            return [spaces]
        found = super().scan_plain_spaces(indent, start_mark)
        return found

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: yaml.Mark) -> list[str]:
        """Text in quotes; an escape that is no character by itself is an error."""
        try:
            chunks: list[str] = super().scan_flow_scalar_non_spaces(double, start_mark)
            "".join(chunks).encode()
        except ValueError:
            problem = "found invalid Unicode character escape code"
            raise ScannerError("while scanning a double-quoted scalar", start_mark, problem, self.get_mark()) from None
        return chunks

    def fetch_directive(self) -> None:
        """A line that starts with `%`; only the directives of YAML itself are known."""
        if self.prefix(5) != "%YAML" and self.prefix(4) != "%TAG":
            mark = self.get_mark()
            raise ScannerError("while scanning a directive", mark, "found unknown directive name", mark)
        super().fetch_directive()

    def scan_tag(self) -> TagToken:
        """A tag; what it says does not matter, because none is supported."""
        start = self.get_mark()
        length = 1
        while self.peek(length) not in "\0 \t\n" + _FLOW:
            length += 1
        tag = self.prefix(length)
        self.forward(length)
        after = self.peek()
        if (
            tag == "!!"
            or not _TAG.issuperset(tag)
            or after in ("[", "]", "{", "}")
            or (after == "," and not self.flow_level)
        ):
            raise ScannerError("while scanning a tag", start, "found an unexpected character", self.get_mark())
        return TagToken((None, tag), start, self.get_mark())

    def scan_block_scalar_indicators(self, start_mark: yaml.Mark) -> tuple[bool | None, int | None]:
        """The signs after `|` and `>`, which may be followed by a tab or a comment."""
        if self.peek() in "\t#":
            return None, None
        found: tuple[bool | None, int | None] = super().scan_block_scalar_indicators(start_mark)
        return found

    def scan_block_scalar_ignored_line(self, start_mark: yaml.Mark) -> None:
        """The rest of the line on which a block of text is announced."""
        while self.peek() in " \t":
            self.forward()
        super().scan_block_scalar_ignored_line(start_mark)


Loader = type[yaml.SafeLoader]
# The parser in C is some twenty times as fast; it is there wherever PyYAML comes as a wheel.
FASTEST: Loader = getattr(yaml, "CSafeLoader", PythonLoader)


class Mark(Protocol):
    """A place in the text, all three counted from 0, in code points."""

    index: int
    line: int
    column: int


class Event(Protocol):
    """Something that a parser has found; each kind has those of the fields that it needs."""

    start_mark: Mark
    end_mark: Mark
    anchor: str | None
    tag: str | None
    value: str
    style: str | None
    flow_style: bool | None


Kind = Literal["document", "mapping", "sequence", "end", "scalar", "alias"]
_KINDS: dict[type[yaml.Event], Kind] = {
    yaml.DocumentStartEvent: "document",
    yaml.MappingStartEvent: "mapping",
    yaml.MappingEndEvent: "end",
    yaml.SequenceStartEvent: "sequence",
    yaml.SequenceEndEvent: "end",
    yaml.ScalarEvent: "scalar",
    yaml.AliasEvent: "alias",
}


def events(text: str, loader: Loader = FASTEST) -> Iterator[tuple[Kind, Event]]:
    """What the parser finds, one thing after the other; raises yaml.MarkedYAMLError where it cannot go on."""
    parser = loader(text)
    try:
        while (event := parser.get_event()) is not None:  # type: ignore[no-untyped-call]
            kind = _KINDS.get(type(event))
            if kind is not None:
                yield kind, cast(Event, event)
    except ValueError as error:  # the parser in Python, on a version number of thousands of digits
        raise yaml.MarkedYAMLError(problem=str(error)) from error
    finally:
        parser.dispose()
