"""A deck that another group has played with, taken over at the beginning of a campaign. Not here: the file it lay in.

What is on its cards stays on them. Who does not play now is nobody to the game, and his name stays where it is.
"""

from __future__ import annotations

from unoflex_rules.campaign.kept_state import CampaignState
from unoflex_rules.campaign.resting_state import kept_zones, lay_out
from unoflex_rules.play.observation import pile
from unoflex_rules.program import layout as at

MOST_NAMED = 5  # cards that a message names


class BadDeck(ValueError):
    """A deck that this game cannot be played with; the text says why."""


def inherit(kept: CampaignState, other: CampaignState) -> None:
    """Take over the cards of another campaign: what they carry, and where those lie that stay in a zone of nobody's.

    Cards that another player kept for himself are back where cards of their kind begin. Raises BadDeck.
    """
    check(kept, other)
    program, state = kept.terms.program, kept.state
    p, cards = program.vector, len(program.cards)
    theirs = {attribute.name: attribute for attribute in other.terms.program.card_attributes}
    for mark in program.card_attributes:
        their = theirs[mark.name]
        for card in range(cards):
            if mark.kind not in ("player", "players"):
                state[mark.slot + card] = other.state[their.slot + card]
                continue
            written = other.value(their, card)
            people = written if isinstance(written, list) else [] if written is None else [str(written)]
            here = [kept.terms.people.index(name) for name in people if name in kept.terms.people]
            absent = [name for name in people if name not in kept.terms.people]
            state[mark.slot + card] = kept.terms.number(mark, here)
            if absent:
                kept.absent[mark.name, card] = absent
    if program.shuffles_faces:
        first = p[at.P_PRINTS]
        state[first : first + p[at.P_FACES] * cards] = prints_of(other)
    zones: dict[int, list[int]] = {}
    names = {str(zone): number for number, zone in enumerate(program.zones)}
    for zone in kept_zones(other.terms.program):
        named = other.terms.program.zones[zone]
        for card in pile(other.terms.program, other.state, zone):
            home = names[named.name] if named.seat == at.NONE else p[p[at.P_FIRST_ZONE] + card]
            if p[p[at.P_KEPT] + home]:
                zones.setdefault(home, []).append(card)
    lay_out(program, state, zones)


def prints_of(kept: CampaignState) -> list[int]:
    """What is printed on the faces of the cards, face by face."""
    p = kept.terms.program.vector
    first = p[at.P_PRINTS]
    return kept.state[first : first + p[at.P_FACES] * p[at.P_CARDS]]


def check(kept: CampaignState, other: CampaignState) -> None:
    """Whether both are played with the same cards, which can carry the same."""
    ours, theirs = kept.terms.program, other.terms.program
    here, there = ([*map(each.first_label, range(len(each.terms.program.cards)))] for each in (kept, other))
    if here != there:
        more = [label for label in dict.fromkeys(there) if there.count(label) > here.count(label)]
        less = [label for label in dict.fromkeys(here) if here.count(label) > there.count(label)]
        told = [f"{how} {', '.join(named[:MOST_NAMED])}" for how, named in (("more", more), ("less", less)) if named]
        why = " and ".join(told) or "another order"
        raise BadDeck(f"that is another deck than that of `{ours.ruleset}`: it has {why}")
    marks, their_marks = ({mark.name: mark.kind for mark in each.card_attributes} for each in (ours, theirs))
    zones, their_zones = ({zone.name for zone in each.zones} for each in (ours, theirs))
    if marks != their_marks or zones != their_zones:
        raise BadDeck(f"the cards of that deck carry other things, or lie elsewhere, than those of `{ours.ruleset}`")
