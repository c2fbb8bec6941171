"""`--agents`: the agents that play, and the errors for unknown ones."""

import pytest

GAMES = ("classic", "--games", "40", "--seed", "7", "--engine", "plain")


@pytest.mark.parametrize("command", ["simulate", "trace"])
@pytest.mark.parametrize(
    "agents, told",
    [
        ("gredy", "there is no agent `gredy`; did you mean `greedy`? (agents: random, greedy, first, last, script)"),
        ("clever", "there is no agent `clever` (agents: random, greedy, first, last, script)"),
        ("", "there is no agent ``"),
        ("greedy,random", "2 agents for 4 players: name one for every seat, or one for all"),
        ("greedy,random,random,random,random", "5 agents for 4 players"),
        ("greedy,,random,random", "there is no agent ``"),
        ("greedy:call=2", "call is a share from 0 to 1, not `2`"),
        ("greedy:call=often", "call is a share from 0 to 1, not `often`"),
        ("greedy:call=nan", "call is a share from 0 to 1, not `nan`"),
        ("greedy:cal=0.5", "`cal=0.5` in `greedy:cal=0.5` is no setting of `greedy`"),
        ("greedy:0-1", "`0-1` in `greedy:0-1` is no setting of `greedy`"),
        ("script", "a script is 1 to "),
        ("script:one", "`one` in `script:one` is no setting"),
    ],
)
def test_an_unknown_agent_is_wrong_usage_d15(run, command, agents, told):
    arguments = GAMES if command == "simulate" else ("classic",)
    result = run(command, *arguments, "--agents", agents)
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert result.err.count("\n") == 1
    assert result.err.endswith(f" (see `unoflex {command} --help`)\n")


def test_a_single_agent_plays_all_seats(run):
    document = run("simulate", *GAMES, "--agents", "greedy", "--json").document
    assert document["agents"] == ["greedy"] * 4
    assert [(agent["agent"], agent["seats"]) for agent in document["wins_by_agent"]] == [("greedy", 4)]


def test_agents_rotate_by_one_seat_unless_they_are_fixed_b12(run):
    agents = ("--agents", "greedy,random,random,random", "--json")
    moving, staying = (run("simulate", *GAMES, *agents, *more).document for more in ((), ("--no-rotate",)))
    assert (moving["rotate"], staying["rotate"]) == (True, False)
    greedy = {way["rotate"]: next(iter(way["wins_by_agent"]))["count"] for way in (moving, staying)}
    assert staying["wins"][0]["count"] == greedy[False] > 20
    assert moving["wins"][0]["count"] < greedy[True]


def test_arguments_of_an_agent_are_in_the_document(run):
    document = run("simulate", *GAMES, "--agents", "random:call=0.5,first,last,script:0-2-1:call=1", "--json").document
    assert document["agents"] == ["random:call=0.5", "first", "last", "script:0-2-1:call=1"]
