"""Explain text that is not YAML: where the mistake is, why it is one, and what to write instead.

indentation.py compares lines with their neighbours; a document that is YAML but no ruleset is judged elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import yaml

from unoflex_rules.language.diagnostics.hints import either
from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.indentation import STEP_KEYS, above, mixed, uneven
from unoflex_rules.language.yaml.nodes import MAX_DEPTH
from unoflex_rules.language.yaml.scalars import described, lookalike, short
from unoflex_rules.language.yaml.source import Source

# Before the quote that begins a value, and a line inside a text that is rather the next key.
_VALUE_BEGINS = re.compile(r"(?:^|[:\[{,-])[ \t]*$")
_KEY_LINE = re.compile(r"\n[ \t]*(?:-[ \t]+)?[\w+-]+=?:(?:[ \t]|$)", re.M)
# What precedes the value on a line: list dashes, and perhaps a key with its colon.
_BEFORE_VALUE = re.compile(
    r"""[ \t]*(?:-[ \t]+)*"""
    r"""(?:(?:'[^'\n]*'|"[^"\n]*"|[^\s'"\[\]{}#](?:[^:#\n]|:(?=\S)|(?<=\S)\#)*):(?:[ \t]+|$))?"""
)
# An expression that starts with a name in quotes.
_QUOTED_NAME = re.compile(
    r"""(["'])(?P<name>[\w.]+)\1[ \t]*(?P<rest>(?:[=!<>]=?|[-+*/%]|(?:and|or|in|is|if)\b)[ \t].*)"""
)
_FENCE = re.compile(r"^(?:```|~~~).*$", re.M)
_COMMENT = re.compile(r"[ \t]+#")
_COMMENT_IN_FLOW = re.compile(r"[ \t]#(?:(?=\w).*|(?=[,\]}]))")
_COLON = re.compile(r":(?=\s)")
_TAG = re.compile(r"![^\s,\[\]{}]*")
_NO_SPACE = re.compile(r"[ \t]*(?:-[ \t]+)*[\w-]+:(?=\S)")
_QUOTED_OR_BRACKET = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|(?<=\s)#.*|[\[\]{}]""")
_KEY = re.compile(r"[\w.-]+:[ \t]+")
# A key whose value is a list of steps, or a condition, with its colon.
_STEPS = re.compile(rf"\b(?:{'|'.join(STEP_KEYS)})[+=]?:[ \t]+$")
_CONDITION = re.compile(r"\b(?:if|while)[+=]?:[ \t]+$")
_WORD_AND_COLON = re.compile(r"[a-z_]\w*:[ \t]")
# A simple value with the next key behind it.
_NO_COMMA = re.compile(r"(?:[-+]?\d+|[a-z_]\w*)[ \t]+(?P<key>[a-z_]\w*):")
# `row[hearts]`, as other languages select one of several, and an expression of which a list would be the next part.
_INDEX = re.compile(r"((?:\w+\.)*\w+)\[([A-Za-z_][\w.]*)\]")
_OPEN_EXPRESSION = re.compile(r"(?:\b(?:in|and|or|not|is|if|else)|[=<>+*/%(-])$")
# A value assigned as in other languages: `hand_size = 5`.
_ASSIGNED = re.compile(r"(?P<key>\w+)\s*(?:=|:=|=>|->)\s*(?P<value>[^\s=].*)")


class Fault(NamedTuple):
    """A problem, and the text with the faulty stretch replaced by harmless characters; or None."""

    problem: Problem
    mended: str | None = None


def explain(error: Exception, source: Source) -> Fault:
    """The problem behind an error of the parser: E002, or E007, E010 and E012-E014 for causes with their own code."""
    failure = _Failure(error, source)
    for pattern, find in _CAUSES:
        if pattern.search(failure.words) and (fault := find(failure)) is not None:
            return fault
    return failure.fault("this is not YAML", failure.at, failure.at + 1)


