"""Options: each distinct move once, last resorts last, and records of decisions. Not here: whole games (tests/play)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.bench import Bench
from unoflex_rules.engine import decisions
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at

LABEL, OTHER = 501, 502


class Asking(Bench):
    """A bench that asks P2; zone 0 is the hand of P2."""

    def __init__(self, zones=((),), **how):
        super().__init__(zones, **how)
        decisions.begin_ask(self.s, self.w, 2, 77)

    def describe(self, verb=0, label=LABEL, face_slot=0, announces=0, last_resort=0, seen=0, call=0, quiet=0):
        """Add the description of an option; return its address."""
        return self.data(verb, label, face_slot, announces, last_resort, seen, call, 0, 0, quiet)

    @property
    def labels(self):
        """Return the target of each option on offer."""
        return [self.p[option[5] + at.OPTION_LABEL] for option in self.options]

    def table(self, *looks_on_faces):
        """Add a table without terms that contains these looks on faces (face * looks + look); return its address."""
        bits = self.p[at.P_LOOKS] * self.p[at.P_FACES]
        words = -(-bits // at.BITS)
        row = sum(1 << bit for bit in looks_on_faces)
        return self.data(0, words, *((row >> (at.BITS * k)) & (2**at.BITS - 1) for k in range(words)))

    def every(self):
        """Return a table that contains everything."""
        return self.table(*range(self.p[at.P_LOOKS] * self.p[at.P_FACES]))

    def offer_cards(self, desc, table, zone=0):
        decisions.offer_cards(self.s, self.p, self.w, desc, zone, table)
        return [option[1] for option in self.options]

    def offer_card(self, desc, card, face=0):
        decisions.offer_card(self.s, self.p, self.w, desc, card, face)

    def offer(self, desc):
        decisions.add_option(self.s, self.p, self.w, desc, at.NONE, at.NONE, at.NONE)

    def wait(self, silent=0):
        return decisions.wait(self.s, self.p, self.w, silent, 88)


# ---- A43: each distinct move once ------------------------------------------------------------------------------------


def test_equal_cards_are_one_option_represented_by_the_first():
    # red 5, red 7, red 5, wild, wild, red 7
    bench = Asking([[3, 1, 5, 0, 2, 4]], looks=[2, 1, 2, 0, 0, 1])
    assert bench.offer_cards(bench.describe(), bench.every()) == [3, 1, 0]
    assert bench.labels == [LABEL] * 3


def test_only_cards_in_the_table_are_offered():
    bench = Asking([[0, 1, 2, 3]], looks=[0, 1, 1, 2])
    assert bench.offer_cards(bench.describe(), bench.table(1)) == [1]
    assert bench.offer_cards(bench.describe(), bench.table()) == [1]


def test_a_table_may_have_more_looks_than_bits_in_a_word():
    bench = Asking([list(range(70))], faces=2)
    assert bench.offer_cards(bench.describe(), bench.table(0, 31, 32, 69, 70 + 5, 139)) == [0, 5, 31, 32, 69, 69]
    assert [option[2] for option in bench.options] == [0, 1, 0, 0, 0, 1]


def test_carried_attributes_distinguish_cards():
    bench = Asking([[0, 1, 2, 3]], looks=[0, 0, 0, 0], carried=[[0, 1, 0, 1], [5, 5, 6, 5]])
    assert bench.offer_cards(bench.describe(), bench.every()) == [0, 1, 2]


def test_a_card_offered_separately_is_not_offered_twice():
    bench = Asking([[0, 1, 2, 3]], looks=[0, 0, 0, 1], carried=[[0, 0, 1, 0]])
    desc = bench.describe()
    for card in (0, 1, 2, 3, at.NONE):
        bench.offer_card(desc, card)
    bench.offer_card(desc, 3, at.NONE)
    assert [option[1] for option in bench.options] == [0, 2, 3]
    bench.offer_card(bench.describe(label=OTHER), 0)  # another purpose makes another move
    assert len(bench.options) == 4


def test_each_face_or_only_the_face_in_force_is_an_option():
    bench = Asking([[0, 1]], faces=3)
    bench.offer_cards(bench.describe(), bench.table(0, 4, 5))  # face * looks + look
    assert [option[1:3] for option in bench.options] == [(0, 0), (0, 2), (1, 2)]
    slot = bench.slots(2)
    bench.w[at.W_OPTIONS] = bench.w[at.W_OFFERS] = 0
    bench.offer_cards(bench.describe(face_slot=slot), bench.table(0, 4, 5))
    assert [option[1:3] for option in bench.options] == [(0, 2), (1, 2)]
    bench.w[at.W_OPTIONS] = bench.w[at.W_OFFERS] = 0
    bench.s[slot] = at.NONE
    assert bench.offer_cards(bench.describe(face_slot=slot), bench.every()) == []


def test_a_missing_or_empty_zone_offers_nothing():
    bench = Asking([[0], []])
    assert bench.offer_cards(bench.describe(), bench.every(), zone=1) == []
    assert bench.offer_cards(bench.describe(), bench.every(), zone=at.NONE) == []


# ---- values and announced choices ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mask, values", [(0, []), (0b1011, [0, 1, 3]), (1 << 61, [61])])
def test_each_value_of_a_set_is_an_option(mask, values):
    bench = Asking()
    desc = bench.describe(verb=4)
    decisions.offer_each(bench.s, bench.p, bench.w, desc, mask)
    assert bench.options == [(4, at.NONE, at.NONE, value, at.NONE, desc) for value in values]


def announcing(first, second, choices=(0, 1)):
    """Return the choices offered with one card; `first` and `second` are the values allowed for each."""
    bench = Asking([[0]])
    bench.p[at.P_CHOICES] = bench.data(*choices)
    bench.p[at.P_CHOICE_MASKS] = 1 + bench.data(bench.slots(0), bench.slots(first), bench.slots(second))
    bench.offer_cards(bench.describe(announces=1), bench.every())
    return [option[3:5] for option in bench.options]


def test_announced_choices_multiply_the_options():
    assert announcing(0b101, 0b11) == [(0, 0), (0, 1), (2, 0), (2, 1)]
    assert announcing(0b101, 0) == [(0, at.NONE), (2, at.NONE)]
    assert announcing(0b101, 0b11, choices=(1, at.NONE)) == [(0, at.NONE), (1, at.NONE)]
    assert announcing(0b101, 0b11, choices=(at.NONE, at.NONE)) == [(at.NONE, at.NONE)]
    assert announcing(0, 0) == [(at.NONE, at.NONE)]  # without allowed values the card may still be played


@given(
    st.lists(st.tuples(st.integers(0, 0b1111), st.integers(0, 0b111)), min_size=1, max_size=5),
    st.data(),
)
def test_each_option_of_a_multiple_offer_can_be_taken_by_index(offers, data):
    bench = Asking([list(range(5))])
    desc = bench.describe()
    for card, (first, second) in enumerate(offers):
        decisions.push_offer(bench.w, 6, card, 0, first, second, desc)
    options = bench.options
    assert len(options) == bench.w[at.W_OPTIONS] == len(set(options))
    k = data.draw(st.integers(0, len(options) - 1))
    decisions.answer(bench.s, bench.p, bench.w, k)
    assert [bench.s[at.S_CARD + place] for place in range(4)] == list(options[k][1:5])


def test_offers_with_too_many_options_are_counted_but_not_written():
    bench = Asking()
    for _ in range(3):
        decisions.push_offer(bench.w, 6, at.NONE, at.NONE, (1 << 61) - 1, (1 << 61) - 1, bench.describe())
    assert bench.w[at.W_OFFERS] == 2 and bench.w[at.W_OPTIONS] == 3 * 61 * 61
    bench.wait()
    assert [bench.s[at.S_STATUS], bench.s[at.S_ERROR]] == [at.BROKEN, at.ERROR_OPTIONS]


def test_call_options_are_counted_until_the_next_question():
    bench = Asking()
    decisions.offer_each(bench.s, bench.p, bench.w, bench.describe(call=at.CALL_RIGHT), 0b101)
    bench.offer(bench.describe(call=at.CALL_WRONG))
    bench.offer(bench.describe())
    bench.offer(bench.describe(call=at.CALL_RIGHT, last_resort=1))  # is not offered, and so does not count
    assert bench.w[at.W_CALLS] == 3 and len(bench.options) == 4
    decisions.begin_ask(bench.s, bench.w, 1, 78)
    assert bench.w[at.W_CALLS] == 0


# ---- last resorts ----------------------------------------------------------------------------------------------------


def test_a_last_resort_is_offered_only_without_earlier_options():
    bench = Asking([[0, 1]])
    last = bench.describe(label=OTHER, last_resort=1)
    bench.offer(last)
    assert bench.labels == [OTHER]
    bench.w[at.W_OPTIONS] = bench.w[at.W_OFFERS] = 0
    bench.offer(bench.describe())
    bench.offer(last)
    bench.offer_cards(last, bench.every())
    bench.offer_card(last, 1)
    decisions.offer_each(bench.s, bench.p, bench.w, last, 0b11)
    assert bench.labels == [LABEL]


def test_a_last_resort_with_several_cards_offers_all_of_them():
    bench = Asking([[0, 1]])
    last = bench.describe(last_resort=1)
    bench.offer_card(last, 0)
    bench.offer_card(last, 1)
    assert [option[1] for option in bench.options] == [0, 1]


# ---- asking and answering --------------------------------------------------------------------------------------------


def test_waiting_stops_the_program_at_its_question():
    bench = Asking()
    bench.offer(bench.describe())
    bench.wait()
    assert [bench.s[slot] for slot in (at.S_STATUS, at.S_ASKED, at.S_PC, at.S_ASK)] == [at.ASKING, 2, 77, 77]


def test_a_question_without_options_breaks_the_game():
    bench = Asking()
    bench.wait()
    assert [bench.s[slot] for slot in (at.S_STATUS, at.S_ERROR, at.S_PC)] == [at.BROKEN, at.ERROR_NO_OPTION, 77]


def test_too_many_options_break_only_the_game():
    bench = Asking()
    desc = bench.describe()
    for _ in range(at.MAX_OPTIONS):
        bench.offer(desc)
    room = bench.w[at.W_EVENT :].copy()
    bench.wait()
    assert bench.s[at.S_STATUS] == at.ASKING
    bench.offer(desc)
    bench.wait()
    assert [bench.s[slot] for slot in (at.S_STATUS, at.S_ERROR)] == [at.BROKEN, at.ERROR_OPTIONS]
    assert bench.w[at.W_EVENT :] == room


def test_a_single_quiet_option_is_taken_without_a_question():
    bench = Asking()
    bench.offer(bench.describe(verb=3, quiet=1))
    assert bench.wait(silent=1) == LABEL
    assert (bench.s[at.S_STATUS], bench.s[at.S_ASKED], bench.events) == (at.RUNNING, at.NONE, [])
    two = Asking()
    two.offer(two.describe())
    two.offer(two.describe(label=OTHER, quiet=1))
    two.wait(silent=1)
    assert two.s[at.S_STATUS] == at.ASKING
    for silent, quiet in ((1, 0), (0, 1)):  # with other quiet options, and while the program waits for something else
        loud = Asking()
        loud.offer(loud.describe(quiet=quiet))
        loud.wait(silent=silent)
        assert loud.s[at.S_STATUS] == at.ASKING


def test_options_taken_without_a_question_are_recorded_on_request_if_there_is_room():
    bench = Asking()
    bench.offer(bench.describe(quiet=1))
    kept = []
    for record in (0, *[1] * (at.MAX_TAKEN + 1)):
        bench.w[at.W_RECORD], bench.s[at.S_ASKED] = record, 2
        bench.wait(silent=1)
        kept.append(bench.w[at.W_UNASKED])
    assert kept == [0, *range(1, at.MAX_TAKEN + 1), at.MAX_TAKEN]
    offer = bench.w[at.W_OFFER : at.W_OFFER + at.O_FIRST]
    assert list(bench.w[at.W_TAKEN : at.W_MARKS]) == [2, 77, *offer] * at.MAX_TAKEN


def test_too_many_decisions_leave_a_round_unfinished():
    bench = Asking()
    bench.s[at.S_LIMIT], bench.s[at.S_ROUND_DECISIONS] = 5, 5
    bench.offer(bench.describe())
    bench.wait()
    assert bench.s[at.S_STATUS] == at.UNFINISHED


def test_an_answer_is_recorded_reported_and_executed():
    bench = Asking([[4, 0, 1, 2, 3]])
    bench.offer(bench.describe())
    decisions.push_offer(bench.w, 6, 4, 0, 1 << 3, 1 << 1, bench.describe(label=OTHER))
    bench.wait()
    decisions.answer(bench.s, bench.p, bench.w, 1)
    assert [bench.s[at.S_CARD + k] for k in range(4)] == [4, 0, 3, 1]
    assert [bench.s[slot] for slot in (at.S_STATUS, at.S_ASKED, at.S_PC)] == [at.RUNNING, at.NONE, OTHER]
    assert [bench.s[slot] for slot in (at.S_DECISIONS, at.S_ROUND_DECISIONS, at.S_CHANGED)] == [1, 1, 1]
    assert bench.events == [(ev.E_TAKEN, 2, 6, 4, 0), (ev.E_CHOICE, 2, 3, 1, 0)]


def test_an_answer_without_a_choice_changes_nothing_by_itself():
    bench = Asking()
    bench.offer(bench.describe())
    bench.wait()
    decisions.answer(bench.s, bench.p, bench.w, 0)
    assert bench.s[at.S_CHANGED] == 0 and bench.s[at.S_DECISIONS] == 1
    assert [event[0] for event in bench.events] == [ev.E_TAKEN]


def test_events_without_room_are_counted():
    bench = Asking()
    bench.offer(bench.describe())
    bench.w[at.W_EVENTS] = at.MAX_EVENTS
    room = bench.w[at.W_MARKS :].copy()
    decisions.answer(bench.s, bench.p, bench.w, 0)
    assert bench.w[at.W_LOST] == 1 and bench.w[at.W_MARKS :] == room
