"""A saved and continued campaign equals an uninterrupted one, and both equal the simulated game."""

import random
import tempfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unoflex_rules as ur
from tests.campaign.groups import PEOPLE, group, ruleset, written
from tests.sampling import sample
from unoflex_rules.campaign.resting_state import LASTING, at_rest, kept_variables
from unoflex_rules.program import layout as at

GAMES = [
    ("classic", (), 3),
    ("classic", (("scoring", "own_points"),), 2),
    ("flex", (), 4),
    ("no-mercy", (), 3),
    ("remix", (), 3),
    ("remix", (("add_cards", "played"), ("jesters", "shared")), 6),
    ("taki", (), 2),
    ("uno-flip", (), 3),
    ("uno-flip", (("pairing", "shuffled"),), 2),
    ("oracles/rlcard", (), 2),
]
AGENTS = ("greedy", "random:call=0.5", "script:0-2-1")


def straight(name, options, players, seed, agents, engine="plain"):
    """Play the game without a stop to its end."""
    game = ur.Game(ruleset(name, options), players, seed=seed, rounds="game", engine=engine)
    game.play_out(agents=agents, rotate=False)
    return game


def stopped(campaign, folder, engine="plain"):
    """Play to the end, saving and loading after each round. Return the events of all rounds, and the final campaign.

    Each round is played from the file and from memory, and both are equal.
    """
    events = []
    while not campaign.is_over:
        again = written(campaign, folder)
        assert again.state == campaign.state
        assert again.text(folder) == campaign.text(folder)
        told = [[], []]
        for each, heard in ((campaign, told[0]), (again, told[1])):
            each.play(watch=lambda game, _, heard=heard: heard.extend(game.events()), engine=engine)
        assert told[0] == told[1]
        assert again.state == campaign.state
        events += told[0]
        campaign = again
    return events, campaign


def agrees(name, options, players, seed, agents, folder, engine="plain"):
    game = straight(name, options, players, seed, agents, engine)
    start = group(name, players, options, seed=seed, agents=agents)
    events, last = stopped(start, folder, engine)
    assert events == game.events()
    assert last.state.vector == at_rest(game.program, game.state)
    assert last.rounds == game.outcome.rounds
    assert last.winners == tuple(last.players[seat] for seat in game.outcome.winners)
    return last


@pytest.mark.parametrize("name, options, players", sample(GAMES, 4))
def test_a_continued_campaign_equals_an_uninterrupted_one(name, options, players, tmp_path):
    agents = (AGENTS * 2)[:players]
    last = agrees(name, options, players, 11, agents, tmp_path)
    assert last.rounds > 2 or name == "taki", "a game of one round tests little"


@pytest.mark.parametrize("name, players", [("signed", 2), ("mixed", 2), ("heaps", 2)])
def test_a_loaded_campaign_equals_the_saved_one(name, players, own, tmp_path):
    agrees(own[name], (), players, 4, ["greedy", "random"], tmp_path)


def test_a_player_who_has_left_stays_away(own, tmp_path):
    last = agrees(own["signed"], (), 4, 4, ["greedy"] * 4, tmp_path)
    [gone] = last.as_json()["left"]
    assert gone in last.players
    assert last.rounds > 2


@pytest.mark.skipif(not ur.fast_is_available(), reason="there is no fast engine here")
def test_the_fast_engine_plays_the_same_rounds(tmp_path):
    last = agrees("remix", (), 4, 2, ["greedy", "random", "greedy", "random"], tmp_path, engine="fast")
    plain = group("remix", 4, seed=2, agents=["greedy", "random", "greedy", "random"])
    plain.play(last.rounds)
    assert plain.state == last.state


@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from(["remix", "classic", "no-mercy"]),
    st.integers(3, 5),
    st.integers(0, 2**53),
    st.lists(st.sampled_from(AGENTS), min_size=5, max_size=5),
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
)
def test_interruptions_change_nothing(name, players, seed, agents, stops):
    once = group(name, players, seed=seed, agents=agents[:players])
    again = once
    once = group(name, players, seed=seed, agents=agents[:players])
    with tempfile.TemporaryDirectory() as folder:
        for rounds in stops:
            if not again.is_over:
                again.play(rounds)
            again = written(again, folder)
    once.play(max(again.rounds, 1))
    assert once.state == again.state


# ---- data omitted from a state at rest does not matter ---------------------------------------------------------------


def spoilt(program, state, chance):
    """Return a state at rest in which all data that does not last is random, except for constants."""
    p = program.vector
    table = p[at.P_GAME_RESETS]
    lasting = {*LASTING, at.S_STATUS, at.S_ROUND, at.S_IN, *p[table + 1 : table + 1 + 2 * p[table] : 2]}
    lasting |= {at.S_ONE_ROUND, at.S_PASSED}  # constant at rest
    for variable in kept_variables(program):
        lasting.update(range(variable.slot, variable.slot + variable.count * variable.width))
    for first, count in (
        (p[at.P_PLACE], p[at.P_CARDS]),
        (p[at.P_SIZE], p[at.P_ZONES]),
        (p[at.P_PILE], p[at.P_ZONES] * p[at.P_CARDS]),
        (p[at.P_CARD_STATE], p[at.P_CARD_ATTRIBUTES] * p[at.P_CARDS]),
        (p[at.P_PRINTS], p[at.P_FACES] * p[at.P_CARDS] if p[at.P_PRINTS] else 0),
    ):
        lasting.update(range(first, first + count))
    resets = p[at.P_ROUND_RESETS]
    anew = set(p[resets + 1 : resets + 1 + 2 * p[resets] : 2])
    return [value if slot in lasting - anew else chance.randrange(-1, 3) for slot, value in enumerate(state)]


