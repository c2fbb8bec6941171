"""The width of text on a terminal, and protection against terminal commands in it.

Not here: frames and tables, which use this.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflex_rules.render.terminal import Style, cells, width, without_accents


@pytest.mark.parametrize(
    "text, columns",
    [
        ("", 0),
        ("abc", 3),
        ("\u00e9", 1),  # é, composed
        ("e\u0301", 1),  # é, decomposed
        ("牌", 2),
        ("🟥", 2),
        ("ｶ", 1),  # half-width
        ("a\tb", 5),
        ("\t\t", 8),
        ("\u2764\ufe0f", 1),  # a variation selector has no width
        ("\u200b", len("<U+200B>")),
    ],
)
def test_width_counts_terminal_columns(text, columns):
    assert width(text) == columns


@given(st.text())
def test_no_text_reaches_the_terminal_as_a_command(text):
    assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in Style().shown(text))


@given(st.text())
def test_ascii_style_is_pure_ascii(text):
    assert Style(ascii=True).shown(text).isascii()


@given(st.text())
def test_every_code_point_has_its_width(text):
    assert len(cells(text)) == len(text)


@pytest.mark.parametrize("sneaky", ["\x1b[31m", "\u202e", "\u200b", "\x07", "\u2028", "\r"])
def test_control_and_invisible_characters_are_escaped(sneaky):
    assert Style().shown(sneaky).startswith("<U+")


def test_colour_is_added_only_on_request_and_never_to_empty_text():
    assert Style().error("x") == "x"
    assert Style(color=True).error("x") == "\x1b[1;31mx\x1b[0m"
    assert Style(color=True).error("") == ""


def test_accents_can_be_removed():
    assert without_accents("Žlutá, żółta ŁÓDŹ, Ørsted - 牌") == "Zluta, zolta LODZ, Orsted - 牌"
