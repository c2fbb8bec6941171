"""Ranges with named numbers, and ranges to choose from."""

from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.compiler.tiny import problem_words
from unoflex_rules.play.card_names import value_text

RANKS = """format: 1
id: ranks
title: Ranks
players: {min: 2, max: 3}
values:
  suit: [clubs, hearts]
  rank:
    range: 1..13
    names: {1: {name: ace, mark: A, title: {en: Ace, cs: eso}}, 11: {name: jack, mark: J}, 13: king}
attributes: {suit: suit, rank: rank}
active: {suit: {}, rank: {}}
notation: [suit, rank]
zones:
  pile: {deck: true, visible: all}
  table: {visible: all}
  hand: {each: player, visible: owner}
cards:
  plain: {face: {suit: $suit, rank: $rank}}
  royal: {face: {suit: $suit, rank: king}, choices: [wish], played: [choose: wish, set: {wished: choice.wish}]}
deck:
  - {card: plain, suit: clubs, rank: [ace, 5, jack]}
  - {card: royal, suit: each}
choices:
  wish: {of: rank, if: it >= jack, announced: false}
variables: {wished: rank, seen: int, drawn: int}
"""
TURN = "turn: {choose: [ask: {player: self, options: {go: {}}}]}\n"


def load(folder: Path, more: str = TURN) -> ur.Ruleset:
    path = folder / "ranks.yaml"
    path.write_text(RANKS + more, encoding="utf-8")
    assert ur.validate(path) == []
    return ur.load(path)


def started(folder: Path, steps: str, more: str = TURN) -> ur.Game:
    return ur.Game(load(folder, f"{more}round: {{start: [{steps}]}}\n"), 2)


def variables(game: ur.Game) -> dict[str, object]:
    return game.observation(0).variables


@pytest.mark.parametrize(
    "expression, worth",
    [
        ("jack", 11),
        ("rank.jack + 1", 12),
        ("king - ace", 12),
        ("pile.count(card.rank >= jack)", 3),
        ("pile.count(card.rank == king)", 2),
        ("'pile.count(card.rank in [ace, king])'", 3),
        ("pile.sum(card.rank)", 1 + 5 + 11 + 13 + 13),
        ("pile.top.rank", 13),
        ("1 if ace < jack < king else 0", 1),
    ],
)
def test_names_mean_numbers(tmp_path: Path, expression: str, worth: int) -> None:
    assert variables(started(tmp_path, f"set: {{seen: {expression}}}"))["seen"] == worth


def test_a_name_is_shown_instead_of_its_number(tmp_path: Path) -> None:
    program = ur.compile_ruleset(load(tmp_path), 2, lang="cs")
    names = {program.card_name(card) for card in range(len(program.cards))}
    assert names == {"clubs eso", "clubs 5", "clubs jack", "clubs king", "hearts king"}
    assert {look[0] for look in program.shorts} == {"clubsA", "clubs5", "clubsJ", "clubsking", "heartsking"}
    [wished] = [each for each in program.variables if each.name == "wished"]
    assert [value_text(wished, number) for number in (1, 2, 11)] == ["eso", "2", "jack"]


@pytest.mark.parametrize("announced", ["false", "true"])
def test_numbers_are_chosen_by_name(tmp_path: Path, announced: str) -> None:
    turn = """turn:
  choose:
    - ask:
        player: self
        options: {play: {cards: pile, if: card.kind == royal, do: [lay: {card: card, to: table}, resolve: table]}}
"""
    path = tmp_path / "ranks.yaml"
    path.write_text(RANKS.replace("announced: false", f"announced: {announced}") + turn, encoding="utf-8")
    game = ur.Game(ur.load(path), 2)
    if announced == "true":
        assert [each.choice for each in game.legal_actions()] == ["jack", "12", "king"] * 2
        game.apply("play clubs king naming 12")
    else:
        game.apply("play clubs king")
        assert [str(each) for each in game.legal_actions()] == ["choose jack", "choose 12", "choose king"]
        game.apply("choose 12")
    assert variables(game)["wished"] == 12


