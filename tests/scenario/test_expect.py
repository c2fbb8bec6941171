"""Every key of `expect`: it passes if it holds; otherwise the failure shows the actual value."""

import pytest

from tests.scenario.sheets import failures, passes, problems, run

BODY = """
table:
  players: 3
  top: R5
  hands: {{P0: [R+2, B3, B4], P1: [G1, G2], P2: [R1, R9, W]}}
  draw_pile: [B7, W, Y1]
  discard: [Y2]
  variables: {{score: {{P1: 3}}}}
play: [P0: play R+2]
expect: {{{}}}
"""
# An expectation that holds, one that fails, and the actual value of the second.
EXPECTED = [
    ("asked: P2", "asked: P1", "P2"),
    ("asked: {player: P2, about: turn}", "asked: {player: P2, about: color}", "turn"),
    (
        "asked: {player: P2, options: [draw, play R1, play R9, play W]}",
        "asked: {player: P2, options: [draw]}",
        "[play R1, play R9, play W, draw]",
    ),
    (
        "options: [play red 1, play R9, play W, draw]",
        "options: [play R1, play R1, play W, draw]",
        "[play R1, play R9, play W, draw]",
    ),
    ("offered: [play R1, draw]", "offered: [play R1, play B1]", "[play R1, play R9, play W, draw]"),
    ("offered: draw", "offered: keep", "[play R1, play R9, play W, draw]"),
    ("refused: [play B1, keep]", "refused: [play B1, draw]", "[play R1, play R9, play W, draw]"),
    (
        "refused: [{action: play R2, why: not held}, {action: play G9}, keep]",
        "refused: {action: play R2, why: not allowed}",
        "not held",
    ),
    (
        "refused: [{action: draw, player: P1, why: not asked}, {action: keep, why: not now}]",
        "refused: {action: draw, player: P1, why: not now}",
        "not asked",
    ),
    ("refused: {P1: [play G1, draw], P2: keep}", "refused: {P2: draw}", "[play R1, play R9, play W, draw]"),
    ("turn: P2", "turn: P1", "P2, and P2 is asked about turn: [play R1, play R9, play W, draw]"),
    ("asked: {about: turn}", "asked: {about: color}", "turn"),
    ("direction: 1", "direction: -1", "1"),
    ("round: 1", "round: 2", "1"),
    ("top: R+2", "top: R5", "R+2"),
    ("active: {color: red, symbol: draw_two}", "active: {color: green, symbol: draw two}", "red"),
    ("active: {number: null}", "active: {number: 5}", "nothing"),
    ("hands: {P0: [B4, B3]}", "hands: {P0: [B3, B3]}", "[B3, B4]"),
    ("hands: {P1: 4}", "hands: {P1: 2}", "4: [G1, G2, B7, W]"),
    ("hand_size: {P0: 2, P1: 4}", "hand_size: {P0: 2, P1: 5}", "4: [G1, G2, B7, W]"),
    ("holds: {P1: [W, G1]}", "holds: {P1: [W, W]}", "[G1, G2, B7, W]"),
    ("drew: {P1: [W, B7], P0: 0, P2: []}", "drew: {P1: [W, B8]}", "[B7, W]"),
    ("drew: {P1: 2}", "drew: {P1: 1}", "2: [B7, W]"),
    ("drew: {P0: []}", "drew: {P0: 2}", "0"),
    ("holds: {P1: W}", "hands: {P1: W}", "[G1, G2, B7, W]"),
    ("offered: {P2: draw}", "offered: {P1: draw}", "P2"),
    ("zones: {draw_pile: Y1}", "drew: {P1: W}", "[B7, W]"),
    ("zones: {discard: [R+2, R5, Y2], draw_pile: 1}", "zones: {discard: [R5, R+2, Y2]}", "[R+2, R5, Y2]"),
    ("size: {draw_pile: 1, P1.hand: 4}", "size: {draw_pile: 2}", "1: [Y1]"),
    ("sees: {P0: {P0.hand: [B4, B3]}}", "sees: {P0: {P0.hand: [B3]}}", "[B3, B4]"),
    ("sees: {P1: {P0.hand: [], draw_pile: []}}", "sees: {P1: {P0.hand: [B3, B4]}}", "[]"),
    ("variables: {score: {P0: 0, P1: 3}}", "variables: {score: {P0: 0, P1: 4}}", "3"),
    ("variables: {waiting: 0, dealer: P2}", "variables: {dealer: P1}", "P2"),
    ("known_to: {waiting: [P0, P1, P2]}", "known_to: {waiting: [P1]}", "[P0, P1, P2]"),
    ("known_to: {score: {P1: [P0, P1, P2]}}", "known_to: {score: {P1: []}}", "[P0, P1, P2]"),
    ("variables: {fresh: null}", "variables: {fresh: R1}", "nothing"),
    ("outcome: running", "outcome: {winners: P0}", "running"),
    ("out: []", "out: [P1]", "[]"),
    ("happens: {miss_turn: P1}", "happens: {miss_turn: P2}", "{miss_turn: P2} does not happen"),
    (
        "happens: [{taken: P0, verb: play, card: R+2}, {move: B7, to: P1.hand}, {move: W, zone: draw_pile}, turn]",
        "happens: [{move: W, to: P1.hand}, {move: B7}]",
        "{move: B7} does not happen after the events before it",
    ),
    (
        "happens: {move: null, to: P1.hand}",
        "happens: {move: null, to: P2.hand}",
        "{move: null, to: P2.hand} does not happen",
    ),
    ("happens: {active: symbol, value: draw_two}", "happens: {active: symbol, value: skip}", None),
    ("never: [change_direction, {miss_turn: P2}]", "never: [change_direction, miss_turn]", "P1 misses a turn"),
]


