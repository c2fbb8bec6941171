"""Statements that set: variables, values in force, carried attributes; chance; changes and state rules."""

import pytest

from tests.compiler.tiny import TINY, first_turn, problem_words, problems_of

ON = "ask: {player: self, options: {on: {}}}"


# ---- set


def test_a_multiple_set_reads_all_values_first(tiny):
    game = tiny(
        "variables: {a: {type: int, start: 1}, b: {type: int, start: 2}}\n" + first_turn("set: {a: b, b: a + b}")
    )
    assert (game.value("a"), game.value("b")) == (2, 3)


def test_a_multiple_set_reads_all_owners_first(tiny):
    text = "variables: {who: player, points: {type: int, each: player}, seen: {type: card, each: player}}\n"
    game = tiny(
        text
        + first_turn(
            "set: {who: next}", "set: {who: self, who.points: 5, who.seen: pile.top, self.points: who.points + 1}"
        )
    )
    assert game.value("who") == 0
    assert [game.value("points", seat) for seat in range(2)] == [1, 5]
    assert [game.value("seen", seat) for seat in range(2)] == [None, "blue 3"]


def test_active_values_and_variables_change_at_the_same_time(tiny):
    game = tiny(
        "variables: {was: color}\n"
        + first_turn("set: {active.color: red}", "set: {active.color: blue, was: active.color}")
    )
    assert (game.value("was"), game.value("active.color")) == ("red", "blue")


@pytest.mark.parametrize(
    "kind, value, found",
    [
        ("0..3", "n", 3),
        ("0..3", "0 - n", 0),
        ("0..3", "n - 8", 1),
        ("-2..2", "0 - n", -2),
        ("2..5", "0 * n", 2),
        ("int", "0 - n", -9),
        ("0..3", "1 if yes else 2", 2),
        ("0..3", "active.number", 0),  # missing counts as 0
        ("2..5", "active.number", 2),
    ],
)
def test_a_number_stays_within_its_range(tiny, kind, value, found):
    """A number declared as 0..3 is never 4, so it can index a table."""
    text = f"variables: {{v: {kind}, n: {{type: int, start: 9}}, yes: bool, each_v: {{type: {kind}, each: player}}}}\n"
    game = tiny(text + first_turn(f"set: {{v: {value}}}", f"set: {{next.each_v: {value}}}"))
    assert game.value("v") == game.value("each_v", 1) == found


def test_an_active_number_stays_within_its_range_or_is_missing(tiny):
    game = tiny(first_turn("set: {active.number: 5 + turn * 9}"))
    assert game.value("active.number") == 9
    assert tiny(first_turn("set: {active.number: none}")).value("active.number") == -1


def test_a_counter_at_its_limit_indexes_its_table(tiny):
    text = """
variables: {n: 0..3}
turn:
  start: [set: {n: n + 1}]
  choose: [ask: {player: self, options: {on: {}, play: {cards: pile, if: card.number == n}}}]
"""
    game = tiny(text)
    for expected in (1, 2, 3, 3, 3):
        assert {each for each in game.options if each != "on"} == {
            f"play {c} {expected}" for c in ("red", "green", "blue")
        }
        game.take("on")


@pytest.mark.parametrize(
    "kind, start",
    [
        ("1..3", 1),
        ("-3..-1", -1),
        ("0..3", 0),
        ("-2..2", 0),
        ("int", 0),
        ("bool", False),
        ("color", None),
        ("player", None),
        ("players", set()),
        ("card", None),
    ],
)
def test_default_values_of_variables(tiny, kind, start):
    game = tiny(f"variables: {{v: {kind}, each_v: {{type: {kind}, each: player}}}}\n" + first_turn("shuffle: pile"))
    assert game.value("v") == game.value("each_v", 1) == start


def test_a_variable_of_no_player_is_not_set(tiny):
    game = tiny(
        "variables: {who: player, n: {type: int, each: player}, m: {type: int, start: 4}}\n"
        + first_turn("set: {who.n: 7, self.n: 1}")
    )
    assert [game.value("n", 0), game.value("n", 1), game.value("m")] == [1, 0, 4]


