"""The command line as a whole: help, unknown commands, and one exit code for each outcome.

Not here: the subcommands, which have separate files.
"""

import os
import subprocess
import sys

import pytest

import unoflex_rules as ur
from unoflex_cli.main import COMMANDS, main


def test_help_names_every_command_and_exit_code(run):
    result = run("--help")
    assert (result.code, result.err) == (0, "")
    for word in (*COMMANDS, "0 success", "1 problem", "2 wrong usage", "3 internal", "130", "141"):
        assert word in " ".join(result.out.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(run, name):
    result = run(name, "-h")
    assert result.code == 0
    assert result.out.startswith(f"Usage: unoflex {name} ")


def test_no_arguments_show_the_help_as_wrong_usage(run):
    result = run()
    assert (result.code, result.out) == (2, "")
    assert "Commands:" in result.err


def test_version(run):
    assert run("--version").out == f"unoflex {ur.__version__}\n"


def test_a_nearly_correct_command_gets_a_suggestion(run):
    result = run("simulat")
    assert (result.code, result.out) == (2, "")
    assert result.err == "error: no such command `simulat`; did you mean `simulate`? (see `unoflex --help`)\n"


def test_an_unknown_command_gets_the_list(run):
    told = "there are: new, validate, explain, test, simulate, campaign, trace, listing, show, diff"
    assert told in run("frobnicate").err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--frob",),
        ("validate",),
        ("validate", "--frob", "mine"),
        ("simulate",),
        ("simulate", "mine", "--games", "0"),
        ("simulate", "mine", "--games", "many"),
        ("simulate", "mine", "--players", "0"),
        ("simulate", "mine", "--players", "7"),
        ("simulate", "mine", "--players", "1"),
        ("simulate", "mine", "--seed", "x"),
        ("simulate", "mine", "--seed", "-1"),
        ("simulate", "mine", "--seed", str(2**53 + 1)),
        ("simulate", "mine", "--threads", "0"),
        ("simulate", "mine", "--engine", "steam"),
        ("simulate", "mine", "--rounds", "two"),
        ("simulate", "mine", "--set", "stacking"),
        ("simulate", "mine", "--set", "=true"),
        ("simulate", "mine", "--set", "a=1", "--set", "a=2"),
        ("simulate", "mine", "other"),
        ("listing",),
        ("listing", "mine", "other"),
        ("listing", "mine", "--players", "9"),
        ("listing", "--usage", "--players", "4"),
        ("listing", "--usage", "--set", "a=1"),
        ("rulesets", "mine"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(run, library, arguments):
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ")
    assert result.err.count("\n") == 1
    command = " ".join(["unoflex", *arguments[: arguments[0] in COMMANDS]])
    assert result.err.endswith(f" (see `{command} --help`)\n")


@pytest.mark.parametrize("command", ["validate", "simulate", "listing"])
def test_an_unknown_ruleset_is_wrong_usage_with_a_suggestion(run, library, command):
    result = run(command, "nime")
    assert result.code == 2
    assert "`nime` is neither a file nor a shipped ruleset; did you mean `mine`?" in result.err


@pytest.mark.parametrize("command", ["simulate", "listing"])
def test_a_missing_file_is_an_unreadable_ruleset(run, library, command):
    result = run(command, "gone.yaml")
    assert result == (1, "", "error[E001]: there is no file `gone.yaml`\n")


def test_a_ruleset_without_similar_names_refers_to_the_list(run, library):
    assert "`xyz` is neither a file nor a shipped ruleset; `unoflex rulesets` lists" in run("listing", "xyz").err


@pytest.mark.parametrize("command", ["simulate", "listing"])
def test_the_problems_of_a_ruleset_are_framed_on_standard_error(run, library, command):
    where = ur.Span("bad.yaml", 1, 10, 1, 13)
    library.failure = ur.RulesetError([ur.Problem.plain("E103", "not a number", where, suggestion="two")])
    result = run(command, "bad.yaml")
    assert (result.code, result.out) == (1, "")
    assert result.err == (
        "error[E103]: not a number\n  ┌─ bad.yaml:1:10\n  │\n 1│ players: tow\n  │          ^^^ did you mean `two`?\n"
    )


def test_an_internal_error_is_one_line_that_asks_for_a_report(run, library):
    library.failure = RuntimeError("the deck\nis haunted")
    result = run("simulate", "mine")
    assert (result.code, result.out) == (3, "")
    assert result.err == (
        "error: internal error, please report it: RuntimeError: the deck is haunted (--debug says where)\n"
    )


@pytest.mark.parametrize("arguments", [("--debug", "simulate", "mine"), ("simulate", "mine", "--debug")])
def test_debug_shows_the_traceback(run, library, arguments):
    library.failure = RuntimeError("haunted")
    result = run(*arguments)
    assert (result.code, result.out) == (3, "")
    assert "Traceback" in result.err
    assert "conftest.py" in result.err


def test_a_file_with_a_system_error_is_named_without_a_traceback(run, library):
    library.failure = PermissionError(13, "Permission denied", "secret.yaml")
    result = run("listing", "mine")
    assert (result.code, result.out) == (1, "")
    assert result.err == "error: Permission denied: secret.yaml\n"


@pytest.mark.parametrize(
    "failure, code, kind",
    [
        (ur.BadDestination("`games.txt` ends in neither .csv nor .parquet"), 2, "usage"),
        (ur.MissingExtra("Parquet files need the extra `data`"), 1, "run"),
    ],
)
def test_an_unwritable_file_is_reported_in_one_line(run, library, failure, code, kind):
    library.trouble = failure
    result = run("simulate", "mine", "--seed", "1", "--json")
    assert (result.code, result.err) == (code, f"error: {failure}\n")
    assert result.document["error"]["kind"] == kind


def test_ctrl_c_is_one_line_and_130(run, library):
    library.trouble = KeyboardInterrupt()
    result = run("simulate", "mine", "--seed", "1")
    assert result == (130, "", "error: interrupted\n")


def test_no_message_can_control_the_terminal(run):
    assert "\x1b" not in run("vali\x1b[2Jdate").err


@pytest.mark.parametrize(
    "variables, arguments, colored",
    [
        ({}, (), False),  # no terminal
        ({"FORCE_COLOR": "1"}, (), True),
        ({"FORCE_COLOR": "0"}, (), False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, (), False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, (), True),
        ({"FORCE_COLOR": "1"}, ("--no-color",), False),
    ],
)
def test_colour_depends_on_flag_variable_and_terminal(run, library, monkeypatch, variables, arguments, colored):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    library.problems["bad.yaml"] = [ur.Problem.plain("E103", "not a number", None)]
    assert ("\x1b[" in run("validate", "bad.yaml", *arguments).out) is colored
    assert ("\x1b[" in run("validate", "nime", *arguments).err) is colored
    assert "\x1b" not in run("--help", *arguments).out


def piped(arguments, pipe, **how):
    """Return the exit code and standard error of a real process whose output goes into `pipe`."""
    program = "import sys; from unoflex_cli.main import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, *arguments]
    process = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, timeout=60, check=False, **how)
    return process.returncode, process.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [["--help"], ["validate", "--help"], ["simulat", "--json"]])
