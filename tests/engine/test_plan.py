"""The turn plan, leaving players, and the course of rounds."""

import pytest

from tests.engine.bench import BLOCKED, HERE, ROUND_END, TURN, TURN_END, Bench
from unoflex_rules.engine.plan import (
    begin_round,
    begin_turn,
    change_direction,
    end_game,
    end_round,
    go_to,
    leave,
    miss_turn,
    next_turn,
    take_turn,
)
from unoflex_rules.engine.seats import seat_after
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at


class Table(Bench):
    """A bench on which turns are played."""

    def __init__(self, players=4, turn=0, direction=1, out=()):
        super().__init__(players=players)
        self.s[at.S_SELF], self.s[at.S_DIRECTION], self.s[at.S_IN_TURN] = turn, direction, 1
        self.s[at.S_CHANGED] = 1
        for seat in out:
            leave(self.s, self.p, self.w, seat, 0, HERE)

    def next(self):
        """Return the player of the next turn, after a change in this one."""
        self.s[at.S_CHANGED] = 1
        assert next_turn(self.s, self.p, self.w) == TURN
        self.s[at.S_IN_TURN] = 1
        return self.s[at.S_SELF]

    def turns(self, count):
        return [self.next() for _ in range(count)]

    def miss(self, seat, turns=1):
        miss_turn(self.s, self.w, seat, turns)
        return self

    def skip(self, count=1):
        """Skip the next players one by one, as an effect does."""
        seat = self.s[at.S_SELF]
        for _ in range(count):
            seat = seat_after(self.s, self.p, seat, self.s[at.S_DIRECTION])
            self.miss(seat)
        return self

    def reverse(self):
        change_direction(self.s, self.w)
        return self

    def leave(self, seat, game=0):
        return leave(self.s, self.p, self.w, seat, game, HERE)


def test_play_goes_round_in_both_directions():
    assert Table().turns(5) == [1, 2, 3, 0, 1]
    assert Table(direction=-1).turns(5) == [3, 2, 1, 0, 3]
    assert Table(players=1).turns(2) == [0, 0]


# ---- A41: reversing applies at once, and no seat number is negative --------------------------------------------------


def test_a_reverse_applies_to_the_very_next_turn():
    assert Table(turn=0).reverse().turns(3) == [3, 2, 1]
    assert Table(turn=0).reverse().reverse().next() == 1


@pytest.mark.parametrize("turn, direction, expected", [(0, 1, 2), (0, -1, 2), (1, -1, 3), (3, 1, 1)])
def test_a_skip_passes_over_the_next_player_in_the_direction_of_play(turn, direction, expected):
    assert Table(turn=turn, direction=direction).skip().next() == expected


def test_three_skips_with_two_players_are_applied_seat_by_seat():
    table = Table(players=2).skip(3)
    assert table.s[at.S_MISSES : at.S_MISSES + 2] == [1, 2]
    assert table.turns(3) == [0, 1, 0]
    passed = [seat for kind, seat, *_ in table.events if kind == ev.E_PASSED_OVER]
    assert passed == [1, 0, 1]


# ---- missing turns ---------------------------------------------------------------------------------------------------


def test_turns_to_miss_add_up_and_one_is_missed_per_lap():
    table = Table(players=3).miss(1).miss(1, 1).miss(2)
    assert table.turns(5) == [0, 2, 0, 1, 2]


def test_each_player_passed_over_misses_one_turn_even_if_all_are():
    table = Table(players=3)
    for seat in range(3):
        table.miss(seat)
    assert table.next() == 1 and table.s[at.S_MISSES : at.S_MISSES + 3] == [0, 0, 0]


@pytest.mark.parametrize("seat, turns", [(at.NONE, 1), (1, 0), (1, -3), (2, 1)])
def test_zero_turns_or_no_player_changes_nothing(seat, turns):
    table = Table(out=[2])
    table.s[at.S_CHANGED] = 0
    before = table.s.copy()
    table.miss(seat, turns)
    assert table.s == before


def test_turns_to_miss_have_an_upper_bound():
    table = Table().miss(1, at.MAX_NUMBER).miss(1, at.MAX_NUMBER)
    assert table.s[at.S_MISSES + 1] == at.MAX_MISSED


# ---- naming the next player ------------------------------------------------------------------------------------------


def test_the_named_player_plays_next_and_play_continues_from_there():
    table = Table()
    go_to(table.s, table.w, 3, 0)
    assert table.turns(3) == [3, 0, 1]


