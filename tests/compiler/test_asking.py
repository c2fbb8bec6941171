"""Questions: ask, window, choose; the options, the player asked, and the names in the block of an answer."""

import pytest

from tests.compiler.tiny import TINY, first_turn
from unoflex_rules.compiler.expressions import folder

PASS = "ask: {player: self, options: {on: {}}}"
DEAL = "round: {deal: [{for_each: {in: players, do: [move: {from: pile, to: it.hand, count: 2, take: bottom}]}}]}\n"
# P1 plays first: the round begins with the dealer, who is the last seat, and the next one is P0. Hands, bottom first:
# two players: P0 red 1, red 2; P1 red 3, green 1; three players: P2 green 2, green 3; blue cards are in the pile.


def asking(options: str, more: str = "") -> str:
    return f"{DEAL}turn: {{choose: [{more}ask: {{player: self, options: {{{options}}}}}]}}\n"


# ---- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options, offered",
    [
        ("on: {}", ["on"]),
        ("on: {}, off_: {}", ["on", "off_"]),
        ("on: {verb: go_on}", ["go_on"]),
        ("on: {}, never: {if: 1 == 2}", ["on"]),
        ("on: {if: turn == 1}, later: {if: turn == 2}", ["on"]),
        # cards of a zone
        ("play: {cards: self.hand}", ["play red 1", "play red 2"]),
        ("play: {cards: self.hand, if: card.number == 2}", ["play red 2"]),
        ("play: {cards: self.hand, if: card.number == 2 and turn == 1}", ["play red 2"]),
        ("on: {}, play: {cards: self.hand, if: card.number == 2 and turn == 2}", ["on"]),
        ("on: {}, play: {cards: self.hand, if: card.number == 9}", ["on"]),
        ("on: {}, play: {cards: table}", ["on"]),
        ("on: {}, play: {cards: nobody.hand}", ["on"]),
        ("play: {cards: next.hand}", ["play red 3", "play green 1"]),
        # one card
        ("play: {cards: self.hand.top}", ["play red 2"]),
        ("on: {}, play: {cards: self.hand.top, if: card.number == 1}", ["on"]),
        ("on: {}, play: {cards: table.top}", ["on"]),
        ("play: {cards: kept}", ["play red 1"]),
        # values
        ("name: {values: color}", ["name 0", "name 1", "name 2"]),
        ("name: {values: color, if: value != green}", ["name 0", "name 2"]),
        ("name: {values: color, if: value != tint}", ["name 0", "name 2"]),
        ("on: {}, name: {values: color, if: value == tint and turn == 2}", ["on"]),
        ("at: {values: others}", ["at 1"]),
        ("at: {values: players}", ["at 0", "at 1"]),
        ("at: {values: players, if: value.hand.any(card.color == green)}", ["at 1"]),
        ("on: {}, at: {values: players - players}", ["on"]),
        ("at: {values: next}", ["at 1"]),
        # the order of options, then of cards in hand
        (
            "name: {values: color}, play: {cards: self.hand}, on: {}",
            ["name 0", "name 1", "name 2", "play red 1", "play red 2", "on"],
        ),
    ],
)
def test_options(tiny, options, offered):
    text = "variables: {nobody: player, kept: card, tint: {type: color, start: green}}\n"
    game = tiny(text + asking(options, "set: {kept: self.hand.bottom}, "))
    assert (game.asked, game.options) == (0, offered)


