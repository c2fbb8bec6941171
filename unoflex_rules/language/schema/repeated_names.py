"""Lists of names in which each name may occur once. Not here: names with two meanings (reserved_names.py)."""

from __future__ import annotations

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.yaml.nodes import Node, Scalar, Sequence


def once(names: Node | None, what: str, problems: Problems) -> list[Scalar]:
    """The names of a list without duplicates; each duplicate is reported, `what` being a noun for the names."""
    found: dict[str, Scalar] = {}
    for node in names if isinstance(names, Sequence) else ():
        if not isinstance(node, Scalar):
            continue
        first = found.setdefault(str(node.value), node)
        if first is not node:
            problems.error("E211", f"duplicate {what} `{node.value}`", node.span, also=((first.span, "first here"),))
    return list(found.values())
