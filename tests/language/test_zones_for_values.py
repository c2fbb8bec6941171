"""Zones with one instance for each value of a type."""

from __future__ import annotations

from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.compiler.tiny import TINY, TURN, Table, first_turn, problem_words, problems_of
from tests.engines import same_on_both

ROWS = TINY.replace(
    "  side: {visible: all}\n",
    "  side: {visible: all}\n  row: {each: color, visible: all}\n  slot: {each: 1..3, visible: all}\n"
    "  own: {each: [player, color], visible: owner}\n",
).replace("hand: {each: player,", "hand: {each: player, hand: true,")
#: Each card goes to the row of its colour and stays there unless a test moves it.
SORTED = "for_each: {in: pile, as: one, do: [move: {card: one, to: row(one.color)}]}"


def played(folder: Path, *steps: str, more: str = "", players: int = 2) -> Table:
    return Table(ROWS + first_turn(*steps) + more, folder, players)


def rows(table: Table) -> list[list[str]]:
    return [table.zone(f"row({color})") for color in ("red", "green", "blue")]


def test_each_value_has_a_zone(tmp_path: Path) -> None:
    table = played(tmp_path, SORTED)
    assert rows(table) == [[f"{color} {k}" for k in (3, 2, 1)] for color in ("red", "green", "blue")]
    names = [str(zone) for zone in table.program.zones]
    assert names[3:9] == ["row(red)", "row(green)", "row(blue)", "slot(1)", "slot(2)", "slot(3)"]
    assert names[9:15] == [f"P{seat}.own({color})" for color in ("red", "green", "blue") for seat in (0, 1)]


@pytest.mark.parametrize(
    "expression, worth",
    [
        ("row(red).size", 3),
        ("row(red).top.number", 1),
        ("row(blue).bottom.number * 10 + row(green).last(card.number > 1).number", 23),
        ("row(green).first(card.number > 1).number", 2),
        ("row(pile.top.color).size", 0),  # an empty pile has no top card, and a missing value has no row
        ("1 if row(pile.top.color).empty else 0", 1),
        ("row(pile.top.color).top.number.at_least(7)", 7),
        ("row(none).size", 0),
        ("color.sum(row(it).sum(card.number) * 10)", 150),
        ("color.count(row(it).any(card.color != it))", 0),
        ("row(now).size * 10 + row(later).size", 30),
        ("players.sum(it.own(red).size)", 0),
        ("slot(row(red).top.number).size", 1),  # the blue 3 went to slot 1
        ("slot(row(red).top.number + 2).size", 0),
        ("slot(row(red).top.number + 3).size", 0),  # there is no fourth
        ("slot(row(red).top.number - 2).size", 0),
        ("slot(pile.top.number + 2).size", 0),  # missing values stay missing, although stored as -1
        ("row(red).count(card in row(red)) - row(red).count(card in row(blue))", 3),
        ("row(red if row(green).size > 5 else blue).size", 2),
        ("slot(1 - 1).size + slot(3 + 1).size + slot(2 - 1).size", 1),
        ("number.count(slot(it - 1).empty)", 10 - 1),  # slot 1 is beside 2; slots before 1 and from 4 on do not exist
        ("held(row(blue))", 2),
        ("row(row(green).top.color).top.beside", 30),
    ],
)
def test_zones_of_values_in_expressions(tmp_path: Path, expression: str, worth: int) -> None:
    more = "variables: {found: int, now: {type: color, start: green}, later: color}\n"
    more += "define:\n  held: {params: {where: zone}, value: where.size}\n"
    more += "  card.beside: row(card.color).size * 10\n"
    steps = (SORTED, "move: {from: row(blue), take: bottom, to: slot(1)}", f"set: {{found: '{expression}'}}")
    assert played(tmp_path, *steps, more=more).value("found") == worth


def test_cards_move_to_a_computed_zone(tmp_path: Path) -> None:
    steps = (
        "for_each: {in: 1..3, do: [move: {from: pile, to: slot(it), count: it}]}",
        "move: {from: slot(slot(1).size + 1), to: row(green), count: all, order: reversed}",
        "shuffle: slot(3)",
    )
    table = played(tmp_path, *steps)
    assert [len(table.zone(f"slot({k})")) for k in (1, 2, 3)] == [1, 0, 3]
    assert table.zone("row(green)") == ["blue 1", "blue 2"]