@pytest.mark.parametrize(
    "values, condition, texts",
    [
        ("rank", "value > 10", ["go jack", "go 12", "go king"]),
        ("rank", "value in [ace, 3]", ["go Ace", "go 3"]),
        ("2..4", "true", ["go 2", "go 3", "go 4"]),
        ("0..61", "value % 30 == 1", ["go 1", "go 31", "go 61"]),
    ],
)
def test_numbers_are_offered(tmp_path: Path, values: str, condition: str, texts: list[str]) -> None:
    do = "[set: {seen: 100 + value}]"
    option = f"{{values: {values}, if: '{condition}', do: {do}}}"
    turn = f"turn:\n  choose:\n    - ask: {{player: self, options: {{go: {option}}}}}\n"
    game = ur.Game(load(tmp_path, turn), 2)
    assert [str(each) for each in game.legal_actions()] == texts
    number = int(game.apply(1).choice or "0") if texts[1].split()[1].isdecimal() else 112
    assert variables(game)["seen"] == 100 + (number if number != 112 else 12)


def test_random_draws_from_a_range(tmp_path: Path) -> None:
    steps = "random: {as: die, of: 3..5}, set: {seen: die}, random: {as: one, of: rank}, set: {wished: one}"
    ruleset = load(tmp_path, f"{TURN}round: {{start: [{steps}]}}\n")
    found = [variables(ur.Game(ruleset, 2, seed=seed)) for seed in range(150)]
    assert {each["seen"] for each in found} == {3, 4, 5}
    assert {each["wished"] for each in found} == set(range(1, 14))


def test_the_fast_engine_agrees(tmp_path: Path) -> None:
    if not ur.fast_is_available():
        pytest.skip("the fast engine is not there")
    turn = "turn: {choose: [ask: {player: self, options: {go: {values: rank, do: [set: {wished: value}]}}}]}\n"
    ruleset = load(tmp_path, turn)
    tallies = [
        ur.simulate(ruleset, players=2, games=3, seed=1, engine=engine, limit=20) for engine in ("plain", "fast")
    ]
    assert tallies[0].chosen == tallies[1].chosen


def test_a_scenario_uses_the_name_of_a_number(tmp_path: Path) -> None:
    load(tmp_path)
    (tmp_path / "sheet.yaml").write_text(
        f"ruleset: {tmp_path}/ranks.yaml\nscenarios:\n"
        "  - {name: named, table: {players: 2, hands: {P0: [clubsJ, clubs Ace]}, variables: {wished: king}},"
        " play: [P0: go], expect: {variables: {wished: 13}}}\n",
        encoding="utf-8",
    )
    sheet = ur.run_scenarios(tmp_path / "sheet.yaml")
    assert (sheet.problems, [(each.status, each.failures) for each in sheet.results]) == ([], [("passed", ())])


@pytest.mark.parametrize(
    "was, now, problems",
    [
        ("13: king}", "14: king}", ["E104 14", "E201 king"]),
        ("1..13", "1..13x", ["E104 1..13x"]),
        ("1..13", "-5..13", ["E104 -5..13"]),
        ("1..13", "1..62", ["E104 1..62"]),
        ("13: king}", "13: jack}", ["E211 jack"]),
        ("13: king}", "13: 12}", ["E103 12"]),
        ("13: king}", "13: {mark: K}}", ["E102 13"]),
        ("13: king}", "thirteen: king}", ["E104 thirteen"]),
        ("of: rank, if: it >= jack", "of: 0..62", ["E104 0..62"]),
        ("of: rank, if: it >= jack", "of: rnak", ["E302 choice.wish", "E205 rnak -> rank"]),
        ("rank: king}, choices", "rank: kign}, choices", ["E201 kign -> king"]),
    ],
)
def test_faults_of_ranges(tmp_path: Path, was: str, now: str, problems: list[str]) -> None:
    assert RANKS.count(was) == 1
    found = problem_words(RANKS.replace(was, now) + TURN, tmp_path)
    assert found[: len(problems)] == problems


def test_a_name_of_two_types_needs_its_type(tmp_path: Path) -> None:
    text = RANKS.replace("suit: [clubs, hearts]", "suit: [clubs, hearts, king]")
    assert "E201 king" in problem_words(f"{text}{TURN}define: {{best: king}}\n", tmp_path)
    assert problem_words(f"{text}{TURN}define: {{best: rank.king, other: suit.king}}\n", tmp_path) == []


def test_the_last_of_sixty_two_values_is_offered(tmp_path: Path) -> None:
    names = ", ".join(f"v{number}" for number in range(62))
    text = RANKS.replace("  suit: [clubs, hearts]", f"  suit: [clubs, hearts]\n  many: [{names}]")
    turn = "turn: {choose: [ask: {player: self, options: {go: {values: many, if: value != v3}}}]}\n"
    path = tmp_path / "ranks.yaml"
    path.write_text(text + turn, encoding="utf-8")
    texts = [str(each) for each in ur.Game(ur.load(path), 2).legal_actions()]
    assert texts == [f"go v{number}" for number in range(62) if number != 3]
