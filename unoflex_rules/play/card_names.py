"""The names of cards and values, and a card as a player sees it. Not here: who sees what (observation.py).

Names depend on the program alone: its looks, its faces, the types of its variables.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, StateVariable

#: A value: true or false, a number, a name, a seat's number, seats, None.
Value: TypeAlias = bool | int | str | tuple[int, ...] | None
#: The value of a card's attribute, with players by the names of their seats.
Mark: TypeAlias = Value | tuple[str, ...]


def words(name: str) -> str:
    """A declared name with spaces for underscores."""
    return name.replace("_", " ")


def without_signs(signs: Mapping[str, str], text: str, marks: bool = False) -> str:
    """A text without the signs beside the titles of values.

    `signs`: each with the mark of its value; `marks`: whether the mark replaces the sign.
    """
    for sign, mark in sorted(signs.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(f" {sign}", f" {mark}" if marks and mark else "")
    return text


def seat_name(seat: int) -> str:
    """The name of a seat: P0, P1, ..."""
    return f"P{seat}"


def seats_of(mask: int) -> tuple[int, ...]:
    """The seats of a set, lowest first."""
    return tuple(seat for seat in range(at.MAX_PLAYERS) if (mask >> seat) & 1)


def value_of(variable: StateVariable, number: int) -> Value:
    """The value for a number; a card is its number."""
    if variable.kind == "bool":
        return bool(number)
    if variable.kind == "players":
        return seats_of(number)
    if variable.kind == "enum":
        return variable.values[number] if 0 <= number < len(variable.values) else None
    if number == at.NONE and (variable.optional or variable.kind in ("player", "card")):
        return None
    return number


def title_of(variable: StateVariable) -> str:
    """The title of a variable, or its name in words."""
    return variable.title or words(variable.name)


def value_text(variable: StateVariable, value: Value) -> str:
    """A value in words."""
    if value is None:
        return "nothing"
    number = variable.values.index(value) if isinstance(value, str) else value
    if isinstance(number, int) and 0 <= number < len(variable.titles):
        return variable.titles[number]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(seat_name, value)) or "nobody"
    if variable.kind == "player" and isinstance(value, int):
        return seat_name(value)
    return words(str(value))


@dataclass(frozen=True)
class CardView:
    """A card as far as it is seen: its name on each visible face, and its marks.

    `faces`: pairs of a face's name and the card's name there, the face in force first; empty for a hidden card.
    `front`: whether the first of them is the face in force. `marks`: pairs of an attribute's name and its value.
    """

    faces: tuple[tuple[str, str], ...] = ()
    front: bool = False
    marks: tuple[tuple[str, Mark], ...] = ()
    carried: str = field(default="", compare=False, repr=False)  # the marks in words
    plain: bool = field(default=True, repr=False)  # the game's cards have one face and no attributes

    @property
    def is_hidden(self) -> bool:
        """Whether no face is seen."""
        return not self.faces

    @property
    def name(self) -> str:
        """The name on the face in force, else on the first visible face; empty for a hidden card."""
        return self.faces[0][1] if self.faces else ""

    def __str__(self) -> str:
        if not self.faces:
            return "a card"
        first, *rest = (title for _, title in self.faces)
        if not self.front:
            text = "a card with the back " + " / ".join([first, *rest])
        else:
            text = first + (f" ({' / '.join(rest)})" if rest else "")
        return text + self.carried

    def as_json(self) -> Any:
        """None for a hidden card; its name if cards have one face and no attributes; else a mapping."""
        if not self.faces:
            return None
        if self.plain:
            return self.name
        shown: dict[str, Any] = {"faces": dict(self.faces)}
        if self.marks:
            shown["marks"] = {name: list(value) if isinstance(value, tuple) else value for name, value in self.marks}
        return shown


class CardNames:
    """The names of the cards of one program.

    `titles`: per look, its name on each face, empty without a title. Two looks that differ on a face, in print or
    effect, have different names there.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.is_plain = len(program.faces) == 1 and not program.card_attributes
        self.titles = self.distinct_titles()
        self._plays: dict[tuple[int, ...], dict[tuple[int, int], str]] = {}

    def distinct_titles(self) -> list[list[str]]:
        """The looks' titles; with the kind, or a number, if a title is ambiguous."""
        program, p = self.program, self.program.vector
        looks = len(program.looks)
        titles = [list(look) for look in program.looks]
        tables = [place for place, name in sorted(program.attribute_names.items()) if name != "look"]
        for face in range(len(program.faces)):
            prints: dict[int, tuple[int, ...]] = {}
            kinds = {look: program.kind_of(card, face) for card, look in enumerate(program.cards)}
            for look in range(looks):
                place = face * looks + look
                prints[look] = tuple(p[base + place] for base in (p[at.P_EFFECTS], *tables))
            for form in ("{title} <{kind}>", "{title} <{kind} {look}>"):
                meant: dict[str, set[tuple[int, ...]]] = {}
                for look in range(looks):
                    meant.setdefault(titles[look][face], set()).add(prints[look])
                for look in range(looks):
                    if titles[look][face] and len(meant[titles[look][face]]) > 1:
                        title = program.looks[look][face]
                        titles[look][face] = form.format(title=title, kind=words(kinds.get(look, "")), look=look)
        return titles

    def view(self, state: Sequence[int], card: int, front: int, faces: Collection[int]) -> CardView:
        """The view of a card with `faces` visible and `front` in force; attributes come from `state`."""
        titles = {face: self.titles[self.program.look_of(state, card, face)][face] for face in faces}
        order = sorted((face for face in faces if titles[face]), key=lambda face: (face != front, face))
        marks = self.marks(state, card) if order else ()
        carried = self.marks_text(state, card) if order else ""
        shown = tuple((self.program.faces[face], titles[face]) for face in order)
        return CardView(shown, bool(order) and order[0] == front, marks, carried, self.is_plain)

    def marks(self, state: Sequence[int], card: int) -> tuple[tuple[str, Mark], ...]:
        """The attributes of a physical card as pairs of name and value; players as P0, P1, ..."""
        found: list[tuple[str, Mark]] = []
        for variable in self.program.card_attributes:
            value: Mark = value_of(variable, int(state[variable.slot + card]))
            if variable.kind == "player" and isinstance(value, int):
                value = seat_name(value)
            elif isinstance(value, tuple):
                value = tuple(seat_name(int(seat)) for seat in value)
            found.append((variable.name, value))
        return tuple(found)

    def marks_text(self, state: Sequence[int], card: int) -> str:
        """The attributes of a physical card in brackets, without those that are false, 0, empty or None."""
        shown = []
        for variable in self.program.card_attributes:
            value = value_of(variable, int(state[variable.slot + card]))
            title = title_of(variable)
            if value is True and not variable.titles:
                shown.append(title)
            elif isinstance(value, tuple):
                shown += [f"{title} {' and '.join(map(seat_name, value))}"] if value else []
            elif value is not None and value != 0:
                shown.append(f"{title} {value_text(variable, value)}")
        return f" [{', '.join(shown)}]" if shown else ""

    def play(self, state: Sequence[int], card: int, face: int, faces: Collection[int]) -> str:
        """The name for playing a card on a face, for a player who sees `faces` of it.

        It is the name on the face, with the face and the names on the other faces if it is ambiguous among the cards
        of this game. It does not depend on the other legal plays.
        """
        if face not in faces:
            return "a card"
        seen = tuple(sorted(faces))
        if self.program.shuffles_faces and len(seen) > 1:
            on = {each: self.titles[self.program.look_of(state, card, each)][each] for each in seen}
            rest = " / ".join(title for each, title in on.items() if each != face and title)
            return f"{on[face]} on {words(self.program.faces[face])}" + (f" ({rest})" if rest else "")
        if seen not in self._plays:
            self._plays[seen] = self.play_names(seen)
        return self._plays[seen][self.program.look_of(state, card, face), face]

    def play_names(self, seen: tuple[int, ...]) -> dict[tuple[int, int], str]:
        """For each look and face, the shortest unambiguous name if the faces `seen` are visible."""
        named: dict[tuple[int, int], str] = {}
        forms: dict[tuple[int, int], tuple[str, ...]] = {}
        for number, look in enumerate(self.titles):
            known = [face for face in seen if look[face]]
            for face in known:
                rest = " / ".join(look[other] for other in known if other != face)
                on = f"{look[face]} on {words(self.program.faces[face])}"
                if rest:
                    forms[number, face] = (look[face], on, f"{look[face]} ({rest})", f"{on} ({rest})")
                else:
                    named[number, face] = look[face]
        for level in range(4):
            taken = set(named.values())
            meant: dict[str, set[tuple[object, ...]]] = {}
            for (number, face), names in forms.items():
                sight = (face, *(self.titles[number][each] for each in seen))
                meant.setdefault(names[level], set()).add(sight)
            for key, names in list(forms.items()):
                if names[level] not in taken and len(meant[names[level]]) == 1:
                    named[key] = forms.pop(key)[level]
        return named | {key: names[-1] for key, names in forms.items()}


@lru_cache(maxsize=16)
def _names(key: _ById) -> CardNames:
    return CardNames(key.program)


@dataclass(frozen=True, eq=False)
class _ById:
    """A program as a key, compared by identity."""

    program: Program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.program is self.program

    def __hash__(self) -> int:
        return id(self.program)


def card_names(program: Program) -> CardNames:
    """The names of a program's cards, made once."""
    return _names(_ById(program))


def front_of(program: Program, state: Sequence[int]) -> int:
    """The number of the face in force."""
    slot = program.face_slot
    if slot > 0:
        return int(state[slot])
    return -1 - slot if slot < 0 else 0
