"""What a piece of text means: YAML 1.2's core rules for plain scalars, and which characters text may hold.

Where the text stood in a file is not known here.
"""

from __future__ import annotations

import re
import unicodedata

# Integers beyond this are not exact in every JSON reader, and no game counts so far.
MAX_INT = 2**53

_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_DECIMAL = re.compile(r"[-+]?0*([0-9]+)")
_OTHER_BASE = re.compile(r"0o0*([0-7]+)|0x0*([0-9a-fA-F]+)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_NUMBER_STARTS = frozenset("+-.0123456789")

# Not to be seen, but writing systems and emoji need them inside a word: joiners, direction marks, flag tags.
_JOINERS = frozenset([0x200C, 0x200D, 0x200E, 0x200F, *range(0xE0020, 0xE0080)])
_INVISIBLE_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")
# Signs that a word processor or another keyboard puts in the place of one of ASCII.
_LIKE = {
    "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2013": "-", "\u2014": "-",
    "\u2212": "-",
}  # fmt: skip


class NumberError(ValueError):
    """A plain scalar is a number by YAML's rules, but not one that a ruleset may hold; the text says why."""


def resolve(text: str) -> str | int | float | bool | None:
    """The value of a plain scalar by the core schema of YAML 1.2; what is no null, boolean or number is text.

    Raises NumberError for infinite numbers, for not-a-number and for integers beyond 2**53.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS:
        return text
    if match := _DECIMAL.fullmatch(text):
        return _whole(text, match[1], 10, negative=text[0] == "-")
    if match := _OTHER_BASE.fullmatch(text):
        return _whole(text, match[1] or match[2], 8 if match[1] else 16)
    if _FLOAT.fullmatch(text):
        value = float(text)
        if value in (float("inf"), float("-inf")):
            raise NumberError(f"the number `{short(text, 24)}` is too large")
        return value
    if _NOT_FINITE.fullmatch(text):
        raise NumberError(f"`{text}` is not a number that can be counted with")
    return text


def _whole(text: str, digits: str, base: int, negative: bool = False) -> int:
    """The integer, decided by its length first: converting a million digits takes minutes."""
    value = int(digits, base) if len(digits) <= 20 else MAX_INT + 1
    if value > MAX_INT:
        raise NumberError(f"the number `{short(text, 24)}` is too large; the limit is 2**53")
    return -value if negative else value


def short(text: str, length: int = 60) -> str:
    """The text for a message, cut off where it is too long for a line."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


def normalised(text: str) -> str:
    """The text in Unicode's composed form, in which the same letters are the same text."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def hidden_at(text: str, *, key: bool = False) -> int | None:
    """Where the first character stands that a reader cannot see or tell from another one, or None.

    Tabs and line ends may stand in values, and joiners after a sign that is not ASCII (emoji, Persian ...);
    a key has no space but the ordinary one.
    """
    if text.isprintable() and (text.isascii() or _INVISIBLE_LETTERS.isdisjoint(text)):
        return None
    for at, char in enumerate(text):
        kind = unicodedata.category(char)
        if char in "\n\t":
            hidden = key
        elif kind == "Zs":
            hidden = key and char != " "
        elif ord(char) in _JOINERS:
            hidden = at == 0 or text[at - 1].isascii()
        else:
            hidden = kind in ("Cc", "Cf", "Cs", "Zl", "Zp") or char in _INVISIBLE_LETTERS
        if hidden:
            return at
    return None


def described(char: str) -> str:
    """A character by its code point and, where it has one, its name: `U+200B (zero width space)`."""
    name = unicodedata.name(char, "").lower()
    return f"U+{ord(char):04X}" + (f" ({name})" if name else "")


def lookalike(char: str) -> str | None:
    """The space or sign of ASCII that a character looks like without being it; None for any other character."""
    if char.isascii():
        return None
    meant = _LIKE.get(char) or unicodedata.normalize("NFKC", char)
    return meant if len(meant) == 1 and meant.isascii() and not meant.isalnum() else None


def read_setting(given: str) -> bool | int | str:
    """The value of `--set name=value`: YAML's own reading of true, false and whole numbers."""
    if given.lower() in ("true", "false") and given in (given.lower(), given.upper(), given.capitalize()):
        return given.lower() == "true"
    if re.fullmatch(r"-?\d{1,9}", given):
        return int(given)
    return given
