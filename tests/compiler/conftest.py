"""Shared fixtures of this folder: a table for a text. Not here: tests."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, Table


@pytest.fixture
def tiny(tmp_path: Path) -> Callable[..., Table]:
    """Return a table at which the tiny ruleset is played, with a text added to it."""

    def table(text: str, **more: object) -> Table:
        base = str(more.pop("base", TINY))
        return Table(base + text, tmp_path, **more)  # type: ignore[arg-type]

    return table
