"""Differences between two rulesets as sentences, one per line, with the places in both.

Not here: what differs (unoflex_rules/authoring/differences.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from unoflex_rules.authoring.differences import Difference
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.render.ruleset_text import place
from unoflex_rules.render.terminal import PLAIN, Style

NOTHING = "no rule differs\n"
SHORT = 60  # characters of a value that is shown in full
FEW = 4  # kinds of cards that are listed
#: The noun for a name in a section.
NOUNS: Final = {
    "options": "option",
    "attributes": "attribute",
    "card_state": "card state",
    "active": "in force",
    "zones": "zone",
    "variables": "variable",
    "choices": "choice",
    "define": "definition",
    "cards": "kind of card",
    "moments": "moment",
    "effects": "effect",
    "counts": "count",
}
PIECES = ("turn", "round", "game")
OTHERS: Final = {
    ("players", "min"): "fewest players",
    ("players", "max"): "most players",
    ("round", "end"): "piece round.end (scoring)",
}


def differences_text(found: Sequence[Difference], a: str, b: str, style: Style = PLAIN) -> str:
    """One sentence per difference between the rulesets `a` and `b`: rules first, then texts, indented."""
    rules = [each for each in found if each.is_rule]
    texts = [each for each in found if not each.is_rule]
    lines = [style.shown(sentence(each, a, b)) for each in rules]
    text = "".join(f"{line}\n" for line in lines) if rules else NOTHING
    if texts:
        text += "besides rules:\n" + "".join(f"  {style.shown(sentence(each, a, b))}\n" for each in texts)
    return text


def sentence(each: Difference, a: str, b: str) -> str:
    """One difference in words."""
    what = _what(each)
    in_a, in_b = f"{a}{_at(each.where_a)}", f"{b}{_at(each.where_b)}"
    if each.kind == "count":
        if not each.a or not each.b:
            return f"{what}: {each.b or each.a}, only in {in_b if each.b else in_a}"
        return f"{what}: {each.a} in {in_a}, {each.b} in {in_b}"
    if each.keys[0] == "deck" and isinstance(each.a, Mapping) and isinstance(each.b, Mapping):
        return f"{what}: {each.more} in both, but {_cards(each.a)} in {in_a}, {_cards(each.b)} in {in_b}"
    if each.kind in ("added", "removed"):
        value = _short(each.b if each.kind == "added" else each.a, each.keys)
        where = in_b if each.kind == "added" else in_a
        return f"{what}: only in {where}" + (f": {value}" if value else "")
    if each.kind in ("at_end", "at_front"):
        of_a = isinstance(each.a, list) and isinstance(each.b, list) and len(each.a) > len(each.b)
        side = "at its end" if each.kind == "at_end" else "at its front"
        things = "line" if len(each.keys) == 1 else "step"
        return f"{what}: {in_a if of_a else in_b} has {each.more} {things}{'s'[: each.more > 1]} more {side}"
    if each.kind == "order":
        return f"{what}: in another order in {in_b} than in {in_a}"
    one, other = _short(each.a, each.keys), _short(each.b, each.keys)
    if one and other:
        return f"{what}: {one} in {in_a}, {other} in {in_b}"
    return f"{what}: not the same in {in_a} and in {in_b}"


def _at(span: Span | None) -> str:
    return "" if span is None else f" ({place(span)})"


def _what(each: Difference) -> str:
    """The part of a ruleset at some keys, in words."""
    keys = each.keys
    section, rest = keys[0], keys[1:]
    if keys in OTHERS:
        return OTHERS[keys]
    if section in PIECES and rest:
        return f"piece {'.'.join(keys)}"
    if section == "deck" and rest:
        return f"cards of kind {rest[0]} in the deck"
    if section == "values" and rest:
        return f"values of {rest[0]}" if len(rest) == 1 else f"{rest[0]} {', '.join(rest[1:])}"
    if section not in NOUNS or not rest:
        return section.replace("_", " ")
    named = f"{NOUNS[section]} {rest[0]}"
    if section == "options" and rest[1:] == ("default",):
        return named
    if section == "cards":
        return ", ".join([named, *("what it does" if key == "played" else key for key in rest[1:])])
    if section == "effects" and rest[1:] == ("do",):
        return f"{named}, what it does"
    return ", ".join([named, *rest[1:]])


def _cards(cards: Mapping[str, int]) -> str:
    """Numbers of cards by kind."""
    told = [f"{count} {look}".strip() for look, count in list(cards.items())[:FEW]]
    others = sum(list(cards.values())[FEW:])
    return " and ".join([*told, *([f"{others} others"] if others else [])])


def _short(value: object, keys: tuple[str, ...]) -> str:
    """A short value in words; empty for any other."""
    if keys[0] == "values" and len(keys) > 2:
        return ""
    if keys[0] == "options" and len(keys) == 2 and isinstance(value, Mapping):
        return f"{_word(value.get('default'))} if nobody sets it"
    text = _word(value)
    return text if len(text) <= SHORT else ""


def _word(value: object) -> str:
    """A value in the flow style of YAML; empty for null."""
    if value is None or value in ({}, []):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return f"{{{', '.join(_pair(key, each) for key, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(_item(each) for each in value)}]"
    return str(value).strip()


def _item(value: object) -> str:
    """An item of a list; a step needs no braces."""
    if isinstance(value, Mapping) and len(value) == 1:
        return "".join(_pair(key, each) for key, each in value.items())
    return _word(value)


def _pair(key: object, value: object) -> str:
    return f"{key}: {_word(value)}".rstrip()
