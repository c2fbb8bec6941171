"""Kinds of problems: code, sentence, names and way out are made of their parts."""

import pytest

from unoflex_rules.language.diagnostics.codes import CODES, Phase, Subject
from unoflex_rules.language.diagnostics.kinds import (
    DeckSize,
    DuplicateKey,
    MissingKey,
    Plain,
    RemovedName,
    UnknownKey,
    UnknownMember,
    UnknownName,
    UnknownValue,
    WrongType,
    plural,
)
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.diagnostics.spans import Span

AT = Span("game.yaml", 3, 1, 3, 8)


@pytest.mark.parametrize(
    "kind, code, sentence",
    [
        (UnknownName("E206", "zone", "discrad"), "E206", "unknown zone `discrad`"),
        (UnknownMember("E201", "a card", "colour"), "E201", "a card has no `colour`"),
        (UnknownValue("E205", "a color", "rde"), "E205", "`rde` is not a color"),
        (UnknownKey("zoness"), "E101", "unknown key `zoness`"),
        (MissingKey("deck"), "E102", "missing key `deck`"),
        (MissingKey("deck", "a game needs cards"), "E102", "missing key `deck`: a game needs cards"),
        (MissingKey("of", alternatives=("below", "weights")), "E102", "missing key `of`, `below` or `weights`"),
        (WrongType(("a list",)), "E103", "expected a list"),
        (WrongType(("a list", "a mapping", "text")), "E103", "expected a list, a mapping or text"),
        (DuplicateKey("turn", AT), "E003", "duplicate key `turn`"),
        (DeckSize(107, 108), "E311", "the deck has 107 cards, not 108"),
        (RemovedName("E206", UnknownName("E206", "zone", "box")), "E206", "unknown zone `box`: it was removed"),
    ],
)
def test_a_kind_makes_code_and_sentence(kind, code, sentence):
    problem = Problem(kind, AT)
    assert (problem.code, problem.message) == (code, sentence)


def test_a_report_takes_the_way_out_of_its_kind():
    problems = Problems()
    known = ("discard", "draw_pile")
    assert problems.report(UnknownName("E206", "zone", "discrad", known), AT) == "discard"
    assert problems.report(UnknownName("E206", "zone", "shelf", known), AT) is None
    near, far = problems
    assert (near.suggestion, near.notes) == ("discard", ())
    assert (far.suggestion, far.notes) == (None, ("known zones: discard, draw_pile",))


def test_a_report_prefers_its_own_way_out():
    problems = Problems()
    problems.report(UnknownName("E206", "zone", "discrad", ("discard",)), AT, suggestion="box", notes=("n",))
    problems.report(UnknownName("E206", "zone", "shelf", ("discard",)), AT, notes=("n",))
    assert [(each.suggestion, each.notes) for each in problems] == [("box", ("n",)), (None, ("n",))]


def test_names_identify_the_subject_of_a_problem():
    assert UnknownName("E206", "zone", "box").names() == ("box",)
    assert MissingKey("of", alternatives=("below",)).names() == ("of", "below")
    assert Plain("E302", "a sentence").names() == ()
    problems = Problems()
    problems.error("E104", "`n` must be 1 to 3", AT, names=("n",))
    assert [each.kind.names() for each in problems] == [("n",)]


def test_one_problem_replaces_others():
    problems = Problems()
    problems.error("E206", "one", AT)
    problems.error("E206", "two", AT)
    one, two = problems
    cause = Problem.plain("E412", "the cause", AT)
    problems.replace([one, two], cause)
    assert list(problems) == [cause]


def test_the_hundreds_of_a_code_are_its_phase():
    assert Problem.plain("E003", "", AT).phase is Phase.READING
    assert Problem.plain("E210", "", AT).phase is Phase.NAMES
    assert Problem.plain("W701", "", AT).phase is Phase.PLAYTEST


def test_codes_about_the_whole_ruleset_are_marked():
    assert {code for code, info in CODES.items() if info.subject is Subject.RULESET} == {
        "E310",
        "E311",
        "E312",
        "E313",
        "E314",
    }


@pytest.mark.parametrize(
    "one, several",
    [("zone", "zones"), ("attribute of cards", "attributes of cards")],
)
def test_the_plural_of_a_thing(one, several):
    assert plural(one) == several
