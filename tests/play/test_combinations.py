"""Options of several cards: each distinct combination once, as a search through all sets of cards finds them."""

import itertools
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unoflex_rules as ur
from tests.engines import same_on_both
from unoflex_rules.language.lint.checks import many_combinations
from unoflex_rules.language.statements import combination_checks
from unoflex_rules.play.actions import UnknownAction, action_of, cards_combined, find_action
from unoflex_rules.play.agents import agents_for, write_agents
from unoflex_rules.play.game import Game
from unoflex_rules.play.machine import machine_of
from unoflex_rules.program import layout as at

RULESETS = Path(__file__).parents[1] / "rulesets"
#: Cards 1 to 6 in two colours, each twice; the first player is asked with any hand.
GAME = """
format: 1
id: any_hand
title: Any hand
players: {min: 1, max: 1}
values: {color: [red, blue], number: 1..6}
attributes: {color: color, number: number}
zones:
  stock: {deck: true}
  side: {visible: all}
  hand: {each: player, visible: owner}
cards:
  plain: {face: {color: $color, number: $number}}
deck: [{card: plain, color: each, number: each, copies: 2}]
turn:
  choose:
    - ask:
        player: self
        options:
          throw: {cards: self.hand, COMBINATION, do: [move: {cards: cards, to: side}]}
          pass: {}
"""
#: What an option asks for, and the same for a list of pairs (colour, number) of some cards in order.
KINDS = {
    "count: 1..3": lambda cards: 1 <= len(cards) <= 3,
    "count: 2": lambda cards: len(cards) == 2,
    "count: 2..4, follows: card.number == prior.number": (
        lambda cards: 2 <= len(cards) <= 4 and len({number for _, number in cards}) == 1
    ),
    "count: 2..6, order: card.number, follows: card.number == prior.number + 1": (
        lambda cards: (
            len(cards) >= 2
            and sorted(number for _, number in cards)
            == list(range(min(number for _, number in cards), min(number for _, number in cards) + len(cards)))
        )
    ),
    "count: 2..3, whole: cards.sum(card.number) == 7": (
        lambda cards: 2 <= len(cards) <= 3 and sum(number for _, number in cards) == 7
    ),
    "count: 1..4, if: card.number > 3, whole: cards.all(card.color == cards.top.color)": (
        lambda cards: (
            1 <= len(cards) <= 4 and all(number > 3 for _, number in cards) and len({color for color, _ in cards}) == 1
        )
    ),
    "count: 2..3, order: -card.number, whole: cards.bottom.number == 1 and cards.any(card.color == red)": (
        lambda cards: (
            2 <= len(cards) <= 3 and min(number for _, number in cards) == 1 and any(color == 0 for color, _ in cards)
        )
    ),
}


