"""Chance outcomes have the names of the ruleset, and a scenario may fix them.

Not here: fairness of chance (tests/engine/test_rng.py), compilation of draws (tests/compiler/test_setting.py).
"""

import pytest

import unoflex_rules as ur
from tests.scenario import sheets

LUCK = """
format: 1
id: luck
title: Luck
extends: classic
values:
  height: {range: 1..5, names: {1: low, 5: {name: high, title: very high}}}
cards:
  skip:
    played=:
      - random: {as: luck, weights: {good: 1, never: 0, bad: 3}}
      - random: {as: tint, of: color}
      - random: {as: loser, of: others}
      - random: {as: nobody, of: players - players}
      - random: {as: level, of: height}
      - random: {as: die, below: 3 + level}
      - if: luck == bad
        then: [draw: {player: loser, count: die + level}]
        else: [set: {active.color: tint}]
  reverse:
    played+:
      - repeat: {times: 2, do: [random: {as: coin, of: 0..1}]}
"""
TABLE = "table: {players: 3, top: R5, hands: {P0: [RS, B1, B2], P1: 2, P2: 2}}\n"
SKIP = "play: [P0: play RS]\n"


@pytest.fixture
def lucky(tmp_path):
    file = tmp_path / "luck.yaml"
    file.write_text(LUCK)
    return str(file)


FAST = pytest.param("fast", marks=pytest.mark.skipif(not ur.fast_is_available(), reason="needs the fast backend"))


@pytest.mark.parametrize("engine", ["plain", FAST])
def test_an_outcome_is_drawn(tmp_path, lucky, engine):
    body = (
        TABLE
        + "chance: [bad, blue, P2, 4, 0]\n"
        + SKIP
        + (
            "expect:\n"
            "  happens:\n"
            "    - {random: bad, name: luck}\n    - {random: blue, name: tint}\n    - {random: P2, name: loser}\n"
            "    - {random: 4, name: level}\n    - {random: 0, name: die}\n"
            "  drew: {P2: 4, P1: 0}\n"
            "  active: {color: red}\n"
        )
    )
    sheets.passes(tmp_path, body, ruleset=lucky, engine=engine)
    body = (
        TABLE + "chance: [good, green, P1, very high, 7]\n" + SKIP + "expect: {active: {color: green}, drew: {P1: 0}}"
    )
    sheets.passes(tmp_path, body, ruleset=lucky, engine=engine)


def test_outcomes_of_a_step_follow_those_left_then_the_seed_decides(tmp_path, lucky):
    hands = "table: {players: 2, top: R5, hands: {P0: [RS, BS, B2], P1: [R3, R9]}}\n"
    steps = "steps:\n  - chance: [bad, blue, P1, low, 1, good]\n    play: [P0: play RS]\n    expect: {drew: {P1: 2}}\n"
    again = "  - chance: [blue]\n    play: [P1: play R3, P0: draw]\n    expect: {drew: {P0: 1}}\n"
    left = sheets.failures(tmp_path, hands + steps + again, ruleset=lucky)
    assert left[0] == ("chance", "`good` is drawn", "no further draw")
    for seed in (0, 1):  # three of five draws are fixed
        told = hands + f"seed: {seed}\nchance: [bad, blue, P1]\n" + SKIP
        sheets.passes(tmp_path, told + "expect: {happens: [{random: P1}, random, random]}\n", ruleset=lucky)


@pytest.mark.parametrize(
    "given, lost, there",
    [
        ("[bad, blue, P0]", "P0", "`loser` is one of: P1, P2"),
        ("[bad, blue, P1, 6]", "6", "`level` is one of: low, 2, 3, 4, very high"),
        ("[bad, blue, P1, 2, 5]", "5", "`die` is one of: 0, 1, 2, 3, 4"),
        ("[red]", "red", "`luck` is one of: good, bad"),
    ],
)
def test_an_impossible_outcome_is_a_problem_at_its_place(tmp_path, lucky, given, lost, there):
    sheet = sheets.run(tmp_path, TABLE + f"chance: {given}\n" + SKIP + "expect: {turn: P1}", ruleset=lucky)
    [result] = sheet.results
    [failure] = result.failures
    assert (failure.what, failure.expected, failure.actual) == ("chance", f"`{lost}` is drawn", there)
    assert failure.problem is not None and failure.problem.code == "E607"
    assert failure.span.column == len("    chance: ") + 1 + given.rindex(lost)
    assert any(note.startswith("it is drawn at ") and ":1" in note for note in failure.problem.notes)


@pytest.mark.parametrize(
    "given, marked, guess",
    [("[god]", "god", "good"), ("[never]", "never", None), ("[good, P7]", "P7", None), ("[null]", "null", None)],
)
def test_an_outcome_that_is_never_drawn_is_a_problem_before_the_run(tmp_path, lucky, given, marked, guess):
    body = TABLE + f"chance: {given}\n" + SKIP + "expect: {turn: P1}"
    found = sheets.problems(tmp_path, body, ruleset=lucky)
    assert found == [("E103" if marked == "null" else "E607", marked, guess)]


def test_a_game_without_chance_takes_no_outcomes(tmp_path):
    body = "table: {players: 2}\nchance: [good]\nexpect: {turn: P0}"
    assert sheets.problems(tmp_path, body) == [("E607", "good", None)]


