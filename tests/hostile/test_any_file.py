"""Arbitrary bytes, and shipped files with changed lines: problems with places, never a traceback.

Not here: mutants of nodes, which are also played (tests/language/test_mutants.py), or known hostile files
(test_hostile_files.py).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import unoflex_rules as ur
from tests.hostile.test_hostile_files import RULESET, checked_problems
from unoflex_rules.render.problem_text import frames

SHIPPED = {
    name: (ur.find_ruleset(name)).read_text(encoding="utf-8").split("\n") for name in ("classic", "flex", "std/uno")
}
FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
LINES = st.sampled_from(
    ["", "  ", "\t", "- ", "x", "x: [", "  a: {b", "]", "'", "? a", "*a", "&a", "!a b", "---", "<<: 1"]
)


@FEW
@given(data=st.binary(max_size=200), behind=st.booleans())
def test_any_bytes_are_rejected_without_a_traceback(
    data: bytes, behind: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(RULESET.encode() * behind + data)
    checked_problems(lambda: ur.validate(path))
    checked_problems(lambda: list(ur.run_scenarios(path).problems))


@FEW
@given(name=st.sampled_from(sorted(SHIPPED)), data=st.data())
def test_a_shipped_ruleset_with_changed_lines_is_valid_or_rejected(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = list(SHIPPED[name])
    for _ in range(data.draw(st.integers(1, 3))):
        at, what = data.draw(st.integers(0, len(lines) - 1)), data.draw(st.integers(0, 3))
        if what == 0:
            del lines[at]
        elif what == 1:
            lines.insert(at, lines[at])
        elif what == 2:
            lines[at] = data.draw(LINES)
        else:
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
    path = tmp_path_factory.getbasetemp() / "lines.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    checked_problems(lambda: ur.validate(path))


@pytest.mark.parametrize(
    "before, columns",
    [("牌牌牌", 6), ("e\u0301e\u0301", 2), ("🟥🟥", 4), ("שלום", 4), ("[red]", 5), ("[/]{x}%s", 8)],
)
def test_the_caret_is_below_its_word_in_any_script(before: str, columns: int, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(RULESET + f'cards: {{skip: {{title: "{before}", pionts: 5}}}}\n', encoding="utf-8")
    [problem] = ur.validate(path)
    lines = frames([problem], ur.sources()).split("\n")
    [line] = [number for number, each in enumerate(lines) if "pionts: 5" in each]
    assert before in lines[line]
    marks = lines[line + 1]
    ahead = len('cards: {skip: {title: "') + columns + len('", ')
    assert marks.partition("│ ")[2].startswith(" " * ahead + "^^^^^^ did you mean `points`?")


def test_terminal_escapes_are_shown_not_executed(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(RULESET + 'cards: {"\\e[2Jskip": {pionts: 5}}\nx-\x1b[31m: 1\n', encoding="utf-8")
    problems = ur.validate(path)
    text = frames(problems, ur.sources())
    assert {problem.code for problem in problems} == {"E018"}
    assert "\x1b" not in text and "<U+001B>" in text
