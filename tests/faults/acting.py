"""Statements of a ruleset that have acted in games. Its programs run in plain, and every read is recorded.

Not here: the requirement that all act (test_everything_acts.py).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

import unoflex_rules as ur
from unoflex_rules.engine.backend import accel
from unoflex_rules.language.yaml.nodes import Mapping as Node
from unoflex_rules.language.yaml.nodes import Path
from unoflex_rules.play.machine import Machine
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Place, Program
from unoflex_rules.program.symbols import Symbols

LIMIT = 300  # number of decisions that are played per game
#: Options that must be set together: the option for draw-until-match keeps a card only with a limit.
TOGETHER = {"no-mercy": [{"after_draw": "any", "draw_limit": "1"}]}
#: Campaigns take longer, since most cards join the deck late.
LIMITS = {"remix": 2_500}


class Noting(list[int]):
    """A program vector that records which addresses are read."""

    def __init__(self, vector: list[int]) -> None:
        super().__init__(vector)
        self.read: set[int] = set()

    def __getitem__(self, place: int) -> int:  # type: ignore[override]
        self.read.add(place)
        return super().__getitem__(place)


def settings_of(name: str) -> Iterator[dict[str, str]]:
    """Return settings of the options: none, then each value of each option; for numbers the two extremes."""
    ruleset = ur.load(name)
    yield {}
    yield from TOGETHER.get(name, [])
    for option, value in ruleset.game(ruleset.players_min).world.options.items():
        said = ruleset.tree.get(("options", option))
        assert isinstance(said, Node)
        kind = value.type
        if kind.kind == "bool":
            values = ["false", "true"]
        elif kind.kind == "enum":
            values = list(kind.members)
        else:
            low, high = (said.get((bound,)) for bound in ("min", "max"))
            values = [str(each.plain()) for each in (low, high) if each is not None]
            values += [str(value.value + 1)]
        for each in values:
            yield {option: each}


@cache
def programs_of(name: str) -> list[tuple[dict[str, str], Program]]:
    """Return programs with their settings: without settings for few and many players, with settings for few."""
    ruleset = ur.load(name)
    low, high = ruleset.players_min, ruleset.players_max
    some = min(max(4, low), high)
    found = []
    for settings in settings_of(name):
        for players in [low] if settings else dict.fromkeys((some, high, low)):
            try:
                found.append((settings, ur.compile_ruleset(ur.load(name, settings), players)))
            except ur.RulesetError:
                continue  # the deck is too small for this many players
    return found


def in_piece(name: str, path: Path, places: Iterable[Place]) -> set[Place]:
    """The places inside one part of a ruleset, such as round.blocked."""
    node = ur.load(name).tree.get(path)
    if node is None:
        return set()
    first, last, file = node.span.line, node.span.end_line, node.span.file
    return {place for place in places if place.file == file and first <= place.line <= last}


class Acted:
    """The parts of a ruleset's programs, and those that have acted: statements by place, and kinds of cards.

    `rare`: places to ignore because games rarely reach them. `limit`: decisions to play per game.
    """

    def __init__(self, programs: Iterable[Program], rare: Iterable[Place] = (), limit: int = LIMIT) -> None:
        self.programs, self.limit = list(programs), limit
        left_out = set(rare)
        self.places = [
            {
                address: source.place
                for address, source in program.sources.items()
                if source.place not in left_out and address not in passed
            }
            for program, passed in ((program, passed_by(program)) for program in self.programs)
        ]
        self.statements = {place for places in self.places for place in places.values()}
        self.kinds = {kind for program in self.programs for kind in kinds_of(program)}
        self.acted: set[Place] = set()
        self.laid: set[str] = set()

    def play(self, games: int) -> None:
        """Play up to this many games of each program, while a part of it has not acted yet."""
        for index in range(games):
            for program, places in zip(self.programs, self.places, strict=True):
                if set(places.values()) <= self.acted and self.kinds == self.laid:
                    continue
                machine = Machine(program, accel.plain())
                machine.vector = vector = Noting(program.vector)
                self.laid |= kinds_played(machine, index, self.limit)
                self.acted |= {places[address] for address in vector.read if address in places}

    def missing(self) -> list[str]:
        """Describe everything that has never acted."""
        lines = sorted(self.statements - self.acted, key=lambda place: (place.file, place.line, place.column))
        return [f"{place}:{place.column}" for place in lines] + sorted(self.kinds - self.laid)


def passed_by(program: Program) -> set[int]:
    """Return jumps that no jump leads to, because earlier jumps lead straight to their target."""
    names = Symbols(program)
    led = {operands[name] for _, op, operands in names.instructions() for name, kind in op.operands if kind == "label"}
    led |= {program.vector[option + at.OPTION_LABEL] for option in names.options} | set(program.labels)
    found, before = set(), ""
    for address, op, _ in names.instructions():
        if op.name == before == "JUMP" and address not in led:
            found.add(address)
        before = op.name
    return found


def kinds_of(program: Program) -> set[str]:
    """Return the kinds of the cards in the deck."""
    faces = range(len(program.faces))
    return {program.kind_of(card, face) for card in range(len(program.cards)) for face in faces}


def kinds_played(machine: Machine, index: int, limit: int = LIMIT) -> set[str]:
    """Play a game at random up to a number of decisions. Return the kinds of cards that were played."""
    program, chance = machine.program, random.Random(index)
    state = machine.new_state(46, index, limit, False)
    laid: set[str] = set()
    options, events = machine.run(state, True)
    for _ in range(limit):
        laid |= {program.kind_of(event[1], event[2]) for event in events if event[0] == ev.E_LAY}
        if state[at.S_STATUS] != at.ASKING:
            break
        options, events = machine.answer(state, options, chance.randrange(len(options)), True)
    return laid
