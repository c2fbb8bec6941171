"""The keys of a mapping: text that can be seen, each written once, `<<` resolved.

How keys and values are found in the text is document.py's part, what keys mean nobody's before the models.
"""

from __future__ import annotations

import re

from unoflex_rules.language.diagnostics.hints import ELSE_IF, INSTEAD_OF_ELSE_IF
from unoflex_rules.language.diagnostics.problems import Problems, Span
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.scalars import described, hidden_at, short

#: A key that is a seat of a scenario, and what is said where it stands twice.
SEAT = re.compile(r"P\d\d?")
TWICE = "keep one of the two; a seat that acts twice does so in a list: `play: [P0: ..., P0: ...]`"


def entries(pairs: list[tuple[Node, Node]], problems: Problems) -> dict[str, Entry]:
    """The entries of a mapping in their order; what `<<` brings in gives way to what is written out.

    Adds E003 for a key that stands twice (the first stays), E015 for one that is no text, E016 for a wrong
    `<<`, E018 for characters that cannot be seen.
    """
    found: dict[str, Entry] = {}
    written: dict[str, Span] = {}
    for key, node in pairs:
        if problems.full:
            break
        if not isinstance(key, Scalar) or not key.text or "\n" in key.text:
            problems.error("E015", "a key must be text; quote it if it holds brackets", key.span)
            continue
        name = key.text
        merge = name == "<<" and key.style == "plain"
        if name in written:
            code, message = "E003", f"the key `{short(name)}` stands twice"
            if merge:
                code, message = "E016", "`<<` stands twice; write `<<: [*first, *second]`"
            notes = () if merge else (_of_two(found[name].node if name in found else node, node),)
            if SEAT.fullmatch(name):
                notes = (TWICE,)
            if "if" in written and any(each in written for each in ELSE_IF):
                notes = (INSTEAD_OF_ELSE_IF,)
            problems.error(code, message, key.span, also=((written[name], "first here"),), notes=notes)
            continue
        if not (name.isascii() and name.isprintable()) and not seen(key, problems, key=True):
            continue
        written[name] = key.span
        if merge:
            for entry in _merged(node, key.span, problems):
                found.setdefault(entry.key, entry)
        else:
            found[name] = Entry(name, key.span, node)
    return found


def _of_two(first: Node, second: Node) -> str:
    """What is to be done with what stands under two keys of the same name."""
    if isinstance(first, Scalar) or isinstance(second, Scalar):
        return "keep one of the two, or give the other one its right name"
    return "join the two: all of it stands under one key"


def _merged(node: Node, at: Span, problems: Problems) -> list[Entry]:
    """The entries that `<<` brings in, those of the first mapping first."""
    found: list[Entry] = []
    for each in node.items if isinstance(node, Sequence) else [node]:
        if isinstance(each, Mapping):
            found.extend(each)
        elif not (isinstance(each, Scalar) and each.style == "plain" and each.text.startswith("*")):
            place = each.span if each.span > at else at  # what an alias repeats stands before it
            problems.error("E016", "`<<` takes a mapping, or a list of mappings", place)
    return found


def seen(node: Scalar, problems: Problems, *, key: bool = False) -> bool:
    """Whether all of a text can be seen; adds E018 if not."""
    at = hidden_at(node.text, key=key)
    if at is None:
        return True
    message = f"the character {described(node.text[at])} cannot be seen and is not allowed here"
    notes: tuple[str, ...] = ()
    if node.style == "double" and node.sub_span(at, at + 1) == node.span:
        notes = ("in double quotes a backslash and a letter stand for a character; in single quotes for themselves",)
    problems.error("E018", message, node.sub_span(at, at + 1), notes=notes)
    return False
