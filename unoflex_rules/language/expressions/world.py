"""The declarations of a ruleset, as expressions and statements use them. Not here: reading them (declarations.py)."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field
from typing import TypeAlias

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import Const, Expr, Local, Type
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar

#: The variable that holds the place of each player, in a ruleset that declares `places`.
PLACE = "place"

#: Moments that the engine fires.
PLAN_MOMENTS = ("passed_over",)


def instances(name: str, per: Type | None) -> list[str]:
    """The name for each value of a type, such as `row(hearts)`; the bare name if there is one instance."""
    return [name] if per is None else [f"{name}({value})" for value in per.value_names]


@dataclass(eq=False)
class VariableDeclaration:
    """A variable: its type, whether each player or value has one, how long it lasts, and who may see it."""

    name: str
    type: Type
    each: bool
    per: Type | None
    keep: str
    start: Node | None
    visible: str
    span: Span

    @property
    def instances(self) -> list[str]:
        """The names of its instances, such as `row(hearts)`; the bare name if there is one."""
        return instances(self.name, self.per)


@dataclass(eq=False)
class ZoneDeclaration:
    """A zone: whether each player or value has one, and who sees its cards."""

    name: str
    each: bool
    per: Type | None
    deck: bool
    hand: bool
    kept: bool
    visible: dict[str, str]
    top: dict[str, str]
    title: Node | None
    span: Span

    @property
    def instances(self) -> list[str]:
        """The names of its instances, such as `row(hearts)`; the bare name if there is one."""
        return instances(self.name, self.per)


@dataclass(eq=False)
class PlacesDeclaration:
    """What places are declared: of the round or of the game, until how many players are left, and their order."""

    of_game: bool
    left: Node | None
    rank: Node | None
    span: Span


@dataclass(eq=False)
class AttributeDeclaration:
    """An attribute of faces or of physical cards.

    `named`: whether it is part of card titles. `cost`: whether it is what a card costs the player who holds it.
    """

    name: str
    type: Type
    default: Node | None
    span: Span
    named: bool = True
    cost: bool = False


@dataclass(eq=False)
class ActiveDeclaration:
    """A field of `active`."""

    name: str
    type: Type
    attribute: bool
    keep: bool
    span: Span


@dataclass(eq=False)
class ChoiceDeclaration:
    """A choice that belongs to cards; `announced` with the play, `needed` for it."""

    name: str
    type: Type
    node: Mapping
    announced: bool
    needed: bool
    about: str
    verb: str
    span: Span


@dataclass(eq=False)
class EffectDeclaration:
    """An effect: its parameters (type name and default), its variables and its steps."""

    name: str
    help: str
    params: dict[str, tuple[str, Node | None]]
    variables: dict[str, VariableDeclaration]
    do: Node
    span: Span


@dataclass(eq=False)
class DefinitionDeclaration:
    """A named expression with typed parameters.

    `value` is None if a base leaves it to its games; `type` is the declared type, if any.
    `inherited`: the replaced definition, if this one uses it.
    """

    value: Node | None
    params: dict[str, Type]
    span: Span
    inherited: DefinitionDeclaration | None = None
    type: Type | None = None

    def scope(self, names: dict[str, Binding]) -> Scope:
        """The scope of its expression: a card or a player, and the arguments."""
        older = {} if self.inherited is None else {INHERITED: InheritedBinding(self.inherited, names)}
        return Scope({**names, **older})


@dataclass(eq=False)
class MomentDeclaration:
    """A moment: the values that it gives to its triggers."""

    name: str
    given: dict[str, Type]
    span: Span


@dataclass(eq=False)
class CountDeclaration:
    """A count for reports: its title, and whether it is counted per game, round or turn.

    `share`: it counts each of these once or not at all. `seat`: whose it is, if each player has one.
    """

    name: str
    title: Node | None
    per: str
    share: bool
    span: Span
    seat: int | None = None

    @property
    def called(self) -> str:
        """Its name in reports: `flips`, or `jester(P1)`."""
        return self.name if self.seat is None else f"{self.name}(P{self.seat})"


@dataclass(eq=False)
class ConditionBinding:
    """A condition passed to an effect; each use reads it again with its own `card` and `it`."""

    node: Scalar
    scope: Scope


@dataclass(eq=False)
class StepsBinding:
    """Steps passed to an effect: checked in the scope of the caller, inside the effects active there.

    As in a condition, `card` and `it` are those of the use, if it has any.
    """

    node: Node
    scope: Scope
    chain: tuple[Span, ...]
    inside: tuple[str, ...] = ()
    given: MappingType[str, Binding] = field(default_factory=dict)  # the names of the caller


@dataclass(eq=False)
class InheritedBinding:
    """`inherited` in a definition: the replaced definition, for the same card or player."""

    definition: DefinitionDeclaration
    names: dict[str, Binding]


@dataclass(eq=False)
class FailedBinding:
    """The name of a faulty step's result; its uses cause no further problems."""


