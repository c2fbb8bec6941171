"""The ruleset of the README is valid, and its commands print what it shows."""

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.goldens import readme, steady
from unoflex_cli.main import main as unoflex

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(start):
    """Return the first fenced block that begins with `start`."""
    found = re.search(rf"^```\w*\n({re.escape(start)}.*?)^```$", README, re.M | re.S)
    assert found is not None
    return found[1]


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.yaml"
    path.write_text(block("format: 1\n"), encoding="utf-8")
    return path


def test_the_ruleset_is_valid_and_can_be_played(mine):
    assert ur.validate(mine) == []
    tally = ur.simulate(ur.load(mine), players=4, games=20, seed=7, engine="plain")
    assert tally.games == 20
    assert tally.chosen["play draw_three"] > 0


def test_the_mistake_is_reported_as_shown(mine, capsys):
    mine.write_text(mine.read_text(encoding="utf-8").replace("next", "nxet"), encoding="utf-8")
    command, shown = block("$ unoflex validate").split("\n", 1)
    assert unoflex(command.split()[2:]) == 1
    assert re.sub(r"\d\.\d s", "0.2 s", capsys.readouterr().out) == shown


@pytest.mark.skipif(not ur.fast_is_available(), reason="100,000 games take too long on the plain engine")
def test_the_report_is_the_output_of_its_command():
    assert steady(readme()) == steady(README), "the report has changed; run `make goldens`"


def test_the_demo_runs_the_simulation_shown():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    [command] = re.findall(r"^\$ (unoflex simulate .*)$", README, re.M)
    assert f"$(BIN)/{command}\n" in makefile


def test_the_first_commands_are_demo_and_test():
    assert re.findall(r"^    (make \w+) ", README, re.M) == ["make demo", "make test"]


def test_the_readme_fits_two_screens():
    assert README.count("\n") <= 100


def test_the_targets_are_in_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`?make (\w+)", README)):
        assert re.search(rf"^{target}:", makefile, re.M)
