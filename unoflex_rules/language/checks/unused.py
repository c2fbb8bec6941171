"""What is declared and never used: options, zones, variables, definitions, effects and their parameters, and so on.

Judged by the words alone (mentions.py), and so for all settings of the options at once. Not here: what is used where
nobody ever comes (never.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from unoflex_rules.language.checks.doubts import Doubt, Looked
from unoflex_rules.language.checks.mentions import words_of
from unoflex_rules.language.declare import entries, part, text
from unoflex_rules.language.nodes import Entry, Mapping, Node, Sequence
from unoflex_rules.language.problems import Problem, nearest
from unoflex_rules.language.types import Type


def doubt(
    looked: Looked, code: str, group: str, entry: Entry, message: str, label: str, notes: tuple[str, ...]
) -> Doubt:
    """A doubt about a name that is declared, with the inherited one that was perhaps meant."""
    problem = Problem(
        code,
        message,
        entry.key_span,
        label,
        nearest(entry.key, looked.others(group), slips_only=True),
        notes,
        severity="warning",
    )
    return Doubt(entry.key, problem)


def options(looked: Looked) -> Iterator[Doubt]:
    """Options that nothing asks for."""
    for entry in looked.own("options"):
        if not looked.mentions.anywhere(entry.key, ("options", entry.key)):
            yield doubt(
                looked, "W510", "options", entry, f"option `{entry.key}` changes nothing", "no rule asks for it",
                ("let a condition ask for it, or take it out",),
            )  # fmt: skip


def zones(looked: Looked) -> Iterator[Doubt]:
    """Zones in which no card ever lies, and at which nobody looks."""
    for entry in looked.own("zones"):
        is_deck = part(entry.node, "deck") is not None
        if not is_deck and not looked.mentions.anywhere(entry.key, ("zones", entry.key)):
            yield doubt(
                looked, "W511", "zones", entry, f"zone `{entry.key}` is never used", "no card ever comes here",
                ("move cards to it, or take it out",),
            )  # fmt: skip


def variables(looked: Looked) -> Iterator[Doubt]:
    """Variables that nothing reads. A score of players that lasts for the game is shown in reports."""
    for group, what in (("variables", "variable"), ("card_state", "what cards carry,")):
        for entry in looked.own(group):
            if looked.mentions.anywhere(entry.key, (group, entry.key)):
                continue
            if looked.mentions.is_set(entry.key):
                if is_shown(entry):
                    continue
                message, label = f"{what} `{entry.key}` is set and never read", "no rule asks for it"
            else:
                message, label = f"{what} `{entry.key}` is never used", "nothing sets it or asks for it"
            yield doubt(
                looked, "W512", group, entry, message, label, ("let a condition ask for it, or take it out",)
            )  # fmt: skip


def is_shown(entry: Entry) -> bool:
    """Whether people are shown a variable that no rule reads: words are said for its values, or reports have it."""
    score = text(part(entry.node, "each")) == "player" and text(part(entry.node, "keep")) == "game"
    return score or part(entry.node, "show") is not None


def definitions(looked: Looked) -> Iterator[Doubt]:
    """Definitions that nothing uses."""
    for entry in looked.own("define"):
        name = entry.key.rpartition(".")[2]
        if not looked.mentions.anywhere(name, ("define", entry.key)):
            yield doubt(
                looked, "W513", "define", entry, f"definition `{entry.key}` is never used", "no rule asks for it",
                ("write its name where it is meant, or take it out",),
            )  # fmt: skip


def effects(looked: Looked) -> Iterator[Doubt]:
    """Effects that nothing calls."""
    for entry in looked.own("effects"):
        if not looked.mentions.anywhere(entry.key, ("effects", entry.key)):
            yield doubt(
                looked, "W514", "effects", entry, f"effect `{entry.key}` is never carried out", "nothing calls it",
                ("write its name as a step where it shall happen, or take it out",),
            )  # fmt: skip


def parameters(looked: Looked) -> Iterator[Doubt]:
    """Parameters of an effect that its steps do not use."""
    for effect in looked.own("effects"):
        do = part(effect.node, "do")
        if do is None or not looked.is_own(do.span):
            continue
        inside = words_of(do)
        for entry in entries(effect.node, "params"):
            if looked.is_own(entry.key_span) and entry.key not in inside:
                problem = Problem(
                    "W515", f"effect `{effect.key}` does not use its parameter `{entry.key}`", entry.key_span,
                    "no step of the effect names it", None,
                    (f"name it in a step, or take it out here and where `{effect.key}` is called",),
                    severity="warning",
                )  # fmt: skip
                yield Doubt(f"{effect.key}.{entry.key}", problem)


def choices(looked: Looked) -> Iterator[Doubt]:
    """Choices that no card has and no step makes."""
    for entry in looked.own("choices"):
        if not looked.mentions.anywhere(entry.key, ("choices", entry.key)):
            yield doubt(
                looked, "W516", "choices", entry, f"nobody ever has the choice `{entry.key}`",
                "no card has it and no step asks for it",
                (f"`choices: [{entry.key}]` gives it to a card, the step `choose: {entry.key}` makes it",),
            )  # fmt: skip


def counts(looked: Looked) -> Iterator[Doubt]:
    """What reports shall count and nothing counts."""
    for entry in looked.own("counts"):
        if not looked.mentions.anywhere(entry.key, ("counts", entry.key)):
            yield doubt(
                looked, "W517", "counts", entry, f"`{entry.key}` is never counted", "a report will always say 0",
                (f"write the step `count: {entry.key}` where it happens",),
            )  # fmt: skip


def values(looked: Looked) -> Iterator[Doubt]:
    """Values that are on no card and in no rule."""
    for kind in entries(looked.tree, "values"):
        names = names_of(kind)
        if not names or comes_up_by_itself(looked, kind.key):
            continue
        printed = printed_values(looked, kind.key)
        for entry in names:
            if not looked.is_own(entry.key_span) or entry.key in printed:
                continue
            if not looked.mentions.anywhere(entry.key, ("values", kind.key)):
                problem = Problem(
                    "W518", f"no card and no rule has the {kind.key} `{entry.key}`", entry.key_span,
                    "it never comes up", nearest(entry.key, [each.key for each in names if each is not entry]),
                    ("print it on a card of the deck, or take it out",), severity="warning",
                )  # fmt: skip
                yield Doubt(entry.key, problem)


def names_of(kind: Entry) -> list[Entry]:
    """The values of a type that have names, each as an entry, in whatever way they are written."""
    if isinstance(kind.node, Sequence):
        return [Entry(text(item), item.span, item) for item in kind.node]
    return [] if part(kind.node, "range") is not None else entries(kind.node)


def comes_up_by_itself(looked: Looked, kind: str) -> bool:
    """Whether the values of a type are on no cards at all, but in a question, in a variable, or a matter of chance."""
    return looked.mentions.anywhere(kind, ("values", kind)) and not any(
        attribute.type.name == kind for game in looked.games for attribute in game.world.attributes.values()
    )


def printed_values(looked: Looked, kind: str) -> set[str]:
    """The values of a type that are on a face of a card, or given to one as a parameter."""
    found: set[str] = set()
    for game in looked.games:
        for look in game.looks:
            for face in look.faces:
                pairs: list[tuple[Type, int]] = [
                    (attribute.type, face.attributes[name]) for name, attribute in game.world.attributes.items()
                ]
                for type_, value in (*pairs, *face.given.values()):
                    if type_.kind == "enum" and type_.name == kind and value >= 0:
                        found.add(type_.members[value])
    return found


def kinds(looked: Looked) -> Iterator[Doubt]:
    """Kinds of cards of which the deck has none, and which no other kind is like."""
    deck = looked.tree.get(("deck",))
    said = words_of(deck) if deck is not None else set()
    like = {text(node) for node in _likes(looked.tree.get(("cards",)))}
    for entry in looked.own("cards"):
        if entry.key in like or entry.key in said or entry.key in looked.mentions.of_kinds:
            continue
        problem = Problem(
            "W519", f"there is no card of the kind `{entry.key}` in the deck", entry.key_span,
            "no line of the deck names it", None, (f"add a line such as `- {{card: {entry.key}}}` to the deck",),
            severity="warning",
        )  # fmt: skip
        yield Doubt(entry.key, problem)


def _likes(node: Node | None) -> Iterator[Node]:
    """What stands under `like`, anywhere below."""
    if isinstance(node, Mapping):
        for entry in node:
            if entry.key == "like":
                yield entry.node
            yield from _likes(entry.node)
