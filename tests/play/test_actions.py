"""Actions as text: formatting, parsing, and the error for an unknown text."""

import pytest

from tests.play.small import Game, ruleset, sentences, small, texts
from unoflex_rules.play.actions import MAX_TEXT, Action, IllegalAction, UnknownAction, find_action

RED, WILD, DRAW, NAME = (
    Action("play", "red 5"),
    Action("play", "wild", choice="green"),
    Action("draw"),
    Action("choose", choice="P2"),
)
LEGAL = [RED, WILD, Action("play", "wild", choice="blue"), DRAW, NAME]


@pytest.mark.parametrize(
    "action, text",
    [
        (RED, "play red 5"),
        (WILD, "play wild naming green"),
        (DRAW, "draw"),
        (NAME, "choose P2"),
        (Action("leave_open"), "leave open"),
        (Action("play", "swap", choice="P1", choice2="dark_red"), "play swap naming P1 and dark red"),
        (Action("play", "red 5", face="front"), "play red 5"),  # a face that must be named is part of the card's name
    ],
)
def test_an_action_reads_like_a_sentence(action, text):
    assert str(action) == action.text == text


def test_an_action_as_data_omits_empty_words():
    assert DRAW.as_json() == {"verb": "draw", "text": "draw"}
    assert WILD.as_json() == {"verb": "play", "card": "wild", "choice": "green", "text": "play wild naming green"}


def test_actions_are_values():
    assert Action("play", "red 5") == RED and len({RED, Action("play", "red 5")}) == 1
    with pytest.raises(AttributeError):
        RED.verb = "keep"


@pytest.mark.parametrize("text", ["play red 5", " Play  RED 5 ", "play_red_5", "PLAY RED\t5"])
def test_case_spaces_and_underscores_do_not_count(text):
    assert find_action(text, LEGAL) == 0


def test_every_text_is_parsed_to_its_action():
    assert [find_action(str(each), LEGAL) for each in LEGAL] == list(range(len(LEGAL)))


@pytest.mark.parametrize(
    "text, suggestion",
    [("play red 6", "play red 5"), ("drwa", "draw"), ("play wild naming gren", "play wild naming green")],
)
def test_a_nearly_correct_text_gets_a_suggestion(text, suggestion):
    with pytest.raises(UnknownAction, match=f"did you mean `{suggestion}`") as refused:
        find_action(text, LEGAL)
    assert refused.value.suggestions[0] == suggestion and refused.value.legal == tuple(LEGAL)


@pytest.mark.parametrize("text", ["", "play", "play red", "resign", "5", "play red 5 naming green"])
def test_an_unknown_text_is_rejected_with_the_legal_actions(text):
    with pytest.raises(UnknownAction, match="legal: play red 5, play wild naming green"):
        find_action(text, LEGAL)


def test_a_text_that_matches_two_actions_is_rejected():
    with pytest.raises(UnknownAction, match="`draw` names 2 legal actions"):
        find_action("draw", [DRAW, Action("draw")])


def test_a_very_long_text_is_shortened_in_the_message():
    with pytest.raises(UnknownAction) as refused:
        find_action("x" * 1_000_000, LEGAL)
    assert len(str(refused.value)) < 2 * MAX_TEXT + 100


def test_a_long_list_of_legal_actions_is_shortened():
    with pytest.raises(IllegalAction, match=r"legal: a0, a1, .* and 12 more"):
        find_action("b", [Action(f"a{k}") for k in range(20)])


# ---- names of the options of a program -------------------------------------------------------------------------------

CHOICES = """
choices:
  color: {{of: color, announced: {announced}}}
  victim: {{of: others, announced: {announced}}}
turn:
  choose:
    - ask: {{player: self, options: {{play: {{cards: self.hand, do: [lay: {{card: card, to: table}}]}}}}}}
    - choose: victim
    - choose: color
"""
CHOOSING = ("number: $number}}", "number: $number}, choices: [color, victim]}")


def test_announced_choices_are_part_of_the_play(tmp_path):
    game = small(tmp_path, CHOICES.format(announced="true"), 3, CHOOSING)
    assert len(texts(game)) == 2 * 3 * 2  # cards, colours, others
    assert texts(game)[:3] == [f"play blue 3 naming red and P{seat}" for seat in (1, 2)] + [
        "play blue 3 naming green and P1"
    ]
    game.apply("play blue 3 naming green and P2")
    assert sentences(game, None, "taken") == ["P0: play blue 3 naming green and P2"]
    assert game.to_decide == 1


