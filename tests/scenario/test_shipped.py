"""All scenarios pass: the shipped ones and those of the tests' rulesets, one test per file.

The files are found by listing. Not here: the language of scenarios (other files of this folder).
"""

from pathlib import Path

import pytest

import unoflex_rules as ur
from unoflex_rules.scenario.reading.sheet_reader import forget

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "rulesets" / "scenarios").rglob("*.yaml"))
OWN = sorted((ROOT / "tests" / "rulesets" / "scenarios").rglob("*.yaml"))


def described(result):
    """Describe a scenario that did not pass: its name, its trace, and its failures."""
    trace = [f"{text}  {source}" for text, source in result.trace]
    return "\n".join([f"{result.name} ({result.status})", *trace, *map(str, result.failures)])


def test_there_are_scenarios():
    assert [path.resolve() for path in ur.list_scenarios()] == SHIPPED
    assert SHIPPED
    assert OWN


@pytest.mark.parametrize("file", [*SHIPPED, *OWN], ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_scenario_passes(file):
    sheet = ur.run_scenarios(file)
    forget()  # no other file needs its many programs
    assert sheet.problems == []
    assert sheet.results
    failed = [described(each) for each in sheet.results if each.status not in ("passed", "skipped")]
    assert failed == [], "\n\n".join(failed)
