"""Repair expressions that a comma has cut because they stand inside `[ ]` or `{ }` without quotes.

Missing quotes are then one problem instead of several; document.py reads everything else.
"""

from __future__ import annotations

from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.yaml.nodes import Node, Scalar
from unoflex_rules.language.yaml.source import Source
from unoflex_rules.language.yaml.syntax_errors import expression_problem

#: The most pieces of one expression; without a limit, a file full of brackets would take hours.
MAX_PIECES = 16


def rejoined(nodes: list[Node], is_mapping: bool, source: Source, problems: Problems) -> list[Node]:
    """The items of a list, or the alternating keys and values of a mapping, with cut expressions joined again.

    YAML reads `{if: hand.any(a, b), then: x}` as three keys; the second, `b)`, has no value. Adds an E012 for each.
    """
    if not any(map(_is_cut, nodes)):
        return nodes
    found: list[Node] = []
    at = 0
    while at < len(nodes) and not problems.full:
        if is_mapping and at % 2 == 0:
            key, value = nodes[at : at + 2]
            if _is_cut(key) and not _is_cut(value):
                problems.add(_problem(source, key, key))
            found.append(key)
            at += 1
            continue
        rest = nodes[at + 1 :: 2 if is_mapping else 1][: MAX_PIECES - 1]
        values = nodes[at + 2 :: 2][: MAX_PIECES - 1] if is_mapping else []
        whole, used = _whole(nodes[at], rest, values, source, problems)
        found.append(whole)
        at += 1 + used * (2 if is_mapping else 1)
    return found + nodes[at:]


def _whole(first: Node, rest: list[Node], values: list[Node], source: Source, problems: Problems) -> tuple[Node, int]:
    """The expression that `first` begins and the number of further pieces in it; else `first` itself."""
    if not isinstance(first, Scalar) or not _is_cut(first):
        return first, 0
    balance = _balance(first)
    for used, piece in enumerate(rest, 1):
        has_value = used <= len(values) and not _is_empty(values[used - 1])
        if balance < 0 or has_value or not isinstance(piece, Scalar) or piece.style != "plain":
            break
        balance += _balance(piece)
        if balance == 0:
            problem = _problem(source, first, piece)
            problems.add(problem)
            span = problem.span or first.span
            start, end = source.offset(span.line, span.column), source.offset(span.end_line, span.end_column)
            return Scalar(source.text[start:end], source.text[start:end], "plain", span), used
    problems.add(_problem(source, first, first))
    return first, 0


def _balance(node: Scalar) -> int:
    """The number of round brackets that are opened in a text, less those that are closed."""
    return node.text.count("(") - node.text.count(")")


def _is_cut(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and _balance(node) != 0


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and not node.text


def _problem(source: Source, first: Node, last: Node) -> Problem:
    start = source.offset(first.span.line, first.span.column)
    end = source.offset(last.span.end_line, last.span.end_column)
    return expression_problem(source, start, end)
