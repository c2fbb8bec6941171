"""The names that a ruleset uses, the places that use them, and the names that it assigns.

Words alone count: a word that names several things counts as a use of each, so that nothing in use is called unused.
Not here: the meaning of names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final, TypeAlias

from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence

WORD: Final = re.compile(r"[^\W\d]\w*")
#: The end of the target of `set` that selects one of several: `score(next)`.
SELECTION: Final = re.compile(r"\(.*\)$")
#: Keys with texts for people, outside of steps.
FOR_PEOPLE: Final = frozenset({"title", "description", "help", "because", "mark", "sign", "show"})
#: Parts of the file that have no names of the game.
IGNORED: Final = frozenset({"title", "description", "id", "silence", "$schema"})
PARAMETER: Final = re.compile(r"\$\w+")
#: Replaces `cards` in a place if a value is only printed on cards.
PRINTED: Final = "printed"
#: A part of the file, and the name in it: `("effects", "draw")`.
MentionPlace: TypeAlias = tuple[str, str]


class Mentions:
    """The words in the values of a ruleset and in the keys of its steps, by place."""

    def __init__(self, tree: Mapping) -> None:
        self.places: defaultdict[str, set[MentionPlace]] = defaultdict(set)
        self.assigned: set[str] = set()
        self.compared_kinds: set[str] = set()  # words of expressions that compare the kind of a card
        for entry in tree:
            if entry.key in IGNORED or entry.key.startswith("x-"):
                continue
            for name, node in self._named(entry.node):
                self._walk(node, (entry.key, name), in_steps=False)

    def is_used_outside(self, name: str, place: MentionPlace) -> bool:
        """Whether any other place than the name's own declaration uses it."""
        return bool(self.places.get(name, set()) - {place})

    def is_attribute_read(self, attribute: str) -> bool:
        """Whether any place uses an attribute, apart from its declaration and from cards that print it."""
        return any(place != ("attributes", attribute) and place[0] != PRINTED for place in self.places[attribute])

    def is_assigned(self, name: str) -> bool:
        """Whether a step assigns a value to the name."""
        return name in self.assigned

    def _named(self, node: Node) -> list[tuple[str, Node]]:
        if isinstance(node, Mapping):
            return [(entry.key, entry.node) for entry in node]
        return [("", item) for item in node] if isinstance(node, Sequence) else [("", node)]

    def _walk(self, node: Node, place: MentionPlace, in_steps: bool) -> None:
        if isinstance(node, Scalar):
            words = WORD.findall(node.text) if isinstance(node.value, str) else ()
            printed = place[0] == "cards" and not in_steps and PARAMETER.fullmatch(node.text)
            for word in words:
                self.places[word].add((PRINTED, place[1]) if printed else place)
            if "kind" in words:
                self.compared_kinds.update(words)
        elif isinstance(node, Sequence):
            for item in node:
                self._walk(item, place, in_steps or isinstance(item, Mapping))
        else:
            for entry in node:
                if not in_steps and entry.key in FOR_PEOPLE:
                    continue
                if in_steps and entry.key == "set" and isinstance(entry.node, Mapping):
                    self._assign(entry.node, place)
                    continue
                for word in WORD.findall(entry.key) if in_steps or place[0] == "cards" else ():
                    self.places[word].add(place if in_steps else (PRINTED, place[1]))
                self._walk(entry.node, place, in_steps)

    def _assign(self, targets: Mapping, place: MentionPlace) -> None:
        for target in targets:
            words = WORD.findall(SELECTION.sub("", target.key)) or [""]
            name = words[-1]
            self.assigned.add(name)
            used = {*WORD.findall(target.key), *words_of(target.node)} - {name}  # counting a name up does not read it
            for word in used:
                self.places[word].add(place)


def words_of(node: Node) -> set[str]:
    """All words in a node, of keys and of values."""
    if isinstance(node, Scalar):
        return set(WORD.findall(node.text))
    if isinstance(node, Sequence):
        return {word for item in node for word in words_of(item)}
    return {word for entry in node for word in (*WORD.findall(entry.key), *words_of(entry.node))}
