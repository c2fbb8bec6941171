"""What composing knows of the language: which lists exist, where steps stand, which names a list goes by.

Not here: laying one tree over another (overlaying.py), or what the keys mean (elaboration.py).
"""

from __future__ import annotations

from typing import Final

from unoflex_rules.language.compose.overlaying import Known
from unoflex_rules.language.yaml.plan_pieces import PIECES

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
