"""The shapes of a ruleset's declarations: one strict pydantic model for each.

Not here: statements (statement_models.py), or what names mean (elaborate). Fields of type Steps hold statements, whose
shapes are checked one by one (step_check.py) because their keys may be effects of the ruleset. Fields of type
Expression hold text of the expression language.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from unoflex_rules.language.schema.statement_models import (
    Condition,
    Expression,
    Group,
    MomentName,
    Name,
    Number,
    Shape,
    Steps,
    of_kind,
)

ID = r"^[a-z0-9][a-z0-9_/-]*$"
Id: TypeAlias = Annotated[str, Field(pattern=ID, max_length=80)]
LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
Language: TypeAlias = Annotated[str, Field(pattern=LANGUAGE)]
Text: TypeAlias = str | Annotated[dict[Language, str], Field(min_length=1)]
#: Who sees something. zone_visibility.py replaces an option with these values by its default first.
Sight: TypeAlias = Annotated[
    Literal["owner", "others", "all", "nobody"],
    of_kind("sight"),
]
SIGHTS = ("owner", "others", "all", "nobody")
RANGE = r"^-?\d+\.\.-?\d+$"
SIGN = r"^[^\w\s]{1,8}$"
Sign: TypeAlias = Annotated[str, Field(pattern=SIGN)]
#: The type of a variable or an attribute, and of a parameter.
TypeName: TypeAlias = Annotated[str, of_kind("type")]
ParameterType: TypeAlias = Annotated[str, of_kind("parameter type")]
#: A card kind of any ruleset.
Kind: TypeAlias = Annotated[Name, of_kind("kind")]
HowMany: TypeAlias = Annotated[int, Field(ge=1, le=16)] | str


class Players(Shape):
    """The allowed numbers of players, from 1 to 16; they may depend on options."""

    min: HowMany = Field(description="the fewest players", examples=["2"])
    max: HowMany = Field(description="the most players", examples=["10"])


class OptionDeclaration(Shape):
    """An option that authors and players may set."""

    type: Literal["bool", "int"] | Annotated[list[Name], Field(min_length=2)] = Field(
        description="`bool`, `int`, or the list of its values", examples=["bool"]
    )
    default: bool | int | str = Field(
        description="its value if it is not set; it may use other options and `player_count`", examples=["true"])
    min: int | None = Field(None, description="the least allowed number", examples=["1"])
    max: int | None = Field(None, description="the greatest allowed number", examples=["20"])
    help: Text = Field("", description="a sentence that explains it", examples=["A drawn card may be played."])


class Value(Shape):
    """One value of a value type."""

    title: Text | None = Field(None, description="its title for players", examples=["Red"])
    mark: str | None = Field(None, description="a short mark for the notation of cards", examples=["R"])
    sign: Sign | None = Field(None, description="a sign shown beside its title, for players who cannot see colours", examples=["▲"])


class NamedValue(Value):
    """A named number of a range."""

    name: Name = Field(description="its name", examples=["jack"])


class NamedRange(Shape):
    """A range in which some numbers have names."""

    range: str = Field(pattern=RANGE, description="the least and the greatest number", examples=["1..13"])
    names: dict[Annotated[str, Field(pattern=r"^\d+$")], Name | NamedValue] = Field(
        default_factory=dict, description="numbers with their names, such as `{11: jack}`"
    )


def _sort_of_values(values: Any) -> str:
    """The kind of shape that a value type has."""
    if isinstance(values, dict):
        return "a range" if "range" in values else "a mapping"
    return "a list" if isinstance(values, list) else "a text"


#: The keys by which a JSON schema tells a range from names.
_RANGE_KEYS: dict[str, Any] = {
    "anyOf": [
        {"required": ["range"]},
        {"required": ["names"], "properties": {"names": {"propertyNames": {"pattern": r"^\d+$"}, "minProperties": 1}}},
    ]
}
Values: TypeAlias = Annotated[
    Annotated[str, Tag("a text")]
    | Annotated[list[Name | int], Tag("a list")]
    | Annotated[NamedRange, Tag("a range")]
    | Annotated[dict[Name, Value | str | None], Tag("a mapping"), Field(json_schema_extra={"not": _RANGE_KEYS})],
    Discriminator(_sort_of_values),
]


Zoned: TypeAlias = Annotated[str, Field(pattern=r"^[^\W\d]\w*(\(\w+\))?$", max_length=120)]


class Zone(Shape):
    """A place for cards."""

    each: str | list[str] | None = Field(
        None,
        description="`player`: each player has one; a value type, or a range in 0..61: each value has one, "
        "`row(hearts)`; `[player, suit]`: each player has one for each value", examples=["player"])
    title: Text | None = Field(None, description="its title for players", examples=["draw pile"])
    deck: bool = Field(False, description="the deck starts here and returns here between rounds")
    hand: bool = Field(False, description="the player holds its cards: agents and statistics count them as the hand")
    kept: bool = Field(False, description="its cards stay there between rounds")
    visible: Sight | dict[str, Sight] = Field(
        "nobody",
        description="who sees its cards; may differ for `front` (the face in force) and `back` (the other faces)",
    )
    top: Sight | dict[str, Sight] | None = Field(None, description="who sees its top card, if that differs")


class Variable(Shape):
    """A variable of the game."""

    type: TypeName = Field(description="`bool`, `int`, a range `0..9`, `player`, `players`, `card`, `face` or a value type", examples=["0..9"])
    each: str | list[str] | None = Field(
        None,
        description="`player`: each player has one; a value type, or a range in 0..61: each value has one, "
        "`demand(hearts)`; `[player, suit]`: each player has one for each value", examples=["player"])
    title: Text | None = Field(None, description="its title for players", examples=["lives"])
    start: Expression | dict[str, Expression] | None = Field(
        None, description="its start value; or a mapping, if each value has one", examples=["0"])
    keep: Literal["turn", "round", "game"] = Field("round", description="how long it lasts")
    visible: Literal["owner", "all", "nobody"] = Field("all", description="who may see it")
    show: dict[str, Text] | list[Text] | None = Field(None, description="titles of its values", examples=["{true: ready, false: not ready}"])


class FaceDeclaration(Shape):
    """A face of cards."""

    title: Text | None = Field(None, description="its title for players", examples=["dark side"])


class Attribute(Shape):
    """An attribute of a face, or of a physical card."""

    type: TypeName = Field(description="`bool`, `int`, a range, `player` or a value type; for physical cards also `players`", examples=["number"])
    default: Expression | None = Field(None, description="its value if a card does not give one; for physical cards the start value", examples=["0"])
    title: Text | None = Field(None, description="its title for players", examples=["colour"])


class PrintedAttribute(Attribute):
    """An attribute printed on a face of a card."""

    named: bool = Field(True, description="whether it is part of the titles of cards that have none")
    cost: bool = Field(False, description="whether it is what a card costs the player who still holds it; not part of titles")


class ActiveField(Shape):
    """A field of `active`, which describes what is in force."""

    type: str | None = Field(None, description="its type, unless it is an attribute", examples=["color"])
    keep: bool = Field(False, description="whether it keeps its value under a face without this attribute")
    title: Text | None = Field(None, description="its title for players; by default that of the attribute", examples=["colour"])


class Choice(Shape):
    """A choice that belongs to a card."""

    of: Group = Field(description="a value type, a range `1..6`, a set of players, or the cards of a zone", examples=["color"])
    if_: Condition | None = Field(
        None,
        alias="if",
        description="which of them (`it`) are allowed, for the `card` of the choice and the `chooser`", examples=["it != active.color"])
    needed: bool | None = Field(
        None,
        description="for an announced choice: whether the card is offered only if something is allowed; by default "
        "only for choices of cards",
    )
    announced: Condition = Field(False, description="true: made with the play; false: asked later, when the effect needs it")
    about: Name | None = Field(None, description="the kind of the decision", examples=["color"])
    verb: Name | None = Field(None, description="the verb of its action; `choose` by default", examples=["name"])


class CardFace(BaseModel):
    """A face of a card. Other keys are attributes."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)
    like: Kind | None = Field(None, description="a kind whose first face this one changes")
    title: Text | None = Field(None, description="its title for players; `$suit` stands for the card's value of that parameter or attribute", examples=["$color Skip"])
    played: Steps | None = Field(None, description="its effect", examples=["[skip: next]"])
    choices: list[Name] | None = Field(None, description="the choices that belong to it", max_length=2, examples=["[color]"])


