"""Declared names that nothing uses: options, zones, variables, definitions, effects, parameters, values and so on.

Judged by the names alone (mentions.py), and so for all settings of options at once. Not here: statements that are never
reached (unreachable.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from unoflex_rules.language.compose.inherited import INHERITED
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.elaborate.reserved_names import of_each_player
from unoflex_rules.language.expressions.types import Type
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning, below
from unoflex_rules.language.lint.mentions import words_of
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Entry, Sequence

USE_IN_CONDITION: Final = "use it in a condition"


def warning(
    context: LintContext, code: str, group: str, entry: Entry, message: str, label: str, remedy: str
) -> LintWarning:
    """A warning about a declared name, with the inherited name that it may mean."""
    return context.warning(
        code,
        message,
        entry.key_span,
        label,
        f"{remedy}, or {removal(context, group, entry.key)}",
        about=entry.key,
        suggestion=nearest(entry.key, context.others(group), slips_only=True),
    )


def removal(context: LintContext, *path: str) -> str:
    """How to remove a name: an inherited one that the file replaces needs a sign."""
    if path not in context.merged.inherited:
        return "remove it"
    *groups, group, name = path
    written = f"{group}-: [{name}]"
    for outer in reversed(groups):
        written = f"{outer}: {{{written}}}"
    return f"remove the inherited one: `{written}`"


class Unused(NamedTuple):
    """The warning about a name under `group` that nothing uses; `{}` stands for the name."""

    code: str
    group: str
    message: str
    label: str
    remedy: str


UNUSED: Final = {
    each.group: each
    for each in (
        Unused("W510", "options", "option `{}` changes nothing", "no rule uses it", USE_IN_CONDITION),
        Unused("W511", "zones", "zone `{}` is never used", "no card is ever moved here", "move cards to it"),
        Unused("W513", "define", "definition `{}` is never used", "no rule uses it", "use it in a rule"),
        Unused("W514", "effects", "effect `{}` is never called", "nothing calls it", "call it by a step"),
        Unused(
            "W516", "choices", "choice `{}` is never offered", "no card has it and no step asks for it",
            "give it to a card (`choices: [{0}]`) or ask for it (the step `choose: {0}`)",
        ),
        Unused(
            "W517", "counts", "`{}` is never counted", "a report will always show 0", "add the step `count: {}`"
        ),
    )
}  # fmt: skip


def names(group: str) -> Callable[[LintContext], Iterator[LintWarning]]:
    """The check for unused names under `group`; the zone with the deck needs no rule that uses it."""
    unused = UNUSED[group]

    def check(context: LintContext) -> Iterator[LintWarning]:
        for entry in context.own(group):
            word = entry.key.rpartition(".")[2]
            has_deck = group == "zones" and part(entry.node, "deck") is not None
            if not has_deck and not context.mentions.is_used_outside(word, (group, entry.key)):
                message, remedy = unused.message.format(entry.key), unused.remedy.format(entry.key)
                yield warning(context, unused.code, group, entry, message, unused.label, remedy)

    return check


def variables(context: LintContext) -> Iterator[LintWarning]:
    """Variables, attributes, and fields of `active`, that nothing reads or nothing sets.

    A player's variable that lasts for the game is a score, which reports show.
    """
    yield from attributes(context)
    yield from active_fields(context)
    for group, what in (("variables", "variable"), ("card_state", "card state")):
        for entry in context.own(group):
            if context.mentions.is_used_outside(entry.key, (group, entry.key)):
                continue
            if not context.mentions.is_assigned(entry.key):
                message, label = f"{what} `{entry.key}` is never used", "nothing sets or reads it"
            elif not is_shown(entry):
                message, label = f"{what} `{entry.key}` is set but never read", "no rule reads it"
            else:
                continue
            yield warning(context, "W512", group, entry, message, label, USE_IN_CONDITION)


def active_fields(context: LintContext) -> Iterator[LintWarning]:
    """Fields of `active` that no card prints and no step sets."""
    for entry in context.own("active"):
        if not context.games[-1].world.active[entry.key].attribute and not context.mentions.is_assigned(entry.key):
            yield warning(
                context, "W512", "active", entry, f"`active.{entry.key}` is never set",
                "no card prints it, and no step sets it", f"set it by a step: `set: {{active.{entry.key}: ...}}`",
            )  # fmt: skip


def is_shown(entry: Entry) -> bool:
    """Whether players or reports see a variable that no rule reads."""
    is_score = of_each_player(part(entry.node, "each")) and text(part(entry.node, "keep")) == "game"
    return is_score or part(entry.node, "show") is not None


def attributes(context: LintContext) -> Iterator[LintWarning]:
    """Attributes of cards that no rule reads, unless cards are named after them or agents count them as costs."""
    declared = context.games[0].world.attributes if context.games else {}
    for entry in context.own("attributes"):
        attribute = declared.get(entry.key)
        if attribute is None or context.mentions.is_attribute_read(entry.key) or attribute.cost:
            continue
        is_number = attribute.type.kind == "int" and attribute.default is None
        if attribute.named and (is_number or attribute.type.kind == "enum"):
            continue
        yield warning(
            context, "W512", "attributes", entry, f"attribute `{entry.key}` is never read",
            "its value on a card changes nothing", USE_IN_CONDITION,
        )  # fmt: skip


def parameters(context: LintContext) -> Iterator[LintWarning]:
    """Parameters that the effect or the definition does not use."""
    for group, key, what, label, remedy in (
        ("effects", "do", "effect", "no step of the effect uses it", "use it in a step"),
        ("define", "value", "definition", "the value does not use it", "use it in the value"),
    ):
        for declared in context.own(group):
            body = part(declared.node, key)
            if body is None or not context.is_own(body.span):
                continue
            used = words_of(body)
            if group == "define" and INHERITED in used:  # the inherited value may use it
                continue
            for entry in entries(declared.node, "params"):
                if context.is_own(entry.key_span) and entry.key not in used:
                    yield context.warning(
                        "W515", f"{what} `{declared.key}` does not use its parameter `{entry.key}`", entry.key_span,
                        label, f"{remedy}, or remove it here and from each use of `{declared.key}`",
                        about=f"{declared.key}.{entry.key}",
                    )  # fmt: skip


def values(context: LintContext) -> Iterator[LintWarning]:
    """Values that no card has and no rule uses."""
    for kind in entries(context.tree, "values"):
        named = named_values(kind)
        if not named or exists_without_cards(context, kind.key):
            continue
        printed = printed_values(context, kind.key)
        for entry in named:
            if not context.is_own(entry.key_span) or entry.key in printed:
                continue
            if not context.mentions.is_used_outside(entry.key, ("values", kind.key)):
                yield context.warning(
                    "W518", f"no card and no rule has the {kind.key} `{entry.key}`", entry.key_span, "it never occurs",
                    f"print it on a card of the deck, or {removal(context, 'values', kind.key, entry.key)}",
                    about=entry.key, suggestion=nearest(entry.key, [each.key for each in named if each is not entry]),
                )  # fmt: skip


def named_values(kind: Entry) -> list[Entry]:
    """The named values of a type, each as an entry, whether they are written as a list or as a mapping."""
    if isinstance(kind.node, Sequence):
        return [Entry(text(item), item.span, item) for item in kind.node]
    return [] if part(kind.node, "range") is not None else entries(kind.node)


def exists_without_cards(context: LintContext, kind: str) -> bool:
    """Whether a type is used by a question, a variable or chance, and no attribute of cards has it."""
    return context.mentions.is_used_outside(kind, ("values", kind)) and not any(
        attribute.type.name == kind for game in context.games for attribute in game.world.attributes.values()
    )


def printed_values(context: LintContext, kind: str) -> set[str]:
    """The values of a type that a face of a card has, or that a card has as a parameter."""
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
    """Kinds of cards that are not in the deck, and that no other kind is based on."""
    deck = context.tree.get(("deck",))
    in_deck = words_of(deck) if deck is not None else set()
    bases = {text(node) for node in below(context.tree.get(("cards",)), "like")}
    for entry in context.own("cards"):
        if entry.key not in bases | in_deck and entry.key not in context.mentions.compared_kinds:
            yield context.warning(
                "W519", f"the deck has no card of the kind `{entry.key}`", entry.key_span, "no line of the deck has it",
                f"add a line such as `- {{card: {entry.key}}}` to the deck", about=entry.key,
            )  # fmt: skip
