"""Starts a ruleset: a small file that extends a shipped game, and scenarios for it.

Not here: the texts (scaffold_files.py), or asking for a name and showing what comes next (the command line).
"""

from __future__ import annotations

import difflib
import os
import re
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from unoflex_rules.atomic_files import write_all_new
from unoflex_rules.authoring.new_card import new_card
from unoflex_rules.authoring.scaffold_files import ruleset_text, scenarios_text
from unoflex_rules.language.ruleset import Ruleset, load, validate
from unoflex_rules.resources import SUFFIX, list_rulesets, rulesets_dir

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
LONGEST = 80  # letters of an id and of a title
FEWEST, MOST = 2, 16  # players
#: Letters without an accent that are spelled with other letters.
SPELLED = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "Ø": "O", "Ł": "L"})


class BadScaffold(ValueError):
    """A ruleset that cannot be started; the text says why, and what is possible."""


class AlreadyExists(RuntimeError):
    """A file of that name exists, and stays unchanged; the text names it."""


@dataclass(frozen=True, slots=True)
class Scaffold:
    """The two files of a new ruleset, and whether it adds a card."""

    ruleset: Path
    scenarios: Path
    has_card: bool


def check_name(name: str) -> str:
    """Return `name` if a new ruleset can have it. Raises BadScaffold with a name that is possible."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        folder = f", and its folder with `--folder {name.rpartition('/')[0]}`" if re.search("[^/]/[^/]", name) else ""
        allowed = f"small letters, digits, `_` and `-`, {LONGEST} at most"
        raise BadScaffold(f"`{name}` is not a valid name ({allowed}); try `{suggested(name)}`{folder}")
    if name in list_rulesets():
        raise BadScaffold(f"`{name}` is a shipped ruleset; try `{suggested(name)}`")
    return name


def suggested(name: str) -> str:
    """A valid name that resembles `name`."""
    last = name.rpartition("/")[2].removesuffix(SUFFIX).removesuffix(".yml")
    plain = unicodedata.normalize("NFKD", last.translate(SPELLED)).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9_]+", "-", plain.replace("'", "")).strip("-_")[: LONGEST - 3].rstrip("-_")
    if not found:
        return "my-game"
    return f"my-{found}" if found in list_rulesets() else found


def start_ruleset(
    name: str,
    extends: str = "classic",
    title: str | None = None,
    players: tuple[int, int] | None = None,
    folder: str | os.PathLike[str] = ".",
) -> Scaffold:
    """Write NAME.yaml and NAME.scenarios.yaml into `folder`, both or neither; never overwrite a file.

    `extends`: the id of a shipped game. `players`: the fewest and the most, by default those of that game. Raises
    BadScaffold, AlreadyExists, and OSError.
    """
    check_name(name)
    base, place = _base(extends), Path(folder)
    if not place.is_dir():
        why = "is a file, not a folder" if place.exists() else "does not exist; create it first"
        raise BadScaffold(f"the folder `{place}` {why}")
    beside = place / f"{extends}{SUFFIX}"
    if beside.exists():
        raise BadScaffold(f"the ruleset would extend `{beside}` instead of the shipped game; choose another folder")
    card = new_card(base)
    found = Scaffold(place / f"{name}{SUFFIX}", place / f"{name}.scenarios{SUFFIX}", card is not None)
    text = ruleset_text(name, base, _title(name, title), _players(players), card, place)
    _check(name, text)
    try:
        write_all_new({found.ruleset: text, found.scenarios: scenarios_text(name, base, players, card, place)})
    except FileExistsError as error:
        message = f"`{error.filename}` already exists; nothing was written: choose another name"
        raise AlreadyExists(message) from None
    return found


def _base(extends: str) -> Ruleset:
    """The shipped game with this id."""
    ids = list_rulesets()
    base = load(rulesets_dir() / f"{extends}{SUFFIX}") if extends in ids else None
    if base is not None and not base.is_base:
        return base
    if base is not None:
        way = "extend a game such as `classic`, or write a whole game as in docs/language.md, sections 21 and 22"
        raise BadScaffold(f"`{extends}` is a base for games, not a game: {way}")
    games = [each for each in ids if not load(rulesets_dir() / f"{each}{SUFFIX}").is_base]
    near = difflib.get_close_matches(extends, games, n=1)
    way = f"did you mean `{near[0]}`?" if near else f"shipped games: {', '.join(games)}"
    raise BadScaffold(f"there is no shipped game `{extends}`; {way}")


def _title(name: str, title: str | None) -> str:
    """The requested title, or one made of the name."""
    if title is None:
        return " ".join(word[:1].upper() + word[1:] for word in re.split("[-_]+", name) if word)
    title = title.strip()
    if not title or not title.isprintable() or len(title) > LONGEST:
        raise BadScaffold(f"a title is a line of 1 to {LONGEST} letters, such as `My Game`")
    return title


def _players(players: tuple[int, int] | None) -> tuple[int, int] | None:
    if players is not None and not FEWEST <= players[0] <= players[1] <= MOST:
        raise BadScaffold(f"{players[0]} to {players[1]} players are not possible: {FEWEST} to {MOST}, such as 2-6")
    return players


def _check(name: str, text: str) -> None:
    """Raise BadScaffold for a ruleset with errors: the deck may be too small for the requested players."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}{SUFFIX}"
        path.write_text(text, encoding="utf-8")
        errors = [problem for problem in validate(path) if problem.severity == "error"]
    if errors:
        raise BadScaffold(f"the ruleset would have an error ({errors[0].code}): {errors[0].message}")
