"""The table, the moves and the chance of a scenario, with all names looked up in the program.

Not here: expectations (expectations.py), or how a table is completed (table.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.naming.action_names import check_action, is_leaving
from unoflex_rules.naming.name_binder import NameBinder, is_null, items_of, number_of, text_of
from unoflex_rules.naming.program_names import NotFound
from unoflex_rules.scenario.chance import check_outcome
from unoflex_rules.scenario.deal_order import beginning, dealt, lays_first, wait_for_deal
from unoflex_rules.scenario.examples import ChanceOutcome, Move
from unoflex_rules.scenario.reading.sheet_models import Scenario
from unoflex_rules.scenario.table import NoCopyLeft, TableSetup, first_cards

REST = "..."
MOST_PLACES = 2  # places shown where the copies of a card are in use
FROM_START = ("players", "top", "hands", "draw_pile", "zones", "variables")


class ScenarioBinder(NameBinder):
    """Looks up the names of one scenario."""

    # ---- actions -------------------------------------------------------------------------------------------------

    def moves(self, node: Node | None) -> Iterator[Move]:
        """The actions of `play`."""
        for item in node if isinstance(node, Sequence) else [node]:
            for seat, entry in self.entries(item, self.names.seat):
                yield Move(seat, self.action(entry.node), entry.node.span, entry.key_span)

    def outcomes(self, node: Node | None) -> Iterator[ChanceOutcome]:
        """The outcomes of `chance`."""
        for item in node if isinstance(node, Sequence) else ():
            self.find(item.span, check_outcome, self.names, item.plain(), text_of(item))
            yield ChanceOutcome(item.plain(), text_of(item), item.span)

    def action(self, node: Node) -> str:
        """The text of an action; an unknown name in it is reported at its place in the text."""
        text = text_of(node)
        try:
            if not is_leaving(text):
                check_action(self.names, text)
        except NotFound as unknown:
            start = text.find(unknown.wanted)
            span = node.span
            if isinstance(node, Scalar) and unknown.wanted and start >= 0:
                span = node.sub_span(start, start + len(unknown.wanted))
            self.report(unknown, span)
        return text

    # ---- the table -----------------------------------------------------------------------------------------------

    def table(
        self, node: Mapping | None, scenario_node: Mapping, scenario: Scenario
    ) -> tuple[list[int], TableSetup | None] | None:
        """The state in which a scenario begins, and the setup of its first deal; None after a problem."""
        before = len(self.problems)
        setup, from_start = TableSetup(self.names), scenario.from_ == "start"
        if not from_start:
            setup.stage = scenario.from_
        if node is not None:
            for entry in node if from_start else ():
                if entry.key not in FROM_START:
                    message = f"`{entry.key}` follows from the start of the game: leave it out"
                    self.problems.error("E605", message, entry.key_span)
            self.set_values(setup, node)
            self.place_cards(setup, node, from_start)
        if len(self.problems) > before:
            return None
        one_round = scenario.rounds == "one" and not scenario.next_rounds
        state = beginning(setup, scenario.seed, one_round) if from_start else setup.state(scenario.seed, one_round)
        if scenario.next_rounds:
            wait_for_deal(state)
        return state, setup if from_start else None

    def deals(self, node: Node | None) -> list[tuple[TableSetup, Span]]:
        """The setups of the rounds after the first one, each with its place."""
        found = []
        for item in node if isinstance(node, Sequence) else ():
            assert isinstance(item, Mapping)
            setup = TableSetup(self.names)
            self.place_cards(setup, item, True)
            found.append((setup, item.head_span))
        return found

    def place_cards(self, setup: TableSetup, node: Mapping, from_start: bool) -> None:
        """Put the named cards into their zones."""
        self.taken: dict[int, Span] = {}
        top = node.get(("top",))
        if isinstance(top, Scalar):
            self.place_top(setup, top, node, from_start)
        places: list[tuple[int | None, Entry]] = []
        for seat, entry in self.entries(node.get(("hands",)), self.names.seat):
            places.append((self.find(entry.key_span, self.names.hand, seat), entry))
        if "draw_pile" in node:
            places.append((self.names.deck_zone, node.entries["draw_pile"]))
        if "discard" in node and not from_start:
            entry = node.entries["discard"]
            places.append((self.find(entry.key_span, lambda: self.names.discard), entry))
        places += self.entries(node.get(("zones",)), self.names.zone)
        for zone, entry in places:
            if zone is not None:
                self.fill_zone(setup, zone, entry, from_start)

    def place_top(self, setup: TableSetup, top: Scalar, node: Mapping, from_start: bool) -> None:
        """Put the top card on the discard pile, which is empty for `null`."""
        discard = self.find(top.span, lambda: self.names.discard)
        if discard is None:
            return
        if from_start and not lays_first(self.names):
            message = "this game has no start card: leave `top` out"
            self.problems.error("E605", message, node.span_of(("top",), key=True))
        elif top.text == "none" and not self.names.is_card(top.text):
            message = "to set up an empty discard pile, write `top: null`"
            self.problems.error("E208", message, top.span, suggestion="null")
        elif top.value is not None:
            setup.top = self.take(setup, top)
        elif from_start:
            message = "the rules turn up a start card: name it, or leave `top` out"
            self.problems.error("E605", message, top.span)
        elif "discard" in node:
            message = "there are no discards below a missing top card"
            self.problems.error("E605", message, top.span, label="`discard: []` alone sets up an empty pile")
        else:
            setup.zones[discard] = []

    def fill_zone(self, setup: TableSetup, zone: int, entry: Entry, from_start: bool) -> None:
        """Put the named cards into one zone, or so many cards."""
        if zone in setup.zones or zone in setup.counts:
            self.problems.error("E605", "the cards of this zone are listed twice", entry.key_span)
        elif isinstance(entry.node, Scalar) and isinstance(entry.node.value, int):
            count, span = entry.node.value, entry.node.span
            if count < 0:
                self.problems.error("E104", f"a zone cannot hold {count} cards", span)
            elif from_start:
                self.problems.error("E605", "the rules decide how many cards are dealt: name cards instead", span)
            elif count > len(self.program.cards):
                self.problems.error("E605", f"the deck has only {len(self.program.cards)} cards", span)
            setup.counts[zone] = count
        else:
            self.fill_with(setup, zone, [] if is_null(entry.node) else items_of(entry.node), entry.node, from_start)

    def fill_with(self, setup: TableSetup, zone: int, items: list[Node], node: Node, from_start: bool) -> None:
        """Put the named cards into a zone; `...` at the end stands for the rest of them."""
        is_deck, begins = zone == self.names.deck_zone, first_cards(self.program, zone)
        if items and text_of(items[-1]) == REST and not is_deck and begins:
            setup.with_own.add(zone)
            items.pop()
        if items and text_of(items[-1]) == REST:
            if setup.rest_zone is not None:
                self.problems.error("E605", "only one zone can hold the rest of the deck", items[-1].span)
            setup.rest_zone = zone
            items.pop()
        for early in (item for item in items if text_of(item) == REST):
            self.problems.error("E605", "`...`, the rest of the deck, must come last", early.span)
        items = [item for item in items if text_of(item) != REST]
        taken = [
            (item, card)
            for item in items
            if not self.problems.full and (card := self.take(setup, item, zone, from_start)) is not None
        ]
        cards = [card for _, card in taken]
        in_order = self.names.is_hand(zone) and not from_start  # a hand is listed in the order in which it grew
        setup.zones[zone] = cards[::-1] if in_order else cards
        if not from_start:
            return
        for item, card in taken:
            if begins and not is_deck and card not in begins:
                self.problems.error("E605", f"no `{text_of(item)}` begins in this zone", item.span)
        comes = dealt(self.names, zone)
        if (is_deck or not begins) and len(items) > comes:
            where = "stay here after the deal" if is_deck else "are dealt here"
            self.problems.error("E605", f"only {comes} cards {where}, not {len(items)}", node.span)

    def take(self, setup: TableSetup, node: Node, zone: int | None = None, from_start: bool = False) -> int | None:
        """Take a named card from the deck or, with `from_start`, from the cards that begin in the zone."""
        looks = self.find(node.span, self.names.looks, text_of(node))
        if looks is None:
            return None
        begins = first_cards(self.program, zone) if zone not in (None, self.names.deck_zone) else []
        try:
            if from_start and zone is not None and any(self.program.cards[card] in looks for card in begins):
                card = setup.take_there(looks, zone)  # the deal may still move it elsewhere
            else:
                card = setup.take(looks, zone, text_of(node))
        except NoCopyLeft as no_copy:
            copies = self.names.copies(looks)
            also = tuple((self.taken[card], "taken here") for card in copies if card in self.taken)[:MOST_PLACES]
            message = f"the deck has only {no_copy.copies} of `{text_of(node)}`, and all are in use"
            self.problems.error("E601", message, node.span, also=also)
            return None
        self.taken[card] = node.span
        return card

    def set_values(self, setup: TableSetup, node: Mapping) -> None:
        """Set seats, the direction, what is in force, variables, and what cards carry."""
        for seat in self.seats(node.get(("turn",))):
            setup.turn = seat
        setup.direction = number_of(node.get(("direction",)), setup.direction)
        setup.out = set(self.seats(node.get(("out",))))
        setup.winners = set(self.seats(node.get(("winners",))))
        if "winners" in node and setup.stage != "round_end":
            message = "no player has won yet: `winners` needs `from: round_end`"
            self.problems.error("E605", message, node.span_of(("winners",), key=True))
        if setup.out and not self.names.can_leave:
            message = "players never leave a round of this game"
            self.problems.error("E605", message, node.span_of(("out",), key=True))
        if setup.turn in setup.out:
            message = f"P{setup.turn} is out and cannot have the turn"
            self.problems.error("E605", message, node.span_of(("turn",) if "turn" in node else ("out",)))
        for seat, entry in self.entries(node.get(("misses",)), self.names.seat):
            setup.misses[seat] = number_of(entry.node)
        for variable, value, _ in self.values(node.get(("active",)), "active"):
            setup.active[variable.slot] = value
        for variable, owner, entry in self.variables(node.get(("variables",))):
            if variable.kind == "card" and not is_null(entry.node):
                message = f"`{variable.name}` remembers a card: it can be set only in play"
                self.problems.error("E605", message, entry.node.span)
                continue
            number = self.find(entry.node.span, self.names.value, variable, entry.node.plain())
            if number is not None:
                setup.values[variable.slot + (owner or 0) * variable.width] = number
        for looks, card in self.entries(node.get(("cards",)), self.names.looks):
            for mark, value, _ in self.values(card.node, "mark"):
                setup.mark(looks, mark, value)
