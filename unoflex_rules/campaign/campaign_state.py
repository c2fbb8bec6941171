"""The state of a campaign between two rounds, in the words of its players: cards, what they carry, variables.

Not here: the state vector (resting_state.py), or the file (campaign_writer.py, campaign_reader.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, TypeAlias

from unoflex_rules.campaign.campaign_names import CampaignNames, PlainValue, Print
from unoflex_rules.campaign.resting_state import (
    WORDS,
    at_rest,
    beginning,
    in_deck,
    kept_variables,
    kept_zones,
    words_of,
)
from unoflex_rules.play.observation import pile
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import StateVariable

ALL = "all"  # the name of all cards where faces are shuffled: each may be any print
DECK = "deck"  # the name of the zone from which the next round is dealt
#: A card, a card with what it carries, a count of plain copies, or several of these.
Item: TypeAlias = str | dict[str, Any] | list[Any]


@dataclass(frozen=True)
class CampaignCard:
    """A physical card between two rounds: its name, its kept zone or `deck`, and what it carries.

    `carried`: by attribute, if it differs from what the card carries at first; players by name.
    """

    name: str
    zone: str
    carried: dict[str, PlainValue]

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "zone": self.zone, "carried": self.carried}


@dataclass
class CampaignProgress:
    """How far a campaign is, with players as seats. `winners`, `reason`: of the last round, or of the campaign."""

    rounds: int
    turns: int = 0
    decisions: int = 0
    first: int | None = None
    turn: int | None = None
    laid_face: int = 0
    left: Sequence[int] = ()
    winners: Sequence[int] = ()
    reason: int = 0
    over: bool = False


@dataclass
class CampaignState:
    """A campaign between two rounds.

    `absent`: by attribute and physical card, the names of people who do not play. `words`: the generator of the
    agents; `places`: how many numbers of its script each agent has used.
    """

    names: CampaignNames = field(compare=False)
    vector: list[int]
    absent: dict[tuple[str, int], list[str]]
    words: list[int]
    places: list[int]

    @classmethod
    def new(cls, names: CampaignNames, seed: int) -> CampaignState:
        """A campaign before its first round."""
        program = names.program
        return cls(names, beginning(program, seed), {}, words_of(seed, 0, 1), [0] * program.players)

    def after(self, state: Sequence[int]) -> CampaignState:
        """The campaign after a round that ended in `state`."""
        rest = at_rest(self.names.program, state)
        marks = {variable.name: variable for variable in self.names.program.card_attributes}
        absent = {
            (name, card): people
            for (name, card), people in self.absent.items()
            if marks[name].kind == "players" or rest[marks[name].slot + card] == at.NONE
        }
        return CampaignState(self.names, rest, absent, self.words, self.places)

    @cached_property
    def first_vector(self) -> list[int]:
        """The vector in which every card carries what it carries at first."""
        return beginning(self.names.program, 0)

    # ---- changes that a file makes -------------------------------------------------------------------------------

    def set_progress(self, progress: CampaignProgress) -> None:
        vector = self.vector
        vector[at.S_ROUND], vector[at.S_TURNS] = progress.rounds, progress.turns
        vector[at.S_DECISIONS] = progress.decisions
        vector[at.S_FIRST] = at.NONE if progress.first is None else progress.first
        vector[at.S_SELF] = vector[at.S_SELF] if progress.turn is None else progress.turn
        vector[at.S_FACE] = progress.laid_face
        vector[at.S_IN_GAME] &= ~sum(1 << seat for seat in set(progress.left))
        vector[at.S_IN] = vector[at.S_IN_GAME]
        vector[at.S_WINNERS] = sum(1 << seat for seat in set(progress.winners))
        vector[at.S_REASON] = progress.reason
        vector[at.S_STATUS] = at.OVER if progress.over else at.RUNNING

    def set_chance(self, game: list[int], agents: list[int], places: Mapping[int, int]) -> None:
        """Set the generators of the game and of the agents, and the places in scripts."""
        self.vector[at.S_RNG : at.S_RNG + WORDS] = game
        self.words = list(agents)
        self.places = [places.get(seat, 0) for seat in range(len(self.places))]

    def reseed(self, seed: int) -> None:
        """Let the seed decide all chance from here on, with another stream for each round."""
        self.set_chance(words_of(seed, self.rounds, 0), words_of(seed, self.rounds, 1), {})

    def remember(self, slot: int, printed: Print, copy: int, zone: int) -> None:
        """Let a variable remember a copy (from 1) of a card in a zone."""
        prints = self.names.all_prints(self.vector)
        copies = [card for card, there in enumerate(prints) if there == printed]
        self.vector[slot], self.vector[slot + 1] = copies[min(copy, len(copies)) - 1], zone

    # ---- cards ---------------------------------------------------------------------------------------------------

    def label(self, card: int) -> str:
        """The name of a physical card."""
        return self.names.label(self.names.print_of(self.vector, card))

    def first_label(self, card: int) -> str:
        """The name of a physical card before the first round."""
        return self.names.label(self.names.print_of(self.first_vector, card))

    def value(self, attribute: StateVariable, card: int) -> PlainValue:
        """What a physical card carries of an attribute; people who do not play come last."""
        value = self.names.plain(attribute, self.vector[attribute.slot + card])
        absent = self.absent.get((attribute.name, card), [])
        if isinstance(value, list):
            return [*value, *absent]
        return absent[0] if absent else value

    def carried(self, card: int) -> dict[str, PlainValue]:
        """What a physical card carries, if it differs from the first value."""
        return {
            attribute.name: self.value(attribute, card)
            for attribute in self.names.program.card_attributes
            if self.vector[attribute.slot + card] != self.first_vector[attribute.slot + card]
            or (attribute.name, card) in self.absent
        }

    def zone_of(self, card: int) -> str:
        """The kept zone of a physical card, or the deck."""
        zone = self.vector[self.names.program.vector[at.P_PLACE] + card]
        return self.names.zone_name(zone) if zone in kept_zones(self.names.program) else DECK

    def zone_names(self) -> list[str]:
        """The names of the kept zones."""
        return [self.names.zone_name(zone) for zone in kept_zones(self.names.program)]

    def cards(self) -> list[CampaignCard]:
        """Every physical card, in the order of the deck."""
        cards = range(len(self.names.program.cards))
        return [CampaignCard(self.label(card), self.zone_of(card), self.carried(card)) for card in cards]

    # ---- the file ------------------------------------------------------------------------------------------------

    def progress(self) -> dict[str, Any]:
        """How far the campaign is, as it is written."""
        vector, names = self.vector, self.names
        found: dict[str, Any] = {"rounds": self.rounds}
        if not self.rounds:
            return found
        found |= {"turns": vector[at.S_TURNS], "decisions": vector[at.S_DECISIONS]}
        found["first"] = None if vector[at.S_FIRST] == at.NONE else names.players[vector[at.S_FIRST]]
        found["turn"] = names.players[vector[at.S_SELF]]
        if len(names.program.faces) > 1:
            found["laid_face"] = names.program.faces[vector[at.S_FACE]]
        left = names.player_names(~vector[at.S_IN_GAME])
        if left:
            found["left"] = left
        found["over" if self.is_over else "last_round"] = self.ending()
        return found

    def variables(self) -> dict[str, Any]:
        """The variables that last, by name; those of players by player."""
        found: dict[str, Any] = {}
        for variable in kept_variables(self.names.program):
            slots = (variable.slot + number * variable.width for number in range(variable.count))
            values = [self.variable_value(variable, slot) for slot in slots]
            per_player = variable.count > 1
            found[variable.name] = dict(zip(self.names.players, values, strict=True)) if per_player else values[0]
        return found

    def variable_value(self, variable: StateVariable, slot: int) -> Any:
        number = self.vector[slot]
        if variable.kind != "card":
            return self.names.plain(variable, number)
        if number == at.NONE or self.vector[slot + 1] == at.NONE:
            return None
        copies = [each for each in range(len(self.names.program.cards)) if self.label(each) == self.label(number)]
        found = {"card": self.label(number), "zone": self.names.zone_name(self.vector[slot + 1])}
        return found if len(copies) == 1 else found | {"copy": copies.index(number) + 1}

    def deck(self) -> list[Item]:
        """The cards of the next round: those that carry something, then all others, counted."""
        marked, plain = self.deck_order()
        found: list[Item] = [{self.label(card): self.carried(card)} for card in marked]
        labels = list(map(self.label, plain))
        if not self.names.program.shuffles_faces:
            labels.sort(key={label: place for place, label in reversed([*enumerate(labels)])}.__getitem__)
        counts = ((label, len([*group])) for label, group in groupby(labels))
        rest: list[Item] = [label if count == 1 else {label: count} for label, count in counts]
        return [*found, rest] if found and rest else found or rest

    def deck_order(self) -> tuple[list[int], list[int]]:
        """The cards of the deck that carry something, and those that do not."""
        cards = in_deck(self.names.program, self.vector)
        marked = [card for card in cards if self.carried(card)]
        return marked, [card for card in cards if card not in set(marked)]

    def zones(self) -> dict[str, Any]:
        """The cards of the kept zones, from the top; those of players by player."""
        found: dict[str, Any] = {}
        for zone in kept_zones(self.names.program):
            named, cards = self.names.program.zones[zone], self.in_zone(zone)
            if named.seat == at.NONE:
                found[named.name] = cards
            else:
                found.setdefault(named.name, {})[self.names.players[named.seat]] = cards
        return found

    def in_zone(self, zone: int) -> list[Item]:
        """The cards of a zone, from the top; neighbours that carry nothing form one list."""
        cards = pile(self.names.program, self.vector, zone)[::-1]
        found: list[Item] = []
        for marked, group in groupby(cards, lambda card: bool(self.carried(card))):
            if marked:
                found += [{self.label(card): self.carried(card)} for card in group]
            else:
                found.append([self.label(card) for card in group])
        alone = found[0] if len(found) == 1 else None
        return alone if isinstance(alone, list) else found

    def chance(self) -> dict[str, Any]:
        """The generators, and all else that makes a continued campaign equal to an uninterrupted one."""
        found: dict[str, Any] = {"game": self.vector[at.S_RNG : at.S_RNG + WORDS], "agents": self.words}
        if any(self.places):
            found["scripts"] = {name: place for name, place in zip(self.names.players, self.places) if place}
        order = self.order()
        return found | ({"order": order} if order else {})

    def order(self) -> dict[str, list[int]]:
        """Which copy each card is, in the order of the file: the deck, then zones from the bottom.

        Copies in their own order are left out.
        """
        marked, plain = self.deck_order()
        program = self.names.program
        zones = [card for zone in kept_zones(program) for card in pile(program, self.vector, zone)]
        written: dict[str, list[int]] = {}
        for card in [*marked, *plain, *zones]:
            written.setdefault(ALL if program.shuffles_faces else self.label(card), []).append(card)
        ranks = {name: [sorted(cards).index(card) + 1 for card in cards] for name, cards in written.items()}
        return {name: rank for name, rank in ranks.items() if rank != sorted(rank)}

    # ---- how it ends ---------------------------------------------------------------------------------------------

    def ending(self) -> dict[str, Any]:
        """Who won the last round, or the campaign, and why."""
        reason = self.names.program.reasons[self.vector[at.S_REASON]]
        return {"winners": self.names.player_names(self.vector[at.S_WINNERS]), "reason": reason}

    @property
    def is_over(self) -> bool:
        return self.vector[at.S_STATUS] == at.OVER

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return self.vector[at.S_ROUND]

    def rounds_left(self) -> int | None:
        """How many rounds can follow at most; None if neither a number of rounds nor a zone that is used up ends it.

        A zone is expected to lose as many cards in each round as before.
        """
        program = self.names.program
        counts = [program.last_round - self.rounds] if program.last_round else []
        if program.used_up is not None and self.rounds:
            first = program.vector[at.P_FIRST_ZONE]
            held = program.vector[first : first + len(program.cards)].count(program.used_up)
            left = int(self.vector[program.vector[at.P_SIZE] + program.used_up])
            counts += [-(-left * self.rounds // (held - left))] if held > left else []
        return max(min(counts), 0) if counts else None
