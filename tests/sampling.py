"""Sample sizes of tests: a fixed sample in `make test`, all in `make thorough` and `make generated`. Not here: tests.

Not here: how many generated rulesets are drawn (tests/generated/playing.py).
"""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
THOROUGH = bool({"UNOFLEX_THOROUGH", "UNOFLEX_GENERATED"} & os.environ.keys())


def sample(items: Sequence[T], number: int) -> list[T]:
    """Return `number` of the items, evenly spread, with the first and the last; all of them in `make thorough`."""
    if THOROUGH or number >= len(items):
        return list(items)
    if number == 1:
        return [items[0]]
    return [items[round(each * (len(items) - 1) / (number - 1))] for each in range(number)]


def count(few: int, many: int) -> int:
    """Return a number of repetitions: `few` in `make test`, `many` in `make thorough`."""
    return many if THOROUGH else few
