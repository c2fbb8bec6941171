"""Events as sentences and as data, each with the line that caused it. Not here: hidden parts (test_observation.py)."""

import json

import pytest

from tests.play.small import TURN, Game, line_of, ruleset, sentences, small
from unoflex_rules.play.event_log import Event
from unoflex_rules.program.events import KINDS

EVERYTHING = (
    """\
  start:
    - move: {from: pile, to: table}
    - lay: {card: pile.bottom, to: table}
    - set: {table.top.bent: true, luck: 4, seat(1).friend: seat(0), hot: red, safe: players}
    - set: {active.color: green}
    - reveal: {cards: table.top, to: players}
    - random: {as: who, of: players}
    - move: {count: all, from: table, to: pile, keep: 1, order: reversed, put: bottom}
    - move: {count: all, from: pile, to: pile, order: reversed}
    - shuffle: pile
    - change_direction
    - miss_turn: {player: seat(1), turns: 1}
    - miss_turn: {player: seat(0), turns: 2}
    - go_to: seat(1)
  end:
    - if: round == 2
      then: [finish: {the: game, winners: seat(0), reason: enough}]
variables:
  luck: int
  friend: {type: player, each: player}
  hot: {type: color}
  safe: {type: players}
card_state: {bent: bool}
"""
    + TURN.rstrip()
    + """
          hand_over: {do: [take_turn: next]}
          give_up: {do: [leave: self]}
          call_back: {do: [come_back: everyone]}
          stop: {do: [finish: {the: round, winners: players, reason: enough}]}
"""
)


def test_every_event_of_play_has_a_sentence(tmp_path):
    game = small(tmp_path, EVERYTHING)
    assert sentences(game)[5:] == [
        "green 2 goes from pile to table",
        "red 1 is laid on table",
        "red 1 goes from pile to table",
        "in force: color red",
        "in force: number 1",
        "red 1: bent becomes true",
        "luck becomes 4",
        "P1's friend becomes P0",
        "hot becomes red",
        "safe becomes P0, P1",
        "in force: color green",
        "red 1 [bent] is shown to P0 and P1",
        f"who: P{game.events()[17].value}",
        "red 1 [bent] stays in table",
        "1 card of table goes to the bottom of pile, reversed",
        "4 cards of pile are put down anew, reversed",
        "pile is shuffled",
        "play goes the other way round from now on",
        "P1 misses a turn",
        "P0 misses 2 turns",
        "P1 plays next",
        "P1 is passed over",
        "P0 is passed over",
        "turn 1: P1",
    ]


def test_events_of_turns_leaving_and_endings_have_sentences(tmp_path):
    game = small(tmp_path, EVERYTHING, players=3, rounds="game")
    before = len(game.events())
    game.apply("hand over")
    assert sentences(game)[before:] == ["P2: hand over", "the turn is P1's", "P0 is passed over", "turn 2: P2"]
    before = len(game.events())
    game.apply("give up")
    game.apply("call back")
    game.apply("stop")
    assert sentences(game)[before : before + 8] == [
        "P2: give up",
        "P2 leaves the round",
        "turn 3: P1",
        "P1: call back",
        "P2 is back in the round",
        "turn 4: P0",
        "P0: stop",
        "the round is over: enough; winner: P0 and P1 and P2",
    ]
    assert sentences(game)[before + 8] == "round 2 begins"
    game.apply("stop")
    assert sentences(game)[-2:] == [
        "the round is over: enough; winner: P0 and P1 and P2",
        "the game is over: enough; winner: P0",
    ]


def test_every_kind_of_event_of_the_engine_is_covered(tmp_path):
    game = small(tmp_path, EVERYTHING, players=3, rounds="game")
    for choice in ("hand over", "give up", "call back", "stop", "stop"):
        game.apply(choice)
    kinds = {event.kind for event in game.events()}
    assert kinds == set(KINDS)


CALLING = """
format: 1
id: calling
title: Calling
extends: std/uno
players: {min: 2, max: 2}
values: {symbol: [stop]}
cards:
  stop:
    face: {color: $color, symbol: stop}
    played: [skip: next]
deck: [{card: stop, color: red, copies: 40}]
round: {start: [turn_up: {refused: false}]}
"""