def test_a_missing_zone_receives_nothing(tmp_path: Path) -> None:
    steps = (
        "move: {from: pile, to: row(later)}",
        "move: {from: row(later), to: pile}",
        "lay: {card: pile.top, to: row(later)}",
        "dump: row(later)",
        "resolve: row(later)",
        "shuffle: row(later)",
        "reveal: {cards: row(later), to: others}",
        "for_each: {in: row(later), do: [set: {found: 9}]}",
        "move: {from: pile, to: slot(found)}",
        "move: {from: pile, to: slot(found + 4), count: all}",
    )
    more = "variables: {found: int, later: color}\neffects:\n  dump:\n    help: Lays the top card.\n"
    more += "    params: {where: zone}\n    do: [lay: {card: pile.top, to: where}]\n"
    table = played(tmp_path, *steps, more=more)
    assert (len(table.zone("pile")), table.value("found"), table.value("active.color")) == (9, 0, None)
    assert table.events("move", "move_all", "lay", "reveal") == []


def test_each_player_has_one_for_each_value(tmp_path: Path) -> None:
    steps = (
        "for_each: {in: players, do: [move: {from: pile, to: it.own(blue)}]}",
        "for_each: {in: players, do: [move: {from: pile, to: it.own(red), count: 2}]}",
        "move: {card: others.first(true).own(now).top, to: self.own(color.first(self.own(it).empty))}",
        "set: {found: self.own(green).size * 10 + everyone.sum(it.own(now).size)}",
    )
    more = "variables: {found: int, now: {type: color, start: red}}\n"
    table = played(tmp_path, *steps, more=more, players=3)
    sizes = {str(zone): len(table.zone(zone.name, zone.seat)) for zone in table.program.zones if "own" in zone.name}
    assert sizes == {
        "P0.own(red)": 2, "P1.own(red)": 1, "P2.own(red)": 2,
        "P0.own(green)": 1, "P1.own(green)": 0, "P2.own(green)": 0,
        "P0.own(blue)": 1, "P1.own(blue)": 1, "P2.own(blue)": 1,
    }  # fmt: skip
    assert table.value("found") == 15


def test_cards_may_start_in_the_zone_of_a_value(tmp_path: Path) -> None:
    line = "  - {card: plain, color: red, number: 9, zone: row(green)}\n"
    table = Table(ROWS + line + TURN, tmp_path)
    assert rows(table) == [[], ["red 9"], []]


@pytest.mark.parametrize(
    "use, problem",
    [
        ("row.size", "E302 row -> row(red)"),
        ("self.own.size", "E302 own -> own(red)"),
        ("own(red).size", "E302 own -> self.own"),
        ("self.row(red).size", "E201 self.row(red) -> row(red)"),
        ("row(rde).size", "E205 rde -> red"),
        ("row(3).size", "E302 3"),
        ("row().size", "E301 row()"),
        ("row(red, blue).size", "E301 row(red, blue)"),
        ("row[red].size", "E301 row[red] -> row(red)"),
        ("slot(4).size", "E104 4"),
        ("slot(0).size", "E104 0"),
        ("slot(red).size", "E302 red"),
        ("slot(self).size", "E302 self"),
        ("side(red).size", "E302 side(red) -> side"),
    ],
)  # fmt: skip
def test_faults_of_zones_for_values(tmp_path: Path, use: str, problem: str) -> None:
    step = f"set: {{n: '{use}'}}"
    text = f"{ROWS}variables: {{n: int}}\n{first_turn(step)}"
    assert problem_words(text, tmp_path) == [problem]


@pytest.mark.parametrize(
    "each, problem",
    [
        ("colour", "E205 colour -> color"),
        ("playr", "E205 playr -> player"),
        ("1..70", "E104 1..70"),
        ("-1..3", "E104 -1..3"),
        ("3..1", "E104 3..1 -> 1..3"),
        ("[color, number]", "E104 [color, number]"),
        ("[player, player]", "E104 [player, player]"),
        ("number", None),
        ("[player]", None),
        ("face", None),
    ],
)
def test_allowed_types_for_each(tmp_path: Path, each: str, problem: str | None) -> None:
    text = TINY.replace("side: {visible: all}", f"side: {{each: {each}, visible: all}}") + TURN
    assert problem_words(text, tmp_path) == ([problem] if problem else [])


def test_zones_for_values_cannot_hold_the_deck(tmp_path: Path) -> None:
    text = ROWS.replace("pile: {deck: true}", "pile: {}").replace(
        "row: {each: color,", "row: {deck: true, each: color,"
    )
    assert problem_words(text + TURN, tmp_path) == ["E302 true"]


