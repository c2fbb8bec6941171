"""An unused effect of the library does not change any game: neither its program nor its vector.

Not here: goldens, which omit digests and lines (tests/goldens.py).
"""

import shutil
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.promises import shipped_games
from unoflex_rules import resources

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ("std/shedding.yaml", "std/matching.yaml")
PLAIN = """
  made_up:
    help: Every other player draws a card, and the direction of play changes.
    params: {how_many: {type: count, default: 2}}
    do:
      - draw: {player: others, count: how_many}
      - reverse
"""
REMEMBERING = """
  made_up_too:
    help: The next player draws as many cards as the player in turn has drawn since this effect was last carried out.
    do:
      - draw: {player: next, count: made_up_count}
      - set: {made_up_count: 0}
"""


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Use a copy of the shipped rulesets that a test may change."""
    shutil.copytree(ROOT / "rulesets", tmp_path / "rulesets")
    shipped = resources._shipped
    monkeypatch.setattr(resources, "_shipped", lambda name: tmp_path / name if name == "rulesets" else shipped(name))
    return tmp_path / "rulesets"


def with_effect(library, file, effect, variables=""):
    """Add an effect and its variables to a file of the library."""
    path = library / file
    text = path.read_text(encoding="utf-8")
    text = text.replace("\neffects:\n", f"\neffects:{effect}", 1)
    path.write_text(text.replace("\nvariables:\n", f"\nvariables:\n{variables}", 1), encoding="utf-8")


def vectors():
    """Return the vector of each shipped game for the smallest number of players."""
    found = {}
    for name in shipped_games():
        ruleset = ur.load(name)
        found[name] = ur.compile_ruleset(ruleset, ruleset.players_min).vector
    return found


@pytest.mark.parametrize("file", LIBRARY)
def test_an_unused_effect_changes_no_program(library, file):
    before = vectors()
    with_effect(library, file, PLAIN)
    assert "made_up" in ur.load("classic").model.effects
    assert vectors() == before


@pytest.mark.xfail(reason="a variable that only an unused effect reads still takes a place in the state")
def test_an_unused_effect_with_variables_changes_no_program(library):
    before = vectors()
    with_effect(library, "std/shedding.yaml", REMEMBERING, "  made_up_count: {type: 0..2000}\n")
    assert "made_up_too" in ur.load("classic").model.effects
    assert vectors() == before
