"""Helpers for tests of reading: the tree of a text, or its problems. No tests here."""

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Sequence


def read(text: str) -> Mapping:
    """The tree of a text that must have no problems."""
    problems = Problems()
    tree = read_text(text, "game.yaml", problems)
    assert problems.sorted() == []
    assert tree is not None
    return tree


def faults(text: str) -> list[tuple[str, int, int]]:
    """Return code, line and column of each problem of a text."""
    problems = Problems()
    tree = read_text(text, "game.yaml", problems)
    assert tree is not None or problems.has_errors
    return [(each.code, each.span.line, each.span.column) for each in problems.sorted() if each.span]


def written(text: str, span: Span) -> str:
    """The part of a text at a place."""
    lines = text.split("\n")
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    first, last = lines[span.line - 1][span.column - 1 :], lines[span.end_line - 1][: span.end_column - 1]
    return "\n".join([first, *lines[span.line : span.end_line - 1], last])


def nodes(node: Node) -> list[Node]:
    """Yield a node and all below it."""
    if isinstance(node, Mapping):
        return [node, *(each for entry in node for each in nodes(entry.node))]
    if isinstance(node, Sequence):
        return [node, *(each for item in node for each in nodes(item))]
    return [node]
