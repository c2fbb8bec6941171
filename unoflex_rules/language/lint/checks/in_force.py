"""Doubts about what is in force: cards under which nothing is, so that no other fits, and rounds without a start card.

Judged for each look of a card. Not here: what a single card can and does (useless_cards.py).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import comb
from typing import Final, TypeAlias

from unoflex_rules.language.cards.looks import Look
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.types import INT, NONE, ActiveRef, AttributeRef, Const, Expr, Op
from unoflex_rules.language.expressions.world import Scope
from unoflex_rules.language.lint.checks.unreachable import warning
from unoflex_rules.language.lint.checks.useless_cards import offering, plays, seen
from unoflex_rules.language.lint.flow import alive, at_the_start, condition
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.open_game import OpenGame
from unoflex_rules.language.lint.truth import Facts, bare
from unoflex_rules.language.statements.tree import (
    AskOption,
    CheckedGame,
    LayStep,
    MoveAllStep,
    MoveCardStep,
    MoveCountStep,
    RepeatStep,
    SetStep,
    ShuffleStep,
    question,
    walk,
)

#: A start card that is missing in fewer deals than one of so many is not worth a word.
SELDOM: Final = 1000
#: An option, a look that it may offer, and the face.
Offer: TypeAlias = tuple[AskOption, Look, int]
#: What brings another card to the top of a pile.
MOVING: Final = (ShuffleStep, LayStep, MoveCountStep, MoveCardStep, MoveAllStep)


# ---- under a card ------------------------------------------------------------------------------------------------


def nothing(context: LintContext) -> Iterator[LintWarning]:
    """Kinds of cards after which no card fits but those that fit on anything: they leave nothing in force."""
    game = context.open_game
    options = matching(context.facts, in_plain_turns(context, game)) if game is not None else []
    if game is None or not options:
        return
    needy = needing(context.facts, game, options)
    for entry in context.own("cards") if needy else ():
        faces = [(look, on) for look in game.looks for on, info in enumerate(look.faces) if info.kind == entry.key]
        faces = [(look, on) for look, on in faces if look.faces[on].exists]
        if faces and all(leaves_nothing(context.facts, game, needy, look, on) for look, on in faces):
            found = warning(
                context, "W533", f"nothing is in force under `{entry.key}`", entry.key_span, "no other card fits on it",
                "let its effect set what is in force, or `keep` what was in force before",
            )  # fmt: skip
            yield LintWarning(entry.key, found.problem)


def in_plain_turns(context: LintContext, game: OpenGame) -> list[AskOption]:
    """The options by which somebody plays a card while all variables are as at the start; if there are none, all.

    What only answers something, such as a penalty that waits, does not say what fits.
    """
    known = context.facts.knowing(at_the_start(game.world, context.games[0].starts))
    turns = [steps for name, steps in game.pieces.items() if name.startswith("turn.")]
    asked = [question(step) for steps in turns for step in alive(steps, known)]
    there = {id(option) for ask in asked if ask is not None for option in ask.options}
    options = plays(game)
    return [option for option in options if id(option) in there] or options


def matching(facts: Facts, options: list[AskOption]) -> list[AskOption]:
    """Those of the options whose conditions go by most of what is in force; of several with the same one of them."""
    different = {facts.calling(each.card_local, each.face_local).key(condition(each)): each for each in options}
    options = list(different.values())
    best = max(map(fields_of, options), default=0)
    return [option for option in options if best and fields_of(option) == best]


def fields_of(option: AskOption) -> int:
    """By how many parts of what is in force an option goes."""
    parts = condition(option).walk()
    return len({part.name for part in parts if isinstance(part, ActiveRef) and not part.before})


def needing(facts: Facts, game: OpenGame, options: list[AskOption]) -> list[Offer]:
    """The cards that must fit on something, on each face: those that no option offers where nothing is in force."""
    bare_pile = facts.knowing({("active", name, False): NONE for name, it in game.world.active.items() if it.attribute})
    return [
        (option, look, on)
        for option in options
        for look in game.looks
        for on, info in enumerate(look.faces)
        if info.exists and not offering(bare_pile, option, look, on, game)
    ]


def leaves_nothing(facts: Facts, game: OpenGame, needy: list[Offer], look: Look, on: int) -> bool:
    """Whether none of the other cards fits after one of this look was laid on that face."""
    after = facts.knowing(laid(facts, game, look, on))
    kind = look.faces[on].kind
    others = [each for each in needy if each[1].faces[each[2]].kind != kind]
    return bool(others) and not any(offering(after, option, other, face, game) for option, other, face in others)


def laid(facts: Facts, game: OpenGame, look: Look, on: int) -> dict[Hashable, int]:
    """What is certainly in force after a card was laid and has acted, by the keys of its parts."""
    info = look.faces[on]
    given: dict[Hashable, int] = {}
    for field in game.world.active.values():
        value = info.attributes.get(field.name, NONE)
        if field.attribute and not (field.keep and value == NONE):
            given[("active", field.name, False)] = value
    lists = [game.pieces[name] for name in game.pieces if name.startswith("turn.")]
    lists += [game.cards.get(info.effect or "", []), *(rule.then for rule in game.rules)]
    after = facts.knowing(given)
    for step in [step for steps in lists for step in alive(steps, after) if isinstance(step, SetStep)]:
        for target in step.targets:
            if target.what == "show":
                return {}
            if target.what == "active" and not (isinstance(target.value, Const) and target.value.value == NONE):
                given.pop(("active", target.name, False), None)
    return given


# ---- the start card ----------------------------------------------------------------------------------------------


def start_card(context: LintContext) -> Iterator[LintWarning]:
    """Start cards that there may not be: of the cards that are left after the deal too few may start."""
    game = context.open_game
    told: set[Span] = set()
    for step in walk(game.pieces["round.start"]) if game is not None else ():
        span = next((each for each in (*step.origin.chain, step.origin.span) if context.is_own(each)), None)
        if not isinstance(step, RepeatStep) or step.test is None or span is None or span in told:
            continue
        share = missing(context, step.test) if any(isinstance(each, MOVING) for each in walk(step.do)) else None
        if share is None or share * SELDOM < 1:
            continue
        told.add(span)
        often = "no card may start a round" if share == 1 else f"in {share:.2%} of all deals no card is left to start"
        yield warning(
            context, "W532", often, span, "there may be no start card",
            "refuse fewer cards, or put more of the others into the deck",
        )  # fmt: skip


def missing(context: LintContext, test: Expr) -> float | None:
    """The share of deals after which no card of the draw pile may start; None where `test` refuses no top card."""
    facts = context.facts
    looks = [part for part in test.walk() if isinstance(part, AttributeRef) and is_top(part.card)]
    if not looks:
        return None
    card, face = facts.key(bare(looks[0].card)), facts.key(looks[0].face)
    refusal = [
        part
        for part in parts_of(test)
        if any(isinstance(each, AttributeRef) and facts.key(bare(each.card)) == card for each in part.walk())
    ]
    dealt = context.games[-1]
    kinds = dealt.world.kinds.members
    home = next((zone.name for zone in dealt.world.zones.values() if zone.deck), "")
    pile = [look for look, zone in dealt.cards if zone == home]
    on = looks[0].face.value if isinstance(looks[0].face, Const) else 0
    refused = set()
    for number in set(pile):
        known = seen(facts, card, face, dealt.looks[number], on, kinds)
        if all(known.truth(part) is True for part in refusal):
            refused.add(number)
    left = len(pile) - in_hands(context, dealt)
    return comb(sum(number in refused for number in pile), left) / comb(len(pile), left) if left > 0 else None


def is_top(card: Expr) -> bool:
    """Whether a card is the top one of a pile."""
    card = bare(card)
    return isinstance(card, Op) and card.name == "top"


def parts_of(test: Expr) -> list[Expr]:
    """The parts of a condition that must all hold."""
    if isinstance(test, Op) and test.name == "and":
        return [part for arg in test.args for part in parts_of(arg)]
    return [test]


def in_hands(context: LintContext, game: CheckedGame) -> int:
    """How many cards are dealt before there is a start card: one less than a round needs, where that is said."""
    needs = context.tree.get(("needs",))
    try:
        expr = ExpressionChecker(game.world, Problems()).read(needs, Scope({}), INT) if needs is not None else None
    except AlreadyReported:
        return 0
    return max(expr.value - 1, 0) if isinstance(expr, Const) else 0
