"""Piles and hands: moves of single cards and whole piles, in every order, to every end."""

import random
from itertools import chain

import pytest

from tests.engine.bench import Bench
from unoflex_rules.engine.prints import look_of, look_on
from unoflex_rules.engine.rng import seed_words
from unoflex_rules.engine.zones import card_at_end, move, move_all, next_card, shuffle, shuffle_face
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at

UNDER = 4


def moved(zones, *args):
    """Return a bench after one card has moved: card, zone, end."""
    bench = Bench(zones)
    move(bench.s, bench.p, bench.w, *args)
    assert bench.is_sound
    return bench


@pytest.mark.parametrize(
    "card, zone, end, expected",
    [
        (2, 1, at.TOP, [[0, 1], [3, 4, 2], []]),
        (2, 1, at.BOTTOM, [[0, 1], [2, 3, 4], []]),
        (0, 2, at.TOP, [[1, 2], [3, 4], [0]]),  # from the bottom, into an empty zone
        (1, 2, at.BOTTOM, [[0, 2], [3, 4], [1]]),  # from the middle
        (0, 0, at.TOP, [[1, 2, 0], [3, 4], []]),  # within a zone
        (2, 0, at.BOTTOM, [[2, 0, 1], [3, 4], []]),
        (2, 0, at.TOP, [[0, 1, 2], [3, 4], []]),  # to where it already is
    ],
)
def test_a_card_goes_to_an_end_of_a_zone(card, zone, end, expected):
    bench = moved([[0, 1, 2], [3, 4], []], card, zone, end)
    assert bench.zones == expected and bench.s[at.S_CHANGED] == 1


@pytest.mark.parametrize("card, zone", [(at.NONE, 1), (2, at.NONE), (at.NONE, at.NONE)])
def test_a_move_without_a_card_or_a_zone_changes_nothing(card, zone):
    bench = moved([[0, 1, 2], [3, 4]], card, zone, at.TOP)
    assert bench.zones == [[0, 1, 2], [3, 4]]
    assert bench.events == [] and bench.s[at.S_CHANGED] == 0


def test_the_event_has_source_target_and_whether_it_was_on_top():
    assert moved([[0, 1], []], 1, 1, at.TOP).events == [(ev.E_MOVE, 1, 0, 1, at.TOP + at.FROM_TOP)]
    assert moved([[0, 1], []], 0, 1, at.BOTTOM).events == [(ev.E_MOVE, 0, 0, 1, at.BOTTOM)]


def test_a_state_does_not_depend_on_recording():
    loud, quiet = Bench([[0, 1, 2], []]), Bench([[0, 1, 2], []])
    quiet.w[at.W_RECORD] = 0
    for bench in (loud, quiet):
        move(bench.s, bench.p, bench.w, 1, 1, at.TOP)
        move_all(bench.s, bench.p, bench.w, 0, 1, 1, at.ORDER_SHUFFLED)
        shuffle(bench.s, bench.p, bench.w, 1)
    assert loud.s == quiet.s and len(loud.events) == 4 and quiet.events == []


@pytest.mark.parametrize(
    "end, zone, card", [(at.TOP, 0, 2), (at.BOTTOM, 0, 0), (at.TOP, 1, -1), (at.BOTTOM, 1, -1), (at.TOP, -1, -1)]
)
def test_the_card_at_an_end(end, zone, card):
    bench = Bench([[0, 1, 2], []])
    assert card_at_end(bench.s, bench.p, zone, end) == card


def all_moved(source, target, leave, order, zones=((0, 1, 2, 3), (4, 5))):
    bench = Bench(zones)
    seed_words(bench.s, at.S_RNG, 3, 0, 0)
    move_all(bench.s, bench.p, bench.w, source, target, leave, order)
    assert bench.is_sound
    return bench


