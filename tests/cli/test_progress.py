"""The progress bar: on a terminal only, at most ten updates per second, and removed at the end."""

import sys

import pytest

from unoflex_cli.console import Console
from unoflex_cli.progress import PATIENCE, Progress, bar, clock_text


class Terminal:
    """A stand-in for standard error that records what is written."""

    def __init__(self, encoding="utf-8", is_terminal=True):
        self.encoding = encoding
        self.is_terminal = is_terminal
        self.written = []

    def isatty(self):
        return self.is_terminal

    def fileno(self):
        raise OSError("not a real one")

    def write(self, text):
        text.encode(self.encoding)
        self.written.append(text)

    def flush(self):
        pass

    @property
    def drawings(self):
        """Return the drawings in order."""
        return [part for part in "".join(self.written).split("\r") if part.strip()]

    @property
    def last(self):
        """Return the final text on the terminal: later characters over earlier ones, no trailing blanks."""
        seen = ""
        for line in "".join(self.written).split("\n"):
            shown = ""
            for drawn in line.split("\r"):
                shown = drawn + shown[len(drawn) :]
            seen += ("\n" if seen else "") + shown.rstrip()
        return seen


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


class Streams:
    """A replacement of `sys` for the console; pytest changes the real standard error between its phases."""

    def __init__(self, stderr):
        self.stderr = stderr

    @property
    def stdout(self):
        return sys.stdout


@pytest.fixture
def terminal(monkeypatch):
    stand_in = Terminal()
    monkeypatch.setattr("unoflex_cli.console.sys", Streams(stand_in))
    return stand_in


def play(progress, clock, games, seconds=1.0, **how):
    """Report the first `games` as done, `seconds` after the previous call."""
    clock.now += seconds
    progress.update(games, **how)


def test_done_total_rate_and_remaining_time(terminal, clock):
    with Progress(Console([]), 100_000, clock=clock) as progress:
        play(progress, clock, 1000, 10)  # compilation time is not part of the rate
        play(progress, clock, 26_000)
        assert terminal.last == "█████▏                26,000 of 100,000 games · 25,000 games/s · 0:03 left"
        play(progress, clock, 100_000)
        assert terminal.last == "█" * 20 + "  100,000 of 100,000 games · 49,500 games/s"
    assert terminal.last == ""


def test_slow_games_have_a_rate_too(terminal, clock):
    progress = Progress(Console([]), 100, clock=clock)
    play(progress, clock, 1)
    play(progress, clock, 2, 8)
    assert "2 of 100 games · 0.1 games/s · 13:04 left" in terminal.last


def test_at_most_ten_drawings_a_second_and_none_for_short_runs_d02(terminal, clock):
    with Progress(Console([]), 10_000, clock=clock) as progress:
        for games in range(1, 400):
            play(progress, clock, games, PATIENCE / 400)
        assert terminal.written == []
        for games in range(400, 2400):
            play(progress, clock, games, 0.001)
    assert 18 <= len(terminal.drawings) <= 21


def test_a_short_run_leaves_no_byte(terminal, clock):
    with Progress(Console([]), 10, clock=clock) as progress:
        play(progress, clock, 10, PATIENCE / 2)
    assert terminal.written == []


@pytest.mark.parametrize("flags", [["--no-progress"], ["--quiet"], ["simulate", "x", "--no-progress"]])
def test_it_can_be_disabled_d02(terminal, clock, flags):
    with Progress(Console(flags), 10, clock=clock) as progress:
        play(progress, clock, 5)
    assert terminal.written == []


@pytest.mark.parametrize("variable, value", [("TERM", "dumb"), ("", "")])
def test_nothing_is_drawn_to_a_file_or_a_dumb_terminal_d02(terminal, clock, monkeypatch, variable, value):
    if variable:
        monkeypatch.setenv(variable, value)
    else:
        terminal.is_terminal = False
        monkeypatch.setenv("FORCE_COLOR", "1")
    with Progress(Console([]), 10, clock=clock) as progress:
        play(progress, clock, 5)
        play(progress, clock, 6)
    assert terminal.written == []


def test_it_works_without_standard_error(monkeypatch, clock):
    monkeypatch.setattr("unoflex_cli.console.sys", Streams(None))
    with Progress(Console([]), 10, clock=clock) as progress:
        play(progress, clock, 5)


