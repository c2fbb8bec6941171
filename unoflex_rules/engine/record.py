"""Recording of events, with the instruction that caused each. Not here: their meaning (program/events.py)."""

from __future__ import annotations

from unoflex_rules.engine.vectors import Vector
from unoflex_rules.program.layout import EVENT_COLUMNS, MAX_EVENTS, W_EVENT, W_EVENTS, W_LOST, W_PC, W_RECORD


def emit(w: Vector, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Record an event, if events are recorded."""
    if w[W_RECORD] == 0:
        return
    n = w[W_EVENTS]
    if n >= MAX_EVENTS:
        w[W_LOST] += 1
        return
    at = W_EVENT + n * EVENT_COLUMNS
    w[at] = kind
    w[at + 1] = a
    w[at + 2] = b
    w[at + 3] = c
    w[at + 4] = d
    w[at + 5] = w[W_PC]
    w[W_EVENTS] = n + 1
