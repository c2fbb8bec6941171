"""Questions that may have no answer. Not here: options that are never offered (unreachable.py)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import BOOL, INT, CardQuery, Const, Expr, Local, LocalRef, Op, between
from unoflex_rules.language.lint.flow import ReachedStep
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.tree import AskOption, AskStep, Combination


def questions(context: LintContext) -> Iterator[LintWarning]:
    """Questions whose options all have a condition, if nothing ensures that one of them holds."""
    game = context.open_game
    if game is None:
        return
    found: dict[Span, bool] = {}
    for reached in chain.from_iterable(game.reached):
        if isinstance(reached.step, AskStep) and context.is_own(reached.step.origin.span):
            span = reached.step.origin.span
            found[span] = found.get(span, False) or not is_answered(context.facts, reached, reached.step)
    for span, is_open in found.items():
        if is_open:
            yield context.warning(
                "W540", "this question may have no answer", span, "all its options have a condition",
                "end with an option without a condition, such as `pass: {last_resort: true}`",
            )  # fmt: skip


def is_answered(facts: Facts, reached: ReachedStep, ask: AskStep) -> bool:
    """Whether the conditions ensure that some option is always offered."""
    offers = [offer for option in ask.options for offer in offers_of(option)]
    known = [(each.test, True) for each in reached.holds]
    return facts.contradict([*known, *((offer, False) for offer in offers)])


def offers_of(option: AskOption) -> list[Expr]:
    """Conditions under which an option is certainly offered; without a condition it counts as always offered."""
    span = option.origin.span
    parts = [] if option.condition is None else [option.condition]
    if option.combination is not None:
        if not has_single_cards(option.combination):
            return []
        parts += [] if option.combination.whole is None else [option.combination.whole]
    nothing = Const(between(0, 0), span, 0)
    if option.fits is not None and option.zone is not None:
        parts.append(some_card(option.fits, option.zone, option.card_local))
    elif option.fits is not None:
        parts.append(option.fits)
    if option.values is not None and not isinstance(option.values, Const) and option.values.type.kind == "players":
        if not parts and not has_condition(option.values):
            return [Const(BOOL, span, 1)]
        parts.append(Op(BOOL, span, "<", (nothing, Op(INT, span, "players", (option.values,)))))
    elif option.values is not None:
        parts.append(Op(BOOL, span, "or", tuple(tests_of(option.values))))
    if not parts:
        return [Const(BOOL, span, 1)]
    return parts if len(parts) == 1 else [Op(BOOL, span, "and", tuple(parts))]


def has_single_cards(combination: Combination) -> bool:
    """Whether a single card can be a combination."""
    return isinstance(combination.least, Const) and combination.least.value == 1


def some_card(fits: Expr, zone: Expr, card: Local) -> Expr:
    """Whether a condition holds for some card of a zone; the zone counts as not empty."""
    if isinstance(fits, Op) and fits.name == "or":
        return Op(BOOL, fits.span, "or", tuple(some_card(each, zone, card) for each in fits.args))
    if any(isinstance(each, LocalRef) and each.local is card for each in fits.walk()):
        return CardQuery(BOOL, fits.span, "any", zone, card, fits)
    return fits


def tests_of(values: Expr) -> Iterator[Expr]:
    """The conditions of which one must hold for the values not to be empty."""
    span = values.span
    if isinstance(values, Const):
        yield Const(BOOL, span, int(values.value != 0))
    elif isinstance(values, Op) and values.name == "or":
        for each in values.args:
            yield from tests_of(each)
    elif isinstance(values, Op) and values.name == "if":
        test, some, nothing = values.args
        yield from (Op(BOOL, span, "and", (test, each)) for each in tests_of(some))
        yield from (Op(BOOL, span, "and", (Op(BOOL, span, "not", (test,)), each)) for each in tests_of(nothing))
    else:
        yield Op(BOOL, span, "<", (Const(between(0, 0), span, 0), values))


def has_condition(group: Expr) -> bool:
    """Whether a group of players is filtered by a condition."""
    return getattr(group, "what", "") == "only"
