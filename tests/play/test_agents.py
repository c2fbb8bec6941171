"""Agents as texts and as objects of the caller: their inputs, their answers, and the limits of their view.

Not here: the choices of the engine's agents (tests/engine/test_agents.py).
"""

import dataclasses
import pickle
import random

import pytest

import unoflex_rules as ur
from unoflex_rules.play.actions import Action, Decision
from unoflex_rules.play.agents import AgentFailed, BadAgent, BuiltIn, agent_of, agents_for, generator, name_of
from unoflex_rules.play.card_names import CardView
from unoflex_rules.play.game import Game
from unoflex_rules.play.views import Observation, ZoneView


class First:
    """Takes the first option and records its inputs."""

    name = "the first"

    def __init__(self):
        self.begun, self.seen = [], []

    def begin(self, seat, players, rng):
        self.begun.append((seat, players, rng.random()))

    def choose(self, decision, observation):
        self.seen.append((decision, observation))
        return 0


class Says:
    """Answers with the result of a function of the decision."""

    def __init__(self, answer):
        self.answer = answer

    def choose(self, decision, observation):
        return self.answer(decision)


@pytest.fixture(scope="module")
def classic():
    return ur.load("classic")


def played(ruleset, agents, players=2, games=3, **how):
    """Return the tally and the rows of some games."""
    rows = []
    plan = {"seed": 5, "limit": 500, "engine": "plain"} | how
    tally = ur.simulate(
        ruleset, players=players, games=games, agents=agents, receiver=lambda first, more: rows.extend(more), **plan
    )
    return tally, rows


# ---- agents as texts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, agent",
    [
        ("random", BuiltIn("random")),
        (" greedy : call=0.5 ", BuiltIn("greedy", 0.5)),
        ("first:call=0", BuiltIn("first", 0.0)),
        ("script:0-2-1", BuiltIn("script", script=(0, 2, 1))),
        ("script:4:call=1", BuiltIn("script", 1.0, (4,))),
    ],
)
def test_a_text_gives_an_agent_with_the_same_text(text, agent):
    assert agent_of(text) == agent
    assert agent_of(str(agent)) == agent and name_of(agent) == str(agent)


@pytest.mark.parametrize(
    "text, message",
    [
        ("gredy", "there is no agent `gredy`; did you mean `greedy`?"),
        ("", "there is no agent ``"),
        ("random:call=2", "a share from 0 to 1, not `2`"),
        ("random:call=nan", "not `nan`"),
        ("random:call=", "not ``"),
        ("random:rate=1", "`rate=1` in `random:rate=1` is no setting of `random`"),
        ("random:0-1", "`0-1` in `random:0-1` is no setting"),
        ("script", "a script is 1 to 64 numbers"),
        ("script:a", "`a` in `script:a` is no setting"),
        ("script:" + "-".join("1" * 65), "a script is 1 to 64 numbers"),
    ],
)
def test_other_texts_are_rejected(text, message):
    with pytest.raises(BadAgent) as problem:
        agent_of(text)
    assert message in str(problem.value)


def test_one_agent_plays_all_seats_or_each_seat_has_one():
    assert agents_for(3, None) == agents_for(3, "random") == (BuiltIn("random"),) * 3
    assert agents_for(2, "greedy,first") == agents_for(2, ["greedy", BuiltIn("first")])
    with pytest.raises(BadAgent, match="2 agents for 3 players"):
        agents_for(3, "greedy,random")
    with pytest.raises(BadAgent, match="0 agents for 3 players"):
        agents_for(3, [])


@pytest.mark.parametrize("given", [[object()], [object(), "random"], [3, 4]])
def test_an_object_without_choose_is_rejected(classic, given):
    with pytest.raises(BadAgent, match="it has no method `choose"):
        ur.simulate(classic, players=2, games=1, agents=given, engine="plain")


# ---- agents of the caller --------------------------------------------------------------------------------------------


def test_a_custom_agent_plays_like_the_engines_agent(classic):
    tally, rows = played(classic, [First()], 3, 4)
    assert (tally, rows) == played(classic, "first:call=1", 3, 4)
    assert tally.games == 4 and tally.calls > 0


def test_a_custom_agent_plays_among_agents_of_the_engine(classic):
    tally, rows = played(classic, ["greedy", First(), "script:0-1"], 3, 6)
    assert played(classic, ["greedy", First(), "script:0-1"], 3, 6) == (tally, rows)
    assert sum(tally.agent_started) == sum(tally.started) == tally.finished > 0
    assert tally.wins != tally.agent_wins  # agents move from seat to seat


def test_a_custom_agent_gets_its_seat_and_a_separate_generator(classic):
    agent = First()
    played(classic, [agent, "random"], 2, 4, first=3)
    assert [(seat, players) for seat, players, _ in agent.begun] == [(1, 2), (0, 2), (1, 2), (0, 2)]
    wanted = [generator(5, index, index % 2).random() for index in (3, 4, 5, 6)]
    assert [number for *_, number in agent.begun] == wanted and len(set(wanted)) == 4
    again = First()
    played(classic, [again, "greedy"], 2, 1, first=4)
    assert again.begun == agent.begun[1:2]  # independent of other players and of earlier games


def test_a_custom_agent_decides_for_its_seat_with_the_view_of_that_seat(classic):
    agents = [First(), First()]
    played(classic, agents, 2, 3, rotate=False)
    for seat, agent in enumerate(agents):
        assert agent.seen
        for decision, observation in agent.seen:
            assert decision.seat == observation.seat == observation.to_decide == seat
            assert decision.options == observation.options


