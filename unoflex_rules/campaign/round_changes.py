"""What a round has changed: who won, variables with new values, cards that moved or carry something else.

Not here: how it is shown (render/campaign_text.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from unoflex_rules.campaign.campaign_names import PlainValue
from unoflex_rules.campaign.campaign_state import CampaignState
from unoflex_rules.play.outcome import Outcome
from unoflex_rules.program import layout as at


@dataclass(frozen=True)
class VariableChange:
    """A variable with a new value; `player` is None for a variable of the game."""

    name: str
    player: str | None
    before: Any
    now: Any

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class CardChange:
    """A card that has moved from `zone` to `to` (the deck counts as a zone), or carries something else.

    `before`, `now`: the attributes that have changed.
    """

    card: str
    zone: str
    to: str
    before: dict[str, PlainValue]
    now: dict[str, PlainValue]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class RoundResult:
    """A round that has been played, and what it has changed.

    `over`: who won the campaign and why, if it was the last round.
    """

    round: int
    winners: tuple[str, ...]
    reason: str
    turns: int
    decisions: int
    variables: tuple[VariableChange, ...]
    cards: tuple[CardChange, ...]
    over: dict[str, Any] | None

    def as_json(self) -> dict[str, Any]:
        changes = {"variables": [each.as_json() for each in self.variables]}
        changes |= {"cards": [each.as_json() for each in self.cards]}
        return {name: changes.get(name, value) for name, value in vars(self).items()} | {"winners": list(self.winners)}


def round_result(before: CampaignState, now: CampaignState, outcome: Outcome) -> RoundResult:
    """The result of the round between two states."""
    return RoundResult(
        round=now.rounds,
        winners=tuple(now.names.players[seat] for seat in outcome.winners),
        reason=outcome.reason,
        turns=now.vector[at.S_TURNS] - before.vector[at.S_TURNS],
        decisions=now.vector[at.S_DECISIONS] - before.vector[at.S_DECISIONS],
        variables=tuple(changed_variables(before.variables(), now.variables())),
        cards=tuple(changed_cards(before, now)),
        over=now.ending() if now.is_over else None,
    )


def changed_variables(before: dict[str, Any], now: dict[str, Any]) -> Iterator[VariableChange]:
    """The variables with new values, per player where both values are."""
    for name, value in now.items():
        was = before[name]
        if isinstance(value, dict) and isinstance(was, dict) and set(value) == set(was):
            for player, each in value.items():
                if each != was[player]:
                    yield VariableChange(name, player, was[player], each)
        elif value != was:
            yield VariableChange(name, None, was, value)


def changed_cards(before: CampaignState, now: CampaignState) -> Iterator[CardChange]:
    """The cards that have moved, or carry something else."""
    attributes = now.names.program.card_attributes
    for card in range(len(now.names.program.cards)):
        zone, to = before.zone_of(card), now.zone_of(card)
        changed = [each for each in attributes if before.value(each, card) != now.value(each, card)]
        if zone != to or changed:
            was, carried = ({each.name: state.value(each, card) for each in changed} for state in (before, now))
            yield CardChange(now.label(card), zone, to, was, carried)
