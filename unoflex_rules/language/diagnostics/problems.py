"""Places in a file, problems that are found there, and the table of problem codes.

What is wrong is a value here; finding it (document, merge, models, checks) and printing it live elsewhere.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from unoflex_rules.language.diagnostics.hints import same

Severity = Literal["error", "warning"]


class CodeInfo(NamedTuple):
    """What a problem code stands for: a title short enough for a table of contents."""

    title: str


# One code a line, in the order of the numbers; the hundreds say at which stage a problem is found, because an
# author mends a file in that order. A published number is never used again for something else.
CODES: dict[str, CodeInfo] = {
    # E0xx: reading YAML
    "E001": CodeInfo("the file cannot be read"),
    "E002": CodeInfo("this is not YAML"),
    "E003": CodeInfo("a key stands twice"),
    "E004": CodeInfo("the top of the file is not a mapping"),
    "E005": CodeInfo("the file is empty"),
    "E006": CodeInfo("several documents in one file"),
    "E007": CodeInfo("nested too deep"),
    "E008": CodeInfo("the file is too large"),
    "E009": CodeInfo("an alias refers to itself"),
    "E010": CodeInfo("a tab is used for indentation"),
    "E011": CodeInfo("a number that is not allowed"),
    "E012": CodeInfo("an expression with an unbalanced bracket"),
    "E013": CodeInfo("a tag that is not supported"),
    "E014": CodeInfo("text that must be quoted"),
    "E015": CodeInfo("a key that is not allowed"),
    "E016": CodeInfo("a merge key that is not allowed"),
    "E017": CodeInfo("an anchor that is missing or stands twice"),
    "E018": CodeInfo("a character that cannot be seen"),
    "E019": CodeInfo("a file of another sort"),
    # E1xx: shape
    "E101": CodeInfo("unknown key"),
    "E102": CodeInfo("missing key"),
    "E103": CodeInfo("wrong type"),
    "E104": CodeInfo("value out of bounds"),
    "E105": CodeInfo("a step must be a mapping with a single key"),
    "E106": CodeInfo("not one of the choices"),
    "E107": CodeInfo("a definition that is left to the game"),
    # E2xx: references
    "E201": CodeInfo("unknown name in an expression"),
    "E202": CodeInfo("unknown effect or statement"),
    "E203": CodeInfo("unknown parameter"),
    "E204": CodeInfo("unknown player selector"),
    "E205": CodeInfo("unknown value"),
    "E206": CodeInfo("unknown zone"),
    "E207": CodeInfo("unknown variable"),
    "E208": CodeInfo("unknown card"),
    "E209": CodeInfo("unknown option"),
    "E210": CodeInfo("unknown moment"),
    "E211": CodeInfo("a name that stands for two things"),
    "E212": CodeInfo("a name that has a meaning already"),
    # E3xx: meaning
    "E301": CodeInfo("an expression that cannot be read"),
    "E302": CodeInfo("an expression of the wrong type"),
    "E310": CodeInfo("the deck cannot serve the players"),
    "E311": CodeInfo("the deck has another size than declared"),
    "E312": CodeInfo("a number of players that cannot play"),
    "E313": CodeInfo("a foundation for others is not a game"),
    "E314": CodeInfo("a combination that the ruleset refuses"),
    "E320": CodeInfo("an effect that calls itself"),
    "E321": CodeInfo("steps that grow too many or too deep"),
    "E322": CodeInfo("two options that read alike"),
    "E323": CodeInfo("a loop that never ends"),
    # E4xx: composition
    "E401": CodeInfo("the ruleset to extend is not found"),
    "E402": CodeInfo("rulesets that extend each other in a circle"),
    "E403": CodeInfo("a path that leaves the allowed folders"),
    "E404": CodeInfo("nothing there to extend or remove"),
    "E405": CodeInfo("`extends` or `with` is not written as a name"),
    "E406": CodeInfo("too long a chain of rulesets"),
    "E407": CodeInfo("a key with `+`, `-` or `=` and a value that does not go with it"),
    "E408": CodeInfo("a list over a mapping, or a mapping over a list"),
    "E409": CodeInfo("two overlays that contradict each other"),
    "E410": CodeInfo("a game that is laid on another one"),
    "E411": CodeInfo("an overlay for games of another family"),
    "E412": CodeInfo("something replaced that is still used"),
    # W5xx: warnings
    "W501": CodeInfo("a comment that looks like a part of the text"),
    "W502": CodeInfo("a silence that silences nothing"),
    # W51x: what is never used
    "W510": CodeInfo("an option that changes nothing"),
    "W511": CodeInfo("a zone that is never used"),
    "W512": CodeInfo("a variable or an attribute that nothing reads, or that nothing sets"),
    "W513": CodeInfo("a definition that is never used"),
    "W514": CodeInfo("an effect that is never carried out"),
    "W515": CodeInfo("a parameter that its effect, or its definition, does not use"),
    "W516": CodeInfo("a choice that nobody ever has"),
    "W517": CodeInfo("something that is never counted"),
    "W518": CodeInfo("a value that is on no card"),
    "W519": CodeInfo("a kind of card that is not in the deck"),
    # W52x: what can never happen
    "W520": CodeInfo("a condition that never holds"),
    "W521": CodeInfo("a step that nothing comes to"),
    "W522": CodeInfo("a moment that never comes"),
    "W523": CodeInfo("a zone that is seen by an owner whom it has not"),
    # W53x: cards
    "W530": CodeInfo("a card that nobody can ever play"),
    "W531": CodeInfo("a card whose effect does nothing"),
    "W532": CodeInfo("a start card that there may not be"),
    "W533": CodeInfo("a card under which nothing is in force"),
    # W54x: questions and players
    "W540": CodeInfo("a question to which there may be no answer"),
    "W541": CodeInfo("a selector that means little for two players"),
    "W542": CodeInfo("an option that tells of hidden cards"),
    "W543": CodeInfo("a choice that leaves out somebody else than who chooses"),
    # W55x: ends and loops
    "W550": CodeInfo("a game that nothing ends"),
    "W551": CodeInfo("a loop that may never end"),
    "W552": CodeInfo("a game that nobody can win"),
    # W56x: what hides something else
    "W560": CodeInfo("a rule that an earlier one covers"),
    "W561": CodeInfo("a line of the deck that stands there twice"),
    "W562": CodeInfo("an effect that is there already"),
    # W57x: names
    "W570": CodeInfo("two names that look alike"),
    # E6xx: scenarios
    "E601": CodeInfo("more copies of a card than the deck has"),
    "E602": CodeInfo("not an action of this game"),
    "E603": CodeInfo("unknown kind of event"),
    "E604": CodeInfo("unknown clause of the rule sheet"),
    "E605": CodeInfo("something that cannot be said of this table"),
    "E606": CodeInfo("an action that is not on offer"),
    "E607": CodeInfo("something that chance cannot say"),
    # E7xx and W7xx: what playing tells
    "E701": CodeInfo("a game that cannot go on"),
    "W701": CodeInfo("something that never happened"),
    "W702": CodeInfo("an option that nobody chose"),
    "W703": CodeInfo("a card that was never laid"),
    "W704": CodeInfo("an option that makes no difference"),
    "W705": CodeInfo("games that come to no end"),
    "W706": CodeInfo("games that nobody wins"),
    "W707": CodeInfo("rounds in which nobody can do anything any more"),
    # E8xx: campaigns
    "E801": CodeInfo("rules by which the campaign was not played so far"),
    "E802": CodeInfo("cards of the deck that are nowhere"),
    "E803": CodeInfo("something that cannot be said of a campaign"),
}


MAX_PROBLEMS = 500
MAX_TOLD = 20  # names, where none is near
MAX_CANDIDATES = 2000  # among which the one that was meant is looked for


@dataclass(frozen=True, order=True, slots=True)
class Span:
    """A stretch of text in a file: lines and columns from 1, end exclusive, a column is a code point."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def __contains__(self, other: object) -> bool:
        """Whether another span lies within this one."""
        return (
            isinstance(other, Span)
            and other.file == self.file
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )

    def as_json(self) -> dict[str, str | int]:
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_line": self.end_line,
            "end_column": self.end_column,
        }


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a ruleset: a code, a sentence in plain words, a place and, mostly, a way out.

    `label` stands under the marked text, `suggestion` is the text that was probably meant, `notes` are
    sentences below the frame, `also` are second places with a label each (where the other one was declared).
    `span` is None only for a problem that has no place in any file.
    """

    code: str
    message: str
    span: Span | None
    label: str = ""
    suggestion: str | None = None
    notes: tuple[str, ...] = ()
    also: tuple[tuple[Span, str], ...] = ()
    severity: Severity = "error"

    def __post_init__(self) -> None:
        assert self.code in CODES, f"{self.code} is not in CODES"

    @property
    def sort_key(self) -> tuple[str, int, int, int, int, str, str]:
        """By file, then place, then code and message: the same order in every run."""
        at = self.span or Span("", 0, 0, 0, 0)
        return (at.file, at.line, at.column, at.end_line, at.end_column, self.code, self.message)

    def as_json(self) -> dict[str, object]:
        """The problem as plain data; the place is null throughout when there is none."""
        nowhere = dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
        place = nowhere if self.span is None else self.span.as_json()
        return {
            **place,
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "label": self.label,
            "suggestion": self.suggestion,
            "notes": list(self.notes),
            "also": [{**span.as_json(), "label": label} for span, label in self.also],
        }

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span is not None else ""
        hint = f" (did you mean `{self.suggestion}`?)" if self.suggestion is not None else ""
        return " ".join(f"{place}{self.severity}[{self.code}]: {self.message}{hint}".split("\n"))


class RulesetError(Exception):
    """Raised when a ruleset cannot be used; `problems` says why, sorted by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: list[Problem] = sorted(problems, key=lambda problem: problem.sort_key)
        super().__init__("\n".join(map(str, self.problems)))


