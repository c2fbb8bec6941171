"""A histogram on a terminal: complete, with equal ranges, and no line too wide."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflex_rules.render.histogram import ROWS, Range, histogram, ranges
from unoflex_rules.render.terminal import Style, width
from unoflex_rules.simulation.estimates import quantile

bins_of = st.lists(st.one_of(st.just(0), st.integers(0, 10**6)), min_size=1, max_size=300)


def spread_over(*counts, after=0, more=0):
    """Return bins with these counts from `after` on, and `more` in one last bin."""
    return [0] * after + list(counts) + [more]


def test_a_complete_histogram():
    assert histogram(spread_over(5, 20, 40, 24, 11, after=2), 30) == (
        " 2    5.0 %   ██\n"
        " 3   20.0 %   ████████\n"
        " 4   40.0 %   ████████████████\n"
        " 5   24.0 %   █████████▋\n"
        " 6   11.0 %   ████▍"
    )


def labels(text):
    return [line.strip().split("   ")[0] for line in text.split("\n")]


def test_values_outside_the_middle_have_separate_lines():
    assert labels(histogram(spread_over(1, 1, *[20] * 50, 1, 1, after=10, more=3))) == [
        "under 12",
        *(f"{low}-{low + 4}" for low in range(12, 62, 5)),
        "62+",
    ]


@given(bins_of)
def test_ranges_are_consecutive_and_complete(bins):
    rows = ranges(bins)
    assert sum(row.count for row in rows) == sum(bins)
    assert len(rows) <= ROWS
    for before, after in zip(rows, rows[1:]):  # noqa: RUF007
        assert after.low == before.high + 1
    for row in rows:
        first = row.low or 0
        assert row.count == sum(bins[first:] if row.high is None else bins[first : row.high + 1])


@given(bins_of)
def test_ranges_are_equal_and_cover_the_middle(bins):
    rows = ranges(bins)
    inner = [row for row in rows if row.low is not None and row.high is not None]
    sizes = [row.high - row.low + 1 for row in inner]
    assert len(set(sizes[:-1])) <= 1
    assert not sizes or sizes[-1] <= sizes[0]
    if rows:
        outside = [row.count for row in rows if row.low is None]
        assert sum(outside) * 100 <= sum(bins)
        if inner:
            assert inner[0].low == quantile(bins, 1)
            assert inner[-1].high >= min(quantile(bins, 99), len(bins) - 2)


@pytest.mark.parametrize("numbers, rows", [(1, 1), (10, 10), (11, 6), (20, 10), (95, 10), (1000, 10)])
def test_ranges_are_as_narrow_as_the_rows_allow(numbers, rows):
    inner = [row for row in ranges([100] * numbers + [0]) if None not in (row.low, row.high)]
    assert rows - 1 <= len(inner) <= rows


def test_the_last_bin_is_open_ended_and_in_no_range():
    assert ranges([0, 0, 5, 5]) == [Range(2, 2, 5), Range(3, None, 5)]
    assert ranges([0, 0, 0, 9]) == [Range(3, None, 9)]
    assert ranges([9]) == [Range(0, None, 9)]
    assert ranges([0] * 50 + [99, 9]) == [Range(50, 50, 99), Range(51, None, 9)]


@pytest.mark.parametrize("bins", [[], [0], [0, 0, 0]])
def test_no_counts_give_no_text(bins):
    assert histogram(bins) == ""


@given(bins_of, st.integers(20, 120), st.booleans(), st.booleans())
def test_no_line_is_wider_than_the_terminal(bins, columns, ascii, color):
    text = histogram(bins, columns, Style(ascii=ascii, color=color))
    for line in text.split("\n"):
        assert width(re.sub("\x1b\\[\\d*m", "", line)) <= columns
        assert line == line.rstrip()


@given(bins_of)
def test_the_plain_style_is_pure_ascii_and_without_colours(bins):
    assert histogram(bins, 80, Style(ascii=True)).isascii()
    assert "\x1b" not in histogram(bins)


def test_an_ascii_bar_consists_of_hashes():
    lines = histogram(spread_over(500, 10, 1000), 60, Style(ascii=True)).split("\n")
    assert [line.count("#") for line in lines] == [20, 1, 40]


def test_a_bar_shows_its_share_to_an_eighth():
    lines = histogram(spread_over(300, 319, 320), 80).split("\n")
    assert [line.split("   ")[-1] for line in lines] == ["█" * 37 + "▌", "█" * 39 + "▉", "█" * 40]


def test_only_nonzero_counts_have_a_visible_bar():
    assert labels(histogram(spread_over(500, 0, 1, 500_000))) == ["under 3", "3"]
    lines = histogram([50_000, 0, 1, 50_000, 0]).split("\n")
    assert lines[1] == " 1    0.0 %"
    assert lines[2] == " 2   <0.1 %   ▏"


def test_bars_are_omitted_without_room():
    assert "█" not in histogram(spread_over(5, 20), 17)
    assert "█" in histogram(spread_over(5, 20), 18)


def test_bars_are_coloured_only_on_request():
    assert histogram(spread_over(5), 80, Style(color=True)).endswith("   \x1b[36m" + "█" * 40 + "\x1b[0m")
