"""Golden playthroughs: one a shipped game, so that a change of the rules or of the engine shows itself in words.

How a trace is gathered into lines is tested in tests/render/test_trace.py.
"""

from __future__ import annotations

import pytest

from tests.goldens import GOLDENS, TESTS, golden

NAMES = [name for name in GOLDENS if name.startswith("playthroughs/")]


@pytest.mark.parametrize("name", NAMES)
def test_the_playthrough_is_there_and_the_same(name: str) -> None:
    assert golden(name), f"tests/{name} is missing: `make goldens` writes it"
    assert GOLDENS[name]() == golden(name), "the game is played otherwise now; `make goldens` writes it anew"


def test_no_playthrough_is_left_over() -> None:
    kept = {str(path.relative_to(TESTS)) for path in (TESTS / "playthroughs").rglob("*.txt")}
    assert kept == set(NAMES)
