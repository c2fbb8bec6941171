"""Control: if, for_each over players and cards, repeat, stop; and players who leave inside them."""

import pytest

from tests.compiler.tiny import TINY, first_turn

# `seen` collects seats or numbers as digits; P0 has the first turn.
SEEN = "variables: {seen: int, n: int, who: player}\n"


def note(what: str) -> str:
    return f"set: {{seen: seen * 10 + {what}}}"


NUMBERED = """
variables:
  seen: int
  n: int
  who: player
  number: {type: int, each: player}
round: {start: [set: {seat(0).number: 4, seat(1).number: 1, seat(2).number: 2, seat(3).number: 3}]}
"""


# ---- if


@pytest.mark.parametrize(
    "test, seen",
    [
        ("n == 0", 1),
        ("n == 1", 2),
        ("1 == 1", 1),  # constant condition: the other branch is removed
        ("1 == 2", 2),
        ("n == 0 and turn == 1", 1),
        ("n == 1 or turn == 1", 1),
        ("not (n == 0 and turn == 1)", 2),
        ("not (n == 1 or turn == 2)", 1),
        ("(n == 1 or turn == 1) and (n == 0 or turn == 2)", 1),
        ("n < 0 or n > 0", 2),
        ("who is none", 1),
        ("who is not none", 2),
        ("n <= 0 and n >= 0 and n != 1", 1),
    ],
)
def test_if(tiny, test, seen):
    step = f"{{if: {test}, then: [{note('1')}], else: [{note('2')}]}}"
    assert tiny(SEEN + first_turn(step)).value("seen") == seen
    alone = f"{{if: {test}, then: [{note('1')}]}}"
    assert tiny(SEEN + first_turn(alone)).value("seen") == (1 if seen == 1 else 0)


# ---- for each player


@pytest.mark.parametrize(
    "loop, seen",
    [
        ("in: players", 1234),  # from the next player on, self last
        ("in: others", 123),
        ("in: players, after: next", 2341),
        ("in: players, after: previous", 4123),
        ("in: next", 1),
        ("in: self", 4),
        ("in: who", 0),
        ("in: none", 0),
        ("in: players - players", 0),
        ("in: next + previous", 13),
        ("in: players.only(it.number > 2)", 34),
        ("in: players, after: who", 4123),  # after no player: from the first seat on
    ],
)
def test_for_each_follows_the_order_of_play(tiny, loop, seen):
    game = tiny(NUMBERED + first_turn(f"for_each: {{{loop}, do: [{note('it.number')}]}}"), players=4)
    assert game.value("seen") == seen


def test_for_each_can_go_in_reverse(tiny):
    steps = "change_direction", f"for_each: {{in: players, do: [{note('it.number')}]}}"
    assert tiny(NUMBERED + first_turn(*steps), players=4).value("seen") == 3214


def test_seats_and_direction_are_fixed_at_the_start_of_a_loop(tiny):
    body = f"[{note('it.number')}, change_direction, set: {{it.next.number: 9}}]"
    loop = f"for_each: {{in: players.only(it.number < 4), do: {body}}}"
    assert tiny(NUMBERED + first_turn(loop), players=4).value("seen") == 129


def test_for_each_inside_for_each(tiny):
    inner = f"for_each: {{in: others, as: one, do: [{note('one.number')}]}}"
    game = tiny(
        NUMBERED + first_turn(f"for_each: {{in: next + previous, do: [{note('it.number')}, {inner}]}}"), players=3
    )
    assert game.value("seen") == 112212
    hidden = f"for_each: {{in: next, do: [for_each: {{in: previous, do: [{note('it.number')}]}}, {note('it.number')}]}}"
    assert tiny(NUMBERED + first_turn(hidden), players=3).value("seen") == 21


# ---- for each card

PILED = "move: {from: pile, to: self.hand, count: 3, take: bottom}"  # red 1, red 2, red 3


