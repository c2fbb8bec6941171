"""Reads value types, ranges and the types of declarations. Not here: the declarations (declarations.py)."""

from __future__ import annotations

import re
from dataclasses import replace

from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.expressions.rejection import ProblemReporter
from unoflex_rules.language.expressions.types import (
    BOOL,
    CARD,
    INT,
    MAX_NUMBER,
    MAX_VALUES,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    ZONE,
    Type,
    between,
    is_choosable,
)
from unoflex_rules.language.expressions.world import World
from unoflex_rules.language.schema.ranges import RANGE, range_meant
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence

PLAYER_EACH = "player"
NOT_ASCENDING = "a range must ascend, such as `0..9`"


class TypeReader(ProblemReporter):
    """Reads types."""

    tree: Mapping
    world: World

    def values(self) -> None:
        """Read the value types."""
        for entry in entries(self.tree, "values"):
            name, node = entry.key, entry.node
            if part(node, "range") is not None or RANGE.match(text(node)):
                self.world.ranges[name] = self.named_range(name, node)
            elif isinstance(node, Scalar):
                message = "expected a range such as `0..9`, or a list of values"
                meant = range_meant(text(node))
                self.problems.error("E103", message, node.span, suggestion=meant)
                match = RANGE.match(meant) if meant is not None else None
                self.world.ranges[name] = UNKNOWN if match is None else self.range(match, node.span)
            else:
                keys = [each.key for each in node] if isinstance(node, Mapping) else map(text, node)
                members = tuple(keys)
                if len(members) > MAX_VALUES:
                    self.problems.error("E104", f"a value type has at most {MAX_VALUES} values", entry.key_span)
                self.world.enums[name] = Type("enum", name, members, optional=True)

    def named_range(self, name: str, node: Node) -> Type:
        """A range that is a value type; some of its numbers may have names."""
        written = part(node, "range") or node
        match = RANGE.match(text(written))
        if match is None:
            self.problems.error("E103", "expected a range such as `0..9`", written.span)
            return INT
        kind = replace(self.range(match, written.span), name=name)
        named = entries(node, "names")
        if not named:
            return kind
        if not is_choosable(kind):
            self.problems.error("E104", f"named numbers must lie in 0..{MAX_VALUES - 1}", written.span)
            return kind
        members = [str(number) for number in range((kind.high or 0) + 1)]
        for each in named:
            if int(each.key) not in kind.numbers:
                self.problems.error("E104", f"{each.key} is not within {kind.low}..{kind.high}", each.key_span)
                continue
            members[int(each.key)] = text(part(each.node, "name") or each.node)
        return replace(kind, members=tuple(members), optional=True)

    def range(self, match: re.Match[str], span: Span) -> Type:
        """The type of a range; INT if it is faulty."""
        low, high = int(match[1]), int(match[2])
        if low > high or max(abs(low), abs(high)) > MAX_NUMBER:
            near = f"{high}..{low}" if low > high else None
            self.problems.error("E104", NOT_ASCENDING, span, suggestion=near)
            return INT
        return between(low, high)

    def type_of(
        self, node: Node | None, but: tuple[str, ...] = (), otherwise: Type = UNKNOWN, more: tuple[str, ...] = ()
    ) -> Type:
        """The type of that name; `but` are not allowed here, `more` are other types that would be.

        Returns `otherwise` after reporting an unknown type.
        """
        name = text(node)
        every = {"bool": BOOL, "int": INT, "player": PLAYER, "players": PLAYERS, "card": CARD, "zone": ZONE}
        fixed = {key: value for key, value in every.items() if key not in but}
        match = RANGE.match(name)
        if match and node is not None:
            return self.range(match, node.span)
        found = fixed.get(name) or self.world.enums.get(name) or self.world.ranges.get(name)
        if found is not None:
            return found
        known = [*dict.fromkeys((*fixed, *more, *self.world.enums, *self.world.ranges))]
        near = range_meant(name) or nearest(name, known)
        notes = (f"types: {', '.join(known)}, or a range such as `0..9`",)
        span = node.span if node else None
        self.problems.report(UnknownName("E205", "type", name), span, suggestion=near, notes=notes)
        return otherwise

    def each(self, node: Node | None, what: str) -> tuple[bool, Type | None]:
        """Whether each player has one of `what` is declared, and the type of which each value has one."""
        if node is None:
            return False, None
        written = list(node) if isinstance(node, Sequence) else [node]
        per = [one for one in written if text(one) != PLAYER_EACH]
        if len(per) > 1 or len(written) > len(per) + 1:
            message = f"a {what} may exist for each player, for each value of one type, or for both"
            self.problems.error("E104", message, node.span)
        return len(per) < len(written), self.per(per[0], what) if per else None

    def per(self, node: Node, what: str) -> Type | None:
        """The type of which each value has one; None if it is faulty."""
        name = text(node)
        match = RANGE.match(name)
        kind = self.range(match, node.span) if match else self.world.enums.get(name) or self.world.ranges.get(name)
        if kind is None:
            known = (PLAYER_EACH, *self.world.enums, *self.world.ranges)
            self.problems.report(UnknownName("E205", "type", name, known), node.span)
        elif kind is INT:  # a faulty range
            return None
        elif not is_choosable(kind) or len(kind.numbers) > MAX_VALUES:
            limits = f"at most {MAX_VALUES} values, numbers in 0..{MAX_VALUES - 1}"
            self.problems.error("E104", f"a {what} for each value needs a type with {limits}", node.span)
            return None
        return kind
