"""Queries: the first matching card, the least and the greatest, each value of a type."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, TURN, Table, problem_words, problems_of
from tests.language.test_expressions import DECLARED, SITUATION

# self is P1, who holds green 3 and red 1 on top of it; red 2, red 3, green 1 and on top green 2 are in the pile.
MORE = "values: {color: [red, green, blue], number: 0..9, rank: {range: 1..4, names: {4: king}}, none_yet: []}\n"
VALUES = [
    # the card with a property
    ("card", "pile.first(card.number == 2)", "green 2"),
    ("card", "pile.last(card.number == 2)", "red 2"),
    ("card", "pile.first(card.number > 2)", "red 3"),
    ("card", "pile.first(card.color == blue)", None),
    ("card", "pile.last(card.joker)", None),
    ("bool", "pile.first(card.color == blue) is none", True),
    ("color", "pile.first(card.number == 1).color", "green"),
    ("int", "pile.first(card.number > 8).number.at_least(0)", 0),
    ("card", "pile.first(card.number == pile.max(card.number))", "red 3"),
    ("card", "pile.last(card.number == pile.min(card.number))", "green 1"),
    ("card", "pile.each(other).first(self.hand.any(card.number == other.number))", "green 1"),
    ("card", "pile.first(card.number > nobody.hand.size and card != kept)", "green 1"),
    ("card", "nobody.hand.first(true)", None),
    # the least and the greatest
    ("int", "pile.max(card.number)", 3),
    ("int", "pile.min(card.number)", 1),
    ("int", "pile.min(-card.number)", -3),
    ("int", "side.max(card.number)", 0),
    ("int", "side.min(card.number + 5)", 0),
    ("int", "nobody.hand.min(card.number)", 0),
    ("int", "pile.min(card.number if card.color == red else nobody.hand.top.number)", 2),
    ("int", "pile.max(nobody.hand.top.number)", 0),
    ("bool", "pile.max(card.number) < 4 and table.max(card.number) == 3", True),
    # players without this number are skipped
    ("int", "players.min(it.hand.top.number)", 1),
    ("int", "players.min(it.hand.top.number + it.hand.size)", 3),
    ("players", "players.lowest(it.hand.top.number)", {0, 1}),
    ("players", "players.highest(nobody.hand.top.number)", set()),
    ("int", "(others - seat(0)).max(it.hand.top.number - 100)", 0),
    # and so are players without numbers to take the least of
    ("players", "players.lowest(it.hand.min(card.number))", {0, 1}),
    ("players", "players.lowest(it.hand.min(card.number) + it.hand.size)", {0, 1}),
    ("players", "players.lowest(it.hand.max(card.number if card.joker else none))", set()),
    ("int", "players.min(it.hand.min(card.number if it == self else none))", 1),
    ("int", "nobody.hand.min(card.number) + 2", 2),
    # the values of a type
    ("bool", "color.all(players.any(it.hand.any(card.color == red)) or pile.any(card.color == it))", True),
    ("bool", "color.all(pile.any(card.color == it))", False),
    ("bool", "color.any(not pile.any(card.color == it))", True),
    ("int", "color.count(pile.any(card.color == it))", 2),
    ("int", "color.count", 3),
    ("int", "color.sum(pile.count(card.color == it))", 4),
    ("int", "color.max(pile.count(card.color == it))", 2),
    ("int", "color.min(pile.count(card.color == it))", 0),
    ("int", "color.min(pile.first(card.color == it).number)", 2),
    ("int", "color.max(self.hand.first(card.color == it and card.joker).number)", 0),
    ("color", "color.first(table.any(card.color == it))", "blue"),
    ("color", "color.first(self.hand.count(card.color == it) > 1)", None),
    ("color", "color.each(mine).first(pile.each(other).all(other.color != mine))", "blue"),
    ("int", "color.each(one).sum(color.each(two).count(one == two))", 3),
    ("bool", "color.each(one).all(players.any(it == self) and one in [red, green, blue])", True),
    ("int", "rank.sum(it)", 10),
    ("int", "rank.count", 4),
    ("int", "rank.count(it == king or it < 2)", 2),
    ("int", "rank.first(it * it > 5)", 3),
    ("bool", "rank.first(it > 4) is none", True),
    ("int", "number.max(it % 4)", 3),
    ("bool", "none_yet.all(false)", True),
    ("bool", "none_yet.any(true)", False),
    ("int", "none_yet.count", 0),
    ("int", "none_yet.count(true) + none_yet.sum(1) + none_yet.max(1)", 0),
]


def text_of(more: str) -> str:
    return TINY.replace("values: {color: [red, green, blue], number: 0..9}\n", MORE) + more


@pytest.fixture(scope="module")
def valued(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Return all expressions of VALUES, each stored in a variable at the start of the first turn."""
    variables = "".join(f"  r{k}: {kind}\n" for k, (kind, _, _) in enumerate(VALUES))
    steps = "".join(f"    - set: {{r{k}: '{text}'}}\n" for k, (_, text, _) in enumerate(VALUES))
    turn = f"turn:\n  start:\n{steps}  choose: [ask: {{player: self, options: {{go: {{}}}}}}]\n"
    text = text_of(DECLARED.replace("define:\n", f"{variables}define:\n"))
    return Table(text + SITUATION + turn, tmp_path_factory.mktemp("valued"), players=4)


