"""Conflicts between overlays and files that they do not extend: neither author would notice that both disagree.

Not here: the order in which files are laid (merge.py), or what a key does to an inherited value (overlaying.py).

Two overlays under one `with` conflict if they set a value differently. An overlay conflicts with a file that it does
not extend if both declare the same name differently, because each gives the name its own meaning. A sign (`name=:`, or
`do=:` below the name) says that the override is intended, and a file laid over both decides.

An overlay is written for the steps and definitions of its base. It conflicts with a game that has replaced those that
the overlay replaces as well, since the game's rule would be lost, or has emptied those to which the overlay adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from unoflex_rules.language.compose import inherited
from unoflex_rules.language.compose.overlaying import Keys, name_of
from unoflex_rules.language.compose.pieces import KNOWN
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.wording import listed
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

#: The sections that declare names, each with the keys by which an entry declares its name; an entry without them
#: changes an inherited one. With no keys, any key declares. Under `values` each value is a name as well.
NAMES: Final[MappingType[str, tuple[str, ...]]] = {
    "options": ("type",),
    "values": (),
    "attributes": ("type",),
    "card_state": ("type",),
    "active": (),
    "zones": (),
    "variables": ("type",),
    "choices": ("of",),
    "define": (),
    "cards": ("face", "faces", "like"),
    "moments": (),
    "effects": ("do",),
    "counts": (),
}


class Conflict(NamedTuple):
    """Two places that disagree about a path.

    `over`: what the files disagree about: a value that both set, a name that both declare, or a rule of the base that
    the game has replaced or emptied.
    """

    path: Keys
    before: Span
    after: Span
    over: Literal["value", "name", "replaced", "emptied"] = "value"

    def report(self, problems: Problems, named: Span | None = None) -> None:
        """Add E409; `named` is the place that names the later overlay."""
        path, name = ".".join(self.path), self.path[-1]
        here = () if named is None else ((named, "this overlay is named here"),)
        if self.over == "value":
            problems.error(
                "E409", f"two overlays set `{path}` differently", self.after, label="set by one overlay",
                also=((self.before, "set by the other overlay"), *here),
                notes=("the ruleset that lists both overlays can decide: its own value overrides both",),
            )  # fmt: skip
            return
        if self.over != "name":
            does = "replaces" if self.over == "replaced" else "adds to"
            problems.error(
                "E409", f"the overlay {does} `{path}`, which the game has {self.over}", self.after,
                also=((self.before, f"{self.over} here"), *here),
                notes=(
                    "in the game's own file, `with` puts an overlay below the game's rules; or write an overlay that "
                    "extends the game",
                ),
            )  # fmt: skip
            return
        problems.error(
            "E409", f"the overlay declares `{path}`, which the game already declares differently", self.after,
            label="declared by the overlay", also=((self.before, "declared here before"), *here),
            notes=(
                f"rename one of them; or write `{name}=:` in the overlay to replace the other, or `extends` to build "
                "on it",
            ),
        )  # fmt: skip


class ForeignList(NamedTuple):
    """A list of an overlay's base that would replace a list of a game that does not extend the base."""

    overlay: Scalar
    base: Scalar
    path: Keys
    before: Span
    after: Span


def report_foreign_lists(found: list[ForeignList], problems: Problems) -> None:
    """Add E411 for each overlay, with all lists that its base would replace."""
    for overlay in dict.fromkeys(each.overlay for each in found):
        own = [each for each in found if each.overlay is overlay]
        first = max(own, key=lambda each: len(each.path))  # rather a list of steps than one of names
        names = listed(dict.fromkeys(".".join(each.path) for each in own))
        problems.error(
            "E411", f"`{overlay.text}` is for games that extend `{first.base.text}`", overlay.span,
            label="this game does not extend it",
            also=((first.before, "this would be replaced"), (first.after, "by this")),
            notes=(f"it extends `{first.base.text}`, which has another {names}",),
        )  # fmt: skip


class Redeclared(NamedTuple):
    """A name that an overlay declares although files that it does not extend have declared it."""

    path: Keys
    before: Node
    first: Span
    second: Span