@pytest.mark.parametrize("holds", [each[0] for each in EXPECTED])
def test_expectations_that_hold(tmp_path, holds):
    passes(tmp_path, BODY.format(holds))


@pytest.mark.parametrize("wrong, actual", [each[1:] for each in EXPECTED])
def test_a_failure_shows_the_actual_value(tmp_path, wrong, actual):
    [(_, _, found)] = failures(tmp_path, BODY.format(wrong))
    assert actual is None or found == actual


def test_no_player_is_asked(tmp_path):
    passes(tmp_path, OVER.format("asked: null"))
    assert failures(tmp_path, BODY.format("asked: null")) == [("asked", "no player is asked", "P2")]


@pytest.mark.parametrize(
    "event, suggestion, note",
    [
        ("miss_turn P1", "{miss_turn: P1}", "known: round"),
        ("play R5", None, "for a player who does this, write `{taken: P0, verb: play}`"),
    ],
)
def test_an_event_written_like_an_action(tmp_path, event, suggestion, note):
    [problem] = run(tmp_path, BODY.format(f"happens: [{event}]")).problems
    assert (problem.code, problem.suggestion) == ("E603", suggestion)
    assert problem.notes[0].startswith(note)


def test_all_failures_of_a_step_are_reported(tmp_path):
    found = failures(tmp_path, BODY.format("turn: P0, top: R5, refused: draw"))
    assert [(what, expected) for what, expected, _ in found] == [("turn", "P0"), ("top", "R5"), ("refused", "not draw")]


OVER = """
table: {{players: 3, top: R5, hands: {{P0: [R7], P1: [B1], P2: [G1]}}}}
play: [P0: play R7]
expect: {{{}}}
"""


@pytest.mark.parametrize(
    "holds",
    [
        "outcome: {winners: [P0], reason: out}",
        "outcome: {winners: P0}",
        "refused: {P1: draw}",
        "refused: {action: draw, player: P1, why: over}",
    ],
)
def test_a_game_that_is_over(tmp_path, holds):
    passes(tmp_path, OVER.format(holds))


