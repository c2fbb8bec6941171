"""What steps change and what expressions depend on, as names; and other questions about trees. Not here: code."""

from __future__ import annotations

from collections.abc import Iterable

from unoflex_rules.language.expressions.types import (
    ActiveRef,
    CardStateRef,
    ChoiceRef,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    PlayerQuery,
    VariableRef,
    ZoneRef,
)
from unoflex_rules.language.statements.tree import (
    AskOption,
    AskStep,
    AssignStep,
    CheckedGame,
    ChoiceSource,
    Combination,
    EffectStep,
    ForEachCardStep,
    ForEachPlayerStep,
    ForEachValueStep,
    IfStep,
    RepeatStep,
    ResolveStep,
    SetStep,
    SetTarget,
    Step,
    TogetherStep,
    WindowStep,
)

#: Changed by steps with any effect, such as questions.
ANYTHING = "anything"
#: A remembered card depends on all zones, since it is forgotten when it moves.
CARDS = "zone"


def changes_of(expr: Expr) -> set[str]:
    """Names of all that steps may change and that the value of an expression depends on."""
    found: set[str] = set()
    for each in expr.walk():
        if isinstance(each, VariableRef):
            found.add(f"variable {each.name}")
            if each.type.kind == "card":
                found.add(CARDS)
        elif isinstance(each, ChoiceRef):
            found.add(f"choice {each.name}")
        elif isinstance(each, ZoneRef):
            found.add(f"zone {each.name}")
        elif isinstance(each, ActiveRef):
            found.add("active")
        elif isinstance(each, CardStateRef):
            found.add(f"card_state {each.name}")
        elif isinstance(each, EngineRef):
            found.add(each.what)
        elif isinstance(each, PlayerQuery):
            found.add("players")
        elif isinstance(each, Op) and each.name in ("next", "previous", "after"):
            found |= {"players", "direction"}
        elif isinstance(each, Op) and each.name == "misses":
            found.add("misses")
    return found


def concerns(watched: set[str], changed: Iterable[str]) -> bool:
    """Whether a change may concern watched names."""
    return bool(watched) and any(
        what == ANYTHING or what in watched or (CARDS in watched and what.startswith(CARDS)) for what in changed
    )


def touched(target: SetTarget) -> list[str]:
    """The names that a target of `set` changes."""
    if target.what in ("active", "show"):
        return ["active"]
    return [f"{target.what} {target.name}"]


def only_sets(steps: list[Step]) -> bool:
    """Whether steps only set variables, so that they are one change."""
    return all(
        isinstance(step, SetStep | AssignStep) or (isinstance(step, EffectStep | TogetherStep) and only_sets(step.do))
        or (isinstance(step, IfStep) and only_sets(step.then) and only_sets(step.otherwise))
        for step in steps
    )  # fmt: skip


def all_touched(steps: list[Step]) -> list[str]:
    """The names that steps may change, at any depth."""
    found: list[str] = []
    for step in steps:
        if isinstance(step, SetStep):
            found += [what for target in step.targets for what in touched(target)]
        elif isinstance(step, IfStep):
            found += all_touched(step.then) + all_touched(step.otherwise)
        elif isinstance(
            step, EffectStep | TogetherStep | ForEachPlayerStep | ForEachCardStep | ForEachValueStep | RepeatStep
        ):
            found += all_touched(step.do)
        elif not isinstance(step, AssignStep):
            found.append(ANYTHING)
    return found


def locals_in(tree: object) -> set[Local]:
    """The local names that are read anywhere in a tree."""
    if isinstance(tree, LocalRef):
        return {tree.local}
    if isinstance(tree, list | tuple):
        return {local for each in tree for local in locals_in(each)}
    if not isinstance(tree, Step | Expr | SetTarget | AskOption | ChoiceSource | Combination):
        return set()
    return {local for each in vars(tree).values() for local in locals_in(each)}


def is_single(players: Expr) -> bool:
    """Whether a set of players is written as one player."""
    return isinstance(players, Op) and players.name == "set_of"


def single(players: Expr) -> Expr:
    """The only player of a set for which is_single holds."""
    assert isinstance(players, Op)
    return players.args[0]


def deepest_resolve(game: CheckedGame) -> int:
    """The most loops that act for players around a `resolve`."""
    if not game.world.can_leave:
        return 0
    return max(0, *(_deepest(steps, 0) for steps in game.pieces.values()))


def _deepest(steps: list[Step], depth: int) -> int:
    """The deepest `resolve` among steps that are at a depth."""
    found = [0]
    for step in steps:
        if isinstance(step, ResolveStep):
            found.append(depth)
        elif isinstance(step, WindowStep | AskStep):
            ask, inner = (step.ask, depth + 1) if isinstance(step, WindowStep) else (step, depth)
            found += [_deepest(option.do, inner) for option in ask.options]
        else:
            inner = depth + isinstance(step, ForEachPlayerStep)
            found += [_deepest(getattr(step, name, []), inner) for name in ("do", "then", "otherwise")]
    return max(found)
