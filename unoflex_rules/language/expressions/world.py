"""What a ruleset declares, as expressions and statements see it. Not here: reading it from the file
(declarations.py).
"""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field
from typing import TypeAlias

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import Const, Expr, Local, Type
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar

#: Moments that come by themselves.
PLAN_MOMENTS = ("passed_over",)


def called(name: str, per: Type | None) -> list[str]:
    """What something is called for each value of a type, `row(hearts)`; its name alone where there is one."""
    return [name] if per is None else [f"{name}({value})" for value in per.called]


@dataclass(eq=False)
class VariableDeclaration:
    """A variable: its type, of whom or of what there is one each, how long it lasts, and who may know it."""

    name: str
    type: Type
    each: bool
    per: Type | None
    keep: str
    start: Node | None
    visible: str
    span: Span

    @property
    def called(self) -> list[str]:
        """What its places are called in messages and games, `demand(hearts)`; its name alone where there is one."""
        return called(self.name, self.per)


@dataclass(eq=False)
class ZoneDeclaration:
    """A zone: whether every player has one, of which type each value has one, and who sees what of it."""

    name: str
    each: bool
    per: Type | None
    deck: bool
    hand: bool
    kept: bool
    visible: dict[str, str]
    top: dict[str, str]
    span: Span

    @property
    def called(self) -> list[str]:
        """What its zones are called in messages and games, `row(hearts)`; its name alone where there is one."""
        return called(self.name, self.per)


@dataclass(eq=False)
class AttributeDeclaration:
    """An attribute of faces or of physical cards.

    `named`: whether cards are called by it. `cost`: whether it is what a card costs the player who holds it.
    """

    name: str
    type: Type
    default: Node | None
    span: Span
    named: bool = True
    cost: bool = False


@dataclass(eq=False)
class ActiveDeclaration:
    """A part of what is in force."""

    name: str
    type: Type
    attribute: bool
    keep: bool
    span: Span


@dataclass(eq=False)
class ChoiceDeclaration:
    """A choice that goes with cards: from what, whether it is announced with the play, and needed for it."""

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
    """An effect: its parameters (type name and default) and its steps."""

    name: str
    help: str
    params: dict[str, tuple[str, Node | None]]
    do: Node
    span: Span


@dataclass(eq=False)
class DefinitionDeclaration:
    """A name for an expression: what it stands for, and the parameters that it is asked with, with their types.

    `value` is None where a foundation leaves it to the games on it; `type` is what it must be, if that is said.
    `inherited`: the definition that it replaces, if it speaks of that.
    """

    value: Node | None
    params: dict[str, Type]
    span: Span
    inherited: DefinitionDeclaration | None = None
    type: Type | None = None

    def scope(self, names: dict[str, Binding]) -> Scope:
        """Where it is read, for a card or a player and what it is asked with."""
        older = {} if self.inherited is None else {INHERITED: InheritedBinding(self.inherited, names)}
        return Scope({**names, **older})


@dataclass(eq=False)
class MomentDeclaration:
    """A moment: what it tells its triggers."""

    name: str
    given: dict[str, Type]
    span: Span


@dataclass(eq=False)
class CountDeclaration:
    """Something worth counting: its name for people, whether it is compared with games, rounds or turns, and whether it
    counts each of them once or not at all.
    """

    name: str
    title: Node | None
    per: str
    share: bool
    span: Span


@dataclass(eq=False)
class ConditionBinding:
    """A condition given to an effect: looked at anew for the `card` and `it` of the place where it is used."""

    node: Scalar
    scope: Scope


@dataclass(eq=False)
class StepsBinding:
    """Steps given to an effect: carried out in the scope where they were written, inside the effects at work there.

    As in a condition, `card` and `it` are those of the place where they are carried out, if there are some.
    """

    node: Node
    scope: Scope
    chain: tuple[Span, ...]
    inside: tuple[str, ...] = ()
    given: MappingType[str, Binding] = field(default_factory=dict)  # where it was written


@dataclass(eq=False)
class InheritedBinding:
    """What a definition replaces, which it calls `inherited`: another definition, asked of the same card or player."""

    definition: DefinitionDeclaration
    names: dict[str, Binding]


@dataclass(eq=False)
class FailedBinding:
    """What a faulty step would have given: nothing is said of what uses it."""


Binding: TypeAlias = Local | Expr | ConditionBinding | StepsBinding | InheritedBinding | FailedBinding


@dataclass(eq=False)
class Scope:
    """Names known in a stretch of a ruleset, inner ones first."""

    names: dict[str, Binding]
    outer: Scope | None = None

    def find(self, name: str) -> Binding | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def looked_at(self) -> dict[str, Binding]:
        """What is looked at here: `card`, with the face on which it is, and `it`, as far as they are known."""
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
    """All that is declared, for a certain number of players and certain settings of the options."""

    players: int
    can_leave: bool = False
    leaving: bool = False  # players may leave the game by themselves, whatever the rules say
    unsettled: dict[str, Type] = field(default_factory=dict)  # options whose values are left open, and `player_count`
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
    decided: dict[Span, bool] = field(default_factory=dict)  # conditions that speak of nothing, and what they come to
    file: str = ""  # in which the ruleset itself stands, apart from what it builds on
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

    def is_only_face(self, kind: Type) -> bool:
        """Whether a value of this type is a face in a game whose cards have one: then it needs no place."""
        return kind.kind == "enum" and kind.name == "face" and len(kind.members) == 1
