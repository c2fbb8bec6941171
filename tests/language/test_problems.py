"""Problems: places, order, texts for people and machines, and suggestions."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.diagnostics.problems import Problem, Problems, RulesetError
from unoflex_rules.language.diagnostics.spans import Span, own_file_first
from unoflex_rules.language.diagnostics.suggestions import nearest, suggest


def span(line: int, column: int, end_column: int | None = None, file: str = "game.yaml") -> Span:
    return Span(file, line, column, line, end_column or column + 1)


def test_a_problem_in_one_line() -> None:
    problem = Problem.plain("E204", "unknown player selector `nxet`", span(31, 28, 32), suggestion="next")
    assert str(problem) == ("game.yaml:31:28: error[E204]: unknown player selector `nxet` (did you mean `next`?)")


def test_a_warning_without_a_place_or_a_suggestion() -> None:
    problem = Problem.plain("W501", "too\nlong", None, severity="warning")
    assert str(problem) == "warning[W501]: too long"


def test_a_problem_as_json() -> None:
    problem = Problem.plain(
        "E003",
        "twice",
        span(2, 1, 4),
        label="here",
        suggestion="b",
        notes=("n",),
        also=((span(1, 1), "first here"),),
    )
    assert json.loads(json.dumps(problem.as_json())) == {
        "file": "game.yaml",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 4,
        "code": "E003",
        "severity": "error",
        "message": "twice",
        "label": "here",
        "suggestion": "b",
        "notes": ["n"],
        "also": [
            {
                "file": "game.yaml",
                "line": 1,
                "column": 1,
                "end_line": 1,
                "end_column": 2,
                "label": "first here",
            }
        ],
    }


def test_a_problem_without_a_place_has_the_same_keys_in_json() -> None:
    with_place = Problem.plain("E001", "m", span(1, 1)).as_json()
    without = Problem.plain("E001", "m", None).as_json()
    assert list(with_place) == list(without)
    assert without["line"] is None


def test_an_unknown_code_is_a_programming_error() -> None:
    with pytest.raises(AssertionError, match="E999"):
        Problem.plain("E999", "m", None)


def test_codes_are_in_order_and_have_titles() -> None:
    assert list(CODES) == sorted(CODES, key=lambda code: (code[1:], code))
    assert all(info.title for info in CODES.values())


def test_problems_are_sorted_and_unique() -> None:
    problems = Problems()
    problems.error("E101", "b", span(2, 1))
    problems.warning("W501", "c", span(1, 9))
    problems.error("E101", "a", span(2, 1))
    problems.error("E101", "b", span(2, 1))
    problems.error("E101", "z", span(1, 1, file="a.yaml"))
    assert [problem.message for problem in problems.sorted()] == ["z", "c", "a", "b"]
    assert len(problems) == 4


def test_only_errors_are_raised() -> None:
    problems = Problems()
    problems.warning("W501", "careful", span(1, 1))
    assert not problems.has_errors
    problems.raise_if_errors()
    problems.error("E101", "wrong", span(2, 1))
    with pytest.raises(RulesetError, match="wrong") as raised:
        problems.raise_if_errors()
    assert [problem.code for problem in raised.value.problems] == ["W501", "E101"]


def test_problems_inside_unreadable_text_are_omitted() -> None:
    problems = Problems()
    problems.error("E012", "quote the expression", span(3, 10, 30))
    problems.error("E301", "caused by it", span(3, 12, 15))
    problems.error("E301", "beside it", span(3, 31, 32))
    problems.error("E301", "in another file", span(3, 12, 15, file="other.yaml"))
    assert [problem.message for problem in problems.sorted()] == [
        "quote the expression",
        "beside it",
        "in another file",
    ]


def test_reading_may_stop_after_many_errors_but_not_after_warnings() -> None:
    problems = Problems()
    for line in range(1, 600):
        problems.warning("W501", "w", span(line, 1))
    assert not problems.full
    for line in range(1, 600):
        problems.error("E101", "e", span(line, 1))
    assert problems.full


@pytest.mark.parametrize(
    "word,candidates,meant",
    [
        ("nxet", ["self", "next", "previous"], "next"),
        ("Next", ["self", "next"], "next"),
        ("stackng", ["stacking", "challenge"], "stacking"),
        ("colour", ["color", "count"], "color"),
        ("drawtwo", ["draw", "draw_two"], "draw_two"),
        ("draw-two", ["draw", "draw_two"], "draw_two"),
        ("rde", ["red", "blue"], "red"),
        ("wild_draw_fuor", ["wild_draw_two", "wild_draw_four"], "wild_draw_four"),
        ("foo", ["boo", "bar"], None),
        ("ab", ["ba", "abc"], None),
        ("spaceship", ["skip", "reverse"], None),
        ("mark_add", ["add_mark", "add_name"], "add_mark"),  # the same words
        ("passed", ["drawn", "passed_over"], "passed_over"),  # more of them
        ("mercy_limit", ["hand_size", "mercy"], "mercy"),  # fewer
        ("penalty", ["penalty_of_the_last", "penalty_of_the_first"], None),  # ambiguous
        ("hand", ["hand_size", "reverse"], None),  # a short word is part of many names
        ("_____", ["hand_size", "__"], None),
        ("red", ["red"], None),
        ("", ["a"], None),
        ("next", [], None),
    ],
)
def test_suggestions_for_a_misspelt_word(word: str, candidates: list[str], meant: str | None) -> None:
    assert nearest(word, candidates) == meant


WORDS = st.text("abcd_", min_size=4, max_size=9)


@given(WORDS, st.data())
def test_a_single_typo_always_gets_the_right_suggestion(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 2))
    slip = data.draw(
        st.sampled_from(
            [
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                word[:at] + word[at + 1 :],
                word[:at] + "x" + word[at:],
                word[:at] + "x" + word[at + 1 :],
            ]
        )
    )
    expected = None if slip == word else word
    assert nearest(slip, [word, "unrelated"]) == expected


@given(WORDS, st.lists(WORDS))
def test_the_order_of_the_candidates_does_not_matter(word: str, candidates: list[str]) -> None:
    found = nearest(word, candidates)
    assert found == nearest(word, reversed(candidates))
    assert found is None or (found in candidates and found != word)


def test_among_contradicting_places_the_authors_file_comes_first() -> None:
    base, mine, other = (Span(name, 1, 1, 1, 2) for name in ("base", "mine", "other"))
    places = [(base, "so many"), (mine, "but here"), (other, "and here"), (mine, "but here")]
    assert own_file_first(places, "mine") == [places[1], places[0], places[2]]
    assert own_file_first(places, "nobody's") == places[:3]


def test_without_a_similar_name_the_existing_names_are_listed() -> None:
    assert suggest("discrad", ["discard", "draw_pile"], "zones here") == ("discard", ())
    assert suggest("shelf", ["discard", "draw_pile"], "zones here") == (None, ("zones here: discard, draw_pile",))
    assert suggest("shelf", [], "zones here") == (None, ())
    _, (note,) = suggest("shelf", [f"zone_{number}" for number in range(30)], "zones here")
    assert note.endswith(", zone_19, ...")
