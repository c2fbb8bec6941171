"""The pieces of a game, a round and a turn, and what laying one file over another knows of the language.

Not here: laying them (overlaying.py), or what the pieces hold (elaboration.py).
"""

from __future__ import annotations

from typing import Final

from unoflex_rules.language.compose.overlaying import Known

PIECES: Final = {
    "game": ("start",),
    "round": ("prepare", "deal", "start", "blocked", "end"),
    "turn": ("start", "choose", "lay", "window", "resolve", "end"),
}
KNOWN: Final = Known(
    lists=frozenset(
        {("triggers",), ("state_rules",), ("deck",), ("refuse",), ("silence",)}
        | {(part, name) for part in PIECES for name in PIECES[part]}
    ),
    steps=(
        ("effects", "*", "do"),
        ("cards", "*", "played"),
        ("cards", "*", "face", "played"),
        ("cards", "*", "faces", "*", "played"),
        *((part, name) for part in PIECES for name in PIECES[part]),
    ),
    definitions=(("define", "*"),),
    named={("deck",): "card", ("silence",): "warning"},
    short={("options",): "default", ("define",): "value"},
    later={("cards",): "like"},
)
