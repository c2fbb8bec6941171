"""Generated questions: ask, window, choose, with options of every kind. Not here: other statements (steps.py)."""

from __future__ import annotations

from typing import Any

from tests.generated.drawing import Scope, Step
from tests.generated.steps import Steps


class Asked(Steps):
    """Generates questions. The last option of each is always legal, so a player always has one."""

    def ask(self, scope: Scope, depth: int) -> Step:
        given: dict[str, Any] = {"player": self.player(scope, 1)}
        if self.chance(3):
            given["quiet"] = self.pick([True, False])
        if self.chance(3):
            given["about"] = self.name("about")
        options = self.options(scope, depth)
        if any("count" in option for option in options.values()):
            given.pop("quiet", None)
        options[self.name("else")] = self.pick([{}, {"do": self.steps(scope, depth - 1, 2)}, {"last_resort": True}])
        return {"ask": {**given, "options": options}}

    def window(self, scope: Scope, depth: int) -> Step:
        given: dict[str, Any] = {"players": self.players(scope, 2)}
        if self.chance(3):
            given["after"] = self.player(scope, 1)
        if self.chance(2):
            given["answers"] = self.pick(["first", "all"])
        inner = scope.knowing(it="player")
        options = self.options(inner, depth)
        if self.chance(4):
            options["pass"] = {"do": self.steps(inner, depth - 1, 2)}
        return {"window": {**given, "options": options}}

    def options(self, scope: Scope, depth: int) -> dict[str, Any]:
        return {self.name("opt"): self.option(scope, depth) for _ in range(1 + self.below(2))}

    def option(self, scope: Scope, depth: int) -> dict[str, Any]:
        option: dict[str, Any] = {}
        way = self.below(6)
        if way < 3 and self.chance(4):
            return self.combined(scope, depth)
        if way >= 3 and self.chance(4):
            option["call"] = self.truth(scope, 2)
        if way < 3:
            option["cards"] = self.pick([self.zone, self.zone, self.card])(scope, 1)
            if self.chance(2):
                # faces that the player does not see do not distinguish cards
                shown = str(option["cards"]).endswith(("hand_1", "discard_1"))
                option["face"] = self.pick([*["each"] * shown, self.member("face", scope, 1)])
            scope = scope.knowing(card="card", face="face")
        elif way < 5:
            kind = self.pick([*self.value_types(), "player"])
            option["values"] = self.players(scope, 2) if kind == "player" else kind
            scope = scope.knowing(value=kind)
        if self.chance(2):
            option["if"] = self.truth(scope, 2)
        if self.chance(5):
            flags = [name for name, (kind, _) in self.world.options.items() if kind == "bool"]
            option["last_resort"] = self.pick([True, False, *flags])
        if self.chance(4):
            option["verb"] = self.name("verb")
        option["do"] = self.steps(scope, depth - 1, 2)
        return option

    def combined(self, scope: Scope, depth: int) -> dict[str, Any]:
        """An option of several cards; few enough, however many cards the hand has."""
        option: dict[str, Any] = {
            "cards": f"{self.simple_player(scope)}.hand_1", "count": self.pick(["1..2", "2", 2]),
            "face": self.member("face", scope, 1),
        }  # fmt: skip
        of_card = scope.knowing(card="card", face="face")
        if self.chance(2):
            option["if"] = self.truth(of_card, 2)
        if self.chance(2):
            option["order"] = self.number(of_card, 2)
        if self.chance(2):
            option["follows"] = self.truth(of_card.knowing(prior="card"), 2)
        if self.chance(2):
            query = self.pick(["any", "all"])
            option["whole"] = f"cards.{query}({self.truth(scope.knowing(card='card'), 1)}) or cards.size == 1"
        last = self.pick(["cards.top", "cards.first(true)", "cards.bottom"])
        first: list[Step] = [{"move": {"card": last, "to": self.zone(scope, 1)}}] if self.chance(3) else []
        put = {"cards": "cards", "to": self.zone(scope, 1)}
        option["do"] = [*first, {self.pick(["move", "lay"]): put}, *self.steps(scope, depth - 1, 2)]
        return option

    def choose(self, scope: Scope, depth: int) -> Step:
        if not self.world.choices:
            return self.set(scope, depth)
        name = self.pick(list(self.world.choices))
        if self.chance(3):
            return {"choose": {"choice": name, "player": self.player(scope, 1)}}
        return {"choose": name}
