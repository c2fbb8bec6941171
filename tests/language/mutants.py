"""Mutated rulesets: nodes deleted, doubled, renamed, exchanged. Not here: tests."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import yaml

from unoflex_rules.language.compose.merge import load_tree
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.resources import rulesets_dir

JUNK: tuple[Any, ...] = (
    None, True, 0, 1, -1, 3, 1000000, 2**40, 1.5, "", "x", "self", "next", "players", "none", "card", "hand", "discard",
    "true and", "card.color == red", "1 + 1", "0..9", "9..0", "each", "all", "$color", "front", [], {}, [[]], [{}],
    {"x": 1}, ["x"], "a b", "self.hand", "draw_pile.top", "seat(0)", "color", "red",
)  # fmt: skip


def merged(name: str | Path) -> dict[str, Any]:
    """Return a ruleset with all of its bases, as plain data."""
    file = Path(name) if Path(name).exists() else rulesets_dir() / f"{name}.yaml"
    tree = load_tree(file, library=rulesets_dir(), problems=Problems()).tree
    assert tree is not None
    data = tree.plain()
    data.pop("extends", None)
    return data


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all nodes below a node."""
    keys = node.keys() if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    return [place for key in keys for place in ((*path, key), *places(node[key], (*path, key)))]


def at(node: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        node = node[step]
    return node


def misspelt(word: str, chance: random.Random) -> str:
    """Return a word with a letter changed, doubled, removed or exchanged with the next."""
    if len(word) < 2:
        return word + "x"
    k = chance.randrange(len(word) - 1)
    return chance.choice([
        word[:k] + word[k + 1 :], word[:k] + word[k] + word[k:], word[:k] + word[k + 1] + word[k] + word[k + 2 :],
        word[:k] + "q" + word[k + 1 :],
    ])  # fmt: skip


def changed(data: dict[str, Any], chance: random.Random) -> None:
    """Mutate one node."""
    every = places(data)
    if not every:
        return
    path = chance.choice(every)
    parent, key = at(data, path[:-1]), path[-1]
    other = copy.deepcopy(at(data, chance.choice(every)))
    what = chance.randrange(8)
    if what == 0:
        del parent[key]
    elif what == 1 and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(parent[key]))
    elif what in (1, 2) and isinstance(parent, dict):
        parent[misspelt(str(key), chance)] = parent.pop(key)
    elif what == 3:
        parent[key] = chance.choice(JUNK)
    elif what == 4:
        parent[key] = other
    elif what == 5 and isinstance(parent[key], str):
        parent[key] = misspelt(parent[key], chance)
    elif what == 6 and isinstance(parent, dict):
        parent[chance.choice([step for place in every for step in place if isinstance(step, str)])] = other
    elif what == 7 and isinstance(parent, list):
        chance.shuffle(parent)
    else:
        parent[key] = [parent[key]]


def disturbed(data: dict[str, Any], chance: random.Random) -> None:
    """Mutate without changing the shape: exchange values of equal keys, or steps, or change a number."""
    every = places(data)
    values = [path for path in every if not isinstance(at(data, path), dict | list)]
    steps = [path for path in every if isinstance(path[-1], int) and isinstance(at(data, path), dict)]
    path = chance.choice(chance.choice([values, values, steps]) or every)
    parent, key, what = at(data, path[:-1]), path[-1], chance.randrange(4)
    if path in steps and what == 0:
        del parent[key]
    elif path in steps:
        put = copy.deepcopy(at(data, chance.choice(steps)))
        parent.insert(key, put) if what == 1 else parent.__setitem__(key, put)
    elif isinstance(parent[key], bool):
        parent[key] = not parent[key]
    elif isinstance(parent[key], int):
        parent[key] += chance.choice([-3, -1, 1, 2, 100])
    elif what == 0:
        parent[key] = misspelt(str(parent[key]), chance)
    else:
        alike = [each for each in values if each[-1] == key or (isinstance(key, int) and isinstance(each[-1], int))]
        parent[key] = at(data, chance.choice(alike if what < 3 else values))


def mutant(data: dict[str, Any], seed: int) -> str:
    """Return the text of a ruleset with one to three mutations."""
    chance = random.Random(seed)
    data = copy.deepcopy(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        chance.choice([changed, disturbed, disturbed])(data, chance)
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)