def test_an_event_names_its_line_and_its_calls(tmp_path):
    game = Game(ruleset(tmp_path, CALLING))
    game.apply("play red stop")
    missed = next(event for event in game.events() if event.kind == "miss_turn")
    assert str(missed.source).endswith(f"small.yaml:{line_of(tmp_path, 'skip: next')}")
    assert missed.chain[0] == missed.source and missed.place.file == "std/shedding"


def test_the_innermost_call_in_the_authors_file_is_shown(tmp_path):
    """The outermost call may be in a file of another author, or may only call another effect of the same author."""
    own = "effects:\n  nudge: {help: Somebody loses a turn., do: [skip: next]}\n  draw_for_turn:\n    do=: [nudge]\n"
    game = Game(ruleset(tmp_path, CALLING.replace("played: [skip: next]", "played: [nudge]") + own))
    line = line_of(tmp_path, "do: [skip: next]")
    game.apply("draw")
    missed = next(event for event in game.events() if event.kind == "miss_turn")
    assert str(missed.source).endswith(f"small.yaml:{line}")
    assert missed.chain[0].file == "std/matching" and missed.place.file == "std/shedding"
    game = Game(ruleset(tmp_path, CALLING.replace("played: [skip: next]", "played: [nudge]") + own))
    game.apply("play red stop")
    missed = next(event for event in game.events() if event.kind == "miss_turn")
    assert missed.source.line == line != missed.chain[0].line == line_of(tmp_path, "played: [nudge]")


def test_events_caused_by_the_engine_have_no_line(tmp_path):
    game = small(tmp_path)
    assert {event.kind: event.source for event in game.events()}["turn"] is None


def test_events_caused_by_a_statement_have_its_line(tmp_path):
    game = small(tmp_path)
    game.apply("take")
    sources = {event.kind: event.source.line for event in game.events() if event.source is not None}
    assert sources["taken"] == line_of(tmp_path, "- ask:")
    assert sources["move"] == line_of(tmp_path, "take:")


def test_events_as_data_are_json_without_empty_fields(tmp_path):
    game = small(tmp_path, EVERYTHING, players=3)
    told = [event.as_json() for event in game.events()]
    assert json.loads(json.dumps(told)) == told
    for each in told:
        assert None not in [value for key, value in each.items() if key not in ("value", "card")]
        assert each["kind"] in KINDS
    by_kind = {each["kind"]: each for each in told}
    place = by_kind["reveal"].pop("place")
    assert by_kind["reveal"].pop("source") == place
    assert place.endswith(f"small.yaml:{line_of(tmp_path, 'reveal')}")
    marks = {"faces": {"front": "red 1"}, "marks": {"bent": True}}
    assert by_kind["reveal"] == {"kind": "reveal", "card": marks, "number": 0, "seats": [0, 1, 2]}
    friend = next(each for each in told if each.get("name") == "friend")
    assert (friend["seat"], friend["value"]) == (1, 0)


def test_a_value_of_none_has_a_sentence_and_is_kept(tmp_path):
    more = "  start: [set: {hot: red}, set: {hot: none}]\nvariables: {hot: {type: color}}\n" + TURN
    last = [event for event in small(tmp_path, more).events() if event.kind == "set"][-1]
    assert str(last) == "hot becomes nothing"
    assert last.as_json()["value"] is None


def test_events_are_values():
    event = Event("turn", seat=1, count=3)
    assert event == Event("turn", seat=1, count=3) and str(event) == event.text == "turn 3: P1"
    with pytest.raises(AttributeError):
        event.seat = 2


def test_events_show_a_card_as_it_was_at_that_time(tmp_path):
    more = "  start: [set: {pile.top.bent: true}]\ncard_state: {bent: bool}\n" + TURN
    game = small(
        tmp_path,
        more.replace("take: {", "take: {").replace(
            "to: self.hand}", "to: self.hand}, set: {self.hand.top.bent: false}"
        ),
    )
    game.apply("take")
    assert sentences(game)[-3:-1] == ["green 2 [bent] goes from pile to P0.hand", "green 2 [bent]: bent becomes false"]
    assert str(game.hand(0)[-1]) == "green 2"
