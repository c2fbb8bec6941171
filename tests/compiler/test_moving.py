"""Statements that move and show cards: move, shuffle, lay, resolve, reveal; and remembered cards."""

import pytest

from tests.compiler.tiny import TURN, first_turn

# The pile of the tiny ruleset, bottom first.
PILE = [f"{color} {number}" for color in ("red", "green", "blue") for number in (1, 2, 3)]


# ---- move: some cards


@pytest.mark.parametrize(
    "step, pile, table",
    [
        ("{from: pile, to: table}", PILE[:8], ["blue 3"]),
        ("{from: pile, to: table, count: 3}", PILE[:6], ["blue 3", "blue 2", "blue 1"]),
        ("{from: pile, to: table, count: 2}", PILE[:7], ["blue 3", "blue 2"]),
        ("{from: pile, to: table, take: bottom}", PILE[1:], ["red 1"]),
        ("{from: pile, to: table, count: 3, put: bottom}", PILE[:6], ["blue 1", "blue 2", "blue 3"]),
        ("{from: pile, to: table, count: 3, take: bottom, put: bottom}", PILE[3:], ["red 3", "red 2", "red 1"]),
        ("{from: pile, to: table, count: 0}", PILE, []),
        ("{from: pile, to: table, count: zero}", PILE, []),
        ("{from: pile, to: table, count: 0 - 5}", PILE, []),
        ("{from: pile, to: table, count: 99}", [], PILE[::-1]),
        ("{from: side, to: table}", PILE, []),
        ("{from: side, to: table, count: 2}", PILE, []),
        ("{from: side, to: table, count: 99}", PILE, []),
        # to the same zone: the top card goes to the bottom
        ("{from: pile, to: pile, put: bottom}", ["blue 3", *PILE[:8]], []),
        ("{from: pile, to: pile, count: 3}", PILE, []),
        ("{from: nobody.hand, to: table}", PILE, []),
        ("{from: pile, to: nobody.hand}", PILE, []),
        # between other cards
        ("{from: pile, to: pile, put: middle}", [*PILE[:4], "blue 3", *PILE[4:8]], []),
        ("{from: pile, to: table, put: middle}", PILE[:8], ["blue 3"]),
        ("{from: pile, to: table, count: 4, put: middle}", PILE[:5], ["blue 2", "green 3", "blue 1", "blue 3"]),
        ("{card: pile.bottom, to: pile, put: middle}", [*PILE[1:5], "red 1", *PILE[5:]], []),
        ("{from: side, to: pile, put: anywhere}", PILE, []),
        ("{from: pile, to: table, put: anywhere}", PILE[:8], ["blue 3"]),
        # one named card
        ("{card: pile.bottom, to: table}", PILE[1:], ["red 1"]),
        ("{card: side.top, to: table}", PILE, []),
        ("{card: none, to: table}", PILE, []),
        ("{card: pile.top, to: pile, put: bottom}", ["blue 3", *PILE[:8]], []),
        # a whole pile
        ("{from: pile, to: table, count: all}", [], PILE),
        ("{from: pile, to: table, count: all, order: reversed}", [], PILE[::-1]),
        ("{from: pile, to: table, count: all, keep: 2}", PILE[7:], PILE[:7]),
        ("{from: pile, to: table, count: all, keep: 99}", PILE, []),
        ("{from: pile, to: table, count: all, keep: 0 - 1}", [], PILE),
        ("{from: side, to: table, count: all}", PILE, []),
        ("{from: pile, to: pile, count: all, order: reversed}", PILE[::-1], []),
        ("{from: pile, to: pile, count: all, order: reversed, keep: 1}", ["blue 3", *PILE[7::-1]], []),
    ],
)
def test_move(tiny, step, pile, table):
    game = tiny(first_turn(f"move: {step}") + "variables: {nobody: player, zero: int}\n")
    assert (game.zone("pile"), game.zone("table")) == (pile, table)


@pytest.mark.parametrize(
    "order, put, expected",
    [
        ("kept", "top", ["blue 3", "red 1", "red 2"]),
        ("reversed", "top", ["blue 3", "red 2", "red 1"]),
        ("kept", "bottom", ["red 1", "red 2", "blue 3"]),
        ("reversed", "bottom", ["red 2", "red 1", "blue 3"]),
    ],
)
def test_a_block_keeps_its_order_on_top_and_at_the_bottom(tiny, order, put, expected):
    game = tiny(
        first_turn(
            "move: {from: pile, to: table}",
            "move: {from: pile, to: side, count: 2, take: bottom}",
            f"move: {{from: side, to: table, count: all, order: {order}, put: {put}}}",
        )
    )
    assert game.zone("table") == expected


