"""Names that are gone since a file replaces what declared them, while something still uses them: one problem, there.

Not here: what a sign does (overlaying.py), or finding that a name is unknown (parsing.py and others).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingType
from dataclasses import dataclass
from typing import Final

from unoflex_rules.language.compose.conflicts import NAMES
from unoflex_rules.language.compose.overlaying import name_of
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.wording import listed
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence

TOLD: Final = 3  # places that use what is gone
NAMED: Final = 6  # names of what is gone
WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True)
class Replacement:
    """A key with `=`, and the names that are no longer there because of it."""

    key: str
    span: Span
    lost: frozenset[str]


def replacements(before: Mapping, after: Mapping, own: Mapping) -> Iterator[Replacement]:
    """What a file replaces by less: `before` and `after` it is laid down; `own` is the file."""
    for section in (entry for entry in own if name_of(entry) in NAMES):
        name = name_of(section)
        lost = _names(before.get((name,)), name) - _names(after.get((name,)), name)
        inside = section.node if isinstance(section.node, Mapping) and section.key == name else ()
        signed = [each for each in (section, *inside) if each.key == f"{name_of(each)}="]
        for each in signed if lost else ():
            path = (name,) if each is section else (name, name_of(each))
            here = _names(before.get(path), path[0]) - _names(after.get(path), path[0])
            yield Replacement(each.key, each.key_span, frozenset(here & lost))


def _names(node: Node | None, section: str) -> set[str]:
    """The names that are declared there, those of values among them; of `card.fits` and `player.team` the last word."""
    if isinstance(node, Sequence):
        return {item.text for item in node if isinstance(item, Scalar)}
    found: set[str] = set()
    for entry in node if isinstance(node, Mapping) else ():
        found.add(entry.key.rpartition(".")[2])
        if section == "values":
            found |= _names(entry.node, "")
    return found


def fold(shrunk: Iterable[Replacement], sources: MappingType[str, str], problems: Problems) -> None:
    """Tell, in place of the errors that come of a replacement, what it lacks and where that is used."""
    errors = [each for each in problems.sorted() if each.severity == "error" and "E2" <= each.code < "E4"]
    for sign in shrunk:
        uses = [each for each in errors if each.span is not None and _words(sources, each.span) & sign.lost]
        others = [each for each in uses if each.span is not None and each.span.file != sign.span.file]
        if not others:
            continue
        problems.replace(uses, _told(sources, sign, [*others, *(each for each in uses if each not in others)]))
        errors = [each for each in errors if each not in uses]


def _told(sources: MappingType[str, str], sign: Replacement, uses: list[Problem]) -> Problem:
    words = [_words(sources, each.span) & sign.lost for each in uses if each.span is not None]
    lost = sorted({name for each in words for name in each})
    places = [each.span for each in uses if each.span is not None]
    more = (f"{len(places) - TOLD:,} more places use what is gone",) if len(places) > TOLD else ()
    ways = (f"a plain `{sign.key[:-1]}:` changes what is inherited and keeps the rest",)
    few = ", ".join(f"`{name}`" for name in lost[:NAMED])
    names = f"{few} and {len(lost) - NAMED} more" if len(lost) > NAMED else listed(lost)
    verb = "is" if len(lost) == 1 else "are"
    return Problem.plain(
        "E412", f"{names} {verb} replaced here, and still used", sign.span,
        notes=(*ways, *more), also=tuple((each, "used here") for each in places[:TOLD]),
    )  # fmt: skip


def _words(sources: MappingType[str, str], span: Span) -> set[str]:
    """The words on the lines of a place."""
    lines = sources.get(span.file, "").split("\n")[span.line - 1 : span.end_line]
    return set(WORD.findall("\n".join(lines)))
