"""Names shared by several types, or by a type and something else: resolved by the other side, or rejected."""

from __future__ import annotations

from pathlib import Path

import pytest

import unoflex_rules as ur
from tests.compiler.tiny import TINY, TURN, problem_words

#: `jack` is a rank, a mood, a kind of card and a symbol; `queen` is a rank and a mood; `glum` is only a mood.
SHARED = (
    TINY.replace(
        "values: {color: [red, green, blue], number: 0..9}",
        "values:\n  color: [red, green, blue]\n  number: 0..9\n  symbol: [crown, jack]\n"
        "  rank: {range: 1..13, names: {1: ace, 11: jack, 12: queen}}\n"
        "  mood: {range: 0..3, names: {1: jack, 2: glum, 3: queen}}",
    )
    .replace("joker: bool}", "joker: bool, rank: rank, mood: mood, symbol: symbol}")
    .replace("number: $number}}", "number: $number, rank: card.number + 9, mood: card.number, symbol: crown}}")
    .replace("deck:\n", "  jack: {face: {symbol: jack}}\ndeck:\n")
)


def count(question: str, folder: Path, more: str = "") -> int:
    """Count the cards for which a condition holds, among nine: 1, 2 and 3, with ranks 10 to 12 and moods 1 to 3."""
    start = f"round: {{start: [set: {{found: 'pile.count({question})'}}]}}\n"
    path = folder / "tiny.yaml"
    path.write_text(f"{SHARED}{TURN}variables: {{found: int{more}}}\n{start}", encoding="utf-8")
    assert ur.validate(path) == []
    found = ur.Game(ur.load(path), 2).observation(0).variables["found"]
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize(
    "question, cards",
    [
        ("card.rank == jack", 3),  # 11
        ("card.rank - 1 == jack", 3),
        ("card.rank + 1 > jack", 6),
        ("jack == card.rank - 1", 3),
        ("jack + 1 == card.rank", 3),
        ("card.rank == jack + 1", 3),
        ("jack - 1 < card.rank", 6),
        ("card.rank - jack == 1", 3),
        ("jack - card.rank == 1", 3),
        ("card.rank * 2 - 1 > jack + jack", 3),
        ("card.mood + 0 == jack", 3),  # 1
        ("card.mood - jack == 1", 3),
        ("card.rank - 1 in [jack, queen]", 3),
        ("card.rank in [jack + 1]", 3),
        ("jack in [card.rank, 40]", 3),
        ("card.rank == (jack if card.joker else queen)", 3),
        ("(jack if card.joker else queen) == card.rank", 3),
        ("card.rank.at_most(jack) == 11", 6),
        ("card.rank.at_least(queen) - 1 == jack", 9),
        ("pile.max(card.rank) - 1 == jack", 9),
        ("pile.each(other).sum(other.mood) - 17 == jack", 9),
        ("card.symbol == jack", 0),
        ("card.kind == jack", 0),
        ("glum == card.mood - 1 + 1", 3),
        ("card.rank - 9 == glum", 3),  # no rank has this name
        ("card.rank - card.mood - 7 == glum", 9),
        ("card.rank + card.mood == ace", 0),
    ],
)
def test_the_other_side_resolves_a_name(question: str, cards: int, tmp_path: Path) -> None:
    assert count(question, tmp_path) == cards


@pytest.mark.parametrize("question", ["card.rank - card.mood == jack - 2", "1 < jack", "jack + queen > turn"])
def test_an_unresolved_name_of_two_ranges_is_rejected(question: str, tmp_path: Path) -> None:
    start = f"round: {{start: [{{if: 'pile.any({question})', then: [shuffle: pile]}}]}}\n"
    shared = [name for name in ("jack", "queen") if name in question]
    assert problem_words(SHARED + TURN + start, tmp_path) == [f"E201 {name}" for name in shared]
    for name in shared:
        start = start.replace(name, f"rank.{name}")
    assert problem_words(SHARED + TURN + start, tmp_path) == []


@pytest.mark.parametrize(
    "question",
    [
        "card.rank - 1 == queen",
        "queen - 1 == card.rank",
        "card.rank == queen - 1",
        "card.rank + queen > 3",
        "card.rank.at_most(queen) == 2",
        "card.rank - 1 in [3, queen]",
        "queen in [card.rank, 3]",
        "(queen if card.joker else 3) == card.rank",
        "pile.max(card.rank) == queen",
    ],
)
def test_a_number_never_shadows_silently(question: str, tmp_path: Path) -> None:
    others = ("variables: {queen: int}", "options: {queen: {type: int, default: 3, help: Q.}}", "define: {queen: turn}")
    declared = others[len(question) % 3]
    start = f"round: {{start: [{{if: 'pile.any({question})', then: [shuffle: pile]}}]}}\n"
    assert problem_words(f"{SHARED}{TURN}{declared}\n{start}", tmp_path) == ["E211 queen -> rank.queen"]
    assert problem_words(f"{SHARED}{TURN}{declared}\n{start.replace('queen', 'rank.queen')}", tmp_path) == []


@pytest.mark.parametrize("use", ["glum + 1", "glum", "glum.at_most(3)", "3 if glum < 2 else 1", "pile.sum(glum)"])
def test_an_ambiguous_number_is_rejected(use: str, tmp_path: Path) -> None:
    text = f"{SHARED}{TURN}variables: {{found: int, glum: int}}\nround: {{start: [set: {{found: {use}}}]}}\n"
    assert problem_words(text, tmp_path) == ["E211 glum -> mood.glum"]
    assert problem_words(text.replace(f"found: {use}", f"found: {use.replace('glum', 'mood.glum')}"), tmp_path) == []


def test_set_means_the_variable(tmp_path: Path) -> None:
    steps = "set: {glum: 3, queen: 2}, if: glum is none, then: [shuffle: pile]"
    text = f"{SHARED}{TURN}variables: {{glum: mood, queen: int}}\nround: {{start: [{{{steps}}}]}}\n"
    assert problem_words(text.replace("queen: 2}, if", "queen: 2}}, {if"), tmp_path) == []


def test_other_types_do_not_shadow_a_number(tmp_path: Path) -> None:
    assert count("card.rank - 1 == queen - 1", tmp_path, ", queen: color") == 3
    assert count("card.mood - 1 + 1 == glum", tmp_path, ", glum: player") == 3


def test_a_local_name_wins_without_other_context(tmp_path: Path) -> None:
    steps = "[random: {as: glum, below: 1}, set: {found: glum + 7}]"
    path = tmp_path / "tiny.yaml"
    path.write_text(f"{SHARED}{TURN}variables: {{found: int}}\nround: {{start: {steps}}}\n", encoding="utf-8")
    assert ur.validate(path) == []
    assert ur.Game(ur.load(path), 2).observation(0).variables["found"] == 7
    steps = steps.replace("found: glum + 7", "found: pile.top.mood - glum")
    text = f"{SHARED}{TURN}variables: {{found: int}}\nround: {{start: {steps}}}\n"
    assert problem_words(text, tmp_path) == ["E211 glum -> mood.glum"]