@dataclass
class Conflicts:
    """The conflicts of the layers so far. `extended`: by the name of a file, the files that it names."""

    extended: MappingType[str, Set[str]]
    found: list[Conflict] = field(default_factory=list)
    overlays_of: dict[str, MappingType[str, int]] = field(default_factory=dict)
    declared: dict[Keys, dict[str, Span]] = field(default_factory=dict)  # by which files, and where
    rules: dict[Keys, list[Node]] = field(default_factory=dict)  # the steps and definitions that files set, in order

    def replaces(self, at: Keys, before: Node, after: Node, overlays: MappingType[str, int]) -> None:
        """Note that a layer, reached by these overlays, overrides a value."""
        self._decide(at)
        others = self.overlays_of.get(before.span.file, {})
        apart = any(others.get(file, place) != place for file, place in overlays.items())
        if apart and before.span.file not in self.bases_of(after.span.file) and before.plain() != after.plain():
            self.found.append(Conflict(at, before.span, after.span))

    def is_foreign(self, before: Node, after: Node) -> bool:
        """Whether a list replaces a list of a file that the replacing file does not extend."""
        if not (isinstance(before, Sequence) and isinstance(after, Sequence) and before.items):
            return False
        known = {after.span.file, *self.bases_of(after.span.file)}
        return before.span.file not in known and before.plain() != after.plain()

    def redeclared(self, tree: Mapping | None, own: Mapping, is_overlay: bool) -> list[Redeclared]:
        """The names that a layer declares again; notes all names that it declares."""
        file = own.span.file
        known = {file, *self.bases_of(file)}
        again = []
        for path, entry in declarations(own):
            by = self.declared.setdefault(path, {})
            before = None if tree is None else tree.get(path)
            if is_overlay and by and before is not None and not known & by.keys() and _redeclares(path, before, entry):
                again.append(Redeclared(path, before, [*by.values()][-1], entry.key_span))
            elif any(each.after.file in known for each in self.found if each.path == path):
                self._decide(path)
            by[file] = entry.key_span
        return again

    def misfits(self, own: Mapping, is_overlay: bool) -> list[Conflict]:
        """The rules of its base that an overlay changes although the game has replaced or emptied them.

        Notes all rules that a layer sets.
        """
        file = own.span.file
        bases = self.bases_of(file)
        found = []
        for path, entry, adds in rules_in(own):
            by = self.rules.setdefault(path, [])
            is_of_base = any(each.span.file in bases for each in by)
            if is_overlay and is_of_base and by[-1].span.file not in {file, *bases}:
                if not adds and by[-1].plain() != entry.node.plain():
                    found.append(Conflict(path, by[-1].span, entry.key_span, "replaced"))
                elif adds and by[-1].plain() == []:
                    found.append(Conflict(path, by[-1].span, entry.key_span, "emptied"))
            if not adds:
                by.append(entry.node)
        return found

    def judge(self, redeclared: Iterable[Redeclared], tree: Mapping) -> None:
        """Add a conflict for each name whose declaration has changed."""
        for path, before, first, second in redeclared:
            after = tree.get(path)
            if after is None or after.plain() != before.plain():
                self._decide(path)
                self.found.append(Conflict(path, first, second, "name"))

    def bases_of(self, name: str) -> set[str]:
        """The names of all files that a file extends, directly or not."""
        bases: set[str] = set()
        more = [name]
        while more:
            new = self.extended.get(more.pop(), set()) - bases
            bases |= new
            more += new
        return bases

    def _decide(self, at: Keys) -> None:
        """Drop the conflicts about a path and all paths below it."""
        self.found = [each for each in self.found if each.path[: len(at)] != at]


def declarations(own: Mapping) -> Iterator[tuple[Keys, Entry]]:
    """The names that a file declares with plain keys, and their paths."""
    for section in (entry for entry in own if entry.key in NAMES and isinstance(entry.node, Mapping)):
        for entry in _plain(section.node):
            yield (section.key, entry.key), entry
            if section.key == "values":
                yield from (((section.key, entry.key, each.key), each) for each in _plain(entry.node))


def rules_in(own: Mapping) -> Iterator[tuple[Keys, Entry, bool]]:
    """The steps and definitions that a file sets or replaces, or to which it adds; not those that use `inherited`."""
    places = {place[:size] for place in (*KNOWN.steps, *KNOWN.definitions) for size in range(1, len(place) + 1)}

    def below(at: Keys, pattern: Keys, node: Node) -> Iterator[tuple[Keys, Entry, bool]]:
        for entry in node if isinstance(node, Mapping) else ():
            name = name_of(entry)
            path = (*at, name)
            known = next((each for last in (name, "*") if (each := (*pattern, last)) in places), None)
            if known is None or entry.key.endswith("-"):
                continue
            if known in KNOWN.steps and not inherited.in_steps(entry.node):
                yield path, entry, "+" in (entry.key[0], entry.key[-1])
            elif known in KNOWN.definitions and not inherited.in_definition(entry.node):
                if not inherited.is_abstract(entry.node):
                    yield path, entry, False
            else:
                yield from below(path, known, entry.node)

    yield from below((), (), own)


def _plain(node: Node) -> list[Entry]:
    return [entry for entry in node if name_of(entry) == entry.key] if isinstance(node, Mapping) else []


def _redeclares(path: Keys, before: Node, entry: Entry) -> bool:
    """Whether an entry declares a name again, rather than sets it, changes it or adds to it."""
    if path[0] == "define" and inherited.in_definition(entry.node):
        return False
    if not isinstance(before, Mapping) or not isinstance(entry.node, Mapping):
        return not (isinstance(entry.node, Scalar) and path[:-1] in KNOWN.short and path[0] != "define")
    if path[:-1] == ("values",):  # a type: its values are compared one by one
        return False
    if inherited.in_steps(entry.node):
        return False
    by = NAMES[path[0]]
    return any(each.key in before and (each.key in by or not by) for each in _plain(entry.node))
