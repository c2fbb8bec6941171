"""Variables with one instance for each value of a type."""

from __future__ import annotations

from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.compiler.tiny import TINY, TURN, Table, first_turn, problem_words, problems_of
from tests.engines import same_on_both
from unoflex_rules.language.lint.registry import CHECKS
from unoflex_rules.language.ruleset import validate

VARIABLES = """variables:
  seen: {type: int, each: color}
  level: {type: 3..9, each: 2..4}
  held: {type: int, each: [player, color], start: 5}
  kept: {type: card, each: color}
  mine: {type: card, each: [player, 1..2]}
  lit: {type: bool, each: color, start: {green: true}}
  last: {type: color, each: number, start: {0: red, 9: blue}}
  found: int
  ahead: player
  now: {type: color, start: green}
  later: color
"""


def played(folder: Path, *steps: str, more: str = "", players: int = 2) -> Table:
    return Table(TINY + VARIABLES + first_turn(*steps) + more, folder, players)


def test_each_value_has_a_variable(tmp_path: Path) -> None:
    table = played(
        tmp_path, "for_each: {in: pile, as: one, do: [set: {seen(one.color): seen(one.color) + one.number}]}"
    )
    assert [table.value(f"seen({color})") for color in ("red", "green", "blue")] == [6, 6, 6]
    names = [each.name for each in table.program.variables]
    assert names[:9] == [f"seen({color})" for color in ("red", "green", "blue")] + [
        "level(2)", "level(3)", "level(4)", "held(red)", "held(green)", "held(blue)",
    ]  # fmt: skip


def test_start_values(tmp_path: Path) -> None:
    table = played(tmp_path, "set: {found: 1}")
    assert [table.value(f"lit({color})") for color in ("red", "green", "blue")] == [False, True, False]
    assert [table.value(f"held({color})", seat) for color in ("red", "blue") for seat in (0, 1)] == [5] * 4
    assert [table.value(f"level({k})") for k in (2, 3, 4)] == [3, 3, 3]
    assert [table.value(f"last({k})") for k in (0, 1, 9)] == ["red", None, "blue"]


#: 1, 2 and 3 for red, green and blue; for P1 ten times as much; a remembered card for green, and one per player.
FILLED = (
    "set: {seen(red): 1, seen(green): 2, seen(blue): 3, level(4): 9}",
    "for_each: {in: color, do: [set: {self.held(it): seen(it), self.next.held(it): 10 * seen(it)}]}",
    "set: {kept(now): pile.top, self.mine(2): pile.bottom, self.next.mine(found + 1): pile.top}",
)


@pytest.mark.parametrize(
    "expression, worth",
    [
        ("seen(green)", 2),
        ("seen(now) * 10 + seen(later)", 20),
        ("seen(none)", 0),
        ("color.sum(seen(it)) * 10 + color.max(seen(it))", 63),
        ("color.count(seen(it) > 1 and lit(it))", 1),
        ("seen(color.first(seen(it) == 3))", 3),
        ("level(2) * 100 + level(4) * 10 + level(found + 4)", 399),
        ("level(found + 1) * 10 + level(found + 5)", 0),  # there is no variable for 1 or 5
        ("level(found + 1).at_most(7)", 0),
        ("self.held(now) * 100 + next.held(blue)", 230),
        ("ahead.held(now) * 10 + self.held(later)", 0),
        ("players.sum(it.held(now))", 22),
        ("players.sum(color.each(one).sum(it.held(one)))", 66),
        ("kept(green).number * 10 + kept(now).number", 33),
        ("1 if kept(red) is none and kept(later) is none and self.mine(1) is none else 0", 1),
        ("self.mine(found + 2).number * 10 + next.mine(1).number", 13),
        ("1 if ahead.mine(1) is none and self.mine(found + 3) is none and self.mine(found) is none else 0", 1),
        ("1 if lit(now) and not lit(later) and not lit(red) else 0", 1),
        ("1 if last(9) == blue and last(found) == red and last(found - 1) is none and last(5) is none else 0", 1),
        ("twice(seen(blue))", 6),
        ("pile.sum(seen(card.color))", 18),
        ("pile.count(card.number == seen(card.color))", 3),
        ("pile.count(card.number == seen(now))", 3),
        ("pile.count(card.number == seen(green) and lit(card.color))", 1),
        ("pile.count(card.number == level(found + 2))", 3),
        ("pile.count(card.number == level(found + 5))", 0),
        ("pile.count(card.worth == 3)", 3),
    ],
)
def test_variables_of_values_in_expressions(tmp_path: Path, expression: str, worth: int) -> None:
    more = "define:\n  twice: {params: {count: int}, value: count * 2}\n  card.worth: seen(card.color)\n"
    assert played(tmp_path, *FILLED, f"set: {{found: '{expression}'}}", more=more).value("found") == worth


