"""The types of the language and the nodes of checked expressions. Not here: how text becomes one (checker.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.wording import with_article

NONE: Final = -1
OF_OPTION: Final = "option "  # stands before the name of an option in that of the type of its choices
MAX_NUMBER: Final = 2**31
MAX_VALUES: Final = 62  # a set of values is a set of bits


@dataclass(frozen=True)
class Type:
    """A type: `kind` is bool, int, enum, player, players, values, card, zone; enums and value sets have a name.

    `members`: the names of an enum's values; of a range in which numbers have names those of all numbers from 0 on, a
    number without one being its own. `optional`: the value may be missing. For int, `low` and `high` bound the value
    where the bounds are known.
    """

    kind: str
    name: str = ""
    members: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False

    def __str__(self) -> str:
        words = {
            "bool": "true or false",
            "int": "a number",
            "player": "a player",
            "players": "players",
            "card": "a card",
            "zone": "a zone",
        }
        if self.kind == "enum":
            return f"a choice of `{self.option}`" if self.option else with_article(self.name)
        if self.kind == "values":
            return f"values of {self.name}"
        return words.get(self.kind, self.kind)

    @property
    def option(self) -> str:
        """The option whose choices these are; empty for every other type."""
        return self.name.removeprefix(OF_OPTION) if self.name.startswith(OF_OPTION) else ""

    @property
    def told(self) -> str:
        """All values that have names, for a sentence."""
        whose = f"choices of `{self.option}`" if self.option else f"values of {self.name}"
        return f"{whose}: {', '.join(self.members)}"

    @property
    def plural(self) -> bool:
        """Whether a sentence speaks of several."""
        return self.kind in ("players", "values")

    @property
    def span_of_values(self) -> tuple[int, int] | None:
        """Lowest and highest number that stands for a value, none included; None where there is no such bound."""
        if self.kind == "bool":
            return (0, 1)
        if self.kind == "enum":
            return (NONE, len(self.members) - 1)
        if self.kind == "int" and self.low is not None and self.high is not None:
            return (min(self.low, NONE) if self.optional else self.low, self.high)
        return None

    def holds(self, value: int) -> bool:
        """Whether a number is one of those that stand for a value; of players and cards any is."""
        bounds = self.span_of_values
        return bounds is None or bounds[0] <= value <= bounds[1]

    @property
    def numbers(self) -> range:
        """The numbers that stand for the values of an enum, or of a range whose bounds are known."""
        bounds = self.span_of_values
        return range(max(bounds[0], 0 if self.kind == "enum" else self.low or 0), bounds[1] + 1) if bounds else range(0)

    @property
    def called(self) -> list[str]:
        """What its values are called, in their order; a number without a name is called so."""
        return [self.members[number] if self.members else str(number) for number in self.numbers]

    @property
    def start(self) -> int:
        """What something of this type is where nothing is said: missing, false, 0 or the number nearest to it."""
        if self.optional or self.kind in ("enum", "player", "card"):
            return NONE
        return min(max(0, self.low or 0), self.high) if self.high is not None else max(0, self.low or 0)


BOOL: Final = Type("bool")
INT: Final = Type("int")
PLAYER: Final = Type("player", optional=True)
PLAYERS: Final = Type("players")
CARD: Final = Type("card", optional=True)
ZONE: Final = Type("zone")
#: Of something whose type is written wrongly, which is told there: nothing else is told of it.
UNKNOWN: Final = Type("unknown")


def between(low: int | None, high: int | None, optional: bool = False) -> Type:
    """The type of numbers from `low` to `high`."""
    return Type("int", low=low, high=high, optional=optional)


def is_choosable(kind: Type) -> bool:
    """Whether the values of a type can be a set that somebody chooses from."""
    low, high = kind.low, kind.high
    return kind.kind == "enum" or (low is not None and high is not None and 0 <= low <= high < MAX_VALUES)


@dataclass(eq=False)
class Local:
    """A name that lives in a stretch of steps or an expression; a card may come with the face it is looked at on."""

    name: str
    type: Type
    face: Local | None = None


@dataclass(eq=False)
class Expr:
    """A checked expression: what it is made of, its type and its place."""

    type: Type
    span: Span

    def parts(self) -> tuple[Expr, ...]:
        """The expressions directly inside."""
        return ()

    def walk(self) -> Iterator[Expr]:
        """This expression and all inside it."""
        yield self
        for part in self.parts():
            yield from part.walk()


@dataclass(eq=False)
class Const(Expr):
    """A constant, as the number that stands for it."""

    value: int


@dataclass(eq=False)
class LocalRef(Expr):
    """The value of a local name."""

    local: Local


@dataclass(eq=False)
class VariableRef(Expr):
    """A declared variable; `player` where every player has one, `value` where each value of a type has one."""

    name: str
    player: Expr | None = None
    value: Expr | None = None

    def parts(self) -> tuple[Expr, ...]:
        return tuple(part for part in (self.player, self.value) if part is not None)


@dataclass(eq=False)
class ActiveRef(Expr):
    """A part of what is in force, now or before the last card was laid."""

    name: str
    before: bool


@dataclass(eq=False)
class EngineRef(Expr):
    """Something that the engine keeps: self, direction, players, round, turn, laid_face, choice number n."""

    what: str


@dataclass(eq=False)
class ChoiceRef(Expr):
    """What was chosen last for a declared choice."""

    name: str


@dataclass(eq=False)
class CardOnFace(Expr):
    """A card, looked at on one of its faces."""

    card: Expr
    face: Expr

    def parts(self) -> tuple[Expr, ...]:
        return (self.card, self.face)


@dataclass(eq=False)
class AttributeRef(Expr):
    """What is printed on a card's face."""

    card: Expr
    face: Expr
    name: str

    def parts(self) -> tuple[Expr, ...]:
        return (self.card, self.face)


