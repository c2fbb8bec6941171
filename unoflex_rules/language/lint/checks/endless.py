"""Doubts about loops and ends: loops in which nothing changes, games that nothing ends or that nobody wins.

A loop that certainly never ends is an error, found where loops are read (control.py). Not here: steps behind an end
(unreachable.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import (
    ActiveRef,
    AttributeRef,
    CardQuery,
    CardStateRef,
    ChoiceRef,
    Const,
    EngineRef,
    Expr,
    LocalRef,
    Op,
    VariableRef,
    ZoneRef,
)
from unoflex_rules.language.lint.checks.unreachable import warning
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.statements.tree import (
    ChangeDirectionStep,
    ChooseStep,
    ComeBackStep,
    FinishRoundStep,
    LayStep,
    LeaveStep,
    MoveAllStep,
    MoveCardStep,
    MoveCountStep,
    RandomStep,
    RepeatStep,
    SetStep,
    ShuffleStep,
    Step,
    TakeTurnStep,
    may_leave,
    walk,
)

CARDS, ORDER, PLAYERS, ANYTHING = "cards", "order", "players", "anything"
#: Questions about the cards of a zone that it makes no difference to in which order they lie.
WITHOUT_ORDER: Final = frozenset({"any", "all", "count", "sum", "min", "max"})


def endless(context: LintContext) -> Iterator[LintWarning]:
    """Loops, and state rules, whose steps change nothing that their condition asks for: once begun they never end."""
    game = context.open_game
    if game is None:
        return
    told: set[Span] = set()
    for steps in (*game.lists, *game.unused):
        for step in walk(steps):
            if not isinstance(step, RepeatStep) or step.times is not None or step.test is None:
                continue
            place = step.origin.span
            if context.is_own(place) and place not in told and goes_on(context, step.test, step.do):
                told.add(place)
                yield warning(
                    context, "W551", "this loop may never end", place, "nothing in it changes what `while` asks for",
                    "change in it what the condition goes by, leave it by `stop`, or give it `times`",
                )  # fmt: skip
    for rule in game.rules:
        if context.is_own(rule.origin.span) and goes_on(context, rule.test, rule.then):
            yield warning(
                context, "W551", "this state rule may never come to rest", rule.origin.span,
                "its steps change nothing that it asks for", "let its steps make the condition false",
            )  # fmt: skip


def goes_on(context: LintContext, test: Expr, steps: list[Step]) -> bool:
    """Whether a condition that holds once holds after the steps as well."""
    if may_leave(steps) or context.facts.truth(test) is False:
        return False
    written = {name for step in walk(steps) for name in changes(step)}
    return ANYTHING not in written and not written & set(asked_for(test))


def changes(step: Step) -> Iterator[str]:
    """What a step changes, in rough words."""
    match step:
        case SetStep():
            for target in step.targets:
                yield "active" if target.what == "show" else f"{target.what} {target.name}"
                if target.what == "show":
                    yield CARDS
        case ShuffleStep():
            yield ORDER
            if step.face is not None:  # other things are printed on a card then
                yield CARDS
        case LayStep() | MoveCardStep() | MoveCountStep() | MoveAllStep():
            yield CARDS
            yield ORDER
            if isinstance(step, LayStep):
                yield "active"
        case ChangeDirectionStep():
            yield "direction"
        case ComeBackStep() | TakeTurnStep():
            yield PLAYERS
        case ChooseStep():
            yield f"choice {step.choice}"
        case RandomStep():
            yield ANYTHING


def asked_for(test: Expr) -> Iterator[str]:
    """What a condition goes by, in the words of `changes`."""
    for expr in test.walk():
        match expr:
            case VariableRef():
                yield f"variable {expr.name}"
                if expr.type.kind == "card":
                    yield CARDS  # it is forgotten as soon as it moves
                    yield ORDER
            case ActiveRef():
                yield f"active {expr.name}"
                yield "active"
            case ZoneRef() | AttributeRef():
                yield CARDS
            case CardQuery():
                yield CARDS
                if expr.what not in WITHOUT_ORDER:
                    yield ORDER
            case CardStateRef():
                yield f"card_state {expr.name}"
                yield CARDS
            case ChoiceRef():
                yield f"choice {expr.name}"
            case LocalRef():
                if expr.local.type.kind == "card":
                    yield CARDS
            case EngineRef():
                yield "direction" if expr.what == "direction" else PLAYERS
            case Op() if expr.name in ("top", "bottom"):
                yield ORDER
            case Op() if expr.name in ("next", "previous", "after"):
                yield "direction"
                yield PLAYERS


# ---- ends --------------------------------------------------------------------------------------------------------


def without_end(context: LintContext) -> Iterator[LintWarning]:
    """Games in which nothing is ever won: no step ends a round or the game, and nobody leaves."""
    game = context.open_game
    if game is None:
        return
    last = game.pieces.get("round.end")  # to which a round must have come before
    lists = [steps for steps in game.lists if steps is not last]
    if any(isinstance(step, FinishRoundStep | LeaveStep) for steps in lists for step in walk(steps)):
        return
    span = context.tree.span_of(("turn",), key=True)
    problem = Problem.plain(
        "W550", "nothing ends this game", span if context.is_own(span) else context.tree.head_span,
        "no step that anything leads to finishes a round", None,
        ("add a step such as `finish: {the: round, winners: self, reason: out}` to the turn's `end`",),
        severity="warning",
    )  # fmt: skip
    yield LintWarning("turn", problem)


def without_winner(context: LintContext) -> Iterator[LintWarning]:
    """Games that end and that nobody wins: no step that ends a round or the game names a winner."""
    game = context.open_game
    if game is None:
        return
    ends = [step for steps in game.lists for step in walk(steps) if isinstance(step, FinishRoundStep)]
    own = [step.origin.span for step in ends if context.is_own(step.origin.span)]
    if own and all(is_nobody(step.winners) for step in ends):
        what = "game" if all(step.game for step in ends) else "round"
        yield warning(
            context, "W552", "nobody ever wins this game", min(own), "no step that ends it names a winner",
            f"say who has won: `finish: {{the: {what}, winners: self}}`",
        )  # fmt: skip


def is_nobody(winners: Expr) -> bool:
    """Whether nobody is named; who wins the game because he has won the round is named there."""
    return (isinstance(winners, Const) and winners.value == 0) or (
        isinstance(winners, EngineRef) and winners.what == "winners"
    )