@pytest.mark.parametrize(
    "wrong, actual",
    [
        ("outcome: running", "P0 won: out"),
        ("outcome: {winners: []}", "[P0]"),
        ("outcome: {reason: blocked}", "out"),
        ("asked: P1", "no player is asked"),
        ("options: [draw]", "no player is asked"),
        ("asked: {player: P1, about: turn}", "no player is asked"),
    ],
)
def test_a_game_with_another_outcome(tmp_path, wrong, actual):
    assert failures(tmp_path, OVER.format(wrong))[0][2] == actual


def test_counters_can_be_expected(tmp_path):
    table = "table: {top: G5, hands: {P0: [Y1~, R3, Y4]}}\nplay: [P0: play Y1~ on flex]\n"
    passes(tmp_path, table + "expect: {counts: {flexed: 1}}", ruleset="flex")
    told = failures(tmp_path, table + "expect: {counts: {flexed: 2}}", ruleset="flex")
    assert told == [("counts", "flexed: 2", "1")]


def test_events_count_from_the_last_expect(tmp_path):
    passes(
        tmp_path,
        """
        table: {players: 3, top: R5, hands: {P0: [RR, B1, B2], P2: [R7, B1, B2]}}
        play: [P0: play RR]
        expect: {happens: change_direction}
        steps:
          - expect: {never: change_direction}
          - play: [P2: play R7]
            expect: {never: change_direction, happens: {taken: P2}, drew: {P0: 0}}
        """,
    )


def test_a_failure_about_events_names_the_last_expect(tmp_path):
    body = """
        table: {players: 2, top: R5, hands: {P0: [B1, B2], P1: [R7, B1]}, draw_pile: [G3, Y2, ...]}
        play: [P0: draw]
        expect: {drew: {P0: %s}}
        steps:
          - expect: {drew: {P0: 1}}
        """
    assert failures(tmp_path, body % 2) == [("drew of P0", "2", "1: [G3]")]
    assert failures(tmp_path, body % 1) == [("drew of P0 since the last `expect`", "1", "0")]


FLIPPED = """
table:
  players: 2
  top: R1/OR
  hands: {{P0: [R7/O9, R8/U5]}}
  draw_pile: [R9/P5, ...]
expect: {{sees: {{{}}}}}
"""


@pytest.mark.parametrize(
    "holds, wrong, actual",
    [
        ("P1: {P0.hand: [O9, U5], draw_pile: [P5]}", "P1: {P0.hand: [R7, U5]}", "[O9, U5]"),
        ("P0: {P0.hand: [R8, red 7], discard: [R1/OR]}", "P0: {P0.hand: [R7/O9, R8]}", "[R7, R8]"),
        ("P0: {discard: [orange reverse/red 1]}", "P0: {discard: [R1]}", "[R1/OR]"),
    ],
)
def test_a_seen_card_has_the_names_on_its_visible_faces(tmp_path, holds, wrong, actual):
    passes(tmp_path, FLIPPED.format(holds), ruleset="uno-flip")
    [(_, _, found)] = failures(tmp_path, FLIPPED.format(wrong), ruleset="uno-flip")
    assert found == actual


def test_the_first_step_that_fails_ends_the_scenario(tmp_path):
    body = """
    table: {players: 3, top: R5, hands: {P0: [R7, B1, B2]}}
    expect: {turn: P0}
    steps:
      - {play: [P0: play R7], expect: {turn: P2}}
      - {expect: {turn: P0}}
    """
    assert [expected for _, expected, _ in failures(tmp_path, body)] == ["P2"]


