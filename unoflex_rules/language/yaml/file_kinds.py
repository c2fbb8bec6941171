"""Of which sort a file is, by the key that only this sort has: a ruleset, scenarios, a campaign.

Not here: what else stands in one, or who reads it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from unoflex_rules.language.yaml.nodes import Mapping


class Sort(NamedTuple):
    """A sort of files: the key by which it is known, what it is called, and what takes it."""

    key: str
    name: str
    taken: str


RULESET: Final = Sort("format", "a ruleset", "`unoflex validate` checks it")
SCENARIOS: Final = Sort("scenarios", "a file of scenarios", "`unoflex test` runs it")
CAMPAIGN: Final = Sort("campaign", "a campaign", "`unoflex campaign play` plays on, `unoflex campaign check` checks it")


def other_sort(tree: Mapping, own: Sort) -> Sort | None:
    """The sort of a file that is not of its `own`; None where it is, or where nobody can tell."""
    if own.key in tree:
        return None
    return next((sort for sort in (RULESET, SCENARIOS, CAMPAIGN) if sort.key in tree), None)
