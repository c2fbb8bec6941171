"""The shape of a ruleset: one pydantic model a construct, closed and strict.

Not here: statements (statement_models.py), or what names mean (elaborate). A field whose type is Steps holds statements; their
shape is judged one by one (shape_check.py), since a step's key may be an effect that the ruleset itself declares. A field
whose type is Expression holds text of the small expression language.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, WithJsonSchema

from unoflex_rules.language.schema.statement_models import Expression, Group, Name, Shape, Steps

ID = r"^[a-z0-9][a-z0-9_/-]*$"
Id: TypeAlias = Annotated[str, Field(pattern=ID, max_length=80)]
LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
Language: TypeAlias = Annotated[str, Field(pattern=LANGUAGE)]
Text: TypeAlias = str | Annotated[dict[Language, str], Field(min_length=1)]
#: Who sees something. An option with such values may stand for it: shape_check.py puts its default there before.
Sight: TypeAlias = Annotated[
    Literal["owner", "others", "all", "nobody"],
    WithJsonSchema({"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}),
]
SIGHTS = ("owner", "others", "all", "nobody")
RANGE = r"^-?\d+\.\.-?\d+$"
SIGN = r"^[^\w\s]{1,8}$"
Sign: TypeAlias = Annotated[str, Field(pattern=SIGN)]
HowMany: TypeAlias = Annotated[int, Field(ge=1, le=16)] | str


class Players(Shape):
    """How many may play: numbers from 1 to 16, which may depend on options."""

    min: HowMany = Field(description="at least")
    max: HowMany = Field(description="at most")


class OptionDeclaration(Shape):
    """A switch that an author or a player of the ruleset may set."""

    type: Literal["bool", "int"] | Annotated[list[Name], Field(min_length=2)] = Field(
        description="`bool`, `int`, or the list of its values"
    )
    default: bool | int | str = Field(
        description="its value if nobody sets it; it may go by other options and `player_count`"
    )
    min: int | None = Field(None, description="the least number allowed")
    max: int | None = Field(None, description="the greatest number allowed")
    help: Text = Field("", description="a sentence for whoever may set it")


class Value(Shape):
    """One value of a value type."""

    title: Text | None = Field(None, description="its name for people")
    mark: str | None = Field(None, description="a short mark, of which short names of cards are made")
    sign: Sign | None = Field(None, description="what is shown beside its title, so that nobody needs to see colour")


class NamedValue(Value):
    """A number of a range that has a name."""

    name: Name = Field(description="its name")


class NamedRange(Shape):
    """A range of numbers some of which have names."""

    range: str = Field(pattern=RANGE, description="such as `1..13`")
    names: dict[Annotated[str, Field(pattern=r"^\d+$")], Name | NamedValue] = Field(
        default_factory=dict, description="numbers with their names, such as `{11: jack}`"
    )


def _sort_of_values(values: Any) -> str:
    """Which of the shapes of a value type is meant."""
    if isinstance(values, dict):
        return "a range" if "range" in values else "a mapping"
    return "a list" if isinstance(values, list) else "a text"


Values: TypeAlias = Annotated[
    Annotated[str, Tag("a text")]
    | Annotated[list[Name | int], Tag("a list")]
    | Annotated[NamedRange, Tag("a range")]
    | Annotated[dict[Name, Value | str | None], Tag("a mapping")],
    Discriminator(_sort_of_values),
]


Zoned: TypeAlias = Annotated[str, Field(pattern=r"^[^\W\d]\w*(\(\w+\))?$", max_length=120)]


class Zone(Shape):
    """A place for cards."""

    each: str | list[str] | None = Field(
        None,
        description="`player`: every player has one; a value type, or a range within 0..61: each value has one, "
        "`row(hearts)`; `[player, suit]`: every player has one for each value",
    )
    title: Text | None = Field(None, description="its name for people, such as `draw pile`")
    deck: bool = Field(False, description="the deck starts here, and comes back here between rounds")
    hand: bool = Field(False, description="the player holds its cards: agents and statistics count them as the hand")
    kept: bool = Field(False, description="its cards stay there between rounds")
    visible: Sight | dict[str, Sight] = Field(
        "nobody",
        description="who sees its cards, perhaps by `front` (the face in force) and `back` (the others)",
    )
    top: Sight | dict[str, Sight] | None = Field(None, description="who sees its top card, where that differs")


class Variable(Shape):
    """Something that the game remembers."""

    type: str = Field(description="`bool`, `int`, a range `0..9`, `player`, `players`, `card`, `face` or a value type")
    each: str | list[str] | None = Field(
        None,
        description="`player`: every player has one; a value type, or a range within 0..61: each value has one, "
        "`demand(hearts)`; `[player, suit]`: every player has one for each value",
    )
    start: Expression | dict[str, Expression] | None = Field(
        None, description="its value at the start; of each value that is named, where each has one"
    )
    keep: Literal["turn", "round", "game"] = Field("round", description="how long it lasts")
    visible: Literal["owner", "all", "nobody"] = Field("all", description="who may know it")
    show: dict[str, Text] | list[Text] | None = Field(None, description="words for its values")


class Attribute(Shape):
    """Something that is printed on a face of a card, or carried by a physical card."""

    type: str = Field(description="`bool`, `int`, a range, `player` or a value type; of what is carried also `players`")
    default: Expression | None = Field(None, description="its value where a card does not say, or at first")


class PrintedAttribute(Attribute):
    """Something that is printed on a face of a card."""

    named: bool = Field(True, description="whether a card is called by it, where it has no title of its own")
    cost: bool = Field(False, description="what the card costs a player who still holds it; no card is called by it")


class ActiveField(Shape):
    """A part of what is in force."""

    type: str | None = Field(None, description="its type, if there is no attribute of that name")
    keep: bool = Field(False, description="it stays in force under a face that says nothing about it")


class Choice(Shape):
    """A choice that goes with a card."""

    of: Group = Field(description="a value type, a range `1..6`, a set of players, or the cards of a zone")
    if_: Expression | None = Field(
        None,
        alias="if",
        description="which of them (`it`) are allowed, for the `card` with which it goes and the `chooser`",
    )
    needed: bool | None = Field(
        None,
        description="announced with the play: whether a card is on offer only where something is allowed; of cards of "
        "a zone it is so if nothing is said, of all else not",
    )
    announced: Expression = Field(False, description="true: made with the play; false: asked when the effect needs it")
    about: Name | None = Field(None, description="what kind of decision it is")
    verb: Name | None = Field(None, description="what naming it is called; `choose` if not given")


class CardFace(BaseModel):
    """A face of a card. Further keys are attributes."""

    model_config = ConfigDict(extra="allow", strict=True)
    like: Name | None = Field(None, description="a kind of which this is the first face, with changes")
    title: Text | None = Field(None, description="its name for people, in which `$color` is what the card has there")
    played: Steps | None = Field(None, description="its effect")
    choices: list[Name] | None = Field(None, description="the choices that go with it", max_length=2)


class CardKind(BaseModel):
    """A kind of card: what is printed on its faces and what it does. Further keys are attributes of every face."""

    model_config = ConfigDict(extra="allow", strict=True)
    like: Name | None = Field(None, description="another kind of which this one is a variation")
    title: Text | None = Field(None, description="its name for people, in which `$color` is what the card has there")
    face: CardFace | None = Field(None, description="its only face: attributes, `played`, `choices`")
    faces: dict[Name, CardFace] | None = Field(None, description="its faces by name")
    played: Steps | None = Field(None, description="its effect")
    choices: list[Name] | None = Field(None, description="the choices that go with it", max_length=2)


class DeckFace(BaseModel):
    """What is printed on one face of cards. Further keys give its parameters: a value, a list, a range, or `each`."""

    model_config = ConfigDict(extra="allow", strict=True)
    card: Name | list[Name] = Field(description="the kind that is printed there, or several")
    copies: Expression = Field(1, description="how many of each")
    if_: Expression | None = Field(None, alias="if", description="whether they are in the deck at all")


class DeckEntry(BaseModel):
    """Cards of the deck. Further keys give the card's parameters: a value, a list, a range, or `each`."""

    model_config = ConfigDict(extra="allow", strict=True)
    card: Name | list[Name] | None = Field(None, description="the kind, or several")
    faces: dict[Name, list[DeckFace]] | None = Field(
        None, description="in place of `card`: what is printed on each face, as lists of equal length", min_length=1
    )
    pairing: dict[Name, Expression] | None = Field(
        None,
        description="per face, the number (from 0) in its list of what is on the card at `place`; `place` if not given",
    )
    copies: Expression = Field(1, description="how many of each")
    zone: Zoned | None = Field(None, description="where they start, if not with the deck, such as `box`, `row(hearts)`")
    if_: Expression | None = Field(None, alias="if", description="whether they are in the deck at all")


