"""What is declared and never used: options, zones, variables, definitions, effects and their parameters, and so on.

Judged by the words alone (mentions.py), and so for all settings of the options at once. Not here: what is used where
nobody ever comes (unreachable.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.elaborate.reserved_names import of_each_player
from unoflex_rules.language.expressions.types import Type
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.mentions import words_of
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Sequence

OUT: Final = "or take it out"  # how a note ends that says so


def warning(
    context: LintContext, code: str, group: str, entry: Entry, message: str, label: str, notes: tuple[str, ...]
) -> LintWarning:
    """A doubt about a name that is declared, with the inherited one that was perhaps meant."""
    problem = Problem.plain(
        code,
        message,
        entry.key_span,
        label,
        nearest(entry.key, context.others(group), slips_only=True),
        tuple(ways_out(context, note, group, entry.key) for note in notes),
        severity="warning",
    )
    return LintWarning(entry.key, problem)


def ways_out(context: LintContext, note: str, *path: str) -> str:
    """A note that says to take a name out, and how that is done where it replaces an inherited one."""
    if not note.endswith(OUT) or path not in context.merged.inherited:
        return note
    *groups, group, name = path
    out = f"{group}-: [{name}]"
    for outer in groups:
        out = f"{outer}: {{{out}}}"
    return f"{note} of what is inherited: `{out}`"


class Unused(NamedTuple):
    """What is said of a name that is declared under `group` and stands nowhere else; `{}` is the name."""

    code: str
    group: str
    message: str
    label: str
    note: str


UNUSED: Final = {
    each.group: each
    for each in (
        Unused(
            "W510", "options", "option `{}` changes nothing", "no rule asks for it",
            "let a condition ask for it, or take it out",
        ),
        Unused(
            "W511", "zones", "zone `{}` is never used", "no card ever comes here", "move cards to it, or take it out"
        ),
        Unused(
            "W513", "define", "definition `{}` is never used", "no rule asks for it",
            "write its name where it is meant, or take it out",
        ),
        Unused(
            "W514", "effects", "effect `{}` is never carried out", "nothing calls it",
            "write its name as a step where it shall happen, or take it out",
        ),
        Unused(
            "W516", "choices", "nobody ever has the choice `{}`", "no card has it and no step asks for it",
            "`choices: [{0}]` gives it to a card, the step `choose: {0}` makes it",
        ),
        Unused(
            "W517", "counts", "`{}` is never counted", "a report will always say 0",
            "write the step `count: {}` where it happens",
        ),
    )
}  # fmt: skip


def names(group: str) -> Callable[[LintContext], Iterator[LintWarning]]:
    """The check for names under `group` that stand nowhere else; the deck lies in its zone without being told to."""
    said = UNUSED[group]

    def check(context: LintContext) -> Iterator[LintWarning]:
        for entry in context.own(group):
            word = entry.key.rpartition(".")[2]
            is_deck = group == "zones" and part(entry.node, "deck") is not None
            if not is_deck and not context.mentions.anywhere(word, (group, entry.key)):
                message, note = said.message.format(entry.key), said.note.format(entry.key)
                yield warning(context, said.code, group, entry, message, said.label, (note,))

    return check


def variables(context: LintContext) -> Iterator[LintWarning]:
    """Variables and attributes that nothing reads, and what is in force by no card and no step. A score of players that
    lasts for the game is shown in reports.
    """
    yield from attributes(context)
    yield from in_force(context)
    for group, what in (("variables", "variable"), ("card_state", "what cards carry,")):
        for entry in context.own(group):
            if context.mentions.anywhere(entry.key, (group, entry.key)):
                continue
            if context.mentions.is_set(entry.key):
                if is_shown(entry):
                    continue
                message, label = f"{what} `{entry.key}` is set and never read", "no rule asks for it"
            else:
                message, label = f"{what} `{entry.key}` is never used", "nothing sets it or asks for it"
            yield warning(
                context, "W512", group, entry, message, label, ("let a condition ask for it, or take it out",)
            )  # fmt: skip


def in_force(context: LintContext) -> Iterator[LintWarning]:
    """Parts of what is in force that are not printed on cards and that no step sets."""
    for entry in context.own("active"):
        if not context.games[-1].world.active[entry.key].attribute and not context.mentions.is_set(entry.key):
            yield warning(
                context, "W512", "active", entry, f"`active.{entry.key}` is never set",
                "it is not printed on cards, and no step sets it",
                (f"set it where it comes into force, `set: {{active.{entry.key}: ...}}`, or take it out",),
            )  # fmt: skip


def is_shown(entry: Entry) -> bool:
    """Whether people are shown a variable that no rule reads: words are said for its values, or reports have it."""
    score = of_each_player(part(entry.node, "each")) and text(part(entry.node, "keep")) == "game"
    return score or part(entry.node, "show") is not None


def attributes(context: LintContext) -> Iterator[LintWarning]:
    """Attributes of cards that no rule reads, and that are no part of what cards are called."""
    declared = context.games[0].world.attributes if context.games else {}
    for entry in context.own("attributes"):
        attribute = declared.get(entry.key)
        if attribute is None or context.mentions.is_asked(entry.key) or attribute.cost:  # agents count costs
            continue
        is_number = attribute.type.kind == "int" and attribute.default is None
        if attribute.named and (is_number or attribute.type.kind == "enum"):
            continue
        yield warning(
            context, "W512", "attributes", entry, f"nothing asks for the attribute `{entry.key}`",
            "it changes nothing whether a card has it", ("let a condition ask for it, or take it out",),
        )  # fmt: skip


def parameters(context: LintContext) -> Iterator[LintWarning]:
    """Parameters of an effect that its steps do not use, or of a definition that does not."""
    for group, key, what, label, where, way in (
        ("effects", "do", "effect", "no step of the effect names it", "name it in a step", "called"),
        ("define", "value", "definition", "it is not named in the value", "name it in the value", "asked"),
    ):
        for declared in context.own(group):
            body = part(declared.node, key)
            if body is None or not context.is_own(body.span):
                continue
            inside = words_of(body)
            if group == "define" and INHERITED in inside:  # what it replaces may use it
                continue
            for entry in entries(declared.node, "params"):
                if context.is_own(entry.key_span) and entry.key not in inside:
                    problem = Problem.plain(
                        "W515", f"{what} `{declared.key}` does not use its parameter `{entry.key}`", entry.key_span,
                        label, None, (f"{where}, or take it out here and where `{declared.key}` is {way}",),
                        severity="warning",
                    )  # fmt: skip
                    yield LintWarning(f"{declared.key}.{entry.key}", problem)


def values(context: LintContext) -> Iterator[LintWarning]:
    """Values that are on no card and in no rule."""
    for kind in entries(context.tree, "values"):
        names = names_of(kind)
        if not names or comes_up_by_itself(context, kind.key):
            continue
        printed = printed_values(context, kind.key)
        for entry in names:
            if not context.is_own(entry.key_span) or entry.key in printed:
                continue
            if not context.mentions.anywhere(entry.key, ("values", kind.key)):
                way = ways_out(context, "print it on a card of the deck, or take it out", "values", kind.key, entry.key)
                problem = Problem.plain(
                    "W518", f"no card and no rule has the {kind.key} `{entry.key}`", entry.key_span,
                    "it never comes up", nearest(entry.key, [each.key for each in names if each is not entry]),
                    (way,), severity="warning",
                )  # fmt: skip
                yield LintWarning(entry.key, problem)


def names_of(kind: Entry) -> list[Entry]:
    """The values of a type that have names, each as an entry, in whatever way they are written."""
    if isinstance(kind.node, Sequence):
        return [Entry(text(item), item.span, item) for item in kind.node]
    return [] if part(kind.node, "range") is not None else entries(kind.node)


def comes_up_by_itself(context: LintContext, kind: str) -> bool:
    """Whether the values of a type are on no cards at all, but in a question, in a variable, or a matter of chance."""
    return context.mentions.anywhere(kind, ("values", kind)) and not any(
        attribute.type.name == kind for game in context.games for attribute in game.world.attributes.values()
    )


def printed_values(context: LintContext, kind: str) -> set[str]:
    """The values of a type that are on a face of a card, or given to one as a parameter."""
    found: set[str] = set()
    for game in context.games:
        for look in game.looks:
            for face in look.faces:
                pairs: list[tuple[Type, int]] = [
                    (attribute.type, face.attributes[name]) for name, attribute in game.world.attributes.items()
                ]
                for type_, value in (*pairs, *face.given.values()):
                    if type_.kind == "enum" and type_.name == kind and value >= 0:
                        found.add(type_.members[value])
    return found


def kinds(context: LintContext) -> Iterator[LintWarning]:
    """Kinds of cards of which the deck has none, and which no other kind is like."""
    deck = context.tree.get(("deck",))
    said = words_of(deck) if deck is not None else set()
    like = {text(node) for node in _likes(context.tree.get(("cards",)))}
    for entry in context.own("cards"):
        if entry.key in like or entry.key in said or entry.key in context.mentions.of_kinds:
            continue
        problem = Problem.plain(
            "W519", f"there is no card of the kind `{entry.key}` in the deck", entry.key_span,
            "no line of the deck names it", None, (f"add a line such as `- {{card: {entry.key}}}` to the deck",),
            severity="warning",
        )  # fmt: skip
        yield LintWarning(entry.key, problem)


def _likes(node: Node | None) -> Iterator[Node]:
    """What stands under `like`, anywhere below."""
    if isinstance(node, Mapping):
        for entry in node:
            if entry.key == "like":
                yield entry.node
            yield from _likes(entry.node)
