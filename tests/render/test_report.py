"""The layout of a simulation's report. Not here: its figures (tests/simulation)."""

import pytest

import unoflex_rules as ur
from tests.tallies import tally_of
from unoflex_rules.program.image import DeclaredCounter
from unoflex_rules.program.results import WIN_PARTS
from unoflex_rules.render.report_text import KINDS_SHOWN, report_text
from unoflex_rules.render.terminal import Style
from unoflex_rules.simulation.tally import Tally


def reported(tally, *, requested=None, stopped=None, **changes):
    facts = {"ruleset": "mine", "title": "Mine", "digest": "8f31c2d4e5f6", "players": tally.players, "seed": 7}
    facts |= {"agents": ("random",) * tally.players} | changes
    return ur.report(tally, ur.Settings(**facts), requested=requested, stopped=stopped)


def four_games():
    """Turns 2, 2, 3, 5 and as many decisions; P0 won three games, P1 one; P0 had the first turn in all of them."""
    return Tally(
        players=2,
        games=1005,
        finished=4,
        unfinished=1001,
        wins=[3, 1],
        parts=[3 * WIN_PARTS, WIN_PARTS],
        together=[0, 4, 0],
        started=[4, 0],
        starter_wins=[3, 0],
        reasons={"out": 4},
        turns=[0, 0, 2, 1, 0, 1, 0],
        decisions=[0, 0, 2, 1, 0, 1, 0],
        turns_sum=12,
        turns_squares=42,
        decisions_sum=12,
        decisions_squares=42,
        options=30,
        forced=5,
        decisions_total=12,
        chosen={"play number": 9, "draw": 3},
        longest_game=17,
        longest_decisions=5,
    )


def test_a_complete_report():
    text = report_text(reported(four_games()), run="0.9 s (fast, 2 threads)")
    assert text == (
        "Mine · digest 8f31c2d4 · 2 players, all random · seed 7 · 1,005 games in 0.9 s (fast, 2 threads)\n"
        " 1,001 of 1,005 games did not end within 100,000 decisions a round: the report covers the 4 that did\n"
        " random agents may play for long; with `--agents greedy` all agents try to win\n"
        " seat     wins   95 % interval\n"
        " P0     75.0 %   30.1-95.4\n"
        " P1     25.0 %   4.6-69.9\n"
        " first-player advantage +25.0 points (p = 0.317) · the starter wins 75.0 % (30.1-95.4)\n"
        " per game    mean    sd   median   25-75 %   5-95 %   99 %   most often\n"
        " turns        3.0   1.4        2       2-3      2-5      5   2\n"
        " decisions    3.0   1.4        2       2-3      2-5      5   2\n"
        " turns a game\n"
        " 2   50.0 %   ████████████████████████████████████████\n"
        " 3   25.0 %   ████████████████████\n"
        " 4    0.0 %\n"
        " 5   25.0 %   ████████████████████\n"
        " options per decision: mean 2.50 · decisions with one option 41.7 %\n"
        " chosen         share\n"
        " play number   75.0 %\n"
        " draw          25.0 %\n"
        " ended by out 4 · unfinished 1,001 · blocked 0 · drawn 0 · draw pile reshuffled in 0.0 %\n"
        " longest game, 5 decisions: unoflex trace mine --players 2 --seed 7 --game 17\n"
    )


def test_only_changed_settings_are_named():
    given = reported(four_games(), options={"stacking": "true", "limit": "500"}, changed={"limit": "500"})
    assert "\n options: limit=500\n" in report_text(given)
    assert "options: " not in report_text(reported(four_games(), options={"stacking": "true"}))


def test_options_and_whole_games_are_named():
    text = report_text(reported(four_games(), changed={"stacking": "true", "limit": "500"}, rounds="game"))
    header, options, *_ = text.split("\n")
    assert header.endswith("all random · whole games · seed 7 · 1,005 games")
    assert options == " options: limit=500, stacking=true"
    assert "\n rounds " in text
    assert "\n rounds " not in report_text(reported(four_games()))


def test_agents_are_shown_with_their_fair_share():
    tally = four_games()
    tally.agent_wins, tally.agent_started, tally.agent_starter_wins = [3, 1], [2, 2], [2, 1]
    tally.agent_parts = tally.parts
    text = report_text(reported(tally, agents=("greedy", "random:call=0.5")))
    assert "2 players, agents greedy,random:call=0.5 · " in text
    assert (
        " agent             seats     wins   95 % interval     fair   as starter\n"
        " greedy                1   75.0 %   30.1-95.4       50.0 %      100.0 %\n"
        " random:call=0.5       1   25.0 %   4.6-69.9        50.0 %       50.0 %\n"
    ) in text
    assert " agent " not in report_text(reported(four_games()))


def test_calls_are_shown_apart_from_turns():
    tally = four_games()
    tally.called = {"call": [20, 19, 4, 1], "catch": [2, 1, 0, 0]}
    assert (
        " calls   right     made   wrong     made\n"
        " call       20   95.0 %       4   25.0 %\n"
        " catch       2   50.0 %       0        -\n"
    ) in report_text(reported(tally))
    assert " calls " not in report_text(reported(four_games()))


def test_each_kind_of_card_has_a_row_per_game():
    tally = four_games()
    tally.kinds = {"draw_two": [[4, 6], [2, 2], [8, 24], [1, 1], [4, 4], [3, 3]]}
    assert (
        " cards, a game   laid   drawn   by played   left   wins if dealt   95 % interval\n"
        " draw two        1.00    0.50        2.00   0.25          75.0 %   30.1-95.4\n"
    ) in report_text(reported(tally))


