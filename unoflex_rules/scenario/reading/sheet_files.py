"""Which files of scenarios belong to a name. Not here: reading them."""

from __future__ import annotations

import re
from pathlib import Path

from unoflex_rules.resources import SUFFIX, UnknownRuleset, find_ruleset, list_rulesets, rulesets_dir

FOLDER = "scenarios"
#: The key that only a ruleset, or only a campaign, has.
OTHER_KIND = re.compile(r"^(format|campaign)\s*:", re.M)


class NoScenarios(LookupError):
    """A ruleset, or a folder, without scenarios."""

    def __init__(self, name: str, where: str) -> None:
        super().__init__(f"`{name}` has no scenarios: write {where}")


def list_scenarios() -> list[Path]:
    """All shipped files of scenarios, sorted."""
    return [shown(path) for path in sorted((rulesets_dir() / FOLDER).rglob(f"*{SUFFIX}"))]


def find_scenarios(name: str) -> list[Path]:
    """The files that `name` means: a file of scenarios, all those in a folder, or those of a ruleset.

    A ruleset is named by its id or its file. Its scenarios are `scenarios/NAME.yaml` and `scenarios/NAME-....yaml` in
    the same folder and, unless it is shipped, `NAME.scenarios.yaml`. Raises NoScenarios, and UnknownRuleset for
    another name.
    """
    path = Path(name)
    if path.is_dir():
        files = [file for file in sorted(path.glob(f"*{SUFFIX}")) if kind_of(file) is None]
        return existing(files, name, "files of scenarios there")
    if path.is_file() and not is_shipped_ruleset(path):
        return [path] if kind_of(path) != "format" else beside(path)
    try:
        found = find_ruleset(name).resolve()
    except UnknownRuleset:
        if path.exists():
            return [path]
        raise
    if is_shipped_ruleset(found):
        name = found.relative_to(rulesets_dir().resolve()).with_suffix("").as_posix()
    files = in_folder(rulesets_dir() / FOLDER, name)
    return [shown(file) for file in existing(files, name, f"rulesets/{FOLDER}/{name}{SUFFIX}")]


def beside(ruleset: Path) -> list[Path]:
    """The scenarios of a ruleset that is not shipped."""
    first = ruleset.parent / f"{ruleset.stem}.scenarios{SUFFIX}"
    return existing([first, *in_folder(ruleset.parent / FOLDER, ruleset.stem)], str(ruleset), str(first))


def in_folder(folder: Path, name: str) -> list[Path]:
    return [folder / f"{name}{SUFFIX}", *sorted(folder.glob(f"{name}-*{SUFFIX}"))]


def existing(files: list[Path], name: str, where: str) -> list[Path]:
    found = [file for file in files if file.is_file()]
    if not found:
        raise NoScenarios(name, where)
    return found


def kind_of(path: Path) -> str | None:
    """`format` for a ruleset, `campaign` for a campaign, None for anything else."""
    found = OTHER_KIND.search(path.read_text(encoding="utf-8", errors="replace"))
    return found[1] if found else None


def is_shipped_ruleset(path: Path) -> bool:
    root, path = rulesets_dir().resolve(), path.resolve()
    return path.is_relative_to(root) and path.relative_to(root).with_suffix("").as_posix() in list_rulesets()


def shown(path: Path) -> Path:
    """A path below the working directory as a relative path."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
