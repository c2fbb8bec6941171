"""Interpret the text of scalars by the core rules of YAML 1.2, and check its characters.

Not here: places in a file (document.py).
"""

from __future__ import annotations

import re
import unicodedata

# Not every JSON reader keeps larger integers exactly, and no game counts that far.
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

# Invisible, but writing systems and emoji need them inside a word: joiners, direction marks, flag tags.
_JOINERS = frozenset([0x200C, 0x200D, 0x200E, 0x200F, *range(0xE0020, 0xE0080)])
_INVISIBLE_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")
# Characters that a word processor or another keyboard writes instead of an ASCII one.
_LIKE = {
    "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2013": "-", "\u2014": "-",
    "\u2212": "-",
}  # fmt: skip


class NumberError(ValueError):
    """Raised for a number of YAML that a ruleset must not contain; the message says why."""


def resolve(text: str) -> str | int | float | bool | None:
    """The value of a plain scalar by the core schema of YAML 1.2: null, a boolean, a number, else text.

    Raises NumberError for infinity, not-a-number, and integers beyond 2**53.
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
        raise NumberError(f"`{text}` is not a finite number")
    return text


def _whole(text: str, digits: str, base: int, negative: bool = False) -> int:
    """The integer. The number of digits is checked first, because converting a million digits takes minutes."""
    value = int(digits, base) if len(digits) <= 20 else MAX_INT + 1
    if value > MAX_INT:
        raise NumberError(f"the number `{short(text, 24)}` is too large; the limit is 2**53")
    return -value if negative else value


def short(text: str, length: int = 60) -> str:
    """The text for a message, cut if it is too long."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


def normalised(text: str) -> str:
    """The text in Unicode's composed form, in which equal letters compare equal."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def hidden_at(text: str, *, key: bool = False) -> int | None:
    """The index of the first character that is invisible or looks like another one, or None.

    A value may contain tabs and line ends, and joiners after a character that is not ASCII (emoji, Persian ...).
    A key may contain no space but the ordinary one.
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
    """The code point of a character and its name, if it has one: `U+200B (zero width space)`."""
    name = unicodedata.name(char, "").lower()
    return f"U+{ord(char):04X}" + (f" ({name})" if name else "")


def lookalike(char: str) -> str | None:
    """The space or sign of ASCII that another character looks like, or None."""
    if char.isascii():
        return None
    meant = _LIKE.get(char) or unicodedata.normalize("NFKC", char)
    return meant if len(meant) == 1 and meant.isascii() and not meant.isalnum() else None


def read_setting(given: str) -> bool | int | str:
    """The value of `--set name=value`: true, false and integers as in YAML, else text."""
    if given.lower() in ("true", "false") and given in (given.lower(), given.upper(), given.capitalize()):
        return given.lower() == "true"
    if re.fullmatch(r"-?\d{1,9}", given):
        return int(given)
    return given
