"""Puts the cards of a campaign file into a state at rest. Not here: reading the file (campaign_binding.py)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from unoflex_rules.campaign.kept_state import CampaignState
from unoflex_rules.campaign.player_names import CampaignNames, Print
from unoflex_rules.campaign.resting_state import kept_zones, lay_out
from unoflex_rules.program import layout as at


@dataclass
class PlacedCard:
    """A card as a file tells of it: what is printed on it, the kept zone where it lies (None: it is in the deck).

    `carried`: numbers by the names of attributes. `absent`: names of people who do not play, on it all the same.
    """

    printed: Print
    zone: int | None
    carried: dict[str, int] = field(default_factory=dict)
    absent: dict[str, list[str]] = field(default_factory=dict)


def families(terms: CampaignNames) -> dict[Print, list[int]]:
    """The physical cards that are copies of each other, by what is printed on them; all together where that changes."""
    if not terms.families:
        for card, look in enumerate(terms.program.cards):
            terms.families.setdefault(family(terms, (look,)), []).append(card)
    return terms.families


def family(terms: CampaignNames, printed: Print) -> Print:
    """What tells the physical cards that a card in a file may be."""
    return () if terms.program.shuffles_faces else printed


def lay(kept: CampaignState, cards: Iterable[PlacedCard], order: Mapping[Print, Sequence[int]]) -> None:
    """Put each card where it lies, with what it carries; each is one of the deck, and all are there.

    `order`: which of its copies each is, as `Kept.order` gives it, by families.
    """
    terms, state = kept.terms, kept.state
    program = terms.program
    p = program.vector
    copies, zones = families(terms), dict[int, list[int]]()
    met: dict[Print, int] = {}
    there = [*cards]
    deck = [lying for lying in there if lying.zone is None]
    for lying in [*deck, *(lying for zone in kept_zones(program) for lying in there[::-1] if lying.zone == zone)]:
        kin = family(terms, lying.printed)
        place = met.get(kin, 0)
        met[kin] = place + 1
        card = copies[kin][order[kin][place] - 1 if kin in order else place]
        if lying.zone is not None:
            zones.setdefault(lying.zone, []).append(card)
        for attribute in program.card_attributes:
            if attribute.name in lying.carried:
                state[attribute.slot + card] = lying.carried[attribute.name]
            if lying.absent.get(attribute.name):
                kept.absent[attribute.name, card] = lying.absent[attribute.name]
        if program.shuffles_faces:
            for face, look in enumerate(lying.printed):
                state[p[at.P_PRINTS] + face * p[at.P_CARDS] + card] = look
    lay_out(program, state, zones)