@pytest.mark.parametrize("name", ["classic", "flex", "no-mercy", "remix", "uno-flip"])
def test_the_next_round_depends_on_the_state_at_rest_alone(name):
    campaign, chance = group(name, 3, seed=1, agents="greedy"), random.Random(name)
    other = group(name, 3, seed=1, agents="greedy")
    campaign.play()
    other.play()
    for _ in range(3):
        other.state.vector[:] = spoilt(other.state.names.program, other.state.vector, chance)
        told = [[], []]
        for each, heard in ((campaign, told[0]), (other, told[1])):
            each.play(watch=lambda game, _, heard=heard: heard.extend(game.events()))
        assert told[0] == told[1]
        assert other.state.vector == campaign.state.vector
        if campaign.is_over:
            break


# ---- playing by hand -------------------------------------------------------------------------------------------------


def test_a_round_can_be_played_like_any_game(tmp_path):
    campaign = group("remix", 3, seed=5)
    game = campaign.begin()
    assert (game.decision.about, game.players, game.is_over) == ("pick", 3, False)
    assert "Campaign" not in game.repeat
    with pytest.raises(ValueError, match="still runs"):
        campaign.end(game)
    outcome = game.play_out(lambda game: 0)
    assert (outcome.rounds, outcome.unfinished) == (1, False)
    played = campaign.end(game)
    assert played.winners == tuple(campaign.players[seat] for seat in outcome.winners)
    assert (played.round, played.decisions, campaign.rounds) == (1, len(game.taken), 1)
    with pytest.raises(ValueError, match="did not begin here"):
        campaign.end(game)


def test_the_record_of_a_round_replays_it(tmp_path):
    campaign = group("classic", 2, seed=5, agents="random")
    campaign.play()
    campaign.save(tmp_path / "it.yaml")
    game = campaign.begin()
    game.play_out(lambda game: 0)
    assert campaign.begin().replay(game.taken).state == game.state
    assert f"Campaign.load({str(tmp_path / 'it.yaml')!r}).begin().replay(" in game.repeat


def test_observations_equal_those_of_the_game():
    campaign = group("remix", 3, seed=5, agents="greedy")
    made = campaign.play(4)
    taken = straight("remix", (), 3, 5, "greedy").taken[: sum(played.decisions for played in made)]
    whole = ur.Game(ruleset("remix"), 3, seed=5, rounds="game").replay(taken)
    game = campaign.begin()
    assert game.observation(0).round == 5
    for seat in range(3):
        assert game.observation(seat) == whole.observation(seat)
        seen = game.events(seat)
        assert seen == whole.events(seat)[-len(seen) :]
        assert seen[0].kind == "round"


def test_a_caller_chooses_the_actions():
    asked = []

    def first(game):
        asked.append(game.to_decide)
        return 0

    campaign = group("classic", 2, seed=3)
    [played] = campaign.play(choose=first)
    assert len(asked) == played.decisions > 5


# ---- endings ---------------------------------------------------------------------------------------------------------


def test_a_finished_campaign_has_no_next_round():
    campaign = group("taki", 2, seed=3, agents="greedy")
    [played] = campaign.play(5)
    assert campaign.is_over
    assert played.over == {"winners": list(campaign.winners), "reason": "one_round"}
    before = campaign.text()
    with pytest.raises(ur.CampaignOver, match="over after 1 round"):
        campaign.play()
    assert campaign.text() == before


def test_a_round_over_the_limit_changes_nothing():
    campaign = group("classic", 3, seed=3, agents="random")
    campaign.play()
    before = campaign.text()
    with pytest.raises(ur.RoundUnfinished, match="round 2 was not over after"):
        campaign.play(limit=5)
    assert campaign.text() == before
    campaign.play()
    assert campaign.rounds == 2


def test_agents_can_be_replaced_for_one_call():
    campaign = group("classic", 2, seed=3, agents=["script:0-1", "greedy"])
    campaign.play(agents="first")
    assert list(map(str, campaign.agents)) == ["script:0-1", "greedy"]
    assert campaign.state.places == [0, 0]
    campaign.play()
    assert campaign.state.places[0] > 0


@pytest.mark.parametrize(
    "wrong, error",
    [
        ({"players": ("Ann", "ann")}, ur.BadName),
        ({"players": ("Ann", "Ann")}, ur.BadName),
        ({"players": ("Ann", "P1")}, ur.BadName),
        ({"players": ("Ann", "Nobody")}, ur.BadName),
        ({"players": ("Ann", "")}, ur.BadName),
        ({"players": ("Ann", "x" * 41)}, ur.BadName),
        ({"players": ("Ann", "a\nb")}, ur.BadName),
        ({"players": ("Ann", " Ben")}, ur.BadName),
        ({"players": ("Ann",)}, ur.RulesetError),
        ({"players": PEOPLE[:2], "seed": -1}, ValueError),
        ({"players": PEOPLE[:2], "agents": "clever"}, ur.BadAgent),
    ],
)
def test_errors_before_the_first_round(wrong, error):
    with pytest.raises(error):
        ur.Campaign.new(ruleset("classic"), **wrong)


def test_the_limit_of_rounds():
    campaign = group("classic", 2, seed=3, agents="greedy")
    campaign.play()
    campaign.state.vector[at.S_ROUND] = 999
    with pytest.raises(ur.CampaignOver, match="at most 999 rounds"):
        campaign.play()
    with pytest.raises(ValueError, match="at least one round"):
        campaign.play(0)
