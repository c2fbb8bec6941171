"""Cards moved by events alone, to compare with the places in the engine. Not here: tests.

Uses nothing of the engine except the events of `Game.events` and the start of the deck.
"""

from unoflex_rules.play.event_log import Event
from unoflex_rules.play.game import Game
from unoflex_rules.play.observation import pile
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program


class Replay:
    """Zones as lists of card numbers, bottom first; `mixed` are zones in unknown order since a shuffle."""

    def __init__(self, program: Program) -> None:
        p = program.vector
        self.program = program
        self.names = [str(zone) for zone in program.zones]
        self.zones: dict[str, list[int]] = {name: [] for name in self.names}
        for card in range(p[at.P_CARDS]):
            self.zones[self.names[p[p[at.P_FIRST_ZONE] + card]]].append(card)
        self.mixed: set[str] = set()
        self.staying: list[int] = []
        self.heard = 0

    def follow(self, events: list[Event]) -> None:
        """Apply the new events among all events so far."""
        for event in events[self.heard :]:
            handler = getattr(self, f"on_{event.kind}", None)
            if handler is not None:
                handler(event)
            self.mixed = {name for name in self.mixed if self.zones[name]}
        self.heard = len(events)

    def on_move(self, event: Event) -> None:
        self.zones[event.zone].remove(event.number)
        there = self.zones[event.to]
        there.insert({"bottom": 0, "middle": len(there) // 2}.get(event.end, len(there)), event.number)
        if event.end == "anywhere":
            self.mixed.add(event.to)

    def on_stay(self, event: Event) -> None:
        self.staying.append(event.number)

    def on_move_all(self, event: Event) -> None:
        block = [card for card in self.zones[event.zone] if card not in self.staying]
        assert len(block) == event.count
        if event.zone not in self.mixed and self.staying:
            assert self.zones[event.zone][-len(self.staying) :] == self.staying
        self.zones[event.zone] = self.staying
        self.staying = []
        if event.zone in self.mixed or event.order == "shuffled":
            self.mixed.add(event.to)
        if event.order == "reversed":
            block.reverse()
        there = self.zones[event.to]
        self.zones[event.to] = block + there if event.end == "bottom" else there + block

    def on_shuffle(self, event: Event) -> None:
        assert len(self.zones[event.zone]) == event.count
        self.mixed.add(event.zone)

    def on_round(self, event: Event) -> None:
        if event.count == 1:
            return
        p = self.program.vector
        kept = {name for number, name in enumerate(self.names) if p[p[at.P_KEPT] + number]}
        loose = sorted(card for name in self.names if name not in kept for card in self.zones[name])
        for name in self.names:
            if name not in kept:
                self.zones[name] = []
        self.mixed &= kept
        deck = self.names[p[at.P_DECK_ZONE]]
        self.zones[deck] = loose

    def agrees_with(self, game: Game) -> None:
        """Assert the same cards in each zone, in the same order unless they were shuffled."""
        state = game.state
        for number, name in enumerate(self.names):
            cards = pile(self.program, state, number)
            if name in self.mixed:
                assert sorted(self.zones[name]) == sorted(cards), f"events lead to other cards in {name}"
            else:
                assert self.zones[name] == cards, f"events lead to another order in {name}"
