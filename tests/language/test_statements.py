"""Faults of statements, with code and place. Correct statements: tests/compiler."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, TURN, problem_places, problem_words

V = """
variables: {n: int, who: player, level: 1..5, points: {type: int, each: player}}
card_state: {worn: 0..2}
choices: {wish: {of: color}}
moments: {tick: {k: int}}
effects:
  draw: {help: Draws., params: {player: players, count: {type: int, default: 1}}, do: []}
  aim: {help: Aims., params: {at: player, fits: predicate, from_zone: zone, tint: color}, do: []}
"""
ON = "ask: {player: self, options: {on: {}}}"


def steps(*some: str) -> str:
    return f"{TINY}{V}turn:\n  choose: [{', '.join([*some, ON])}]\n"


@pytest.mark.parametrize(
    "step, expected",
    [
        # move
        ("move: {to: table}", ["E102 move"]),
        ("move: {from: pil, to: tabel}", ["E206 pil -> pile", "E206 tabel -> table"]),
        ("move: {from: pile, to: table, count: many}", ["E201 many"]),
        ("move: {from: self, to: pile.top, count: red}", ["E302 self", "E302 pile.top", "E302 red"]),
        ("move: {from: hand, to: self.hnad}", ["E302 hand -> self.hand", "E201 hnad -> hand"]),
        ("move: {card: pile, to: table}", ["E302 pile"]),
        ("move: {card: pile.top, from: pile, count: 2, take: top, to: table}", ["E302 2", "E302 pile", "E302 top"]),
        ("move: {from: pile, to: table, keep: 1, order: kept}", ["E302 1", "E302 kept"]),
        ("move: {from: pile, to: table, count: all, take: top, as: x}", ["E302 top", "E302 x"]),
        ("move: {from: pile, to: table, as: self}", ["E212 self"]),
        ("move: {from: pile, to: table, as: pass}", ["E212 pass"]),
        ("move: {from: pile, to: table, as: it}", []),
        # shuffle, lay, resolve, reveal
        ("shuffle: self", ["E302 self"]),
        ("lay: {card: pile, to: self}", ["E302 pile", "E302 self"]),
        ("lay: {card: pile.top, to: table, face: bak}", ["E205 bak"]),
        ("lay: {card: pile.top, to: table, shows: 1}", ["E302 1"]),
        ("resolve: pile.top", ["E302 pile.top"]),
        ("reveal: {cards: self, to: pile}", ["E302 self", "E302 pile"]),
        # set
        ("set: {m: 1}", ["E201 m"]),
        ("set: {n: red}", ["E302 red"]),
        ("set: {n: m, m: n}", ["E201 m", "E201 m"]),
        ("set: {turn: 1}", ["E302 turn"]),
        ("set: {self: next}", ["E302 self"]),
        ("set: {n + 1: 2}", ["E302 n + 1"]),
        ("set: {before.color: red}", ["E302 before.color"]),
        ("set: {active.colr: red}", ["E201 colr -> color"]),
        ("set: {active.color: purple}", ["E205 purple"]),
        ("set: {active: red}", ["E302 red"]),
        ("set: {pile.top.color: red}", ["E302 pile.top.color"]),
        ("set: {pile.top.worn: 3}", ["E104 3"]),
        ("set: {points: 1}", ["E302 points -> self.points"]),
        ("set: {self.n: 1}", ["E201 self.n -> n"]),
        ("set: {level: 0}", ["E104 0"]),
        ("set: {level: 6 - 1, self.points: 99}", []),
        ("set: {active.number: 10}", ["E104 10"]),
        ("set: {active.number: none, who: none}", []),
        ("set: {n: none}", ["E302 none"]),
        ("set: {choice.wish: 1}", ["E302 1"]),
        # random
        ("random: {as: x}", ["E102 random"]),
        ("random: {as: x, of: color, below: 2}", ["E302 2"]),
        ("random: {as: x, of: colr}", ["E205 colr -> color"]),
        ("random: {as: x, of: pile.top}", ["E302 pile.top"]),
        ("random: {as: x, below: red}", ["E302 red"]),
        ("random: {as: x, weights: {red: 0, blue: 0}}", ["E104 {red: 0, blue: 0}"]),
        ("random: {as: x, weights: {red: 3, blue: -1}}", ["E104 {red: 3, blue: -1}"]),
        ("random: {as: players, below: 2}", ["E212 players"]),
        # the turn plan and ends
        ("miss_turn: {player: pile, turns: red}", ["E302 pile", "E302 red"]),
        ("go_to: players", ["E302 players"]),
        ("take_turn: nxt", ["E204 nxt -> next"]),
        ("leave: others", ["E302 others"]),
        ("finish: {the: turn, winners: self, reason: out}", ["E302 self", "E302 out"]),
        ("finish: {the: round, winners: pile}", ["E302 pile"]),
        # control
        ("{if: n, then: [go_to: nxt], else: [go_to: slef]}", ["E302 n", "E204 nxt -> next", "E204 slef -> self"]),
        ("for_each: {in: n, do: [go_to: nxt]}", ["E302 n"]),
        ("for_each: {in: pile, after: self, do: []}", ["E302 self"]),
        ("for_each: {in: players, as: turn, do: []}", ["E212 turn"]),
        ("for_each: {in: players, as: one, do: [go_to: it]}", ["E204 it"]),
        ("for_each: {in: pile, do: [go_to: card]}", ["E302 card"]),
        ("repeat: {do: []}", ["E102 repeat"]),
        ("repeat: {times: red, while: 3, do: []}", ["E302 red", "E302 3"]),
        ("stop", ["E302 stop"]),
        ("{if: n == 1, then: [stop]}", ["E302 stop"]),
        ("repeat: {times: 2, do: [{if: n == 1, then: [stop]}]}", []),
        ("window: {players: others, options: {a: {do: [stop]}}}", []),
        # questions
        ("ask: {player: pile, options: {a: {}}}", ["E302 pile"]),
        ("ask: {player: players, options: {a: {}}}", ["E302 players"]),
        ("ask: {player: self, options: {a: {cards: hand}}}", ["E302 hand -> self.hand"]),
        ("ask: {player: self, options: {a: {cards: n}, b: {values: pile}}}", ["E302 n", "E302 pile"]),
        ("ask: {player: self, options: {a: {cards: pile, values: color}}}", ["E302 a"]),
        ("ask: {player: self, options: {a: {face: front}, b: {cards: pile, face: bak}}}", ["E302 front", "E205 bak"]),
        ("ask: {player: self, options: {a: {if: 3}, b: {if: card.joker}}}", ["E302 3", "E201 card"]),
        ("ask: {player: self, options: {a: {cards: pile, if: value == red}}}", ["E205 value"]),
        ("ask: {player: self, options: {a: {values: color, if: value == rde}}}", ["E205 rde -> red"]),
        ("ask: {player: self, options: {a: {values: color, do: [set: {n: value}]}}}", ["E302 value"]),
        ("window: {players: self.hand, options: {a: {if: it.pionts > 1}}}", ["E302 self.hand"]),
        ("window: {players: others, options: {a: {if: it.pionts > 1}}}", ["E201 pionts -> points"]),
        ("choose: wihs", ["E205 wihs -> wish"]),
        ("choose: {choice: wish, player: pile}", ["E302 pile"]),
        # moments
        ("fire: tock", ["E210 tock -> tick"]),
        ("fire: tick", ["E102 fire"]),
        ("fire: {moment: tick, given: {k: red}}", ["E302 red"]),
        ("fire: {moment: tick, given: {k: 1, j: 2}}", ["E203 j"]),
        # effects
        ("draw: pile", ["E302 pile"]),
        ("draw: {player: nxt, count: red}", ["E204 nxt -> next", "E302 red"]),
        ("aim: {at: players, fits: 3, from_zone: self, tint: purple}", ["E302 players", "E302 self", "E205 purple"]),
    ],
)
def test_c32_faults_of_statements(step: str, expected: list[str], tmp_path: Path) -> None:
    assert sorted(problem_words(steps(step), tmp_path)) == sorted(expected)


@pytest.mark.parametrize(
    "piece, step, expected",
    [
        ("game: {start: [STEP]}", "finish: turn", ["E302 finish"]),
        ("game: {start: [STEP]}", "finish: round", ["E302 finish"]),
        ("round: {prepare: [STEP]}", "finish: turn", ["E302 finish"]),
        ("round: {start: [STEP]}", "finish: turn", ["E302 finish"]),
        ("round: {start: [STEP]}", "finish: round", []),
        ("round: {blocked: [STEP]}", "finish: round", []),
        ("round: {end: [STEP]}", "finish: round", ["E302 finish"]),
        ("round: {end: [STEP]}", "finish: {the: game, winners: winners}", []),
        ("effects: {e: {help: x, do: [STEP]}}", "finish: turn", []),
        ("triggers: [{at: tick, do: [STEP]}]", "go_to: whom", ["E204 whom -> who"]),
        ("triggers: [{at: tick, do: [STEP]}]", "go_to: who", []),
        ("triggers: [{at: tick, if: who, do: [STEP]}]", "go_to: who", ["E302 who"]),
        ("triggers: [{at: tock, do: [STEP]}]", "go_to: whom", ["E210 tock -> tick"]),
        ("state_rules: [{if: it == self, then: [STEP]}]", "go_to: self", ["E204 it"]),
        ("state_rules: [{if: it == self, each: player, then: [STEP]}]", "go_to: it", []),
        ("state_rules: [{if: turn, then: [STEP]}]", "go_to: self", ["E302 turn"]),
    ],
)
def test_places_where_a_step_is_not_allowed(piece: str, step: str, expected: list[str], tmp_path: Path) -> None:
    base = f"{TINY}{TURN}moments: {{tick: {{who: player}}}}\n"
    assert problem_words(f"{base}{piece.replace('STEP', step)}\n", tmp_path) == expected


def test_a_card_effect_cannot_resolve_another(tmp_path: Path) -> None:
    text = TINY.replace("cards:\n", "cards:\n  loud: {played: [again]}\n") + TURN
    text += "effects: {again: {help: Again., do: [resolve: table]}}\n"
    assert problem_words(text, tmp_path) == ["E320 resolve"]


# ---- effects


@pytest.mark.parametrize(
    "effects, expected",
    [
        (["a: [b]", "b: [a]"], ["E320 a"]),
        (["a: [a]"], ["E320 a"]),
        (["a: [b]", "b: [c]", "c: [b]", "d: [a]"], ["E320 b"]),
        (["a: [b, b, b]", "b: [a, a]"], ["E320 a"]),
        (["a: [b]", "b: [b]", "c: [c]"], ["E320 b", "E320 c"]),
        (["a: [b, b]", "b: [c, c]", "c: []"], []),
        (["a: [go_to: nxt]", "b: [a, a, go_to: nxt]"], ["E204 nxt -> next"] * 2),
        (["a: [fire: tick]"], []),
    ],
)
@pytest.mark.parametrize("used", [True, False], ids=["used", "unused"])
def test_circles_and_repeated_faults_are_reported_once(
    effects: list[str], expected: list[str], used: bool, tmp_path: Path
) -> None:
    text = "".join(f"  {each.split(':')[0]}: {{help: x, do: {each.split(': ', 1)[1]}}}\n" for each in effects)
    turn = f"turn:\n  choose: [{'a, ' if used else ''}{ON}]\n"
    found = problem_words(f"{TINY}moments: {{tick: {{}}}}\neffects:\n{text}{turn}", tmp_path)
    assert sorted(found) == sorted(expected)


def test_effects_that_grow_exponentially_are_one_problem(tmp_path: Path) -> None:
    doubling = "".join(f"  e{k}: {{help: x, do: [e{k + 1}, e{k + 1}]}}\n" for k in range(30))
    text = f"{TINY}effects:\n{doubling}  e30: {{help: x, do: []}}\nturn:\n  choose: [e0, {ON}]\n"
    assert problem_words(text, tmp_path) == ["E321 e0"]


def test_nesting_is_limited(tmp_path: Path) -> None:
    """C12: reading limits the written depth; this limits the expanded depth."""
    nested = ON
    for _ in range(58):
        nested = f"{{if: turn > 0, then: [{nested}]}}"
    assert problem_words(f"{TINY}turn:\n  choose: [{nested}]\n", tmp_path) == []
    chain = "".join(f"  e{k}: {{help: x, do: [{{if: turn > 0, then: [e{k + 1}]}}]}}\n" for k in range(60))
    text = f"{TINY}effects:\n{chain}  e60: {{help: x, do: []}}\nturn:\n  choose: [e0, {ON}]\n"
    found = problem_words(text, tmp_path)
    assert [each.split()[0] for each in found] == ["E321"] * len(found)
    assert found


@pytest.mark.parametrize("deep, expected", [(8, []), (9, ["E321 for_each"])])
def test_nesting_of_loops_over_players_is_limited(deep: int, expected: list[str], tmp_path: Path) -> None:
    step = "set: {n: n + 1}"
    for k in range(deep):
        step = f"for_each: {{in: players, as: p{k}, do: [{step}]}}"
    assert problem_words(steps(step, "leave: who"), tmp_path) == expected
    window = "window: {players: others, options: {a: {do: [STEP]}}}".replace("STEP", step)
    assert problem_words(steps(window), tmp_path) == ["E321 for_each"]


def test_a_state_rule_cannot_resolve_a_card(tmp_path: Path) -> None:
    text = f"{TINY}{TURN}state_rules: [{{if: turn == 1, then: [resolve: table]}}]\n"
    assert problem_words(text, tmp_path) == ["E320 resolve"]


@pytest.mark.parametrize("text", ["n: m", "{if: m == 1, then: []}"])
def test_a_fault_in_an_effect_has_its_place_there(text: str, tmp_path: Path) -> None:
    step = text if text.startswith("{") else f"set: {{{text}}}"
    head = f"{TINY}variables: {{n: int}}\neffects:\n"
    found = problem_places(f"{head}  e: {{help: x, do: [{step}]}}\nturn:\n  choose: [e, e, {ON}]\n", tmp_path)
    line = head.count("\n") + 1
    assert [each.split()[0].split(":")[0] for each in found] == [str(line)]
    assert found[0].endswith("E201 m")


def test_names_end_with_their_list(tmp_path: Path) -> None:
    some = "random: {as: x, below: 2}", "set: {n: x}", "{if: n == 1, then: [random: {as: y, below: 2}]}", "set: {n: y}"
    assert problem_words(steps(*some), tmp_path) == ["E201 y"]
    assert problem_words(steps("set: {n: x}", "random: {as: x, below: 2}"), tmp_path) == ["E201 x"]
