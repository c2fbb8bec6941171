"""Which rules differ between two rulesets: their trees are walked side by side, and what is in their decks is counted.

A difference is a value here; the sentence that tells it is written in render/difference_text.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from unoflex_rules.authoring.composition import composed, rank
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import NONE, Type
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

# added, removed: a key that one of them has; at_end, at_front: a list that goes on after (before) what the other has;
# count: so many cards of a kind in the deck; order: the same names in another order.
Kind = Literal["added", "removed", "changed", "at_end", "at_front", "order", "count"]
Keys = tuple[str, ...]

OWN = ("format", "id")  # what is never the same, or always
TEXTS = ("title", "description", "notation", "counts")  # what is for people and for reports
# By section, the keys that are for people, and how deep they stand.
WORDS = {"options": (2, "help"), "variables": (2, "show"), "effects": (2, "help")}
SHORT = {"attributes": "type", "card_state": "type", "variables": "type", "params": "type"}
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Difference:
    """What differs between two rulesets, `a` and `b`, at one place of their trees.

    `keys` lead there; the values are plain data, None on the side that has none, and how many cards where `kind` is
    `count`. `where_a` and `where_b` are where they were written. `is_rule` is False for titles and other texts.
    `more` is what one of them has beside what both have, where `kind` is `at_end` or `at_front`.
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
        """The keys in one word, as `unoflex show` takes them."""
        return ".".join(self.keys)

    def as_json(self) -> dict[str, object]:
        """The difference as data."""
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
    """What differs between two rulesets: rules first, in the order of the language's keys, then texts.

    Settings of options count as their defaults. What a ruleset is called in commands, comments, the order of keys and
    how something is written (`bool` or `{type: bool}`) are no differences.
    """
    found = list(_Walk(a, b).run())
    found.sort(key=lambda each: (not each.is_rule, rank(each.keys[0])))
    return found


class _Walk:
    """The two trees side by side."""

    def __init__(self, a: Ruleset, b: Ruleset) -> None:
        self.a = a
        self.b = b

    def run(self) -> Iterator[Difference]:
        """All differences, section by section."""
        one, other = composed(self.a), composed(self.b)
        for key in dict.fromkeys((*one.entries, *other.entries)):
            if key in OWN or key.startswith("x-"):
                continue
            before, after = one.entries.get(key), other.entries.get(key)
            if key == "deck":
                yield from self.deck(before, after)
            else:
                yield from self.entry((key,), before, after)

    def entry(self, keys: Keys, a: Entry | None, b: Entry | None) -> Iterator[Difference]:
        """What differs below a key that at least one of them has."""
        a, b = _said(keys, a), _said(keys, b)
        if a is None or b is None:
            yield from self.lone(keys, a, b)
            return
        one, other = _long(keys, a.node), _long(keys, b.node)
        if one.plain() == other.plain() and not _is_values(keys):
            return
        if not _is_rule(keys):
            yield self.made(keys, "changed", a, b)
        elif _is_values(keys):
            yield from self.values(keys, a, b)
        elif isinstance(one, Mapping) and isinstance(other, Mapping):
            for key in dict.fromkeys((*one.entries, *other.entries)):
                yield from self.entry((*keys, key), one.entries.get(key), other.entries.get(key))
        elif isinstance(one, Sequence) and isinstance(other, Sequence):
            yield self.lists(keys, a, b, one, other)
        else:
            yield self.made(keys, "changed", a, b)

    def lone(self, keys: Keys, a: Entry | None, b: Entry | None) -> Iterator[Difference]:
        """A key that one of them has alone; of a section, each name in it."""
        entry = a or b
        if entry is None:
            return
        if len(keys) == 1 and isinstance(entry.node, Mapping) and _is_rule(keys):
            for key, below in entry.node.entries.items():
                yield from self.entry((*keys, key), below if a else None, below if b else None)
        else:
            yield self.made(keys, "added" if a is None else "removed", a, b)

    def made(self, keys: Keys, kind: Kind, a: Entry | None, b: Entry | None, more: int = 0) -> Difference:
        """A difference with the values and places of two entries."""
        return Difference(
            keys,
            kind,
            None if a is None else a.node.plain(),
            None if b is None else b.node.plain(),
            _place(a),
            _place(b),
            _is_rule(keys),
            more,
        )

    def lists(self, keys: Keys, a: Entry, b: Entry, one: Sequence, other: Sequence) -> Difference:
        """How a list differs: something before or after what both have, or all of it."""
        short, long = sorted((one.plain(), other.plain()), key=len)
        more = len(long) - len(short)
        if more and short and long[: len(short)] == short:
            return self.with_more(keys, "at_end", a, b, one, other, more)
        if more and short and long[more:] == short:
            return self.with_more(keys, "at_front", a, b, one, other, more)
        return self.made(keys, "changed", a, b)

    def with_more(
        self, keys: Keys, kind: Kind, a: Entry, b: Entry, one: Sequence, other: Sequence, more: int
    ) -> Difference:
        """A list that has more on one side, whose place is that of the first item that the other has not."""
        longer = one if len(one.items) > len(other.items) else other
        place = longer.items[len(longer.items) - more if kind == "at_end" else 0].span
        made = self.made(keys, kind, a, b, more)
        first, second = (place, made.where_b) if longer is one else (made.where_a, place)
        return Difference(keys, kind, made.a, made.b, first, second, made.is_rule, more)

    def values(self, keys: Keys, a: Entry, b: Entry) -> Iterator[Difference]:
        """The values of a type: which there are, in which order, and what they are called."""
        one, other = _names(a), _names(b)
        if one is None or other is None:  # a range on one side at least
            if _range(a.node) != _range(b.node):
                yield self.made(keys, "changed", a, b)
            elif a.node.plain() != b.node.plain():
                yield Difference(keys, "changed", a.node.plain(), b.node.plain(), _place(a), _place(b), False)
            return
        for name in dict.fromkeys((*one, *other)):
            before, after = one.get(name), other.get(name)
            if before is None or after is None:
                yield self.made((*keys, name), "added" if before is None else "removed", before, after)
            elif before.node.plain() != after.node.plain():
                values = before.node.plain(), after.node.plain()
                yield Difference((*keys, name), "changed", *values, _place(before), _place(after), False)
        common = [[name for name in each if name in one and name in other] for each in (one, other)]
        if common[0] != common[1]:
            yield self.made(keys, "order", a, b)

    # ---- the deck ------------------------------------------------------------------------------------------------

    def deck(self, a: Entry | None, b: Entry | None) -> Iterator[Difference]:
        """How many cards of each kind there are, of games; of what is no game, how the deck is written."""
        if a is None and b is None:
            return
        if self.a.is_base or self.b.is_base:
            if a is not None and b is not None:
                yield from self.entry(("deck",), a, b)
            else:
                yield from self.lone(("deck",), a, b)
            return
        counts = [_cards(self.a, self.b), _cards(self.b, self.a)]
        for kind in dict.fromkeys((*counts[0], *counts[1])):
            one, other = counts[0].get(kind, Counter()), counts[1].get(kind, Counter())
            places = _line(a, kind) if one else None, _line(b, kind) if other else None
            if one.total() != other.total():
                yield Difference(("deck", kind), "count", one.total(), other.total(), *places)
            elif one != other:
                fewer, more = _listed(one - other), _listed(other - one)
                yield Difference(("deck", kind), "changed", fewer, more, *places, more=one.total())


