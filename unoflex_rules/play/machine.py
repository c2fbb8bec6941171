"""A program on a backend, which runs one state after the other. Not here: the meaning of a state (game.py).

Games of one program share a machine: the program is never written to, and each thread has its own work space.
"""

from __future__ import annotations

import threading
from itertools import product
from typing import Any

from unoflex_rules.engine.backend import accel
from unoflex_rules.play.leaving import leave_game
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program

#: An option on offer: verb, card, face, choice, choice, address of its description.
Option = tuple[int, ...]
#: A recorded event: kind, four values, code address.
RawEvent = tuple[int, ...]


#: The parts of a work space that belong to the agents: their generator, their seats, their settings.
AGENTS_PARTS = (slice(at.W_RNG, at.W_RNG + 4), slice(at.W_ROTATION, at.W_OFFER))


class TooManyEvents(RuntimeError):
    """More events between two decisions than a work space can hold."""


class Machine:
    """The kernel with a program; states are vectors of the kernel's kind."""

    def __init__(self, program: Program, kernel: accel.Kernel) -> None:
        self.program = program
        self.kernel = kernel
        self.vector = kernel.vector(program.vector)
        self._spaces = threading.local()

    @property
    def work(self) -> Any:
        """The work space of this thread."""
        if not hasattr(self._spaces, "work"):
            self._spaces.work = self.kernel.vector([0] * self.program.work_size)
        return self._spaces.work

    def new_state(self, seed: int, index: int, limit: int, one_round: bool, rotate: bool = False) -> Any:
        """The state of game `index` of `seed` before its first instruction; the work space is reset for it."""
        state = self.kernel.vector([0] * self.program.state_size)
        self.kernel.begin_game(state, self.vector, self.work, seed, index, limit, int(one_round), int(rotate))
        return state

    def run(self, state: Any, record: bool) -> tuple[list[Option], list[RawEvent]]:
        """Run a state to its next decision or its end; return the options, and the events (if recorded).

        Raises TooManyEvents.
        """
        work = self.work
        work[at.W_OPTIONS] = work[at.W_OFFERS] = 0
        self.begin(work, record)
        self.kernel.run(state, self.vector, work)
        return self.options(state), self.events(state, work)

    def answer(
        self, state: Any, options: list[Option], index: int, record: bool
    ) -> tuple[list[Option], list[RawEvent]]:
        """Take the `index`-th of the options that `run` returned for this state, without checking, and run on.

        Raises TooManyEvents.
        """
        work = self.work
        self.offer(work, options[index : index + 1])
        work[at.W_OPTIONS] = len(options)
        self.begin(work, record)
        self.kernel.answer(state, self.vector, work, 0)
        self.kernel.run(state, self.vector, work)
        return self.options(state), self.events(state, work)

    def choose(self, state: Any, options: list[Option], agents: list[int]) -> int:
        """The number of the option that the engine's agents take; `agents`: their part of a work space, updated."""
        work = self.work
        self.offer(work, options)
        work[at.W_CALLS] = sum(1 for option in options if self.program.vector[option[5] + at.OPTION_CALL])
        for part in AGENTS_PARTS:
            work[part] = agents[part]
        chosen = int(self.kernel.choose(state, self.vector, work))
        for part in AGENTS_PARTS:
            agents[part] = map(int, work[part])
        return chosen

    def leave(self, state: Any, seat: int, record: bool) -> tuple[list[Option], list[RawEvent]]:
        """Let a player leave the game at a decision, without checking that they may, and run on.

        Raises TooManyEvents.
        """
        question, leaving = self.program.questions[int(state[at.S_ASK])], self.program.leaving
        assert leaving is not None
        work = self.work
        work[at.W_OPTIONS] = work[at.W_OFFERS] = 0
        self.begin(work, record)
        rules, back = leaving.rules or (0, 0)
        begun = int(question.under_way)
        leave_game(state, self.vector, work, seat, question.again, begun, leaving.reason, rules, back)
        if state[at.S_STATUS] == at.RUNNING:
            self.kernel.run(state, self.vector, work)
        return self.options(state), self.events(state, work)

    def ask_again(self, state: Any) -> list[Option]:
        """The options of a state at a decision. The state is unchanged."""
        state[at.S_STATUS] = at.RUNNING
        return self.run(state, False)[0]

    def begin(self, work: Any, record: bool) -> None:
        work[at.W_RECORD] = int(record)
        work[at.W_EVENTS] = 0
        work[at.W_LOST] = 0
        work[at.W_UNASKED] = 0

    def unasked(self) -> list[tuple[int, int, Option]]:
        """The options taken without a question in the last recorded run, up to MAX_TAKEN: the seat, the code address
        of the question, and the option."""
        work = self.work
        found: list[tuple[int, int, Option]] = []
        for seat, asked, *offer in rows(work, at.W_TAKEN, int(work[at.W_UNASKED]), at.TAKEN_COLUMNS):
            verb, card, face, choices, choices_2, desc = offer
            (choice,), (choice_2,) = members(choices), members(choices_2) if choices else [at.NONE]
            found.append((seat, asked, (verb, card, face, choice, choice_2, desc)))
        return found

    def options(self, state: Any) -> list[Option]:
        if state[at.S_STATUS] != at.ASKING:
            return []
        return options_in(self.work)

    def offer(self, work: Any, options: list[Option]) -> None:
        """Write options to the work space, each as one offer."""
        work[at.W_OPTIONS] = work[at.W_OFFERS] = len(options)
        for number, (verb, card, face, choice, choice_2, desc) in enumerate(options):
            sets = [named(value) for value in (choice, choice_2)]
            place = at.W_OFFER + number * at.OFFER_COLUMNS
            for column, value in enumerate((verb, card, face, *sets, desc, number)):
                work[place + column] = value

    def events(self, state: Any, work: Any) -> list[RawEvent]:
        """The recorded events; of a broken state, possibly only the first ones."""
        if work[at.W_LOST] and state[at.S_STATUS] != at.BROKEN:
            raise TooManyEvents(f"more than {at.MAX_EVENTS:,} events between two decisions")
        return rows(work, at.W_EVENT, int(work[at.W_EVENTS]), at.EVENT_COLUMNS)


