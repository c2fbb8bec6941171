"""Actions in words: every form of an action is parsed, and an illegal action is a failure at its line."""

import pytest

import unoflex_rules as ur
from tests.scenario.sheets import failures, passes, problems, run

TABLE = "table: {players: 3, top: R5, hands: {P0: [R7, B+2, W, B1]}}\n"


@pytest.mark.parametrize("text", ["play R7", "play r7", "play red 7", "Play  RED 7", "play red_7"])
def test_a_card_in_every_form(tmp_path, text):
    passes(tmp_path, f"{TABLE}play: [P0: {text}]\nexpect: {{top: R7, turn: P1}}")


@pytest.mark.parametrize(
    "play", ["[P0: play W, P0: name blue]", "[P0: play wild, P0: name BLUE]", "[{P0: play W}, {P0: name blue}]"]
)
def test_a_choice_after_the_play(tmp_path, play):
    passes(tmp_path, f"{TABLE}play: {play}\nexpect: {{active: {{color: blue}}, turn: P1}}")


@pytest.mark.parametrize("text", ["play W naming blue", "play wild naming blue"])
def test_a_choice_announced_with_the_play(tmp_path, text):
    table = "table: {players: 2, top: R5, hands: {P0: [W, B1, B2]}}\n"
    passes(tmp_path, f"{table}play: [P0: {text}]\nexpect: {{active: {{color: blue}}}}", ruleset="oracles/rlcard")


NAMED = "table: {players: 3, top: R5, hands: {P0: [W, R7], P1: [G1, R2]}}\n"


@pytest.mark.parametrize("play", ["[P0: play W naming blue, P0: call]", "[P0: play W, P0: call, P0: name blue]"])
def test_a_play_may_name_a_later_choice(tmp_path, play):
    passes(tmp_path, f"{NAMED}play: {play}\nexpect: {{active: {{color: blue}}, turn: P1}}")


def test_a_play_may_name_a_player_that_an_overlay_asks_for(tmp_path):
    body = f"{NAMED}play: [P0: play R7 naming P1, P0: call]\nexpect: {{hands: {{P0: [G1, R2], P1: [W]}}}}"
    passes(tmp_path, body, head="with: [house/seven-swap]")


@pytest.mark.parametrize(
    "play, what",
    [
        ("[P0: play R7 naming blue, P0: call]", "P0: play R7 naming blue"),
        ("[P0: play R7 naming blue, P0: call, P1: draw, P2: draw, P0: play W]", "P0: play R7 naming blue"),
        ("[P0: play W naming blue and red, P0: call]", "P0: play W naming blue and red"),
        ("[P0: play W4 naming blue]", "P0: play W4 naming blue"),
    ],
)
def test_a_named_choice_must_be_asked_for_in_that_turn(tmp_path, play, what):
    assert [failure[0] for failure in failures(tmp_path, f"{NAMED}play: {play}\nexpect: {{turn: P1}}")] == [what]


@pytest.mark.parametrize("expected", ["offered: play W naming red", "refused: play W naming red"])
def test_offers_ignore_choices_that_are_asked_for_later(tmp_path, expected):
    [(_, _, actual)] = failures(tmp_path, f"{NAMED}expect: {{{expected}}}")
    assert actual == "[play W, play R7, draw]; the play itself names no choice"


DRAWN = "table: {players: 2, top: R5, hands: {P0: [B1, B2], P1: [G1, G2]}, draw_pile: [G9, G8, B4, ...]}\n"


@pytest.mark.parametrize(
    "play", ["[P0: draw]", "[P0: draw, P0: keep]", "[P0: draw, P0: Keep, P1: draw, P1: keep, P0: draw]"]
)
def test_an_unasked_action_is_optional(tmp_path, play):
    passes(tmp_path, f"{DRAWN}play: {play}\nexpect: {{asked: {{player: P1, about: turn}}}}")


PICKED = """
set: {fewest_players: 2}
from: start
table: {players: 2, top: R5, zones: {box: [R+2, A2]}}
"""


