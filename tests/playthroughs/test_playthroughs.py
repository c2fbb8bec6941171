"""Golden playthroughs: one per shipped game, so that a change of the rules or of the engine is visible in words.

Not here: merging events into lines (tests/render/test_trace.py).
"""

from __future__ import annotations

import pytest

from tests.goldens import GOLDENS, TESTS, golden

NAMES = [name for name in GOLDENS if name.startswith("playthroughs/")]


@pytest.mark.parametrize("name", NAMES)
def test_the_playthrough_matches_its_golden_text(name: str) -> None:
    assert golden(name), f"tests/{name} is missing; run `make goldens`"
    assert GOLDENS[name]() == golden(name), "the game has changed; run `make goldens`"


def test_every_playthrough_belongs_to_a_game() -> None:
    kept = {str(path.relative_to(TESTS)) for path in (TESTS / "playthroughs").rglob("*.txt")}
    assert kept == set(NAMES)
