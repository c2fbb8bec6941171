"""Faulty rulesets with what must be told about each: `# expect: line:column code`, and `did you mean` what.

A file begins with a comment that says what is wrong in it. Not here: how problems are printed (tests/render).
"""

import re
from pathlib import Path

import pytest

from unoflex_rules.language.problems import CODES
from unoflex_rules.language.ruleset import validate

FILES = sorted(Path(__file__).parent.glob("*.yaml"))
EXPECT = re.compile(r"# expect: (\d+:\d+ [EW]\d{3}(?: did you mean .+)?)")
# Found in the text of one file, by reading and composing: tests/language/test_document.py, test_merge.py and others.
ELSEWHERE = {code for code in CODES if code[:2] in ("E0", "E4", "W5") and code != "E408"}
# Not a ruleset's: E207 is kept, E312 and E313 are told to who plays, E6.. belongs to scenarios.
NOT_HERE = {"E207", "E312", "E313"} | {code for code in CODES if code >= "E6" and code[0] == "E"}


def test_there_are_faulty_rulesets():
    assert len(FILES) >= 50


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_that_is_wrong_is_told_and_nothing_else(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    first, *_ = text.split("\n")
    assert re.fullmatch(r"# [A-Z].+\.", first), "the first line says what is wrong"
    assert f"\nid: {path.stem}\n" in text
    told = []
    for each in validate(path):
        assert each.span is not None
        assert Path(each.span.file).name == path.name
        hint = f" did you mean {each.suggestion}" if each.suggestion is not None else ""
        told.append(f"{each.span.line}:{each.span.column} {each.code}{hint}")
    assert told == EXPECT.findall(text)


def test_every_code_of_shape_names_and_meaning_has_its_ruleset():
    found = {line.split()[1] for path in FILES for line in EXPECT.findall(path.read_text(encoding="utf-8"))}
    assert set(CODES) - ELSEWHERE - NOT_HERE - found == set()