@pytest.mark.parametrize(
    "options, offered",
    [
        ("play: {cards: self.hand}, draw: {last_resort: true}", ["play red 1", "play red 2"]),
        ("play: {cards: self.hand, if: card.number > 5}, draw: {last_resort: true}", ["draw"]),
        (
            "play: {cards: self.hand, if: card.number > 5}, wait: {last_resort: true, cards: self.hand}",
            ["wait red 1", "wait red 2"],
        ),
        ("on: {}, wait: {last_resort: true, cards: self.hand}", ["on"]),
        ("on: {}, wait: {last_resort: true, values: color}", ["on"]),
        ("on: {}, wait: {last_resort: true, cards: self.hand.top}", ["on"]),
        (
            "wait: {last_resort: true, cards: self.hand, if: card == kept or turn == 1}, later: {last_resort: true}",
            ["wait red 1", "wait red 2"],
        ),
        (
            "play: {cards: self.hand, if: card.number > 5}, wait: {last_resort: lazy}, end: {last_resort: not lazy}",
            ["wait"],
        ),
        ("wait: {last_resort: true}, on: {}", ["wait", "on"]),
    ],
)
def test_a_last_resort_is_offered_without_earlier_options(tiny, options, offered):
    more = "variables: {kept: card}\noptions: {lazy: {type: bool, default: false}}\n"
    assert sorted(tiny(more + asking(options)).options) == sorted(offered)


ALIKE = """
card_state: {marked: bool}
round:
  prepare: [set: {pile.bottom.marked: mark}]
  deal: [move: {from: pile, to: seat(0).hand, count: 4, take: bottom}]
turn:
  choose:
    - ask:
        player: self
        options: {play: {cards: self.hand}, show: {cards: self.hand, if: card != self.hand.top}}
"""


@pytest.mark.parametrize(
    "mark, offered",
    [
        ("false", ["play red 1", "show red 1"]),
        ("true", ["play red 1", "play red 1", "show red 1", "show red 1"]),
    ],
)
def test_a43_identical_cards_are_one_option(tiny, mark, offered):
    """Four identical cards in hand are one move; a carried attribute separates one of them."""
    base = TINY.replace("deck:\n", "deck:\n  - {card: plain, color: red, number: 1, copies: 3}\n")
    base += f"options: {{mark: {{type: bool, default: {mark}}}}}\n"
    assert tiny(ALIKE, base=base).options == offered


def test_the_block_knows_the_chosen_option(tiny):
    text = "variables: {kept: card, tint: color, who: player, was: color}\n"
    options = (
        "play: {cards: self.hand, do: [move: {card: card, to: table}, set: {kept: card, was: card.color}]}, "
        "name: {values: color, do: [set: {tint: value}]}, at: {values: players, do: [set: {who: value}]}"
    )
    game = tiny(text + asking(options))
    game.take("play red 1")
    assert (game.zone("table"), game.value("kept"), game.value("was")) == (["red 1"], "red 1", "red")
    assert (game.take("name 2").value("tint"), game.take("at 1").value("who")) == ("blue", 1)


def test_the_block_keeps_its_choice_after_another_question(tiny):
    text = "variables: {tint: color, kept: card}\n"
    inner = "ask: {player: next, options: {name: {values: color, do: [set: {tint: value}]}}}"
    options = f"play: {{cards: self.hand, do: [{inner}, move: {{card: card, to: table}}, set: {{kept: card}}]}}"
    game = tiny(text + asking(options)).take("play red 1")
    assert (game.asked, game.turn_of) == (1, 0)
    game.take("name 2")
    assert (game.value("tint"), game.value("kept"), game.zone("table")) == ("blue", "red 1", ["red 1"])


def test_an_option_that_can_never_be_taken_is_removed(tiny):
    """If no option remains, no player is asked and the turn continues."""
    game = tiny("variables: {n: int}\n" + first_turn("ask: {player: self, options: {no: {if: 1 == 2}}}", "set: {n: 1}"))
    assert (game.value("n"), game.options) == (1, ["on"])


@pytest.mark.parametrize("player", ["who", "none", "players.first(it.hand.size > 5)"])
def test_a_question_to_no_player_is_skipped(tiny, player):
    game = tiny(
        "variables: {who: player, n: int}\n"
        + first_turn(f"ask: {{player: {player}, options: {{a: {{do: [set: {{n: 5}}]}}, b: {{}}}}}}")
    )
    assert (game.status, game.asked, game.options, game.value("n")) == ("asking", 0, ["on"], 0)


