"""Uses of generated rulesets: writing, playing on both engines, renaming, reordering.

Not here: the generator (rulesets.py), and the promises of every game (tests/promises.py).
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings

import unoflex_rules as ur
from tests.generated.rulesets import Made
from unoflex_rules.engine.backend import accel
from unoflex_rules.play.machine import Machine
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, StateVariable

#: The number of examples as a multiple of that of `make test`; `make generated` sets it.
TIMES = int(os.environ.get("UNOFLEX_GENERATED", "1"))
#: Mappings whose order matters: options, arguments, and outcomes that are numbered.
ORDERED = {"options", "params", "weights", "values", "set", "deck"}
NAME = re.compile(r"\b([a-z]+)_(\d+)\b")
LIMIT = 60


def examples(number: int) -> settings:
    """Use a fixed set of examples without shrinking in `make test`, and more with shrinking in a long search."""
    return settings(
        max_examples=number * TIMES,
        deadline=None,
        derandomize=TIMES == 1,
        database=None,
        print_blob=False,
        phases=[Phase.generate] if TIMES == 1 else [Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )


@contextmanager
def shown(text: str) -> Iterator[None]:
    """Add the ruleset to any exception raised inside."""
    try:
        yield
    except Exception as problem:
        told = f"{type(problem).__name__}: {problem}"
        raise AssertionError(
            f"{told}\n\n--- generated.yaml: save it, then load('generated.yaml') ---\n{text}"
        ) from problem


def compiled(text: str, folder: Path, players: int) -> Program:
    """Return the program of a valid ruleset for the smallest number of players plus `more`."""
    path = folder / "generated.yaml"
    path.write_text(text, encoding="utf-8")
    found = ur.validate(path)
    assert not found, "\n".join(f"{each.span}: {each.code} {each.message}" for each in found)
    ruleset = ur.load(path)
    counts = ruleset.player_counts
    return ur.compile_ruleset(ruleset, counts[players % len(counts)])


# ---- other texts for the same game -----------------------------------------------------------------------------------


def renamed(text: str) -> str:
    """Return the same text with all of its own names changed consistently."""
    return NAME.sub(r"x\2\1", text)


def reordered(data: Any, chance: random.Random, key: str = "") -> Any:
    """Return the same data with mappings reordered where their order does not matter."""
    if isinstance(data, list):
        return [reordered(each, chance, key if key == "deck" else "") for each in data]
    if not isinstance(data, dict):
        return data
    keys = list(data)
    if key not in ORDERED and len(keys) > 1:
        chance.shuffle(keys)
    inner = "" if key != "deck" else "deck"
    return {each: reordered(data[each], chance, inner or each) for each in keys}


def top_reordered(made: Made, chance: random.Random) -> dict[str, Any]:
    """Return a ruleset in another order: its keys, its declarations, and the arguments of its statements."""
    keys = list(made.data)
    chance.shuffle(keys)
    found: dict[str, Any] = {}
    for key in keys:
        value = made.data[key]
        if key in ("options", "values"):  # the order of the names does not matter here, but that of their values may
            names = list(value)
            chance.shuffle(names)
            found[key] = {name: value[name] for name in names}
        else:
            found[key] = reordered(value, chance, key)
    return found


def commented(text: str) -> str:
    """Return the same text with comments and keys of the author."""
    lines = [f"{line}  # {number}" for number, line in enumerate(text.splitlines()) if line]
    return "# first\n" + "\n".join(lines) + "\nx-author: [nobody, {set: 3}]\n# last\n"


# ---- the events of a game, by names ----------------------------------------------------------------------------------


def course(program: Program, index: int, name: Callable[[str], str] = str) -> list[object]:
    """Play a random game. Return the players asked, their options, and the final cards and variables."""
    machine = Machine(program, accel.plain())
    chance = random.Random(index)
    state = machine.new_state(1, index, LIMIT, index % 2 == 0)
    options, _ = machine.run(state, False)
    found: list[object] = []
    while state[at.S_STATUS] == at.ASKING and len(found) < 2 * LIMIT:
        found.append((state[at.S_ASKED], [(name(program.verbs[each[0]]), *each[1:5]) for each in options]))
        options, _ = machine.answer(state, options, chance.randrange(len(options)), False)
    p = program.vector
    piles = {}
    for number, zone in enumerate(program.zones):
        first = p[at.P_PILE] + number * p[at.P_CARDS]
        piles[name(zone.name), zone.seat] = state[first : first + state[p[at.P_SIZE] + number]]
    held = {(name(each.name), k): value(each, state, k, name) for each in program.variables for k in range(each.count)}
    reason = name(program.reasons[state[at.S_REASON]]) if state[at.S_STATUS] == at.OVER else ""
    return [*found, state[at.S_STATUS], state[at.S_WINNERS], reason, piles, held]


def value(variable: StateVariable, state: list[int], seat: int, name: Callable[[str], str]) -> object:
    number = state[variable.slot + seat * variable.width]
    return name(variable.values[number]) if variable.values and number >= 0 else number
