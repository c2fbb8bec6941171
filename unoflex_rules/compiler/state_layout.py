"""Slots of everything that lasts in a state, and what people call it. Not here: slots of temporary values (code.py)."""

from __future__ import annotations

from unoflex_rules.compiler.code import Code
from unoflex_rules.compiler.dependencies import deepest_resolve
from unoflex_rules.compiler.facts import hand_zones
from unoflex_rules.language.cards.titles import Titles
from unoflex_rules.language.expressions.types import Type
from unoflex_rules.language.expressions.world import VariableDeclaration
from unoflex_rules.language.statements.context import MAX_LOOPS
from unoflex_rules.language.statements.tree import CheckedGame
from unoflex_rules.program.image import StateVariable, ZoneName
from unoflex_rules.program.layout import NONE


class StateLayout:
    """Reserves the slots of a game, in the order in which they lie in a state."""

    def __init__(self, game: CheckedGame, titles: Titles, code: Code) -> None:
        world, cards = game.world, len(game.cards)
        self.game, self.titles, self.code = game, titles, code
        #: Starting values of slots, by how long they last.
        self.resets: dict[str, list[tuple[int, int]]] = {"turn": [], "round": [], "game": []}
        self.zones: dict[str, int] = {}  # by declared name, the number of its first zone
        self.first_zones: dict[str, int] = {}  # the same by the name of a single zone, `row(hearts)`
        self.own_zones: dict[str, int] = {}  # the slots with the zones of `self`
        self.zone_names: list[ZoneName] = []
        self.kept: list[int] = []
        self.lay_out_zones()
        self.scopes = code.place("scopes", 2 * (MAX_LOOPS + deepest_resolve(game)))
        self.place_slot = code.place("place", cards)
        self.card_state = {name: code.place(f"card.{name}", cards) for name in world.card_state}
        self.card_attributes = [
            self.named(name, self.card_state[name], declared.type, "card_state", count=cards)
            for name, declared in world.card_state.items()
        ]
        self.prints = code.place("prints", len(world.faces.members) * cards) if game.shuffles_faces else 0
        #: Lists of chosen cards, which are numbered after the zones.
        self.chosen = {each.cards: len(self.zone_names) + k for k, each in enumerate(game.combinations)}
        lists = len(self.zone_names) + len(self.chosen)
        self.size_slot = code.place("size", lists)
        self.active: dict[str, int] = {}
        self.before: dict[str, int] = {}
        for name, field in world.active.items():
            self.active[name] = code.place(f"active.{name}")
            self.before[name] = code.place(f"before.{name}")
            self.resets["round"] += [(self.active[name], field.type.start), (self.before[name], field.type.start)]
        self.active_names = [
            self.named(name, self.active[name], field.type, "active", "attributes")
            for name, field in world.active.items()
        ]
        self.variables: dict[str, int] = {}
        self.variable_names: list[StateVariable] = []
        for variable in world.variables.values():
            self.lay_out_variable(variable)
        self.choices = {name: code.place(f"choice.{name}") for name in world.choices}
        for slot in self.choices.values():
            self.resets["turn"].append((slot, NONE))
            self.resets["round"].append((slot, NONE))
        self.piles = code.place("piles", lists * cards)

    def lay_out_zones(self) -> None:
        """Number the zones, and reserve a slot for each zone that `self` has."""
        hands = hand_zones(self.game.world)
        for zone in self.game.world.zones.values():
            self.zones[zone.name] = len(self.zone_names)
            for called in zone.instances:
                self.first_zones[called] = len(self.zone_names)
                title = self.titles.zone(zone, called)
                for seat in range(self.game.world.players) if zone.each else (NONE,):
                    self.zone_names.append(ZoneName(called, seat, zone.visible, zone.top, zone.name in hands, title))
                    self.kept.append(int(zone.kept))
            if zone.each and zone.per is None:
                self.own_zones[zone.name] = self.code.place(f"self.{zone.name}")

    def lay_out_variable(self, variable: VariableDeclaration) -> None:
        """Reserve the slots of a variable: one after the other for each value, and in it for each player."""
        count = self.game.world.players if variable.each else 1
        width = 2 if variable.type.kind == "card" else 1
        titles = self.titles.shown(variable.name, variable.type)
        for called in variable.instances:
            base = self.code.place(called, count * width)
            title = self.titles.name(("variables",), variable.name, called)
            self.variables.setdefault(variable.name, base)
            self.variable_names.append(
                state_variable(called, base, variable.type, titles, variable.visible, count, width, title)
            )
            start = self.game.starts[called]
            self.resets[variable.keep] += [(base + k * width, start) for k in range(count)]

    def named(self, name: str, slot: int, kind: Type, *sections: str, count: int = 1) -> StateVariable:
        """A value that everyone may know; `sections`: where its title may be declared."""
        title = self.titles.name(sections, name)
        return state_variable(name, slot, kind, self.titles.values(kind), count=count, title=title)


def state_variable(
    name: str,
    slot: int,
    kind: Type,
    titles: tuple[str, ...],
    visible: str = "all",
    count: int = 1,
    width: int = 1,
    title: str = "",
) -> StateVariable:
    """The names of a value of some type in the state."""
    return StateVariable(
        name, slot, count, width, kind.kind, kind.members, visible, kind.low, kind.high, titles, kind.optional, title
    )
