"""Every example in docs/scenarios.md passes. Not here: the language of scenarios (tests/scenario)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unoflex_rules.scenario.scenario_runner import run_scenarios

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.M | re.S)
RULESETS = [block for block in BLOCKS if block.startswith("format: 1")]
SHEETS = [block for block in BLOCKS if block.startswith("ruleset:")]


def test_every_example_is_a_sheet_or_a_piece():
    assert len(SHEETS) >= 4
    assert len(BLOCKS) == len(RULESETS) + len(SHEETS)


@pytest.mark.parametrize("text", SHEETS, ids=lambda text: re.findall(r"name: (.*)", text)[0])
def test_an_example_passes(text, tmp_path):
    for ruleset in RULESETS:
        name = re.findall(r"^id: (.*)", ruleset, re.M)[0]
        (tmp_path / f"{name}.yaml").write_text(ruleset, encoding="utf-8")
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text(text, encoding="utf-8")
    result = run_scenarios(sheet)
    assert [str(problem) for problem in result.problems] == []
    assert [str(failure) for each in result.results for failure in each.failures] == []
    assert {each.status for each in result.results} == {"passed"}
