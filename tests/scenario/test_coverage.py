"""The clauses of a catalogue that have a scenario."""

import pytest

from tests.scenario.sheets import run
from unoflex_rules import coverage
from unoflex_rules.scenario.coverage import read_clauses

CATALOGUE = """# A catalogue
CL-9 is no row.

| id | what holds | options |
| --- | --- | --- |
| CL-1 | One. | `a` |
|CL-2|Two.|
| CL-3b | Three \u2013 b. | |
| cl-4 | no id | |
| CL-5 and CL-6 | no id | |
| text | CL-7 | |
"""


@pytest.fixture
def catalogue(tmp_path):
    file = tmp_path / "catalogue.md"
    file.write_text(CATALOGUE, encoding="utf-8")
    return file


def test_clauses_are_the_ids_in_the_first_cells_of_rows(catalogue):
    assert read_clauses(catalogue) == {"CL-1": "One.", "CL-2": "Two.", "CL-3b": "Three \u2013 b."}


def test_clauses_without_a_scenario(catalogue, tmp_path):
    found, problems = coverage(catalogue, [run(tmp_path, "rule: [CL-1, A07, XY-3]\nexpect: {turn: P0}")])
    assert problems == []
    assert found.missing == ["CL-2", "CL-3b"]
    assert found.as_json()["covered"] == 1


def test_a_failing_scenario_counts(catalogue, tmp_path):
    found, _ = coverage(catalogue, [run(tmp_path, "rule: CL-1\nexpect: {turn: P1}")])
    assert found.scenarios["CL-1"] == 1


@pytest.mark.parametrize("body", ["rule: CL-1\nskip: later\nexpect: {turn: P0}", "rule: CL-1\nexpect: {turn: P9}"])
def test_a_skipped_scenario_does_not_count(catalogue, tmp_path, body):
    found, _ = coverage(catalogue, [run(tmp_path, body)])
    assert found.missing == ["CL-1", "CL-2", "CL-3b"]


@pytest.mark.parametrize("rule, column", [("[CL-1, CL-8]", 18), ("CL-1, CL-8", 17)])
def test_a_clause_that_the_catalogue_lacks(catalogue, tmp_path, rule, column):
    _, [problem] = coverage(catalogue, [run(tmp_path, f"rule: {rule}\nexpect: {{turn: P0}}")])
    assert (problem.code, problem.span.line, problem.span.column) == ("E604", 5, column)


def test_a_missing_catalogue(tmp_path):
    with pytest.raises(FileNotFoundError):
        coverage(tmp_path / "nothing.md", [])
