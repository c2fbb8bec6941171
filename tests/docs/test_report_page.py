"""docs/report.md lists every key of a simulation's document exactly once, and no other."""

import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

import unoflex_rules as ur
from unoflex_rules.simulation.figures import REPORT_FORMAT
from unoflex_rules.simulation.report import Stopped

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "report.md").read_text(encoding="utf-8")
NAMED = {
    "options", "chosen", "cards", "counts", "reasons", "calls.verbs", "by_round[].counts", "by_round[].deck",
}  # their keys are names from the ruleset


def documented():
    """Return the keys in the tables; `.rate` after another key replaces the last part of that key."""
    for cell, unit, meaning in re.findall(r"^\| (`[^|]*`) \| ([^|]+) \| ([^|]*)\|$", PAGE, re.M):
        before = ""
        for name in re.findall(r"`([^`]+)`", cell):
            key = before.rpartition(".")[0] + name if name.startswith(".") else name
            before = key
            yield key, unit, meaning


def keys(node, where=""):
    """Return the keys of a document from the outside in; names from the ruleset become <name>."""
    if isinstance(node, dict):
        for key, value in node.items():
            name = "<name>" if where in NAMED else key
            yield from keys(value, f"{where}.{name}" if where else name)
    elif isinstance(node, list):
        for value in node:
            yield from keys(value, f"{where}[]")
    else:
        yield where


def document(name, games=40, **how):
    ruleset = ur.load(name)
    program = ur.compile_ruleset(ruleset, 3)
    agents = ("greedy", "random", "greedy")
    tally = ur.simulate(ruleset, players=3, games=games, seed=7, agents=agents, engine="plain", **how)
    settings = replace(ur.Settings.of(program, 7, agents=agents, **how), overlays=("house/stacking",))
    return ur.report(tally, settings).to_json()


def test_every_key_is_documented_once():
    names = [key for key, _, _ in documented()]
    assert len(names) == len(set(names))
    whole_games = keys(document("remix", games=2, rounds="game"))  # a deck that grows from round to round
    ranked = keys(document("tests/rulesets/placed.yaml"))  # a ruleset with places
    assert set(names) == {*keys(document("flex")), *whole_games, *ranked}


def test_a_ruleset_without_counters_has_the_same_keys():
    without = {key for key, _, _ in documented() if not key.startswith(("counts.", "by_round[", "places["))}
    assert set(keys(document("classic"))) == without


def test_every_key_has_a_unit_and_a_meaning():
    assert all(unit.strip() and meaning.strip() for _, unit, meaning in documented())


def test_the_version_matches_the_code():
    assert f"| `format` | number | the version of these tables: {REPORT_FORMAT} |" in PAGE


@pytest.mark.parametrize("key", ["stopped", "rounds_played", "per"])
def test_the_values_of_a_choice_are_listed(key):
    values = {"stopped": get_args(Stopped), "rounds_played": ("one", "game")}
    row = next(meaning for name, _, meaning in documented() if name.endswith(key))
    assert all(f"`{value}`" in row for value in values.get(key, ("game", "round", "turn")))
