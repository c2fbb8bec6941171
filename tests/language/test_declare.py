"""Declarations of types, options, variables, zones and names, and their faults."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, TURN, Table, problem_words, problems_of
from unoflex_rules.language.diagnostics.problems import RulesetError
from unoflex_rules.language.ruleset import Ruleset, load


def ruleset(text: str, folder: Path, **options: str) -> Ruleset:
    path = folder / "declared.yaml"
    path.write_text(TINY + TURN + text, encoding="utf-8")
    return load(path, options)


# ---- types


@pytest.mark.parametrize(
    "extra, expected",
    [
        ("variables: {a: integer}", ["E205 integer"]),
        ("variables: {a: colour}", ["E205 colour -> color"]),
        ("variables: {a: {type: nmber}}", ["E205 nmber -> number"]),
        ("variables: {a: zone}", ["E205 zone"]),
        (
            "variables: {a: int, b: bool, c: 0..9, d: -3..3, e: player, f: players, g: card, h: face, i: color}",
            [],
        ),
        ("variables: {a: 9..0, b: 1..99999999999, c: 3..3}", ["E104 9..0 -> 0..9", "E104 1..99999999999"]),
        ("variables: {a: 0 .. 9}", ["E205 0 .. 9 -> 0..9"]),
        ("card_state: {a: card, b: players, c: zone}", ["E205 card", "E205 zone"]),
        ("card_state: {a: player, b: color, c: -1..1, d: bool}", []),
        ("moments: {m: {a: playr}}", ["E205 playr -> player"]),
        (
            "effects: {e: {help: x, params: {a: playr, b: predicate, c: steps, d: zone, e: number}, do: []}}",
            ["E205 playr -> player"],
        ),
        ("options: {o: {type: int, default: 1, help: x}}", []),
    ],
)
def test_types(extra: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(f"{TINY}{TURN}{extra}\n", tmp_path) == expected


@pytest.mark.parametrize(
    "values, expected",
    [
        ("{color: [red, green], number: 0..9}", []),
        ("{color: {red: , green: {mark: G}}, number: 0..9}", []),
        ("{color: [red, green, red], number: 0..9}", ["E211 red"]),
        ("{color: [red, pass], number: 0..9}", ["E212 pass"]),
        ("{color: [red, none, true_], number: 0..9}", ["E212 none"]),
        ("{color: [red, green], number: 0..9, card: [a, b]}", ["E212 card"]),
        ("{color: [red, green], number: 0..9, face: [a, b]}", ["E212 face"]),
        ("{color: [red, green], number: 9..0}", ["E104 9..0 -> 0..9"]),
        ("{color: [red, green], number: zero}", ["E103 zero"]),
        (f"{{color: [red, green], number: 0..9, big: [{', '.join(f'v{k}' for k in range(63))}]}}", ["E104 big"]),
    ],
)
def test_value_types(values: str, expected: list[str], tmp_path: Path) -> None:
    text = TINY.replace("{color: [red, green, blue], number: 0..9}", values)
    assert problem_words(text + TURN, tmp_path) == expected


def test_numeric_values_have_their_numbers_as_names(tmp_path: Path) -> None:
    base = TINY.replace("number: 0..9", "number: [1, 2, 3, jack]").replace("number: 1..3", "number: [1..2, jack]")
    text = "variables: {n: number, k: int}\nturn:\n  start: [set: {n: 3, k: pile.count(card.number == 2)}]\n"
    table = Table(f"{base}{text}  choose: [ask: {{player: self, options: {{on: {{}}}}}}]\n", tmp_path)
    assert (table.value("n"), table.value("k"), table.zone("pile")[:3]) == ("3", 3, ["red 1", "red 2", "red jack"])
    wrong = base.replace("[1..2, jack]", "[1..5]")
    assert problem_words(wrong + TURN, tmp_path) == ["E205 1..5"]


# ---- attributes and values in force ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("joker: bool", "joker: bool, worth: -2..2", ["E104 -2..2"]),
        ("joker: bool", "joker: bool, worth: {type: -2..2, default: 0}", []),
        ("joker: bool", "joker: bool, worth: {type: 0..2, default: 3}", ["E104 3"]),
        ("joker: bool", "joker: bool, worth: {type: int, default: card.number * 10}", []),
        ("joker: bool", "joker: bool, worth: {type: int, default: pile.size}", ["E302 pile.size"]),
        ("joker: bool", "joker: bool, kind: bool", ["E212 kind"]),
        ("joker: bool", "joker: bool, next: bool", ["E212 next"]),
        ("joker: bool", "joker: {type: bool, default: red}", ["E302 red"]),
        ("active: {", "active: {suit: {}, ", ["E102 suit -> color"]),
        ("active: {", "active: {colr: {}, ", ["E102 colr -> color"]),
        ("active: {", "active: {suit: {type: color}, joker: {}, ", []),
        ("active: {", "active: {suit: {type: colr}, ", ["E205 colr -> color"]),
        ("active: {", "active: {suit: {type: card}, ", ["E205 card"]),
    ],
)
def test_attributes_and_active_fields(old: str, new: str, expected: list[str], tmp_path: Path) -> None:
    assert list(dict.fromkeys(problem_words(TINY.replace(old, new) + TURN, tmp_path))) == expected


# ---- variables, zones and names


@pytest.mark.parametrize(
    "extra, expected",
    [
        ("variables: {a: {type: 0..3, start: 5}}", ["E104 5"]),
        ("variables: {a: {type: color, start: purple}}", ["E205 purple"]),
        ("variables: {a: {type: int, start: turn}}", ["E302 turn"]),
        ("variables: {a: {type: int, start: b}, b: int}", ["E302 b"]),
        ("variables: {a: {type: player, start: seat(-1)}, b: {type: players, start: players}}", []),
        ("variables: {a: {type: card, start: pile.top}}", ["E302 pile.top"]),
        ("card_state: {a: {type: 1..2, default: 3}}", ["E104 3"]),
        ("card_state: {a: {type: 0..9, default: 2 * card.number}, b: {type: color, default: card.color}}", []),
        ("card_state: {a: {type: 0..3, default: 2 * card.number}}", ["E104 2 * card.number"]),
        ("card_state: {a: {type: int, default: pile.size}}", ["E302 pile.size"]),
        ("card_state: {a: {type: int, default: b}, b: int}", ["E201 b"]),
        ("card_state: {a: {type: int, default: card.b}, b: int}", ["E302 card.b"]),
        ("card_state: {a: {type: int, default: card.numbr}}", ["E201 numbr -> number"]),
        ("card_state: {a: {type: int, default: $number}}", ["E301 $number -> card.number"]),
        ("card_state: {a: {type: players, default: players}, b: {type: players, default: seat(0)}}", []),
        ("card_state: {a: {type: players, default: 1}}", ["E302 1"]),
        # names that already have a meaning
        (
            "variables: {self: int, next: int, turn: int, none: int, pass: int}",
            ["E212 self", "E212 next", "E212 turn", "E212 none", "E212 pass"],
        ),
        ("variables: {card: int, it: int}", ["E212 card", "E212 it"]),
        ("variables: {next_: int, order: {type: int, each: player}}", []),
        ("options: {players_: {type: int, default: 1}, active: {type: int, default: 1}}", ["E212 active"]),
        ("define: {turn: 1, card.kind: true, player.next: 1}", ["E212 turn", "E212 card.kind", "E212 player.next"]),
        ("moments: {m: {self: player, card: card}}", ["E212 self"]),
        ("effects: {move: {help: x, do: []}, set: {help: x, do: []}}", ["E212 move", "E212 set"]),
        (
            "effects: {e: {help: x, params: {self: player, shuffle: steps, card: card}, do: []}}",
            ["E212 self", "E212 shuffle"],
        ),
        ("choices: {is: {of: color}}", ["E212 is"]),
        ("faces: [front, back, none]", ["E212 none"]),
        # names with two meanings
        ("variables: {pile: int}", ["E211 pile"]),
        ("variables: {hand: {type: int, each: player}}", ["E211 hand"]),
        ("variables: {a: int}\noptions: {a: {type: int, default: 1}}", ["E211 a"]),
        ("variables: {a: int}\ndefine: {a: 1, card.a: true, player.a: 1}", ["E211 a"]),
        ("variables: {a: {type: int, each: player}}\ndefine: {player.a: 1}", ["E211 player.a"]),
        ("card_state: {color: color}", ["E211 color"]),
        ("define: {card.color: true}", ["E211 card.color"]),
        ("faces: [front, back, front]", ["E211 front"]),
        ("define: {foo.bar: 1, 'a b': 1, card.x.y: 1}", ["E104 foo.bar", "E104 'a b'", "E104 card.x.y"]),
        # a name may also be a value: the value is meant where a value is expected
        ("variables: {red: int}", []),
        ("choices: {color: {of: color}}", []),
    ],
)
def test_variables_and_names(extra: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(f"{TINY}{TURN}{extra}\n", tmp_path) == expected


def test_the_expected_type_resolves_a_value(tmp_path: Path) -> None:
    text = "variables: {red: int, k: color}\nturn:\n  start: [set: {red: 3, k: red}]\n"
    table = Table(f"{TINY}{text}  choose: [ask: {{player: self, options: {{on: {{}}}}}}]\n", tmp_path)
    assert (table.value("red"), table.value("k")) == (3, "red")


HIGH = TINY.replace("number: 0..9", "number: {range: 0..9, names: {3: high}}")


@pytest.mark.parametrize(
    "declared, use, also",
    [
        # the name of a value, and another declaration of that type
        ("variables: {red: color}", "pile.top.color == red", "a variable `red`"),
        ("define: {red: pile.top.color}", "red == pile.top.color", "a definition `red`"),
        # the name of a number of a range, and another number
        ("options: {high: {type: int, default: 1, max: 9, help: H.}}", "pile.top.number == high", "an option `high`"),
        ("variables: {high: int}", "pile.top.number >= high", "a variable `high`"),
        ("variables: {high: int}", "high < pile.top.number", "a variable `high`"),
        ("variables: {high: int}", "pile.top.number in [1, high]", "a variable `high`"),
        ("define: {high: player_count + 1}", "pile.top.number == high", "a definition `high`"),
    ],
)  # fmt: skip
def test_an_ambiguous_name_is_rejected(declared: str, use: str, also: str, tmp_path: Path) -> None:
    start = f"\n{TURN}round: {{start: [{{if: '{use}', then: [shuffle: pile]}}]}}\n"
    name = "red" if "red" in use else "high"
    kind = "color" if name == "red" else "number"
    [problem] = problems_of(HIGH + declared + start, tmp_path)
    assert (problem.code, problem.suggestion, [label for _, label in problem.also]) == (
        "E211",
        f"{kind}.{name}",
        [also],
    )
    assert problem.span is not None
    assert problem.span.end_column - problem.span.column == len(name)
    assert problems_of(HIGH + declared + start.replace(name, f"{kind}.{name}"), tmp_path) == []


def test_a_local_name_cannot_hide_a_value_of_its_type(tmp_path: Path) -> None:
    steps = "[random: {as: high, below: 3}, {if: pile.top.number == high, then: [shuffle: pile]}]"
    text = f"{HIGH}{TURN}round: {{start: {steps}}}\n"
    assert problem_words(text, tmp_path) == ["E211 high -> number.high"]
    assert problem_words(text.replace("below: 3", "of: players"), tmp_path) == []


def test_a_name_of_another_type_hides_no_value(tmp_path: Path) -> None:
    test = "pile.top.number == high and pile.top.color == red and high"
    steps = f"round: {{start: [{{if: {test}, then: [shuffle: pile]}}]}}\n"
    assert problem_words(f"{HIGH}{TURN}variables: {{high: bool, red: player}}\n{steps}", tmp_path) == []


@pytest.mark.parametrize(
    "zones, expected",
    [
        ("pile: {}", ["E206 zones"]),
        ("pile: {deck: false}", ["E206 false"]),
        ("pile: {deck: true, each: player}", ["E302 true"]),
        ("pile: {deck: true}, other: {deck: true}", ["E211 true"]),
        ("pile: {deck: true}, other: {deck: false}", []),
    ],
)
def test_one_zone_holds_the_deck(zones: str, expected: list[str], tmp_path: Path) -> None:
    text = f"zones: {{{zones}}}\n" + TINY.replace("zones:", "x-zones:")
    assert problem_words(text + TURN, tmp_path) == expected


# ---- unused definitions, choices, triggers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "extra, expected",
    [
        ("define: {a: activ.color == red}", ["E201 activ -> active"]),
        ("define: {card.a: card.colr == red}", ["E201 colr -> color"]),
        ("define: {player.a: it.hnad.empty}", ["E201 hnad -> hand"]),
        ("define: {a: card.joker}", ["E201 card"]),
        ("choices: {c: {of: colr}}", ["E205 colr -> color"]),
        ("choices: {c: {of: direction}}", ["E302 direction"]),
        ("choices: {c: {of: color, if: it == rde}}", ["E205 rde -> red"]),
        ("choices: {c: {of: players, if: it.nothing}}", ["E201 nothing"]),
        ("choices: {c: {of: color, announced: maybe}}", ["E209 maybe"]),
        (
            "options: {early: {type: bool, default: true}}\nchoices: {c: {of: color, announced: erly}}",
            ["E209 erly -> early"],
        ),
        ("options: {early: {type: bool, default: true}}\nchoices: {c: {of: color, announced: early}}", []),
        ("effects: {e: {help: x, do: [go_to: nxt]}}", ["E204 nxt -> next"]),
        ("effects: {e: {help: x, params: {a: int}, do: [go_to: a]}}", ["E302 a"]),
        ("moments: {m: {a: int}}\ntriggers: [{at: m, do: [go_to: a]}]", ["E302 a"]),
    ],
)
def test_unused_declarations_are_checked(extra: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(f"{TINY}{TURN}{extra}\n", tmp_path) == expected


# ---- options

OPTIONS = """
options:
  rough: {type: bool, default: false}
  size: {type: int, default: 4, min: 1, max: 9}
  mode: {type: [mild, wild], default: mild}