class Counted(Shape):
    """Something worth counting: the statement `count` adds to it, reports show it."""

    title: Text | None = Field(None, description="its name for people")
    per: Literal["game", "round", "turn"] = Field("game", description="what it is compared with")
    share: bool = Field(False, description="of how many of them it is so, as a share: each counts once, or not at all")


class Trigger(Shape):
    """What happens whenever a moment comes."""

    at: Name = Field(description="the moment")
    if_: Expression | None = Field(None, alias="if", description="only if this holds")
    do: Steps = Field(description="what happens")


class StateRule(Shape):
    """What happens as soon as something is the case; looked at after each change."""

    if_: Expression = Field(alias="if", description="the condition")
    each: Literal["player"] | None = Field(None, description="`player`: looked at for every player, as `it`")
    then: Steps = Field(description="what happens")


class Refusal(Shape):
    """A combination that makes no sense, which is refused before anything is played."""

    if_: Expression | None = Field(None, alias="if", description="of options and the number of players")
    with_: str | None = Field(None, alias="with", description="only where this overlay is laid on the game as well")
    because: str = Field(description="why it makes no sense, in a sentence")


class Silence(Shape):
    """A warning that is not told, because what it is about is meant so."""

    warning: str = Field(description="its code, such as `W510`")
    of: str | None = Field(
        None, description="what it is about, such as the name of an option; all of them if not given"
    )
    because: str = Field(description="why it is meant so, in a sentence")


