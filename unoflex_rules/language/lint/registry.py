"""The table of checks by warning code. Not here: the checks (checks), or what they examine (lint_context.py)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeAlias

from unoflex_rules.language.lint.checks import (
    endless,
    hidden_cards,
    in_force,
    lookalikes,
    many_combinations,
    player_selectors,
    shadowed,
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
    "W524": unreachable.same_on_both_sides,
    "W530": useless_cards.unplayable,
    "W531": useless_cards.without_effect,
    "W532": in_force.start_card,
    "W533": in_force.nothing_matches,
    "W540": unanswerable.questions,
    "W541": player_selectors.two_players,
    "W542": hidden_cards.disclosed,
    "W543": player_selectors.others_of_another,
    "W544": many_combinations.options,
    "W550": endless.games,
    "W551": endless.loops,
    "W552": endless.without_winner,
    "W553": endless.emptied,
    "W560": shadowed.rules,
    "W561": lookalikes.duplicate_lines,
    "W562": lookalikes.redeclared_effects,
    "W563": shadowed.hidden_names,
    "W570": lookalikes.similar_names,
}

#: The checks of a base: they concern its own steps, not what a game does with them.
OF_BASES: Final = frozenset(
    {"W515", "W520", "W521", "W523", "W524", "W542", "W543", "W544", "W551", "W560", "W561", "W562", "W563", "W570"}
)


def lint_warnings(context: LintContext, codes: Collection[str]) -> Iterator[LintWarning]:
    """The warnings with these codes, in the order of the table."""
    for code, check in CHECKS.items():
        if code in codes and (not context.is_base or code in OF_BASES):
            yield from check(context)
