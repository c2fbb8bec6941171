"""The names of a program, found from text: cards, zones, variables, values, verbs. Not here: where the text stands.

A name that is not there is a NotFound with the names that there are; who reads a file gives it a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, ClassVar

from unoflex_rules.play.card_names import card_names, seat_name, without_signs, words
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, StateVariable
from unoflex_rules.program.opcodes import OPCODES
from unoflex_rules.scenario.examples import LEAVES

HAND = "hand"
SHORT = 4  # letters of a short name of a card
DISCARD = "discard"
SIGNS = re.compile(r"\W+$")  # at the end of a short name
NAMING, AND = " naming ", " and "  # before what is named with a play, and between two things of it


class NotFound(LookupError):
    """A name, or a value, that the ruleset does not have: `wanted`, while `known` are those that it has."""

    def __init__(self, code: str, message: str, wanted: str = "", known: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.code, self.wanted, self.known = code, wanted, tuple(dict.fromkeys(known))


def normal(text: str) -> str:
    """A name without what does not count: case, underscores, spaces in a row."""
    return " ".join(words(str(text)).casefold().split())


def alike(one: str, other: str) -> int:
    """With how many equal letters two names begin."""
    pairs = zip(normal(one), normal(other), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def same_parts(one: str, other: str) -> bool:
    """Whether two names have the same words in another order, or short ones the same signs: `5R` for `R5`."""
    words_of = [sorted(normal(each).split()) for each in (one, other)]
    if len(words_of[0]) == len(words_of[1]) == 1:
        words_of = [sorted(words[0]) for words in words_of] if max(len(one), len(other)) <= SHORT else words_of
    return words_of[0] == words_of[1]


class ProgramNames:
    """What the things of one program are called."""

    #: What is wanted where the value of another type stands.
    WANTED: ClassVar[dict[str, str]] = {
        "bool": "true or false",
        "int": "a number",
        "player": "a seat (P0, P1, ...)",
        "players": "seats",
        "card": "a card, which cannot be said here",
    }

    def __init__(self, program: Program) -> None:
        self.program = program
        self.titles = card_names(program).titles
        self.by_name: dict[str, dict[int, None]] = {}
        self.exact: dict[str, dict[int, None]] = {}
        self.others: dict[int, list[str]] = {}  # per look, what else means it and nothing but it
        for look in range(len(program.looks)):
            for face in range(len(program.faces)):
                for name in self.names_on(look, face):
                    self.exact.setdefault(name, {})[look] = None
                    self.by_name.setdefault(normal(name), {})[look] = None
        meant: dict[str, set[int]] = {}
        for look, name in self.broad_names():
            meant.setdefault(normal(name), set()).add(look)
        for name, looks in meant.items():
            if name not in self.by_name and len(looks) == 1:
                self.by_name[name] = dict.fromkeys(looks)
                self.others.setdefault(min(looks), []).append(name)

    # ---- cards ---------------------------------------------------------------------------------------------------

    def names_on(self, look: int, face: int) -> list[str]:
        """What a look is called on a face, the shortest name first."""
        program = self.program
        long = [program.looks[look][face], self.titles[look][face]]
        found = (program.shorts[look][face], *map(self.bare, long), *long)
        names = [name for name in dict.fromkeys(found) if name]
        return [*names, *self.others.get(look, ())] if names else []

    def broad_names(self) -> Iterator[tuple[int, str]]:
        """Looks with what they are called beside what is printed, and others perhaps as well: short names without the
        signs at their end that tell faces apart, as `W4` for `W4~` and `W4!`, and the kind of the card."""
        for card, look in enumerate(self.program.cards):
            faces = [face for face, name in enumerate(self.program.looks[look]) if name]
            stems = {SIGNS.sub("", self.program.shorts[look][face]) for face in faces}
            if len(faces) > 1 and len(stems) == 1:
                yield look, stems.pop()
            for kind in {self.program.kind_of(card, face) for face in faces}:
                yield look, kind

    def bare(self, title: str) -> str:
        """A title without signs."""
        return without_signs(self.program.signs, title)

    def looks(self, text: str) -> list[int]:
        """The looks that a card's name may stand for. Raises NotFound."""
        found = self.exact.get(text) or self.by_name.get(normal(text))
        if found is None and "/" in text:
            sets = [self.looks(part.strip()) for part in text.split("/")]
            found = dict.fromkeys(look for look in sets[0] if all(look in others for others in sets[1:]))
            if not found:
                pairs = [self.printed(look) for look in dict.fromkeys(look for looks in sets for look in looks)]
                raise NotFound("E208", f"no card has all of `{text}` on its faces", text, pairs)
        if not found:
            raise self.no_card(text)
        return list(found)

    def looks_on(self, text: str, face: int) -> list[int]:
        """The looks that have a name on a face."""
        wanted = normal(text)
        return [look for look in self.by_name.get(wanted, ()) if wanted in map(normal, self.names_on(look, face))]

    def no_card(self, text: str, others: Iterable[str] = ()) -> NotFound:
        """The problem of a name that no card has; those that begin like it are listed first."""
        if not text:
            return NotFound("E208", "the name of a card is expected here")
        parts = re.split(r"[,\s]+", text)
        if len(parts) > 1 and all(map(self.is_card, parts)):
            return NotFound("E208", f"`{text}` are several cards: write `[{', '.join(parts)}]`")
        shorts = (short for look in self.program.shorts for short in look if short)
        known = dict.fromkeys([*shorts, *self.exact, *others])
        near = sorted(known, key=lambda name: (not same_parts(name, text), -alike(name, text)))
        return NotFound("E208", f"there is no card `{text}`", text, near)

    def is_card(self, text: str) -> bool:
        try:
            return bool(self.looks(text))
        except NotFound:
            return False

    def short(self, look: int) -> str:
        """The shortest name of a look that stands for no other one, else all its names."""
        for name in next(filter(None, (self.names_on(look, face) for face in range(len(self.program.faces)))), []):
            if len(self.exact[name]) == 1:
                return name
        return self.printed(look)

    def printed(self, look: int) -> str:
        """The shortest names of a look on all its faces."""
        faces = (self.names_on(look, face) for face in range(len(self.program.faces)))
        return "/".join(names[0] for names in faces if names)

    def copies(self, looks: Sequence[int]) -> list[int]:
        """The physical cards of some looks, in the order of the deck."""
        return [card for card, look in enumerate(self.program.cards) if look in looks]

    # ---- seats and zones -----------------------------------------------------------------------------------------

    def seat(self, text: str) -> int:
        """The number of a seat. Raises NotFound."""
        number = int(text[1:]) if text[:1] in ("P", "p") and text[1:].isdecimal() else -1
        if not 0 <= number < self.program.players:
            raise NotFound("E204", f"there is no player `{text}`: the seats are P0 to P{self.program.players - 1}")
        return number

    def zone(self, text: str, seat: int | None = None) -> int:
        """The number of a zone. Raises NotFound."""
        wanted = text if seat is None else f"{seat_name(seat)}.{text}"
        known = {str(zone): number for number, zone in enumerate(self.program.zones)}
        if wanted not in known:
            self.of_values(wanted, known, "E206")
            raise NotFound("E206", f"there is no zone `{wanted}`", wanted, known)
        return known[wanted]

    def of_values(self, wanted: str, known: Iterable[str], code: str) -> None:
        """Raise NotFound with those that values have where it is not said which is meant: `row` alone."""
        found = [each for each in known if each.startswith(f"{wanted}(")]
        if found:
            raise NotFound(code, f"there is a `{wanted}` for each value: say which, `{found[0]}`", wanted, found)

    @property
    def deck_zone(self) -> int:
        """The zone to which the cards belong before they are dealt."""
        return self.program.vector[at.P_DECK_ZONE]

    @property
    def can_leave(self) -> bool:
        """Whether the rules let anybody leave; else the number of players is fixed in the program."""
        program = self.program
        return OPCODES["LEAVE"].number in program.vector[program.code_start : program.code_end : at.INSTRUCTION]

    # ---- variables and values ------------------------------------------------------------------------------------

    def variable(self, name: str, kind: str) -> StateVariable:
        """A variable, a field of what is in force (`active`) or an attribute of cards (`mark`). Raises NotFound."""
        program = self.program
        homes = {"variable": program.variables, "active": program.active, "mark": program.card_attributes}
        found = next((each for each in homes[kind] if each.name == name), None)
        if found is None:
            known = [each.name for each in homes[kind]]
            self.of_values(name, known, "E207")
            messages = {
                "variable": f"there is no variable `{name}`",
                "active": f"what is in force has no `{name}`",
                "mark": f"cards carry no `{name}`",
            }
            raise NotFound("E207", messages[kind], name, known)
        return found

    def home(self, name: str, part: str) -> str | None:
        """How what the ruleset calls `name` is said in a `table` or under `expect`; None for what it does not have."""
        program = self.program
        each = any(zone.name == name and zone.seat >= 0 for zone in program.zones)
        counts = program.counts if part == "expect" else ()
        homes = (
            ("a variable", [each.name for each in program.variables], f"`variables: {{{name}: ...}}`"),
            ("a part of what is in force", [each.name for each in program.active], f"`active: {{{name}: ...}}`"),
            ("a zone", [zone.name for zone in program.zones], f"`zones: {{{'P0.' if each else ''}{name}: ...}}`"),
            ("on cards", [each.name for each in program.card_attributes], f"`cards: {{CARD: {{{name}: ...}}}}`"),
            ("a counter", [each.name for each in counts], f"`counts: {{{name}: ...}}`"),
            ("an option", list(program.options), f"`set: {{{name}: ...}}` beside `{part}`"),
        )
        return next((f"`{name}` is {what} here: {said}" for what, known, said in homes if name in known), None)

    def value(self, variable: StateVariable, given: Any) -> int:
        """The number that stands for a value. Raises NotFound where the variable has no such value."""
        kind, shown = variable.kind, self.shown(given)
        if given is None and (variable.optional or kind in ("enum", "player", "card")):
            return at.NONE
        titles = [normal(self.bare(title)) for title in variable.titles]
        named = list(map(normal, variable.values)) if kind in ("enum", "int") else []
        if isinstance(given, str) and normal(given) in titles and normal(given) not in named:
            return titles.index(normal(given))
        if isinstance(given, str) and kind == "int" and normal(given) in named:
            return named.index(normal(given))
        if kind == "bool" and isinstance(given, bool):
            return int(given)
        if kind == "int" and isinstance(given, int) and not isinstance(given, bool):
            low = -at.MAX_NUMBER if variable.low is None else variable.low
            high = at.MAX_NUMBER if variable.high is None else variable.high
            if not low <= given <= high:
                raise NotFound("E104", f"`{variable.name}` is {low} to {high}, never {given}")
            return given
        if kind == "players" and isinstance(given, list | str):
            return sum({1 << self.seat(each) for each in ([given] if isinstance(given, str) else given)})
        if kind == "player" and isinstance(given, str):
            return self.seat(given)
        if kind == "enum":
            names = {normal(value): number for number, value in reversed(list(enumerate(variable.values)))}
            if normal(shown) in names:
                return names[normal(shown)]
            raise NotFound("E205", f"`{variable.name}` is never `{shown}`", shown, variable.values)
        raise NotFound("E205", f"`{variable.name}` is {self.WANTED[kind]}")

    def shown(self, given: Any) -> str:
        """A value as it is written in a file."""
        if isinstance(given, bool):
            return str(given).lower()
        if isinstance(given, list):
            return "[" + ", ".join(map(self.shown, given)) + "]"
        return "null" if given is None else str(given)

    # ---- actions -------------------------------------------------------------------------------------------------

    def check_action(self, text: str) -> tuple[int, list[int]]:
        """The verb of an action, and the looks that its card may have (none where it has no card).

        Raises NotFound for a text that is no action of this game: its verb, its card or its choice is unknown.
        """
        said = " ".join(words(text).split())
        verbs = {normal(verb): number for number, verb in enumerate(self.program.verbs)}
        fitting = (verb for verb in verbs if f"{normal(said)} ".startswith(f"{verb} "))
        verb = max(fitting, key=len, default=None)
        if verb is None:
            raise NotFound("E602", f"there is no action `{text}`", said.split(" ")[0] if said else "", [*verbs, LEAVES])
        number, rest = verbs[verb], said[len(verb) :].strip()
        takes_cards, values = number in self.program.card_verbs, self.values_of(number)
        card, _, chosen = rest.partition("naming ")
        card = self.without_face(card.strip())
        if rest and values and (self.are_values(rest, values) or not (takes_cards and self.is_card(card))):
            self.check_values(rest, values)
            return number, self.looks(card) if takes_cards and self.is_card(card) else []
        self.check_values(chosen, values or self.values_of(None), self.program.chooses_cards and not values)
        if card and not takes_cards:
            raise NotFound("E602", f"`{self.program.verbs[number]}` takes no card", card)
        name, on, face = card.partition(" on ")
        if on and self.is_card(name):
            raise NotFound("E205", f"there is no face `{face}`", face, self.program.faces)
        return number, self.looks(card) if card else []

    def are_values(self, text: str, values: Iterable[str]) -> bool:
        """Whether all that is said is chosen from `values`."""
        return {normal(each) for each in text.split(" and ")} <= set(map(normal, values))

    def turned(self, text: str) -> str | None:
        """An action that names two things of different sorts in the other order; None for any other."""
        play, _, chosen = text.partition(NAMING)
        parts = chosen.split(AND)
        if len(parts) != 2 or self.sorts(parts[0]) & self.sorts(parts[1]):
            return None
        return play + NAMING + AND.join(parts[::-1])

    def sorts(self, text: str) -> set[str]:
        """What a thing that is named may be: a value of some choices, a seat, a card."""
        program, cards = self.program, {"a card"} if self.is_card(text) else set()
        seats = {"a seat"} if normal(text) in [normal(seat_name(seat)) for seat in range(program.players)] else set()
        values = {name: self.called({name: program.choice_values[name]}, {name: program.choice_titles[name]})
                  for name in program.choice_values if name in program.choice_titles}  # fmt: skip
        return cards | seats | {name for name, known in values.items() if self.are_values(text, known)}

    def check_values(self, text: str, values: Sequence[str], cards: bool = False) -> None:
        """Raises NotFound for what is said to be chosen and is none of `values`, nor one of the `cards`."""
        for choice in filter(None, map(str.strip, text.split(" and "))):
            if not self.are_values(choice, values) and not (cards and self.is_card(self.without_face(choice))):
                raise NotFound("E205", f"there is nothing called `{choice}` to choose", choice, values)

    def without_face(self, text: str) -> str:
        """The name of a card without the face and the marks that may follow it."""
        text = text.partition(" [")[0]
        for face in map(normal, self.program.faces):
            if normal(text).endswith(f" {face}") and not self.is_card(text):
                return text[: -len(face)].strip().removesuffix(" on").strip()
        return text

    def values_of(self, verb: int | None) -> list[str]:
        """The names of what a verb chooses between; without a verb, of all that is chosen with a card."""
        program = self.program
        if verb is None:
            return [*self.called(program.choice_values, program.choice_titles), *map(seat_name, range(program.players))]
        found: list[str] = []
        for question in program.questions.values():
            if verb in question.verb_values:
                found += self.called({verb: question.verb_values[verb]}, {verb: question.verb_titles[verb]})
                found += () if question.verb_values[verb] else map(seat_name, range(program.players))
        return list(dict.fromkeys(found))

    def called(self, names: Mapping[Any, Sequence[str]], titles: Mapping[Any, Sequence[str]]) -> list[str]:
        """All that values are called: their names, then their titles without signs and with them."""
        pairs = [pair for key in names for pair in zip(names[key], titles[key], strict=True) if pair[0]]
        shown = [title for _, title in pairs]
        return list(dict.fromkeys([*(words(name) for name, _ in pairs), *map(self.bare, shown), *shown]))
