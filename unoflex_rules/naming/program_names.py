"""The names of a program: cards, seats, zones, variables and values, found from text.

Not here: actions (action_names.py), or the place of a text in a file (name_binder.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, ClassVar

from unoflex_rules.play.card_names import card_names, seat_name, without_signs, words
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, StateVariable
from unoflex_rules.program.opcodes import OPCODES

LONGEST_SHORT = 4  # characters of a short card name
SIGNS = re.compile(r"\W+$")  # at the end of a short name: tell the faces of a card apart


class NotFound(LookupError):
    """A text that names nothing in the program. `wanted`: the unknown part of it; `known`: the names to choose from."""

    def __init__(self, code: str, message: str, wanted: str = "", known: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.code, self.wanted, self.known = code, wanted, tuple(dict.fromkeys(known))


def normal(text: str) -> str:
    """A name without case, underscores and repeated spaces, which do not matter."""
    return " ".join(words(str(text)).casefold().split())


def same_parts(one: str, other: str) -> bool:
    """Whether two names have the same words in another order, or two short ones the same characters: `5R`, `R5`."""
    parts = [normal(each).split() for each in (one, other)]
    if len(parts[0]) == len(parts[1]) == 1 and max(len(one), len(other)) <= LONGEST_SHORT:
        parts = [list(part[0]) for part in parts]
    return sorted(parts[0]) == sorted(parts[1])


def same_but_digits(one: str, other: str) -> bool:
    """Whether two names of several signs differ in their numbers alone: `R+3` and `R+2`, but not `R3` and `R5`."""
    forms = [re.sub(r"\d", "0", normal(each)) for each in (one, other)]
    return forms[0] == forms[1] and len(forms[0]) > 2


def common_start(one: str, other: str) -> int:
    """How many characters two names have in common from the start."""
    pairs = zip(normal(one), normal(other), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


class ProgramNames:
    """The names of one program. Lookups raise NotFound."""

    #: What to write for a value, by the kind of the variable.
    EXPECTED: ClassVar[dict[str, str]] = {
        "bool": "true or false",
        "int": "a number",
        "player": "a seat (P0, P1, ...)",
        "players": "seats",
        "card": "a card, which cannot be set here",
    }

    def __init__(self, program: Program) -> None:
        self.program = program
        self.titles = card_names(program).titles
        owners = program.vector[program.vector[at.P_HANDS] :][: len(program.zones)]
        self.hands = {seat: owners.index(seat) for seat in range(program.players) if seat in owners}
        self.by_name: dict[str, dict[int, None]] = {}
        self.exact: dict[str, dict[int, None]] = {}
        self.aliases: dict[int, list[str]] = {}  # per look: more names that mean this look alone
        for look in range(len(program.looks)):
            for face in range(len(program.faces)):
                for name in self.names_on(look, face):
                    self.exact.setdefault(name, {})[look] = None
                    self.by_name.setdefault(normal(name), {})[look] = None
        candidates: dict[str, set[int]] = {}
        for look, name in self.broad_names():
            candidates.setdefault(normal(name), set()).add(look)
        for name, looks in candidates.items():
            if name not in self.by_name and len(looks) == 1:
                self.by_name[name] = dict.fromkeys(looks)
                self.aliases.setdefault(min(looks), []).append(name)

    # ---- cards ---------------------------------------------------------------------------------------------------

    def names_on(self, look: int, face: int) -> list[str]:
        """The names of a look on a face, the shortest first."""
        long = [self.program.looks[look][face], self.titles[look][face]]
        found = (self.program.shorts[look][face], *map(self.unsigned, long), *long)
        names = [name for name in dict.fromkeys(found) if name]
        return [*names, *self.aliases.get(look, ())] if names else []

    def broad_names(self) -> Iterator[tuple[int, str]]:
        """Looks with names that other looks may share: the kind, and a short name without its sign (`W4~`, `W4!`)."""
        for card, look in enumerate(self.program.cards):
            faces = [face for face, name in enumerate(self.program.looks[look]) if name]
            stems = {SIGNS.sub("", self.program.shorts[look][face]) for face in faces}
            if len(faces) > 1 and len(stems) == 1:
                yield look, stems.pop()
            for kind in {self.program.kind_of(card, face) for face in faces}:
                yield look, kind

    def unsigned(self, title: str) -> str:
        return without_signs(self.program.signs, title)

    def looks(self, text: str) -> list[int]:
        """The looks that a card name may mean."""
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
        """The looks that have this name on a face."""
        wanted = normal(text)
        return [look for look in self.by_name.get(wanted, ()) if wanted in map(normal, self.names_on(look, face))]

    def no_card(self, text: str) -> NotFound:
        """The error for an unknown card name; its `known` begins with the names most like it."""
        if not text:
            return NotFound("E208", "expected the name of a card")
        parts = re.split(r"[,\s]+", text)
        if len(parts) > 1 and all(map(self.is_card, parts)):
            return NotFound("E208", f"`{text}` names several cards: write `[{', '.join(parts)}]`")
        shorts = (short for look in self.program.shorts for short in look if short)
        near = sorted(
            [*shorts, *self.exact],
            key=lambda name: (not same_parts(name, text), not same_but_digits(name, text), -common_start(name, text)),
        )
        return NotFound("E208", f"there is no card `{text}`", text, near)

    def is_card(self, text: str) -> bool:
        try:
            return bool(self.looks(text))
        except NotFound:
            return False

    def short(self, look: int) -> str:
        """The shortest name that means this look alone, else its names on all faces."""
        for name in next(filter(None, (self.names_on(look, face) for face in range(len(self.program.faces)))), []):
            if len(self.exact[name]) == 1:
                return name
        return self.printed(look)

    def printed(self, look: int) -> str:
        """The shortest names of a look on all its faces."""
        faces = (self.names_on(look, face) for face in range(len(self.program.faces)))
        return "/".join(names[0] for names in faces if names)

    def copies(self, looks: Sequence[int]) -> list[int]:
        """The physical cards with one of these looks, in the order of the deck."""
        return [card for card, look in enumerate(self.program.cards) if look in looks]

    # ---- seats and zones -----------------------------------------------------------------------------------------

    def seat(self, text: str) -> int:
        """The number of a seat."""
        number = int(text[1:]) if text[:1] in ("P", "p") and text[1:].isdecimal() else -1
        if not 0 <= number < self.program.players:
            raise NotFound("E204", f"there is no player `{text}`: the seats are P0 to P{self.program.players - 1}")
        return number

    def player_name(self, seat: int) -> str:
        return seat_name(seat)

    def zone_name(self, zone: int) -> str:
        """The name of a zone; a player's own begins with the name of the player."""
        named = self.program.zones[zone]
        return named.name if named.seat == at.NONE else f"{self.player_name(named.seat)}.{named.name}"

    def zone(self, text: str) -> int:
        """The number of a zone."""
        known = {self.zone_name(zone): zone for zone in range(len(self.program.zones))}
        if text not in known:
            self.check_value_given(text, known, "E206")
            raise NotFound("E206", f"there is no zone `{text}`", text, known)
        return known[text]

    def check_value_given(self, text: str, known: Iterable[str], code: str) -> None:
        """Raise NotFound if there is one for each value, `row(hearts)`, and `text` names none of them: `row`."""
        found = [each for each in known if each.startswith(f"{text}(")]
        if found:
            raise NotFound(code, f"there is a `{text}` for each value: write `{found[0]}`, for example", text, found)

    def hand(self, seat: int) -> int:
        """The zone that is the hand of a seat."""
        if seat not in self.hands:
            raise NotFound("E206", f"no zone is the hand of {self.player_name(seat)}")
        return self.hands[seat]

    def is_hand(self, zone: int) -> bool:
        """Whether a zone is the hand of a player."""
        return zone in self.hands.values()

    @property
    def discard(self) -> int:
        """The zone on which cards are laid."""
        if self.program.laid_on is None:
            raise NotFound("E206", "no zone is a discard pile: cards are laid nowhere in this game")
        return self.program.laid_on

    @property
    def deck_zone(self) -> int:
        """The zone that holds the cards before the deal."""
        return self.program.vector[at.P_DECK_ZONE]

    @property
    def can_leave(self) -> bool:
        """Whether a player can leave a round by the rules."""
        program = self.program
        return OPCODES["LEAVE"].number in program.vector[program.code_start : program.code_end : at.INSTRUCTION]

    # ---- variables and values ------------------------------------------------------------------------------------

    def variable(self, name: str, kind: str) -> StateVariable:
        """A `variable`, a field of what is in force (`active`) or an attribute that cards carry (`mark`)."""
        program = self.program
        declared, message = {
            "variable": (program.variables, f"there is no variable `{name}`"),
            "active": (program.active, f"there is no `{name}` in force"),
            "mark": (program.card_attributes, f"cards carry no `{name}`"),
        }[kind]
        found = next((each for each in declared if each.name == name), None)
        if found is None:
            known = [each.name for each in declared]
            self.check_value_given(name, known, "E207")
            raise NotFound("E207", message, name, known)
        return found

    def home(self, name: str, part: str) -> str | None:
        """Where a name of the ruleset belongs in a `table` or under `expect`, as a hint; None for an unknown name."""
        program = self.program
        owned = any(zone.name == name and zone.seat >= 0 for zone in program.zones)
        homes = (
            ("a variable", program.variables, f"`variables: {{{name}: ...}}`"),
            ("a field of what is in force", program.active, f"`active: {{{name}: ...}}`"),
            ("a zone", program.zones, f"`zones: {{{'P0.' if owned else ''}{name}: ...}}`"),
            ("carried by cards", program.card_attributes, f"`cards: {{CARD: {{{name}: ...}}}}`"),
            ("a counter", program.counts if part == "expect" else (), f"`counts: {{{name}: ...}}`"),
        )
        for what, declared, form in homes:
            if any(each.name == name for each in declared):
                return f"`{name}` is {what}: write {form}"
        if name in program.options:
            return f"`{name}` is an option: write `set: {{{name}: ...}}` beside `{part}`"
        return None

    def value(self, variable: StateVariable, given: Any) -> int:
        """The number that stands for a value of a variable."""
        kind, shown = variable.kind, value_shown(given)
        if given is None and (variable.optional or kind in ("enum", "player", "card")):
            return at.NONE
        if isinstance(given, str) and kind in ("enum", "int"):
            named = list(map(normal, variable.values))
            titles = [normal(self.unsigned(title)) for title in variable.titles]
            for names in (named, titles):
                if normal(given) in names:
                    return names.index(normal(given))
        if kind == "bool" and isinstance(given, bool):
            return int(given)
        if kind == "int" and isinstance(given, int) and not isinstance(given, bool):
            low = -at.MAX_NUMBER if variable.low is None else variable.low
            high = at.MAX_NUMBER if variable.high is None else variable.high
            if not low <= given <= high:
                raise NotFound("E104", f"`{variable.name}` must be {low} to {high}, not {given}")
            return given
        if kind == "players" and isinstance(given, list | str):
            return sum({1 << self.seat(each) for each in ([given] if isinstance(given, str) else given)})
        if kind == "player" and isinstance(given, str):
            return self.seat(given)
        if kind == "enum":
            if normal(shown) in map(normal, variable.values):  # `true` or 7 may be the name of a value
                return list(map(normal, variable.values)).index(normal(shown))
            raise NotFound("E205", f"`{variable.name}` has no value `{shown}`", shown, variable.values)
        raise NotFound("E205", f"`{variable.name}` must be {self.EXPECTED[kind]}")


def value_shown(given: Any) -> str:
    """A value as it is written in a file."""
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, list):
        return "[" + ", ".join(map(value_shown, given)) + "]"
    return "null" if given is None else str(given)
