"""Checked statements for the compiler: effects are expanded, options set, names resolved.

Not here: how YAML becomes this (statement_checker.py), or what the compiler makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Final

from unoflex_rules.language.cards.looks import Look
from unoflex_rules.language.expressions.types import Expr, Local, LocalRef, StepOrigin
from unoflex_rules.language.expressions.world import World


@dataclass(eq=False)
class Step:
    """One checked statement and its origin."""

    origin: StepOrigin


@dataclass(eq=False)
class AssignStep(Step):
    """Give a local name a value."""

    local: Local
    value: Expr


@dataclass(eq=False)
class SetTarget:
    """A target of `set`: a variable, an attribute of a card, a field of `active`, or all of it.

    `which`: the value whose variable it is, if each value of a type has one.
    """

    what: str  # variable, card_state, active, show
    name: str
    owner: Expr | None
    value: Expr
    face: Expr | None = None
    which: Expr | None = None


@dataclass(eq=False)
class SetStep(Step):
    """Change several targets at once."""

    targets: list[SetTarget]


@dataclass(eq=False)
class MoveCardStep(Step):
    """Move one card to an end of a zone."""

    card: Expr
    to: Expr
    put: str
    result: Local | None


@dataclass(eq=False)
class MoveCountStep(Step):
    """Move cards one by one from an end of a zone to another zone."""

    source: Expr
    to: Expr
    count: Expr
    take: str
    put: str
    result: Local | None


@dataclass(eq=False)
class MoveAllStep(Step):
    """Move all cards of a zone as a block."""

    source: Expr
    to: Expr
    leave: Expr
    order: str
    put: str


@dataclass(eq=False)
class ShuffleStep(Step):
    """Shuffle the cards of a zone, or only one face of them."""

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
class Combination:
    """Several cards as one option: how many, in which order, which card `follows` the `prior` one, and the `whole`."""

    least: Expr
    most: Expr
    prior: Local
    cards: Local
    order: Expr | None = None
    follows: Expr | None = None
    whole: Expr | None = None


@dataclass(eq=False)
class AskOption:
    """One kind of option: what it offers (cards of a zone, one card, values, or nothing) and its steps."""

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
    call: Expr | None = None  # a call that players may forget: when it is right
    quiet: bool = False  # taken without a question if nothing else is on offer, and hidden from others
    combination: Combination | None = None  # of the cards of the zone


@dataclass(eq=False)
class AskStep(Step):
    """Ask one player; other players do not see a question with a quiet option."""

    player: Expr
    about: str
    options: list[AskOption]


@dataclass(eq=False)
class WindowStep(Step):
    """Ask several players in order."""

    players: Expr
    after: Expr
    it: Local
    ask: AskStep
    first: bool


@dataclass(eq=False)
class ChoiceSource:
    """The source of a choice: a set of `values`, or the cards (`it`) of a `zone` that meet a `test`.

    `card` and `face`: the card of the play with which the choice is announced.
    """

    card: Local
    face: Local
    it: Local
    values: Expr | None = None
    zone: Expr | None = None
    test: Expr | None = None

    @property
    def depends_on_card(self) -> bool:
        """Whether the source depends on the card of the play."""
        inner = (each for expr in (self.values, self.zone, self.test) if expr is not None for each in expr.walk())
        return any(isinstance(each, LocalRef) and each.local in (self.card, self.face) for each in inner)


@dataclass(eq=False)
class ChooseStep(Step):
    """Make a declared choice, unless it was announced."""

    choice: str
    player: Expr
    source: ChoiceSource


@dataclass(eq=False)
class RevealStep(Step):
    cards: Expr
    to: Expr


@dataclass(eq=False)
class RandomStep(Step):
    """Let chance pick a number `below` another, a value `of` a set, a card of a zone, or a weighted outcome.

    `outcomes` are the numbers of the possible outcomes, `weights` their weights.
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
    """Choose the player of the next turn; `insist` cancels the turns that the player must miss."""

    player: Expr
    insist: bool = False


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
    """Repeat steps for each value of a type, by its number."""

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
    """Increase a count of the reports."""

    what: str
    by: Expr