@pytest.mark.parametrize("said", ["", ", P1: add R+2", ", P1: write P0", ", P1: add R+2, P1: write P0", ", P1: add"])
def test_several_unasked_actions_are_optional(tmp_path, said):
    play = f"play: [P0: pick R+2, P0: write P1, P1: pick A2{said}]\n"
    passes(tmp_path, f"{PICKED}{play}expect: {{cards: {{R+2: {{names: [P0, P1]}}}}, turn: P0}}", ruleset="remix")


@pytest.mark.parametrize("said", ["P0: write P0", "P1: write P1", "P0: pick A2"])
def test_an_unasked_action_must_have_happened(tmp_path, said):
    [(what, *_)] = failures(tmp_path, f"{PICKED}play: [P0: pick R+2, {said}]\nexpect: {{turn: P0}}", ruleset="remix")
    assert what == said


def test_unasked_actions_come_in_their_order(tmp_path):
    play = "play: [P0: pick R+2, P1: pick A2, P1: write P0, P1: add R+2]\n"
    assert failures(tmp_path, f"{PICKED}{play}expect: {{turn: P0}}", ruleset="remix")[0][0] == "P1: add R+2"


@pytest.mark.parametrize(
    "play", ["[P0: draw, P0: keep, P0: keep]", "[P0: draw, P1: keep]", "[P0: draw, P1: draw, P0: keep]", "[P0: keep]"]
)
def test_an_unasked_action_is_named_once_after_its_cause(tmp_path, play):
    assert failures(tmp_path, f"{DRAWN}play: {play}\nexpect: {{turn: P1}}")


ANNOUNCED = "table: {players: 2, top: R5, hands: {P0: [W, R1, B1]}}\n"


@pytest.mark.parametrize("expected", ["options: [play W, play R1]", "offered: play wild", "refused: play B1"])
def test_a_play_without_its_choice_means_every_choice(tmp_path, expected):
    passes(tmp_path, f"{ANNOUNCED}expect: {{{expected}}}", ruleset="oracles/rlcard")


@pytest.mark.parametrize(
    "wanted", ["options: [play W naming red, play R1]", "refused: play W", "options: [play W, play W, play R1]"]
)
def test_a_play_without_its_choice_means_no_other_card(tmp_path, wanted):
    found = failures(tmp_path, f"{ANNOUNCED}expect: {{{wanted}}}", ruleset="oracles/rlcard")
    assert "play W naming red" in str(found)


def test_a_move_must_name_the_choice(tmp_path):
    found = failures(tmp_path, f"{ANNOUNCED}play: [P0: play W]\nexpect: {{top: W}}", ruleset="oracles/rlcard")
    assert "it means play wild naming red or play wild naming yellow" in str(found)


FLEX = "table: {players: 3, top: G2^, hands: {P0: [G2~, B1^, B3^]}}\n"


@pytest.mark.parametrize("text", ["play Y2!", "play Y2! on flex", "play G2~ on flex", "play yellow 2 flex side"])
def test_a_card_for_one_of_its_faces(tmp_path, text):
    passes(tmp_path, f"{FLEX}play: [P0: '{text}']\nexpect: {{variables: {{power: {{P0: false}}}}}}", ruleset="flex")


@pytest.mark.parametrize("text", ["play G2~", "play G2~ on regular", "play green 2 flex"])
def test_the_same_card_on_the_other_face(tmp_path, text):
    passes(tmp_path, f"{FLEX}play: [P0: '{text}']\nexpect: {{variables: {{power: {{P0: true}}}}}}", ruleset="flex")


def test_a_name_from_another_face_needs_the_face(tmp_path):
    table = FLEX.replace("G2^", "Y7^")
    passes(tmp_path, f"{table}expect: {{options: [play Y2!, draw], refused: play G2~}}", ruleset="flex")


TARGETS = "table: {players: 3, top: R1, hands: {P0: [W4, WT, B2], P1: 3}}\n"


