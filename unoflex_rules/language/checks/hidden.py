"""What something else hides: conditions that an earlier one has covered, cards that are on offer already.

Judged in the opened game (opened.py), so for all settings of the options. Not here: conditions that never hold by
themselves (never.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from unoflex_rules.language.checks.doubts import Doubt, Looked
from unoflex_rules.language.checks.never import ends_here, warning
from unoflex_rules.language.checks.opened import Opened
from unoflex_rules.language.checks.truth import Facts
from unoflex_rules.language.problems import Span
from unoflex_rules.language.tree import AskOption, AskPlayer, AskWindow, Assign, Branch, Step, walk
from unoflex_rules.language.types import BOOL, Const, Expr, Op


def rules(looked: Looked) -> Iterator[Doubt]:
    """Conditions of `else`, options of questions and state rules, where an earlier one has covered them."""
    game = looked.opened
    if game is None:
        return
    found: defaultdict[Span, list[Span | None]] = defaultdict(list)
    conditions = Conditions(looked.facts, {id(branch): span for span, branch in game.tests})
    for steps in (*game.lists, *game.unused):
        for span, first in conditions.asked_again(steps, []):
            found[span].append(first)
        for step in walk(steps):
            ask = step.ask if isinstance(step, AskWindow) else step
            for span, first in offered_again(looked.facts, ask.options) if isinstance(ask, AskPlayer) else ():
                found[span].append(first)
    for span, first in ruled_again(looked.facts, game):
        found[span].append(first)
    for span, firsts in found.items():
        first = next((each for each in firsts if each is not None), None)
        if looked.is_own(span) and first is not None and None not in firsts:
            yield warning(
                looked, "W560", "an earlier rule covers this one", span, "it never comes to this",
                "put the narrower condition first, or take it out", ((first, "where this holds, that one acts"),),
            )  # fmt: skip


class Conditions:
    """Looks through lists of steps with what their conditions must have said before."""

    def __init__(self, facts: Facts, places: dict[int, Span]) -> None:
        self.facts = facts
        self.places = places  # where the condition of a branch stands, by the id of the branch

    def asked_again(self, steps: list[Step], assumed: list[tuple[Expr, Span]]) -> Iterator[tuple[Span, Span | None]]:
        """The conditions of a list that depend on something, with the one that leaves nothing for them, or None."""
        for step in steps:
            if isinstance(step, Branch):
                place = self.places.get(id(step), step.test.span)
                if self.facts.truth(step.test) is None:
                    never = self.facts.truth(step.test, [test for test, _ in assumed]) is False
                    yield place, assumed[-1][1] if never else None
                negated = Op(BOOL, step.test.span, "not", (step.test,))
                yield from self.asked_again(step.then, [*assumed, (step.test, place)])
                yield from self.asked_again(step.otherwise, [*assumed, (negated, place)])
                goes_on = any(map(ends_here, step.then)) and not step.otherwise
                assumed = [*assumed, (negated, place)] if goes_on else []
                continue
            if not isinstance(step, Assign):
                assumed = []  # something may have changed
            for name in ("do", "then", "otherwise"):
                yield from self.asked_again(getattr(step, name, []), [])
            ask = step.ask if isinstance(step, AskWindow) else step
            for option in ask.options if isinstance(ask, AskPlayer) else ():
                yield from self.asked_again(option.do, [])


def offered_again(facts: Facts, options: list[AskOption]) -> Iterator[tuple[Span, Span | None]]:
    """The options that offer only cards which an earlier one offers by the same verb."""
    for place, option in enumerate(options):
        for earlier in options[:place]:
            if option.verb != earlier.verb or (option.zone is None and option.card is None):
                continue
            alias = {option.card_local: 0, earlier.card_local: 0, option.face_local: 1, earlier.face_local: 1}
            same = replace(facts, alias=alias)
            alike = all(
                same.key(getattr(option, name)) == same.key(getattr(earlier, name)) for name in ("zone", "card", "face")
            )
            if alike and same.contradict([(condition(option), True), (condition(earlier), False)]):
                yield option.origin.span, earlier.origin.span


def condition(option: AskOption) -> Expr:
    """All that must hold of an option, as one condition."""
    parts = [each for each in (option.condition, option.fits) if each is not None]
    if not parts:
        return Const(BOOL, option.origin.span, 1)
    return parts[0] if len(parts) == 1 else Op(BOOL, option.origin.span, "and", tuple(parts))


def ruled_again(facts: Facts, game: Opened) -> Iterator[tuple[Span, Span | None]]:
    """State rules whose condition holds only where that of an earlier one holds, which then makes it false."""
    for place, rule in enumerate(game.rules):
        for earlier in game.rules[:place]:
            if (rule.it is None) != (earlier.it is None):
                continue
            same = replace(facts, alias={each.it: 0 for each in (rule, earlier) if each.it is not None})
            if same.contradict([(rule.test, True), (earlier.test, False)]):
                yield rule.origin.span, earlier.origin.span
