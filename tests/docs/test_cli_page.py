"""The numbers and names in docs/cli.md match the code."""

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.goldens import steady
from unoflex_cli import failures, progress
from unoflex_cli.arguments import MAX_SEED
from unoflex_cli.main import COMMANDS
from unoflex_cli.main import main as unoflex
from unoflex_cli.simulate import USUAL_GAMES
from unoflex_rules.limits import DEFAULT_LIMIT
from unoflex_rules.simulation import export, stopping

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
PAGE = " ".join(WRITTEN.split())


def test_the_numbers_match_the_code():
    for text in (
        f"a whole number from 0 to {MAX_SEED} (2⁵³)",
        f"after {stopping.FIRST_LOOK:,} games",
        f"at multiples of {stopping.STEP} games",
        f"The smallest allowed width is {100 * stopping.NARROWEST:g} %",
        f"in groups of {export.ROW_GROUP:,} rows",
        export.INSTALL,
        f"the exit code is {failures.PIPE_CLOSED}",
        f"exit code {failures.INTERRUPTED}",
        f"in a round (default {DEFAULT_LIMIT:,})",
        f"number of games (default {USUAL_GAMES})",
    ):
        assert text in PAGE
    assert progress.BETWEEN == 0.1
    assert "at most ten times a second" in PAGE


def test_the_kinds_of_failure_match_the_code():
    source = Path(failures.__file__).read_text(encoding="utf-8")
    told = set(re.findall(r'_(?:told|document)\(console, (?:[A-Z]+, )?"(\w+)"', source))
    named = re.search(r"its kind is ((?:`\w+`(?:, | or )?)+)", PAGE)
    assert named is not None
    assert set(re.findall(r"`(\w+)`", named[1])) == told


def test_the_table_names_every_command():
    for name in COMMANDS:
        assert f"| `unoflex {name}" in WRITTEN


@pytest.mark.parametrize("line", re.findall(r"^\| (`unoflex .*)", WRITTEN, re.M))
def test_the_table_names_only_options_of_the_command(line, capsys):
    command = re.match(r"`unoflex (\w+)", line)[1]
    assert set(re.findall(r"--[a-z]+(?:-[a-z]+)*", line)) <= offered(command, capsys)


def test_the_readme_links_here():
    assert "(docs/cli.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


def offered(command, capsys):
    """Return the long flags in the help of a command and its subcommands."""
    unoflex([*command.split(), "--help"])
    text = capsys.readouterr().out
    found = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text[text.index("Options:") :]))
    parts = re.findall(r"^  (\w+) ", text.partition("\nCommands:\n")[2], re.M)
    return found.union(*(offered(f"{command} {part}", capsys) for part in parts))


def test_every_flag_of_the_page_exists(capsys):
    known = {flag for command in COMMANDS for flag in offered(command, capsys)}
    assert {flag for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]*", PAGE) if flag not in known} == set()


def test_every_flag_of_simulate_is_on_the_page(capsys):
    flags = offered("simulate", capsys)
    missing = {flag for flag in flags if not re.search(rf"(?<![\w-]){flag}(?![\w-])", PAGE)}
    assert missing == set()


def test_every_flag_of_campaign_is_on_the_page(capsys):
    missing = {flag for flag in offered("campaign", capsys) if not re.search(rf"(?<![\w-]){flag}(?![\w-])", PAGE)}
    assert missing == set()


@pytest.mark.parametrize("flag", ["agents", "rotate", "limit", "rounds", "set", "players", "seed", "lang"])
def test_trace_accepts_the_flags_that_select_a_game(flag, capsys):
    assert f"--{flag}" in offered("trace", capsys)


def test_the_columns_of_a_row_are_listed():
    for column in ur.columns(ur.compile_ruleset(ur.load("flex"), 2)):
        name = re.sub(r"^P\d", "P0", column.name)
        name = "count.NAME" if name.startswith("count.") else name
        if name not in ("game", "seed"):  # "the index and the seed of the game"
            assert f"`{name}`" in PAGE or f"`{name} ...`" in PAGE or f"`{name}` ..." in PAGE, name


@pytest.mark.parametrize("command, shown", re.findall(r"^\$ unoflex (show|diff)(.*?)\n```$", WRITTEN, re.M | re.S))
def test_the_examples_of_composition_match_the_output(command, shown, capsys):
    arguments, _, told = shown.partition("\n")
    assert unoflex([command, *arguments.split()]) == 0
    assert steady(capsys.readouterr().out) == steady(f"{told}\n")
