"""Every scenario that is there, shipped or of the tests' own rulesets, is a test of its own.

They are found by listing; what a scenario may say is tested in the other files of this folder.
"""

from pathlib import Path

import pytest

import unoflex_rules as ur
from unoflex_rules.scenario.reading.sheet_reader import read_scenarios
from unoflex_rules.scenario.scenario_runner import run_example

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "rulesets" / "scenarios").rglob("*.yaml"))
OWN = sorted((ROOT / "tests" / "rulesets" / "scenarios").rglob("*.yaml"))
SHEETS = {path.relative_to(ROOT).as_posix(): read_scenarios(path) for path in [*SHIPPED, *OWN]}
EXAMPLES = [
    pytest.param(example, id=f"{Path(file).stem}: {example.name}")
    for file, (examples, _) in SHEETS.items()
    for example in examples
]


def test_there_are_scenarios():
    assert [path.resolve() for path in ur.list_scenarios()] == SHIPPED
    assert SHIPPED
    assert OWN


@pytest.mark.parametrize("file", SHEETS)
def test_a_file_has_scenarios_and_no_problems(file):
    examples, problems = SHEETS[file]
    assert problems == []
    assert examples


@pytest.mark.parametrize("example", EXAMPLES)
def test_scenario(example):
    result = run_example(example)
    if result.status == "skipped":
        pytest.skip(result.why)
    told = [f"{text}  {source}" for text, source in result.trace] + [str(failure) for failure in result.failures]
    assert result.status == "passed", "\n".join(told)
