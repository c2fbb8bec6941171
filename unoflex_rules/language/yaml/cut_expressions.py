"""Expressions that were cut at a comma, because they stand inside `[ ]` or `{ }` without quotes.

The pieces are put together again, so that missing quotes are one problem; reading is document.py's part.
"""

from __future__ import annotations

from collections.abc import Sequence

from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.yaml.nodes import Node, Scalar
from unoflex_rules.language.yaml.source import Source
from unoflex_rules.language.yaml.syntax_errors import expression_problem

# No expression is cut into more; without a limit, a file of nothing but brackets would take hours.
MAX_PIECES = 16


def unbalanced(text: str) -> int:
    """How many round brackets in a text are left open, or, below zero, are closed but never opened."""
    return text.count("(") - text.count(")")


def joined_pairs(pairs: Sequence[tuple[Node, Node]], source: Source, problems: Problems) -> list[tuple[Node, Node]]:
    """The pairs of a mapping with cut expressions put together; adds an E012 for each.

    `{if: hand.any(a, b), then: x}` is read as three keys, the second of which is `b)` without a value.
    """
    found: list[tuple[Node, Node]] = []
    at = 0
    while at < len(pairs) and not problems.full:
        key, node = pairs[at]
        rest = [after if _empty(value) else None for after, value in pairs[at + 1 : at + MAX_PIECES]]
        whole, used = _whole(node, rest, source, problems)
        if whole is node and _cut(key) and not _cut(node):
            problems.add(_problem(source, key, key))
        found.append((key, whole))
        at += 1 + used
    return [*found, *pairs[at:]]


def joined_items(items: Sequence[Node], source: Source, problems: Problems) -> list[Node]:
    """The items of a list with cut expressions put together; adds an E012 for each."""
    found: list[Node] = []
    at = 0
    while at < len(items) and not problems.full:
        whole, used = _whole(items[at], items[at + 1 : at + MAX_PIECES], source, problems)
        found.append(whole)
        at += 1 + used
    return [*found, *items[at:]]


def _whole(first: Node, rest: Sequence[Node | None], source: Source, problems: Problems) -> tuple[Node, int]:
    """The expression that a piece starts and how many further pieces it takes; else the piece itself."""
    if not isinstance(first, Scalar) or not _cut(first):
        return first, 0
    balance = unbalanced(first.text)
    for used, piece in enumerate(rest, 1):
        if balance < 0 or not isinstance(piece, Scalar) or piece.style != "plain":
            break
        balance += unbalanced(piece.text)
        if balance == 0:
            problem = _problem(source, first, piece)
            problems.add(problem)
            span = problem.span or first.span
            start, end = source.offset(span.line, span.column), source.offset(span.end_line, span.end_column)
            text = source.text[start:end]
            return Scalar(text, text, "plain", span), used
    problems.add(_problem(source, first, first))
    return first, 0


def _cut(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and unbalanced(node.text) != 0


def _empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and not node.text


def _problem(source: Source, first: Node, last: Node) -> Problem:
    start = source.offset(first.span.line, first.span.column)
    end = source.offset(last.span.end_line, last.span.end_column)
    return expression_problem(source, start, end)
