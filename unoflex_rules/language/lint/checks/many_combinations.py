"""Options of several cards that a hand of usual size may offer in too many ways. Not here: other options."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.truth import Facts, most
from unoflex_rules.language.statements.combination_checks import MOST
from unoflex_rules.language.statements.tree import Combination
from unoflex_rules.language.yaml.node_access import part

#: The engine's limits: combinations on offer, and combinations to try.
ON_OFFER: Final = 4096
TO_TRY: Final = 20_000
LARGE: Final = 20  # cards of a hand that may well occur


def options(context: LintContext) -> Iterator[LintWarning]:
    """Options whose combinations only their number limits, and this number allows too many."""
    game = context.open_game
    if game is None:
        return
    seen: set[Span] = set()
    for each in game.options:
        node, combination = part(each.entry.node, "count"), each.option.combination
        if combination is None or node is None or node.span in seen or not context.is_own(node.span):
            continue
        seen.add(node.span)
        hand = too_many(context.facts, combination, len(game.looks))
        if hand:
            what = "to try" if combination.whole is not None else "on offer"
            limit = TO_TRY if combination.whole is not None else ON_OFFER
            yield context.warning(
                "W544", f"with {hand} cards, this option may have more than {limit:,} combinations {what}", node.span,
                "beyond that, the game ends with an error",
                "lower the number, or compare each card with the one before it: `follows: card.KEY == prior.KEY`",
            )  # fmt: skip


def too_many(facts: Facts, combination: Combination, looks: int) -> int:
    """The fewest cards with which an option may have too many combinations; 0 if that takes a large hand."""
    if combination.follows is not None:
        return 0
    low, high = min(facts.values(combination.least)), min(most(facts.values(combination.most)), MOST)
    low, limit = (1, TO_TRY) if combination.whole is not None else (low, ON_OFFER)
    for hand in range(1, min(LARGE, looks) + 1):
        if sum(comb(hand, size) for size in range(max(low, 1), high + 1)) > limit:
            return hand
    return 0
