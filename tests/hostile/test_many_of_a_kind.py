"""Files with many lines of one kind: the work grows with the number of lines, not with its square.

Function calls are counted, not seconds. Not here: single hostile files (test_hostile_files.py).
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pytest

import unoflex_rules as ur

HEAD = "format: 1\nid: many\ntitle: Many\nextends: classic\n"
#: A head, and a line that is repeated with other numbers.
KINDS = {
    "definitions": ("define:\n", "  d{0}: turn + {0}\n"),
    "effects": ("effects:\n", "  e{0}: {{help: Draw., do: [{{draw: {{player: self}}}}]}}\n"),
    "options": ("options:\n", "  o{0}: {{type: bool, default: true, help: A choice.}}\n"),
    "card_kinds": ("cards:\n", "  k{0}: {{like: skip}}\n"),
    "steps": ("turn:\n  end+:\n", "    - {{if: turn > {0}, then: [{{draw: {{player: self}}}}]}}\n"),
    "constant_conditions": ("turn:\n  end+:\n", "    - {{if: 0 > {0}, then: [{{draw: {{player: self}}}}]}}\n"),
    "state_rules": ("state_rules+:\n", "  - {{if: turn == {0}, then: [{{draw: {{player: self}}}}]}}\n"),
    "triggers": (
        "moments: {m: {}}\nturn: {end+: [fire: m]}\ntriggers+:\n",
        "  - {{at: m, if: turn > {0}, do: [{{draw: {{player: self}}}}]}}\n",
    ),
    "options_of_a_question": (
        "turn:\n  end+:\n    - ask:\n        player: self\n        options:\n",
        "          go{0}: {{cards: self.hand, verb: go, if: card.number == {0}, do: []}}\n",
    ),
}
LINES = 30


def calls(path: Path) -> int:
    """The number of function calls of a validation."""
    count = 0

    def note(frame: FrameType, event: str, value: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        ur.validate(path, checks=ur.CHECKS)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("kind", KINDS)
def test_work_grows_with_the_number_of_lines(kind: str, tmp_path: Path) -> None:
    head, line = KINDS[kind]
    path = tmp_path / "many.yaml"
    found = []
    for many in (LINES, LINES, 2 * LINES, 4 * LINES):  # the first run fills caches
        path.write_text(HEAD + head + "".join(line.format(number) for number in range(many)), encoding="utf-8")
        found.append(calls(path))
    _, one, two, four = found
    assert four - two < 2.1 * (two - one), found
