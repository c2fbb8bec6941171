"""The outputs of every command: pipes, colours, JSON, and unbroken lines.

Names that end in D01, D02, D05, D08 and D09 refer to docs/faults.md.
"""

import errno
import io
import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.sampling import count, sample
from unoflex_cli.main import COMMANDS, main

BAD = "format: 1\nid: bad\ntitle: Bad\nextends: classic\nplayers: tow\nplaiers: 3\n"
SHEET = """ruleset: classic
scenarios:
  - name: A seven is laid on a seven
    table: {players: 2, top: R7, hands: {P0: [B7, B3, B4], P1: [G1, G2]}}
    play: [P0: play B7]
    expect: {turn: P1}
"""
GAMES = ("--games", "3", "--engine", "plain", "--seed", "7")
# Each command with arguments that produce output.
DOING = {
    "new": ("new", "my-game"),
    "validate": ("validate", "classic", "bad.yaml"),
    "explain": ("explain", "E204"),
    "test": ("test", "sheet.yaml"),
    "simulate": ("simulate", "classic", *GAMES),
    "campaign": ("campaign", "new", "friends.campaign.yaml", "classic", "--players", "Ann,Ben"),
    "trace": ("trace", "classic", "--seed", "7"),
    "listing": ("listing", "classic"),
    "show": ("show", "classic"),
    "diff": ("diff", "classic", "flex"),
    "rulesets": ("rulesets",),
    "schema": ("schema",),
}
FAILING = {
    "new": (1, ("new", "sheet")),
    "new unnamed": (2, ("new",)),
    "new nowhere": (2, ("new", "my-game", "--folder", "gone")),
    "validate": (1, ("validate", "bad.yaml")),
    "validate missing": (1, ("validate", "gone.yaml")),
    "validate nothing": (2, ("validate",)),
    "validate nearly": (2, ("validate", "clasic")),
    "explain": (2, ("explain", "E999")),
    "test missing": (1, ("test", "gone.yaml")),
    "simulate": (1, ("simulate", "bad.yaml", *GAMES)),
    "simulate missing": (1, ("simulate", "gone.yaml", *GAMES)),
    "simulate folder": (1, ("simulate", ".", *GAMES)),
    "simulate nobody": (2, ("simulate", "classic", "--players", "1", *GAMES)),
    "simulate flag": (2, ("simulate", "classic", "--frob")),
    "show": (2, ("show", "classic", "cards.skp")),
    "show missing": (1, ("show", "gone.yaml")),
    "diff": (2, ("diff", "classic")),
    "diff bad": (1, ("diff", "classic", "bad.yaml")),
    "no such command": (2, ("simulat",)),
    "no json here": (2, ("listing", "classic")),
}
DOCUMENTS = {
    "new": ("new", "my-game"),
    "validate": ("validate", "classic"),
    "explain": ("explain", "E204"),
    "explain all": ("explain",),
    "test": ("test", "sheet.yaml"),
    "simulate": ("simulate", "classic", *GAMES),
    "show": ("show", "classic"),
    "diff": ("diff", "classic", "flex"),
}
posix = pytest.mark.skipif(os.name == "nt", reason="terminals as POSIX has them")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.yaml").write_text(BAD, encoding="utf-8")
    (tmp_path / "sheet.yaml").write_text(SHEET, encoding="utf-8")
    return tmp_path


def test_every_command_is_covered():
    assert list(DOING) == list(COMMANDS)


# --- D01: a closed pipe -----------------------------------------------------------------------------------------------


def until(reader, arguments, environment):
    """Return the exit codes and standard error of `unoflex ARGUMENTS | reader`, and the output of the reader."""
    command = [sys.executable, "-m", "unoflex_cli", *arguments]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        read = subprocess.run(reader, stdin=writer.stdout, capture_output=True, timeout=120, check=True)
        writer.stdout.close()
        told = writer.stderr.read().decode()
        return writer.wait(120), told, read.stdout.decode()


