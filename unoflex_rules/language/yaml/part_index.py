"""Finds the part of a ruleset that contains a place, for many places. Not here: a single search (nodes.py)."""

from __future__ import annotations

from collections import defaultdict

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence


class PartIndex:
    """The parts of a ruleset, such as `turn.end` or `state_rules`, by the places of their keys and values."""

    def __init__(self, tree: Mapping) -> None:
        self._exact: dict[Span, str] = {}
        self._by_line: defaultdict[tuple[str, int], list[tuple[Span, str]]] = defaultdict(list)
        for entry in tree:
            for each in entry.node if isinstance(entry.node, Mapping) else ():
                self._add(each.key_span, f"{entry.key}.{each.key}")
                self._add_node(each.node, f"{entry.key}.{each.key}")
            if not isinstance(entry.node, Mapping):
                self._add_node(entry.node, entry.key)

    def part_of(self, span: Span) -> str:
        """The part that contains a place; empty if none does."""
        if span in self._exact:
            return self._exact[span]
        nearby = self._by_line.get((span.file, span.line), ())
        return next((part for place, part in nearby if span in place), "")

    def _add_node(self, node: Node, part: str) -> None:
        if isinstance(node, Scalar):
            self._add(node.span, part)
        elif isinstance(node, Sequence):
            for item in node:
                self._add_node(item, part)
        else:
            for entry in node:
                self._add(entry.key_span, part)
                self._add_node(entry.node, part)

    def _add(self, span: Span, part: str) -> None:
        if self._exact.setdefault(span, part) is part:
            for line in range(span.line, span.end_line + 1):
                self._by_line[span.file, line].append((span, part))
