"""The contents of a campaign's file with all names looked up: progress, variables, cards, chance.

Not here: which ruleset it is about (campaign_reader.py), or where cards lie in a state (card_placement.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from unoflex_rules.campaign.campaign_models import CampaignFile
from unoflex_rules.campaign.campaign_names import CampaignNames, Print
from unoflex_rules.campaign.campaign_state import ALL, CampaignProgress, CampaignState
from unoflex_rules.campaign.card_placement import PlacedCard, place_cards
from unoflex_rules.campaign.resting_state import kept_variables, kept_zones
from unoflex_rules.language.diagnostics.kinds import MissingKey
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.diagnostics.wording import shortlist
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.limits import MAX_LIMIT
from unoflex_rules.naming.name_binder import NameBinder, is_null, items_of, number_of, text_of
from unoflex_rules.naming.program_names import NotFound

MOST_NAMED = 12  # cards that a message names


class CampaignBinder(NameBinder):
    """Reads the file of one campaign into its state."""

    names: CampaignNames

    def __init__(self, state: CampaignState, problems: Problems) -> None:
        super().__init__(state.names, problems)
        self.state = state
        self.cards: list[tuple[PlacedCard, Span]] = []
        self.absent: set[str] = set()
        self.remembered: list[tuple[int, Print, int, int]] = []  # slot, card, copy, zone

    def read(self, tree: Mapping, shape: CampaignFile) -> None:
        """Read everything into the state, unless there is an error."""
        self.absent = set(shape.absent)
        self.read_progress(tree, shape)
        self.read_variables(tree)
        self.read_cards(tree.get(("deck",)), None)
        for zone, entry in self.zones(tree.get(("zones",))):
            self.read_cards(entry.node, zone)
        order = self.order(tree.get(("chance", "order")))
        scripts = self.entries(tree.get(("chance", "scripts")), self.names.seat)
        places = {seat: number_of(entry.node) for seat, entry in scripts}
        self.check_complete(tree.span_of(("deck",), key=True))
        if self.problems.has_errors:
            return
        if shape.chance is None:
            self.state.reseed(shape.seed)
        else:
            self.state.set_chance(shape.chance.game, shape.chance.agents, places)
        place_cards(self.state, [card for card, _ in self.cards], order)
        for slot, printed, copy, zone in self.remembered:
            self.state.remember(slot, printed, copy, zone)
        self.check_rounds(tree.span_of(("rounds",)))

    # ---- progress ------------------------------------------------------------------------------------------------

    def read_progress(self, tree: Mapping, shape: CampaignFile) -> None:
        """Read how far the campaign is; after a round its keys are required, before the first one forbidden."""
        ended = "over" if shape.over is not None else "last_round"
        if not shape.rounds:
            for key in ("first", "turn", "last_round", "over"):
                if key in tree:
                    message = f"`{key}` needs a round that has been played"
                    self.problems.error("E803", message, tree.span_of((key,), key=True))
            return
        for key, count in (("turns", shape.turns), ("decisions", shape.decisions)):
            most = shape.rounds * MAX_LIMIT
            if count > most:
                message = f"{shape.rounds} round{'s'[: shape.rounds != 1]} cannot have so many {key}"
                self.problems.error("E803", message, tree.span_of((key,)), label=f"at most {most:,}")
        for key in ("first", "turn", ended, *(["laid_face"] if len(self.program.faces) > 1 else [])):
            if key not in tree:
                played = "1 round has" if shape.rounds == 1 else f"{shape.rounds} rounds have"
                missing = MissingKey(key, f"{played} been played", ("over",) if key == "last_round" else ())
                self.problems.report(missing, tree.span_of(("rounds",)), label=f"needs `{key}`")
        if shape.over is not None and "last_round" in tree:
            span = tree.span_of(("last_round",), key=True)
            self.problems.error("E803", "a campaign that is over has no next round", span, label="leave it out")
        left = self.seats(tree.get(("left",)))
        self.check_distinct(tree.get(("left",)))
        self.check_distinct(tree.get((ended, "winners")))
        if len(set(left)) >= len(self.names.players):
            self.problems.error("E803", "at least one player must be left", tree.span_of(("left",)))
        reason, face = tree.get((ended, "reason")), tree.get(("laid_face",))
        progress = CampaignProgress(
            rounds=shape.rounds,
            turns=shape.turns,
            decisions=shape.decisions,
            first=self.player(tree.get(("first",))),
            turn=self.player(tree.get(("turn",))),
            laid_face=0 if face is None else self.find(face.span, self.names.face, text_of(face)) or 0,
            left=left,
            winners=self.seats(tree.get((ended, "winners"))),
            reason=0 if reason is None else self.find(reason.span, self.names.reason, text_of(reason)) or 0,
            over=shape.over is not None,
        )
        if not self.problems.has_errors:
            self.state.set_progress(progress)

    def check_rounds(self, span: Span) -> None:
        """Report more rounds than the game has."""
        last = self.program.last_round
        if last and self.state.rounds > last:
            self.problems.error("E803", f"the game ends after round {last}", span, label=f"at most {last}")

    def player(self, node: Node | None) -> int | None:
        """The seat of a player; None for `null`."""
        if not isinstance(node, Scalar) or is_null(node):
            return None
        return self.find(node.span, self.names.seat, node.text)

    # ---- variables -----------------------------------------------------------------------------------------------

    def read_variables(self, tree: Mapping) -> None:
        """Read the variables that last for the game; none may be missing."""
        node = tree.get(("variables",))
        kept = {variable.name: variable for variable in kept_variables(self.program)}
        given: set[tuple[str, int | None]] = set()
        for variable, seat, entry in self.variables(node):
            if variable.name not in kept:
                message = f"each round resets `{variable.name}`"
                self.problems.error("E803", message, entry.key_span, label="leave it out")
                continue
            given.add((variable.name, seat))
            slot = variable.slot + (seat or 0) * variable.width
            if variable.kind == "card" and isinstance(entry.node, Mapping):
                self.remember(slot, entry.node)
                continue
            number = self.find(entry.node.span, self.names.value, variable, entry.node.plain())
            if number is not None:
                self.state.vector[slot] = number
            if variable.kind == "players":
                self.check_distinct(entry.node)
        if self.problems.has_errors:  # a misspelt name is not missing, too
            return
        where = node.head_span if isinstance(node, Mapping) else tree.head_span
        for variable in kept.values():
            for seat in range(variable.count) if variable.count > 1 else (None,):
                if (variable.name, seat) not in given:
                    missing = MissingKey(variable.name, "" if seat is None else f"{self.names.players[seat]} has one")
                    here = isinstance(node, Mapping) and variable.name in node
                    span = tree.span_of(("variables", variable.name), key=True) if here else where
                    self.problems.report(missing, span)

    def remember(self, slot: int, node: Mapping) -> None:
        """Read a card that a variable remembers."""
        card, zone, copy = (node.get((key,)) for key in ("card", "zone", "copy"))
        if card is None or zone is None:
            missing = MissingKey("zone" if card is not None else "card", "a remembered card needs its zone")
            self.problems.report(missing, node.head_span, label="write `{card: ..., zone: ...}`")
            return
        printed, found = self.printed(card), self.find(zone.span, self.names.zone, text_of(zone))
        if printed is None or found is None:
            return
        number, copies = number_of(copy, 1), self.copies(printed)
        if copy is not None and not 1 <= number <= copies:
            self.problems.error("E803", f"the deck has only {copies} copies of that card", copy.span)
        self.remembered.append((slot, printed, number, found))

    # ---- cards ---------------------------------------------------------------------------------------------------

    def copies(self, printed: Print) -> int:
        """How many physical cards a print may belong to."""
        return len(self.names.copies_of.get(self.names.family(printed), ()))

    def zones(self, node: Node | None) -> Iterator[tuple[int, Entry]]:
        """The kept zones of a mapping, each with its cards."""
        kept, zones = kept_zones(self.program), self.program.zones
        for entry in node if isinstance(node, Mapping) else ():
            numbers = [number for number, zone in enumerate(zones) if zone.name == entry.key]
            if not numbers:
                known = [zones[zone].name for zone in kept]
                self.report(NotFound("E206", f"there is no zone `{entry.key}`", entry.key, known), entry.key_span)
            elif not set(numbers) <= set(kept):
                message = f"no card stays in `{entry.key}` between rounds: list its cards in the deck"
                self.problems.error("E803", message, entry.key_span)
            elif zones[numbers[0]].seat < 0:
                yield numbers[0], entry
            elif isinstance(entry.node, Mapping):
                for seat, own in self.entries(entry.node, self.names.seat):
                    yield numbers[seat], own
            else:
                label = f"write {{{self.names.players[0]}: [...]}}"
                message = f"each player has their own `{entry.key}`"
                self.problems.error("E803", message, entry.key_span, label=label)

    def read_cards(self, node: Node | None, zone: int | None) -> None:
        """Read the cards of a list, or of lists in it."""
        for item in node if isinstance(node, Sequence) else ():
            if isinstance(item, Sequence):
                self.read_cards(item, zone)
            elif isinstance(item, Scalar):
                self.add(item, 1, zone)
            else:
                for entry in item:
                    counted = isinstance(entry.node, Scalar)
                    count, carried = (number_of(entry.node), None) if counted else (1, entry.node)
                    self.add(key_of(entry), count, zone, carried)

    def add(self, name: Scalar, count: int, zone: int | None, carried: Node | None = None) -> None:
        """Add so many cards of a name."""
        printed = self.printed(name)
        if printed is None:
            return
        copies, listed = self.copies(printed), [span for card, span in self.cards if card.printed == printed]
        if len(listed) + count > copies:
            also = tuple((span, "others are here") for span in list(dict.fromkeys(listed))[:2])
            message = f"the deck has only {copies} of `{name.text}`"
            self.problems.error("E601", message, name.span, also=also)
            return
        for _ in range(count):
            card = PlacedCard(printed, zone)
            self.carry(card, carried)
            self.cards.append((card, name.span))

    def printed(self, node: Node) -> Print | None:
        """The print of a card; reports a name that may mean several."""
        found = self.find(node.span, self.names.prints, text_of(node))
        if found is not None and len(found) > 1:
            notes = (f"write one of: {', '.join(map(self.names.label, found[:MOST_NAMED]))}",)
            self.problems.error("E211", f"`{text_of(node)}` may mean several cards", node.span, notes=notes)
            return None
        return found[0] if found else None

    def carry(self, card: PlacedCard, node: Node | None) -> None:
        """Read what a card carries."""
        for mark, entry in self.entries(node, lambda name: self.names.variable(name, "mark")):
            value = entry.node
            is_name = isinstance(value, Scalar) and isinstance(value.value, str)
            if (mark.kind == "players" and isinstance(value, Sequence)) or (
                mark.kind in ("player", "players") and is_name
            ):
                self.check_distinct(value)
                card.absent[mark.name] = [text_of(each) for each in items_of(value) if text_of(each) in self.absent]
                here = [self.named_player(each) for each in items_of(value) if text_of(each) not in self.absent]
                card.carried[mark.name] = self.names.number(mark, [seat for seat in here if seat is not None])
                continue
            number = self.find(value.span, self.names.value, mark, value.plain())
            if number is not None:
                card.carried[mark.name] = number

    def check_distinct(self, node: Node | None) -> None:
        """Report names that a list of players repeats."""
        first: dict[str, Span] = {}
        for item in items_of(node):
            if text_of(item) in first:
                message, also = f"`{text_of(item)}` is in this list twice", ((first[text_of(item)], "also here"),)
                self.problems.error("E803", message, item.span, also=also, label="leave it out")
            first.setdefault(text_of(item), item.span)

    def named_player(self, node: Node) -> int | None:
        """The seat of a player whose name is on a card."""
        try:
            return self.names.seat(text_of(node))
        except NotFound as unknown:
            guess = nearest(unknown.wanted, [*self.names.players, *self.absent])
            notes = ("list people who do not play, but whose names are on cards, under `absent`",)
            self.problems.error(unknown.code, str(unknown), node.span, suggestion=guess, notes=notes)
            return None

    def check_complete(self, span: Span) -> None:
        """Report cards of the deck that are missing."""
        if self.problems.has_errors:
            return
        there = Counter(self.names.family(card.printed) for card, _ in self.cards)
        missing = {family: len(cards) - there[family] for family, cards in self.names.copies_of.items()}
        total = sum(missing.values())
        if not total:
            self.check_prints(span)
            return
        counts = [(self.names.label(family), count) for family, count in missing.items() if count and family]
        named = [label if count == 1 else f"{label} ({count})" for label, count in counts]
        notes = (f"missing: {shortlist(named, MOST_NAMED)}",) if named else ()
        message = f"{total} of {len(self.program.cards)} cards of the deck {'are' if total > 1 else 'is'} missing"
        self.problems.error("E802", message, span, notes=notes)

    def check_prints(self, span: Span) -> None:
        """Report prints that occur more, or less, often than in the deck, where faces are shuffled."""
        prints = self.names.all_prints(self.state.vector) if self.program.shuffles_faces else []
        for face, name in enumerate(self.program.faces if prints else ()):
            there = Counter(card.printed[face] for card, _ in self.cards)
            wanted = Counter(printed[face] for printed in prints)
            for look in [*(wanted - there), *(there - wanted)]:
                label, count = self.names.on_face(look, face), f"{wanted[look]} cards with"
                message = f"the deck has {count} `{label}` on the {name} face, the file {there[look]}"
                self.problems.error("E601" if there[look] > wanted[look] else "E802", message, span)

    def order(self, node: Node | None) -> dict[Print, list[int]]:
        """Which copy each card is, by family."""
        found: dict[Print, list[int]] = {}
        for entry in node if isinstance(node, Mapping) else ():
            is_all = self.program.shuffles_faces and entry.key == ALL
            printed = () if is_all else self.printed(key_of(entry))
            if printed is None:
                continue
            numbers = [item.plain() for item in items_of(entry.node)]
            copies = len(self.names.copies_of.get(printed, ()))
            if sorted(map(str, numbers)) != sorted(map(str, range(1, copies + 1))):
                message = f"expected each number from 1 to {copies} once" if copies else "there are no such copies"
                self.problems.error("E803", message, entry.node.span)
            found[printed] = [number for number in numbers if isinstance(number, int)]
        return found


def key_of(entry: Entry) -> Scalar:
    """The key of an entry as a scalar."""
    return Scalar(entry.key, entry.key, "plain", entry.key_span)
