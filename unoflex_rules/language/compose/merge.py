"""A ruleset put together from the files that it builds on: `extends` names its base, `with` lists overlays.

How one tree is laid over another stands in overlaying.py, what overlays must not say against each other in
conflicts.py, where files may lie in base_lookup.py.

The base comes first, then the overlays in their order, then the file itself, which has the last word. A base or an
overlay may build on others in the same way; a file on which several of them build is laid down once, the first time.
What a file says about itself (`format`, `id`, `title`, `description`, `base`) is not inherited.

| in the upper file | what it does to what is inherited | | ----------------- |
--------------------------------------------------------------------- | | `key: value` | sets it; a mapping over a
mapping is laid over it key by key | | `key=: value` | replaces it as a whole; `key=: {}` and `key=: []` clear it | |
`key+: [...]` | adds to the end of an inherited list | | `+key: [...]` | puts in front of an inherited list | | `key-:
[names]` | takes entries out of a mapping, or equal single values out of a list |

A list that the language itself knows (pieces.py) counts as empty where none is inherited. A list does not replace a
mapping, nor a mapping a list, without `=`. Inside lists keys have no signs, because nothing is inherited there.
Within one mapping replacing and removing come before setting, and adding comes last, whatever their order in the
file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from unoflex_rules.language.compose.base_lookup import SUFFIXES, Folders
from unoflex_rules.language.compose.conflicts import Conflict, Conflicts, Stranger
from unoflex_rules.language.compose.overlaying import Keys, Removal, combine, fixed, name_of
from unoflex_rules.language.compose.pieces import KNOWN
from unoflex_rules.language.compose.replacements import Replacement, replacements
from unoflex_rules.language.diagnostics.codes import Phase
from unoflex_rules.language.diagnostics.kinds import UnknownKey
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.schema.models import Ruleset as Model
from unoflex_rules.language.schema.statement_models import fields_by_key
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.file_kinds import RULESET, other_kind
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.source import read_source, tidy_lines

MAX_CHAIN = 32
CALLER = "with"  # what problems call the list of overlays that a caller names
MAX_FILES = 200
DEPTH = 3  # keys to what is remembered of what is inherited: a group, a name, a part of it
# What a file says about itself.
NAMING = ("extends", "with")
TOP_KEYS = (*NAMING, *fields_by_key(Model))
_OTHER_WORDS = {
    **dict.fromkeys(("inherits", "inherit", "parent", "based_on", "builds_on", "from", "import"), "extends"),
    **dict.fromkeys(("overlays", "overlay", "include", "includes", "mixins"), "with"),
}
OWN_KEYS = frozenset({"format", "id", "title", "description", "base"})

# The text of a file by the name that its places have, None after a problem.
_Read = Callable[[str, Problems], str | None]


@dataclass(frozen=True)
class Overlays:
    """Overlays laid on a ruleset from outside, by a file that is no ruleset itself: their names, and that file.

    `said`: where each name stands, for problems.
    """

    names: tuple[str, ...]
    by: Path
    said: tuple[Scalar, ...] = field(compare=False)

    @classmethod
    def named(cls, names: Iterable[str]) -> Overlays:
        """Overlays named by somebody who calls: ids of shipped rulesets, or files, counted from the working folder.

        Problems show them as lines of a file that is called `with`.
        """
        called = tuple(names)
        places = [Span(CALLER, number, 1, number, 1 + len(name)) for number, name in enumerate(called, start=1)]
        said = tuple(Scalar(_called(name), _called(name), "plain", place) for name, place in zip(called, places))
        return cls(tuple(each.text for each in said), Path.cwd() / CALLER, said)

    @property
    def root(self) -> Path:
        """The folder below which all of them lie, as far as they are named by a relative path."""
        folders = [self.by.parent, *((self.by.parent / name).parent for name in self.names if name.startswith("."))]
        return Path(os.path.commonpath([os.path.realpath(folder) for folder in folders]))


@dataclass
class Merged:
    """A ruleset put together, and what it was put together from.

    `tree` is None after a problem that leaves none. `name` is what problems call the file itself. `files` are in the
    order in which they were laid down. `sources` are the texts of all files that could be read, by the file names that
    spans carry, and `paths` where those that were laid down lie. `conflicts` are what overlays say against files of
    which they know nothing, where no file above decides; `replaced` are all values that take the place of inherited
    ones: the path, the place before, the place after. `inherited` are the paths of all that the file builds on, three
    keys deep; `removed` are entries that were taken out of mappings,
    `shrunk` replacements by which names are gone. `named` says where each file was named that others
    build on, `games` are the names under `with` that turned out to be of games, `strangers` are overlays that build on
    what the game does not build on, `meant` says which files `with` names in the entries of `refuse`, by the places of
    the names.
    """

    tree: Mapping | None = None
    name: str = ""
    files: list[Path] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)
    replaced: list[tuple[Keys, Span, Span]] = field(default_factory=list)
    inherited: frozenset[Keys] = frozenset()
    removed: list[Removal] = field(default_factory=list)
    named: dict[Path, Span] = field(default_factory=dict)
    games: list[Scalar] = field(default_factory=list)
    strangers: list[Stranger] = field(default_factory=list)
    shrunk: list[Replacement] = field(default_factory=list)
    meant: dict[Span, Path] = field(default_factory=dict)


def load_tree(
    path: Path, *, library: Path, root: Path | None = None, problems: Problems, overlays: Overlays | None = None
) -> Merged:
    """The ruleset in a file, with all that it builds on, without its keys `extends` and `with`.

    `root` is the folder below which it may name files, its own folder if not given; `library` holds the rulesets
    that it may name besides. `overlays` are laid on top, as if a file that extends this one listed them under `with`.
    Adds the problems of reading, E019 for another sort of file, E401-E406 for files, E003, E404, E407 for keys.
    """
    file = Path(os.path.realpath(path))
    folders = Folders.of(library, root or file.parent)
    name = folders.shown(file)
    loading = _Loading(folders, problems)
    return loading.run(lambda name, problems: read_source(file, name, problems), name, file, overlays)


def load_text(text: str, name: str, *, library: Path, root: Path | None = None, problems: Problems) -> Merged:
    """As `load_tree`, for a text in no file; its relative names start from `root`, without it there are none."""
    return _Loading(Folders.of(library, root), problems).run(lambda *_: tidy_lines(text), name, None)


@dataclass(frozen=True)
class _Layer:
    """A file that has been read; `overlays` says by which item of which file's `with` it came in.

    `below`: of a file on which an overlay builds, the name of the overlay, and the one by which it builds on the file.
    """

    own: Mapping
    overlays: dict[str, int]
    below: tuple[Scalar, Scalar] | None


@dataclass(frozen=True)
class _Link:
    """A file that is being read, and the name in it that leads on."""

    key: object
    name: str
    said: Span


class _Loading:
    """The files of one ruleset while they are read."""

    def __init__(self, folders: Folders, problems: Problems) -> None:
        self.folders = folders
        self.problems = problems
        self.merged = Merged()
        self.layers: list[_Layer] = []
        self.builds: dict[str, set[str]] = {}  # by the name of a file, those that it names itself
        self.seen: set[object] = set()
        self.bases: set[object] = set()  # files that say `base: true`
        self.laid: list[tuple[Scalar, object]] = []  # what was named under `with`, and which file that is
        self.broken = False

    def run(self, read: _Read, name: str, file: Path | None, overlays: Overlays | None = None) -> Merged:
        """The result of it all."""
        self.merged.name = name
        self._file(read, name, file, [], {}, None, None)
        if overlays is not None:
            self._overlay(overlays)
        self.merged.games = [said for said, key in self.laid if key not in self.bases]
        if not self.broken:
            self._lay()
        return self.merged

    def _overlay(self, overlays: Overlays) -> None:
        """Reads what is laid on top from outside."""
        own, self.folders = self.folders, Folders.of(self.folders.library, overlays.root)
        by = Path(os.path.realpath(overlays.by))
        if overlays.by.name == CALLER:
            self.merged.sources[CALLER] = "".join(f"{name}\n" for name in overlays.names)
        for place, said in enumerate(overlays.said):
            self._next(said, by, [_Link(overlays.by, str(overlays.by), said.span)], {str(overlays.by): place}, said)
        self.folders = own

    def _file(
        self,
        read: _Read,
        name: str,
        file: Path | None,
        chain: list[_Link],
        overlays: dict[str, int],
        said: Scalar | None,
        overlay: Scalar | None,
    ) -> None:
        """Reads a file and, before it is put on the pile, all that it builds on.

        `said` names it where others build on it; `overlay` is the name under `with` by which it, or what builds on it,
        came in.
        """
        key = _identity(file) if file is not None else name
        self.seen.add(key)
        found = Problems()
        text = read(name, found)
        if text is not None:
            self.merged.sources[name] = text
        tree = None if text is None else read_text(text, name, found)
        used = () if said is None else ((said.span, "extended here"),)
        for each in found.sorted():
            self.problems.add(replace(each, also=(*each.also, *used)) if each.phase is Phase.READING else each)
        if tree is None:
            self.broken = True
            return
        other = other_kind(tree, RULESET)
        if other is not None:
            way_out = other.advice if not chain else "a ruleset builds on rulesets"
            span = tree.span_of((other.key,), key=True)
            self._break("E019", f"this is {other.name}, not a ruleset", span, notes=(way_out,), also=used)
            return
        base = tree.get(("base",))
        if isinstance(base, Scalar) and base.value is True:
            self.bases.add(key)
        for other_said, place in self._named(tree):
            within = overlays if place is None else {**overlays, name: place}
            link = _Link(key, name, other_said.span)
            self._next(other_said, file, [*chain, link], within, overlay if place is None else other_said)
        dropped = {"extends", "with"} | (OWN_KEYS if chain else frozenset())
        self._refusals(tree, file)
        own = {word: entry for word, entry in tree.entries.items() if word not in dropped}
        below = (overlay, said) if overlay is not None and said is not None and overlay is not said else None
        self.layers.append(_Layer(Mapping(own, tree.span, tree.head_span), overlays, below))
        if file is not None:
            self.merged.files.append(file)
            self.merged.paths[name] = file

    def _named(self, tree: Mapping) -> list[tuple[Scalar, int | None]]:
        """What `extends` and `with` name, the latter with their places in the list; adds E405."""
        named: list[tuple[Scalar, int | None]] = []
        for entry in tree:
            meant = None if entry.key.startswith("x-") else _meant(entry.key)
            if meant is not None and meant not in tree:
                self.problems.report(UnknownKey(entry.key), entry.key_span, suggestion=meant)
                self.broken = True
        base = tree.get(("extends",))
        if isinstance(base, Scalar) and _is_name(base):
            named.append((base, None))
        elif base is not None:
            notes = ("overlays go under `with`",) if isinstance(base, Sequence) else ()
            self._break("E405", "`extends` takes the name of one ruleset", base.span, notes=notes)
        overlays = tree.get(("with",))
        if isinstance(overlays, Sequence):
            for place, overlay in enumerate(overlays.items):
                if isinstance(overlay, Scalar) and _is_name(overlay):
                    named.append((overlay, place))
                else:
                    self._break("E405", "`with` lists the names of rulesets", overlay.span)
        elif overlays is not None:
            single = f"[{overlays.text}]" if isinstance(overlays, Scalar) and overlays.text else None
            self._break("E405", "`with` takes a list of rulesets", overlays.span, suggestion=single)
        return named

    def _refusals(self, tree: Mapping, file: Path | None) -> None:
        """Finds what the entries of `refuse` name."""
        lists = [entry.node for entry in tree if name_of(entry) == "refuse"]
        for entry in (item for node in lists if isinstance(node, Sequence) for item in node):
            said = entry.get(("with",))
            if isinstance(said, Scalar) and _is_name(said):
                meant = self.folders.find(said, file, self.problems)
                if meant is not None:
                    self.merged.meant[said.span] = meant

    def _next(
        self, said: Scalar, by: Path | None, chain: list[_Link], overlays: dict[str, int], overlay: Scalar | None
    ) -> None:
        """Reads the file that another one names, unless it has been read already; `overlay`: as of `_file`."""
        file = self.folders.find(said, by, self.problems)
        if file is None:
            self.broken = True
            return
        key = _identity(file)
        name = self.folders.shown(file)
        if overlay is said:
            self.laid.append((said, key))
        self.builds.setdefault(chain[-1].name, set()).add(name)
        self.merged.named.setdefault(file, said.span)
        for at, link in enumerate(chain):
            if link.key == key:
                circle = " -> ".join([*(each.name for each in chain[at:]), link.name])
                also = tuple((each.said, "by way of this") for each in chain[at:-1])
                self._break("E402", f"these rulesets build on each other: {circle}", said.span, also=also)
                return
        if key in self.seen:
            return
        if len(chain) > MAX_CHAIN or len(self.seen) >= MAX_FILES:
            limit = f"more than {MAX_CHAIN} deep" if len(chain) > MAX_CHAIN else f"of over {MAX_FILES} files"
            self._break("E406", f"this makes a chain of rulesets {limit}", said.span)
            return
        if name in self.merged.sources:  # by which another file is known
            name = file.as_posix()
        self._file(lambda name, problems: read_source(file, name, problems), name, file, chain, overlays, said, overlay)

    def _break(
        self,
        code: str,
        message: str,
        span: Span,
        suggestion: str | None = None,
        notes: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        """A problem after which the layers cannot be laid: what builds on a missing one would be full of others."""
        self.problems.error(code, message, span, suggestion=suggestion, notes=notes, also=also)
        self.broken = True

    def _lay(self) -> None:
        """Lays the layers over each other, the base first."""
        conflicts = Conflicts(self.builds)
        tree: Mapping | None = None
        for layer in self.layers:
            conflicts.overlays_of[layer.own.span.file] = layer.overlays
            if layer.own.span.file == self.merged.name and tree is not None:
                self.merged.inherited = frozenset(_paths(tree, DEPTH))
            again = conflicts.anew(tree, layer.own, bool(layer.overlays))
            shared = frozenset(path for path, *_ in again)  # names that mean two things, whatever their family

            def watch(at: Keys, before: Node, after: Node, layer: _Layer = layer, shared: Set[Keys] = shared) -> None:
                conflicts.replaces(at, before, after, layer.overlays)
                apart = not any(at[:size] in shared for size in range(len(at)))
                if layer.below is not None and apart and conflicts.is_stranger(before, after):
                    self.merged.strangers.append(Stranger(*layer.below, at, before.span, after.span))
                self.merged.replaced.append((at, before.span, after.span))

            before, tree = tree, combine(tree, layer.own, self.problems, watch, KNOWN, self.merged.removed.append)
            if before is not None:
                self.merged.shrunk += replacements(before, tree, layer.own)
            conflicts.judge(again, tree)
        self.merged.tree = fixed(tree, self.merged.removed) if tree is not None else None
        self.merged.conflicts = conflicts.found


def _paths(tree: Mapping, depth: int) -> Iterator[Keys]:
    """The paths of all entries of mappings in mappings, so many keys deep."""
    for entry in tree:
        yield (entry.key,)
        if depth > 1 and isinstance(entry.node, Mapping):
            yield from ((entry.key, *path) for path in _paths(entry.node, depth - 1))


def _called(name: str) -> str:
    """The name of an overlay as a file in the working folder would write it."""
    if name.endswith(SUFFIXES):
        relative = Path(os.path.relpath(name)).as_posix()
        return relative if relative.startswith("../") else f"./{relative}"
    return name


def _meant(key: str) -> str | None:
    """One of the two keys that name other files, where a key is a slip of it, or its word in other languages."""
    if key in TOP_KEYS:
        return None
    meant = _OTHER_WORDS.get(key.lower()) or nearest(key, TOP_KEYS)
    return meant if meant in NAMING else None


def _is_name(node: Scalar) -> bool:
    return isinstance(node.value, str) and node.text.strip() != ""


def _identity(file: Path) -> object:
    """The same for the same file, whatever its name is written like."""
    try:
        found = file.stat()
    except OSError:
        return file
    return (found.st_dev, found.st_ino)
