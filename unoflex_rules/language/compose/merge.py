"""Composes a ruleset from files: `extends` names its base, `with` lists overlays.

Not here: laying one tree over another (overlaying.py), conflicts between overlays (conflicts.py), finding files
(base_lookup.py).

The base is laid down first, then the overlays in their order, then the file itself, whose keys override all others.
Bases and overlays may extend further files; a file that several of them extend is laid down once, the first time. The
keys that describe a file (`format`, `id`, `title`, `description`, `base`) are not inherited.

    key: value       sets the value; a mapping is merged into an inherited mapping key by key
    key=: value      replaces the inherited value; `key=: {}` and `key=: []` clear it
    key+: [...]      appends to an inherited list
    +key: [...]      prepends to an inherited list
    key-: [names]    removes entries of a mapping, or equal items of a list

Lists that the language knows (pieces.py) are empty if none is inherited. A list cannot override a mapping, nor a
mapping a list, without `=`. Keys inside lists have no signs, because nothing is inherited there. In each mapping,
replacing and removing come first, then setting, then adding, whatever their order in the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from unoflex_rules.language.compose.base_lookup import SUFFIXES, Folders
from unoflex_rules.language.compose.conflicts import Conflict, Conflicts, ForeignList
from unoflex_rules.language.compose.contributions import Contribution, cards_in
from unoflex_rules.language.compose.overlaying import Keys, Removal, combine, define_removed_options, name_of
from unoflex_rules.language.compose.pieces import KNOWN
from unoflex_rules.language.compose.replacements import Replacement, replacements
from unoflex_rules.language.diagnostics.codes import Phase
from unoflex_rules.language.diagnostics.kinds import UnknownKey
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.file_kinds import RULESET, other_kind
from unoflex_rules.language.yaml.node_access import entries
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.source import read_source

MAX_CHAIN: Final = 32
MAX_FILES: Final = 200
CALLER: Final = "with"  # the name of the file that problems show for the overlays of a caller
DEPTH: Final = 3  # keys of an inherited path that are remembered: a section, a name, a part of it
#: Keys that name other files, and words that authors use instead.
NAMING: Final = ("extends", "with")
SYNONYMS: Final = {
    **dict.fromkeys(("inherits", "inherit", "parent", "based_on", "builds_on", "from", "import"), "extends"),
    **dict.fromkeys(("overlays", "overlay", "include", "includes", "mixins"), "with"),
}
#: Keys that describe the file and are not inherited.
OWN_KEYS: Final = frozenset({"format", "id", "title", "description", "base"})


@dataclass(frozen=True)
class Overlays:
    """Overlays that another file or a caller lays on a ruleset: their names, the file, the nodes with the names."""

    names: tuple[str, ...]
    by: Path
    nodes: tuple[Scalar, ...] = field(compare=False)

    @classmethod
    def named(cls, names: Iterable[str]) -> Overlays:
        """Overlays by ids of shipped rulesets, or by files relative to the working folder.

        Problems show them as lines of a file called `with`.
        """
        called = [(_in_working_folder(name), len(name)) for name in names]
        nodes = tuple(
            Scalar(name, name, "plain", Span(CALLER, line, 1, line, 1 + length))
            for line, (name, length) in enumerate(called, start=1)
        )
        return cls(tuple(each.text for each in nodes), Path.cwd() / CALLER, nodes)

    @property
    def root(self) -> Path:
        """The folder that contains all overlays with a relative path."""
        folders = [self.by.parent, *((self.by.parent / name).parent for name in self.names if name.startswith("."))]
        return Path(os.path.commonpath([os.path.realpath(folder) for folder in folders]))


@dataclass
class Merged:
    """A composed ruleset, and how it was composed. `tree` is None after a problem that leaves none."""

    tree: Mapping | None = None
    #: The name of the ruleset's file in problems.
    name: str = ""
    #: All files in the order in which they were laid down, and by their names in problems.
    files: list[Path] = field(default_factory=list)
    paths: dict[str, Path] = field(default_factory=dict)
    #: The texts of all files that could be read, by their names in problems.
    sources: dict[str, str] = field(default_factory=dict)
    #: The place that first names each extended file.
    named: dict[Path, Span] = field(default_factory=dict)
    #: Overlays that contradict other files, where no file above decides.
    conflicts: list[Conflict] = field(default_factory=list)
    #: What the overlays contribute that the file itself or the caller names.
    contributions: list[Contribution] = field(default_factory=list)
    #: Names under `with` that belong to games.
    game_overlays: list[Scalar] = field(default_factory=list)
    #: Lists of the base of an overlay that would replace lists of the game.
    foreign_lists: list[ForeignList] = field(default_factory=list)
    #: Values that override inherited ones: the path, the inherited place, the new place.
    replaced: list[tuple[Keys, Span, Span]] = field(default_factory=list)
    #: The paths that the file itself inherits, three keys deep.
    inherited: frozenset[Keys] = frozenset()
    #: Entries removed with `-`, and keys with `=` by which names are lost.
    removals: list[Removal] = field(default_factory=list)
    replacements: list[Replacement] = field(default_factory=list)
    #: The overlays that entries of `refuse` name, by the places of the names.
    refused: dict[Span, Path] = field(default_factory=dict)


def load_tree(
    path: Path, *, library: Path, root: Path | None = None, problems: Problems, overlays: Overlays | None = None
) -> Merged:
    """Compose the ruleset in a file; its keys `extends` and `with` are resolved and dropped.

    `root` is the folder of the files that it may name, by default its own; `library` holds the shipped rulesets.
    `overlays` are laid on top, as if a file that extends this one listed them under `with`. Adds the problems of
    reading, E019 for another kind of file, E401 to E406 for files, E003, E404 and E407 for keys.
    """
    file = Path(os.path.realpath(path))
    return _Loader(Folders.of(library, root or file.parent), problems).run(file, overlays)


class _Layer(NamedTuple):
    """A file that has been read."""

    tree: Mapping
    overlays: dict[str, int]  # by which item of which file's `with` it was reached
    overlay: Scalar | None  # the name of the overlay that brings it in
    base_of: tuple[Scalar, Scalar] | None  # the overlay that extends it, and the name by which it is extended


class _Link(NamedTuple):
    """A file that is being read, and the name in it that leads to the next file."""

    identity: object
    name: str
    node: Scalar


class _Loader:
    """Reads the files of one ruleset and lays them over each other."""

    def __init__(self, folders: Folders, problems: Problems) -> None:
        self.folders = folders
        self.problems = problems
        self.fatal = Problems()  # problems after which the files are not laid over each other
        self.merged = Merged()
        self.layers: list[_Layer] = []
        self.extended: dict[str, set[str]] = {}  # by the name of a file, the files that it names
        self.read: set[object] = set()
        self.bases: set[object] = set()  # files with `base: true`
        self.below: set[object] = set()  # the files below the list of overlays that is being read
        self.overlays: list[tuple[Scalar, object]] = []  # each name under `with`, and its file

    def run(self, file: Path, overlays: Overlays | None) -> Merged:
        self.merged.name = self.folders.shown(file)
        self.read_file(file, self.merged.name, [], {}, None)
        if overlays is not None:
            self.read_overlays(overlays)
        self.merged.game_overlays = [node for node, identity in self.overlays if identity not in self.bases]
        self.problems.add(*self.fatal)
        if not self.fatal.has_errors:
            self.lay()
        return self.merged

    def read_overlays(self, overlays: Overlays) -> None:
        """Read the overlays of a caller."""
        own, self.folders = self.folders, Folders.of(self.folders.library, overlays.root)
        by = Path(os.path.realpath(overlays.by))
        if overlays.by.name == CALLER:
            self.merged.sources[CALLER] = "".join(f"{name}\n" for name in overlays.names)
        below = {*self.read}
        for place, node in enumerate(overlays.nodes):
            self.below = below
            link = _Link(overlays.by, str(overlays.by), node)
            self.read_next(by, [link], {str(overlays.by): place}, node)
        self.folders = own

    def read_file(
        self, file: Path, name: str, chain: list[_Link], overlays: dict[str, int], overlay: Scalar | None
    ) -> None:
        """Read a file after all files that it extends.

        `overlay` is the name under `with` of the file, or of the file that extends it.
        """
        identity = _identity(file)
        self.read.add(identity)
        found = Problems()
        text = read_source(file, name, found)
        if text is not None:
            self.merged.sources[name] = text
        tree = None if text is None else read_text(text, name, found)
        other = other_kind(tree, RULESET) if tree is not None else None
        if tree is not None and other is not None:
            note = "a ruleset extends rulesets" if chain else other.advice
            span = tree.span_of((other.key,), key=True)
            found.error("E019", f"this is {other.name}, not a ruleset", span, notes=(note,))
        used = tuple((link.node.span, "extended here") for link in chain[-1:])
        for each in found:
            problem = replace(each, also=(*each.also, *used)) if each.phase is Phase.READING else each
            (self.fatal if tree is None or other is not None else self.problems).add(problem)
        if tree is None or other is not None:
            return
        base = tree.get(("base",))
        if isinstance(base, Scalar) and base.value is True:
            self.bases.add(identity)
        for node, place in self.names_in(tree):
            if place is None or place == 0:
                below = {*self.read}
            self.below = below
            within = overlays if place is None else {**overlays, name: place}
            self.read_next(file, [*chain, _Link(identity, name, node)], within, overlay if place is None else node)
        self.find_refused(tree, file)
        dropped = {*NAMING, *(OWN_KEYS if chain else ())}
        own = {key: entry for key, entry in tree.entries.items() if key not in dropped}
        node_of = chain[-1].node if chain else None
        base_of = (overlay, node_of) if overlay is not None and node_of is not None and overlay is not node_of else None
        self.layers.append(_Layer(Mapping(own, tree.span, tree.head_span), overlays, overlay, base_of))
        self.merged.files.append(file)
        self.merged.paths[name] = file

    def read_next(self, by: Path, chain: list[_Link], overlays: dict[str, int], overlay: Scalar | None) -> None:
        """Read the file that the last link of a chain names, unless it has been read."""
        node = chain[-1].node
        file = self.folders.find(node, by, self.fatal)
        if file is None:
            return
        identity, name = _identity(file), self.folders.shown(file)
        if overlay is node:
            self.overlays.append((node, identity))
            if len(chain) == 1:
                self.merged.contributions.append(Contribution(node, identity in self.below))
        self.extended.setdefault(chain[-1].name, set()).add(name)
        self.merged.named.setdefault(file, node.span)
        circle = next((chain[at:] for at, link in enumerate(chain) if link.identity == identity), None)
        if circle is not None:
            names = " -> ".join([*(link.name for link in circle), circle[0].name])
            also = tuple((link.node.span, "extended here") for link in circle[:-1])
            self.fatal.error("E402", f"these rulesets extend each other: {names}", node.span, also=also)
        elif identity in self.read:
            return
        elif len(chain) > MAX_CHAIN:
            self.fatal.error("E406", f"at most {MAX_CHAIN} rulesets may extend one after the other", node.span)
        elif len(self.read) >= MAX_FILES:
            self.fatal.error("E406", f"a ruleset may consist of at most {MAX_FILES} files", node.span)
        else:
            unique = name if name not in self.merged.sources else file.as_posix()
            self.read_file(file, unique, chain, overlays, overlay)

    def names_in(self, tree: Mapping) -> Iterator[tuple[Scalar, int | None]]:
        """The names under `extends` and `with`, the latter with their places in the list; adds E101 and E405."""
        for entry in tree:
            if entry.key in NAMING or entry.key.startswith("x-"):
                continue
            meant = SYNONYMS.get(entry.key.lower()) or nearest(entry.key, NAMING)
            if meant is not None and meant not in tree:
                self.fatal.report(UnknownKey(entry.key), entry.key_span, suggestion=meant)
        base = tree.get(("extends",))
        if isinstance(base, Scalar) and _is_name(base):
            yield base, None
        elif base is not None:
            notes = ("list overlays under `with`",) if isinstance(base, Sequence) else ()
            self.fatal.error("E405", "`extends` takes the name of one ruleset", base.span, notes=notes)
        overlays = tree.get(("with",))
        for place, node in enumerate(overlays if isinstance(overlays, Sequence) else ()):
            if isinstance(node, Scalar) and _is_name(node):
                yield node, place
            else:
                self.fatal.error("E405", "`with` takes names of rulesets", node.span)
        if overlays is not None and not isinstance(overlays, Sequence):
            single = f"[{overlays.text}]" if isinstance(overlays, Scalar) and overlays.text else None
            self.fatal.error("E405", "`with` takes a list of rulesets", overlays.span, suggestion=single)

    def find_refused(self, tree: Mapping, file: Path) -> None:
        """Find the overlays that entries of `refuse` name."""
        lists = [entry.node for entry in tree if name_of(entry) == "refuse"]
        for item in (item for node in lists if isinstance(node, Sequence) for item in node):
            node = item.get(("with",))
            if isinstance(node, Scalar) and _is_name(node):
                found = self.folders.find(node, file, self.problems)
                if found is not None:
                    self.merged.refused[node.span] = found

    def lay(self) -> None:
        """Lay the files over each other, the base first."""
        conflicts = Conflicts(self.extended)
        contributions = {id(each.overlay): each for each in self.merged.contributions}
        own_cards: set[str] = set()  # the kinds that files without overlays declare
        tree: Mapping | None = None
        for layer in self.layers:
            own = layer.tree
            conflicts.overlays_of[own.span.file] = layer.overlays
            if own.span.file == self.merged.name and tree is not None:
                self.merged.inherited = frozenset(_paths(tree, DEPTH))
            redeclared = conflicts.redeclared(tree, own, bool(layer.overlays))
            misfits = conflicts.misfits(own, bool(layer.overlays))
            shared = frozenset(each.path for each in redeclared)  # names with two meanings

            def watch(at: Keys, before: Node, after: Node, layer: _Layer = layer, shared: Set[Keys] = shared) -> None:
                conflicts.replaces(at, before, after, layer.overlays)
                is_shared = any(at[:size] in shared for size in range(len(at)))
                if layer.base_of is not None and not is_shared and conflicts.is_foreign(before, after):
                    self.merged.foreign_lists.append(ForeignList(*layer.base_of, at, before.span, after.span))
                self.merged.replaced.append((at, before.span, after.span))

            before, tree = tree, combine(tree, own, self.problems, watch, KNOWN, self.merged.removals.append)
            if before is not None:
                self.merged.replacements += replacements(before, tree, own)
                if by_overlay := contributions.get(id(layer.overlay)):
                    by_overlay.add(before, tree, own)
            if not layer.overlays:
                own_cards |= {name_of(each) for each in entries(own, "cards")}
            conflicts.judge(redeclared, tree)
            conflicts.found += misfits
        known = own_cards | (cards_in(tree) if tree is not None else set())
        for each in contributions.values():
            each.unknown_cards = [(name, span) for name, span in each.unknown_cards if name not in known]
        self.merged.tree = define_removed_options(tree, self.merged.removals) if tree is not None else None
        self.merged.conflicts = conflicts.found


def _paths(tree: Mapping, depth: int) -> Iterator[Keys]:
    """The paths of all entries, up to so many keys deep."""
    for entry in tree:
        yield (entry.key,)
        if depth > 1 and isinstance(entry.node, Mapping):
            yield from ((entry.key, *path) for path in _paths(entry.node, depth - 1))


def _in_working_folder(name: str) -> str:
    """The name of an overlay, as a file in the working folder would write it."""
    if name.endswith(SUFFIXES):
        relative = Path(os.path.relpath(name)).as_posix()
        return relative if relative.startswith("../") else f"./{relative}"
    return name


def _is_name(node: Scalar) -> bool:
    return isinstance(node.value, str) and node.text.strip() != ""


def _identity(file: Path) -> object:
    """The same value for all names of a file."""
    try:
        found = file.stat()
    except OSError:
        return file
    return (found.st_dev, found.st_ino)
