"""The ruleset of a campaign, as its file names it. Not here: reading rulesets (language)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.resources import SUFFIX, shipped_id

#: The id of a shipped ruleset, or another file.
RulesetName: TypeAlias = str | Path


@dataclass(frozen=True)
class CampaignRules:
    """A ruleset, its overlays, and the settings of its options."""

    ruleset: RulesetName
    overlays: tuple[RulesetName, ...]
    settings: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, ruleset: Ruleset) -> CampaignRules:
        """The rules of a ruleset that has been loaded."""
        overlays = tuple(named_in(Path.cwd(), name) for name in ruleset.overlays)
        name = shipped_id(ruleset.file) or ruleset.file.absolute()
        return cls(name, overlays, tuple(sorted(ruleset.settings.items())))


def named_in(folder: Path, name: str | Path) -> RulesetName:
    """What a name in `folder` means: a file there, with or without its suffix, or an id.

    A file with another suffix, also one that a link leads to, is no ruleset; its text is not read, and so never shown.
    """
    for each in (folder / name, folder / f"{name}{SUFFIX}"):
        real = Path(os.path.realpath(each))
        if each.is_file() and {each.suffix, real.suffix} <= {SUFFIX, ".yml"}:
            return shipped_id(real) or real
    is_other_file = (folder / name).is_file()
    return f"{name}{SUFFIX}" if is_other_file else str(name).removesuffix(SUFFIX)


def name_in(folder: Path, ruleset: RulesetName) -> str:
    """The name of a ruleset in a file in `folder`."""
    if isinstance(ruleset, str):
        return ruleset
    relative = Path(os.path.relpath(ruleset, os.path.realpath(folder))).as_posix()
    return relative if relative.startswith("../") else f"./{relative}"
