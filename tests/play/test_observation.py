"""The view of a seat on states and events. Not here: the promise that hidden cards never show (promises.py)."""

import json
import random

import pytest

import unoflex_rules as ur
from tests.play.small import TURN, Game, ruleset, sentences, small, texts
from tests.play.test_actions import FACES
from tests.promises import permuted
from unoflex_rules.play.observation import pile
from unoflex_rules.program import layout as at


def shown(view):
    """Return a zone as text: its cards, or its size and the known cards."""
    if view.cards is not None:
        return [str(card) for card in view.cards]
    return {"size": view.size, "top": str(view.top)} if view.top else view.size


# ---- zones -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "declared, seen_by_owner, seen_by_other",
    [
        ("visible: owner", ["green 2", "green 1"], 2),
        ("visible: others", 2, ["green 2", "green 1"]),
        ("visible: all", ["green 2", "green 1"], ["green 2", "green 1"]),
        ("visible: nobody", 2, 2),
        ("visible: nobody, top: all", {"size": 2, "top": "green 1"}, {"size": 2, "top": "green 1"}),
        ("visible: owner, top: all", ["green 2", "green 1"], {"size": 2, "top": "green 1"}),
        ("visible: all, top: nobody", ["green 2", "green 1"], ["green 2", "green 1"]),
    ],
)
def test_a_zone_shows_its_cards_to_the_declared_players(tmp_path, declared, seen_by_owner, seen_by_other):
    more = "  start: [move: {from: pile, to: seat(0).heap, count: 2}]\n" + TURN
    swap = ("  table:", f"  heap: {{each: player, {declared}}}\n  table:")
    game = small(tmp_path, more, swap=swap)
    assert [shown(game.observation(seat).zone("heap", 0)) for seat in (0, 1)] == [seen_by_owner, seen_by_other]
    assert shown(game.observation(0).zone("heap", 1)) in ([], 0)


def test_a_seat_sees_its_own_hand_and_the_sizes_of_all(tmp_path):
    game = small(tmp_path)
    game.apply("play blue 3")
    for seat, hand in ((0, ["blue 2"]), (1, ["blue 1", "green 3"])):
        seen = game.observation(seat)
        assert [str(card) for card in seen.hand] == hand
        assert shown(seen.zone("hand", 1 - seat)) == len(game.hand(1 - seat))
        assert (shown(seen.zone("pile")), shown(seen.zone("table"))) == (5, ["blue 3"])
        assert (seen.active, seen.turn, seen.turn_of, seen.round) == ({"color": "blue", "number": 3}, 2, 1, 1)
    with pytest.raises(KeyError):
        game.observation(0).zone("heap")


def test_visible_faces_depend_on_the_face_in_force(tmp_path):
    game = Game(ruleset(tmp_path, FACES.replace("SIGHT", "{front: owner, back: others}").replace("FACE", "side")))
    own, other = (game.observation(seat).zone("hand", 0) for seat in (0, 1))
    assert [card.faces for card in own.cards][1:3] == [(("light", "red 3"),), (("light", "red 1"),)]
    assert [card.faces for card in other.cards][1:3] == [(("dark", "green 4"),), (("dark", "green 2"),)]
    assert [card.front for card in (*own.cards, *other.cards)] == [True] * 4 + [False] * 4
    turned = game.state
    turned[game.program.face_slot] = 1
    assert [str(card) for card in game.at_state(turned).observation(0).hand] == [
        "red 7",
        "green 4",
        "green 2",
        "green 1",
    ]
    assert game.observation(0).face == "light" and game.at_state(turned).observation(1).face == "dark"


# ---- private options and knowledge -----------------------------------------------------------------------------------


def test_only_the_player_asked_sees_the_options(tmp_path):
    game = small(tmp_path)
    asked, other = game.observation(0), game.observation(1)
    assert [str(each) for each in asked.options] == texts(game) and other.options == ()
    assert (asked.to_decide, other.to_decide, other.about) == (0, 0, "turn")


