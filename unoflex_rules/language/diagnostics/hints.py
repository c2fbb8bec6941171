"""Hints for authors who know other languages: what they write, and how this language expresses it.

Not here: finding that something is wrong (parsing.py, step_check.py, entries.py).
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
#: Words for a size in other languages.
SIZES = ("count", "length", "len")
#: Words for players, with the selectors that are meant.
EVERYBODY = {
    "all": "players", "everybody": "players", "anyone": "players", "opponents": "others", "enemies": "others",
    "him": "it", "me": "self", "player": "self", "current_player": "self", "next_player": "next",
    "previous_player": "previous",
}  # fmt: skip
#: Names that are bound in some places only.
KNOWN_IN = {
    "chooser": "in the `of` and the `if` of a declared choice",
    "cards": "in `whole` and `do` of an option with `count`",
    "prior": "in `follows` of an option with `count`",
    "card": "in an option with `cards`, in questions about cards, in a card's own steps and in `for_each` over a zone",
    "face": "in an option with `cards` and in a card's own steps",
    "it": "in `for_each` over players or values, in questions about them, in windows, in state rules for each player",
    "value": "in an option with `values`",
    "player": "where an effect or a moment has such a parameter; the player on turn is `self`, one of several is `it`",
}
#: Those among them that only options of several cards know.
OF_COMBINATIONS = ("cards", "prior")
#: Words that authors write instead of `each` and `it`.
OTHER_WORDS_FOR_EACH = ("all", "every", "any")
OTHER_WORDS_FOR_IT = ("player", "him", "her", "each", "them")
#: Keywords for `none` in other languages.
OTHER_WORDS_FOR_NONE = ("null", "nil", "undefined", "None")
#: Names, and kinds of values, that `set` cannot change, with the step that can.
INSTEAD_OF_SET = {
    "direction": "`change_direction` reverses it",
    "next": "`go_to: ...` sets the next player",
    "self": "`take_turn: ...` passes the turn to a player",
    "winners": "`finish: {the: round, winners: ...}` sets the winners",
    "zone": "`move: {from: ..., to: ...}` moves its cards",
}
#: Words with the same meaning in other games and languages.
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
    ("drew", "drawn", "draws", "drawed"),
    ("caught", "catched"),
    ("dealt", "dealed"),
    ("laid", "layed", "lain"),
)
#: Sections whose names are used without the section in expressions.
PARTS = ("options", "option", "variables", "zones", "define", "values")
#: Words for numbers.
_COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: number for number, word in enumerate(_COUNTED)}
#: Statements of other languages for loops, and for a second condition.
LOOPS = ("while", "times", "repeat", "until")
ELSE_IF = ("elif", "elseif", "else if", "else_if")
INSTEAD_OF_ELSE_IF = "write the second condition in the `else`: `else: [{if: ..., then: [...]}]`"

#: A range and its ends.
_RANGE = re.compile(r"(?<![\w.])(?P<low>-?\w[\w.]*?)\s*\.\.\s*(?P<high>-?\w[\w.()]*)")
_NUMBER_OF_TYPE = re.compile(r"\b[a-z_]\w*\.(?P<number>\d+)\b")
_CHANGED = re.compile(r"(?P<what>[\w.]+)\s*(?P<sign>[-+*]|//|%)=\s*(?P<by>\S.*)|(?P<one>[\w.]+)(?P<twice>\+\+|--)")
_GIVEN = re.compile(r"(?P<what>[A-Za-z_][\w.]*)\s*:?=\s*(?P<value>[^=\s].*)")
_NAMED_HERE = re.compile(r"(?<=\()\s*(?P<name>\w+)\s*(?:=>|->)\s*(?P<rest>[^()]*)")
_EITHER = re.compile(r"(?P<test>[^()?]*[^()?\s])\s*\?\s*(?P<one>[^()?:]*[^()?:\s])\s*:\s*(?P<other>[^()?:]*[^()?:\s])")
_COLON_AT_END = re.compile(r"\s*:\s*$")
#: Keywords of Python, in which expressions are parsed, that expressions do not have.
_KEPT = re.compile(rf"\b(?:{'|'.join(sorted({*keyword.kwlist} - {'and', 'or', 'not', 'in', 'if', 'else'}))})\b")
#: Operators of other languages, with those that are meant.
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
    """An operator of another language in an expression, and the one that is meant."""
    found = ((re.search(pattern, text), meant) for pattern, meant in FOREIGN.items())
    return next(((match, meant) for match, meant in found if match is not None), None)


def kept_word(text: str) -> re.Match[str] | None:
    """The first reserved word in an expression."""
    return _KEPT.search(text)


class Hint(NamedTuple):
    """A stretch of an expression that is written in another language, and what to write instead if that is certain."""

    start: int
    end: int
    message: str
    suggestion: str | None


def in_text(text: str, attributes: Collection[str]) -> Hint | None:
    """The first part of an expression that belongs to another language; `attributes` are those of cards."""
    found = _PARAMETER.search(text)
    if found:
        name = found[1]
        instead = f"card.{name}" if name in attributes else name
        return Hint(*found.span(), f"`${name}` must be the whole value: an expression has no `$`", instead)
    found = _NAMED_HERE.search(text)
    if found:
        name = found["name"]
        message = f"`{name} =>` is not allowed: each card is `card`, each player or value is `it`"
        return Hint(found.start("name"), found.start("rest"), message, None)
    found = _IN_RANGE.search(text)
    if found:
        between = f"{found['low']} <= {found['what']} <= {found['high']}"
        instead = f"not ({between})" if found["no"] else between
        return Hint(*found.span(), "an expression cannot contain a range: compare with both ends", instead)
    found = _EITHER.search(text)
    if found:
        message = "write a conditional expression with `if` and `else`"
        return Hint(*found.span(), message, f"{found['one']} if {found['test'].strip()} else {found['other']}")
    found = _COLON_AT_END.search(text)
    if found:
        return Hint(*found.span(), "an expression does not end with a colon", None)
    found = _NUMBER_OF_TYPE.search(text)
    if found:
        return Hint(*found.span(), "a number of a type is written alone", found["number"])
    found = _CHANGED.search(text)
    if found:
        return Hint(*found.span(), "an expression cannot change a value: use `set`", changed(found))
    return None


def not_set(key: str, kind: str) -> tuple[str, ...]:
    """How to change something that `set` cannot change, and what it can change."""
    other = INSTEAD_OF_SET.get(key, INSTEAD_OF_SET.get(kind))
    known = "`set` changes variables, card state, choices and what is in force"
    return (known,) if other is None else (other, known)


def of_range(text: str) -> tuple[Hint, tuple[str, ...]] | None:
    """A range instead of a number, or a range without fixed ends, with notes."""
    found = _RANGE.search(text)
    if found is None or _IN_RANGE.search(text) is not None:
        return None
    ends = {sign: found[end] for end, sign in (("low", ">="), ("high", "<=")) if not found[end].lstrip("-").isdigit()}
    if not ends:
        ways = (
            f"to pick one at random: `random: {{as: number, of: {found[0]}}}`",
            f"to let a player choose: an option with `values: {found[0]}`",
        )
        return Hint(*found.span(), "expected a number, not a range", None), ways
    condition = " and ".join(f"value {sign} {end}" for sign, end in ends.items())
    ways = (
        f"to restrict a wider range: `values: 1..20`, `if: {condition}`",
        "to pick at random: `random: {as: number, below: ...}` takes any expression",
    )
    return Hint(*found.span(), "the ends of a range must be literal numbers", None), ways


def changed(found: re.Match[str]) -> str:
    """The new value of a variable that is changed by an amount, for `set`."""
    if found["twice"]:
        return f"{found['one']} {found['twice'][0]} 1"
    by = found["by"] if re.fullmatch(r"[\w.]+", found["by"]) else f"({found['by']})"
    return f"{found['what']} {found['sign']} {by}"


def same(word: str, known: Collection[str]) -> str | None:
    """The only known word with the same meaning; None if there is none, or several."""
    groups = [group for group in SAME if word.casefold() in group]
    found = {each for group in groups for each in group if each in known and each != word}
    return found.pop() if len(found) == 1 else None


#: Letters that do not decompose into an ASCII letter and an accent.
_LATIN = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "þ": "th", "ð": "d"})


def named(text: str) -> str | None:
    """A text as a name: without accents, other characters as `_`; None if no name is left."""
    plain = unicodedata.normalize("NFKD", text.translate(_LATIN)).encode("ascii", "ignore").decode()
    found = re.sub(r"\W+", "_", plain).strip("_")
    return found if found.isidentifier() else None


def of_setting(text: str) -> str | None:
    """An assignment of another language, as an entry of `set`."""
    found = _CHANGED.fullmatch(text)
    if found:
        return f"{found['what'] or found['one']}: {changed(found)}"
    found = _GIVEN.fullmatch(text)
    return f"{found['what']}: {found['value']}" if found else None


def either(text: str) -> str | None:
    """A conditional expression with `?` and `:`, written with `if` and `else`; None for any other text."""
    found = _EITHER.fullmatch(text)
    return f"{found['one']} if {found['test'].strip()} else {found['other']}" if found else None


def of_step(text: str) -> str | None:
    """An assignment of another language, as a step."""
    inside = of_setting(text)
    return f"set: {{{inside}}}" if inside is not None else None


#: Functions of other languages that `of_call` knows.
FUNCTIONS = ("max", "min", "len")


def of_call(name: str, arguments: list[str]) -> str | None:
    """A function call of another language, as an expression; None if it is unknown."""
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
    """A note on where to write the steps for an invented moment such as `turn_end`."""
    found = re.fullmatch(r"(?:at_|on_)?(?:(turn|round|game)_?(start|end)|(start|end)_of_(turn|round|game))", name)
    if found is None:
        return ()
    group, piece = found[1] or found[4], found[2] or found[3]
    if (group, piece) == ("game", "end"):
        group = "round"
    return (f"write the steps for the {piece} of each {group} there: `{group}: {{{piece}+: [...]}}`",)
