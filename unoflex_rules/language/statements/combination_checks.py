"""Checks the combinations of cards that an option offers. Not here: other parts of options (questions.py)."""

from __future__ import annotations

from unoflex_rules.language.diagnostics.kinds import MissingKey
from unoflex_rules.language.expressions.types import BOOL, CARD, CHOSEN, INT, Const, Expr, Local, Type, between
from unoflex_rules.language.expressions.world import Scope
from unoflex_rules.language.schema.ranges import RANGE, range_meant
from unoflex_rules.language.statements.step_checker import StepChecker
from unoflex_rules.language.statements.tree import Combination
from unoflex_rules.language.yaml.node_access import flag, part, text
from unoflex_rules.language.yaml.nodes import Entry, Node

#: The most cards of a combination.
MOST = 16
#: The keys of an option that describe its combinations, besides `count`.
ABOUT_COMBINATIONS = ("order", "follows", "whole")


class CombinationChecks(StepChecker):
    """Checks `count`, `order`, `follows` and `whole` of an option."""

    def combination(self, entry: Entry, scope: Scope, card: Local, face: Local) -> Combination | None:
        """The combinations that an option offers; None if it offers single cards, or no cards."""
        node = entry.node
        count = part(node, "count")
        if count is None:
            for key in ABOUT_COMBINATIONS:
                if (alone := part(node, key)) is not None:
                    raise self.report(MissingKey("count", f"`{key}` needs the number of cards"), alone.span)
            return None
        if part(node, "cards") is None:
            raise self.error("E302", "`count` goes with `cards`", count.span)
        for key, why in (
            ("announces", "choices are not announced with several cards"),
            ("quiet", "the player is always asked"),
        ):
            other = part(node, key)
            if other is not None and (key == "announces" or flag(other)):
                raise self.error("E302", f"`{key}` does not go with `count`", other.span, notes=(why,))
        least, most = self.bounds(count, scope)
        prior = Local("prior", CARD, face)
        cards = Local("cards", CHOSEN)
        of_card = scope.inner({"card": card, "face": face})
        following = of_card.inner({"prior": prior})
        together = scope.inner({"cards": cards, "face": face})
        return Combination(
            least, most, prior, cards,
            self.optional_part(node, "order", of_card, INT),
            self.optional_part(node, "follows", following, BOOL),
            self.optional_part(node, "whole", together, BOOL),
        )  # fmt: skip

    def optional_part(self, node: Node, key: str, scope: Scope, kind: Type) -> Expr | None:
        """A key of an option as an expression, if it is there."""
        found = part(node, key)
        return None if found is None else self.expressions.read(found, scope, kind)

    def bounds(self, node: Node, scope: Scope) -> tuple[Expr, Expr]:
        """The least and the greatest number of cards: a range, or one number for both."""
        written = text(node)
        match, meant = RANGE.match(written), range_meant(written)
        if match is None and (meant is not None or ".." in written):
            meant = meant if meant is not None and RANGE.match(meant) else None
            raise self.error("E104", "expected a range such as `1..4`", node.span, suggestion=meant)
        if match is not None:
            low, high = int(match[1]), int(match[2])
            if not 1 <= low <= high <= MOST:
                message = f"a combination has 1 to {MOST} cards: write a range such as `1..4`"
                turned = f"{high}..{low}" if 1 <= high < low <= MOST else None
                raise self.error("E104", message, node.span, suggestion=turned)
            return Const(between(low, low), node.span, low), Const(between(high, high), node.span, high)
        number = self.expressions.read(node, scope, INT)
        limits = number.type.span_of_values
        if self.keeps_all:  # the value of an option is not known
            return number, number
        if limits is None or limits[1] > MOST or limits[1] < 1:
            message = f"the number of cards must be limited: a combination has 1 to {MOST} cards"
            notes = ("write a range such as `1..4`, or give the variable or option a limited type",)
            raise self.error("E104", message, node.span, notes=notes)
        return number, number
