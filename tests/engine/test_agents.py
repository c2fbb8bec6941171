"""The engine's agents: their choices, their rate of correct calls, and agreement of the engines.

Not here: agents as texts and objects (tests/play), sums over many games (tests/simulation).
"""

from collections import Counter

import pytest

import unoflex_rules as ur
from tests.promises import agents_play, program_of, rulesets
from tests.sampling import sample
from unoflex_rules.engine.backend import accel
from unoflex_rules.engine.rng import seed_words
from unoflex_rules.play.agents import agents_for, write_agents
from unoflex_rules.program import layout as at
from unoflex_rules.scenario.reading.sheet_reader import read_scenarios
from unoflex_rules.scenario.scenario_runner import ScenarioRun

TIMES = 60  # number of choices of one decision, each with another generator


class Decided:
    """Return a decision on a table that is set up as in a scenario, after some plays."""

    def __init__(self, folder, body, ruleset="classic"):
        path = folder / "sheet.yaml"
        path.write_text(
            f"ruleset: {ruleset}\nscenarios:\n  - name: it\n    {body}\n    expect: {{turn: P0}}\n", encoding="utf-8"
        )
        [example], problems = read_scenarios(path)
        assert problems == []
        run = ScenarioRun(example, "plain")
        assert run.failures() == []
        self.position = run.position
        self.on_offer = {offer.option: offer.short for offer in self.position.offers()}

    def take(self, agent, times=TIMES):
        """Count how often an agent takes each option."""
        position = self.position
        taken = Counter()
        for seed in range(times):
            work = [0] * at.W_OFFER
            seed_words(work, at.W_RNG, seed, 0, 1)
            write_agents(work, agents_for(position.program.players, agent))
            taken[self.on_offer[position.machine.choose(position.state, position.options, work)]] += 1
        return taken

    def greedy(self):
        """Return the options that a greedy agent may take."""
        return set(self.take("greedy"))


def held(hand, top="R5", more="", play=""):
    return f"table: {{players: 3, top: {top}, hands: {{P0: [{hand}]}}{more}}}" + (
        f"\n    play: [{play}]" if play else ""
    )


#: Any card matches any other; only a pending penalty restricts plays.
ANYTHING_GOES = """
format: 1
id: anything
title: Anything goes
extends: std/uno
players: {min: 2, max: 4}
values: {symbol=: {plain: {mark: P}, two: {mark: T}}}
attributes-: [color, number, wild]
values-: [color, number]
active-: [color, number]
choices-: [color]
effects-: [name_color]
notation=: [symbol]
define: {card.matches: true}
cards:
  plain: {face: {symbol: plain}, points: 5}
  two: {face: {symbol: two}, points: 10, played: [penalty: 2]}
deck: [{card: [plain, two], copies: 30}]
turn:
  choose=: [{if: waiting > 0, then: [answer_or_pay: card.symbol == active.symbol], else: [play_or_draw]}]
round: {start: [turn_up: {refused: false}]}
"""

# ---- greedy ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand, taken",
    [
        ("R1, B3", "play R1"),  # a card that can answer a draw
        ("R3, R9", "play R9"),  # the expensive one before the cheap one
        ("R9, R+2", "play R+2"),
        ("R9, B5, B2, B3", "play B5"),  # two cards match the blue five, none the nine
        ("R1, W", "play R1"),  # an always playable card is kept for last, although it is expensive
        ("B1, W, G3", "play W"),  # but is played before a draw
        ("B1, G2", "draw"),
    ],
)
def test_a_greedy_agent_sheds_points_and_keeps_matching_cards(tmp_path, hand, taken):
    assert Decided(tmp_path, held(hand)).greedy() == {taken}


def test_answers_to_a_penalty_do_not_define_matching_if_any_card_may_be_played(tmp_path):
    (tmp_path / "anything.yaml").write_text(ANYTHING_GOES, encoding="utf-8")
    body = held("P, P, P, T", top="P")  # two plains would match a plain if symbols had to match
    assert Decided(tmp_path, body, "./anything.yaml").greedy() == {"play T"}


def test_equal_plays_are_equally_likely(tmp_path):
    taken = Decided(tmp_path, held("RS, R+2, RR")).take("greedy", 600)
    assert set(taken) == {"play RS", "play R+2", "play RR"}
    assert all(150 < count < 250 for count in taken.values())