#: See `Problems.retold`.
Retold: TypeAlias = Callable[[Problem], tuple[Problem, Problem | None]]


class Problems:
    """Collects the problems of one run, each once, so that all of them can be told together.

    `retold`: what is told instead of a problem, and the one told before that it takes the place of.
    """

    def __init__(self) -> None:
        self._found: dict[Problem, None] = {}
        self._errors = 0
        self.retold: Retold | None = None

    def add(self, problem: Problem) -> None:
        if self.retold is not None:
            problem, before = self.retold(problem)
            if before is not None and self._found.pop(before, problem) is None:
                self._errors -= before.severity == "error"
        if problem not in self._found:
            self._found[problem] = None
            self._errors += problem.severity == "error"

    def error(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        suggestion: str | None = None,
        notes: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        self.add(Problem(code, message, span, label, suggestion, notes, also, "error"))

    def warning(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        suggestion: str | None = None,
        notes: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        self.add(Problem(code, message, span, label, suggestion, notes, also, "warning"))

    def replace(self, problems: Iterable[Problem], by: Problem) -> None:
        """Tell one problem in the place of others, of which it is the cause."""
        for each in problems:
            self._errors -= self._found.pop(each, True) is None and each.severity == "error"
        self.add(by)

    def sorted(self) -> list[Problem]:
        """All problems by place, without those found inside a stretch of text that could not be read."""
        unread = [problem.span for problem in self._found if problem.code < "E1" and problem.span is not None]
        kept = [
            problem
            for problem in self._found
            if problem.code < "E1" or not any(problem.span in stretch for stretch in unread)
        ]
        return sorted(kept, key=lambda problem: problem.sort_key)

    @property
    def has_errors(self) -> bool:
        return self._errors > 0

    @property
    def full(self) -> bool:
        """Whether there are so many errors that nobody reads them all; reading a file stops then."""
        return self._errors >= MAX_PROBLEMS

    def raise_if_errors(self) -> None:
        """Raises RulesetError with all problems, warnings too, when at least one is an error."""
        if self.has_errors:
            raise RulesetError(self._found)

    def __len__(self) -> int:
        return len(self._found)


def foremost(places: Iterable[tuple[Span, str]], file: str) -> list[tuple[Span, str]]:
    """Places that disagree, the first of those in this file in front: its author is who can mend it."""
    places = list(dict.fromkeys(places))
    first = next((place for place in places if place[0].file == file), places[0])
    return [first, *(place for place in places if place != first)]


def with_article(name: str, quote: bool = False) -> str:
    """A name as a sentence speaks of it: `a color`, `an option`; `quote`: the name in backquotes."""
    vowel = name[:1].lower() in tuple("aeiou") and not name.lower().startswith(("one", "uni", "use", "eu"))
    return f"{'an' if vowel else 'a'} {f'`{name}`' if quote else name}"


def listed(names: Iterable[str], joint: str = "and") -> str:
    """Names for a sentence: `` `a`, `b` and `c` ``; empty for none."""
    quoted = [f"`{name}`" for name in names]
    return f" {joint} ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


class Instead(NamedTuple):
    """What to write instead of a name that is not known."""

    suggestion: str | None
    notes: tuple[str, ...]


def instead(word: str, known: Iterable[str], what: str) -> Instead:
    """The name that was probably meant; where none is near, a note with those that there are, which are `what`."""
    known = list(dict.fromkeys(known))
    near = nearest(word, known)
    some = ", ".join(known[:MAX_TOLD]) + (", ..." if len(known) > MAX_TOLD else "")
    return Instead(near, (f"{what}: {some}",) if near is None and known else ())


def nearest(word: str, candidates: Iterable[str], slips_only: bool = False) -> str | None:
    """The candidate that `word` was probably meant to be, or None when none is really near.

    The same letters in another case come first, then one slip of the pen (two letters changed round, one too many, too
    few or wrong), then a word that means the same elsewhere, then the most alike, then the only one of the same words
    in another order, or of more or fewer. The shorter the word, the less is taken for a slip: with one or two letters
    only the case, with three letters no wrong letter. `slips_only`: no word that is merely alike.
    """
    known = {candidate: _folded(candidate) for candidate in sorted(set(candidates) - {word})[:MAX_CANDIDATES]}
    folded = _folded(word)
    for candidate, form in known.items():
        if form == folded:
            return candidate
    if len(word) < 3:
        return same(word, known)
    near = {candidate: form for candidate, form in known.items() if _one_slip(folded, form)}
    if slips_only and not near:
        return None
    if not near and (other := same(word, known)) is not None:
        return other
    matcher = difflib.SequenceMatcher(b=folded)
    best, best_ratio = None, 0.0 if near else 0.75
    for candidate, form in (near or known).items():
        matcher.set_seq1(form)
        if matcher.real_quick_ratio() > best_ratio and (ratio := matcher.ratio()) > best_ratio:
            best, best_ratio = candidate, ratio
    return best or (None if " " in word else _of_its_words(folded, known))


def _of_its_words(word: str, known: Mapping[str, str]) -> str | None:
    """The only one among the `known` that is made of the same words, or of more or fewer: `passed_over` for `passed`.

    A short word stands in many names, and says nothing.
    """
    words = set(word.split("_")) - {""}
    made_of = {candidate: others for candidate, form in known.items() if (others := set(form.split("_")) - {""})}
    for found in (
        [each for each, others in made_of.items() if others == words],
        [each for each, others in made_of.items() if words and words < others and len(word) > 4],
        [each for each, others in made_of.items() if others < words and len(each) > 4],
    ):
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _folded(word: str) -> str:
    """Spellings that differ only in case or in how words are joined fall together."""
    return word.casefold().replace("-", "_").replace(" ", "_")


def _one_slip(a: str, b: str) -> bool:
    """True when a and b differ by one letter added, missing or wrong, or by two neighbours changed round."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    a, b = a[start:], b[start:]
    if len(a) != len(b):
        return start + len(b) > 1 and (a[1:] == b or a == b[1:])
    changed_round = len(a) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:]
    return changed_round or (start + len(a) > 3 and a[1:] == b[1:])