def test_setting_a_missing_instance_does_nothing(tmp_path: Path) -> None:
    nothing = (
        "set: {seen(later): 9}",
        "set: {level(found + 1): 9}",
        "set: {level(found + 5): 9}",
        "set: {seen(pile.first(card.number > 7).color): 9}",
        "set: {ahead.held(now): 9, self.held(later): 9}",
        "set: {kept(later): pile.top, ahead.mine(1): pile.top}",
        "set: {self.mine(found + 3): pile.top, self.mine(found): pile.top}",
    )
    table, bare = played(tmp_path, *nothing), played(tmp_path, "set: {found: 0}")
    slots = [(each.slot, each.count * each.width) for each in table.program.variables]
    assert [table.s[at : at + size] for at, size in slots] == [bare.s[at : at + size] for at, size in slots]


def test_several_are_set_at_once_within_their_range(tmp_path: Path) -> None:
    table = played(
        tmp_path,
        "set: {seen(red): 7, found: 2}",
        "set: {seen(red): seen(green), seen(green): seen(red), level(3): found + 50, level(found): found}",
        "set: {now: red, seen(now): 4, later: blue}",
    )
    assert [table.value(f"seen({color})") for color in ("red", "green", "blue")] == [0, 4, 0]
    assert [table.value(f"level({k})") for k in (2, 3, 4)] == [3, 9, 3]


def test_a_remembered_card_is_forgotten_when_it_moves(tmp_path: Path) -> None:
    table = played(tmp_path, *FILLED, "move: {from: pile, to: side}")
    assert [table.value("kept(green)"), table.value("mine(1)", 1), table.value("mine(2)")] == [None, None, "red 1"]


@pytest.mark.parametrize("keep, worth", [("turn", 0), ("round", 1), ("game", 1)])
def test_lifetimes(tmp_path: Path, keep: str, worth: int) -> None:
    text = TINY + f"variables: {{seen: {{type: int, each: color, keep: {keep}}}}}\n"
    text += "turn:\n  start: [{if: turn == 1, then: [set: {seen(blue): 1}]}]\n"
    text += "  choose: [ask: {player: self, options: {on: {}}}]\n"
    assert Table(text, tmp_path).skip_turns(1).value("seen(blue)") == worth


def test_state_rules_watch_them(tmp_path: Path) -> None:
    more = "state_rules: [{if: seen(now) > 2, then: [set: {seen(now): 0, found: found + 1}]}]\n"
    table = played(tmp_path, "repeat: {times: 7, do: [set: {seen(green): seen(green) + 1}]}", more=more)
    assert (table.value("seen(green)"), table.value("found")) == (1, 2)


def suggestion_in(problem: str) -> str | None:
    return problem.partition(" -> ")[2] or None


