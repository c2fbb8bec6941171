"""Games from their start with a stacked deck: the deal, the start card, and the first effects."""

import pytest

from tests.scenario.sheets import failures, passes, problems, run
from unoflex_rules import compile_ruleset, load
from unoflex_rules.engine.zones import shuffle
from unoflex_rules.naming.program_names import ProgramNames
from unoflex_rules.play.observation import pile
from unoflex_rules.program import layout as at
from unoflex_rules.scenario.deal_order import destinations
from unoflex_rules.scenario.table import put, stacked

PROGRAM = compile_ruleset(load("classic"), 3)
DECK = PROGRAM.vector[at.P_DECK_ZONE]


def shuffled(state, times=1, zone=DECK):
    """Return the deck's zone from the top after the shuffle."""
    work = [0] * PROGRAM.work_size
    for _ in range(times):
        shuffle(state, PROGRAM.vector, work, zone)
    return pile(PROGRAM, state, zone)[::-1]


def test_the_first_shuffle_leaves_a_stacked_deck_unchanged():
    wanted = list(range(107, -1, -1))
    assert shuffled(stacked(PROGRAM, 5, True, wanted)) == wanted


def test_later_shuffles_cut_one_card():
    wanted = list(range(108))
    assert shuffled(stacked(PROGRAM, 5, True, wanted), times=3) == [*wanted[2:], 0, 1]


def test_a_deck_that_is_not_stacked_is_shuffled():
    state = stacked(PROGRAM, 5, True, list(range(108)))
    state[at.S_STACKED] = 0
    assert shuffled(state) != list(range(108))
    assert sorted(shuffled(state)) == list(range(108))


def test_other_zones_are_not_shuffled_before_a_stacked_deck():
    state = stacked(PROGRAM, 5, True, list(range(108)))
    first, size = PROGRAM.vector[at.P_PILE], PROGRAM.vector[at.P_SIZE]
    hand = 2
    place = first + hand * 108
    state[place : place + 50] = list(range(50))
    state[size + hand] = 50
    assert shuffled(state, zone=hand) == list(range(49, -1, -1))
    assert state[at.S_STACKED] == 2
    shuffled(state)
    assert shuffled(state, zone=hand) != list(range(49, -1, -1))


def test_a_deck_to_be_stacked_waits_at_its_shuffle():
    state, hand = stacked(PROGRAM, 5, True, list(range(50))), 2
    state[at.S_STACKED] = at.TO_STACK + at.STACKED_AGAIN
    put(state, PROGRAM.vector, hand, range(50, 108))
    assert shuffled(state, zone=hand) == list(range(107, 49, -1))
    assert state[at.S_STATUS] == at.RUNNING
    work = [0] * PROGRAM.work_size
    work[at.W_PC], work[at.W_RECORD] = 91, 1
    shuffle(state, PROGRAM.vector, work, DECK)
    assert (state[at.S_STATUS], state[at.S_PC], work[at.W_EVENTS]) == (at.DEALING, 91, 0)
    assert pile(PROGRAM, state, DECK)[::-1] == list(range(50))
    assert state[at.S_STACKED] == at.TO_STACK + at.STACKED_AGAIN


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_is_cut_from_a_pile_that_is_too_small(count):
    state = stacked(PROGRAM, 5, True, list(range(count)))
    assert shuffled(state, times=2) == list(range(count))


def test_each_card_of_the_deck_has_its_place():
    places = destinations(ProgramNames(PROGRAM))
    hands = [zone for zone, name in enumerate(PROGRAM.zones) if name.name == "hand"]
    assert places[:21] == hands * 7
    assert places[21] is None
    assert places[22:] == [DECK] * 86


def test_named_cards_are_dealt_first_and_the_rest_follows(tmp_path):
    passes(
        tmp_path,
        """
        from: start
        table: {players: 2, top: G4, hands: {P1: [W, W4]}, draw_pile: [Y7, Y8]}
        expect: {holds: {P1: [W, W4]}, hand_size: {P0: 7, P1: 7}, top: G4, asked: P0, size: {draw_pile: 93}}
        steps:
          - play: [P0: draw]
            expect: {drew: {P0: [Y7]}}
        """,
    )


def test_dealt_cards_are_not_drawn(tmp_path):
    passes(
        tmp_path,
        """
        from: start
        table: {players: 3, top: R+2, draw_pile: [Y7, Y8]}
        expect: {drew: {P0: [Y7, Y8], P1: 0}, hand_size: {P0: 9}}
        """,
    )


def test_dealt_cards_of_a_later_round_are_not_drawn(tmp_path):
    passes(
        tmp_path,
        """
        table: {players: 3, top: R5, hands: {P0: [R+2], P1: [B2], P2: [B1]}}
        next_rounds: [{top: R+2, draw_pile: [Y7, Y8]}]
        play: [P0: play R+2]
        expect: {drew: {P0: 0, P1: 4, P2: 0}, hand_size: {P0: 7, P1: 9}, asked: P2}
        """,
    )