def test_the_last_name_counts_and_naming_no_player_changes_nothing():
    table = Table()
    go_to(table.s, table.w, 3, 0)
    go_to(table.s, table.w, 2, 0)
    go_to(table.s, table.w, at.NONE, 0)
    assert table.next() == 2


def test_a_named_player_who_misses_a_turn_is_passed_over():
    table = Table().miss(2)
    go_to(table.s, table.w, 2, 0)
    assert table.turns(3) == [3, 0, 1]


def test_a_named_player_who_is_insisted_on_misses_no_turn_any_more():
    table = Table().miss(2)
    go_to(table.s, table.w, 2, 1)
    assert table.turns(5) == [2, 3, 0, 1, 2]


def test_if_the_named_player_has_left_the_following_player_plays():
    table = Table(direction=-1)
    go_to(table.s, table.w, 2, 0)
    table.leave(2)
    assert table.next() == 1


def test_taking_the_turn_moves_the_starting_point_of_play():
    table = Table()
    take_turn(table.s, table.w, 2)
    assert table.s[at.S_SELF] == 2 and table.next() == 3
    before = len(table.events)
    take_turn(table.s, table.w, 3)  # the player already has the turn
    take_turn(table.s, table.w, at.NONE)
    assert len(table.events) == before and table.s[at.S_SELF] == 3


# ---- A36: leaving ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "turn, direction, leaver, expected",
    [
        (1, 1, 1, 2),  # (a)
        (1, -1, 1, 0),  # (b)
        (3, 1, 3, 0),  # (d)
        (1, 1, 2, 3),  # the next player leaves
        (0, -1, 3, 2),
    ],
)
def test_the_turn_order_is_right_after_a_player_leaves(turn, direction, leaver, expected):
    table = Table(turn=turn, direction=direction)
    table.leave(leaver)
    assert table.next() == expected


def test_leaving_ends_the_turn_only_of_the_current_player():
    assert Table(turn=1).leave(1) == TURN_END
    table = Table(turn=1)  # (c)
    assert table.leave(3) == HERE and table.s[at.S_SELF] == 1
    assert table.turns(3) == [2, 0, 1]


def test_with_three_remaining_players_a_reverse_reverses():
    assert Table(turn=0, out=[2]).reverse().turns(3) == [3, 1, 0]


def test_the_last_player_continues_alone_and_without_players_the_round_ends():
    table = Table(players=2, turn=0)
    table.leave(0)
    assert table.next() == 1 and table.next() == 1
    table.leave(1)
    assert next_turn(table.s, table.p, table.w) == ROUND_END
    assert table.s[at.S_WINNERS] == 0 and table.s[at.S_REASON] == at.REASON_NONE
    assert table.s[at.S_IN] == 0b11  # they left the round, not the game


def test_leaving_twice_or_leaving_of_no_player_changes_nothing():
    table = Table(out=[2])
    before = table.s.copy()
    assert table.leave(2) == table.leave(at.NONE) == HERE and table.s == before


def test_turns_to_miss_are_removed_with_their_player():
    table = Table().miss(1, 3)
    table.leave(1)
    assert table.s[at.S_MISSES + 1] == 0


def test_leaving_the_game_includes_leaving_the_round():
    table = Table()
    table.leave(1, game=1)
    assert (table.s[at.S_IN], table.s[at.S_IN_GAME]) == (0b1101, 0b1101)
    table.leave(2)
    assert (table.s[at.S_IN], table.s[at.S_IN_GAME]) == (0b1001, 0b1101)
    # a player who has left the round may still leave the game, which interrupts nothing
    assert table.leave(2, game=1) == HERE and table.s[at.S_IN_GAME] == 0b1001
    begin_round(table.s, table.p, table.w)
    assert table.s[at.S_IN] == 0b1001


def test_leaving_interrupts_the_outermost_loop_that_acts_for_the_player():
    table = Table(turn=3)
    seats = table.slots(0, 1, 0)  # three nested loops act for P0, P1 and P0
    scopes = table.p[at.P_SCOPES]
    for depth in range(3):
        table.s[scopes + 2 * depth : scopes + 2 * depth + 2] = [seats + depth, 500 + depth]
    table.s[at.S_DEPTH] = 3
    assert table.leave(2) == HERE and table.s[at.S_DEPTH] == 3
    assert table.leave(1) == 501 and table.s[at.S_DEPTH] == 1
    table.s[at.S_DEPTH] = 3
    assert table.leave(0) == 500 and table.s[at.S_DEPTH] == 0


