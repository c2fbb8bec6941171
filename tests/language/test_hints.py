"""Idioms of other languages: each is reported at its place with the form of this language."""

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, TURN, marked, problems_of

HEAD = f"{TINY}{TURN}moments: {{drawn: {{}}}}\n"


def problem(text: str, folder: Path) -> tuple[str, str, str | None, tuple[str, ...]]:
    """Return the only problem of a text: code, marked text, suggestion, notes."""
    [found] = problems_of(HEAD + text, folder)
    return found.code, marked((HEAD + text).split("\n"), found), found.suggestion, found.notes


@pytest.mark.parametrize(
    "wrong, place, instead",
    [
        ("pile.top.number in 1..3", "pile.top.number in 1..3", "1 <= pile.top.number <= 3"),
        ("pile.top.number in [1..3]", "pile.top.number in [1..3]", "1 <= pile.top.number <= 3"),
        ("true and pile.top.number not in 1 .. 3", "pile.top.number not in 1 .. 3", "not (1 <= pile.top.number <= 3)"),
        ("3 - $number > 0", "$number", "card.number"),
        ("3 - $other > 0", "$other", "other"),
        ("pile.count == 1", "count", "size"),
        ("pile.length == 1", "length", "size"),
        ("len(pile) == 1", "len(pile)", "pile.size"),
        ("max(pile.size, 2) == 2", "max(pile.size, 2)", "pile.size.at_least(2)"),
        ("min(2, pile.size + 1) == 2", "min(2, pile.size + 1)", "(pile.size + 1).at_most(2)"),
    ],
)
def test_an_expression_of_another_language(wrong: str, place: str, instead: str, tmp_path: Path) -> None:
    code, there, suggestion, _ = problem(f"define: {{odd: '{wrong}'}}\n", tmp_path)
    assert code in ("E301", "E201")
    assert (there, suggestion) == (place, instead)


@pytest.mark.parametrize(
    "right", ["1 <= pile.top.number <= 3", "pile.size.at_least(2) == 2", "(pile.size + 1).at_most(2) == 2"]
)
def test_suggestions_are_valid(right: str, tmp_path: Path) -> None:
    assert problems_of(f"{HEAD}define: {{odd: '{right}'}}\n", tmp_path) == []


def test_an_unexplained_call_has_the_usual_message(tmp_path: Path) -> None:
    assert problem("define: {odd: round_up(3)}\n", tmp_path)[:3] == ("E301", "round_up", None)
    assert problem("define: {odd: 'max(1, 2, 3)'}\n", tmp_path)[:3] == ("E301", "max(1, 2, 3)", None)


@pytest.mark.parametrize(
    "steps, code, place, note",
    [
        ("{if: pile.empty, then: [], elif: table.empty, then: []}", "E003", "elif", "`else: [{if: ..., then: [...]}]`"),
        ("{if: pile.empty, then: [], elif: table.empty}", "E101", "elif", "`else: [{if: ..., then: [...]}]`"),
        ("{while: pile.empty, do: []}", "E105", "do", "`repeat: {while: ..., do: [...]}`"),
        ("{for_each: players, do: []}", "E105", "do", "`for_each: {in: ..., do: [...]}`"),
    ],
)
def test_a_step_of_another_language(steps: str, code: str, place: str, note: str, tmp_path: Path) -> None:
    found = problem(f"round: {{start: [{steps}]}}\n", tmp_path)
    assert found[:3] == (code, place, None)
    assert note in found[3][0]


@pytest.mark.parametrize(
    "steps, place, message",
    [
        ("while: pile.empty, do: []", "while", "a loop is one step: `repeat: {while: ..., do: [...]}`"),
        ("repeat: 3, do: []", "repeat", "a loop is one step: `repeat: {times: ..., do: [...]}`"),
        ("until: pile.empty, do: []", "until", "a loop is one step: `repeat: {while: not ..., do: [...]}`"),
    ],
)
def test_a_loop_in_brackets_is_one_problem(steps: str, place: str, message: str, tmp_path: Path) -> None:
    text = f"{HEAD}round: {{start: [{steps}]}}\n"
    [found] = problems_of(text, tmp_path)
    assert (found.code, marked(text.split("\n"), found), found.message) == ("E105", place, message)


@pytest.mark.parametrize(
    "moment, group, piece", [("turn_end", "turn", "end"), ("start_of_round", "round", "start"), ("fireworks", "", "")]
)
def test_an_unknown_moment(moment: str, group: str, piece: str, tmp_path: Path) -> None:
    there = f"write the steps for the {piece} of each {group} there: `{group}: {{{piece}+: [...]}}`"
    for text in (f"triggers: [{{at: {moment}, do: []}}]\n", f"round: {{start: [fire: {moment}]}}\n"):
        found = problem(text, tmp_path)
        assert found == ("E210", moment, None, ("moments here: passed_over, drawn", *([there] if group else [])))


def test_everyone_is_called_players(tmp_path: Path) -> None:
    code, there, suggestion, notes = problem("round: {start: [reveal: {cards: pile.top, to: all}]}\n", tmp_path)
    assert (code, there, suggestion) == ("E204", "all", "players")
    assert notes == ("selectors here: self, next, previous, others, players, everyone",)


def test_a_name_has_its_article(tmp_path: Path) -> None:
    text = f"{HEAD}values: {{outcome: [good, bad]}}\nvariables: {{luck: outcome, age: {{type: int, each: player}}}}\n"
    text = text.replace("values: {outcome: [good, bad]}\n", "").replace("values: {", "values: {outcome: [good, bad], ")
    found = problems_of(text + "define: {a: luck == godo, b: age > 3}\n", tmp_path)
    assert [each.message for each in found] == ["`godo` is not an outcome", "each player has an `age`: name the player"]


def test_the_viewers_of_a_zone_cannot_change_during_play(tmp_path: Path) -> None:
    text = f"variables: {{shown: {{type: bool, each: player}}}}\n{HEAD}"
    text = text.replace(
        "hand: {each: player, visible: owner}", "hand: {each: player, visible: all if it.shown else owner}"
    )
    [found] = problems_of(text, tmp_path)
    assert (found.code, marked(text.split("\n"), found)) == ("E106", "all if it.shown else owner")
    assert "visibility cannot change during play" in found.notes[0]
