"""Actions: the options of a player as values and texts, and the action that a text names.

An action names what the asked player sees; the game knows the physical card. Not here: what is legal (the engine).
"""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from unoflex_rules.play.card_names import card_names, front_of, seat_name, without_signs, words
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, Question

TOGETHER = ", "  # between the cards of a combination
MAX_TEXT = 400  # characters; a longer text names no action
LISTED = 8  # legal actions named in a message


@dataclass(frozen=True)
class Action:
    """One action: a verb, the card and the face that it uses, and the values chosen with it.

    `card`: the card's name as the player sees it; `cards`: the names of the cards of a combination, which `card` lists;
    `face`: the name of the face, None if cards have one face; `choice`,
    `choice2`: the names of the chosen values (P0, P1, ... for players), or None; `titles`: the titles of these values;
    `signs`: the signs in titles.
    """

    verb: str
    card: str | None = None
    face: str | None = None
    choice: str | None = None
    choice2: str | None = None
    cards: tuple[str, ...] = ()
    titles: tuple[str, ...] = field(default=(), compare=False, repr=False)
    signs: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __str__(self) -> str:
        return self.texts[0]

    @property
    def text(self) -> str:
        """The action in words: `play red 5`, `play wild naming green`, `draw`, `choose P2`."""
        return str(self)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that mean the action, the displayed one first: with titles or names of values, with or without
        signs."""
        heads = [words(self.verb)]
        if self.card is not None:
            heads = [f"{heads[0]} {card}" for card in (self.card, without_signs(self.signs, self.card))]
        return tuple(dict.fromkeys(head + tail for head in heads for tail in self.tails))

    @property
    def tails(self) -> tuple[str, ...]:
        """The ends of the texts, after the verb and the card: the chosen values."""
        names = tuple(words(each) for each in (self.choice, self.choice2) if each is not None)
        naming = "" if self.card is None else " naming"
        chosen = [" and ".join(each) for each in (self.titles or names, names)]
        said = [*chosen, *(without_signs(self.signs, each) for each in chosen)]
        return tuple(dict.fromkeys(f"{naming} {each}" if each else "" for each in said))

    def as_json(self) -> dict[str, Any]:
        """The fields of the action that are not None, and its text."""
        fields = {name: getattr(self, name) for name in ("verb", "card", "face", "choice", "choice2")}
        together = {"cards": list(self.cards)} if self.cards else {}
        return {name: value for name, value in fields.items() if value is not None} | together | {"text": self.text}

    def means_cards(self, text: str) -> bool:
        """Whether a normal text names the verb and the cards of this combination, in any order."""
        verb = normal(self.verb)
        if not self.cards or not text.startswith(f"{verb} "):
            return False
        wanted = sorted(cards_named(text[len(verb) :]))
        shown = [self.cards, [without_signs(self.signs, each) for each in self.cards]]
        return any(wanted == sorted(map(normal, each)) for each in shown)


#: What a player may give to name an action: itself, its index among the legal ones, or its text.
Choice: TypeAlias = Action | int | str


@dataclass(frozen=True)
class Decision:
    """Which seat must decide, about what, and its options. `private`: other seats do not learn of the question."""

    seat: int
    about: str
    private: bool
    options: tuple[Action, ...]


class IllegalAction(ValueError):
    """An action that is not legal now; the game is unchanged. `legal`: the actions that are."""

    def __init__(self, message: str, legal: Sequence[Action] = ()) -> None:
        super().__init__(message)
        self.legal = tuple(legal)


class UnknownAction(IllegalAction):
    """A text that names no legal action, or several. `suggestions`: similar legal texts, best first."""

    def __init__(self, message: str, legal: Sequence[Action], suggestions: Sequence[str]) -> None:
        super().__init__(message, legal)
        self.suggestions = tuple(suggestions)


def listed(legal: Sequence[Action]) -> str:
    """The legal actions as a list in words, shortened if there are many."""
    if not legal:
        return "no action is legal"
    more = f" and {len(legal) - LISTED} more" if len(legal) > LISTED else ""
    return "legal: " + ", ".join(quoted(str(action)) for action in legal[:LISTED]) + more


def quoted(text: str) -> str:
    """A text as part of a list: in quotes if it contains a comma itself."""
    return f'"{text}"' if TOGETHER in text else text


def normal(text: str) -> str:
    """A text in lower case, without underscores and superfluous spaces."""
    return " ".join(words(text).casefold().split())


def cards_named(text: str) -> list[str]:
    """The names of cards in a list; a comma in the brackets behind a card separates its marks."""
    return re.split(r"\s*,\s*(?![^\[]*\])", text.strip())


def find_action(text: str, legal: Sequence[Action]) -> int:
    """The index of the one legal action that `text` names. Raises UnknownAction for none or several."""
    texts = [normal(str(action)) for action in legal]
    wanted = normal(text[: MAX_TEXT + 1])
    found = [index for index, each in enumerate(texts) if each == wanted]
    if not found:
        found = [index for index, action in enumerate(legal) if wanted in map(normal, action.texts)]
    if not found and TOGETHER.strip() in wanted:
        found = [index for index, action in enumerate(legal) if action.means_cards(wanted)]
    if len(found) == 1:
        return found[0]
    shown = text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "..."
    if found:
        raise UnknownAction(f"`{shown}` names {len(found)} legal actions", legal, [str(legal[found[0]])])
    near = difflib.get_close_matches(wanted, texts, n=3) if len(text) <= MAX_TEXT else []
    suggestions = [str(legal[texts.index(each)]) for each in near]
    hint = f"; did you mean `{suggestions[0]}`?" if suggestions else ""
    raise UnknownAction(f"`{shown}` is not legal here{hint} ({listed(legal)})", legal, suggestions)


def index_of(choice: Choice, legal: list[Action]) -> int:
    """The index of the legal action that `choice` names. Raises IllegalAction, TypeError."""
    if not legal:
        raise IllegalAction("the game is over: no action is legal")
    if isinstance(choice, str):
        return find_action(choice, legal)
    if isinstance(choice, Action):
        if choice not in legal:
            raise IllegalAction(f"`{choice}` is not legal here ({listed(legal)})", legal)
        return legal.index(choice)
    if isinstance(choice, bool):
        raise TypeError("an action is an Action, an index or a text, not a truth value")
    index = operator.index(choice)
    if not 0 <= index < len(legal):
        raise IllegalAction(f"there is no action {index}: 0 to {len(legal) - 1} ({listed(legal)})", legal)
    return index


def choice_names(
    program: Program,
    state: Sequence[int],
    question: Question | None,
    option: Sequence[int],
    titles: bool = False,
    sees: Callable[[int], Collection[int]] | None = None,
) -> tuple[str | None, str | None]:
    """The names, or titles, of the two choices of an option (verb, card, face, choice, choice); None for none.

    `sees`: the faces that are seen of a chosen card; by default all.
    """
    verb, card, face, first, second = (int(number) for number in option[:5])
    if first == at.NONE or first >= at.COMBINED:
        return (None, None)
    if card == at.NONE:
        values: Sequence[str] = ()
        if question is not None:
            values = (question.verb_titles if titles else question.verb_values).get(verb, ())
        return (values[first] if values else seat_name(first), None)
    p = program.vector
    place = p[at.P_CHOICES] + 2 * (face * p[at.P_LOOKS] + program.look_of(state, card, face))
    names: list[str | None] = []
    for number, value in ((p[place], first), (p[place + 1], second)):
        if value == at.NONE or number == at.NONE:
            names.append(None)
            continue
        if value >= at.CHOSEN_CARD:
            names.append(card_chosen(program, state, value - at.CHOSEN_CARD, sees))
            continue
        members = (program.choice_titles if titles else program.choice_values)[program.choices[number]]
        names.append(members[value] if members else seat_name(value))
    return (names[0], names[1])


def card_chosen(
    program: Program, state: Sequence[int], card: int, sees: Callable[[int], Collection[int]] | None
) -> str:
    """The name of a chosen card with its marks, for a player who `sees` these faces of it."""
    faces = range(len(program.faces)) if sees is None else sees(card)
    return str(card_names(program).view(state, card, front_of(program, state), faces))


def action_of(
    program: Program,
    state: Sequence[int],
    question: Question | None,
    option: Sequence[int],
    faces: Collection[int],
    sees: Callable[[int], Collection[int]] | None = None,
) -> Action:
    """The action for an option (verb, card, face, choice, choice) of a player who sees `faces` of its card.

    `sees`: the faces that the player sees of any card; by default all.
    """
    verb, card, face = (int(number) for number in option[:3])
    combined = cards_combined(program, state, option)
    if combined:
        several = [name_of(program, state, each, face, faces if sees is None else sees(each)) for each in combined]
        shown = program.faces[face] if len(program.faces) > 1 else None
        return Action(program.verbs[verb], TOGETHER.join(several), shown, cards=tuple(several), signs=program.signs)
    choice, choice2 = choice_names(program, state, question, option, sees=sees)
    named = choice_names(program, state, question, option, titles=True, sees=sees)
    titles = tuple(each for each in named if each is not None)
    if card == at.NONE:
        return Action(program.verbs[verb], choice=choice, choice2=choice2, titles=titles, signs=program.signs)
    name = name_of(program, state, card, face, faces)
    shown = program.faces[face] if len(program.faces) > 1 else None
    return Action(program.verbs[verb], name, shown, choice, choice2, titles=titles, signs=program.signs)


def name_of(program: Program, state: Sequence[int], card: int, face: int, faces: Collection[int]) -> str:
    """The name for playing a card on a face, with its marks, for a player who sees `faces` of it."""
    names = card_names(program)
    name = names.play(state, card, face, faces)
    return name + names.marks_text(state, card) if faces else name


def cards_combined(program: Program, state: Sequence[int], option: Sequence[int]) -> list[int]:
    """The cards of a combination, by their looks; none for any other option (verb, card, face, choice, choice)."""
    card, face, first, second = (int(number) for number in option[1:5])
    if first < at.COMBINED:
        return []
    p = program.vector
    zone = int(state[p[at.P_PLACE] + card])
    pile = p[at.P_PILE] + zone * p[at.P_CARDS]
    places = (first - at.COMBINED) | (max(second - at.COMBINED, 0) << at.COMBINED_BITS)
    cards = [int(state[pile + place]) for place in range(places.bit_length()) if places >> place & 1]
    return sorted(cards, key=lambda each: (program.look_of(state, each, max(face, 0)), each))