def test_choices_after_the_play_are_separate_decisions(tmp_path):
    game = small(tmp_path, CHOICES.format(announced="false"), 3, CHOOSING)
    assert texts(game) == ["play blue 3", "play blue 2"]
    game.apply(0)
    assert texts(game) == ["choose P1", "choose P2"]
    game.apply("choose P2")
    assert texts(game) == ["choose red", "choose green", "choose blue"]


def test_a43_identical_cards_are_one_action(tmp_path):
    start = "  start: [move: {from: pile, to: table, count: 20}]\n"
    turn = "turn: {choose: [ask: {player: self, options: {show: {cards: table}}}]}\n"
    game = small(tmp_path, start + turn, swap=("number: 1..3", "number: 1..3, copies: 4"))
    assert [len(game.zone(name)) for name in ("pile", "table")] == [12, 20]
    assert texts(game) == [f"show {card}" for card in ("blue 2", "blue 1", "green 3", "green 2", "green 1")]


def test_cards_hidden_from_the_player_are_one_action(tmp_path):
    turn = "turn: {choose: [ask: {player: self, options: {show: {cards: pile}}}]}\n"
    assert texts(small(tmp_path, turn)) == ["show a card"]


MARKED = """\
  start:
    - move: {from: pile, to: table}
    - move: {from: pile, to: table}
    - set: {table.top.bent: true}
card_state: {bent: bool, level: {type: 0..3}}
turn:
  choose: [ask: {player: self, options: {show: {cards: table, do: [set: {card.level: card.level + 1}]}}}]
"""


def test_carried_attributes_distinguish_equal_cards(tmp_path):
    game = small(tmp_path, MARKED, 1, ("color: each, number: 1..3", "color: red, number: 1, copies: 6"))
    assert texts(game) == ["show red 1", "show red 1 [bent]"]  # 0 is omitted in the same way as false
    game.apply("show red 1")
    assert texts(game) == ["show red 1 [level 1]", "show red 1 [bent]"]


def test_players_in_carried_attributes_are_named_by_seat(tmp_path):
    start = "  start: [move: {from: pile, to: table}, set: {table.top.owners: players, table.top.maker: seat(1)}]\n"
    rest = (
        "card_state: {owners: players, maker: player}\n"
        "turn: {choose: [ask: {player: self, options: {show: {cards: table, do: [set: {card.owners: none}]}}}]}\n"
    )
    game = small(tmp_path, start + rest, swap=("color: each, number: 1..3", "color: red, number: 1, copies: 6"))
    everybody = " and ".join(f"P{seat}" for seat in range(game.players))
    assert texts(game) == [f"show red 1 [owners {everybody}, maker P1]"]
    shown = game.zone("table")[0].as_json()
    assert shown["marks"] == {"owners": [f"P{seat}" for seat in range(game.players)], "maker": "P1"}
    game.apply(texts(game)[0])
    assert texts(game) == ["show red 1 [maker P1]"]


FACES = """
format: 1
id: faces
title: Faces
players: {min: 2, max: 2}
faces: [light, dark]
face: side
variables: {side: {type: face, start: light}}
values: {color: [red, green], number: 0..9}
attributes: {color: color, number: number}
active: {color: {}}
zones:
  pile: {deck: true, visible: nobody}
  hand: {each: player, visible: SIGHT}
cards:
  both: {faces: {light: {color: red, number: $l}, dark: {color: green, number: $d}}}
  same: {faces: {light: {color: red, number: 7}, dark: {color: red, number: 7}}}
deck:
  - {card: both, l: 1, d: [1, 2]}
  - {card: both, l: 3, d: 4}
  - {card: same}
round: {deal: [move: {from: pile, to: seat(0).hand, count: 4}]}
turn: {choose: [ask: {player: self, options: {play: {cards: self.hand, face: FACE}}}], start: [take_turn: seat(0)]}
"""


def faces(tmp_path, sight, face):
    return Game(ruleset(tmp_path, FACES.replace("SIGHT", sight).replace("FACE", face)))


def test_a_card_with_two_faces_has_the_shortest_unambiguous_name(tmp_path):
    game = faces(tmp_path, "owner", "each")
    assert texts(game) == [
        "play red 7 on light",
        "play red 7 on dark",
        "play red 3",
        "play green 4",
        "play red 1 (green 2)",
        "play green 2",
        "play red 1 (green 1)",
        "play green 1",
    ]
    assert {each.face for each in game.legal_actions()} == {"light", "dark"}


def test_hidden_faces_do_not_distinguish_cards(tmp_path):
    game = faces(tmp_path, "{front: owner, back: others}", "side")
    assert texts(game) == ["play red 7", "play red 3", "play red 1"]


def test_a_player_with_hidden_cards_has_one_action_for_all(tmp_path):
    game = faces(tmp_path, "others", "side")
    assert texts(game) == ["play a card"]
