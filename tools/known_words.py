"""The words that editors offer: ids, selectors, moments, types, and names of the shipped rulesets, with sentences.

Not here: where they are offered (schemas.py), or how a schema offers them (editor_hints.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from tools.library_reference import File, part, said
from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.expressions import words
from unoflex_rules.language.schema.models import SIGHTS
from unoflex_rules.program.events import KINDS
from unoflex_rules.resources import list_rulesets

#: The folder of the overlays.
HOUSE = "house/"
PLAYER = ("self", "next", "previous")
PLAYERS = (*PLAYER, "others", "players", "everyone", "winners")
PASSED_OVER = {"passed_over": "A player is passed over because of a missed turn: `player`. Built in."}
TYPES = {
    "bool": "True or false.",
    "int": "A number.",
    "player": "A player, or none.",
    "players": "A set of players.",
    "card": "A card, or none.",
    "face": "The name of a face.",
}
PARAMETER_TYPES = {
    **{name: TYPES[name] for name in ("int", "bool", "player", "players", "card")},
    "count": "A number, 0 or more.",
    "zone": "A zone.",
    "predicate": "A condition on a card.",
    "steps": "A list of steps, which the effect runs by the parameter's name.",
}
SEEN_BY = {
    "owner": "The player to whom the zone belongs.",
    "others": "All players except its owner.",
    "all": "All players.",
    "nobody": "No player.",
}


@cache
def file(ruleset_id: str) -> File:
    return File(ruleset_id)


def titles(ids: Iterable[str]) -> dict[str, str]:
    """The titles of rulesets by their ids."""
    return {each: f"{said(part(file(each).tree, 'title'))}." for each in ids}


def overlays() -> list[str]:
    return [each for each in list_rulesets() if each.startswith(HOUSE)]


def declared(*sections: str) -> Iterator[tuple[str, str, str]]:
    """The names in sections of all shipped rulesets, bases first: name, ruleset, what is known about it."""
    for ruleset in sorted(list_rulesets(), key=lambda each: (not each.startswith("std/"), each)):
        for section in sections:
            for name, node, comment in file(ruleset).entries(section):
                yield name, ruleset, said(part(node, "help")) or said(part(node, "title")) or comment


def names(*sections: str) -> dict[str, str]:
    """The names in sections, each with a sentence and the ruleset that declares it first."""
    found: dict[str, str] = {}
    for name, ruleset, text in declared(*sections):
        if name not in found and name.isidentifier():
            text = f"{text[0].upper()}{text[1:]}".rstrip(".") + ". " if text else ""
            found[name] = f"{text}Declared in `{ruleset}`."
    return found


def options() -> dict[str, str]:
    """The options of all shipped rulesets: only those that a file declares with a help sentence."""
    return {name: text for name, text in names("options").items() if not text.startswith("Declared")}


def zones() -> dict[str, str]:
    """Zones of the library; those of players with their owner."""
    found: dict[str, str] = {}
    for ruleset in ("std/shedding",):
        for name, node, _ in file(ruleset).entries("zones"):
            owner = "self." if said(part(node, "each")) == "player" else ""
            found[f"{owner}{name}"] = f"Declared in `{ruleset}`."
    return found


def shown(sentence: str) -> str:
    """The sentence of an event, with its fields in backquotes."""
    last = sentence.split("|")[-1].replace("[", "(").replace("]", ")")
    return re.sub(r"\{(\w+)\}", r"`\1`", last) + "."


def offers() -> dict[str, dict[str, str]]:
    """What is offered, by the mark of a place in a schema."""
    ids = list_rulesets()
    selectors = {name: f"{text[0].upper()}{text[1:]}." for name, text in words.NAMES.items()}
    dealer = {"dealer": "The dealer. Declared in `std/shedding`."}
    assert set(SEEN_BY) == set(SIGHTS)
    return {
        "player": {name: selectors[name] for name in PLAYER} | dealer,
        "players": {name: selectors[name] for name in PLAYERS} | dealer,
        "zone": zones(),
        "moment": names("moments") | PASSED_OVER,
        "type": TYPES,
        "parameter type": PARAMETER_TYPES,
        "sight": SEEN_BY,
        "kind": names("cards"),
        "base": titles(each for each in ids if not each.startswith(HOUSE)),
        "overlay": titles(overlays()),
        "game": titles(each for each in ids if not each.startswith((HOUSE, "std/"))),
        "seat": {f"P{number}": "The first seat." if number == 0 else f"Seat {number + 1}." for number in range(16)},
        "problem": {code: f"{info.title}." for code, info in CODES.items() if code[0] == "E"},
        "event": {kind.name: shown(kind.sentence) for kind in KINDS.values() if kind.main},
    }
