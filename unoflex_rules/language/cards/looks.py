"""Looks of checked cards and their printed faces. Not here: how a ruleset declares them (card_kinds.py)."""

from __future__ import annotations

from dataclasses import dataclass, field

from unoflex_rules.language.expressions.types import Type
from unoflex_rules.language.yaml.nodes import Node


@dataclass(eq=False)
class PrintedFace:
    """One face of a look: its attributes as numbers, its effect and its choices."""

    exists: bool
    attributes: dict[str, int]
    effect: str | None  # key into CheckedGame.card_effects
    choices: tuple[str, ...]
    title: Node | None = None  # as written; without one the titles of its attributes are joined
    given: dict[str, tuple[Type, int]] = field(default_factory=dict)  # the card's parameters
    short: str = ""  # in the notation of the ruleset
    kind: str = ""  # of the card, or of this face if each face has its own kind
    base_kind: str = ""  # the kind, or the one that it is `like`


@dataclass(eq=False)
class Look:
    """What identical cards share."""

    faces: list[PrintedFace]
