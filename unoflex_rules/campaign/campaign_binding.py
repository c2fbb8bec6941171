"""What a campaign's file says of players, variables and cards: names become numbers, or problems at their place.

Not here: which ruleset it is about (campaign_reader.py), or where cards lie in a state (kept_state.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from unoflex_rules.campaign.campaign_models import CampaignFile
from unoflex_rules.campaign.card_placement import PlacedCard, families, family, lay
from unoflex_rules.campaign.kept_state import ALL, CampaignProgress, CampaignState
from unoflex_rules.campaign.player_names import Print
from unoflex_rules.campaign.resting_state import kept_variables, kept_zones
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.naming.name_binder import NameBinder, number_of, text_of
from unoflex_rules.naming.program_names import NotFound

MOST_NAMED = 12  # cards that a message names


class CampaignBinder(NameBinder):
    """Reads what is kept of one campaign."""

    def __init__(self, kept: CampaignState, problems: Problems) -> None:
        super().__init__(kept.terms, problems)
        self.kept, self.terms = kept, kept.terms
        self.cards: list[tuple[PlacedCard, Span]] = []
        self.absent: set[str] = set()
        self.recalled: list[tuple[int, Print, int, int]] = []  # slot, card, which copy, zone

    def read(self, tree: Mapping, shape: CampaignFile) -> None:
        """Take it all over into what is kept, as far as it is in order."""
        self.absent = set(shape.absent)
        self.progress(tree, shape)
        self.lasting(tree, shape.rounds)
        deck, zones = tree.get(("deck",)), tree.get(("zones",))
        self.lying(deck, None)
        for zone, entry in self.zones(zones):
            self.lying(entry.node, zone)
        order = self.order(tree.get(("chance", "order")))
        places: dict[int, int] = {}
        for seat, said in self.entries(tree.get(("chance", "scripts")), self.terms.seat):
            places[seat] = number_of(said.node)
        self.all_there(tree.span_of(("deck",), key=True))
        if self.problems.has_errors:
            return
        if shape.chance is None:
            self.kept.begin_anew(shape.seed)
        else:
            self.kept.go_on(shape.chance.game, shape.chance.agents, places)
        lay(self.kept, (card for card, _ in self.cards), order)
        for slot, printed, copy, zone in self.recalled:
            self.kept.recall(slot, printed, copy, zone)

    # ---- how far it is -------------------------------------------------------------------------------------------

    def progress(self, tree: Mapping, shape: CampaignFile) -> None:
        """How far the campaign is; after a first round nothing of it may be left out."""
        ended = "over" if shape.over is not None else "last_round"
        wanted = ["first", "turn", ended] if shape.rounds else []
        wanted += ["laid_face"] if shape.rounds and len(self.program.faces) > 1 else []
        for key in wanted:
            if key not in tree:
                way = " (or `over`)" if key == "last_round" else ""
                played = "1 round has" if shape.rounds == 1 else f"{shape.rounds} rounds have"
                message = f"`{key}`{way} is missing: {played} been played"
                self.problems.error("E102", message, tree.span_of(("rounds",)), label=f"needs `{key}`")
        if shape.over is not None and "last_round" in tree:
            span = tree.span_of(("last_round",), key=True)
            self.problems.error("E803", "a campaign that is over has no next round", span, label="leave it out")
        if not shape.rounds:
            for key in ("first", "turn", "last_round", "over"):
                if key in tree:
                    message = f"before the first round there is no `{key}`"
                    self.problems.error("E803", message, tree.span_of((key,), key=True))
            return
        left = self.seats(tree.get(("left",)))
        if len(set(left)) >= len(self.terms.people):
            self.problems.error("E803", "somebody must be left to play", tree.span_of(("left",)))
        reason = tree.get((ended, "reason"))
        face = tree.get(("laid_face",))
        progress = CampaignProgress(
            rounds=shape.rounds,
            turns=shape.turns,
            decisions=shape.decisions,
            first=self.somebody(tree.get(("first",))),
            turn=self.somebody(tree.get(("turn",))),
            laid_face=0 if face is None else self.find(face.span, self.terms.face, text_of(face)) or 0,
            left=left,
            winners=self.seats(tree.get((ended, "winners"))),
            reason=0 if reason is None else self.find(reason.span, self.terms.reason, text_of(reason)) or 0,
            over=shape.over is not None,
        )
        if not self.problems.has_errors:
            self.kept.note(progress)

    def somebody(self, node: Node | None) -> int | None:
        """The seat of one player; None for nobody."""
        if not isinstance(node, Scalar) or node.value is None:
            return None
        return self.find(node.span, self.terms.seat, node.text)

    # ---- what lasts for the game ---------------------------------------------------------------------------------

    def lasting(self, tree: Mapping, rounds: int) -> None:
        """The variables that last for the game, each of them."""
        node = tree.get(("variables",))
        kept = {variable.name: variable for variable in kept_variables(self.program)}
        given: set[tuple[str, int | None]] = set()
        for variable, seat, entry in self.variables(node):
            if variable.name not in kept:
                message = f"`{variable.name}` starts anew with each round"
                self.problems.error("E803", message, entry.key_span, label="leave it out")
                continue
            given.add((variable.name, seat))
            slot = variable.slot + (seat or 0) * variable.width
            if variable.kind == "card" and isinstance(entry.node, Mapping):
                self.remembered(slot, entry.node)
                continue
            number = self.find(entry.node.span, self.terms.value, variable, entry.node.plain())
            if number is not None:
                self.kept.state[slot] = number
        there = node.entries if isinstance(node, Mapping) else {}
        where = node.head_span if isinstance(node, Mapping) else tree.head_span
        is_wrong = self.problems.has_errors  # a name that is misspelt is not missing too
        for variable in kept.values() if not is_wrong else ():
            for seat in range(variable.count) if variable.count > 1 else (None,):
                if (variable.name, seat) not in given:
                    whose = f"{self.terms.people[seat]}'s " if seat is not None else ""
                    own = tree.span_of(("variables", variable.name), key=True)
                    self.problems.error("E102", f"{whose}`{variable.name}` is missing",
                                        own if variable.name in there else where)  # fmt: skip

    def remembered(self, slot: int, node: Mapping) -> None:
        """A card that a variable remembers as long as it does not leave its zone."""
        card, zone, copy = (node.get((key,)) for key in ("card", "zone", "copy"))
        if card is None or zone is None:
            form = "write `{card: ..., zone: ...}`"
            self.problems.error("E102", "a card is remembered with its zone", node.head_span, label=form)
            return
        printed = self.printed(card)
        found = self.find(zone.span, self.terms.zone, text_of(zone))
        if printed is None or found is None:
            return
        number = number_of(copy, 1)
        copies = len(families(self.terms)[family(self.terms, printed)])
        if copy is not None and not 1 <= number <= copies:
            self.problems.error("E803", f"there are {copies} copies of that card", copy.span)
        self.recalled.append((slot, printed, number, found))

    # ---- cards ---------------------------------------------------------------------------------------------------

    def zones(self, node: Node | None) -> Iterator[tuple[int, Entry]]:
        """The kept zones that are named, each with its cards."""
        kept = kept_zones(self.program)
        names = {zone.name for zone in self.program.zones}
        for entry in node if isinstance(node, Mapping) else ():
            if entry.key not in names:
                known = [self.program.zones[zone].name for zone in kept]
                self.report(NotFound("E206", f"there is no zone `{entry.key}`", entry.key, known), entry.key_span)
                continue
            numbers = [number for number, zone in enumerate(self.program.zones) if zone.name == entry.key]
            if not set(numbers) <= set(kept):
                message = f"no card stays in `{entry.key}` between rounds: it is in the deck then"
                self.problems.error("E803", message, entry.key_span)
            elif self.program.zones[numbers[0]].seat < 0:
                yield numbers[0], entry
            elif isinstance(entry.node, Mapping):
                for seat, own in self.entries(entry.node, self.terms.seat):
                    yield numbers[seat], own
            else:
                message = f"every player has a `{entry.key}` of his own"
                self.problems.error("E803", message, entry.key_span, label=f"write {{{self.terms.people[0]}: [...]}}")

    def lying(self, node: Node | None, zone: int | None) -> None:
        """The cards of a list, or of lists in it."""
        for item in node if isinstance(node, Sequence) else ():
            if isinstance(item, Sequence):
                self.lying(item, zone)
            elif isinstance(item, Scalar):
                self.add(item, 1, zone)
            else:
                for entry in item:
                    name = Scalar(entry.key, entry.key, "plain", entry.key_span)
                    if isinstance(entry.node, Scalar):
                        self.add(name, number_of(entry.node), zone)
                    else:
                        self.add(name, 1, zone, entry.node)

    def add(self, name: Scalar, count: int, zone: int | None, carried: Node | None = None) -> None:
        """So many cards of a name."""
        printed = self.printed(name)
        if printed is None:
            return
        copies = len(families(self.terms)[family(self.terms, printed)])
        met = [span for card, span in self.cards if card.printed == printed]
        if len(met) + count > copies:
            also = tuple((span, "here are others") for span in list(dict.fromkeys(met))[:2])
            message = f"the deck has {copies} of `{name.text}`: here {'is one' if count == 1 else 'are some'} too many"
            self.problems.error("E601", message, name.span, also=also)
            return
        for _ in range(count):
            card = PlacedCard(printed, zone)
            self.carry(card, carried)
            self.cards.append((card, name.span))

    def printed(self, node: Node) -> Print | None:
        """What is printed on a card of a name that can mean no other."""
        found = self.find(node.span, self.terms.prints, text_of(node))
        if found is not None and len(found) > 1:
            labels = ", ".join(map(self.terms.label, found[:MOST_NAMED]))
            message = f"several cards are called `{text_of(node)}`"
            self.problems.error("E211", message, node.span, notes=(f"say which: {labels}",))
            return None
        return found[0] if found else None

    def carry(self, card: PlacedCard, node: Node | None) -> None:
        """What a card carries."""
        for mark, entry in self.entries(node, lambda name: self.terms.variable(name, "mark")):
            said = entry.node
            alone = isinstance(said, Scalar) and isinstance(said.value, str)
            if (mark.kind == "players" and (alone or isinstance(said, Sequence))) or (mark.kind == "player" and alone):
                seats = self.signed(card, mark.name, list(said) if isinstance(said, Sequence) else [said])
                card.carried[mark.name] = self.terms.number(mark, seats)
                continue
            number = self.find(said.span, self.terms.value, mark, said.plain())
            if number is not None:
                card.carried[mark.name] = number

    def signed(self, card: PlacedCard, mark: str, people: list[Node]) -> list[int]:
        """The players whose names are on a card; the names of people who do not play stay beside them."""
        card.absent[mark] = [text_of(each) for each in people if text_of(each) in self.absent]
        here = [self.person(each) for each in people if text_of(each) not in self.absent]
        return [seat for seat in here if seat is not None]

    def person(self, node: Node) -> int | None:
        """The seat of somebody whose name is on a card."""
        try:
            return self.terms.seat(text_of(node))
        except NotFound as lost:
            guess = nearest(lost.wanted, [*self.terms.people, *self.absent])
            notes = ("who does not play, and stands on a card all the same, is named under `absent`",)
            self.problems.error(lost.code, str(lost), node.span, suggestion=guess, notes=notes)
            return None

    def all_there(self, span: Span) -> None:
        """Whether no card of the deck is missing."""
        if self.problems.has_errors:
            return
        there = Counter(family(self.terms, card.printed) for card, _ in self.cards)
        missing = {kin: len(cards) - there[kin] for kin, cards in families(self.terms).items()}
        lost = sum(missing.values())
        if not lost:
            self.prints_agree(span)
            return
        counts = [(self.terms.label(kin), count) for kin, count in missing.items() if count and kin]
        named = [label if count == 1 else f"{label} ({count})" for label, count in counts]
        more = ", ..." if len(named) > MOST_NAMED else ""
        notes = (f"missing: {', '.join(named[:MOST_NAMED])}{more}",) if named else ()
        told = f"{lost} of {len(self.program.cards)} cards are" if lost > 1 else "a card of the deck is"
        message = f"{told} nowhere"
        self.problems.error("E802", message, span, notes=notes)

    def prints_agree(self, span: Span) -> None:
        """Whether, where chance puts prints together, each print is there as often as in the deck."""
        if not self.program.shuffles_faces:
            return
        for face, name in enumerate(self.program.faces):
            there = Counter(card.printed[face] for card, _ in self.cards)
            wanted = Counter(printed[face] for printed in self.terms.all_prints(self.kept.state))
            for look in [*(wanted - there), *(there - wanted)]:
                message = (
                    f"the deck has {wanted[look]} of `{self.terms.on_face(look, face)}` on the {name} face, "
                    f"and the file {there[look]}"
                )
                self.problems.error("E601" if there[look] > wanted[look] else "E802", message, span)

    def order(self, node: Node | None) -> dict[Print, list[int]]:
        """Which of several copies each card is."""
        found: dict[Print, list[int]] = {}
        for entry in node if isinstance(node, Mapping) else ():
            name = Scalar(entry.key, entry.key, "plain", entry.key_span)
            all_of_them = self.program.shuffles_faces and entry.key == ALL
            printed = () if all_of_them else self.printed(name)
            numbers = [item.plain() for item in entry.node] if isinstance(entry.node, Sequence) else []
            if printed is None:
                continue
            copies = len(families(self.terms).get(printed, ()))
            if sorted(map(str, numbers)) != sorted(map(str, range(1, copies + 1))):
                message = f"each number from 1 to {copies} stands here once" if copies else "there are no such copies"
                self.problems.error("E803", message, entry.node.span)
            found[printed] = [number for number in numbers if isinstance(number, int)]
        return found
