"""What people write who know other languages, and how it is said here: hints beside problems that are found anyway.

Not here: finding that something is wrong (parsing.py, shape_check.py, entries.py, control.py).
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Collection
from typing import NamedTuple

_PARAMETER = re.compile(r"\$(\w+)")
_IN_RANGE = re.compile(
    r"(?P<what>[\w.]+)\s+(?P<no>not\s+)?in\s+(?P<open>\[)?\s*(?P<low>-?\w+)\s*\.\.\s*(?P<high>-?\w+)(?(open)\s*\]?)"
)
#: How long something is elsewhere.
SIZES = ("count", "length", "len")
#: Who is meant by words that are no selectors.
EVERYBODY = {
    "all": "players", "everybody": "players", "anyone": "players", "opponents": "others", "enemies": "others",
    "him": "it", "me": "self", "player": "self", "current_player": "self", "next_player": "next",
    "previous_player": "previous",
}  # fmt: skip
#: Names that are bound in some places only, and where.
KNOWN_IN = {
    "chooser": "in the `of` and the `if` of a declared choice",
    "card": "in an option with `cards`, in questions about cards, in a card's own steps and in `for_each` over a zone",
    "face": "in an option with `cards` and in a card's own steps",
    "it": "in `for_each` over players or values, in questions about them, in windows, in state rules for each player",
    "value": "in an option with `values`",
    "player": "where an effect or a moment is given one; who is on turn is `self`, each of several players is `it`",
}
#: Words that are written in the place of `each`.
OTHER_WORDS_FOR_EACH = ("all", "every", "any")
OTHER_WORDS_FOR_IT = ("player", "him", "her", "each", "them")
#: Words that cannot be set, with the step that does what was probably meant; or what sort of thing they are.
INSTEAD_OF_SET = {
    "direction": "`change_direction` turns it round",
    "next": "`go_to: ...` says who plays next",
    "self": "`take_turn: ...` gives somebody the turn",
    "winners": "`finish: {the: round, winners: ...}` says who has won",
    "zone": "`move: {from: ..., to: ...}` changes what lies there",
}
#: Words of which games, and other languages, have one or the other.
SAME = (
    ("true", "yes", "on"),
    ("false", "no", "off"),
    ("none", "null", "nil", "nothing", "undefined", "nobody"),
    ("int", "integer", "number", "whole"),
    ("bool", "boolean", "flag"),
    ("number", "value", "rank", "height", "strength"),
    ("color", "suit"),
    ("hand", "cards", "hand_cards"),
    ("draw_pile", "deck", "stock", "pile"),
    ("played", "effect", "effects", "action", "actions", "does"),
    ("outcome", "won", "winner", "winners", "result"),
    ("drew", "drawn", "draws"),
)
#: Parts of a ruleset whose names go by themselves in expressions.
PARTS = ("options", "option", "variables", "zones", "define", "values")
#: Keys that are statements of a loop elsewhere, or the `else` of an `if`.
LOOPS = ("while", "times", "repeat", "until")
ELSE_IF = ("elif", "elseif", "else if", "else_if")
INSTEAD_OF_ELSE_IF = "`else: [{if: ..., then: [...]}]` says what is done if not, under a condition of its own"


#: A range, with what stands at both ends.
_RANGE = re.compile(r"(?<![\w.])(?P<low>-?\w[\w.]*?)\s*\.\.\s*(?P<high>-?\w[\w.()]*)")
_CHANGED = re.compile(r"(?P<what>[\w.]+)\s*(?P<sign>[-+*]|//|%)=\s*(?P<by>\S.*)|(?P<one>[\w.]+)(?P<twice>\+\+|--)")
_GIVEN = re.compile(r"(?P<what>[A-Za-z_][\w.]*)\s*:?=\s*(?P<value>[^=\s].*)")


_NAMED_HERE = re.compile(r"(?<=\()\s*(?P<name>\w+)\s*(?:=>|->)\s*(?P<rest>[^()]*)")
_EITHER = re.compile(r"(?P<test>[^()?]*[^()?\s])\s*\?\s*(?P<one>[^()?:]*[^()?:\s])\s*:\s*(?P<other>[^()?:]*[^()?:\s])")
_COLON_AT_END = re.compile(r"\s*:\s*$")
#: Words that the language of expressions is made with and does not have itself.
_KEPT = re.compile(rf"\b(?:{'|'.join(sorted({*keyword.kwlist} - {'and', 'or', 'not', 'in', 'if', 'else'}))})\b")


#: Signs of other languages, each with what it is called here.
FOREIGN = {
    r"===": "==",
    r"=>": ">=",
    r"=<": "<=",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "[\u00d7\u2217]": "*",
    "[\u2212\u2013]": "-",
    r"!==|<>": "!=",
    r"&&": "and",
    r"\|\|": "or",
    r"!(?!=)": "not",
    r"(?<![=<>!:+*/%-])=(?!=)": "==",
}


def foreign(text: str) -> tuple[re.Match[str], str] | None:
    """A sign of another language in an expression, and what is said here."""
    found = ((re.search(pattern, text), meant) for pattern, meant in FOREIGN.items())
    return next(((match, meant) for match, meant in found if match is not None), None)


def kept_word(text: str) -> re.Match[str] | None:
    """The first word in an expression that is kept for the language, and can be the name of nothing."""
    return _KEPT.search(text)


class Habit(NamedTuple):
    """A stretch of a text that has no meaning here: what to say of it, and what to write instead, if that is sure."""

    start: int
    end: int
    message: str
    instead: str | None


def in_text(text: str, attributes: Collection[str]) -> Habit | None:
    """What it is that cannot be read in an expression; `attributes`: what cards have."""
    found = _PARAMETER.search(text)
    if found:
        name = found[1]
        instead = f"card.{name}" if name in attributes else name
        return Habit(*found.span(), f"`${name}` stands alone: in an expression it has no `$`", instead)
    found = _NAMED_HERE.search(text)
    if found:
        name = found["name"]
        message = f"`{name} =>` has no meaning here: a card is called `card`, a player or a value `it`"
        return Habit(found.start("name"), found.start("rest"), message, None)
    found = _IN_RANGE.search(text)
    if found:
        between = f"{found['low']} <= {found['what']} <= {found['high']}"
        instead = f"not ({between})" if found["no"] else between
        return Habit(*found.span(), "a range has no place in an expression: compare with both ends", instead)
    found = _EITHER.search(text)
    if found:
        message = "what is chosen by a condition is written with `if` and `else`"
        return Habit(*found.span(), message, f"{found['one']} if {found['test'].strip()} else {found['other']}")
    found = _COLON_AT_END.search(text)
    if found:
        return Habit(*found.span(), "an expression has no colon at its end", None)
    found = _CHANGED.search(text)
    if found:
        return Habit(*found.span(), "an expression changes nothing: `set` does", changed(found))
    return None


def not_set(key: str, sort: str) -> tuple[str, ...]:
    """How something is changed that cannot be set, and what can be."""
    said = INSTEAD_OF_SET.get(key, INSTEAD_OF_SET.get(sort))
    known = "variables, attributes that cards carry, choices and what is in force can be set"
    return (known,) if said is None else (said, known)


def of_range(text: str) -> tuple[Habit, tuple[str, ...]] | None:
    """A range in the place of a number, or one whose ends are not fixed, with the ways out."""
    found = _RANGE.search(text)
    if found is None or _IN_RANGE.search(text) is not None:
        return None
    ends = {sign: found[end] for end, sign in (("low", ">="), ("high", "<=")) if not found[end].lstrip("-").isdigit()}
    if not ends:
        ways = (
            f"chance takes one of several: `random: {{as: number, of: {found[0]}}}`",
            f"a player takes one of several: an option with `values: {found[0]}`",
        )
        return Habit(*found.span(), "one number is expected here, not a range", None), ways
    condition = " and ".join(f"value {sign} {end}" for sign, end in ends.items())
    ways = (
        f"which of the values of a wide one are meant, `if` says: `values: 1..20`, `if: {condition}`",
        "by chance: `random: {as: number, below: ...}`, where any number may stand",
    )
    return Habit(*found.span(), "a range has fixed ends", None), ways


def changed(found: re.Match[str]) -> str:
    """A variable that is changed by an amount, as a value for `set`."""
    if found["twice"]:
        return f"{found['one']} {found['twice'][0]} 1"
    by = found["by"] if re.fullmatch(r"[\w.]+", found["by"]) else f"({found['by']})"
    return f"{found['what']} {found['sign']} {by}"


def same(word: str, known: Collection[str]) -> str | None:
    """The only one of some words that means the same as another one; None where none does, or several."""
    groups = [group for group in SAME if word.casefold() in group]
    found = {each for group in groups for each in group if each in known and each != word}
    return found.pop() if len(found) == 1 else None


#: Letters without an accent to lose, as they are written where there are none of them.
_LATIN = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "þ": "th", "ð": "d"})


def named(text: str) -> str | None:
    """A text as a name: without accents, and what is no letter is `_`; None where nothing of it is left."""
    plain = unicodedata.normalize("NFKD", text.translate(_LATIN)).encode("ascii", "ignore").decode()
    found = re.sub(r"\W+", "_", plain).strip("_")
    return found if found.isidentifier() else None


def of_setting(text: str) -> str | None:
    """How it is said in the braces of `set` that something gets a value."""
    found = _CHANGED.fullmatch(text)
    if found:
        return f"{found['what'] or found['one']}: {changed(found)}"
    found = _GIVEN.fullmatch(text)
    return f"{found['what']}: {found['value']}" if found else None


def either(text: str) -> str | None:
    """What a text with `?` and `:` of other languages is called here, if all of it is one such choice."""
    found = _EITHER.fullmatch(text)
    return f"{found['one']} if {found['test'].strip()} else {found['other']}" if found else None


def of_step(text: str) -> str | None:
    """How a step that gives a variable a value is written, where it is written as elsewhere."""
    inside = of_setting(text)
    return f"set: {{{inside}}}" if inside is not None else None


def of_call(name: str, arguments: list[str]) -> str | None:
    """How a call that other languages have is said here; None where it is none of these."""
    if name in ("max", "min") and len(arguments) == 2:
        one, other = arguments
        if re.fullmatch(r"-?\d+", one):
            one, other = other, one
        shown = one if re.fullmatch(r"[\w.]+", one) else f"({one})"
        return f"{shown}.{'at_least' if name == 'max' else 'at_most'}({other})"
    if name == "len" and len(arguments) == 1:
        return f"{arguments[0]}.size"
    return None


def of_moment(name: str) -> tuple[str, ...]:
    """Where the steps stand that a made-up moment such as `turn_end` asks for."""
    found = re.fullmatch(r"(?:at_|on_)?(?:(turn|round|game)_?(start|end)|(start|end)_of_(turn|round|game))", name)
    if found is None:
        return ()
    group, piece = found[1] or found[4], found[2] or found[3]
    if (group, piece) == ("game", "end"):
        group = "round"
    return (f"what is done at the {piece} of each {group} is written there: `{group}: {{{piece}+: [...]}}`",)
