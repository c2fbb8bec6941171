"""Present and missing numbers, negative ones included."""

from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.compiler.tiny import problem_places

HEAD = """format: 1
id: mine
title: Mine
players: {min: 2, max: 2}
values: {rank: {range: 2..9, names: {9: king}}}
zones: {pile: {deck: true, visible: all}, table: {visible: all}}
turn: {choose: [ask: {player: self, options: {go: {}}}]}
"""


def game(folder: Path, text: str) -> ur.Game:
    path = folder / "mine.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    assert ur.validate(path) == []
    return ur.Game(ur.load(path), 2)


@pytest.mark.parametrize("number", [-1, -2, 0, 3])
@pytest.mark.parametrize("keep", ["{}", "{keep: true}"])
@pytest.mark.parametrize("kind", ["int", "-5..5"])
def test_a_number_with_a_default_is_always_present(tmp_path: Path, kind: str, keep: str, number: int) -> None:
    played = game(
        tmp_path,
        f"attributes: {{n: {{type: {kind}, default: 4}}}}\nactive: {{n: {keep}}}\n"
        "variables: {found: int, missing: bool}\n"
        "cards: {other: {face: {n: 2}}, this: {face: {n: $n}}}\n"
        f"deck: [{{card: this, n: {number}}}, {{card: other}}]\n"
        "round: {start: [lay: {card: pile.top, to: table}, lay: {card: pile.top, to: table}, "
        "set: {found: active.n, missing: active.n is none}]}\n",
    )
    assert played.observation(0).active == {"n": number}
    assert played.observation(0).variables == {"found": number, "missing": False}
    assert any(str(event) == f"in force: n {number}" for event in played.events())


def test_an_unprinted_number_is_missing(tmp_path: Path) -> None:
    played = game(
        tmp_path,
        "attributes: {n: int, m: int, wild: bool}\nactive: {n: {keep: true}, m: {}}\n"
        "cards: {this: {face: {n: 3, m: 4}}, blank: {face: {wild: true}}}\n"
        "deck: [{card: blank}, {card: this}]\n"
        "round: {start: [lay: {card: pile.top, to: table}, lay: {card: pile.top, to: table}]}\n",
    )
    assert played.observation(0).active == {"n": 3, "m": None}


def test_a_named_number_may_be_missing(tmp_path: Path) -> None:
    played = game(
        tmp_path,
        "attributes: {n: rank}\nactive: {n: {}, asked: {type: rank}}\ncards: {this: {face: {n: king}}}\n"
        "deck: [{card: this}]\nvariables: {bid: rank, low: rank, high: rank, gone: {type: rank, start: king}}\n"
        "round: {start: [set: {low: 1 - round, high: king + round, gone: none}]}\n",
    )
    seen = played.observation(0)
    assert seen.active == {"n": None, "asked": None}
    assert seen.variables == {"bid": None, "low": 2, "high": 9, "gone": None}


def test_a_fixed_attribute_is_reported_with_its_place(tmp_path: Path) -> None:
    text = HEAD + "attributes: {n: rank}\nactive: {n: {}}\n"
    text += "cards:\n  plain: {face: {n: $n}}\n  nine: {like: plain, n: 9}\n"
    text += "deck: [{card: [plain, nine], n: 3}]\n"
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    [problem] = ur.validate(path)
    assert (problem.code, problem.message) == ("E203", "card kind `nine` has no `n`")
    [(span, label)] = problem.also
    assert (span.line, span.column, label) == (12, 26, "`nine` has this n")


def test_a_parameter_is_a_whole_value(tmp_path: Path) -> None:
    text = HEAD + "attributes: {n: rank, m: int}\nactive: {n: {}}\ncards: {plain: {face: {n: $n, m: $n * 2}}}\n"
    text += "deck: [{card: plain, n: 3}]\n"
    assert problem_places(text, tmp_path) == ["10:34 E301 $n * 2 -> n * 2"]
    assert problem_places(text.replace("$n * 2", "n * 2"), tmp_path) == []
