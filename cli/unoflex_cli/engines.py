"""The choice of an engine and of a number of threads. Not here: the engines."""

import os
from typing import Literal

from unoflex_cli.console import Console
from unoflex_cli.failures import RunError


def engine_at_hand(console: Console, wanted: str) -> Literal["plain", "fast"]:
    """The engine that will play, `plain` or `fast`. Raises RunError if `fast` is requested but not installed."""
    import unoflex_rules as ur

    if wanted == "plain" or ur.fast_is_available():
        return "plain" if wanted == "plain" else "fast"
    install = "pip install 'unoflex-rules[fast]'"
    if wanted == "fast":
        raise RunError(f"the fast engine needs the extra `fast`: {install}")
    console.remark(f"using the plain engine, which is slower; for the fast one: {install}")
    return "plain"


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
