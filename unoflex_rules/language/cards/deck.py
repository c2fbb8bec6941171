"""Reads the deck: every physical card with its look. Not here: kinds of cards (card_kinds.py), or what cards do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from unoflex_rules.language.cards.card_kinds import ResolvedKind, parameters_of
from unoflex_rules.language.cards.looks import Look, PrintedFace
from unoflex_rules.language.cards.paired_faces import PairedFaceReader
from unoflex_rules.language.cards.parameters import MAX_CARDS
from unoflex_rules.language.cards.printed_faces import Parameters
from unoflex_rules.language.cards.titles import PARAMETER
from unoflex_rules.language.diagnostics.kinds import DeckSize, UnknownMember, UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import own_file_first
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import INT
from unoflex_rules.language.expressions.world import World
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence


class DeckReader(PairedFaceReader):
    """Reads the cards of a ruleset."""

    def __init__(self, tree: Mapping, world: World, expressions: ExpressionChecker, problems: Problems) -> None:
        super().__init__(tree, world, expressions, problems)
        self.looks: list[Look] = []
        self.cards: list[tuple[int, str]] = []
        self.inherited: list[tuple[int, str]] = []  # cards of lines of other files
        self.overfull = False
        self._look_numbers: dict[object, int] = {}

    def unused(self) -> dict[str, Node]:
        """The effects of the file's kinds that are not in the deck, to be checked too."""
        found: dict[str, Node] = {}
        for kind in self.kinds.values():
            if kind is None or not self.world.is_own(self.tree.span_of(("cards", kind.name), key=True)):
                continue
            for face in kind.faces.values():
                if face.played is not None and face.played_by not in self.effects:
                    found[face.played_by] = face.played
        return found

    def read(self) -> None:
        """Fill `looks` and `cards`."""
        for name in self.nodes:
            kind = self.kind(name, ())
            if kind is not None:
                self.check_titles(kind)
        deck = self.tree.get(("deck",))
        for line in deck if isinstance(deck, Sequence) else ():
            if isinstance(line, Mapping) and not self.overfull:
                first = len(self.cards)
                self.line(line)
                if line.span.file != self.tree.span.file:
                    self.inherited += self.cards[first:]
        self.check_deck_zone(deck)
        self.check_size(deck)

    # ---- checks of the whole ---------------------------------------------------------------------------------------

    def check_size(self, deck: Node | None) -> None:
        """Compare the number of cards with `deck_size`."""
        size, own = self.tree.get(("deck_size",)), self.tree.span.file
        wanted = len(self.cards)
        if size is None:
            return
        with suppress(AlreadyReported):
            wanted = self.constant(size, INT)
        if wanted == len(self.cards) or self.problems.has_errors:
            return
        declared = self.tree.span_of(("deck",), key=True) if deck is not None else size.span
        places = [(size.span, f"declared here: {wanted}"), (declared, "the deck is declared here")]
        (span, label), *also = own_file_first(places, own)
        notes = (*self.notes_on_new_values(), f"if this is right, declare `deck_size: {len(self.cards)}`")
        label = label if span != size.span else ""
        self.problems.report(DeckSize(len(self.cards), wanted), span, label=label, also=tuple(also), notes=notes)

    def notes_on_new_values(self) -> Iterator[str]:
        """Notes on the cards that inherited lines with `each` add for values that this file declares."""
        own = self.tree.span.file
        types = {kind.key: entries(kind.node) for kind in entries(self.tree, "values")}
        new = {(name, value.key) for name, values in types.items() for value in values if value.key_span.file == own}
        given = (each for look, _ in self.inherited for each in self.looks[look].faces[0].given.values())
        found = ((kind.name, kind.members[number]) for kind, number in given if kind.members and number >= 0)
        for (name, value), count in Counter(each for each in found if each in new).items():
            yield f"{count} of them are `{value}`, because inherited lines of the deck have `{name}: each`"

    def check_deck_zone(self, deck: Node | None) -> None:
        """Check that exactly one shared zone holds the deck."""
        holding = [zone for zone in self.world.zones.values() if zone.deck]
        if deck is not None and not holding:
            written = [path for zone in self.world.zones if self.tree.get(path := ("zones", zone, "deck")) is not None]
            place = self.tree.span_of(written[0]) if written else self.tree.span_of(("zones",), key=True)
            self.problems.error("E206", "no zone holds the deck: mark one with `deck: true`", place)
        for zone in holding:
            place = self.tree.span_of(("zones", zone.name, "deck"))
            if zone is not holding[0]:
                also = ((self.tree.span_of(("zones", holding[0].name, "deck")), "the first one"),)
                self.problems.error("E211", "only one zone can hold the deck", place, also=also)
            elif zone.each:
                self.problems.error("E302", "a zone of each player cannot hold the deck", place)
            elif zone.per is not None:
                self.problems.error("E302", "a zone of each value cannot hold the deck", place)

    def check_titles(self, kind: ResolvedKind) -> None:
        """Report parameters in a title that the card does not have."""
        known = {*parameters_of(kind), *self.world.attributes} | self.lost.get(kind.name, set())
        written = {face.title for face in kind.faces.values() if face.title is not None}
        for title in written:
            for each in [entry.node for entry in title] if isinstance(title, Mapping) else [title]:
                for match in PARAMETER.finditer(each.text if isinstance(each, Scalar) else ""):
                    if match[1] not in known and isinstance(each, Scalar):
                        unknown = UnknownMember("E203", f"card kind `{kind.name}`", match[1])
                        near = nearest(match[1], known)
                        self.problems.report(unknown, each.sub_span(*match.span()), suggestion=near)

    # ---- lines -----------------------------------------------------------------------------------------------------

    def line(self, node: Mapping) -> None:
        """Add the cards of one line of the deck."""
        copies: int | None = None
        with suppress(AlreadyReported):
            copies = self.copies(node)
        place, zones = part(node, "zone"), self.world.zones.values()
        zone = text(place) or next((zone.name for zone in zones if zone.deck), "")
        known = [called for each in zones for called in ([each.name] if each.deck else each.instances)]
        if zone not in known:
            if place is not None:  # else no zone holds the deck, which is reported once
                self.problems.report(UnknownName("E206", "zone", zone, tuple(known)), place.span)
            return
        if place is not None and any(zone in each.instances and each.each for each in zones):
            notes = ("put cards into a shared zone, and deal them from there in `round.deal`",)
            message = f"each player has a `{zone}`: a line of the deck cannot name the player"
            self.problems.error("E302", message, place.span, notes=notes)
            return
        if copies is None:
            return
        if self.has_faces(node):
            with suppress(AlreadyReported):
                for faces in zip(*self.columns(node), strict=True):
                    self.add(self.numbered(list(faces)), copies, zone, node)
            return
        with suppress(AlreadyReported):
            for kind, given in self.described(node):
                with suppress(AlreadyReported):
                    self.add(self.look(kind, given), copies, zone, node)
                if self.overfull:
                    return

    def add(self, look: int, copies: int, zone: str, line: Mapping) -> None:
        """Put copies of a card into the deck."""
        for _ in range(copies):
            if len(self.cards) >= MAX_CARDS:
                if not self.overfull:
                    self.problems.error("E104", f"a deck has at most {MAX_CARDS:,} cards", line.head_span)
                    self.overfull = True
                return
            self.cards.append((look, zone))

    def look(self, kind: ResolvedKind, given: Parameters) -> int:
        """The number of the look of a kind with these parameters."""
        names = self.world.faces.members
        faces = [
            self.printed(kind, kind.faces[name], given) if name in kind.faces else self.blank(kind) for name in names
        ]
        return self.numbered(faces)

    def numbered(self, faces: list[PrintedFace]) -> int:
        """The number of the look with these faces."""
        key = tuple((face.kind, tuple(face.attributes.items())) for face in faces)
        if key not in self._look_numbers:
            self._look_numbers[key] = len(self.looks)
            self.looks.append(Look(faces))
        return self._look_numbers[key]
