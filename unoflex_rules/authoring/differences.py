"""Which rules differ between two rulesets: their trees are compared key by key, their decks card by card.

A difference is a value here; its sentence is written in render/difference_text.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from unoflex_rules.authoring.composition import composed, rank
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import NONE, Type
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.naming.name_binder import is_null

# added, removed: a key on one side; at_end, at_front: a list with more items there on one side; count: the number of
# cards of a kind; order: the same names in another order.
Kind = Literal["added", "removed", "changed", "at_end", "at_front", "order", "count"]
Keys = tuple[str, ...]

OWN = ("format", "id")  # always equal, and never equal
TEXTS = ("title", "description", "notation", "counts")  # for people and reports, not rules
# By section: how deep keys for people are, and their name.
TEXT_KEYS = {"options": (2, "help"), "variables": (2, "show"), "effects": (2, "help")}
# By section: the key that a single text stands for.
SHORT = {"attributes": "type", "card_state": "type", "variables": "type", "params": "type"}
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Difference:
    """A difference between two rulesets, `a` and `b`, at one place of their trees.

    `keys`: the path to it. `a`, `b`: plain data, None on a side without it, the number of cards for the kind `count`.
    `where_a`, `where_b`: the places in the files. `is_rule` is False for titles and other texts. `more`: how many more
    items one side has, for the kinds `at_end` and `at_front`.
    """

    keys: Keys
    kind: Kind
    a: object
    b: object
    where_a: Span | None
    where_b: Span | None
    is_rule: bool = True
    more: int = 0

    @property
    def path(self) -> str:
        """The keys as one word, as `unoflex show` takes them."""
        return ".".join(self.keys)

    def as_json(self) -> dict[str, object]:
        return {
            "path": self.path,
            "kind": self.kind,
            "is_rule": self.is_rule,
            "a": self.a,
            "b": self.b,
            "where_a": None if self.where_a is None else self.where_a.as_json(),
            "where_b": None if self.where_b is None else self.where_b.as_json(),
        }


def differences(a: Ruleset, b: Ruleset) -> list[Difference]:
    """The differences between two rulesets: rules in the order of the language's keys, then texts.

    Settings of options count as their defaults. Ids, comments, the order of keys and short forms (`bool` for
    `{type: bool}`) do not count.
    """
    found: list[Difference] = []
    one, other = composed(a), composed(b)
    for key in _keys_of(one, other):
        before, after = one.entries.get(key), other.entries.get(key)
        if key == "deck" and not (a.is_base or b.is_base):
            found += _in_deck(a, b, before, after)
        elif key not in OWN and not key.startswith("x-"):
            found += _in_entry((key,), before, after)
    return sorted(found, key=lambda each: (not each.is_rule, rank(each.keys[0])))


def _keys_of(a: Mapping, b: Mapping) -> Iterator[str]:
    """The keys of two mappings, each once."""
    yield from dict.fromkeys((*a.entries, *b.entries))


def _made(keys: Keys, kind: Kind, a: Entry | None, b: Entry | None) -> Difference:
    """The difference between two entries."""
    one, other = (None if each is None else each.node.plain() for each in (a, b))
    return Difference(keys, kind, one, other, _place(a), _place(b), _is_rule(keys))


def _in_entry(keys: Keys, a: Entry | None, b: Entry | None) -> Iterator[Difference]:
    """The differences below a key."""
    a, b = _meaningful(keys, a), _meaningful(keys, b)
    if a is None or b is None:
        yield from _on_one_side(keys, a, b)
        return
    one, other = _long_form(keys, a.node), _long_form(keys, b.node)
    is_type = len(keys) == 2 and keys[0] == "values"
    if is_type and _is_rule(keys):
        yield from _in_values(keys, a, b)
    elif one.plain() == other.plain():
        return
    elif _is_rule(keys) and isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in _keys_of(one, other):
            yield from _in_entry((*keys, key), one.entries.get(key), other.entries.get(key))
    elif _is_rule(keys) and isinstance(one, Sequence) and isinstance(other, Sequence):
        yield _in_list(keys, a, b, one, other)
    else:
        yield _made(keys, "changed", a, b)


def _on_one_side(keys: Keys, a: Entry | None, b: Entry | None) -> Iterator[Difference]:
    """A key of one side, or of a section each name in it."""
    entry = a or b
    if entry is None:
        return
    if len(keys) == 1 and isinstance(entry.node, Mapping) and _is_rule(keys):
        for key, below in entry.node.entries.items():
            yield from _in_entry((*keys, key), below if a else None, below if b else None)
    else:
        yield _made(keys, "added" if a is None else "removed", a, b)


def _in_list(keys: Keys, a: Entry, b: Entry, one: Sequence, other: Sequence) -> Difference:
    """The difference of two lists: more items at an end, whose place is that of the first one, or everything."""
    found = _made(keys, "changed", a, b)
    short, long = sorted((one, other), key=lambda each: len(each.items))
    more = len(long.items) - len(short.items)
    if not more or not short.items:
        return found
    if long.plain()[: len(short.items)] == short.plain():
        found, place = replace(found, kind="at_end", more=more), long.items[-more].span
    elif long.plain()[more:] == short.plain():
        found, place = replace(found, kind="at_front", more=more), long.items[0].span
    else:
        return found
    return replace(found, where_a=place) if long is one else replace(found, where_b=place)


def _in_values(keys: Keys, a: Entry, b: Entry) -> Iterator[Difference]:
    """The differences of a type: its values, their order, their titles."""
    one, other = _names(a), _names(b)
    if one is None or other is None:  # one is a range
        if a.node.plain() != b.node.plain():
            yield replace(_made(keys, "changed", a, b), is_rule=_range(a.node) != _range(b.node))
        return
    for name in dict.fromkeys((*one, *other)):
        before, after = one.get(name), other.get(name)
        if before is None or after is None:
            yield _made((*keys, name), "added" if before is None else "removed", before, after)
        elif before.node.plain() != after.node.plain():
            yield replace(_made((*keys, name), "changed", before, after), is_rule=False)
    if [name for name in one if name in other] != [name for name in other if name in one]:
        yield _made(keys, "order", a, b)


# ---- the deck ------------------------------------------------------------------------------------------------------


def _in_deck(a: Ruleset, b: Ruleset, line_a: Entry | None, line_b: Entry | None) -> Iterator[Difference]:
    """The differences of two decks, by kind of card."""
    if line_a is None and line_b is None:
        return
    counts = _cards(a, b), _cards(b, a)
    for kind in dict.fromkeys((*counts[0], *counts[1])):
        one, other = (each.get(kind, Counter()) for each in counts)
        places = _line(line_a, kind) if one else None, _line(line_b, kind) if other else None
        if one.total() != other.total():
            yield Difference(("deck", kind), "count", one.total(), other.total(), *places)
        elif one != other:
            fewer, more = (
                {" / ".join(look): count for look, count in each.items()} for each in (one - other, other - one)
            )
            yield Difference(("deck", kind), "changed", fewer, more, *places, more=one.total())


def _cards(ruleset: Ruleset, other: Ruleset) -> dict[str, Counter[tuple[str, ...]]]:
    """By kind, how often each card is in the deck, if possible for a number of players that both allow."""
    both = set(ruleset.player_counts) & set(other.player_counts) or set(ruleset.player_counts)
    game = ruleset.game(min(both, key=lambda count: abs(count - USUAL_PLAYERS)))
    found: dict[str, Counter[tuple[str, ...]]] = {}
    for number, zone in game.cards:
        faces = [face for face in game.looks[number].faces if face.exists]
        home = () if zone in game.world.zones and game.world.zones[zone].deck else (f"in {zone}",)
        for kind in dict.fromkeys(face.kind for face in faces):
            given = (face.given.values() for face in faces if face.kind == kind)
            printed = (" ".join(_name(each, value) for each, value in values) for values in given)
            found.setdefault(kind, Counter())[(*dict.fromkeys(printed), *home)] += 1
    return found


def _name(kind: Type, value: int) -> str:
    """The name of a value, which titles do not change."""
    if value == NONE:
        return "none"
    return kind.members[value] if kind.kind == "enum" else str(value)


def _line(deck: Entry | None, kind: str) -> Span | None:
    """The first line of the deck with a kind."""
    if deck is None or not isinstance(deck.node, Sequence):
        return None
    return next((item.span for item in deck.node if kind in _kinds(item)), deck.key_span)


def _kinds(node: Node) -> Iterator[str]:
    """The kinds that a line of the deck names."""
    for entry in node if isinstance(node, Mapping) else ():
        if entry.key == "card":
            named = [entry.node] if isinstance(entry.node, Scalar) else entry.node
            yield from (each.text for each in named if isinstance(each, Scalar))
        else:
            yield from _kinds(entry.node)
    for item in node if isinstance(node, Sequence) else ():
        yield from _kinds(item)


# ---- forms that mean the same --------------------------------------------------------------------------------------


def _meaningful(keys: Keys, entry: Entry | None) -> Entry | None:
    """The entry; None if it means the same as a missing one: `null`, or empty where that is the default."""
    if entry is None or is_null(entry.node):
        return None
    is_empty = not isinstance(entry.node, Scalar) and not entry.node.plain()
    pieces = len(keys) == 2 and keys[0] in ("turn", "round", "game")
    return None if is_empty and (len(keys) == 1 or pieces or keys[-1] == "params") else entry


def _long_form(keys: Keys, node: Node) -> Node:
    """The node; a mapping if it is a single text that stands for a key."""
    section = keys[0] if len(keys) == 2 else keys[-2] if len(keys) == 4 else ""
    short = SHORT.get(section)
    if short is None or not isinstance(node, Scalar):
        return node
    return Mapping({short: Entry(short, node.span, node)}, node.span)


def _is_rule(keys: Keys) -> bool:
    """Whether a key is a rule, not a text for people."""
    if keys[0] in TEXTS:
        return False
    if keys[0] == "cards":
        return len(keys) < 3 or keys[-1] != "title"
    depth, word = TEXT_KEYS.get(keys[0], (0, ""))
    return not depth or len(keys) != depth + 1 or keys[depth] != word


def _names(entry: Entry) -> dict[str, Entry] | None:
    """The named values of a type; None for a range."""
    node, nothing = entry.node, Mapping({}, entry.node.span)
    if isinstance(node, Sequence):
        return {each.text: Entry(each.text, each.span, nothing) for each in node if isinstance(each, Scalar)}
    if isinstance(node, Mapping) and "range" not in node:
        return {each.key: Entry(each.key, each.key_span, nothing) if is_null(each.node) else each for each in node}
    return None


def _range(node: Node) -> object:
    """A range with the names in it, without titles and marks; something else for other types."""
    if not isinstance(node, Mapping) or "range" not in node:
        return (node.plain(), {})
    names = node.get(("names",))
    called: dict[str, object] = {}
    for each in names if isinstance(names, Mapping) else ():
        name = each.node.get(("name",)) if isinstance(each.node, Mapping) else each.node
        called[each.key] = None if name is None else name.plain()
    return (node.entries["range"].node.plain(), called)


def _place(entry: Entry | None) -> Span | None:
    """The place of a single value, or the key of anything else."""
    if entry is None:
        return None
    return entry.node.span if isinstance(entry.node, Scalar) and entry.node.text else entry.key_span