class Parameter(Shape):
    """A parameter of an effect."""

    type: str = Field(
        description="`int`, `count` (0 or more), `bool`, `player`, `players`, `card`, `zone`, a value type, a range, "
        "`predicate`, `steps`"
    )
    default: Expression | list[Any] | None = Field(None, description="its value if the caller does not give it")


class Effect(Shape):
    """A statement of the author's own, made of others."""

    help: str = Field(description="what it does, in a sentence")
    params: dict[Name, str | Parameter] = Field(default_factory=dict, description="what a caller gives it")
    do: Steps = Field(description="what it does")


class Definition(Shape):
    """A name for an expression that is asked with something in brackets, or that a foundation leaves to its games."""

    params: dict[Name, str] = Field(
        default_factory=dict, description="what it is asked with, and the type of each: `{other: card, count: int}`"
    )
    value: Expression | None = Field(
        None, description="what it stands for; a foundation may leave it to the games that build on it"
    )
    type: str | Annotated[list[Name], Field(min_length=2)] | None = Field(
        None,
        description="of which type that must be, or the names that it may be; needed where it is left to the games",
    )
    help: Text = Field("", description="what it says, in a sentence; needed where it is left to the games")
    inherited: Any = Field(
        None, description="what it replaces, for `inherited` in it; it is put there where files are put together"
    )


