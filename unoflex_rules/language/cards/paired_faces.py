"""Reads lines of the deck whose faces are listed separately, each of its own kind, and paired by position.

Not here: cards of one kind (deck.py).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from unoflex_rules.language.cards.looks import PrintedFace
from unoflex_rules.language.cards.parameters import DECK_KEYS, MAX_CARDS, ParameterReader
from unoflex_rules.language.diagnostics.kinds import DeckSize, MissingKey, UnknownName
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import INT, Const
from unoflex_rules.language.expressions.world import Binding, Scope
from unoflex_rules.language.yaml.node_access import part
from unoflex_rules.language.yaml.nodes import Mapping, Node, Sequence


class PairedFaceReader(ParameterReader):
    """Reads lines with `faces`."""

    def has_faces(self, line: Mapping) -> bool:
        """Whether a line lists `faces` instead of a `card`; reports a line with neither or both."""
        card, faces, pairing = part(line, "card"), part(line, "faces"), part(line, "pairing")
        if card is None and faces is None:
            self.problems.report(MissingKey("card"), line.head_span, label="needs `card`, or `faces`")
        for each in (faces, pairing):
            if each is not None and (card is not None or faces is None):
                message = "a line of the deck has a `card`, or `faces` and their `pairing`"
                self.problems.error("E101", message, each.span)
        for entry in line if faces is not None and card is None else ():
            if entry.key not in DECK_KEYS:
                notes = ("a line with `faces` takes no parameters",)
                message = f"`{entry.key}` belongs in the list of a face"
                self.problems.error("E203", message, entry.key_span, notes=notes)
        return faces is not None

    def columns(self, line: Mapping) -> list[list[PrintedFace]]:
        """The list of each face, in the order of its pairing; raises AlreadyReported if one is faulty."""
        faces, pairing = part(line, "faces"), part(line, "pairing")
        names = self.world.faces.members
        columns: list[list[PrintedFace]] = []
        for written, what in ((faces, "face"), (pairing, "face to pair")):
            for each in written if isinstance(written, Mapping) else ():
                if each.key not in names:
                    raise self.report(UnknownName("E205", what, each.key, tuple(names)), each.key_span)
        for name in names:
            listed = part(faces, name) if isinstance(faces, Mapping) else None
            if not isinstance(faces, Mapping) or not isinstance(listed, Sequence):
                raise self.error("E102", f"face `{name}` has no list", line.head_span)
            before = len(self.problems)
            infos = (info for item in listed if isinstance(item, Mapping) for info in self.on_face(name, item))
            column = list(itertools.islice(infos, MAX_CARDS + 1))
            self.check_number(len(column), line)
            if len(self.problems) > before:
                raise AlreadyReported
            first = len(columns[0]) if columns else len(column)
            if len(column) != first:
                raise self.report(
                    DeckSize(len(column), first, f"the list of face `{name}`"), faces.span_of((name,), key=True),
                    label=f"{len(column)} here", also=((faces.span_of((names[0],), key=True), f"{first} here"),),
                )  # fmt: skip
            order = part(pairing, name) if isinstance(pairing, Mapping) else None
            columns.append(column if order is None else [column[at] for at in self.pairing(order, len(column))])
        return columns

    def on_face(self, name: str, line: Mapping) -> Iterator[PrintedFace]:
        """The faces of one line of a list; of each kind its face of that name, or else its first."""
        for key in ("zone", "faces", "pairing"):
            if key in line:
                message = f"`{key}` belongs to whole cards, not to a face"
                raise self.error("E101", message, line.span_of((key,), key=True))
        copies = self.copies(line)
        self.check_number(copies or 0, line)
        for kind, given in self.described(line) if copies is not None else ():
            face = kind.faces.get(name) or next(iter(kind.faces.values()))
            yield from itertools.repeat(self.printed(kind, face, given), copies or 0)

    def pairing(self, node: Node, size: int) -> list[int]:
        """The index of the face on each card, as `pairing` computes it; each index occurs once."""
        found: dict[int, int] = {}
        for place in range(size):
            names: dict[str, Binding] = {"place": Const(INT, node.span, place)}
            number = self.static(self.expressions.read(node, Scope(names), INT), dict[str, int]().get)
            if number in found or not 0 <= number < size:
                why = f"as at place {found[number]}" if number in found else f"not within 0..{size - 1}"
                notes = ("each face of the list must be on one card",)
                raise self.error("E104", f"at place {place} this is {number}, {why}", node.span, notes=notes)
            found[number] = place
        return list(found)
