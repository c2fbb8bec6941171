"""Every ruleset keeps every promise: shipped rulesets and those of the tests, found by listing their folders.

A failing game says how to repeat it. Not here: the promises themselves (promises.py).
"""

import random
from pathlib import Path

import pytest

from tests.promises import (
    alike_on,
    cards_are_whole,
    hidden_cards_do_not_show,
    permuted,
    program_of,
    promised,
    rulesets,
    somebody_is_asked,
    tables,
)
from tests.sampling import count, sample
from unoflex_rules.engine.backend import accel
from unoflex_rules.play.game import Game
from unoflex_rules.program import layout as at

ALL_TABLES = tables()
SOME = sample(ALL_TABLES, 15)  # one player count of most rulesets, and both ends of the list
TABLES = pytest.mark.parametrize("name, players", SOME, ids=[f"{Path(name).stem}-{players}" for name, players in SOME])
NAMES = pytest.mark.parametrize("name", rulesets(), ids=[Path(name).stem for name in rulesets()])
SOME_NAMES = sample(rulesets(), 8)


def test_the_rulesets_are_found():
    names = {Path(name).stem for name in rulesets()}
    assert {"classic", "rlcard", "answered", "moved_on", "open_run", "turned"} <= names
    assert not {"uno", "shedding"} & names  # bases are not games


@TABLES
def test_a_random_game_keeps_every_promise(name, players):
    program = program_of(name, players)
    game = promised(program, seed=players, rare=20, limit=250)
    assert game.is_over and len(game.taken) == game.outcome.decisions > 0


@pytest.mark.parametrize("name", SOME_NAMES, ids=[Path(name).stem for name in SOME_NAMES])
def test_whole_games_of_several_rounds_keep_every_promise(name):
    program = program_of(name, min(players for each, players in ALL_TABLES if each == name))
    game = promised(program, seed=1, rounds="game", rare=60, limit=200)
    assert game.is_over or game.observation(0).round == 4


@NAMES
def test_the_first_decisions_keep_every_promise(name):
    program = program_of(name, max(players for each, players in ALL_TABLES if each == name))
    promised(program, seed=2, rare=count(3, 1), limit=12)


@TABLES
def test_both_engines_have_the_same_state_after_every_decision(name, players):
    program = program_of(name, players)
    for index in range(2):
        alike_on(program, [accel.fast()], seed=11, index=index)


@pytest.mark.thorough
def test_no_index_leaves_its_vector_when_compiled():
    kernel = accel.fast(bounds=True)
    for name in rulesets():
        players = max(players for each, players in ALL_TABLES if each == name)
        alike_on(program_of(name, players), [kernel], seed=12)
    with pytest.raises(IndexError):
        kernel.start_game(kernel.vector([0] * 40), kernel.vector(program_of("classic", 2).vector), 1, 0, 10, 1)


class Bounded(list):
    """A vector that rejects an index below 0, which a list would count from its end."""

    def __getitem__(self, index):
        if isinstance(index, int) and index < 0:
            raise IndexError(f"index {index} is below 0")
        return super().__getitem__(index)

    def __setitem__(self, index, value):
        if isinstance(index, int) and index < 0:
            raise IndexError(f"index {index} is below 0")
        super().__setitem__(index, value)

    def copy(self):
        return Bounded(self)


def test_no_index_leaves_its_vector():
    kernel = accel.plain()
    kernel.vector = Bounded
    for name in rulesets():
        players = max(players for each, players in ALL_TABLES if each == name)
        alike_on(program_of(name, players), [kernel], seed=12, limit=60)
    with pytest.raises(IndexError):
        Bounded([1, 2])[-1]


# ---- the checks themselves can fail ----------------------------------------------------------------------------------


def broken(game: Game, slot: int, value: int) -> Game:
    """Return a copy with one wrong number in its state."""
    copy = game.copy()
    copy._state[slot] = value
    return copy


def test_a_card_in_two_places_is_detected():
    game = Game(program_of("classic", 2))
    first = game.program.vector[at.P_PILE]
    with pytest.raises(AssertionError, match="a card"):
        cards_are_whole(broken(game, first, game.state[first + 1]))


def test_an_observation_of_everything_is_detected(monkeypatch):
    game = Game(program_of("classic", 2), seed=5)
    hidden_cards_do_not_show(game, random.Random(1))
    monkeypatch.setattr("unoflex_rules.play.observation.faces_seen", lambda *_: {0})
    with pytest.raises(AssertionError, match="sees a difference between hidden cards"):
        hidden_cards_do_not_show(game, random.Random(1))


def test_permuting_moves_only_hidden_parts():
    game = Game(program_of("classic", 3), seed=5)
    other = Game(program_of("classic", 3), seed=5).at_state(permuted(game, 1, random.Random(3)))
    assert other.hand(1) == game.hand(1) and other.zone("discard") == game.zone("discard")
    assert other.hand(0) != game.hand(0) and other.zone("draw_pile") != game.zone("draw_pile")


def test_an_action_offered_twice_is_detected():
    game = Game(program_of("classic", 2), seed=5)
    game.legal_actions()
    game._legal.append(game._legal[0])
    with pytest.raises(AssertionError, match="offered twice"):
        somebody_is_asked(game)


def test_a_difference_between_engines_is_detected():
    kernel = accel.plain()
    answer = kernel.answer

    def wrong(state, *rest):
        answer(state, *rest)
        state[-1] += 1

    kernel.answer = wrong
    with pytest.raises(AssertionError, match=r"plain: slots \[.*\] differ\nrepeat it with: from unoflex_rules import"):
        alike_on(program_of("classic", 2), [kernel], seed=1)
