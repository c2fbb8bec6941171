"""Places of nodes, keys, paths, and parts of a text."""

import pytest

from tests.language.reading import nodes, read, written
from unoflex_rules.language.yaml.nodes import Mapping, Scalar, Sequence


def test_every_value_and_key_has_its_place() -> None:
    text = (
        "é: {b: [x, 'y z', \"w\"], 😀: 1}\n"
        "list:\n"
        "  - a: p q  # comment\n"
        "    b: |\n"
        "      block\n"
        "      text\n"
        "\n"
        "  - &c [7]\n"
    )
    tree = read(text)
    spans = {written(text, node.span) for node in nodes(tree) if isinstance(node, Scalar)} | {
        written(text, entry.key_span) for node in nodes(tree) if isinstance(node, Mapping) for entry in node
    }
    assert spans == {
        "é", "b", "x", "'y z'", '"w"', "😀", "1", "list", "a", "p q", "|\n      block\n      text", "7"
    }  # fmt: skip
    assert written(text, tree.span_of(("é", "b"))) == "[x, 'y z', \"w\"]"
    assert written(text, tree.span_of(("list", 0))) == "a: p q  # comment\n    b: |\n      block\n      text"
    assert written(text, tree.span_of(("list",))).endswith("[7]")


@pytest.mark.parametrize("text", ["a:\nb: 1\n", "a: # c\n", "a:", "x: {a: , b: 1}\n", "x: [b, a: ]\n"])
def test_an_empty_value_has_its_place_after_the_colon(text: str) -> None:
    [empty] = [node for node in nodes(read(text)) if isinstance(node, Scalar) and node.value is None]
    assert empty.text == ""
    assert text[: text.index("a:") + 2].count("\n") + 1 == empty.span.line
    assert (empty.span.column, empty.span.end_column) == (text.index("a:") + 3,) * 2


def test_a_path_finds_a_node_or_its_nearest_ancestor() -> None:
    text = "turn:\n  steps:\n    - draw: {count: 2}\nplayers: {min: 2}\n"
    tree = read(text)
    node = tree.get(("turn", "steps", 0, "draw", "count"))
    assert node is not None
    assert node.plain() == 2
    assert tree.get(()) is tree
    for missing in [
        ("turn", "stops"),
        ("turn", "steps", 1),
        ("turn", 0),
        ("players", "min", "x"),
        ("turn", "steps", "0"),
    ]:
        assert tree.get(missing) is None
    assert written(text, tree.span_of(("players", "min"))) == "2"
    assert written(text, tree.span_of(("players", "min"), key=True)) == "min"
    assert written(text, tree.span_of(("turn", "steps", 0), key=True)) == "draw: {count: 2}"
    assert written(text, tree.span_of(("turn", "steps", 0, "draw", "player"))) == "draw"
    assert written(text, tree.span_of(("turn", "steps", 5))) == "- draw: {count: 2}"


def test_a_mapping_has_a_short_place_for_its_problems() -> None:
    text = "a:\n  b: 1\nc:\n  - d: 1\n    e: 2\nf: {}\ng: [{}]\n"
    tree = read(text)
    heads = [written(text, node.head_span) for node in nodes(tree) if isinstance(node, Mapping)]
    assert heads == ["a", "a", "d", "f", "{}"]


@pytest.mark.parametrize(
    "text,part",
    [
        ("a: hand.any(x)\n", "any"),
        ("a: 'hand.any(x)'\n", "any"),
        ('a: "hand.any(x)"\n', "any"),
        ("a: &anchor hand.any(x)\n", "any"),
        ("a: >-\n  x and\n  hand.any(x)\n", "any(x"),
        ("a: >-\n\n  x and\n\n  hand.any(x)\nb: 1\n", "any(x"),
        ("a: |\n    x and\n      hand.any(x)\n", "any(x"),
        ("a: x and\n  hand.any(x)\n", "any(x"),
        ("a: 'x and\n  hand.any(x)'\n", "any(x"),
        ("a: >-\n  any(\n  x)\n", "any("),
        ("é: {if: 'é 😀 any', b: 1}\n", "any"),
    ],
)
def test_part_of_a_text_has_its_place(text: str, part: str) -> None:
    [scalar] = [n for n in nodes(read(text)) if isinstance(n, Scalar) and "any" in n.text]
    start = scalar.text.index(part)
    assert written(text, scalar.sub_span(start, start + len(part))) == part


@pytest.mark.parametrize("scalar", ["'it''s any'", '"a\\x20any"', '"a\\\n  any"', "e\u0301 any"])
def test_part_of_a_text_with_escapes_has_the_place_of_the_scalar(scalar: str) -> None:
    node = read(f"a: {scalar}\n").get(("a",))
    assert isinstance(node, Scalar)
    assert node.sub_span(1, 2) == node.span


def test_places_beyond_a_text_are_clamped() -> None:
    node = read("a: text\n").get(("a",))
    assert isinstance(node, Scalar)
    assert node.sub_span(-3, 99) == node.span
    assert (node.sub_span(99, 3).column, node.sub_span(99, 3).end_column) == (8, 8)


def test_nodes_can_be_found_and_iterated() -> None:
    tree = read("a: [b, {c: d}]\n")
    items = tree.get(("a",))
    assert isinstance(items, Sequence)
    assert [item.plain() for item in items] == ["b", {"c": "d"}]
    assert items.get((1, "c")) is tree.get(("a", 1, "c"))
    assert items.span_of((1, "c")) == tree.span_of(("a", 1, "c"))
    leaf = items.get((0,))
    assert isinstance(leaf, Scalar)
    assert leaf.get(()) is leaf
    assert leaf.get(("x",)) is None
    assert leaf.span_of(("x",)) == leaf.span
    assert "a" in tree
    assert "b" not in tree