@pytest.mark.parametrize(
    "hand, color", [("W, B2, B3, G1", "blue"), ("W, Y1, Y2, B9, Y3, B8", "yellow"), ("W, B2, B2, G1", "blue")]
)
def test_the_most_frequent_remaining_color_is_named(tmp_path, hand, color):
    asked = Decided(tmp_path, held(hand, play="P0: play W"))
    assert len(asked.on_offer) == 4 and asked.greedy() == {f"name {color}"}


def test_an_announced_color_is_chosen_with_the_play(tmp_path):
    (tmp_path / "told.yaml").write_text(
        "format: 1\nid: told\ntitle: Told\nextends: classic\nchoices: {color: {announced: true}}\n", encoding="utf-8"
    )
    announced = Decided(tmp_path, held("W, B2, B3, G1", "R9"), "told.yaml")
    assert len(announced.on_offer) == 5
    assert announced.greedy() == {"play W naming blue"}


def test_equal_colors_are_equally_likely(tmp_path):
    taken = Decided(tmp_path, held("W, B2, G3", play="P0: play W")).take("greedy", 200)
    assert set(taken) == {"name blue", "name green"} and 60 < taken["name blue"] < 140


def targets(folder, hands):
    """Return the players at whom a greedy agent aims a card."""
    asked = Decided(folder, f"table: {{players: 4, top: Y8, hands: {hands}}}", "flex")
    aimed = {
        option for option in asked.on_offer.values() if " on flex" in option and option.endswith(("P1", "P2", "P3"))
    }
    assert len(aimed) == 12  # with each colour
    return {option[-2:] for option in asked.greedy() & aimed}


def test_the_player_with_the_fewest_cards_is_the_target(tmp_path):
    assert targets(tmp_path, "{P0: [WT~, B2, B4], P1: [R1, R3, R5], P2: [R7], P3: [G1, G3]}") == {"P2"}


def test_equal_players_are_equally_likely_targets(tmp_path):
    assert targets(tmp_path, "{P0: [WT~, B2, B4], P1: [R1, R3], P2: [R7, R5, Y6], P3: [G1, G3]}") == {"P1", "P3"}


def test_a_target_does_not_change_the_value_of_a_play():
    """If a target is announced with the play, sides with and without one are equally likely, other things equal."""
    program = program_of("flex", 4)
    taken = Counter()
    for index in range(150):
        game = ur.Game(program, seed=7, index=index)
        game.play_out(agents="greedy")
        for event in game.events():
            if event.kind == "taken" and "Wild Target" in str(event):
                taken["on flex" in str(event)] += 1
    assert taken[True] > 20 and taken[False] > 20


# ---- the others ------------------------------------------------------------------------------------------------------


def test_simple_agents_follow_their_descriptions(tmp_path):
    asked = Decided(tmp_path, held("R1, R2, R3"))
    options = list(asked.on_offer.values())
    assert len(options) == 4
    assert set(asked.take("first")) == {options[0]}
    assert set(asked.take("last")) == {options[-1]}
    assert set(asked.take("script:2")) == {options[2]}
    assert set(asked.take("script:7")) == {options[7 % 4]}  # numbers wrap around the options
    taken = asked.take("random", 400)
    assert set(taken) == set(options) and all(60 < count < 140 for count in taken.values())


def test_a_script_repeats_and_restarts_with_each_game():
    program = program_of("classic", 2)
    whole = ur.simulate(ur.load("classic"), players=2, games=6, seed=2, agents="script:1-0-2,first", limit=300)
    alone = [
        ur.simulate(ur.load("classic"), players=2, games=1, first=k, seed=2, agents="script:1-0-2,first", limit=300)
        for k in range(6)
    ]
    assert program.players == 2 and sum(each.decisions_total for each in alone) == whole.decisions_total


# ---- calls -----------------------------------------------------------------------------------------------------------

CALLED = held("R1, B9", play="P0: play R1")  # one card remains: the call is correct
FALSE = "set: {false_call_penalty: 2}\n    " + held("R1, B9, B8", play="P0: play R1")  # two remain: the call is wrong
CATCH = held("R1, B9", play="P0: play R1, P0: silent")  # others may catch the player


