"""What people call the things of one program: players by their own names, each physical card by what is on it.

Not here: where a name stands in a file (campaign_reader.py), or how it is laid out there (campaign_writer.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeAlias

from unoflex_rules.naming.program_names import NotFound, ProgramNames, normal
from unoflex_rules.play.card_names import value_of
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, StateVariable

LONGEST = 40  # letters of a player's name
NOBODY = "nobody"
SEAT = re.compile(r"P\d+", re.I)
#: A value as it is written: truth, a number, a name, names, nothing.
PlainValue: TypeAlias = bool | int | str | list[str] | None
#: What is printed on a card, a look a face; cards of which this is the same are copies of each other.
Print: TypeAlias = tuple[int, ...]


class BadName(ValueError):
    """A name that no player can have here; the text says why."""


def check_name(name: str, others: Iterable[str] = ()) -> str:
    """`name`, if a player can be called so beside `others`. Raises BadName."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST:
        raise BadName(f"a player's name is a line of 1 to {LONGEST} letters, not `{name}`")
    if SEAT.fullmatch(name):
        raise BadName(f"`{name}` is the name of a seat: call the player otherwise")
    if name.casefold() == NOBODY:
        raise BadName(f"`{name}` is what stands where no player is meant: call the player otherwise")
    for other in others:
        if other.casefold() == name.casefold():
            raise BadName(f"two players are called `{name}`" if other == name else f"`{name}` and `{other}` are alike")
    return name


class CampaignNames(ProgramNames):
    """The names of one program, in which players go by their own."""

    EXPECTED: ClassVar[dict[str, str]] = ProgramNames.EXPECTED | {
        "player": "one of the players",
        "players": "a list of players",
        "card": "a card and its zone: `{card: ..., zone: ...}`",
    }

    def __init__(self, program: Program, people: Sequence[str]) -> None:
        super().__init__(program)
        self.people = tuple(people)
        self.labels: dict[Print, str] = {}
        self.faces: dict[tuple[int, int], str] = {}
        self.known: dict[int, dict[str, int]] = {}
        self.families: dict[Print, list[int]] = {}
        self.first: list[int] | None = None  # the state in which every card carries what it carries at first

    # ---- players -------------------------------------------------------------------------------------------------

    def seat(self, text: str) -> int:
        """The seat of a player by his name. Raises NotFound."""
        if text not in self.people:
            raise NotFound("E204", f"nobody here is called `{text}`", text, self.people)
        return self.people.index(text)

    def seats(self, mask: int) -> list[str]:
        """The names of a set of players."""
        return [name for seat, name in enumerate(self.people) if (mask >> seat) & 1]

    def player_name(self, seat: int) -> str:
        return self.people[seat]

    # ---- values --------------------------------------------------------------------------------------------------

    def written(self, variable: StateVariable, number: int) -> PlainValue:
        """A value, other than a card, as it is written."""
        if variable.kind == "players":
            return self.seats(number)
        if variable.kind == "player":
            return None if number == at.NONE else self.people[number]
        value = value_of(variable, number)
        return None if isinstance(value, tuple) else value

    def number(self, variable: StateVariable, seats: Sequence[int]) -> int:
        """The number that stands for players: a set of them, or the first one alone; nobody, where there is none."""
        if variable.kind == "players":
            return sum(1 << seat for seat in set(seats))
        return seats[0] if seats else at.NONE

    def reason(self, text: str) -> int:
        """The number of the reason why a round or a game ended. Raises NotFound."""
        if text not in self.program.reasons:
            raise NotFound("E205", f"nothing ends here for the reason `{text}`", text, self.program.reasons)
        return self.program.reasons.index(text)

    def face(self, text: str) -> int:
        """The number of a face. Raises NotFound."""
        if text not in self.program.faces:
            raise NotFound("E205", f"cards have no face `{text}`", text, self.program.faces)
        return self.program.faces.index(text)

    # ---- cards ---------------------------------------------------------------------------------------------------

    def print_of(self, state: Sequence[int], card: int) -> Print:
        """What is printed on a physical card."""
        if not self.program.shuffles_faces:
            return (self.program.cards[card],)
        return tuple(self.program.look_of(state, card, face) for face in range(len(self.program.faces)))

    def label(self, printed: Print) -> str:
        """What a card is called by what is printed on it; no other one is called so."""
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
        """The shortest name of what a look has on a face that means nothing else there."""
        if not self.faces:
            for place in range(len(self.program.faces)):
                meant: dict[str, set[str]] = {}
                for each, titles in enumerate(self.titles):
                    for name in self.names_on(each, place):
                        meant.setdefault(name, set()).add(titles[place])
                for each in range(len(self.titles)):
                    names = [name for name in self.names_on(each, place) if len(meant[name]) == 1]
                    self.faces[each, place] = names[0] if names else "-"
        return self.faces[look, face]

    def prints(self, text: str) -> list[Print]:
        """What may be printed on a card of a name. Raises NotFound."""
        if not self.program.shuffles_faces:
            return [(look,) for look in self.looks(text)]
        parts = [part.strip() for part in text.split("/")]
        if len(parts) != len(self.program.faces):
            raise NotFound("E208", f"`{text}` is no card: one has {len(self.program.faces)} faces, as in A/B")
        return [tuple(self.look_on(part, face) for face, part in enumerate(parts))]

    def look_on(self, text: str, face: int) -> int:
        """The first of the looks that have a name on a face. Raises NotFound."""
        if face not in self.known:
            looks = range(len(self.program.looks) - 1, -1, -1)
            known = {normal(name): look for look in looks for name in self.names_on(look, face)}
            self.known[face] = known | {normal(self.on_face(look, face)): look for look in looks}
        if normal(text) not in self.known[face]:
            raise NotFound("E208", f"there is no card `{text}` on that face", text, self.known[face])
        return self.known[face][normal(text)]

    def all_prints(self, state: Sequence[int]) -> list[Print]:
        """What is printed on each physical card, in the order of the deck."""
        return [self.print_of(state, card) for card in range(len(self.program.cards))]