def test_a_pile_moved_shuffled_has_the_same_cards_in_another_order(tiny):
    orders = set()
    for seed in range(5):
        step = "move: {from: pile, to: table, count: all, order: shuffled}"
        game = tiny(first_turn(step), seed=seed)
        assert sorted(game.zone("table")) == sorted(PILE)
        orders.add(tuple(game.zone("table")))
    assert len(orders) == 5


# ---- a name for the card that moved


@pytest.mark.parametrize(
    "step, kept",
    [
        ("{from: pile, to: table, as: it_moved}", "blue 3"),
        ("{from: pile, to: table, count: 2, as: it_moved}", "blue 2"),
        ("{from: pile, to: table, count: 3, as: it_moved}", "blue 1"),
        ("{card: pile.top, to: table, as: it_moved}", "blue 3"),
        ("{card: pile.bottom, to: pile, as: it_moved}", "red 1"),
        # the last card that moved, also if fewer moved
        ("{from: pile, to: table, count: 99, as: it_moved}", "red 1"),
        ("{from: side, to: table, as: it_moved}", None),
        ("{from: side, to: table, count: 2, as: it_moved}", None),
        ("{from: side, to: table, count: zero + 9, as: it_moved}", None),
        ("{from: pile, to: table, count: 0, as: it_moved}", None),
        ("{from: pile, to: table, count: zero, as: it_moved}", None),
        ("{card: side.top, to: table, as: it_moved}", None),
    ],
)
def test_the_last_moved_card_has_a_name(tiny, step, kept):
    game = tiny(
        first_turn("set: {kept: pile.top}", f"move: {step}", "set: {kept: it_moved}")
        + "variables: {kept: card, zero: int}\n",
    )
    assert game.value("kept") == kept


@pytest.mark.parametrize(
    "move", ["{card: pile.top, to: table", "{from: pile, to: table", "{from: pile, to: table, count: 1 + zero"]
)
def test_the_name_lasts_until_the_end_of_the_list(tiny, move):
    """Later computations do not change it."""
    busy = "set: {zero: pile.count(card.number == zero) * players.sum(it.hand.size * 2) - pile.sum(card.number - 1)}"
    game = tiny(
        first_turn(f"move: {move}, as: moved}}", busy, "set: {kept: moved}") + "variables: {kept: card, zero: int}\n"
    )
    assert game.value("kept") == "blue 3"


def test_the_name_is_the_only_card_if_one_of_two_moved(tiny):
    game = tiny(
        first_turn(
            "move: {from: pile, to: side}", "move: {from: side, to: table, count: 2, as: last}", "set: {kept: last}"
        )
        + "variables: {kept: card}\n"
    )
    assert game.value("kept") == "blue 3"


def test_a_missing_card_causes_at_most_one_event_per_card(tiny):
    """A07: missing cards are not moved a thousand times."""
    game = tiny(first_turn("move: {from: pile, to: table, count: 2000}", "move: {from: pile, to: table, count: 2000}"))
    assert len(game.events("move")) == 9


# ---- remembered cards


def test_a_variable_forgets_a_card_that_leaves_its_zone(tiny):
    text = "variables: {kept: card, here: {type: card, each: player}}\n" + first_turn(
        "set: {kept: pile.top, self.here: pile.top, next.here: pile.bottom}"
    ).replace("options: {on: {}}", "options: {on: {}, go: {do: [move: {card: kept, to: table}]}}")
    game = tiny(text)
    assert (game.value("kept"), game.value("here", 0), game.value("here", 1)) == ("blue 3", "blue 3", "red 1")
    game.take("on")
    assert game.value("kept") == "blue 3"
    game.take("go")
    assert (game.value("kept"), game.value("here", 0), game.value("here", 1)) == (None, None, "red 1")
    assert game.take("go").zone("table") == ["blue 3"]  # no card is remembered, no card moves


def test_a_card_remembered_again_in_its_current_zone_is_kept(tiny):
    game = tiny(
        "variables: {kept: card, seen: card}\n"
        + first_turn("set: {kept: pile.top}", "move: {from: pile, to: table}", "set: {kept: table.top, seen: kept}")
    )
    assert (game.value("kept"), game.value("seen")) == ("blue 3", None)  # set at the same time: seen is the old card


