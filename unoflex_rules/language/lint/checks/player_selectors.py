"""Selectors that name another player than intended: with two players, or when somebody else makes the choice.

Not here: whether two may play at all (player_limits.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import Const, EngineRef, Expr, LocalRef, Op
from unoflex_rules.language.lint.flow import ReachedStep
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.statements.tree import ChooseStep, SetStep, Step, walk
from unoflex_rules.language.yaml.nodes import Scalar

SELF, OTHER = 0, 1
OTHERS: Final = re.compile(r"(?<![\w.])others\b")

# ---- two players -------------------------------------------------------------------------------------------------


def two_players(context: LintContext) -> Iterator[LintWarning]:
    """Selectors that, with two players, name the player themselves, nobody, or a player that the step names already."""
    game = context.open_game
    if game is None or 2 not in context.counts:
        return
    reported: set[Span] = set()
    for reached in chain.from_iterable(game.reached):
        for span, message, label in degenerate_selectors(context, reached):
            if span not in reported and not any(map(depends_on_player_count, reached.around)):
                reported.add(span)
                note = "add the condition `players.count > 2`, or require more than two players"
                yield context.warning("W541", message, span, label, note)


def depends_on_player_count(test: Expr) -> bool:
    """Whether a condition reads the number of players."""
    return any(
        (isinstance(each, EngineRef) and each.what == "player_count")
        or (isinstance(each, Op) and each.name == "players")
        for each in test.walk()
    )


def degenerate_selectors(context: LintContext, reached: ReachedStep) -> Iterator[tuple[Span, str, str]]:
    """The selectors of a step that mean little with two players: place, message and label."""
    seats: dict[int, Expr] = {}
    for expr in selectors(reached.step):
        if not context.is_own(expr.span):
            continue
        is_guarded = isinstance(expr, Op) and expr.name == "without"
        if not is_guarded and any(isinstance(each, Op) and is_neighbour_of_neighbour(each) for each in expr.walk()):
            yield expr.span, "with two players, this is the player it starts from", "the neighbour of the neighbour"
        elif expr.type.kind == "players" and group(expr) == frozenset() and not isinstance(expr, Const):
            yield expr.span, "with two players, this is nobody", "no player is left"
        else:
            seat = seat_of(expr)
            if seat is None:
                continue
            first = seats.setdefault(seat, expr)
            if context.facts.key(first) != context.facts.key(expr):
                yield expr.span, "with two players, this is a player that the step names already", "the same player"


def selectors(step: Step) -> Iterator[Expr]:
    """The outermost expressions of a step that name players."""
    owners = [target.owner for target in step.targets] if isinstance(step, SetStep) else []
    values = [target.value for target in step.targets] if isinstance(step, SetStep) else []
    direct = [value for name, value in vars(step).items() if isinstance(value, Expr) and name != "test"]
    for expr in (*direct, *values, *(owner for owner in owners if owner is not None)):
        yield from player_expressions(expr)


def player_expressions(expr: Expr) -> Iterator[Expr]:
    """The parts of an expression that name players, except for the alternatives of an `if`."""
    if isinstance(expr, Op) and expr.name == "if":
        return
    if expr.type.kind in ("player", "players"):
        yield expr
        return
    for each in expr.parts():
        yield from player_expressions(each)


def is_neighbour_of_neighbour(op: Op) -> bool:
    """Whether this is `next.next`, or a similar chain."""
    neighbours = ("next", "previous")
    inner = op.args[0] if op.args else None
    return op.name in neighbours and isinstance(inner, Op) and inner.name in neighbours


def seat_of(expr: Expr) -> int | None:
    """The player that an expression names when two play, relative to `self`; None if it depends on the game."""
    if isinstance(expr, EngineRef) and expr.what == "self":
        return SELF
    if isinstance(expr, Op) and expr.name in ("next", "previous"):
        inner = seat_of(expr.args[0])
        return None if inner is None else 1 - inner
    if isinstance(expr, Op) and expr.name == "set_of":
        return seat_of(expr.args[0])
    return None


def group(expr: Expr) -> frozenset[int] | None:
    """The players that an expression names when two play; None if it depends on the game."""
    if isinstance(expr, EngineRef) and expr.what == "players":
        return frozenset({SELF, OTHER})
    if isinstance(expr, Op) and expr.name in ("without", "or"):
        a, b = (group(arg) for arg in expr.args)
        if a is None or b is None:
            return None
        return a - b if expr.name == "without" else a | b
    seat = None if isinstance(expr, LocalRef) else seat_of(expr)
    return None if seat is None else frozenset({seat})


# ---- choices by another player -----------------------------------------------------------------------------------


def others_of_another(context: LintContext) -> Iterator[LintWarning]:
    """Choices from `others`, the others of the player whose turn it is, that another player makes."""
    game, reported = context.open_game, set[Span]()
    lists = game.all_lists if game is not None else []
    for step in (step for steps in lists for step in walk(steps) if isinstance(step, ChooseStep)):
        if isinstance(step.player, EngineRef) and step.player.what == "self":
            continue
        for key in ("of", "if"):
            node = context.tree.get(("choices", step.choice, key))
            found = OTHERS.search(node.text) if isinstance(node, Scalar) else None
            if not isinstance(node, Scalar) or found is None:
                continue
            others, chooser = node.sub_span(*found.span()), step.player.span
            is_own = context.is_own(others)
            place = others if is_own else chooser
            if place in reported or not context.is_own(place):
                continue
            reported.add(place)
            yield context.warning(
                "W543", f"`{step.choice}` leaves out the player whose turn it is, not the player who chooses", place,
                "the others of `self`" if is_own else "a player other than `self` chooses",
                "the player who chooses is `chooser`: write `chooser.others`, or `if: it != chooser`",
                ((chooser, "another player chooses here"),) if is_own else ((others, "the others of `self`"),),
                about=step.choice, suggestion="chooser.others" if is_own else None,
            )  # fmt: skip
