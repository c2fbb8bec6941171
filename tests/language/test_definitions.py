"""Definitions with parameters: their values and faults."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, TURN, Table, problem_words, problems_of
from tests.language.test_expressions import DECLARED, SITUATION
from unoflex_rules.language.ruleset import load

# self is P1, who holds green 3 and red 1 on top of it; red 2, red 3, green 1 and on top green 2 are in the pile.
DEFINED = """
  adds: {params: {one: card, two: card, goal: int}, value: one.number + two.number == goal}
  more: {params: {one: int, by: int}, value: one + by * twice}
  there: {params: {one: int}, value: one is not none}
  is_tint: {params: {what: color}, value: what == tint}
  each_of: {params: {who: players, of: zone}, value: who.all(it.hand.size < of.size)}
  card.above: {params: {other: card, by: 0..9}, value: card.number >= other.number + by}
  card.pairs: {params: {other: card}, value: "card != other and adds(card, other, 3)"}
  card.of_mine: {params: {who: player}, value: card in who.hand and self == seat(1)}
  player.holds: {params: {what: color}, value: it.hand.any(card.color == what)}
  player.beats: {params: {other: player}, value: it.points > other.points and it.holds(green)}
"""
VALUES = [
    ("bool", "adds(pile.top, pile.bottom, 4)", True),
    ("bool", "adds(pile.top, table.top, 4)", False),
    ("bool", "adds(nobody.hand.top, pile.top, 2)", False),  # missing values stay missing
    ("int", "more(2, 3)", 44),
    ("int", "more(more(1, 0), pile.size)", 57),
    ("bool", "there(nobody.hand.top.number)", False),
    ("bool", "there(pile.top.number)", True),
    ("bool", "is_tint(green)", True),
    ("bool", "is_tint(pile.bottom.color)", False),
    ("bool", "each_of(players, pile)", True),
    ("bool", "each_of(self, self.hand)", False),
    ("int", "pile.count(card.above(table.top, 0))", 1),
    ("int", "pile.count(card.above(self.hand.top, 1))", 3),
    ("int", "pile.count(self.hand.each(mine).any(mine.pairs(card)))", 2),
    ("bool", "pile.any(card.pairs(card))", False),
    ("bool", "self.hand.all(card.of_mine(self))", True),
    ("bool", "seat(0).hand.any(card.of_mine(self))", False),
    ("players", "players.only(it.holds(green))", {1}),
    ("bool", "self.beats(seat(0))", True),
    ("bool", "seat(3).beats(seat(0))", False),
]


@pytest.fixture(scope="module")
def valued(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Return all expressions of VALUES, each stored in a variable at the start of the first turn."""
    variables = "".join(f"  r{k}: {kind}\n" for k, (kind, _, _) in enumerate(VALUES))
    steps = "".join(f"    - set: {{r{k}: '{text}'}}\n" for k, (_, text, _) in enumerate(VALUES))
    turn = f"turn:\n  start:\n{steps}  choose: [ask: {{player: self, options: {{go: {{}}}}}}]\n"
    text = TINY + DECLARED.replace("define:\n", f"{variables}define:{DEFINED}")
    return Table(text + SITUATION + turn, tmp_path_factory.mktemp("valued"), players=4)


@pytest.mark.parametrize("number", range(len(VALUES)), ids=[text for _, text, _ in VALUES])
def test_a_definition_has_its_value(valued: Table, number: int) -> None:
    assert valued.value(f"r{number}") == VALUES[number][2]


def test_outer_names_are_not_captured(tmp_path: Path) -> None:
    """`card` in an argument is the card at the call, not the one inside the definition."""
    text = "variables: {n: int, goal: int}\n"
    text += "define:\n  among: {params: {goal: int}, value: pile.count(card.number == goal)}\n"
    turn = "turn:\n  start: [{if: turn == 1, then: [set: {n: pile.sum(among(card.number))}]}]\n"
    turn += "  choose: [ask: {player: self, options: {on: {}}}]\n"
    assert Table(TINY + text + turn, tmp_path).value("n") == 27


