"""Selectors that mean little when two play: the neighbour of the neighbour is oneself, and both neighbours are one.

Judged where two may play, in steps that go to a player. Not here: whether two may play at all (limits.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import Const, EngineRef, Expr, LocalRef, Op
from unoflex_rules.language.lint.checks.unreachable import warning
from unoflex_rules.language.lint.flow import ReachedStep, reached_steps
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.statements.tree import SetStep, Step

SELF, OTHER = 0, 1


def two_players(context: LintContext) -> Iterator[LintWarning]:
    """Steps in which a selector stands for the player himself, for nobody, or for the one that another stands for."""
    game = context.open_game
    if game is None or 2 not in context.counts:
        return
    told: set[Span] = set()
    for steps in (*game.lists, *game.unused):
        for reached in reached_steps(steps, game.places):
            if not any(map(asks_how_many, reached.around)):
                for span, message, label in strange(context, reached):
                    if span not in told:
                        told.add(span)
                        yield warning(
                            context, "W541", message, span, label,
                            "say with `players.count > 2` when it shall happen, or let more than two play",
                        )  # fmt: skip


def asks_how_many(test: Expr) -> bool:
    """Whether a condition goes by the number of players."""
    return any(
        (isinstance(each, EngineRef) and each.what == "player_count")
        or (isinstance(each, Op) and each.name == "players")
        for each in test.walk()
    )


def strange(context: LintContext, reached: ReachedStep) -> Iterator[tuple[Span, str, str]]:
    """The places in a step where a selector means little: where, the sentence, and what stands under it."""
    seats: dict[int, Expr] = {}
    for expr in selectors(reached.step):
        if not context.is_own(expr.span):
            continue
        spared = isinstance(expr, Op) and expr.name == "without"  # somebody has thought of that
        if not spared and any(isinstance(each, Op) and is_twice(each) for each in expr.walk()):
            yield expr.span, "with two players this comes back to where it began", "the neighbour of the neighbour"
        elif expr.type.kind == "players" and group(expr) == frozenset() and not isinstance(expr, Const):
            yield expr.span, "with two players this is nobody", "nobody is left"
        else:
            seat = seat_of(expr)
            if seat is None:
                continue
            first = seats.setdefault(seat, expr)
            if context.facts.key(first) != context.facts.key(expr):
                yield expr.span, "with two players this is the player whom this step names already", "the same player"


def selectors(step: Step) -> Iterator[Expr]:
    """The players that a step names, the outermost of each expression."""
    owners = [target.owner for target in step.targets] if isinstance(step, SetStep) else []
    values = [target.value for target in step.targets] if isinstance(step, SetStep) else []
    direct = [value for name, value in vars(step).items() if isinstance(value, Expr) and name != "test"]
    for expr in (*direct, *values, *(owner for owner in owners if owner is not None)):
        yield from named(expr)


def named(expr: Expr) -> Iterator[Expr]:
    """The players that an expression names."""
    if isinstance(expr, Op) and expr.name == "if":
        return  # one or the other, as it comes
    if expr.type.kind in ("player", "players"):
        yield expr
        return
    for each in expr.parts():
        yield from named(each)


def is_twice(op: Op) -> bool:
    """Whether this is a neighbour's neighbour."""
    steps = ("next", "previous")
    inner = op.args[0] if op.args else None
    return op.name in steps and isinstance(inner, Op) and inner.name in steps


def seat_of(expr: Expr) -> int | None:
    """Which of two players this is, as seen from `self`; None where that depends."""
    if isinstance(expr, EngineRef) and expr.what == "self":
        return SELF
    if isinstance(expr, Op) and expr.name in ("next", "previous"):
        inner = seat_of(expr.args[0])
        return None if inner is None else 1 - inner
    if isinstance(expr, Op) and expr.name == "set_of":
        return seat_of(expr.args[0])
    return None


def group(expr: Expr) -> frozenset[int] | None:
    """Which of two players these are; None where that depends."""
    if isinstance(expr, EngineRef) and expr.what == "players":
        return frozenset({SELF, OTHER})
    if isinstance(expr, Op) and expr.name in ("without", "or"):
        a, b = (group(arg) for arg in expr.args)
        if a is None or b is None:
            return None
        return a - b if expr.name == "without" else a | b
    seat = None if isinstance(expr, LocalRef) else seat_of(expr)
    return None if seat is None else frozenset({seat})
