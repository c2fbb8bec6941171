"""Tables set up by hand: named cards are where the scenario puts them, and the rest follows a fixed rule."""

from dataclasses import replace

import pytest

from tests.scenario.sheets import failures, passes, problems, run
from unoflex_rules import compile_ruleset, fast_is_available, load
from unoflex_rules.engine.backend import accel
from unoflex_rules.naming.program_names import NotFound, ProgramNames
from unoflex_rules.play.observation import pile
from unoflex_rules.program import layout as at
from unoflex_rules.scenario.position import Position
from unoflex_rules.scenario.table import NoCopyLeft, TableSetup

PROGRAM = compile_ruleset(load("classic"), 3)
NAMES = ProgramNames(PROGRAM)


def cards_of(state):
    """Return the cards of each zone, bottom first."""
    return [pile(PROGRAM, state, zone) for zone in range(len(PROGRAM.zones))]


def test_an_empty_table_has_every_card_in_one_zone():
    state = TableSetup(NAMES).state(seed=0, one_round=True)
    lying = [card for cards in cards_of(state) for card in cards]
    assert sorted(lying) == list(range(108))
    assert [len(cards) for cards in cards_of(state)] == [86, 1, 7, 7, 7]
    work = [0] * PROGRAM.work_size
    assert accel.plain().is_sound(state, PROGRAM.vector, work) == 1


def test_the_same_table_is_filled_in_the_same_way():
    assert TableSetup(NAMES).state(0, True) == TableSetup(NAMES).state(0, True)


def test_the_seed_alone_is_in_the_generator():
    one, other = TableSetup(NAMES).state(0, True), TableSetup(NAMES).state(1, True)
    words = range(at.S_RNG, at.S_RNG + 4)
    assert [slot for slot in range(len(one)) if one[slot] != other[slot] and slot not in words] == []
    assert one != other


def test_a_game_may_have_no_hands_and_no_discard_pile():
    vector, first = list(PROGRAM.vector), PROGRAM.vector[at.P_HANDS]
    vector[first : first + len(PROGRAM.zones)] = [at.NONE] * len(PROGRAM.zones)
    names = ProgramNames(replace(PROGRAM, vector=vector, laid_on=None))
    with pytest.raises(NotFound, match="no zone is the hand of P1"):
        names.hand(1)
    with pytest.raises(NotFound, match="no zone is a discard pile"):
        _ = names.discard


def test_a_card_is_taken_once():
    table = TableSetup(NAMES)
    looks = NAMES.looks("R5")
    assert table.take(looks) != table.take(looks)
    with pytest.raises(NoCopyLeft) as more:
        table.take(looks)
    assert more.value.copies == 2


def test_a_named_pile_is_the_whole_pile(tmp_path):
    passes(
        tmp_path,
        """
        table: {players: 3, top: R5, draw_pile: [B7, W], discard: [Y2, B9]}
        expect: {zones: {draw_pile: [B7, W], discard: [R5, Y2, B9]}, size: {draw_pile: 2}, hand_size: {P0: 7, P2: 7}}
        """,
    )


def test_three_dots_mean_the_rest_of_the_deck(tmp_path):
    passes(
        tmp_path,
        """
        table: {players: 3, top: R5, draw_pile: [B7, W, ...], hands: {P0: [R7, B1]}}
        play: [P0: draw]
        expect: {drew: {P0: [B7]}, size: {draw_pile: 90}}
        """,
    )


def test_the_rest_may_be_in_another_zone(tmp_path):
    passes(
        tmp_path,
        """
        table: {players: 3, top: R5, discard: [Y2, ...], hands: {P0: [R7, B1]}}
        expect: {size: {draw_pile: 0, discard: 92}, top: R5}
        """,
    )


def test_cards_may_be_counted_instead_of_named(tmp_path):
    passes(
        tmp_path,
        """
        table: {players: 3, top: R5, draw_pile: 4, discard: 2, hands: {P0: 3, P1: [R7], P2: 0}}
        expect: {hand_size: {P0: 3, P1: 1, P2: 0}, size: {draw_pile: 4, discard: 3}}
        """,
    )


def test_the_default_top_card_has_no_effect(tmp_path):
    passes(tmp_path, "expect: {top: R0, active: {color: red, number: 0}, hand_size: {P3: 7}, asked: P0}")


def test_active_follows_the_top_card_unless_set(tmp_path):
    passes(
        tmp_path,
        """
        table: {top: RS, active: {color: blue}}
        expect: {top: RS, active: {color: blue, symbol: skip, number: null}}
        """,
    )