@dataclass(eq=False)
class CardStateRef(Expr):
    """What a physical card carries."""

    card: Expr
    name: str

    def parts(self) -> tuple[Expr, ...]:
        return (self.card,)


@dataclass(eq=False)
class ZoneRef(Expr):
    """A zone; `player` where every player has one, `value` where each value of a type has one."""

    name: str
    player: Expr | None = None
    value: Expr | None = None

    def parts(self) -> tuple[Expr, ...]:
        return tuple(part for part in (self.player, self.value) if part is not None)


@dataclass(eq=False)
class Op(Expr):
    """An operation on values: `name` is one of OPERATIONS."""

    name: str
    args: tuple[Expr, ...]

    def parts(self) -> tuple[Expr, ...]:
        return self.args


@dataclass(eq=False)
class AbstractRef(Expr):
    """What a definition says that a foundation leaves to its games: nobody knows, and no program is made of it."""

    name: str
    about: tuple[Expr, ...]

    def parts(self) -> tuple[Expr, ...]:
        return self.about


@dataclass(eq=False)
class CardQuery(Expr):
    """A question about the cards of a zone: any, all, count, sum, min, max, first, last; `card` is bound in `body`.

    `when`: the condition under which the body is there; a card without one is passed over by min and max.
    """

    what: str
    zone: Expr
    card: Local
    body: Expr
    when: Expr | None = None

    def parts(self) -> tuple[Expr, ...]:
        return (self.zone, self.body) if self.when is None else (self.zone, self.body, self.when)


@dataclass(eq=False)
class PlayerQuery(Expr):
    """A question about players: any, all, count, sum, min, max, only, lowest, highest, first.

    `when`: the condition under which the body is there; who has none is passed over where numbers are compared.
    """

    what: str
    players: Expr
    it: Local
    body: Expr
    when: Expr | None = None

    def parts(self) -> tuple[Expr, ...]:
        return (self.players, self.body) if self.when is None else (self.players, self.body, self.when)


#: Operations and what they do; the compiler lowers each.
OPERATIONS: Final = {
    "+": "sum",
    "-": "difference",
    "*": "product",
    "//": "quotient, rounded down",
    "%": "remainder",
    "negate": "the opposite number",
    "min": "the lesser",
    "max": "the greater",
    "==": "equal numbers",
    "same": "equal and neither missing",
    "<": "less",
    "<=": "at most",
    "not": "not",
    "and": "both",
    "or": "at least one",
    "if": "one of two values",
    "known": "a value is there",
    "next": "the player after a player",
    "previous": "the player before a player",
    "after": "the player so many places after a player",
    "set_of": "the set of one",
    "contains": "a set holds a value",
    "without": "a set without another",
    "size": "how many cards a zone holds",
    "players": "how many players a set holds",
    "top": "the uppermost card",
    "bottom": "the lowest card",
    "zone_of": "the zone in which a card lies",
    "in_zone": "a card lies in a zone",
}


@dataclass(frozen=True)
class StepOrigin:
    """Where a statement stands, and the chain of calls that led to it, the ruleset's own line first."""

    span: Span
    chain: tuple[Span, ...] = field(default=())

    def called(self, span: Span) -> StepOrigin:
        """The origin of a statement inside the effect that this one calls."""
        return StepOrigin(span, (*self.chain, self.span))