def test_a_card_moved_within_its_zone_stays_remembered(tiny):
    game = tiny(
        "variables: {kept: card}\n"
        + first_turn("set: {kept: pile.top}", "move: {from: pile, to: pile, put: bottom}", "shuffle: pile")
    )
    assert game.value("kept") == "blue 3"


def test_a_variable_without_a_card_is_empty(tiny):
    game = tiny(
        "variables: {none_such: player, here: {type: card, each: player}, kept: card}\n"
        + first_turn("set: {self.here: pile.top}", "set: {none_such.here: pile.bottom}", "set: {kept: none_such.here}")
    )
    assert (game.value("kept"), game.value("here", 0), game.value("here", 1)) == (None, "blue 3", None)


# ---- shuffle and reveal


def test_shuffle_keeps_the_cards_and_depends_on_the_seed(tiny):
    first, again, other = (tiny(first_turn("shuffle: pile"), seed=seed) for seed in (1, 1, 2))
    assert first.zone("pile") == again.zone("pile") != PILE
    assert sorted(first.zone("pile")) == sorted(PILE)
    assert other.zone("pile") != first.zone("pile")


@pytest.mark.parametrize(
    "step",
    [
        "shuffle: side",
        "shuffle: nobody.hand",
        "shuffle: {zone: side}",
        "shuffle: {zone: pile, face: front}",
        "shuffle: {zone: nobody.hand, face: front}",
        "reveal: {cards: side, to: players}",
        "reveal: {cards: side.top, to: self}",
        "reveal: {cards: nobody.hand, to: players}",
        "reveal: {cards: pile, to: nobody}",
    ],
)
def test_shuffling_or_showing_nothing_changes_nothing(tiny, step):
    game = tiny("variables: {nobody: player}\n" + first_turn(step))
    assert game.zone("pile") == PILE
    assert [card for card, seats, *_ in game.events("reveal") if seats] == []


@pytest.mark.parametrize(
    "step, cards, seats",
    [
        ("{cards: pile.top, to: next}", [8], 0b010),
        ("{cards: table, to: others}", [8, 7], 0b110),
        ("{cards: self.hand, to: players}", [0], 0b111),
    ],
)
def test_reveal_names_its_audience(tiny, step, cards, seats):
    moves = "move: {from: pile, to: table, count: 2, take: top}", "move: {from: pile, to: self.hand, take: bottom}"
    before = moves if "pile" not in step else ()
    game = tiny(first_turn(*before, f"reveal: {step}"), players=3)
    assert sorted((card, to) for card, to, *_ in game.events("reveal")) == sorted((card, seats) for card in cards)


# ---- lay, resolve, values in force -----------------------------------------------------------------------------------

KINDS = """
format: 1
id: kinds
title: Kinds
players: {min: 2, max: 4}
values: {color: [red, green, blue], number: 0..9}
attributes: {color: color, number: number, strength: {type: 1..5, default: 3}}
active: {color: {keep: true}, number: {}, strength: {}, tune: {type: 0..9}, mood: {type: color, keep: true}}
zones: {pile: {deck: true}, table: {visible: all}, hand: {each: player}}
variables: {acted: int, by: player, what: card}
cards:
  plain: {face: {color: $color, number: $number}}
  loud: {face: {number: 7}, strength: 5, played: [set: {acted: acted + 1, by: self, what: card, active.mood: red}]}
deck:
  - {card: plain, color: red, number: 4}
  - {card: loud}
  - {card: plain, color: [green, blue], number: 1}
"""


def test_a_played_card_sets_active_and_previous_values(tiny):
    game = tiny(
        first_turn(
            "set: {active.tune: 5, active.mood: green}",
            "lay: {card: pile.bottom, to: table}",
            "lay: {card: pile.bottom, to: table}",
        ),
        base=KINDS,
    )
    assert game.zone("table") == ["red 4", "7"]
    assert game.value("active.color") == "red"  # kept: the second card has no colour
    assert game.value("active.number") == 7
    assert game.value("active.strength") == 5
    assert game.value("active.tune") == 0  # reset, since it is not declared to stay
    assert game.value("active.mood") == "green"  # stays
    assert game.value("acted") == 0  # played without its effect