def test_cards_may_be_named_by_their_titles(tmp_path):
    passes(
        tmp_path,
        """
        table: {top: red 5, hands: {P0: [green skip, blue draw two, wild]}}
        expect: {hands: {P0: [GS, B+2, W]}, top: R5}
        """,
    )


def test_seat_direction_turns_to_miss_and_variables(tmp_path):
    passes(
        tmp_path,
        """
        table:
          players: 4
          turn: P2
          direction: -1
          misses: {P1: 1}
          top: R5
          hands: {P2: [R7, B1, B2]}
          variables: {score: {P0: 480, P3: 2}, dealer: P1, waiting: 7}
        expect: {turn: P2, direction: -1, variables: {score: {P0: 480, P1: 0, P3: 2}, dealer: P1, waiting: 7}}
        steps:
          - play: [P2: play R7]
            expect: {turn: P0, happens: {passed_over: P1}}
        """,
    )


def test_cards_out_of_play_come_back_for_the_next_round(tmp_path):
    passes(
        tmp_path,
        """
        rounds: game
        table: {players: 2, top: R5, hands: {P0: [R7], P1: [B1]}, draw_pile: [], discard: []}
        play: [P0: play R7]
        expect: {round: 2, size: {draw_pile: 93, discard: 1}, hand_size: {P0: 7, P1: 7}}
        """,
    )


def test_a_scenario_may_begin_when_a_turn_is_over(tmp_path):
    passes(tmp_path, "from: turn_end\ntable: {players: 3, turn: P1, misses: {P2: 1}}\nexpect: {turn: P0}")


def test_a_scenario_may_begin_when_a_round_is_over(tmp_path):
    body = """
    from: round_end
    rounds: {rounds}
    table: {{players: 3, hands: {{P0: [], P1: [B7], P2: [W]}}, winners: P0, variables: {{score: {{P0: 450}}}}}}
    expect: {{variables: {{score: {{P0: 507}}}}, outcome: {{winners: [P0], reason: {reason}}}}}
    """
    passes(tmp_path, body.format(rounds="game", reason="target"))


def test_zones_of_the_player_on_turn_are_known_at_every_stage(tmp_path):
    (tmp_path / "mine.yaml").write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: classic\nvariables:\n  held: {type: 0..100, keep: game}\n"
        "round:\n  end+:\n    - set: {held: self.hand.size}\n",
        encoding="utf-8",
    )
    body = "from: round_end\ntable: {players: 3, turn: P1, hands: {P0: 1, P1: 5}}\nexpect: {variables: {held: 5}}"
    passes(tmp_path, body, ruleset="mine.yaml")


def test_a_scenario_may_begin_when_a_round_is_blocked(tmp_path):
    passes(
        tmp_path,
        """
        from: blocked
        table: {players: 3, hands: {P0: [R9], P1: [B7], P2: [W]}}
        expect: {outcome: {winners: [P1], reason: blocked}}
        """,
    )


@pytest.mark.skipif(not fast_is_available(), reason="needs the fast backend")
def test_both_backends_play_a_table_alike():
    state = TableSetup(NAMES).state(seed=3, one_round=False)
    plain, fast = Position(NAMES, state, "plain"), Position(NAMES, state, "fast")
    plain.begin()
    fast.begin()
    for step in range(60):
        assert list(map(int, fast.state)) == list(plain.state)
        assert fast.offers() == plain.offers()
        if not plain.options:
            break
        choice = plain.offers()[step % len(plain.offers())]
        plain.take(choice)
        fast.take(choice)
    assert plain.events() == fast.events()


# ---- what `game.start` sets ------------------------------------------------------------------------------------------

PARTNERS = """
format: 1
id: partners
title: Partners
extends: classic
players: {min: 4, max: 4}
variables:
  partner: {type: player, each: player, keep: game}
  lots: {type: int, keep: game}
  stake: {type: int, start: 1}
game:
  start:
    - for_each: {in: players, do: [set: {it.partner: it.after(2)}]}
    - set: {lots: 3, stake: 9}
    - ask: {player: seat(0), about: lots, options: {none: {do: [set: {lots: 0}]}, all: {do: [set: {lots: 5}]}}}
    - set: {lots: 7}
turn:
  end+: [draw: {player: self.partner, count: lots}]
"""


