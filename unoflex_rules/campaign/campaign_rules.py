"""Which ruleset a campaign is played by, as its file says it. Not here: reading rulesets (language), or that file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from unoflex_rules.resources import SUFFIX, list_rulesets, rulesets_dir

#: The id of a shipped ruleset, or a file of somebody's own.
Meant: TypeAlias = str | Path


@dataclass(frozen=True)
class CampaignRules:
    """A ruleset, the overlays laid on it, and the settings of its options."""

    ruleset: Meant
    overlays: tuple[Meant, ...]
    settings: tuple[tuple[str, str], ...]


def meant(name: str | Path, folder: Path) -> Meant:
    """What a name stands for that is said in `folder`: a file from there, with or without its ending, or an id."""
    for each in (folder / name, folder / f"{name}{SUFFIX}"):
        if each.is_file():
            return shipped(each) or Path(os.path.realpath(each))
    return str(name).removesuffix(SUFFIX)


def shipped(file: Path) -> str | None:
    """The id of a shipped ruleset by its file."""
    real, root = Path(os.path.realpath(file)), Path(os.path.realpath(rulesets_dir()))
    ruleset_id = real.relative_to(root).with_suffix("").as_posix() if real.is_relative_to(root) else ""
    return ruleset_id if ruleset_id in list_rulesets() else None


def all_meant(names: Iterable[str], folder: Path) -> tuple[Meant, ...]:
    """What several names stand for."""
    return tuple(meant(name, folder) for name in names)


def said(ruleset: Meant, folder: Path) -> str:
    """How a file in `folder` names a ruleset."""
    if isinstance(ruleset, str):
        return ruleset
    relative = Path(os.path.relpath(ruleset, os.path.realpath(folder))).as_posix()
    return relative if relative.startswith("../") else f"./{relative}"
