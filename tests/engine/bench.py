"""Hand-made vectors for tests of the engine's functions without a ruleset. Not here: tests."""

from collections.abc import Sequence

from unoflex_rules.play.machine import options_in
from unoflex_rules.program import layout as at
from unoflex_rules.program import results

TURN, TURN_END, BLOCKED, ROUND_END, HERE = 1001, 1002, 1003, 1004, 1005  # recognisable code addresses
DEPTHS = 4


class Bench:
    """A program `p` without code, a state `s` at the start of a round, and a workspace `w` that records.

    `zones`: the cards of each zone, bottom first. `looks`: the look of each card. `faces`: their number. `carried`: per
    attribute, its value on each card. `hands`: the owner of each zone if it is a hand (NONE: no owner, the default).
    Each look is a separate kind. `declared`: the number of declared counters.
    """

    def __init__(
        self,
        zones: Sequence[Sequence[int]] = ((),),
        players: int = 4,
        looks: Sequence[int] = (),
        faces: int = 1,
        carried: Sequence[Sequence[int]] = (),
        hands: Sequence[int] = (),
        declared: int = 0,
    ) -> None:
        cards = sum(map(len, zones))
        looks = list(looks) or list(range(cards))
        self.p = p = [0] * at.P_HEADER
        p[at.P_PLAYERS], p[at.P_CARDS], p[at.P_ZONES] = players, cards, len(zones)
        p[at.P_LOOKS], p[at.P_FACES] = max(looks, default=0) + 1, faces
        p[at.P_TURN], p[at.P_TURN_END], p[at.P_BLOCKED], p[at.P_ROUND_END] = TURN, TURN_END, BLOCKED, ROUND_END
        p[at.P_LOOK], p[at.P_KIND] = self.data(*looks), self.data(*(list(range(p[at.P_LOOKS])) * faces))
        p[at.P_KINDS], p[at.P_DECLARED] = p[at.P_LOOKS], declared
        p[at.P_HANDS] = self.data(*(hands or (at.NONE for _ in zones)), at.NONE)
        p[at.P_COUNTERS] = at.counters_place(cards, p[at.P_LOOKS], faces)
        p[at.P_KEPT] = self.data(*(0 for _ in range(len(zones) + 1)))
        for resets in (at.P_TURN_RESETS, at.P_ROUND_RESETS, at.P_GAME_RESETS):
            p[resets] = self.data(0)
        self.s: list[int] = [0] * at.S_HEADER
        p[at.P_FRONT] = self.slots(0)
        p[at.P_PLACE] = self.slots(*(0 for _ in range(cards)))
        p[at.P_SIZE] = self.slots(*map(len, zones))
        p[at.P_SCOPES] = self.slots(*(0 for _ in range(2 * DEPTHS)))
        p[at.P_CARD_ATTRIBUTES] = len(carried)
        p[at.P_CARD_STATE] = self.slots(*(value for values in carried for value in values))
        p[at.P_PILE] = self.slots(*(0 for _ in range(len(zones) * cards)))
        s = self.s
        for zone, pile in enumerate(zones):
            for place, card in enumerate(pile):
                s[p[at.P_PILE] + zone * cards + place] = card
                s[p[at.P_PLACE] + card] = zone
        s[at.S_IN] = s[at.S_IN_GAME] = (1 << players) - 1
        s[at.S_DIRECTION], s[at.S_GO_TO], s[at.S_PASSED] = 1, at.NONE, at.NONE
        s[at.S_ASKED], s[at.S_FIRST] = at.NONE, at.NONE
        s[at.S_LIMIT] = 100
        self.w = [0] * results.work_size(p[at.P_COUNTERS], p[at.P_KINDS], players, declared)
        self.w[at.W_RECORD] = 1
        self.w[at.W_ACTING] = at.NONE

    def data(self, *values: int) -> int:
        """Append values to the program; return their address."""
        self.p += values
        return len(self.p) - len(values)

    def slots(self, *values: int) -> int:
        """Append values to the state; return the first slot."""
        self.s += values
        return len(self.s) - len(values)

    @property
    def zones(self) -> list[list[int]]:
        """Return the cards of each zone, bottom first."""
        p, s = self.p, self.s
        first = [p[at.P_PILE] + zone * p[at.P_CARDS] for zone in range(p[at.P_ZONES])]
        return [s[start : start + s[p[at.P_SIZE] + zone]] for zone, start in enumerate(first)]

    @property
    def places(self) -> list[int]:
        """Return, for each card, its recorded zone."""
        return self.s[self.p[at.P_PLACE] :][: self.p[at.P_CARDS]]

    @property
    def is_sound(self) -> bool:
        """Return whether zones and places agree."""
        return all(self.places[card] == zone for zone, cards in enumerate(self.zones) for card in cards)

    @property
    def events(self) -> list[tuple[int, ...]]:
        """Return the recorded events: kind and four values each."""
        rows = range(at.W_EVENT, at.W_EVENT + self.w[at.W_EVENTS] * at.EVENT_COLUMNS, at.EVENT_COLUMNS)
        return [tuple(self.w[row : row + 5]) for row in rows]

    @property
    def options(self) -> list[tuple[int, ...]]:
        """Return the options: verb, card, face, choice, choice, address of the description."""
        return list(options_in(self.w))
