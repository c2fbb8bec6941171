"""The shapes of statements: one strict pydantic model for each, and their common base.

Not here: the declarations of a ruleset (models.py), or what names mean (elaborate).
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"
Name: TypeAlias = Annotated[str, Field(pattern=NAME, max_length=60)]
Expression: TypeAlias = str | bool | int


#: The key of a mark in a JSON schema that says what a text or an expression stands for.
KIND = "x-kind"


def of_kind(kind: str) -> WithJsonSchema:
    """Mark a text or an expression in a JSON schema with what it stands for; tools/schemas.py fills it in."""
    return WithJsonSchema({KIND: kind})


Player: TypeAlias = Annotated[Expression, of_kind("player")]
PlayerSet: TypeAlias = Annotated[Expression, of_kind("players")]
CardExpression: TypeAlias = Annotated[Expression, of_kind("card")]
ZoneExpression: TypeAlias = Annotated[Expression, of_kind("zone")]
Number: TypeAlias = Annotated[Expression, of_kind("int")]
Condition: TypeAlias = Annotated[Expression, of_kind("bool")]
MomentName: TypeAlias = Annotated[Name, of_kind("moment")]


def _no_list(way_out: str) -> BeforeValidator:
    """Reject a list of undeclared values."""

    def refuse(value: Any) -> Any:
        if isinstance(value, list):
            raise PydanticCustomError(LISTED, f"a list is not allowed here: {way_out}")
        return value

    return BeforeValidator(refuse)


#: The fault of a list in the place of a group.
LISTED = "list_of_values"
_DECLARED = "declare a value type `values: {NAME: [...]}` and use its name, or write a range `1..6`"
_WEIGHED = "give weights `weights: {0: 2, 3: 1}`, or use a value type or a range `1..6`"
#: An expression for players, a zone or a value type; authors often write a list instead.
Group: TypeAlias = Annotated[Expression, _no_list(_DECLARED)]
#: Marks a statement in a JSON schema; tools/schemas.py fills it in.
STATEMENT: dict[str, Any] = {"x-statement": True}
Steps: TypeAlias = Annotated[list[Any], "steps", WithJsonSchema({"type": "array", "items": STATEMENT})]


class Shape(BaseModel):
    """A mapping without unknown keys or conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)
    #: The key for a bare value (`- go_to: next` is `- go_to: {player: next}`), if any.
    short: ClassVar[str | None] = None
    #: For the call of an effect: its parameters with their kinds.
    kinds: ClassVar[dict[str, str]] = {}


