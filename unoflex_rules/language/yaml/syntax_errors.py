"""What a YAML parser complains about, in the words of the file's author: where, why, what to write instead.

Only text that is not YAML is explained here; what is YAML but no ruleset is found in later stages.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

import yaml

from unoflex_rules.language.diagnostics.hints import either
from unoflex_rules.language.diagnostics.problems import Problem, Span
from unoflex_rules.language.yaml.indentation import above, assigned, mixed, uneven
from unoflex_rules.language.yaml.nodes import MAX_DEPTH
from unoflex_rules.language.yaml.scalars import described, lookalike, short
from unoflex_rules.language.yaml.source import Source

# What stands before the value on a line: list dashes, and perhaps a key with its colon.
_BEFORE_VALUE = re.compile(
    r"""[ \t]*(?:-[ \t]+)*"""
    r"""(?:(?:'[^'\n]*'|"[^"\n]*"|[^\s'"\[\]{}#](?:[^:#\n]|:(?=\S)|(?<=\S)\#)*):(?:[ \t]+|$))?"""
)
# A name in quotes with which an expression begins.
_OPERAND = re.compile(r"""(["'])(?P<name>[\w.]+)\1[ \t]*(?P<rest>(?:[=!<>]=?|[-+*/%]|(?:and|or|in|is|if)\b)[ \t].*)""")
_FENCE = re.compile(r"^(?:```|~~~).*$", re.M)
_COMMENT = re.compile(r"[ \t]+#")
_COLON = re.compile(r":(?=\s)")
_TAG = re.compile(r"![^\s,\[\]{}]*")
_NO_SPACE = re.compile(r"[ \t]*(?:-[ \t]+)*[\w-]+:(?=\S)")
_QUOTED_OR_BRACKET = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|(?<=\s)#.*|[\[\]{}]""")
_KEY = re.compile(r"[\w.-]+:[ \t]+")
# A key whose value is steps; a key with its colon; a simple value and a key after it.
_STEPS = re.compile(
    r"\b(?:then|else|do|together|played|prepare|deal|start|choose|lay|window|resolve|end|blocked)[+=]?:[ \t]+$"
)
_CONDITION = re.compile(r"\b(?:if|while)[+=]?:[ \t]+$")
_WORD_AND_COLON = re.compile(r"[a-z_]\w*:[ \t]")
_NO_COMMA = re.compile(r"(?:[-+]?\d+|[a-z_]\w*)[ \t]+(?P<key>[a-z_]\w*):")
# An expression that goes on: what follows is a list in it.
#: One of several zones or variables, as other languages have it: `row[hearts]`.
_WHICH = re.compile(r"((?:\w+\.)*\w+)\[([A-Za-z_][\w.]*)\]")
_OPEN_EXPRESSION = re.compile(r"(?:\b(?:in|and|or|not|is|if|else)|[=<>+*/%(-])$")


class Fault(NamedTuple):
    """A problem, and the text with the faulty stretch made harmless, as long as before; or None."""

    problem: Problem
    mended: str | None = None


class _Complaint(NamedTuple):
    """What the parser said: where the thing began, where it broke, and its words."""

    source: Source
    start: int
    at: int
    context: str
    words: str

    @property
    def text(self) -> str:
        return self.source.text

    @property
    def first_of_line(self) -> bool:
        """Whether only white space stands before the place on its line."""
        return not self.text[self.source.line_start(self.at) : self.at].strip()


def explain(error: yaml.YAMLError, source: Source) -> Fault:
    """The problem behind an error of the parser: E002, or E007, E010 and E012-E014 for causes with a name."""
    marked = error if isinstance(error, yaml.MarkedYAMLError) else yaml.MarkedYAMLError()
    length = len(source.text)
    at = min(marked.problem_mark.index if marked.problem_mark else 0, length)
    start = min(marked.context_mark.index if marked.context_mark else at, length)
    said = _Complaint(source, start, at, marked.context or "", marked.problem or "")
    for find in _CAUSES:
        if fault := find(said):
            return fault
    return _syntax(said, at, at + 1, "this is not YAML")


def _syntax(said: _Complaint, start: int, end: int, message: str, *notes: str) -> Fault:
    return Fault(Problem("E002", message, said.source.span(start, max(end, start)), notes=notes))


