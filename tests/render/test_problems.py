"""The frame of a problem, compared as a whole text, so that a shifted caret is a failure."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.render.problem_text import LONGEST, frame, frames, summary
from unoflex_rules.render.terminal import Style, width

GAME = "format: 1\nid: mine\nplayers: {min: 3, max: 10}\n- draw: {player: nxet, count: 2}\n"


def span(line, column, end_column, file="my-game.yaml"):
    return Span(file, line, column, line, end_column)


def problem(where, code="E204", message="unknown player selector `nxet`", **more):
    return Problem.plain(code, message, where, **more)


def marked(text, column, end_column):
    """Return the source line and the marks under it as shown, without the gutter."""
    lines = frame(problem(span(1, column, end_column)), {"my-game.yaml": text}).split("\n")
    return lines[3].partition("│ ")[2], lines[4].partition("│ ")[2]


def test_a_problem_with_a_suggestion_and_a_note():
    found = problem(
        span(4, 18, 22), suggestion="next", notes=("selectors here: self, next, previous, others, players",)
    )
    assert frame(found, {"my-game.yaml": GAME}) == (
        "error[E204]: unknown player selector `nxet`\n"
        "  ┌─ my-game.yaml:4:18\n"
        "  │\n"
        " 4│ - draw: {player: nxet, count: 2}\n"
        "  │                  ^^^^ did you mean `next`?\n"
        "  = selectors here: self, next, previous, others, players\n"
    )


def test_a_second_place_is_shown_in_the_same_gutter():
    found = problem(
        span(3, 24, 26),
        code="E310",
        message="the deck cannot serve 10 players",
        label="71 cards are needed; the deck has 66",
        also=((span(120, 1, 5, "base.yaml"), "the deck is declared here"),),
    )
    assert frame(found, {"my-game.yaml": GAME, "base.yaml": "\n" * 119 + "deck:\n"}) == (
        "error[E310]: the deck cannot serve 10 players\n"
        "   ┌─ my-game.yaml:3:24\n"
        "   │\n"
        "  3│ players: {min: 3, max: 10}\n"
        "   │                        ^^ 71 cards are needed; the deck has 66\n"
        "   ┌─ base.yaml:120:1\n"
        "   │\n"
        "120│ deck:\n"
        "   │ ---- the deck is declared here\n"
    )


def test_the_plain_style_is_pure_ascii():
    found = problem(span(1, 4, 5), label="größer", also=((span(1, 1, 2), "hier"),))
    text = frame(found, {"my-game.yaml": "é: x"}, Style(ascii=True))
    assert text.isascii()
    assert "  --> my-game.yaml:1:4\n  |\n 1| <U+00E9>: x\n  |           ^ gr<U+00F6><U+00DF>er\n" in text


def test_colour_does_not_change_the_text():
    found = problem(span(4, 18, 22), suggestion="next", notes=("n",), also=((span(1, 1, 2), "here"),))
    sources = {"my-game.yaml": GAME}
    colored = frame(found, sources, Style(color=True))
    for code in ("\x1b[1;31m", "\x1b[1m", "\x1b[36m", "\x1b[0m"):
        assert code in colored
        colored = colored.replace(code, "")
    assert colored == frame(found, sources)


def test_label_and_suggestion_are_under_the_same_caret():
    text = frame(problem(span(4, 18, 22), label="no such player", suggestion="next"), {"my-game.yaml": GAME})
    assert "^^^^ no such player; did you mean `next`?" in text


@pytest.mark.parametrize(
    "before",
    ["牌: ", "e\u0301: ", "\u00e9: ", "a:\t", "\t\t", "🟥🟥 ", "\u200b ", "\u0301\u0301"],
)
def test_the_caret_is_under_its_word_after(before):
    line, marks = marked(f"{before}nxet # more", len(before) + 1, len(before) + 5)
    assert marks == " " * width(line.partition("nxet")[0]) + "^^^^"


@given(st.text(max_size=30), st.text(min_size=1, max_size=5))
def test_the_marks_are_as_wide_as_the_marked_text(before, word):
    breaks = "\r\n\x85\u2028\u2029\ufeff"
    before, word = (each.translate(dict.fromkeys(map(ord, breaks))) for each in (before, word or "x"))
    word = word or "x"
    _, marks = marked(f"{before}{word}", len(before) + 1, len(before + word) + 1)
    assert len(marks) == max(width(before + word), width(before) + 1)
    assert marks.count("^") == max(width(before + word) - width(before), 1)


def test_lines_are_numbered_as_in_yaml():
    text = "one\x0cstill one\r\ntwo\u2028three\x85four\rfive\n"
    shown = [frame(problem(span(number, 1, 2)), {"my-game.yaml": text}).split("\n")[3] for number in (1, 2, 3, 4, 5)]
    assert shown == [" 1│ one<U+000C>still one", " 2│ two", " 3│ three", " 4│ four", " 5│ five"]


def test_a_byte_order_mark_takes_no_column():
    assert marked("\ufeffid: x", 5, 6) == ("id: x", "    ^")


def test_an_empty_span_and_the_end_of_the_file_have_one_caret():
    assert marked("id: ", 5, 5) == ("id:", "    ^")
    assert "\n 9│\n  │ ^\n" in frame(problem(span(9, 1, 1)), {"my-game.yaml": GAME})


def test_a_span_over_several_lines_is_marked_to_the_end_of_the_first():
    text = frame(problem(Span("my-game.yaml", 3, 10, 4, 5)), {"my-game.yaml": GAME})
    assert f"  │          {'^' * 17}\n" in text


@pytest.mark.parametrize("column", [1, 30, 400, 790, 797])
def test_a_very_long_line_is_cut_to_the_part_around_the_span(column):
    text = "[" * (column - 1) + "nxet" + "]" * (800 - column - 3)
    line, marks = marked(text, column, column + 4)
    start = marks.index("^")
    assert line[start : start + 4] == "nxet"
    assert len(marks) == start + 4
    assert width(line) <= LONGEST + 2


def test_a_very_long_span_has_at_most_one_caret_per_column():
    line, marks = marked("[" * 800, 1, 801)
    assert marks == "^" * LONGEST
    assert line == "[" * LONGEST + "…"


def test_a_file_missing_from_the_sources_is_read(tmp_path):
    path = tmp_path / "game.yaml"
    path.write_text("id: nxet\n", encoding="utf-8")
    assert " 1│ id: nxet\n  │     ^^^^\n" in frame(problem(span(1, 5, 9, str(path))), {})


def test_an_unreadable_file_leaves_only_the_place(tmp_path):
    for file in (str(tmp_path), str(tmp_path / "gone.yaml"), "bad\0name"):
        lines = frame(problem(span(1, 5, 9, file), suggestion="next"), {}).split("\n")
        assert lines[1] == f"  ┌─ {Style().shown(file)}:1:5   did you mean `next`?"


def test_a_problem_without_a_place_is_a_header_and_notes():
    found = Problem.plain("E001", "there is no file `clasic`", None, suggestion="classic", notes=("one", "two"))
    assert frame(found, {}) == (
        "error[E001]: there is no file `clasic`\n  = did you mean `classic`?\n  = one\n  = two\n"
    )


def test_a_warning_is_marked_as_a_warning():
    assert frame(problem(None, severity="warning"), {}).startswith("warning[E204]: ")


def test_text_of_a_ruleset_is_never_markup_or_a_terminal_command():
    found = problem(span(1, 1, 4), message="unknown [bold]x[/] \x1b[2J", label="{x} %s \x07")
    text = frame(found, {"my-game.yaml": "[b]\x1b[31m"})
    assert "[bold]x[/]" in text
    assert "{x} %s" in text
    assert "\x1b" not in text
    assert "\x07" not in text


def test_message_label_and_notes_are_single_lines():
    found = problem(span(1, 1, 2), message="a\nb", label="c\nd", notes=("e\nf",))
    assert len(frame(found, {"my-game.yaml": GAME}).rstrip("\n").split("\n")) == 6


def test_frames_are_separated_by_an_empty_line():
    one = problem(None, message="one")
    two = problem(None, message="two")
    assert frames([one, two], {}) == "error[E204]: one\n\nerror[E204]: two\n"
    assert frames([], {}) == ""


@pytest.mark.parametrize(
    "severities, told",
    [
        ([], "g.yaml is fine"),
        (["error"], "1 error in g.yaml"),
        (["error", "warning", "error"], "2 errors, 1 warning in g.yaml"),
        (["warning"] * 1000, "1,000 warnings in g.yaml"),
    ],
)
def test_the_summary_has_the_counts(severities, told):
    assert summary([problem(None, severity=each) for each in severities], "g.yaml") == told


def test_the_summary_has_the_time_if_known():
    assert summary([], "g.yaml", 0.23) == "g.yaml is fine (0.2 s)"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name")
def test_a_pipe_is_named_and_not_read(tmp_path):
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    found = problem(Span(pipe, 1, 1, 1, 1), "E001", "the file cannot be read: it is not a regular file")
    shown = frame(found, {})
    assert f"{pipe}:1:1" in shown
    assert "1│" not in shown


def test_at_most_a_hundred_frames_are_shown():
    found = [problem(None, message=f"number {index}") for index in range(150)]
    shown = frames(found, {})
    assert shown.count("error[E204]") == 100 and shown.endswith("\n... and 50 more\n")
    assert "more" not in frames(found[:100], {})


def test_a_very_long_line_is_drawn_around_its_span():
    text = "x" * 500_000 + "mark" + "y" * 500_000
    lines = frame(problem(Span("a.yaml", 1, 500_001, 1, 500_005)), {"a.yaml": text}).splitlines()
    shown, under = lines[3].split("│")[1], lines[4].split("│")[1]
    assert shown[under.index("^") :].startswith("mark") and under.count("^") == 4
    assert len(shown) < 2 * LONGEST
