"""`usage`: which rulesets use each opcode and each effect of the library."""

import re

import pytest

import unoflex_rules as ur
from unoflex_rules.program.opcodes import OPCODES

HEAD = "format: 1\ntitle: Mine\nextends: classic\nplayers: {min: 2, max: 2}\n"


@pytest.fixture
def mine(tmp_path):
    """Write a variant of classic and return its path."""

    def mine(more="", name="mine"):
        path = tmp_path / f"{name}.yaml"
        path.write_text(f"id: {name}\n{HEAD}{more}", encoding="utf-8")
        return path

    return mine


def users(text, name):
    [line] = [line for line in text.split("\n") if re.match(rf"  [01 ]  {name}\b", line)]
    return line[:3].strip(), line.split()[-1] if line[2] == " " else line.split()[2]


def test_all_opcodes_and_all_library_effects_are_listed():
    text = ur.usage(["classic"])
    assert set(OPCODES) <= set(text.split())
    library = [*ur.load("std/shedding").model.effects, *ur.load("std/uno").model.effects]
    assert set(library) <= set(text.split())


def test_all_shipped_rulesets_are_supported():
    text = ur.usage(ur.list_rulesets())
    assert re.match(r"\d+ games?: classic, ", text)
    assert "bases, not counted: " in text
    assert users(text, "BEGIN_TURN") == ("", "all")


def test_items_used_by_one_game_are_marked(mine):
    text = ur.usage(["classic", mine("round: {deal+: [random: {as: n, below: 6}]}")])
    assert users(text, "RANDOM") == ("1", "mine")


def test_unused_items_are_marked(mine):
    assert users(ur.usage(["classic", mine()]), "LEAVE") == ("0", "none")


def test_an_effect_counts_wherever_it_is_called(mine):
    text = ur.usage(["classic", mine("effects: {twice: {help: Two., do: [again, again]}}\nturn: {end+: [twice]}")])
    assert users(text, "again") == ("1", "mine")


def test_an_effect_of_the_ruleset_is_not_listed(mine):
    assert "twice" not in ur.usage([mine("effects: {twice: {help: Two., do: [again]}}\nturn: {end+: [twice]}")])


def test_opcodes_for_many_players_count_too(mine):
    path = mine("round: {deal+: [{if: player_count == 3, then: [random: {as: n, below: 6}]}]}")
    assert users(ur.usage([path]), "RANDOM") == ("0", "none")
    path.write_text(path.read_text(encoding="utf-8").replace("max: 2", "max: 3"), encoding="utf-8")
    assert users(ur.usage([path]), "RANDOM") == ("1", "mine")


def test_two_files_with_one_id_are_listed_separately(mine, tmp_path):
    first = mine()
    second = tmp_path / "other.yaml"
    second.write_text(first.read_text(encoding="utf-8"), encoding="utf-8")
    assert ur.usage([first, second]).split("\n")[0] == f"2 games: mine, {second}"


def test_a_broken_ruleset_is_a_problem(mine):
    with pytest.raises(ur.RulesetError, match="unknown key `plaiers`"):
        ur.usage(["classic", mine("plaiers: 3")])


def test_an_empty_list_of_rulesets_uses_nothing():
    text = ur.usage([])
    assert text.startswith("0 games: none\n")
    assert users(text, "ASK") == ("0", "none")
