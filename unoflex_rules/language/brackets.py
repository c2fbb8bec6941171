"""Expressions that were cut at a comma, because they stand inside `[ ]` or `{ }` without quotes.

The pieces are put together again, so that missing quotes are one problem; reading is document.py's part.
"""

from __future__ import annotations

from collections.abc import Iterable

from unoflex_rules.language.nodes import Node, Scalar
from unoflex_rules.language.problems import Problem, Problems
from unoflex_rules.language.source import Source
from unoflex_rules.language.syntax import expression_problem


def unbalanced(text: str) -> int:
    """How many round brackets in a text are left open, or, below zero, are closed but never opened."""
    return text.count("(") - text.count(")")


def join_cut(pairs: list[tuple[Node, Node]], items: list[Node], source: Source, problems: Problems) -> None:
    """Puts cut expressions together, in the pairs of a mapping or the items of a list; adds an E012 for each.

    `{if: hand.any(a, b), then: x}` is read as three keys, the second of which is `b)` without a value.
    """
    at = 0
    while at < len(pairs):
        key, node = pairs[at]
        if _open(node):
            rest = [after if _empty(value) else None for after, value in pairs[at + 1 :]]
            whole, used = _whole(node, rest, source, problems)
            pairs[at : at + 1 + used] = [(key, whole)]
        elif _cut(node) or _cut(key):
            problems.add(_problem(source, node if _cut(node) else key))
        at += 1
    at = 0
    while at < len(items):
        if _open(items[at]):
            whole, used = _whole(items[at], items[at + 1 :], source, problems)
            items[at : at + 1 + used] = [whole]
        elif _cut(items[at]):
            problems.add(_problem(source, items[at]))
        at += 1


def _cut(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and unbalanced(node.text) != 0


def _open(node: Node) -> bool:
    return isinstance(node, Scalar) and _cut(node) and unbalanced(node.text) > 0


def _empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and not node.text


def _whole(first: Node, rest: Iterable[Node | None], source: Source, problems: Problems) -> tuple[Node, int]:
    """The expression that a piece starts, and how many further pieces it takes; none if it stays open."""
    assert isinstance(first, Scalar)
    balance = unbalanced(first.text)
    for used, piece in enumerate(rest, 1):
        if not isinstance(piece, Scalar) or piece.style != "plain":
            break
        balance += unbalanced(piece.text)
        if balance == 0:
            problem = _problem(source, first, piece)
            problems.add(problem)
            assert problem.span is not None
            start, end = (
                source.offset(first.span.line, first.span.column),
                source.offset(piece.span.end_line, piece.span.end_column),
            )
            text = source.text[start:end]
            return Scalar(text, text, "plain", problem.span), used
    problems.add(_problem(source, first))
    return first, 0


def _problem(source: Source, first: Node, last: Node | None = None) -> Problem:
    last = last or first
    start = source.offset(first.span.line, first.span.column)
    end = source.offset(last.span.end_line, last.span.end_column)
    return expression_problem(source, start, end)
