"""A program that counts visits plays the same games on both engines, and the counts match the events.

Conclusions from the counts are tested in tests/cli/test_deep.py.
"""

import pytest

import unoflex_rules as ur
from unoflex_rules.language.schema.models import OptionDeclaration
from unoflex_rules.playtest.variants import option_values, other_settings, sampled
from unoflex_rules.playtest.visits import CountingProgram, GameBatch, offered, play

GAMES = ["classic", "flex", "tests/rulesets/answered.yaml"]


def games_of(program, engine, agents="greedy", games=4):
    """Return the rows of some games."""
    rows = []
    ur.simulate(
        program, players=program.players, games=games, seed=5, engine=engine, agents=agents, threads=1,
        receiver=lambda first, more: rows.extend(more),
    )  # fmt: skip
    return rows


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_a_counting_program_plays_the_same_games(name, engine):
    watched = CountingProgram.of(ur.load(name), 3)
    usual, counting = (games_of(each, engine) for each in (watched.program, watched.counting))
    size = watched.program.row_size
    assert [row[:size] for row in counting] == usual
    assert all(len(row) == size + len(watched.places) for row in counting)


def test_both_engines_count_the_same_visits():
    watched = CountingProgram.of(ur.load("classic"), 2)
    plain, fast = (games_of(watched.counting, engine, "random") for engine in ("plain", "fast"))
    assert plain == fast


def test_visits_match_events():
    """The line of the skip effect is visited once for each player who misses a turn."""
    watched = CountingProgram.of(ur.load("classic"), 4)
    [row] = games_of(watched.counting, "plain", games=1)
    game = ur.Game(watched.program, seed=5)
    game.play_out(agents="greedy")
    counts = dict(zip(watched.places, row[watched.program.row_size :], strict=True))
    misses = [event.place for event in game.events() if event.kind == "miss_turn"]
    assert misses
    for place in set(misses):
        assert counts[place] == misses.count(place)


def reached(watched, **how):
    how = {"games": 30, "seed": 1, "agents": "random", "rounds": "one", "threads": 1, "engine": "fast"} | how
    return play(watched, **how)


def test_reached_places_depend_on_the_game():
    watched = CountingProgram.of(ur.load("classic"), 3)
    found = reached(watched)
    assert (found.games, found.unfinished.count, found.broken.count) == (30, 0, 0)
    assert found.places < set(watched.places)  # no player has the points to win the game after one round
    assert found.laid == watched.kinds
    assert reached(watched, games=60).places >= found.places


def test_options_on_offer_include_those_not_chosen():
    """Agents that always take the first option never draw while they can play, but drawing is still offered."""
    ruleset = ur.load("classic")
    watched = CountingProgram.of(ruleset, 2)
    chosen = reached(watched, games=3, agents="first")
    part = GameBatch({}, {}, watched, 1, "first", "one", chosen)
    seen = offered(part, 3, "fast")
    lines = {place.line for place in seen if place.file == "std/matching"}
    options = {
        entry.key: entry.key_span.line
        for entry in ruleset.tree.get(("effects", "play_or_draw", "do", 0, "ask", "options"))
    }
    assert set(options.values()) <= lines


@pytest.mark.parametrize(
    "declared, expected",
    [
        ({"type": "bool", "default": True}, ["false", "true"]),
        ({"type": ["low", "high"], "default": "low"}, ["low", "high"]),
        ({"type": "int", "default": 7, "min": 1, "max": 40}, ["1", "2", "20"]),
        ({"type": "int", "default": 0}, ["0", "1", "20"]),
        ({"type": "int", "default": 0, "max": 0}, ["0"]),
        ({"type": "int", "default": 1, "min": 0, "max": 1}, ["0", "1"]),
        ({"type": "int", "default": 500, "min": 100, "max": 1000}, ["100", "101"]),
        ({"type": "int", "default": 30, "min": 30}, ["30", "31"]),
    ],
)
def test_values_tried_for_an_option(declared, expected):
    assert option_values(OptionDeclaration(**declared)) == expected


def test_every_option_is_tried_with_other_values():
    ruleset = ur.load("classic", {"call": "false"})
    settings = other_settings(ruleset)
    assert all(len(setting) == 1 for setting in settings)
    assert {name for setting in settings for name in setting} == set(ruleset.model.options) - {"call"}
    assert {"hand_size": "7"} not in settings


@pytest.mark.parametrize(
    "counts, expected", [(range(2, 11), [2, 4, 10]), (range(2, 4), [2, 3]), (range(5, 9), [5, 8]), (range(4, 5), [4])]
)
def test_player_counts_are_sampled(counts, expected):
    assert sampled(counts) == expected


def test_a_program_fixes_the_number_of_players():
    program = ur.compile_ruleset(ur.load("classic"), 3)
    with pytest.raises(ValueError, match="the program is for 3 players, not 4"):
        ur.simulate(program, games=1, engine="plain")


def test_a_deep_check_requires_a_game():
    with pytest.raises(ValueError, match="at least one game"):
        ur.deep_check(ur.load("classic"), games=0)
