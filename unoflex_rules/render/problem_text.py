"""A problem as a frame: the message, the source line, and carets under the words in question.

Not here: finding and ordering problems (the language).
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.render.terminal import PLAIN, Style, cells

Paint = Callable[[str], str]

MOST_SHOWN = 100  # frames at once
LONGEST = 180  # columns of a source line; longer lines are cut around the span
AROUND = 400  # code points of a line that are looked at before a span, and twice as many from there on
BEFORE = 60  # of these, the columns kept before the span

# The line breaks of YAML; str.splitlines knows more of them.
LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


def frames(problems: Iterable[Problem], sources: Mapping[str, str], style: Style = PLAIN) -> str:
    """The first MOST_SHOWN of `problems`, one frame each, with empty lines between them, and how many more there are.

    Ends with a line break. `sources` has the texts of files by the names in spans; other files are read from disk.
    """
    found = list(problems)
    shown = [frame(problem, sources, style) for problem in found[:MOST_SHOWN]]
    more = len(found) - len(shown)
    return "\n".join([*shown, f"... and {more:,} more\n"] if more else shown)


def frame(problem: Problem, sources: Mapping[str, str], style: Style = PLAIN) -> str:
    """One problem: header, marked source line, other places, notes. Each line ends with a line break."""
    paint = style.error if problem.severity == "error" else style.warning
    lines = [paint(f"{problem.severity}[{problem.code}]") + style.strong(": " + style.shown(problem.message))]
    places = [(span, label, "-", style.quiet) for span, label in problem.also]
    if problem.span is not None:
        places.insert(0, (problem.span, _label(problem), "^", paint))
    texts = _with_texts(sources, (span.file for span, *_ in places))
    gutter = max([2, *(len(str(span.line)) for span, *_ in places)])
    for span, label, mark, dress in places:
        lines += _place(span, _line(texts.get(span.file), span.line), label, mark, dress, gutter, style)
    notes = list(problem.notes)
    if problem.span is None and _label(problem):
        notes.insert(0, _label(problem))
    lines += [f"{' ' * gutter}{style.quiet('=')} {style.shown(note)}" for note in notes]
    return "".join(line + "\n" for line in lines)


def summary(problems: Sequence[Problem], name: str, seconds: float | None = None) -> str:
    """`2 errors, 1 warning in my-game.yaml (0.2 s)`, or `my-game.yaml is fine (0.2 s)`; no line break."""
    errors = sum(problem.severity == "error" for problem in problems)
    counts = [counted(errors, "error"), counted(len(problems) - errors, "warning")]
    told = ", ".join(count for count in counts if not count.startswith("0 "))
    took = "" if seconds is None else f" ({seconds:.1f} s)"
    return f"{told} in {name}{took}" if told else f"{name} is fine{took}"


def more_about(problems: Sequence[Problem]) -> str:
    """`unoflex explain E204 says more`, for the first problem; no line break, empty without problems."""
    return f"unoflex explain {problems[0].code} says more" if problems else ""


def counted(number: int, word: str) -> str:
    """`1 error`, `2 errors`, `1,000 errors`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _label(problem: Problem) -> str:
    """The text beside the carets: the label, the suggestion, or both."""
    hint = f"did you mean `{problem.suggestion}`?" if problem.suggestion is not None else ""
    return "; ".join(part for part in (problem.label, hint) if part)


def _with_texts(sources: Mapping[str, str], files: Iterable[str]) -> dict[str, str]:
    """The texts of `files`, read from disk if `sources` lacks them."""
    texts = {}
    for file in files:
        if file in sources:
            texts[file] = sources[file]
            continue
        try:
            if Path(file).is_file():  # reading a pipe would block
                texts[file] = Path(file).read_bytes().decode("utf-8", "replace")
        except (OSError, ValueError):
            continue
    return texts


def _line(text: str | None, number: int) -> str | None:
    """Line `number` (from 1) without its break; empty just after the last line, None if unknown."""
    if text is None:
        return None
    lines = _lines(text)
    return lines[number - 1] if 0 < number <= len(lines) else ""


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    """The lines of a text without their breaks."""
    return LINE_BREAK.split(text.removeprefix("\ufeff"))


def _place(span: Span, text: str | None, label: str, mark: str, paint: Paint, gutter: int, style: Style) -> list[str]:
    """The location of a span and, if its line is known, that line with marks under the span."""
    blank = " " * gutter + style.quiet(style.bar)
    where = f"{' ' * gutter}{style.quiet(style.corner)} {style.shown(str(span))}"
    label = style.shown(label)
    if text is None:
        return [f"{where}   {paint(label)}".rstrip()]
    shown, start, length = _marked(text, span, style)
    under = " " * start + paint(f"{mark * length} {label}".rstrip())
    number = style.quiet(f"{span.line:>{gutter}}{style.bar}")
    return [where, blank, f"{number} {shown}".rstrip(), f"{blank} {under}"]


def _marked(text: str, span: Span, style: Style) -> tuple[str, int, int]:
    """The line as shown, the first marked column (from 0), and the number of marks, at least one.

    A span of several lines is marked to the end of its first line.
    """
    left = max(span.column - 1 - AROUND, 0)  # of a very long line, only the part around the span is looked at
    signs = cells(text[left : left + 3 * AROUND], style)
    offsets = list(accumulate((columns for _, columns in signs), initial=0))
    first = min(max(span.column - 1 - left, 0), len(signs))
    last = min(max(span.end_column - 1 - left, first), len(signs)) if span.end_line == span.line else len(signs)
    cut, stop = 0, len(signs)
    if offsets[-1] > LONGEST:
        cut = bisect_left(offsets, offsets[first] - BEFORE)
        stop = bisect_right(offsets, offsets[cut] + LONGEST) - 1
    before = style.ellipsis if cut or left else ""
    after = style.ellipsis if left + stop < len(text) else ""
    shown = "".join(sign for sign, _ in signs[cut:stop])
    start = len(before) + offsets[first] - offsets[cut]
    return before + shown + after, start, max(offsets[min(last, stop)] - offsets[first], 1)