@pytest.mark.parametrize(
    "expect, expected",
    [
        ("turn: P7", ("E204", "P7", None)),
        ("hands: {P7: []}", ("E204", "P7", None)),
        ("hands: {P0: [R55]}", ("E208", "R55", "R5")),
        ("top: Q", ("E208", "Q", None)),
        ("active: {colour: red}", ("E207", "colour", "color")),
        ("active: {color: redd}", ("E205", "redd", "red")),
        ("zones: {discrad: []}", ("E206", "discrad", "discard")),
        ("size: {hand: 3}", ("E206", "hand", None)),
        ("variables: {scores: {P0: 1}}", ("E207", "scores", "score")),
        ("variables: {score: 1}", ("E605", "1", None)),
        ("variables: {waiting: many}", ("E205", "many", None)),
        ("variables: {laid: 3}", ("E205", "3", None)),
        ("cards: {R5: {marks: 3}}", ("E207", "marks", None)),
        ("outcome: {reason: outt}", ("E205", "outt", "out")),
        ("asked: {player: P1, about: challange}", ("E205", "challange", "challenge")),
        ("refused: play R55", ("E208", "R55", "R5")),
        ("refused: {action: play R55, why: over}", ("E208", "R55", "R5")),
        ("refused: {action: play R5, why: not helt}", ("E205", "not helt", "not held")),
        ("refused: {action: play R5, whyy: over}", ("E101", "whyy", "why")),
        ("refused: [{why: over}]", ("E102", "why", None)),
        ("refused: {action: draw, player: P9}", ("E204", "P9", None)),
        ("variables: {waiting: 2001}", ("E104", "2001", None)),
        ("sees: {P1: {P0.hand: [R55]}}", ("E208", "R55", "R5")),
        ("sees: {P1: {hand: []}}", ("E206", "hand", None)),
        ("sees: {P9: {discard: []}}", ("E204", "P9", None)),
        ("known_to: {waitin: []}", ("E207", "waitin", "waiting")),
        ("known_to: {waiting: [P9]}", ("E204", "P9", None)),
        ("known_to: {score: [P1]}", ("E605", "[P1]", None)),
        ("happens: mis_turn", ("E603", "mis_turn", "miss_turn")),
        ("never: [{mis_turn: P1}]", ("E603", "mis_turn", "miss_turn")),
        ("happens: {miss_turn: P9}", ("E204", "P9", None)),
        ("happens: {move: R55}", ("E208", "R55", "R5")),
        ("happens: {move: R5, too: P0.hand}", ("E101", "too", "to")),
        ("happens: {move: R5, to: P9.hand}", ("E206", "P9.hand", "P0.hand")),
        ("happens: {taken: P0, verb: plya}", ("E205", "plya", "play")),
        ("happens: {round_over: outt}", ("E205", "outt", "out")),
        ("refused: draw R5", ("E602", "R5", None)),
        ("refused: draw H8", ("E602", "H8", None)),
        ("never: [{set: wating}]", ("E207", "wating", "waiting")),
        ("never: [{set: waiting, value: lots}]", ("E205", "lots", None)),
        ("happens: {active: colour}", ("E207", "colour", "color")),
        ("happens: {active: color, value: redd}", ("E205", "redd", "red")),
        ("counts: {flips: 1}", ("E207", "flips", None)),
        ("tun: P1", ("E101", "tun", "turn")),
        ("direction: 2", ("E106", "2", None)),
        ("hand_size: {P0: many}", ("E103", "many", None)),
    ],
)
def test_an_impossible_expectation_is_a_problem_at_its_place(tmp_path, expect, expected):
    assert problems(tmp_path, f"table: {{players: 3, top: R5}}\nexpect: {{{expect}}}") == [expected]


def test_a_scenario_must_expect_something(tmp_path):
    assert problems(tmp_path, "table: {top: R5}") == [("E102", "it", None)]


def test_a_game_that_breaks_is_a_failure(tmp_path):
    (tmp_path / "loop.yaml").write_text(
        "format: 1\nid: loop\ntitle: Loop\nextends: std/uno\nplayers: {min: 2, max: 2}\n"
        "cards:\n  one: {face: {color: $color, number: 1}, played: [repeat: {while: turn > 0, do: [reverse]}]}\n"
        "deck:\n  - {card: one, color: each, copies: 10}\n"
        "round:\n  start:\n    - lay: {card: draw_pile.top, to: discard}\n",
        encoding="utf-8",
    )
    sheet = run(tmp_path, "table: {top: R1}\nplay: [P0: play R1]\nexpect: {turn: P1}", ruleset="loop.yaml")
    assert sheet.problems == []
    [failure] = sheet.results[0].failures
    assert failure.actual == f"an effect does not come to an end at {tmp_path / 'loop.yaml'}:7"
    assert [text for text, _ in sheet.results[0].trace][:2] == ["turn 1: P0", "P0: play red 1"]
    assert failure.span.line == 6


