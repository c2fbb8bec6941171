"""The kinds of files, told apart by one key each: rulesets, scenarios, campaigns.

Not here: reading them, or what else they contain.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from unoflex_rules.language.yaml.nodes import Mapping


class FileKind(NamedTuple):
    """A kind of file: the key that only this kind has, its name, and the command for it."""

    key: str
    name: str
    advice: str


RULESET: Final = FileKind("format", "a ruleset", "check it with `unoflex validate`")
SCENARIOS: Final = FileKind("scenarios", "a file of scenarios", "run it with `unoflex test`")
CAMPAIGN: Final = FileKind(
    "campaign", "a campaign", "continue it with `unoflex campaign play`, check it with `unoflex campaign check`"
)


def other_kind(tree: Mapping, own: FileKind) -> FileKind | None:
    """The kind of a file that is not of kind `own`; None if it is, or if the kind is unknown."""
    if own.key in tree:
        return None
    return next((kind for kind in (RULESET, SCENARIOS, CAMPAIGN) if kind.key in tree), None)