def fields_by_key(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields of a model by their keys in a file, in order."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def required(model: type[BaseModel]) -> list[str]:
    """The required keys."""
    return [key for key, field in fields_by_key(model).items() if field.is_required()]


class MoveModel(Shape):
    """Move one card, several cards, or all cards of a zone."""

    card: CardExpression | None = Field(None, description="a certain card; without it, cards from an end of `from`")
    cards: ZoneExpression | None = Field(None, description="instead of `card`: the chosen cards of an option, in order")
    count: Number | None = Field(None, description="the number of cards, or `all`; 1 by default")
    from_: ZoneExpression | None = Field(None, alias="from", description="the source zone")
    to: ZoneExpression = Field(description="the destination zone")
    take: Literal["top", "bottom"] = Field("top", description="the end of `from`")
    put: Literal["top", "bottom", "middle", "anywhere"] = Field(
        "top", description="the place in `to`: an end, the middle, or a random place"
    )
    keep: Number | None = Field(None, description="with `count: all`: the number of cards that stay on top")
    order: Literal["kept", "reversed", "shuffled"] = Field("kept", description="with `count: all`: the order of the cards")
    as_: Name | None = Field(None, alias="as", description="a name for the last card moved, for later steps")


class ShuffleModel(Shape):
    """Shuffle the cards of a zone, or one of their faces."""

    short: ClassVar[str | None] = "zone"
    zone: ZoneExpression = Field(description="the zone")
    face: Expression | None = Field(
        None, description="the cards stay in place, and only this face is shuffled among them, for the rest of the game"
    )


class LayModel(Shape):
    """Lay a card on a pile, and put it in force. Its effect waits for `resolve`."""

    short: ClassVar[str | None] = "card"
    card: CardExpression | None = Field(None, description="the card")
    cards: ZoneExpression | None = Field(
        None, description="instead of `card`: the chosen cards of an option, laid in order as one change"
    )
    face: Expression | None = Field(None, description="the face for which it is laid")
    to: ZoneExpression = Field(description="the pile")
    shows: Expression | None = Field(None, description="the face in force, if another one")


class ResolveModel(Shape):
    """Run the effect of the top card of a pile, for the face for which it was laid."""

    short: ClassVar[str | None] = "pile"
    pile: ZoneExpression = Field(description="the pile")
    as_: Player | None = Field(None, alias="as", description="the player who is `self` in the effect")


class Option(Shape):
    """An option of a question."""

    if_: Condition | None = Field(None, alias="if", description="when it is offered; for cards, which of them")
    cards: Expression | None = Field(None, description="a zone, whose distinct cards are offered, or one card")
    count: Number | None = Field(
        None, description="several cards as one option: how many, as a range `1..4` or a number; at most 16"
    )
    order: Number | None = Field(None, description="with `count`: the number by which the cards of a combination are ordered")
    follows: Condition | None = Field(
        None, description="with `count`: whether `card` may follow `prior`, the card before it in the combination"
    )
    whole: Condition | None = Field(None, description="with `count`: whether all `cards` of a combination go together")
    face: Expression | None = Field(None, description="the face that counts, or `each` to choose one")
    values: Group | None = Field(None, description="each value of a value type or a range, or each player of a set")
    announces: bool | None = Field(
        None, description="whether the choices of a card are announced with it; true by default"
    )
    last_resort: Condition | None = Field(None, description="whether it is offered only if no option before it is")
    verb: Name | None = Field(None, description="the verb of the action; by default the name of the option")
    call: Condition | None = Field(
        None, description="when it is right to make this call; marks a call that players may forget"
    )
    quiet: bool = Field(
        False, description="whether it is taken without a question if nothing else is offered, and hidden from other players"
    )
    do: Steps = Field(default_factory=list, description="the steps if it is chosen")


class AskModel(Shape):
    """Ask one player to decide."""

    player: Player = Field(description="the player")
    about: Name | None = Field(None, description="the kind of the decision; agents may treat kinds differently")
    quiet: bool = Field(False, description="whether all options are `quiet`: a player with only one is not asked")
    options: dict[Name, Option] = Field(description="the options, in order", min_length=1)


class WindowModel(Shape):
    """Ask several players in order, each once; a player who can only pass is not asked."""

    players: PlayerSet = Field(description="the players, asked in order of play")
    after: Player | None = Field(None, description="the player after whom the order begins; `self` by default")
    about: Name | None = Field(None, description="the kind of the decision")
    answers: Literal["first", "all"] = Field("first", description="`first`: the first player who acts ends it")
    options: dict[Name, Option] = Field(description="the options; `pass` is added", min_length=1)


class ChooseModel(Shape):
    """Make a declared choice, unless it was announced with the play."""

    short: ClassVar[str | None] = "choice"
    choice: Name = Field(description="the choice")
    player: Player | None = Field(None, description="the player who chooses; `self` by default")


class RevealModel(Shape):
    """Show cards to players."""

    cards: Expression = Field(description="a zone or a card")
    to: PlayerSet = Field(description="a player or players")


class RandomModel(Shape):
    """Make a random decision."""

    as_: Name = Field(alias="as", description="a name for the outcome")
    of: Annotated[Expression | None, _no_list(_WEIGHED)] = Field(
        None, description="a value type, a range `1..6`, players, or the cards of a zone"
    )
    below: Number | None = Field(None, description="a number: the outcome is at least 0 and less than it")
    weights: dict[str, Expression] | None = Field(
        None, description="outcomes (words or numbers) with their weights: `{0: 12, 2: 1, 3: 2}`", min_length=1
    )


class ChangeDirectionModel(Shape):
    """Reverse the direction of play."""


class MissTurnModel(Shape):
    """Make players miss their next turn, or several."""

    short: ClassVar[str | None] = "player"
    player: PlayerSet = Field(description="the player")
    turns: Number = Field(1, description="the number of turns")


class GoToModel(Shape):
    """Choose the player of the next turn. A player with turns to miss is passed over."""

    short: ClassVar[str | None] = "player"
    player: Player = Field(description="the player")
    insist: bool = Field(False, description="whether to cancel the turns that the player must miss")


class TakeTurnModel(Shape):
    """Give a player the current turn: `self` is that player from here on."""

    short: ClassVar[str | None] = "player"
    player: Player = Field(description="the player")


class FireModel(Shape):
    """Fire a moment: its triggers act."""

    short: ClassVar[str | None] = "moment"
    moment: MomentName = Field(description="the moment")
    given: dict[Name, Expression] = Field(default_factory=dict, description="the values for its triggers")


class IfModel(Shape):
    """Do steps under a condition."""

    if_: Condition = Field(alias="if", description="the condition")
    then: Steps = Field(description="the steps if it holds")
    else_: Steps | None = Field(None, alias="else", description="the steps if it does not")


class ForEachModel(Shape):
    """Repeat steps for each player in order of play, each card of a zone from the top, or each value of a type."""

    in_: Group = Field(alias="in", description="players, one player, a zone, a value type or a range")
    as_: Name | None = Field(None, alias="as", description="a name for each; by default `card` for cards and `it` otherwise")
    after: Player | None = Field(None, description="the player after whom the order begins; `self` by default")
    do: Steps = Field(description="the steps")


class RepeatModel(Shape):
    """Repeat steps."""

    times: Number | None = Field(None, description="the greatest number of repetitions")
    while_: Condition | None = Field(None, alias="while", description="the condition, checked before each repetition")
    do: Steps = Field(description="the steps")


class StopModel(Shape):
    """Leave the innermost loop or window."""


class InheritedModel(Shape):
    """Run the inherited steps that these steps replace; those of an effect with its own arguments."""

    given: dict[Name, Expression] = Field(
        default_factory=dict, description="for an effect: parameters with other arguments"
    )
    do: Steps | None = Field(None, description="those steps; filled in when files are combined")


class CountModel(Shape):
    """Add to a count of the reports; the game does not change."""

    short: ClassVar[str | None] = "what"
    what: Name = Field(description="the count, declared under `counts`")
    by: Number = Field(1, description="the amount")
    player: PlayerSet | None = Field(None, description="whose count, if each player has one")


class LeaveModel(Shape):
    """Make a player leave; the steps of that player end."""

    short: ClassVar[str | None] = "player"
    player: Player = Field(description="the player")
    the: Literal["round", "game"] = Field("round", description="what the player leaves")
    place: Literal["first", "last"] = Field(
        "first", description="with `places`: the place that the player gets, the first or the last free one"
    )


class ComeBackModel(Shape):
    """Put players who left the round back into it, with their cards; not players who left the game."""

    short: ClassVar[str | None] = "player"
    player: PlayerSet = Field(description="a player or players")


class FinishModel(Shape):
    """End the turn (its `end` piece still runs), the round or the game."""

    short: ClassVar[str | None] = "the"
    the: Literal["turn", "round", "game"] = Field(description="what ends")
    winners: PlayerSet | None = Field(None, description="a player or players; none by default")
    losers: PlayerSet | None = Field(
        None, description="instead of `winners`: a player or players; all others in the game win"
    )
    reason: Name | None = Field(None, description="the reason, in a word")


#: The statements with a mapping as argument, by keyword.
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
#: The other statements, each with a sentence.
OPEN_CORE: dict[str, str] = {
    "set": "Give variables, attributes of cards or what is in force new values, all at once.",
    "together": "Do several steps as one change: state rules are checked only afterwards.",
    "if": "Do steps under a condition.",
}
