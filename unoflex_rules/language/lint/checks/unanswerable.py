"""Doubts about questions: there may be no answer, options tell of cards which are hidden, somebody else is to choose.

Not here: options that are never on offer (unreachable.py), or that an earlier one covers (shadowed.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import (
    BOOL,
    INT,
    AttributeRef,
    CardQuery,
    CardStateRef,
    Const,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    ZoneRef,
    between,
)
from unoflex_rules.language.expressions.world import World
from unoflex_rules.language.lint.checks.unreachable import warning
from unoflex_rules.language.lint.flow import ReachedStep, reached_steps
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.open_game import OpenGame
from unoflex_rules.language.lint.truth import Facts, bare
from unoflex_rules.language.statements.tree import (
    AskOption,
    AskStep,
    AssignStep,
    ChooseStep,
    RevealStep,
    Step,
    question,
    walk,
)
from unoflex_rules.language.yaml.node_access import part, text
from unoflex_rules.language.yaml.nodes import Node, Scalar

NOTHING_GIVEN: Final[Mapping[Local, Expr]] = MappingProxyType({})
OTHERS: Final = re.compile(r"(?<![\w.])others\b")


def unanswered(context: LintContext) -> Iterator[LintWarning]:
    """Questions all of whose options have a condition, where nothing says that one of them holds."""
    game = context.open_game
    if game is None:
        return
    found: dict[Span, bool] = {}
    for steps in (*game.lists, *game.unused):
        for reached in reached_steps(steps, game.places):
            if isinstance(reached.step, AskStep) and context.is_own(reached.step.origin.span):
                span = reached.step.origin.span
                found[span] = found.get(span, False) or not is_answered(context.facts, reached, reached.step)
    for span, is_open in found.items():
        if is_open:
            yield warning(
                context, "W540", "there may be no answer to this question", span, "all its options have a condition",
                "end with an option that has none, such as `pass: {last_resort: true}`",
            )  # fmt: skip


def is_answered(facts: Facts, reached: ReachedStep, ask: AskStep) -> bool:
    """Whether an option is on offer in every case, as far as conditions say."""
    offers = [offer for option in ask.options for offer in offers_of(option)]
    known = [(each.test, True) for each in reached.holds]
    return facts.contradict([*known, *((offer, False) for offer in offers)])


def offers_of(option: AskOption) -> list[Expr]:
    """When an option is certainly on offer; without a condition it counts as always on offer."""
    span = option.origin.span
    parts = [] if option.condition is None else [option.condition]
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


def some_card(fits: Expr, zone: Expr, card: Local) -> Expr:
    """Whether a condition holds for some card of a zone; where it says nothing of the card, some card is there."""
    if isinstance(fits, Op) and fits.name == "or":
        return Op(BOOL, fits.span, "or", tuple(some_card(each, zone, card) for each in fits.args))
    if any(isinstance(each, LocalRef) and each.local is card for each in fits.walk()):
        return CardQuery(BOOL, fits.span, "any", zone, card, fits)
    return fits


def tests_of(values: Expr) -> Iterator[Expr]:
    """The conditions one of which must hold for some value to be among those that there are."""
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
    """Whether players are only some of others, those for whom something holds."""
    return getattr(group, "what", "") == "only"


# ---- what an option tells ----------------------------------------------------------------------------------------


def telling(context: LintContext) -> Iterator[LintWarning]:
    """Options, and choices, that offer cards which the player who is asked does not see, or whose condition goes by
    such cards: what he may do tells him.
    """
    game = context.open_game
    if game is None:
        return
    yield from showing(context, game)
    conditions = {id(asked.option): part(asked.entry.node, "if") for asked in game.options}
    told: set[Span] = set()
    for steps in (*game.lists, *game.unused):
        given = {step.local: step.value for step in walk(steps) if isinstance(step, AssignStep)}
        for step in walk(steps):
            ask = question(step)
            for option in ask.options if ask is not None else ():
                node = conditions.get(id(option))
                if ask is None or node is None:
                    continue
                # The condition of an effect of the library goes by what the file gives it: told where that is.
                place = next(
                    (each for each in (node.span, *reversed(option.origin.chain)) if context.is_own(each)), None
                )
                if place is None or place in told:
                    continue
                tests = [each for each in (option.condition, option.fits, option.values) if each is not None]
                zone = hidden_zone(context.facts, game.world, tests, ask.player, given)
                if zone is not None:
                    told.add(place)
                    what = "this option" if place is node.span else "an option of this"
                    yield warning(
                        context, "W542", f"{what} tells of cards in `{zone}` that the player does not see",
                        place, "whether it is on offer says what they are",
                        "ask for it where it is carried out, or offer it in any case",
                    )  # fmt: skip
    for entry in context.own("choices"):
        node, source = part(entry.node, "if"), game.choices.get(entry.key)
        if source is not None and node is not None and context.is_own(node.span):
            player = EngineRef(SEAT, node.span, "self")
            tests = [each for each in (source.values, source.test) if each is not None]
            zone = hidden_zone(context.facts, game.world, tests, player)
            of = source.zone
            if (
                isinstance(of, ZoneRef)
                and any(map(looks_at, tests))
                and not sees(context.facts, game.world, of, player, False)
            ):
                zone = of.name
            if zone is not None:
                yield warning(
                    context, "W542", f"this choice tells of cards in `{zone}` that the player does not see", node.span,
                    "what may be chosen says what they are", "let him choose among all, and ask for it afterwards",
                )  # fmt: skip


def showing(context: LintContext, game: OpenGame) -> Iterator[LintWarning]:
    """Options, and choices, that offer cards by what they are, though who is asked sees nothing of them."""
    told: set[Span] = set()
    nodes = {id(asked.option): part(asked.entry.node, "cards") for asked in game.options}
    for steps in (*game.lists, *game.unused):
        revealed = revealed_in(steps)
        for ask in filter(None, map(question, walk(steps))):
            for option in ask.options:
                node, zone = nodes.get(id(option)), shown_by(option)
                if node is None or zone is None or node.span in told or not context.is_own(node.span):
                    continue
                if zone.name not in revealed and is_hidden(context.facts, game.world, zone, ask.player):
                    told.add(node.span)
                    yield shows(context, "option", zone, node)
    mine = [each for steps in (*game.lists, *game.unused) for each in walk(steps) if context.is_own(each.origin.span)]
    revealed = revealed_in(mine)
    for entry in context.own("choices"):
        node, source = part(entry.node, "of"), game.choices.get(entry.key)
        of = source.zone if source is not None else None
        if node is None or not isinstance(of, ZoneRef) or not context.is_own(node.span) or of.name in revealed:
            continue
        looks = source is not None and source.test is not None and looks_at(source.test)
        if not looks and is_hidden(context.facts, game.world, of, EngineRef(SEAT, node.span, "self")):
            yield shows(context, "choice", of, node)


def shows(context: LintContext, what: str, zone: ZoneRef, node: Node) -> LintWarning:
    """The doubt about an option, or a choice, that offers the cards of a zone which are not seen."""
    return warning(
        context, "W542", f"this {what} shows cards in `{zone.name}` that the player does not see", node.span,
        "each card is offered by what it is",
        f"a card that nobody sees is taken by chance: `random: {{of: {text(node) or zone.name}, as: card}}`; "
        "one that he may look at is shown to him before: `reveal`",
    )  # fmt: skip


def shown_by(option: AskOption) -> ZoneRef | None:
    """The zone from which an option offers cards, or the card at one of its ends."""
    zone = option.zone
    card = bare(option.card) if option.card is not None else None
    if isinstance(card, Op) and card.name in ("top", "bottom"):
        zone = card.args[0]
    elif isinstance(card, CardQuery):
        zone = card.zone
    return zone if isinstance(zone, ZoneRef) else None


def revealed_in(steps: list[Step]) -> set[str]:
    """The zones whose cards are shown to somebody in a list of steps."""
    shown = [step.cards for step in walk(steps) if isinstance(step, RevealStep)]
    return {expr.name for cards in shown for expr in cards.walk() if isinstance(expr, ZoneRef)}


def is_hidden(facts: Facts, world: World, zone: ZoneRef, player: Expr) -> bool:
    """Whether a player sees nothing of the cards of a zone, neither what is in front nor a back, nor the top one."""
    sides = ("front", "back") if len(world.faces.members) > 1 else ("front",)
    return not any(sees(facts, world, zone, player, top, side) for top in (False, True) for side in sides)


def hidden_zone(
    facts: Facts, world: World, tests: list[Expr], player: Expr, given: Mapping[Local, Expr] = NOTHING_GIVEN
) -> str | None:
    """The zone at whose cards conditions look though the player cannot; None without one.

    `given`: what the names stand for by which an effect knows what it was given.
    """
    for expr in (inner for test in tests for inner in test.walk()):
        zone: Expr | None = None
        top = False
        if isinstance(expr, CardQuery) and looks_at(expr.body):
            zone = expr.zone
        elif isinstance(expr, AttributeRef | CardStateRef):
            card = bare(expr.card)
            if isinstance(card, Op) and card.name in ("top", "bottom"):
                zone, top = card.args[0], card.name == "top"
        zone = stands_for(zone, given)
        if isinstance(zone, ZoneRef):
            whose = replace(zone, player=stands_for(zone.player, given))
            if not sees(facts, world, whose, stands_for(player, given) or player, top):
                return zone.name
    return None


def stands_for(expr: Expr | None, given: Mapping[Local, Expr]) -> Expr | None:
    """What a name stands for, if it is one by which an effect knows what it was given."""
    return given.get(expr.local, expr) if isinstance(expr, LocalRef) else expr


def looks_at(body: Expr) -> bool:
    """Whether a question about cards asks what they are, not only how many."""
    return any(isinstance(each, AttributeRef | CardStateRef) for each in body.walk())


def sees(facts: Facts, world: World, zone: ZoneRef, player: Expr, top: bool, side: str = "front") -> bool:
    """Whether a player sees that side of the cards of a zone, or of its top one."""
    declared = world.zones[zone.name]
    who = (declared.top or declared.visible if top else declared.visible).get(side, "nobody")
    own = zone.player is not None and facts.key(zone.player) in (facts.key(player), ("now", "asked"))
    return who == "all" or (who == "owner" and own) or (who == "others" and zone.player is not None and not own)


# ---- choices of somebody else ------------------------------------------------------------------------------------


def others_of_another(context: LintContext) -> Iterator[LintWarning]:
    """Choices from `others`, which are those of whose turn it is, where somebody else chooses."""
    game, told = context.open_game, set[Span]()
    lists = (*game.lists, *game.unused) if game is not None else ()
    for step in (step for steps in lists for step in walk(steps) if isinstance(step, ChooseStep)):
        if isinstance(step.player, EngineRef) and step.player.what == "self":
            continue
        for key in ("of", "if"):
            node = context.tree.get(("choices", step.choice, key))
            found = OTHERS.search(node.text) if isinstance(node, Scalar) else None
            if not isinstance(node, Scalar) or found is None:
                continue
            said, chooses = node.sub_span(*found.span()), step.player.span
            own = context.is_own(said)
            place = said if own else chooses
            if place in told or not context.is_own(place):
                continue
            told.add(place)
            also = ((chooses, "somebody else chooses here"),) if own else ((said, "those of whose turn it is"),)
            problem = Problem.plain(
                "W543", f"`{step.choice}` leaves out whose turn it is, and not who chooses", place,
                "the others of `self`" if own else "somebody else than `self` chooses",
                "chooser.others" if own else None,
                ("in a choice `chooser` is who chooses: `chooser.others`, or `if: it != chooser`",), also, "warning",
            )  # fmt: skip
            yield LintWarning(step.choice, problem)
