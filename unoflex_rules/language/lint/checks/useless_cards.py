"""Cards that nobody can play, and effects of cards that change nothing.

Judged for each look of a card in the open game (open_game.py). Not here: what matches after a card (in_force.py), or
kinds that are not in the deck (unused.py).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from unoflex_rules.language.cards.looks import Look
from unoflex_rules.language.expressions.types import NONE, Const, Expr, Local, LocalRef, VariableRef, ZoneRef
from unoflex_rules.language.lint.checks.unreachable import can_be_offered
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.open_game import OpenGame
from unoflex_rules.language.lint.truth import Facts, most
from unoflex_rules.language.statements.tree import (
    AskOption,
    AssignStep,
    EffectStep,
    ForEachCardStep,
    ForEachPlayerStep,
    IfStep,
    LayStep,
    MissTurnStep,
    MoveCardStep,
    MoveCountStep,
    RandomStep,
    RepeatStep,
    SetStep,
    SetTarget,
    Step,
    StopStep,
    TogetherStep,
    question,
    walk,
)
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Sequence

# ---- the facts of one card -----------------------------------------------------------------------------------


def facts_of_card(facts: Facts, card: Hashable, face: Hashable, look: Look, on: int, kinds: tuple[str, ...]) -> Facts:
    """The facts if `card` is a card of this look and `face` is its face number `on`."""
    given: dict[Hashable, int] = {face: on}
    for number, info in enumerate(look.faces):
        values = {**info.attributes, "kind": kinds.index(info.kind) if info.kind in kinds else NONE}
        for name, value in values.items():
            given[("attribute", name, card, ("const", number))] = value
            if number == on:
                given[("attribute", name, card, face)] = value
    return facts.with_values(given)


def offering(facts: Facts, option: AskOption, look: Look, on: int, game: OpenGame) -> bool:
    """Whether an option can ever offer a card of this look on this face."""
    card, face = (("local", id(each)) for each in (option.card_local, option.face_local))
    known = facts_of_card(facts, card, face, look, on, game.world.kinds.members)
    return can_be_offered(known, option) is not False


def plays(game: OpenGame) -> list[AskOption]:
    """The options that play a card of the player: they lay it, store it, or move it to a shared zone."""
    found = []
    for steps in game.lists:
        for ask in filter(None, map(question, walk(steps))):
            for option in ask.options:
                own = option.card is not None or (isinstance(option.zone, ZoneRef) and option.zone.player is not None)
                if own and takes(option):
                    found.append(option)
    return found


def takes(option: AskOption) -> bool:
    """Whether the steps of an option lay its card, store it, or move it to a shared zone."""
    aliases = {option.card_local}  # and the parameters of effects that get it

    def is_it(expr: Expr) -> bool:
        return isinstance(expr, LocalRef) and expr.local in aliases

    for step in walk(option.do):
        if isinstance(step, AssignStep) and is_it(step.value):
            aliases.add(step.local)
        if isinstance(step, ForEachCardStep) and option.combination is not None:
            aliases |= {step.card} if is_ref(step.zone, option.combination.cards) else set()
        if is_played(step, is_it):
            return True
    return False


def is_ref(expr: Expr, local: Local) -> bool:
    """Whether an expression is a local name."""
    return isinstance(expr, LocalRef) and expr.local is local


def is_played(step: Step, is_it: Callable[[Expr], bool]) -> bool:
    """Whether a step lays the card, stores it, or moves it to a shared zone."""
    match step:
        case LayStep():
            return is_it(step.card)
        case MoveCardStep():
            return is_it(step.card) and isinstance(step.to, ZoneRef) and step.to.player is None
        case SetStep():
            return any(target.what == "variable" and is_it(target.value) for target in step.targets)
    return False


# ---- cards that nobody can play ----------------------------------------------------------------------------------


def unplayable(context: LintContext) -> Iterator[LintWarning]:
    """Kinds of cards that no option ever offers to their holder."""
    game = context.open_game
    options = plays(game) if game is not None else []
    if game is None or not options:
        return
    can: set[str] = set()
    held: set[str] = set()
    for look in game.looks:
        for on, info in enumerate(look.faces):
            held |= {info.kind} if info.exists else set()
            if not info.exists or info.kind in can:
                continue
            if any(offering(context.facts, option, look, on, game) for option in options):
                can.add(info.kind)
    never = [name for name in game.world.kinds.members if name in held - can]
    own = {entry.key: entry for entry in context.own("cards")}
    for name in (each for each in never if each in own):
        yield unplayable_kinds(context, own[name], [name])
    others = [name for name in never if name not in own]
    entry = own_condition(context, options) if others else None
    if entry is not None:
        yield unplayable_kinds(context, entry, others)


def unplayable_kinds(context: LintContext, entry: Entry, names: list[str]) -> LintWarning:
    """The warning about kinds that nobody can play, at the kind or at the condition that forbids them."""
    what = ", ".join(f"`{name}`" for name in names) if len(names) < 8 else f"{len(names)} kinds of cards"
    return context.warning(
        "W530", f"nobody can ever play {what}", entry.key_span, "no option lays it or moves it",
        "write a condition that can hold for it, or remove it from the deck", about=entry.key,
    )  # fmt: skip


def own_condition(context: LintContext, options: list[AskOption]) -> Entry | None:
    """The file's own definition of which cards may be played."""
    for entry in context.own("define"):
        for option in options:
            parts = [part for test in (option.condition, option.fits) if test is not None for part in test.walk()]
            if any(part.span in entry.node.span for part in parts):
                return entry
    return None


