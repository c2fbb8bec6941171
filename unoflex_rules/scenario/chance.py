"""Outcomes of chance that a scenario sets. Not here: shuffling, which goes by the seed.

While outcomes are left, the program stops at each instruction that draws, and the next outcome is put in its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from unoflex_rules.naming.program_names import NotFound, ProgramNames
from unoflex_rules.play.card_names import value_of, value_text
from unoflex_rules.play.machine import Machine, RawEvent
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import RandomDraw
from unoflex_rules.program.opcodes import OPCODES
from unoflex_rules.scenario.examples import ChanceOutcome

WAIT = (OPCODES["WAIT"].number, 0)  # stops the program: the instruction and its first operand
FROM_A_SET = OPCODES["PICK"].number
MOST_TRIED, MOST_SHOWN = 200, 16  # possible outcomes of a draw that are looked at, and listed in a note


class ImpossibleOutcome(Exception):
    """An outcome that the draw at `place` cannot have. `drawn`: the name of what is drawn; `possible`: its values."""

    def __init__(self, outcome: ChanceOutcome, drawn: str, possible: list[str], place: str) -> None:
        super().__init__(f"`{outcome.text}` cannot be drawn here: the draw is `{drawn}`")
        self.outcome, self.possible, self.place = outcome, possible, place
        more = ", ..." if len(possible) > MOST_SHOWN else ""
        self.choice = f"`{drawn}` is one of: {', '.join(possible[:MOST_SHOWN])}{more}"


class ChanceScript:
    """The outcomes of chance that are left in a game; after the last one chance goes by the seed."""

    def __init__(self, names: ProgramNames, machine: Machine) -> None:
        self.names, self.machine, self.program = names, machine, names.program
        self.left: list[ChanceOutcome] = []

    def add(self, outcomes: Iterable[ChanceOutcome]) -> None:
        self.left += outcomes
        self.set_waiting()

    def set_waiting(self) -> None:
        """Let the program stop where it draws if outcomes are left, and else draw."""
        vector = list(self.program.vector)
        for address, chance in self.program.chances.items() if self.left else ():
            if not chance.repeats:
                vector[address : address + len(WAIT)] = WAIT
        self.machine.vector = self.machine.kernel.vector(vector)

    def is_awaited(self, state: Any) -> bool:
        """Whether the program has stopped at a draw."""
        stopped = state[at.S_STATUS] != at.RUNNING and int(self.machine.work[at.W_PC]) in self.program.chances
        return bool(self.left) and stopped

    def draw(self, state: Any) -> list[RawEvent]:
        """Draw the next outcome at the instruction where the program has stopped. Raises ImpossibleOutcome."""
        address = int(self.machine.work[at.W_PC])
        self.machine.work[at.W_PC] = 0
        op, slot, among = self.program.vector[address : address + 3]
        state[at.S_STATUS], state[at.S_ERROR], state[at.S_PC] = at.RUNNING, 0, address + at.INSTRUCTION
        given = int(state[among])
        if op == FROM_A_SET and given == 0:  # nothing is drawn from an empty set
            state[slot] = at.NONE
            return []
        outcome = self.left.pop(0)
        if not self.left:
            self.set_waiting()
        possible = [bit for bit in range(given.bit_length()) if given >> bit & 1] if op == FROM_A_SET else range(given)
        chance = self.program.chances[address].weighed(state)
        drawn = drawn_for(self.names, chance, outcome.value)
        if drawn is None or drawn not in (possible or [0]):
            numbers, source = dict.fromkeys(map(chance.number, possible[:MOST_TRIED])), self.program.source(address)
            texts = [value_text(chance.outcome, value_of(chance.outcome, number)) for number in numbers]
            raise ImpossibleOutcome(outcome, chance.outcome.name, texts, str(source.place) if source else "")
        state[slot] = drawn
        state[at.S_CHANGED] = 1
        return [(ev.E_RANDOM, drawn, 0, 0, 0, address)]


def drawn_for(names: ProgramNames, chance: RandomDraw, value: Any) -> int | None:
    """The number that the engine draws for a value; None if it never draws it."""
    try:
        drawn = -1 if value is None else chance.drawn(names.value(chance.outcome, value))
    except NotFound:
        return None
    return drawn if drawn >= 0 else None


def check_outcome(names: ProgramNames, value: Any, text: str, outcome: str | None = None) -> None:
    """Raise NotFound for a value that chance never draws in a game, or never draws as `outcome`."""
    every = list(names.program.chances.values())
    chances = [chance for chance in every if outcome in (None, chance.outcome.name)]
    if not every:
        raise NotFound("E607", "only shuffling is random in this game")
    if not chances:
        raise NotFound("E607", f"nothing is drawn as `{outcome}`", outcome or "", (each.outcome.name for each in every))
    if all(drawn_for(names, chance, value) is None for chance in chances):
        named = (value for chance in chances for value in chance.outcome.values)
        where = "in this game" if outcome is None else f"for `{outcome}`"
        raise NotFound("E607", f"`{text}` is never drawn {where}", text, named)