@pytest.mark.parametrize(
    "use, problem",
    [
        ("seen", "E302 seen -> seen(red)"),
        ("self.held", "E302 held -> held(red)"),
        ("held(red)", "E302 held -> self.held"),
        ("held", "E302 held -> self.held(red)"),
        ("self.seen(red)", "E201 self.seen(red) -> seen(red)"),
        ("seen(rde)", "E205 rde -> red"),
        ("seen(3)", "E302 3"),
        ("seen()", "E301 seen()"),
        ("seen(red, blue)", "E301 seen(red, blue)"),
        ("seen[red]", "E301 seen[red] -> seen(red)"),
        ("level(5)", "E104 5"),
        ("level(red)", "E302 red"),
        ("found(red)", "E302 found(red) -> found"),
    ],
)
def test_faults_of_variables_for_values(tmp_path: Path, use: str, problem: str) -> None:
    read, written = f"set: {{found: '{use}'}}", f"set: {{'{use}': 1}}"
    assert problem_words(TINY + VARIABLES + first_turn(read), tmp_path) == [problem]
    found = problems_of(TINY + VARIABLES + first_turn(written), tmp_path)
    assert [(each.code, each.suggestion) for each in found] == [(problem[:4], suggestion_in(problem))]


@pytest.mark.parametrize(
    "declared, problem",
    [
        ("{type: int, each: colour}", "E205 colour -> color"),
        ("{type: int, each: playr}", "E205 playr -> player"),
        ("{type: int, each: 1..70}", "E104 1..70"),
        ("{type: int, each: [color, number]}", "E104 [color, number]"),
        ("{type: int, each: color, start: {rde: 1}}", "E205 rde -> red"),
        ("{type: int, each: 1..3, start: {4: 1}}", "E205 4"),
        ("{type: 0..3, each: color, start: {red: 4}}", "E104 4"),
        ("{type: int, each: color, start: {red: blue}}", "E302 blue"),
        ("{type: int, each: color, start: {red: pile.size}}", "E302 pile.size"),
        ("{type: int, each: player, start: {P0: 1}}", "E302 start"),
        ("{type: int, start: {red: 1}}", "E302 start"),
        ("{type: int, each: [player, number], start: {1: 1}}", None),
        ("{type: int, each: face}", None),
    ],
)
def test_allowed_types_for_each(tmp_path: Path, declared: str, problem: str | None) -> None:
    text = f"{TINY}variables:\n  seen: {declared}\n{TURN}"
    assert [each for each in problem_words(text, tmp_path) if not each.startswith("W")] == (
        [problem] if problem else []
    )


def test_the_number_of_variables_is_limited(tmp_path: Path) -> None:
    many = "".join(f"  v{k}: {{type: int, each: [player, 0..61]}}\n" for k in range(21))
    told = problem_words(f"{TINY}variables:\n{many}{TURN}", tmp_path)
    assert [each for each in told if each.startswith("E")] == ["E104 v20"]


def test_an_unread_variable_is_reported(tmp_path: Path) -> None:
    text = TINY + "variables: {seen: {type: int, each: color}, which: color}\n"
    read = "set: {which: 'green if seen(blue) > 1 else red', seen(which): 1}"
    path = tmp_path / "tiny.yaml"
    for step, told in (("set: {seen(which): 1}", ["seen"]), ("set: {seen(which): seen(red)}", ["seen"]), (read, [])):
        path.write_text(text + first_turn(step), encoding="utf-8")
        doubts = [each.message.split("`")[1] for each in validate(path, checks=CHECKS) if each.code == "W512"]
        assert [name for name in doubts if name != "joker"] == told


LAID = (
    TINY.replace("  hand:", "  spot: {each: 1..2}\n  hand:")
    + """variables:
  laid: {type: int, each: color}
  own: {type: int, each: [player, color], visible: owner, keep: game}
turn:
  choose:
    - ask:
        player: self
        options:
          play:
            cards: self.hand
            if: laid(card.color) < 2 and card.number != laid(red)
            do:
              - lay: {card: card, to: table}
              - set: {laid(table.top.color): laid(table.top.color) + 1}
              - set: {self.own(table.top.color): self.own(table.top.color) + 1}
          clear: {values: color, if: laid(value) > 1, do: [set: {laid(value): 0}]}
          pass: {last_resort: true}
  end:
    - if: self.hand.empty or color.all(self.own(it) > 1)
      then: [finish: {the: round, winners: self, reason: out}]
round:
  prepare: [shuffle: pile]
  deal: [for_each: {in: players, do: [move: {from: pile, to: it.hand, count: 4}]}]
  end: [{if: round == 2, then: [finish: {the: game, winners: players.highest(color.each(one).sum(it.own(one)))}]}]
"""
)