def test_cards_carry_separate_attributes(tiny):
    text = "card_state: {marked: bool, uses: {type: 0..2, default: 1}}\nvariables: {n: int, who: player}\n"
    game = tiny(
        text
        + first_turn(
            "set: {pile.top.marked: true, pile.bottom.uses: 9 * turn, who.hand.top.marked: true}",
            "move: {from: pile, to: self.hand}",
            "set: {n: pile.count(card.marked) * 100 + self.hand.count(card.marked) * 10 + pile.bottom.uses}",
        )
    )
    assert game.value("n") == 12
    assert [game.value("marked", card) for card in range(9)] == [False] * 8 + [True]
    assert [game.value("uses", card) for card in range(9)] == [2] + [1] * 8


def test_initial_carried_attributes_may_depend_on_the_print(tiny):
    state = "charges: {type: 0..9, default: 2 * card.number if card.color == green else 1}"
    game = tiny(
        f"card_state: {{{state}, of: {{type: players, default: players}}}}\n" + first_turn("change_direction"),
        players=3,
    )
    assert [game.value("charges", card) for card in range(9)] == [1, 1, 1, 2, 4, 6, 1, 1, 1]
    assert [game.value("of", card) for card in range(9)] == [{0, 1, 2}] * 9


def test_cards_carry_sets_of_players(tiny):
    text = "card_state: {of: players}\nvariables: {n: int, who: players, none_yet: bool}\n"
    game = tiny(
        text
        + first_turn(
            "set: {none_yet: pile.top.of is none, pile.top.of: self + next, pile.bottom.of: others}",
            "set: {pile.top.of: pile.top.of - self}",
            "set: {n: pile.count(card.of.count > 0) * 10 + pile.count(next in card.of), who: pile.top.of}",
        ),
        players=3,
    )
    assert (game.value("n"), game.value("who"), game.value("none_yet")) == (22, {1}, True)


# ---- chance


def seen(tiny, step, kind):
    """Return the results of a step in forty games."""
    game = tiny(f"variables: {{v: {kind}, who: player, n: int}}\n" + first_turn(step, "set: {v: x}"), players=3)
    return {game.begin(seed).value("v") for seed in range(40)}


@pytest.mark.parametrize(
    "step, kind, values",
    [
        ("random: {as: x, below: 3}", "int", {0, 1, 2}),
        ("random: {as: x, below: 1}", "int", {0}),
        ("random: {as: x, below: n}", "int", {0}),
        ("random: {as: x, below: n - 5}", "int", {0}),
        ("random: {as: x, of: color}", "color", {"red", "green", "blue"}),
        ("random: {as: x, of: others}", "player", {1, 2}),
        ("random: {as: x, of: players - players}", "player", {None}),
        ("random: {as: x, of: who}", "player", {None}),
        ("random: {as: x, weights: {red: 1, blue: 2}}", "color", {"red", "blue"}),
        ("random: {as: x, weights: {red: 0, blue: 1}}", "color", {"blue"}),
        ("random: {as: x, of: 2..4}", "int", {2, 3, 4}),
        ("random: {as: x, weights: {0: 2, 3: 1}}", "int", {0, 3}),
        ("random: {as: x, weights: {-2: 1, 50: 1}}", "int", {-2, 50}),
        ("random: {as: x, weights: {7: 1}}", "int", {7}),
        ("random: {as: x, weights: {7: n + 1, 8: n - 1}}", "int", {7}),
        ("random: {as: x, weights: {7: pile.size, 8: self.hand.size, 9: 3}}", "int", {7, 9}),
        ("random: {as: x, weights: {red: n, green: pile.size, blue: 1 + 1}}", "color", {"green", "blue"}),
        ("random: {as: x, weights: {red: n, blue: n - 3}}", "color", {None}),
        ("random: {as: x, weights: {1: n}}", "int", {0}),  # a missing number counts as 0
        ("random: {as: x, of: pile}", "card", {f"{c} {n}" for c in ("red", "green", "blue") for n in (1, 2, 3)}),
        ("random: {as: x, of: self.hand}", "card", {None}),
        ("random: {as: x, of: who.hand}", "card", {None}),
        ("random: {as: x, of: table}", "card", {None}),
    ],
)
def test_random(tiny, step, kind, values):
    assert seen(tiny, step, kind) == values