def test_a_definition_folds_into_a_table(tmp_path: Path) -> None:
    text = "define:\n  card.is_near: {params: {by: int}, value: card.number <= active.number + by}\n"
    turn = "turn:\n  choose:\n    - ask:\n        player: self\n        options:\n"
    vectors = []
    for condition in ("card.is_near(1)", "card.number <= active.number + 1"):
        play = f"          play: {{cards: self.hand, if: {condition}, do: [lay: {{card: card, to: table}}]}}\n"
        vectors.append(Table(f"{TINY}{text}{turn}{play}          on: {{}}\n", tmp_path).program.vector)
    assert vectors[0] == vectors[1]


def test_an_overlay_replaces_a_definition(tmp_path: Path) -> None:
    defined = "define:\n  near: {params: {one: card}, value: one.number == 1}\n"
    (tmp_path / "below.yaml").write_text(TINY.replace("id: tiny", "id: below") + defined + TURN, encoding="utf-8")
    above = tmp_path / "above.yaml"
    text = "format: 1\nid: above\ntitle: A\nextends: ./below\ndefine: {near: one.number == 2}\n"
    above.write_text(text, encoding="utf-8")
    assert load(above).game(2).world.defines["near"].params.keys() == {"one"}
    assert load(above).tree.plain()["define"]["near"]["value"] == "one.number == 2"


@pytest.mark.parametrize(
    "expression, problems",
    [
        ("adds(pile.top)", ["E102 adds(pile.top)"]),
        ("adds", ["E102 adds"]),
        ("pile.top.above", ["E102 above"]),
        ("adds(pile.top, pile.top, 1, 2)", ["E203 2"]),
        ("twice(2)", ["E203 2"]),
        ("self.rich(2)", ["E203 2"]),
        ("adds(self, kpet, 1)", ["E302 self", "E201 kpet -> kept"]),
        ("is_tint(gren)", ["E205 gren -> green"]),
        ("self.hlods(red)", ["E201 hlods -> holds"]),
        ("pile.top.abvoe(kept, 1)", ["E201 abvoe -> above"]),
        ("nothing(1)", ["E301 nothing"]),
        ("more(one=1, by=2)", ["E301 one=1"]),
    ],
)
def test_faults_of_calls(tmp_path: Path, expression: str, problems: list[str]) -> None:
    text = TINY + DECLARED.replace("define:\n", f"define:{DEFINED}") + f"  tried: '{expression}'\n"
    assert problem_words(text + TURN, tmp_path) == problems


@pytest.mark.parametrize(
    "definition, problems",
    [
        ("tried: {params: {one: crad}, value: 1}", ["E205 crad -> card"]),
        ("tried: {params: {self: card}, value: 1}", ["E212 self"]),
        ("card.tried: {params: {card: card}, value: 1}", ["E212 card"]),
        ("player.tried: {params: {it: card}, value: 1}", ["E212 it"]),
        ("tried: {params: {one: steps}, value: 1}", ["E205 steps"]),
        ("tried: {params: {one: card}}", ["E102 tried"]),
        ("tried: {params: {one: card}, value: [1]}", ["E103 [1]"]),
        ("tried: {params: {one: card}, valeu: 1}", ["E101 valeu -> value"]),
        ("tried: {params: {one: int}, value: tried(one - 1)}", ["E320 tried(one - 1)"]),
        ("tried: {params: {one: card}, value: one.colr == red}", ["E201 colr -> color"]),
        ("tried(pile): pile.size", ["E104 tried(pile)"]),
    ],
)
def test_faults_of_definitions(tmp_path: Path, definition: str, problems: list[str]) -> None:
    assert problem_words(TINY + f"define:\n  {definition}\n" + TURN, tmp_path) == problems


def test_a_note_shows_the_form_of_parameters(tmp_path: Path) -> None:
    problem = problems_of(TINY + "define:\n  tried(pile): pile.size\n" + TURN, tmp_path)[0]
    assert problem.notes == ("declare its parameters under `params`: `name: {params: {other: card}, value: ...}`",)