def test_a_run_with_a_time_limit_shows_the_time(terminal, clock):
    progress = Progress(Console([]), seconds=10, clock=clock)
    play(progress, clock, 1000)
    play(progress, clock, 5000, 4)
    assert terminal.last == "█" * 10 + " " * 10 + "  0:05 of 0:10 · 5,000 games · 1,000 games/s"
    play(progress, clock, 15_000, 10)
    assert terminal.last.startswith("█" * 20 + "  0:10 of 0:10")


def test_an_estimated_total_is_marked_and_may_change(terminal, clock):
    progress = Progress(Console([]), 2048, is_estimate=True, clock=clock)
    play(progress, clock, 1024)
    assert "1,024 of about 2,048 games" in terminal.last
    play(progress, clock, 2048, total=460_800)
    assert "2,048 of about 460,800 games · 1,024 games/s · 7:28 left" in terminal.last


def test_without_a_total_there_is_no_bar(terminal, clock):
    progress = Progress(Console([]), clock=clock)
    play(progress, clock, 100)
    play(progress, clock, 200)
    assert terminal.last == "200 games · 100 games/s"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "cp949"])
def test_without_block_characters_a_plain_bar_is_drawn(terminal, clock, encoding):
    terminal.encoding = encoding
    progress = Progress(Console([]), 100, clock=clock)
    play(progress, clock, 0)
    play(progress, clock, 50)
    assert terminal.last == f"[{'#' * 9}{' ' * 9}]  50 of 100 games - 50 games/s - 0:01 left"


@pytest.mark.parametrize("columns", range(1, 100))
def test_it_is_never_wider_than_the_terminal(terminal, clock, monkeypatch, columns):
    monkeypatch.setattr(Console, "note_columns", columns)
    progress = Progress(Console([]), 100_000, clock=clock)
    play(progress, clock, 1000)
    play(progress, clock, 26_000)
    assert len(terminal.last) < max(columns, 1) or terminal.last == ""
    if columns > 30:
        assert "26,000 of 100,000 games" in terminal.last
        assert terminal.last.endswith(("games", "games/s", "left"))  # no fact is cut


def test_a_note_replaces_the_bar_d02(terminal, clock, capsys):
    console = Console([])
    progress = Progress(console, 100, clock=clock)
    play(progress, clock, 50)
    console.note("careful")
    assert terminal.last == "careful\n"
    progress.close()
    assert terminal.last == "careful\n"


def test_the_report_starts_on_a_new_line(terminal, clock, capsys):
    console = Console([])
    play(Progress(console, 100, clock=clock), clock, 50)
    console.out("report\n")
    assert terminal.last == ""
    assert capsys.readouterr().out == "report\n"


def test_a_terminal_that_closes_does_not_end_the_run(terminal, clock, monkeypatch):
    def gone(text):
        raise OSError(5, "Input/output error")

    with Progress(Console([]), 100, clock=clock) as progress:
        monkeypatch.setattr(terminal, "write", gone)
        play(progress, clock, 50)
        play(progress, clock, 60)


def test_it_is_removed_when_the_run_fails(terminal, clock):
    progress = Progress(Console([]), 100, clock=clock)
    with pytest.raises(RuntimeError), progress:  # noqa: PT012
        play(progress, clock, 50)
        assert terminal.last
        raise RuntimeError
    assert terminal.last == ""


def test_there_are_no_escape_codes_d05(terminal, clock):
    with Progress(Console([]), 100, clock=clock) as progress:
        play(progress, clock, 50)
        play(progress, clock, 60)
    assert "\x1b" not in "".join(terminal.written)


@pytest.mark.parametrize("share", [-1, 0, 0.001, 0.1, 0.5, 0.999, 1, 2])
@pytest.mark.parametrize("ascii", [False, True])
def test_a_bar_has_its_width(share, ascii):
    assert {len(bar(share, cells, ascii)) for cells in (5, 30)} == {5, 30}
    assert bar(share, 30, ascii).isascii() is ascii or set(bar(share, 30, ascii)) == {" "}


def test_a_bar_grows_by_eighths():
    assert [bar(n / 40, 5, False).rstrip() for n in range(10)] == ["", *"▏▎▍▌▋▊▉█", "█▏"]


@pytest.mark.parametrize(
    "seconds, text", [(0, "0:00"), (0.1, "0:01"), (7, "0:07"), (59.5, "1:00"), (754, "12:34"), (3723, "1:02:03")]
)
def test_time_is_shown_like_a_clock(seconds, text):
    assert clock_text(seconds) == text