VARIABLES = (
    "  start: [set: {seat(0).traps: 5, seat(1).traps: 6, dark: 7, seat(0).saved: seat(0).hand.top, open: 8}]\n"
    + TURN
    + """
variables:
  traps: {type: int, each: player, visible: owner}
  dark: {type: int, visible: nobody}
  saved: {type: card, each: player}
  open: int
"""
)


def test_a_variable_is_visible_to_the_declared_players(tmp_path):
    game = small(tmp_path, VARIABLES)
    assert [game.observation(seat).variables["traps"] for seat in (0, 1)] == [[5, None], [None, 6]]
    assert all("dark" not in game.observation(seat).variables for seat in (0, 1))
    assert game.observation(1).variables["open"] == 8
    assert sentences(game, 0, "set") == ["P0's traps becomes 5", "open becomes 8"]
    assert sentences(game, 1, "set") == ["P1's traps becomes 6", "open becomes 8"]
    assert "dark becomes 7" in sentences(game, None, "set")


def test_a_card_variable_reveals_no_more_than_the_cards_zone(tmp_path):
    game = small(tmp_path, VARIABLES)
    assert game.observation(0).variables["saved"] == ["blue 2", None]
    assert game.observation(1).variables["saved"] == ["a card", None]


WINDOW = (
    TURN.replace("take:", "wait: {do: []}\n          take:").rstrip()
    + """
  window:
    - window:
        players: others
        about: snap
        options:
          snap: {cards: it.hand, if: card.number == active.number, do: [take_turn: it, lay: {card: card, to: table}]}
"""
)


def test_the_player_asked_in_a_window_is_private_until_they_act(tmp_path):
    game = small(tmp_path, WINDOW, players=3)  # P0: blue 3, blue 2; P1: blue 1, green 3; P2: green 2, green 1
    game.apply("play blue 3")
    assert game.to_decide == 1 and game.decision.private and texts(game) == ["snap green 3", "pass"]
    before = {seat: (sentences(game, seat), game.observation(seat).as_json()) for seat in (0, 2)}
    assert all(seen["to_decide"] is None and seen["about"] is None for _, seen in before.values())
    assert (game.observation(1).to_decide, game.observation(1).about) == (1, "snap")
    passed, snapped = game.copy(), game.copy()
    passed.apply("pass")
    assert sentences(passed, 1)[-2:] == ["P1: pass", "turn 2: P1"]
    for seat in (0, 2):  # the events are the same as if no player had been asked
        assert sentences(passed, seat) == [*before[seat][0], "turn 2: P1"]
    snapped.apply("snap green 3")
    assert sentences(snapped, 2)[len(before[2][0]) :][:4] == [
        "P1: snap a card",
        "the turn is P1's",
        "green 3 is laid on table",
        "green 3 goes from P1.hand to table",
    ]


# ---- events ----------------------------------------------------------------------------------------------------------


def test_a50_another_players_card_is_an_unknown_card(tmp_path):
    game = small(tmp_path)
    game.apply("take")
    assert sentences(game, None)[-2:] == sentences(game, 0)[-2:] == ["green 2 goes from pile to P0.hand", "turn 2: P1"]
    assert sentences(game, 1)[-2:] == ["a card goes from pile to P0.hand", "turn 2: P1"]
    assert game.events(1)[1].as_json() == {
        "kind": "move", "card": None, "zone": "pile", "to": "P0.hand", "end": "top",
    }  # fmt: skip


def test_a_card_that_was_or_becomes_visible_is_named(tmp_path):
    more = (
        """\
  start:
    - move: {from: pile, to: table, count: 3}
    - move: {from: table, to: seat(1).hand}
    - move: {from: table, to: pile, put: bottom}
"""
        + TURN
    )
    game = small(tmp_path, more)
    assert sentences(game, 0, "move")[4:] == [
        "green 2 goes from pile to table",
        "green 1 goes from pile to table",
        "red 3 goes from pile to table",
        "red 3 goes from table to P1.hand",
        "green 1 goes from table to the bottom of pile",
    ]


