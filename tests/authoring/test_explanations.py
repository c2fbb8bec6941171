"""Every problem code has an explanation: one example has exactly this problem, the other has none.

The display of an explanation is tested in tests/cli/test_explain.py, docs/errors.md in tests/docs.
"""

import pytest
import yaml

import unoflex_rules as ur
from tests.docs.examples import Block, file_of
from tests.sampling import sample
from unoflex_rules.authoring.explanations import FILES, FOLDER, HEADING, pages
from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.playtest import variants

ALL = [each for page in pages() for each in page.explanations]
WITHOUT_EXAMPLE = {"E001", "E406"}
SHOWN = [each for each in ALL if each.code not in WITHOUT_EXAMPLE]
PLAYED = [each for each in SHOWN if each.code[1] == "7"]  # found only by playing
LONG = [each for each in PLAYED if each not in sample(PLAYED, 2)]


def examples(shown):
    """Yield a case for each code; those that need long play run in `make thorough`."""
    marks = {each.code: pytest.mark.thorough for each in LONG}
    cases = [pytest.param(each, id=each.code, marks=marks.get(each.code, ())) for each in shown]
    return pytest.mark.parametrize("explanation", cases)


def problems_of(files, folder):
    """Return the problems of an example, whose first file is checked."""
    first, *_ = files
    for file in files:
        (folder / (file.name or "example.yaml")).write_bytes(written(file).encode())
    path = folder / (first.name or "example.yaml")
    if first.text.startswith("campaign:"):
        return ur.check_campaign(path)
    if not first.text.startswith("ruleset:"):
        return ur.validate(path, checks=ur.CHECKS)
    result = ur.run_scenarios(path)
    failures = [failure for each in result.results for failure in each.failures]
    assert [str(failure) for failure in failures if failure.problem is None] == []
    problems = [*result.problems, *(failure.problem for failure in failures)]
    for catalogue in folder.glob("*.md"):
        problems += ur.coverage(catalogue, [result])[1]
    return list(dict.fromkeys(problems))


def written(file):
    """Write the example: named files, sheets and campaigns are whole, other files are pieces of a ruleset."""
    if file.name or file.text.startswith(("ruleset:", "campaign:")):
        return file.text
    return file_of(Block(0, file.language, "", file.text)).text


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained_once(code):
    assert [each.code for each in ALL].count(code) == 1
    explanation = ur.explain(code)
    assert explanation.title == CODES[code].title
    assert len(explanation.paragraphs[0]) > 80


def test_the_explanations_are_in_the_order_of_the_codes():
    assert [each.code for each in ALL] == list(CODES) == list(ur.list_codes())


def test_every_page_and_heading_is_read():
    assert sorted(path.stem for path in FOLDER.glob("*")) == sorted(FILES)
    for name in FILES:
        text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
        assert text.count("\n## ") == len(HEADING.findall(text))
        explained = pages()[FILES.index(name)].explanations
        assert text.count("\n```") == 2 * sum(len(each.wrong) + len(each.right) for each in explained)
        assert text.count("\n") <= 500


def test_an_explanation_without_example_gives_the_reason():
    assert {each.code for each in ALL if not each.wrong} == WITHOUT_EXAMPLE
    for each in ALL:
        assert each.paragraphs[-1].startswith("No example: ") == (each.code in WITHOUT_EXAMPLE)
        assert bool(each.wrong) == bool(each.right)


def played(files, folder, monkeypatch):
    """Return the problems that games of an example reveal; inherited options are not varied."""
    settings = variants.other_settings
    monkeypatch.setattr(
        variants,
        "other_settings",
        lambda ruleset: [each for each in settings(ruleset) if set(each) <= set(declared(files[0].text))],
    )
    return list(ur.deep_check(ur.load(folder / "example.yaml"), games=60).problems)


def declared(text):
    """Return the options that an example declares."""
    return yaml.safe_load(text).get("options", {})


@examples(SHOWN)
def test_the_wrong_example_has_exactly_this_problem(explanation, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    problems = problems_of(explanation.wrong, tmp_path)
    if explanation in PLAYED:
        assert problems == []
        problems = played(explanation.wrong, tmp_path, monkeypatch)
    assert [problem.code for problem in problems] == [explanation.code], list(map(str, problems))


@examples(sample(SHOWN, 30))
def test_the_right_example_has_no_problem(explanation, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert list(map(str, problems_of(explanation.right, tmp_path))) == []
    if explanation in PLAYED:
        assert list(map(str, played(explanation.right, tmp_path, monkeypatch))) == []


@pytest.mark.parametrize("said", ["e204", " E204 ", "E204"])
def test_codes_ignore_case(said):
    assert ur.explain(said).code == "E204"


@pytest.mark.parametrize(
    "said, meant",
    [("204", "E204"), ("E240", "E204"), ("W599", "W519"), ("E999", None), ("F204", "E204"), ("x", None)],
)
def test_an_unknown_code_has_a_suggestion(said, meant):
    with pytest.raises(ur.UnknownCode) as told:
        ur.explain(said)
    assert told.value.suggestion == meant
    assert f"`{said}`" in str(told.value)
