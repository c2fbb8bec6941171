"""What chance says in a scenario, where that is told beforehand. Not here: shuffling, which goes by the seed.

As long as something is told, the program stops wherever it draws: in the copy of it that runs, on whatever backend, the
instructions that draw wait instead, and what is told is put in the place of what would have been drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from unoflex_rules.naming.program_names import NotFound, ProgramNames
from unoflex_rules.play.card_names import value_of, value_text
from unoflex_rules.play.machine import Machine, RawEvent
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import RandomDraw
from unoflex_rules.program.opcodes import OPCODES
from unoflex_rules.scenario.examples import ChanceOutcome

WAITING = (OPCODES["WAIT"].number, 0)  # an instruction with which a program stops anywhere, and its first operand
FROM_A_SET = OPCODES["PICK"].number
MOST_SHOWN = 16  # outcomes listed in a note


class ImpossibleOutcome(Exception):
    """Something that chance is told to say and cannot say there.

    `outcome`: what is drawn there; `there`: what could come out; `place`: the line where it is drawn.
    """

    def __init__(self, fate: ChanceOutcome, outcome: str, there: list[str], place: str) -> None:
        super().__init__(f"chance cannot say `{fate.text}` here, where `{outcome}` is drawn")
        self.fate, self.outcome, self.there, self.place = fate, outcome, there, place

    @property
    def instead(self) -> str:
        """What could come out, in a sentence."""
        more = ", ..." if len(self.there) > MOST_SHOWN else ""
        return f"`{self.outcome}` is one of: {', '.join(self.there[:MOST_SHOWN])}{more}"


class ChanceScript:
    """What chance will say in a game, in its order; when nothing is left, it draws by the seed again."""

    def __init__(self, names: ProgramNames, machine: Machine) -> None:
        self.names, self.machine, self.program = names, machine, names.program
        self.left: list[ChanceOutcome] = []

    def tell(self, fates: Iterable[ChanceOutcome]) -> None:
        """More that chance will say, after what is left."""
        self.left += fates
        self.set_waiting()

    def set_waiting(self) -> None:
        """Let the program wait where it draws, or draw if nothing is left."""
        vector = list(self.program.vector)
        for address, chance in self.program.chances.items() if self.left else ():
            if chance.repeats:
                continue
            vector[address : address + len(WAITING)] = WAITING
        self.machine.vector = self.machine.kernel.vector(vector)

    def is_awaited(self, state: Any) -> bool:
        """Whether the program has stopped where it draws."""
        stopped = state[at.S_STATUS] != at.RUNNING and int(self.machine.work[at.W_PC]) in self.program.chances
        return bool(self.left) and stopped

    def say(self, state: Any) -> list[RawEvent]:
        """Put what comes next where the program waits for it, so that it can run on; what has happened.

        Raises ImpossibleOutcome.
        """
        address = int(self.machine.work[at.W_PC])
        self.machine.work[at.W_PC] = 0
        op, slot, among = self.program.vector[address : address + 3]
        state[at.S_STATUS], state[at.S_ERROR], state[at.S_PC] = at.RUNNING, 0, address + at.INSTRUCTION
        given = int(state[among])
        if op == FROM_A_SET and given == 0:  # of nothing, nothing is drawn
            state[slot] = at.NONE
            return []
        fate = self.left.pop(0)
        if not self.left:
            self.set_waiting()
        possible = [bit for bit in range(given.bit_length()) if given >> bit & 1] if op == FROM_A_SET else range(given)
        chance = self.program.chances[address].weighed(state)
        drawn = drawn_for(self.names, chance, fate.value)
        if drawn is None or drawn not in (possible or [0]):
            raise self.not_drawn(fate, chance, [*dict.fromkeys(map(chance.number, possible[:200]))], address)
        state[slot] = drawn
        state[at.S_CHANGED] = 1
        return [(at.E_RANDOM, drawn, 0, 0, 0, address)]

    def not_drawn(self, fate: ChanceOutcome, chance: RandomDraw, numbers: list[int], address: int) -> ImpossibleOutcome:
        """What cannot be said, and what could be."""
        outcome, source = chance.outcome, self.program.source(address)
        there = [value_text(outcome, value_of(outcome, number)) for number in numbers]
        return ImpossibleOutcome(fate, outcome.name, there, str(source.place) if source is not None else "")


def drawn_for(names: ProgramNames, chance: RandomDraw, value: Any) -> int | None:
    """What is drawn for a value; None for one that is never drawn there."""
    if value is None:
        return None
    try:
        drawn = chance.drawn(names.value(chance.outcome, value))
    except NotFound:
        return None
    return drawn if drawn >= 0 else None


def check(names: ProgramNames, value: Any, text: str, outcome: str | None = None) -> None:
    """Raises NotFound for what chance never says in a game, or where it decides the `outcome` of that name."""
    every = list(names.program.chances.values())
    chances = [chance for chance in every if outcome in (None, chance.outcome.name)]
    if not every:
        raise NotFound("E607", "nothing is left to chance in this game but how cards are shuffled")
    if not chances:
        raise NotFound("E607", f"nothing is drawn as `{outcome}`", outcome or "", (each.outcome.name for each in every))
    if all(drawn_for(names, chance, value) is None for chance in chances):
        named = (value for chance in chances for value in chance.outcome.values)
        where = "in this game" if outcome is None else f"for `{outcome}`"
        raise NotFound("E607", f"chance never says `{text}` {where}", text, named)
