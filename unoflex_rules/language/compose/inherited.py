"""The word `inherited`: where it occurs in new steps or in a new definition, the replaced ones are kept.

Not here: other overrides (overlaying.py), or the meaning of the word for the checker (control.py, parsing.py).
"""

from __future__ import annotations

import re
from typing import Final

from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

INHERITED: Final = "inherited"
_WORD: Final = re.compile(r"(?<![\w.])inherited\b")


def in_steps(node: Node) -> bool:
    """Whether a list contains `inherited` as a step, at any depth."""
    if isinstance(node, Sequence):
        return any(_is_step(item) or in_steps(item) for item in node)
    return isinstance(node, Mapping) and any(in_steps(entry.node) for entry in node)


def in_definition(node: Node | None) -> bool:
    """Whether the value of a definition contains the word."""
    if isinstance(node, Mapping):
        return in_definition(node.get(("value",)))
    return isinstance(node, Scalar) and _WORD.search(node.text) is not None


def is_abstract(definition: Node) -> bool:
    """Whether a definition has no value, so that each game must define it."""
    return isinstance(definition, Mapping) and "value" not in definition


def steps(after: Node, before: Node) -> Node:
    """The steps `after`, with the steps `before` kept wherever the word occurs."""
    if isinstance(after, Sequence):
        items = [_kept(item, before) if _is_step(item) else steps(item, before) for item in after]
        return Sequence(items, after.span)
    if isinstance(after, Mapping):
        entries = {entry.key: Entry(entry.key, entry.key_span, steps(entry.node, before)) for entry in after}
        return Mapping(entries, after.span, after.head)
    return after


def definition(combined: Node, before: Node) -> Node:
    """A definition that keeps the one that it replaces under the key `inherited`."""
    entries = {"value": Entry("value", combined.span, combined)}
    if isinstance(combined, Mapping):
        entries = {key: entry for key, entry in combined.entries.items() if key != INHERITED}
    entries[INHERITED] = Entry(INHERITED, before.span, before)
    return Mapping(entries, combined.span, combined.head if isinstance(combined, Mapping) else None)


def without(combined: Node) -> Node:
    """A definition without the one that it replaced."""
    if not isinstance(combined, Mapping) or INHERITED not in combined:
        return combined
    kept = {key: entry for key, entry in combined.entries.items() if key != INHERITED}
    return Mapping(kept, combined.span, combined.head)


def _is_step(item: Node) -> bool:
    """Whether an item of a list is the word as a step, alone or with arguments."""
    if isinstance(item, Mapping):
        return list(item.entries) == [INHERITED]
    return isinstance(item, Scalar) and item.value == INHERITED


def _kept(step: Node, before: Node) -> Node:
    """The step with the replaced steps under `do`; unchanged if it has a `do` or no mapping of arguments."""
    given: dict[str, Entry] = {}
    key_span = span = step.span
    if isinstance(step, Mapping):
        entry = step.entries[INHERITED]
        key_span, span = entry.key_span, entry.node.span
        if isinstance(entry.node, Mapping):
            given = dict(entry.node.entries)
        elif not (isinstance(entry.node, Scalar) and entry.node.value is None):
            return step
        if "do" in given:
            return step
    given["do"] = Entry("do", before.span, before)
    inside = Mapping(given, span, key_span)
    return Mapping({INHERITED: Entry(INHERITED, key_span, inside)}, step.span)