@dataclass(eq=False)
class LeaveStep(Step):
    player: Expr
    game: bool


@dataclass(eq=False)
class ComeBackStep(Step):
    """Put players who left the round back into it."""

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
    """The expanded steps of an effect, or of inherited steps."""

    name: str
    do: list[Step]


@dataclass(eq=False)
class CheckedStateRule:
    """A state rule; `it` is bound if it is checked for each player."""

    origin: StepOrigin
    test: Expr
    it: Local | None
    then: list[Step]


def question(step: Step) -> AskStep | None:
    """The question that a step asks one player, or each player in a window."""
    ask = step.ask if isinstance(step, WindowStep) else step
    return ask if isinstance(ask, AskStep) else None


def inner_lists(step: Step) -> list[list[Step]]:
    """The lists of steps directly inside a step."""
    found: list[list[Step]] = [getattr(step, name) for name in keys_of_lists(type(step))]
    ask = question(step)
    return found if ask is None else [*found, *(option.do for option in ask.options)]


def keys_of_lists(kind: type[Step]) -> tuple[str, ...]:
    """The fields of a kind of step that hold lists of steps."""
    if kind not in _keys_of_lists:
        declared = {each.name for each in fields(kind)}
        _keys_of_lists[kind] = tuple(name for name in ("do", "then", "otherwise") if name in declared)
    return _keys_of_lists[kind]


_keys_of_lists: dict[type[Step], tuple[str, ...]] = {}


def expressions(step: Step | AskOption) -> Iterator[Expr]:
    """The expressions of a step or an option itself, without those of the steps inside it."""
    ask = question(step) if isinstance(step, Step) else None
    options = ask.options if ask is not None else [step] if isinstance(step, AskOption) else []
    combined = [option.combination for option in options if option.combination is not None]
    holders = [step, *(step.targets if isinstance(step, SetStep) else ()), *(ask.options if ask is not None else ())]
    for holder in (*holders, *combined):
        yield from (value for value in vars(holder).values() if isinstance(value, Expr))


def walk(steps: list[Step]) -> Iterator[Step]:
    """All steps, including those inside other steps and in options."""
    waiting = steps[::-1]
    while waiting:
        step = waiting.pop()
        yield step
        for inside in reversed(inner_lists(step)):
            waiting += inside[::-1]


#: Steps that may leave any loop; `stop` leaves only the innermost.
ENDING: Final = (FinishTurnStep, FinishRoundStep, LeaveStep, ResolveStep)
LOOPS: Final = (RepeatStep, ForEachPlayerStep, ForEachCardStep, WindowStep)


def may_leave(steps: list[Step], inner: bool = False) -> bool:
    """Whether steps in a loop may leave it; `inner`: the steps are in a loop inside it."""
    for step in steps:
        if isinstance(step, ENDING) or (isinstance(step, StopStep) and not inner):
            return True
        if any(may_leave(each, inner or isinstance(step, LOOPS)) for each in inner_lists(step)):
            return True
    return False


@dataclass(eq=False)
class CheckedGame:
    """A checked ruleset for one number of players and one setting of the options, ready to compile."""

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
    used_names: set[str] = field(default_factory=set)  # effects, and options and definitions in expressions
    choices: dict[str, ChoiceSource] = field(default_factory=dict)

    @property
    def all_steps(self) -> Iterator[Step]:
        """All steps of the game."""
        for steps in (*self.pieces.values(), *self.card_effects.values(), *(rule.then for rule in self.rules)):
            yield from walk(steps)

    @cached_property
    def shuffles_faces(self) -> bool:
        """Whether a face may be shuffled among the cards."""
        return any(isinstance(step, ShuffleStep) and step.face is not None for step in self.all_steps)

    @cached_property
    def combinations(self) -> list[Combination]:
        """The combinations that options offer."""
        asks = filter(None, map(question, self.all_steps))
        return [each.combination for ask in asks for each in ask.options if each.combination is not None]

    @cached_property
    def has_mixed_kinds(self) -> bool:
        """Whether the faces of one card may have different kinds."""
        return any(face.kind != look.faces[0].kind for look in self.looks for face in look.faces)
