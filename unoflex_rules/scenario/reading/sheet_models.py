"""The shape of a file of scenarios: one model a construct, closed and strict. Not here: what names mean (binding.py).

Cards, seats and actions are text, judged against the ruleset later; a card's name may look like a number.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from unoflex_rules.language.schema.statement_models import Shape

Word: TypeAlias = str | int
Value: TypeAlias = str | int | bool | None
#: Cards by name, or one alone; or how many, whichever they are; `...` as the last one: the rest of the deck.
Cards: TypeAlias = list[Word] | int | str
Seat: TypeAlias = Annotated[str, "seat"]
Turns: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
Seats: TypeAlias = Seat | list[Seat]
Settings: TypeAlias = dict[str, Value]
#: What cards carry or what is in force, by name.
Carried: TypeAlias = dict[str, Value | list[Seat]]
#: A value; for a variable of which every player has his own, one for each seat that is named.
SeatValues: TypeAlias = Value | list[Seat] | dict[Seat, Value | list[Seat]]
#: One action, or several in their order.
Texts: TypeAlias = str | list[str]
Pattern: TypeAlias = str | dict[str, Any]


class SheetTable(Shape):
    """What lies on the table when a turn begins; what is not said is filled from the rest of the deck.

    From the start of a game: what is dealt to whom, turned up, and left in the draw pile below it.
    """

    players: int | None = Field(None, ge=1, le=16, description="how many play; 4 if the ruleset allows it")
    turn: Seat = Field("P0", description="whose turn begins")
    direction: Literal[1, -1] = Field(1, description="1 clockwise, -1 the other way")
    top: Word | None = Field(None, description="the top card of the discard pile")
    active: Carried = Field(default_factory=dict, description="what is in force, if not what the top card says")
    hands: dict[Seat, Cards] = Field(default_factory=dict, description="the cards in hand, or how many")
    draw_pile: Cards | None = Field(None, description="the whole draw pile, from the top; `...`: and the rest")
    discard: Cards | None = Field(None, description="the discards below the top card, uppermost first")
    zones: dict[str, Cards] = Field(
        default_factory=dict, description="any other zone, from the top; P0.zone, row(hearts)"
    )
    variables: dict[str, SeatValues] = Field(
        default_factory=dict, description="variables with another value than at the start"
    )
    cards: dict[str, Carried] = Field(default_factory=dict, description="what cards carry, by their name")
    out: Seats = Field(default_factory=list, description="players who have left the round")
    winners: Seats = Field(default_factory=list, description="from the end of a round: who has won it")
    misses: dict[Seat, Turns] = Field(default_factory=dict, description="turns that players still have to miss")


class Deal(Shape):
    """How a later round is dealt: what comes to whom, is turned up, and is left in the draw pile below it."""

    top: Word | None = Field(None, description="the first card that is turned up")
    hands: dict[Seat, Cards] = Field(default_factory=dict, description="what is dealt first to whom")
    draw_pile: Cards | None = Field(None, description="what lies below the card turned up, from the top")
    zones: dict[str, Cards] = Field(default_factory=dict, description="what is dealt to any other zone")


class ExpectedQuestion(Shape):
    """Who must decide now."""

    player: Seat | None = Field(None, description="the seat; not looked at if not given")
    about: str | None = Field(None, description="what kind of decision it is")
    options: list[str] | None = Field(None, description="all that is on offer, in any order")


class ExpectedOutcome(Shape):
    """How the game, or the round that was played alone, ended."""

    winners: Seats | None = Field(None, description="who won; an empty list for nobody")
    losers: Seats | None = Field(None, description="who lost: all who did not win, where somebody won")
    reason: str | None = Field(None, description="why it ended")


class Expect(Shape):
    """What must hold once the actions before it have been taken."""

    asked: Seat | ExpectedQuestion | None = Field(
        None, description="who must decide, about what, between which options"
    )
    options: list[str] | None = Field(None, description="all actions on offer, in any order")
    offered: Texts | dict[Seat, Texts] | None = Field(None, description="actions that are on offer, among others")
    refused: str | list[str | dict[str, str]] | dict[Seat, Texts] | None = Field(
        None, description="actions that are not on offer, perhaps to whom and why"
    )
    turn: Seat | None = Field(None, description="whose turn it is")
    direction: Literal[1, -1] | None = Field(None, description="1 clockwise, -1 the other way")
    round: int | None = Field(None, description="the number of the round")
    top: Word | None = Field(None, description="the top card of the discard pile")
    active: Carried | None = Field(None, description="what is in force; what is not named is not looked at")
    hands: dict[Seat, Cards] | None = Field(None, description="all cards in hand, in any order")
    hand_size: dict[Seat, int] | None = Field(None, description="how many cards somebody holds")
    drew: dict[Seat, Cards] | None = Field(None, description="cards drawn, not dealt, since the last `expect`")
    holds: dict[Seat, list[Word] | str] | None = Field(None, description="cards that somebody holds, among others")
    zones: dict[str, Cards] | None = Field(None, description="the cards of zones, from the top")
    sees: dict[Seat, dict[str, list[Word]]] | None = Field(
        None, description="what somebody sees of the cards of zones, by the faces that he sees, in any order"
    )
    size: dict[str, int] | None = Field(None, description="how many cards lie in zones")
    variables: dict[str, SeatValues] | None = Field(None, description="the values of variables")
    cards: dict[str, Carried] | None = Field(None, description="what cards carry")
    counts: dict[str, int] | None = Field(None, description="what the ruleset counts for reports, since the beginning")
    out: Seats | None = Field(None, description="players who are out of the round")
    outcome: Literal["running"] | ExpectedOutcome | None = Field(None, description="`running`, or how it ended")
    happens: Pattern | list[Pattern] | None = Field(None, description="events since the last `expect`, in this order")
    never: Pattern | list[Pattern] | None = Field(None, description="events that have not happened since then")


class SheetStep(Shape):
    """Some actions, then what must hold."""

    chance: list[Word | bool] = Field(default_factory=list, description="what chance says from here on, in order")
    play: list[dict[Seat, str]] | dict[Seat, str] = Field(default_factory=list, description="seat: action, in order")
    expect: Expect | None = Field(None, description="what must hold then")


class Scenario(Shape):
    """One example: a table, what is done, what must come of it."""

    name: str = Field(description="what it shows, as a sentence", min_length=1)
    rule: Texts | None = Field(None, description="the clause or clauses of the rule sheet that it shows")
    skip: str | None = Field(None, description="why it is not run")
    with_: list[str] = Field(default_factory=list, alias="with", description="more overlays laid on the ruleset")
    set: Settings = Field(default_factory=dict, description="options of the ruleset")
    from_: Literal["turn", "turn_end", "blocked", "round_end", "start"] = Field(
        "turn", alias="from", description="where it begins: a stage with this table, or the start of the game"
    )
    rounds: Literal["one", "game"] = Field("one", description="whether the game ends with its round")
    next_rounds: list[Deal] = Field(default_factory=list, description="how the rounds after this one are dealt")
    chance: list[Word | bool] = Field(
        default_factory=list, description="what chance says, in order, wherever the rules leave something to it"
    )
    seed: int = Field(0, ge=0, le=2**53, description="the seed of what is left to chance")
    table: SheetTable = Field(default_factory=lambda: SheetTable.model_validate({}), description="the table")
    play: list[dict[Seat, str]] | dict[Seat, str] = Field(default_factory=list, description="seat: action, in order")
    expect: Expect | None = Field(None, description="what must hold then")
    problem: str | None = Field(
        None, description="the code of the problem for which this is refused", pattern=r"^E\d+$"
    )
    steps: list[SheetStep] = Field(
        default_factory=list, description="more actions and what must hold after each of them"
    )


class Sheet(Shape):
    """A file of scenarios of one ruleset."""

    ruleset: str = Field(description="the ruleset: an id, or a path from this file (`.yaml` may be left out)")
    with_: list[str] = Field(default_factory=list, alias="with", description="overlays laid on it, in their order")
    set: Settings = Field(default_factory=dict, description="options for all scenarios")
    players: int | None = Field(None, ge=1, le=16, description="how many play where a table does not say")
    scenarios: list[Scenario] = Field(description="the scenarios", min_length=1)