@pytest.mark.parametrize(
    "leave, order, expected",
    [
        (0, at.ORDER_KEPT, [[], [4, 5, 0, 1, 2, 3]]),
        (0, at.ORDER_REVERSED, [[], [4, 5, 3, 2, 1, 0]]),
        (0, at.ORDER_KEPT + UNDER, [[], [0, 1, 2, 3, 4, 5]]),
        (0, at.ORDER_REVERSED + UNDER, [[], [3, 2, 1, 0, 4, 5]]),
        (1, at.ORDER_KEPT, [[3], [4, 5, 0, 1, 2]]),
        (1, at.ORDER_REVERSED, [[3], [4, 5, 2, 1, 0]]),
        (3, at.ORDER_KEPT + UNDER, [[1, 2, 3], [0, 4, 5]]),
        (4, at.ORDER_KEPT, [[0, 1, 2, 3], [4, 5]]),
        (9, at.ORDER_KEPT, [[0, 1, 2, 3], [4, 5]]),
        (-2, at.ORDER_KEPT, [[], [4, 5, 0, 1, 2, 3]]),
    ],
)
def test_a_pile_moves_as_a_block_except_its_top_cards(leave, order, expected):
    bench = all_moved(0, 1, leave, order)
    assert bench.zones == expected
    count = 4 - max(leave, 0)
    stays = [(ev.E_STAY, card, 0, 0, 0) for card in expected[0]]
    assert bench.events == ([*stays, (ev.E_MOVE_ALL, 0, 1, count, order)] if count > 0 else [])
    assert bench.s[at.S_CHANGED] == int(count > 0)


@pytest.mark.parametrize("order", [at.ORDER_SHUFFLED, at.ORDER_SHUFFLED + UNDER])
def test_only_the_cards_of_a_shuffled_in_pile_are_mixed(order):
    zones = (tuple(range(20)), (20, 21))
    bench = all_moved(0, 1, 1, order, zones)
    block = bench.zones[1][2:] if order < UNDER else bench.zones[1][:-2]
    there = bench.zones[1][:2] if order < UNDER else bench.zones[1][-2:]
    assert bench.zones[0] == [19] and there == [20, 21]
    assert sorted(block) == list(range(19)) and block != list(range(19))


@pytest.mark.parametrize(
    "order, expected",
    [(at.ORDER_REVERSED, [3, 2, 1, 0]), (at.ORDER_KEPT, [0, 1, 2, 3]), (at.ORDER_REVERSED + UNDER, [3, 2, 1, 0])],
)
def test_a_pile_is_turned_over_in_place(order, expected):
    bench = all_moved(0, 0, 0, order)
    assert bench.zones == [expected, [4, 5]]
    assert bench.s[at.S_CHANGED] == int(order & 3 != at.ORDER_KEPT)


@pytest.mark.parametrize("source, target", [(at.NONE, 1), (0, at.NONE)])
def test_a_pile_with_no_source_or_target_stays(source, target):
    assert all_moved(source, target, 0, at.ORDER_KEPT).zones == [[0, 1, 2, 3], [4, 5]]


def test_shuffling_keeps_the_cards_and_changes_their_order():
    bench = Bench([list(range(30)), [30]])
    seed_words(bench.s, at.S_RNG, 1, 0, 0)
    shuffle(bench.s, bench.p, bench.w, 0)
    assert sorted(bench.zones[0]) == list(range(30)) != bench.zones[0] and bench.zones[1] == [30]
    assert bench.events == [(ev.E_SHUFFLE, 0, 30, 0, 0)]


@pytest.mark.parametrize("zone", [1, 2, at.NONE])
def test_shuffling_one_card_or_none_changes_nothing(zone):
    bench = Bench([[0, 1], [2], []])
    shuffle(bench.s, bench.p, bench.w, zone)
    assert bench.zones == [[0, 1], [2], []] and bench.s[at.S_CHANGED] == 0


def walk(bench, zone, during=lambda card: None):
    """Return the cards that a loop over a zone visits while `during` runs for each."""
    loop = bench.slots(bench.s[bench.p[at.P_SIZE] + zone], zone, 0)
    met = []
    while next_card(bench.s, bench.p, loop) == 1:
        met.append(bench.s[loop + 2])
        during(met[-1])
    return met


