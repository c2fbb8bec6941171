"""A shipped game is short enough to be read at one go."""

import pytest

import unoflex_rules as ur
from unoflex_rules import resources

MOST = {"classic": 160, "flex": 160, "remix": 220}
WIDE = {"classic": 124}  # characters; 110 elsewhere


@pytest.mark.parametrize("name", [name for name in ur.list_rulesets() if "/" not in name])
def test_a_game_is_short_and_its_lines_are(name):
    text = (resources.rulesets_dir() / f"{name}.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line.strip() and not line.strip().startswith("#")]
    assert len(lines) <= MOST.get(name, 200)
    assert [line for line in lines if len(line) > WIDE.get(name, 110)] == []
