"""Looks of checked cards and their printed faces. Not here: how a ruleset declares them (card_kinds.py)."""

from __future__ import annotations

from dataclasses import dataclass, field

from unoflex_rules.language.expressions.types import Type
from unoflex_rules.language.yaml.nodes import Node


@dataclass(eq=False)
class PrintedFace:
    """One face of a look: its attributes as numbers, its effect, and the choices that go with it."""

    exists: bool
    attributes: dict[str, int]
    effect: str | None  # key into Game.card_effects
    choices: tuple[str, ...]
    title: Node | None = None  # as it is written; without one the titles of what is printed
    given: dict[str, tuple[Type, int]] = field(default_factory=dict)  # the card's parameters
    short: str = ""  # in the notation that the ruleset declares
    kind: str = ""  # of the card, or of what is printed on this face where each is of a kind of its own
    called: str = ""  # the name of the kind, or of the one that it is like


@dataclass(eq=False)
class Look:
    """What cards alike have in common."""

    faces: list[PrintedFace]