class _Failure:
    """What the parser reports: the offset at which the construct starts, the one at which it breaks, and its words."""

    def __init__(self, error: Exception, source: Source) -> None:
        self.source = source
        self.text = source.text
        marked = error if isinstance(error, yaml.MarkedYAMLError) else yaml.MarkedYAMLError()
        self.at = min(marked.problem_mark.index if marked.problem_mark else 0, len(self.text))
        self.start = min(marked.context_mark.index if marked.context_mark else self.at, len(self.text))
        self.words = f"{marked.context or ''}: {marked.problem or ''}"

    def fault(
        self,
        message: str,
        start: int,
        end: int,
        *notes: str,
        code: str = "E002",
        label: str = "",
        suggestion: str | None = None,
        also: tuple[tuple[Span, str], ...] = (),
        mask: bool = False,
    ) -> Fault:
        """A problem at text[start:end]; `mask`: the rest can be read once this stretch is replaced."""
        end = max(end, start)
        problem = Problem.plain(code, message, self.source.span(start, end), label, suggestion, notes, also)
        return Fault(problem, self.text[:start] + "x" * (end - start) + self.text[end:] if mask else None)

    def unquoted(self, start: int, end: int, why: str) -> Fault:
        """E014 for a text that needs quotes."""
        text = self.text[start:end]
        inner = text[1:-1] if len(text) > 2 and text[0] in "\"'" and text[0] == text[-1] else text
        suggestion = in_quotes(inner) if len(text) <= 200 else None
        mask = self.can_mask(start, end)
        return self.fault(f"quote the text: {why}", start, end, code="E014", suggestion=suggestion, mask=mask)

    def can_mask(self, start: int, end: int) -> bool:
        """Whether a stretch is one value of block style, so that the rest does not depend on it."""
        text, before = self.text[start:end], self.before(start)
        in_flow = set(before) & set("[{") and set(text) & set(":[{")
        return bool(text) and text[0] not in "[{\"'" and not in_flow and not (text[0] == "%" and not before)

    def before(self, offset: int) -> str:
        """The line up to an offset."""
        return self.text[self.source.line_start(offset) : offset]

    def value(self, offset: int) -> tuple[int, int]:
        """Start and end of the value on a line, without key, dashes and comment."""
        line, line_end = self.source.line_start(offset), self.source.line_end(offset)
        before = _BEFORE_VALUE.match(self.text, line, line_end)
        start = before.end() if before else line
        comment = _COMMENT.search(self.text, start, line_end)
        return start, start + len(self.text[start : comment.start() if comment else line_end].rstrip())

    def piece_start(self) -> int:
        """The start of the value inside brackets at which the parser stopped."""
        cut = max(self.text.rfind(sign, self.start, self.at) for sign in ",[{\n") + 1
        start = self.at - len(self.text[cut : self.at].lstrip())
        key = _KEY.match(self.text, start, self.at)
        return key.end() if key else start

    def piece_end(self, start: int) -> int:
        """The end of a text: the end of its line, or inside brackets the next comma or bracket."""
        end = self.value(start)[1]
        stop = re.search(r"[,\]}]", self.text[start:end]) if set(self.before(start)) & set("[{") else None
        return max(start + stop.start() if stop else end, start + 1)

    def indented(self, offset: int) -> int:
        """The offset of the first character on a line that is not white space."""
        line = self.source.line_start(offset)
        text = self.text[line : self.source.line_end(offset)]
        return line + len(text) - len(text.lstrip())


def in_quotes(text: str) -> str:
    """The text as a YAML scalar in quotes, in single ones unless the text contains them."""
    if "'" in text and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def tag_problem(source: Source, start: int) -> Problem:
    """E013 for the first tag at or after an offset."""
    tag = _TAG.search(source.text, start)
    span = source.span(*tag.span()) if tag else source.span(start, start)
    note = "quote a text that starts with `!`; in an expression write `not`"
    message = f"`{short(tag[0] if tag else '')}` is a YAML tag; tags are not supported"
    return Problem.plain("E013", message, span, notes=(note,))


def expression_problem(source: Source, start: int, end: int) -> Problem:
    """E012 for text[start:end], an expression that a comma or another bracket has cut inside brackets."""
    index = _INDEX.match(source.text, start)
    if index is not None:
        message = "select one of several with round brackets; a square bracket starts a list"
        return Problem.plain("E012", message, source.span(*index.span()), suggestion=f"{index[1]}({index[2]})")
    message = "quote the expression: inside `[ ]` and `{ }` a comma or a bracket ends it"
    return Problem.plain("E012", message, source.span(start, end), label="this has an unbalanced bracket")


# ---- causes: each returns None if it does not apply


def _too_deep(failure: _Failure) -> Fault:
    """The parser's own limit, which it reaches first where only brackets follow each other."""
    return failure.fault(f"nested deeper than {MAX_DEPTH} levels", failure.at, failure.at + 1, code="E007")


