"""Figures by the number of a round, computed again from the events of each game; counts for each player."""

from collections import Counter

import pytest

import unoflex_rules as ur
from unoflex_rules.program.results import TRACKED_ROUNDS, WIN_PARTS

GAMES = {"classic": 6, "remix": 2}


def rounds_of(program, index):
    """Return the rounds of a game: turns, winners, the player of the first turn, and counts of cards taken home."""
    game = ur.Game(program, seed=3, index=index, rounds="game")
    game.play_out(agents="greedy", rotate=False)
    found = []
    for event in game.events():
        if event.kind == "round":
            found.append({"turns": 0, "starter": None, "winners": None})
        elif event.kind == "turn":
            found[-1]["turns"] += 1
            found[-1]["starter"] = event.seat if found[-1]["turns"] == 1 else found[-1]["starter"]
        elif event.kind == "round_over":
            found[-1]["winners"] = event.seats
    return found


@pytest.mark.parametrize("name", GAMES)
def test_rounds_by_number_match_the_events(name):
    program = ur.compile_ruleset(ur.load(name), 3)
    how = {"players": 3, "games": GAMES[name], "seed": 3, "rounds": "game", "agents": "greedy", "rotate": False}
    tally = ur.simulate(program, engine="plain", **how)
    assert tally.finished == GAMES[name]
    played = [rounds_of(program, index) for index in range(GAMES[name])]
    for place in range(TRACKED_ROUNDS):
        there = [game[place] for game in played if len(game) > place]
        assert tally.round_games[place] == len(there)
        assert tally.round_turns[place] == sum(each["turns"] for each in there)
        assert tally.round_squares[place] == sum(each["turns"] ** 2 for each in there)
        assert tally.round_starter_wins[place] == sum(each["starter"] in each["winners"] for each in there)
        parts = Counter()
        for each in there:
            parts.update({seat: WIN_PARTS // len(each["winners"]) for seat in each["winners"]})
        assert tally.round_parts[place] == [parts[seat] for seat in range(3)]
    assert ur.simulate(program, engine="auto", **how) == tally


def test_a_deck_that_grows_is_counted_by_round():
    program = ur.compile_ruleset(ur.load("remix"), 4)
    tally = ur.simulate(program, players=4, games=3, seed=1, rounds="game", agents="greedy", engine="plain")
    assert [tally.round_deck["number"][place] for place in (0, 13)] == [3 * 36, 3 * 36]
    joined = [sum(sums[place] for sums in tally.round_deck.values()) - 3 * 56 for place in range(14)]
    added = [sum(tally.round_counts["added"][: place + 1]) for place in range(14)]
    assert joined == added  # no Add card is in the deck, and no card leaves it again
    assert sum(tally.counts[f"jester(P{seat})"][0] for seat in range(4)) == 3
    report = ur.report(tally, ur.Settings.of(program, 1, rounds="game"))
    assert [each.number for each in report.by_round] == list(range(1, 15))
    assert report.by_round[0].deck["number"] == 36


def test_other_games_have_no_deck_by_round_and_one_round_has_no_table():
    program = ur.compile_ruleset(ur.load("classic"), 4)
    tally = ur.simulate(program, players=4, games=5, engine="plain")
    assert tally.round_deck == {}
    assert tally.round_games[:2] == [5, 0]
    assert ur.report(tally, ur.Settings.of(program, 0)).by_round == ()


def test_a_count_of_each_player(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "format: 1\nid: mine\ntitle: Mine\nextends: classic\ncounts: {drawn: {title: Drawn, each: player}}\n"
        "triggers+: [{at: drawn, do: [count: {what: drawn, player: player}]}]\n",
        encoding="utf-8",
    )
    program = ur.compile_ruleset(ur.load(path), 3)
    assert [each.title for each in program.counts] == ["Drawn, P0", "Drawn, P1", "Drawn, P2"]
    drawn = [0, 0, 0]
    for index in range(4):
        game = ur.Game(program, seed=2, index=index)
        game.play_out(agents="greedy", rotate=False)
        for event in game.events():
            if event.kind == "move" and event.zone == "draw_pile" and event.to.endswith(".hand"):
                drawn[int(event.to[1])] += 1
    dealt = 4 * 7
    tally = ur.simulate(program, players=3, games=4, seed=2, agents="greedy", rotate=False, engine="plain")
    assert [tally.counts[f"drawn(P{seat})"][0] for seat in range(3)] == [each - dealt for each in drawn]
