"""Keys of mappings: text, no duplicates, `<<` merged."""

import pytest

from tests.language.reading import faults, read
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Mapping


@pytest.mark.parametrize(
    "text,first,second",
    [
        ("rules:\n  stacking: true\n  other: 1\n  stacking: false\n", (2, 3), (4, 3)),
        ("a: {b: 1, b: 2}\n", (1, 5), (1, 11)),
        ("a:\n  - b:\n      - {c: {d: 1, d: 2}}\n", (3, 14), (3, 20)),
        ("7: 1\n'7': 2\n", (1, 1), (2, 1)),
        ("{7: lucky, 07: unlucky}\n", (1, 2), (1, 12)),
        ("Null: 1\n~: 2\n", (1, 1), (2, 1)),
        ("true: 1\nTRUE: 2\n", (1, 1), (2, 1)),
        ("10: 1\n0xA: 2\n", (1, 1), (2, 1)),
        ("\u00e9: 1\ne\u0301: 2\n", (1, 1), (2, 1)),
    ],
)
def test_c03_a_duplicate_key_is_reported_with_both_places(
    text: str, first: tuple[int, int], second: tuple[int, int]
) -> None:
    problems = Problems()
    tree = read_text(text, "game.yaml", problems)
    [problem] = problems.sorted()
    assert problem.code == "E003"
    assert problem.span is not None
    assert (problem.span.line, problem.span.column) == second
    [(span, label)] = problem.also
    assert (span.line, span.column, label) == (*first, "first here")
    assert tree is not None


def test_keys_of_different_types_differ() -> None:
    problems = Problems()
    assert read_text("{1: a, true: b, '07': c, 7: d, 'Null': e, null: f, 1.5: g}", "game.yaml", problems) is not None
    assert problems.sorted() == []


def test_c03_each_duplicate_is_reported_and_the_first_value_is_kept() -> None:
    problems = Problems()
    tree = read_text("a: 1\na: 2\na: 3\n", "game.yaml", problems)
    assert [problem.span and problem.span.line for problem in problems.sorted()] == [2, 3]
    assert tree is not None
    assert tree.plain() == {"a": 1}


@pytest.mark.parametrize(
    "text,value",
    [
        ("b: &b {x: 1, y: 2}\nc: {<<: *b, y: 3}\n", {"x": 1, "y": 3}),
        ("b: &b {x: 1, y: 2}\nc: {y: 3, <<: *b}\n", {"y": 3, "x": 1}),
        ("b: &b {x: 1}\nd: &d {x: 2, y: 2}\nc:\n  <<: [*b, *d]\n", {"x": 1, "y": 2}),
        ("b: &b {x: 1}\nd: &d {<<: *b, y: 2}\nc: {<<: *d}\n", {"x": 1, "y": 2}),
        ("c: {<<: {x: 1}}\n", {"x": 1}),
        ("c: {<<: []}\n", {}),
        ("c: {'<<': 1}\n", {"<<": 1}),
    ],
)
def test_c03_written_keys_override_merged_keys(text: str, value: dict[str, object]) -> None:
    node = read(text).get(("c",))
    assert node is not None
    assert node.plain() == value
    assert isinstance(node, Mapping)
    assert list(node.entries) == list(value)


@pytest.mark.parametrize(
    "text,at",
    [
        ("b: &b {x: 1}\nc: {<<: *b, <<: *b}\n", (2, 13)),
        ("c: {<<: 7}\n", (1, 9)),
        ("c: {<<: [{x: 1}, 7]}\n", (1, 18)),
        ("c:\n  <<:\n", (2, 6)),
    ],
)
def test_c03_wrong_merge_keys(text: str, at: tuple[int, int]) -> None:
    assert faults(text) == [("E016", *at)]


@pytest.mark.parametrize(
    "text,at",
    [
        ("[red]: x\n", (1, 1)),
        ("a: {{b: c}: d}\n", (1, 5)),
        ("? {b: c}\n: d\n", (1, 3)),
        ("a: {'': 1}\n", (1, 5)),
        ("? |\n  two\n  lines\n: 1\n", (1, 3)),
        ("a:\n  - &x {b: c}\n  - *x : 1\n", (2, 5)),
    ],
)
def test_keys_must_be_text(text: str, at: tuple[int, int]) -> None:
    assert faults(text) == [("E015", *at)]
