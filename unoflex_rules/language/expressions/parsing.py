"""Reads one text of the expression language: its syntax tree, places and syntax errors.

Parsed with `ast` against a whitelist. Not here: the meaning of names (name_reading.py) and operators (operators.py).
"""

from __future__ import annotations

import ast
import re
import warnings
from functools import lru_cache
from typing import Any

from unoflex_rules.language.diagnostics.hints import FUNCTIONS, foreign, in_text, kept_word, of_call, of_range
from unoflex_rules.language.diagnostics.kinds import ProblemKind
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.conversions import Conversions
from unoflex_rules.language.expressions.rejection import AlreadyReported, ProblemReporter
from unoflex_rules.language.expressions.scope import KnownNames
from unoflex_rules.language.expressions.types import BOOL, UNKNOWN, Const, Expr, Type
from unoflex_rules.language.expressions.world import Scope
from unoflex_rules.language.yaml.nodes import Scalar

MAX_TEXT = 2000
WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
#: What Python's parser reports, and what we report.
SYNTAX_ERRORS = {
    "was never closed": "this bracket is never closed",
    "invalid decimal literal": "a name cannot begin with a digit",
    "invalid character": "this character is not allowed",
    "invalid non-printable character": "this character is invisible",
    "leading zeros": "a number cannot begin with 0",
    "unterminated string literal": "this quote is never closed",
}