@posix
@pytest.mark.parametrize("command", sample(list(DOING), 3))
def test_head_gets_its_line_without_an_error_d01(child_environment, command):
    code, told, read = until(["head", "-1"], DOING[command], child_environment | {"PYTHONUNBUFFERED": "1"})
    assert told == ""
    assert code in (141, 1 if command == "validate" else 0)  # the writer may have been faster than its reader
    assert read.count("\n") == 1


@posix
@pytest.mark.parametrize(
    "command, unbuffered", [("listing", ""), ("rulesets", ""), *((command, "1") for command in sample(list(DOING), 3))]
)
def test_a_pipe_without_a_reader_is_not_an_error_d01(child_environment, command, unbuffered):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "unoflex_cli", *DOING[command]],
        env=child_environment | {"PYTHONUNBUFFERED": unbuffered},
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


@posix
def test_standard_error_may_be_closed_too_d01(child_environment):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "unoflex_cli", "simulat"], env=child_environment, stdout=write, stderr=write, check=False
    )
    os.close(write)
    assert done.returncode == 2  # nothing was written to standard output


# --- an output that takes no more -------------------------------------------------------------------------------------


class Full(io.StringIO):
    """A stream on a full disk."""

    def flush(self):
        raise OSError(errno.ENOSPC, "No space left on device")

    def fileno(self):
        raise ValueError


@pytest.mark.parametrize("how", ["text", "json"])
@pytest.mark.parametrize("command", [each for each in DOING if each not in ("new", "campaign")])
def test_a_full_standard_output_is_one_line_of_error(command, how, monkeypatch, capsys):
    arguments = DOING[command] if how == "text" else (*DOCUMENTS.get(command, DOCUMENTS["simulate"]), "--json")
    monkeypatch.setattr(sys, "stdout", Full())
    assert main(list(arguments)) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[-1] == "error: cannot write to standard output: No space left on device"
    assert not any("Traceback" in line for line in told)