@pytest.mark.parametrize(
    "loop, seen",
    [
        (f"in: self.hand, do: [{note('card.number')}]", 321),
        (f"in: self.hand, as: one, do: [{note('one.number')}]", 321),
        (f"in: table, do: [{note('card.number')}]", 0),
        (f"in: who.hand, do: [{note('card.number')}]", 0),
        (f"in: self.hand, do: [{note('card.number')}, move: {{card: card, to: table}}]", 321),
        (f"in: self.hand, do: [{note('card.number')}, move: {{card: card, to: self.hand}}]", 321),
        (f"in: self.hand, do: [{note('card.number')}, move: {{from: pile, to: self.hand}}]", 321),
        # the next card below leaves: it is not visited, and the current card is not visited again
        (f"in: self.hand, do: [{note('card.number')}, move: {{from: self.hand, to: table, take: bottom}}]", 32),
        (f"in: self.hand, do: [{note('card.number')}, {{if: card.number == 2, then: [stop]}}]", 32),
        (f"in: self.hand, do: [{note('card.number')}, move: {{count: all, from: self.hand, to: table}}]", 3),
    ],
)
def test_for_each_visits_cards_from_the_top_down(tiny, loop, seen):
    assert tiny(SEEN + first_turn(PILED, f"for_each: {{{loop}}}")).value("seen") == seen


# ---- repeat


@pytest.mark.parametrize(
    "loop, seen",
    [
        ("times: 3", 3),
        ("times: n", 0),
        ("times: 0 - 4", 0),
        ("times: 1", 1),
        ("times: 5, while: seen < 2", 2),
        ("times: 1, while: seen < 0", 0),
        ("while: seen < 4", 4),
        ("while: 1 == 2", 0),
        ("times: 2 + n", 2),
        ("times: 2 + seen", 2),  # the count is fixed at the start
    ],
)
def test_repeat(tiny, loop, seen):
    assert tiny(SEEN + first_turn(f"repeat: {{{loop}, do: [set: {{seen: seen + 1}}]}}")).value("seen") == seen


def test_an_endless_loop_is_stopped_at_its_line(tiny):
    game = tiny(SEEN + "turn:\n  choose:\n    - repeat:\n        while: n == 0\n        do: [shuffle: pile]\n")
    assert game.status == "broken"
    assert 21 <= game.stopped_at() <= 24


# ---- stop


def test_stop_leaves_the_innermost_loop(tiny):
    inner = f"repeat: {{times: 9, do: [{note('1')}, {{if: seen % 100 == 11, then: [stop]}}]}}"
    game = tiny(SEEN + first_turn(f"repeat: {{times: 2, do: [{inner}, {note('2')}]}}"))
    assert game.value("seen") == 112112
    loop = f"for_each: {{in: players, do: [{note('it.number')}, {{if: it.number == 2, then: [stop]}}]}}"
    assert tiny(NUMBERED + first_turn(loop, note("9")), players=4).value("seen") == 129


def test_stop_in_a_loop_over_cards_continues_with_the_next_player(tiny):
    deal = "for_each: {in: players, do: [move: {from: pile, to: it.hand, count: 2, take: bottom}]}"
    cards = f"for_each: {{in: it.hand, do: [{note('card.number')}, stop]}}"
    text = NUMBERED + first_turn(deal, f"for_each: {{in: players, do: [{cards}, {note('it.number')}]}}")
    # P0 is also seat(3), and so number 3; hands from the bottom: P1 red 1 2, P2 red 3 green 1, P0 green 2 3
    assert tiny(text, players=3).value("seen") == 211233


def test_loops_continue_after_a_question_inside_them(tiny):
    ask = f"ask: {{player: it, options: {{yes: {{do: [{note('it.number')}]}}, no: {{do: [stop]}}}}}}"
    game = tiny(
        NUMBERED + first_turn(f"repeat: {{times: 2, do: [for_each: {{in: others, do: [{ask}]}}, {note('9')}]}}"),
        players=3,
    )
    assert game.asked == 1
    assert game.take("yes").asked == 2
    assert game.take("yes").asked == 1
    assert game.take("no").options == ["on"]
    assert game.value("seen") == 1299


