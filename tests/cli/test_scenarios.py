"""`unoflex test`: the scenarios that run, the output, the exit code, and the documents that it writes."""

import xml.etree.ElementTree as ElementTree

import pytest

import unoflex_rules as ur

GOOD = """ruleset: classic
scenarios:
  - name: It is P0's turn
    rule: CL-1
    expect: {turn: P0}
"""
BAD = GOOD.replace("{turn: P0}", "{turn: P1}")
FAULTY = GOOD.replace("{turn: P0}", "{trun: P1}")
CATALOGUE = "| id | what |\n| --- | --- |\n| CL-1 | One. |\n| CL-2 | Two. |\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("good.yaml", GOOD), ("bad.yaml", BAD), ("faulty.yaml", FAULTY), ("clauses.md", CATALOGUE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_file_that_passes(run, here):
    result = run("test", "good.yaml")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("good.yaml\n  ok      It is P0's turn  (CL-1)\n1 passed (")


def test_a_failure_is_shown_with_its_trace(run, here):
    result = run("test", "bad.yaml")
    assert result.code == 1
    assert "  FAILED  It is P0's turn  (CL-1)\n          bad.yaml:3\n          \u2502 turn 1: P0\n" in result.out
    assert "                expected  actual\n          turn  P1        P0, and P0 is asked about turn: [" in result.out
    assert "bad.yaml:5:20\n" in result.out and "\n1 failed (" in result.out


def test_a_problem_is_framed(run, here):
    result = run("test", "faulty.yaml")
    assert result.code == 1
    assert " 5\u2502     expect: {trun: P1}\n  \u2502              ^^^^ did you mean `turn`?\n" in result.out


def test_several_files_run_once_each_and_the_worst_result_counts(run, here):
    result = run("test", "good.yaml", "bad.yaml", "good.yaml")
    assert result.code == 1
    assert result.out.count("It is P0's turn") == 2
    assert "1 passed, 1 failed (" in result.out


def test_a_ruleset_by_its_id(run):
    result = run("test", "house/force-play")
    assert result.code == 0
    assert "rulesets/scenarios/house/force-play.yaml\n" in result.out


def test_without_a_name_all_shipped_scenarios_run(run, here, monkeypatch):
    files = [here / "good.yaml", here / "good2.yaml"]
    files[1].write_text(GOOD, encoding="utf-8")
    assert len(ur.list_scenarios()) > len(files)  # tests/scenario runs all of them
    monkeypatch.setattr(ur, "list_scenarios", lambda: files)
    result = run("test")
    assert result.code == 0
    assert [line for line in result.out.splitlines() if line.endswith(".yaml")] == list(map(str, files))
    assert "2 passed (" in result.out


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["clasic"], "`clasic` is neither a file nor a shipped ruleset; did you mean `classic`?"),
        (["std/uno"], "`std/uno` has no scenarios: write rulesets/scenarios/std/uno.yaml"),
        (["--engine", "quick"], "'quick' is not one of"),
    ],
)
def test_wrong_usage(run, arguments, message):
    result = run("test", *arguments)
    assert result.code == 2
    assert message in result.err


def test_a_missing_file(run, here):
    result = run("test", "nothing.yaml")
    assert result.code == 1
    assert "there is no file `nothing.yaml`" in result.err


def test_clauses_without_a_scenario_are_not_failures(run, here):
    result = run("test", "good.yaml", "--coverage", "clauses.md")
    assert result.code == 0
    assert "clauses.md: 1 of 2 clauses have a scenario\n  CL-2   Two.\n" in result.out


def test_an_unknown_clause_is_a_problem(run, here):
    (here / "good.yaml").write_text(GOOD.replace("CL-1", "CL-3"), encoding="utf-8")
    result = run("test", "good.yaml", "--coverage", "clauses.md")
    assert result.code == 1
    assert "error[E604]: clauses.md has no clause `CL-3`" in result.out


def test_a_missing_catalogue(run, here):
    result = run("test", "good.yaml", "--coverage", "nothing.md")
    assert result.code == 1
    assert "nothing.md" in result.err


def test_the_document(run, here):
    result = run("test", "--json", "good.yaml", "bad.yaml", "--coverage", "clauses.md")
    document = result.document
    assert (result.code, result.err, document["ok"]) == (1, "", False)
    good, bad = document["files"]
    assert (good["file"], good["ok"], good["problems"]) == ("good.yaml", True, [])
    assert good["scenarios"] == [
        {
            "name": "It is P0's turn",
            "file": "good.yaml",
            "line": 3,
            "rules": ["CL-1"],
            "ruleset": "classic",
            "status": "passed",
        }
    ]
    [failure] = bad["scenarios"][0]["failures"]
    assert (failure["expected"], failure["line"]) == ("P1", 5)
    assert failure["actual"].startswith("P0, and P0 is asked about turn: [play ")
    assert bad["scenarios"][0]["trace"] == [{"text": "turn 1: P0", "source": ""}]
    assert document["coverage"]["missing"] == ["CL-2"]


def test_the_document_of_a_faulty_file(run, here):
    [file] = run("test", "--json", "faulty.yaml").document["files"]
    assert [problem["code"] for problem in file["problems"]] == ["E101"]


def test_a_junit_file(run, here):
    result = run("test", "bad.yaml", "good.yaml", "--junit", "out.xml")
    assert result.code == 1
    suites = ElementTree.parse(here / "out.xml").getroot()
    assert [suite.get("failures") for suite in suites] == ["1", "0"]


def test_a_junit_file_that_cannot_be_written(run, here):
    result = run("test", "good.yaml", "--junit", "nowhere/out.xml")
    assert result.code == 2
    assert "nowhere/out.xml" in result.err


def test_without_the_fast_engine_plain_is_used(run, here, monkeypatch):
    import unoflex_rules as ur

    monkeypatch.setitem(vars(ur), "fast_is_available", lambda: False)
    assert run("test", "good.yaml", "--engine", "fast").code == 1
    assert run("test", "good.yaml", "--engine", "plain").code == 0