@pytest.mark.parametrize("command", ["validate", "simulate", "rulesets"])
def test_a_closed_standard_output_is_an_error(command, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert main(list(DOING[command])) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "error: standard output is closed"


def test_a_full_standard_error_changes_neither_report_nor_exit_code(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", Full())
    assert main(list(DOING["simulate"])) == 0
    assert "P0" in capsys.readouterr().out
    assert main(["simulat"]) == 2


def test_a_run_without_a_finished_game_is_an_error(run):
    result = run("simulate", "classic", "--seconds", "0.0001", "--engine", "plain")
    assert (result.code, result.out) == (1, "") and "error: no game was finished in" in result.err


def test_a_run_without_a_finished_game_writes_no_rows(run, tmp_path):
    file = tmp_path / "games.csv"
    assert run("simulate", "classic", "--seconds", "0.0001", "--engine", "plain", "--out", str(file)).code == 1
    assert not file.exists()


@pytest.mark.parametrize(
    "arguments, code",
    [
        (("simulate", "nothing"), 2),
        (("test", "nowhere"), 2),
        (("validate", "classic", "--set", "hand_size=x"), 2),
        (("validate", "nothing"), 2),
    ],
)
def test_a_failure_whose_document_cannot_be_written_is_one_line(arguments, code, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", Full())
    assert main([*arguments, "--json"]) in (1, code)
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("simulate", "--help")])
def test_help_for_a_closed_output_is_an_error(arguments, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert main(list(arguments)) == 1
    assert capsys.readouterr().err == "error: standard output is closed\n"


@pytest.mark.parametrize("name", ["gone/results.xml", ".", "/proc/results.xml"])
def test_a_wrong_destination_of_junit_is_found_before_the_scenarios_run(run, name):
    result = run("test", "sheet.yaml", "--junit", name)
    assert (result.code, result.out) == (2, "") and f"error: `{name}` " in result.err


@pytest.mark.parametrize("command", ["simulate", "validate"])
@pytest.mark.parametrize("setting", ["nope=1", "hand_size=99", "call=7"])
def test_a_wrong_setting_is_wrong_usage(run, command, setting):
    arguments = (
        (*DOING["simulate"], "--set", setting) if command == "simulate" else (command, "classic", "--set", setting)
    )
    assert run(*arguments).code == 2


def test_an_overlay_may_be_named_once(run):
    result = run(*DOING["simulate"], "--with", "house/stacking", "--with", "house/stacking")
    assert result.code == 2 and "--with names `house/stacking` twice" in result.err


# --- D05: colours -----------------------------------------------------------------------------------------------------

# Commands with coloured output; the others must not use colours either.
COLORED = ("validate", "explain", "test", "simulate")


SETTINGS = [
    ({"FORCE_COLOR": "1"}, (), True),
    ({}, (), False),  # no terminal
    ({"FORCE_COLOR": "1", "TERM": "dumb"}, (), True),
    ({"FORCE_COLOR": "1", "NO_COLOR": ""}, (), True),  # empty: ignored
    ({"FORCE_COLOR": "1", "NO_COLOR": "0"}, (), False),  # not empty, any value
    ({"FORCE_COLOR": ""}, (), False),
    ({"FORCE_COLOR": "1"}, ("--no-color",), False),  # the flag overrides the variables
]


@pytest.mark.parametrize(
    "command, variables, flags, colored",
    [
        (command, *setting)
        for command in DOING
        for setting in (SETTINGS if command == "validate" else sample(SETTINGS, 2))
    ],
)
def test_colours_of_every_command_d05(run, monkeypatch, command, variables, flags, colored):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    result = run(*DOING[command], *flags)
    assert ("\x1b" in result.out + result.err) is (colored and command in COLORED)
    result = run(*FAILING.get(command, FAILING["no such command"])[1], *flags)
    assert ("\x1b" in result.out + result.err) is colored


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_no_colours_d05(run, monkeypatch, command):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in run(*filter(None, [command]), "--help").out


def on_terminal(arguments, environment, seconds=60):
    """Return everything that `unoflex ARGUMENTS` shows on a terminal, both outputs together, and its exit code."""
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "unoflex_cli", *arguments],
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        close_fds=True,
    )
    os.close(theirs)
    shown, deadline = b"", time.monotonic() + seconds
    try:
        while time.monotonic() < deadline:
            if not select.select([ours], [], [], 0.1)[0]:
                continue
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux: all other processes have closed it
                break
            if not piece:
                break
            shown += piece
        return shown.decode(), process.wait(10)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


TERMINALS = [
    ({"TERM": "xterm"}, (), True),
    ({"TERM": "dumb"}, (), False),
    ({"TERM": "xterm", "NO_COLOR": "1"}, (), False),
    ({"TERM": "xterm"}, ("--no-color",), False),
]


