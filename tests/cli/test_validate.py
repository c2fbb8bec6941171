"""`unoflex validate`: the files that are checked, the output, and the exit code for several files."""

import pytest

import unoflex_rules as ur

WHERE = ur.Span("bad.yaml", 1, 10, 1, 13)
ERROR = ur.Problem.plain("E103", "not a number", WHERE, suggestion="two")
WARNING = ur.Problem.plain("E101", "never used", None, severity="warning")


@pytest.fixture(autouse=True)
def _problems(library):
    library.problems["bad.yaml"] = [ERROR, WARNING]
    library.problems["other.yaml"] = [WARNING]


def test_a_valid_file_is_reported_as_fine(run):
    result = run("validate", "good.yaml")
    assert (result.code, result.err) == (0, "")
    assert result.out == "good.yaml is fine (0.0 s)\n"


def test_problems_are_framed_and_counted(run):
    result = run("validate", "bad.yaml")
    assert (result.code, result.err) == (1, "")
    assert result.out == (
        "error[E103]: not a number\n"
        "  ┌─ bad.yaml:1:10\n"
        "  │\n"
        " 1│ players: tow\n"
        "  │          ^^^ did you mean `two`?\n"
        "\n"
        "warning[E101]: never used\n"
        "1 error, 1 warning in bad.yaml (0.0 s)\n"
    )


def test_warnings_alone_succeed(run):
    result = run("validate", "other")
    assert result.code == 0
    assert result.out.endswith("1 warning in other (0.0 s)\n")


def test_with_strict_a_warning_is_a_problem(run):
    assert run("validate", "--strict", "good.yaml").code == 0
    assert run("validate", "--strict", "other").code == 1
    result = run("validate", "--strict", "--json", "other")
    assert (result.code, result.document["ok"], result.document["files"][0]["ok"]) == (1, False, False)


@pytest.mark.parametrize("files", [("good.yaml", "bad.yaml"), ("bad.yaml", "good.yaml")])
def test_the_worst_of_several_files_counts(run, files):
    result = run("validate", *files)
    assert result.code == 1
    assert "good.yaml is fine" in result.out
    assert "1 error, 1 warning in bad.yaml" in result.out


def test_the_short_form_has_one_line_per_problem(run):
    result = run("validate", "--short", "bad.yaml", "good.yaml")
    assert result.code == 1
    assert result.out == ("bad.yaml:1:10: error[E103]: not a number (did you mean `two`?)\nwarning[E101]: never used\n")


def test_the_document_contains_every_file_and_problem(run):
    result = run("validate", "--json", "bad.yaml", "good.yaml")
    assert (result.code, result.err) == (1, "")
    assert result.document == {
        "ok": False,
        "files": [
            {"file": "bad.yaml", "ok": False, "problems": [ERROR.as_json(), WARNING.as_json()]},
            {"file": "good.yaml", "ok": True, "problems": []},
        ],
    }


def test_the_document_with_only_warnings_succeeds(run):
    result = run("validate", "--json", "other")
    assert (result.code, result.document["ok"]) == (0, True)


def test_a_missing_file_is_a_problem_and_the_others_are_checked(run):
    result = run("validate", "nime.yaml", "good.yaml")
    assert result.code == 1
    assert result.out == (
        "error[E001]: there is no file `nime.yaml`\n"
        "  = did you mean `mine`?\n"
        "1 error in nime.yaml (0.0 s)\n"
        "good.yaml is fine (0.0 s)\n"
    )


def test_an_unknown_name_is_reported_before_checking(run):
    result = run("validate", "bad.yaml", "xyz")
    assert (result.code, result.out) == (2, "")


def test_wrong_usage_has_a_document_too(run):
    result = run("validate", "--json", "xyz")
    assert result.code == 2
    assert result.document["error"]["kind"] == "usage"
    assert "`xyz`" in result.document["error"]["message"]