def test_players_who_left_are_not_asked(tiny):
    steps = "leave: next", "ask: {player: seat(1), options: {a: {}, b: {}}}"
    assert tiny(first_turn(*steps), players=3).options == ["on"]


def test_a_player_without_options_breaks_the_game_at_the_question(tiny):
    text = """variables: {n: int}
turn:
  choose:
    - ask:
        player: self
        options: {play: {cards: table}}
"""
    game = tiny(text)
    assert (game.status, game.stopped_at()) == ("broken", TINY.count("\n") + 4)


def test_quiet_questions_with_one_option_are_not_asked(tiny):
    text = "variables: {n: int}\n" + first_turn(
        "ask: {player: self, quiet: true, options: {a: {do: [set: {n: 1}]}}}",
        "ask: {player: self, quiet: true, options: {b: {}, c: {if: n == 1}}}",
    )
    game = tiny(text)
    assert (game.value("n"), game.options) == (1, ["b", "c"])


def test_a_single_quiet_option_is_taken_and_a_loud_one_is_asked(tiny):
    text = "variables: {n: int}\n" + first_turn(
        "ask: {player: self, options: {a: {quiet: true, do: [set: {n: 1}]}, never: {if: n > 0}}}",
        "ask: {player: self, options: {b: {}, c: {quiet: true, if: n == 0}}}",
    )
    game = tiny(text)
    assert (game.value("n"), game.options) == (1, ["b"])


# ---- faces

FACED = """
format: 1
id: faced
title: Faced
players: {min: 2, max: 2}
faces: [front, back]
face: side
values: {color: [red, blue], number: 0..9}
attributes: {color: color, number: number, wild: bool}
active: {color: {}, number: {}}
zones: {pile: {deck: true}, table: {}, hand: {each: player}}
variables: {side: {type: face, start: front}, n: int, seen: face}
cards:
  both: {faces: {front: {color: red, number: 1}, back: {color: blue, number: 2, wild: true}}}
  only_front: {face: {color: red, number: 3}}
  only_back: {faces: {back: {color: blue, number: 4, played: [set: {n: 40, seen: face}]}}}
deck: [{card: [both, only_front, only_back]}]
round: {deal: [move: {from: pile, to: seat(0).hand, count: 3, take: bottom}]}
"""


def faced(option: str, *steps: str) -> str:
    done = ", ".join([*steps, f"ask: {{player: self, options: {{on: {{}}, play: {option}}}}}"])
    return f"turn: {{choose: [{done}]}}\n"


@pytest.mark.parametrize("folded", [True, False], ids=["as table", "as code"])
@pytest.mark.parametrize(
    "option, front, back",
    [
        ("{cards: self.hand}", ["red 1 front", "red 3 front"], ["blue 2 back", "blue 4 back"]),
        ("{cards: self.hand, if: card.color == red}", ["red 1 front", "red 3 front"], []),
        ("{cards: self.hand, if: card.number > 1}", ["red 3 front"], ["blue 2 back", "blue 4 back"]),
        ("{cards: self.hand, if: not card.wild}", ["red 1 front", "red 3 front"], ["blue 4 back"]),
        (
            "{cards: self.hand, face: each}",
            ["red 1 front", "blue 2 back", "red 3 front", "blue 4 back"],
            ["red 1 front", "blue 2 back", "red 3 front", "blue 4 back"],
        ),
        (
            "{cards: self.hand, face: each, if: card.number > 1 and face == back}",
            ["blue 2 back", "blue 4 back"],
            ["blue 2 back", "blue 4 back"],
        ),
        ("{cards: self.hand, face: back}", ["blue 2 back", "blue 4 back"], ["blue 2 back", "blue 4 back"]),
        ("{cards: self.hand.top}", [], ["blue 4 back"]),
        ("{cards: self.hand, if: card.on(front).color == red}", ["red 1 front", "red 3 front"], ["blue 2 back"]),
    ],
)
def test_a_card_is_offered_for_each_of_its_faces(tiny, monkeypatch, option, front, back, folded):
    if not folded:
        monkeypatch.setattr(folder, "MAX_WORK", 0)
    game = tiny(faced(option), base=FACED)
    assert sorted(game.options) == sorted(["on", *(f"play {each}" for each in front)])
    game = tiny(faced(option, "set: {side: back}"), base=FACED)
    assert sorted(game.options) == sorted(["on", *(f"play {each}" for each in back)])


