"""A program: the integer vector that the engine runs, and the names of its numbers.

Not here: how it is made (compiler), run (engine) or printed (listing.py).
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from unoflex_rules.program.layout import (
    INSTRUCTION,
    P_CARDS,
    P_COUNTERS,
    P_DECLARED,
    P_KIND,
    P_KINDS,
    P_LOOKS,
    P_PLAYERS,
    P_PRINTS,
    P_REASONS,
    P_STATE_SIZE,
    P_VERBS,
)
from unoflex_rules.program.results import TableSizes, row_size, work_size


@dataclass(frozen=True)
class Place:
    """A line of a ruleset's file."""

    file: str
    line: int
    column: int

    @property
    def at(self) -> tuple[str, int, int]:
        """The place as plain values."""
        return self.file, self.line, self.column

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class InstructionSource:
    """The source of an instruction: its statement, and the calls that led there, outermost first.

    `own`: the innermost of these places in the ruleset's own file, if there is one.
    """

    place: Place
    chain: tuple[Place, ...] = ()
    own: Place | None = None

    @property
    def outermost(self) -> Place:
        """The outermost call, or the statement itself."""
        return self.chain[0] if self.chain else self.place

    @property
    def shown(self) -> Place:
        """The place to show: the one in the author's own file, else the outermost."""
        return self.own or self.outermost

    def of_file(self, file: str) -> InstructionSource:
        """The same source, with `own` for this file."""
        own = [place for place in (*self.chain, self.place) if place.file == file]
        return InstructionSource(self.place, self.chain, own[-1] if own else None)


@dataclass(frozen=True)
class ZoneName:
    """A zone of the program: its declared name, its owner (NONE if shared), who sees what, whether it is a hand."""

    name: str
    seat: int
    visible: dict[str, str]
    top: dict[str, str]
    hand: bool = False
    title: str = ""

    def __str__(self) -> str:
        return self.name if self.seat < 0 else f"P{self.seat}.{self.name}"


@dataclass(frozen=True)
class StateVariable:
    """A declared variable: its slot, the size of a value, the names of its values."""

    name: str
    slot: int
    count: int  # 1, or the number of players
    width: int  # 1, or 2 for a remembered card
    kind: str  # bool, int, enum, player, players, card
    values: tuple[str, ...]
    visible: str
    low: int | None = None  # of a number: the least value
    high: int | None = None
    titles: tuple[str, ...] = ()  # titles of the values, if they have any
    optional: bool = False  # whether -1 stands for no value
    title: str = ""  # its title, or its name in words


@dataclass(frozen=True)
class RandomDraw:
    """A random draw at one place of a program: its outcome, and the weights of its values.

    `weights`: the points of each value, if the engine draws a point instead of a value; `outcomes`: the numbers of
    those values, by default their positions. `sums`: for computed weights, the state slots with the cumulative weights;
    the value of this draw is known only from the draw that `repeats` it.
    """

    outcome: StateVariable
    weights: tuple[int, ...] = ()
    outcomes: tuple[int, ...] = ()
    sums: tuple[int, ...] = ()
    repeats: bool = False

    def weighed(self, state: Sequence[int]) -> RandomDraw:
        """The draw with its weights in a state."""
        if not self.sums:
            return self
        up_to = [int(state[slot]) for slot in self.sums]
        return replace(self, weights=tuple(b - a for a, b in zip([0, *up_to], up_to, strict=False)), sums=())

    def number(self, drawn: int) -> int:
        """The number of the value for what the engine drew."""
        place, reached = drawn, 0
        for at, weight in enumerate(self.weights):
            reached += weight
            if drawn < reached:
                place = at
                break
        return self.outcomes[place] if 0 <= place < len(self.outcomes) else place

    def drawn(self, number: int) -> int:
        """What the engine draws for a value; -1 for a value that it never draws."""
        place = number
        if self.outcomes:
            place = self.outcomes.index(number) if number in self.outcomes else -1
        if not self.weights or place < 0:
            return place
        return sum(self.weights[:place]) if place < len(self.weights) and self.weights[place] else -1


@dataclass(frozen=True)
class Question:
    """A decision of the program: its subject, and the verbs that other players never see taken."""

    about: str
    quiet: frozenset[int]
    choice: str = ""
    values: tuple[str, ...] = ()
    #: Names of the values that each verb's option offers; empty for plain numbers.
    verb_values: dict[int, tuple[str, ...]] = field(default_factory=dict)
    #: ... and their titles.
    verb_titles: dict[int, tuple[str, ...]] = field(default_factory=dict)
    #: Code address at which the question is asked anew after a player has left.
    again: int = 0
    #: Whether the turn is finished even if its player leaves.
    under_way: bool = False

    @property
    def private(self) -> bool:
        """Whether other players do not see that it is asked."""
        return bool(self.quiet)


@dataclass(frozen=True)
class Leaving:
    """How players leave a game: the reason with which it ends when one player remains, and the state rules.

    `rules`: the code address of the state rules and the slot that says where they come back to, if they are to be
    looked at when somebody leaves.
    """

    reason: int
    rules: tuple[int, int] | None


