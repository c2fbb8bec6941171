"""Reads the options of a ruleset: types, defaults and settings. Not here: other declarations (declarations.py)."""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Mapping as MappingType
from contextlib import suppress

from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.rejection import AlreadyReported, ProblemReporter
from unoflex_rules.language.expressions.types import BOOL, INT, NONE, OF_OPTION, Const, Type, between
from unoflex_rules.language.expressions.world import Scope, World
from unoflex_rules.language.schema.ranges import within_bounds
from unoflex_rules.language.schema.repeated_names import once
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.scalars import read_setting

PLAYER_COUNT = "player_count"


class OptionReader(ProblemReporter):
    """Reads the options of a ruleset into a World, for a number of players and settings of the options."""

    def __init__(self, tree: Mapping, players: int, settings: MappingType[str, str], problems: Problems) -> None:
        self.tree = tree
        self.problems = problems
        self.world = World(players, file=tree.span.file)
        self.settings = settings
        self.by_name = {entry.key: entry for entry in entries(tree, "options")}
        self.settling: list[str] = []  # options whose defaults are being evaluated

    def options(self, only: Collection[str] | None = None) -> None:
        """Read all options, or `only` some; each after the options that its default uses."""
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
        """Read one option, unless it has been read."""
        name, span = entry.key, entry.key_span
        kind, default = part(entry.node, "type"), part(entry.node, "default")
        if not isinstance(default, Scalar) or kind is None or name in self.world.options:
            return
        given: object = default.value
        source: Span | None = default.span
        if name in self.settings:
            given, source = read_setting(self.settings[name]), None
        elif self.is_computed(default, kind):
            given = self.computed(name, kind, default)
            if given is None:
                return
        if isinstance(kind, Sequence):
            members = tuple(map(text, once(kind, "value", self.problems)))
            value = str(given).lower() if isinstance(given, bool) else str(given)
            if value not in members:
                shown = default.text if source else self.settings[name]
                self.problems.error(
                    "E106", f"option `{name}` must be one of {', '.join(members)}, not `{shown}`", source,
                    suggestion=nearest(value, members), also=self.declared(entry, source), names=(name,),
                )  # fmt: skip
                value = members[0]
            kind_of_value = Type("enum", f"{OF_OPTION}{name}", members)
            self.world.options[name] = Const(kind_of_value, span, members.index(value))
        elif text(kind) == "bool":
            if not isinstance(given, bool):
                self.wrong_type(entry, bool, default, source)
            self.world.options[name] = Const(BOOL, span, int(given is True))
        elif isinstance(given, bool) or not isinstance(given, int):
            self.wrong_type(entry, int, default, source)
            self.world.options[name] = Const(INT, span, 0)
        else:
            within_bounds(entry, given, source, self.declared(entry, source), self.problems)
            self.world.options[name] = Const(between(given, given), span, given)

    def declared(self, entry: Entry, source: Span | None) -> tuple[tuple[Span, str], ...]:
        """The declaration of an option, as the place of a problem with a setting from the command line."""
        help_ = text(part(entry.node, "help"))
        return () if source is not None else ((entry.key_span, help_ or "declared here"),)

    def wrong_type(self, entry: Entry, wanted: type[bool] | type[int], default: Scalar, source: Span | None) -> None:
        """Report an option's value of another type; suggest it without quotes if that is right."""
        name = entry.key
        shown = default.text if source else self.settings[name]
        is_quoted = source is not None and default.style != "plain"
        near = default.text if is_quoted and type(read_setting(default.text)) is wanted else None
        what = f"`{shown}`" if near is None else f"the text `{shown}`"
        if near is None and wanted is bool:
            near = {"0": "false", "1": "true"}.get(shown) or nearest(shown, ("true", "false"))
        message = f"option `{name}` must be {'true or false' if wanted is bool else 'a whole number'}, not {what}"
        also = self.declared(entry, source)
        self.problems.error("E103", message, source, suggestion=near, also=also, names=(name,))

    # ---- computed defaults -----------------------------------------------------------------------------------------

    def is_computed(self, default: Scalar, kind: Node) -> bool:
        """Whether a default is an expression, and not a value or a misspelt one."""
        if not isinstance(default.value, str) or (isinstance(kind, Sequence) and text(default) in map(text, kind)):
            return False
        return not re.fullmatch(r"-?\w*", default.text) or default.text in (*self.by_name, PLAYER_COUNT)

    def computed(self, name: str, kind: Node, default: Scalar) -> object:
        """The value of a default that uses other options or the number of players; reads those options first.

        None if it is faulty; the option then has a value all the same.
        """
        enum = Type("enum", f"{OF_OPTION}{name}", tuple(map(text, kind))) if isinstance(kind, Sequence) else None
        wanted = enum or (BOOL if text(kind) == "bool" else INT)
        least = part(self.by_name[name].node, "min")
        nothing = least.value if isinstance(least, Scalar) and isinstance(least.value, int) and wanted is INT else 0
        before, number = len(self.problems), None
        self.settling.append(name)
        self.world.options[name] = Const(wanted, default.span, nothing)  # for uses of a faulty option
        for other in re.findall(r"\w+", default.text):
            if other in self.settling:
                circle = [*self.settling[self.settling.index(other) :], other]
                message = f"the default of an option cannot depend on itself: {' -> '.join(circle)}"
                self.problems.error("E320", message, default.span)
            elif other in self.by_name:
                self.option(self.by_name[other])
        self.settling.pop()
        with suppress(AlreadyReported):
            found = ExpressionChecker(self.world, self.problems).read(default, Scope({}), wanted)
            if not isinstance(found, Const) or (enum is not None and found.value == NONE):
                message = "a default may use only numbers, options and `player_count`"
                raise self.error("E302", message, default.span)
            number = found.value
        if number is None or len(self.problems) > before:
            return None
        del self.world.options[name]
        return enum.members[number] if enum is not None else bool(number) if wanted is BOOL else number
