"""Measurements of this project and of the prototype, one job per process; prints one line of JSON.

Not here: the list of jobs, repetitions and evaluation (__main__.py); other systems (others.py).

    python -m benchmarks.workers simulate --ruleset classic --players 4 --engine fast --games 100000
"""

import argparse
import json
import resource
import time
from typing import Any

WARM_UP = 20  # number of games; the measurement uses another seed


def cpu_seconds() -> float:
    """Return the user and system time of all threads of this process so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def prototype(given: argparse.Namespace) -> dict[str, float]:
    """Play the prototype kernel's game on one of its two backends."""
    from benchmarks import prototype_kernel

    kernel: Any = prototype_kernel
    vector = kernel.prepare("numba" if given.engine == "fast" else "plain")
    kernel.play(vector, given.players, 1, WARM_UP)
    cpu, wall = cpu_seconds(), time.perf_counter()
    decisions, _wins = kernel.play(vector, given.players, given.seed, given.games)
    return took(cpu, wall, decisions, given.games)


def simulate(given: argparse.Namespace) -> dict[str, float]:
    """Simulate a ruleset through the public API; reading it is not measured."""
    import unoflex_rules as ur

    ruleset = ur.load(given.ruleset, dict(each.split("=", 1) for each in given.set))
    options: dict[str, Any] = {"players": given.players, "threads": given.threads, "engine": given.engine}
    ur.simulate(ruleset, games=WARM_UP, seed=given.seed + 1, **options)
    cpu, wall = cpu_seconds(), time.perf_counter()
    tally = ur.simulate(ruleset, games=given.games, seed=given.seed, **options)
    return took(cpu, wall, tally.decisions_total, tally.games)


def copy(given: argparse.Namespace) -> dict[str, float]:
    """Copy a bare state forty decisions into a game, as a search does."""
    import unoflex_rules as ur
    from unoflex_rules.engine.backend import accel

    game = ur.Game(ur.load(given.ruleset), players=given.players, seed=given.seed, engine="plain")
    for _ in range(40):
        game.apply(game.legal_actions()[0])
    kernel = accel.kernel(given.engine)
    state, copied = kernel.vector(game.state), kernel.copy
    cpu, wall = cpu_seconds(), time.perf_counter()
    for _ in range(given.games):
        copied(state)
    return took(cpu, wall, given.games, given.games)


def took(cpu: float, wall: float, decisions: int, games: int) -> dict[str, float]:
    """Return the result of a job and its seconds."""
    seconds = cpu_seconds() - cpu
    return {"decisions": decisions, "games": games, "seconds": seconds, "wall": time.perf_counter() - wall}


JOBS = {"prototype": prototype, "simulate": simulate, "copy": copy}


def main() -> None:
    parser = argparse.ArgumentParser(description="Do one job and print what it took.")
    parser.add_argument("job", choices=JOBS)
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--engine", choices=("plain", "fast"), default="fast")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(json.dumps(JOBS[given.job](given), allow_nan=False))


if __name__ == "__main__":
    main()
