"""Turn the keys and values of a mapping into entries: visible text keys, each once, with `<<` merged.

document.py finds the keys and values; the models decide what they mean.
"""

from __future__ import annotations

import re
from dataclasses import replace

from unoflex_rules.language.diagnostics.hints import ELSE_IF, INSTEAD_OF_ELSE_IF
from unoflex_rules.language.diagnostics.kinds import DuplicateKey
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.scalars import described, hidden_at, short

_SEAT = re.compile(r"P\d\d?")


def read_entries(pairs: list[tuple[Node, Node]], problems: Problems) -> dict[str, Entry]:
    """The entries in their order; a key that is written out overrides the same key from `<<`.

    Adds E003 for a duplicate key (the first one stays), E015 for a key that is not text, E016 for a wrong `<<`, and
    E018 for invisible characters.
    """
    found: dict[str, Entry] = {}
    written: dict[str, Span] = {}
    values: dict[tuple[type, object], str] = {}  # numbers, booleans and nulls, with the text of the key
    for key, node in pairs:
        if problems.full:
            break
        if isinstance(key, Mapping) and len(key.entries) == 1:  # `{{ name }}`, as templates of other languages write it
            (inner,) = key
            if isinstance(inner.node, Scalar) and inner.node.value is None:
                message = "double braces have no meaning: write the name alone"
                outer = replace(key.span, column=key.span.column - 1, end_column=key.span.end_column + 1)
                problems.error("E015", message, outer, suggestion=inner.key)
                continue
        if not isinstance(key, Scalar) or not key.text or "\n" in key.text:
            problems.error("E015", "a key must be text; quote it if it contains brackets", key.span)
            continue
        name = key.text
        if key.style == "plain" and not isinstance(key.value, str):
            name = values.setdefault((type(key.value), key.value), name)  # `07` is the same key as `7`
        merge = name == "<<" and key.style == "plain"
        if name in written:
            also = ((written[name], "first here"),)
            if merge:
                problems.error("E016", "duplicate `<<`; write `<<: [*first, *second]`", key.span, also=also)
            else:
                first = found[name].node if name in found else node
                note = _how_to_keep_one(name, first, node, written)
                second = next((written[each] for each in ELSE_IF if each in written and "if" in written), key.span)
                problems.report(DuplicateKey(short(name), written[name]), second, also=also, notes=(note,))
            continue
        if not (name.isascii() and name.isprintable()) and not check_visible(key, problems, is_key=True):
            continue
        written[name] = key.span
        if merge:
            for entry in _merged(node, key.span, problems):
                found.setdefault(entry.key, entry)
        else:
            found[name] = Entry(name, key.span, node)
    return found


def _how_to_keep_one(name: str, first: Node, second: Node, written: dict[str, Span]) -> str:
    """Advice for two values under the same key."""
    if "if" in written and any(each in written for each in ELSE_IF):
        return INSTEAD_OF_ELSE_IF
    if _SEAT.fullmatch(name):
        return "keep one of the two; for a seat that acts twice write a list: `play: [P0: ..., P0: ...]`"
    if isinstance(first, Scalar) or isinstance(second, Scalar):
        return "remove or rename one of the two"
    return "move the values of both under one key"


def _merged(node: Node, at: Span, problems: Problems) -> list[Entry]:
    """The entries of the mappings after `<<`, those of the first mapping first."""
    found: list[Entry] = []
    for each in node.items if isinstance(node, Sequence) else [node]:
        if isinstance(each, Mapping):
            found.extend(each)
        elif not (isinstance(each, Scalar) and each.style == "plain" and each.text.startswith("*")):
            place = each.span if each.span > at else at  # a value that an alias repeats lies above
            problems.error("E016", "`<<` takes a mapping, or a list of mappings", place)
    return found


def check_visible(node: Scalar, problems: Problems, *, is_key: bool = False) -> bool:
    """Whether all characters of a text are visible; adds E018 for the first that is not."""
    at = hidden_at(node.text, key=is_key)
    if at is None:
        return True
    place = node.sub_span(at, at + 1)
    notes: tuple[str, ...] = ()
    if node.style == "double" and place == node.span:
        notes = ("a backslash in double quotes starts an escape; in single quotes it is an ordinary character",)
    problems.error("E018", f"the invisible character {described(node.text[at])} is not allowed", place, notes=notes)
    return False
