"""The shape of statements: one pydantic model each, closed and strict, and what all shapes have in common.

Not here: what a ruleset declares (models.py), or what names mean (elaborate).
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"
Name: TypeAlias = Annotated[str, Field(pattern=NAME, max_length=60)]
Expression: TypeAlias = str | bool | int


def _no_list(way_out: str) -> BeforeValidator:
    """Refuses a list of values that nobody declared: how would they be called, and shown?"""

    def refuse(value: Any) -> Any:
        if isinstance(value, list):
            raise PydanticCustomError(LISTED, f"no list can stand here: {way_out}")
        return value

    return BeforeValidator(refuse)


#: The fault of a list in the place of what is gone through or chosen from.
LISTED = "list_of_values"
_DECLARED = "declare a value type, `values: {NAME: [...]}`, and name it; numbers are a range `1..6`"
_WEIGHED = "say how likely each outcome is, `weights: {0: 2, 3: 1}`, or name a value type or a range `1..6`"
#: An expression for players, a zone or a value type, in whose place a list is often written.
Group: TypeAlias = Annotated[Expression, _no_list(_DECLARED)]
#: In a schema the place of a statement, whose own schema needs all effects (tools/schemas.py).
STATEMENT: dict[str, Any] = {"x-statement": True}
Steps: TypeAlias = Annotated[list[Any], "steps", WithJsonSchema({"type": "array", "items": STATEMENT})]


class Shape(BaseModel):
    """A closed mapping: unknown keys are refused, nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)
    #: The key that a bare value stands for (`- skip: next` is `- skip: {player: next}`); None where none does.
    short: ClassVar[str | None] = None
    #: Of the call of an effect: its parameters with their kinds.
    kinds: ClassVar[dict[str, str]] = {}