class Turn(Shape):
    """The pieces of a turn, in order."""

    start: Steps = Field(default_factory=list, description="what waits for the player")
    choose: Steps = Field(default_factory=list, description="what he does")
    lay: Steps = Field(default_factory=list, description="the card that he plays is laid")
    window: Steps = Field(default_factory=list, description="others may answer before it acts")
    resolve: Steps = Field(default_factory=list, description="it acts")
    end: Steps = Field(default_factory=list, description="what is looked at last")


class Round(Shape):
    """The course of a round around its turns."""

    prepare: Steps = Field(default_factory=list, description="before the cards are dealt")
    deal: Steps = Field(default_factory=list, description="cards are dealt")
    start: Steps = Field(default_factory=list, description="the start card")
    blocked: Steps = Field(default_factory=list, description="nobody can do anything any more")
    end: Steps = Field(default_factory=list, description="scoring")


class GameCourse(Shape):
    """The course of a game around its rounds."""

    start: Steps = Field(default_factory=list, description="before the first round")


class Ruleset(Shape):
    """A game, or a part of one to build on."""

    format: Literal[1] = Field(description="version of the language")
    id: Id = Field(description="its name in commands")
    title: Text = Field(description="its name for people")
    description: Text | None = Field(None, description="a sentence or two about it")
    base: bool = Field(False, description="a foundation for others, not a game")
    players: Players | None = Field(None, description="how many may play")
    options: dict[Name, OptionDeclaration] = Field(default_factory=dict, description="what may be set")
    values: dict[Name, Values] = Field(
        default_factory=dict, description="value types: a range, a list, or values with titles and marks"
    )
    attributes: dict[Name, str | PrintedAttribute] = Field(default_factory=dict, description="what is printed on cards")
    card_state: dict[Name, str | Attribute] = Field(default_factory=dict, description="what physical cards carry")
    faces: list[Name] | None = Field(None, description="names of the faces", min_length=1, max_length=4)
    face: Expression | None = Field(None, description="the face that counts where none is chosen")
    played_face: Expression | None = Field(
        None, description="the face for which an option offers a card, if it does not say: a face, or `each`"
    )
    active: dict[Name, ActiveField] = Field(default_factory=dict, description="what is in force")
    notation: list[Name] = Field(
        default_factory=list, description="attributes whose marks, in this order, make the short name of a card"
    )
    zones: dict[Name, Zone] = Field(default_factory=dict, description="places for cards")
    variables: dict[Name, str | Variable] = Field(default_factory=dict, description="what the game remembers")
    choices: dict[Name, Choice] = Field(default_factory=dict, description="choices that go with cards")
    define: dict[str, Expression | Definition] = Field(default_factory=dict, description="names for expressions")
    cards: dict[Name, CardKind] = Field(default_factory=dict, description="kinds of cards")
    deck: list[DeckEntry] = Field(default_factory=list, description="the cards of the game")
    deck_size: Expression | None = Field(None, description="how many cards that makes, as a check")
    needs: Expression | None = Field(None, description="how many cards a round needs to begin")
    refuse: list[Refusal] = Field(default_factory=list, description="combinations that make no sense")
    silence: list[Silence] = Field(default_factory=list, description="warnings that are not told")
    moments: dict[Name, dict[Name, str]] = Field(default_factory=dict, description="moments for triggers")
    triggers: list[Trigger] = Field(default_factory=list, description="what happens at moments")
    effects: dict[Name, Effect] = Field(default_factory=dict, description="statements of its own")
    counts: dict[Name, Counted] = Field(default_factory=dict, description="what reports shall count")
    state_rules: list[StateRule] = Field(default_factory=list, description="what happens as soon as something holds")
    turn: Turn = Field(default_factory=Turn, description="a turn")
    round: Round = Field(default_factory=Round, description="a round")
    game: GameCourse = Field(default_factory=GameCourse, description="a game")