def test_the_chosen_face_is_played_and_acts(tiny):
    option = "{cards: self.hand, face: each, do: [lay: {card: card, face: face, to: table}, resolve: table]}"
    game = tiny(faced(option), base=FACED).take("play blue 4 back")
    assert (game.value("n"), game.value("seen"), game.value("active.color")) == (40, "back", "blue")
    game = tiny(faced(option.replace(", face: face", "")), base=FACED).take("play blue 4 back")
    assert (game.value("n"), game.value("seen")) == (40, "back")  # the face is chosen together with the card


@pytest.mark.parametrize("folded", [True, False], ids=["as table", "as code"])
@pytest.mark.parametrize(
    "question, front, back",
    [
        ("self.hand.count(card.color == blue)", 0, 2),
        ("self.hand.count(card.number > 0)", 2, 2),
        ("self.hand.count(card.wild)", 0, 1),
        ("self.hand.count(not card.wild)", 3, 2),
        ("self.hand.count(card.number is none)", 1, 1),
        ("self.hand.sum(card.number)", 4, 6),
        ("self.hand.sum(card.on(back).number)", 6, 6),
        ("self.hand.count(card.kind == both)", 1, 1),
    ],
)
def test_attributes_of_a_missing_face_are_missing(tiny, monkeypatch, question, front, back, folded):
    if not folded:
        monkeypatch.setattr(folder, "MAX_WORK", 0)
    for side, expected in (("front", front), ("back", back)):
        text = faced("{cards: table}", f"set: {{side: {side}}}", f"set: {{n: {question}}}")
        assert tiny(text, base=FACED).value("n") == expected


# ---- windows

WINDOW = "window: {players: others, options: {jump: {if: it.ready, do: [set: {n: n * 10 + 1, who: it}]}}}"
STATE = "variables: {n: int, who: player, ready: {type: bool, each: player}}\n"


def window(ready: str, **kinds: str) -> str:
    text = WINDOW
    for key, value in kinds.items():
        text = text.replace("options:", f"{key}: {value}, options:")
    return STATE + first_turn(f"set: {{{ready}}}", text)


def test_players_who_can_only_pass_are_not_asked(tiny):
    game = tiny(window("seat(2).ready: true"), players=4)
    assert (game.asked, game.options) == (2, ["jump", "pass"])
    game.take("jump")
    assert (game.value("n"), game.value("who"), game.options) == (1, 2, ["on"])
    assert tiny(window("seat(0).ready: true"), players=4).options == ["on"]


@pytest.mark.parametrize(
    "kinds, answers, n",
    [
        ({}, ["jump"], 1),  # the first player who acts ends the window
        ({}, ["pass", "jump"], 1),
        ({}, ["pass", "pass", "pass"], 0),
        ({"answers": "all"}, ["jump", "jump", "jump"], 111),
        ({"answers": "all"}, ["jump", "pass", "jump"], 11),
        ({"answers": "first"}, ["jump"], 1),
    ],
)
def test_first_or_all_answers(tiny, kinds, answers, n):
    game = tiny(window("seat(1).ready: true, seat(2).ready: true, seat(3).ready: true", **kinds), players=4)
    for seat, answer in enumerate(answers, start=1):
        assert game.asked == seat
        game.take(answer)
    assert (game.value("n"), game.options, game.asked) == (n, ["on"], 0)


