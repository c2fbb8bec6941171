"""The names in a campaign: players by their own names, each physical card by what is printed on it.

Not here: where a name stands in a file (campaign_binding.py), or its layout there (campaign_writer.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import ClassVar, TypeAlias

from unoflex_rules.naming.program_names import NotFound, ProgramNames, normal
from unoflex_rules.play.card_names import value_of
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, StateVariable

LONGEST_NAME = 40  # letters of a player's name
NOBODY = "nobody"
SEAT = re.compile(r"P\d+", re.I)
#: A value as it is written: true or false, a number, a name, names, nothing.
PlainValue: TypeAlias = bool | int | str | list[str] | None
#: What is printed on a card: a look, or one for each face where faces are shuffled. Copies have equal prints.
Print: TypeAlias = tuple[int, ...]


class BadName(ValueError):
    """A name that a player cannot have; the text says why."""


def check_name(name: str, others: Iterable[str] = ()) -> str:
    """Return `name` if a player can have it beside `others`. Raises BadName."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadName(f"a player's name is a line of 1 to {LONGEST_NAME} letters, not `{name}`")
    if SEAT.fullmatch(name):
        raise BadName(f"`{name}` is the name of a seat: choose another name for the player")
    if name.casefold() == NOBODY:
        raise BadName(f"`{name}` means that there is no player: choose another name for the player")
    for other in others:
        if other.casefold() == name.casefold():
            raise BadName(f"two players are called `{name}`" if other == name else f"`{name}` and `{other}` are alike")
    return name


class CampaignNames(ProgramNames):
    """The names of one program, with players instead of seats. Lookups raise NotFound."""

    EXPECTED: ClassVar[dict[str, str]] = ProgramNames.EXPECTED | {
        "player": "one of the players",
        "players": "a list of players",
        "card": "a card and its zone: `{card: ..., zone: ...}`",
    }

    def __init__(self, program: Program, players: Sequence[str]) -> None:
        super().__init__(program)
        self.players = tuple(players)
        self.labels: dict[Print, str] = {}
        self.copies_of: dict[Print, list[int]] = {}  # physical cards by family
        for card, look in enumerate(program.cards):
            self.copies_of.setdefault(self.family((look,)), []).append(card)

    # ---- players and values --------------------------------------------------------------------------------------

    def seat(self, text: str) -> int:
        """The seat of a player."""
        if text not in self.players:
            raise NotFound("E204", f"there is no player `{text}`", text, self.players)
        return self.players.index(text)

    def player_name(self, seat: int) -> str:
        return self.players[seat]

    def player_names(self, mask: int) -> list[str]:
        """The names of a set of players."""
        return [name for seat, name in enumerate(self.players) if (mask >> seat) & 1]

    def plain(self, variable: StateVariable, number: int) -> PlainValue:
        """A value, other than a card, as it is written."""
        if variable.kind == "players":
            return self.player_names(number)
        if variable.kind == "player":
            return None if number == at.NONE else self.players[number]
        value = value_of(variable, number)
        return None if isinstance(value, tuple) else value

    def number(self, variable: StateVariable, seats: Sequence[int]) -> int:
        """The number that stands for players, or for the first of them."""
        if variable.kind == "players":
            return sum(1 << seat for seat in set(seats))
        return seats[0] if seats else at.NONE

    def reason(self, text: str) -> int:
        """The number of the reason why a round or a game ended."""
        if text not in self.program.reasons:
            message = f"no round or game ends with the reason `{text}`"
            raise NotFound("E205", message, text, self.program.reasons)
        return self.program.reasons.index(text)

    def face(self, text: str) -> int:
        """The number of a face."""
        if text not in self.program.faces:
            raise NotFound("E205", f"cards have no face `{text}`", text, self.program.faces)
        return self.program.faces.index(text)

    # ---- cards ---------------------------------------------------------------------------------------------------

    def family(self, printed: Print) -> Print:
        """What tells the physical cards that a print may belong to: all of them, if faces are shuffled."""
        return () if self.program.shuffles_faces else printed

    def print_of(self, vector: Sequence[int], card: int) -> Print:
        """What is printed on a physical card."""
        if not self.program.shuffles_faces:
            return (self.program.cards[card],)
        return tuple(self.program.look_of(vector, card, face) for face in range(len(self.program.faces)))

    def label(self, printed: Print) -> str:
        """The name of a card that means no other print."""
        if printed not in self.labels:
            self.labels[printed] = self.unique(printed)
        return self.labels[printed]

    def unique(self, printed: Print) -> str:
        if self.program.shuffles_faces:
            return "/".join(self.on_face(look, face) for face, look in enumerate(printed))
        faces = [names for face in range(len(self.program.faces)) if (names := self.names_on(printed[0], face))]
        forms = [*faces[0], "/".join(names[0] for names in faces), "/".join(names[-1] for names in faces)]
        return next((form for form in forms if self.looks(form) == [printed[0]]), forms[-1])

    def on_face(self, look: int, face: int) -> str:
        """The shortest name of a look on a face that means no other title there."""
        known = self.titles_on_faces[face]
        return next((name for name in self.names_on(look, face) if len(known[name]) == 1), "-")

    @cached_property
    def titles_on_faces(self) -> list[dict[str, set[str]]]:
        """For each face the titles that a name means there."""
        found: list[dict[str, set[str]]] = [{} for _ in self.program.faces]
        for look, titles in enumerate(self.titles):
            for face, title in enumerate(titles):
                for name in self.names_on(look, face):
                    found[face].setdefault(name, set()).add(title)
        return found

    def prints(self, text: str) -> list[Print]:
        """The prints that a card name may mean."""
        if not self.program.shuffles_faces:
            return [(look,) for look in self.looks(text)]
        parts = [part.strip() for part in text.split("/")]
        if len(parts) != len(self.program.faces):
            message = f"`{text}` is not a card: name each of its {len(self.program.faces)} faces, as in A/B"
            raise NotFound("E208", message)
        return [tuple(self.look_on(part, face) for face, part in enumerate(parts))]

    def look_on(self, text: str, face: int) -> int:
        """The first look with this name on a face."""
        known = self.looks_on_faces[face]
        if normal(text) not in known:
            raise NotFound("E208", f"there is no card `{text}` on that face", text, known)
        return known[normal(text)]

    @cached_property
    def looks_on_faces(self) -> list[dict[str, int]]:
        """For each face the first look with a name there."""
        found, looks = [], range(len(self.program.looks) - 1, -1, -1)
        for face in range(len(self.program.faces)):
            known = {normal(name): look for look in looks for name in self.names_on(look, face)}
            found.append(known | {normal(self.on_face(look, face)): look for look in looks})
        return found

    def all_prints(self, vector: Sequence[int]) -> list[Print]:
        """What is printed on each physical card, in the order of the deck."""
        return [self.print_of(vector, card) for card in range(len(self.program.cards))]