@pytest.mark.parametrize("happens", ["come_back", "{come_back: P1}"])
def test_a_player_comes_back(tmp_path, happens):
    (tmp_path / "back.yaml").write_text(
        """format: 1
id: back
title: Back
extends: classic
cards: {skip: {played=: [come_back: everyone]}}
state_rules: [{each: player, if: it.hand.size > 30, then: [leave: it]}]
""",
        encoding="utf-8",
    )
    body = "table: {{players: 3, top: R5, hands: {{P0: [RS, B3, B4]}}, out: [P1]}}\nplay: [P0: play RS]\n{}"
    passes(tmp_path, body.format(f"expect: {{happens: {happens}, never: {{come_back: P2}}}}"), ruleset="./back.yaml")
    wrong = body.format("expect: {happens: {come_back: P2}}")
    assert len(failures(tmp_path, wrong, ruleset="./back.yaml")) == 1


def test_asked_must_not_be_empty(tmp_path):
    assert problems(tmp_path, "expect: {asked: {}}") == [("E102", "asked", None)]


@pytest.mark.parametrize(
    "ruleset, body, notes",
    [
        ("classic", "expect: {score: {P0: 70}}", ["`score` is a variable: write `variables: {score: ...}`"]),
        ("classic", "expect: {color: red}", ["`color` is a field of what is in force: write `active: {color: ...}`"]),
        ("classic", "expect: {discard: [R7]}", ["`discard` is a zone: write `zones: {discard: ...}`"]),
        ("remix", "expect: {marks: 2}", ["`marks` is carried by cards: write `cards: {CARD: {marks: ...}}`"]),
        ("remix", "expect: {search: []}", ["`search` is a zone: write `zones: {P0.search: ...}`"]),
        ("flex", "expect: {flexed: 1}", ["`flexed` is a counter: write `counts: {flexed: ...}`"]),
        (
            "classic",
            "expect: {challenge: true}",
            ["`challenge` is an option: write `set: {challenge: ...}` beside `expect`"],
        ),
        (
            "classic",
            "table: {waiting: 2}\nexpect: {turn: P0}\nsteps: [{expect: {waiting: 2}}]",
            ["`waiting` is a variable: write `variables: {waiting: ...}`"] * 2,
        ),
    ],
)
def test_a_misplaced_name_has_a_hint(tmp_path, ruleset, body, notes):
    assert [problem.notes[0] for problem in run(tmp_path, body, ruleset=ruleset).problems] == notes


@pytest.mark.parametrize("ruleset", ["classic", "none-of-them"])
def test_an_unknown_key_lists_the_known_keys(tmp_path, ruleset):
    body = "expect: {nothing_like_it: 2}" if ruleset == "classic" else "expect: {score: 2}"
    problem, *others = run(tmp_path, body, ruleset=ruleset).problems[::-1]
    assert problem.code == "E101" and problem.notes[0].startswith("keys here: asked, ")
    assert [each.code for each in others] == (["E401"] if ruleset == "none-of-them" else [])


@pytest.mark.parametrize(
    "expected, waiting", [("drew: {P1: 9}", True), ("turn: P2", False), ("asked: P2", False), ("top: R1", True)]
)
def test_a_trace_ends_with_the_question(tmp_path, expected, waiting):
    table = "table: {players: 3, top: R5, hands: {P0: [R7, B1, B2], P1: [R2, R3]}}\nplay: [P0: play R7]\n"
    [result] = run(tmp_path, f"{table}expect: {{{expected}}}").results
    last = result.trace[-1][0]
    assert ("P1 is asked about turn" in last and "play R2" in last) == waiting
