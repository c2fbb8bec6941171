"""How wide a text is on a terminal, how it is made safe to show, and the signs and colours of a style.

What is shown, and in which order, is decided in the other modules of this package.
"""

import unicodedata
from dataclasses import dataclass

TAB = 4  # columns between two tab stops


@dataclass(frozen=True, slots=True)
class Style:
    """How text is dressed: `color` adds ANSI colours, `ascii` keeps to the 7-bit characters."""

    color: bool = False
    ascii: bool = False

    @property
    def bar(self) -> str:
        return "|" if self.ascii else "│"

    @property
    def corner(self) -> str:
        return "-->" if self.ascii else "┌─"

    @property
    def dot(self) -> str:
        return "-" if self.ascii else "·"

    @property
    def ellipsis(self) -> str:
        return "..." if self.ascii else "…"

    def error(self, text: str) -> str:
        return self._paint("1;31", text)

    def warning(self, text: str) -> str:
        return self._paint("1;33", text)

    def strong(self, text: str) -> str:
        return self._paint("1", text)

    def quiet(self, text: str) -> str:
        return self._paint("36", text)

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and text else text

    def shown(self, text: str) -> str:
        """`text` on one line and safe for a terminal: what cannot be seen is spelt out."""
        return "".join(sign for sign, _ in cells(text, self))


PLAIN = Style()
STROKES = str.maketrans("łŁøØđĐ", "lLoOdD")  # letters whose accent is a part of them


def without_accents(text: str) -> str:
    """A text with the plain letters in the place of those with accents: what an ASCII terminal shows of names."""
    apart = unicodedata.normalize("NFKD", text.translate(STROKES))
    return "".join(each for each in apart if not unicodedata.combining(each))


def cells(text: str, style: Style = PLAIN) -> list[tuple[str, int]]:
    """For each code point of `text` what is shown for it, and how many columns that takes.

    Tabs are expanded, combining marks take no column, East Asian wide characters take two. What a terminal
    would obey or hide (escape sequences, zero-width spaces, direction marks) is spelt out as `<U+200B>`, and
    under an ASCII style so is everything beyond ASCII.
    """
    result = []
    column = 0
    for character in text:
        sign, width = _cell(character, column, style)
        result.append((sign, width))
        column += width
    return result


def _cell(character: str, column: int, style: Style) -> tuple[str, int]:
    if " " <= character <= "~":
        return character, 1
    if character == "\t":
        width = TAB - column % TAB
        return " " * width, width
    if character == "\n":
        return " ", 1
    category = unicodedata.category(character)
    if style.ascii or category[0] == "C" or category in ("Zl", "Zp"):
        spelt = f"<U+{ord(character):04X}>"
        return spelt, len(spelt)
    if category in ("Mn", "Me"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1


def width(text: str) -> int:
    """How many columns `text` takes on a terminal; 'é' is one, whether composed or not, '牌' is two."""
    return sum(columns for _, columns in cells(text))
