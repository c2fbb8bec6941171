"""Explanations of problem codes, each with an example that has the problem and one without it.

The texts are in explained/*.md, a page for each stage at which problems are found. Not here: how they are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.diagnostics.suggestions import nearest

FOLDER = Path(__file__).resolve().parent / "explained"
#: The pages in the order of their codes.
FILES = (
    "reading",
    "shape",
    "names",
    "meaning",
    "composition",
    "warnings",
    "lint",
    "scenarios",
    "playing",
    "campaigns",
)
FAR = 50  # numbers of codes further apart are not confused
HEADING = re.compile(r"^## ([EW]\d{3})$", re.M)
BLOCK = re.compile(r"^```(\w+) (wrong|right)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
HIDDEN = re.compile(r"<U\+([0-9A-F]{4,5})>")


class UnknownCode(LookupError):
    """A code of no problem; `suggestion` is the code that was probably meant."""

    def __init__(self, code: str, suggestion: str | None) -> None:
        self.code = code
        self.suggestion = suggestion
        hint = f"; did you mean `{suggestion}`?" if suggestion is not None else ""
        super().__init__(f"there is no problem code `{code}`{hint}")


@dataclass(frozen=True)
class ExampleFile:
    """A file of an example; without a `name` it is part of a ruleset that extends `classic`, a sheet or a campaign."""

    language: str
    name: str
    shown: str

    @property
    def text(self) -> str:
        """The text; in `shown`, invisible characters are written as `<U+200B>`."""
        return HIDDEN.sub(lambda match: chr(int(match[1], 16)), self.shown)

    def as_json(self) -> dict[str, str]:
        return {"name": self.name, "text": self.text}


@dataclass(frozen=True)
class Explanation:
    """What is wrong, why it is a problem, and the way out. The first file of an example is the one with the problem.

    `wrong` is empty if no text can show the problem; the last paragraph says why.
    """

    code: str
    title: str
    paragraphs: tuple[str, ...]
    wrong: tuple[ExampleFile, ...]
    right: tuple[ExampleFile, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "code": self.code,
            "title": self.title,
            "text": list(self.paragraphs),
            "wrong": [file.as_json() for file in self.wrong],
            "right": [file.as_json() for file in self.right],
        }


@dataclass(frozen=True)
class ExplanationPage:
    """The problems of one stage, and what they have in common."""

    title: str
    introduction: str
    explanations: tuple[Explanation, ...]


def list_codes() -> dict[str, str]:
    """Every problem code with its title, by number."""
    return {code: info.title for code, info in CODES.items()}


def explain(code: str) -> Explanation:
    """The explanation of a problem code, in any case. Raises UnknownCode."""
    wanted = code.strip().upper()
    found = {each.code: each for page in pages() for each in page.explanations}
    if wanted not in found:
        raise UnknownCode(code, nearest(wanted, found) or _next_number(wanted))
    return found[wanted]


@dataclass(frozen=True)
class FoundCodes:
    """Codes with their titles; `are_meant` if each was named itself, not by its first digits or words of its title."""

    titles: dict[str, str]
    are_meant: bool


def find_codes(named_by: Iterable[str]) -> FoundCodes:
    """The codes that are named: by codes, by numbers, by the first digits of codes, or by words of their titles.

    All codes if nothing is named. Raises UnknownCode.
    """
    words = " ".join(named_by).split()
    if not words:
        return FoundCodes(list_codes(), False)
    named = [code_of(word) for word in words]
    if all(named):
        return FoundCodes({code: CODES[code].title for code in named if code is not None}, True)
    begun = tuple(word.upper() for word in words)
    found = {code: info.title for code, info in CODES.items() if code.startswith(begun)}
    if not found or not all(re.fullmatch(r"[EW]\d*", each) for each in begun):
        titles = {code: info.title.casefold() for code, info in CODES.items()}
        found = {code: CODES[code].title for code, title in titles.items()
                 if all(word.casefold() in title for word in words)}  # fmt: skip
    if not found:
        lost = next(word for word, code in zip(words, named, strict=True) if code is None)
        if any(named) or len(words) == 1:
            explain(lost)
        raise UnknownCode(" ".join(words), None)
    return FoundCodes(found, len(found) == 1)


def code_of(word: str) -> str | None:
    """The code that a word is, in any case, or the only code with this number."""
    wanted = word.upper()
    found = [code for code in CODES if wanted in (code, code[1:])]
    return found[0] if len(found) == 1 else None


@cache
def pages() -> tuple[ExplanationPage, ...]:
    """All pages, in the order in which an author corrects a file."""
    return tuple(_page((FOLDER / f"{name}.md").read_text(encoding="utf-8")) for name in FILES)


def _page(text: str) -> ExplanationPage:
    head, *rest = HEADING.split(text)
    title, _, introduction = head.strip().removeprefix("# ").partition("\n")
    return ExplanationPage(title, " ".join(introduction.split()), tuple(_explanations(rest)))


def _explanations(parts: list[str]) -> Iterator[Explanation]:
    """The explanations in a list of alternating codes and texts."""
    for code, text in zip(parts[::2], parts[1::2], strict=True):
        files = [(kind, ExampleFile(language, name or "", body)) for language, kind, name, body in BLOCK.findall(text)]
        paragraphs = [" ".join(each.split()) for each in BLOCK.sub("", text).split("\n\n") if each.strip()]
        wrong, right = (tuple(file for kind, file in files if kind == wanted) for wanted in ("wrong", "right"))
        title = CODES[code].title if code in CODES else ""
        yield Explanation(code, title, tuple(paragraphs), wrong, right)


def _next_number(wanted: str) -> str | None:
    """The code with the nearest number, if it is near: `204` means E204, and E999 is far from all."""
    found = re.fullmatch(r"([A-Z]?)(\d+)", wanted)
    if found is None:
        return None
    near = [code for code in CODES if not found[1] or code[0] == found[1]] or list(CODES)
    distance, code = min((abs(int(code[1:]) - int(found[2])), code) for code in near)
    return code if distance <= FAR else None
