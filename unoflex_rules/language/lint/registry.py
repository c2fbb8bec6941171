"""All questions that are asked of a ruleset without errors, by the code of the warning. Not here: what they look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeAlias

from unoflex_rules.language.lint.checks import (
    endless,
    in_force,
    lookalikes,
    shadowed,
    two_player_selectors,
    unanswerable,
    unreachable,
    unused,
    useless_cards,
)
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning

Check: TypeAlias = Callable[[LintContext], Iterator[LintWarning]]

CHECKS: Final[dict[str, Check]] = {
    "W510": unused.names("options"),
    "W511": unused.names("zones"),
    "W512": unused.variables,
    "W513": unused.names("define"),
    "W514": unused.names("effects"),
    "W515": unused.parameters,
    "W516": unused.names("choices"),
    "W517": unused.names("counts"),
    "W518": unused.values,
    "W519": unused.kinds,
    "W520": unreachable.conditions,
    "W521": unreachable.steps,
    "W522": unreachable.moments,
    "W523": unreachable.owners,
    "W530": useless_cards.unplayable,
    "W531": useless_cards.idle,
    "W532": in_force.start_card,
    "W533": in_force.nothing,
    "W540": unanswerable.unanswered,
    "W541": two_player_selectors.two_players,
    "W542": unanswerable.telling,
    "W543": unanswerable.others_of_another,
    "W550": endless.without_end,
    "W551": endless.endless,
    "W552": endless.without_winner,
    "W560": shadowed.rules,
    "W561": lookalikes.twice,
    "W562": lookalikes.redeclared,
    "W570": lookalikes.alike,
}

#: What is asked of a base as well: of what its own steps say, not of what others do with it.
OF_BASES: Final = frozenset({"W515", "W520", "W521", "W523", "W542", "W543", "W551", "W560", "W561", "W562", "W570"})


def lint_warnings(context: LintContext, codes: Collection[str]) -> Iterator[LintWarning]:
    """What the checks of these codes find, in the order of the codes."""
    for code, check in CHECKS.items():
        if code in codes and (not context.is_base or code in OF_BASES):
            yield from check(context)