def _must_be_quoted(said: _Complaint, start: int, end: int, why: str) -> Fault:
    """E014 for a stretch of one line; in block style the rest of the file can still be read."""
    text = said.text[start:end]
    inner = text[1:-1] if len(text) > 2 and text[0] in "\"'" and text[0] == text[-1] else text
    suggestion = quoted(inner) if len(text) <= 200 else None
    problem = Problem("E014", f"quote the text: {why}", said.source.span(start, end), suggestion=suggestion)
    line_before = said.text[said.source.line_start(start) : start]
    in_brackets = set(line_before) & set("[{") and set(text) & set(":[{")
    if not text or text[0] in "[{\"'" or in_brackets or (text[0] == "%" and not line_before):
        return Fault(problem)
    return Fault(problem, said.text[:start] + "x" * len(text) + said.text[end:])


def _with_colon(said: _Complaint, start: int, end: int) -> Fault:
    """A value in which a second `: ` stands: a step without brackets, a comma that is missing, or a text."""
    text = said.text[start:end]
    line = said.text[said.source.line_start(start) : start]
    if _STEPS.search(line) and _WORD_AND_COLON.match(text):
        whole = text.count("{") == text.count("}") and text.count("[") == text.count("]")
        fault = _must_be_quoted(said, start, end, "")
        problem = replace(fault.problem, code="E002", message="steps stand in brackets, or on lines of their own",
                          suggestion=f"[{text}]" if whole else None)  # fmt: skip
        return fault._replace(problem=problem)
    if instead := either(text):
        problem = Problem(
            "E002", "what is chosen by a condition is written with `if` and `else`", said.source.span(start, end),
            suggestion=instead,
        )  # fmt: skip
        return Fault(problem, said.text[:start] + "x" * len(text) + said.text[end:])
    if text.endswith(":") and _CONDITION.search(line):
        fault = _must_be_quoted(said, start, end, "")
        message = "an expression has no colon at its end"
        problem = replace(fault.problem, code="E002", message=message, suggestion=text[:-1].rstrip())
        return fault._replace(problem=problem)
    if set(line) & set("[{") and (comma := _NO_COMMA.match(text)):
        word = comma["key"]
        note = f"if `{word}` belongs to a text, the text needs quotes"
        at = start + comma.start("key")
        return _syntax(said, at, at + len(word), f"a comma is missing before `{word}`", note)
    return _must_be_quoted(said, start, end, "it contains `: `")


def quoted(text: str) -> str:
    """The text as a YAML scalar in quotes, in the plainest way that keeps every character."""
    if "'" in text and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _value_on_line(said: _Complaint, at: int) -> tuple[int, int]:
    """Where the value on the line of `at` starts and ends, without key, dashes and comment."""
    line_start, line_end = said.source.line_start(at), said.source.line_end(at)
    before = _BEFORE_VALUE.match(said.text, line_start, line_end)
    start = before.end() if before else line_start
    comment = _COMMENT.search(said.text, start, line_end)
    end = comment.start() if comment else line_end
    return start, start + len(said.text[start:end].rstrip())


def _piece_start(said: _Complaint) -> int:
    """Where the value inside brackets starts in which the parser stopped."""
    cut = max(said.text.rfind(sign, said.start, said.at) for sign in ",[{\n") + 1
    start = said.at - len(said.text[cut : said.at].lstrip())
    key = _KEY.match(said.text, start, said.at)
    return key.end() if key else start


def _piece_end(said: _Complaint, start: int) -> int:
    """Where a text that starts here ends: at the end of its line, inside brackets at a comma or bracket."""
    end = _value_on_line(said, start)[1]
    opened = set(said.text[said.source.line_start(start) : start]) & set("[{")
    stop = re.search(r"[,\]}]", said.text[start:end]) if opened else None
    return max(start + stop.start() if stop else end, start + 1)


def _deep(said: _Complaint) -> Fault | None:
    if "nesting" not in said.words:
        return None
    message = f"nested deeper than {MAX_DEPTH} levels"
    return Fault(Problem("E007", message, said.source.span(said.at, said.at + 1)))


def _fence(said: _Complaint) -> Fault | None:
    """A line of Markdown, left over from a page from which the text was copied."""
    fences = list(_FENCE.finditer(said.text))
    touched = {said.source.line_of(place) for place in (said.start, said.at)}
    if not any(said.source.line_of(fence.start()) in touched for fence in fences):
        return None
    first = said.source.span(*fences[0].span())
    problem = Problem("E002", "this is a line of Markdown, which is not YAML", first, notes=("take such lines out",))
    return Fault(problem, _FENCE.sub(lambda fence: "#".ljust(len(fence[0])), said.text))


