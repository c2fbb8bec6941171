"""The word `inherited`: what a file's own steps, or its definition, replace is kept where that word stands.

Not here: what else laying one file over another does (overlaying.py), or what the word means to the checker
(control.py, parsing.py).
"""

from __future__ import annotations

import re
from typing import Final

from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

INHERITED: Final = "inherited"
_SAID: Final = re.compile(r"(?<![\w.])inherited\b")


def in_steps(node: Node) -> bool:
    """Whether the word is one of the steps somewhere in a list."""
    if isinstance(node, Sequence):
        return any(_is_step(item) or in_steps(item) for item in node)
    return isinstance(node, Mapping) and any(in_steps(entry.node) for entry in node)


def in_definition(node: Node | None) -> bool:
    """Whether the word stands in what a definition says."""
    if isinstance(node, Mapping):
        return in_definition(node.get(("value",)))
    return isinstance(node, Scalar) and _SAID.search(node.text) is not None


def is_left_open(definition: Node) -> bool:
    """Whether a definition has no value: it is left to the games."""
    return isinstance(definition, Mapping) and "value" not in definition


def steps(after: Node, before: Node) -> Node:
    """The steps of `after`, in which those of `before` are kept wherever the word stands."""
    if isinstance(after, Sequence):
        items = [_kept(item, before) if _is_step(item) else steps(item, before) for item in after]
        return Sequence(items, after.span)
    if isinstance(after, Mapping):
        entries = {entry.key: Entry(entry.key, entry.key_span, steps(entry.node, before)) for entry in after}
        return Mapping(entries, after.span, after.head)
    return after


def definition(combined: Node, before: Node) -> Node:
    """A definition as it is put together, which keeps what it replaces for the word in it."""
    entries = {"value": Entry("value", combined.span, combined)}
    if isinstance(combined, Mapping):
        entries = {key: entry for key, entry in combined.entries.items() if key != INHERITED}
    entries[INHERITED] = Entry(INHERITED, before.span, before)
    return Mapping(entries, combined.span, combined.head if isinstance(combined, Mapping) else None)


def without(combined: Node) -> Node:
    """A definition that no longer speaks of what it replaced."""
    if not isinstance(combined, Mapping) or INHERITED not in combined:
        return combined
    kept = {key: entry for key, entry in combined.entries.items() if key != INHERITED}
    return Mapping(kept, combined.span, combined.head)


def _is_step(item: Node) -> bool:
    """Whether an item of a list is the word as a step, alone or with what it is given."""
    if isinstance(item, Mapping):
        return list(item.entries) == [INHERITED]
    return isinstance(item, Scalar) and item.value == INHERITED


def _kept(step: Node, before: Node) -> Node:
    """The step with what it stands for under `do`; one that has that already stays as it is."""
    if isinstance(step, Mapping):
        entry = step.entries[INHERITED]
        given = dict(entry.node.entries) if isinstance(entry.node, Mapping) else {}
        empty = isinstance(entry.node, Scalar) and entry.node.value is None
        if "do" in given or not (given or empty or isinstance(entry.node, Mapping)):
            return step
        key_span, span = entry.key_span, entry.node.span
    else:
        given, key_span, span = {}, step.span, step.span
    given["do"] = Entry("do", before.span, before)
    inside = Mapping(given, span, key_span)
    return Mapping({INHERITED: Entry(INHERITED, key_span, inside)}, step.span)
