"""Lists of names in which each stands once. Not here: names that stand for two things (reserved_names.py)."""

from __future__ import annotations

from unoflex_rules.language.yaml.nodes import Node, Scalar, Sequence
from unoflex_rules.language.diagnostics.problems import Problems


def once(names: Node | None, told: str, problems: Problems) -> list[Scalar]:
    """The names of a list, each where it stands first; where it stands again it is `told`, `{}` being the name."""
    found: dict[str, Scalar] = {}
    for node in names if isinstance(names, Sequence) else ():
        if not isinstance(node, Scalar):
            continue
        first = found.setdefault(str(node.value), node)
        if first is not node:
            also = ((first.span, "the first one"),)
            problems.error("E211", told.format(node.value), node.span, also=also)
    return list(found.values())
