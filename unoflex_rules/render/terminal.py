"""The width of a text on a terminal, safe output, and the signs and colours of a style.

Not here: what is shown (the other modules of this package).
"""

import unicodedata
from dataclasses import dataclass

TAB = 4  # columns between two tab stops


@dataclass(frozen=True, slots=True)
class Style:
    """The style of text: `color` adds ANSI colours, `ascii` draws with 7-bit characters.

    `encoding`: that of an output with `ascii`; letters that it has are kept.
    """

    color: bool = False
    ascii: bool = False
    encoding: str = "ascii"

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

    def has(self, character: str) -> bool:
        """Whether the output can show a character."""
        if not self.ascii or character.isascii():
            return True
        try:
            character.encode(self.encoding)
        except (LookupError, UnicodeEncodeError):
            return False
        return True

    def shown(self, text: str) -> str:
        """`text` on one line, with invisible characters spelt out."""
        return "".join(sign for sign, _ in cells(text, self))

    def titled(self, text: str) -> str:
        """A title on one line; a letter that the output does not have loses its accents."""
        return self.shown("".join(each if self.has(each) else without_accents(each) for each in text))


PLAIN = Style()
STROKES = str.maketrans("łŁøØđĐ", "lLoOdD")  # letters that do not decompose


def without_accents(text: str) -> str:
    """A text without accents."""
    apart = unicodedata.normalize("NFKD", text.translate(STROKES))
    return "".join(each for each in apart if not unicodedata.combining(each))


def cells(text: str, style: Style = PLAIN) -> list[tuple[str, int]]:
    """For each code point of `text`, what is shown for it and its columns.

    Tabs are expanded, combining marks take no column, East Asian wide characters take two. Escape sequences,
    zero-width spaces and direction marks are spelt out as `<U+200B>`; in an ASCII style, so is everything that the
    output does not have.
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
    if not style.has(character) or category[0] == "C" or category in ("Zl", "Zp"):
        spelt = f"<U+{ord(character):04X}>"
        return spelt, len(spelt)
    if category in ("Mn", "Me"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1


def width(text: str) -> int:
    """The columns of `text` on a terminal: one for 'é', composed or not, two for '牌'."""
    return sum(columns for _, columns in cells(text))
