"""What an overlay says against a file that it knows nothing of: both cannot be meant, and neither would be noticed.

Not here: which files are laid in which order (merge.py), or what a key does to what is inherited (overlaying.py).

Two overlays of one `with` contradict each other where they set a value differently. An overlay and any file on which it
does not build contradict each other where both declare the same name in different ways: each means a thing of its own
by it. A sign (`name=:`, or `do=:` below the name) says that what is there is meant, and a file laid over both decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field
from typing import Final

from unoflex_rules.language.compose import inherited
from unoflex_rules.language.compose.overlaying import Keys, name_of
from unoflex_rules.language.compose.pieces import KNOWN
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.wording import listed
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

#: The keys under which names are declared, each with the keys of an entry by which it declares its name; without them
#: it changes what is there, and where there are none any key declares it. Under `values` each value is a name as well.
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


@dataclass(frozen=True)
class Conflict:
    """Where something is said, by one file and by another; `declared` if both declare it, else both set it."""

    keys: Keys
    before: Span
    after: Span
    declared: bool = False

    def tell(self, problems: Problems, laid: Span | None = None) -> None:
        """Adds E409; `laid`: where the overlay is named that came last."""
        here = () if laid is None else ((laid, "this overlay is laid on it here"),)
        if not self.declared:
            problems.error(
                "E409", f"two overlays set `{'.'.join(self.keys)}` differently", self.after,
                label="this is set by one of them", also=((self.before, "and this by the other"), *here),
                notes=("the ruleset that lays both over itself can say which: what it sets itself is the last word",),
            )  # fmt: skip
            return
        name = self.keys[-1]
        problems.error(
            "E409", f"an overlay declares `{'.'.join(self.keys)}`, which is something else in what it is laid on",
            self.after, label="the overlay means this",
            also=((self.before, "and this is there already"), *here),
            notes=(
                f"give one of them another name; or `{name}=:` in the overlay says that it replaces what is there, and "
                "`extends` that it knows it",
            ),
        )  # fmt: skip


@dataclass(frozen=True)
class Stranger:
    """An overlay that builds on a foundation which what it is laid on knows nothing of, and a list of that foundation
    that would take the place of another one."""

    overlay: Scalar
    foundation: Scalar
    keys: Keys
    before: Span
    after: Span


def tell_strangers(found: list[Stranger], problems: Problems) -> None:
    """Adds E411 for each overlay, with all that its foundation would replace."""
    for overlay in dict.fromkeys(each.overlay for each in found):
        its = [each for each in found if each.overlay is overlay]
        first = max(its, key=lambda each: len(each.keys))  # of several lists rather one of steps
        names = listed(dict.fromkeys(".".join(each.keys) for each in its))
        problems.error(
            "E411", f"`{overlay.text}` is for games that build on `{first.foundation.text}`", overlay.span,
            label="what it is laid on does not build on it",
            also=((first.before, "this would be replaced"), (first.after, "by this")),
            notes=(f"with it comes `{first.foundation.text}`, which has its own {names}",),
        )  # fmt: skip


@dataclass
class Conflicts:
    """The contradictions of the layers so far. `builds`: by the name of a file, those that it names itself."""

    builds: MappingType[str, Set[str]]
    found: list[Conflict] = field(default_factory=list)
    overlays_of: dict[str, MappingType[str, int]] = field(default_factory=dict)
    declared: dict[Keys, dict[str, Span]] = field(default_factory=dict)  # by which files, and where

    def replaces(self, at: Keys, before: Node, after: Node, overlays: MappingType[str, int]) -> None:
        """Takes note that a layer, which came in by these overlays, puts a value in the place of another one."""
        self._decided(at)
        others = self.overlays_of.get(before.span.file, {})
        apart = any(others.get(file, place) != place for file, place in overlays.items())
        apart = apart and before.span.file not in self.below(after.span.file)
        if apart and before.plain() != after.plain():
            self.found.append(Conflict(at, before.span, after.span))

    def is_stranger(self, before: Node, after: Node) -> bool:
        """Whether a list takes the place of another one, of which the file that does it knows nothing."""
        known = {after.span.file, *self.below(after.span.file)}
        lists = isinstance(before, Sequence) and isinstance(after, Sequence) and bool(before.items)
        return lists and before.span.file not in known and before.plain() != after.plain()

    def anew(self, tree: Mapping | None, own: Mapping, is_overlay: bool) -> list[tuple[Keys, Node, Span, Span]]:
        """The names that a layer declares although files of which it knows nothing have done so.

        Each with what is there, and both places. Takes note of all names of the layer.
        """
        file = own.span.file
        known = {file, *self.below(file)}
        again = []
        for path, entry in declarations(own):
            by = self.declared.setdefault(path, {})
            before = None if tree is None else tree.get(path)
            if is_overlay and by and before is not None and not known & by.keys() and _restated(path, before, entry):
                again.append((path, before, [*by.values()][-1], entry.key_span))
            elif any(each.after.file in known for each in self.found if each.keys == path):
                self._decided(path)
            by[file] = entry.key_span
        return again

    def judge(self, again: list[tuple[Keys, Node, Span, Span]], tree: Mapping) -> None:
        """Adds what has become something else by being declared again."""
        for path, before, first, second in again:
            after = tree.get(path)
            if after is None or after.plain() != before.plain():
                self._decided(path)
                self.found.append(Conflict(path, first, second, declared=True))

    def below(self, name: str) -> set[str]:
        """The names of all files that one builds on."""
        below: set[str] = set()
        more = [name]
        while more:
            new = self.builds.get(more.pop(), set()) - below
            below |= new
            more += new
        return below

    def _decided(self, at: Keys) -> None:
        """What was said of this, and of what is below it, counts no more."""
        self.found = [each for each in self.found if each.keys[: len(at)] != at]


def declarations(own: Mapping) -> Iterator[tuple[Keys, Entry]]:
    """The names that a file declares by plain keys, with their paths."""
    for section in (entry for entry in own if entry.key in NAMES and isinstance(entry.node, Mapping)):
        for entry in _plain(section.node):
            yield (section.key, entry.key), entry
            if section.key == "values":
                yield from (((section.key, entry.key, each.key), each) for each in _plain(entry.node))


def _plain(node: Node) -> list[Entry]:
    return [entry for entry in node if name_of(entry) == entry.key] if isinstance(node, Mapping) else []


def _restated(path: Keys, before: Node, entry: Entry) -> bool:
    """Whether an entry declares again what is there, instead of changing or adding to it; a setting does neither."""
    if path[0] == "define" and inherited.in_definition(entry.node):
        return False
    if not isinstance(before, Mapping) or not isinstance(entry.node, Mapping):
        return not (isinstance(entry.node, Scalar) and path[:-1] in KNOWN.short and path[0] != "define")
    if path[:-1] == ("values",):  # a type: its values are looked at one by one
        return False
    if inherited.in_steps(entry.node):  # it knows that something is there
        return False
    by = NAMES[path[0]]
    return any(each.key in before and (each.key in by or not by) for each in _plain(entry.node))