def test_weights_are_used(tiny):
    text = "variables: {v: color}\n" + first_turn("random: {as: x, weights: {red: 1, green: 9}}", "set: {v: x}")
    game = tiny(text)
    reds = sum(game.begin(seed).value("v") == "red" for seed in range(100))
    assert 2 <= reds <= 22


def test_computed_weights_are_used(tiny):
    step = "random: {as: x, weights: {0: pile.size // 9, 1: pile.size}}"
    game = tiny("variables: {v: int}\n" + first_turn(step, "set: {v: x}"))
    assert 2 <= sum(game.begin(seed).value("v") == 0 for seed in range(100)) <= 22


def test_weighted_outcomes_are_usable_as_numbers(tiny):
    step = "random: {as: x, weights: {0: 1, 2: 1}}"
    then = "{if: x > 1 or x == 0, then: [move: {from: pile, to: table, count: x + 1}]}"
    game = tiny(first_turn(step, then))
    assert {len(game.begin(seed).zone("table")) for seed in range(20)} == {1, 3}


def test_each_card_of_a_zone_is_equally_likely(tiny):
    """The zone follows other piles in memory, and belongs to a computed player."""
    moves = "move: {from: pile, to: next.hand, count: 2}"
    game = tiny(
        "variables: {v: card}\n" + first_turn(moves, "random: {as: x, of: next.hand}", "set: {v: x}"), players=3
    )
    found = [game.begin(seed).value("v") for seed in range(60)]
    assert set(found) == set(game.zone("hand", 1)) and len(set(found)) == 2
    assert 15 <= found.count(found[0]) <= 45


@pytest.mark.parametrize(
    "step, problems",
    [
        ("random: {as: x}", ["E102 random"]),
        ("random: {as: x, of: color, weights: {red: 1}}", ["E302 {red: 1}"]),
        ("random: {as: x, of: color, below: 3}", ["E302 3"]),
        ("random: {as: x, weights: {red: 0, blue: 0}}", ["E104 {red: 0, blue: 0}"]),
        ("random: {as: x, weights: {red: -1, blue: 2}}", ["E104 {red: -1, blue: 2}"]),
        ("random: {as: x, weights: {-1: n, 2: n}}", ["E104 {-1: n, 2: n}"]),
        ("random: {as: x, weights: {1: m}}", ["E201 m"]),
        ("random: {as: x, weights: {1: true}}", ["E302 true"]),
        ("random: {as: x, weights: {}}", ["E104 weights"]),
        ("random: {as: x, of: colr}", ["E205 colr -> color"]),
        ("random: {as: x, of: tabel}", ["E206 tabel -> table"]),
        ("random: {as: x, of: othres}", ["E204 othres -> others"]),
        ("random: {as: x, of: [0, 0, 2]}", ["E103 [0, 0, 2]"]),
        ("random: {as: x, of: self.hand.top}", ["E302 self.hand.top"]),
        ("for_each: {in: [red, blue], do: []}", ["E103 [red, blue]"]),
        ("for_each: {in: colr, do: []}", ["E205 colr -> color"]),
        ("for_each: {in: -1..3, do: []}", ["E104 -1..3"]),
        ("for_each: {in: color, after: self, do: []}", ["E302 self"]),
    ],
)  # fmt: skip
def test_mistakes_with_random_are_reported(tmp_path, step, problems):
    assert problem_words(f"{TINY}variables: {{n: int}}\n{first_turn(step)}", tmp_path) == problems