@pytest.mark.parametrize(
    "answer",
    [lambda d: d.options[-1], lambda d: str(d.options[-1]), lambda d: len(d.options) - 1],
    ids=["action", "text", "index"],
)
def test_a_custom_agent_answers_with_an_action_its_text_or_its_index(classic, answer):
    assert played(classic, [Says(answer)], games=2) == played(classic, [Says(lambda d: d.options[-1])], games=2)


@pytest.mark.parametrize(
    "answer", [lambda d: "fly", lambda d: len(d.options), lambda d: -1, lambda d: None, lambda d: 0.0, lambda d: True,
               lambda d: Action("fly"), lambda d: [0]],
    ids=["text", "too great", "below 0", "nothing", "fraction", "truth", "action", "list"],
)  # fmt: skip
def test_a56_an_illegal_choice_fails_at_once(classic, answer):
    asked = []

    def once(decision):
        asked.append(decision)
        return answer(decision)

    with pytest.raises(AgentFailed, match="the agent at P1 failed") as failed:
        ur.simulate(classic, players=3, games=5, agents=["random", Says(once), "random"], rotate=False, engine="plain")
    assert failed.value.seat == 1 and len(asked) == 1


def test_a_failure_can_be_pickled():
    failed = pickle.loads(pickle.dumps(AgentFailed(2, "it chose nothing")))
    assert (failed.seat, str(failed)) == (2, "the agent at P2 failed: it chose nothing")


def test_exceptions_of_an_agent_are_not_hidden(classic):
    with pytest.raises(ZeroDivisionError):
        ur.simulate(classic, players=2, games=1, agents=[Says(lambda d: 1 // 0)], engine="plain")


# ---- what an agent can see and do ------------------------------------------------------------------------------------

PLAIN = (str, int, bool, type(None))
VALUES = (Decision, Observation, ZoneView, CardView, Action)
SECRET = {"hands", "pile", "draw_pile_cards", "rng", "seed", "state", "game", "program", "machine", "index", "events"}


def walk(value, path="it"):
    """Yield every value that is reachable by attributes, entries and items, with its path."""
    yield path, value
    if isinstance(value, PLAIN):
        return
    if isinstance(value, dict):
        for key, each in value.items():
            yield from walk(key, f"{path}[key]")
            yield from walk(each, f"{path}[{key!r}]")
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value):
            yield from walk(each, f"{path}[{number}]")
    else:
        for name in dir(value):
            if not name.startswith("__") and not callable(getattr(value, name)):
                yield from walk(getattr(value, name), f"{path}.{name}")


@pytest.mark.parametrize("name", ["classic", "flex", "no-mercy", "taki"])
def test_b15_no_hidden_value_is_reachable_from_an_observation(name):
    agent = First()
    played(ur.load(name), [agent, "random"], 2, 1)
    assert len(agent.seen) > 5
    for decision, observation in agent.seen:
        for path, value in [*walk(decision), *walk(observation)]:
            assert isinstance(value, (*PLAIN, *VALUES, dict, list, tuple)), path
            assert not SECRET & set(path.replace("[", ".").split(".")[1:]), path
        hidden = [
            zone for zone in observation.zones if zone.name in ("hand", "draw_pile") and zone.seat != observation.seat
        ]
        assert len(hidden) == 2
        for zone in hidden:
            assert zone.cards is None or all(not card.front for card in zone.cards), "a front is visible"


def test_b15_hidden_values_do_not_change_the_inputs_of_an_agent(classic):
    game = Game(classic, 2, seed=3)
    place = game.program.vector
    shown = {seat: pickle.dumps((game.decision, game.observation(seat))) for seat in (game.to_decide,)}
    [seat] = shown
    swapped = game.state
    mine, hidden = game.hand(seat), game.zone("draw_pile")
    assert len(mine) == 7 and len(hidden) > 50
    from unoflex_rules.program import layout as at

    pile = next(number for number, zone in enumerate(game.program.zones) if zone.name == "draw_pile")
    first = place[at.P_PILE] + pile * place[at.P_CARDS]
    swapped[first : first + len(hidden)] = swapped[first : first + len(hidden)][::-1]
    other = game.at_state(swapped)
    assert other.state_digest() != game.state_digest()
    assert pickle.dumps((other.decision, other.observation(seat))) == shown[seat]


def test_b15_values_are_immutable(classic):
    game = Game(classic, 2, seed=3)
    for value, name in ((game.decision, "seat"), (game.observation(0), "seat"), (game.decision.options[0], "verb")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, 1)
    game.observation(0).active["color"] = "changed"
    assert game.observation(0).active["color"] != "changed"


class Disturber(First):
    """Takes the first option and disturbs every generator."""

    def choose(self, decision, observation):
        random.seed(0)
        random.random()
        return 0


def test_b05_an_agent_that_seeds_pythons_generator_changes_no_game(classic):
    assert played(classic, [Disturber(), "greedy"], 2, 4) == played(classic, [First(), "greedy"], 2, 4)


def test_b05_playing_does_not_change_pythons_generator(classic):
    random.seed(1)
    wanted = random.random()
    random.seed(1)
    played(classic, [First(), "random"], 2, 1)
    played(classic, "greedy", 2, 1)
    Game(classic, 2, seed=3).play_out()
    assert random.random() == wanted
