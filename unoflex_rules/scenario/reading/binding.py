"""What a table and actions mean in one game: names become numbers, or problems at their place.

Not here: expectations (expectations.py), or how the table is completed (table.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from unoflex_rules.language.diagnostics.problems import Problems, Span, nearest, with_article
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.naming.program_names import DISCARD, HAND, NotFound, ProgramNames, same_parts
from unoflex_rules.scenario.chance import check as check_chance
from unoflex_rules.scenario.deal_order import beginning, dealt, lays_first, waiting
from unoflex_rules.scenario.examples import ChanceOutcome, Move, is_leaving
from unoflex_rules.scenario.reading.sheet_models import Scenario
from unoflex_rules.scenario.table import NoCopyLeft, TableSetup, first_cards

Found = TypeVar("Found")
REST = "..."
MOST_PLACES = 2  # places where the copies of a card went
MOST_LISTED = 16  # names listed in a note
FROM_START = ("players", "top", "hands", "draw_pile", "zones", "variables")


def setting_text(value: Any) -> str:
    """The value of an option as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def text_of(node: Node | None) -> str:
    """What is written at a scalar."""
    return node.text if isinstance(node, Scalar) else ""


class NameBinder:
    """Understands the names of one scenario."""

    def __init__(self, names: ProgramNames, problems: Problems) -> None:
        self.start: TableSetup | None = None  # how the first round is dealt, where the game begins with the scenario
        self.names, self.problems = names, problems
        self.program = names.program

    # ---- names ---------------------------------------------------------------------------------------------------

    def find(self, span: Span, find: Callable[..., Found], *given: Any) -> Found | None:
        """What `find` finds, or None after telling what is not there."""
        try:
            return find(*given)
        except NotFound as lost:
            self.tell(lost, span)
            return None

    def tell(self, lost: NotFound, span: Span) -> None:
        """Tell what is not there, and what there is."""
        more = ", ..." if len(lost.known) > MOST_LISTED else ""
        notes = (f"there are: {', '.join(lost.known[:MOST_LISTED])}{more}",) if lost.known else ()
        turned = lost.known[:1] and same_parts(lost.known[0], lost.wanted)
        near = lost.known[0] if turned else nearest(lost.wanted, lost.known)
        self.problems.error(lost.code, str(lost), span, suggestion=near, notes=notes)

    def entries(self, node: Node | None, find: Callable[[str], Found]) -> Iterator[tuple[Found, Entry]]:
        """The entries of a mapping, each with what its key means."""
        for entry in node if isinstance(node, Mapping) else ():
            found = self.find(entry.key_span, find, entry.key)
            if found is not None:
                yield found, entry

    def seats(self, node: Node | None) -> list[int]:
        """The seats of a list, or the one that stands alone."""
        items = [node] if isinstance(node, Scalar) else list(node) if isinstance(node, Sequence) else []
        found = [self.find(item.span, self.names.seat, text_of(item)) for item in items]
        return [seat for seat in found if seat is not None]

    def looks(self, node: Node | None) -> list[list[int]]:
        """For each card of a list, the looks that its name may stand for."""
        items = [node] if isinstance(node, Scalar) else list(node) if isinstance(node, Sequence) else []
        found = [self.find(item.span, self.names.looks, text_of(item)) for item in items]
        return [looks for looks in found if looks is not None]

    # ---- actions -------------------------------------------------------------------------------------------------

    def deeds(self, node: Node | None) -> Iterator[Move]:
        """The actions of `play`, in their order."""
        for item in node if isinstance(node, Sequence) else [node] if node is not None else []:
            for seat, entry in self.entries(item, self.names.seat):
                yield Move(seat, self.action(entry.node), entry.node.span, entry.key_span)

    def fates(self, node: Node | None) -> Iterator[ChanceOutcome]:
        """What chance will say, after telling what it never says."""
        for item in node if isinstance(node, Sequence) else ():
            fate = ChanceOutcome(item.plain(), text_of(item), item.span)
            self.find(item.span, check_chance, self.names, fate.value, fate.text)
            yield fate

    def action(self, node: Node) -> str:
        """The text of an action, after telling what in it is unknown; that part of it is the place."""
        text = text_of(node)
        if is_leaving(text):
            return text
        try:
            self.names.check_action(text)
        except NotFound as lost:
            start = text.find(lost.wanted)
            span = node.span
            if isinstance(node, Scalar) and lost.wanted and start >= 0:
                span = node.sub_span(start, start + len(lost.wanted))
            self.tell(lost, span)
        return text

    # ---- the table -----------------------------------------------------------------------------------------------

    def table(self, node: Mapping | None, scenario_node: Mapping, scenario: Scenario) -> list[int] | None:
        """The state with which a scenario begins, or None after a problem."""
        before = len(self.problems)
        table = TableSetup(self.names)
        self.taken: dict[int, Span] = {}
        self.start = None
        from_start = scenario.from_ == "start"
        if not from_start:
            table.stage = scenario.from_
        if node is not None:
            if from_start:
                for entry in node:
                    if entry.key not in FROM_START:
                        message = f"`{entry.key}` follows from the start of the game: leave it out"
                        self.problems.error("E605", message, entry.key_span)
            self.set_values(table, node)
            self.lay_cards(table, node, from_start)
        if len(self.problems) > before:
            return None
        one_round = scenario.rounds == "one" and not scenario.next_rounds
        self.start = table if from_start else None
        state = beginning(table, scenario.seed, one_round) if from_start else table.state(scenario.seed, one_round)
        return waiting(state) if scenario.next_rounds else state

    def deals(self, node: Node | None) -> list[tuple[TableSetup, Span]]:
        """How the rounds after the first one are dealt, and where that is said."""
        found = []
        for item in node if isinstance(node, Sequence) else ():
            assert isinstance(item, Mapping)
            table, self.taken = TableSetup(self.names), {}
            self.lay_cards(table, item, True)
            found.append((table, item.head_span))
        return found

    def lay_cards(self, table: TableSetup, node: Mapping, from_start: bool) -> None:
        """Take the cards that are named from the deck."""
        top = node.get(("top",))
        if isinstance(top, Scalar):
            self.lay_top(table, top, node, from_start)
        zones: list[tuple[int, Entry]] = []
        for seat, entry in self.entries(node.get(("hands",)), self.names.seat):
            zone = self.find(entry.key_span, self.names.zone, HAND, seat)
            zones += [(zone, entry)] if zone is not None else []
        for key, name in (("draw_pile", None), ("discard", DISCARD)):
            place = node.entries.get(key)
            if place is not None and not (from_start and key not in FROM_START):
                zone = self.names.deck_zone if name is None else self.find(place.key_span, self.names.zone, name)
                zones += [(zone, place)] if zone is not None else []
        zones += self.entries(node.get(("zones",)), self.names.zone)
        for zone, entry in zones:
            self.lay_zone(table, zone, entry, from_start)

    def lay_top(self, table: TableSetup, top: Scalar, node: Mapping, from_start: bool) -> None:
        """The card on top of the discard pile, or none where it is `null`."""
        discard = self.find(top.span, self.names.zone, DISCARD)
        if discard is None:
            return
        if from_start and not lays_first(self.names):
            message = "no card is turned up when this game begins: leave `top` out"
            self.problems.error("E605", message, node.span_of(("top",), key=True))
        elif top.text == "none" and not self.names.is_card(top.text):
            message = "no card lies there where `top` is `null`"
            self.problems.error("E208", message, top.span, suggestion="null")
        elif top.value is not None:
            table.top = self.take(table, top)
        elif from_start:
            message = "the rules turn up a card: name it, or leave `top` out"
            self.problems.error("E605", message, top.span)
        elif "discard" in node:
            message = "without a top card nothing lies below it"
            self.problems.error("E605", message, top.span, label="`discard: []` alone says so too")
        else:
            table.zones[discard] = []

    def lay_zone(self, table: TableSetup, zone: int, entry: Entry, from_start: bool) -> None:
        """The cards of one zone, from the top."""
        if zone in table.zones or zone in table.counts:
            self.problems.error("E605", "the cards of this zone are said twice", entry.key_span)
            return
        node = entry.node
        if isinstance(node, Scalar) and isinstance(node.value, int):
            if node.value < 0:
                self.problems.error("E104", f"{node.value} cards cannot lie anywhere", node.span)
            elif from_start or node.value > len(self.program.cards):
                why = "the rules say how many cards are dealt" if from_start else "so many cards there are not"
                self.problems.error("E605", f"{why}: name cards instead", node.span)
            table.counts[zone] = node.value
            return
        alone = [node] if isinstance(node, Scalar) and node.value is not None else []
        items = list(node) if isinstance(node, Sequence) else alone
        if items and text_of(items[-1]) == REST and zone != self.names.deck_zone and first_cards(self.program, zone):
            table.with_own.add(zone)
            items.pop()
        if items and text_of(items[-1]) == REST:
            if table.rest_zone is not None:
                self.problems.error("E605", "the rest of the deck cannot lie in two zones", items[-1].span)
            table.rest_zone = zone
            items.pop()
        for early in (item for item in items if text_of(item) == REST):
            self.problems.error("E605", "`...` is the rest of the deck, and stands last", early.span)
        items = [item for item in items if text_of(item) != REST]
        taken = [
            (item, card)
            for item in items
            if not self.problems.full and (card := self.take(table, item, zone, from_start)) is not None
        ]
        cards = [card for _, card in taken]
        in_hand = self.program.zones[zone].name == HAND and not from_start
        table.zones[zone] = cards[::-1] if in_hand else cards  # a hand is written in the order in which it grew
        begins = first_cards(self.program, zone)
        for item, card in taken:
            if from_start and begins and zone != self.names.deck_zone and card not in begins:
                self.problems.error("E605", f"no `{text_of(item)}` begins in this zone", item.span)
        comes = dealt(self.names, zone) if from_start else 0
        if from_start and (zone == self.names.deck_zone or not begins) and len(items) > comes:
            stays = "stay here when the cards are dealt" if zone == self.names.deck_zone else "are dealt here"
            self.problems.error("E605", f"{comes} cards {stays}, not {len(items)}", entry.node.span)

    def take(self, table: TableSetup, node: Node, zone: int | None = None, from_start: bool = False) -> int | None:
        """A card by its name, taken from the deck, or from those that begin in a zone; with `from_start` it may come
        elsewhere all the same, before or with the deal."""
        looks = self.find(node.span, self.names.looks, text_of(node))
        if looks is None:
            return None
        try:
            home = zone if from_start and zone is not None and self.begins(zone, looks) else None
            card = table.take(looks, zone, text_of(node)) if home is None else table.take_there(looks, home)
        except NoCopyLeft as more:
            copies = self.names.copies(looks)
            also = tuple((self.taken[card], "taken here") for card in copies if card in self.taken)[:MOST_PLACES]
            message = f"the deck has {more.have} of `{text_of(node)}`, and all are in use"
            self.problems.error("E601", message, node.span, also=also)
            return None
        self.taken[card] = node.span
        return card

    def begins(self, zone: int, looks: list[int]) -> bool:
        """Whether a card of one of some looks begins in a zone other than the deck's."""
        cards = first_cards(self.program, zone) if zone != self.names.deck_zone else ()
        return any(self.program.cards[card] in looks for card in cards)

    def set_values(self, table: TableSetup, node: Mapping) -> None:
        """Seats, what is in force, variables and what cards carry."""
        for seat in self.seats(node.get(("turn",))):
            table.turn = seat
        direction = node.get(("direction",))
        if isinstance(direction, Scalar) and isinstance(direction.value, int):
            table.direction = direction.value
        table.out = set(self.seats(node.get(("out",))))
        table.winners = set(self.seats(node.get(("winners",))))
        if "winners" in node and table.stage != "round_end":
            message = "nobody has won yet: `winners` goes with `from: round_end`"
            self.problems.error("E605", message, node.span_of(("winners",), key=True))
        if table.out and not self.names.can_leave:
            self.problems.error("E605", "nobody ever leaves a round of this game", node.span_of(("out",), key=True))
        if table.turn in table.out:
            message = f"P{table.turn} is out: the turn is somebody else's"
            self.problems.error("E605", message, node.span_of(("turn",) if "turn" in node else ("out",)))
        for seat, entry in self.entries(node.get(("misses",)), self.names.seat):
            if isinstance(entry.node, Scalar) and isinstance(entry.node.value, int):
                table.misses[seat] = entry.node.value
        for variable, entry in self.entries(node.get(("active",)), lambda name: self.names.variable(name, "active")):
            value = self.find(entry.node.span, self.names.value, variable, entry.node.plain())
            if value is not None:
                table.active[variable.slot] = value
        for slot, value in self.variable_values(node.get(("variables",))):
            table.values[slot] = value
        for looks, card in self.entries(node.get(("cards",)), self.names.looks):
            for mark, entry in self.entries(card.node, lambda name: self.names.variable(name, "mark")):
                value = self.find(entry.node.span, self.names.value, mark, entry.node.plain())
                if value is not None:
                    table.mark(looks, mark, value)

    def variable_values(self, node: Node | None) -> Iterator[tuple[int, int]]:
        """State slots with the values that variables have in them."""
        for variable, seat, entry in self.variables(node):
            if variable.kind == "card" and entry.node.plain() is not None:
                self.problems.error("E605", f"`{variable.name}` is a card, which is remembered in play only",
                                    entry.node.span)  # fmt: skip
                continue
            value = self.find(entry.node.span, self.names.value, variable, entry.node.plain())
            if value is not None:
                yield variable.slot + (seat or 0) * variable.width, value

    def variables(self, node: Node | None) -> Iterator[tuple[Any, int | None, Entry]]:
        """Each variable that a mapping names, with the seat whose one is meant (None: the game's)."""
        for variable, entry in self.entries(node, lambda name: self.names.variable(name, "variable")):
            if variable.count == 1:
                yield variable, None, entry
            elif isinstance(entry.node, Mapping):
                for seat, inner in self.entries(entry.node, self.names.seat):
                    yield variable, seat, inner
            else:
                message = f"every player has {with_article(variable.name, quote=True)} of his own"
                self.problems.error("E605", message, entry.node.span, label=f"write {{P0: {text_of(entry.node)}}}")
