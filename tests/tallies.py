"""Made-up tallies of games for tests, and the report on them. Used by several test files."""

import unoflex_rules as ur
from unoflex_rules.program.results import WIN_PARTS
from unoflex_rules.simulation.tally import Tally


def tally_of(games, players=2, bins=8):
    """Return the tally of `games`, each (winner, winners or None, starter, turns), computed in the simplest way."""
    result = Tally(players=players, turns=[0] * bins, decisions=[0] * bins, together=[0] * (players + 1))
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
        winners = () if winner is None else (winner,) if isinstance(winner, int) else winner
        result.together[len(winners)] += 1
        for seat in winners:
            result.wins[seat] += 1
            result.shared[seat] += len(winners) > 1
            result.parts[seat] += WIN_PARTS // len(winners)
        result.starter_wins[first] += first in winners
        if turns > result.longest_decisions:
            result.longest_game, result.longest_decisions = index, turns
    return result


def reported(tally, *, requested=None, stopped=None, **changes):
    """Return the report on games of a made-up ruleset."""
    facts = {"ruleset": "g", "title": "G", "digest": "d1", "players": tally.players, "seed": 7} | changes
    return ur.report(tally, ur.Settings(**facts), requested=requested, stopped=stopped)