def test_variables_have_the_values_of_game_start(tmp_path):
    (tmp_path / "partners.yaml").write_text(PARTNERS, encoding="utf-8")
    passes(
        tmp_path,
        """
        table: {top: R5, hands: {P0: [R1, B2, B3]}}
        play: [P0: play R1]
        expect: {drew: {P2: 3}, variables: {stake: 1}}
        """,
        ruleset="partners.yaml",
    )
    passes(
        tmp_path,
        """
        table: {top: R5, hands: {P0: [R1, B2, B3]}, variables: {lots: 1, partner: {P0: P3}}}
        play: [P0: play R1]
        expect: {drew: {P3: 1}}
        """,
        ruleset="partners.yaml",
    )


# ---- cards that begin in other zones, and decisions before the deal --------------------------------------------------

OFFERED = """
format: 1
id: offered
title: Offered
extends: classic
zones: {box: {kept: true, visible: nobody}, offer: {visible: all}, gone: {kept: true, visible: all}}
card_state: {owner: player}
deck+: [{card: wild, copies: 3, zone: box}, {card: skip, color: each, copies: 2, zone: box}]
deck_size: 119
game: {start: [shuffle: box]}
round:
  +prepare:
    - move: {from: box, to: offer, count: 2}
    - ask:
        player: seat(0)
        about: pick
        options:
          take: {cards: offer, do: [set: {card.owner: seat(0)}, move: {card: card, to: draw_pile, put: bottom}]}
    - move: {from: offer, to: gone, count: all}
"""


@pytest.fixture
def offered(tmp_path):
    (tmp_path / "offered.yaml").write_text(OFFERED, encoding="utf-8")
    return {"ruleset": "offered.yaml"}


def test_cards_that_begin_elsewhere_stay_there(tmp_path, offered):
    passes(
        tmp_path,
        """
        table: {players: 3, top: R5}
        expect: {size: {box: 9, offer: 0, gone: 0, draw_pile: 86}, hand_size: {P0: 7, P1: 7, P2: 7}}
        """,
        **offered,
    )


def test_unnamed_cards_of_a_named_zone_are_out_of_play(tmp_path, offered):
    passes(
        tmp_path,
        """
        from: round_end
        rounds: game
        table: {players: 3, top: R5, winners: [P0], zones: {box: [RS, W]}}
        play: [P0: take RS]
        expect: {round: 2, size: {box: 0, draw_pile: 87}, zones: {gone: [W]}, hand_size: {P0: 7, P1: 7, P2: 7}}
        """,
        **offered,
    )


def test_three_dots_in_a_zone_mean_the_cards_that_begin_there(tmp_path, offered):
    passes(
        tmp_path,
        """
        table: {players: 3, top: R5, hands: {P0: [R1]}, zones: {box: [RS, W, ...]}, draw_pile: [R2, ...]}
        expect: {size: {box: 11, draw_pile: 92}}
        """,
        **offered,
    )


def test_questions_before_the_deal_keep_the_deal(tmp_path, offered):
    passes(
        tmp_path,
        """
        from: start
        table: {players: 3, top: G4, hands: {P0: [R1, R2], P2: [B9]}, draw_pile: [Y7], zones: {box: [GS, W]}}
        expect: {asked: {player: P0, about: pick, options: [take GS, take W]}, size: {box: 9}}
        steps:
          - play: [P0: take GS]
            expect: {asked: P0, top: G4, holds: {P0: [R1, R2], P2: [B9]}, zones: {gone: [W]}, cards: {GS: {owner: P0}}}
          - play: [P0: draw]
            expect: {holds: {P0: [Y7]}}
        """,
        **offered,
    )


def test_questions_before_a_later_deal_keep_the_deal(tmp_path, offered):
    passes(
        tmp_path,
        """
        table: {players: 2, top: R5, hands: {P0: [R3], P1: [B3]}, zones: {box: [GS, W, YS, W]}}
        next_rounds:
          - {top: R1, hands: {P0: [B1]}}
        play: [P0: play R3, P0: take GS]
        expect: {round: 2, top: R1, holds: {P0: [B1]}, size: {box: 2}}
        """,
        **offered,
    )


def test_other_cards_cannot_begin_in_such_a_zone(tmp_path, offered):
    body = """
        from: start
        table: {players: 3, top: G4, zones: {box: [BS, R9, W]}}
        expect: {asked: P0}
        """
    assert problems(tmp_path, body, **offered) == [("E605", "R9", None)]


