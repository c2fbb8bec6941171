"""The part of `unoflex validate --deep` that plays: the engine, a bar for whoever watches, and how long it took.

What the games tell is the library's business.
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
    """What the games of a ruleset told, and how long they took on what."""

    check: "ur.DeepCheck"
    run: str


def play(
    console: Console, name: str, ruleset: "ur.Ruleset", games: int | None, seed: int, threads: int | None
) -> Played | None:
    """Play a ruleset that is called `name`; None, and a word about it, for a base, which is no game."""
    import unoflex_rules as ur
    from unoflex_cli.interrupts import abandonable
    from unoflex_cli.progress import Progress

    if ruleset.is_base:
        console.remark(f"{name} is no game but there for others: nothing is played")
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
