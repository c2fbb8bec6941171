"""Puts the cards of a campaign's file into its state. Not here: reading the file (campaign_binding.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from unoflex_rules.campaign.campaign_names import Print
from unoflex_rules.campaign.campaign_state import CampaignState
from unoflex_rules.campaign.resting_state import kept_zones, lay_out
from unoflex_rules.program import layout as at


@dataclass
class PlacedCard:
    """A card of a file: what is printed on it, and its kept zone (None: the deck).

    `carried`: numbers by attribute. `absent`: by attribute, the names of people who do not play.
    """

    printed: Print
    zone: int | None
    carried: dict[str, int] = field(default_factory=dict)
    absent: dict[str, list[str]] = field(default_factory=dict)


def place_cards(state: CampaignState, cards: Sequence[PlacedCard], order: Mapping[Print, Sequence[int]]) -> None:
    """Put all cards of the deck where they lie, with what they carry.

    `order`: by family, which copy each card is; see `CampaignState.order`.
    """
    names, vector = state.names, state.vector
    program, zones = names.program, dict[int, list[int]]()
    p, used = program.vector, dict[Print, int]()
    written = [placed for placed in cards if placed.zone is None]
    for zone in kept_zones(program):
        written += [placed for placed in reversed(cards) if placed.zone == zone]
    for placed in written:
        family = names.family(placed.printed)
        place = used.get(family, 0)
        used[family] = place + 1
        card = names.copies_of[family][order[family][place] - 1 if family in order else place]
        if placed.zone is not None:
            zones.setdefault(placed.zone, []).append(card)
        for attribute in program.card_attributes:
            if attribute.name in placed.carried:
                vector[attribute.slot + card] = placed.carried[attribute.name]
            if placed.absent.get(attribute.name):
                state.absent[attribute.name, card] = placed.absent[attribute.name]
        if program.shuffles_faces:
            for face, look in enumerate(placed.printed):
                vector[p[at.P_PRINTS] + face * p[at.P_CARDS] + card] = look
    lay_out(program, vector, zones)