class TextReader(ProblemReporter):
    """Reads one text; subclasses read the kinds of nodes, each in a method `visit_...`."""

    def __init__(self, parent: Conversions, node: Scalar, scope: Scope) -> None:
        self.parent = parent
        self.world = parent.world
        self.problems = parent.problems
        self.node = node
        self.scope = scope
        self.names = KnownNames(self.world, scope)
        self.source = node.text
        self.wrapped = f"({self.source}\n)"  # so that a line break is no end
        self.shift = 1

    def text(self, expected: Type | None) -> Expr:
        """The checked expression of the whole text."""
        if len(self.source) > MAX_TEXT:
            raise self.fail(
                "E301", f"this expression is longer than {MAX_TEXT:,} characters: move parts of it to `define`", None
            )
        if not self.source.strip():
            raise self.fail("E301", "expected an expression, found nothing", None)
        tree = parsed(self.source) or self.syntax_tree()
        expr = self.visit(tree, expected)
        if expected == BOOL and isinstance(expr, Const) and not isinstance(tree, ast.Name) and has_no_names(tree):
            self.world.decided[self.node.span] = bool(expr.value)
        return expr

    def syntax_tree(self) -> ast.expr:
        """The syntax tree of the whole text; rejects a text that has none."""
        self.check_brackets()
        self.check_ranges()
        try:
            return syntax_tree(self.source)
        except SyntaxError as error:
            start = self.offset(error.lineno or 1, 0) + (error.offset or 1) - 1 - self.shift
            hint = in_text(self.source, self.world.attributes)
            if hint is not None and (hint.suggestion is None or not foreign(self.source)):
                span = self.node.sub_span(hint.start, hint.end)
                raise self.error("E301", hint.message, span, suggestion=hint.suggestion) from None
            raise self.unreadable(error.msg, start) from None
        except (ValueError, RecursionError, MemoryError):
            raise self.fail("E301", "this cannot be read as an expression", None) from None

    # ---- places ----------------------------------------------------------------------------------------------------

    def fail(self, code: str, message: str, at: ast.AST | None, **more: Any) -> AlreadyReported:
        """Report an error of no special kind and return the exception to raise."""
        return self.error(code, message, self.place(at), **more)

    def reject(self, kind: ProblemKind, at: ast.AST | None, **more: Any) -> AlreadyReported:
        """Report an error of some kind and return the exception to raise."""
        return self.report(kind, self.place(at), **more)

    def place(self, at: ast.AST | None) -> Span:
        """The place of a part, or of the whole text; the place of a member is its name behind the dot."""
        if at is None:
            return self.node.span
        return self.last_word(at) if isinstance(at, ast.Attribute) else self.span(at)

    def span(self, at: ast.AST) -> Span:
        """The place of a part."""
        start = self.offset(getattr(at, "lineno", 1), getattr(at, "col_offset", 0))
        end = self.offset(getattr(at, "end_lineno", 1) or 1, getattr(at, "end_col_offset", 0) or 0)
        return self.node.sub_span(start - self.shift, end - self.shift)

    def last_word(self, at: ast.Attribute) -> Span:
        """The place of the word behind the last dot."""
        end = self.offset(at.end_lineno or 1, at.end_col_offset or 0) - self.shift
        return self.node.sub_span(end - len(at.attr), end)

    def offset(self, line: int, column: int) -> int:
        """Characters before a place that `ast` gives as a line and a column in bytes of UTF-8."""
        if line == 1 and self.wrapped.isascii():
            return column
        lines = self.wrapped.split("\n")
        before = sum(len(each) + 1 for each in lines[: line - 1])
        return before + len(lines[line - 1].encode()[:column].decode(errors="ignore"))

    def written(self, at: ast.expr) -> str:
        """The text of a part."""
        start, end = (at.lineno, at.col_offset), (at.end_lineno or 1, at.end_col_offset or 0)
        return self.wrapped[self.offset(*start) : self.offset(*end)]

    # ---- syntax errors ---------------------------------------------------------------------------------------------

    def check_ranges(self) -> None:
        """Reject a range, which is not a number."""
        found = of_range(self.source)
        if found is not None:
            hint, notes = found
            raise self.error("E301", hint.message, self.node.sub_span(hint.start, hint.end), notes=notes)

    def check_brackets(self) -> None:
        """Reject whatever would close the brackets around the text, or hide the rest of it."""
        at = too_early(self.source)
        if at is not None:
            letter = self.source[at]
            why = "comments are not allowed in expressions" if letter == "#" else f"unmatched '{letter}'"
            raise self.unreadable(why, at)

    def unreadable(self, why: str, at: int) -> AlreadyReported:
        """Reject a text at a sign of another language, or where it stops being an expression."""
        found, meant = foreign(self.source) or (None, "")
        if found is not None:
            message = "one `=` does not compare" if found[0] == "=" else f"`{found[0]}` is not an operator here"
            return self.error("E301", message, self.node.sub_span(*found.span()), suggestion=meant)
        start = min(max(at, 0), max(len(self.source) - 1, 0))
        end = start + 1
        why = next((ours for words, ours in SYNTAX_ERRORS.items() if words in why), why)
        if why.startswith("invalid syntax"):
            words = list(WORD_OR_SIGN.finditer(self.source))
            ends = (after for before, after in zip(words[-2::-1], words[:0:-1]) if self.parses(before.end()))
            kept = kept_word(self.source)
            start, end = stray.span() if (stray := kept or next(ends, None)) else (start, end)
            why = f"`{self.source[start:end]}` is unexpected"
            at_end = bool(words) and at >= words[-1].end() and (stray is None or stray.end() == words[-1].end())
            if at_end and kept is None:
                start, end = words[-1].span()
                why = f"something is missing after `{words[-1][0]}`"
        return self.error("E301", f"this cannot be read as an expression: {why}", self.node.sub_span(start, end))

    def parses(self, end: int) -> bool:
        """Whether the text before `end` is an expression."""
        try:
            syntax_tree(self.source[:end])
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
        return True

    # ---- dispatch --------------------------------------------------------------------------------------------------

    def visit(self, at: ast.expr, expected: Type | None = None) -> Expr:
        """The checked expression of a part; `expected` only helps to resolve names."""
        method = getattr(self, f"visit_{type(at).__name__}", None)
        if method is None:
            raise self.not_allowed(at)
        if isinstance(at, ast.Call) and isinstance(at.func, ast.Name) and at.func.id in FUNCTIONS:
            known = self.scope.find(at.func.id) is not None
            meant = None if known else of_call(at.func.id, [self.written(each) for each in at.args])
            if meant is not None:
                raise self.fail("E301", f"expressions have no `{at.func.id}(...)`", at, suggestion=meant)
        self.parent.enter_part(self.node)
        try:
            result: Expr = method(at, expected)
        finally:
            self.parent.depth -= 1
        if result.type == UNKNOWN:
            raise AlreadyReported
        return result

    def value(self, at: ast.expr, expected: Type) -> Expr:
        """The checked expression of a part, converted to the `expected` type."""
        return self.parent.convert(self.visit(at, expected), expected)

    def not_allowed(self, at: ast.expr) -> AlreadyReported:
        return self.fail("E301", "this is not allowed in an expression: use names, numbers and comparisons", at)


def too_early(text: str) -> int | None:
    """The place of a comment, or of a bracket that would close those around the text."""
    level = 0
    for at, letter in enumerate(text):
        level += (letter in "([{") - (letter in ")]}")
        if level < 0 or letter == "#":
            return at
    return None


def syntax_tree(text: str) -> ast.expr:
    """The syntax tree of a text in brackets, so that a line break does not end it."""
    with warnings.catch_warnings(action="ignore"):
        return ast.parse(f"({text}\n)", mode="eval").body


@lru_cache(maxsize=4096)
def parsed(text: str) -> ast.expr | None:
    """The syntax tree of a text that needs no further look; None for the others. The same texts are read many times."""
    if too_early(text) is not None or of_range(text) is not None:
        return None
    try:
        return syntax_tree(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def has_no_names(at: ast.expr) -> bool:
    """Whether a condition contains only numbers and truth values, so that it is constant as written."""
    names = {each.id for each in ast.walk(at) if isinstance(each, ast.Name)}
    return names <= {"true", "false"} and not any(isinstance(each, ast.Call) for each in ast.walk(at))
