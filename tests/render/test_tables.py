"""Tables are aligned on a terminal for any content of the cells."""

import pytest

from unoflex_rules.render.terminal import Style, width
from unoflex_rules.render.text_tables import table


def test_columns_are_aligned_to_their_widest_cell():
    assert table([["seat", "wins"], ["P0", "5.0 %"], ["P10", "12.5 %"]], "lr") == (
        " seat     wins\n P0      5.0 %\n P10    12.5 %"
    )


def test_wide_and_combining_characters_do_not_shift_a_column():
    lines = table([["牌牌", "x"], ["e\u0301", "x"], ["abcd", "x"]]).split("\n")
    assert {width(line) for line in lines} == {9}


def test_rows_may_be_shorter_and_lines_have_no_trailing_blanks():
    assert table([["a"], ["bb", ""], ["c", "d"]], indent=0) == "a\nbb\nc    d"


def test_a_cell_stays_on_its_line():
    assert table([["a\nb", "c"]], indent=0) == "a b   c"


def test_an_ascii_table_is_ascii_and_aligned():
    lines = table([["é", "x"], ["plain", "x"]], style=Style(ascii=True)).split("\n")
    assert lines[0].isascii()
    assert lines[0].index("x") == lines[1].index("x")


def test_no_rows_give_no_text():
    assert table([]) == ""


def test_an_unknown_alignment_is_rejected():
    with pytest.raises(ValueError, match="not 'lc'"):
        table([["a", "b"]], "lc")
