"""Which files of scenarios belong to a name. Not here: reading them."""

from __future__ import annotations

from pathlib import Path

from unoflex_rules.resources import SUFFIX, UnknownRuleset, find_ruleset, list_rulesets, rulesets_dir

FOLDER = "scenarios"


class NoScenarios(LookupError):
    """A ruleset that has no scenarios."""

    def __init__(self, ruleset_id: str) -> None:
        super().__init__(f"`{ruleset_id}` has no scenarios: write rulesets/{FOLDER}/{ruleset_id}{SUFFIX}")


def list_scenarios() -> list[Path]:
    """All shipped files of scenarios, sorted."""
    return [shown(path) for path in sorted((rulesets_dir() / FOLDER).rglob(f"*{SUFFIX}"))]


def find_scenarios(name: str) -> list[Path]:
    """The files that `name` stands for: a file of scenarios, or those of a shipped ruleset (its id, or its file).

    A ruleset's are `scenarios/ID.yaml` and `scenarios/ID-....yaml`. Raises NoScenarios where there are none, and
    UnknownRuleset for a name that is neither.
    """
    root = rulesets_dir()
    path = Path(name)
    if path.is_file() and not is_shipped_ruleset(path):
        return [path]
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


def is_shipped_ruleset(path: Path) -> bool:
    root = rulesets_dir().resolve()
    if not path.resolve().is_relative_to(root):
        return False
    return path.resolve().relative_to(root).with_suffix("").as_posix() in list_rulesets()


def shown(path: Path) -> Path:
    """A path from the working directory, where the file lies below it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