@pytest.mark.parametrize("number", range(len(VALUES)), ids=[text for _, text, _ in VALUES])
def test_a_query_has_its_value(valued: Table, number: int) -> None:
    assert valued.value(f"r{number}") == VALUES[number][2]


def test_a_query_finds_playable_cards(tmp_path: Path) -> None:
    """The greatest number of a zone without numbers, and a found card, can be terms of a table."""
    more = "variables: {c: card}\n"
    turn = "turn:\n  start: [{if: turn == 1, then: [move: {from: pile, to: self.hand, count: 6}]}]\n  choose:\n"
    turn += "    - ask:\n        player: self\n        options:\n"
    turn += "          best: {cards: self.hand, if: card.number == self.hand.max(card.number)}\n"
    turn += "          one: {cards: self.hand.first(card.color == green and card.number < 3)}\n"
    table = Table(text_of(more + turn), tmp_path)
    assert sorted(table.options) == ["best blue 3", "best green 3", "one green 1"]


@pytest.mark.parametrize(
    "expression, problems",
    [
        ("pile.first(card.number)", ["E302 card.number"]),
        ("pile.max(card.joker)", ["E302 card.joker"]),
        ("pile.lowest(card.number)", ["E201 lowest"]),
        ("pile.lats(card.joker)", ["E201 lats -> last"]),
        ("players.latest(it == self)", ["E201 latest -> last"]),
        ("pile.first", ["E201 first"]),
        ("color.only(true)", ["E201 only"]),
        ("color.last(true)", ["E201 last"]),
        ("colr.any(true)", ["E201 colr -> color"]),
        ("color.any", ["E205 any"]),
        ("color.gren", ["E205 gren -> green"]),
        ("color.any(it == clubs)", ["E205 clubs"]),
        ("color.any(it > 1)", ["E302 it"]),
        ("color.each(red).any(true)", ["E212 red"]),
        ("color.each(mine).only(true)", ["E201 only"]),
        ("color", ["E201 color"]),
        ("wide.any(it == 1)", ["E302 any"]),
        ("tint > 1", ["E302 tint"]),
        ("red < tint", ["E302 red"]),
        ("mode >= 1", ["E302 mode"]),
    ],
)
def test_faults_of_queries(tmp_path: Path, expression: str, problems: list[str]) -> None:
    text = text_of(DECLARED.replace("define:\n", f"define:\n  tried: {expression}\n")).replace(
        "rank:", "wide: 1..99, rank:"
    )
    assert problem_words(text + TURN, tmp_path) == problems


@pytest.mark.parametrize(
    "expression, note",
    [
        (
            "pile.length",
            "a zone has: size, empty, top, bottom; and with brackets: any, all, count, sum, min, max, first, last",
        ),
        ("pile.some(card.joker)", "queries of a zone: any, all, count, sum, min, max, first, last"),
        ("color.only(true)", "queries of a value type: any, all, count, sum, min, max, first"),
        ("color.any", "a query has brackets: `color.any(...)`"),
        ("color", "`color` is a value type: `color.any(...)` tests each of its values as `it`"),
        ("tint > 1", "declare numbers with names under `values`: `color: {range: 1..13, names: {11: jack}}`"),
        ("mode > 1", "give the option the type `int`"),
    ],
)
def test_notes_list_the_queries(tmp_path: Path, expression: str, note: str) -> None:
    text = text_of(DECLARED.replace("define:\n", f"define:\n  tried: {expression}\n"))
    (problem,) = problems_of(text + TURN, tmp_path)
    assert note in problem.notes
