"""A campaign as text: its players, variables and cards; and the changes of a round.

Not here: the state and the changes themselves (campaign).
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from unoflex_rules.campaign.campaign import Campaign
from unoflex_rules.campaign.campaign_state import DECK, CampaignCard
from unoflex_rules.campaign.round_changes import CardChange, RoundResult
from unoflex_rules.play.card_names import words
from unoflex_rules.render.terminal import PLAIN, Style
from unoflex_rules.render.text_tables import table

WIDTH = 100  # columns of the names of cards


def campaign_text(campaign: Campaign, style: Style = PLAIN) -> str:
    """The players, variables, progress and cards of a campaign; ends in a line break."""
    digest = campaign.as_json()["digest"]
    head = [campaign.title, f"digest {digest[:8]}", f"seed {campaign.seed}", rounds_text(campaign)]
    lines = [style.titled(f" {style.dot} ".join(head)), players_text(campaign, style)]
    noted = [f"{words(name)} {value_text(value)}" for name, value in campaign.variables().items() if not is_each(value)]
    lines += [style.titled(f" {f' {style.dot} '.join(noted)}")] if noted else []
    lines += [style.titled(f" {ending_text(campaign)}")] if campaign.rounds else []
    for zone, cards in by_zone(campaign).items():
        lines += zone_lines(zone, cards, style)
    return "".join(f"{line}\n" for line in lines)


def played_text(played: RoundResult, style: Style = PLAIN) -> str:
    """The result of a round and its changes; ends in a line break."""
    who = people_text(played.winners)
    length = f"{played.turns} turn{'s'[: played.turns != 1]}"
    lines = [f"round {played.round}: {who} won ({words(played.reason)}), {length}"]
    rows = []
    for each in played.variables:
        owner = f"{each.player} " if each.player is not None else ""
        rows.append([words(each.name), f"{owner}{value_text(each.before)} -> {value_text(each.now)}"])
    stayed = [change for change in played.cards if change.zone == change.to]
    rows += [[change.card, change_text(change)] for change in stayed]
    moved = [change for change in played.cards if change.zone != change.to]
    moved.sort(key=lambda change: (change.zone, change.to))
    for (zone, to), group in groupby(moved, lambda each: (each.zone, each.to)):
        named = (f"{change.card}{carried_text(change.now)}" for change in group)
        rows.append([f"{zone_text(zone)} -> {zone_text(to)}", ", ".join(named)])
    text = f"{style.titled(lines[0])}\n" + (f"{table(rows, indent=2, style=style)}\n" if rows else "")
    if played.over is not None:
        text += style.titled(f"the campaign is over: {people_text(played.over['winners'])} won it") + "\n"
    return text


def rounds_text(campaign: Campaign) -> str:
    """How many rounds have been played, and how many can follow at most."""
    rounds, left = campaign.rounds, campaign.rounds_left
    if not rounds:
        return f"before the first of {left} rounds" if left and left > 1 else "before the first round"
    played = f"{rounds} round{'s'[: rounds != 1]} played"
    return f"{played}, {left} left" if left else played


def ending_text(campaign: Campaign) -> str:
    """How the last round, or the campaign, ended."""
    ending = campaign.state.ending()
    who, why = people_text(ending["winners"]), words(ending["reason"])
    if campaign.is_over:
        return f"the campaign is over: {who} won it ({why})"
    return f"round {campaign.rounds}: {who} won ({why})"


def players_text(campaign: Campaign, style: Style) -> str:
    """The players, one a line, with their agents and variables."""
    own = {name: value for name, value in campaign.variables().items() if is_each(value)}
    rows = [["player", "agent", *map(words, own)]]
    for name, agent in zip(campaign.players, campaign.agents, strict=True):
        rows.append([name, str(agent), *(value_text(value[name]) for value in own.values())])
    return table(rows, "ll" + "r" * len(own), style=style)


def is_each(value: Any) -> bool:
    """Whether there is a value for each player; a remembered card is a mapping with its zone."""
    return isinstance(value, Mapping) and "zone" not in value


# ---- cards ---------------------------------------------------------------------------------------------------------


def by_zone(campaign: Campaign) -> dict[str, list[CampaignCard]]:
    """The cards of each zone, the deck first."""
    found: dict[str, list[CampaignCard]] = {zone: [] for zone in (DECK, *campaign.state.zone_names())}
    for card in campaign.cards():
        found[card.zone].append(card)
    return found


def zone_lines(zone: str, cards: Sequence[CampaignCard], style: Style) -> list[str]:
    """The cards of a zone: one a line if they carry something, then all others, counted."""
    lines = [style.titled(f" {zone_text(zone)}: {len(cards)} card{'s'[: len(cards) != 1]}")]
    lines += [style.titled(f"   {card.name}{carried_text(card.carried)}") for card in cards if card.carried]
    plain = [card.name for card in cards if not card.carried]
    counts = {name: plain.count(name) for name in dict.fromkeys(plain)}
    counted = [name if n == 1 else f"{n} {name}" for name, n in counts.items()]
    named = ", ".join(each.replace(" ", "\0") for each in counted)
    wrapped = textwrap.wrap(named, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [*lines, *(style.titled(f"   {line}".replace("\0", " ")) for line in wrapped)]


def zone_text(zone: str) -> str:
    """A zone in words: `hand of Ann`."""
    owner, dot, name = zone.rpartition(".")
    return f"{words(name)} of {owner}" if dot else words(zone)


def carried_text(carried: Mapping[str, Any]) -> str:
    """What a card carries, in brackets."""
    shown = ", ".join(carry_text(name, value) for name, value in carried.items())
    return f" [{shown}]" if shown else ""


def carry_text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return words(name) if value else f"not {words(name)}"
    return f"{words(name)} {value_text(value)}"


def change_text(change: CardChange) -> str:
    """What a card carries now, and carried before."""
    changes = (
        f"{words(name)} {value_text(change.before[name])} -> {value_text(value)}" for name, value in change.now.items()
    )
    return ", ".join(changes)


def value_text(value: Any) -> str:
    """A value in words."""
    if isinstance(value, list | tuple):
        return people_text(value)
    if isinstance(value, Mapping):
        return f"{value['card']} in {zone_text(str(value['zone']))}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nobody" if value is None else words(value) if isinstance(value, str) else str(value)


def people_text(people: Sequence[str]) -> str:
    """Players in a sentence."""
    *others, last = people or ("nobody",)
    return f"{', '.join(others)} and {last}" if others else last
