"""Reads a ruleset's declarations into a World: options, value types, variables, zones. Not here: steps and decks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from collections.abc import Mapping as MappingType
from contextlib import suppress
from dataclasses import replace

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    MAX_NUMBER,
    MAX_VALUES,
    NONE,
    OF_OPTION,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    ZONE,
    Const,
    Type,
    between,
    is_choosable,
)
from unoflex_rules.language.expressions.world import (
    ActiveDeclaration,
    AttributeDeclaration,
    ChoiceDeclaration,
    CountDeclaration,
    DefinitionDeclaration,
    EffectDeclaration,
    MomentDeclaration,
    Scope,
    VariableDeclaration,
    World,
    ZoneDeclaration,
)
from unoflex_rules.language.schema.ranges import COUNT, RANGE, range_meant, within_bounds
from unoflex_rules.language.schema.repeated_names import once
from unoflex_rules.language.yaml.node_access import entries, flag, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.scalars import read_setting

#: A zone as an expression says it, `self.shown`, `row(card.suit)`, and its name.
ZONE_TEXT = re.compile(r"(?:\w+\.)*(\w+)(?:\(.*\))?")
MAX_ZONES = 500
MAX_VARIABLES = 5000
PLAYER_EACH = "player"
TRUTH = "true or false"
PLAYER_COUNT = "player_count"
PARAMETER_TYPES = ("int", COUNT, "bool", "player", "players", "card", "zone", "face", "predicate", "steps")


class DeclarationReader:
    """Builds the World of a ruleset for a number of players and settings of its options."""

    def __init__(self, tree: Mapping, players: int, settings: MappingType[str, str], problems: Problems) -> None:
        self.tree = tree
        self.problems = problems
        self.world = World(players, file=tree.span.file)
        self.settings = settings
        self.by_name = {entry.key: entry for entry in entries(tree, "options")}
        self.settling: list[str] = []  # options whose defaults are being worked out

    def read(self) -> World:
        """The World; problems are noted on the way."""
        self.options()
        self.values()
        self.types_of_cards()
        for entry in entries(self.tree, "variables"):
            self.variable(entry)
        for entry in entries(self.tree, "zones"):
            self.zone(entry)
        self.count(self.world.variables.values(), MAX_VARIABLES, "variables")
        self.count(self.world.zones.values(), MAX_ZONES, "zones")
        for entry in entries(self.tree, "effects"):
            self.effect(entry)
        seat = replace(PLAYER, optional=False)
        self.world.moments["passed_over"] = MomentDeclaration("passed_over", {"player": seat}, self.tree.head_span)
        for entry in entries(self.tree, "moments"):
            given = {each.key: self.type_of(each.node) for each in entries(entry.node)}
            self.world.moments[entry.key] = MomentDeclaration(entry.key, given, entry.key_span)
        for entry in entries(self.tree, "counts"):
            per, share = text(part(entry.node, "per"), "game"), flag(part(entry.node, "share"))
            title = part(entry.node, "title")
            self.world.counts[entry.key] = CountDeclaration(entry.key, title, per, share, entry.key_span)
        for entry in entries(self.tree, "choices"):
            self.choice(entry)
        for entry in entries(self.tree, "define"):
            declared = self.definition(entry.key, entry.node, entry.key_span)
            if declared is not None:
                self.world.defines[entry.key] = declared
        self.world.face = self.tree.get(("face",))
        self.world.played_face = self.tree.get(("played_face",))
        return self.world

    # ---- options -------------------------------------------------------------------------------------------------

    def options(self, only: Collection[str] | None = None) -> None:
        """Read the options, or those of these names alone; those by which their defaults go come first."""
        names = list(self.by_name)
        for name, entry in self.by_name.items():
            if only is None or name in only:
                self.option(entry)
        found = self.world.options
        self.world.options = {name: found[name] for name in names if name in found}
        for name in self.settings:
            if name not in names:
                notes = (f"options: {', '.join(names)}",) if names else ("this ruleset has no options",)
                self.problems.report(UnknownName("E209", "option", name, tuple(names)), None, notes=notes)

    def option(self, entry: Entry) -> None:
        kind, default = part(entry.node, "type"), part(entry.node, "default")
        if not isinstance(default, Scalar) or kind is None or entry.key in self.world.options:
            return
        given: object = default.value
        source: Span | None = default.span
        if entry.key in self.settings:
            given, source = read_setting(self.settings[entry.key]), None
        elif self.goes_by_others(default, kind):
            given = self.worked_out(entry.key, kind, default)
            if given is None:
                return
        shown = default.text if source else self.settings[entry.key]
        if isinstance(kind, Sequence):
            members = tuple(map(text, once(kind, "`{}` stands twice", self.problems)))
            if isinstance(given, bool):
                given = str(given).lower()
            if str(given) not in members:
                self.problems.error(
                    "E106", f"option `{entry.key}` is one of {', '.join(members)}, not `{shown}`", source,
                    suggestion=nearest(str(given), members), also=self.declared(entry, source), names=(entry.key,),
                )  # fmt: skip
                given = members[0]
            type_ = Type("enum", f"{OF_OPTION}{entry.key}", members)
            self.world.options[entry.key] = Const(type_, entry.key_span, members.index(str(given)))
            return
        if text(kind) == "bool":
            if not isinstance(given, bool):
                self.mistyped(entry, TRUTH, default, source, lambda value: isinstance(value, bool))
                given = False
            self.world.options[entry.key] = Const(BOOL, entry.key_span, int(given))
            return
        if isinstance(given, bool) or not isinstance(given, int):
            self.mistyped(entry, "a whole number", default, source, lambda value: type(value) is int)
            self.world.options[entry.key] = Const(INT, entry.key_span, 0)
            return
        within_bounds(entry, given, source, self.declared(entry, source), self.problems)
        self.world.options[entry.key] = Const(between(given, given), entry.key_span, given)

    def declared(self, entry: Entry, source: Span | None) -> tuple[tuple[Span, str], ...]:
        """Where an option is declared, for whoever sets it on the command line."""
        help_ = text(part(entry.node, "help"))
        return () if source is not None else ((entry.key_span, help_ or "declared here"),)

    def goes_by_others(self, default: Scalar, kind: Node) -> bool:
        """Whether a default is worked out: an expression, and not a word that may be a value or a slip of one."""
        if not isinstance(default.value, str) or (isinstance(kind, Sequence) and text(default) in map(text, kind)):
            return False
        return not re.fullmatch(r"-?\w*", default.text) or default.text in (*self.by_name, PLAYER_COUNT)

    def worked_out(self, name: str, kind: Node, default: Scalar) -> object:
        """The value of a default that goes by other options and by how many play.

        Each of those is read before. One that goes by itself, in however many steps, is refused. None after noting what
        is wrong; then the option has some value all the same.
        """
        from unoflex_rules.language.expressions.checker import ExpressionChecker
        from unoflex_rules.language.expressions.rejection import AlreadyReported

        enum = Type("enum", f"{OF_OPTION}{name}", tuple(map(text, kind))) if isinstance(kind, Sequence) else None
        type_ = enum or (BOOL if text(kind) == "bool" else INT)
        least = part(self.by_name[name].node, "min")
        nothing = least.value if isinstance(least, Scalar) and isinstance(least.value, int) and type_ is INT else 0
        before, number = len(self.problems), None
        self.settling.append(name)
        self.world.options[name] = Const(type_, default.span, nothing)  # for whoever goes by it in a circle
        for other in re.findall(r"\w+", default.text):
            if other in self.settling:
                circle = [*self.settling[self.settling.index(other) :], other]
                message = f"the default of an option goes by itself: {' -> '.join(circle)}"
                self.problems.error("E320", message, default.span)
            elif other in self.by_name:
                self.option(self.by_name[other])
        self.settling.pop()
        with suppress(AlreadyReported):
            found = ExpressionChecker(self.world, self.problems).read(default, Scope({}), type_)
            if isinstance(found, Const) and (enum is None or found.value != NONE):
                number = found.value
            else:
                message = "a default must be known before the game: numbers, options and `player_count`"
                self.problems.error("E302", message, default.span)
        if number is None or len(self.problems) > before:
            return None
        del self.world.options[name]
        return enum.members[number] if enum is not None else bool(number) if type_ is BOOL else number

    def mistyped(
        self, entry: Entry, wanted: str, default: Scalar, source: Span | None, fits: Callable[[object], bool]
    ) -> None:
        """Tell that an option is of another type; of a text in quotes, that without them it would be right."""
        name = entry.key
        shown = default.text if source else self.settings[name]
        bare = default.text if source and default.style != "plain" and fits(read_setting(default.text)) else None
        what = f"the text `{shown}`" if bare is not None else f"`{shown}`"
        if bare is None and wanted == TRUTH:
            bare = {"0": "false", "1": "true"}.get(shown) or nearest(shown, ("true", "false"))
        also = self.declared(entry, source)
        self.problems.error(
            "E103", f"option `{name}` is {wanted}, not {what}", source, suggestion=bare, also=also, names=(name,)
        )

    # ---- types ---------------------------------------------------------------------------------------------------

    def values(self) -> None:
        for entry in entries(self.tree, "values"):
            node = entry.node
            span_text = text(node) if isinstance(node, Scalar) else ""
            match = RANGE.match(span_text)
            if match or part(node, "range") is not None:
                self.world.ranges[entry.key] = self.named_range(entry.key, node)
            elif isinstance(node, Scalar):
                message = "a range such as `0..9` or a list of values is expected here"
                self.problems.error("E103", message, node.span, suggestion=range_meant(span_text))
                self.world.ranges[entry.key] = INT
            else:
                members = (
                    tuple(each.key for each in node)
                    if isinstance(node, Mapping)
                    else tuple(text(item) for item in node)
                    if isinstance(node, Sequence)
                    else ()
                )
                if len(members) > MAX_VALUES:
                    self.problems.error("E104", "a value type has at most 62 values", entry.key_span)
                self.world.enums[entry.key] = Type("enum", entry.key, members, optional=True)

    def named_range(self, name: str, node: Node) -> Type:
        """A range that is a value type; some of its numbers may have names."""
        spelled = part(node, "range") or node
        match = RANGE.match(text(spelled))
        if match is None:
            self.problems.error("E103", "a range such as `0..9` is expected here", spelled.span)
            return INT
        kind = replace(self.range(match, spelled.span), name=name)
        named = entries(node, "names")
        if not named:
            return kind
        if not is_choosable(kind):
            self.problems.error("E104", f"numbers with names lie within 0..{MAX_VALUES - 1}", spelled.span)
            return kind
        members = [str(number) for number in range((kind.high or 0) + 1)]
        for each in named:
            if int(each.key) not in kind.numbers:
                self.problems.error("E104", f"{each.key} is not within {kind.low}..{kind.high}", each.key_span)
                continue
            members[int(each.key)] = text(part(each.node, "name") or each.node)
        return replace(kind, members=tuple(members), optional=True)

    def types_of_cards(self) -> None:
        faces = self.tree.get(("faces",))
        names = tuple(text(item) for item in faces) if isinstance(faces, Sequence) else ("front",)
        kinds = tuple(entry.key for entry in entries(self.tree, "cards"))
        self.world.enums["face"] = Type("enum", "face", names, optional=True)
        self.world.enums["kind"] = Type("enum", "kind", kinds, optional=True)
        for key, table in (("attributes", self.world.attributes), ("card_state", self.world.card_state)):
            for entry in entries(self.tree, key):
                node = part(entry.node, "type") if isinstance(entry.node, Mapping) else entry.node
                default = part(entry.node, "default")
                kind = self.type_of(node, ("card", "zone") if key == "card_state" else ("players", "card", "zone"), INT)
                if kind.kind == "int":
                    kind = replace(kind, optional=default is None and key == "attributes")
                    if kind.optional and kind.low is not None and kind.low < 0 and node is not None:
                        message = "numbers below 0 need a `default`, to be told from a missing one"
                        self.problems.error("E104", message, node.span)
                named = flag(part(entry.node, "named"), True)
                cost = self.is_cost(part(entry.node, "cost"), kind)
                table[entry.key] = AttributeDeclaration(entry.key, kind, default, entry.key_span, named, cost)
        for entry in entries(self.tree, "active"):
            attribute = self.world.attributes.get(entry.key)
            node = part(entry.node, "type")
            if node is None and attribute is None:
                unknown = UnknownName("E102", "attribute of cards", entry.key, tuple(self.world.attributes))
                self.problems.report(unknown, entry.key_span, notes=("anything else needs its `type`",))
                continue
            kind = attribute.type if attribute else INT
            if node is not None:
                kind = self.type_of(node, ("card", "zone"), INT)
            self.world.active[entry.key] = ActiveDeclaration(
                entry.key, kind, node is None, flag(part(entry.node, "keep")), entry.key_span
            )

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

    def range(self, match: re.Match[str], span: Span) -> Type:
        """The type of a range."""
        low, high = int(match[1]), int(match[2])
        if low > high or max(abs(low), abs(high)) > MAX_NUMBER:
            meant = f"{high}..{low}" if low > high else None
            message = "a range goes from a number to a greater one, such as `0..9`"
            self.problems.error("E104", message, span, suggestion=meant)
            return INT
        return between(low, high)

    def type_of(
        self, node: Node | None, but: tuple[str, ...] = (), otherwise: Type = UNKNOWN, more: tuple[str, ...] = ()
    ) -> Type:
        """The type that a text names; those of `but` are of no use here, and those of `more` would do as well.

        `otherwise`: after noting that it is none.
        """
        name = text(node)
        every = {"bool": BOOL, "int": INT, "player": PLAYER, "players": PLAYERS, "card": CARD, "zone": ZONE}
        fixed = {key: value for key, value in every.items() if key not in but}
        if name in fixed:
            return fixed[name]
        match = RANGE.match(name)
        if match and node is not None:
            return self.range(match, node.span)
        if name in self.world.enums:
            return self.world.enums[name]
        if name in self.world.ranges:
            return self.world.ranges[name]
        known = [*dict.fromkeys((*fixed, *more, *self.world.enums, *self.world.ranges))]
        meant = range_meant(name) or nearest(name, known)
        notes = (f"types: {', '.join(known)}, or a range such as `0..9`",)
        self.problems.report(
            UnknownName("E205", "type", name), node.span if node else None, suggestion=meant, notes=notes
        )
        return otherwise

    # ---- the rest ------------------------------------------------------------------------------------------------

    def variable(self, entry: Entry) -> None:
        node = entry.node
        spelled = part(node, "type") if isinstance(node, Mapping) else node
        each, per = self.each(part(node, "each"), "variable")
        self.world.variables[entry.key] = VariableDeclaration(
            entry.key,
            self.type_of(spelled, but=("zone",)),
            each,
            per,
            text(part(node, "keep"), "round"),
            part(node, "start"),
            text(part(node, "visible"), "all"),
            entry.key_span,
        )

    def zone(self, entry: Entry) -> None:
        node = entry.node
        each, per = self.each(part(node, "each"), "zone")
        self.world.zones[entry.key] = ZoneDeclaration(
            entry.key,
            each,
            per,
            flag(part(node, "deck")),
            self.is_hand(part(node, "hand"), each),
            flag(part(node, "kept")),
            self.sight(part(node, "visible")),
            self.sight(part(node, "top")) if part(node, "top") else {},
            entry.key_span,
        )

    def is_hand(self, node: Node | None, each: bool) -> bool:
        """Whether a zone is declared as a hand; a zone that players share cannot be one."""
        found = flag(node)
        if found and not each and node is not None:
            message = "a hand belongs to a player"
            self.problems.error("E302", message, node.span, notes=("declare the zone with `each: player`",))
        return found

    def each(self, node: Node | None, what: str) -> tuple[bool, Type | None]:
        """Whether every player has one of what is declared (a zone, a variable), and of which type each value has."""
        if node is None:
            return False, None
        spelled = list(node) if isinstance(node, Sequence) else [node]
        per = [one for one in spelled if text(one) != PLAYER_EACH]
        if len(per) > 1 or len(spelled) > len(per) + 1:
            message = f"a {what} is there for each player, for each value of one type, or for both"
            self.problems.error("E104", message, node.span)
        return len(per) < len(spelled), self.per(per[0], what) if per else None

    def per(self, node: Node, what: str) -> Type | None:
        """The type of whose values each has one."""
        name = text(node)
        match = RANGE.match(name)
        kind = self.world.enums.get(name) or self.world.ranges.get(name)
        if match:
            kind = self.range(match, node.span)
        if kind is None:
            known = [PLAYER_EACH, *self.world.enums, *self.world.ranges]
            self.problems.report(UnknownName("E205", "type", name, tuple(known)), node.span)
        elif kind is INT:  # what is wrong with the range has been told
            return None
        elif not is_choosable(kind) or len(kind.numbers) > MAX_VALUES:
            message = f"a {what} is there for each of at most {MAX_VALUES} values, numbers within 0..{MAX_VALUES - 1}"
            self.problems.error("E104", message, node.span)
            kind = None
        return kind

    def count(self, declared: Iterable[ZoneDeclaration | VariableDeclaration], limit: int, what: str) -> None:
        """There are no more zones, or variables, than states have room for."""
        total = 0
        for one in declared:
            many = (self.world.players if one.each else 1) * len(one.instances)
            total += many
            if total > limit >= total - many:
                each = "each counted that a player or a value has"
                self.problems.error("E104", f"there are more than {limit:,} {what} from here on, {each}", one.span)

    def sight(self, node: Node | None) -> dict[str, str]:
        """Who sees the face in force and the others, by what a zone says for both or for each."""
        if isinstance(node, Mapping):
            return {entry.key: self.who(entry.node) for entry in node}
        who = self.who(node) if node is not None else "nobody"
        return {"front": who, "back": who}

    def who(self, node: Node) -> str:
        """Who sees something: as it is written, or as the option of that name has it."""
        option = self.world.options.get(text(node))
        return option.type.members[option.value] if option is not None and option.type.members else text(node)

    def effect(self, entry: Entry) -> None:
        params: dict[str, tuple[str, Node | None]] = {}
        for each in entries(entry.node, "params"):
            spelled = part(each.node, "type") if isinstance(each.node, Mapping) else each.node
            kind = text(spelled)
            if kind not in PARAMETER_TYPES:
                self.type_of(spelled, more=PARAMETER_TYPES)
            params[each.key] = (kind, part(each.node, "default"))
        do = part(entry.node, "do")
        if do is not None:
            help_ = text(part(entry.node, "help"))
            self.world.effects[entry.key] = EffectDeclaration(entry.key, help_, params, do, entry.key_span)

    def definition(self, name: str, node: Node, span: Span) -> DefinitionDeclaration | None:
        """A definition, and under it the one that it replaces, if it speaks of that."""
        value = part(node, "value") if isinstance(node, Mapping) else node
        wanted = part(node, "type")
        if value is None and wanted is None:
            return None
        params = {each.key: self.type_of(each.node) for each in entries(node, "params")}
        kind = None
        if isinstance(wanted, Sequence):
            kind = Type(
                "enum", f"{OF_OPTION}{name}", tuple(map(text, once(wanted, "`{}` stands twice", self.problems)))
            )
        elif wanted is not None:
            kind = self.type_of(wanted, but=("zone",))
        older = part(node, INHERITED)
        before = self.definition(name, older, older.span) if older is not None else None
        return DefinitionDeclaration(value, params, span, before, kind)

    def choice(self, entry: Entry) -> None:
        node, of = entry.node, part(entry.node, "of")
        if not isinstance(node, Mapping) or of is None:
            return
        kind = self.world.enums.get(text(of)) or self.world.ranges.get(text(of)) or PLAYER
        match, zone = RANGE.match(text(of)), ZONE_TEXT.fullmatch(text(of))
        if match:
            kind = between(int(match[1]), int(match[2]))
        elif zone is not None and zone[1] in self.world.zones:
            kind = CARD
        kind = replace(kind, optional=True)
        announced = part(node, "announced")
        option = self.world.options.get(text(announced))
        known = bool(option.value) if option is not None else flag(announced)
        if isinstance(announced, Scalar) and isinstance(announced.value, str) and option is None:
            notes = ("`announced` takes `true`, `false` or the name of an option",)
            unknown = UnknownName("E209", "option", announced.value, tuple(self.world.options))
            self.problems.report(unknown, announced.span, notes=notes)
        about, verb = text(part(node, "about"), "choice"), text(part(node, "verb"), "choose")
        needed = flag(part(node, "needed"), kind.kind == "card")
        self.world.choices[entry.key] = ChoiceDeclaration(
            entry.key, kind, node, known, needed, about, verb, entry.key_span
        )
