"""Which names a ruleset says, where, and which of them it only gives a value.

By the words alone: a name that stands for several things counts for each of them, so that nothing is called unused that
is used. Not here: what names mean.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final, TypeAlias

from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence

WORD: Final = re.compile(r"[^\W\d]\w*")
#: What stands behind the name of what is set, to say which one of several is meant.
BRACKETS: Final = re.compile(r"\(.*\)$")
#: What is said to people, outside of steps.
FOR_PEOPLE: Final = frozenset({"title", "description", "help", "because", "mark", "sign", "show"})
#: Parts of the file that say nothing of the game.
ASIDE: Final = frozenset({"title", "description", "id", "silence", "$schema"})
PARAMETER: Final = re.compile(r"\$\w+")
#: The part of a file that is put in the place of `cards` for what is only printed on them.
PRINTED: Final = "printed"
#: The part of the file in which something is said, and the name under which.
Place: TypeAlias = tuple[str, str]


class Mentions:
    """The words of a ruleset's tree: those in its values and the keys of its steps, by the places where they stand."""

    def __init__(self, tree: Mapping) -> None:
        self.said: defaultdict[str, set[Place]] = defaultdict(set)
        self.set: set[str] = set()
        self.of_kinds: set[str] = set()  # words of expressions that ask for the kind of a card
        for entry in tree:
            if entry.key in ASIDE or entry.key.startswith("x-"):
                continue
            for name, node in self._named(entry.node):
                self._walk(node, (entry.key, name), in_steps=False)

    def anywhere(self, name: str, but: Place) -> bool:
        """Whether a name is said anywhere but in one place, that of what is called so."""
        return bool(self.said.get(name, set()) - {but})

    def is_asked(self, attribute: str) -> bool:
        """Whether an attribute of cards is said anywhere but where it is declared, and where it is printed on one."""
        return any(place != ("attributes", attribute) and place[0] != PRINTED for place in self.said[attribute])

    def is_set(self, name: str) -> bool:
        """Whether something of that name is given a value anywhere."""
        return name in self.set

    def _named(self, node: Node) -> list[tuple[str, Node]]:
        if isinstance(node, Mapping):
            return [(entry.key, entry.node) for entry in node]
        return [("", item) for item in node] if isinstance(node, Sequence) else [("", node)]

    def _walk(self, node: Node, place: Place, in_steps: bool) -> None:
        if isinstance(node, Scalar):
            words = WORD.findall(node.text) if isinstance(node.value, str) else ()
            printed = place[0] == "cards" and not in_steps and PARAMETER.fullmatch(node.text)
            for word in words:
                self.said[word].add((PRINTED, place[1]) if printed else place)
            if "kind" in words:
                self.of_kinds.update(words)
        elif isinstance(node, Sequence):
            for item in node:
                self._walk(item, place, in_steps or isinstance(item, Mapping))
        else:
            for entry in node:
                if not in_steps and entry.key in FOR_PEOPLE:
                    continue
                if in_steps and entry.key == "set" and isinstance(entry.node, Mapping):
                    self._set(entry.node, place)
                    continue
                for word in WORD.findall(entry.key) if in_steps or place[0] == "cards" else ():
                    self.said[word].add(place if in_steps else (PRINTED, place[1]))
                self._walk(entry.node, place, in_steps)

    def _set(self, targets: Mapping, place: Place) -> None:
        for target in targets:
            words = WORD.findall(BRACKETS.sub("", target.key)) or [""]
            name = words[-1]
            for word in WORD.findall(target.key):
                if word != name:
                    self.said[word].add(place)
            self.set.add(name)
            for word in words_of(target.node) - {name}:  # to count it up is not to ask for it
                self.said[word].add(place)


def words_of(node: Node) -> set[str]:
    """All words in a part of a ruleset, keys and values alike."""
    if isinstance(node, Scalar):
        return set(WORD.findall(node.text))
    if isinstance(node, Sequence):
        return {word for item in node for word in words_of(item)}
    return {word for entry in node for word in (*WORD.findall(entry.key), *words_of(entry.node))}
