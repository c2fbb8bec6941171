"""The pieces of a game, a round and a turn: keys whose values are lists of steps.

Not here: what the pieces mean (elaboration.py), or their models (schema/models.py).
"""

from __future__ import annotations

from typing import Final

PIECES: Final = {
    "game": ("start",),
    "round": ("prepare", "deal", "start", "blocked", "end"),
    "turn": ("start", "choose", "lay", "window", "resolve", "end"),
}
