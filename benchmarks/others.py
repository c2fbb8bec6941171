"""Drivers for the other systems, with uniformly random play on one thread; prints one line of JSON.

Not here: any import of this project. The interpreter of `.venv-bench` runs this file and does not have the project.

    .venv-bench/bin/python benchmarks/others.py rlcard-bare --games 2000 --seed 1
"""

import argparse
import json
import random
import resource
from collections import Counter
from collections.abc import Callable
from typing import Any

Driver = Callable[[int, int], int]
PLAYERS = 2


def cpu_seconds() -> float:
    """Return the user and system time of this process so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def rlcard_game(seed: int) -> Any:
    """Return RLCard's UNO without its environment, seeded."""
    import numpy
    from rlcard.games.uno import Game  # type: ignore[import-not-found]

    game = Game(num_players=PLAYERS)
    game.np_random = numpy.random.RandomState(seed)
    return game


def rlcard_bare(games: int, seed: int) -> int:
    """Drive RLCard's `Game` object in a bare loop without an environment.

    `step` returns the player's view with their legal actions. Reading them from there is faster than
    `get_legal_actions`, which would compute them again.
    """
    choice, game, decisions = random.Random(seed).choice, rlcard_game(seed), 0
    for _ in range(games):
        state, _player = game.init_game()
        while not game.is_over():
            state, _player = game.step(choice(state["legal_actions"]))
            decisions += 1
    return decisions


def rlcard_rules(games: int, seed: int) -> int:
    """Drive RLCard's `Round` object: the rules alone, without a view for the players."""
    choice, game, decisions = random.Random(seed).choice, rlcard_game(seed), 0
    for _ in range(games):
        game.init_game()
        turns, players = game.round, game.players
        while not turns.is_over:
            turns.proceed_round(players, choice(turns.get_legal_actions(players, turns.current_player)))
            decisions += 1
    return decisions


def rlcard_env(games: int, seed: int) -> int:
    """Drive RLCard as its documentation does: `env.run` with random agents."""
    import numpy
    import rlcard  # type: ignore[import-not-found]
    from rlcard.agents import RandomAgent  # type: ignore[import-not-found]

    numpy.random.seed(seed)
    environment, decisions = rlcard.make("uno", config={"seed": seed}), 0
    environment.set_agents([RandomAgent(environment.num_actions) for _ in range(PLAYERS)])
    for _ in range(games):
        environment.run(is_training=False)
        decisions += len(environment.action_recorder)
    return decisions


def openspiel(games: int, seed: int) -> int:
    """Drive OpenSpiel's Crazy Eights, which is written in C++, from Python.

    Chance nodes do not count as decisions. With two players there is one deck, and all outcomes of a
    chance node are equally likely.
    """
    import pyspiel  # type: ignore[import-not-found]

    choice, decisions = random.Random(seed).choice, 0
    game = pyspiel.load_game(f"crazy_eights(players={PLAYERS})")
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
    return decisions


DRIVERS: dict[str, Driver] = {
    "rlcard-bare": rlcard_bare,
    "rlcard-rules": rlcard_rules,
    "rlcard-env": rlcard_env,
    "openspiel": openspiel,
}


def measured(driver: Driver, games: int, seed: int) -> dict[str, float]:
    """Play `games` after a short warm-up. Return the decisions, games, and user and system time."""
    driver(max(1, games // 100), seed + 1)
    before = cpu_seconds()
    decisions = driver(games, seed)
    return {"decisions": decisions, "games": games, "seconds": cpu_seconds() - before}


def rlcard_sample(games: int, seed: int) -> dict[str, Any]:
    """Return the statistics of RLCard's UNO that oracles.py defines, as sums over `games`.

    An option is a distinct move: RLCard lists two identical cards in hand twice, and its environment merges
    them into one action. A decision is one `proceed_round`.
    """
    choice, game = random.Random(seed).choice, rlcard_game(seed)
    decisions: Counter[int] = Counter()
    chosen: Counter[str] = Counter()
    sums = dict.fromkeys(("options", "forced", "first_seat_wins", "starter_wins", "first_seat_starts"), 0)
    for _ in range(games):
        game.init_game()
        turns, players = game.round, game.players
        starter, count = turns.current_player, 0
        while not turns.is_over:
            options = list(dict.fromkeys(turns.get_legal_actions(players, turns.current_player)))
            action = choice(options)
            count += 1
            sums["options"] += len(options)
            sums["forced"] += len(options) == 1
            trait = action.rpartition("-")[2]
            chosen["number" if trait.isdigit() else trait.replace("_", " ").replace(" 2", " two")] += 1
            turns.proceed_round(players, action)
        winner = turns.winner[0]
        decisions[count] += 1
        sums["first_seat_wins"] += winner == 0
        sums["starter_wins"] += winner == starter
        sums["first_seat_starts"] += starter == 0
    chosen["wild draw four"] = chosen.pop("wild draw 4", 0)
    bins = [decisions[n] for n in range(max(decisions) + 1)]
    return {"games": games, "decisions": bins, "chosen": dict(chosen), **sums}


def main() -> None:
    parser = argparse.ArgumentParser(description="Play one of the other systems and print what it took.")
    parser.add_argument("system", choices=[*DRIVERS, "rlcard-sample"])
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.system == "rlcard-sample":
        print(json.dumps(rlcard_sample(given.games, given.seed), allow_nan=False))
    else:
        print(json.dumps(measured(DRIVERS[given.system], given.games, given.seed), allow_nan=False))


if __name__ == "__main__":
    main()