@posix
@pytest.mark.parametrize(
    "command, variables, flags, colored",
    [
        (command, *terminal)
        for command in COLORED
        for terminal in (TERMINALS if command == "explain" else sample(TERMINALS, 1))
    ],
)
def test_colours_on_a_terminal_d05(child_environment, command, variables, flags, colored):
    plain = {name: value for name, value in child_environment.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    shown, _ = on_terminal([*DOING[command], *flags], plain | variables)
    assert shown.count("\n") >= 3
    assert ("\x1b" in shown) is colored


# --- D08: one JSON document -------------------------------------------------------------------------------------------


def one_document(text):
    """Return the one JSON document in `text`; NaN and the like are invalid."""
    return json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


@pytest.mark.parametrize("command", DOCUMENTS)
def test_success_prints_one_document_d08(unoflex, command):
    done = unoflex(*DOCUMENTS[command], "--json")
    assert done.returncode == 0
    assert one_document(done.stdout)


def test_warnings_of_python_are_not_in_the_document_d08(process):
    assert one_document(process(*DOCUMENTS["simulate"], "--json", PYTHONWARNINGS="always").stdout)


@pytest.mark.parametrize("what", FAILING)
def test_failure_prints_one_document_d08(run, what):
    code, arguments = FAILING[what]
    result = run(*arguments, "--json")
    assert result.code == code
    document = one_document(result.out)
    assert "error" in document or document["ok"] is False
    assert "Traceback" not in result.err


def test_output_for_people_is_not_in_the_document_d08(unoflex):
    done = unoflex("simulate", "classic", "--games", "3", "--engine", "plain", "--json")
    seed = one_document(done.stdout)["seed"]
    assert f"--seed {seed}" in done.stderr
    assert "games in" in done.stderr


# --- D02: progress in pipes and logs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variables", [{"TERM": "xterm"}, {"TERM": "xterm", "CI": "1", "FORCE_COLOR": "1"}])
def test_a_log_has_no_bar_and_no_control_characters_d02(unoflex, variables):
    games = count(60, 200)  # more than a second, after which a terminal would have a bar
    done = unoflex("simulate", "classic", "--games", games, "--engine", "plain", "--seed", "7", "--json", **variables)
    assert done.returncode == 0
    assert not set("\r\b\x1b") & set(done.stdout + done.stderr)
    assert done.stderr.count("\n") == 1


# --- D09: unbroken lines ----------------------------------------------------------------------------------------------


@pytest.fixture
def long(folder):
    """Return a ruleset with a long title, a mistake, and a long path, and that path."""
    path = Path("deeply-" * 16) / ("mine-" * 16 + ".yaml")
    path.parent.mkdir()
    title = "A game with a very long title, " * 8
    path.write_text(BAD.replace("title: Bad", f"title: {title.strip()}"), encoding="utf-8")
    return path


def timeless(result):
    return re.sub(r"\d+\.\d s\b", "0.0 s", f"{result.code}\n{result.out}\n{result.err}")


@pytest.mark.parametrize("columns", sample(["20", "200"], 1))
def test_the_terminal_width_does_not_matter_in_a_pipe_d09(run, long, monkeypatch, columns):
    good = long.with_name("good.yaml")
    good.write_text(long.read_text(encoding="utf-8").split("players")[0], encoding="utf-8")
    commands = [
        ("validate", long),
        ("validate", long, "--short"),
        ("validate", long, "--json"),
        ("simulate", long, *GAMES),
        ("simulate", long, *GAMES, "--json"),
        ("simulate", good, *GAMES, "--json"),
        ("trace", good, "--seed", "7"),
        ("simulate", f"{long}x"),
    ]
    usual = [run(*command) for command in commands]
    monkeypatch.setenv("COLUMNS", columns)
    told = [run(*command) for command in commands]
    assert told[-3].document["title"].startswith("A game with a very long title, A game")
    for one, other in zip(usual, told, strict=True):
        assert timeless(one) == timeless(other)


def test_a_problem_is_one_line_on_request_d09(run, long):
    lines = run("validate", long, "--short").out.rstrip("\n").split("\n")
    assert len(lines) == len(run("validate", long, "--json").document["files"][0]["problems"]) == 2
    assert all(line.startswith(f"{long}:") for line in lines)


def test_the_place_of_a_problem_is_on_one_line_d09(run, long):
    for result in (run("validate", long).out, run("simulate", long, *GAMES).err):
        assert f" {long}:5:10\n" in result


def test_wrong_usage_is_one_line_d09(run, long):
    result = run("simulate", f"{long}x")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert f"`{long}x`" in result.err


def test_text_in_a_document_has_no_added_line_breaks_d09(run, long):
    for line in run("validate", long, "--json").out.split("\n"):
        assert line.count('"') % 2 == line.count('\\"') % 2
