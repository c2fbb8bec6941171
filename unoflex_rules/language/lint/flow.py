"""Control flow through lists of steps: nested lists, ends of lists, and the conditions that hold at a step.

Not here: the checks that use it (checks).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import BOOL, Const, Expr, Op
from unoflex_rules.language.expressions.world import World
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.tree import (
    AskOption,
    AskStep,
    AssignStep,
    EffectStep,
    FinishRoundStep,
    FinishTurnStep,
    IfStep,
    RepeatStep,
    Step,
    StopStep,
    TogetherStep,
    inner_lists,
    question,
)


@dataclass(frozen=True)
class Assumption:
    """A condition that holds, with its place."""

    test: Expr
    place: Span


@dataclass(frozen=True)
class ReachedStep:
    """A step, the conditions that hold when it is reached, and all conditions around it, which held earlier."""

    step: Step
    holds: tuple[Assumption, ...]
    around: tuple[Expr, ...]


def blocks(steps: list[Step]) -> Iterator[list[Step]]:
    """A list of steps and all lists nested in it."""
    yield steps
    for step in steps:
        for inside in inner_lists(step):
            yield from blocks(inside)


def reachable(steps: list[Step], facts: Facts) -> Iterator[Step]:
    """All steps except those under a condition that the facts exclude."""
    for step in steps:
        yield step
        if isinstance(step, IfStep):
            test = facts.truth(step.test)
            yield from reachable(step.then, facts) if test is not False else ()
            yield from reachable(step.otherwise, facts) if test is not True else ()
            continue
        for inside in inner_lists(step):
            yield from reachable(inside, facts)


def start_values(world: World, starts: Mapping[str, int]) -> dict[Hashable, int]:
    """The values of the game's variables, and of those of the player whose turn it is, in the first turn of a game."""
    mine = ("now", "self")
    found: dict[Hashable, int] = {}
    for name, variable in world.variables.items():
        values = [None] if variable.per is None else [("const", number) for number in variable.per.numbers]
        for value, called in zip(values, variable.instances, strict=True):
            found["VariableRef", name, mine if variable.each else None, value] = starts[called]
    return found


def ends_here(step: Step) -> bool:
    """Whether no later step of the same list is ever reached."""
    if isinstance(step, FinishTurnStep | FinishRoundStep | StopStep):
        return True
    if isinstance(step, EffectStep | TogetherStep):
        return any(ends_here(each) and not isinstance(each, StopStep) for each in step.do)
    if isinstance(step, IfStep):
        ways = (step.then, step.otherwise)
        return all(ways) and all(any(map(ends_here, way)) for way in ways)
    if isinstance(step, AskStep):
        return all(any(map(ends_here, option.do)) for option in step.options)
    return False


def reached_steps(
    steps: list[Step], places: dict[int, Span], holds: tuple[Assumption, ...] = (), around: tuple[Expr, ...] = ()
) -> Iterator[ReachedStep]:
    """All steps in order; `places` has the place of the condition of each `if`, by the id of the step."""
    for step in steps:
        yield ReachedStep(step, holds, around)
        if isinstance(step, IfStep):
            place = places.get(id(step), step.test.span)
            yes = Assumption(step.test, place)
            no = Assumption(Op(BOOL, step.test.span, "not", (step.test,)), place)
            inner = (*around, step.test)
            yield from reached_steps(step.then, places, (*holds, yes), inner)
            yield from reached_steps(step.otherwise, places, (*holds, no), inner)
            goes_on = any(map(ends_here, step.then)) and not step.otherwise
            holds = (*holds, no) if goes_on else ()
            continue
        if isinstance(step, AssignStep):
            continue
        if isinstance(step, EffectStep):
            yield from reached_steps(step.do, places, holds, around)
            holds = ()
            continue
        holds = ()  # the step may have changed something
        if isinstance(step, RepeatStep):
            test = () if step.test is None else (Assumption(step.test, step.test.span),)
            yield from reached_steps(step.do, places, test, (*around, *(each.test for each in test)))
            continue
        for name in ("do", "then", "otherwise"):
            yield from reached_steps(getattr(step, name, []), places, (), around)
        ask = question(step)
        for option in ask.options if ask is not None else ():
            test_of = condition(option)
            yield from reached_steps(option.do, places, (Assumption(test_of, option.origin.span),), (*around, test_of))


def condition(option: AskOption) -> Expr:
    """All conditions of an option as one."""
    parts = [each for each in (option.condition, option.fits) if each is not None]
    if not parts:
        return Const(BOOL, option.origin.span, 1)
    return parts[0] if len(parts) == 1 else Op(BOOL, option.origin.span, "and", tuple(parts))
