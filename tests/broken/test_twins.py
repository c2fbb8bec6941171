"""Each check of what rules mean has broken twins of shipped games: files that extend the game, in which only this check
reports something. It has a twin of classic, and one of another game if it reads what only that game has.

The expectations of twins/CODE/GAME.yaml are written as in corpus.py; overlays of a twin lie in a folder below. If only
a sheet of scenarios can make the mistake, the twin is one. Not here: the checks' edges (tests/language/test_checks.py).
"""

import re
from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.broken.corpus import Case
from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.lint.registry import CHECKS
from unoflex_rules.language.ruleset import lint_context, load, validate, with_warnings
from unoflex_rules.resources import list_rulesets

FOLDER = Path(__file__).parent / "twins"
FILES = sorted(FOLDER.glob("*/*.yaml"))
DOUBTS = [path for path in FILES if path.parent.name in CHECKS]
ERRORS = [path for path in FILES if path.parent.name not in CHECKS]
EXPECT = re.compile(r"# expect: (\d+:\d+ W\d{3}(?: did you mean .+)?)")
#: Errors about the meaning of names and rules, and about files that do not fit together.
MEANING = [code for code in CODES if "E2" <= code < "E5"]
#: Those among them that check something else, for which all games have the same mistakes.
OF_NO_GAME: dict[str, str] = {
    "E301": "What cannot be read as an expression has no meaning yet, whatever the game.",
    "E313": "It is about playing a base, and no shipped game is one.",
    "E401": "The named file was not found: nothing has been read.",
    "E402": "It looks at the names under `extends` and `with`, not at what the files say.",
    "E403": "It looks at the path of a file, not at what the file says.",
    "E405": "It looks at how `extends` and `with` are written.",
    "E406": "It counts files, whatever they say.",
    "E407": "It looks at how a key with a sign and its value are written.",
}
#: Features that classic lacks, by game, and the checks that use them.
OWN_TO: dict[str, tuple[str, str]] = {
    "uno-flip": (
        "A card has two faces, each with its own values, and one of them is in force.",
        "E203 E205 E208 E211 E302 E311 W518 W519 W530 W532 W533 W542 W543",
    ),
    "remix": (
        "Cards join the deck and variables keep their values from round to round, for three players or more.",
        "E207 E310 E311 E312 E314 E412 W512 W519 W543 W550 W552",
    ),
    "no-mercy": (
        "A player can be out before the round ends, and zones hold that player's cards.",
        "E206 E310 E323 E411 W541 W543 W550 W551 W552",
    ),
    "flex": (
        "A choice is made with a play, and an option depends on a value of the player.",
        "E205 E322 E411 W516 W530 W540 W542 W543",
    ),
    "taki": (
        "A turn is a run of several cards, during which no colour need be in force.",
        "E208 E320 E323 E411 W521 W530 W543 W551",
    ),
}


def test_the_list_of_games_is_complete() -> None:
    shipped = [each for each in list_rulesets() if "/" not in each]
    assert {each for each in shipped if not load(each).is_base} == {"classic", *OWN_TO}


def test_every_check_has_its_twins_or_a_reason() -> None:
    there = {(path.parent.name, path.stem) for path in FILES}
    needed = {(code, "classic") for code in {*CHECKS, *MEANING} - OF_NO_GAME.keys()}
    needed |= {(code, game) for game, (_, codes) in OWN_TO.items() for code in codes.split()}
    assert there == needed
    assert OF_NO_GAME.keys() <= set(MEANING)
    reasons = [*OF_NO_GAME.values(), *(reason for reason, _ in OWN_TO.values())]
    assert all(re.fullmatch(r"[A-Z].+\.", reason) for reason in reasons)


def test_each_twin_has_a_different_mistake() -> None:
    said = [
        re.sub(r"^#.*\n|^(?:id|title|extends|ruleset): .*\n", "", path.read_text("utf-8"), flags=re.M)
        for path in ERRORS
    ]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("path", DOUBTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_only_this_check_reports_the_twin(path: Path) -> None:
    code, game = path.parent.name, path.stem
    text = path.read_text(encoding="utf-8")
    assert re.match(r"# [A-Z].+\.\n# expect: ", text), "the first line describes the fault"
    assert f"\nextends: {game}\n" in text
    problems = Problems()
    looked = lint_context(path, problems)
    assert looked is not None
    found = []
    for each in with_warnings(looked, problems, CHECKS):
        assert each.span is not None and Path(each.span.file).name == path.name
        assert each.severity == "warning"
        hint = f" did you mean {each.suggestion}" if each.suggestion is not None else ""
        found.append(f"{each.span.line}:{each.span.column} {each.code}{hint}")
    assert found == EXPECT.findall(text)
    assert [each.split()[1] for each in found] == [code]
    if game == "classic":
        assert with_warnings(looked, problems, set(CHECKS) - {code}) == []


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_twin_has_only_this_error(path: Path, tmp_path: Path) -> None:
    case = Case(path, tuple(CHECKS))
    assert re.match(r"# [A-Z].+\.\n# expect: ", case.text), "the first line describes the fault"
    assert f"\n{'ruleset' if case.is_sheet else 'extends'}: {path.stem}\n" in case.text
    assert list(case.reported()) == case.expected
    (problem,) = case.problems()
    assert (problem.code, problem.severity) == (path.parent.name, "error")
    if problem.suggestion is not None:
        mended = tmp_path / "mended.yaml"
        mended.write_text(as_suggested(case.text, problem), encoding="utf-8")
        assert (ur.run_scenarios(mended).problems if case.is_sheet else validate(mended, checks=CHECKS)) == []


def as_suggested(text: str, problem: Problem) -> str:
    """Return the text with the marked part replaced by the suggestion."""
    assert problem.span is not None and problem.span.line == problem.span.end_line
    lines = text.split("\n")
    line = lines[problem.span.line - 1]
    new = f"{line[: problem.span.column - 1]}{problem.suggestion}{line[problem.span.end_column - 1 :]}"
    lines[problem.span.line - 1] = new
    return "\n".join(lines)


@pytest.mark.parametrize("name", list_rulesets())
def test_shipped_rulesets_have_no_problems(name: str) -> None:
    assert validate(name, checks=CHECKS) == []
