"""Which files of scenarios belong to a name. Not here: reading them."""

from __future__ import annotations

import re
from pathlib import Path

from unoflex_rules.resources import SUFFIX, UnknownRuleset, find_ruleset, list_rulesets, rulesets_dir

FOLDER = "scenarios"
RULESET = re.compile(r"^format\s*:", re.M)
CAMPAIGN = re.compile(r"^campaign\s*:", re.M)


class NoScenarios(LookupError):
    """A ruleset that has no scenarios."""

    def __init__(self, ruleset_id: str, where: str | None = None) -> None:
        where = where or f"rulesets/{FOLDER}/{ruleset_id}{SUFFIX}"
        super().__init__(f"`{ruleset_id}` has no scenarios: write {where}")


def list_scenarios() -> list[Path]:
    """All shipped files of scenarios, sorted."""
    return [shown(path) for path in sorted((rulesets_dir() / FOLDER).rglob(f"*{SUFFIX}"))]


def find_scenarios(name: str) -> list[Path]:
    """The files that `name` stands for: a file of scenarios, all those in a folder, or those of a ruleset.

    A ruleset is named by its id or its file; its scenarios are `scenarios/NAME.yaml` and `scenarios/NAME-....yaml`
    beside it, and `NAME.scenarios.yaml` next to a ruleset of somebody's own. Raises NoScenarios where there are none,
    and UnknownRuleset for a name that is nothing of this.
    """
    root = rulesets_dir()
    path = Path(name)
    if path.is_dir():
        there = [file for file in sorted(path.glob(f"*{SUFFIX}")) if not is_ruleset(file) and not is_campaign(file)]
        if not there:
            raise NoScenarios(name, "files of scenarios there")
        return there
    if path.is_file() and not is_shipped_ruleset(path):
        return [path] if not is_ruleset(path) else beside(path, path.stem)
    try:
        found = find_ruleset(name).resolve()
    except UnknownRuleset:
        if path.exists():
            return [path]
        raise
    ruleset_id = found.relative_to(root.resolve()).with_suffix("").as_posix() if is_shipped_ruleset(found) else name
    folder = root / FOLDER
    files = [folder / f"{ruleset_id}{SUFFIX}", *sorted(folder.glob(f"{ruleset_id}-*{SUFFIX}"))]
    there = [shown(file) for file in files if file.is_file()]
    if not there:
        raise NoScenarios(ruleset_id)
    return there


def beside(ruleset: Path, name: str) -> list[Path]:
    """The files of scenarios of a ruleset of somebody's own: next to it, and in the folder `scenarios` beside it."""
    folder = ruleset.parent / FOLDER
    files = [ruleset.parent / f"{name}.scenarios{SUFFIX}", folder / f"{name}{SUFFIX}"]
    files += sorted(folder.glob(f"{name}-*{SUFFIX}"))
    there = [file for file in files if file.is_file()]
    if not there:
        raise NoScenarios(str(ruleset), str(files[0]))
    return there


def is_ruleset(path: Path) -> bool:
    """Whether a file looks like a ruleset: it says which version of the language it is written in."""
    return RULESET.search(path.read_text(encoding="utf-8", errors="replace")) is not None


def is_campaign(path: Path) -> bool:
    """Whether a file looks like a campaign: it says which version of that format it has."""
    return CAMPAIGN.search(path.read_text(encoding="utf-8", errors="replace")) is not None


def is_shipped_ruleset(path: Path) -> bool:
    root = rulesets_dir().resolve()
    if not path.resolve().is_relative_to(root):
        return False
    return path.resolve().relative_to(root).with_suffix("").as_posix() in list_rulesets()


def shown(path: Path) -> Path:
    """A path from the working directory, where the file lies below it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
