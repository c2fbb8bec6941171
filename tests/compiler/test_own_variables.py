"""Variables of effects: they start anew at each call, are separate, and cost nothing in games without the effect."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import unoflex_rules as ur
from unoflex_rules import resources
from unoflex_rules.compiler import compile_ruleset

UNUSED = """
  idle:
    help: Nobody calls this.
    params: {player: player, most: {type: count, default: 3}}
    variables: {seen: {type: int, start: most}, held: card, done: bool}
    do:
      - set: {held: discard.top, done: seen > 2}
      - if: done
        then: [leave: player]
"""
COUNTED = """format: 1
id: mine
title: Mine
extends: classic
variables: {total: 0..999}
effects:
  count_up:
    help: Count to a number, ask in between, and count once more.
    params: {most: count, between: {type: steps, default: []}}
    variables:
      counted: {type: 0..50, start: most - most}
    do:
      - repeat: {times: most, do: [set: {counted: counted + 1}]}
      - between
      - set: {total: total + counted}
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a copy of the shipped rulesets."""
    copy = tmp_path / "rulesets"
    shutil.copytree(resources.rulesets_dir(), copy)
    for module in ("unoflex_rules.resources", "unoflex_rules.language.ruleset"):
        monkeypatch.setattr(f"{module}.rulesets_dir", lambda: copy)
    return copy


def vectors() -> dict[str, list[int]]:
    """Return the vectors of all shipped games for the smallest number of players."""
    rulesets = [ur.load(name) for name in ur.list_rulesets()]
    return {each.id: compile_ruleset(each, each.players_min).vector for each in rulesets if not each.is_base}


def test_an_unused_effect_of_the_library_changes_no_program(library: Path) -> None:
    before = vectors()
    base = library / "std" / "shedding.yaml"
    text = base.read_text(encoding="utf-8")
    base.write_text(text.replace("\neffects:\n", f"\neffects:{UNUSED}"), encoding="utf-8")
    assert "idle" in ur.load("classic").model.effects
    assert vectors() == before


def total(tmp_path: Path, calls: str) -> object:
    """Return the variable `total` after a deal that runs some steps."""
    path = tmp_path / "mine.yaml"
    path.write_text(COUNTED + f"round:\n  start+: [{calls}]\n", encoding="utf-8")
    return ur.Game(ur.load(path), 2, seed=1).variable("total")


def test_a_variable_starts_anew_at_each_call(tmp_path: Path) -> None:
    assert total(tmp_path, "count_up: 3, count_up: 4") == 7


def test_a_nested_call_has_a_separate_variable(tmp_path: Path) -> None:
    assert total(tmp_path, "count_up: {most: 3, between: [count_up: 10]}") == 13


def test_a_variable_is_known_only_in_its_effect(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(COUNTED + "round:\n  start+: [count_up: 2, set: {total: counted}]\n", encoding="utf-8")
    [problem] = ur.validate(path)
    assert (problem.code, problem.span and problem.span.line) == ("E201", 17)


def test_a_variable_cannot_have_the_name_of_a_parameter(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(COUNTED.replace("      counted:", "      most:").replace("counted", "most"), encoding="utf-8")
    assert "E211" in [problem.code for problem in ur.validate(path)]