def options_in(work: Any) -> list[Option]:
    """The options on offer in a work space, by their numbers."""
    found: list[Option] = []
    for verb, card, face, choices, choices_2, desc, _ in rows(
        work, at.W_OFFER, int(work[at.W_OFFERS]), at.OFFER_COLUMNS
    ):
        pairs = product(members(choices), members(choices_2) if choices else [at.NONE])
        found += [(verb, card, face, *values, desc) for values in pairs]
    return found


def named(value: int) -> int:
    """A named value as an offer holds it: a set of one value, an empty set for NONE, a negative number for a card."""
    if value >= at.CHOSEN_CARD:
        return -value
    return 1 << value if value >= 0 else 0


def members(values: int) -> list[int]:
    """The values of a set in order; NONE alone for an empty set; a card for a negative number."""
    if values < 0:
        return [-values]
    return [value for value in range(values.bit_length()) if values >> value & 1] or [at.NONE]


def rows(vector: Any, first: int, count: int, columns: int) -> list[tuple[int, ...]]:
    """Rows of a vector as tuples."""
    numbers = list(map(int, vector[first : first + count * columns]))
    return [tuple(numbers[place : place + columns]) for place in range(0, count * columns, columns)]


RECENT = 4
_recent: list[Machine] = []


def machine_of(program: Program, engine: str) -> Machine:
    """The machine for a program on an engine (`plain`, `fast`, `auto`); the last few are kept."""
    kernel = accel.kernel(engine)
    for machine in list(_recent):
        if machine.program is program and machine.kernel.name == kernel.name:
            return machine
    machine = Machine(program, kernel)
    _recent.append(machine)
    del _recent[:-RECENT]
    return machine