def _fence(failure: _Failure) -> Fault | None:
    """A line of Markdown, copied with the text."""
    fences = list(_FENCE.finditer(failure.text))
    lines = {failure.source.line_of(offset) for offset in (failure.start, failure.at)}
    if not any(failure.source.line_of(fence.start()) in lines for fence in fences):
        return None
    fault = failure.fault("this is Markdown, not YAML", *fences[0].span(), "remove the fences")
    return Fault(fault.problem, _FENCE.sub(lambda fence: "#".ljust(len(fence[0])), failure.text))


def _tab(failure: _Failure) -> Fault | None:
    """A tab in the indentation of the line, or of the next line if a text continues there."""
    for offset in (failure.at, failure.source.line_end(failure.at) + 1):
        offset = min(offset, len(failure.text))
        end = re.compile(r"[ \t]*").match(failure.text, failure.source.line_start(offset)).end()  # type: ignore[union-attr]
        tab = failure.text.find("\t", failure.source.line_start(offset), end)
        if tab >= 0:
            return failure.fault("indent with spaces; YAML does not allow tabs here", tab, end, code="E010")
        if "tab" not in failure.words:
            break
    return None


def _tag(failure: _Failure) -> Fault:
    return Fault(tag_problem(failure.source, failure.start))


def _second_colon(failure: _Failure) -> Fault:
    """A second `: ` on a line, or a key inside the value of the lines above."""
    start, end = failure.value(failure.at)
    if start <= failure.at:
        return _with_colon(failure, start, end)
    first = failure.indented(failure.at)
    if (keyless := _line_without_key(failure, first)) is not None:
        return _key_expected(failure, keyless)
    return failure.fault(
        "unexpected key: the value above continues on this line",
        first,
        failure.at,
        "indent a key like the keys beside it; quote a long text that contains `: `",
        label=f"this starts at column {len(failure.before(first)) + 1}",
        also=above(failure.source, first),
    )


def _with_colon(failure: _Failure, start: int, end: int) -> Fault:
    """A value that contains `: `: a step without brackets, two keys without a comma, or a text without quotes."""
    text, before = failure.text[start:end], failure.before(start)
    mask = failure.can_mask(start, end)
    if _STEPS.search(before) and _WORD_AND_COLON.match(text):
        balanced = text.count("{") == text.count("}") and text.count("[") == text.count("]")
        message = "put the step in brackets or on the next line"
        return failure.fault(message, start, end, suggestion=f"[{text}]" if balanced else None, mask=mask)
    if choice := either(text):
        message = "write a choice between two values as `value if condition else other`"
        return failure.fault(message, start, end, suggestion=choice, mask=True)
    if text.endswith(":") and _CONDITION.search(before):
        message = "a condition does not end with a colon"
        return failure.fault(message, start, end, suggestion=text[:-1].rstrip(), mask=mask)
    if set(before) & set("[{") and (comma := _NO_COMMA.match(text)):
        word = comma["key"]
        at = start + comma.start("key")
        note = f"if `{word}` belongs to a text, quote the text"
        return failure.fault(f"a comma is missing before `{word}`", at, at + len(word), note)
    return failure.unquoted(start, end, "it contains `: `")


def _line_without_key(failure: _Failure, first: int) -> int | None:
    """The start of a line above at the same indentation that lacks a key, because its colon is missing.

    None if the line belongs to a text from further above: `help: a text` and two more lines.
    """
    source, found = failure.source, None
    indent = first - source.line_start(first)
    for line in range(source.line_of(first) - 1, -1, -1):
        start = failure.indented(source.starts[line])
        if failure.text[start : start + 1] in ("", "\n", "#"):
            continue
        value, end = failure.value(start)
        column = start - source.starts[line]
        if column != indent or value != start:
            return None if column < indent and start < value < end else found
        found = start
    return found


def _colon_without_space(failure: _Failure) -> Fault:
    colon = failure.text.find(":", max(failure.at - 1, 0))
    return failure.fault("a space is missing after the colon", failure.start, colon + 1)


def _quoted_operand(failure: _Failure) -> Fault | None:
    """`"a" % 2`: the parser stops at the sign."""
    start, end = failure.value(failure.start)
    return _quoted_in_part(failure, start, end) if start < failure.start and _is_operand(failure, start, end) else None


def _sign(failure: _Failure) -> Fault:
    """A text whose first character has a meaning in YAML; the parser may have read past it."""
    start = failure.start if re.search("alias|anchor|block scalar", failure.words) else failure.at
    why = f"`{failure.text[start : start + 1]}` at its start has a meaning in YAML"
    return failure.unquoted(start, failure.piece_end(start), why)


