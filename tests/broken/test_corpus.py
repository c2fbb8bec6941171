"""Each faulty file yields exactly the problems that it expects, at their places. Not here: the files.

corpus.py describes the expectations in a file; tests/render tests how problems are printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.broken.corpus import EXPECTED, Case, cases, messages
from tests.broken.places import places, watched
from tests.goldens import golden
from unoflex_rules.language.diagnostics.codes import CODES

ALL = cases()
#: Problems that no file of the corpus can have (of other commands, or of unreadable files), and their tests.
ELSEWHERE = {
    "language/yaml/source.py read_source E001": "language/test_source.py",
    "language/yaml/source.py _read_bytes E001": "language/test_source.py",
    "language/yaml/source.py _read_bytes E008": "language/test_source.py",
    "language/yaml/source.py tidy E008": "language/test_source.py",
    "language/yaml/source.py tidy E018": "language/test_source.py",
    "language/compose/merge.py read_next E406": "language/test_merge.py",
    "language/ruleset.py game E312": "cli/test_mistakes.py",
    "language/ruleset.py game E313": "cli/test_mistakes.py",
    "scenario/coverage.py coverage E604": "scenario/test_coverage.py",
    "playtest/findings.py broken E701": "cli/test_deep.py",
    "scenario/chance.py check_outcome E607": "scenario/test_chance.py",
    "scenario/scenario_runner.py impossible_outcome E607": "scenario/test_chance.py",
    "campaign/campaign_binding.py check_rounds E803": "campaign/test_rounds_left.py",
    "scenario/reading/table_binding.py place_top E605": "scenario/test_table.py",
    "scenario/reading/table_binding.py fill_zone E605": "scenario/test_start.py",
    "scenario/reading/table_binding.py fill_with E605": "scenario/test_start.py",
    "naming/program_names.py hand E206": "scenario/test_table.py",
    "naming/program_names.py discard E206": "scenario/test_table.py",
    "naming/program_names.py no_card E208": "broken/sheets/cards-misspelt.yaml",  # raised by the caller
    "language/elaborate/declarations.py attribute E104": "language/test_declare.py",
    "language/expressions/parsing.py syntax_tree E301": "language/test_expressions.py",
    "language/yaml/document.py _only_property E014": "language/test_syntax.py",
    # rejected by shape_check.py before
    "language/elaborate/type_reader.py named_range E103": "language/test_shape.py",
    "language/expressions/conversions.py read_any E103": "language/test_shape.py",
}


@pytest.fixture(scope="module")
def watch() -> Iterator[set[tuple[str, str, int]]]:
    """The code that has reported a problem since the first faulty file of this module was checked."""
    with watched() as found:
        yield found


def test_there_are_faulty_files() -> None:
    assert len(ALL) >= 200


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_faulty_file_yields_the_expected_problems(case: Case, watch: object) -> None:
    first, *_ = case.text.split("\n")
    assert re.fullmatch(r"# [A-Z].+\.", first), "the first line describes the fault"
    assert list(case.reported()) == case.expected


def test_every_code_has_a_faulty_file() -> None:
    found = {
        code for case in ALL for line in EXPECTED.findall(case.text) for code in re.findall(r"\b[EW]\d{3}\b", line)
    }
    errors = {code for code in CODES if code[0] == "E"} | {"W501"}  # other warnings: test_twins.py
    assert errors - found == {name.split()[-1] for name in ELSEWHERE} - found


def test_every_place_that_reports_a_problem_is_covered(watch: set[tuple[str, str, int]]) -> None:
    for case in ALL:
        case.problems()
    silent = [
        place.name
        for place in places()
        if not any((place.module, place.code, line) in watch for line in range(place.first, place.last + 1))
    ]
    assert sorted(set(silent) - set(ELSEWHERE)) == []


def test_the_sentences_are_the_golden_ones() -> None:
    assert messages() == golden("broken/messages.txt"), "run `make goldens` and read the difference"
