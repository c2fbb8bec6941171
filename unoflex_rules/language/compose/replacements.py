"""Names that a key with `=` removes while something still uses them: all uses become one problem at the key.

Not here: what a sign does (overlaying.py), or finding that a name is unknown (parsing.py and others).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingType
from typing import Final, NamedTuple

from unoflex_rules.language.compose.conflicts import NAMES
from unoflex_rules.language.compose.overlaying import name_of
from unoflex_rules.language.diagnostics.codes import Phase
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.wording import listed
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence

MAX_PLACES: Final = 3
MAX_NAMES: Final = 6
WORD: Final = re.compile(r"\w+")


class Replacement(NamedTuple):
    """A key with `=`, and the names that are lost by it."""

    key: str
    span: Span
    lost: frozenset[str]


def replacements(before: Mapping, after: Mapping, own: Mapping) -> Iterator[Replacement]:
    """The keys with `=` by which a file loses names: the tree `before` and `after` the file `own` is laid down."""
    for section in (entry for entry in own if name_of(entry) in NAMES):
        name = name_of(section)
        lost = _names(before.get((name,)), name) - _names(after.get((name,)), name)
        inside = section.node if isinstance(section.node, Mapping) and section.key == name else ()
        signed = [each for each in (section, *inside) if each.key == f"{name_of(each)}="]
        for each in signed if lost else ():
            path = (name,) if each is section else (name, name_of(each))
            here = _names(before.get(path), name) - _names(after.get(path), name)
            yield Replacement(each.key, each.key_span, frozenset(here & lost))


def _names(node: Node | None, section: str) -> set[str]:
    """The names that a section declares, values included; of `card.fits` and `player.team` the last word."""
    if isinstance(node, Sequence):
        return {item.text for item in node if isinstance(item, Scalar)}
    found: set[str] = set()
    for entry in node if isinstance(node, Mapping) else ():
        found.add(entry.key.rpartition(".")[2])
        if section == "values":
            found |= _names(entry.node, "")
    return found


def explain_replacements(found: Iterable[Replacement], sources: MappingType[str, str], problems: Problems) -> None:
    """Report each replacement whose lost names other files still use, instead of the problems at the uses."""
    errors = [each for each in problems.sorted() if each.severity == "error"]
    errors = [each for each in errors if each.phase in (Phase.NAMES, Phase.MEANING) and each.span is not None]
    for replacement in found:
        uses = [each for each in errors if _words(sources, each) & replacement.lost]
        others = [each for each in uses if each.span is not None and each.span.file != replacement.span.file]
        if others:
            ordered = [*others, *(each for each in uses if each not in others)]
            problems.replace(uses, _still_used(sources, replacement, ordered))
            errors = [each for each in errors if each not in uses]


def _still_used(sources: MappingType[str, str], replacement: Replacement, uses: list[Problem]) -> Problem:
    """The problem of a replacement whose names are still used."""
    lost = sorted({name for each in uses for name in _words(sources, each) & replacement.lost})
    places = [each.span for each in uses if each.span is not None]
    notes = [f"a plain `{replacement.key[:-1]}:` changes what is inherited and keeps the rest"]
    if len(places) > MAX_PLACES:
        notes.append(f"{len(places) - MAX_PLACES:,} more places use the lost names")
    few = ", ".join(f"`{name}`" for name in lost[:MAX_NAMES])
    names = f"{few} and {len(lost) - MAX_NAMES} more" if len(lost) > MAX_NAMES else listed(lost)
    return Problem.plain(
        "E412", f"{names} {'is' if len(lost) == 1 else 'are'} replaced here but still used", replacement.span,
        notes=tuple(notes), also=tuple((each, "used here") for each in places[:MAX_PLACES]),
    )  # fmt: skip


def _words(sources: MappingType[str, str], problem: Problem) -> set[str]:
    """The words on the marked lines of the file."""
    if problem.span is None:
        return set()
    lines = sources.get(problem.span.file, "").split("\n")[problem.span.line - 1 : problem.span.end_line]
    return set(WORD.findall("\n".join(lines)))
