"""One tree laid over another: what a key with and without a sign does to what is inherited.

Which trees are laid over each other, and in which order, is merge.py's part.
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
# Called before a value is replaced: where it stands, the value before, the value after.
Watch = Callable[[Keys, Node, Node], None]
_Sign = Literal["=", "-", "", "+", "+ "]
# In this order, whatever the order in the file: make room, then set, then add. `+ ` is the plus before the key.
_ORDER: tuple[_Sign, ...] = ("=", "-", "", "+", "+ ")


@dataclass(frozen=True)
class Known:
    """What is known of the trees, by path.

    `lists`: lists that count as empty where none is inherited. `named`: lists of mappings out of which `-` takes items
    by a name, and the key under which it stands, alone or among others. `short`: mappings by name in whose inherited
    entries a single value stands for a key. `later`: mappings by name whose entries take over another one by a key,
    once all trees are laid over each other. `steps` and `definitions`: where steps stand, and definitions, in which the
    word `inherited` is what they replace; a `*` is any name.
    """

    lists: frozenset[Keys] = frozenset()
    named: MappingType[Keys, str] = field(default_factory=dict)
    short: MappingType[Keys, str] = field(default_factory=dict)
    later: MappingType[Keys, str] = field(default_factory=dict)
    steps: tuple[Keys, ...] = ()
    definitions: tuple[Keys, ...] = ()

    def inherits(self, at: Keys, before: Node | None, after: Node) -> bool:
        """Whether what is laid down at a path speaks of what it replaces."""
        if before is None:
            return False
        if _is_at(at, self.steps):
            return isinstance(before, Sequence) and isinstance(after, Sequence) and inherited.in_steps(after)
        return _is_at(at, self.definitions) and inherited.in_definition(after) and not inherited.is_left_open(before)


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
    """An entry that `-` takes out of an inherited mapping: its path, what it was, where it is taken out."""

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
    watch: Watch | None = None,
    known: Known = NOTHING,
    removed: Callable[[Removal], None] = lambda _: None,
) -> Mapping:
    """`upper` laid over `lower`, which is None where nothing is inherited.

    Adds E404 where there is nothing to extend, replace or remove, E407 for a value that does not go with its
    sign, E003 for a key that is both set and replaced; such a key changes nothing. Adds E408 for a list over a mapping
    and the reverse. `removed` is called with each entry that is taken out of a mapping.
    """
    return _Combination(problems, watch, known, removed).mapping((), lower, upper)


def fixed(tree: Mapping, removals: Iterable[Removal]) -> Mapping:
    """The tree, in which the definition that takes the place of an option with names is one of those names."""
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
    def __init__(
        self, problems: Problems, watch: Watch | None, known: Known, removed: Callable[[Removal], None]
    ) -> None:
        self.problems = problems
        self.removed = removed
        self.watch = watch
        self.known = known
        self.new: dict[Keys, tuple[Span, str]] = {}  # names of which nothing is inherited, and what is said of them

    def mapping(self, at: Keys, lower: Mapping | None, upper: Mapping) -> Mapping:
        """Both mappings in one, what is inherited first; it stands where the upper one stands."""
        entries = dict(lower.entries) if lower is not None else {}
        inherited = frozenset(entries)
        changes = [_change(entry) for entry in upper]
        written: dict[str, Span] = {}
        for sign in _ORDER:
            for change in changes:
                if change.sign == sign:
                    if sign in ("=", ""):
                        if change.name in written:
                            first, second = sorted((written[change.name], change.entry.key_span))
                            note = f"`{change.name}` sets it and `{change.name}=` replaces it: keep one of them"
                            duplicate = DuplicateKey(change.name, first)
                            self.problems.report(duplicate, second, notes=(note,), also=((first, "first here"),))
                            continue
                        written[change.name] = change.entry.key_span
                    self._apply(at, change, entries, inherited)
        return Mapping(entries, upper.span, upper.head_span)

    def _apply(self, at: Keys, change: _Change, entries: dict[str, Entry], inherited: frozenset[str]) -> None:
        name, sign, entry = change
        before = entries[name].node if name in entries else None
        path = (*at, name)
        node: Node | None
        if before is None and inherited:
            near = nearest(name, inherited)
            said = "nothing of this name is inherited" + (f": did you mean `{near}`?" if near is not None else "")
            self.new[path] = (entry.key_span, said)
        if sign and path in self.known.lists and (before is None or name not in inherited):
            before, inherited = before or Sequence([], entry.key_span), inherited | {name}
        if sign in ("", "=") and self.known.inherits(path, before, entry.node):
            assert before is not None
            node = self._inheriting(path, before, entry)
        elif sign == "":
            node = self._set(path, before, entry)
        elif before is None or name not in inherited:
            self._nothing(at, entry, name, sign, inherited, entries.get(self.known.later.get(at[:-1], "")))
            return
        elif sign == "=":
            node = self._replaced(path, before, entry.node)
        elif sign == "-":
            node = self._without(path, entry, before)
        else:
            node = self._extended(entry, name, sign, before)
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
        self._same_sort(at, before, entry)
        return self._replaced(at, before, after)

    def _inheriting(self, at: Keys, before: Node, entry: Entry) -> Node:
        """What keeps, in the word `inherited`, that which it replaces: both are meant, and neither contradicts."""
        if isinstance(before, Sequence):
            return inherited.steps(entry.node, before)
        lower = before if isinstance(before, Mapping) else None
        combined = self.mapping(at, lower, entry.node) if isinstance(entry.node, Mapping) else entry.node
        if lower is not None and isinstance(entry.node, Scalar):
            combined = Mapping({**lower.entries, "value": Entry("value", entry.node.span, entry.node)}, entry.node.span)
        return inherited.definition(combined, before)

    def _same_sort(self, at: Keys, before: Node | None, entry: Entry) -> None:
        """A list over a mapping, or the reverse, is seldom meant; what is empty may become either."""
        sorts = {Sequence: "a list", Mapping: "a mapping"}
        lower, upper = sorts.get(type(before)), sorts.get(type(entry.node))
        if lower is None or upper is None or lower == upper or at[0].startswith("x-"):
            return
        if before is not None and before.plain():
            self.problems.error(
                "E408", f"`{at[-1]}` is {upper} here, and {lower} where it is inherited from", entry.key_span,
                also=((before.span, f"{lower} here"),), notes=_ways(at[-1], lower, upper),
            )  # fmt: skip

    def _replaced(self, at: Keys, before: Node | None, after: Node) -> Node:
        if before is not None and self.watch is not None:
            self.watch(at, before, after)
        return self.mapping(at, None, after) if isinstance(after, Mapping) else after

    def _extended(self, entry: Entry, name: str, sign: _Sign, before: Node) -> Node | None:
        if isinstance(before, Mapping):
            message = f"`{name}` is a mapping, to which a plain `{name}:` adds"
            self.problems.error("E404", message, entry.key_span, suggestion=name)
        elif not isinstance(before, Sequence):
            message = f"`{name}` is not a list, so nothing can be added to it"
            self.problems.error("E404", message, entry.key_span, also=((before.span, "inherited from here"),))
        elif not isinstance(entry.node, Sequence):
            self.problems.error("E407", f"`{entry.key}` takes a list of what is added", entry.node.span)
        else:
            added = entry.node.items
            items = [*added, *before.items] if sign == "+ " else [*before.items, *added]
            return Sequence(items, entry.node.span)
        return None

    def _without(self, at: Keys, entry: Entry, before: Node) -> Node | None:
        """A mapping without some entries, a list without the items that equal the named ones, or that have the name."""
        name, key = at[-1], self.known.named.get(at)
        if isinstance(before, Scalar):
            message = f"`{name}` is a single value, so nothing can be taken out of it"
            self.problems.error("E404", message, entry.key_span, also=((before.span, "inherited from here"),))
            return None
        if not isinstance(entry.node, Sequence):
            self.problems.error("E407", f"`{entry.key}` takes a list of what is removed", entry.node.span)
            return None
        for each in entry.node.items:
            if not isinstance(each, Scalar):
                self.problems.error("E407", f"`{entry.key}` takes names and single values", each.span)
            elif isinstance(before, Mapping):
                if each.text not in before.entries:
                    self._not_in(name, each, list(before.entries))
                else:
                    self.removed(Removal((*at, each.text), before.entries[each.text].node, each.span))
                kept = {key: value for key, value in before.entries.items() if key != each.text}
                before = Mapping(kept, before.span, before.head)
            elif key is not None:
                found = [each for each in (_without_name(item, key, each) for item in before.items) if each is not None]
                if found == before.items:
                    names = [name.text for item in before.items for name in _names(item, key)]
                    self._not_in(name, each, list(dict.fromkeys(names)))
                before = Sequence(found, before.span)
            else:
                items = [item for item in before.items if not _equal(item, each)]
                if len(items) == len(before.items):
                    self._not_in(name, each, [item.text for item in items if isinstance(item, Scalar)])
                before = Sequence(items, before.span)
        return before

    def _not_in(self, name: str, what: Scalar, known: list[str]) -> None:
        message = f"there is no `{what.text}` in the inherited `{name}`"
        self.problems.error("E404", message, what.span, **suggest(what.text, known, "there are")._asdict())

    def _nothing(
        self, at: Keys, entry: Entry, name: str, sign: _Sign, inherited: frozenset[str], later: Entry | None = None
    ) -> None:
        missing = {"=": "replace", "-": "take something out of"}
        use = missing.get(sign, "add to")
        near = nearest(name, inherited)
        notes = () if sign == "-" or near is not None else (f"a plain `{name}:` sets it",)
        if later is not None:
            other = later.node.text if isinstance(later.node, Scalar) else later.key
            notes = (f"a plain `{name}:` sets it: write again what `{other}` has, or let both call an effect",)
        also = [self.new[around] for around in (at[:size] for size in range(1, len(at) + 1)) if around in self.new][:1]
        if later is not None:
            also = [(later.node.span, "taken over only when all files are laid over each other")]
        self.problems.error(
            "E404",
            f"there is no inherited `{name}` to {use}",
            entry.key_span,
            suggestion=None if near is None else entry.key.replace(name, near),
            also=tuple(also),
            notes=notes,
        )


def _ways(name: str, lower: str, upper: str) -> tuple[str, str]:
    """The ways out where one sort of thing is written over another."""
    same = {
        "a list": f"in a list each item has its `- `: `{name}+:` adds it to what is inherited",
        "a mapping": f"in a mapping each has its key: a plain `{name}:` is laid over what is inherited, key by key",
    }
    return same[lower], f"or `{name}=:` replaces it as a whole, where {upper} may stand as well"


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
    """The names that stand under a key of a mapping: one, or several in a list."""
    node = item.get((key,))
    return [each for each in (node.items if isinstance(node, Sequence) else [node]) if isinstance(each, Scalar)]


def _without_name(item: Node, key: str, name: Scalar) -> Node | None:
    """A mapping without one of the names under a key; None where it is the only one."""
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
    """Whether an item is the same single value; true is not one."""
    return isinstance(item, Scalar) and type(item.value) is type(value.value) and item.value == value.value
