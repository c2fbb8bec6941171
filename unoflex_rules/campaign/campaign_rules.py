"""The ruleset of a campaign, as its file names it. Not here: reading rulesets (language)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.resources import SUFFIX, list_rulesets, rulesets_dir

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

    A file with another suffix is no ruleset; its text is not read, and so never shown.
    """
    for each in (folder / name, folder / f"{name}{SUFFIX}"):
        if each.is_file() and each.suffix in (SUFFIX, ".yml"):
            return shipped_id(each) or Path(os.path.realpath(each))
    is_other_file = (folder / name).is_file()
    return f"{name}{SUFFIX}" if is_other_file else str(name).removesuffix(SUFFIX)


def name_in(folder: Path, ruleset: RulesetName) -> str:
    """The name of a ruleset in a file in `folder`."""
    if isinstance(ruleset, str):
        return ruleset
    relative = Path(os.path.relpath(ruleset, os.path.realpath(folder))).as_posix()
    return relative if relative.startswith("../") else f"./{relative}"


def shipped_id(file: Path) -> str | None:
    """The id of a shipped ruleset by its file."""
    real, root = Path(os.path.realpath(file)), Path(os.path.realpath(rulesets_dir()))
    ruleset_id = real.relative_to(root).with_suffix("").as_posix() if real.is_relative_to(root) else ""
    return ruleset_id if ruleset_id in list_rulesets() else None