def _tab(said: _Complaint) -> Fault | None:
    """Tabs where the indentation is read: on the line itself, or on the next if a text goes on there."""
    for at in (said.at, said.source.line_end(said.at) + 1):
        line = said.source.line_start(min(at, len(said.text)))
        indent = re.compile(r"[ \t]*").match(said.text, line)
        tab = said.text.find("\t", line, indent.end()) if indent else -1
        if tab >= 0 and (at == said.at or "tab" in said.words):
            end = indent.end() if indent else tab + 1
            message = "a tab is used for indentation; YAML takes only spaces there"
            return Fault(Problem("E010", message, said.source.span(tab, end)))
    return None


def _tag(said: _Complaint) -> Fault | None:
    if "tag" not in said.context and "tag" not in said.words:
        return None
    return Fault(tag_problem(said.source, said.start))


def tag_span(source: Source, start: int) -> Span:
    """The place of the first tag at or after an offset."""
    tag = _TAG.search(source.text, start)
    return source.span(tag.start(), tag.end()) if tag else source.span(start, start)


def tag_problem(source: Source, start: int) -> Problem:
    """E013 for the first tag at or after an offset."""
    span = tag_span(source, start)
    text = source.text[source.offset(span.line, span.column) : source.offset(span.end_line, span.end_column)]
    return Problem(
        "E013",
        f"`{short(text)}` is read as a YAML tag, and tags are not used here",
        span,
        notes=("quote a text that starts with `!`; in an expression write `not`",),
    )


def _colon(said: _Complaint) -> Fault | None:
    """A second `: ` on a line, or a key where the value above goes on."""
    if "mapping values" not in said.words:
        return None
    start, end = _value_on_line(said, said.at)
    if start <= said.at:
        return _with_colon(said, start, end)
    first = _first_of_line(said, said.at)
    if (keyless := _line_without_key(said, first)) is not None:
        return _key_expected(said, keyless)
    fault = _syntax(
        said,
        first,
        said.at,
        "a key stands where the value above goes on",
        "a key has the same indentation as the keys beside it; a long text that contains `: ` needs quotes",
    )
    column = first - said.source.line_start(first) + 1
    return Fault(replace(fault.problem, label=f"this begins at column {column}", also=above(said.source, first)))


def _first_of_line(said: _Complaint, at: int) -> int:
    """The offset of the first character on the line that is not white space."""
    line = said.source.line_start(at)
    text = said.text[line : said.source.line_end(at)]
    return line + len(text) - len(text.lstrip())


def _line_without_key(said: _Complaint, first: int) -> int | None:
    """Where a line above starts that stands at the same indentation and has no key: its colon was forgotten.

    None if it goes on with a text that started further above: `help: a text` and two more lines.
    """
    source, found = said.source, None
    indent = first - source.line_start(first)
    for line in range(source.line_of(first) - 1, -1, -1):
        start = _first_of_line(said, source.starts[line])
        if said.text[start : start + 1] in ("", "\n", "#"):
            continue
        value, end = _value_on_line(said, start)
        column = start - source.starts[line]
        if column == indent and value == start:
            found = start
        else:
            goes_on = column < indent and start < value < end
            return None if goes_on else found
    return found


def _colon_without_space(said: _Complaint) -> Fault | None:
    if "unexpected ':'" not in said.words:
        return None
    colon = said.text.find(":", said.at - 1 if said.at else 0)
    return _syntax(said, said.start, colon + 1, "a space is missing after the colon")