def _cards(ruleset: Ruleset, other: Ruleset) -> dict[str, Counter[tuple[str, ...]]]:
    """By kind, how many cards show it and which, for a number of players that both allow if there is one."""
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
    """A value by its name, which titles do not change."""
    if value == NONE:
        return "none"
    return kind.members[value] if kind.kind == "enum" else str(value)


def _listed(cards: Counter[tuple[str, ...]]) -> dict[str, int]:
    """Cards as data: what tells them apart, and how many of each."""
    return {" / ".join(look): count for look, count in cards.items()}


def _line(deck: Entry | None, kind: str) -> Span | None:
    """The first line of the deck that puts a kind there."""
    if deck is None or not isinstance(deck.node, Sequence):
        return None
    for item in deck.node:
        if any(leaf.text == kind for leaf in _kinds(item)):
            return item.span
    return deck.key_span


def _kinds(node: Node) -> Iterator[Scalar]:
    """The kinds that a line of the deck names."""
    if isinstance(node, Mapping):
        for entry in node:
            if entry.key == "card":
                yield from (each for each in ([entry.node] if isinstance(entry.node, Scalar) else entry.node)
                            if isinstance(each, Scalar))  # fmt: skip
            else:
                yield from _kinds(entry.node)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _kinds(item)


# ---- what is the same, however it is written -----------------------------------------------------------------------


def _said(keys: Keys, entry: Entry | None) -> Entry | None:
    """The entry, or None where it says no more than a missing one: it takes back, or is empty where it may be."""
    if entry is None:
        return None
    node = entry.node
    if isinstance(node, Scalar) and node.value is None:
        return None
    is_empty = not isinstance(node, Scalar) and not node.plain()
    pieces = len(keys) == 2 and keys[0] in ("turn", "round", "game")
    return None if is_empty and (len(keys) == 1 or pieces or keys[-1] == "params") else entry


def _long(keys: Keys, node: Node) -> Node:
    """The node, a mapping where a single text stands for one of its keys."""
    section = keys[0] if len(keys) == 2 else keys[-2] if len(keys) == 4 else ""
    short = SHORT.get(section)
    if short is None or not isinstance(node, Scalar):
        return node
    return Mapping({short: Entry(short, node.span, node)}, node.span)


def _is_values(keys: Keys) -> bool:
    """Whether the keys lead to a type of values."""
    return len(keys) == 2 and keys[0] == "values"


def _is_rule(keys: Keys) -> bool:
    """Whether what stands there is a rule, and no text for people."""
    if keys[0] in TEXTS:
        return False
    if keys[0] == "cards":
        return len(keys) < 3 or keys[-1] != "title"
    if keys[0] in WORDS:
        depth, word = WORDS[keys[0]]
        return len(keys) != depth + 1 or keys[depth] != word
    return True


def _names(entry: Entry) -> dict[str, Entry] | None:
    """The values that are called by names, each with what is said of it; None for a range."""
    node = entry.node
    if isinstance(node, Sequence):
        nothing = Mapping({}, node.span)
        return {each.text: Entry(each.text, each.span, nothing) for each in node if isinstance(each, Scalar)}
    if isinstance(node, Mapping) and "range" not in node:
        return {
            each.key: Entry(each.key, each.key_span, Mapping({}, each.node.span)) if _is_nothing(each.node) else each
            for each in node
        }
    return None


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None


def _range(node: Node) -> object:
    """A range with the names in it, without titles and marks; something else for what is no range."""
    if not isinstance(node, Mapping) or "range" not in node:
        return (node.plain(), {})
    names = node.get(("names",))
    called: dict[str, object] = {}
    for each in names if isinstance(names, Mapping) else ():
        name = each.node.get(("name",)) if isinstance(each.node, Mapping) else each.node
        called[each.key] = None if name is None else name.plain()
    return (node.entries["range"].node.plain(), called)


def _place(entry: Entry | None) -> Span | None:
    """Where a single value stands; the key of anything else."""
    if entry is None:
        return None
    return entry.node.span if isinstance(entry.node, Scalar) and entry.node.text else entry.key_span