def _missing_node(failure: _Failure) -> Fault | None:
    return None if "flow" in failure.words else _sign(failure)


def _directive(failure: _Failure) -> Fault:
    if failure.text.startswith("%YAML", failure.source.line_start(failure.at)):
        message = "only YAML 1.1 and 1.2 are supported"
        return failure.fault(message, failure.at, failure.source.line_end(failure.at))
    return failure.unquoted(failure.start, failure.piece_end(failure.start), "`%` has a meaning in YAML")


def _list_on_key_line(failure: _Failure) -> Fault:
    message = "a list cannot start on the line of its key; put each `- ` on the next line"
    note = "quote a text that starts with `- `"
    return failure.fault(message, failure.at, failure.source.line_end(failure.at), note)


def _quotes(failure: _Failure) -> Fault | None:
    if re.search("end of stream|document", failure.words):
        return failure.fault("this quote is never closed", failure.start, failure.start + 1)
    slash = failure.text.rfind("\\", failure.start, failure.at + 1)
    if slash < 0:
        return None
    escape = failure.text[slash : slash + 2]
    note = "a backslash in single quotes is an ordinary character; in double quotes write it twice"
    return failure.fault(
        f"`{escape}` is not an escape of YAML", slash, slash + len(escape), note, mask=len(escape) == 2
    )


def _open_quote(failure: _Failure) -> Fault | None:
    """A quote that is closed by the quote of a later value, behind which the parser stopped."""
    end = len(failure.text[: failure.at].rstrip(" \t"))
    quote = failure.text[end - 1 : end]
    start = failure.text.rfind(quote, 0, end - 1) if quote in ("'", '"') else -1
    inside = failure.text[start + 1 : end - 1]
    if start < 0 or not _KEY_LINE.search(inside) or not _VALUE_BEGINS.search(failure.before(start)):
        return None
    also = ((failure.source.span(end - 1, end), "the text ends here"),)
    return failure.fault("this quote is not closed on its line", start, start + 1, also=also)


def _no_colon(failure: _Failure) -> Fault:
    return _key_expected(failure, failure.start)


def _key_expected(failure: _Failure, at: int) -> Fault:
    """A line that should start with a key and its colon."""
    if glued := _NO_SPACE.match(failure.text, failure.source.line_start(at), failure.source.line_end(at)):
        return failure.fault("a space is missing after the colon", at, glued.end() + 1)
    end = failure.value(at)[1]
    text = failure.text[at:end]
    for place, sign in enumerate(text, at):
        if (meant := lookalike(sign)) is not None:
            label = "write a plain space" if meant == " " else f"write a plain `{meant}`"
            return failure.fault(f"unexpected character {described(sign)}", place, place + 1, label=label)
    assigned = _ASSIGNED.fullmatch(text)
    suggestion = f"{assigned['key']}: {assigned['value']}" if assigned else None
    return failure.fault("expected a key with `: ` after it", at, end, suggestion=suggestion)


def _after_quote_or_bracket(failure: _Failure) -> Fault | None:
    """Text after a closing quote or bracket: `name: "Draw" two`."""
    at, before = failure.at, failure.before(failure.at).rstrip()
    if not before or before[-1] not in "\"']}" or failure.text[at : at + 1] in ("", "\n"):
        return None
    if failure.text[at] in "]}":
        return failure.fault("this bracket closes nothing", at, at + 1)
    start, end = failure.value(at)
    if before[-1] in "]}":
        note = "quote a text that contains brackets"
        fault = failure.fault("unexpected text after a closing bracket", at, failure.piece_end(at), note)
        is_whole = failure.text[start : start + 1] in ("[", "{") and not set(failure.before(start)) & set("[{")
        return Fault(fault.problem, failure.fault("", start, end, mask=True).mended if is_whole else None)
    if colon := _COLON.search(failure.text, at, end):
        end = colon.start()
    return _quoted_in_part(failure, start, end)


def _is_operand(failure: _Failure, start: int, end: int) -> bool:
    return _QUOTED_NAME.fullmatch(failure.text, start, end) is not None


