"""The shape of a campaign's file; other keys are rejected. Not here: looking up its names (campaign_binding.py)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from unoflex_rules.language.schema.statement_models import Shape
from unoflex_rules.scenario.reading.sheet_models import GameName, OverlayName, Settings, Value, Word

FORMAT = 1
Count: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]
#: A player by name.
Person: TypeAlias = Annotated[str, "seat"]
Persons: TypeAlias = Person | list[Person]
#: What cards carry, by name.
CarriedMarks: TypeAlias = dict[str, Value | list[Person]]
CopyCount: TypeAlias = Annotated[int, Field(ge=1, le=100_000)]
#: A card, `CARD: {what it carries}`, `CARD: 4` for four copies that carry nothing, or a list of these.
CardEntry: TypeAlias = Word | dict[str, CarriedMarks | CopyCount] | list[Word | dict[str, CopyCount]]
#: A value or a remembered card, or one for each player.
KeptValue: TypeAlias = Value | list[Person] | dict[Person, Value | list[Person] | dict[Word, Value]]
Words: TypeAlias = Annotated[list[Annotated[int, Field(ge=0, le=2**32 - 1)]], Field(min_length=4, max_length=4)]


class RecordedOutcome(Shape):
    """Who won, and why it ended."""

    winners: Persons = Field(description="the winners; an empty list for none")
    reason: str = Field(description="why it ended")


class RecordedChance(Shape):
    """The state of all generators, which makes a continued campaign equal to an uninterrupted one."""

    game: Words = Field(description="the generator of the game")
    agents: Words = Field(description="the generator of the agents")
    scripts: dict[Person, Count] = Field(
        default_factory=dict, description="how many numbers of their script players have used"
    )
    order: dict[str, list[int]] = Field(
        default_factory=dict,
        description="which copy each card is, in the order of the deck, then of zones from the bottom",
    )


class CampaignFile(Shape):
    """A campaign between two rounds."""

    campaign: Literal[1] = Field(description="the version of this file's format: 1")
    notes: str | list[str] | None = Field(None, description="notes of the players")
    ruleset: GameName = Field(description="the ruleset: an id, or a path from this file")
    with_: list[OverlayName] = Field(default_factory=list, alias="with", description="overlays, in their order")
    set: Settings = Field(default_factory=dict, description="options of the ruleset")
    digest: str | None = Field(None, description="the digest of the rules so far; omit it to accept any")
    seed: int = Field(ge=0, le=2**53, description="the seed of all chance")
    players: dict[str, str] = Field(description="the players in their order, each with the agent that plays for them")
    absent: list[str] = Field(default_factory=list, description="people who do not play, but whose names are on cards")
    rounds: int = Field(ge=0, le=999, description="how many rounds have been played")
    turns: Count = Field(0, description="how many turns have been played")
    decisions: Count = Field(0, description="how many decisions have been made")
    first: Person | None = Field(None, description="who had the first turn of all")
    turn: Person | None = Field(None, description="who had the last turn")
    laid_face: str | None = Field(None, description="the face for which the last card was laid")
    left: Persons = Field(default_factory=list, description="players who have left the game")
    last_round: RecordedOutcome | None = Field(None, description="how the last round ended, if there is a next one")
    over: RecordedOutcome | None = Field(None, description="how the campaign ended, once it is over")
    variables: dict[str, KeptValue] = Field(
        default_factory=dict, description="the variables that last for the game; those of players by player"
    )
    deck: list[CardEntry] = Field(description="the cards of the next round, in any order")
    zones: dict[str, list[CardEntry] | dict[Person, list[CardEntry]]] = Field(
        default_factory=dict, description="cards that stay in other zones between rounds, from the top"
    )
    chance: RecordedChance | None = Field(
        None, description="the state of all generators; if omitted, it follows from the seed and the round"
    )
