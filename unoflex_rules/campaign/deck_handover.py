"""Starts a campaign with the deck of another group, and all that its cards carry. Not here: the file of that group.

Names of people who do not play stay on the cards, and mean no player.
"""

from __future__ import annotations

from unoflex_rules.campaign.campaign_state import CampaignState
from unoflex_rules.campaign.resting_state import kept_zones, lay_out
from unoflex_rules.play.observation import pile
from unoflex_rules.program import layout as at

MOST_NAMED = 5  # cards that a message names


class BadDeck(ValueError):
    """A deck that does not fit the game; the text says why."""


def inherit(state: CampaignState, other: CampaignState) -> None:
    """Take over the cards of another campaign: what they carry, and those in shared kept zones. Raises BadDeck.

    Cards in the kept zone of a player go back to where they begin.
    """
    check_deck(state, other)
    program, vector, players = state.names.program, state.vector, state.names.players
    p, cards = program.vector, len(program.cards)
    theirs = {attribute.name: attribute for attribute in other.names.program.card_attributes}
    for mark in program.card_attributes:
        for card in range(cards):
            if mark.kind not in ("player", "players"):
                vector[mark.slot + card] = other.vector[theirs[mark.name].slot + card]
                continue
            value = other.value(theirs[mark.name], card)
            people = value if isinstance(value, list) else [] if value is None else [str(value)]
            here = [players.index(name) for name in people if name in players]
            absent = [name for name in people if name not in players]
            vector[mark.slot + card] = state.names.number(mark, here)
            if absent:
                state.absent[mark.name, card] = absent
    if program.shuffles_faces:
        count = p[at.P_FACES] * cards
        vector[p[at.P_PRINTS] : p[at.P_PRINTS] + count] = prints_of(other, count)
    zones: dict[int, list[int]] = {}
    numbers = {str(zone): number for number, zone in enumerate(program.zones)}
    for zone in kept_zones(other.names.program):
        named = other.names.program.zones[zone]
        for card in pile(other.names.program, other.vector, zone):
            home = numbers[named.name] if named.seat == at.NONE else p[p[at.P_FIRST_ZONE] + card]
            if p[p[at.P_KEPT] + home]:
                zones.setdefault(home, []).append(card)
    lay_out(program, vector, zones)


def prints_of(state: CampaignState, count: int) -> list[int]:
    """What is printed on the faces of all cards."""
    first = state.names.program.vector[at.P_PRINTS]
    return state.vector[first : first + count]


def check_deck(state: CampaignState, other: CampaignState) -> None:
    """Raise BadDeck unless both have the same cards, which can carry the same, and the same zones."""
    ours, theirs = state.names.program, other.names.program
    here, there = ([*map(each.first_label, range(len(each.names.program.cards)))] for each in (state, other))
    if here != there:
        more = [label for label in dict.fromkeys(there) if there.count(label) > here.count(label)]
        less = [label for label in dict.fromkeys(here) if here.count(label) > there.count(label)]
        both = (("more", more), ("less", less))
        parts = [f"{how} {', '.join(labels[:MOST_NAMED])}" for how, labels in both if labels]
        why = " and ".join(parts) or "another order"
        raise BadDeck(f"the deck differs from the deck of `{ours.ruleset}`: it has {why}")
    marks, their_marks = ({mark.name: mark.kind for mark in each.card_attributes} for each in (ours, theirs))
    zones, their_zones = ({zone.name for zone in each.zones} for each in (ours, theirs))
    if marks != their_marks or zones != their_zones:
        raise BadDeck(f"the deck has other zones, or its cards carry other things, than in `{ours.ruleset}`")