@cache
def program(kind, folder):
    path = folder / "any_hand.yaml"
    path.write_text(GAME.replace("COMBINATION", kind), encoding="utf-8")
    return ur.compile_ruleset(ur.load(path), 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("combinations")


def offered(kind, folder, hand, engine="plain"):
    """Return the combinations on offer with a hand, each as a sorted tuple of looks, and the state."""
    game_program = program(kind, folder)
    p = game_program.vector
    machine = machine_of(game_program, engine)
    state = machine.new_state(1, 0, 1000, True)
    machine.run(state, False)
    place_hand(state, p, hand)
    options = machine.ask_again(state)
    found = [
        tuple(sorted(game_program.cards[card] for card in cards_combined(game_program, state, option)))
        for option in options
        if option[1] >= 0
    ]
    return found, [int(number) for number in state]


def place_hand(state, p, hand):
    """Put these cards into the hand, all others back into the deck."""
    stock = [card for card in range(p[at.P_CARDS]) if card not in hand]
    for zone, cards in ((0, stock), (1, []), (2, hand)):
        state[p[at.P_SIZE] + zone] = len(cards)
        for place, card in enumerate(cards):
            state[p[at.P_PILE] + zone * p[at.P_CARDS] + place] = card
            state[p[at.P_PLACE] + card] = zone


def by_brute_force(kind, folder, hand):
    """Return all distinct combinations of a hand that a kind allows, found by trying every set of its cards."""
    looks = [program(kind, folder).cards[card] for card in hand]
    allowed = KINDS[kind]
    found = set()
    for size in range(1, min(len(looks), 6) + 1):
        for some in itertools.combinations(looks, size):
            if allowed([(look // 6, look % 6 + 1) for look in some]):
                found.add(tuple(sorted(some)))
    return found


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25, deadline=None)
@given(hand=st.lists(st.integers(0, 23), unique=True, max_size=9))
def test_each_distinct_combination_is_offered_once(kind, folder, hand):
    found, _ = offered(kind, folder, hand)
    assert max(Counter(found).values(), default=1) == 1
    assert set(found) == by_brute_force(kind, folder, hand)


@pytest.mark.parametrize("kind", KINDS)
def test_both_engines_offer_the_same(kind, folder):
    if not ur.fast_is_available():
        pytest.skip("the fast engine is not there")
    for hand in ([], [3], list(range(0, 24, 3)), list(range(12))):
        assert offered(kind, folder, hand) == offered(kind, folder, hand, "fast")


@pytest.mark.parametrize("name", ["climbing", "adding_up"])
@pytest.mark.parametrize("agents", ["random", "greedy"])
def test_games_are_the_same_on_both_engines(name, agents):
    same_on_both(ur.load(RULESETS / f"{name}.yaml"), players=3, games=10, seed=4, agents=agents)


@pytest.mark.parametrize("name", ["climbing", "adding_up"])
def test_greedy_beats_random(name):
    tally = ur.simulate(ur.load(RULESETS / f"{name}.yaml"), players=2, games=400, seed=5, agents=["greedy", "random"])
    assert tally.agent_wins[0] > 1.15 * tally.agent_wins[1]


# ---- names -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def game():
    return Game(ur.load(RULESETS / "climbing.yaml"), 3, seed=7)


def test_an_action_names_its_cards(game):
    together = [action for action in game.legal_actions() if action.cards]
    several = max(together, key=lambda action: len(action.cards))
    assert len(several.cards) > 1 and several.card == ", ".join(several.cards)
    assert several.as_json()["cards"] == list(several.cards)
    reverse = f"play {', '.join(several.cards[::-1])}"
    assert game.legal_actions()[find_action(reverse, game.legal_actions())] == several
    with pytest.raises(UnknownAction):
        find_action("play clubs 1, clubs 1", game.legal_actions())


def test_events_show_the_cards_to_those_who_see_them(game):
    several = max(game.legal_actions(), key=lambda action: len(action.cards))
    seat = game.to_decide
    game.apply(several)
    [full] = [event for event in game.events() if event.kind == "taken"]
    assert sorted(map(str, full.together)) == sorted(several.cards)
    [own] = [event for event in game.events(seat) if event.kind == "taken"]
    assert str(own) == f"P{seat}: {several}"
    [other] = [event for event in game.events((seat + 1) % 3) if event.kind == "taken"]
    assert str(other) == f"P{seat}: play {', '.join(['a card'] * len(several.cards))}"


# ---- cards that differ, faces, limits --------------------------------------------------------------------------------


def written(folder, kind, **changes):
    """Return the game of any hand with other lines: `old=new` for the words of GAME."""
    text = GAME.replace("COMBINATION", kind)
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    path = folder / f"changed_{len(list(folder.iterdir()))}.yaml"
    path.write_text(text, encoding="utf-8")
    return ur.load(path)


def texts_with(ruleset, hand, engine="plain", prepare=lambda program, state: None):
    """Return the texts of the options with a hand."""
    compiled = ur.compile_ruleset(ruleset, ruleset.player_counts[0])
    machine = machine_of(compiled, engine)
    state = machine.new_state(1, 0, 1000, True)
    machine.run(state, False)
    place_hand(state, compiled.vector, hand)
    prepare(compiled, state)
    options = machine.ask_again(state)
    question = compiled.questions[int(state[at.S_ASK])]
    faces = range(len(compiled.faces))
    return [str(action_of(compiled, state, question, option, faces)) for option in options]


def test_cards_that_carry_something_else_are_different(tmp_path):
    state = ("zones:", "card_state: {worn: {type: 0..9, default: 0}}\nzones:")
    ruleset = written(tmp_path, "count: 2", state=state)

    def wear(program, vector):
        vector[program.card_attributes[0].slot + 1] = 4

    assert texts_with(ruleset, [0, 1]) == ["throw red 1, red 1", "pass"]
    assert texts_with(ruleset, [0, 1], prepare=wear) == ["throw red 1, red 1 [worn 4]", "pass"]
    three = ["throw red 1, red 2", "throw red 1 [worn 4], red 2", "throw red 1, red 1 [worn 4]", "pass"]
    assert sorted(texts_with(ruleset, [0, 1, 2], prepare=wear)) == sorted(three)


def test_all_cards_of_a_combination_are_played_for_one_face(tmp_path):
    cards = "{plain: {faces: {front: {color: $color, number: $number}, back: {color: blue, number: 7 - number}}}}"
    faces = ("attributes:", "faces: [front, back]\nattributes:")
    kinds = ("cards:\n  plain: {face: {color: $color, number: $number}}", f"cards: {cards}")
    kind = "count: 2, face: back, follows: card.number == prior.number, order: card.number"
    ruleset = written(tmp_path, kind, faces=faces, kinds=kinds, seen=("visible: owner", "visible: all"))
    assert texts_with(ruleset, [0, 12, 4]) == ["throw blue 6 (red 1), blue 6 (blue 1)", "pass"]


def test_large_zones_have_no_other_options(tmp_path):
    ruleset = written(tmp_path, "count: 2, whole: cards.sum(card.number) == 12", copies=("copies: 2", "copies: 9"))
    for engine in ("plain", *(["fast"] if ur.fast_is_available() else [])):
        found = texts_with(ruleset, list(range(8, 108)), engine)
        assert sorted(found) == ["pass", "throw blue 6, blue 6", "throw red 6, blue 6", "throw red 6, red 6"]


def test_too_many_combinations_end_the_game_with_a_reason(tmp_path):
    for kind, copies, hand, error in (
        ("count: 2", 11, 121, at.ERROR_COMBINATIONS),  # more cards than places
        ("count: 1..14", 9, 60, at.ERROR_COMBINATIONS),  # more to try
        ("count: 1..9", 9, 60, at.ERROR_OPTIONS),  # more on offer
    ):
        ruleset = written(tmp_path, kind, copies=("copies: 2", f"copies: {copies}"))
        compiled = ur.compile_ruleset(ruleset, 1)
        for engine in ("plain", *(["fast"] if ur.fast_is_available() else [])):
            machine = machine_of(compiled, engine)
            state = machine.new_state(1, 0, 1000, True)
            machine.run(state, False)
            place_hand(state, compiled.vector, list(range(hand)))
            machine.ask_again(state)
            assert (state[at.S_STATUS], state[at.S_ERROR]) == (at.BROKEN, error)


def test_a_last_resort_is_offered_after_nothing_else(tmp_path):
    last = (
        "pass: {}",
        "pass: {if: self.hand.size < 3}\n          rest: {cards: self.hand, count: 1, last_resort: true}",
    )
    ruleset = written(tmp_path, "count: 2, whole: cards.all(card.color == blue)", last=last)
    assert texts_with(ruleset, [0, 2, 4]) == ["rest red 1", "rest red 2", "rest red 3"]
    assert texts_with(ruleset, [0, 12, 14]) == ["throw blue 1, blue 2"]


def test_greedy_plays_a_set_whole(tmp_path):
    ruleset = written(tmp_path, "count: 1..3, follows: card.number == prior.number")
    compiled = ur.compile_ruleset(ruleset, 1)
    machine = machine_of(compiled, "plain")
    state = machine.new_state(1, 0, 1000, True)
    machine.run(state, False)
    place_hand(state, compiled.vector, [8, 0, 1, 12, 6])
    options = machine.ask_again(state)
    machine.offer(machine.work, options)
    write_agents(machine.work, agents_for(1, "greedy"))
    chosen = options[machine.kernel.choose(state, machine.vector, machine.work)]
    assert len(cards_combined(compiled, state, chosen)) == 3


def test_the_language_knows_the_limits_of_the_engine():
    limits = (combination_checks.MOST, many_combinations.ON_OFFER, many_combinations.TO_TRY)
    assert limits == (at.MAX_COMBINED, at.MAX_OPTIONS, at.MAX_TRIED)


def test_several_cards_are_one_decision_and_one_action():
    ruleset = ur.load(RULESETS / "climbing.yaml")
    tally = ur.simulate(ruleset, players=3, games=5, seed=2, agents="greedy")
    decisions, cards = 0, 0
    for index in range(5):
        game = Game(ruleset, 3, seed=2, index=index)
        game.play_out(agents="greedy")
        decisions += len(game.taken)
        cards += sum(event.kind == "move" and event.to == "trick" for event in game.events())
    assert decisions == tally.decisions_total == sum(tally.chosen.values())
    assert cards > tally.chosen["play plain"]
