"""Generated expressions of each type over the declarations and the scope. Not here: steps that use them (steps.py)."""

from __future__ import annotations

from dataclasses import replace

from tests.generated.drawing import Drawing, Scope

DEPTH = 3


class Valued(Drawing):
    """Generates expressions as text; `depth` is the remaining nesting depth of operators."""

    def value(self, kind: str, scope: Scope, depth: int = DEPTH) -> str:
        """Generate an expression of a type."""
        kind = self.base_of(kind)
        ways = {"bool": self.truth, "int": self.number, "player": self.player, "players": self.players}
        ways |= {"card": self.card, "zone": self.zone}
        if kind in ways:
            return ways[kind](scope, depth)
        return self.member(kind, scope, depth)

    def less(self, depth: int) -> int:
        return self.below(depth) if depth > 0 else 0

    # ---- common to all types -----------------------------------------------------------------------------------------

    def stored(self, kind: str, scope: Scope, depth: int) -> list[str]:
        """Return local names, variables, printed and carried attributes, and values in force of one type; for `one`."""
        world = self.world
        found = scope.of_type(kind)
        deeper = depth > 0 and self.chance(3)
        for name, (type_, each) in world.variables.items():
            if self.base_of(type_) == kind:
                found.append(name if not each else f"PLAYER+.{name}" if deeper else f"PLAYER.{name}")
        for name, type_ in world.active.items():
            if self.base_of(type_) == kind:
                found += [f"active.{name}", f"before.{name}"]
        for name, type_ in world.attributes.items():
            if self.base_of(type_) == kind:
                found += [f"CARD+.{name}", f"CARD.on(FACE).{name}"] if deeper else [f"CARD.{name}"]
        found += [f"CARD.{name}" for name, type_ in world.card_state.items() if self.base_of(type_) == kind]
        found += [f"choice.{name}" for name, type_ in world.choices.items() if type_ == kind]
        for name, (asked, type_) in world.defines.items():
            if type_ == kind:
                found.append(f"{asked.upper()}.{name}" if asked else name)
        return found

    def one(self, found: list[str], scope: Scope, depth: int) -> str:
        """Choose one of the texts, and fill in a card, player or face that it leaves open."""
        text = self.pick(found)
        if text.startswith("PLAYER+"):
            return text.replace("PLAYER+", f"({self.player(scope, depth - 1)})")
        if text.startswith("CARD+"):
            return text.replace("CARD+", f"({self.card(scope, depth - 1)})")
        if text.startswith("PLAYER"):
            return text.replace("PLAYER", self.simple_player(scope))
        if "FACE" in text:
            text = text.replace("FACE", self.member("face", scope, 0))
        return text.replace("CARD", self.simple_card(scope)) if text.startswith("CARD") else text

    def about(self, scope: Scope, depth: int, **names: str) -> tuple[Scope, int]:
        """Return the scope inside a question and its depth limit; nested questions are slow."""
        return replace(scope.knowing(**names), asked=True), 0 if scope.asked else depth

    def one_of_two(self, kind: str, scope: Scope, depth: int) -> str:
        yes, no = self.value(kind, scope, depth - 1), self.value(kind, scope, depth - 1)
        return f"({yes} if {self.truth(scope, depth - 1)} else {no})"

    def simple_player(self, scope: Scope) -> str:
        return self.pick([*scope.of_type("player"), "self", "next", "previous"])

    def simple_card(self, scope: Scope) -> str:
        found = scope.of_type("card")
        found += [name for name, (kind, each) in self.world.variables.items() if kind == "card" and not each]
        plain = [name for name, each in self.world.zones.items() if not each]
        own = [name for name, each in self.world.zones.items() if each]
        return self.pick([*found, *found, f"{self.pick(plain)}.top", f"self.{self.pick(own)}.bottom"])

    # ---- one type each -----------------------------------------------------------------------------------------------

    def truth(self, scope: Scope, depth: int) -> str:
        if self.chance(8):
            return f"{self.zone(scope, 0)}.empty"
        atoms = [*self.stored("bool", scope, depth), "true", "false"]
        atoms += [name for name, (kind, _) in self.world.options.items() if kind == "bool"]
        for name, (kind, members) in self.world.options.items():
            atoms += [f"{name} == {each}" for each in members if kind == "enum"]
        for name in scope.conditions:
            atoms += [f"{name}({self.simple_card(scope)})"] + ([name] if scope.has("card") else [])
        if depth <= 0:
            return self.one(atoms, scope, depth)
        way, d = self.below(14), depth - 1
        if way < 3:
            return self.one(atoms, scope, depth)
        if way < 5:
            return self.comparison(scope, d)
        if way == 5:
            words = f" {self.pick(['and', 'or'])} "
            return "(" + words.join(self.truth(scope, d) for _ in range(2 + self.below(2))) + ")"
        if way == 6:
            return f"(not {self.truth(scope, d)})"
        if way == 7:
            return self.one_of_two("bool", scope, depth)
        if way == 8:
            return f"({self.missing(scope, d)} {self.pick(['is', 'is not'])} none)"
        if way < 11:
            return self.membership(scope, d)
        if way < 13:
            inner = self.truth(*self.about(scope, d, card="card"))
            return f"{self.zone(scope, d)}.{self.pick(['any', 'all'])}({inner})"
        inner = self.truth(*self.about(scope, d, it="player"))
        return f"({self.players(scope, d)}).{self.pick(['any', 'all'])}({inner})"

    def comparison(self, scope: Scope, depth: int) -> str:
        a, b = self.number(scope, depth), self.number(scope, depth)
        sign = self.pick(["==", "!=", "<", "<=", ">", ">="])
        kind = self.pick(["int", "int", "int", "player", "players", "card", *self.world.enums])
        if kind != "int":
            sign = self.pick(["==", "!="])
            a, b = self.value(kind, scope, depth), self.value(kind, scope, depth)
        elif self.chance(5):
            return f"({a} {sign} {b} {self.pick(['<', '<=', '>'])} {self.number(scope, depth)})"
        return f"({a} {sign} {b})"

    def missing(self, scope: Scope, depth: int) -> str:
        """Generate an optional value."""
        kinds = ["player", "card", *self.world.enums]
        known = [name for name, kind in self.world.attributes.items() if self.base_of(kind) == "int"]
        if known and self.chance(3):
            return f"{self.simple_card(scope)}.{self.pick(known)}"
        return self.value(self.pick(kinds), scope, depth)

    def membership(self, scope: Scope, depth: int) -> str:
        word = self.pick(["in", "not in"])
        way = self.below(3)
        if way == 0:
            return f"({self.player(scope, depth)} {word} {self.players(scope, depth)})"
        if way == 1:
            return f"({self.card(scope, depth)} {word} {self.zone(scope, depth)})"
        kind = self.pick(["int", *self.world.enums])
        items = ", ".join(self.value(kind, scope, 0) for _ in range(1 + self.below(3)))
        return f"({self.value(kind, scope, depth)} {word} [{items}])"

    def number(self, scope: Scope, depth: int) -> str:
        if self.chance(8):
            return f"{self.zone(scope, 0)}.size"
        atoms = [*self.stored("int", scope, depth), "0", "1", "2", "3", "5"]
        atoms += ["players.count", "round", "turn", "direction", "player_count"]
        atoms += [name for name, (kind, _) in self.world.options.items() if kind == "int"]
        if depth <= 0:
            return self.one(atoms, scope, depth)
        way, d = self.below(12), depth - 1
        if way < 3:
            return self.one(atoms, scope, depth)
        if way < 6:
            sign = self.pick(["+", "-", "*", "//", "%"])
            return f"({self.number(scope, d)} {sign} {self.number(scope, d)})"
        if way == 6:
            return f"(-{self.number(scope, d)})"
        if way == 7:
            return f"({self.number(scope, d)}).{self.pick(['at_most', 'at_least'])}({self.number(scope, d)})"
        if way == 8:
            return self.one_of_two("int", scope, depth)
        if way == 9:
            inner = self.about(scope, d, card="card")
            if self.chance(2):
                return f"{self.zone(scope, d)}.count({self.truth(*inner)})"
            return f"{self.zone(scope, d)}.sum({self.number(*inner)})"
        inner = self.about(scope, d, it="player")
        if way == 10:
            return f"({self.players(scope, d)}).{self.pick(['sum', 'min', 'max'])}({self.number(*inner)})"
        return f"({self.players(scope, d)}).count({self.truth(*inner)})"

    def player(self, scope: Scope, depth: int) -> str:
        atoms = [*self.stored("player", scope, depth), "self", "next", "previous", "seat(0)", "seat(-1)", "seat(2)"]
        if depth <= 0:
            return self.one(atoms, scope, depth)
        way, d = self.below(8), depth - 1
        if way < 4:
            return self.one(atoms, scope, depth)
        if way < 6:
            return f"({self.player(scope, d)}).{self.pick(['next', 'previous'])}"
        if way == 6:
            return self.one_of_two("player", scope, depth)
        return f"({self.players(scope, d)}).first({self.truth(*self.about(scope, d, it='player'))})"

    def players(self, scope: Scope, depth: int) -> str:
        atoms = [*self.stored("players", scope, depth), "players", "others", "everyone", "winners"]
        if depth <= 0:
            return self.one(atoms, scope, depth)
        way, d = self.below(9), depth - 1
        if way < 3:
            return self.one(atoms, scope, depth)
        if way < 5:
            some = self.pick([self.players, self.player])(scope, d)
            return f"({self.players(scope, d)} {self.pick(['+', '-'])} {some})"
        if way == 5:
            return f"({self.player(scope, d)}).others"
        if way == 6:
            return self.one_of_two("players", scope, depth)
        inner = self.about(scope, d, it="player")
        if way == 7:
            return f"({self.players(scope, d)}).only({self.truth(*inner)})"
        return f"({self.players(scope, d)}).{self.pick(['lowest', 'highest'])}({self.number(*inner)})"

    def card(self, scope: Scope, depth: int) -> str:
        if self.chance(3):
            return self.simple_card(scope)
        atoms = [*self.stored("card", scope, depth), "discard_1.top"]
        if depth <= 0:
            return self.one(atoms, scope, depth)
        way, d = self.below(5), depth - 1
        if way < 2:
            return self.one(atoms, scope, depth)
        if way < 4:
            return f"{self.zone(scope, d)}.{self.pick(['top', 'bottom'])}"
        return self.one_of_two("card", scope, depth)

    def zone(self, scope: Scope, depth: int) -> str:
        plain = [name for name, each in self.world.zones.items() if not each]
        own = [name for name, each in self.world.zones.items() if each]
        known = scope.of_type("zone")
        if known and self.chance(2):
            return self.pick(known)
        if self.chance(2):
            return self.pick(plain)
        if depth > 0 and self.chance(2):
            return f"({self.player(scope, depth - 1)}).{self.pick(own)}"
        return f"{self.simple_player(scope)}.{self.pick(own)}"

    def member(self, kind: str, scope: Scope, depth: int) -> str:
        members = self.world.enums[kind]
        if depth > 0 and self.chance(6):
            return self.one_of_two(kind, scope, depth)
        way = self.below(4)
        if way == 0:
            return self.pick(members) if kind in ("face", "kind") else f"{kind}.{self.pick(members)}"
        if way == 1:
            return self.pick(members)
        stored = self.stored(kind, scope, depth)
        if kind == "face":
            stored.append("laid_face")
        if kind in ("kind", "face") and depth > 0:
            stored.append(f"CARD.{kind}")
        return self.one([*stored, *members[:1]], scope, depth)
