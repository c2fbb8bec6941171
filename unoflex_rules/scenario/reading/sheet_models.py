"""The shape of a file of scenarios; other keys are rejected. Not here: looking up its names (table_binding.py).

Cards, seats and actions are text, which is looked up later; a card name may look like a number.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from unoflex_rules.language.schema.statement_models import Shape, of_kind

Word: TypeAlias = str | int
Value: TypeAlias = str | int | bool | None
#: Cards by name, a single one, or a number of any cards; `...` at the end: the rest of the deck.
Cards: TypeAlias = list[Word] | int | str
Seat: TypeAlias = Annotated[str, "seat", of_kind("seat")]
Turns: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
Seats: TypeAlias = Seat | list[Seat]
Settings: TypeAlias = dict[str, Value]
#: What cards carry, or what is in force, by name.
Carried: TypeAlias = dict[str, Value | list[Seat]]
#: A value, or one for each seat.
SeatValues: TypeAlias = Value | list[Seat] | dict[Seat, Value | list[Seat]]
#: One text or several.
Texts: TypeAlias = str | list[str]
#: An event: its kind, or a mapping of its kind and its fields.
Pattern: TypeAlias = Annotated[str | dict[str, Any], of_kind("event")]
#: Actions that are not on offer; `{action: ..., player: ..., why: ...}` for a reason.
Refused: TypeAlias = Annotated[str | list[str | dict[str, str]] | dict[Seat, Texts], of_kind("refused")]
ProblemCode: TypeAlias = Annotated[str, Field(pattern=r"^E\d+$"), of_kind("problem")]
#: A ruleset or an overlay, by id or path.
GameName: TypeAlias = Annotated[str, of_kind("game")]
OverlayName: TypeAlias = Annotated[str, of_kind("overlay")]


class SheetTable(Shape):
    """The table when a turn begins; everything else is filled from the rest of the deck.

    With `from: start`: what is dealt to whom, the start card, and the draw pile after the deal.
    """

    players: int | None = Field(
        None, ge=1, le=16, description="how many players; by default 4, if the ruleset allows it"
    )
    turn: Seat = Field("P0", description="who begins a turn")
    direction: Literal[1, -1] = Field(1, description="1 clockwise, -1 the other way")
    top: Word | None = Field(None, description="the top card of the discard pile")
    active: Carried = Field(default_factory=dict, description="what is in force, if it differs from the top card")
    hands: dict[Seat, Cards] = Field(default_factory=dict, description="the cards in hand, or how many")
    draw_pile: Cards | None = Field(None, description="the whole draw pile, from the top; `...` for the rest")
    discard: Cards | None = Field(None, description="the discards below the top card, from the top")
    zones: dict[str, Cards] = Field(default_factory=dict, description="other zones, from the top: P0.zone, row(hearts)")
    variables: dict[str, SeatValues] = Field(
        default_factory=dict, description="variables that differ from their start value"
    )
    cards: dict[str, Carried] = Field(default_factory=dict, description="what cards carry, by their name")
    out: Seats = Field(default_factory=list, description="players who have left the round")
    winners: Seats = Field(default_factory=list, description="the winners of the round, with `from: round_end`")
    misses: dict[Seat, Turns] = Field(default_factory=dict, description="how many turns players will miss")


class Deal(Shape):
    """The deal of a later round."""

    top: Word | None = Field(None, description="the start card")
    hands: dict[Seat, Cards] = Field(default_factory=dict, description="what is dealt to whom")
    draw_pile: Cards | None = Field(None, description="the draw pile after the deal, from the top")
    zones: dict[str, Cards] = Field(default_factory=dict, description="what is dealt to other zones")


class ExpectedQuestion(Shape):
    """Who must decide now."""

    player: Seat | None = Field(None, description="the seat; if omitted, not checked")
    about: str | None = Field(None, description="what the question is about")
    options: list[str] | None = Field(None, description="all actions on offer, in any order")


class ExpectedOutcome(Shape):
    """How the game, or a round played alone, ended."""

    winners: Seats | None = Field(None, description="the winners; an empty list for none")
    losers: Seats | None = Field(None, description="the losers: all others, if there are winners")
    reason: str | None = Field(None, description="why it ended")


class Expect(Shape):
    """What must hold after the actions."""

    asked: Seat | ExpectedQuestion | None = Field(None, description="who must decide, about what, with which options")
    options: list[str] | None = Field(None, description="all actions on offer, in any order")
    offered: Texts | dict[Seat, Texts] | None = Field(None, description="actions that are on offer, among others")
    refused: Refused | None = Field(None, description="actions that are not on offer, optionally to whom and why")
    turn: Seat | None = Field(None, description="whose turn it is")
    direction: Literal[1, -1] | None = Field(None, description="1 clockwise, -1 the other way")
    round: int | None = Field(None, description="the number of the round")
    top: Word | None = Field(None, description="the top card of the discard pile")
    active: Carried | None = Field(None, description="what is in force; other fields are not checked")
    hands: dict[Seat, Cards] | None = Field(None, description="all cards in hand, in any order")
    hand_size: dict[Seat, int] | None = Field(None, description="how many cards are in hand")
    drew: dict[Seat, Cards] | None = Field(None, description="cards drawn, not dealt, since the last `expect`")
    holds: dict[Seat, list[Word] | str] | None = Field(None, description="cards in hand, among others")
    zones: dict[str, Cards] | None = Field(None, description="the cards of zones, from the top")
    sees: dict[Seat, dict[str, list[Word]]] | None = Field(
        None, description="what a player sees of the cards of zones, by visible faces, in any order"
    )
    size: dict[str, int] | None = Field(None, description="how many cards are in zones")
    variables: dict[str, SeatValues] | None = Field(None, description="the values of variables")
    known_to: dict[str, dict[Seat, Seats] | Seats] | None = Field(
        None, description="the players who know the value of a variable: `{bluffed: [], role: {P0: [P0]}}`"
    )
    cards: dict[str, Carried] | None = Field(None, description="what cards carry")
    counts: dict[str, int] | None = Field(None, description="the counters of the ruleset, since the beginning")
    out: Seats | None = Field(None, description="players who are out of the round")
    outcome: Literal["running"] | ExpectedOutcome | None = Field(None, description="`running`, or how the game ended")
    happens: Pattern | list[Pattern] | None = Field(None, description="events since the last `expect`, in this order")
    never: Pattern | list[Pattern] | None = Field(
        None, description="events that have not happened since the last `expect`"
    )


class SheetStep(Shape):
    """Some actions, then what must hold."""

    chance: list[Word | bool] = Field(default_factory=list, description="outcomes of chance from here on, in order")
    play: list[dict[Seat, str]] | dict[Seat, str] = Field(default_factory=list, description="seat: action, in order")
    expect: Expect | None = Field(None, description="what must hold afterwards")


class Scenario(Shape):
    """One example: a table, actions, expectations."""

    name: str = Field(description="what it shows, as a sentence", min_length=1)
    rule: Texts | None = Field(None, description="the clauses of the rule sheet that it shows")
    skip: str | None = Field(None, description="the reason not to run it")
    with_: list[OverlayName] = Field(default_factory=list, alias="with", description="more overlays")
    set: Settings = Field(default_factory=dict, description="options of the ruleset")
    from_: Literal["turn", "turn_end", "blocked", "round_end", "start"] = Field(
        "turn", alias="from", description="where it begins: at a stage with this table, or at the start of the game"
    )
    rounds: Literal["one", "game"] = Field("one", description="whether the game ends with its round")
    next_rounds: list[Deal] = Field(default_factory=list, description="how later rounds are dealt")
    chance: list[Word | bool] = Field(default_factory=list, description="outcomes of chance, in order")
    seed: int = Field(0, ge=0, le=2**53, description="the seed of all other chance")
    table: SheetTable = Field(default_factory=lambda: SheetTable.model_validate({}), description="the table")
    play: list[dict[Seat, str]] | dict[Seat, str] = Field(default_factory=list, description="seat: action, in order")
    expect: Expect | None = Field(None, description="what must hold afterwards")
    problem: ProblemCode | None = Field(None, description="the code of the problem that this scenario must have")
    steps: list[SheetStep] = Field(default_factory=list, description="more actions, with what must hold after each")


class Sheet(Shape):
    """A file of scenarios of one ruleset."""

    ruleset: GameName = Field(description="the ruleset: an id, or a path from this file (`.yaml` is optional)")
    with_: list[OverlayName] = Field(default_factory=list, alias="with", description="overlays, in their order")
    set: Settings = Field(default_factory=dict, description="options for all scenarios")
    players: int | None = Field(None, ge=1, le=16, description="how many players, unless a table says so")
    scenarios: list[Scenario] = Field(description="the scenarios", min_length=1)
