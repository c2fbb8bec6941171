"""The names known where an expression stands, and the suggestions for an unknown one.

Not here: what a known name means (parsing.py).
"""

from __future__ import annotations

import keyword
import re
from dataclasses import replace

from unoflex_rules.language.diagnostics.hints import OTHER_WORDS_FOR_IT
from unoflex_rules.language.expressions.types import INT, PLAYER, PLAYERS, Expr, Local, Type, between
from unoflex_rules.language.expressions.words import NAMES
from unoflex_rules.language.expressions.world import Scope, World

SEAT = replace(PLAYER, optional=False)
#: Names of values that the engine keeps, with their types.
NOW = {
    "self": SEAT,
    "players": PLAYERS,
    "everyone": PLAYERS,
    "winners": PLAYERS,
    "direction": between(-1, 1),
    "round": INT,
    "turn": INT,
    "laid_face": None,
}
#: Selectors relative to a player.
AROUND = ("next", "previous", "others")
BUILTIN = tuple(name for name in NAMES if name != "seat")  # `seat` is one only with brackets
OTHER = "needs another name"


def reserved(name: str) -> str:
    """Why an expression could not use a declared name; empty if it could."""
    if keyword.iskeyword(name):
        return f"`{name}` is reserved in expressions"
    return f"`{name}` is built into expressions" if name in BUILTIN else ""


class KnownNames:
    """The names known in one scope."""

    def __init__(self, world: World, scope: Scope) -> None:
        self.world = world
        self.scope = scope

    def is_unknown(self, name: str) -> bool:
        """Whether a bare name is neither bound, built in nor declared; it may still be a value or a type."""
        world = self.world
        known = (BUILTIN, world.variables, world.zones, world.options, world.defines)
        return name.isidentifier() and not any(name in names for names in known) and self.scope.find(name) is None

    def fitting(self, kind: Type) -> list[str]:
        """All known names except options and variables of other types."""
        types = {name: each.type for name, each in self.world.options.items()}
        types |= {name: each.type for name, each in self.world.variables.items()}
        return [name for name in self.known() if types.get(name, kind).name == kind.name]

    def qualified(self, name: str) -> str | None:
        """The full form of a name used without its prefix: `choice.name`, or `seat(0)` for `P0`."""
        if name in self.world.choices and name not in (*self.world.enums, *self.world.ranges):
            return f"choice.{name}"
        return f"seat({name[1:]})" if re.fullmatch(r"P\d\d?", name) else None

    def as_it(self, name: str) -> str | None:
        """`it` for another word that means the current player of a loop."""
        it = self.scope.find("it")
        is_player = isinstance(it, Local | Expr) and it.type.kind == "player"
        return "it" if is_player and name in OTHER_WORDS_FOR_IT else None

    def players_known(self) -> list[str]:
        """The names of players and of sets of players."""
        names = ["self", "next", "previous", "others", "players", "everyone"]
        names += [name for name, each in self.world.variables.items() if each.type.kind in ("player", "players")]
        for name in self.scope.all_names():
            bound = self.scope.find(name)
            if isinstance(bound, Local | Expr) and bound.type.kind in ("player", "players"):
                names.append(name)
        return names

    def known(self) -> list[str]:
        """All names that an expression may use."""
        world = self.world
        values = [value for kind in (*world.enums.values(), *world.ranges.values()) for value in kind.members]
        types = [name for name in (*world.enums, *world.ranges) if name not in ("face", "kind")]
        return [
            *self.scope.all_names(), *BUILTIN, *world.variables, *world.zones, *world.options, *world.defines,
            *types, *values,
        ]  # fmt: skip

    # ---- examples for messages, made of the ruleset's own declarations ---------------------------------------------

    def example_zone(self) -> str:
        """A zone of this ruleset as an expression."""
        zone = next(iter(self.world.zones.values()), None)
        return "zone" if zone is None else f"self.{zone.instances[0]}" if zone.each else zone.instances[0]

    def example_test(self, card: str = "card") -> str:
        """A condition on a card of this ruleset."""
        for name, declared in self.world.attributes.items():
            if declared.type.kind == "bool":
                return f"{card}.{name}"
            if declared.type.kind == "enum" and declared.type.members:
                return f"{card}.{name} == {declared.type.members[0]}"
        return f"{card}.kind == {next(iter(self.world.kinds.members), 'name')}"