# ---- leaving inside loops --------------------------------------------------------------------------------------------

LEAVING = """
variables: {seen: int, number: {type: int, each: player}}
moments: {drawn: {who: player}}
effects:
  draw_cards:
    help: Players draw.
    params: {who: players, count: int}
    do:
      - for_each:
          in: who
          do:
            - repeat:
                times: count
                do:
                  - move: {from: pile, to: it.hand}
                  - fire: {moment: drawn, given: {who: it}}
triggers:
  - at: drawn
    do: [{if: who.hand.size == 2 and who.number == 1, then: [leave: who]}]
round: {start: [set: {seat(0).number: 4, seat(1).number: 1, seat(2).number: 2, seat(3).number: 3}]}
"""


def test_leaving_during_a_draw_ends_that_players_draw(tiny):
    """P1 leaves at the second card and gets no third; the others get all of theirs, and the turn continues."""
    game = tiny(LEAVING + first_turn("draw_cards: {who: others, count: 3}", note("1")), players=3)
    assert [len(game.zone("hand", seat)) for seat in range(3)] == [0, 2, 3]
    assert (game.value("seen"), game.options, game.asked) == (1, ["on"], 0)
    assert game.take("on").asked == 2


def test_leaving_inside_nested_loops_ends_the_outermost_step_of_that_player(tiny):
    gone = "{if: one.number == 2 and it.number == 1, then: [leave: it]}"
    inner = f"for_each: {{in: others, as: one, do: [{note('one.number')}, {gone}]}}"
    game = tiny(NUMBERED + first_turn(f"for_each: {{in: players, do: [{inner}, {note('9')}]}}"), players=3)
    # P1's step: 1, 2, and then P1 leaves, without the 9; the others' steps skip P1
    assert game.value("seen") == 122929


def test_leaving_of_another_player_does_not_interrupt(tiny):
    loop = f"for_each: {{in: players, do: [{note('it.number')}, {{if: it.number == 1, then: [leave: it.next]}}]}}"
    assert tiny(NUMBERED + first_turn(loop), players=4).value("seen") == 134


def test_leaving_ends_the_players_turn_at_once(tiny):
    """The rest of the loop, of the part and the end of the turn are skipped."""
    step = "{if: it.number == 2, then: [leave: self]}"
    text = first_turn(f"for_each: {{in: others, do: [{step}, {note('it.number')}]}}", note("7"))
    game = tiny(NUMBERED + text + f"  end: [{{if: turn == 1, then: [{note('8')}]}}]\n", players=3)
    assert (game.value("seen"), game.asked) == (1, 1)


def test_the_last_player_continues_alone(tiny):
    text = first_turn("for_each: {in: others, do: [leave: it]}").replace("{on: {}}", "{on: {}, wait: {}}")
    game = tiny(NUMBERED + text, players=3)
    assert (game.asked, game.take("on").asked, game.take("on").asked) == (0, 0, 0)


def test_the_round_ends_when_all_have_left(tiny):
    game = tiny(NUMBERED + first_turn("for_each: {in: players, do: [leave: it]}"), players=3)
    assert (game.status, game.winners) == ("over", set())


@pytest.mark.parametrize("who", ["who", "none"])
def test_leaving_of_no_player_changes_nothing(tiny, who):
    game = tiny(NUMBERED + first_turn(f"leave: {who}", note("players.count")), players=3)
    assert game.value("seen") == 3


def test_a_player_leaves_only_once(tiny):
    game = tiny(NUMBERED + first_turn("leave: next", "leave: seat(1)", note("players.count")), players=3)
    assert (game.value("seen"), len(game.events("leave"))) == (2, 1)


