"""Where the rulesets lie that `extends` and `with` name, and which files a ruleset may name at all.

Of a file nothing is looked at here but its sort, where two have the name that is meant; what is done with it once it is
found stands in merge.py.
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

SUFFIXES = (".yaml", ".yml")
_KEY = re.compile(r"^([a-z]+) *:", re.M)  # at the outermost level
# What a path may not begin with: an address, a drive, a share, a home folder, the root of the disk.
_NOT_RELATIVE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[/\\]|[A-Za-z]:|[/\\~]")


@dataclass(frozen=True)
class Folders:
    """Where rulesets may be taken from: below `root`, if there is one, and from the library."""

    library: Path
    root: Path | None

    @classmethod
    def of(cls, library: Path, root: Path | None) -> Folders:
        """The two folders, symbolic links resolved."""
        return cls(_real(library), None if root is None else _real(root))

    def allow(self, path: Path) -> bool:
        """Whether a resolved path lies below one of the two."""
        return path.is_relative_to(self.library) or (self.root is not None and path.is_relative_to(self.root))

    def shown(self, path: Path) -> str:
        """How a file is called in messages: as one would type it, `rulesets/std.yaml` for the library."""
        working = Path.cwd()
        for folder, base in ((working, working), (self.library, self.library.parent)):
            if path.is_relative_to(folder):
                return path.relative_to(base).as_posix()
        return path.as_posix()

    def find(self, name: Scalar, by: Path | None, problems: Problems) -> Path | None:
        """The resolved path of the ruleset that `extends` or `with` names, or None after E401 or E403.

        `by` is the file that says it; a text without a file counts as standing in `root`. `./` and `../` start
        from its folder; any other name is looked for there first and then in the library. `.yaml` may be left
        out. `extends: classic` in one's own classic.yaml names the library's, and so does a name that a file of
        scenarios has as well.
        """
        text = name.text
        if _NOT_RELATIVE.match(text) or "\\" in text or "\0" in text:
            self._refuse(name, problems)
            return None
        home = by.parent if by is not None else self.root
        explicit = text.startswith(("./", "../"))
        folders = [home] if home is not None and (explicit or self.allow(home)) else []
        if not explicit:
            folders.append(self.library)
        relative = text if text.endswith(SUFFIXES) else text + SUFFIXES[0]
        places = [_real(folder / relative) for folder in folders]
        if not all(map(self.allow, places)):
            self._refuse(name, problems)
            return None
        found = [place for place in places if os.path.isfile(place)]
        if not found:
            self._not_found(name, home, places, problems)
            return None
        others = [place for place in found if place != by]
        if len(others) > 1:
            others = [place for place in others if not _has_scenarios(place)] or others
        return next(iter(others), found[0])

    def _refuse(self, name: Scalar, problems: Problems) -> None:
        """Adds E403."""
        own = [] if self.root is None else [f"`{self.shown(self.root)}`"]
        problems.error(
            "E403",
            f"`{name.text}` leaves the folders from which a ruleset may be taken",
            name.span,
            suggestion=name.text.replace("\\", "/") if "\\" in name.text and ":" not in name.text else None,
            notes=(f"allowed are {' and '.join([*own, 'the library'])}, by names and relative paths",),
        )

    def _not_found(self, name: Scalar, home: Path | None, looked: list[Path], problems: Problems) -> None:
        """Adds E401, with the name that was probably meant."""
        text = name.text
        prefix = text[: text.rfind("/") + 1] if text.startswith(("./", "../")) else ""
        known = set() if prefix else set(names_in(self.library, deep=True))
        if home is not None and self.allow(_real(home / prefix)):
            known.update(prefix + each for each in names_in(home / prefix))
        wanted = text.removesuffix(SUFFIXES[0])
        by_last_part = {PurePosixPath(each).name: each for each in sorted(known, reverse=True)}
        last = PurePosixPath(wanted).name
        near = nearest(wanted, known) or by_last_part.get(last) or by_last_part.get(nearest(last, by_last_part) or "")
        places = " and ".join(f"`{self.shown(path)}`" for path in looked)
        near = None if near in (text, wanted) else near
        shipped = names_in(self.library) if near is None and not prefix else []
        what = "is not a file" if any(map(os.path.exists, looked)) else "is not found"
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
    """The path without symbolic links, whether or not there is something."""
    return Path(os.path.realpath(path))


def _has_scenarios(path: Path) -> bool:
    """Whether a file has scenarios and is no ruleset, as far as its lines tell."""
    try:
        keys = _KEY.findall(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False
    return SCENARIOS.key in keys and RULESET.key not in keys


def names_in(folder: Path, *, deep: bool = False) -> list[str]:
    """The names of the rulesets in a folder, at most a thousand; with `deep` of those in folders below it too."""
    found: list[str] = []
    try:
        for path in folder.rglob("*.yaml") if deep else folder.glob("*.yaml"):
            found.append(path.relative_to(folder).with_suffix("").as_posix())
            if len(found) == 1000:
                break
    except OSError:
        pass  # a folder that may not be listed gives no suggestions
    return found
