"""`after(n)`: the n-th player after another one, in both directions, without players who left."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.tiny import TINY, Table, first_turn, problem_words


@pytest.mark.parametrize("places", range(-5, 10))
@pytest.mark.parametrize("turned", [False, True])
def test_the_seat_of_the_nth_player(tmp_path: Path, places: int, turned: bool) -> None:
    steps = [f"set: {{n: {places}}}", f"set: {{known: 'self.after({places})', found: 'self.after(n)'}}"]
    steps = [*(["change_direction"] if turned else []), *steps]
    table = Table(f"{TINY}variables: {{n: int, known: player, found: player}}\n{first_turn(*steps)}", tmp_path, 4)
    wanted = (table.turn_of + (-places if turned else places)) % 4
    assert (table.value("known"), table.value("found")) == (wanted, wanted)


def test_players_who_left_are_skipped(tmp_path: Path) -> None:
    steps = ("leave: next", "set: {n: 2, found: 'self.after(n)', known: 'self.after(2)'}", "set: {n: 4}")
    more = ("set: {far: 'self.after(n)', out: 'gone.after(n)'}", "set: {nobody: 'none_yet.after(n)'}")
    text = "variables: {n: int, known: player, found: player, far: player, out: player, gone: player, nobody: player, "
    text += "none_yet: player}\n"
    begin = ("set: {gone: next, n: 2}",)
    table = Table(f"{TINY}{text}{first_turn(*begin, *steps, *more)}", tmp_path, 4)
    first = table.turn_of
    assert [table.value(name) for name in ("known", "found", "far")] == [(first + k) % 4 for k in (3, 3, 2)]
    assert (table.value("out"), table.value("nobody")) == ((first + 2) % 4, None)


def test_a_lone_player_follows_themselves(tmp_path: Path) -> None:
    text = f"{TINY}variables: {{n: int, found: player}}\n{first_turn('set: {n: 3}', 'set: {found: self.after(n)}')}"
    assert Table(text, tmp_path, 1).value("found") == 0


@pytest.mark.parametrize(
    "use, problem",
    [
        ("self.after", "E301 after -> after(2)"),
        ("self.after()", "E301 self.after()"),
        ("self.after(red)", "E302 red"),
        ("players.after(2)", "E201 after"),
        ("self.aftr(2)", "E201 aftr -> after"),
    ],
)
def test_faults_of_after(tmp_path: Path, use: str, problem: str) -> None:
    text = f"{TINY}variables: {{found: player}}\n{first_turn(f'set: {{found: {chr(39)}{use}{chr(39)}}}')}"
    assert problem_words(text, tmp_path) == [problem]