def test_outcomes_that_are_words_cannot_be_compared_with_numbers(tmp_path):
    steps = "random: {as: luck, weights: {none_of_them: 12, two: 1}}", "{if: luck > 1, then: [reverse_it]}"
    text = TINY + first_turn(steps[0], steps[1].replace("reverse_it", "change_direction"))
    (problem,) = problems_of(text, tmp_path)
    assert problem.code == "E302" and "weights: {0: 12, 2: 1, 3: 2}" in problem.notes[0]


def test_a_player_drawn_from_no_players_is_no_player(tiny):
    """No player has no hand, so nothing moves there."""
    game = tiny(first_turn("random: {as: x, of: players - players}", "move: {from: pile, to: x.hand}"))
    assert len(game.zone("pile")) == 9


# ---- changes and state rules

RULED = """
variables: {a: int, b: int, hits: int, level: {type: int, each: player}}
state_rules:
  - {if: a == 1 and b == 0, then: [set: {hits: hits + 1, b: 9}]}
"""


@pytest.mark.parametrize(
    "steps, hits",
    [
        (["set: {a: 1}"], 1),  # after the change
        (["set: {a: 1, b: 1}"], 0),  # both at the same time
        (["set: {a: 1}", "set: {b: 1}"], 1),  # one after the other
        (["together: [set: {a: 1}, set: {b: 1}]"], 0),  # declared as one change
        (["together: [set: {a: 1}]"], 1),
        (["for_each: {in: players, do: [set: {a: 1}, set: {b: 1}]}"], 0),  # only sets: one change
        (["for_each: {in: players, do: [set: {a: 1}, shuffle: pile, set: {b: 1}]}"], 1),
        (["repeat: {times: 1, do: [set: {a: 1}, set: {b: 1}]}"], 1),  # not a for_each
        (["together: [{if: turn == 1, then: [set: {a: 1}]}, repeat: {times: 2, do: [set: {b: 1}]}]"], 0),
        (["set: {a: 2}"], 0),
        (
            ["set: {a: 1}", "set: {b: 0}", "set: {b: 0}"],
            2,
        ),  # b is 9, then 0: the condition holds again, then 9, and again
    ],
)
def test_a_state_rule_is_checked_after_each_change(tiny, steps, hits):
    expected = 3 if hits == 2 else hits
    assert tiny(RULED + first_turn(*steps)).value("hits") == expected


def test_changing_all_players_is_one_change(tiny):
    """If all players are toggled, a rule about all of them must not act halfway."""
    text = """
variables: {up: {type: bool, each: player}, hits: int}
state_rules:
  - {if: players.all(it.up), then: [set: {hits: hits + 1}, for_each: {in: players, do: [set: {it.up: false}]}]}
"""
    turned = "for_each: {in: players, do: [set: {it.up: not it.up}]}"
    game = tiny(text + first_turn("set: {seat(0).up: true, seat(1).up: true}", turned, turned), players=3)
    assert game.value("hits") == 0  # true true false -> false false true -> true true false: never all
    game = tiny(text + first_turn(turned), players=3)
    assert (game.value("hits"), [game.value("up", seat) for seat in range(3)]) == (1, [False] * 3)


def test_a_rule_for_each_player_knows_the_player(tiny):
    text = """
variables: {level: {type: int, each: player}, last: player, hits: int}
state_rules:
  - {if: it.level > 2, each: player, then: [set: {it.level: 0, last: it, hits: hits + 1}]}
"""
    game = tiny(text + first_turn("set: {seat(1).level: 3, seat(2).level: 2, seat(0).level: 5}"), players=3)
    assert game.value("hits") == 2
    assert [game.value("level", seat) for seat in range(3)] == [0, 0, 2]


def test_rules_act_on_changes_by_rules(tiny):
    text = """
variables: {a: int, b: int, c: int}
state_rules:
  - {if: b == 1, then: [set: {b: 0, c: c + 1}]}
  - {if: a == 1, then: [set: {a: 0, b: 1}]}
"""
    game = tiny(text + first_turn("set: {a: 1}"))
    assert (game.value("a"), game.value("b"), game.value("c")) == (0, 0, 1)


