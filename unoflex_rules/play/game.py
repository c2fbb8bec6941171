"""A game in progress: decisions, events, observations. Not here: rules (the program has them).

Arguments are checked here; the engine trusts them.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.engine.rng import seed_words
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.limits import DEFAULT_LIMIT, MAX_SEED
from unoflex_rules.play.actions import Action, Choice, Decision, IllegalAction, action_of, index_of, listed
from unoflex_rules.play.agents import BuiltIn, agents_for, write_agents
from unoflex_rules.play.card_names import CardView, Value, card_names, front_of, seat_name, value_of
from unoflex_rules.play.event_log import Event
from unoflex_rules.play.machine import Machine, Option, RawEvent, TooManyEvents, machine_of
from unoflex_rules.play.observation import EventFeed, Observer, RevealedCards, pile
from unoflex_rules.play.outcome import ERRORS, GameBroken, Outcome, outcome_of
from unoflex_rules.play.views import Observation
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program, Question, StateVariable
from unoflex_rules.resources import shipped_id


class Game:
    """Game `index` of `seed` of a ruleset, at its first decision.

    `ruleset`: a Ruleset, or its Program. `players`: number of players; by default 4, or the nearest number that the
    ruleset allows. `engine`: `plain`, `fast` or `auto`; the game is the same. `rounds`: `one`, or `game` for a whole
    game. `limit`: decisions after which a round is unfinished. `leaving`: whether players may `leave`, which needs a
    different program; a Program given as `ruleset` determines it itself.

    Raises RulesetError, ValueError for numbers out of bounds, accel.NotAvailable without the fast engine, and
    GameBroken if the game cannot begin.
    """

    def __init__(
        self,
        ruleset: Ruleset | Program,
        players: int | None = None,
        seed: int = 0,
        index: int = 0,
        engine: Literal["plain", "fast", "auto"] = "plain",
        rounds: Literal["one", "game"] = "one",
        limit: int = DEFAULT_LIMIT,
        leaving: bool = False,
    ) -> None:
        if not 0 <= seed <= MAX_SEED or not 0 <= index <= MAX_SEED:
            raise ValueError(f"a seed and an index are numbers from 0 to {MAX_SEED}")
        if limit < 1:
            raise ValueError("a round takes at least one decision")
        if rounds not in ("one", "game"):
            raise ValueError(f"rounds is `one` or `game`, not {rounds!r}")
        program, loaded = prepared(ruleset, players, leaving)
        given = f"seed={seed}, index={index}, rounds={rounds!r}, limit={limit}"
        given += ", leaving=True" if program.leaving is not None else ""
        machine = machine_of(program, engine)
        state = machine.new_state(seed, index, limit, rounds == "one")
        self._begin_at(machine, state, seed, index, f"Game({loaded}, {program.players}, {given})")

    def _begin_at(
        self, machine: Machine, state: Any, seed: int, index: int, start: str, known: Sequence[int] | None = None
    ) -> None:
        """Run from a state to the first decision.

        `start`: the Python expression that makes the game. `known`: the state that every seat knows, if not that of a
        new game.
        """
        self._start = start
        self._machine = machine
        self._seed, self._index = seed, index
        self._state = state
        self._known = known
        self._taken: list[int] = []
        self._raw: list[RawEvent] = []
        self._options: list[Option] = []
        self._legal: list[tuple[Action, int]] | None = None
        self._feeds: dict[int | None, EventFeed] = {}
        self._revealed = RevealedCards()
        self._run(lambda: self._machine.run(self._state, True))

    # ---- what it is ----------------------------------------------------------------------------------------------

    @property
    def program(self) -> Program:
        """The compiled ruleset. It is never changed."""
        return self._machine.program

    @property
    def machine(self) -> Machine:
        """The program on its engine."""
        return self._machine

    @property
    def vector(self) -> Any:
        """The state itself, in the engine's own kind of vector; for a copy see `state`."""
        return self._state

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.program.players

    @property
    def seed(self) -> int:
        """The seed, 0 to 2**53."""
        return self._seed

    @property
    def index(self) -> int:
        """The number of the game among those of its seed."""
        return self._index

    @property
    def engine(self) -> str:
        """The backend: `plain` or `fast`."""
        return self._machine.kernel.name

    @property
    def taken(self) -> tuple[int, ...]:
        """The record of the game so far: for each decision, the number of the option taken.

        A negative number is a player who left: -1 for P0, -2 for P1, ...
        """
        return tuple(self._taken)

    @property
    def repeat(self) -> str:
        """A line of Python that replays the game up to here."""
        played = f".replay({self._taken})" if self._taken else ""
        return f"from unoflex_rules import *; game = {self._start}{played}"

    # ---- deciding ------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether no decision is left."""
        return bool(self._state[at.S_STATUS] != at.ASKING)

    @property
    def to_decide(self) -> int | None:
        """The seat that must decide; None once the game is over."""
        return None if self.is_over else int(self._state[at.S_ASKED])

    @property
    def question(self) -> Question | None:
        """The question that the program asks now."""
        return None if self.is_over else self.program.questions.get(int(self._state[at.S_ASK]))

    @property
    def decision(self) -> Decision | None:
        """The current decision; None once the game is over."""
        seat, question = self.to_decide, self.question
        if seat is None:
            return None
        about, private = (question.about, question.private) if question is not None else ("", False)
        return Decision(seat, about, private, tuple(self.legal_actions()))

    def legal_actions(self) -> list[Action]:
        """The legal actions: distinct, in an order that depends on the state alone; empty once the game is over."""
        return [action for action, _ in self._actions()]

    def apply(self, choice: Choice) -> Action:
        """Take a legal action, given as an Action, its index or its text, and return it.

        Raises IllegalAction (UnknownAction for a text), which leaves the game unchanged, and GameBroken if the game
        cannot continue after it.
        """
        actions = self._actions()
        action, option = actions[index_of(choice, [action for action, _ in actions])]
        self.take(option)
        return action

    def option_of(self, choice: Choice) -> int:
        """The number of the option that `apply` would take. Raises IllegalAction."""
        actions = self._actions()
        return actions[index_of(choice, [action for action, _ in actions])][1]

    def take(self, option: int) -> None:
        """Take an option by its number, as in `taken`. Trusts that it is on offer; raises GameBroken."""
        self._taken.append(option)
        self._run(lambda: self._machine.answer(self._state, self._options, option, True))

    def leave(self, seat: int) -> None:
        """Let a player leave the game, whoever is asked. A last remaining player wins, and the game is over.

        If the player has laid no card in their turn, it is broken off. Otherwise it is finished without them: they are
        not asked any more, and chance names what must be named. After that turn their cards go under the draw pile.
        Raises ValueError for an unknown seat and for a game without `leaving`, IllegalAction if the game is over or the
        player has left before, and GameBroken if the game cannot continue.
        """
        if self.program.leaving is None:
            raise ValueError("players cannot leave this game: begin it with leaving=True")
        if self.is_over:
            raise IllegalAction("the game is over: players cannot leave it any more")
        if not (self._state[at.S_IN_GAME] >> self._seat(seat)) & 1:
            raise IllegalAction(f"{seat_name(seat)} has already left the game", self.legal_actions())
        self._taken.append(-1 - seat)
        self._run(lambda: self._machine.leave(self._state, seat, True))

    def replay(self, taken: Iterable[int]) -> Game:
        """Take the options of a record such as `taken`, and return the game."""
        for option in taken:
            if option < 0:
                self.leave(-1 - option)
                continue
            if option >= len(self._options):
                raise IllegalAction(
                    f"there is no option {option}: {listed(self.legal_actions())}", self.legal_actions()
                )
            self.take(option)
        return self

    def play_out(
        self,
        choose: Callable[[Game], Choice] | None = None,
        *,
        agents: Sequence[BuiltIn | str] | str | None = None,
        rotate: bool = True,
    ) -> Outcome:
        """Play to the end and return the outcome; `choose` picks each action.

        Without `choose`, the engine's `agents` play (one per seat, or one for all; by default `random`) with the
        random numbers of a simulation: from its start, the game is the one that `simulate` plays.
        """
        work = [0] * at.W_OFFER
        seed_words(work, at.W_RNG, self._seed, self._index, 1)
        work[at.W_ROTATION] = self._index % self.players if rotate else 0
        write_agents(work, agents_for(self.players, agents))
        while not self.is_over:
            if choose is not None:
                self.apply(choose(self))
            else:
                self._let_choose(work)
        outcome = self.outcome
        assert outcome is not None
        return outcome

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""
        return outcome_of(self.program, self._state)

    # ---- what a seat knows ---------------------------------------------------------------------------------------

    def events(self, seat: int | None = None) -> list[Event]:
        """All events so far, in order; with a seat, the events that it sees."""
        if seat is not None:
            self._seat(seat)
        if seat not in self._feeds:
            self._feeds[seat] = EventFeed(self.program, seat, self._known)
        return list(self._feeds[seat].hear(self._raw))

    def observation(self, seat: int) -> Observation:
        """The observation of a seat now."""
        question = self.question
        legal = self.legal_actions() if seat == self.to_decide else []
        return self._observer(self._seat(seat)).observe(question, legal)

    # ---- the whole state, which no player sees ------------------------------------------------------------------

    @property
    def state(self) -> list[int]:
        """A copy of the state as a list."""
        return list(self._state) if isinstance(self._state, list) else [int(value) for value in self._state]

    def state_digest(self) -> str:
        """Sixteen hexadecimal digits that depend on the state, the same on both backends."""
        return hashlib.sha256(array("q", self.state).tobytes()).hexdigest()[:16]

    def copy(self) -> Game:
        """Return an independent copy."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other._state = self._machine.kernel.copy(self._state)
        other._taken = self._taken.copy()
        other._raw = self._raw.copy()
        other._feeds = {}
        other._revealed = RevealedCards(self._revealed.cards)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.copy()

    def at_state(self, state: Iterable[int]) -> Game:
        """A copy at another state of the same program; the decision of that state is asked again.

        Raises ValueError for a state that is evidently not one of this program. Past events and revealed cards are
        not part of a state: they are those of this game.
        """
        numbers = [int(value) for value in state]
        if len(numbers) != self.program.state_size:
            raise ValueError(f"a state of this program has {self.program.state_size} integers, not {len(numbers)}")
        other = self.copy()
        other._state = self._machine.kernel.vector(numbers)
        other._options = self._machine.ask_again(other._state) if numbers[at.S_STATUS] == at.ASKING else []
        other._legal = None
        if any(other._state[slot] != numbers[slot] for slot in (at.S_STATUS, at.S_ASKED, at.S_ASK)):
            raise ValueError("the program does not ask this question in this state")
        return other

    @property
    def turn_of(self) -> int:
        """The seat whose turn it is."""
        return int(self._state[at.S_SELF])

    @property
    def active(self) -> dict[str, Value]:
        """The fields in force, by their declared names."""
        return {each.name: value_of(each, int(self._state[each.slot])) for each in self.program.active}

    def variable(self, name: str, seat: int | None = None) -> Value | CardView:
        """The value of a declared variable; of a variable that each player has, the value of `seat`.

        Raises KeyError for an undeclared name, ValueError for a seat that is missing, unknown or superfluous.
        """
        variable = next((each for each in self.program.variables if each.name == name), None)
        if variable is None:
            raise KeyError(name)
        if (seat is None) != (variable.count == 1):
            raise ValueError(f"`{name}` belongs to {'the game' if variable.count == 1 else 'a player: give a seat'}")
        return self._value(variable, self._seat(seat) if seat is not None else 0)

    def zone(self, name: str, seat: int | None = None) -> list[CardView]:
        """The cards of a zone, bottom first, with all their faces. Raises KeyError for an unknown zone."""
        wanted = at.NONE if seat is None else seat
        for number, zone in enumerate(self.program.zones):
            if zone.name == name and zone.seat == wanted:
                return [self._view(card) for card in pile(self.program, self._state, number)]
        raise KeyError(name if seat is None else f"{seat_name(seat)}.{name}")

    def hand(self, seat: int) -> list[CardView]:
        """The hand of a player, bottom first."""
        return self.zone(self.program.hand, self._seat(seat))

    # ---- inside --------------------------------------------------------------------------------------------------

    def _actions(self) -> list[tuple[Action, int]]:
        """Each legal action with the number of its option; options that look the same to the player are one."""
        if self._legal is None:
            seat, question, program = self.to_decide, self.question, self.program
            found: dict[tuple[Action, int], int] = {}
            observer = self._observer(seat) if seat is not None else None
            for number, option in enumerate(self._options):
                assert observer is not None
                faces = observer.faces(option[1]) if option[1] != at.NONE else ()
                action = action_of(program, self._state, question, option, faces, observer.faces)
                found.setdefault((action, option[5]), number)
            self._legal = [(action, number) for (action, _), number in found.items()]
        return self._legal

    def _let_choose(self, agents: list[int]) -> None:
        """Take the option of the engine's agents. `agents`: their part of a work space, which is updated."""
        self.take(self._machine.choose(self._state, self._options, agents))

    def _run(self, run: Callable[[], tuple[list[Option], list[RawEvent]]]) -> None:
        """Run the machine; keep its options and events."""
        events: list[RawEvent] = []
        self._legal = None
        try:
            self._options, events = run()
        except TooManyEvents:
            self._options = []
            self._state[at.S_STATUS], self._state[at.S_ERROR] = at.BROKEN, at.ERROR_BUDGET
        self._raw += events
        self._revealed.note(self.program, self._state, events)
        if self._state[at.S_STATUS] == at.BROKEN:
            source = self.program.source(int(self._state[at.S_PC]))
            raise GameBroken(ERRORS[int(self._state[at.S_ERROR])], source, self.repeat)

    def _observer(self, seat: int) -> Observer:
        return Observer(self.program, self._state, seat, self._revealed.to(seat))

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: 0 to {self.players - 1}")
        return seat

    def _view(self, card: int) -> CardView:
        """A card with all its faces."""
        faces = range(len(self.program.faces))
        return card_names(self.program).view(self._state, card, front_of(self.program, self._state), faces)

    def _value(self, variable: StateVariable, index: int) -> Value | CardView:
        slot = variable.slot + index * variable.width
        number = int(self._state[slot])
        if variable.kind != "card":
            return value_of(variable, number)
        place = self.program.vector[at.P_PLACE]
        if number == at.NONE or self._state[place + number] != self._state[slot + 1]:
            return None
        return self._view(number)


def prepared(ruleset: Ruleset | Program, players: int | None, leaving: bool) -> tuple[Program, str]:
    """The program to play, and the Python expression that loads its ruleset."""
    if isinstance(ruleset, Program):
        if players not in (None, ruleset.players):
            raise ValueError(f"the program is for {ruleset.players} players, not {players}")
        return ruleset, loading(ruleset.file, ruleset.options, ruleset.overlays)
    if players is None:
        players = min(max(4, ruleset.players_min), ruleset.players_max)
    loaded = loading(str(ruleset.file), ruleset.settings, ruleset.overlays)
    return compile_ruleset(ruleset, players, leaving), loaded


def loading(file: str, options: Mapping[str, str], overlays: Sequence[str]) -> str:
    """The Python expression that loads a ruleset: by its id if it is shipped, else by its file."""
    name = shipped_id(Path(file)) or file
    laid = f", overlays={list(overlays)}" if overlays else ""
    return f"load({name!r}{f', {dict(options)}' if options else ''}{laid})"