class CardKind(BaseModel):
    """A card kind: its faces and its effect. Other keys are attributes of all faces."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)
    like: Kind | None = Field(None, description="another kind that this one changes")
    title: Text | None = Field(None, description="its title for players; `$suit` stands for the card's value of that parameter or attribute", examples=["$color Skip"])
    face: CardFace | None = Field(None, description="its only face: attributes, `played`, `choices`", examples=["{color: $color, number: $number}"])
    faces: dict[Name, CardFace] | None = Field(None, description="its faces by name", examples=["{light: {color: $color}, dark: {wild: true}}"])
    played: Steps | None = Field(None, description="its effect", examples=["[skip: next]"])
    choices: list[Name] | None = Field(None, description="the choices that belong to it", max_length=2, examples=["[color]"])


class DeckFace(BaseModel):
    """One face of cards. Other keys are parameters: a value, a list, a range, or `each`."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)
    card: Kind | list[Kind] = Field(description="the card kind, or several")
    copies: Number = Field(1, description="the number of copies of each", examples=["2"])
    if_: Condition | None = Field(None, alias="if", description="whether they are in the deck", examples=["player_count > 4"])


class DeckEntry(BaseModel):
    """Cards of the deck. Other keys are parameters: a value, a list, a range, or `each`."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)
    card: Kind | list[Kind] | None = Field(None, description="the card kind, or several")
    faces: dict[Name, list[DeckFace]] | None = Field(
        None, description="instead of `card`: a list for each face, all of equal length", min_length=1
    )
    pairing: dict[Name, Expression] | None = Field(
        None,
        description="for each face, the index in its list for the card at `place`; by default `place`", examples=["{dark: (place + 3) % 56}"])
    copies: Number = Field(1, description="the number of copies of each", examples=["2"])
    zone: Zoned | None = Field(None, description="where they start, if not in the zone of the deck, such as `box` or `row(hearts)`", examples=["box"])
    if_: Condition | None = Field(None, alias="if", description="whether they are in the deck", examples=["player_count > 4"])


class Counted(Shape):
    """A count that reports show; the statement `count` adds to it."""

    title: Text | None = Field(None, description="its title for players", examples=["flips"])
    per: Literal["game", "round", "turn"] = Field("game", description="whether it is counted per game, round or turn")
    share: bool = Field(False, description="whether it is a share: each game, round or turn counts once or not at all")
    each: Literal["player"] | None = Field(None, description="`player`: it is counted for each player")


class Trigger(Shape):
    """Steps for a moment."""

    at: MomentName = Field(description="the moment")
    if_: Condition | None = Field(None, alias="if", description="the condition", examples=["player == self"])
    do: Steps = Field(description="the steps", examples=["[draw: player]"])


class StateRule(Shape):
    """Steps for a condition, which is checked after each change."""

    if_: Condition = Field(alias="if", description="the condition", examples=["players.all(it.flipped)"])
    each: Literal["player"] | None = Field(None, description="`player`: check it for each player, as `it`")
    then: Steps = Field(description="the steps", examples=["[set: {flips: flips + 1}]"])


class Places(Shape):
    """Places of the players, in a round or in the game: a variable `place` of each player, 0 without a place."""

    the: Literal["round", "game"] = Field("round", description="what the places belong to", examples=["game"])
    left: Number | None = Field(None, description="the round ends when this number of players is left; 1 by default", examples=["2"])
    rank: Number | None = Field(None, description="a number of each player who has no place at the end: the lowest gets the best place; without it they share one", examples=["it.hand.size"])


class Refusal(Shape):
    """A combination that the ruleset refuses before a game begins."""

    if_: Condition | None = Field(None, alias="if", description="a condition on options and the number of players", examples=["stacking and challenge"])
    with_: str | None = Field(None, alias="with", description="an overlay: refuse only if the game has it")
    because: str = Field(description="the reason, in a sentence", examples=["A stack cannot be challenged."])


class Silence(Shape):
    """A warning that is not reported, because its cause is intended."""

    warning: str = Field(description="its code, such as `W510`", examples=["W510"])
    of: str | None = Field(
        None, description="the name that it is about, such as that of an option; by default any"
    )
    because: str = Field(description="the reason, in a sentence", examples=["Overlays use it."])


class Parameter(Shape):
    """A parameter of an effect."""

    type: ParameterType = Field(
        description="`int`, `count` (0 or more), `bool`, `player`, `players`, `card`, `zone`, a value type, a range, "
        "`predicate`, `steps`"
    )
    default: Expression | list[Any] | None = Field(None, description="its value if the caller gives none", examples=["1"])
    help: str = Field("", description="what it is for, in a phrase that editors show")


class EffectVariable(Shape):
    """A variable of an effect, for one call."""

    type: TypeName = Field(description="`bool`, `int`, a range `0..9`, `player`, `players`, `card`, `face` or a value type")
    start: Expression | None = Field(None, description="its value at the call; parameters may be used", examples=["0"])
    visible: Literal["all", "nobody"] = Field("all", description="who may know it")


class Effect(Shape):
    """An effect: a new statement that consists of others."""

    help: str = Field(description="what it does, in a sentence", examples=["All others draw a card."])
    params: dict[Name, ParameterType | Parameter] = Field(default_factory=dict, description="its parameters", examples=["{player: players, count: {type: count, default: 1}}"])
    variables: dict[Name, TypeName | EffectVariable] = Field(
        default_factory=dict, description="its variables, which start anew at each call", examples=["{left: int}"])
    do: Steps = Field(description="its steps", examples=["[draw: others]"])


class Definition(Shape):
    """A named expression with parameters, or one that a base leaves to its games."""

    params: dict[Name, str] = Field(
        default_factory=dict, description="its parameters with their types: `{other: card, count: int}`", examples=["{other: card}"])
    value: Expression | None = Field(
        None, description="the expression; a base may leave it to its games", examples=["card.rank == other.rank"])
    type: str | Annotated[list[Name], Field(min_length=2)] | None = Field(
        None,
        description="the type of the value, or a list of possible values; required if the value is left to the games",
    )
    help: Text = Field("", description="its meaning, in a sentence; required if the value is left to the games", examples=["Whether a card fits."])
    inherited: Any = Field(
        None, description="the replaced definition, for `inherited`; filled in when files are combined"
    )


class Turn(Shape):
    """The pieces of a turn, in order."""

    start: Steps = Field(default_factory=list, description="before the player decides")
    choose: Steps = Field(default_factory=list, description="the player decides")
    lay: Steps = Field(default_factory=list, description="the played card is laid")
    window: Steps = Field(default_factory=list, description="other players may answer before it acts")
    resolve: Steps = Field(default_factory=list, description="the card acts")
    end: Steps = Field(default_factory=list, description="final checks")


class Round(Shape):
    """The course of a round around its turns."""

    prepare: Steps = Field(default_factory=list, description="before the cards are dealt")
    deal: Steps = Field(default_factory=list, description="cards are dealt")
    start: Steps = Field(default_factory=list, description="the start card")
    blocked: Steps = Field(default_factory=list, description="no player can act any more")
    end: Steps = Field(default_factory=list, description="the end of the round: scoring")


class GameCourse(Shape):
    """The course of a game around its rounds."""

    start: Steps = Field(default_factory=list, description="before the first round")


#: From one to four faces.
Faces: TypeAlias = (
    Annotated[list[Name], Field(min_length=1, max_length=4)]
    | Annotated[dict[Name, FaceDeclaration | None], Field(min_length=1, max_length=4)]
)


class RulesetModel(Shape):
    """A game, or a base for games."""

    format: Literal[1] = Field(description="the version of the language")
    id: Id = Field(description="its id in commands", examples=["my-game"])
    title: Text = Field(description="its title for players", examples=["My Game"])
    description: Text | None = Field(None, description="a sentence or two about it", examples=["Classic UNO with a card more."])
    base: bool = Field(False, description="whether it is a base for games, not a game")
    players: Players | None = Field(None, description="the allowed numbers of players", examples=["{min: 2, max: 10}"])
    options: dict[Name, OptionDeclaration] = Field(default_factory=dict, description="the options", examples=["{stacking: {type: bool, default: false, help: Penalties stack.}}"])
    values: dict[Name, Values] = Field(
        default_factory=dict, description="value types: a range, a list, or values with titles and marks", examples=["{suit: [clubs, diamonds, hearts, spades], rank: 1..13}"])
    attributes: dict[Name, TypeName | PrintedAttribute] = Field(default_factory=dict, description="attributes printed on cards", examples=["{rank: rank, ripe: bool}"])
    card_state: dict[Name, TypeName | Attribute] = Field(default_factory=dict, description="attributes that physical cards carry", examples=["{worn: int}"])
    faces: Faces | None = Field(
        None, description="the names of the faces; or a mapping of names to titles", examples=["[light, dark]"]
    )
    face: Expression | None = Field(None, description="the face that counts unless another one is chosen", examples=["light"])
    played_face: Expression | None = Field(
        None, description="the default face of the cards in options: a face, or `each`", examples=["each"])
    active: dict[Name, ActiveField] = Field(default_factory=dict, description="what is in force", examples=["{suit: {keep: true}, rank: {}}"])
    notation: list[Name] = Field(
        default_factory=list, description="attributes whose marks, in this order, make the short name of a card", examples=["[color, number]"])
    zones: dict[Name, Zone] = Field(default_factory=dict, description="places for cards", examples=["{box: {title: box, visible: nobody}}"])
    variables: dict[Name, TypeName | Variable] = Field(default_factory=dict, description="the variables", examples=["{waiting: 0..2000, lives: {type: int, each: player, start: 3}}"])
    choices: dict[Name, Choice] = Field(default_factory=dict, description="choices that belong to cards", examples=["{color: {of: color, verb: name}}"])
    define: dict[str, Expression | Definition] = Field(default_factory=dict, description="named expressions", examples=["{card.playable: card.matches}"])
    cards: dict[Name, CardKind] = Field(default_factory=dict, description="the card kinds", examples=["{skip: {face: {color: $color, symbol: skip}, played: [skip: next]}}"])
    deck: list[DeckEntry] = Field(default_factory=list, description="the cards of the game", examples=["[{card: skip, color: each, copies: 2}]"])
    deck_size: Number | None = Field(None, description="the number of cards, as a check", examples=["108"])
    needs: Number | None = Field(None, description="the number of cards that a round needs to begin", examples=["player_count * hand_size + 1"])
    refuse: list[Refusal] = Field(default_factory=list, description="combinations that are refused", examples=["[{if: stacking and challenge, because: A stack cannot be challenged.}]"])
    silence: list[Silence] = Field(default_factory=list, description="warnings that are not reported", examples=["[{warning: W510, of: literal_reverse, because: For overlays.}]"])
    moments: dict[Name, dict[Name, str]] = Field(default_factory=dict, description="moments for triggers", examples=["{drawn: {card: card, player: player}}"])
    triggers: list[Trigger] = Field(default_factory=list, description="steps for moments", examples=["[{at: drawn, do: [set: {fresh: card}]}]"])
    effects: dict[Name, Effect] = Field(default_factory=dict, description="new statements", examples=["{toast: {help: All others draw., do: [draw: others]}}"])
    counts: dict[Name, Counted] = Field(default_factory=dict, description="counts for reports", examples=["{flips: {title: flips, per: game}}"])
    places: Places | None = Field(None, description="places of the players, not only winners", examples=["{left: 1, rank: it.hand.size}"])
    state_rules: list[StateRule] = Field(default_factory=list, description="steps for conditions that are checked after each change", examples=["[{if: draw_pile.empty, then: [replenish]}]"])
    turn: Turn = Field(default_factory=Turn, description="a turn", examples=["{end+: [again]}"])
    round: Round = Field(default_factory=Round, description="a round", examples=["{deal=: [deal: 5]}"])
    game: GameCourse = Field(default_factory=GameCourse, description="a game", examples=["{start: [set: {dealer: seat(0)}]}"])
