"""The names that are known where an expression stands, and what a word that is none of them may stand for.

Not here: what a name means (parsing.py).
"""

from __future__ import annotations

import keyword
import re
from dataclasses import replace

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.hints import OTHER_WORDS_FOR_IT
from unoflex_rules.language.expressions.types import INT, PLAYER, PLAYERS, Expr, Local, Type, between
from unoflex_rules.language.expressions.world import Scope, World

SEAT = replace(PLAYER, optional=False)
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
AROUND = ("next", "previous", "others")  # whom one gets to from a player
BUILTIN = (*NOW, *AROUND, "player_count", "none", "true", "false", "active", "before", "choice", INHERITED)
OTHER = "needs another name"


def reserved(name: str) -> str:
    """Why a name cannot be given to something in expressions; empty if it can."""
    if keyword.iskeyword(name):
        return f"`{name}` is a word of the expression language, or kept for it"
    return f"`{name}` has a meaning already in expressions" if name in BUILTIN else ""


class KnownNames:
    """What is known in one place; mixed into Reading, whose parts it uses."""

    world: World
    scope: Scope

    def fitting(self, kind: Type) -> list[str]:
        """The names that are known here, without options and variables of another type."""
        types = {name: each.type for name, each in self.world.options.items()}
        types |= {name: each.type for name, each in self.world.variables.items()}
        return [name for name in self.known() if types.get(name, kind).name == kind.name]

    def by_owner(self, name: str) -> str | None:
        """How it is written in full: `choice.name` for a choice, `seat(0)` for a player by his number."""
        if name in self.world.choices and name not in (*self.world.enums, *self.world.ranges):
            return f"choice.{name}"
        return f"seat({name[1:]})" if re.fullmatch(r"P\d\d?", name) else None

    def each_player(self, name: str) -> str | None:
        """What the player that is gone through is called here, where another word for him is written."""
        it = self.scope.find("it")
        is_player = isinstance(it, Local | Expr) and it.type.kind == "player"
        return "it" if is_player and name in OTHER_WORDS_FOR_IT else None

    def players_known(self) -> list[str]:
        """The names that stand for a player or for players here."""
        names = ["self", "next", "previous", "others", "players", "everyone"]
        names += [name for name, each in self.world.variables.items() if each.type.kind in ("player", "players")]
        for name in self.scope.all_names():
            bound = self.scope.find(name)
            if isinstance(bound, Local | Expr) and bound.type.kind in ("player", "players"):
                names.append(name)
        return names

    def known(self) -> list[str]:
        world = self.world
        values = [value for kind in (*world.enums.values(), *world.ranges.values()) for value in kind.members]
        types = [name for name in (*world.enums, *world.ranges) if name not in ("face", "kind")]
        return [
            *self.scope.all_names(), *BUILTIN, *world.variables, *world.zones, *world.options, *world.defines,
            *types, *values,
        ]  # fmt: skip
