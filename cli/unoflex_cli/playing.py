"""The games of `unoflex validate --deep`: the engine, a progress bar, and the time.

Not here: what the games show (the library).
"""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from unoflex_cli.console import Console
from unoflex_cli.engines import engine_at_hand, processors

if TYPE_CHECKING:
    import unoflex_rules as ur


@dataclass(frozen=True)
class Played:
    """The result of a deep check, and its time and engine in words."""

    check: "ur.DeepCheck"
    run: str


def play(
    console: Console, name: str, ruleset: "ur.Ruleset", games: int | None, seed: int, threads: int | None
) -> Played | None:
    """Play a ruleset called `name`; None, with a note, for a base, which cannot be played."""
    import unoflex_rules as ur
    from unoflex_cli.interrupts import abandonable
    from unoflex_cli.progress import Progress

    if ruleset.is_base:
        console.remark(f"{name} is a base, not a game: nothing is played")
        return None
    engine = engine_at_hand(console, "auto")
    number = (threads or processors()) if engine == "fast" else 1
    abandonable(lambda: ur.warm_up(engine, console.remark))
    start = time.perf_counter()
    with Progress(console, is_estimate=True) as bar:
        check = ur.deep_check(
            ruleset, games=games, seed=seed, threads=number, engine=engine, name=name, progress=bar.update
        )
    where = f"{engine}, {number} thread{'' if number == 1 else 's'}"
    return Played(check, f"{time.perf_counter() - start:.1f} s ({where})")
