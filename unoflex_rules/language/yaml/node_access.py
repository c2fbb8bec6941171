"""Shortcuts to the contents of YAML nodes: entries, text, flags, parts. Not here: the nodes (nodes.py)."""

from __future__ import annotations

from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar


def entries(tree: Node | None, *path: str) -> list[Entry]:
    """The entries of the mapping at `path`, none where there is no mapping."""
    node = tree.get(path) if tree is not None else None
    return list(node) if isinstance(node, Mapping) else []


def text(node: Node | None, default: str = "") -> str:
    """The text of a scalar."""
    return str(node.value) if isinstance(node, Scalar) and node.value is not None else default


def flag(node: Node | None, default: bool = False) -> bool:
    """The truth of a scalar."""
    return bool(node.value) if isinstance(node, Scalar) and node.value is not None else default


def part(node: Node, key: str) -> Node | None:
    """The value under `key`."""
    return node.get((key,)) if isinstance(node, Mapping) else None