@dataclass(frozen=True)
class DeclaredCounter:
    """A counter that the ruleset declares for reports: its name, its title, and the unit of its mean.

    `share`: it tells of how many games, rounds or turns something is so, each of which counts at most once.
    """

    name: str
    title: str
    per: str  # game, round, turn
    share: bool = False


@dataclass
class Program:
    """A ruleset for a number of players and values of its options, as integers and names."""

    ruleset: str
    title: str
    players: int
    vector: list[int]
    options: dict[str, str]
    code_start: int
    code_end: int
    sources: dict[int, InstructionSource]
    zones: list[ZoneName]
    hand: str  # the zone that is a player's hand; empty if players have no zones
    variables: list[StateVariable]
    active: list[StateVariable]
    verbs: list[str]
    kinds: list[str]
    faces: list[str]
    looks: list[list[str]]  # per look: its title on each face
    shorts: list[list[str]]  # per look: its short name on each face, in the ruleset's notation
    cards: list[int]  # per physical card: its look
    card_attributes: list[StateVariable]
    reasons: list[str]
    questions: dict[int, Question]
    chances: dict[int, RandomDraw]  # by the address of the instruction that draws
    choices: list[str]
    choice_values: dict[str, tuple[str, ...]]
    face_slot: int
    overlays: tuple[str, ...] = ()  # overlays laid on the ruleset
    leaving: Leaving | None = None  # None: players leave by the rules only
    card_verbs: frozenset[int] = frozenset()  # verbs whose options name a card
    combined_verbs: frozenset[int] = frozenset()  # verbs whose options name several cards
    counts: tuple[DeclaredCounter, ...] = ()
    scores: tuple[str, ...] = ()  # columns of the players' scores in the row of a game: `P0.score` ...
    place_slot: int | None = None  # state slot of the first player's place; None if players have no places
    kind_places: dict[str, Place] = field(default_factory=dict)  # where each kind of card is declared
    library_effects: tuple[str, ...] = ()
    labels: dict[int, str] = field(default_factory=dict)
    slot_names: dict[int, str] = field(default_factory=dict)
    attribute_names: dict[int, str] = field(default_factory=dict)
    chooses_cards: bool = False  # whether a choice may be a card
    choice_titles: dict[str, tuple[str, ...]] = field(default_factory=dict)  # titles of the choice_values
    kind_titles: dict[str, str] = field(default_factory=dict)  # titles of the kinds of cards
    face_titles: dict[str, str] = field(default_factory=dict)  # titles of the faces
    last_round: int = 0  # the round that ends the game at the latest; 0 if the rules name none
    laid_on: int | None = None  # the shared zone on which cards are laid
    used_up: int | None = None  # the zone whose last card ends the game
    signs: dict[str, str] = field(default_factory=dict)  # signs in titles, each with the mark of its value
    file: str = ""  # from which the ruleset was loaded

    @property
    def state_size(self) -> int:
        """Integers in a state."""
        return self.vector[P_STATE_SIZE]

    @property
    def work_size(self) -> int:
        """Integers in a work space."""
        v = self.vector
        return work_size(v[P_COUNTERS], v[P_KINDS], v[P_PLAYERS], v[P_DECLARED])

    @property
    def table_sizes(self) -> TableSizes:
        """The sizes of the tables in the result of a batch."""
        v = self.vector
        return TableSizes(v[P_REASONS], v[P_VERBS], v[P_KINDS], v[P_DECLARED])

    @property
    def row_size(self) -> int:
        """Integers in the row of one game."""
        return row_size(len(self.scores), len(self.counts))

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that depend on everything that the engine reads."""
        numbers = array("q", [*self.vector, self.vector[P_PLAYERS]])
        return hashlib.sha256(numbers.tobytes()).hexdigest()[:12]

    def source(self, address: int) -> InstructionSource | None:
        """The source of the instruction at `address`, or of the one before it.

        None for instructions that no statement made, such as the beginning of a turn.
        """
        return self.sources.get(address) or self.sources.get(address - INSTRUCTION)

    def card_name(self, card: int, face: int = 0) -> str:
        """The name of a physical card on a face."""
        return self.looks[self.cards[card]][face]

    def look_of(self, state: Sequence[int], card: int, face: int) -> int:
        """The look printed on a face of a physical card: its own, unless the game shuffles faces."""
        prints = self.vector[P_PRINTS]
        return int(state[prints + face * self.vector[P_CARDS] + card]) if prints else self.cards[card]

    @property
    def shuffles_faces(self) -> bool:
        """Whether the print of a face may move to another card."""
        return self.vector[P_PRINTS] != 0

    def kind_of(self, card: int, face: int = 0) -> str:
        """The kind of what is printed on a face of a physical card."""
        place = self.vector[P_KIND] + max(face, 0) * self.vector[P_LOOKS] + self.cards[card]
        return self.kinds[self.vector[place]]
