"""Types of the language, and the nodes of checked expressions. Not here: reading text (checker.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.wording import with_article

NONE: Final = -1
OF_OPTION: Final = "option "  # begins the name of an option's type
MAX_NUMBER: Final = 2**31
MAX_VALUES: Final = 62  # a set of values is a bit set


@dataclass(frozen=True)
class Type:
    """A type: `kind` is bool, int, enum, player, players, values, card or zone; enums and value sets have a name.

    `members`: the names of an enum's values. For a range with named numbers: the names of all numbers from 0, where a
    number without a name is its own name. `optional`: the value may be missing. `low`, `high`: known bounds of an int.
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
        if self == CHOSEN:
            return "chosen cards"
        if self.kind == "values":
            return f"values of {self.name}"
        return words.get(self.kind, self.kind)

    @property
    def option(self) -> str:
        """The option that has this type; empty for every other type."""
        return self.name.removeprefix(OF_OPTION) if self.name.startswith(OF_OPTION) else ""

    @property
    def values_note(self) -> str:
        """A note that lists all named values."""
        whose = f"choices of `{self.option}`" if self.option else f"values of {self.name}"
        return f"{whose}: {', '.join(self.members)}"

    @property
    def span_of_values(self) -> tuple[int, int] | None:
        """The lowest and the highest number that represents a value or its absence; None if unbounded."""
        if self.kind == "bool":
            return (0, 1)
        if self.kind == "enum":
            return (NONE, len(self.members) - 1)
        if self.kind == "int" and self.low is not None and self.high is not None:
            return (min(self.low, NONE) if self.optional else self.low, self.high)
        return None

    def holds(self, value: int) -> bool:
        """Whether a number represents a value of this type; for players and cards every number does."""
        bounds = self.span_of_values
        return bounds is None or bounds[0] <= value <= bounds[1]

    @property
    def numbers(self) -> range:
        """The numbers of all values of an enum or of a bounded range."""
        bounds = self.span_of_values
        return range(max(bounds[0], 0 if self.kind == "enum" else self.low or 0), bounds[1] + 1) if bounds else range(0)

    @property
    def value_names(self) -> list[str]:
        """The names of all values in order; a number without a name is its own name."""
        return [self.members[number] if self.members else str(number) for number in self.numbers]

    @property
    def start(self) -> int:
        """The default value: missing, false, or the allowed number nearest to 0."""
        if self.optional or self.kind in ("enum", "player", "card"):
            return NONE
        return min(max(0, self.low or 0), self.high) if self.high is not None else max(0, self.low or 0)


BOOL: Final = Type("bool")
INT: Final = Type("int")
PLAYER: Final = Type("player", optional=True)
PLAYERS: Final = Type("players")
CARD: Final = Type("card", optional=True)
ZONE: Final = Type("zone")
#: The cards of a combination: they are asked about like those of a zone, and lie in another one.
CHOSEN: Final = Type("zone", "chosen cards")
#: The type of a declaration whose type is faulty; its uses cause no further problems.
UNKNOWN: Final = Type("unknown")


def between(low: int | None, high: int | None, optional: bool = False) -> Type:
    """The type of numbers from `low` to `high`."""
    return Type("int", low=low, high=high, optional=optional)


def is_choosable(kind: Type) -> bool:
    """Whether a bit set can hold the values of a type, so that a player can choose from them."""
    low, high = kind.low, kind.high
    return kind.kind == "enum" or (low is not None and high is not None and 0 <= low <= high < MAX_VALUES)


@dataclass(eq=False)
class Local:
    """A local name of steps or of an expression; a card may come with the face that counts."""

    name: str
    type: Type
    face: Local | None = None


@dataclass(eq=False)
class Expr:
    """A checked expression with its type and place."""

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
    """A constant, as a number."""

    value: int


@dataclass(eq=False)
class LocalRef(Expr):
    """The value of a local name."""

    local: Local


@dataclass(eq=False)
class VariableRef(Expr):
    """A declared variable, for a `player` if each player has one, for a `value` if each value of a type has one."""

    name: str
    player: Expr | None = None
    value: Expr | None = None

    def parts(self) -> tuple[Expr, ...]:
        return tuple(part for part in (self.player, self.value) if part is not None)


@dataclass(eq=False)
class ActiveRef(Expr):
    """A field of `active`, now or before the last card was laid."""

    name: str
    before: bool


@dataclass(eq=False)
class EngineRef(Expr):
    """A value that the engine keeps, such as `self`, `direction`, `players`, `round` or `laid_face`."""

    what: str


@dataclass(eq=False)
class ChoiceRef(Expr):
    """The latest value of a declared choice."""

    name: str


@dataclass(eq=False)
class CardOnFace(Expr):
    """A card on one of its faces."""

    card: Expr
    face: Expr

    def parts(self) -> tuple[Expr, ...]:
        return (self.card, self.face)


@dataclass(eq=False)
class AttributeRef(Expr):
    """An attribute printed on a card's face."""

    card: Expr
    face: Expr
    name: str

    def parts(self) -> tuple[Expr, ...]:
        return (self.card, self.face)


def setting(variable: str) -> str:
    """The name of the attribute of faces whose effect has a step that sets a variable."""
    return f"sets {variable}"


@dataclass(eq=False)
class CardStateRef(Expr):
    """An attribute that a physical card carries."""

    card: Expr
    name: str

    def parts(self) -> tuple[Expr, ...]:
        return (self.card,)


@dataclass(eq=False)
class ZoneRef(Expr):
    """A zone, for a `player` if each player has one, for a `value` if each value of a type has one."""

    name: str
    player: Expr | None = None
    value: Expr | None = None

    def parts(self) -> tuple[Expr, ...]:
        return tuple(part for part in (self.player, self.value) if part is not None)


@dataclass(eq=False)
class Op(Expr):
    """An operation on values: arithmetic and logic (folding.py), or one on players, zones and cards (compiler)."""

    name: str
    args: tuple[Expr, ...]

    def parts(self) -> tuple[Expr, ...]:
        return self.args


@dataclass(eq=False)
class AbstractRef(Expr):
    """The unknown value of an abstract definition, which a base leaves to its games; it is never compiled."""

    name: str
    about: tuple[Expr, ...]

    def parts(self) -> tuple[Expr, ...]:
        return self.about


@dataclass(eq=False)
class CardQuery(Expr):
    """A query about the cards of a zone: any, all, count, sum, min, max, first, last; `card` is bound in `body`.

    `when`: the condition under which the body has a value; min and max skip other cards.
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
    """A query about players: any, all, count, sum, min, max, only, lowest, highest, first.

    `when`: the condition under which the body has a value; min, max, lowest and highest skip other players.
    """

    what: str
    players: Expr
    it: Local
    body: Expr
    when: Expr | None = None

    def parts(self) -> tuple[Expr, ...]:
        return (self.players, self.body) if self.when is None else (self.players, self.body, self.when)


@dataclass(frozen=True)
class StepOrigin:
    """The place of a statement and the chain of effect calls that led to it, outermost first."""

    span: Span
    chain: tuple[Span, ...] = field(default=())