def test_a_visible_top_card_is_named_only_if_taken_from_the_top(tmp_path):
    more = (
        """\
  start:
    - move: {from: pile, to: seat(1).hand}
    - move: {from: pile, to: seat(1).hand, take: bottom}
"""
        + TURN
    )
    game = small(tmp_path, more, swap=("deck: true, visible: nobody", "deck: true, visible: nobody, top: all"))
    assert sentences(game, 0, "move")[4:] == ["green 2 goes from pile to P1.hand", "a card goes from pile to P1.hand"]


REVEAL = TURN.replace("rest: {do: []}", "look: {do: [reveal: {cards: next.hand, to: self}]}")


def test_a_revealed_card_stays_known_until_it_moves(tmp_path):
    game = small(tmp_path, REVEAL, players=3)
    game.apply("look")
    hand = [str(card) for card in game.hand(1)]
    assert sentences(game, 0, "reveal") == [f"{card} is shown to P0" for card in reversed(hand)]
    assert sentences(game, 2, "reveal") == ["a card is shown to P0"] * 2
    assert sorted(map(str, game.observation(0).zone("hand", 1).shown)) == sorted(hand)
    assert game.observation(2).zone("hand", 1).shown == () and game.observation(1).zone("hand", 1).shown == ()
    assert game.copy().observation(0) == game.observation(0)
    game.apply(f"play {hand[0]}")
    assert [str(card) for card in game.observation(0).zone("hand", 1).shown] == hand[1:]
    for _ in range(3):
        game.apply("take")
    assert [str(card) for card in game.observation(0).zone("hand", 1).shown] == hand[1:]


def test_a_hand_that_moved_as_a_block_is_no_longer_known(tmp_path):
    swapping = (
        REVEAL.rstrip()
        + """
          give: {do: [move: {count: all, from: self.hand, to: next.hand}]}
"""
    )
    game = small(tmp_path, swapping, players=3)
    game.replay([3])
    assert game.observation(0).zone("hand", 1).shown
    game.apply("give")
    assert all(zone.shown == () for zone in game.observation(0).zones)


def test_a50_seeds_generators_and_the_order_of_piles_are_hidden():
    # B15
    secrets = ("seed", "rng", "index", "digest", "number=")
    game = Game(ur.load("classic"), 3, seed=987654321, index=1234567)
    game.replay([0] * 5)
    for seat in range(3):
        heard = json.dumps([game.observation(seat).as_json(), [event.as_json() for event in game.events(seat)]])
        assert "987654321" not in heard and "1234567" not in heard
        assert not [word for word in secrets if f'"{word}' in heard]
        assert '"number": ' not in json.dumps([event.as_json() for event in game.events(seat) if event.kind == "move"])


def test_a50_states_that_differ_only_in_hidden_parts_look_equal_to_the_player():
    # including the words of the legal actions
    game = Game(ur.load("classic"), 3, seed=5)
    game.replay([0] * 3)
    seat = game.to_decide
    other = game.at_state(permuted(game, seat, random.Random(8)))
    assert other.state != game.state and other.hand(seat - 1) != game.hand(seat - 1)
    assert other.observation(seat) == game.observation(seat)
    assert texts(other) == texts(game)


def test_a50_the_draw_of_another_card_looks_the_same_to_other_players():
    game = Game(ur.load("classic"), 3, seed=5)
    state, program = game.state, game.program
    # swap the top card of the draw pile, which matches, with the card below, which does not match
    cards = pile(program, state, 0)
    top = program.vector[at.P_PILE] + len(cards) - 1
    state[top], state[top - 1] = state[top - 1], state[top]
    other = game.at_state(state)
    drawn = []
    for each in (game, other):
        each.apply("draw")
        drawn.append("keep" in texts(each))
        if drawn[
            -1
        ]:  # the player keeps the playable card as if it did not match, and others do not learn of the question
            assert each.observation(1).to_decide is None
            each.apply("keep")
    assert sorted(drawn) == [False, True]
    assert sentences(game, 0) != sentences(other, 0)
    for seat in (1, 2):
        assert [each.as_json() for each in game.events(seat)] == [each.as_json() for each in other.events(seat)]
        assert game.observation(seat) == other.observation(seat)
