"""A ruleset with all that it extends and its settings, whole or one part of it, as a tree with places.

Not here: merging the files (language/compose), or the tree as text (render/ruleset_text.py).
"""

from __future__ import annotations

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.language.schema.models import RulesetModel
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.scalars import read_setting

ORDER = tuple(RulesetModel.model_fields)
SETTING = "--set"  # stands for the file of a value that the user has set


class UnknownPart(LookupError):
    """A path to nothing; `suggestion` is the path that was probably meant, if any is near."""

    def __init__(self, path: str, ruleset: str, suggestion: str | None, there: list[str]) -> None:
        self.path = path
        self.suggestion = suggestion
        hint = f"did you mean `{suggestion}`?" if suggestion else f"known: {', '.join(there)}" if there else ""
        super().__init__(f"there is no `{path}` in {ruleset}" + (f"; {hint}" if hint else ""))


def composed(ruleset: Ruleset, path: str | None = None) -> Mapping:
    """The tree of a ruleset with all that it extends, and with its settings as defaults of the options.

    With a path such as `cards.skip` or `deck.0` only that part, under its keys. Raises UnknownPart.
    """
    tree = _with_settings(ruleset)
    if path is None:
        return tree
    found = _find(tree, path.split("."))
    if found is None:
        numbers = _numbers(tree, path)
        raise UnknownPart(path, ruleset.id, None if numbers else _meant(tree, path), numbers or _in_order(tree))
    part = _part(tree, found)
    assert isinstance(part, Mapping)
    return part


def _with_settings(ruleset: Ruleset) -> Mapping:
    """The tree with the settings of options as their defaults."""
    tree, options = ruleset.tree, ruleset.tree.get(("options",))
    if not ruleset.settings or not isinstance(options, Mapping):
        return tree
    place = Span(SETTING, 1, 1, 1, 1)
    for name, value in ruleset.settings.items():
        option = options.get((name,))
        if isinstance(option, Mapping):
            option = _replaced(option, "default", Scalar(read_setting(value), value, "plain", place), place)
            options = _replaced(options, name, option)
    return _replaced(tree, "options", options)


def _replaced(mapping: Mapping, key: str, node: Node, key_span: Span | None = None) -> Mapping:
    """The mapping with another value for a key."""
    entry = Entry(key, key_span or mapping.entries[key].key_span, node)
    return Mapping({**mapping.entries, key: entry}, mapping.span, mapping.head)


def _find(node: Node, words: list[str]) -> list[str | int] | None:
    """The keys that a path names; a key with dots in it is several words."""
    if not words:
        return []
    if isinstance(node, Sequence) and words[0].isdecimal() and int(words[0]) < len(node.items):
        rest = _find(node.items[int(words[0])], words[1:])
        return None if rest is None else [int(words[0]), *rest]
    if isinstance(node, Mapping):
        for count in range(len(words), 0, -1):
            key = ".".join(words[:count])
            rest = _find(node.entries[key].node, words[count:]) if key in node.entries else None
            if rest is not None:
                return [key, *rest]
    return None


def _numbers(tree: Mapping, path: str) -> list[str]:
    """The first and the last path to an item of a list, for a path to a missing item of it."""
    above, _, last = path.rpartition(".")
    keys = _find(tree, above.split(".")) if last.isdecimal() and above else None
    node = tree.get(tuple(keys)) if keys else None
    return [f"`{above}.0` to `{above}.{len(node.items) - 1}`"] if isinstance(node, Sequence) and node.items else []


def _part(node: Node, keys: list[str | int]) -> Node:
    """The node at the end of the keys, in mappings and lists without anything else."""
    if not keys:
        return node
    if isinstance(node, Mapping):
        key = str(keys[0])
        entry = node.entries[key]
        return Mapping({key: Entry(key, entry.key_span, _part(entry.node, keys[1:]))}, node.span, node.head)
    assert isinstance(node, Sequence) and isinstance(keys[0], int)
    return Sequence([_part(node.items[keys[0]], keys[1:])], node.span)


def _in_order(tree: Mapping) -> list[str]:
    """The top-level keys, in the order of the language."""
    return sorted(tree.entries, key=rank)


def rank(key: str) -> int:
    """The place of a top-level key in the order of the language; unknown keys come last."""
    return ORDER.index(key) if key in ORDER else len(ORDER)


def _meant(tree: Mapping, path: str) -> str | None:
    """The path that was probably meant: a top-level key, a path of two keys, or the last key of one."""
    pairs = {
        f"{entry.key}.{below.key}": below.key
        for entry in (
            tree.entries[key] for key in _in_order(tree)
        )  # a kind of card comes before an effect of that name
        for below in (entry.node if isinstance(entry.node, Mapping) else ())
    }
    found = nearest(path, [*tree.entries, *pairs])
    if found is None:
        name = path if path in pairs.values() else nearest(path, pairs.values())
        found = next((pair for pair, last in pairs.items() if last == name), None)
    if found is None and "." in path:
        above = path.rpartition(".")[0]
        keys = _find(tree, above.split("."))
        found = above if keys is not None else _meant(tree, above)
    return found
