"""`unoflex new`: its output, its questions, and its exit codes. Not here: the files (tests/authoring)."""

import os
import re
import shlex

import pytest

from tests.cli.test_outputs import on_terminal, posix


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_lists_the_written_files_and_commands_to_try(run):
    result = run("new", "my-game")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "my-game.yaml: a game on top of classic, with a card of its own\n"
        "my-game.scenarios.yaml: two examples of its rules\n"
        "Try next:\n"
        "  unoflex validate my-game.yaml\n"
        "  unoflex test my-game.scenarios.yaml\n"
        "  unoflex simulate my-game.yaml --games 1000 --agents greedy\n"
    )


def test_the_suggested_commands_work(run, folder):
    (folder / "my games").mkdir()
    document = run("new", "mine", "--folder", "my games", "--extends", "taki", "--title", "Mine!", "--json").document
    assert document["files"] == [os.path.join("my games", f"mine{end}") for end in (".yaml", ".scenarios.yaml")]
    assert all(os.path.isfile(file) for file in document["files"])
    for command in document["next"]:
        arguments = [part.replace("1000", "2") for part in shlex.split(command)[1:]]
        result = run(*arguments, *(("--engine", "plain") if "simulate" in arguments else ()))
        assert result.code == 0, result.err
    assert result.out.startswith("Mine! · ")


def test_existing_files_are_not_overwritten(run, folder):
    (folder / "mine.scenarios.yaml").write_text("kept", encoding="utf-8")
    result = run("new", "mine")
    assert (result.code, result.out) == (1, "")
    assert result.err == ("error: `mine.scenarios.yaml` already exists; nothing was written: choose another name\n")
    assert os.listdir(folder) == ["mine.scenarios.yaml"]
    assert (folder / "mine.scenarios.yaml").read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("My Game",), "try `my-game`"),
        (("mine", "--extends", "flx"), "did you mean `flex`?"),
        (("mine", "--folder", "gone"), "the folder `gone` does not exist; create it first"),
        (("mine", "--players", "many"), "`many` is not of the form 2-6"),
        (("mine", "--players", "2-99"), "2 to 99 players are not possible"),
        (("mine", "--title", ""), "a title is a line"),
        ((), "unoflex new my-game"),
    ],
)
def test_wrong_usage_is_one_line_and_writes_nothing(run, folder, arguments, told):
    result = run("new", *arguments)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert told in result.err
    assert "unoflex new --help" in result.err
    assert os.listdir(folder) == []


def test_players_are_a_range_or_a_number(run, folder):
    run("new", "two", "--players", "2")
    run("new", "more", "--players", "3-5")
    assert "players: {min: 2, max: 2}" in (folder / "two.yaml").read_text(encoding="utf-8")
    assert "players: {min: 3, max: 5}" in (folder / "more.yaml").read_text(encoding="utf-8")


# --- interactive use --------------------------------------------------------------------------------------------------


@pytest.fixture
def typed(monkeypatch):
    """A user at a terminal who types these lines."""

    def typed(*lines):
        said = iter(lines)

        def prompt(text):
            try:
                return next(said)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("click.termui.visible_prompt_func", prompt)
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("unoflex_cli.console.Console.is_read", True)

    return typed


def test_a_missing_name_is_asked_for_until_it_is_valid(run, typed):
    typed("My Game", "my-game")
    result = run("new")
    assert result.code == 0
    assert "try `my-game`" in result.err
    assert os.path.isfile("my-game.yaml")
    assert result.out.startswith("my-game.yaml: ")


def test_end_of_input_is_an_interrupt(run, typed, folder):
    typed()
    result = run("new")
    assert (result.code, result.out) == (130, "")
    assert "interrupted" in result.err
    assert os.listdir(folder) == []


def test_with_json_no_question_is_asked(run, typed):
    typed("my-game")
    assert run("new", "--json").code == 2


@posix
def test_with_a_name_no_question_is_asked(child_environment, folder):
    shown, code = on_terminal(["new", "my-game"], child_environment | {"TERM": "dumb"})
    assert code == 0
    assert re.match(r"my-game\.yaml: ", shown)