@pytest.mark.parametrize(
    "text, power",
    [
        ("play W4 naming green and P1", False),
        ("play W4! naming P1 and green", False),
        ("play wild_draw_four on flex naming p1 and GREEN", False),
        ("play W4 naming green", True),
        ("play wild draw four on regular naming green", True),
    ],
)
def test_signs_and_the_order_of_choices_are_free_in_an_unambiguous_move(tmp_path, text, power):
    expect = f"expect: {{variables: {{power: {{P0: {str(power).lower()}}}}}, top: W4, active: {{color: green}}}}"
    passes(tmp_path, f"{TARGETS}play: [P0: '{text}']\n{expect}", ruleset="flex")


@pytest.mark.parametrize(
    "text", ["play W4", "play WT naming P1", "play W4 naming P1 and P2", "play WT naming red and red"]
)
def test_signs_and_order_matter_in_an_ambiguous_move(tmp_path, text):
    assert failures(tmp_path, f"{TARGETS}play: [P0: {text}]\nexpect: {{turn: P1}}", ruleset="flex")


def test_a_shared_name_without_signs_is_unknown(tmp_path):
    [(code, text, _)] = problems(tmp_path, "table: {players: 3, top: R6}\nexpect: {turn: P0}", ruleset="flex")
    assert (code, text) == ("E208", "R6")


def test_several_cards_need_a_list(tmp_path):
    sheet = run(tmp_path, "table: {players: 3, top: R5, hands: {P0: R1 B2}}\nexpect: {turn: P0}")
    assert str(sheet.problems[0]).endswith("`R1 B2` names several cards: write `[R1, B2]`")


def test_moves_may_be_a_mapping(tmp_path):
    body = "table: {players: 3, top: R5, hands: {P0: [R7, B1, B2], P1: [R8, B1, B2]}}\n"
    passes(tmp_path, f"{body}play: {{P0: play R7, P1: play R8}}\nexpect: {{turn: P2}}")


def test_an_action_that_is_not_on_offer(tmp_path):
    assert failures(tmp_path, f"{TABLE}play: [P0: play B1]\nexpect: {{turn: P1}}") == [
        ("P0: play B1", "an action on offer", "on offer: [play R7, play W, draw]")
    ]


def test_another_player_is_asked(tmp_path):
    assert failures(tmp_path, f"{TABLE}play: [P1: draw]\nexpect: {{turn: P1}}") == [
        ("P1: draw", "P1 is asked", "P0 is asked about turn: [play R7, play W, draw]")
    ]


def test_no_move_after_the_end(tmp_path):
    body = (
        "table: {players: 2, top: R5, hands: {P0: [R7], P1: [B1]}}\nplay: [P0: play R7, P1: draw]\nexpect: {turn: P1}"
    )
    assert failures(tmp_path, body) == [("P1: draw", "a decision", "P0 won: out")]


@pytest.mark.parametrize(
    "deed, message, suggestion",
    [
        ("P0: play B1", "`P0: play B1` is not on offer: the rules do not allow it now; asked about turn", "play W"),
        (
            "P0: play R8",
            "`P0: play R8` is not on offer: the player does not hold the card; asked about turn",
            "play R7",
        ),
        ("P0: keep", "`P0: keep` is not on offer: the question is about something else; asked about turn", None),
        ("P1: draw", "`P1: draw` is not on offer: another player is asked", None),
    ],
)
def test_an_action_that_is_not_on_offer_is_a_problem_at_its_place(tmp_path, deed, message, suggestion):
    sheet = run(tmp_path, f"{TABLE}play: ['{deed}']\nexpect: {{turn: P1}}".replace("'", ""))
    [failure] = sheet.results[0].failures
    found = failure.problem
    assert (found.code, found.message, found.suggestion) == ("E606", message, suggestion)
    assert found.span == failure.span and "play R7" in found.notes[0]


def test_a_failure_has_the_place_of_the_action(tmp_path):
    sheet = run(tmp_path, f"{TABLE}play: [P0: play R7, P1: play B1]\nexpect: {{turn: P1}}")
    [failure] = sheet.results[0].failures
    assert (failure.span.line, failure.span.column) == (6, 29)
    assert [text for text, _ in sheet.results[0].trace][:2] == ["turn 1: P0", "P0: play red 7"]
    assert sheet.results[0].trace[1][1].startswith("std/matching:")


