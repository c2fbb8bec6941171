"""Generated declarations: options, values, attributes, zones, variables, definitions, choices. Not here: their use
(rulesets.py).
"""

from __future__ import annotations

from typing import Any

from tests.generated.asked import Asked
from tests.generated.drawing import Scope


class Declared(Asked):
    """Generates the declarations of a ruleset, each kind after those that it may refer to."""

    def declare_options(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for _ in range(self.below(4)):
            name, way = self.name("option"), self.below(3)
            members = [self.name("way") for _ in range(2)]
            kind = ["bool", "int", "enum"][way]
            default = [self.pick([True, False]), self.below(4), self.pick(members)][way]
            found[name] = {"type": members if kind == "enum" else kind, "default": default, "help": "An option."}
            if kind == "int" and self.chance(2):
                found[name] |= {"min": 0, "max": 5}
            self.world.options[name] = (kind, members)
        return found

    def values(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for word in ["color", "symbol"][: 1 + self.below(2)]:
            name = self.name(word)
            members = [self.name(word[0]) for _ in range(2 + self.below(2))]
            self.world.enums[name] = members
            found[name] = self.pick([members, {each: {"mark": each[0].upper() + each[-1]} for each in members}])
        for low in (0, 2)[: 1 + self.below(2)]:
            name, high = self.name("span"), low + 2 + self.below(4)
            self.world.ranges[name] = (low, high)
            found[name] = f"{low}..{high}"
        return found

    def attributes(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for kind in [*self.value_types(), *self.world.ranges]:
            name = self.name("of")
            self.world.attributes[name] = found[name] = kind
        for kind in ("bool", "int", "2..4"):
            if self.chance(2):
                name = self.name("of")
                self.world.attributes[name] = kind
                default = self.pick(["true", "false"]) if kind == "bool" else str(2 + self.below(3))
                found[name] = self.pick([kind, {"type": kind, "default": default}])
        return found

    def carried(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for kind in (self.pick(self.value_types()), "player", "bool", "0..3"):
            if self.chance(4):
                name = self.name("carries")
                self.world.card_state[name] = found[name] = kind
        return found

    def in_force(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, kind in list(self.world.attributes.items()):
            if self.chance(2):
                found[name] = self.pick([{}, {"keep": True}])
                self.world.active[name] = kind
        for kind in ("bool", "int", "player", self.pick(self.value_types())):
            if self.chance(4):
                name = self.name("force")
                found[name] = {"type": kind, "keep": self.pick([True, False])}
                self.world.active[name] = kind
        return found

    def zones(self) -> dict[str, Any]:
        visible = ["owner", "others", "all", "nobody"]
        found: dict[str, Any] = {
            "deck_1": {"deck": True},
            "discard_1": {"visible": "all"},
            "hand_1": {"each": "player", "visible": "owner"},
        }
        for _ in range(self.below(3)):
            zone: dict[str, Any] = {}
            if self.chance(2):
                zone["each"] = "player"
            if self.chance(3):
                zone["kept"] = True
            seen = ["all", "nobody"] if "each" not in zone else visible
            zone["visible"] = self.pick([self.pick(seen), {"front": self.pick(seen), "back": self.pick(seen)}])
            if self.chance(3):
                zone["top"] = self.pick(["all", "nobody", {"front": "nobody", "back": "all"}])
            found[self.name("zone")] = zone
        self.world.zones = {name: "each" in zone for name, zone in found.items()}
        return found

    def variables(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        kinds = ["bool", "int", "0..5", "2..6", "-3..2", "player", "players", "card", "face", "kind"]
        kinds += [*self.value_types(), *self.world.ranges]
        for _ in range(2 + self.below(5)):
            name, kind, each = self.name("var"), self.pick(kinds), self.chance(2)
            variable: dict[str, Any] = {"type": kind}
            if each:
                variable["each"] = "player"
            start = self.start_of(kind)
            if start is not None and self.chance(2):
                variable["start"] = start
            if self.chance(2):
                variable["keep"] = self.pick(["turn", "round", "game"])
            if self.chance(3):
                variable["visible"] = self.pick(["owner", "all", "nobody"] if each else ["all", "nobody"])
            found[name] = kind if len(variable) == 1 and self.chance(2) else variable
            self.world.variables[name] = (kind, each)
        return found

    def start_of(self, kind: str) -> Any:
        if kind in self.world.enums:
            return self.pick(self.world.enums[kind])
        known = {"bool": [True, "false"], "int": [3, "2 * 2", "player_count"], "player": ["seat(0)", "seat(-1)"]}
        known["players"] = ["players"]
        low = self.world.ranges.get(kind, (int(kind.split("..")[0]) if ".." in kind else 0, 0))[0]
        return self.pick(known[kind]) if kind in known else None if kind == "card" else low + 1

    def declare_counts(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for _ in range(self.below(3)):
            name = self.name("counted")
            found[name] = self.pick([{}, {"per": self.pick(["game", "round", "turn"]), "title": "Something counted"}])
            self.world.counts.append(name)
        return found

    def define(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for _ in range(self.below(4)):
            asked, kind = self.pick(["", "card", "player"]), self.pick(["bool", "bool", "int", "player", "players"])
            name = self.name("is")
            scope = {"": Scope(), "card": Scope((("card", "card"),)), "player": Scope((("it", "player"),))}[asked]
            key = f"{asked}.{name}" if asked else name
            found[key] = self.value(kind, scope, 2)
            self.world.defines[name] = (asked, kind)
        return found

    def declare_choices(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        flags = [name for name, (kind, _) in self.world.options.items() if kind == "bool"]
        for _ in range(self.below(3)):
            name, kind = self.name("choice"), self.pick([*self.value_types(), "player"])
            of = self.pick(["players", "others", "players.only(it != self)"]) if kind == "player" else kind
            choice: dict[str, Any] = {"of": of, "announced": self.pick([False, True, *flags])}
            if self.chance(2):
                choice["if"] = self.truth(Scope((("it", kind),)), 2)
            if self.chance(3):
                choice["verb"] = self.name("verb")
            found[name] = choice
            self.world.choices[name] = kind
        return found
