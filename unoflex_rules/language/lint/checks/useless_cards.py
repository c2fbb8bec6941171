"""Doubts about cards: nobody can ever play them, or what they do comes to nothing.

Judged for each look of a card in the opened game (open_game.py). Not here: what is in force after a card
(in_force.py), kinds that are not in the deck (unused.py).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from unoflex_rules.language.cards.looks import Look
from unoflex_rules.language.expressions.types import NONE, Const, Expr, LocalRef, VariableRef, ZoneRef
from unoflex_rules.language.lint.checks.unreachable import can_be_offered, warning
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

# ---- what is known of one card -----------------------------------------------------------------------------------


def seen(facts: Facts, card: Hashable, face: Hashable, look: Look, on: int, kinds: tuple[str, ...]) -> Facts:
    """What is known where `card` is a card of that look, looked at on its face number `on`, which is called `face`."""
    given: dict[Hashable, int] = {face: on}
    for number, info in enumerate(look.faces):
        values = {**info.attributes, "kind": kinds.index(info.kind) if info.kind in kinds else NONE}
        for name, value in values.items():
            given[("attribute", name, card, ("const", number))] = value
            if number == on:
                given[("attribute", name, card, face)] = value
    return facts.knowing(given)


def offering(facts: Facts, option: AskOption, look: Look, on: int, game: OpenGame) -> bool:
    """Whether an option may ever offer a card of that look on that face."""
    card, face = (("local", id(each)) for each in (option.card_local, option.face_local))
    known = seen(facts, card, face, look, on, game.world.kinds.members)
    return can_be_offered(known, option) is not False


def plays(game: OpenGame) -> list[AskOption]:
    """The options by which somebody plays a card of his: it is laid, remembered as the card to be laid, or moved to a
    zone that all share.
    """
    found = []
    for steps in game.lists:
        for ask in filter(None, map(question, walk(steps))):
            for option in ask.options:
                own = option.card is not None or (isinstance(option.zone, ZoneRef) and option.zone.player is not None)
                if own and takes(option):
                    found.append(option)
    return found


def takes(option: AskOption) -> bool:
    """Whether the steps of an option lay its card, remember it, or move it to a zone that all share."""
    called = {option.card_local}  # and what effects to which it is given call it

    def is_it(expr: Expr) -> bool:
        return isinstance(expr, LocalRef) and expr.local in called

    for step in walk(option.do):
        if isinstance(step, AssignStep) and is_it(step.value):
            called.add(step.local)
        if is_played(step, is_it):
            return True
    return False


def is_played(step: Step, is_it: Callable[[Expr], bool]) -> bool:
    """Whether a step lays the card that is meant, remembers it, or moves it to a zone that all share."""
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
    """Kinds of cards that no option ever offers to whoever holds them."""
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
    """The doubt about kinds that nobody can play, at the kind itself or at the condition that forbids them."""
    what = ", ".join(f"`{name}`" for name in names) if len(names) < 8 else f"{len(names)} kinds of cards"
    found = warning(
        context, "W530", f"nobody can ever play {what}", entry.key_span, "no option lays such a card or puts it down",
        "say a condition that can hold for it, whatever is in force, or take it out of the deck",
    )  # fmt: skip
    return LintWarning(entry.key, found.problem)


def own_condition(context: LintContext, options: list[AskOption]) -> Entry | None:
    """The definition of the file itself that says which cards may be played."""
    for entry in context.own("define"):
        for option in options:
            parts = [part for test in (option.condition, option.fits) if test is not None for part in test.walk()]
            if any(part.span in entry.node.span for part in parts):
                return entry
    return None


# ---- cards that do nothing ---------------------------------------------------------------------------------------


def idle(context: LintContext) -> Iterator[LintWarning]:
    """Effects of cards all of whose steps come to nothing."""
    game = context.open_game
    for entry in played(context.tree.get(("cards",))) if game is not None else ():
        if game is None or not context.is_own(entry.key_span):
            continue
        found = [steps for key, steps in game.cards.items() if game.nodes[key] is entry.node]
        if isinstance(entry.node, Sequence) and entry.node.items and found and come_to_nothing(found[0], context.facts):
            yield warning(
                context, "W531", "this effect does nothing", entry.key_span, "all its steps come to nothing",
                "say what shall happen, or take it out: `played: null` where one is inherited",
            )  # fmt: skip


def played(node: Node | None) -> Iterator[Entry]:
    """All entries `played`."""
    for entry in node if isinstance(node, Mapping) else ():
        if entry.key == "played":
            yield entry
        else:
            yield from played(entry.node)


def come_to_nothing(steps: list[Step], facts: Facts) -> bool:
    """Whether steps certainly change nothing: they go through nobody, move no card, set what is so already."""
    for step in steps:
        if isinstance(step, AssignStep):
            if isinstance(step.value, Const):
                facts = facts.knowing({("local", id(step.local)): step.value.value})
        elif not comes_to_nothing(step, facts):
            return False
    return True


def comes_to_nothing(step: Step, facts: Facts) -> bool:
    """Whether a single step changes nothing."""
    match step:
        case IfStep():
            test = facts.truth(step.test)
            then, otherwise = test is False or come_to_nothing(step.then, facts), test is True
            return then and (otherwise or come_to_nothing(step.otherwise, facts))
        case MoveCountStep():
            return most(facts.values(step.count)) <= 0
        case MissTurnStep():
            return most(facts.values(step.turns)) <= 0
        case SetStep():
            return all(sets_itself(facts, target) for target in step.targets)
        case RepeatStep() if step.times is not None and most(facts.values(step.times)) <= 0:
            return True
        case ForEachPlayerStep() | ForEachCardStep() | RepeatStep() | EffectStep() | TogetherStep():
            return come_to_nothing(step.do, facts)
    return isinstance(step, RandomStep | StopStep)


def sets_itself(facts: Facts, target: SetTarget) -> bool:
    """Whether a variable is given the value that it has."""
    value = target.value
    if not isinstance(value, VariableRef) or target.name != value.name:
        return False
    return (facts.key(target.owner), facts.key(target.which)) == (facts.key(value.player), facts.key(value.value))
