"""All questions that are asked of a ruleset without errors, by the code of the warning. Not here: what they look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeAlias

from unoflex_rules.language.checks import asking, cards, hidden, in_force, loops, named, never, seats, unused
from unoflex_rules.language.checks.doubts import Doubt, Looked

Check: TypeAlias = Callable[[Looked], Iterator[Doubt]]

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
    "W520": never.conditions,
    "W521": never.steps,
    "W522": never.moments,
    "W523": never.owners,
    "W530": cards.unplayable,
    "W531": cards.idle,
    "W532": in_force.start_card,
    "W533": in_force.nothing,
    "W540": asking.unanswered,
    "W541": seats.two_players,
    "W542": asking.telling,
    "W543": asking.others_of_another,
    "W550": loops.without_end,
    "W551": loops.endless,
    "W552": loops.without_winner,
    "W560": hidden.rules,
    "W561": named.twice,
    "W562": named.redeclared,
    "W570": named.alike,
}

#: What is asked of a base as well: of what its own steps say, not of what others do with it.
OF_BASES: Final = frozenset({"W515", "W520", "W521", "W523", "W542", "W543", "W551", "W560", "W561", "W562", "W570"})


def doubts(looked: Looked, codes: Collection[str]) -> Iterator[Doubt]:
    """What the checks of these codes find, in the order of the codes."""
    for code, check in CHECKS.items():
        if code in codes and (not looked.is_base or code in OF_BASES):
            yield from check(looked)
