"""All that is wrong in a faulty file is told, at its place, with what was meant, and nothing else. Not here: the files.

How a file says what must be told of it stands in corpus.py, how problems are printed is tested in tests/render.
"""

from __future__ import annotations

import re

import pytest

from tests.broken.corpus import SAID, Case, cases, messages
from tests.goldens import golden
from unoflex_rules.language.problems import CODES

ALL = cases()
#: About a file as a whole, in which no comment can say what is expected: tests/language/test_source.py.
WITHOUT_TEXT = {"E001", "E005"}
WITHOUT_TEXT |= {code for code in CODES if code[:2] in ("E4", "E6") or code in ("E207", "E312", "E313")}
#: Of the rule sheet that `--coverage` names: tests/scenario/test_coverage.py.
OF_CATALOGUES = {"E604"}


def test_there_are_faulty_files():
    assert len(ALL) >= 100


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_all_that_is_wrong_is_told_and_nothing_else(case: Case) -> None:
    first, *_ = case.text.split("\n")
    assert re.fullmatch(r"# [A-Z].+\.", first), "the first line says what is wrong"
    assert list(case.told()) == case.expected


def test_every_code_has_a_faulty_file():
    found = {code for case in ALL for line in SAID.findall(case.text) for code in re.findall(r"\b[EW]\d{3}\b", line)}
    errors = {code for code in CODES if code[0] == "E"} | {"W501"}  # other warnings: test_twins.py
    assert errors - WITHOUT_TEXT - OF_CATALOGUES - found == set()


def test_every_sentence_is_as_it_was_read():
    assert messages() == golden("broken/messages.txt"), "make goldens, and read the difference"