def test_the_second_round_is_shuffled_again(tmp_path):
    passes(
        tmp_path,
        """
        from: start
        rounds: game
        set: {hand_size: 1, start_effects: ignore, call: false}
        seed: 1
        table: {players: 2, top: G4, hands: {P0: [G5]}, variables: {score: {P0: 3}}}
        play: [P0: play G5]
        expect:
          round: 2
          variables: {score: {P1: 0}}
          happens: [{round: 2}, shuffle]
          never: {lay: R0}
        """,
    )


JOINING = """
from: start
table: {players: 3, top: RST, hands: {P1: [YSH, R1]}, draw_pile: [GSH], zones: {box: [RST, YSH, GSH, BSH]}}
"""
NEXT = """
from: round_end
table: {players: 3, winners: [P0], hands: {P0: [RST]}, zones: {box: [GSH, YSH, YSH, RSH]}}
next_rounds: [{top: RST, hands: {P1: [YSH, R1]}, draw_pile: [GSH], zones: {box: [YSH, GSH]}}]
"""


def test_cards_that_join_the_deck_early_are_dealt_as_named(tmp_path):
    body = f"""{JOINING}
set: {{draw_when_able: true}}
play: [P0: pick RST, P1: pick YSH, P2: pick GSH]
expect: {{top: RST, turn: P0, holds: {{P1: [YSH, R1]}}, size: {{draw_pile: 37, box: 53}}}}
steps: [{{play: [P0: draw], expect: {{drew: {{P0: [GSH]}}}}}}]
"""
    passes(tmp_path, body, ruleset="remix")


def test_a_card_that_does_not_join_the_deck_is_a_failure(tmp_path):
    table, play = JOINING.replace("P1: [YSH", "P1: [BSH"), "play: [P0: pick RST, P1: pick YSH, P2: pick GSH]"
    body = f"{table}{play}\nexpect: {{round: 1}}"
    [failure] = run(tmp_path, body, ruleset="remix").results[0].failures
    assert (failure.what, failure.span.line) == ("table", 4)
    assert failure.actual == "there is no `BSH` in draw_pile to deal"


def test_a_kept_zone_of_a_later_round_has_the_named_order(tmp_path):
    body = f"""{NEXT}
expect: {{zones: {{offer: [YSH, GSH, YSH], box: [RSH]}}}}
steps:
  - play: [P0: pick GSH, P1: pick YSH, P2: pick YSH]
    expect: {{top: RST, turn: P1, holds: {{P1: [YSH, R1]}}}}
"""
    passes(tmp_path, body, ruleset="remix")


@pytest.mark.parametrize(
    "said, actual",
    [("[GGV]", "there is no `GGV` in box"), ("[RSH, RSH]", "there is no `RSH` in box")],
)
def test_a_card_missing_in_a_kept_zone_is_a_failure(tmp_path, said, actual):
    body = NEXT.replace("zones: {box: [YSH, GSH]}", f"zones: {{box: {said}}}")
    [failure] = run(tmp_path, f"{body}expect: {{round: 2}}", ruleset="remix").results[0].failures
    assert (failure.what, failure.actual, failure.span.line) == ("next_rounds", actual, 7)


@pytest.mark.parametrize(
    "key", ["turn: P1", "direction: -1", "active: {color: red}", "discard: [R1]", "misses: {P1: 1}"]
)
def test_keys_that_follow_from_the_start_are_rejected(tmp_path, key):
    found = problems(tmp_path, f"from: start\ntable: {{{key}}}\nexpect: {{round: 1}}")
    assert found == [("E605", key.split(":")[0], None)]


def test_more_cards_than_are_dealt(tmp_path):
    body = "from: start\ntable: {hands: {P0: [R1, R2, R3, R4, R5, R6, R7, R8]}}\nexpect: {round: 1}"
    assert [code for code, *_ in problems(tmp_path, body)] == ["E605"]
    assert [code for code, *_ in problems(tmp_path, body.replace("[R1, R2, R3, R4, R5, R6, R7, R8]", "3"))] == ["E605"]


def test_a_game_that_cannot_begin_is_a_failure(tmp_path):
    (tmp_path / "loop.yaml").write_text(
        "format: 1\nid: loop\ntitle: Loop\nextends: classic\nround:\n"
        "  start=:\n    - repeat: {while: round > 0, do: [change_direction, change_direction]}\n",
        encoding="utf-8",
    )
    [(what, _, actual)] = failures(tmp_path, "from: start\nexpect: {round: 1}", ruleset="loop.yaml")
    assert what == "the game"
    assert "does not come to an end" in actual