@pytest.mark.parametrize("said", ["top: null", "discard: []"])
def test_a_discard_pile_may_be_empty(tmp_path, said):
    table = f"table: {{players: 2, {said}, hands: {{P0: [R5, B3, B4]}}}}\n"
    passes(tmp_path, table + "expect: {top: null, size: {discard: 0}, active: {color: null}}")
    assert failures(tmp_path, table + "expect: {top: R5}") == [("top", "R5", "no card")]
    assert failures(tmp_path, table.replace(said, "top: B5") + "expect: {top: null}") == [("top", "no card", "B5")]


@pytest.mark.parametrize(
    "body", ["table: {players: 2, top: null, discard: [R5]}", "from: start\ntable: {players: 2, top: null}"]
)
def test_an_empty_discard_pile_excludes_discards_and_a_start_card(tmp_path, body):
    assert problems(tmp_path, body + "\nexpect: {turn: P0}") == [("E605", "null", None)]


ALL_DEALT = """
format: 1
id: all
title: All are dealt
players: {min: 2, max: 4}
values: {number: 1..9}
attributes: {number: number}
zones: {stock: {deck: true}, discard: {visible: all}, hand: {each: player, visible: owner}}
cards: {plain: {face: {number: $number}}}
deck: [{card: plain, number: each, copies: 4}]
turn:
  choose:
    - ask: {player: self, options: {lay: {cards: self.hand, do: [lay: {card: card, to: discard}]}, no: {}}}
round:
  deal: [for_each: {in: players, do: [move: {from: stock, to: it.hand, count: 9}]}]
"""


def test_a_card_that_is_dealt_elsewhere_is_a_failure(tmp_path):
    """A top card in a game without a start card, and more cards for the pile than the deal leaves."""
    file = tmp_path / "all.yaml"
    file.write_text(ALL_DEALT)
    start = "from: start\ntable: {players: 4, %s}\nexpect: {turn: P0}"
    assert problems(tmp_path, start % "top: 5", ruleset=str(file)) == [("E605", "top", None)]
    assert problems(tmp_path, start % "draw_pile: [5]", ruleset=str(file)) == [("E605", "[5]", None)]
    passes(tmp_path, start.replace("4", "3") % "draw_pile: [5]", ruleset=str(file))


@pytest.mark.parametrize("turned_up, size", [("", 1), ("round: {start=: []}\n", 0)])
def test_a_top_card_needs_a_start_card(tmp_path, turned_up, size):
    text = "format: 1\nid: mine\ntitle: Mine\nextends: classic\n" + turned_up
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    body = f"expect: {{size: {{discard: {size}, draw_pile: {108 - 28 - size}}}}}"
    passes(tmp_path, body, ruleset="./mine.yaml")
    passes(tmp_path, "table: {top: R5}\nexpect: {top: R5, size: {discard: 1}}", ruleset="./mine.yaml")


@pytest.mark.parametrize(
    "text, side, lights",
    [("W", "light", "W/TSE"), ("wild", "light", "W/TSE"), ("W", "dark", "R2/W"), ("W5", "light", None)],
)
def test_a_name_means_a_card_by_the_face_in_force(tmp_path, text, side, lights):
    table = f"table: {{players: 2, top: R5, hands: {{P0: [{text}, R1]}}, variables: {{side: {side}}}}}\n"
    if lights is None:
        assert problems(tmp_path, f"{table}expect: {{turn: P0}}", ruleset="uno-flip") == [("E208", text, None)]
    else:
        passes(tmp_path, f"{table}expect: {{hands: {{P0: [{lights}, R1]}}}}", ruleset="uno-flip")


@pytest.mark.parametrize("text", ["U8/R1", "purple 8/red 1", "R1/U8"])
def test_faces_of_no_common_card_list_the_pairs(tmp_path, text):
    [problem] = run(tmp_path, f"table: {{hands: {{P0: [{text}]}}}}\nexpect: {{turn: P0}}", ruleset="uno-flip").problems
    assert str(problem.message) == f"no card has all of `{text}` on its faces"
    assert {"RR/U8", "BS/U8", "R1/OR", "R1/U6"} == set(problem.notes[0].removeprefix("known: ").split(", "))


def test_from_the_start_a_name_means_the_first_face(tmp_path):
    body = "from: start\ntable: {players: 2, top: W}\nexpect: {asked: {player: P0, about: color}}"
    passes(tmp_path, body, ruleset="uno-flip")


def test_a_name_may_mean_another_face(tmp_path):
    body = "table: {players: 2, hands: {P0: [W, W, W, W, W]}}\nexpect: {hands: {P0: [W/TSE, W/O7, W/U3, W/UR, R2/W]}}"
    passes(tmp_path, body, ruleset="uno-flip")
