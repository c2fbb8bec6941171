"""Finds the files that `extends` and `with` name, and rejects files outside the allowed folders.

Not here: reading the files (merge.py).
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.yaml.file_kinds import RULESET, SCENARIOS
from unoflex_rules.language.yaml.nodes import Scalar
from unoflex_rules.resources import is_hidden

SUFFIXES = (".yaml", ".yml")
_KEY = re.compile(r"^([a-z]+) *:", re.M)  # at the outermost level
# Paths that are not relative: an address, a drive, a share, a home folder, the root of the disk.
_NOT_RELATIVE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[/\\]|[A-Za-z]:|[/\\~]")


@dataclass(frozen=True)
class Folders:
    """The folders of rulesets that may be extended: the library, and `root` if there is one."""

    library: Path
    root: Path | None

    @classmethod
    def of(cls, library: Path, root: Path | None) -> Folders:
        """The two folders, symbolic links resolved."""
        return cls(_real(library), None if root is None else _real(root))

    def allow(self, path: Path) -> bool:
        """Whether a resolved path is in one of the folders."""
        return path.is_relative_to(self.library) or (self.root is not None and path.is_relative_to(self.root))

    def shown(self, path: Path) -> str:
        """The name of a file in messages: the id of a library file, else its path from the working directory."""
        if path.is_relative_to(self.library):
            return path.relative_to(self.library).with_suffix("").as_posix()
        here = Path.cwd()
        return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()

    def find(self, name: Scalar, by: Path, problems: Problems) -> Path | None:
        """The resolved path of the ruleset that `extends` or `with` names in the file `by`; None after E401 or E403.

        `./` and `../` start from the folder of `by`; any other name is looked for there first, then in the library.
        `.yaml` may be omitted. A file never names itself, and files of scenarios are skipped: `extends: classic` in the
        author's own classic.yaml names the library's.
        """
        text = name.text
        if _NOT_RELATIVE.match(text) or "\\" in text or "\0" in text:
            self._refuse(name, problems)
            return None
        home = by.parent
        explicit = text.startswith(("./", "../"))
        folders = [home] if explicit or self.allow(home) else []
        if not explicit:
            folders.append(self.library)
        relative = text if text.endswith(SUFFIXES) else text + SUFFIXES[0]
        places = [_real(folder / relative) for folder in folders]
        if not all(map(self.allow, places)):
            self._refuse(name, problems)
            return None
        found = [place for place in places if os.path.isfile(place) or is_hidden(place)]
        if not found:
            self._not_found(name, home, places, problems)
            return None
        others = [place for place in found if place != by]
        if len(others) > 1:
            others = [place for place in others if not _has_scenarios(place)] or others
        return next(iter(others), found[0])

    def _refuse(self, name: Scalar, problems: Problems) -> None:
        """Add E403."""
        own = [] if self.root is None else [f"`{self.shown(self.root)}`"]
        problems.error(
            "E403",
            f"`{name.text}` is outside the folders of rulesets",
            name.span,
            suggestion=name.text.replace("\\", "/") if "\\" in name.text and ":" not in name.text else None,
            notes=(f"allowed: names and relative paths in {' and '.join([*own, 'the library'])}",),
        )

    def _not_found(self, name: Scalar, home: Path, looked: list[Path], problems: Problems) -> None:
        """Add E401, with a suggestion."""
        text = name.text
        prefix = text[: text.rfind("/") + 1] if text.startswith(("./", "../")) else ""
        known = set() if prefix else set(names_in(self.library, deep=True))
        if self.allow(_real(home / prefix)):
            known.update(prefix + each for each in names_in(home / prefix))
        wanted = text.removesuffix(SUFFIXES[0])
        by_last_part = {PurePosixPath(each).name: each for each in sorted(known, reverse=True)}
        last = PurePosixPath(wanted).name
        near = nearest(wanted, known) or by_last_part.get(last) or by_last_part.get(nearest(last, by_last_part) or "")
        places = " and ".join(f"`{self.shown(path)}`" for path in looked)
        near = None if near in (text, wanted) else near
        shipped = names_in(self.library) if near is None and not prefix else []
        what = "is not a file" if any(map(os.path.exists, looked)) else "was not found"
        problems.error(
            "E401",
            f"the ruleset `{text}` {what}",
            name.span,
            suggestion=near,
            notes=(
                *((f"looked for {places}",) if places else ()),
                *((f"shipped games: {', '.join(sorted(shipped))}",) if shipped else ()),
            ),
        )


def _real(path: Path) -> Path:
    """The path without symbolic links, whether or not it exists."""
    return Path(os.path.realpath(path))


def _has_scenarios(path: Path) -> bool:
    """Whether a file looks like a file of scenarios, judged by its lines."""
    try:
        keys = _KEY.findall(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False
    return SCENARIOS.key in keys and RULESET.key not in keys


def names_in(folder: Path, *, deep: bool = False) -> list[str]:
    """The names of at most a thousand rulesets in a folder; `deep` includes the folders below it."""
    found: list[str] = []
    try:
        for path in folder.rglob("*.yaml") if deep else folder.glob("*.yaml"):
            found.append(path.relative_to(folder).with_suffix("").as_posix())
            if len(found) == 1000:
                break
    except OSError:
        pass  # an unreadable folder gives no suggestions
    return found