def test_values_in_force_before_the_first_card(tiny):
    game = tiny(TURN, base=KINDS)
    names = ("color", "number", "strength", "tune", "mood")
    assert [game.value(f"active.{name}") for name in names] == [None, -1, 1, 0, None]


def test_previous_values_are_those_at_the_time_of_the_play(tiny):
    game = tiny(
        first_turn(
            "lay: {card: pile.bottom, to: table}",
            "set: {active.color: blue}",
            "lay: {card: pile.bottom, to: table}",
            "set: {active.color: green}",
            "set: {acted: before.number}",
            "{if: before.color == blue, then: [set: {by: next}]}",
        ),
        base=KINDS,
    )
    assert (game.value("acted"), game.value("by")) == (4, 1)


@pytest.mark.parametrize(
    "steps, acted",
    [
        (["lay: {card: pile.bottom, to: table}", "resolve: table"], 0),  # a plain card has no effect
        (["move: {from: pile, to: table, take: bottom}"] * 2 + ["resolve: table"], 1),
        (["resolve: table"], 0),  # the zone is empty
        (["resolve: by.hand"], 0),
        (["move: {from: pile, to: table, take: bottom}"] * 2 + ["resolve: table", "resolve: table"], 2),
        # a third card covers it in between and acts instead
        (["move: {from: pile, to: table, take: bottom}"] * 3 + ["resolve: table"], 0),
    ],
)
def test_resolve_runs_the_effect_of_the_top_card(tiny, steps, acted):
    game = tiny(first_turn(*steps), base=KINDS)
    assert game.value("acted") == acted


def test_the_effect_knows_its_card_and_its_player(tiny):
    game = tiny(first_turn(*["move: {from: pile, to: table, take: bottom}"] * 2, "resolve: table"), base=KINDS)
    assert (game.value("what"), game.value("by"), game.value("active.mood")) == ("7", 0, "red")


@pytest.mark.parametrize("step", ["lay: {card: by.hand.top, to: table}", "lay: {card: none, to: table}"])
def test_playing_no_card_changes_nothing(tiny, step):
    game = tiny(first_turn("set: {active.color: blue}", step), base=KINDS)
    assert (game.zone("table"), game.value("active.color")) == ([], "blue")
    assert game.events("lay") == []


def test_active_set_to_a_card_has_the_values_of_its_face(tiny):
    game = tiny(first_turn("set: {active.color: blue}", "set: {active: pile.bottom}"), base=KINDS)
    assert (game.value("active.color"), game.value("active.number")) == ("red", 4)
    assert game.zone("table") == []


# ---- moves into a pile -----------------------------------------------------------------------------------------------


def test_a_card_is_put_at_a_random_place_and_others_keep_their_order(tiny):
    places = []
    game = tiny(first_turn("move: {from: pile, to: pile, put: anywhere}"))
    for seed in range(400):
        pile = game.begin(seed).zone("pile")
        places.append(pile.index("blue 3"))
        assert [card for card in pile if card != "blue 3"] == PILE[:8]
    counts = [places.count(place) for place in range(9)]
    assert min(counts) > 20
    assert max(counts) < 80


def test_the_place_of_the_card_is_reported(tmp_path):
    from tests.compiler.tiny import TINY, TURN
    from tests.replaying import Replay
    from unoflex_rules.compiler import compile_ruleset
    from unoflex_rules.language.ruleset import load
    from unoflex_rules.play.game import Game

    steps = ", ".join(f"move: {{from: pile, to: table, put: {put}}}" for put in ("top", "bottom", "middle", "anywhere"))
    path = tmp_path / "tiny.yaml"
    path.write_text(f"{TINY}{TURN}round: {{start: [{steps}]}}\n", encoding="utf-8")
    game = Game(compile_ruleset(load(path), 2))
    told = [str(event) for event in game.events() if event.kind == "move"]
    assert [text.partition(" goes from pile to ")[2] for text in told] == [
        "table", "the bottom of table", "the middle of table", "some place in table",
    ]  # fmt: skip
    replay = Replay(game.program)
    replay.follow(game.events())
    replay.agrees_with(game)
    assert replay.mixed == {"table"}


def test_a_whole_pile_goes_to_an_end(tmp_path):
    from tests.compiler.tiny import TINY, problem_words

    text = TINY + first_turn("move: {from: pile, to: table, count: all, put: middle}")
    assert problem_words(text, tmp_path) == ["E302 middle"]
