"""Suggestions for unknown names and for habits from other languages."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, TURN, first_turn, problem_words, problems_of

VARIABLES = "variables: {pot: int, purse: {type: int, each: player}}\n"


@pytest.mark.parametrize(
    "step, problems",
    [
        ("pot += 1", ["E202 pot += 1 -> set: {pot: pot + 1}"]),
        ("self.purse -= pot", ["E202 self.purse -= pot -> set: {self.purse: self.purse - pot}"]),
        ("pot *= pot + 1", ["E202 pot *= pot + 1 -> set: {pot: pot * (pot + 1)}"]),
        ("pot++", ["E202 pot++ -> set: {pot: pot + 1}"]),
        ("pot = 3", ["E202 pot = 3 -> set: {pot: 3}"]),
        ("set: {pot: pot += 2}", ["E301 pot += 2 -> pot + 2"]),
        ("set: {self.pot: 3}", ["E201 self.pot -> pot"]),
        ("set: {pot: next.pile.size}", ["E201 next.pile -> pile"]),
        ("for_each: {in: players, do: [go_to: player]}", ["E204 player -> it"]),
        ("for_each: {in: players, do: [set: {pot: player.purse}]}", ["E201 player -> it"]),
        ("go_to: player", ["E204 player -> self"]),
        ("set: {pot: card.number}", ["E201 card"]),
        ("go_to: players.only(it.hand.empty)", ["E302 players.only(it.hand.empty)"]),
        ("draw: self", ["E202 draw"]),
        ("sutffle: pile", ["E202 sutffle -> shuffle"]),
    ],
)
def test_suggestions_for_steps(tmp_path: Path, step: str, problems: list[str]) -> None:
    assert problem_words(TINY + VARIABLES + first_turn(step), tmp_path) == problems


@pytest.mark.parametrize(
    "condition, problems",
    [
        ("pot == 1 && table.empty", ["E301 && -> and"]),
        ("pot == 1 || table.empty", ["E301 || -> or"]),
        ("!table.empty", ["E301 ! -> not"]),
        ("pot > 1 and !(pot == 2)", ["E301 ! -> not"]),
        ("pot != 1", []),
        ("pot = 1", ["E301 = -> =="]),
        ("pot > 1 | pot < 0", ["E301 1 | pot"]),
    ],
)
def test_suggestions_for_conditions(tmp_path: Path, condition: str, problems: list[str]) -> None:
    step = f"{{if: '{condition}', then: [set: {{pot: 1}}]}}"
    assert problem_words(TINY + VARIABLES + first_turn(step), tmp_path) == problems


@pytest.mark.parametrize(
    "step, note",
    [
        ("draw: self", "`draw` comes with `extends: std/shedding`"),
        ("name_color", "`name_color` comes with `extends: std/uno`"),
        ("move: {from: draw_pile, to: table}", "`draw_pile` comes with `extends: std/shedding`"),
        ("set: {pot: waiting}", "`waiting` comes with `extends: std/shedding`"),
        ("set: {pot: self.score}", "`score` comes with `extends: std/matching`"),
        ("go_to: players.only(true)", "`players.first(...)` is the first matching player in order of play"),
        ("go_to: players.any(true)", "`players.first(...)` is the first matching player in order of play"),
        (
            "go_to: players.lowest(1)",
            "`players.first(it in players.lowest(...))` is the first of them in order of play",
        ),
        ("go_to: others", "`others.first(...)` is the first matching player"),
        (
            "ask: {player: others, options: {a: {}}}",
            "`for_each: {in: ..., do: [...]}` repeats steps for each of several players",
        ),
        (
            "move: {card: pile.any(card.joker), to: table}",
            "`pile.first(...)` is the first matching card from the top",
        ),
        (
            "set: {pot: card.number}",
            "`card` is known in an option with `cards`, in questions about cards, in a card's own steps and in "
            "`for_each` over a zone",
        ),
    ],
)
def test_notes_for_unknown_names(tmp_path: Path, step: str, note: str) -> None:
    (problem,) = problems_of(TINY + VARIABLES + first_turn(step), tmp_path)
    assert note in problem.notes


def test_a_range_written_as_a_difference(tmp_path: Path) -> None:
    assert problem_words(TINY.replace("1..3", "1-3") + TURN, tmp_path) == ["E104 1-3 -> 1..3"]
    assert problem_words(TINY.replace("1..3", "3 - 1") + TURN, tmp_path) == []