def _sign(said: _Complaint) -> Fault | None:
    """A text that starts with a sign which means something in YAML."""
    sign = said.text[said.start : said.start + 1]
    value, end = _value_on_line(said, said.start)
    if value < said.start and _OPERAND.fullmatch(said.text, value, end):
        return _quoted_in_part(said, value, end)
    if "start any token" in said.words:
        sign, start = said.text[said.at : said.at + 1], said.at
    elif any(what in said.context for what in ("an alias", "an anchor", "block scalar")):
        start = said.start
    elif said.text.startswith("%YAML", said.source.line_start(said.at)):
        return _syntax(said, said.at, said.source.line_end(said.at), "only YAML 1.1 and 1.2 can be read")
    elif "directive" in said.context or "directive" in said.words:
        return _must_be_quoted(said, said.start, _piece_end(said, said.start), "`%` has a meaning in YAML")
    elif "mapping keys" in said.words or ("node content" in said.words and "flow" not in said.context):
        sign, start = said.text[said.at : said.at + 1], said.at
    elif "sequence entries" in said.words:
        message = "a list cannot start on the line of its key: put each `- ` on a line of its own"
        note = "a text that starts with `- ` needs quotes"
        return _syntax(said, said.at, said.source.line_end(said.at), message, note)
    else:
        return None
    return _must_be_quoted(said, start, _piece_end(said, start), f"`{sign}` at its start has a meaning in YAML")


def _quotes(said: _Complaint) -> Fault | None:
    """Faults inside quotes."""
    if "quoted scalar" not in said.context:
        return None
    if "end of stream" in said.words or "document" in said.words:
        return _syntax(said, said.start, said.start + 1, "the quote that opens here is never closed")
    slash = said.text.rfind("\\", said.start, said.at + 1)
    if slash < 0:
        return None
    escape = said.text[slash : slash + 2]
    fault = _syntax(
        said,
        slash,
        slash + 2,
        f"`{escape}` is not an escape that YAML knows",
        "in single quotes a backslash is an ordinary character; in double quotes write it twice",
    )
    return Fault(fault.problem, said.text[:slash] + "xx" + said.text[slash + 2 :] if len(escape) == 2 else None)


def _no_colon(said: _Complaint) -> Fault | None:
    """A line that should be a key with its value."""
    if "expected ':'" not in said.words:
        return None
    return _key_expected(said, said.start)


def _key_expected(said: _Complaint, at: int) -> Fault:
    line, end = said.source.line_start(at), said.source.line_end(at)
    if glued := _NO_SPACE.match(said.text, line, end):
        return _syntax(said, at, glued.end() + 1, "a space is missing after the colon")
    end = _value_on_line(said, at)[1]
    for place, sign in enumerate(said.text[at:end], at):
        if (meant := lookalike(sign)) is not None:
            problem = Problem(
                "E002", f"the character {described(sign)} stands here", said.source.span(place, place + 1),
                label="YAML takes a plain space" if meant == " " else f"YAML takes a plain `{meant}`",
            )  # fmt: skip
            return Fault(problem)
    fault = _syntax(said, at, end, "a key with `: ` is expected here")
    return Fault(replace(fault.problem, suggestion=assigned(said.text[at:end])))


def _after_quote_or_bracket(said: _Complaint) -> Fault | None:
    """Text that goes on after a closing quote or bracket: `name: "Draw" two`."""
    before = said.text[said.source.line_start(said.at) : said.at].rstrip()
    if not before or before[-1] not in "\"']}" or said.text[said.at : said.at + 1] in ("", "\n"):
        return None
    if said.text[said.at] in "]}":
        return _syntax(said, said.at, said.at + 1, "this bracket closes nothing")
    if before[-1] in "]}":
        end = _piece_end(said, said.at)
        fault = _syntax(said, said.at, end, "nothing may follow a closing bracket", "a text with brackets needs quotes")
        value, last = _value_on_line(said, said.at)
        whole = said.text[value : value + 1] in ("[", "{") and not set(
            before[: value - said.source.line_start(value)]
        ) & set("[{")
        return fault._replace(mended=said.text[:value] + "x" * (last - value) + said.text[last:]) if whole else fault
    start, end = _value_on_line(said, said.at)
    if colon := _COLON.search(said.text, said.at, end):
        end = colon.start()
    return _quoted_in_part(said, start, end)


def _quoted_in_part(said: _Complaint, start: int, end: int) -> Fault:
    """A value that begins with a quote and does not end with it: an expression with a name in quotes, or a text."""
    operand = _OPERAND.fullmatch(said.text, start, end)
    if operand is None:
        return _must_be_quoted(said, start, end, "it goes on after the closing quote")
    problem = Problem(
        "E002", "names stand in an expression without quotes", said.source.span(start, end),
        suggestion=f"{operand['name']} {operand['rest']}",
    )  # fmt: skip
    return Fault(problem, said.text[:start] + "x" * (end - start) + said.text[end:])


