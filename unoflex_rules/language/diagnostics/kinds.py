"""Kinds of problems: what is wrong, as data. Code, sentence and way out are derived from it.

Code that acts on a problem asks for its kind, code or names, never for its sentence. Not here: places (problems.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import Suggestion, suggest
from unoflex_rules.language.diagnostics.wording import listed


class ProblemKind(ABC):
    """What is wrong, as data. Subclasses are frozen dataclasses, so that equal problems are reported once."""

    code: str

    @abstractmethod
    def sentence(self) -> str:
        """The message, in plain English."""

    def names(self) -> tuple[str, ...]:
        """The names that the problem is about; recovery drops the problem if one of them is lost."""
        return ()

    def way_out(self) -> Suggestion:
        """A suggestion, or notes if there is none; used unless the caller gives its own."""
        return Suggestion()


@dataclass(frozen=True)
class Plain(ProblemKind):
    """A sentence on which no other code acts; `about` are the names that it is about."""

    code: str
    text: str
    about: tuple[str, ...] = ()

    def sentence(self) -> str:
        return self.text

    def names(self) -> tuple[str, ...]:
        return self.about


@dataclass(frozen=True)
class UnknownName(ProblemKind):
    """A name that nothing declares: `what` it should name, and the names that are known instead."""

    code: str
    what: str
    name: str
    known: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"unknown {self.what} `{self.name}`"

    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def way_out(self) -> Suggestion:
        found = suggest(self.name, self.known, f"known {plural(self.what)}")
        if self.what == "choice":
            declared = f"`choices: {{{self.name}: {{of: {self.name}, about: {self.name}, verb: name}}}}`"
            return Suggestion(
                found.suggestion, (*found.notes, f"a choice of a value or a player is declared: {declared}")
            )
        return found


@dataclass(frozen=True)
class UnknownValue(UnknownName):
    """A name that is no value of a type: `what` is the type with its article, as in `a color`."""

    def sentence(self) -> str:
        return f"`{self.name}` is not {self.what}"

    def way_out(self) -> Suggestion:
        return suggest(self.name, self.known, "values")


@dataclass(frozen=True)
class UnknownMember(UnknownName):
    """A name behind a dot, in a call or in a moment: `what` is the owner that lacks it."""

    def sentence(self) -> str:
        return f"{self.what} has no `{self.name}`"

    def way_out(self) -> Suggestion:
        return suggest(self.name, self.known, f"{self.what} has")


@dataclass(frozen=True)
class UnknownKey(ProblemKind):
    """A key that the mapping does not take."""

    name: str
    known: tuple[str, ...] = ()
    code = "E101"

    def sentence(self) -> str:
        return f"unknown key `{self.name}`"

    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def way_out(self) -> Suggestion:
        return suggest(self.name, self.known, "keys here")


@dataclass(frozen=True)
class MissingKey(ProblemKind):
    """A key that the mapping needs, or one of its alternatives; `because` gives the reason."""

    name: str
    because: str = ""
    alternatives: tuple[str, ...] = ()
    code = "E102"

    def sentence(self) -> str:
        return f"missing key {listed(self.names(), 'or')}{f': {self.because}' if self.because else ''}"

    def names(self) -> tuple[str, ...]:
        return (self.name, *self.alternatives)


@dataclass(frozen=True)
class WrongType(ProblemKind):
    """A value of another type than those that are expected."""

    expected: tuple[str, ...]
    code = "E103"

    def sentence(self) -> str:
        *rest, last = self.expected
        return f"expected {', '.join(rest)}{' or ' if rest else ''}{last}"


@dataclass(frozen=True)
class DuplicateKey(ProblemKind):
    """A key that occurs twice in a mapping, first at `first`."""

    name: str
    first: Span
    code = "E003"

    def sentence(self) -> str:
        return f"duplicate key `{self.name}`"

    def names(self) -> tuple[str, ...]:
        return (self.name,)


@dataclass(frozen=True)
class DeckSize(ProblemKind):
    """A deck, or a face of its cards, of another size than declared."""

    cards: int
    declared: int
    where: str = "the deck"
    code = "E311"

    def sentence(self) -> str:
        return f"{self.where} has {self.cards} cards, not {self.declared}"


@dataclass(frozen=True)
class RefusedCombination(ProblemKind):
    """Settings that the ruleset refuses; `players` is their number if the refusal depends on it."""

    because: str
    players: int | None = None
    code = "E314"

    def sentence(self) -> str:
        where = "" if self.players is None else f" for {self.players} players"
        return f"this combination is refused{where}: {self.because}"


@dataclass(frozen=True)
class RemovedName(ProblemKind):
    """A name that is used although the file removes it; `cause` is the problem that the use alone would be."""

    code: str
    cause: ProblemKind

    def sentence(self) -> str:
        return f"{self.cause.sentence()}: it was removed"

    def names(self) -> tuple[str, ...]:
        return self.cause.names()


def plural(what: str) -> str:
    """The plural of a thing that can be unknown: `keys`, `values of a type` keep their tail."""
    head, space, tail = what.partition(" of ")
    return f"{head}{'' if head.endswith('s') else 's'}{space}{tail}"
