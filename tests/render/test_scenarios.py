"""Results of scenarios as text and as a JUnit document."""

import xml.etree.ElementTree as ElementTree

import pytest

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.render.scenario_text import coverage_text, junit, sheet_text, summary
from unoflex_rules.render.terminal import Style
from unoflex_rules.scenario.coverage import Coverage
from unoflex_rules.scenario.scenario_results import Failure, ScenarioResult, SheetResult

WHERE = Span("s.yaml", 7, 9, 7, 11)
PASSED = ScenarioResult("A good one", "s.yaml", 3, ("CL-1",), "classic", "passed", seconds=0.25)
SKIPPED = ScenarioResult("A late one", "s.yaml", 9, (), "classic", "skipped", "not yet")
FAULTY = ScenarioResult("A wrong one", "s.yaml", 12, (), "classic", "faulty", "it has a problem")
FAILED = ScenarioResult(
    "A bad <one>",
    "s.yaml",
    5,
    ("CL-1", "CL-2"),
    "classic",
    "failed",
    failures=(Failure("turn", "P1", "P2", WHERE),),
    trace=(("turn 1: P0", ""), ("P0: play red 7", "uno.yaml:18"), ("a \x1b[31m& b", "uno.yaml:20")),
)
PROBLEM = Problem.plain("E208", "there is no card `Q`", WHERE)


def sheet(*results, problems=()):
    return SheetResult("s.yaml", list(problems), list(results))


def test_one_line_per_scenario():
    assert sheet_text(sheet(PASSED, SKIPPED, FAULTY), {}).split("\n") == [
        "s.yaml",
        "  ok      A good one  (CL-1)",
        "  skipped A late one \u00b7 not yet",
        "  FAULTY  A wrong one \u00b7 it has a problem",
        "",
    ]


def test_a_failure_has_its_trace_and_both_sides():
    assert sheet_text(sheet(FAILED), {}).split("\n")[1:] == [
        "  FAILED  A bad <one>  (CL-1, CL-2)",
        "          s.yaml:5",
        "          \u2502 turn 1: P0",
        "          \u2502 P0: play red 7     uno.yaml:18",
        "          \u2502 a <U+001B>[31m& b  uno.yaml:20",
        "                expected  actual",
        "          turn  P1        P2      s.yaml:7:9",
        "",
    ]


def test_long_sides_are_wrapped_beside_each_other():
    failure = Failure("options", "[play R5]", "[" + ", ".join(["play R5"] * 9) + "]", WHERE)
    result = ScenarioResult("long", "s.yaml", 5, (), "classic", "failed", failures=(failure, FAILED.failures[0]))
    assert sheet_text(sheet(result), {}).split("\n")[3:-1] == [
        "                   expected   actual",
        "          options  [play R5]  [play R5, play R5, play R5, play R5,      s.yaml:7:9",
        "                              play R5, play R5, play R5, play R5, play",
        "                              R5]",
        "          turn     P1         P2                                        s.yaml:7:9",
    ]


def test_an_illegal_action_is_framed_below_its_trace():
    problem = Problem.plain("E606", "`P0: draw` is not on offer", WHERE, notes=("on offer: [play R7]",))
    failure = Failure("P0: draw", "an action on offer", "on offer: [play R7]", WHERE, problem)
    result = ScenarioResult(
        "it", "s.yaml", 5, (), "classic", "failed", failures=(failure,), trace=(("turn 1: P0", ""),)
    )
    text = sheet_text(sheet(result), {"s.yaml": "\n" * 6 + "  play: {P0: draw}\n"})
    assert text.split("\n")[3:5] == ["          \u2502 turn 1: P0", "error[E606]: `P0: draw` is not on offer"]
    assert text.endswith("  = on offer: [play R7]\n") and "expected" not in text
    assert result.as_json()["failures"][0]["problem"]["code"] == "E606"


def test_a_long_trace_is_cut_at_its_beginning_by_default():
    trace = tuple((f"event {number}", "") for number in range(100))
    result = ScenarioResult("long", "s.yaml", 5, (), "classic", "failed", failures=FAILED.failures, trace=trace)
    text = sheet_text(sheet(result), {})
    assert "60 events before" in text
    assert "event 59\n" not in text
    assert "event 60\n" in text
    assert "event 0\n" in sheet_text(sheet(result), {}, verbose=True)


def test_problems_are_framed_before_the_lines():
    text = sheet_text(sheet(FAULTY, problems=[PROBLEM]), {"s.yaml": "\n" * 6 + "  top:  QQ\n"})
    assert text.startswith("s.yaml\nerror[E208]: there is no card `Q`\n")
    assert " 7\u2502   top:  QQ\n" in text


def test_an_output_without_unicode_gets_ascii():
    assert sheet_text(sheet(FAILED, SKIPPED), {}, Style(ascii=True)).isascii()


def test_the_last_line_has_the_counts():
    assert summary([sheet(PASSED, FAILED), sheet(PASSED, SKIPPED)], 1.26) == "2 passed, 1 failed, 1 skipped (1.3 s)"
    assert summary([sheet(FAULTY, problems=[PROBLEM])], 0) == "1 faulty, 1 problem (0.0 s)"
    assert summary([], 0) == "no scenarios (0.0 s)"


def test_clauses_without_a_scenario_are_listed():
    found = Coverage("c.md", {"CL-1": "One.", "CL-2": "Two."}, {"CL-1": 2, "CL-2": 0})
    assert coverage_text(found) == "c.md: 1 of 2 clauses have a scenario\n  CL-2   Two.\n"


def test_junit_has_one_case_per_scenario():
    root = ElementTree.fromstring(junit([sheet(PASSED, FAILED, SKIPPED, FAULTY, problems=[PROBLEM])]))
    [suite] = root
    assert {key: suite.get(key) for key in ("name", "tests", "failures", "errors", "skipped", "time")} == {
        "name": "s.yaml",
        "tests": "4",
        "failures": "1",
        "errors": "1",
        "skipped": "1",
        "time": "0.250",
    }
    assert [[inside.tag for inside in case] for case in suite] == [[], ["failure"], ["skipped"], ["error"]]
    failure = suite[1][0]
    assert failure.get("message") == "s.yaml:7:9: turn: expected P1, got P2"
    assert failure.text == "turn 1: P0\nP0: play red 7  uno.yaml:18\na ?[31m& b  uno.yaml:20"
    assert suite[1].get("name") == "A bad <one>"


@pytest.mark.parametrize("problems, errors", [([PROBLEM], "1"), ([], "0")])
def test_junit_of_an_unreadable_file(problems, errors):
    [suite] = ElementTree.fromstring(junit([sheet(problems=problems)]))
    assert suite.get("errors") == errors
    assert suite.get("tests") == errors
    assert len(suite) == int(errors)
