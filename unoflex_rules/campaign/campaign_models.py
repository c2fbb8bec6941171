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

    winners: Seats = Field(description="the players who have won; an empty list for nobody")
    reason: str = Field(description="why it ended")


class RecordedChance(Shape):
    """Where chance goes on, so that a campaign that is continued is as one that never stopped."""

    game: Words = Field(description="the generator of the game")
    agents: Words = Field(description="the generator of those who play")
    scripts: dict[Seat, Count] = Field(default_factory=dict, description="how much of his script a player has used")
    order: dict[str, list[int]] = Field(
        default_factory=dict,
        description="which of several copies each is, as they stand in the deck, then in zones from the bottom up",
    )


class CampaignFile(Shape):
    """A campaign between two rounds."""

    campaign: Literal[1] = Field(description="the version of this file's format: 1")
    notes: str | list[str] | None = Field(None, description="whatever its players want to keep here")
    ruleset: str = Field(description="the ruleset: an id, or a path from this file")
    with_: list[str] = Field(default_factory=list, alias="with", description="overlays laid on it, in their order")
    set: Settings = Field(default_factory=dict, description="options of the ruleset")
    digest: str | None = Field(None, description="of the rules by which was played so far; nothing: of any")
    seed: int = Field(ge=0, le=2**53, description="what is left to chance begins with it")
    players: dict[str, str] = Field(description="the players in their order, each with the agent that plays for him")
    absent: list[str] = Field(default_factory=list, description="people who do not play and whose names cards carry")
    rounds: int = Field(ge=0, le=999, description="how many rounds have been played")
    turns: Count = Field(0, description="how many turns were taken")
    decisions: Count = Field(0, description="how many decisions were made")
    first: Seat | None = Field(None, description="who took the first turn of all")
    turn: Seat | None = Field(None, description="whose turn was the last one")
    laid_face: str | None = Field(None, description="the face for which the last card was laid")
    left: Seats = Field(default_factory=list, description="players who have left the game")
    last_round: RecordedOutcome | None = Field(None, description="how the last round ended, if there is a next one")
    over: RecordedOutcome | None = Field(None, description="how the campaign ended, once it is over")
    variables: dict[str, KeptValue] = Field(
        default_factory=dict, description="the variables that last for the game; by player, where each has his own"
    )
    deck: list[CardEntry] = Field(description="the cards that the next round is played with, in any order")
    zones: dict[str, list[CardEntry] | dict[Seat, list[CardEntry]]] = Field(
        default_factory=dict, description="cards that stay elsewhere between rounds, from the top"
    )
    chance: RecordedChance | None = Field(None, description="where chance goes on; without it the seed decides anew")
