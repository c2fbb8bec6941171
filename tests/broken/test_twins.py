"""For each check of what is probably not meant so, each shipped game has a broken twin: a file that builds on the game,
and of which this check alone has something to say.

twins/CODE/GAME.yaml; `# expect:` as in test_corpus.py. Not here: the checks' edges (tests/language/test_checks.py).
"""

import re
from pathlib import Path

import pytest

from unoflex_rules.language.checks.table import CHECKS
from unoflex_rules.language.problems import Problems
from unoflex_rules.language.ruleset import load, look_at, told, validate
from unoflex_rules.resources import list_rulesets

FOLDER = Path(__file__).parent / "twins"
FILES = sorted(FOLDER.rglob("*.yaml"))
EXPECT = re.compile(r"# expect: (\d+:\d+ W\d{3}(?: did you mean .+)?)")
GAMES = ["classic", "flex", "no-mercy", "remix", "taki", "uno-flip"]
#: Where a check has nothing to find in a game, whatever is changed in it.
WITHOUT: dict[tuple[str, str], str] = {
    ("W533", "taki"): "Where no colour is in force every card fits, as its King wants it.",
}


def test_the_games_are_all_that_are_shipped():
    shipped = [each for each in list_rulesets() if "/" not in each]
    assert [each for each in shipped if not load(each).is_base] == GAMES


def test_every_check_has_a_twin_of_every_game_or_a_reason():
    there = {(path.parent.name, path.stem) for path in FILES}
    wanted = {(code, game) for code in CHECKS for game in GAMES}
    assert there | set(WITHOUT) == wanted
    assert there & set(WITHOUT) == set()
    assert all(re.fullmatch(r"[A-Z].+\.", reason) for reason in WITHOUT.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_only_this_check_finds_what_is_wrong_with_the_twin(path: Path) -> None:
    code, game = path.parent.name, path.stem
    text = path.read_text(encoding="utf-8")
    assert re.match(r"# [A-Z].+\.\n# expect: ", text), "the first line says what is wrong"
    assert f"\nextends: {game}\n" in text
    problems = Problems()
    looked = look_at(path, problems)
    assert looked is not None
    found = []
    for each in told(looked, problems, CHECKS):
        assert each.span is not None and Path(each.span.file).name == path.name
        assert each.severity == "warning"
        hint = f" did you mean {each.suggestion}" if each.suggestion is not None else ""
        found.append(f"{each.span.line}:{each.span.column} {each.code}{hint}")
    assert found == EXPECT.findall(text)
    assert [each.split()[1] for each in found] == [code]
    assert told(looked, problems, set(CHECKS) - {code}) == []


@pytest.mark.parametrize("name", list_rulesets())
def test_of_what_is_shipped_there_is_nothing_to_say(name):
    assert validate(name, checks=CHECKS) == []