def test_a_closed_pipe_is_not_an_error(child_environment, arguments, unbuffered):
    read, write = os.pipe()
    os.close(read)
    try:
        code, err = piped(arguments, write, env=child_environment | {"PYTHONUNBUFFERED": unbuffered})
    finally:
        os.close(write)
    assert code == 141
    assert "Traceback" not in err
    assert "BrokenPipe" not in err


def test_an_output_without_box_drawing_gets_ascii(child_environment):
    code, err = piped(["vali…"], subprocess.DEVNULL, env=child_environment | {"PYTHONIOENCODING": "ascii"})
    assert code == 2
    assert "`vali<U+2026>`" in err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/dev/full is a device of Linux")
def test_a_full_disk_is_reported_without_a_traceback(child_environment):
    with open("/dev/full", "w") as full:
        code, err = piped(["--help"], full, env=child_environment)
    assert (code, err) == (1, "error: No space left on device\n")


def test_a_closed_standard_error_does_not_write_to_standard_output(child_environment):
    program = "import sys; sys.stderr = None; from unoflex_cli.main import main; sys.exit(main(['simulat']))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=child_environment, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_help_imports_no_slow_part_of_the_library(child_environment):
    program = (
        "import sys; from unoflex_cli.main import main; main(['--help']);"
        "heavy = {'numba', 'numpy', 'pydantic', 'yaml', 'jsonschema', 'unoflex_rules.language'};"
        "sys.exit(bool(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=child_environment, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_exit_code_of_the_function_is_that_of_the_process(child_environment):
    assert piped(["simulat"], subprocess.DEVNULL, env=child_environment)[0] == main(["simulat"]) == 2


def test_help_is_also_a_command(run):
    assert run("help") == run("--help")
    assert run("help", "trace") == run("trace", "--help")
