"""Rules that an earlier rule hides, by its condition or by its cards, and names that an inner loop hides.

Judged in the open game (open_game.py), and so for all settings of options. Not here: conditions that never hold in any
case (unreachable.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import Local, LocalRef, StepOrigin
from unoflex_rules.language.lint.flow import condition
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.open_game import OpenGame
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.tree import (
    AskOption,
    ForEachCardStep,
    ForEachPlayerStep,
    ForEachValueStep,
    IfStep,
    Step,
    WindowStep,
    expressions,
    question,
    walk,
)

#: How many options of a question, or state rules, before one are compared with it.
NEAR: Final = 20


def rules(context: LintContext) -> Iterator[LintWarning]:
    """Conditions after `else`, options of questions, and state rules that an earlier one covers."""
    game = context.open_game
    if game is None:
        return
    found: defaultdict[Span, list[Span | None]] = defaultdict(list)
    for span, first in covered_conditions(context, game):
        found[span].append(first)
    for reached in chain.from_iterable(game.reached):
        ask = question(reached.step)
        if ask is not None and any(context.is_own(option.origin.span) for option in ask.options):
            for span, first in covered_options(context.facts, ask.options):
                found[span].append(first)
    for span, first in covered_state_rules(context.facts, game):
        found[span].append(first)
    for span, firsts in found.items():
        first = next((each for each in firsts if each is not None), None)
        if context.is_own(span) and first is not None and None not in firsts:
            yield context.warning(
                "W560", "an earlier rule covers this one", span, "this is never reached",
                "move the narrower condition first, or remove it", ((first, "this rule applies first"),),
            )  # fmt: skip


def covered_conditions(context: LintContext, game: OpenGame) -> Iterator[tuple[Span, Span | None]]:
    """The file's conditions that depend on the game, each with the earlier one that covers it, or None."""
    for reached in chain.from_iterable(game.reached):
        if not isinstance(reached.step, IfStep):
            continue
        span = game.places.get(id(reached.step), reached.step.test.span)
        if context.is_own(span) and context.facts.truth(reached.step.test) is None:
            never = context.facts.truth(reached.step.test, [each.test for each in reached.holds]) is False
            yield span, reached.holds[-1].place if never else None


def covered_options(facts: Facts, options: list[AskOption]) -> Iterator[tuple[Span, Span | None]]:
    """The options that offer only cards that an earlier option with the same verb offers."""
    for place, option in enumerate(options):
        for earlier in options[max(place - NEAR, 0) : place]:
            if option.verb != earlier.verb or (option.zone is None and option.card is None):
                continue
            if option.combination is not None or earlier.combination is not None:
                continue
            alias = {option.card_local: 0, earlier.card_local: 0, option.face_local: 1, earlier.face_local: 1}
            same = replace(facts, alias=alias)
            alike = all(
                same.key(getattr(option, name)) == same.key(getattr(earlier, name)) for name in ("zone", "card", "face")
            )
            if alike and same.contradict([(condition(option), True), (condition(earlier), False)]):
                yield option.origin.span, earlier.origin.span


def covered_state_rules(facts: Facts, game: OpenGame) -> Iterator[tuple[Span, Span | None]]:
    """State rules whose condition holds only if that of an earlier rule holds, which then makes it false."""
    for place, rule in enumerate(game.rules):
        for earlier in game.rules[max(place - NEAR, 0) : place]:
            if (rule.it is None) != (earlier.it is None):
                continue
            same = replace(facts, alias={each.it: 0 for each in (rule, earlier) if each.it is not None})
            if same.contradict([(rule.test, True), (earlier.test, False)]):
                yield rule.origin.span, earlier.origin.span


# ---- names -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Loop:
    """A step or an option that gives a name to each player, card or value, and the steps in which the name is known."""

    by: Step | AskOption
    name: Local
    origin: StepOrigin
    inside: list[Step]

    @property
    def uses_its_name(self) -> bool:
        """Whether its steps, its conditions included, use the name."""
        used = [*expressions(self.by), *(each for step in walk(self.inside) for each in expressions(step))]
        return any(isinstance(part, LocalRef) and part.local is self.name for expr in used for part in expr.walk())


def hidden_names(context: LintContext) -> Iterator[LintWarning]:
    """Loops whose name hides that of a loop around them, and whose steps use it."""
    game = context.open_game
    reported: set[Span] = set()
    for steps in game.all_lists if game is not None else ():
        for outer, inner in nested_loops(steps, ()):
            span, name = inner.origin.span, inner.name.name
            if span in reported or not context.is_own(span) or not inner.uses_its_name:
                continue
            reported.add(span)
            yield context.warning(
                "W563", f"inside, `{name}` is no longer the `{name}` of the loop around", span,
                f"gives `{name}` a new meaning", "name the one around: `for_each: {in: ..., as: NAME, do: [...]}`",
                ((outer.origin.span, f"`{name}` is first named here"),),
            )  # fmt: skip


def nested_loops(steps: list[Step], around: tuple[Loop, ...]) -> Iterator[tuple[Loop, Loop]]:
    """Each loop with the loop of the same text that gives the same name outside it."""
    for step in steps:
        bound = loop_of(step)
        here = (*around, bound) if bound is not None else around
        if bound is not None:
            yield from hiding(bound, around)
        for name in ("do", "then", "otherwise"):
            yield from nested_loops(getattr(step, name, []), here)
        ask = question(step)
        for option in ask.options if ask is not None else ():
            offered = (option.zone is not None or option.card is not None) and option.combination is None
            card = Loop(option, option.card_local, option.origin, option.do) if offered else None
            if card is not None:
                yield from hiding(card, here)
            yield from nested_loops(option.do, here if card is None else (*here, card))


def loop_of(step: Step) -> Loop | None:
    """The loop that a step is."""
    if isinstance(step, ForEachPlayerStep | ForEachValueStep):
        return Loop(step, step.it, step.origin, step.do)
    if isinstance(step, ForEachCardStep):
        return Loop(step, step.card, step.origin, step.do)
    if isinstance(step, WindowStep):
        return Loop(step, step.it, step.origin, [each for option in step.ask.options for each in option.do])
    return None


def hiding(inner: Loop, around: tuple[Loop, ...]) -> Iterator[tuple[Loop, Loop]]:
    """The innermost loop whose name a loop hides."""
    for outer in reversed(around):
        if outer.name.name == inner.name.name and outer.origin.chain == inner.origin.chain:
            yield outer, inner
            return
