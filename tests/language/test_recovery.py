"""Recovery: what is reported beside a fault of a ruleset, and what is not. More: tests/broken."""

from __future__ import annotations

from pathlib import Path

import pytest

import unoflex_rules as ur

HEAD = "format: 1\nid: mine\ntitle: Mine\nextends: classic\n"


def reported(folder: Path, text: str) -> list[str]:
    """Return the code and the marked line of each problem, counted from the line after the head."""
    path = folder / "mine.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return [f"{problem.span.line - 4} {problem.code}" for problem in ur.validate(path) if problem.span is not None]


@pytest.mark.parametrize(
    "text, expected",
    [
        # a part that is not YAML, an unknown key, and an expression
        (
            "title: A: b\ncards:\n  skip: {pionts: 1}\n  reverse: {points: on}\n",
            ["1 E003", "1 E014", "3 E101", "4 E201"],
        ),
        # a missing key, a wrong step, and a zone
        (
            "turn:\n  end+:\n    - lay: {card: discard.top}\n    - [draw]\n    - shuffle: drawpile\n",
            ["3 E102", "4 E105", "5 E206"],
        ),
        # nothing to replace, and a player
        ("cards:\n  skip: {played: [go_to: nxet], played_by=: 1}\n", ["2 E204", "2 E404"]),
        # an effect with a misspelt name is checked like the suggestion
        ("turn:\n  end+:\n    - darw: nxet\n", ["3 E202", "3 E204"]),
    ],
)
def test_independent_faults_are_reported_together(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert reported(tmp_path, text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        # the option, the effect, the zone and the variable have invalid declarations, and are used
        (
            "options:\n  fast: {type: [yes, no]}\nturn:\n  end+:\n    - if: fast == yes\n      then: [again]\n",
            ["2 E102"],
        ),
        ("effects:\n  twice: [draw: self]\nturn:\n  end+:\n    - twice: {count: 2}\n", ["2 E103"]),
        ("zones:\n  aside: {visible: 7}\nturn:\n  end+:\n    - shuffle: aside\n", ["2 E106"]),
        ("variables:\n  n: {type: int, stort: 1}\nturn:\n  end+:\n    - set: {n: n + 1}\n", ["2 E101"]),
        # a word of the expression language, which is no name where it is used
        (
            "variables:\n  from: {type: player}\nturn:\n  end+:\n    - if: from == self\n      then: [draw: from]\n",
            ["2 E212"],
        ),
        # a whole part is not a mapping
        ("variables: [n]\nturn:\n  end+:\n    - set: {n: n + 1}\n", ["1 E408"]),
        # a branch is dropped with its condition
        ("turn:\n  end+:\n    - if: [a]\n      then: [draw: self]\n      else: [again]\n", ["3 E103"]),
        # a step without its last argument is dropped
        ("turn:\n  end+:\n    - lay: {card: discard.top, to: [a]}\n", ["3 E103"]),
        # a card with an invalid declaration changes the deck
        ("deck+:\n  - {card: skip, color: each, copies: [1]}\n", ["2 E103"]),
    ],
)
def test_consequences_of_a_fault_are_not_reported(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert reported(tmp_path, text) == expected


def test_other_parts_are_checked_despite_contradicting_overlays(tmp_path: Path) -> None:
    overlay = "format: 1\nid: {0}\ntitle: T\nbase: true\noptions: {{hand_size: {1}}}\n"
    for name, size in (("a", 5), ("b", 6)):
        (tmp_path / f"{name}.yaml").write_text(overlay.format(name, size))
    assert reported(tmp_path, "with: [a, b]\nplayers: {min: two}\n") == ["1 E409", "2 E201"]