def _in_brackets(said: _Complaint) -> Fault | None:
    """What can break inside `[ ]` and `{ }`."""
    if "flow" not in said.context:
        return None
    text, at = said.text, said.at
    comment = re.compile(r"[ \t]#(?=\w).*").search(text, said.start, max(said.source.line_end(said.start), said.start))
    if comment and at > comment.start():
        start = comment.start() + 1
        return Fault(
            Problem(
                "E014",
                "quote the text: what follows ` #` is a comment",
                said.source.span(start, comment.end()),
            )
        )
    if text[at : at + 1] in ("[", "{") and at and not text[at - 1].isspace() and text[at - 1] not in "[{,":
        return Fault(expression_problem(said.source, _piece_start(said), at + 1))
    before = text[_piece_start(said) : at].rstrip() if text[at : at + 1] == "[" else ""
    if _OPEN_EXPRESSION.search(before):
        return Fault(expression_problem(said.source, _piece_start(said), at + 1))
    opening = text[said.start : said.start + 1]
    if not text[at:].strip() and opening not in ("[", "{"):
        said = said._replace(start=max(text.rfind("[", 0, at), text.rfind("{", 0, at)))
        opening = text[said.start : said.start + 1]
    later = said.source.line_of(at) > said.source.line_of(said.start) and not _is_closed(text, said.start)
    if opening in ("[", "{") and (not text[at:].strip() or later or text[at] in "]}"):
        also = ((said.source.span(at, at + 1), "this cannot be a part of it"),) if text[at:].strip() else ()
        problem = Problem(
            "E002",
            f"the `{opening}` that opens here is not closed",
            said.source.span(said.start, said.start + 1),
            also=also,
        )
        return Fault(problem)
    if "node content" in said.words:
        return _syntax(said, at, at + 1, "a value is missing before this")
    if text[at : at + 1] == ":":
        return _with_colon(said, _piece_start(said), _piece_end(said, at))
    missing = "a comma or a colon" if text[at] in "[{" else "a comma"
    return _syntax(said, at, at + 1, f"{missing} is missing before this, or the closing bracket of `{opening}`")


def _is_closed(text: str, opening: int) -> bool:
    """Whether as many brackets are closed as are opened from an offset on, before the text ends."""
    depth = 0
    for piece in _QUOTED_OR_BRACKET.finditer(text, opening):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(piece[0], 0)
        if depth == 0:
            return True
    return False


def expression_problem(source: Source, start: int, end: int) -> Problem:
    """E012 for text[start:end]: inside brackets a comma or another bracket has cut an expression."""
    which = _WHICH.match(source.text, start)
    if which is not None:
        return Problem(
            "E012", "a square bracket begins a list here: which one of several is meant stands in round ones",
            source.span(*which.span()), suggestion=f"{which[1]}({which[2]})",
        )  # fmt: skip
    return Problem(
        "E012",
        "quote the expression: inside `[ ]` and `{ }` a comma or a bracket ends it",
        source.span(start, end),
        label="a bracket has no partner here",
    )


def _indentation(said: _Complaint) -> Fault | None:
    """A line that fits no line above it."""
    end = _value_on_line(said, said.at)[1]
    if "block collection" in said.context or (
        "block mapping" in said.context and said.text.startswith(("- ", "-\n"), said.at)
    ):
        problem = mixed(said.source, said.at)
        message = "an item that starts with `- ` is expected here, as in the lines above"
    elif "block mapping" in said.context:
        if (keyless := _line_without_key(said, _first_of_line(said, said.at))) is not None:
            return _key_expected(said, keyless)
        problem = uneven(said.source, said.at)
        message = "the indentation of this line fits none of the lines above"
    elif "document start" in said.words:
        indented = said.text[: said.at].lstrip("\n").startswith(" ") and said.first_of_line
        problem = None
        message = (
            "the keys above are indented, this line is not" if indented else "nothing may follow what stands above"
        )
    else:
        return None
    return Fault(problem) if problem is not None else _syntax(said, said.at, end, message)


# The order matters: what is certain comes before what is guessed from the place.
_CAUSES = (
    _deep,
    _fence,
    _tab,
    _tag,
    _colon,
    _colon_without_space,
    _sign,
    _quotes,
    _no_colon,
    _in_brackets,
    _after_quote_or_bracket,
    _indentation,
)
