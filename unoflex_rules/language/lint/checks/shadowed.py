"""Rules that an earlier rule hides: conditions that it covers, cards that it offers already.

Judged in the open game (open_game.py), and so for all settings of options. Not here: conditions that never hold in any
case (unreachable.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.lint.flow import condition, reached_steps
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.open_game import OpenGame
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.tree import AskOption, IfStep, Step, question, walk


def rules(context: LintContext) -> Iterator[LintWarning]:
    """Conditions after `else`, options of questions, and state rules that an earlier one covers."""
    game = context.open_game
    if game is None:
        return
    found: defaultdict[Span, list[Span | None]] = defaultdict(list)
    for steps in game.all_lists:
        for span, first in covered_conditions(context, steps, game.places):
            found[span].append(first)
        for ask in filter(None, map(question, walk(steps))):
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


def covered_conditions(
    context: LintContext, steps: list[Step], places: dict[int, Span]
) -> Iterator[tuple[Span, Span | None]]:
    """The conditions of a list that depend on the game, each with the earlier one that covers it, or None."""
    for reached in reached_steps(steps, places):
        if isinstance(reached.step, IfStep) and context.facts.truth(reached.step.test) is None:
            never = context.facts.truth(reached.step.test, [each.test for each in reached.holds]) is False
            yield places.get(id(reached.step), reached.step.test.span), reached.holds[-1].place if never else None


def covered_options(facts: Facts, options: list[AskOption]) -> Iterator[tuple[Span, Span | None]]:
    """The options that offer only cards that an earlier option with the same verb offers."""
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


def covered_state_rules(facts: Facts, game: OpenGame) -> Iterator[tuple[Span, Span | None]]:
    """State rules whose condition holds only if that of an earlier rule holds, which then makes it false."""
    for place, rule in enumerate(game.rules):
        for earlier in game.rules[:place]:
            if (rule.it is None) != (earlier.it is None):
                continue
            same = replace(facts, alias={each.it: 0 for each in (rule, earlier) if each.it is not None})
            if same.contradict([(rule.test, True), (earlier.test, False)]):
                yield rule.origin.span, earlier.origin.span
