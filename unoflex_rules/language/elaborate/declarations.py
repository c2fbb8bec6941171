"""Reads the declarations of a ruleset into a World. Not here: types (type_reader.py), options (option_reader.py)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.elaborate.option_reader import OptionReader
from unoflex_rules.language.elaborate.type_reader import TypeReader
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import CARD, INT, OF_OPTION, PLAYER, Type, between
from unoflex_rules.language.expressions.world import (
    PLACE,
    ActiveDeclaration,
    AttributeDeclaration,
    ChoiceDeclaration,
    CountDeclaration,
    DefinitionDeclaration,
    EffectDeclaration,
    MomentDeclaration,
    PlacesDeclaration,
    VariableDeclaration,
    World,
    ZoneDeclaration,
)
from unoflex_rules.language.schema.ranges import COUNT, RANGE
from unoflex_rules.language.schema.repeated_names import once
from unoflex_rules.language.yaml.node_access import entries, flag, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

#: A zone in an expression, such as `self.shown` or `row(card.suit)`, with its name as a group.
ZONE_TEXT = re.compile(r"(?:\w+\.)*(\w+)(?:\(.*\))?")
MAX_ZONES = 500
MAX_VARIABLES = 5000
PARAMETER_TYPES = ("int", COUNT, "bool", "player", "players", "card", "zone", "face", "predicate", "steps")


class DeclarationReader(OptionReader, TypeReader):
    """Builds the World of a ruleset for a number of players and settings of its options."""

    def read(self) -> World:
        """The World of the ruleset."""
        world, tree = self.world, self.tree
        self.options()
        self.values()
        self.card_types()
        for entry in entries(tree, "attributes"):
            self.attribute(entry, ("players", "card", "zone"), world.attributes)
        for entry in entries(tree, "card_state"):
            self.attribute(entry, ("card", "zone"), world.card_state)
        for entry in entries(tree, "active"):
            self.active(entry)
        for entry in entries(tree, "variables"):
            self.world.variables[entry.key] = self.variable(entry)
        self.places()
        for entry in entries(tree, "zones"):
            self.zone(entry)
        self.check_number(world.variables.values(), MAX_VARIABLES, "variables")
        self.check_number(world.zones.values(), MAX_ZONES, "zones")
        for entry in entries(tree, "effects"):
            self.effect(entry)
        world.moments["passed_over"] = MomentDeclaration("passed_over", {"player": SEAT}, tree.head_span)
        for entry in entries(tree, "moments"):
            given = {each.key: self.type_of(each.node) for each in entries(entry.node)}
            world.moments[entry.key] = MomentDeclaration(entry.key, given, entry.key_span)
        for entry in entries(tree, "counts"):
            per, share = text(part(entry.node, "per"), "game"), flag(part(entry.node, "share"))
            title = part(entry.node, "title")
            seats = range(world.players) if part(entry.node, "each") is not None else [None]
            for seat in seats:
                count = CountDeclaration(entry.key, title, per, share, entry.key_span, seat)
                world.counts[count.called] = count
        for entry in entries(tree, "choices"):
            self.choice(entry)
        for entry in entries(tree, "define"):
            declared = self.definition(entry.key, entry.node, entry.key_span)
            if declared is not None:
                world.defines[entry.key] = declared
        world.face = tree.get(("face",))
        world.played_face = tree.get(("played_face",))
        return world

    # ---- cards -----------------------------------------------------------------------------------------------------

    def card_types(self) -> None:
        """The types of faces and of card kinds."""
        faces = self.tree.get(("faces",))
        names = tuple(text(item) for item in faces) if isinstance(faces, Sequence) else ("front",)
        if isinstance(faces, Mapping):
            names = tuple(faces.entries)
        kinds = tuple(entry.key for entry in entries(self.tree, "cards"))
        self.world.enums["face"] = Type("enum", "face", names, optional=True)
        self.world.enums["kind"] = Type("enum", "kind", kinds, optional=True)

    def attribute(self, entry: Entry, but: tuple[str, ...], table: dict[str, AttributeDeclaration]) -> None:
        """An attribute of faces or of physical cards."""
        node = part(entry.node, "type") if isinstance(entry.node, Mapping) else entry.node
        default = part(entry.node, "default")
        kind = self.type_of(node, but, INT)
        if kind.kind == "int":
            kind = replace(kind, optional=default is None and table is self.world.attributes)
            if kind.optional and kind.low is not None and kind.low < 0 and node is not None:
                message = "negative numbers need a `default`, to differ from a missing number"
                self.problems.error("E104", message, node.span)
        named = flag(part(entry.node, "named"), True)
        cost = self.is_cost(part(entry.node, "cost"), kind)
        table[entry.key] = AttributeDeclaration(entry.key, kind, default, entry.key_span, named, cost)

    def is_cost(self, node: Node | None, kind: Type) -> bool:
        """Whether an attribute is declared as the cost of a card; it must be the only one, and a number."""
        if node is None or not flag(node):
            return False
        if kind.kind != "int":
            self.problems.error("E302", "the cost of a card must be a number", node.span)
            return False
        if self.world.cost:
            first = self.tree.span_of(("attributes", self.world.cost, "cost"))
            message = "only one attribute can be the cost of a card, and this is the second"
            self.problems.error("E211", message, node.span, also=((first, "the first one"),))
        return True

    def active(self, entry: Entry) -> None:
        """A field of `active`: an attribute of cards, or one with its own type."""
        attribute = self.world.attributes.get(entry.key)
        node = part(entry.node, "type")
        if node is None and attribute is None:
            unknown = UnknownName("E102", "attribute of cards", entry.key, tuple(self.world.attributes))
            self.problems.report(unknown, entry.key_span, notes=("other fields need a `type`",))
            return
        kind = attribute.type if attribute else INT
        if node is not None:
            kind = self.type_of(node, ("card", "zone"), INT)
        keep = flag(part(entry.node, "keep"))
        self.world.active[entry.key] = ActiveDeclaration(entry.key, kind, node is None, keep, entry.key_span)

    def choice(self, entry: Entry) -> None:
        """A declared choice."""
        node, of = entry.node, part(entry.node, "of")
        if not isinstance(node, Mapping) or of is None:
            return
        match, zone = RANGE.match(text(of)), ZONE_TEXT.fullmatch(text(of))
        kind = self.world.enums.get(text(of)) or self.world.ranges.get(text(of)) or PLAYER
        if match:
            kind = between(int(match[1]), int(match[2]))
        elif zone is not None and zone[1] in self.world.zones:
            kind = CARD
        kind = replace(kind, optional=True)
        announced = part(node, "announced")
        option = self.world.options.get(text(announced))
        if option is not None:
            self.world.names_read.add(text(announced))
        is_announced = bool(option.value) if option is not None else flag(announced)
        if isinstance(announced, Scalar) and isinstance(announced.value, str) and option is None:
            notes = ("`announced` takes `true`, `false` or the name of an option",)
            unknown = UnknownName("E209", "option", announced.value, tuple(self.world.options))
            self.problems.report(unknown, announced.span, notes=notes)
        about, verb = text(part(node, "about"), "choice"), text(part(node, "verb"), "choose")
        needed = flag(part(node, "needed"), kind.kind == "card")
        self.world.choices[entry.key] = ChoiceDeclaration(
            entry.key, kind, node, is_announced, needed, about, verb, entry.key_span
        )

    # ---- variables and zones ---------------------------------------------------------------------------------------

    def variable(self, entry: Entry, lasts: str = "round") -> VariableDeclaration:
        """A variable; `lasts` is how long it is kept if it does not say."""
        node = entry.node
        kind = self.type_of(part(node, "type") if isinstance(node, Mapping) else node, but=("zone",))
        each, per = self.each(part(node, "each"), "variable")
        keep, visible = text(part(node, "keep"), lasts), text(part(node, "visible"), "all")
        return VariableDeclaration(entry.key, kind, each, per, keep, part(node, "start"), visible, entry.key_span)

    def places(self) -> None:
        """The places of players, and the variable that holds them."""
        node = self.tree.get(("places",))
        if not isinstance(node, Mapping):
            return
        of_game, left, span = text(part(node, "the")) == "game", part(node, "left"), self.tree.span_of(("places",))
        if of_game and left is not None:
            message = "`left` ends a round: it goes with places of the round"
            self.problems.error("E302", message, left.span, notes=("end the game with `finish: {the: game}`",))
        self.world.places = PlacesDeclaration(of_game, left, part(node, "rank"), span)
        keep = "game" if of_game else "round"
        kind = between(0, self.world.players)
        self.world.variables[PLACE] = VariableDeclaration(PLACE, kind, True, None, keep, None, "all", span)

    def zone(self, entry: Entry) -> None:
        """A zone."""
        node, top = entry.node, part(entry.node, "top")
        each, per = self.each(part(node, "each"), "zone")
        self.world.zones[entry.key] = ZoneDeclaration(
            entry.key, each, per, flag(part(node, "deck")), self.is_hand(part(node, "hand"), each),
            flag(part(node, "kept")), self.visibility(part(node, "visible")), self.visibility(top) if top else {},
            part(node, "title"), entry.key_span,
        )  # fmt: skip

    def is_hand(self, node: Node | None, each: bool) -> bool:
        """Whether a zone is declared as a hand; a zone that players share cannot be one."""
        found = flag(node)
        if found and not each and node is not None:
            notes = ("declare the zone with `each: player`",)
            self.problems.error("E302", "a hand belongs to a player", node.span, notes=notes)
        return found

    def check_number(self, declared: Iterable[ZoneDeclaration | VariableDeclaration], limit: int, what: str) -> None:
        """Reject more zones, or variables, than a state can hold."""
        total = 0
        for one in declared:
            many = (self.world.players if one.each else 1) * len(one.instances)
            total += many
            if total > limit >= total - many:
                message = f"this is more than {limit:,} {what}, counting those of each player and value"
                self.problems.error("E104", message, one.span)

    def visibility(self, node: Node | None) -> dict[str, str]:
        """Who sees each side of the cards in a zone."""
        if isinstance(node, Mapping):
            return {entry.key: self.viewers(entry.node) for entry in node}
        viewers = self.viewers(node) if node is not None else "nobody"
        return {"front": viewers, "back": viewers}

    def viewers(self, node: Node) -> str:
        """Who sees something: as written, or as the option of that name is set."""
        option = self.world.options.get(text(node))
        if option is None or not option.type.members:
            return text(node)
        self.world.names_read.add(text(node))
        return option.type.members[option.value]

    # ---- effects and definitions -----------------------------------------------------------------------------------

    def effect(self, entry: Entry) -> None:
        """An effect."""
        params: dict[str, tuple[str, Node | None]] = {}
        for each in entries(entry.node, "params"):
            written = part(each.node, "type") if isinstance(each.node, Mapping) else each.node
            kind = text(written)
            if kind not in PARAMETER_TYPES:
                self.type_of(written, more=PARAMETER_TYPES)
            params[each.key] = (kind, part(each.node, "default"))
        do = part(entry.node, "do")
        if do is not None:
            help_ = text(part(entry.node, "help"))
            own = {each.key: self.variable(each, "turn") for each in entries(entry.node, "variables")}
            self.world.effects[entry.key] = EffectDeclaration(entry.key, help_, params, own, do, entry.key_span)

    def definition(self, name: str, node: Node, span: Span) -> DefinitionDeclaration | None:
        """A definition, with the replaced one if it uses that."""
        value = part(node, "value") if isinstance(node, Mapping) else node
        wanted = part(node, "type")
        if value is None and wanted is None:
            return None
        params = {each.key: self.type_of(each.node) for each in entries(node, "params")}
        kind = None
        if isinstance(wanted, Sequence):
            members = tuple(map(text, once(wanted, "value", self.problems)))
            kind = Type("enum", f"{OF_OPTION}{name}", members)
        elif wanted is not None:
            kind = self.type_of(wanted, but=("zone",))
        replaced = part(node, INHERITED)
        inherited = self.definition(name, replaced, replaced.span) if replaced is not None else None
        return DefinitionDeclaration(value, params, span, inherited, kind)