@pytest.mark.parametrize(
    "pattern, marked",
    [("{random: god}", "god"), ("{random: blue, name: luck}", "blue"), ("{random: 3, name: dice}", "3")],
)
def test_an_event_with_an_impossible_outcome_is_a_problem(tmp_path, lucky, pattern, marked):
    body = TABLE + SKIP + f"expect: {{happens: [{pattern}]}}"
    assert [each[:2] for each in sheets.problems(tmp_path, body, ruleset=lucky)] == [("E607", marked)]


def test_outcomes_from_the_start_and_after_a_player_has_left(tmp_path):
    first = tmp_path / "first.yaml"
    first.write_text(
        "format: 1\nid: first\ntitle: First\nextends: classic\ngame:\n  start:\n"
        "    - random: {as: first, of: players}\n    - set: {dealer: first.previous}\n"
    )
    body = "from: start\nchance: [P2]\ntable: {players: 4, top: R5}\nexpect: {asked: P2, happens: [{random: P2}]}"
    sheets.passes(tmp_path, body, ruleset=str(first))
    body = (
        "chance: [green]\ntable: {players: 3, top: R5, hands: {P0: [W, B1, B2]}}\n"
        "play: [P0: play W, P0: leaves]\nexpect: {active: {color: green}, happens: [{random: green, name: color}]}"
    )
    sheets.passes(tmp_path, body, ruleset="classic")


def test_events_contain_the_outcome(tmp_path, lucky):
    game = ur.Game(ur.load(lucky), 3, seed=5)
    game.play_out()
    drawn = [event for event in game.events() if event.kind == "random"]
    by_name = {event.name: event for event in drawn}
    assert {event.value for event in drawn if event.name == "luck"} <= {"good", "bad"}
    assert set(by_name) == {"luck", "tint", "loser", "level", "die", "coin"}
    loser, tint = by_name["loser"], by_name["tint"]
    assert loser.text == f"loser: P{loser.value}" and tint.text == f"tint: {tint.value}"
    data = tint.as_json()
    assert {key: data[key] for key in data if key not in ("place", "chain", "source")} == {
        "kind": "random",
        "name": "tint",
        "value": tint.value,
    }


# ---- numbers with weights, computed weights, cards -------------------------------------------------------------------

PRESS = """
format: 1
id: press
title: Press
extends: classic
cards:
  skip:
    played=:
      - random: {as: burst, weights: {0: 12, 7: 1, 3: 2}}
      - random: {as: size, weights: {small: self.hand.size, great: next.hand.size - 1, none_at_all: burst}}
      - random: {as: found, of: self.hand}
      - move: {card: found, to: next.hand}
      - if: size == great
        then: [draw: {player: next, count: burst}]
"""


@pytest.fixture
def press(tmp_path):
    file = tmp_path / "press.yaml"
    file.write_text(PRESS)
    return str(file)


HANDS = "table: {players: 3, top: R5, hands: {P0: [RS, B1, B2, B3], P1: 2, P2: 2}}\n"


@pytest.mark.parametrize("engine", ["plain", FAST])
def test_outcomes_may_be_computed_numbers_weighted_values_and_cards(tmp_path, press, engine):
    happens = "[{random: 7, name: burst}, {random: great, name: size}, {random: 1, name: found}]"
    expect = f"expect:\n  happens: {happens}\n  drew: {{P1: 7}}\n  hands: {{P0: [B1, B3]}}\n"
    sheets.passes(tmp_path, HANDS + "chance: [7, great, 1]\n" + SKIP + expect, ruleset=press, engine=engine)
    expect = "expect: {happens: [{random: 0}, {random: small}, {random: 0}], drew: {P1: 0}, hands: {P0: [B2, B3]}}"
    sheets.passes(tmp_path, HANDS + "chance: [0, small, 0]\n" + SKIP + expect, ruleset=press, engine=engine)


@pytest.mark.parametrize(
    "given, lost, there",
    [
        ("[0, none_at_all]", "none_at_all", "`size` is one of: small, great"),  # its weight is 0 then
        ("[7, great, 3]", "3", "`found` is one of: 0, 1, 2"),
    ],
)
def test_a_value_without_weight_is_impossible(tmp_path, press, given, lost, there):
    failures = sheets.failures(tmp_path, HANDS + f"chance: {given}\n" + SKIP + "expect: {turn: P1}", ruleset=press)
    assert failures == [("chance", f"`{lost}` is drawn", there)]


@pytest.mark.parametrize("given", ["[7, tiny]", "[-1]"])
def test_an_impossible_weighted_outcome_is_a_problem(tmp_path, press, given):
    problems = sheets.problems(tmp_path, HANDS + f"chance: {given}\n" + SKIP + "expect: {turn: P1}", ruleset=press)
    assert [code for code, _, _ in problems] == ["E607"]


def test_each_outcome_is_one_event(tmp_path, press):
    game = ur.Game(ur.load(press), 3, seed=5)
    game.play_out()
    drawn = [(event.name, event.value) for event in game.events() if event.kind == "random"]
    assert len(drawn) >= 6 and [name for name, _ in drawn[:3]] == ["burst", "size", "found"]
    assert {value for name, value in drawn if name == "burst"} <= {0, 7, 3}
    assert {value for name, value in drawn if name == "size"} <= {"small", "great", "none_at_all"}