def test_games_without_plays_have_no_card_section():
    tally = four_games()
    tally.kinds = {"draw_two": [[0, 0], [2, 2], [8, 24], [1, 1], [4, 4], [3, 3]]}
    assert (
        " cards, a game   drawn   by played   left   wins if dealt   95 % interval\n"
        " draw two         0.50        2.00   0.25          75.0 %   30.1-95.4\n"
    ) in report_text(reported(tally))
    tally.kinds["skip"] = [[4, 6], [2, 2], [8, 24], [1, 1], [4, 4], [3, 3]]
    assert " draw two        0.00    0.50 " in report_text(reported(tally))


def test_counters_of_a_ruleset_have_their_title():
    tally = four_games()
    tally.rounds_sum, tally.rounds_squares = 4, 4
    tally.counts = {"spent": [6, 14, 18, 6], "shots": [6, 14, 18, 6]}
    counts = (
        DeclaredCounter("spent", "Power spent", "turn", share=True),
        DeclaredCounter("spent", "Power lost", "turn"),
        DeclaredCounter("shots", "Shots", "round"),
    )
    lines = report_text(reported(tally, counts=counts)).split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith(" counted"))
    share, a_turn, shots = (line.split("   ") for line in lines[place + 1 : place + 4])
    assert (share[0].strip(), share[-2].strip()) == ("Power spent", "50.0 %")
    assert (a_turn[0].strip(), a_turn[-2].strip()) == ("Power lost, a turn", "0.50")
    assert (shots[0].strip(), shots[-2].strip()) == ("Shots, a round", "1.50")


@pytest.mark.parametrize(
    "requested, stopped, told",
    [
        (
            5000,
            "interrupted",
            " interrupted after 1,005 of 5,000 games; results cover games in the order of their index\n",
        ),
        (None, "seconds", " time was up after 1,005 games; results cover games in the order of their index\n"),
        (5000, "until", ""),
        (1005, None, ""),
    ],
)
def test_an_incomplete_run_is_marked_d07(requested, stopped, told):
    text = report_text(reported(four_games(), requested=requested, stopped=stopped))
    assert text.split("\n", 1)[1].startswith(told or " 1,001 of 1,005 games did not end ")


def test_a_report_on_no_games_has_dashes_and_no_empty_tables():
    text = report_text(reported(Tally(players=2)))
    assert " P0        -   -\n" in text
    assert "unknown without a finished game" in text
    assert "chosen" not in text
    assert "longest" not in text
    assert "nan" not in text.lower()


def test_games_without_a_winner_or_with_several_have_separate_cells():
    tally = four_games()
    tally.wins, tally.shared, tally.together = [3, 1], [1, 1], [1, 2, 1]
    tally.parts = [2 * WIN_PARTS + WIN_PARTS // 2, WIN_PARTS // 2]
    text = report_text(reported(tally))
    assert " seat     wins   95 % interval   shared   of all wins\n" in text
    assert " P0     75.0 %   30.1-95.4       25.0 %        62.5 %\n" in text
    assert " P1     25.0 %   4.6-69.9        25.0 %        12.5 %\n" in text
    assert " none   25.0 %   4.6-69.9\n" in text
    assert " drawn 2 " in text


def test_shared_wins_are_not_draws():
    tally = tally_of([((0, 1), 0, 1), ((0, 2), 1, 1), (1, 2, 1), ((0, 1, 2), 0, 1), (None, 0, 1)], players=3)
    text = report_text(reported(tally, agents=("greedy", "random", "random")))
    assert " drawn 2 " in text
    assert "won by several 2 " in text
    assert " agent    seats   wins, a seat   of all wins   95 % interval     fair   as starter\n" in text


def test_the_last_bin_is_marked_as_open_ended():
    tally = four_games()
    tally.turns = [0, 0, 2, 2]
    row = next(line for line in report_text(reported(tally)).split("\n") if line.startswith(" turns"))
    assert row.split() == ["turns", "3.0", "1.4", "2", "2-3+", "2-3+", "3+", "2"]


def test_a_strong_advantage_has_a_sign():
    tally = Tally(
        players=2, games=100, finished=100, wins=[10, 90], together=[0, 100, 0], started=[100, 0], starter_wins=[10, 0]
    )
    assert "advantage -40.0 points (p < 0.001)" in report_text(reported(tally))


def test_an_advantage_that_rounds_to_zero_has_no_minus():
    tally = Tally(
        players=2,
        games=9999,
        finished=9999,
        wins=[4999, 5000],
        together=[0, 9999, 0],
        started=[9999, 0],
        starter_wins=[4999, 0],
    )
    assert "advantage +0.0 points" in report_text(reported(tally))


def test_rare_kinds_of_actions_are_summed_up():
    tally = four_games()
    tally.chosen = {f"play {number}": 100 for number in range(KINDS_SHOWN + 8)}
    assert " 8 other kinds   40.0 %\n" in report_text(reported(tally))


def test_a_single_remaining_kind_is_still_named():
    tally = four_games()
    tally.chosen = {f"play {number}": 100 for number in range(KINDS_SHOWN + 1)}
    assert " play 12 " in report_text(reported(tally))


def test_the_plain_style_is_pure_ascii():
    text = report_text(reported(four_games(), title="Spiel für alle"), Style(ascii=True))
    assert text.isascii()
    assert text.startswith("Spiel fur alle - digest 8f31c2d4 - ")


def test_a_title_cannot_control_the_terminal():
    assert "\x1b" not in report_text(reported(four_games(), title="\x1b[2J"))
