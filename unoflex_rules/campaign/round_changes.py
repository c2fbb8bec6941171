"""What a round has changed: who won it, what is noted anew, which cards carry something else or lie elsewhere.

Not here: how it is shown (render/campaign_text.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from unoflex_rules.campaign.kept_state import CampaignState
from unoflex_rules.campaign.player_names import PlainValue
from unoflex_rules.play.outcome import Outcome
from unoflex_rules.program import layout as at


@dataclass(frozen=True)
class VariableChange:
    """A variable with another value than before; `player` is whose, None where it is the game's."""

    name: str
    player: str | None
    before: Any
    now: Any

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "player": self.player, "before": self.before, "now": self.now}


@dataclass(frozen=True)
class CardChange:
    """A card that carries something else than before the round, or lies elsewhere: `zone` was its zone, `to` is it.

    `before`, `now`: what it carries, by attribute, as far as that is another thing now. The deck is a zone too.
    """

    card: str
    zone: str
    to: str
    before: dict[str, PlainValue]
    now: dict[str, PlainValue]

    def as_json(self) -> dict[str, Any]:
        return {"card": self.card, "zone": self.zone, "to": self.to, "before": self.before, "now": self.now}


@dataclass(frozen=True)
class RoundResult:
    """A round that has been played: its number, who won it and why, how long it was, what it has changed.

    `over`: who has won the campaign and why, if it was the last round.
    """

    round: int
    winners: tuple[str, ...]
    reason: str
    turns: int
    decisions: int
    noted: tuple[VariableChange, ...]
    cards: tuple[CardChange, ...]
    over: dict[str, Any] | None

    def as_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "winners": list(self.winners),
            "reason": self.reason,
            "turns": self.turns,
            "decisions": self.decisions,
            "variables": [each.as_json() for each in self.noted],
            "cards": [each.as_json() for each in self.cards],
            "over": self.over,
        }


def played(before: CampaignState, now: CampaignState, outcome: Outcome) -> RoundResult:
    """What happened in the round between two rests."""
    people = now.terms.people
    return RoundResult(
        round=now.rounds,
        winners=tuple(people[seat] for seat in outcome.winners),
        reason=outcome.reason,
        turns=now.state[at.S_TURNS] - before.state[at.S_TURNS],
        decisions=now.state[at.S_DECISIONS] - before.state[at.S_DECISIONS],
        noted=tuple(noted_anew(before.variables(), now.variables())),
        cards=tuple(changed_cards(before, now)),
        over=now.ending() if now.is_over else None,
    )


def noted_anew(before: dict[str, Any], now: dict[str, Any]) -> Iterator[VariableChange]:
    """The variables that have another value now."""
    for name, value in now.items():
        was = before[name]
        if isinstance(value, dict) and isinstance(was, dict) and set(value) == set(was):
            for player, each in value.items():
                if each != was[player]:
                    yield VariableChange(name, player, was[player], each)
        elif value != was:
            yield VariableChange(name, None, was, value)


def changed_cards(before: CampaignState, now: CampaignState) -> Iterator[CardChange]:
    """The cards that lie elsewhere now, or carry something else."""
    for card in range(len(now.terms.program.cards)):
        zone, to = before.zone_of(card), now.zone_of(card)
        changed = [
            attribute
            for attribute in now.terms.program.card_attributes
            if before.value(attribute, card) != now.value(attribute, card)
        ]
        if zone != to or changed:
            was, carried = ({each.name: kept.value(each, card) for each in changed} for kept in (before, now))
            yield CardChange(now.label(card), zone, to, was, carried)
