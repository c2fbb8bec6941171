"""The tables of events and results: complete, and the same in every place that is made from them.

Not here: what a game records (tests/play/test_events.py, tests/engine/test_counting.py).
"""

from array import array
from dataclasses import fields
from itertools import pairwise

import pytest

import unoflex_rules as ur
from unoflex_rules.play import event_log, observation
from unoflex_rules.play.event_log import Event, words_of
from unoflex_rules.program import events, results
from unoflex_rules.program.events import EVENTS, FIELD, KINDS, SIGHTS
from unoflex_rules.program.results import RESULTS, TABLES, added, no_results, places
from unoflex_rules.simulation.tally import READERS, Tally

# Events whose values need more than their integers.
SPECIAL = {"set", "active", "random", "choice", "print"}


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
def test_every_event_is_read_and_worded(kind):
    assert getattr(events, f"E_{kind.name.upper()}") == kind.number
    assert set(FIELD.findall(kind.sentence)) <= set(words_of(Event(kind.name)))
    if kind.name not in SPECIAL:
        assert {value for _, value in kind.values} <= set(event_log.READERS)
    if kind.main:
        assert {kind.main, *kind.more} <= {field.name for field in fields(Event)}


def test_every_sight_is_used_and_decided():
    assert set(SIGHTS) == set(observation.SIGHTS) == {kind.seen for kind in EVENTS.values()}


def test_an_event_without_a_main_field_is_not_named_in_scenarios():
    assert set(EVENTS) - set(KINDS) == {"choice", "with", "print"}


@pytest.mark.parametrize(
    "given, text",
    [
        ({"seat": 1, "verb": "draw"}, "P1: draw"),
        ({"seat": 1, "verb": "choose", "choice_titles": ("red",)}, "P1: choose red"),
    ],
)
def test_parts_of_a_sentence_without_their_field_are_left_out(given, text):
    assert Event("taken", **given).text == text


def test_results_are_contiguous():
    program = ur.compile_ruleset(ur.load("oracles/rlcard"), 2)
    found = list(places(program.table_sizes).values())
    assert all(one.stop == other.start for one, other in pairwise(found))
    assert found[-1].stop == len(no_results(program.table_sizes))


def test_every_result_has_a_constant_a_reader_and_a_field():
    sizes = results.TableSizes(2, 3, 4, 5)
    at = places(sizes)
    assert [row.name for row in RESULTS if row.shape in TABLES] == list(TABLES)
    for row in RESULTS:
        assert row.shape in READERS
        if row.shape not in TABLES or row.name == TABLES[0]:
            assert getattr(results, f"R_{row.name.upper()}") == at[row.name].start


@pytest.mark.parametrize("broken", [(0, 1), (1, 0), (1, 1), (0, 0)])
def test_vectors_and_tallies_add_up_alike(broken):
    program = ur.compile_ruleset(ur.load("oracles/rlcard"), 2)
    at = places(program.table_sizes)
    vectors = []
    for batch, number in enumerate(broken):
        numbers = array("q", no_results(program.table_sizes))
        for place, row in enumerate(RESULTS):
            if row.added == "sum" and len(numbers[at[row.name]]):
                numbers[at[row.name].start] = 1 + place * (batch + 1)
        numbers[results.R_BROKEN] = number
        if number:
            numbers[results.R_FIRST_BROKEN], numbers[results.R_BROKEN_ERROR] = 40 - batch, 1 + batch
        numbers[results.R_LONGEST_GAME], numbers[results.R_LONGEST_DECISIONS] = 9 - batch, 30
        vectors.append(numbers)
    total = Tally(2)
    for batch, numbers in enumerate(vectors):
        total.add(Tally.of(program, numbers, 10_000 * batch, "run"))
    together = Tally.of(program, added(*vectors), 0, "run")
    together.ranges = total.ranges
    assert total == together
    assert total.longest_game == 8
