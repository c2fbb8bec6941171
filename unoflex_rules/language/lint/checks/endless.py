"""Loops in which nothing changes, games that never end, and games that nobody wins.

Not here: loops that certainly never end, which are errors (control.py), or steps after an end (unreachable.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
    ResolveStep,
    SetStep,
    ShuffleStep,
    Step,
    TakeTurnStep,
    may_leave,
    walk,
)
from unoflex_rules.language.yaml.nodes import Sequence

CARDS, ORDER, PLAYERS, ANYTHING = "cards", "order", "players", "anything"
#: Queries about the cards of a zone that do not depend on their order.
WITHOUT_ORDER: Final = frozenset({"any", "all", "count", "sum", "min", "max"})


def loops(context: LintContext) -> Iterator[LintWarning]:
    """Loops and state rules whose steps change nothing that their condition reads: once started, they never end."""
    game = context.open_game
    if game is None:
        return
    reported: set[Span] = set()
    for steps in game.all_lists:
        for step in walk(steps):
            if not isinstance(step, RepeatStep) or step.times is not None or step.test is None:
                continue
            place = step.origin.span
            if context.is_own(place) and place not in reported and stays_true(context, step.test, step.do):
                reported.add(place)
                yield context.warning(
                    "W551", "this loop may never end", place, "no step changes what `while` reads",
                    "change what the condition reads, leave the loop by `stop`, or limit it by `times`",
                )  # fmt: skip
    for rule in game.rules:
        if context.is_own(rule.origin.span) and stays_true(context, rule.test, rule.then):
            yield context.warning(
                "W551", "this state rule may apply forever", rule.origin.span,
                "its steps change nothing that it reads", "make the condition false in its steps",
            )  # fmt: skip


def stays_true(context: LintContext, test: Expr, steps: list[Step]) -> bool:
    """Whether a condition that holds before the steps also holds after them."""
    if may_leave(steps) or context.facts.truth(test) is False:
        return False
    written = {name for step in walk(steps) for name in changes(step)}
    return ANYTHING not in written and not written & set(reads(test))


def changes(step: Step) -> Iterator[str]:
    """What a step changes, in rough terms."""
    match step:
        case SetStep():
            for target in step.targets:
                yield "active" if target.what == "show" else f"{target.what} {target.name}"
                if target.what == "show":
                    yield CARDS
        case ShuffleStep():
            yield ORDER
            if step.face is not None:  # the other face has other attributes
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


def reads(test: Expr) -> Iterator[str]:
    """What a condition reads, in the terms of `changes`."""
    for expr in test.walk():
        match expr:
            case VariableRef():
                yield f"variable {expr.name}"
                if expr.type.kind == "card":
                    yield CARDS  # the variable becomes empty when the card moves
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


def games(context: LintContext) -> Iterator[LintWarning]:
    """Games without a step that ends a round or the game, in which no player leaves either."""
    game = context.open_game
    if game is None:
        return
    last = game.pieces.get("round.end")  # runs only after a round has ended
    blocked = game.pieces.get("round.blocked")  # an inherited one is for emergencies, not how the game is won
    lists = [steps for steps in game.lists if steps is not last]
    ends = [
        step.origin.span
        for steps in lists
        for step in walk(steps)
        if isinstance(step, FinishRoundStep | LeaveStep) and (steps is not blocked or context.is_own(step.origin.span))
    ]
    if ends:
        return
    span = context.tree.span_of(("turn",), key=True)
    yield context.warning(
        "W550", "nothing ends this game", span if context.is_own(span) else context.tree.head_span,
        "no step that can be reached finishes a round",
        "add a step such as `finish: {the: round, winners: self, reason: out}` to the turn's `end`", about="turn",
    )  # fmt: skip


def without_winner(context: LintContext) -> Iterator[LintWarning]:
    """Games in which no step that ends a round or the game names a winner."""
    game = context.open_game
    if game is None:
        return
    ends = [step for steps in game.lists for step in walk(steps) if isinstance(step, FinishRoundStep)]
    own = [step.origin.span for step in ends if context.is_own(step.origin.span)]
    if own and all(is_nobody(step.winners) for step in ends):
        what = "game" if all(step.game for step in ends) else "round"
        yield context.warning(
            "W552", "nobody can win this game", min(own), "no step that ends it names a winner",
            f"name the winners: `finish: {{the: {what}, winners: self}}`",
        )  # fmt: skip


def is_nobody(winners: Expr) -> bool:
    """Whether no winner is named; `winners` only repeats the winners of the round."""
    return (isinstance(winners, Const) and winners.value == 0) or (
        isinstance(winners, EngineRef) and winners.what == "winners"
    )


def emptied(context: LintContext) -> Iterator[LintWarning]:
    """Pieces that the file empties although nothing else does their work."""
    game = context.open_game
    if game is None:
        return
    turn = [step for name, steps in game.pieces.items() if name.startswith("turn.") for step in walk(steps)]
    turn += [step for steps in game.cards.values() for step in walk(steps)]
    finds = [step for steps in game.lists for step in walk(steps) if isinstance(step, FinishRoundStep)]
    dead = {
        ("turn", "resolve"): game.cards and not any(isinstance(step, ResolveStep) for step in turn),
        ("turn", "lay"): not any(takes_from_hand(context, step) for step in turn),
        ("round", "end"): finds and not any(step.game for step in finds),
    }
    why = {
        ("turn", "resolve"): (
            "no effect of a card ever runs",
            "add the step `resolve` with the discard pile",
        ),
        ("turn", "lay"): ("no card leaves a hand while a turn runs", "lay or move the card that the player chose"),
        ("round", "end"): ("no step ends the game", "add a step such as `finish: {the: game, winners: ...}`"),
    }
    for path, is_dead in dead.items():
        node = context.tree.get(path)
        if is_dead and isinstance(node, Sequence) and not node.items and context.is_own(node.span):
            message, note = why[path]
            span = context.tree.span_of(path, key=True)
            yield context.warning("W553", message, span, f"`{'.'.join(path)}` has no steps", note)


def takes_from_hand(context: LintContext, step: Step) -> bool:
    """Whether a step may move a card from a zone of a player to a zone that all share."""
    if isinstance(step, LayStep):
        return True
    if not isinstance(step, MoveCardStep | MoveCountStep | MoveAllStep):
        return False
    source = getattr(step, "source", None)
    return not is_private(context, step.to) and (source is None or is_private(context, source))


def is_private(context: LintContext, zone: Expr) -> bool:
    """Whether each player has a zone of this name."""
    assert context.open_game is not None
    return isinstance(zone, ZoneRef) and context.open_game.world.zones[zone.name].each
