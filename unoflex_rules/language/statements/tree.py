"""Statements after checking: effects are expanded, options settled, names resolved. What the compiler reads.

Not here: how YAML becomes this (elaboration.py), or what the compiler makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from unoflex_rules.language.cards.looks import Look
from unoflex_rules.language.expressions.types import Expr, Local, LocalRef, StepOrigin
from unoflex_rules.language.expressions.world import World


@dataclass(eq=False)
class Step:
    """One statement and where it comes from."""

    origin: StepOrigin


@dataclass(eq=False)
class AssignStep(Step):
    """A local name gets a value."""

    local: Local
    value: Expr


@dataclass(eq=False)
class SetTarget:
    """Something that `set` changes: a variable, an attribute of a card, a field of what is in force, or all of it.

    `which`: of the variables that values have, one each, the one of this value.
    """

    what: str  # variable, card_state, active, show
    name: str
    owner: Expr | None
    value: Expr
    face: Expr | None = None
    which: Expr | None = None


@dataclass(eq=False)
class SetStep(Step):
    """Several targets change at the same moment."""

    targets: list[SetTarget]


@dataclass(eq=False)
class MoveCardStep(Step):
    """One card goes to an end of a zone."""

    card: Expr
    to: Expr
    put: str
    result: Local | None


@dataclass(eq=False)
class MoveCountStep(Step):
    """Cards go, one by one, from an end of a zone to an end of another."""

    source: Expr
    to: Expr
    count: Expr
    take: str
    put: str
    result: Local | None


@dataclass(eq=False)
class MoveAllStep(Step):
    """A pile goes as a block."""

    source: Expr
    to: Expr
    leave: Expr
    order: str
    put: str


@dataclass(eq=False)
class ShuffleStep(Step):
    """The cards of a zone are shuffled, or only what is on one face of them."""

    zone: Expr
    face: Expr | None = None


@dataclass(eq=False)
class LayStep(Step):
    card: Expr
    face: Expr
    to: Expr
    shows: Expr


@dataclass(eq=False)
class ResolveStep(Step):
    pile: Expr


@dataclass(eq=False)
class AskOption:
    """One kind of option: a generator (cards of a zone, one card, values, or nothing) and its block."""

    name: str
    verb: str
    condition: Expr | None  # independent of the card
    fits: Expr | None  # depends on the card
    zone: Expr | None
    card: Expr | None
    values: Expr | None
    face: Expr | None  # None: each face is an option
    last_resort: Expr
    card_local: Local
    face_local: Local
    value_local: Local
    do: list[Step]
    origin: StepOrigin
    announces: bool = False
    call: Expr | None = None  # something that people forget: when it is right to do it
    quiet: bool = False  # where nothing else is on offer it is taken without a question, and others never see it taken


@dataclass(eq=False)
class AskStep(Step):
    """One player decides. Others do not see him asked where an option is quiet."""

    player: Expr
    about: str
    options: list[AskOption]


@dataclass(eq=False)
class WindowStep(Step):
    """Several players are asked in order."""

    players: Expr
    after: Expr
    it: Local
    ask: AskStep
    first: bool


@dataclass(eq=False)
class ChoiceSource:
    """From what a choice is made: a set of `values`, or the cards of a `zone`, each `it`, for which a `test` holds.

    `card` and `face`: what the choice goes with, where it is announced with a play.
    """

    card: Local
    face: Local
    it: Local
    values: Expr | None = None
    zone: Expr | None = None
    test: Expr | None = None

    @property
    def goes_by_card(self) -> bool:
        """Whether it is something else for each card with which it goes."""
        inner = (each for expr in (self.values, self.zone, self.test) if expr is not None for each in expr.walk())
        return any(isinstance(each, LocalRef) and each.local in (self.card, self.face) for each in inner)


@dataclass(eq=False)
class ChooseStep(Step):
    """A declared choice is made, unless it was announced."""

    choice: str
    player: Expr
    source: ChoiceSource


@dataclass(eq=False)
class RevealStep(Step):
    cards: Expr
    to: Expr


@dataclass(eq=False)
class RandomStep(Step):
    """Chance decides: a number `below` another, a value `of` a set, a card of a zone, or an outcome by its weight.

    `outcomes` are the numbers that stand for what may come out, `weights` their weights.
    """

    local: Local
    below: Expr | None = None
    of: Expr | None = None
    outcomes: tuple[int, ...] = ()
    weights: tuple[Expr, ...] = ()


@dataclass(eq=False)
class ChangeDirectionStep(Step):
    pass


@dataclass(eq=False)
class MissTurnStep(Step):
    player: Expr
    turns: Expr


@dataclass(eq=False)
class GoToStep(Step):
    player: Expr


@dataclass(eq=False)
class TakeTurnStep(Step):
    player: Expr


@dataclass(eq=False)
class IfStep(Step):
    test: Expr
    then: list[Step]
    otherwise: list[Step]


@dataclass(eq=False)
class ForEachPlayerStep(Step):
    players: Expr
    after: Expr
    it: Local
    do: list[Step]


@dataclass(eq=False)
class ForEachCardStep(Step):
    zone: Expr
    card: Local
    do: list[Step]


@dataclass(eq=False)
class ForEachValueStep(Step):
    """The values of a type one after the other, by the numbers that stand for them."""

    numbers: range
    it: Local
    do: list[Step]


@dataclass(eq=False)
class RepeatStep(Step):
    times: Expr | None
    test: Expr | None
    do: list[Step]


@dataclass(eq=False)
class StopStep(Step):
    pass


@dataclass(eq=False)
class CountStep(Step):
    """Something that reports show is counted."""

    what: str
    by: Expr


@dataclass(eq=False)
class LeaveStep(Step):
    player: Expr
    game: bool


@dataclass(eq=False)
class ComeBackStep(Step):
    """Players who have left the round are in it again."""

    players: Expr


@dataclass(eq=False)
class FinishTurnStep(Step):
    pass


@dataclass(eq=False)
class FinishRoundStep(Step):
    winners: Expr
    reason: str
    game: bool


@dataclass(eq=False)
class TogetherStep(Step):
    do: list[Step]


@dataclass(eq=False)
class EffectStep(Step):
    """The steps of an effect, expanded where it was called."""

    name: str
    do: list[Step]


@dataclass(eq=False)
class CheckedStateRule:
    """A state rule; `it` is bound where every player is looked at."""

    origin: StepOrigin
    test: Expr
    it: Local | None
    then: list[Step]


def question(step: Step) -> AskStep | None:
    """The question that a step asks, of one player or of each in a window."""
    ask = step.ask if isinstance(step, WindowStep) else step
    return ask if isinstance(ask, AskStep) else None


def insides(step: Step) -> Iterator[list[Step]]:
    """The lists of steps directly inside a step."""
    for name in ("do", "then", "otherwise"):
        yield getattr(step, name, [])
    ask = question(step)
    for option in ask.options if ask is not None else ():
        yield option.do


def walk(steps: list[Step]) -> Iterator[Step]:
    """All steps, those inside others and in the options of questions and windows too."""
    for step in steps:
        yield step
        for inside in insides(step):
            yield from walk(inside)


#: What may leave any loop, the effects of cards included; `stop` leaves only the one that is around it.
ENDING: Final = (FinishTurnStep, FinishRoundStep, LeaveStep, ResolveStep)
LOOPS: Final = (RepeatStep, ForEachPlayerStep, ForEachCardStep, WindowStep)


def may_leave(steps: list[Step], inner: bool = False) -> bool:
    """Whether something in the steps of a loop may leave it; `inner`: in a loop inside it."""
    for step in steps:
        if isinstance(step, ENDING) or (isinstance(step, StopStep) and not inner):
            return True
        if any(may_leave(each, inner or isinstance(step, LOOPS)) for each in insides(step)):
            return True
    return False


@dataclass(eq=False)
class CheckedGame:
    """A whole ruleset for a certain number of players and certain options, ready to compile."""

    world: World
    looks: list[Look]
    cards: list[tuple[int, str]]  # per physical card: its look, the zone where it starts
    card_state_start: dict[str, list[int]]
    starts: dict[str, int]  # starting values of variables
    pieces: dict[str, list[Step]]  # turn.start, round.deal, ...
    card_effects: dict[str, list[Step]]
    rules: list[CheckedStateRule]
    face: Expr  # the face in force: a constant or a variable of the game
    used_effects: set[str] = field(default_factory=set)
    choices: dict[str, ChoiceSource] = field(default_factory=dict)

    @cached_property
    def shuffles_faces(self) -> bool:
        """Whether what is printed on a face may come to be on another card."""
        lists = [*self.pieces.values(), *self.card_effects.values(), *(rule.then for rule in self.rules)]
        return any(isinstance(step, ShuffleStep) and step.face is not None for steps in lists for step in walk(steps))

    @cached_property
    def has_mixed_kinds(self) -> bool:
        """Whether faces of one card are of several kinds."""
        return any(face.kind != look.faces[0].kind for look in self.looks for face in look.faces)