variables: {a: {type: int, start: size * 10 + (1 if rough else 0) + (5 if mode == wild else 0)}}
"""


@pytest.mark.parametrize(
    "extra, expected",
    [
        ("options: {o: {type: bool, default: 1}}", ["E103 1 -> true"]),
        ("options: {o: {type: bool, default: 'true'}}", ["E103 'true' -> true"]),
        ("options: {o: {type: int, default: true}}", ["E103 true"]),
        ("options: {o: {type: int, default: x}}", ["E103 x"]),
        ("options: {o: {type: int, default: 9, max: 5}}", ["E104 9"]),
        ("options: {o: {type: int, default: 0, min: 1}}", ["E104 0"]),
        ("options: {o: {type: [low, high], default: midle}}", ["E106 midle"]),
        ("options: {o: {type: [low, high], default: hihg}}", ["E106 hihg -> high"]),
    ],
)
def test_options(extra: str, expected: list[str], tmp_path: Path) -> None:
    assert problem_words(f"{TINY}{TURN}{extra}\n", tmp_path) == expected


@pytest.mark.parametrize(
    "settings, value, shown",
    [
        ({}, 40, {"rough": "false", "size": "4", "mode": "mild"}),
        ({"rough": "true"}, 41, {"rough": "true", "size": "4", "mode": "mild"}),
        ({"size": "7", "mode": "wild"}, 75, {"rough": "false", "size": "7", "mode": "wild"}),
    ],
)
def test_settings(settings: dict[str, str], value: int, shown: dict[str, str], tmp_path: Path) -> None:
    found = ruleset(OPTIONS, tmp_path, **settings)
    game = found.game(2)
    assert game.starts["a"] == value
    assert found.settings_shown(game) == shown


@pytest.mark.parametrize(
    "settings, code, suggestion",
    [
        ({"ruogh": "true"}, "E209", "rough"),
        ({"rough": "yes"}, "E103", "true"),
        ({"rough": "1"}, "E103", "true"),
        ({"size": "many"}, "E103", None),
        ({"size": "true"}, "E103", None),
        ({"size": "10"}, "E104", None),
        ({"size": "99999999999999999999"}, "E103", None),
        ({"mode": "wlid"}, "E106", "wild"),
    ],
)
def test_faults_of_settings(settings: dict[str, str], code: str, suggestion: str | None, tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as caught:
        ruleset(OPTIONS, tmp_path, **settings)
    assert [(each.code, each.suggestion) for each in caught.value.problems] == [(code, suggestion)]