# ---- cards that do nothing ---------------------------------------------------------------------------------------


def without_effect(context: LintContext) -> Iterator[LintWarning]:
    """Effects of cards whose steps all change nothing."""
    game = context.open_game
    for entry in played(context.tree.get(("cards",))) if game is not None else ():
        if game is None or not context.is_own(entry.key_span):
            continue
        found = [steps for key, steps in game.cards.items() if game.nodes[key] is entry.node]
        if isinstance(entry.node, Sequence) and entry.node.items and found and change_nothing(found[0], context.facts):
            yield context.warning(
                "W531", "this effect changes nothing", entry.key_span, "no step of it changes anything",
                "add steps, or remove it (an inherited one: `played: null`)",
            )  # fmt: skip


def played(node: Node | None) -> Iterator[Entry]:
    """All entries `played`."""
    for entry in node if isinstance(node, Mapping) else ():
        if entry.key == "played":
            yield entry
        else:
            yield from played(entry.node)


def change_nothing(steps: list[Step], facts: Facts) -> bool:
    """Whether steps certainly change nothing: they loop over nobody, move no card, or set the value that is set."""
    for step in steps:
        if isinstance(step, AssignStep):
            if isinstance(step.value, Const):
                facts = facts.with_values({("local", id(step.local)): step.value.value})
        elif not changes_nothing(step, facts):
            return False
    return True


def changes_nothing(step: Step, facts: Facts) -> bool:
    """Whether a single step changes nothing."""
    match step:
        case IfStep():
            test = facts.truth(step.test)
            then, otherwise = test is False or change_nothing(step.then, facts), test is True
            return then and (otherwise or change_nothing(step.otherwise, facts))
        case MoveCountStep():
            return most(facts.values(step.count)) <= 0
        case MissTurnStep():
            return most(facts.values(step.turns)) <= 0
        case SetStep():
            return all(sets_itself(facts, target) for target in step.targets)
        case RepeatStep() if step.times is not None and most(facts.values(step.times)) <= 0:
            return True
        case ForEachPlayerStep() | ForEachCardStep() | RepeatStep() | EffectStep() | TogetherStep():
            return change_nothing(step.do, facts)
    return isinstance(step, RandomStep | StopStep)


def sets_itself(facts: Facts, target: SetTarget) -> bool:
    """Whether a variable is set to its own value."""
    value = target.value
    if not isinstance(value, VariableRef) or target.name != value.name:
        return False
    return (facts.key(target.owner), facts.key(target.which)) == (facts.key(value.player), facts.key(value.value))