def test_a_player_who_left_the_round_is_in_the_next_but_not_after_leaving_the_game(tiny):
    text = (
        NUMBERED
        + """
turn:
  choose:
    - ask:
        player: self
        options:
          on: {}
          out: {do: [leave: next]}
          gone: {do: [leave: {player: next, the: game}]}
          over: {do: [finish: round]}
"""
    )
    game = tiny(text, players=3, one_round=False)
    game.take("out")
    assert game.asked == 2
    game.take("over")
    assert game.take("on").asked == 1
    game.take("gone")
    assert game.asked == 0
    assert game.take("over").asked == 1
    assert game.take("on").asked == 0  # P2 has left the game


def test_an_effect_of_a_card_inside_a_loop_keeps_the_loop(tiny):
    """After the effect, which has a loop itself, a player's leaving still ends the enclosing step."""
    act = f"played: [for_each: {{in: players, do: [{note('1')}]}}]"
    base = TINY.replace("number: $number}}", f"number: $number}}, {act}}}", 1)
    step = f"resolve: table, leave: it, {note('9')}"
    text = SEEN + first_turn("move: {from: pile, to: table}", f"for_each: {{in: others, do: [{step}]}}")
    game = tiny(text, base=base, players=3)
    assert (game.value("seen"), game.options) == (11111, ["on"])  # three players act, then two
    deep = f"for_each: {{in: self, as: me, do: [for_each: {{in: others, do: [{step}]}}, resolve: table]}}"
    game = tiny(SEEN + first_turn("move: {from: pile, to: table}", deep, "resolve: table"), base=base, players=3)
    assert game.value("seen") == 1111111  # and then one, twice


# ---- for_each over the values of a type


@pytest.mark.parametrize(
    "loop, seen",
    [
        ("in: 1..4, do: [set: {seen: seen * 10 + it}]", 1234),
        ("in: 0..0, do: [set: {seen: seen * 10 + it + 7}]", 7),
        ("in: number, as: k, do: [{if: k > 2 and k < 5, then: [set: {seen: seen * 10 + k}]}]", 34),
        ("in: color, do: [set: {seen: seen * 10 + pile.count(card.color == it)}]", 333),
        ("in: color, do: [{if: it == green, then: [stop]}, set: {seen: seen + 1}]", 1),
        ("in: color, as: one, do: [for_each: {in: color, do: [{if: one == it, then: [set: {seen: seen + 1}]}]}]", 3),
        ("in: color, do: [for_each: {in: players, as: who_, do: [set: {seen: seen + 1}]}]", 6),
        ("in: nothing, do: [set: {seen: 9}]", 0),
    ],
)  # fmt: skip
def test_for_each_visits_values(tiny, loop, seen):
    text = SEEN + first_turn(f"for_each: {{{loop}}}")
    base = TINY.replace("number: 0..9}", "number: 0..9, nothing: []}")
    assert tiny(text, base=base).value("seen") == seen


def test_a_decision_may_be_asked_for_each_value(tiny):
    ask = "ask: {player: self, options: {yes: {do: [set: {seen: seen * 10 + 1 + n}]}, no: {}}}"
    table = tiny(SEEN + first_turn(f"for_each: {{in: color, do: [set: {{n: pile.count(card.color == it)}}, {ask}]}}"))
    table.take("yes").take("no").take("yes")
    assert (table.value("seen"), table.options) == (44, ["on"])


def test_a_loop_over_values_with_only_sets_is_one_change(tiny):
    rules = "state_rules: [{if: n == 2, then: [set: {seen: 1, n: 0}]}]\n"
    sets = "set: {n: n + 1}"
    assert tiny(SEEN + rules + first_turn(f"for_each: {{in: color, do: [{sets}]}}")).value("seen") == 0
    moves = "move: {from: pile, to: table}"
    assert tiny(SEEN + rules + first_turn(f"for_each: {{in: color, do: [{sets}, {moves}]}}")).value("seen") == 1
