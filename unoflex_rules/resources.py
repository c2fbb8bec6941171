"""Where the shipped rulesets and schemas lie, and how a ruleset is found by its name.

Reading a ruleset is not done here, nor is what `extends` and `with` may name.
"""

import difflib
import os
from functools import cache
from pathlib import Path

SUFFIX = ".yaml"
PACKAGE = Path(__file__).resolve().parent


class UnknownRuleset(LookupError):
    """Neither a file nor a shipped ruleset; `suggestions` are a file and ids that look most alike, best first."""

    def __init__(self, name: str, suggestions: list[str]) -> None:
        self.name = name
        self.suggestions = suggestions
        hint = f"; did you mean `{suggestions[0]}`?" if suggestions else ""
        super().__init__(f"`{name}` is neither a file nor a shipped ruleset{hint}")


def rulesets_dir() -> Path:
    """The folder of the shipped rulesets."""
    return _shipped("rulesets")


def schema_dir() -> Path:
    """The folder of the shipped JSON Schemas."""
    return _shipped("schema")


def list_rulesets() -> list[str]:
    """The ids of all shipped rulesets, sorted: `classic`, `house/stacking`, ... (no scenarios)."""
    root = rulesets_dir()
    ids = (path.relative_to(root).with_suffix("").as_posix() for path in root.rglob(f"*{SUFFIX}"))
    return sorted(each for each in ids if not each.startswith("scenarios/"))


def find_ruleset(name: str | os.PathLike[str]) -> Path:
    """The file that `name` stands for: a path, or the id of a shipped ruleset, with or without `.yaml`.

    A file wins over an id. Something else that exists (a folder, a device), or may exist in a folder that cannot be
    searched, is returned too: reading it tells what is wrong with it. Raises UnknownRuleset when there is nothing of
    that name.
    """
    text = os.fspath(name)
    if os.path.isfile(text):  # unlike Path.is_file, False for a name that is too long or may not be looked at
        return Path(text)
    ruleset_id = text.removesuffix(SUFFIX)
    if ruleset_id in list_rulesets():
        return rulesets_dir() / f"{ruleset_id}{SUFFIX}"
    if os.path.exists(text) or is_hidden(text):
        return Path(text)
    raise UnknownRuleset(text, [*_beside(text), *_alike(ruleset_id)])


def shipped_id(file: Path) -> str | None:
    """The id of a shipped ruleset by its file."""
    real, root = Path(os.path.realpath(file)), Path(os.path.realpath(rulesets_dir()))
    ruleset_id = real.relative_to(root).with_suffix("").as_posix() if real.is_relative_to(root) else ""
    return ruleset_id if ruleset_id in list_rulesets() else None


def is_hidden(path: str | os.PathLike[str]) -> bool:
    """Whether a folder of the path may not be searched: the file may exist."""
    try:
        os.stat(path)
    except PermissionError:
        return True
    except (OSError, ValueError):
        pass
    return False


def _beside(text: str) -> list[str]:
    """The file of that folder which was probably meant: `mine.yaml` for `mine`, or one that looks like it."""
    folder, name = os.path.split(text)
    try:
        files = sorted(each for each in os.listdir(folder or ".") if each.endswith((SUFFIX, ".yml")))
    except (OSError, ValueError):
        return []
    wanted = name if name.endswith((SUFFIX, ".yml")) else f"{name}{SUFFIX}"
    near = [wanted] if wanted in files else difflib.get_close_matches(wanted, files, n=1, cutoff=0.85)
    return [os.path.join(folder, each) for each in near]


def _alike(ruleset_id: str) -> list[str]:
    """Ids near to `ruleset_id`, as a whole first, then by their last part."""
    ids = list_rulesets()
    by_last_part = {each.rpartition("/")[2]: each for each in reversed(ids)}
    whole = difflib.get_close_matches(ruleset_id, ids, n=3)
    last = difflib.get_close_matches(Path(ruleset_id).name, by_last_part, n=3)
    return list(dict.fromkeys(whole + [by_last_part[each] for each in last]))[:3]


@cache
def _shipped(folder: str) -> Path:
    """`folder` of the checkout that holds this package, else the copy that was installed with it.

    In an editable install the copy is stale, so the checkout goes first; pyproject.toml tells a checkout from
    a folder that only happens to lie beside an installed package. Raises FileNotFoundError.
    """
    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / folder).is_dir():
        return checkout / folder
    installed = PACKAGE / "_data" / folder
    if installed.is_dir():
        return installed
    raise FileNotFoundError(f"the shipped folder `{folder}` is missing; install the package again")
