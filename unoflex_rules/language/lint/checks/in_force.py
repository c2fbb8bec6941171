"""Cards after which `active` is empty, so that no other card matches, and rounds that may have no start card.

Judged for each look of a card. Not here: whether a card can be played, and what it does (useless_cards.py).
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
from unoflex_rules.language.lint.checks.useless_cards import facts_of_card, offering, plays
from unoflex_rules.language.lint.flow import condition, reachable, start_values
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

#: A missing start card is reported if it occurs at least once in this many deals.
RARE: Final = 1000
#: An option, a look that it may offer, and the face.
Offer: TypeAlias = tuple[AskOption, Look, int]
#: Steps that bring another card to the top of a pile.
MOVING: Final = (ShuffleStep, LayStep, MoveCountStep, MoveCardStep, MoveAllStep)


# ---- after a card ------------------------------------------------------------------------------------------------


def nothing_matches(context: LintContext) -> Iterator[LintWarning]:
    """Kinds of cards that leave `active` empty, so that only cards that match anything can follow."""
    game, kinds = context.open_game, list(context.own("cards"))
    options = matching(context.facts, in_plain_turns(context, game)) if game is not None and kinds else []
    if game is None or not options:
        return
    needy = needing(context.facts, game, options)
    for entry in kinds if needy else ():
        faces = [(look, on) for look in game.looks for on, info in enumerate(look.faces) if info.kind == entry.key]
        faces = [(look, on) for look, on in faces if look.faces[on].exists]
        if faces and all(leaves_nothing(context.facts, game, needy, look, on) for look, on in faces):
            yield context.warning(
                "W533", f"`active` is empty after `{entry.key}`", entry.key_span, "no other card matches it",
                "set `active` in its effect, or `keep` the previous value", about=entry.key,
            )  # fmt: skip


def in_plain_turns(context: LintContext, game: OpenGame) -> list[AskOption]:
    """The options that play a card while all variables have their start values; all options if there are none.

    An option that only answers, for example a penalty, does not show what matches in an ordinary turn.
    """
    known = context.facts.with_values(start_values(game.world, context.games[0].starts))
    turns = [steps for name, steps in game.pieces.items() if name.startswith("turn.")]
    asked = [question(step) for steps in turns for step in reachable(steps, known)]
    there = {id(option) for ask in asked if ask is not None for option in ask.options}
    options = plays(game)
    return [option for option in options if id(option) in there] or options


def matching(facts: Facts, options: list[AskOption]) -> list[AskOption]:
    """The options whose conditions read most fields of `active`; one of several with the same condition."""
    different = {facts.with_aliases(each.card_local, each.face_local).key(condition(each)): each for each in options}
    options = list(different.values())
    best = max(map(fields_of, options), default=0)
    return [option for option in options if best and fields_of(option) == best]


def fields_of(option: AskOption) -> int:
    """The number of fields of `active` that the condition of an option reads."""
    parts = condition(option).walk()
    return len({part.name for part in parts if isinstance(part, ActiveRef) and not part.before})


def needing(facts: Facts, game: OpenGame, options: list[AskOption]) -> list[Offer]:
    """The cards, on each face, that no option offers while `active` is empty."""
    bare_pile = facts.with_values(
        {("active", name, False): NONE for name, it in game.world.active.items() if it.attribute}
    )
    return [
        (option, look, on)
        for option in options
        for look in game.looks
        for on, info in enumerate(look.faces)
        if info.exists and not offering(bare_pile, option, look, on, game)
    ]


def leaves_nothing(facts: Facts, game: OpenGame, needy: list[Offer], look: Look, on: int) -> bool:
    """Whether no other card matches after a card of this look was laid on this face."""
    after = facts.with_values(laid(facts, game, look, on))
    kind = look.faces[on].kind
    others = [each for each in needy if each[1].faces[each[2]].kind != kind]
    return bool(others) and not any(offering(after, option, other, face, game) for option, other, face in others)


def laid(facts: Facts, game: OpenGame, look: Look, on: int) -> dict[Hashable, int]:
    """The certain values of `active` after a card was laid and resolved, by the keys of the fields."""
    info = look.faces[on]
    given: dict[Hashable, int] = {}
    for field in game.world.active.values():
        value = info.attributes.get(field.name, NONE)
        if field.attribute and not (field.keep and value == NONE):
            given[("active", field.name, False)] = value
    lists = [steps for name, steps in game.settling.items() if name not in game.cards or name == info.effect]
    after = facts.with_values(given)
    for step in [step for steps in lists for step in reachable(steps, after) if isinstance(step, SetStep)]:
        for target in step.targets:
            if target.what == "show":
                return {}
            if target.what == "active" and not (isinstance(target.value, Const) and target.value.value == NONE):
                given.pop(("active", target.name, False), None)
    return given


# ---- the start card ----------------------------------------------------------------------------------------------


def start_card(context: LintContext) -> Iterator[LintWarning]:
    """Rounds that may have no start card: too few of the cards left after the deal may start."""
    game = context.open_game
    reported: set[Span] = set()
    for step in walk(game.pieces["round.start"]) if game is not None else ():
        span = next((each for each in (*step.origin.chain, step.origin.span) if context.is_own(each)), None)
        if not isinstance(step, RepeatStep) or step.test is None or span is None or span in reported:
            continue
        share = missing(context, step.test) if any(isinstance(each, MOVING) for each in walk(step.do)) else None
        if share is None or share * RARE < 1:
            continue
        reported.add(span)
        often = (
            "no card may start a round"
            if share == 1
            else f"in {share:.2%} of all deals, no card that may start is left"
        )
        yield context.warning(
            "W532", often, span, "the start card may be missing",
            "reject fewer cards, or add other cards to the deck",
        )  # fmt: skip


def missing(context: LintContext, test: Expr) -> float | None:
    """The share of deals after which no card of the draw pile may start; None if `test` rejects no top card."""
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
        known = facts_of_card(facts, card, face, dealt.looks[number], on, kinds)
        if all(known.truth(part) is True for part in refusal):
            refused.add(number)
    left = len(pile) - in_hands(context, dealt)
    return comb(sum(number in refused for number in pile), left) / comb(len(pile), left) if left > 0 else None


def is_top(card: Expr) -> bool:
    """Whether a card is the top card of a pile."""
    card = bare(card)
    return isinstance(card, Op) and card.name == "top"


def parts_of(test: Expr) -> list[Expr]:
    """The conditions that `and` joins."""
    if isinstance(test, Op) and test.name == "and":
        return [part for arg in test.args for part in parts_of(arg)]
    return [test]


def in_hands(context: LintContext, game: CheckedGame) -> int:
    """The number of cards dealt before the start card: one less than `needs` declares, or 0."""
    needs = context.tree.get(("needs",))
    try:
        expr = ExpressionChecker(game.world, Problems()).read(needs, Scope({}), INT) if needs is not None else None
    except AlreadyReported:
        return 0
    return max(expr.value - 1, 0) if isinstance(expr, Const) else 0