def test_the_number_of_zones_is_limited(tmp_path: Path) -> None:
    text = TINY.replace("side: {visible: all}", "side: {each: [player, 0..61]}\n  more: {each: [player, 0..61]}") + TURN
    [problem] = problems_of(text.replace("max: 4", "max: 5"), tmp_path)
    assert (problem.code, problem.message) == (
        "E104",
        "this is more than 500 zones, counting those of each player and value",
    )
    assert problem_words(text.replace("max: 4", "max: 3"), tmp_path) == []


LAID = (
    ROWS
    + """turn:
  choose:
    - ask:
        player: self
        options:
          play:
            cards: self.hand
            if: card.number > row(card.color).top.number
            do: [lay: {card: card, to: row(card.color)}]
          to:
            cards: self.hand
            if: slot(card.number).empty
            do: [move: {card: card, to: slot(card.number)}]
          keep: {cards: self.own(red), do: [move: {card: card, to: pile}]}
          save: {if: not self.hand.empty, do: [move: {from: self.hand, to: self.own(green)}]}
          pass: {last_resort: true}
  end:
    - if: self.hand.empty
      then: [finish: {the: round, winners: self, reason: out}]
round:
  prepare: [shuffle: pile]
  deal: [for_each: {in: players, do: [move: {from: pile, to: it.hand, count: 4}]}]
  blocked: [finish: {the: round, winners: players.lowest(it.hand.size), reason: blocked}]
"""
)


def ruleset(folder: Path, text: str = LAID) -> ur.Ruleset:
    path = folder / "tiny.yaml"
    path.write_text(text, encoding="utf-8")
    assert ur.validate(path) == []
    return ur.load(path)


def test_both_engines_agree(tmp_path: Path) -> None:
    loaded = ruleset(tmp_path)
    for agents in ("random", "greedy"):
        same_on_both(loaded, players=2, games=30, seed=5, agents=agents)


def test_observations_follow_the_declared_visibility(tmp_path: Path) -> None:
    game = ur.Game(ruleset(tmp_path), 2, seed=1)
    while not any(option.text == "save" for option in game.legal_actions()):
        game.apply(0)
    seat = game.to_decide
    game.apply("save")
    seen = [game.observation(each).as_json()["zones"] for each in (0, 1)]
    assert [each["own(green)"][seat]["size"] for each in seen] == [1, 1]
    assert ["cards" in each["own(green)"][seat] for each in seen] == [seat == 0, seat == 1]
    assert all(set(each) >= {"row(red)", "row(green)", "slot(3)", "own(red)"} for each in seen)
    assert len(game.zone("own(green)", seat)) == 1
    assert str(game.observation(0).zone("row(red)").size) == str(len(game.zone("row(red)")))


def sheet(folder: Path, scenario: str) -> ur.SheetResult:
    ruleset(folder)
    (folder / "sheet.yaml").write_text(f"ruleset: {folder}/tiny.yaml\nscenarios:\n{scenario}", encoding="utf-8")
    return ur.run_scenarios(folder / "sheet.yaml")


def test_scenarios_use_zones_for_values(tmp_path: Path) -> None:
    result = sheet(
        tmp_path,
        """
- name: all
  table:
    players: 2
    turn: P0
    hands: {P0: [red 2, green 1], P1: [blue 2]}
    zones: {row(red): [red 1], slot(1): [blue 1], P0.own(red): [green 3], P1.own(blue): [green 2]}
  play: [P0: play red 2]
  expect:
    zones: {row(red): [red 2, red 1], slot(1): [blue 1]}
    size: {row(red): 2, row(green): 0, P1.own(blue): 1}
    happens: [{lay: red 2, to: row(red)}]
    sees: {P1: {P1.own(blue): [green 2], P0.own(red): [], row(red): [red 1, red 2]}}
""",
    )
    assert (result.problems, [(each.status, each.failures) for each in result.results]) == ([], [("passed", ())])


def test_a_scenario_with_an_unknown_instance_is_rejected(tmp_path: Path) -> None:
    result = sheet(tmp_path, "- {name: all, table: {players: 2, zones: {row(rde): [red 1]}}}\n")
    told = [*result.problems, *(each.problem for one in result.results for each in one.failures)]
    assert [(each.code, each.suggestion) for each in told if each is not None] == [("E206", "row(red)")]
