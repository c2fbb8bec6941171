"""What the README shows is what happens: its ruleset is in order, and its mistake is told as it stands there."""

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.goldens import readme, steady
from unoflex_cli.main import COMMANDS
from unoflex_cli.main import main as unoflex

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(start):
    """The first fenced block that begins with `start`."""
    found = re.search(rf"^```\w*\n({re.escape(start)}.*?)^```$", README, re.M | re.S)
    assert found is not None
    return found[1]


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.yaml"
    path.write_text(block("format: 1\n"), encoding="utf-8")
    return path


def test_the_ruleset_of_the_readme_is_in_order_and_can_be_played(mine):
    assert ur.validate(mine) == []
    tally = ur.simulate(ur.load(mine), players=4, games=20, seed=7, engine="plain")
    assert tally.games == 20
    assert tally.chosen["play draw_three"] > 0


def test_the_mistake_of_the_readme_is_told_as_it_stands_there(mine, capsys):
    mine.write_text(mine.read_text(encoding="utf-8").replace("next", "nxet"), encoding="utf-8")
    command, shown = block("$ unoflex validate").split("\n", 1)
    assert unoflex(command.split()[2:]) == 1
    assert re.sub(r"\d\.\d s", "0.2 s", capsys.readouterr().out) == shown


@pytest.mark.skipif(not ur.fast_is_available(), reason="so many games are too many for the plain engine")
def test_the_report_of_the_readme_is_the_one_that_its_command_gives():
    assert steady(readme()) == steady(README), "the report is another one now; `make goldens` writes it anew"


def test_the_demo_is_the_simulation_that_is_shown():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    [command] = re.findall(r"^\$ (unoflex simulate .*)$", README, re.M)
    assert f"$(BIN)/{command}\n" in makefile


def test_the_first_commands_are_those_that_there_were():
    assert re.findall(r"^    (make \w+) ", README, re.M) == ["make demo", "make test"]


def test_the_readme_names_every_command():
    for name in COMMANDS:
        assert f"`unoflex {name}" in README


def test_the_readme_names_only_options_that_there_are(capsys):
    table = README[README.index("| command |") : README.index("A RULESET or FILE")]
    for line in table.split("\n")[2:]:
        found = re.match(r"\| `unoflex (\w+)", line)
        if found is not None:
            unoflex([found[1], "--help"])
            offered = capsys.readouterr().out
            assert [flag for flag in re.findall(r"--[a-z]+", line) if flag not in offered] == []


@pytest.mark.parametrize("folder", re.findall(r"^\| `([\w/]+/)`", README, re.M))
def test_the_folders_of_the_readme_are_there(folder):
    assert (ROOT / folder).is_dir()


def test_the_targets_of_the_readme_are_in_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`?make (\w+)", README)):
        assert re.search(rf"^{target}:", makefile, re.M)
