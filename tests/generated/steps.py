"""Generated statements of every kind, limited to those allowed at a place. Not here: questions (asked.py), values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.generated.drawing import RESOLVE, ROUND, TURN, Reusable, Scope, Step
from tests.generated.valued import Valued

MAX_SIZE = 60  # statements of one piece, with calls expanded and loops multiplied by their repetitions


class Steps(Valued):
    """Generates lists of statements; `depth` is the remaining nesting depth."""

    def steps(self, scope: Scope, depth: int = 2, most: int = 3) -> list[Step]:
        """Generate some steps; later steps know the names of earlier ones."""
        found: list[Step] = []
        for _ in range(self.below(most + 1)):
            if self.size >= MAX_SIZE:
                break
            step, scope = self.step(scope, depth)
            found.append(step)
        return found

    def some(self, scope: Scope, depth: int = 2, most: int = 3) -> list[Step]:
        """Generate at least one step."""
        return self.steps(scope, depth, most) or [{"set": self.targets(scope, 1)}]

    def step(self, scope: Scope, depth: int) -> tuple[Step, Scope]:
        """Generate one statement, and return the scope after it."""
        ways: list[Callable[[Scope, int], Any]] = [
            self.set, self.set, self.move, self.move, self.shuffle, self.reveal, self.random, self.plan, self.lay,
            self.choose, self.leave, self.finish,
        ]  # fmt: skip
        if self.world.effects:
            ways += [self.call] * 3
        if self.world.moments:
            ways += [self.fire] * 2
        if self.world.counts:
            ways.append(self.count)
        if scope.blocks:
            ways += [self.block] * 3
        if RESOLVE in scope.may:
            ways.append(self.resolve)
        if depth > 0:
            ways += [self.branch, self.branch, self.for_each, self.for_each, self.repeat, self.together]
            ways += [self.ask, self.window]
        if scope.in_loop:
            ways.append(self.stop)
        self.size += scope.times
        made = self.pick(ways)(scope, depth)
        step, after = made if isinstance(made, tuple) else (made, scope)
        self.used.update(step if isinstance(step, dict) else [step])
        return step, after

    # ---- values ------------------------------------------------------------------------------------------------------

    def set(self, scope: Scope, depth: int) -> Step:
        return {"set": self.targets(scope, 1 + self.below(3))}

    def targets(self, scope: Scope, most: int) -> dict[str, Any]:
        world = self.world
        found: dict[str, Any] = {}
        for _ in range(most):
            way = self.below(8)
            if way == 0 and world.active:
                name = self.pick(list(world.active))
                found[f"active.{name}"] = self.stored_value(world.active[name], scope)
            elif way == 1 and world.card_state:
                name = self.pick(list(world.card_state))
                found[f"{self.simple_card(scope)}.{name}"] = self.stored_value(world.card_state[name], scope)
            elif way == 2 and world.choices:
                name = self.pick(list(world.choices))
                found[f"choice.{name}"] = self.value(world.choices[name], scope)
            elif way == 3:
                found["active"] = self.card(scope, 1)
            else:
                name = self.pick(list(world.variables))
                kind, each = world.variables[name]
                key = f"{self.simple_player(scope)}.{name}" if each else name
                found[key] = self.stored_value(kind, scope)
        return found

    def stored_value(self, kind: str, scope: Scope) -> Any:
        if self.base_of(kind) == "int" and kind != "int" and self.chance(3):
            return self.pick(self.members_of(kind))
        if kind in ("player", "card", "players", *self.world.enums) and self.chance(5):
            return "none"
        text = self.value(kind, scope)
        if self.base_of(kind) != "int" or kind == "int":
            return text
        members = self.members_of(kind)
        return f"({text}).at_least({members[0]}).at_most({members[-1]})"

    def count(self, scope: Scope, depth: int) -> Step:
        name = self.pick(self.world.counts)
        return {"count": self.pick([name, {"what": name, "by": self.number(scope, 1)}])}

    def random(self, scope: Scope, depth: int) -> tuple[Step, Scope]:
        name, way = self.name("r"), self.below(4)
        if way == 0:
            kind = self.pick(self.value_types())
            return {"random": {"as": name, "of": kind}}, scope.knowing(**{name: kind})
        if way == 1:
            return {"random": {"as": name, "of": self.players(scope, 2)}}, scope.knowing(**{name: "player"})
        if way == 2:
            return {"random": {"as": name, "below": self.number(scope, 2)}}, scope.knowing(**{name: "int"})
        kind = self.pick(self.value_types())
        members = self.world.enums[kind][: 1 + self.below(3)]
        weights = {each: self.below(4) + (each == members[0]) for each in members}
        return {"random": {"as": name, "weights": weights}}, scope.knowing(**{name: kind})

    # ---- cards -------------------------------------------------------------------------------------------------------

    def move(self, scope: Scope, depth: int) -> tuple[Step, Scope]:
        given: dict[str, Any] = {"to": self.zone(scope, 2)}
        after, way = scope, self.below(4)
        if way == 0:
            given["card"] = self.card(scope, 2)
        else:
            given["from"] = self.zone(scope, 2)
            if way == 1:
                given |= {"count": "all", "order": self.pick(["kept", "reversed", "shuffled"])}
                if self.chance(2):
                    given["keep"] = self.number(scope, 1)
            else:
                if self.chance(2):
                    given["count"] = self.few(scope)
                if self.chance(2):
                    given["take"] = self.pick(["top", "bottom"])
        if self.chance(3):
            given["put"] = self.pick(["top", "bottom"] if way == 1 else ["top", "bottom", "middle", "anywhere"])
        if way != 1 and self.chance(2):
            given["as"] = self.name("moved")
            after = scope.knowing(**{given["as"]: "card"})
        return {"move": given}, after

    def few(self, scope: Scope, most: int = 3) -> str:
        """Generate a small number, constant or not."""
        return self.pick([str(self.below(most + 1)), f"({self.number(scope, 1)}).at_most({most})"])

    def shuffle(self, scope: Scope, depth: int) -> Step:
        return {"shuffle": self.zone(scope, 2)}

    def reveal(self, scope: Scope, depth: int) -> Step:
        return {"reveal": {"cards": self.pick([self.zone, self.card])(scope, 1), "to": self.players(scope, 1)}}

    def lay(self, scope: Scope, depth: int) -> Step:
        given = {"card": self.card(scope, 1), "to": self.pile(scope)}
        for key in ("face", "shows"):
            if self.chance(3):
                given[key] = self.member("face", scope, 1)
        return {"lay": given}

    def pile(self, scope: Scope) -> str:
        return self.pick([name for name, each in self.world.zones.items() if not each])

    def resolve(self, scope: Scope, depth: int) -> Step:
        self.does.add(RESOLVE)
        if self.chance(3):
            return {"resolve": {"pile": self.pile(scope), "as": self.player(scope, 1)}}
        return {"resolve": self.pile(scope)}

    # ---- the turn plan and ends --------------------------------------------------------------------------------------

    def plan(self, scope: Scope, depth: int) -> Step:
        return self.pick([
            lambda: "change_direction",
            lambda: {"miss_turn": {"player": self.players(scope, 1), "turns": self.few(scope, 2)}},
            lambda: {"miss_turn": self.player(scope, 1)},
            lambda: {"go_to": self.player(scope, 1)},
            lambda: {"go_to": {"player": self.player(scope, 1), "insist": True}},
            lambda: {"take_turn": self.player(scope, 1)},
        ])()  # fmt: skip

    def leave(self, scope: Scope, depth: int) -> Step:
        if not self.chance(3):
            return self.plan(scope, depth)
        if self.chance(3):
            return {"come_back": self.players(scope, 1)}
        if self.chance(2):
            return {"leave": self.player(scope, 1)}
        return {"leave": {"player": self.player(scope, 1), "the": self.pick(["round", "game"])}}

    def finish(self, scope: Scope, depth: int) -> Step:
        way = self.below(6)
        if way < 2 and TURN in scope.may:
            self.does.add(TURN)
            return {"finish": self.pick(["turn", {"the": "turn"}])}
        if way == 2 and ROUND in scope.may:
            self.does.add(ROUND)
            what = self.pick(["round", "game"])
            return {"finish": {"the": what, "winners": self.players(scope, 1), "reason": self.name("reason")}}
        return self.plan(scope, depth)

    # ---- control -----------------------------------------------------------------------------------------------------

    def branch(self, scope: Scope, depth: int) -> Step:
        step: dict[str, Any] = {"if": self.truth(scope, 3), "then": self.some(scope, depth - 1, 2)}
        if self.chance(2):
            step["else"] = self.steps(scope, depth - 1, 2)
        return step

    def for_each(self, scope: Scope, depth: int) -> Step:
        given: dict[str, Any] = {}
        kind = self.pick(["player", "player", "card"])
        given["in"] = self.zone(scope, 2) if kind == "card" else self.pick([self.players, self.player])(scope, 2)
        name = {"card": "card", "player": "it"}[kind]
        if self.chance(3):
            name = given["as"] = self.name("each")
        if kind == "player" and self.chance(3):
            given["after"] = self.player(scope, 1)
        times = scope.times * (3 if kind == "player" else 6)
        inner = replace(scope.knowing(**{name: kind}), in_loop=True, times=times)
        return {"for_each": {**given, "do": self.some(inner, depth - 1)}}

    def repeat(self, scope: Scope, depth: int) -> Step:
        given: dict[str, Any] = {"times": self.few(scope)}
        if self.chance(2):
            given["while"] = self.truth(scope, 2)
        return {"repeat": {**given, "do": self.some(replace(scope, in_loop=True, times=scope.times * 3), depth - 1)}}

    def stop(self, scope: Scope, depth: int) -> Step:
        return "stop"

    def together(self, scope: Scope, depth: int) -> Step:
        return {"together": self.some(scope, depth - 1)}

    # ---- effects and moments -----------------------------------------------------------------------------------------

    def fitting(self, known: list[Reusable], scope: Scope) -> list[Reusable]:
        """Return those that may be used here and are not too long."""
        return [each for each in known if each.does <= scope.may and self.size + each.size * scope.times <= MAX_SIZE]

    def call(self, scope: Scope, depth: int) -> Step:
        fitting = self.fitting(self.world.effects, scope)
        if not fitting:
            return self.set(scope, depth)
        effect = self.pick(fitting)
        self.does |= effect.does
        self.size += effect.size * scope.times
        given = {
            name: self.argument(kind, scope, depth)
            for name, kind, default in effect.params
            if not default or self.chance(2)
        }
        first = effect.params[0][0] if effect.params else ""
        if not given:
            return effect.name
        short = given.get(first)
        if set(given) == {first} and self.chance(2):
            return {effect.name: short}
        return {effect.name: given}

    def argument(self, kind: str, scope: Scope, depth: int) -> Any:
        if kind == "steps":
            inner = replace(scope, in_loop=False, times=scope.times * 2)
            return self.some(inner, max(depth - 1, 0), 2)
        if kind == "predicate":
            return self.truth(scope.knowing(card="card"), 2)
        return self.value(kind, scope, 2)

    def fire(self, scope: Scope, depth: int) -> Step:
        fitting = self.fitting(self.world.moments, scope)
        if not fitting:
            return self.set(scope, depth)
        moment = self.pick(fitting)
        self.does |= moment.does
        self.size += moment.size * scope.times
        if not moment.params and self.chance(2):
            return {"fire": moment.name}
        given = {name: self.value(kind, scope, 2) for name, kind, _ in moment.params}
        return {"fire": {"moment": moment.name, "given": given}}

    def block(self, scope: Scope, depth: int) -> Step:
        return self.pick(scope.blocks)

    # ---- questions, in asked.py --------------------------------------------------------------------------------------

    def ask(self, scope: Scope, depth: int) -> Step:
        raise NotImplementedError

    def window(self, scope: Scope, depth: int) -> Step:
        raise NotImplementedError

    def choose(self, scope: Scope, depth: int) -> Step:
        raise NotImplementedError