def fields_by_key(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields of a model by the keys that a file has for them, in their order."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def required(model: type[BaseModel]) -> list[str]:
    """The keys that must be there."""
    return [key for key, field in fields_by_key(model).items() if field.is_required()]


class MoveModel(Shape):
    """Move cards: one, a number or all of a zone's cards, or one certain card."""

    card: Expression | None = Field(None, description="one certain card; without it, cards from an end of `from`")
    count: Expression | None = Field(None, description="how many, or `all`; 1 if not given")
    from_: Expression | None = Field(None, alias="from", description="the zone they come from")
    to: Expression = Field(description="the zone they go to")
    take: Literal["top", "bottom"] = Field("top", description="the end they are taken from")
    put: Literal["top", "bottom", "middle", "anywhere"] = Field(
        "top", description="where they are put: an end, the middle, or a place that chance decides"
    )
    keep: Expression | None = Field(None, description="with `count: all`: how many stay on top")
    order: Literal["kept", "reversed", "shuffled"] = Field("kept", description="with `count: all`: their order")
    as_: Name | None = Field(None, alias="as", description="a name for the card that moved last, for later steps")


class ShuffleModel(Shape):
    """Shuffle a zone, or what is printed on one face among its cards."""

    short: ClassVar[str | None] = "zone"
    zone: Expression = Field(description="the zone")
    face: Expression | None = Field(
        None, description="the cards stay, and what is on this face is shuffled among them; it lasts for the game"
    )


class LayModel(Shape):
    """Lay a card on a pile: it says what is in force from then on. Its effect waits for `resolve`."""

    short: ClassVar[str | None] = "card"
    card: Expression = Field(description="the card")
    face: Expression | None = Field(None, description="the face for which it is laid")
    to: Expression = Field(description="the pile")
    shows: Expression | None = Field(None, description="the face that counts from then on, if another")


class ResolveModel(Shape):
    """Carry out the effect of the card on top of a pile, on the face for which it was laid."""

    short: ClassVar[str | None] = "pile"
    pile: Expression = Field(description="the pile")
    as_: Expression | None = Field(None, alias="as", description="the player for whom it acts: he is `self` meanwhile")


class Option(Shape):
    """One kind of thing that a player may do when asked."""

    if_: Expression | None = Field(None, alias="if", description="when it is on offer (for cards: which of them)")
    cards: Expression | None = Field(None, description="a zone (each distinct card of it) or one card")
    face: Expression | None = Field(None, description="the face that counts, or `each` to choose one")
    values: Group | None = Field(None, description="each value of a value type or a range, or each player of a set")
    announces: bool | None = Field(
        None, description="whether the choices that go with a card are announced with it; so it is if nothing is said"
    )
    last_resort: Expression | None = Field(None, description="only when no option before it is on offer")
    verb: Name | None = Field(None, description="what the action is called, if not like the option")
    call: Expression | None = Field(
        None, description="it is something that people forget, such as a call; when it is right to do it"
    )
    quiet: bool = Field(
        False, description="where nothing else is on offer it is taken without a question; others never see it taken"
    )
    do: Steps = Field(default_factory=list, description="what happens when it is chosen")


class AskModel(Shape):
    """Ask one player to decide."""

    player: Expression = Field(description="who is asked")
    about: Name | None = Field(None, description="what kind of decision it is; agents may treat kinds differently")
    quiet: bool = Field(False, description="all options are `quiet`: who has one alone is not asked")
    options: dict[Name, Option] = Field(description="what there is to choose from, in order", min_length=1)


class WindowModel(Shape):
    """Ask several players, each once, whether they do something; who can only pass is not asked."""

    players: Expression = Field(description="who is asked, in order of play")
    after: Expression | None = Field(None, description="the player after whom the order begins; `self` if not given")
    about: Name | None = Field(None, description="what kind of decision it is")
    answers: Literal["first", "all"] = Field("first", description="whether the first who does something ends it")
    options: dict[Name, Option] = Field(description="what each may do; `pass` is added", min_length=1)


class ChooseModel(Shape):
    """Make a declared choice: known already if it was announced with the play, else asked now."""

    short: ClassVar[str | None] = "choice"
    choice: Name = Field(description="the choice")
    player: Expression | None = Field(None, description="who chooses; `self` if not given")


class RevealModel(Shape):
    """Show cards to players."""

    cards: Expression = Field(description="a zone or a card")
    to: Expression = Field(description="a player or players")


class RandomModel(Shape):
    """Let chance decide."""

    as_: Name = Field(alias="as", description="a name for the outcome")
    of: Annotated[Expression | None, _no_list(_WEIGHED)] = Field(
        None, description="a value type, a range `1..6`, players, or a zone: one of its cards"
    )
    below: Expression | None = Field(None, description="a number: the outcome is 0 or more and less than it")
    weights: dict[str, Expression] | None = Field(
        None, description="outcomes, words or numbers, with their weights: `{0: 12, 2: 1, 3: 2}`", min_length=1
    )


class ChangeDirectionModel(Shape):
    """The direction of play changes."""


class MissTurnModel(Shape):
    """Players miss their next turn, or several."""

    short: ClassVar[str | None] = "player"
    player: Expression = Field(description="who")
    turns: Expression = Field(1, description="how many")


class GoToModel(Shape):
    """A player plays next, whatever the order says."""

    short: ClassVar[str | None] = "player"
    player: Expression = Field(description="who")


class TakeTurnModel(Shape):
    """The turn is that player's from here on: he is `self`."""

    short: ClassVar[str | None] = "player"
    player: Expression = Field(description="who")


class FireModel(Shape):
    """Say that a moment has come: its triggers act."""

    short: ClassVar[str | None] = "moment"
    moment: Name = Field(description="the moment")
    given: dict[Name, Expression] = Field(default_factory=dict, description="what the moment tells its triggers")


class IfModel(Shape):
    """Do something under a condition."""

    if_: Expression = Field(alias="if", description="the condition")
    then: Steps = Field(description="what is done if it holds")
    else_: Steps | None = Field(None, alias="else", description="what is done if not")


class ForEachModel(Shape):
    """Do something for each of several players, in order of play, for each card of a zone, from the top down, or for
    each value of a value type or number of a range, in their order."""

    in_: Group = Field(alias="in", description="players (a player is a set of one), a zone, a value type or a range")
    as_: Name | None = Field(None, alias="as", description="a name for each; if not given `card` for cards, else `it`")
    after: Expression | None = Field(None, description="the player after whom the order begins; `self` if not given")
    do: Steps = Field(description="what is done")


class RepeatModel(Shape):
    """Do something several times."""

    times: Expression | None = Field(None, description="how often at most")
    while_: Expression | None = Field(None, alias="while", description="as long as this holds, asked before each time")
    do: Steps = Field(description="what is done")


class StopModel(Shape):
    """Leave the innermost loop, or the window in which somebody answers."""


class InheritedModel(Shape):
    """Carry out the steps that are inherited here and that these replace; an effect's with what it was given itself."""

    given: dict[Name, Expression] = Field(
        default_factory=dict, description="of an effect: parameters that are something else for them"
    )
    do: Steps | None = Field(None, description="those steps; they are put there where files are put together")


class CountModel(Shape):
    """Count something for reports; the game itself does not notice."""

    short: ClassVar[str | None] = "what"
    what: Name = Field(description="what is counted, declared under `counts`")
    by: Expression = Field(1, description="by how much")


class LeaveModel(Shape):
    """A player leaves; what acts for that player is broken off."""

    short: ClassVar[str | None] = "player"
    player: Expression = Field(description="who")
    the: Literal["round", "game"] = Field("round", description="what he leaves")


class ComeBackModel(Shape):
    """Players who have left the round are in it again, with the hands that they have; not who has left the game."""

    short: ClassVar[str | None] = "player"
    player: Expression = Field(description="a player or players")


class FinishModel(Shape):
    """End the turn (its `end` piece still runs), the round or the game."""

    short: ClassVar[str | None] = "the"
    the: Literal["turn", "round", "game"] = Field(description="what ends")
    winners: Expression | None = Field(None, description="a player or players; nobody if not given")
    losers: Expression | None = Field(
        None, description="in its place: a player or players; all others who are still in the game win"
    )
    reason: Name | None = Field(None, description="why, in a word")


#: The statements that compiler and engine know, by their key. `if`, `set` and `together` have shapes of their own.
CORE: dict[str, type[Shape]] = {
    "move": MoveModel,
    "shuffle": ShuffleModel,
    "lay": LayModel,
    "resolve": ResolveModel,
    "ask": AskModel,
    "window": WindowModel,
    "choose": ChooseModel,
    "reveal": RevealModel,
    "random": RandomModel,
    "change_direction": ChangeDirectionModel,
    "miss_turn": MissTurnModel,
    "go_to": GoToModel,
    "take_turn": TakeTurnModel,
    "fire": FireModel,
    "for_each": ForEachModel,
    "repeat": RepeatModel,
    "stop": StopModel,
    "inherited": InheritedModel,
    "count": CountModel,
    "leave": LeaveModel,
    "come_back": ComeBackModel,
    "finish": FinishModel,
}
#: Statements whose argument is not a closed mapping: what they hold.
OPEN_CORE: dict[str, str] = {
    "set": "Give variables, attributes of cards or what is in force new values, all at the same moment.",
    "together": "Do several things as one change: state rules are checked only afterwards.",
    "if": "Do something under a condition.",
}
