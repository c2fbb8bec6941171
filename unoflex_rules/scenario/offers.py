"""Actions on offer with all texts that mean them. Not here: taking one (position.py), or unknown names in a text
(naming/action_names.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from unoflex_rules.naming.action_names import AND, NAMING, turned
from unoflex_rules.naming.program_names import ProgramNames, normal
from unoflex_rules.play.actions import TOGETHER, Action, action_of, cards_combined, cards_named
from unoflex_rules.play.card_names import front_of, words
from unoflex_rules.play.machine import Option
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Question


@dataclass(frozen=True)
class Offer:
    """An action on offer: the number of its option, the texts that mean it, and its shortest text.

    `open`: texts that mean it among others, since they leave out the choice or everything but the verb.
    """

    option: int
    action: Action
    texts: frozenset[str]
    short: str
    open: frozenset[str] = frozenset()
    parts: tuple[frozenset[str], ...] = ()  # for each card of a combination, the texts that mean it

    def means_parts(self, text: str) -> bool:
        """Whether a normal text names the verb and each card of this combination, in any order."""
        verb = normal(self.action.verb)
        if not self.parts or not text.startswith(f"{verb} "):
            return False
        wanted = cards_named(text[len(verb) :])
        return len(wanted) == len(self.parts) and can_match(wanted, self.parts)


def can_match(wanted: Sequence[str], parts: Sequence[frozenset[str]]) -> bool:
    """Whether each text can mean another one of the cards."""
    if not wanted:
        return True
    found = [place for place, forms in enumerate(parts) if wanted[0] in forms]
    return any(can_match(wanted[1:], [*parts[:place], *parts[place + 1 :]]) for place in found)


def offer_of(names: ProgramNames, state: Any, question: Question | None, number: int, option: Option) -> Offer:
    """The offer of an option.

    A card name from another face than the one that is played needs the face: `G2 on front`.
    """
    program = names.program
    action = action_of(program, state, question, option, range(len(program.faces)))
    verb = normal(action.verb)
    if action.card is None:
        texts = frozenset(map(normal, action.texts))
        return Offer(number, action, texts, str(action), frozenset({verb}) - texts)
    if action.cards:
        return offer_of_combination(names, state, number, option, action)
    card, face = int(option[1]), int(option[2])
    look, named = program.look_of(state, card, max(face, 0)), program.faces[face]
    forms, short = card_forms(names, look, face), names.short(look)
    tails = tails_of(names, state, action, option)
    exact = {normal(f"{verb} {form}{tail}") for form in forms for tail in tails} | set(map(normal, action.texts))
    without = {normal(f"{verb} {form}") for form in forms} if action.choice is not None else exact
    on_face = f" on {normal(named)}" if len(program.faces) > 1 else ""
    return Offer(
        number, action, frozenset(exact), f"{verb} {short}{on_face}{tails[-1]}", frozenset({*without, verb} - exact)
    )


def card_forms(names: ProgramNames, look: int, face: int) -> list[str]:
    """The texts that mean a card on a face; the name of another face needs the face behind it."""
    faces = names.program.faces
    here, short, named = names.names_on(look, face), names.short(look), faces[face]
    all_names = {name for each in range(len(faces)) for name in names.names_on(look, each)}
    forms = [name for name in (*here, short) if name in here or name not in all_names]
    return forms + [form for name in (*here, short) for form in (f"{name} {named}", f"{name} on {named}")]


def offer_of_combination(names: ProgramNames, state: Any, number: int, option: Option, action: Action) -> Offer:
    """The offer of several cards."""
    program, face = names.program, max(int(option[2]), 0)
    parts, short = [], []
    for card, name in zip(cards_combined(program, state, option), action.cards, strict=True):
        look = program.look_of(state, card, face)
        short.append(names.short(look) + (f" on {normal(program.faces[face])}" if len(program.faces) > 1 else ""))
        parts.append(frozenset(map(normal, (name, names.unsigned(name), *card_forms(names, look, face)))))
    verb = normal(action.verb)
    return Offer(
        number, action, frozenset({normal(str(action))}), f"{verb} {TOGETHER.join(short)}",
        frozenset({verb}), tuple(parts),
    )  # fmt: skip


def tails_of(names: ProgramNames, state: Any, action: Action, option: Option) -> tuple[str, ...]:
    """The ends of the texts of a play, the shortest last; a chosen card has each of its names."""
    if all(value < at.CHOSEN_CARD for value in option[3:5]):
        return action.tails[::-1]
    parts, front = [], front_of(names.program, state)
    for value, name in zip(option[3:5], (action.choice, action.choice2), strict=True):
        if name is not None:
            parts.append([words(name)])
            if value >= at.CHOSEN_CARD:
                look = names.program.look_of(state, value - at.CHOSEN_CARD, front)
                parts[-1] += [*names.names_on(look, front), names.short(look)]
    return (*action.tails[::-1], *(f"{NAMING}{AND.join(each)}" for each in product(*parts)))


def meant_by(names: ProgramNames, text: str, offers: Sequence[Offer]) -> list[Offer]:
    """The offers that a text means: one, none, or several if it leaves something out."""
    wanted = normal(text)
    found = [offer for offer in offers if normal(str(offer.action)) == wanted]
    found = found or [offer for offer in offers if wanted in offer.texts or offer.means_parts(wanted)]
    other_order = turned(names, wanted)
    found = found or [offer for offer in offers if other_order in offer.texts]
    return found or [offer for offer in offers if wanted in offer.open]


def meant_in_parts(names: ProgramNames, text: str, offers: Sequence[Offer]) -> tuple[list[Offer], list[str]]:
    """The plays that a text means whose choices the rules ask for later, and these choices."""
    play, naming, chosen = normal(text).partition(NAMING)
    plays = meant_by(names, play, offers) if naming and not meant_by(names, text, offers) else []
    return [offer for offer in plays if offer.action.choice is None], chosen.split(AND)