def test_the_order_of_a_window(tiny):
    ready = "seat(1).ready: true, seat(2).ready: true, seat(3).ready: true"
    game = tiny(window(ready, after="seat(2)"), players=4)
    assert [game.asked, game.take("pass").asked, game.take("pass").asked] == [3, 1, 2]
    text = STATE + first_turn("change_direction", f"set: {{{ready}}}", WINDOW)
    game = tiny(text, players=4)
    assert [game.asked, game.take("pass").asked, game.take("pass").asked] == [3, 2, 1]


def test_a_window_with_an_explicit_pass(tiny):
    options = "{pass: {do: [set: {n: n + 100}]}, jump: {if: it.ready, do: [set: {n: 1}]}}"
    text = STATE + first_turn("set: {seat(2).ready: true}", f"window: {{players: others, options: {options}}}")
    game = tiny(text, players=3)
    assert (game.asked, game.value("n")) == (2, 100)  # P1 could only pass, and passed
    assert game.take("pass").value("n") == 200


def test_a_window_of_cards_without_a_holder(tiny):
    options = "{jump: {cards: it.hand, if: card.number == 1, do: [move: {card: card, to: table}, set: {who: it}]}}"
    text = (
        STATE
        + DEAL
        + first_turn(
            f"window: {{players: others, options: {options}}}", "window: {players: players - players, options: {a: {}}}"
        )
    )
    game = tiny(text)
    assert (game.asked, game.options) == (1, ["jump green 1", "pass"])
    game.take("jump green 1")
    assert (game.zone("table"), game.value("who"), game.options) == (["green 1"], 1, ["on"])


@pytest.mark.parametrize("answers, asked", [("first", 0), ("all", 2)])
def test_a_player_who_answers_and_leaves_has_answered(tiny, answers, asked):
    options = "{jump: {do: [set: {n: n + 1}, leave: it, set: {n: 99}]}}"
    game = tiny(STATE + first_turn(f"window: {{players: others, answers: {answers}, options: {options}}}"), players=4)
    game.take("jump")
    assert (game.asked, game.value("n")) == (asked, 1)


def test_stop_ends_a_window_and_not_the_enclosing_loop(tiny):
    options = "{jump: {do: [set: {n: n + 1}, stop]}}"
    loop = f"repeat: {{times: 2, do: [window: {{players: others, answers: all, options: {options}}}]}}"
    game = tiny(STATE + first_turn(loop), players=4)
    assert game.asked == 1
    assert game.take("jump").asked == 1  # the second iteration
    assert game.take("pass").asked == 2
    assert (game.take("jump").value("n"), game.options) == (2, ["on"])


# ---- choices

CHOSEN = """
format: 1
id: chosen
title: Chosen
players: {min: 2, max: 3}
values: {color: [red, blue], number: 0..9, size: [small, large]}
attributes: {color: color, number: number}
active: {color: {keep: true}}
zones: {pile: {deck: true}, table: {}, hand: {each: player}}
variables: {tint: color, big: size, whom: player, closed: bool}
cards:
  plain: {face: {color: red, number: $number}}
  wild: {face: {number: 8}, choices: [wish], played: [choose: wish, set: {tint: choice.wish}]}
  both:
    face: {number: 9}
    choices: [wish, extent]
    played: [choose: wish, choose: extent, set: {tint: choice.wish, big: choice.extent}]
  aimed: {face: {number: 7}, choices: [target], played: [choose: target, set: {whom: choice.target}]}
deck: [{card: plain, number: 1..2}, {card: [wild, both, aimed]}]
round: {deal: [move: {from: pile, to: seat(0).hand, count: 5, take: bottom}]}
turn:
  choose:
    - ask:
        player: self
        options:
          play: {cards: self.hand, do: [lay: {card: card, to: table}, resolve: table]}
          on: {}
"""


def chosen(announced: str = "false", condition: str = "") -> str:
    wish = f"{{of: color, announced: {announced}{condition}, verb: wish_for}}"
    others = f"extent: {{of: size, announced: {announced}}}, target: {{of: others, announced: {announced}}}"
    return f"choices: {{wish: {wish}, {others}}}\n"