Binding: TypeAlias = Local | Expr | ConditionBinding | StepsBinding | InheritedBinding | FailedBinding


@dataclass(eq=False)
class Scope:
    """The names known in one place; inner names hide outer ones."""

    names: dict[str, Binding]
    outer: Scope | None = None
    later: dict[str, Span] = field(default_factory=dict)  # names that steps of the same list give, with their places

    def find(self, name: str) -> Binding | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def given_at(self, name: str) -> Span | None:
        """The place at which a step of the same list, or of a list around it, gives a name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.later:
            scope = scope.outer
        return None if scope is None else scope.later[name]

    def current(self) -> dict[str, Binding]:
        """The current `card` with its face, and the current `it`, if known."""
        found = {name: here for name in ("card", "it") if (here := self.find(name)) is not None}
        card = found.get("card")
        if isinstance(card, Local) and card.face is not None:
            found["face"] = card.face
        return found

    def inner(self, names: dict[str, Binding] | None = None) -> Scope:
        return Scope(names or {}, self)

    def all_names(self) -> list[str]:
        outer = self.outer.all_names() if self.outer else []
        return [*self.names, *outer]


@dataclass(eq=False)
class World:
    """All declarations of a ruleset for one number of players and one setting of the options."""

    players: int
    most_players: int | None = None  # that the game allows; None of a base, and while this number is worked out
    can_leave: bool = False
    leaving: bool = False  # players may leave a game although no rule lets them
    unsettled: dict[str, Type] = field(default_factory=dict)  # options without a value yet, and `player_count`
    enums: dict[str, Type] = field(default_factory=dict)
    ranges: dict[str, Type] = field(default_factory=dict)
    attributes: dict[str, AttributeDeclaration] = field(default_factory=dict)
    card_state: dict[str, AttributeDeclaration] = field(default_factory=dict)
    active: dict[str, ActiveDeclaration] = field(default_factory=dict)
    zones: dict[str, ZoneDeclaration] = field(default_factory=dict)
    variables: dict[str, VariableDeclaration] = field(default_factory=dict)
    options: dict[str, Const] = field(default_factory=dict)
    choices: dict[str, ChoiceDeclaration] = field(default_factory=dict)
    defines: dict[str, DefinitionDeclaration] = field(default_factory=dict)
    moments: dict[str, MomentDeclaration] = field(default_factory=dict)
    effects: dict[str, EffectDeclaration] = field(default_factory=dict)
    counts: dict[str, CountDeclaration] = field(default_factory=dict)
    decided: dict[Span, bool] = field(default_factory=dict)  # conditions without names, and their truth
    names_read: set[str] = field(default_factory=set)  # options and definitions that have been used so far
    set_by_cards: set[str] = field(default_factory=set)  # variables of queries `card.sets(...)`
    same_sides: set[Span] = field(default_factory=set)  # comparisons with the same text on both sides
    places: PlacesDeclaration | None = None  # None: players have no places
    file: str = ""  # of the ruleset itself, not of its bases
    face: Node | None = None
    played_face: Node | None = None

    @property
    def faces(self) -> Type:
        return self.enums["face"]

    @property
    def kinds(self) -> Type:
        return self.enums["kind"]

    @property
    def cost(self) -> str:
        """The attribute that says what a card costs the player who holds it; empty if none is declared."""
        return next((each.name for each in self.attributes.values() if each.cost), "")

    def is_own(self, span: Span) -> bool:
        """Whether a place is in the ruleset's own file, not in one of its bases."""
        return span.file == self.file

    def is_only_face(self, kind: Type) -> bool:
        """Whether this type is the face of cards that have only one; a value of it needs no storage."""
        return kind.kind == "enum" and kind.name == "face" and len(kind.members) == 1
