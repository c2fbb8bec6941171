"""What a seat sees, as values: a zone, and a whole observation. Not here: who sees what (observation.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from unoflex_rules.play.actions import Action
from unoflex_rules.play.card_names import CardView, Value


@dataclass(frozen=True)
class ZoneView:
    """A zone as a seat sees it: its number of cards, and the visible ones.

    `cards`: all cards, bottom first, if the seat sees a face of each; else None. `top`: the top card, if only that one
    is visible. `shown`: cards that were revealed to the seat and are still there, in the order of their names.
    """

    name: str
    seat: int | None
    size: int
    cards: tuple[CardView, ...] | None
    top: CardView | None
    shown: tuple[CardView, ...]

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"size": self.size}
        if self.cards is not None:
            found["cards"] = [card.as_json() for card in self.cards]
        elif self.top is not None:
            found["top"] = self.top.as_json()
        if self.shown:
            found["shown"] = [card.as_json() for card in self.shown]
        return found


@dataclass(frozen=True)
class Observation:
    """What one seat sees at a decision.

    `seats_in`: seats still in the round. `direction`: 1 or -1. `next`: the seat that `go_to` has named to play next.
    `misses`: per seat, turns to miss. `face`: the face in force, None if cards have one face. `variables`: a value, or
    one per seat; hidden variables are left out, hidden values are None. `to_decide`: the seat that must decide, unless
    that is private; `options`: the legal actions, if it is this seat.
    """

    seat: int
    players: int
    round: int
    turn: int
    turn_of: int
    seats_in: tuple[int, ...]
    direction: int
    next: int | None
    misses: tuple[int, ...]
    face: str | None
    active: dict[str, Value]
    zones: tuple[ZoneView, ...]
    variables: dict[str, Any]
    to_decide: int | None
    about: str | None
    options: tuple[Action, ...]
    hand_zone: str

    def zone(self, name: str, seat: int | None = None) -> ZoneView:
        """A zone by its name, and its owner if every player has one. Raises KeyError."""
        for zone in self.zones:
            if (zone.name, zone.seat) == (name, seat):
                return zone
        raise KeyError(name)

    @property
    def hand(self) -> tuple[CardView, ...]:
        """The visible cards of the seat's own hand."""
        return self.zone(self.hand_zone, self.seat).cards or ()

    def as_json(self) -> dict[str, Any]:
        """The observation as data."""
        shared = {zone.name: zone.as_json() for zone in self.zones if zone.seat is None}
        owned: dict[str, list[Any]] = {}
        for zone in self.zones:
            if zone.seat is not None:
                owned.setdefault(zone.name, []).append(zone.as_json())
        return {
            "seat": self.seat,
            "players": self.players,
            "round": self.round,
            "turn": self.turn,
            "turn_of": self.turn_of,
            "seats_in": list(self.seats_in),
            "direction": self.direction,
            "next": self.next,
            "misses": list(self.misses),
            "face": self.face,
            "active": self.active,
            "zones": shared | owned,
            "variables": self.variables,
            "to_decide": self.to_decide,
            "about": self.about,
            "options": [action.text for action in self.options],
        }
