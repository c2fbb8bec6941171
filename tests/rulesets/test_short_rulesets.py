"""Shipped games are short, and the lines of shipped rulesets are at most 110 columns wide."""

import pytest

import unoflex_rules as ur
from unoflex_rules import resources

MOST_LINES = {"classic": 160, "flex": 160, "remix": 222}
WIDEST = 110


def lines_of(name):
    return (resources.rulesets_dir() / f"{name}.yaml").read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("name", [name for name in ur.list_rulesets() if "/" not in name])
def test_a_game_is_short(name):
    lines = [line for line in lines_of(name) if line.strip() and not line.strip().startswith("#")]
    assert len(lines) <= MOST_LINES.get(name, 200)


@pytest.mark.parametrize("name", ur.list_rulesets())
def test_lines_have_at_most_110_columns(name):
    assert [line for line in lines_of(name) if len(line) > WIDEST] == []