@pytest.mark.parametrize("agent", ["random", "greedy", "first", "last", "script:0-1"])
@pytest.mark.parametrize(
    "body, right, wrong", [(CALLED, "call", "silent"), (FALSE, "silent", "call"), (CATCH, "catch", "pass")]
)
def test_an_agent_calls_correctly_at_its_rate(tmp_path, agent, body, right, wrong):
    asked = Decided(tmp_path, body)
    assert set(asked.on_offer.values()) == {right, wrong}
    assert asked.take(f"{agent}:call=1", 40) == {right: 40}
    assert asked.take(f"{agent}:call=0", 40) == {wrong: 40}
    assert 70 < asked.take(f"{agent}:call=0.5", 200)[right] < 130
    assert asked.take(agent, 400)[right] > 355  # 0.95 by default


@pytest.mark.parametrize("rate", [0, 0.5, 1])
def test_calls_and_correct_calls_are_counted_separately(rate):
    tally = ur.simulate(ur.load("classic"), players=3, games=600, seed=1, agents=f"random:call={rate}")
    for verb in ("call", "catch"):
        right, made, wrong, falsely = tally.called.get(verb, [0, 0, 0, 0])
        assert (wrong, falsely) == (0, 0) and tally.chosen.get(verb, 0) == made
        if verb == "call" or rate < 1:
            assert right > 500 and made / right == pytest.approx(rate, abs=0.06)
    assert tally.calls > 500


def test_false_calls_are_counted():
    ruleset = ur.load("classic", {"false_call_penalty": "2"})
    tally = ur.simulate(ruleset, players=3, games=300, seed=1, agents="random:call=0.9")
    right, made, wrong, falsely = tally.called["call"]
    assert right > 300 and made / right == pytest.approx(0.9, abs=0.06)
    assert wrong > 5000 and falsely / wrong == pytest.approx(0.1, abs=0.02)
    assert tally.chosen["call"] == made + falsely


def test_without_calls_the_call_counters_are_zero():
    tally = ur.simulate(ur.load("classic", {"call": "false"}), players=3, games=100, seed=1)
    assert (tally.calls, tally.called) == (0, {})


# ---- every game ------------------------------------------------------------------------------------------------------

MIXED = ["greedy:call=0.5", "random", "script:3-0-1-7:call=0", "last", "first:call=1"]


def mixed(players):
    """Return agents of every kind, one per player."""
    return [MIXED[seat % len(MIXED)] for seat in range(players)]


@pytest.mark.parametrize("agents", ["greedy", mixed], ids=["greedy", "mixed"])
@pytest.mark.parametrize("name", sample(rulesets(), 7))
def test_a56_agents_choose_legal_options_and_engines_agree(name, agents):
    ruleset = ur.load(name)
    players = min(max(3, ruleset.players_min), ruleset.players_max)
    program = program_of(name, players)
    seated = agents if isinstance(agents, str) else agents(players)
    for index in range(2):
        slow = agents_play(accel.plain(), program, seated, index, 60)
        assert slow == agents_play(accel.fast(), program, seated, index, 60)
        assert slow[0][at.S_STATUS] in (at.OVER, at.UNFINISHED)


@pytest.mark.parametrize("name", sample(rulesets(), 7))
def test_a56_no_agent_breaks_a_promise_in_many_games(name):
    ruleset = ur.load(name)
    players = min(max(4, ruleset.players_min), ruleset.players_max)
    for agents in ("greedy", mixed(players)):
        tally = ur.simulate(ruleset, players=players, games=60, seed=5, agents=agents, limit=1000, check=True)
        assert tally.broken == 0, tally.broken_why


@pytest.mark.parametrize("agents", ["greedy", ["greedy", "random:call=0.5", "script:2-1"]], ids=["greedy", "mixed"])
def test_both_engines_give_the_same_sums_for_agents(agents):
    ruleset = ur.load("flex")
    plan = {"players": 3, "games": 8, "seed": 8, "agents": agents, "limit": 500}
    assert ur.simulate(ruleset, engine="plain", **plan) == ur.simulate(ruleset, engine="fast", threads=1, **plan)