@pytest.mark.parametrize(
    "text, expected",
    [
        ("plya R7", ("E602", "plya", "play")),
        ("R7", ("E602", "R7", None)),
        ("play R77", ("E208", "R77", "R7")),
        ("play redd 7", ("E208", "redd 7", "red 7")),
        ("name purple", ("E205", "purple", None)),
        ("name bleu", ("E205", "bleu", "blue")),
        ("play W naming rde", ("E205", "rde", "red")),
        ("", ("E602", "", None)),
    ],
)
def test_an_action_with_an_unknown_part(tmp_path, text, expected):
    assert problems(tmp_path, f"{TABLE}play: [P0: '{text}']\nexpect: {{turn: P1}}") in (
        [expected],
        [(expected[0], f"'{text}'", expected[2])],
    )


NUMBERED = """
format: 1
id: numbered
title: A value that reads like a card
extends: classic
cards:
  joker: {face: {number: $number}, played: [draw: next]}
  wild:
    played=: [ask: {player: self, options: {number: {values: 1..9, do: [set: {active.number: value}]}}}]
  skip:
    played=:
      - ask:
          player: self
          options:
            number: {cards: self.hand, if: card.wild or card.number == 2, do: [lay: {card: card, to: discard}]}
            none: {last_resort: true}
deck+: [{card: joker, number: each}]
deck_size: 118
"""
NUMBERING = "table: {players: 2, top: R5, hands: {P0: [W, B1, '2', RS]}}\n"


@pytest.fixture
def numbered(tmp_path):
    """Return a game in which `number` takes 1 to 9 and `card` takes a card, and cards have numbers as names."""
    (tmp_path / "numbered.yaml").write_text(NUMBERED, encoding="utf-8")
    return "./numbered.yaml"


@pytest.mark.parametrize(
    "body",
    [
        "play: [P0: play W, P0: number 1]\nexpect: {active: {number: 1}, turn: P1}",
        "play: [P0: play W, P0: number 2]\nexpect: {active: {number: 2}, drew: {P1: 0}, turn: P1}",
        f"play: [P0: play W]\nexpect: {{options: [{', '.join(f'number {each}' for each in range(1, 10))}]}}",
        "play: [P0: play W]\nexpect: {offered: number 9, refused: {action: number W, why: not allowed}}",
        "play: [P0: play RS]\nexpect: {options: [number 2, number W], refused: {action: number 1, why: not held}}",
        "play: [P0: play RS, P0: number 2]\nexpect: {top: '2'}",
        "play: [P0: play RS, P0: number W]\nexpect: {top: W}",
    ],
)
def test_a_value_that_looks_like_a_card_is_a_value(tmp_path, numbered, body):
    passes(tmp_path, NUMBERING + body, ruleset=numbered)


def test_a_name_of_neither_a_card_nor_a_value(tmp_path, numbered):
    sheet = run(tmp_path, NUMBERING + "play: [P0: play W, P0: number 10]\nexpect: {turn: P1}", ruleset=numbered)
    assert [problem.code for problem in sheet.problems] == ["E205"]
    assert sheet.problems[0].notes == ("known: 1, 2, 3, 4, 5, 6, 7, 8, 9",)


def test_an_unknown_seat(tmp_path):
    assert problems(tmp_path, f"{TABLE}play: [P3: draw, X: draw]\nexpect: {{turn: P1}}") == [
        ("E204", "P3", None),
        ("E204", "X", None),
    ]


def test_a_game_takes_a_value_that_looks_like_a_card(tmp_path, numbered):
    game = ur.Game(ur.load(tmp_path / numbered), players=2, seed=1)
    while not any(action.verb == "number" and action.choice for action in game.legal_actions()):
        plays = [action for action in game.legal_actions() if action.card == "wild"]
        game.apply(plays[0] if plays else game.legal_actions()[0])
    asked = game.to_decide
    assert asked is not None
    game.apply("number 1")
    assert (game.active["number"], game.to_decide) == (1, 1 - asked)