# ---- turns without a change ------------------------------------------------------------------------------------------


def quiet_turns(table):
    """Return the number of quiet turns until the table is blocked."""
    for count in range(1, 20):
        table.s[at.S_CHANGED] = 0
        if next_turn(table.s, table.p, table.w) == BLOCKED:
            return count
    raise AssertionError("never")


def test_a_lap_without_a_change_blocks_the_round():
    assert quiet_turns(Table(players=4)) == 4
    assert quiet_turns(Table(players=4, out=[1])) == 3
    assert quiet_turns(Table(players=1)) == 1


def test_a_change_or_a_missed_turn_restarts_the_lap():
    table = Table(players=3)
    table.s[at.S_CHANGED] = 0
    next_turn(table.s, table.p, table.w)
    table.next()
    assert table.s[at.S_QUIET] == 0
    table.miss(0)
    assert quiet_turns(table) >= 3


# ---- rounds ----------------------------------------------------------------------------------------------------------


def test_turns_are_counted_and_the_first_player_is_remembered():
    table = Table(turn=2)
    begin_turn(table.s, table.p, table.w)
    table.s[at.S_SELF] = 3
    begin_turn(table.s, table.p, table.w)
    assert (table.s[at.S_FIRST], table.s[at.S_TURN], table.s[at.S_TURNS]) == (2, 2, 2)
    assert [event[:3] for event in table.events] == [(ev.E_TURN, 2, 1), (ev.E_TURN, 3, 2)]


def test_a_round_with_more_turns_than_its_limit_is_unfinished():
    table = Table()
    table.s[at.S_LIMIT] = 1
    begin_turn(table.s, table.p, table.w)
    assert table.s[at.S_STATUS] == at.RUNNING
    begin_turn(table.s, table.p, table.w)
    assert table.s[at.S_STATUS] == at.UNFINISHED


def test_a_new_round_starts_like_the_first():
    bench = Bench([[4, 2], [0, 3], [1]])
    bench.p[bench.p[at.P_KEPT] + 2] = 1
    for slot in (at.S_TURN, at.S_QUIET, at.S_CHANGED, at.S_DEPTH, at.S_MISSES + 1):
        bench.s[slot] = 3
    bench.s[at.S_DIRECTION], bench.s[at.S_GO_TO] = -1, 2
    begin_round(bench.s, bench.p, bench.w)
    assert bench.zones == [[4, 2], [0, 3], [1]]  # at first, cards are where they start
    assert [bench.s[slot] for slot in (at.S_DIRECTION, at.S_GO_TO, at.S_TURN, at.S_MISSES + 1)] == [1, at.NONE, 0, 0]
    begin_round(bench.s, bench.p, bench.w)
    assert bench.zones == [[0, 2, 3, 4], [], [1]] and bench.is_sound
    assert bench.s[at.S_ROUND] == 2


def test_endings_name_winners_and_the_reason():
    table = Table(out=[3])
    end_round(table.s, table.p, table.w, 0b10, 5)
    assert (table.s[at.S_WINNERS], table.s[at.S_REASON], table.s[at.S_IN]) == (0b10, 5, 0b1111)
    assert table.s[at.S_STATUS] == at.RUNNING
    end_game(table.s, table.w, 0b110, at.NONE)
    assert (table.s[at.S_STATUS], table.s[at.S_WINNERS], table.s[at.S_REASON]) == (at.OVER, 0b110, 5)
    end_game(table.s, table.w, 0b1, 2)
    assert table.s[at.S_REASON] == 2


def test_a_trigger_on_a_passed_player_pauses_the_plan():
    table = Table()
    miss_turn(table.s, table.w, 1, 1)
    miss_turn(table.s, table.w, 2, 2)
    table.p[at.P_PASSED] = 777
    for seat in (1, 2):
        assert next_turn(table.s, table.p, table.w) == 777
        assert table.s[at.S_PASSED] == seat and table.s[at.S_SELF] == 0
    assert next_turn(table.s, table.p, table.w) == table.p[at.P_TURN]
    assert (table.s[at.S_SELF], table.s[at.S_PASSED], table.s[at.S_MISSES + 2]) == (3, at.NONE, 1)