def _quoted_in_part(failure: _Failure, start: int, end: int) -> Fault:
    """A value that starts with a quote but goes on after it: an expression with a quoted name, or a text."""
    operand = _QUOTED_NAME.fullmatch(failure.text, start, end)
    if operand is None:
        return failure.unquoted(start, end, "it goes on after the closing quote")
    suggestion = f"{operand['name']} {operand['rest']}"
    return failure.fault("names in an expression have no quotes", start, end, suggestion=suggestion, mask=True)


def _in_brackets(failure: _Failure) -> Fault:
    text, source, at, start = failure.text, failure.source, failure.at, failure.start
    comment = _COMMENT_IN_FLOW.search(text, start, max(source.line_end(start), start))
    if comment and at > comment.start():
        message = "quote the text: a comment starts at ` #`"
        return failure.fault(message, comment.start() + 1, comment.end(), code="E014")
    after = text[at : at + 1]
    glued = after in ("[", "{") and at > 0 and not text[at - 1].isspace() and text[at - 1] not in "[{,"
    if glued or (after == "[" and _OPEN_EXPRESSION.search(text[failure.piece_start() : at].rstrip())):
        return Fault(expression_problem(source, failure.piece_start(), at + 1))
    at_end = not text[at:].strip()
    if at_end and text[start : start + 1] not in ("[", "{"):
        start = max(text.rfind("[", 0, at), text.rfind("{", 0, at))
    opening = text[start : start + 1]
    later = source.line_of(at) > source.line_of(start) and not _is_closed(text, start)
    if opening in ("[", "{") and (at_end or later or after in "]}"):
        also = () if at_end else ((source.span(at, at + 1), "this cannot be part of it"),)
        return failure.fault(f"this `{opening}` is not closed", start, start + 1, also=also)
    if "node content" in failure.words:
        return failure.fault("a value is missing before this", at, at + 1)
    if after == ":":
        return _with_colon(failure, failure.piece_start(), failure.piece_end(at))
    missing = "a comma or a colon" if after in "[{" else "a comma"
    return failure.fault(f"{missing} is missing before this, or the bracket that closes `{opening}`", at, at + 1)


def _is_closed(text: str, opening: int) -> bool:
    """Whether the bracket at an offset is closed before the text ends."""
    depth = 0
    for piece in _QUOTED_OR_BRACKET.finditer(text, opening):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(piece[0], 0)
        if depth == 0:
            return True
    return False


def _list_or_keys(failure: _Failure) -> Fault:
    """A key among list items, or a list item among keys."""
    problem = mixed(failure.source, failure.at)
    message = "expected an item that starts with `- `, like the lines above"
    return Fault(problem) if problem else failure.fault(message, failure.at, failure.value(failure.at)[1])


def _indentation(failure: _Failure) -> Fault:
    """A line that fits no line above it."""
    if failure.text.startswith(("- ", "-\n"), failure.at):
        return _list_or_keys(failure)
    if (keyless := _line_without_key(failure, failure.indented(failure.at))) is not None:
        return _key_expected(failure, keyless)
    problem = uneven(failure.source, failure.at)
    message = "the indentation of this line matches none of the lines above"
    return Fault(problem) if problem else failure.fault(message, failure.at, failure.value(failure.at)[1])


def _second_top(failure: _Failure) -> Fault:
    """Text after the end of the document."""
    indented = failure.text[: failure.at].lstrip("\n").startswith(" ") and not failure.before(failure.at).strip()
    message = "the keys above are indented, this line is not" if indented else "unexpected text after the document"
    return failure.fault(message, failure.at, failure.value(failure.at)[1])


#: The parser's words for each cause. The order matters: certain causes come before those guessed from the place.
_CAUSES: tuple[tuple[re.Pattern[str], Callable[[_Failure], Fault | None]], ...] = tuple(
    (re.compile(pattern), find)
    for pattern, find in (
        ("nesting", _too_deep),
        ("", _fence),
        ("", _tab),
        ("tag", _tag),
        ("", _open_quote),
        ("mapping values", _second_colon),
        ("unexpected ':'", _colon_without_space),
        ("", _quoted_operand),
        ("start any token|an alias|an anchor|block scalar", _sign),
        ("directive|incompatible", _directive),
        ("mapping keys", _sign),
        ("node content", _missing_node),
        ("sequence entries", _list_on_key_line),
        ("quoted scalar", _quotes),
        ("expected ':'", _no_colon),
        ("flow", _in_brackets),
        ("", _after_quote_or_bracket),
        ("block collection", _list_or_keys),
        ("block mapping", _indentation),
        ("document start", _second_top),
    )
)
