"""What can never happen: conditions that never hold, steps behind an end, moments that never come, owners of what has
none.

Judged in the opened game (open_game.py), so for all settings of the options. Not here: what is never used at all
(unused.py), or what an earlier condition has covered (shadowed.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Mapping as MappingType

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.expressions.types import Const
from unoflex_rules.language.lint.flow import blocks, ends_here
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.truth import Facts
from unoflex_rules.language.statements.tree import AskOption, AssignStep, RepeatStep, Step, walk
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Sequence


def warning(
    context: LintContext,
    code: str,
    message: str,
    span: Span,
    label: str,
    note: str,
    also: tuple[tuple[Span, str], ...] = (),
) -> LintWarning:
    """A doubt about a place in the file."""
    return LintWarning(context.place(span), Problem.plain(code, message, span, label, None, (note,), also, "warning"))


def conditions(context: LintContext) -> Iterator[LintWarning]:
    """Conditions that never hold, of `if`, options, loops and state rules; and those that always hold before `else`."""
    game = context.open_game
    if game is None:
        return
    facts = context.facts
    found: defaultdict[Span, list[bool | None]] = defaultdict(list)
    otherwise: set[Span] = set()
    for span, branch in game.tests:
        if context.is_own(span):
            found[span].append(facts.truth(branch.test))
            otherwise |= {span} if branch.otherwise else set()
    for asked in game.options:
        test = part(asked.entry.node, "if")
        if test is not None and context.is_own(test.span):
            found[test.span].append(can_be_offered(facts, asked.option))
    for rule in game.rules:
        if context.is_own(rule.origin.span):
            found[rule.origin.span].append(facts.truth(rule.test))
    for steps in (*game.lists, *game.unused):
        for step in walk(steps):
            if isinstance(step, RepeatStep) and step.test is not None and context.is_own(step.test.span):
                found[step.test.span].append(False if facts.truth(step.test) is False else None)
    for span, truths in found.items():
        if set(truths) == {False}:
            yield warning(
                context, "W520", "this condition never holds", span, "what it is for never happens",
                "say another condition, or take out what stands under it",
            )  # fmt: skip
        elif set(truths) == {True} and span in otherwise:
            yield warning(
                context, "W520", "this condition always holds", span, "what stands under `else` never happens",
                "say another condition, or take the `else` out",
            )  # fmt: skip
        else:
            yield from decided(context, span, game.world.decided)
    for span in game.world.decided.keys() - found.keys():
        yield from decided(context, span, game.world.decided)


def decided(context: LintContext, span: Span, known: MappingType[Span, bool]) -> Iterator[LintWarning]:
    """A condition that speaks of nothing: it comes to the same in every game."""
    if span in known and context.is_own(span):
        yield warning(
            context, "W520", f"this condition {'always' if known[span] else 'never'} holds", span,
            "it speaks of nothing that there is in a game", "say another condition, or take it out",
        )  # fmt: skip


def owners(context: LintContext) -> Iterator[LintWarning]:
    """Zones that all share and of which an owner, or the others, shall see something: they have no owner."""
    for entry in context.own("zones"):
        declared = context.games[-1].world.zones[entry.key]
        said = [node for key in ("visible", "top") if (node := part(entry.node, key)) is not None]
        for node in [each for one in said for each in ([side.node for side in entries(one)] or [one])]:
            if declared.each or text(node) not in ("owner", "others"):
                continue
            sees = "nobody sees" if text(node) == "owner" else "everybody sees"
            yield warning(
                context, "W523", f"`{entry.key}` has no owner", node.span, f"so {sees} its cards",
                "`each: player` gives every player one; else say `all` or `nobody`",
            )  # fmt: skip


def can_be_offered(facts: Facts, option: AskOption) -> bool | None:
    """False for an option that is never on offer."""
    if isinstance(option.values, Const) and option.values.value == 0:
        return False
    parts = [each for each in (option.condition, option.fits) if each is not None]
    if any(facts.truth(each) is False for each in parts) or facts.contradict([(each, True) for each in parts]):
        return False
    return None


# ---- steps behind an end -----------------------------------------------------------------------------------------


def steps(context: LintContext) -> Iterator[LintWarning]:
    """Steps that nothing comes to, since the turn, the round or the loop has ended before."""
    game = context.open_game
    if game is None:
        return
    reached: dict[Span, bool] = {}
    ends: dict[Span, Span] = {}
    for each in (*game.lists, *game.unused):
        for block in blocks(each):
            end: Step | None = None
            for step in block:
                place = step.origin.span
                if isinstance(step, AssignStep):
                    continue
                reached[place] = reached.get(place, False) or end is None
                if end is not None:
                    ends.setdefault(place, end.origin.span)
                    break  # one doubt for all that follows
                end = step if ends_here(step) else None
    for place, is_reached in reached.items():
        if not is_reached and context.is_own(place):
            also = ((ends[place], "it ends here"),) if context.is_own(ends[place]) else ()
            yield warning(
                context, "W521", "nothing ever comes to this step", place, "what stands before it has ended the list",
                "put it before the end, or take it out", also,
            )  # fmt: skip


# ---- moments -----------------------------------------------------------------------------------------------------


def moments(context: LintContext) -> Iterator[LintWarning]:
    """Moments that never come, or at which nothing happens."""
    game, node = context.open_game, context.tree.get(("triggers",))
    if game is None:
        return
    triggers = [item for item in node if isinstance(item, Mapping)] if isinstance(node, Sequence) else []
    answered = {text(part(item, "at")) for item in triggers}
    for entry in context.own("moments"):
        if entry.key not in game.fired:
            message, label = f"the moment `{entry.key}` never comes", "no step fires it"
            note = f"write the step `fire: {entry.key}` where it comes, or take it out"
        elif entry.key not in answered:
            message, label = f"nothing happens at the moment `{entry.key}`", "no trigger waits for it"
            note = f"add a trigger `at: {entry.key}`, or take it out"
        else:
            continue
        yield LintWarning(
            entry.key, Problem.plain("W522", message, entry.key_span, label, None, (note,), severity="warning")
        )
    own = {entry.key for entry in context.own("moments")}
    for item in triggers:
        at = part(item, "at")
        if at is not None and context.is_own(at.span) and text(at) not in game.fired | own:
            problem = Problem.plain(
                "W522", f"the moment `{text(at)}` never comes", at.span, "so this trigger never acts", None,
                (f"write the step `fire: {text(at)}` where it comes",), severity="warning",
            )  # fmt: skip
            yield LintWarning(text(at), problem)
