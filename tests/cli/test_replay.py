"""The command that a report suggests for its longest game replays that game with all arguments."""

import csv
import re
import shlex

import pytest

import unoflex_rules as ur
from tests.sampling import count

SIMULATE = ("simulate", "--games", str(count(15, 60)), "--seed", "7", "--engine", "plain")
WAYS = {
    "usual": ("classic",),
    "greedy": ("flex", "--agents", "greedy"),
    "several agents": ("flex", "--players", "3", "--agents", "greedy,random:call=0.5,last"),
    "agents that stay": ("classic", "--players", "2", "--agents", "greedy,random", "--no-rotate"),
    "a script": ("classic", "--agents", "script:0-2-1:call=1"),
    "whole games": ("oracles/rlcard", "--rounds", "game", "--agents", "greedy"),
    "an option": ("classic", "--set", "hand_size=3", "--agents", "greedy"),
    "two options": ("flex", "--set", "hand_size=3", "--set", "target_may_challenge=false"),
    "a limit": ("classic", "--limit", "40"),
    "later games": ("classic", "--first", "1000000", "--agents", "greedy"),
}


@pytest.fixture
def played(monkeypatch):
    """Return the games that `unoflex trace` has played."""
    games = []

    class CountingProgram(ur.Game):
        def __init__(self, *given, **how):
            super().__init__(*given, **how)
            games.append(self)

    monkeypatch.setitem(vars(ur), "Game", CountingProgram)
    return games


@pytest.mark.parametrize("way", WAYS)
def test_the_longest_game_can_be_replayed(run, played, tmp_path, way):
    rows = tmp_path / "games.csv"
    longest = run(*SIMULATE, *WAYS[way], "--json", "--out", rows).document["longest"]
    command = shlex.split(longest["replay"])
    assert command[0] == "unoflex"
    traced = run(*command[1:])
    assert (traced.code, traced.err) == (0, "")

    (game,) = played
    taken = [event for event in game.events() if event.kind == "taken"]
    with open(rows, newline="", encoding="utf-8") as file:
        row = next(row for row in csv.DictReader(file) if int(row["game"]) == longest["game"])
    assert int(row["decisions"]) == longest["decisions"]
    assert len(taken) == int(row["decisions"]) + int(row["calls"])
    turns = [int(number) for number in re.findall(r"^turn (\d+)", traced.out, re.M)]
    begun = sum(event.kind == "turn" for event in game.events())
    assert begun == int(row["turns"])
    assert len(turns) == begun or (
        row["end"] != "finished" and len(turns) == begun - 1
    )  # no decision has been made in it
    if row["rounds"] == "1":
        assert turns == list(range(1, len(turns) + 1))
    if row["end"] == "finished":
        end = f"the game is over: {row['reason']}; winner: {row['winner']}"
        assert end in traced.out.rstrip("\n").split("\n")[-1]
    else:
        assert "the game is over" not in traced.out


def test_the_report_for_people_names_the_ruleset_as_given(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my game.yaml").write_text("format: 1\nid: mine\ntitle: Mine\nextends: classic\n", encoding="utf-8")
    told = run(*SIMULATE, "my game.yaml", "--agents", "greedy").out.rstrip("\n").split("\n")[-1]
    command = shlex.split(told.partition(": ")[2])
    assert command[:3] == ["unoflex", "trace", "my game.yaml"]
    assert run(*command[1:]).code == 0