def test_a_loop_over_cards_goes_from_the_top_down():
    assert walk(Bench([[5, 0, 3], [1, 2, 4]]), 0) == [3, 0, 5]
    assert walk(Bench([[], [0]]), 0) == []


def test_the_current_card_may_leave_during_the_loop():
    bench = Bench([[0, 1, 2, 3], []])
    assert walk(bench, 0, lambda card: move(bench.s, bench.p, bench.w, card, 1, at.TOP)) == [3, 2, 1, 0]
    assert bench.zones == [[], [3, 2, 1, 0]]


def test_a_loop_ends_when_its_zone_is_emptied():
    bench = Bench([[0, 1, 2, 3], []])
    assert walk(bench, 0, lambda card: move_all(bench.s, bench.p, bench.w, 0, 1, 0, 0)) == [3]


def test_any_sequence_of_moves_keeps_every_card_in_one_place():
    chance = random.Random(5)
    bench = Bench([list(range(12)), [], [], []])
    for _ in range(500):
        one, other = chance.randrange(4), chance.randrange(4)
        what = chance.randrange(3)
        if what == 0:
            move(bench.s, bench.p, bench.w, chance.randrange(12), one, chance.randrange(2))
        elif what == 1:
            order = chance.choice([0, 1, 2]) + chance.choice([0, UNDER])
            move_all(bench.s, bench.p, bench.w, one, other, chance.randrange(3), order)
        else:
            shuffle(bench.s, bench.p, bench.w, one)
        assert bench.is_sound and sorted(chain(*bench.zones)) == list(range(12))


# ---- shuffling faces between cards -----------------------------------------------------------------------------------


def printing(zones):
    """Return a bench on which faces may be shuffled: two per card, each with a separate look at first."""
    bench = Bench(zones, faces=2)
    cards = bench.p[at.P_CARDS]
    bench.p[at.P_PRINTS] = bench.slots(*range(cards), *range(cards))
    return bench


def printed(bench, face):
    """Return, for each card, the look whose print is on a face."""
    return [look_of(bench.s, bench.p, card, face) for card in range(bench.p[at.P_CARDS])]


def test_faces_are_shuffled_only_among_the_cards_of_a_zone():
    bench = printing([[9, 1, 2, 3, 4, 5, 6, 7], [8, 0]])
    shuffle_face(bench.s, bench.p, bench.w, 0, 1)
    assert printed(bench, 0) == list(range(10))
    assert sorted(printed(bench, 1)) == list(range(10)) != printed(bench, 1)
    assert [printed(bench, 1)[card] for card in (8, 0)] == [8, 0]
    assert bench.zones == [[9, 1, 2, 3, 4, 5, 6, 7], [8, 0]]
    assert bench.s[at.S_CHANGED] == 1
    assert look_on(bench.s, bench.p, 9, 1) == bench.p[at.P_LOOKS] + printed(bench, 1)[9]


def test_the_events_name_the_new_faces():
    bench = printing([[2, 0, 1], []])
    shuffle_face(bench.s, bench.p, bench.w, 0, 1)
    told = [(ev.E_PRINT, card, 1, printed(bench, 1)[card], 0) for card in (2, 0, 1)]
    assert bench.events == [(ev.E_SHUFFLE, 0, 3, 2, 0), *told]


@pytest.mark.parametrize("zone, face", [(1, 1), (2, 1), (at.NONE, 1), (0, at.NONE)])
def test_shuffling_one_card_no_card_or_no_face_changes_nothing(zone, face):
    bench = printing([[2, 0, 1], [3], []])
    shuffle_face(bench.s, bench.p, bench.w, zone, face)
    assert printed(bench, 1) == list(range(4)) and bench.s[at.S_CHANGED] == 0


def test_every_order_of_three_faces_occurs():
    bench, seen = printing([[0, 1, 2]]), set()
    seed_words(bench.s, at.S_RNG, 3, 0, 0)
    for _ in range(100):
        shuffle_face(bench.s, bench.p, bench.w, 0, 1)
        seen.add(tuple(printed(bench, 1)))
    assert len(seen) == 6
