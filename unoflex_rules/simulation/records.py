"""Rows of games with names, for `--out`, made from the engine's integers (GAME_ROW in program/results.py).

Not here: files (export.py), or which games there are (runner.py).
"""

from collections.abc import Iterator, Sequence

from unoflex_rules.program import layout as at
from unoflex_rules.program import results
from unoflex_rules.program.image import Program
from unoflex_rules.program.results import GAME_ROW
from unoflex_rules.simulation.export import Column, Value
from unoflex_rules.simulation.report import Settings

ENDS = {at.OVER: "finished", at.UNFINISHED: "unfinished", at.BROKEN: "broken"}


def columns(program: Program) -> list[Column]:
    """The columns, in order; those of the ruleset come last."""
    seats = range(program.players)
    return [
        Column("game", "int"),
        Column("seed", "int"),
        *(Column(f"P{seat}.agent", "text") for seat in seats),
        Column("end", "text"),  # finished, unfinished, broken
        Column("winner", "text"),  # P0; P0+P2 if several won together; nothing if nobody won
        Column("reason", "text"),
        Column("starter", "text"),  # the seat that took the first turn
        *(Column(name, "int") for name in list(GAME_ROW)[results.G_ROUNDS :]),
        *(Column(name, "int") for name in program.scores),
        *(Column(f"count.{counted.name}", "int") for counted in program.counts),
    ]


def records(program: Program, settings: Settings, first: int, rows: Sequence[Sequence[int]]) -> Iterator[list[Value]]:
    """The rows of games `first` ..., with names."""
    n = program.players
    agents = settings.agents or ("random",) * n
    for index, row in enumerate(rows, first):
        moved = index % n if settings.rotate else 0
        is_over = row[results.G_STATUS] == at.OVER
        yield [
            index,
            settings.seed,
            *(agents[(seat - moved) % n] for seat in range(n)),
            ENDS.get(row[results.G_STATUS], "broken"),
            seats_text(row[results.G_WINNERS], n) if is_over else None,
            program.reasons[row[results.G_REASON]] if is_over else None,
            None if row[results.G_STARTER] < 0 else f"P{row[results.G_STARTER]}",
            *row[results.G_ROUNDS :],
        ]


def seats_text(seats: int, players: int) -> str | None:
    """A set of seats: P1, P0+P2; None for an empty one."""
    return "+".join(f"P{seat}" for seat in range(players) if (seats >> seat) & 1) or None
