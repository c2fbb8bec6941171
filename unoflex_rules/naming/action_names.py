"""Actions as text, `play R5 naming blue`: the verb, the card, the choices. Not here: what is on offer (position.py)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from unoflex_rules.naming.program_names import NotFound, ProgramNames, normal
from unoflex_rules.play.actions import cards_named
from unoflex_rules.play.card_names import seat_name, words

LEAVES = "leaves"  # the action of a player who leaves the game: it needs no option of the ruleset
NAMING, AND = " naming ", " and "  # before the choices of a play, and between two of them


def is_leaving(text: str) -> bool:
    """Whether the action is leaving the game."""
    return text.strip().casefold() == LEAVES


def check_action(names: ProgramNames, text: str) -> tuple[int, list[list[int]]]:
    """The verb of an action, and the looks that each of its cards may have (none if it has no card).

    Raises NotFound for an unknown verb, card or choice.
    """
    program = names.program
    spoken = " ".join(words(text).split())
    verbs = {normal(verb): number for number, verb in enumerate(program.verbs)}
    verb = max((each for each in verbs if f"{normal(spoken)} ".startswith(f"{each} ")), key=len, default=None)
    if verb is None:
        first = spoken.split(" ")[0] if spoken else ""
        raise NotFound("E602", f"there is no action `{text}`", first, [*verbs, LEAVES])
    number, rest = verbs[verb], spoken[len(verb) :].strip()
    together = cards_named(rest) if number in program.combined_verbs else []
    if len(together) > 1:
        return number, [names.looks(without_face(names, card)) for card in together]
    takes_card, values = number in program.card_verbs, values_of(names, number)
    card, _, chosen = rest.partition(NAMING.lstrip())
    card = without_face(names, card.strip())
    names_card = takes_card and names.is_card(card)
    if rest and values and (are_values(rest, values) or not names_card):
        check_values(names, rest, values)
        return number, [names.looks(card)] if names_card else []
    check_values(names, chosen, values or values_of(names, None), program.chooses_cards and not values)
    if card and not takes_card:
        raise NotFound("E602", f"`{program.verbs[number]}` takes no card", card)
    name, on, face = card.partition(" on ")
    if on and names.is_card(name):
        raise NotFound("E205", f"there is no face `{face}`", face, program.faces)
    return number, [names.looks(card)] if card else []


def turned(names: ProgramNames, text: str) -> str | None:
    """An action with its two choices in the other order, if they are of different kinds; else None."""
    play, _, chosen = text.partition(NAMING)
    parts = chosen.split(AND)
    if len(parts) != 2 or kinds_of_choice(names, parts[0]) & kinds_of_choice(names, parts[1]):
        return None
    return play + NAMING + AND.join(parts[::-1])


def kinds_of_choice(names: ProgramNames, text: str) -> set[str]:
    """What a choice may be: a card, a seat, a value of some declared choices."""
    program = names.program
    found = {"a card"} if names.is_card(text) else set()
    if normal(text) in [normal(seat_name(seat)) for seat in range(program.players)]:
        found.add("a seat")
    for name, values in program.choice_values.items():
        if name in program.choice_titles:
            known = value_names(names, {name: values}, {name: program.choice_titles[name]})
            found |= {name} if are_values(text, known) else set()
    return found


def values_of(names: ProgramNames, verb: int | None) -> list[str]:
    """The names of the values that a verb chooses from; without a verb, of all that can be chosen with a card."""
    program = names.program
    seats = list(map(seat_name, range(program.players)))
    if verb is None:
        return [*value_names(names, program.choice_values, program.choice_titles), *seats]
    found: list[str] = []
    for question in program.questions.values():
        if verb in question.verb_values:
            values, titles = question.verb_values[verb], question.verb_titles[verb]
            found += [*value_names(names, {verb: values}, {verb: titles}), *(() if values else seats)]
    return list(dict.fromkeys(found))


def value_names(
    names: ProgramNames, values: Mapping[Any, Sequence[str]], titles: Mapping[Any, Sequence[str]]
) -> list[str]:
    """All names of some values: as declared, then their titles, without signs and with them."""
    pairs = [pair for key in values for pair in zip(values[key], titles[key], strict=True) if pair[0]]
    shown = [title for _, title in pairs]
    return list(dict.fromkeys([*(words(name) for name, _ in pairs), *map(names.unsigned, shown), *shown]))


def are_values(text: str, values: Iterable[str]) -> bool:
    """Whether all choices in a text are among `values`."""
    return {normal(each) for each in text.split(AND)} <= set(map(normal, values))


def check_values(names: ProgramNames, text: str, values: Sequence[str], cards: bool = False) -> None:
    """Raise NotFound for a choice that is not among `values`, nor (with `cards`) a card."""
    for choice in filter(None, map(str.strip, text.split(AND))):
        if not are_values(choice, values) and not (cards and names.is_card(without_face(names, choice))):
            raise NotFound("E205", f"there is nothing called `{choice}` to choose", choice, values)


def without_face(names: ProgramNames, text: str) -> str:
    """A card name without the face and the marks that may follow it: `R5 on front [marked]`."""
    text = text.partition(" [")[0]
    for face in map(normal, names.program.faces):
        if normal(text).endswith(f" {face}") and not names.is_card(text):
            return text[: -len(face)].strip().removesuffix(" on").strip()
    return text
