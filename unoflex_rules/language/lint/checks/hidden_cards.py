"""Options and choices that disclose cards which the player who is asked does not see.

Not here: the rules of visibility themselves (schema/zone_visibility.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.scope import SEAT
from unoflex_rules.language.expressions.types import (
    AttributeRef,
    CardQuery,
    CardStateRef,
    EngineRef,
    Expr,
    Local,
    LocalRef,
    Op,
    ZoneRef,
)
from unoflex_rules.language.expressions.world import World
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.open_game import OpenGame
from unoflex_rules.language.lint.truth import Facts, bare
from unoflex_rules.language.statements.tree import AskOption, AssignStep, RevealStep, Step, question, walk
from unoflex_rules.language.yaml.node_access import part, text
from unoflex_rules.language.yaml.nodes import Node

NO_BINDINGS: Final[Mapping[Local, Expr]] = MappingProxyType({})


def disclosed(context: LintContext) -> Iterator[LintWarning]:
    """Options and choices that show cards which the player does not see, or whose conditions depend on such cards."""
    game = context.open_game
    if game is None:
        return
    yield from shown_by_options(context, game)
    yield from shown_by_choices(context, game)
    yield from tested_by_options(context, game)
    yield from tested_by_choices(context, game)


# ---- cards that are offered --------------------------------------------------------------------------------------


def shown_by_options(context: LintContext, game: OpenGame) -> Iterator[LintWarning]:
    """Options that offer each card by its name, though the player sees nothing of the cards."""
    reported: set[Span] = set()
    nodes = {id(each.option): part(each.entry.node, "cards") for each in game.options}
    for steps in game.all_lists:
        revealed = revealed_in(steps)
        for ask in filter(None, map(question, walk(steps))):
            for option in ask.options:
                node, zone = nodes.get(id(option)), offered_zone(option)
                if node is None or zone is None or node.span in reported or not context.is_own(node.span):
                    continue
                if zone.name not in revealed and is_hidden(context.facts, game.world, zone, ask.player):
                    reported.add(node.span)
                    yield shows(context, "option", zone, node)


def shown_by_choices(context: LintContext, game: OpenGame) -> Iterator[LintWarning]:
    """Choices of a card from a zone of which the player sees nothing."""
    own_steps = [each for steps in game.all_lists for each in walk(steps) if context.is_own(each.origin.span)]
    revealed = revealed_in(own_steps)
    for entry in context.own("choices"):
        node, source = part(entry.node, "of"), game.choices.get(entry.key)
        zone = source.zone if source is not None else None
        if node is None or not isinstance(zone, ZoneRef) or not context.is_own(node.span) or zone.name in revealed:
            continue
        has_test = source is not None and source.test is not None and reads_cards(source.test)
        if not has_test and is_hidden(context.facts, game.world, zone, EngineRef(SEAT, node.span, "self")):
            yield shows(context, "choice", zone, node)


def shows(context: LintContext, what: str, zone: ZoneRef, node: Node) -> LintWarning:
    """The warning about an option or a choice that shows hidden cards."""
    return context.warning(
        "W542", f"this {what} shows cards in `{zone.name}` that the player does not see", node.span,
        "each card is offered by name",
        f"take a hidden card at random: `random: {{of: {text(node) or zone.name}, as: card}}`; "
        "or show the cards to the player first: `reveal`",
    )  # fmt: skip


# ---- cards that conditions read ----------------------------------------------------------------------------------


def tested_by_options(context: LintContext, game: OpenGame) -> Iterator[LintWarning]:
    """Options whose condition reads cards that the player does not see."""
    conditions = {id(each.option): condition_node(each.entry.node) for each in game.options}
    reported: set[Span] = set()
    for steps in game.all_lists:
        given = {step.local: step.value for step in walk(steps) if isinstance(step, AssignStep)}
        for ask in filter(None, map(question, walk(steps))):
            for option in ask.options:
                node = conditions.get(id(option))
                if node is None:
                    continue
                # An argument from the file decides the condition of a library effect: report the call.
                places = (node.span, *reversed(option.origin.chain))
                place = next((each for each in places if context.is_own(each)), None)
                if place is None or place in reported:
                    continue
                whole = vars(option.combination).values() if option.combination is not None else ()
                tests = [each for each in (option.condition, option.fits, option.values) if each is not None]
                tests += [each for each in whole if isinstance(each, Expr)]
                zone = hidden_zone(context.facts, game.world, tests, ask.player, given)
                if zone is not None:
                    reported.add(place)
                    what = "this option" if place is node.span else "an option of this"
                    yield context.warning(
                        "W542", f"{what} discloses cards in `{zone}` that the player does not see", place,
                        "the cards decide whether it is offered", "test the cards in its steps, or always offer it",
                    )  # fmt: skip


def condition_node(option: Node) -> Node | None:
    """The condition of an option, or else another condition of its combinations."""
    found = (part(option, key) for key in ("if", "whole", "follows", "order"))
    return next((each for each in found if each is not None), None)


def tested_by_choices(context: LintContext, game: OpenGame) -> Iterator[LintWarning]:
    """Choices whose condition reads cards that the player does not see."""
    for entry in context.own("choices"):
        node, source = part(entry.node, "if"), game.choices.get(entry.key)
        if source is None or node is None or not context.is_own(node.span):
            continue
        player = EngineRef(SEAT, node.span, "self")
        tests = [each for each in (source.values, source.test) if each is not None]
        zone = hidden_zone(context.facts, game.world, tests, player)
        of = source.zone
        is_read = isinstance(of, ZoneRef) and any(map(reads_cards, tests))
        if isinstance(of, ZoneRef) and is_read and not sees(context.facts, game.world, of, player, False):
            zone = of.name
        if zone is not None:
            yield context.warning(
                "W542", f"this choice discloses cards in `{zone}` that the player does not see", node.span,
                "the cards decide what may be chosen", "offer all, and test the card after the choice",
            )  # fmt: skip


# ---- visibility --------------------------------------------------------------------------------------------------


def offered_zone(option: AskOption) -> ZoneRef | None:
    """The zone whose cards, or whose top or bottom card, an option offers."""
    zone = option.zone
    card = bare(option.card) if option.card is not None else None
    if isinstance(card, Op) and card.name in ("top", "bottom"):
        zone = card.args[0]
    elif isinstance(card, CardQuery):
        zone = card.zone
    return zone if isinstance(zone, ZoneRef) else None


def revealed_in(steps: list[Step]) -> set[str]:
    """The zones whose cards a list of steps reveals."""
    shown = [step.cards for step in walk(steps) if isinstance(step, RevealStep)]
    return {expr.name for cards in shown for expr in cards.walk() if isinstance(expr, ZoneRef)}


def is_hidden(facts: Facts, world: World, zone: ZoneRef, player: Expr) -> bool:
    """Whether a player sees neither side of the cards of a zone, nor of its top card."""
    sides = ("front", "back") if len(world.faces.members) > 1 else ("front",)
    return not any(sees(facts, world, zone, player, top, side) for top in (False, True) for side in sides)


def hidden_zone(
    facts: Facts, world: World, tests: list[Expr], player: Expr, given: Mapping[Local, Expr] = NO_BINDINGS
) -> str | None:
    """The zone whose cards conditions read although the player does not see them, or None.

    `given`: the arguments of effects by the names of their parameters.
    """
    for expr in (inner for test in tests for inner in test.walk()):
        zone: Expr | None = None
        top = False
        if isinstance(expr, CardQuery) and reads_cards(expr.body):
            zone = expr.zone
        elif isinstance(expr, AttributeRef | CardStateRef):
            card = bare(expr.card)
            if isinstance(card, Op) and card.name in ("top", "bottom"):
                zone, top = card.args[0], card.name == "top"
        zone = argument_of(zone, given)
        if isinstance(zone, ZoneRef):
            whose = replace(zone, player=argument_of(zone.player, given))
            if not sees(facts, world, whose, argument_of(player, given) or player, top):
                return zone.name
    return None


def argument_of(expr: Expr | None, given: Mapping[Local, Expr]) -> Expr | None:
    """The argument of an effect that a parameter stands for; any other expression is returned as it is."""
    return given.get(expr.local, expr) if isinstance(expr, LocalRef) else expr


def reads_cards(body: Expr) -> bool:
    """Whether an expression reads what cards are, not only how many there are."""
    return any(isinstance(each, AttributeRef | CardStateRef) for each in body.walk())


def sees(facts: Facts, world: World, zone: ZoneRef, player: Expr, top: bool, side: str = "front") -> bool:
    """Whether a player sees a side of the cards of a zone, or of its top card."""
    declared = world.zones[zone.name]
    who = (declared.top or declared.visible if top else declared.visible).get(side, "nobody")
    own = zone.player is not None and facts.key(zone.player) in (facts.key(player), ("now", "asked"))
    return who == "all" or (who == "owner" and own) or (who == "others" and zone.player is not None and not own)
