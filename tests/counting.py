"""A comparison of a ruleset's counters with the events of the same games, used by one test file per ruleset.

Not here: the computation of counts from the events of a ruleset.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import unoflex_rules as ur


def counts_agree(
    name: str,
    players: int,
    counts: Sequence[str],
    by_the_events: Callable[[ur.Game], Sequence[int]],
    settings: Mapping[str, str] | None = None,
    games: int = 12,
    rounds: Literal["one", "game"] = "one",
) -> None:
    """Assert that in games of greedy agents each counter matches the events and is not always zero."""
    program = ur.compile_ruleset(ur.load(name, settings), players)
    tally = ur.simulate(program, players=players, games=games, seed=3, engine="plain", agents="greedy", rounds=rounds)
    expected = [0] * len(counts)
    for index in range(games):
        game = ur.Game(program, seed=3, index=index, rounds=rounds)
        game.play_out(agents="greedy")
        expected = [one + other for one, other in zip(expected, by_the_events(game), strict=True)]
    assert [tally.counts[each][0] for each in counts] == expected
    assert all(expected)
