"""Run files of scenarios made from a few lines, and return their results.

Not here: tests.
"""

import textwrap

from unoflex_rules.scenario.scenario_runner import run_scenarios


def run(tmp_path, body, ruleset="classic", engine="plain", head=""):
    """Return the result of a file with one scenario, whose lines are `body`; its first line is line 4."""
    text = f"ruleset: {ruleset}\n{head or '# nothing'}\nscenarios:\n  - name: it\n"
    file = tmp_path / "sheet.yaml"
    file.write_text(text + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n", encoding="utf-8")
    return run_scenarios(file, engine)


def passes(tmp_path, body, **how):
    """Assert that a scenario has no problem and no failure."""
    sheet = run(tmp_path, body, **how)
    assert sheet.problems == []
    [result] = sheet.results
    assert (result.status, result.failures) == ("passed", ())


def failures(tmp_path, body, **how):
    """Return the failures of a scenario without problems: item, expected, actual."""
    sheet = run(tmp_path, body, **how)
    assert sheet.problems == []
    [result] = sheet.results
    assert result.status == "failed"
    return [(each.what, each.expected, each.actual) for each in result.failures]


def problems(tmp_path, body, **how):
    """Return the problems of a scenario that is not run: code, marked text, suggestion."""
    sheet = run(tmp_path, body, **how)
    assert all(result.status == "faulty" for result in sheet.results)
    lines = (tmp_path / "sheet.yaml").read_text(encoding="utf-8").split("\n")
    found = []
    for problem in sheet.problems:
        at = problem.span
        assert at is not None
        marked = lines[at.line - 1][at.column - 1 : at.end_column - 1 if at.end_line == at.line else None]
        found.append((problem.code, marked, problem.suggestion))
    return found
