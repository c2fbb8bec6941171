"""How much a test tries: a fixed sample in `make test`, all in `make thorough` and `make generated`. No tests here.

Not here: how many generated rulesets are drawn (tests/generated/playing.py).
"""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
THOROUGH = bool({"UNOFLEX_THOROUGH", "UNOFLEX_GENERATED"} & os.environ.keys())


def sample(items: Sequence[T], number: int) -> list[T]:
    """`number` of the items, evenly spread with the first and the last among them; all of them in `make thorough`."""
    if THOROUGH or number >= len(items):
        return list(items)
    if number == 1:
        return [items[0]]
    return [items[round(each * (len(items) - 1) / (number - 1))] for each in range(number)]


def count(few: int, many: int) -> int:
    """How often something is tried: `few` times in `make test`, `many` times in `make thorough`."""
    return many if THOROUGH else few
