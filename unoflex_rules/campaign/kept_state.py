"""What is kept of a campaign, in the words of its players: where each card lies, what it carries, all that is noted.

Not here: the state itself (resting_state.py), how it is written to a file (campaign_writer.py) and read again
(campaign_reader.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeAlias

from unoflex_rules.campaign.player_names import CampaignNames, PlainValue, Print
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

#: What stands for all cards where chance decides what is on their faces: any of them may be any.
ALL = "all"
DECK = "deck"  # what the zone is called from which the next round is dealt
#: A card, one with what it carries, so many copies of one that carries nothing, or several of these.
Item: TypeAlias = str | dict[str, Any] | list[Any]


@dataclass(frozen=True)
class CampaignCard:
    """A physical card between two rounds: its name, the kept zone where it lies or `deck`, and what it carries.

    `carried`: by attribute, as far as it is not what its like carry at first; players are names.
    """

    name: str
    zone: str
    carried: dict[str, PlainValue]

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "zone": self.zone, "carried": self.carried}


@dataclass
class CampaignProgress:
    """How far a campaign is; players are seats. `winners` and `reason` are those of the last round, or of it all."""

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
    """A campaign between two rounds: its state at rest, and what no state holds.

    `absent`: by attribute and physical card, the names of people who do not play; the game knows nothing of them.
    `words`: the generator of the engine's agents; `places`: how many numbers of its script each of them has used.
    """

    terms: CampaignNames = field(compare=False)
    state: list[int]
    absent: dict[tuple[str, int], list[str]]
    words: list[int]
    places: list[int]

    @classmethod
    def new(cls, terms: CampaignNames, seed: int) -> CampaignState:
        """A campaign before its first round."""
        players = terms.program.players
        return cls(terms, beginning(terms.program, seed), {}, words_of(seed, 0, 1), [0] * players)

    def after(self, state: Sequence[int]) -> CampaignState:
        """What is kept after a round that has come to `state`."""
        rest = at_rest(self.terms.program, state)
        marks = {variable.name: variable for variable in self.terms.program.card_attributes}
        absent = {
            (name, card): people
            for (name, card), people in self.absent.items()
            if marks[name].kind == "players" or rest[marks[name].slot + card] == at.NONE
        }
        return CampaignState(self.terms, rest, absent, self.words, self.places)

    def note(self, progress: CampaignProgress) -> None:
        """Take over how far the campaign is."""
        state, over = self.state, progress.over
        state[at.S_ROUND], state[at.S_TURNS] = progress.rounds, progress.turns
        state[at.S_DECISIONS] = progress.decisions
        state[at.S_FIRST] = at.NONE if progress.first is None else progress.first
        state[at.S_SELF] = state[at.S_SELF] if progress.turn is None else progress.turn
        state[at.S_FACE] = progress.laid_face
        state[at.S_IN_GAME] &= ~sum(1 << seat for seat in set(progress.left))
        state[at.S_IN] = state[at.S_IN_GAME]
        state[at.S_WINNERS] = sum(1 << seat for seat in set(progress.winners))
        state[at.S_REASON] = progress.reason
        state[at.S_STATUS] = at.OVER if over else at.RUNNING

    def go_on(self, game: list[int], agents: list[int], places: Mapping[int, int]) -> None:
        """Take over where chance goes on: two generators, and how much of their scripts players have used."""
        self.state[at.S_RNG : at.S_RNG + WORDS] = game
        self.words = list(agents)
        self.places = [places.get(seat, 0) for seat in range(len(self.places))]

    def recall(self, slot: int, printed: Print, copy: int, zone: int) -> None:
        """Let a variable remember the `copy`-th of some cards, as long as it stays in a zone."""
        prints = self.terms.all_prints(self.state)
        copies = [card for card, there in enumerate(prints) if there == printed]
        self.state[slot], self.state[slot + 1] = copies[min(copy, len(copies)) - 1], zone

    def begin_anew(self, seed: int) -> None:
        """Let the seed decide what chance brings from here on, other things before each round."""
        self.go_on(words_of(seed, self.rounds, 0), words_of(seed, self.rounds, 1), {})

    # ---- cards ---------------------------------------------------------------------------------------------------

    def label(self, card: int) -> str:
        """What a physical card is called."""
        return self.terms.label(self.terms.print_of(self.state, card))

    def first_label(self, card: int) -> str:
        """What a physical card is called before the first round."""
        return self.terms.label(self.terms.print_of(first_carried(self.terms), card))

    def value(self, attribute: StateVariable, card: int) -> PlainValue:
        """What a physical card carries of one attribute; people who do not play come last."""
        written = self.terms.written(attribute, self.state[attribute.slot + card])
        absent = self.absent.get((attribute.name, card), [])
        if isinstance(written, list):
            return [*written, *absent]
        return absent[0] if absent else written

    def carried(self, card: int) -> dict[str, PlainValue]:
        """What a physical card carries, as far as it is not what its like carry at first."""
        start, found = first_carried(self.terms), {}
        for attribute in self.terms.program.card_attributes:
            slot = attribute.slot + card
            if self.state[slot] != start[slot] or (attribute.name, card) in self.absent:
                found[attribute.name] = self.value(attribute, card)
        return found

    def zone_of(self, card: int) -> str:
        """The kept zone in which a physical card lies, or the deck."""
        zone = self.state[self.terms.program.vector[at.P_PLACE] + card]
        return self.terms.zone_name(zone) if zone in kept_zones(self.terms.program) else DECK

    def zone_names(self) -> list[str]:
        """The names of the kept zones."""
        return [self.terms.zone_name(zone) for zone in kept_zones(self.terms.program)]

    def rounds_left(self) -> int | None:
        """How many rounds there are still at most, by their number or by what is left in the zone with whose last card
        the game ends, if every round takes as many cards from there as the rounds before; None where nobody can say.
        """
        program = self.terms.program
        counts = [program.last_round - self.rounds] if program.last_round else []
        if program.used_up is not None and self.rounds:
            first = program.vector[at.P_FIRST_ZONE]
            held = program.vector[first : first + len(program.cards)].count(program.used_up)
            left = int(self.state[program.vector[at.P_SIZE] + program.used_up])
            counts += [-(-left * self.rounds // (held - left))] if held > left else []
        return max(min(counts), 0) if counts else None

    def cards(self) -> list[CampaignCard]:
        """Every physical card, in the order of the deck."""
        cards = range(len(self.terms.program.cards))
        return [CampaignCard(self.label(card), self.zone_of(card), self.carried(card)) for card in cards]

    def deck(self) -> list[Item]:
        """The cards that the next round is played with: those that carry something, then all others, counted."""
        marked, plain = self.deck_order()
        found: list[Item] = [{self.label(card): self.carried(card)} for card in marked]
        labels = list(map(self.label, plain))
        if not self.terms.program.shuffles_faces:
            labels = sorted(labels, key={label: place for place, label in reversed([*enumerate(labels)])}.__getitem__)
        rest = [counted(label, len([*group])) for label, group in groupby(labels)]
        return [*found, rest] if found and rest else found or rest

    def deck_order(self) -> tuple[list[int], list[int]]:
        """The cards of the deck that carry something, and those that do not."""
        cards = in_deck(self.terms.program, self.state)
        marked = [card for card in cards if self.carried(card)]
        return marked, [card for card in cards if card not in set(marked)]

    def zones(self) -> dict[str, Any]:
        """The cards of kept zones, from the top; by player, where each has his own."""
        found: dict[str, Any] = {}
        for zone in kept_zones(self.terms.program):
            named = self.terms.program.zones[zone]
            cards = self.in_zone(zone)
            if named.seat == at.NONE:
                found[named.name] = cards
            else:
                found.setdefault(named.name, {})[self.terms.people[named.seat]] = cards
        return found

    def in_zone(self, zone: int) -> list[Item]:
        """The cards of one zone, from the top; those without anything on them stand together."""
        cards = pile(self.terms.program, self.state, zone)[::-1]
        found: list[Item] = []
        for marked, group in groupby(cards, lambda card: bool(self.carried(card))):
            if marked:
                found += [{self.label(card): self.carried(card)} for card in group]
            else:
                found.append([self.label(card) for card in group])
        alone = found[0] if len(found) == 1 else None
        return alone if isinstance(alone, list) else found

    def order(self) -> dict[str, list[int]]:
        """Which of several copies each is, where that is not their own order.

        They are taken as they are written in the deck, then in zones, there from the bottom up.
        """
        marked, plain = self.deck_order()
        program = self.terms.program
        zones = [card for zone in kept_zones(program) for card in pile(program, self.state, zone)]
        written: dict[str, list[int]] = {}
        for card in [*marked, *plain, *zones]:
            written.setdefault(ALL if program.shuffles_faces else self.label(card), []).append(card)
        ranks = {name: [sorted(cards).index(card) + 1 for card in cards] for name, cards in written.items()}
        return {name: rank for name, rank in ranks.items() if rank != sorted(rank)}

    # ---- what is noted -------------------------------------------------------------------------------------------

    def variables(self) -> dict[str, Any]:
        """What lasts for the game, by name; by player, where each has his own."""
        found: dict[str, Any] = {}
        for variable in kept_variables(self.terms.program):
            values = [self.noted(variable, variable.slot + k * variable.width) for k in range(variable.count)]
            each = variable.count > 1
            found[variable.name] = dict(zip(self.terms.people, values, strict=True)) if each else values[0]
        return found

    def noted(self, variable: StateVariable, slot: int) -> Any:
        number = self.state[slot]
        if variable.kind != "card":
            return self.terms.written(variable, number)
        if number == at.NONE or self.state[slot + 1] == at.NONE:
            return None
        copies = [each for each in range(len(self.terms.program.cards)) if self.label(each) == self.label(number)]
        found = {"card": self.label(number), "zone": self.terms.zone_name(self.state[slot + 1])}
        return found if len(copies) == 1 else found | {"copy": copies.index(number) + 1}

    def ending(self) -> dict[str, Any]:
        """Who has won the last round, or the campaign, and why."""
        reason = self.terms.program.reasons[self.state[at.S_REASON]]
        return {"winners": self.terms.seats(self.state[at.S_WINNERS]), "reason": reason}

    @property
    def is_over(self) -> bool:
        """Whether the campaign is over."""
        return self.state[at.S_STATUS] == at.OVER

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return self.state[at.S_ROUND]


def counted(label: str, count: int) -> Item:
    return label if count == 1 else {label: count}


def first_carried(terms: CampaignNames) -> list[int]:
    """The state in which every card carries what it carries at first."""
    if terms.first is None:
        terms.first = beginning(terms.program, 0)
    return terms.first


def progress(kept: CampaignState) -> dict[str, Any]:
    """How far a campaign is, as it is written."""
    state, terms = kept.state, kept.terms
    found: dict[str, Any] = {"rounds": kept.rounds}
    if not kept.rounds:
        return found
    found |= {"turns": state[at.S_TURNS], "decisions": state[at.S_DECISIONS]}
    found["first"] = None if state[at.S_FIRST] == at.NONE else terms.people[state[at.S_FIRST]]
    found["turn"] = terms.people[state[at.S_SELF]]
    if len(terms.program.faces) > 1:
        found["laid_face"] = terms.program.faces[state[at.S_FACE]]
    left = terms.seats((1 << len(terms.people)) - 1 - state[at.S_IN_GAME])
    if left:
        found["left"] = left
    found["over" if kept.is_over else "last_round"] = kept.ending()
    return found


def chance(kept: CampaignState) -> dict[str, Any]:
    """What goes on where the last round has ended, so that it is as if nobody had stopped."""
    found: dict[str, Any] = {"game": kept.state[at.S_RNG : at.S_RNG + len(kept.words)], "agents": kept.words}
    if any(kept.places):
        found["scripts"] = {name: place for name, place in zip(kept.terms.people, kept.places) if place}
    order = kept.order()
    return found | ({"order": order} if order else {})
