"""Agents: the players at the seats, named by a text (`greedy`, `random:call=0.5`) or given as objects.

Not here: how the engine's agents choose (engine/loop/builtin_agents.py), or games (runner.py).
"""

from __future__ import annotations

import difflib
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from unoflex_rules.play.actions import Choice, Decision
from unoflex_rules.play.views import Observation
from unoflex_rules.program import layout as at

#: The engine's agents: number and description.
KINDS: Final[dict[str, tuple[int, str]]] = {
    "random": (at.AGENT_RANDOM, "each option is equally likely"),
    "greedy": (at.AGENT_GREEDY, "sheds the dearest card that leaves most fitting cards; keeps those that always fit"),
    "first": (at.AGENT_FIRST, "takes the first option"),
    "last": (at.AGENT_LAST, "takes the last option"),
    "script": (at.AGENT_SCRIPT, "takes the options with the given numbers, over and over: script:0-2-1"),
}
CALL_RATE = 0.95  # the share of right calls of an agent without `call=`


class BadAgent(ValueError):
    """A text that names no agent."""


class AgentFailed(RuntimeError):
    """An agent chose an option that was not on offer. `seat`: its seat."""

    def __init__(self, seat: int, message: str) -> None:
        super().__init__(f"the agent at P{seat} failed: {message}")
        self.seat, self.message = seat, message

    def __reduce__(self) -> tuple[type[AgentFailed], tuple[int, str]]:
        return AgentFailed, (self.seat, self.message)  # so that it can be pickled


@runtime_checkable
class Agent(Protocol):
    """An object that chooses. If it has `begin(seat, players, rng)`, that is called before each of its games.

    `choose` gets the decision and the observation of its seat, and returns one of `decision.options`, its index, or its
    text. `rng` is a generator for this agent that depends on (seed, game, seat) alone.
    """

    def choose(self, decision: Decision, observation: Observation) -> Choice: ...


@dataclass(frozen=True)
class BuiltIn:
    """An agent of the engine. `call`: the share of decisions about calls in which it does right."""

    name: str
    call: float = CALL_RATE
    script: tuple[int, ...] = ()

    def __str__(self) -> str:
        given = [f"call={self.call:g}"] if self.call != CALL_RATE else []
        given = ["-".join(map(str, self.script))] * bool(self.script) + given
        return ":".join([self.name, *given])


Player: TypeAlias = BuiltIn | Agent
RANDOM = BuiltIn("random")


def name_of(agent: Player) -> str:
    """The name of an agent in reports."""
    if isinstance(agent, BuiltIn):
        return str(agent)
    return str(getattr(agent, "name", type(agent).__name__))


def agent_of(text: str) -> BuiltIn:
    """The agent that a text names: `random`, `greedy:call=0.5`, `script:0-2-1`. Raises BadAgent."""
    name, *parts = [part.strip() for part in text.split(":")]
    if name not in KINDS:
        near = difflib.get_close_matches(name, KINDS, n=1)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        raise BadAgent(f"there is no agent `{name}`{hint} (agents: {', '.join(KINDS)})")
    call = CALL_RATE
    script: tuple[int, ...] = ()
    for part in parts:
        key, equals, value = part.partition("=")
        if equals and key == "call":
            call = rate_of(value, text)
        elif not equals and name == "script" and re.fullmatch(r"\d{1,4}(-\d{1,4})*", part):
            script = tuple(map(int, part.split("-")))
        else:
            raise BadAgent(f"`{part}` in `{text}` is no setting of `{name}`; it has call=0.95")
    if name == "script" and not 0 < len(script) <= at.MAX_SCRIPT:
        raise BadAgent(f"`{text}`: a script is 1 to {at.MAX_SCRIPT} numbers of options, as in script:0-2-1")
    return BuiltIn(name, call, script)


def rate_of(value: str, text: str) -> float:
    """A share from 0 to 1."""
    try:
        rate = float(value)
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1:
        raise BadAgent(f"`{text}`: call is a share from 0 to 1, not `{value}`")
    return rate


def agents_for(players: int, given: Sequence[Player | str] | str | None) -> tuple[Player, ...]:
    """An agent for each seat: a single one plays all seats; the default is `random`. Raises BadAgent."""
    if given is None:
        return (RANDOM,) * players
    if isinstance(given, str):
        given = given.split(",")
    agents = tuple(agent_of(each) if isinstance(each, str) else each for each in given)
    for agent in agents:
        if not isinstance(agent, BuiltIn | Agent):
            raise BadAgent(f"{agent!r} is no agent: it has no method `choose(decision, observation)`")
    if len(agents) not in (1, players):
        raise BadAgent(f"{len(agents)} agents for {players} players: name one for every seat, or one for all")
    return agents * players if len(agents) == 1 else agents


def write_agents(work: Any, agents: Sequence[Player]) -> None:
    """Write the engine's agents into a work space."""
    for number, agent in enumerate(agents):
        if not isinstance(agent, BuiltIn):
            continue
        place = at.W_AGENT + number * at.AGENT_WIDTH
        work[place + at.AGENT_KIND] = KINDS[agent.name][0]
        work[place + at.AGENT_CALL] = round(agent.call * at.CERTAIN)
        work[place + at.AGENT_LENGTH] = len(agent.script)
        work[place + at.AGENT_PLACE] = 0
        for k, option in enumerate(agent.script):
            work[at.W_SCRIPT + number * at.MAX_SCRIPT + k] = option


def generator(seed: int, index: int, seat: int) -> random.Random:
    """The random generator of an agent, the same for the same seed, game and seat."""
    return random.Random(f"{seed} {index} {seat}")
