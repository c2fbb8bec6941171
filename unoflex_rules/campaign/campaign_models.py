"""The shape of a campaign's file: closed and strict. Not here: what names in it mean (campaign_reader.py)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from unoflex_rules.language.schema.statement_models import Shape
from unoflex_rules.scenario.reading.sheet_models import Carried, Seat, Seats, Settings, Value, Word

FORMAT = 1
Count: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]
CopyCount: TypeAlias = Annotated[int, Field(ge=1, le=100_000)]
#: A card, `CARD: {what it carries}`, `CARD: 4` for so many that carry nothing, or a list of these.
CardEntry: TypeAlias = Word | dict[str, Carried | CopyCount] | list[Word | dict[str, CopyCount]]
#: A value, or a card that is remembered; where each player has his own, one for each that is named.
KeptValue: TypeAlias = Value | list[Seat] | dict[Seat, Value | list[Seat] | dict[Word, Value]]
Words: TypeAlias = Annotated[list[Annotated[int, Field(ge=0, le=2**32 - 1)]], Field(min_length=4, max_length=4)]


class RecordedOutcome(Shape):
    """Who has won, and why it ended."""

    winners: Seats = Field(description="the winners; an empty list for none")
    reason: str = Field(description="the reason for its end")


class RecordedChance(Shape):
    """Where chance goes on, so that a campaign that is continued is as one that never stopped."""

    game: Words = Field(description="the generator of the game")
    agents: Words = Field(description="the generator of the agents")
    scripts: dict[Seat, Count] = Field(default_factory=dict, description="the used part of each player's script")
    order: dict[str, list[int]] = Field(
        default_factory=dict,
        description="the copy that each card is: first the deck in order, then the zones from the bottom up",
    )


class CampaignFile(Shape):
    """A campaign between two rounds."""

    campaign: Literal[1] = Field(description="the version of this file's format: 1")
    notes: str | list[str] | None = Field(None, description="notes of the players")
    ruleset: str = Field(description="the ruleset: an id, or a path from this file")
    with_: list[str] = Field(default_factory=list, alias="with", description="overlays on it, in order")
    set: Settings = Field(default_factory=dict, description="options of the ruleset")
    digest: str | None = Field(
        None, description="the digest of the rules played so far; if omitted, any rules are accepted"
    )
    seed: int = Field(ge=0, le=2**53, description="the seed of all chance")
    players: dict[str, str] = Field(description="the players in order, each with an agent")
    absent: list[str] = Field(default_factory=list, description="people who do not play, but whose names are on cards")
    rounds: int = Field(ge=0, le=999, description="the number of rounds played")
    turns: Count = Field(0, description="the number of turns played")
    decisions: Count = Field(0, description="the number of decisions made")
    first: Seat | None = Field(None, description="the player who took the first turn of the campaign")
    turn: Seat | None = Field(None, description="the player who took the last turn")
    laid_face: str | None = Field(None, description="the face for which the last card was played")
    left: Seats = Field(default_factory=list, description="players who have left the game")
    last_round: RecordedOutcome | None = Field(
        None, description="the outcome of the last round, if there is a next one"
    )
    over: RecordedOutcome | None = Field(None, description="the outcome of the campaign, once it is over")
    variables: dict[str, KeptValue] = Field(
        default_factory=dict,
        description="the variables that last for the game; a mapping by player for variables of players",
    )
    deck: list[CardEntry] = Field(description="the cards for the next round, in any order")
    zones: dict[str, list[CardEntry] | dict[Seat, list[CardEntry]]] = Field(
        default_factory=dict, description="cards in other zones between rounds, from the top"
    )
    chance: RecordedChance | None = Field(
        None, description="the state of the generators; if omitted, the seed applies again"
    )
