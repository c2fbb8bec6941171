"""What something else hides: conditions that an earlier one has covered, cards that are on offer already.

Judged in the opened game (open_game.py), so for all settings of the options. Not here: conditions that never hold by
themselves (unreachable.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.lint.checks.unreachable import warning
from unoflex_rules.language.lint.flow import condition, reached_steps
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.open_game import OpenGame
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.tree import AskOption, IfStep, Step, question, walk


def rules(context: LintContext) -> Iterator[LintWarning]:
    """Conditions of `else`, options of questions and state rules, where an earlier one has covered them."""
    game = context.open_game
    if game is None:
        return
    found: defaultdict[Span, list[Span | None]] = defaultdict(list)
    places = game.places
    for steps in (*game.lists, *game.unused):
        for span, first in asked_again(context, steps, places):
            found[span].append(first)
        for ask in filter(None, map(question, walk(steps))):
            for span, first in offered_again(context.facts, ask.options):
                found[span].append(first)
    for span, first in ruled_again(context.facts, game):
        found[span].append(first)
    for span, firsts in found.items():
        first = next((each for each in firsts if each is not None), None)
        if context.is_own(span) and first is not None and None not in firsts:
            yield warning(
                context, "W560", "an earlier rule covers this one", span, "it never comes to this",
                "put the narrower condition first, or take it out", ((first, "where this holds, that one acts"),),
            )  # fmt: skip


def asked_again(context: LintContext, steps: list[Step], places: dict[int, Span]) -> Iterator[tuple[Span, Span | None]]:
    """The conditions of a list that depend on something, with the one that leaves nothing for them, or None."""
    for reached in reached_steps(steps, places):
        if isinstance(reached.step, IfStep) and context.facts.truth(reached.step.test) is None:
            never = context.facts.truth(reached.step.test, [each.test for each in reached.holds]) is False
            yield places.get(id(reached.step), reached.step.test.span), reached.holds[-1].place if never else None


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


def ruled_again(facts: Facts, game: OpenGame) -> Iterator[tuple[Span, Span | None]]:
    """State rules whose condition holds only where that of an earlier one holds, which then makes it false."""
    for place, rule in enumerate(game.rules):
        for earlier in game.rules[:place]:
            if (rule.it is None) != (earlier.it is None):
                continue
            same = replace(facts, alias={each.it: 0 for each in (rule, earlier) if each.it is not None})
            if same.contradict([(rule.test, True), (earlier.test, False)]):
                yield rule.origin.span, earlier.origin.span