def test_choices_are_asked_when_the_effect_needs_them(tiny):
    game = tiny(chosen(), base=CHOSEN)
    assert game.options == ["play red 1", "play red 2", "play 8", "play 9", "play 7", "on"]
    assert game.take("play 8").options == ["wish_for 0", "wish_for 1"]
    assert game.take("wish_for 1").value("tint") == "blue"


def test_two_choices_on_one_card_are_asked_one_after_the_other(tiny):
    game = tiny(chosen(), base=CHOSEN).take("play 9")
    assert game.take("wish_for 0").options == ["choose 0", "choose 1"]
    game.take("choose 1")
    assert (game.value("tint"), game.value("big")) == ("red", "large")


def test_announced_choices_multiply_the_options(tiny):
    game = tiny(chosen("true"), base=CHOSEN, players=3)
    pairs = [f"play 9 {a} {b}" for a in (0, 1) for b in (0, 1)]
    assert game.options == ["play red 1", "play red 2", "play 8 0", "play 8 1", *pairs, "play 7 1", "play 7 2", "on"]
    game.take("play 9 0 1")
    assert (game.value("tint"), game.value("big"), game.asked) == ("red", "large", 1)
    game.skip_turns(2).take("play 7 2")
    assert game.value("whom") == 2


def test_an_announced_choice_ends_with_the_turn(tiny):
    """An announced choice does not apply to the next card."""
    game = tiny(chosen("true"), base=CHOSEN).take("play 8 1")
    assert game.value("tint") == "blue"
    game.take("on").take("play 9 0 0")
    assert (game.value("tint"), game.value("big")) == ("red", "small")


@pytest.mark.parametrize("announced", ["true", "false"])
def test_a_choice_may_be_limited_to_some_values(tiny, announced):
    game = tiny(chosen(announced, ", if: it != active.color"), base=CHOSEN)
    game.take("play red 1").take("on")  # red is in force
    if announced == "true":
        assert [each for each in game.options if each.startswith("play 8")] == ["play 8 1"]
    else:
        assert game.take("play 8").options == ["wish_for 1"]


@pytest.mark.parametrize("announced", ["true", "false"])
@pytest.mark.parametrize("test", ["not closed", "1 == 2"])
def test_a_choice_without_allowed_values_is_not_asked(tiny, announced, test):
    """Without allowed values the play is offered without a choice, and the choice stays unknown."""
    game = tiny(
        chosen(announced, f", if: {test}"),
        base=CHOSEN.replace("closed: bool", "closed: {type: bool, start: true}"),
    )
    assert "play 8" in game.options
    assert (game.take("play 8").value("tint"), game.asked) == (None, 1)


def test_an_unannounced_choice_is_asked_when_needed(tiny):
    """A start card is not played, so its choice is asked when its effect needs it."""
    text = CHOSEN.replace("count: 5, take: bottom}]", "count: 5, take: bottom}], start: [wild_up]", 1)
    wild_up = "{if: card.kind == wild, then: [move: {card: card, to: table}]}"
    help_ = "help: The wild is turned up."
    effect = (
        f"effects: {{wild_up: {{{help_}, do: [for_each: {{in: seat(0).hand, do: [{wild_up}]}}, resolve: table]}}}}\n"
    )
    game = tiny(chosen("true") + effect, base=text)
    assert (game.options, game.asked) == (["wish_for 0", "wish_for 1"], 1)  # the dealer is the last seat
    game.take("wish_for 1")
    assert (game.value("tint"), game.asked) == ("blue", 0)


def test_choose_asks_the_named_player(tiny):
    text = CHOSEN.replace("played: [choose: wish, set", "played: [choose: {choice: wish, player: next}, set", 1)
    game = tiny(chosen(), base=text).take("play 8")
    assert (game.asked, game.turn_of) == (1, 0)
    assert game.take("wish_for 0").value("tint") == "red"
