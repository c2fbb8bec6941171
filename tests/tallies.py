"""Tallies of games that a test makes up, and the report on them. Used by several test files."""

import unoflex_rules as ur
from unoflex_rules.metrics import Tally


def tally_of(games, players=2, bins=8):
    """The tally of `games`, each (winner or None, starter, turns), added up the slow and obvious way."""
    result = Tally(players=players, turns=[0] * bins, decisions=[0] * bins)
    for index, (winner, first, turns) in enumerate(games):
        result.games += 1
        result.finished += 1
        result.started[first] += 1
        result.turns[min(turns, bins - 1)] += 1
        result.turns_sum += turns
        result.turns_squares += turns**2
        result.decisions[min(turns, bins - 1)] += 1
        result.decisions_sum += turns
        result.decisions_squares += turns**2
        result.decisions_total += turns
        result.options += 2 * turns
        result.forced += turns // 2
        result.chosen["draw"] = result.chosen.get("draw", 0) + turns
        result.reasons["out"] = result.reasons.get("out", 0) + 1
        if winner is None:
            result.won_nobody += 1
        else:
            result.wins[winner] += 1
            result.starter_wins[first] += winner == first
        if turns > result.longest_decisions:
            result.longest_game, result.longest_decisions = index, turns
    return result


def reported(tally, *, requested=None, stopped=None, **changes):
    """The report on games of a made-up ruleset."""
    facts = {"ruleset": "g", "title": "G", "digest": "d1", "players": tally.players, "seed": 7} | changes
    return ur.report(tally, ur.Settings(**facts), requested=requested, stopped=stopped)