def ruleset(folder: Path) -> ur.Ruleset:
    path = folder / "tiny.yaml"
    path.write_text(LAID, encoding="utf-8")
    assert ur.validate(path) == []
    return ur.load(path)


def test_both_engines_agree(tmp_path: Path) -> None:
    loaded = ruleset(tmp_path)
    for agents in ("random", "greedy"):
        same_on_both(loaded, players=2, games=30, seed=5, agents=agents)


def test_observations_and_records(tmp_path: Path) -> None:
    game = ur.Game(ruleset(tmp_path), 2, seed=1)
    seat = game.to_decide
    card = next(option.text for option in game.legal_actions() if option.text.startswith("play"))
    color = card.split()[1]
    game.apply(card)
    seen = [game.observation(each).as_json()["variables"] for each in (0, 1)]
    assert [each[f"laid({color})"] for each in seen] == [1, 1]
    assert [each[f"own({color})"][seat] for each in seen] == [1 if each == seat else None for each in (0, 1)]
    assert game.variable(f"laid({color})") == 1
    assert list(game.program.scores)[:2] == ["P0.own(red)", "P1.own(red)"]
    assert any(f"laid({color})" in event.text for event in game.events())


def sheet(folder: Path, scenario: str) -> ur.SheetResult:
    ruleset(folder)
    (folder / "sheet.yaml").write_text(f"ruleset: {folder}/tiny.yaml\nscenarios:\n{scenario}", encoding="utf-8")
    return ur.run_scenarios(folder / "sheet.yaml")


def test_scenarios_use_variables_for_values(tmp_path: Path) -> None:
    result = sheet(
        tmp_path,
        """
- name: all
  table:
    players: 2
    turn: P0
    hands: {P0: [red 2, green 1], P1: [blue 2]}
    variables: {laid(green): 2, own(red): {P0: 3, P1: 1}}
  expect: {asked: {player: P0, options: [play red 2, clear green]}}
- name: after
  table: {players: 2, turn: P0, hands: {P0: [red 2, green 1], P1: [blue 2]}, variables: {own(red): {P0: 3}}}
  play: [P0: play red 2]
  expect: {variables: {laid(red): 1, laid(green): 0, own(red): {P0: 4, P1: 0}}}
""",
    )
    assert (result.problems, [(each.status, each.failures) for each in result.results]) == ([], [("passed", ())] * 2)


@pytest.mark.parametrize(
    "given, code, meant",
    [
        ("variables: {laid(rde): 1}", "E207", "laid(red)"),
        ("variables: {laid: 1}", "E207", "write `laid(red)`"),
        ("variables: {laid: {P0: 1}}", "E207", "write `laid(red)`"),
        ("variables: {own: {P0: 1}}", "E207", "write `own(red)`"),
        ("variables: {own(red): 1}", "E605", "their own"),
        ("zones: {spot: [red 1]}", "E206", "write `spot(1)`"),
    ],
)
def test_a_scenario_with_an_unknown_instance_is_rejected(tmp_path: Path, given: str, code: str, meant: str) -> None:
    result = sheet(tmp_path, f"- {{name: all, table: {{players: 2, {given}}}}}\n")
    told = [*result.problems, *(each.problem for one in result.results for each in one.failures)]
    assert [each.code for each in told if each is not None] == [code]
    assert meant in str(told[0]) + str(told[0].suggestion if told[0] else "")
