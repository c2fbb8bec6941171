"""Agents of the compiled loop: the option that a seat takes. They see only what its player may see.

Not here: agents written in Python (unoflex_rules/play/agents.py), or taking the option (decisions.py).
"""

from __future__ import annotations

from unoflex_rules.engine.decisions import offer_of
from unoflex_rules.engine.loop.greedy import greediest
from unoflex_rules.engine.rng import below
from unoflex_rules.engine.vectors import Vector
from unoflex_rules.program.layout import (
    AGENT_CALL,
    AGENT_FIRST,
    AGENT_GREEDY,
    AGENT_KIND,
    AGENT_LAST,
    AGENT_LENGTH,
    AGENT_PLACE,
    AGENT_RANDOM,
    AGENT_SCRIPT,
    AGENT_WIDTH,
    CALL_RIGHT,
    CERTAIN,
    MAX_SCRIPT,
    O_DESC,
    OPTION_CALL,
    P_PLAYERS,
    S_ASKED,
    W_AGENT,
    W_CALLS,
    W_OPTIONS,
    W_RNG,
    W_ROTATION,
    W_SCRIPT,
)


def agent_of(p: Vector, w: Vector, seat: int) -> int:
    """The agent that plays a seat, after rotation."""
    agent = seat - w[W_ROTATION]
    if agent < 0:
        agent += p[P_PLAYERS]
    return agent


def choose(s: Vector, p: Vector, w: Vector) -> int:
    """The number of the option that the asked seat's agent takes."""
    agent = agent_of(p, w, s[S_ASKED])
    at = W_AGENT + agent * AGENT_WIDTH
    if w[W_CALLS] > 0:
        return choose_call(p, w, w[at + AGENT_CALL])
    n = w[W_OPTIONS]
    kind = w[at + AGENT_KIND]
    if kind == AGENT_GREEDY:
        return greediest(s, p, w)
    if kind == AGENT_FIRST:
        return 0
    if kind == AGENT_LAST:
        return n - 1
    if kind == AGENT_SCRIPT:
        place = w[at + AGENT_PLACE]
        w[at + AGENT_PLACE] = place + 1
        return w[W_SCRIPT + agent * MAX_SCRIPT + place % w[at + AGENT_LENGTH]] % n
    return below(w, W_RNG, n)


def are_uniform(p: Vector, w: Vector) -> int:
    """1 if every agent takes each option equally often."""
    for agent in range(p[P_PLAYERS]):
        if w[W_AGENT + agent * AGENT_WIDTH + AGENT_KIND] != AGENT_RANDOM:
            return 0
    return 1


def begin_agents(p: Vector, w: Vector) -> None:
    """Reset the scripts at the beginning of a game."""
    for agent in range(p[P_PLAYERS]):
        w[W_AGENT + agent * AGENT_WIDTH + AGENT_PLACE] = 0


def choose_call(p: Vector, w: Vector, rate: int) -> int:
    """An option of a decision about calls: the right one `rate` in CERTAIN times, else another one."""
    right = 0
    for k in range(w[W_OPTIONS]):
        if call_of(p, w, k) == CALL_RIGHT:
            right += 1
    n = w[W_OPTIONS]
    does_right = 0
    if below(w, W_RNG, CERTAIN) < rate:
        does_right = 1
    # Right is a call that is right, or no call if all of them are wrong.
    wanted = 0
    for k in range(n):
        wanted += is_wanted(p, w, k, right, does_right)
    if wanted == 0:
        return below(w, W_RNG, n)
    left = below(w, W_RNG, wanted)
    for k in range(n):
        if is_wanted(p, w, k, right, does_right) == 1:
            if left == 0:
                return k
            left -= 1
    return 0


def call_of(p: Vector, w: Vector, k: int) -> int:
    """CALL_RIGHT or CALL_WRONG if the k-th option is a call, else 0."""
    return p[w[offer_of(w, k) + O_DESC] + OPTION_CALL]


def is_wanted(p: Vector, w: Vector, k: int, right: int, does_right: int) -> int:
    """1 if the k-th option is a candidate; `right`: how many calls are right."""
    call = call_of(p, w, k)
    if right > 0:
        calls = 0
        if call == CALL_RIGHT:
            calls = 1
        return 1 if calls == does_right else 0
    calls = 0
    if call != 0:
        calls = 1
    return 1 if calls != does_right else 0
