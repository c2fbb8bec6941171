"""`unoflex trace`: the text of a simulated game, complete or as seen from one seat.

Not here: merging events into lines (tests/render/test_trace.py).
"""

import re

import pytest

GAME = ("trace", "oracles/rlcard", "--seed", "5")


def test_a_game_is_shown_from_its_first_turn_to_its_end(run):
    result = run(*GAME)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert re.fullmatch(r"UNO as RLCard plays it · digest [0-9a-f]{8} · 2 players · seed 5 · game 0", lines[0])
    assert any(line.startswith("turn 1 ") for line in lines)
    assert re.search(r"the game is over: out; winner: P[01]$", lines[-1])


def test_another_index_shows_another_game(run):
    assert run(*GAME, "--game", "1").out.splitlines()[2:] != run(*GAME).out.splitlines()[2:]


def test_a_seat_sees_only_what_it_may_know(run):
    result = run(*GAME, "--as", "p1")
    assert result.code == 0
    assert "as P1 sees it" in result.out
    assert "P0  is dealt 7" in result.out
    assert ".yaml" not in result.out


def test_verbose_shows_the_calls_into_the_library(run):
    assert "> std/" in run(*GAME, "--verbose").out
    assert "> std/" not in run(*GAME).out


@pytest.mark.parametrize(
    "more, told",
    [
        (("--as", "P2"), "unknown seat `P2`; seats: P0, P1"),
        (("--as", "dealer"), "unknown seat `dealer`"),
        (("--players", "5"), "2 players, not 5"),
        (("--game", "-1"), "--game"),
    ],
)
def test_invalid_arguments_are_wrong_usage(run, more, told):
    result = run(*GAME, *more)
    assert (result.code, result.out) == (2, "")
    assert told in result.err


def test_a_game_without_a_possible_decision_is_a_problem_of_the_ruleset(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stuck.yaml").write_text(
        "format: 1\nid: stuck\ntitle: Stuck\nextends: classic\n"
        "turn:\n  choose=: [ask: {player: self, options: {win: {if: self.hand.empty}}}]\n",
        encoding="utf-8",
    )
    result = run("trace", "stuck.yaml")
    assert result.code == 1
    assert "a player is asked and has no option at stuck.yaml:6" in result.err
    assert "Traceback" not in result.err
