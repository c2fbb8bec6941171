"""Lays one tree over another: what a key does to an inherited value, with a sign and without.

Not here: which trees are laid over each other, and in which order (merge.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from unoflex_rules.language.compose import inherited
from unoflex_rules.language.diagnostics.kinds import DuplicateKey
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest, suggest
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

Keys = tuple[str, ...]
#: Called before a value is overridden, with its path, the inherited value and the new one.
Watch = Callable[[Keys, Node, Node], None]
_Sign = Literal["=", "-", "", "+", "+ "]
#: The order in which keys act, whatever their order in the file; `+ ` stands for a plus before the key.
_ORDER: Final[tuple[_Sign, ...]] = ("=", "-", "", "+", "+ ")


@dataclass(frozen=True)
class Known:
    """What is known of the trees, by path; a `*` stands for any name."""

    #: Lists that are empty if none is inherited.
    lists: frozenset[Keys] = frozenset()
    #: Lists of mappings from which `-` removes items by a name, and the key of that name.
    named: MappingType[Keys, str] = field(default_factory=dict)
    #: Sections in whose inherited entries a single value stands for a key.
    short: MappingType[Keys, str] = field(default_factory=dict)
    #: Sections whose entries copy another entry by a key, after all trees are laid over each other.
    later: MappingType[Keys, str] = field(default_factory=dict)
    #: Where steps and definitions occur, in which the word `inherited` keeps what they replace.
    steps: tuple[Keys, ...] = ()
    definitions: tuple[Keys, ...] = ()

    def inherits(self, at: Keys, before: Node | None, after: Node) -> bool:
        """Whether the new value at a path keeps the inherited one by the word `inherited`."""
        if before is None:
            return False
        if _is_at(at, self.steps):
            return isinstance(before, Sequence) and isinstance(after, Sequence) and inherited.in_steps(after)
        return _is_at(at, self.definitions) and inherited.in_definition(after) and not inherited.is_abstract(before)


def _is_at(at: Keys, places: tuple[Keys, ...]) -> bool:
    return any(
        len(at) == len(place) and all(each in (key, "*") for each, key in zip(place, at, strict=True))
        for place in places
    )


NOTHING: Final = Known()


class _Change(NamedTuple):
    """An entry of the upper tree: the key without its sign, the sign, the entry as written."""

    name: str
    sign: _Sign
    entry: Entry


class Removal(NamedTuple):
    """An entry that `-` removes from an inherited mapping: its path, its value, the place of the removal."""

    path: Keys
    before: Node
    at: Span

    @property
    def name(self) -> str:
        return self.path[-1]


def combine(
    lower: Mapping | None,
    upper: Mapping,
    problems: Problems,
    watch: Watch = lambda *_: None,
    known: Known = NOTHING,
    removed: Callable[[Removal], None] = lambda _: None,
) -> Mapping:
    """Lay `upper` over `lower`, which is None if nothing is inherited.

    Adds E404 if there is nothing to extend, replace or remove, E407 for a value that does not match its sign, E408 for
    a list over a mapping or the reverse, and E003 for a key that is both set and replaced. Such a key changes nothing.
    `removed` is called with each entry that is removed from a mapping.
    """
    return _Combination(problems, watch, known, removed).mapping((), lower, upper)


def define_removed_options(tree: Mapping, removals: Iterable[Removal]) -> Mapping:
    """Give definitions that take the place of a removed option with named values the type of the option."""
    defines = tree.get(("define",))
    if not isinstance(defines, Mapping):
        return tree
    found = dict(defines.entries)
    for removal in removals:
        kind, entry = removal.before.get(("type",)), found.get(removal.name)
        if removal.path == ("options", removal.name) and isinstance(kind, Sequence) and entry is not None:
            node = entry.node
            if not isinstance(node, Mapping):
                node = Mapping({"value": Entry("value", entry.key_span, node)}, node.span, entry.key_span)
            if "type" not in node:
                node = replace(node, entries={**node.entries, "type": Entry("type", removal.at, kind)})
            found[removal.name] = replace(entry, node=node)
    section = replace(tree.entries["define"], node=replace(defines, entries=found))
    return replace(tree, entries={**tree.entries, "define": section})


class _Combination:
    def __init__(self, problems: Problems, watch: Watch, known: Known, removed: Callable[[Removal], None]) -> None:
        self.problems = problems
        self.watch = watch
        self.known = known
        self.removed = removed
        self.new: dict[Keys, tuple[Span, frozenset[str]]] = {}  # keys that override nothing, and the inherited ones

    def meant(self, path: Keys) -> str | None:
        """The inherited key that a key which overrides nothing probably means."""
        return nearest(path[-1], self.new[path][1]) if path in self.new else None

    def hint(self, path: Keys) -> str:
        near = self.meant(path)
        return "" if near is None else f": did you mean `{near}`?"

    def mapping(self, at: Keys, lower: Mapping | None, upper: Mapping) -> Mapping:
        """Both mappings in one, inherited entries first; its place is that of the upper one."""
        entries = dict(lower.entries) if lower is not None else {}
        inherited_names = frozenset(entries)
        changes = [_change(entry) for entry in upper]
        written: dict[str, Span] = {}
        for change in sorted(changes, key=lambda each: _ORDER.index(each.sign)):
            name, span = change.name, change.entry.key_span
            if change.sign in ("=", ""):
                if name in written:
                    first, second = sorted((written[name], span))
                    note = f"`{name}` sets it and `{name}=` replaces it: keep one of them"
                    also = ((first, "first here"),)
                    self.problems.report(DuplicateKey(name, first), second, notes=(note,), also=also)
                    continue
                written[name] = span
            self._apply(at, change, entries, inherited_names)
        return Mapping(entries, upper.span, upper.head_span)

    def _apply(self, at: Keys, change: _Change, entries: dict[str, Entry], inherited_names: frozenset[str]) -> None:
        name, sign, entry = change
        before = entries[name].node if name in entries else None
        path = (*at, name)
        node: Node | None
        if before is None and inherited_names:
            self.new[path] = (entry.key_span, inherited_names)
        if sign and path in self.known.lists and (before is None or name not in inherited_names):
            before, inherited_names = before or Sequence([], entry.key_span), inherited_names | {name}
        if before is not None and sign in ("", "=") and self.known.inherits(path, before, entry.node):
            node = self._inheriting(path, before, entry)
        elif sign == "":
            node = self._set(path, before, entry)
        elif before is None or name not in inherited_names:
            copied = entries.get(self.known.later.get(at[:-1], ""))
            self._nothing_inherited(at, change, inherited_names, copied)
            return
        elif sign == "=":
            node = self._replaced(path, before, entry.node)
        elif sign == "-":
            node = self._without(path, entry, before)
        else:
            node = self._extended(change, before)
        if node is not None:
            entries[name] = Entry(name, entry.key_span, node)

    def _set(self, at: Keys, before: Node | None, entry: Entry) -> Node:
        after = entry.node
        short = self.known.short.get(at[:-1])
        if short is not None and isinstance(before, Mapping) and isinstance(after, Scalar):
            after = Mapping({short: Entry(short, after.span, after)}, after.span, entry.key_span)
            if _is_at(at, self.known.definitions):
                before = inherited.without(before)
        if isinstance(after, Mapping) and (before is None or isinstance(before, Mapping)):
            return self.mapping(at, before, after)
        self._check_form(at, before, entry)
        return self._replaced(at, before, after)

    def _inheriting(self, at: Keys, before: Node, entry: Entry) -> Node:
        """A value that keeps the inherited one where it contains the word `inherited`."""
        if isinstance(before, Sequence):
            return inherited.steps(entry.node, before)
        lower = before if isinstance(before, Mapping) else None
        combined = self.mapping(at, lower, entry.node) if isinstance(entry.node, Mapping) else entry.node
        if lower is not None and isinstance(entry.node, Scalar):
            combined = Mapping({**lower.entries, "value": Entry("value", entry.node.span, entry.node)}, entry.node.span)
        return inherited.definition(combined, before)

    def _check_form(self, at: Keys, before: Node | None, entry: Entry) -> None:
        """Reject a list over a mapping, and the reverse; an empty one may become either."""
        forms = {Sequence: "a list", Mapping: "a mapping"}
        lower, upper = forms.get(type(before)), forms.get(type(entry.node))
        if before is None or lower is None or upper is None or lower == upper or at[0].startswith("x-"):
            return
        name = at[-1]
        ways = {
            "a list": f"items of a list begin with `- `: `{name}+:` adds to the inherited list",
            "a mapping": f"entries of a mapping have keys: a plain `{name}:` merges key by key",
        }
        if before.plain():
            self.problems.error(
                "E408", f"`{name}` is {upper} here, but {lower} where it is inherited from", entry.key_span,
                also=((before.span, f"{lower} here"),),
                notes=(
                    *like(name, before), ways[lower],
                    f"or `{name}=:` replaces it as a whole, if {upper} is allowed there",
                ),
            )  # fmt: skip

    def _replaced(self, at: Keys, before: Node | None, after: Node) -> Node:
        if before is not None:
            self.watch(at, before, after)
        return self.mapping(at, None, after) if isinstance(after, Mapping) else after

    def _extended(self, change: _Change, before: Node) -> Node | None:
        name, sign, entry = change
        if isinstance(before, Mapping):
            message = f"`{name}` is a mapping: a plain `{name}:` adds to it"
            self.problems.error("E404", message, entry.key_span, suggestion=name)
        elif not isinstance(before, Sequence):
            message = f"`{name}` is not a list: nothing can be added to it"
            self.problems.error("E404", message, entry.key_span, also=((before.span, "inherited from here"),))
        elif not isinstance(entry.node, Sequence):
            self.problems.error("E407", f"`{entry.key}` takes a list of what is added", entry.node.span)
        else:
            added = entry.node.items
            items = [*added, *before.items] if sign == "+ " else [*before.items, *added]
            return Sequence(items, entry.node.span)
        return None

    def _without(self, at: Keys, entry: Entry, before: Node) -> Node | None:
        """A mapping without the named entries, or a list without the items that equal a value or have a name."""
        if isinstance(before, Scalar):
            message = f"`{at[-1]}` is a single value: nothing can be removed from it"
            self.problems.error("E404", message, entry.key_span, also=((before.span, "inherited from here"),))
            return None
        if not isinstance(entry.node, Sequence):
            self.problems.error("E407", f"`{entry.key}` takes a list of what is removed", entry.node.span)
            return None
        for name in entry.node.items:
            if isinstance(name, Scalar):
                before = self._without_one(at, before, name)
            else:
                self.problems.error("E407", f"`{entry.key}` takes names and single values", name.span)
        return before

    def _without_one(self, at: Keys, before: Mapping | Sequence, name: Scalar) -> Mapping | Sequence:
        key = self.known.named.get(at)
        if isinstance(before, Mapping):
            kept = {each: value for each, value in before.entries.items() if each != name.text}
            if len(kept) < len(before.entries):
                self.removed(Removal((*at, name.text), before.entries[name.text].node, name.span))
            else:
                self._not_in(at[-1], name, list(before.entries))
            return Mapping(kept, before.span, before.head)
        if key is not None:
            known = [each.text for item in before.items for each in _names(item, key)]
            items = [each for each in (_without_name(item, key, name) for item in before.items) if each is not None]
        else:
            known = [item.text for item in before.items if isinstance(item, Scalar)]
            items = [item for item in before.items if not _equal(item, name)]
        if items == before.items:
            self._not_in(at[-1], name, known)
        return Sequence(items, before.span)

    def _not_in(self, section: str, name: Scalar, known: list[str]) -> None:
        message = f"the inherited `{section}` has no `{name.text}`"
        self.problems.error("E404", message, name.span, **suggest(name.text, known, "it has")._asdict())

    def _nothing_inherited(
        self, at: Keys, change: _Change, inherited_names: frozenset[str], copied: Entry | None
    ) -> None:
        """Report a sign without an inherited value; `copied` names the entry that will be copied later."""
        name, sign, entry = change
        use = {"=": "replace", "-": "remove from"}.get(sign, "add to")
        near = nearest(name, inherited_names)
        notes = () if sign == "-" or near is not None else (f"a plain `{name}:` sets it",)
        misspelt = next((path for size in range(1, len(at) + 1) if self.meant(path := at[:size]) is not None), None)
        if misspelt is not None and near is None:
            span, _ = self.new[misspelt]
            message = f"there is no inherited `{misspelt[-1]}`, so `{entry.key}` has nothing to {use}"
            self.problems.error("E404", message, span, suggestion=self.meant(misspelt))
            return
        above = next((path for size in range(1, len(at) + 1) if (path := at[:size]) in self.new), None)
        also = [] if above is None else [(self.new[above][0], "nothing of this name is inherited" + self.hint(above))]
        if copied is not None:
            other = copied.node.text if isinstance(copied.node, Scalar) else copied.key
            notes = (f"a plain `{name}:` sets it: repeat what `{other}` has, or let both call an effect",)
            also = [(copied.node.span, "copied only after all files are laid over each other")]
        self.problems.error(
            "E404", f"there is no inherited `{name}` to {use}", entry.key_span,
            suggestion=None if near is None else entry.key.replace(name, near), also=tuple(also), notes=notes,
        )  # fmt: skip


def like(name: str, before: Node) -> tuple[str, ...]:
    """A note with the inherited mapping in one line, if it is a short one of single values."""
    entries = list(before) if isinstance(before, Mapping) else []
    values = [f"{entry.key}: {entry.node.text}" for entry in entries if isinstance(entry.node, Scalar)]
    is_short = 0 < len(values) == len(entries) <= 4
    return (f"the inherited one is `{name}: {{{', '.join(values)}}}`",) if is_short else ()


def name_of(entry: Entry) -> str:
    """The key of an entry without its sign."""
    return _change(entry).name


def _change(entry: Entry) -> _Change:
    key = entry.key
    if len(key) > 1 and key[0] == "+":
        return _Change(key[1:].strip(), "+ ", entry)
    if len(key) > 1:
        for sign in ("=", "-", "+"):
            if key[-1] == sign:
                return _Change(key[:-1].strip(), sign, entry)
    return _Change(key, "", entry)


def _names(item: Node, key: str) -> list[Scalar]:
    """The names under a key of a mapping: a single one, or those of a list."""
    node = item.get((key,))
    return [each for each in (node.items if isinstance(node, Sequence) else [node]) if isinstance(each, Scalar)]


def _without_name(item: Node, key: str, name: Scalar) -> Node | None:
    """The mapping without one of the names under a key; None if it is the only one."""
    names = _names(item, key)
    kept: list[Node] = [each for each in names if each.text != name.text]
    if len(kept) == len(names) or not isinstance(item, Mapping):
        return item
    if not kept:
        return None
    entry = item.entries[key]
    changed = Entry(key, entry.key_span, Sequence(kept, entry.node.span))
    return Mapping({**item.entries, key: changed}, item.span, item.head)


def _equal(item: Node, value: Scalar) -> bool:
    """Whether an item is the same single value; `true` does not equal 1."""
    return isinstance(item, Scalar) and type(item.value) is type(value.value) and item.value == value.value
