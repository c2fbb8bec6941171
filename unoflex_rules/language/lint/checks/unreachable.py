"""Rules that never apply: conditions that never hold or compare a value with itself, steps after an end, moments that
never occur, missing owners.

Judged in the open game (open_game.py), and so for all settings of options. Not here: names that nothing uses
(unused.py), or conditions that an earlier one covers (shadowed.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Mapping as MappingOf

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import Const
from unoflex_rules.language.lint.flow import blocks, ends_here
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.tree import AskOption, AssignStep, RepeatStep, Step, walk
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Sequence


def conditions(context: LintContext) -> Iterator[LintWarning]:
    """Conditions of `if`, options, loops and state rules that never hold, and those before `else` that always hold."""
    game = context.open_game
    if game is None:
        return
    facts = context.facts
    found: defaultdict[Span, list[bool | None]] = defaultdict(list)
    with_else: set[Span] = set()
    for span, branch in game.tests:
        if context.is_own(span):
            found[span].append(facts.truth(branch.test))
            with_else |= {span} if branch.otherwise else set()
    for each in game.options:
        test = part(each.entry.node, "if")
        if test is not None and context.is_own(test.span):
            found[test.span].append(can_be_offered(facts, each.option))
    for rule in game.rules:
        if context.is_own(rule.origin.span):
            found[rule.origin.span].append(facts.truth(rule.test))
    for steps in game.all_lists:
        for step in walk(steps):
            if isinstance(step, RepeatStep) and step.test is not None and context.is_own(step.test.span):
                found[step.test.span].append(False if facts.truth(step.test) is False else None)
    for span, truths in found.items():
        if set(truths) == {False}:
            yield context.warning(
                "W520", "this condition never holds", span, "its rule never applies",
                "change the condition, or remove its rule",
            )  # fmt: skip
        elif set(truths) == {True} and span in with_else:
            yield context.warning(
                "W520", "this condition always holds", span, "the steps under `else` never happen",
                "change the condition, or remove the `else`",
            )  # fmt: skip
        else:
            yield from constant(context, span, game.world.decided)
    for span in game.world.decided.keys() - found.keys():
        yield from constant(context, span, game.world.decided)


def constant(context: LintContext, span: Span, known: MappingOf[Span, bool]) -> Iterator[LintWarning]:
    """A condition that reads nothing of the game, and so has the same value in every game."""
    if span in known and context.is_own(span):
        yield context.warning(
            "W520", f"this condition {'always' if known[span] else 'never'} holds", span,
            "it depends on nothing in the game", "change the condition, or remove it",
        )  # fmt: skip


def same_on_both_sides(context: LintContext) -> Iterator[LintWarning]:
    """Comparisons of a value with itself."""
    game = context.open_game
    for span in game.world.same_sides if game is not None else ():
        if context.is_own(span):
            yield context.warning(
                "W524", "this comparison has the same value on both sides", span, "the same as on the left",
                "compare it with another value, or remove the comparison",
            )  # fmt: skip


def owners(context: LintContext) -> Iterator[LintWarning]:
    """Shared zones that are visible to the owner, or to all others: they have no owner."""
    for entry in context.own("zones"):
        declared = context.games[-1].world.zones[entry.key]
        given = [node for key in ("visible", "top") if (node := part(entry.node, key)) is not None]
        for node in [each for one in given for each in ([side.node for side in entries(one)] or [one])]:
            if declared.each or text(node) not in ("owner", "others"):
                continue
            sees = "nobody sees" if text(node) == "owner" else "everybody sees"
            yield context.warning(
                "W523", f"`{entry.key}` has no owner", node.span, f"so {sees} its cards",
                "`each: player` gives every player one; otherwise write `all` or `nobody`",
            )  # fmt: skip


def can_be_offered(facts: Facts, option: AskOption) -> bool | None:
    """False for an option that is never offered, else None."""
    if isinstance(option.values, Const) and option.values.value == 0:
        return False
    parts = [each for each in (option.condition, option.fits) if each is not None]
    if any(facts.truth(each) is False for each in parts) or facts.contradict([(each, True) for each in parts]):
        return False
    return None


# ---- steps after an end ------------------------------------------------------------------------------------------


def steps(context: LintContext) -> Iterator[LintWarning]:
    """Steps after one that ends the turn, the round or the loop."""
    game = context.open_game
    if game is None:
        return
    reached: dict[Span, bool] = {}
    ends: dict[Span, Span] = {}
    for each in game.all_lists:
        for block in blocks(each):
            end: Step | None = None
            for step in block:
                place = step.origin.span
                if isinstance(step, AssignStep):
                    continue
                reached[place] = reached.get(place, False) or end is None
                if end is not None:
                    ends.setdefault(place, end.origin.span)
                    break  # one warning for all steps after the end
                end = step if ends_here(step) else None
    for place, is_reached in reached.items():
        if not is_reached and context.is_own(place):
            also = ((ends[place], "it ends here"),) if context.is_own(ends[place]) else ()
            yield context.warning(
                "W521", "this step is never reached", place, "an earlier step ends the list",
                "move it before the end, or remove it", also,
            )  # fmt: skip


# ---- moments -----------------------------------------------------------------------------------------------------


def moments(context: LintContext) -> Iterator[LintWarning]:
    """Moments that never occur, or for which there is no trigger."""
    game, node = context.open_game, context.tree.get(("triggers",))
    if game is None:
        return
    triggers = [item for item in node if isinstance(item, Mapping)] if isinstance(node, Sequence) else []
    answered = {text(part(item, "at")) for item in triggers}
    for entry in context.own("moments"):
        if entry.key not in game.fired:
            message, label = f"the moment `{entry.key}` never occurs", "no step fires it"
            note = f"add the step `fire: {entry.key}`, or remove it"
        elif entry.key not in answered:
            message, label = f"the moment `{entry.key}` has no trigger", "nothing happens then"
            note = f"add a trigger `at: {entry.key}`, or remove it"
        else:
            continue
        yield context.warning("W522", message, entry.key_span, label, note, about=entry.key)
    own = {entry.key for entry in context.own("moments")}
    for item in triggers:
        at = part(item, "at")
        if at is not None and context.is_own(at.span) and text(at) not in game.fired | own:
            yield context.warning(
                "W522", f"the moment `{text(at)}` never occurs", at.span, "so this trigger never acts",
                f"add the step `fire: {text(at)}`", about=text(at),
            )  # fmt: skip