@pytest.mark.parametrize(
    "condition, step",
    [
        ("table.size == 1", "move: {from: pile, to: table}"),
        ("pile.size < 9", "move: {card: pile.top, to: table}"),
        ("table.size == 9", "move: {count: all, from: pile, to: table}"),
        ("active.color == blue", "lay: {card: pile.top, to: table}"),
        ("active.color == red", "set: {active.color: red}"),
        ("active.color == red", "set: {active: pile.bottom}"),
        ("direction == -1", "change_direction"),
        ("self.next == seat(2)", "change_direction"),
        ("self == seat(1)", "take_turn: next"),
        ("players.count == 2", "leave: next"),
        ("players.any(it.n == 3)", "set: {next.n: 3}"),
        ("pile.top.marked", "set: {pile.top.marked: true}"),
        ("kept is none and ready", "move: {from: pile, to: table}"),
        ("table.any(card.number == 3)", "move: {from: pile, to: table}"),
        ("choice.wish == red", "set: {choice.wish: red}"),
        ("self.hand.size == 2", "for_each: {in: players, do: [move: {from: pile, to: it.hand, count: 2}]}"),
        ("seat(1).hand.size == 1", "together: [move: {from: pile, to: next.hand}]"),
    ],
)
def test_a_rule_sees_every_kind_of_change(tiny, condition, step):
    text = f"""
card_state: {{marked: bool}}
choices: {{wish: {{of: color}}}}
variables: {{n: {{type: int, each: player}}, kept: card, ready: bool, hits: int}}
state_rules:
  - {{if: {condition} and hits == 0, then: [set: {{hits: 1}}]}}
"""
    ready = "set: {kept: pile.top, ready: true}"
    game = tiny(text + first_turn(ready, step), players=3)
    assert game.value("hits") == 1
    assert tiny(text + first_turn(ready), players=3).value("hits") == 0


def test_rules_that_trigger_each_other_are_stopped_at_their_line(tiny):
    text = """
variables: {a: int}
state_rules:
  - {if: a == 1, then: [set: {a: 2}]}
  - {if: a == 2, then: [set: {a: 1}]}
"""
    game = tiny(text + first_turn("set: {a: 1}"))
    assert game.status == "broken"
    head = TINY.count("\n")
    assert game.stopped_at() in (head + 4, head + 5)


def test_rules_are_not_checked_during_the_deal(tiny):
    text = "variables: {hits: int}\nstate_rules: [{if: table.size == 1 and hits == 0, then: [set: {hits: 1}]}]\n"
    dealt = "round: {deal: [move: {from: pile, to: table}, move: {from: pile, to: table}]}\n"
    assert tiny(text + dealt + first_turn("shuffle: pile")).value("hits") == 0
    at_once = "round: {deal: [move: {from: pile, to: table}], start: [move: {from: pile, to: table}]}\n"
    assert tiny(text + at_once + first_turn("shuffle: pile")).value("hits") == 1
    started = "round: {deal: [shuffle: pile], start: [move: {from: pile, to: table}]}\n"
    assert tiny(text + started + first_turn("shuffle: pile")).value("hits") == 1


def test_a_rule_may_ask_and_the_interrupted_play_continues(tiny):
    """The choice of the first decision is still known after another decision in between."""
    text = """
variables: {n: int, kept: card, alarm: bool}
state_rules:
  - if: alarm
    then:
      - set: {alarm: false}
      - ask: {player: next, options: {yes: {do: [set: {n: n + 1}]}, other: {cards: table, do: []}}}
turn:
  start: [{if: turn == 1, then: [move: {from: pile, to: self.hand, count: 3}, move: {from: pile, to: table}]}]
  choose:
    - ask:
        player: self
        options:
          play: {cards: self.hand, do: [set: {alarm: true}, move: {card: card, to: table}, set: {kept: card}]}
          on: {}
"""
    game = tiny(text)
    game.take("play blue 2")
    assert (game.asked, game.options) == (1, ["yes", "other green 3"])
    game.take("other green 3")
    assert (game.zone("table"), game.value("kept")) == (["green 3", "blue 2"], "blue 2")
