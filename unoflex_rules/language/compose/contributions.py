"""What an overlay contributes to the game on which it is laid; an overlay that contributes nothing is rejected.

Not here: overlays that contradict the game (conflicts.py), or which names a game uses (elaboration.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from unoflex_rules.language.compose.overlaying import Keys, name_of
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.wording import listed
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence

#: Sections of names of which the game knows whether a rule uses them.
USED: Final = ("options", "define", "effects")
#: Sections whose new entries matter only if something uses them.
DECLARATIONS: Final = (
    *USED, "values", "attributes", "card_state", "active", "zones", "variables", "choices", "counts", "moments",
)  # fmt: skip
#: Sections that describe no rule of play.
REMARKS: Final = ("refuse", "silence")
_KIND_KEYS: Final = ("face", "faces", "like")


@dataclass
class Contribution:
    """An overlay that the ruleset or its caller names, the names that it declares and the paths that it writes.

    `is_repeated`: the game has the overlay already. `unknown_cards`: the places where it changes cards that the game
    does not have.
    """

    overlay: Scalar
    is_repeated: bool = False
    declared: list[Keys] = field(default_factory=list)
    changed: list[Keys] = field(default_factory=list)
    unchanged: list[Keys] = field(default_factory=list)
    unknown_cards: list[tuple[str, Span]] = field(default_factory=list)

    def add(self, before: Mapping, after: Mapping, own: Mapping) -> None:
        """Add what a layer of the overlay contributes."""
        for path in _paths(own):
            if path[0] in REMARKS or (before.get(path) is None and path[0] in DECLARATIONS):
                self.declared.append(path)
            elif _differ(before.get(path), after.get(path)):
                self.changed.append(path)
            else:
                self.unchanged.append(path)
        self.unknown_cards += _changed_cards(own)

    def is_used(self, names: Iterable[str]) -> bool:
        """Whether it changes a rule of a game whose rules use these names; one that only declares names need not."""
        known = {*names}
        declared = [path for path in self.declared if path[0] in USED]
        if any(path[0] not in USED or path[1] in known for path in (*self.changed, *declared)):
            return True
        return not self.changed and not self.unchanged


def report_contributions(found: Iterable[Contribution], problems: Problems) -> None:
    """Add E413 for overlays that the game has already, and for cards that it does not have."""
    for each in found:
        if each.is_repeated:
            problems.error("E413", f"the game already has the overlay `{each.overlay.text}`", each.overlay.span)
        if each.unknown_cards:
            names = [name for name, _ in each.unknown_cards]
            what = "the card" if len(names) == 1 else "the cards"
            problems.error(
                "E413", f"`{each.overlay.text}` changes {what} {listed(names)}, which the game does not have",
                each.overlay.span, also=((each.unknown_cards[0][1], "changed here"),),
            )  # fmt: skip


def report_unused(found: Iterable[Contribution], names: Iterable[str], problems: Problems) -> None:
    """Add E413 for overlays that change no rule of a game whose rules use these names."""
    for each in found:
        if not each.is_used(names):
            problems.error(
                "E413", f"the overlay `{each.overlay.text}` changes no rule of this game", each.overlay.span,
                notes=("the game has the same settings already, or none of its rules uses what the overlay changes",),
            )  # fmt: skip


def _paths(own: Mapping) -> Iterator[Keys]:
    """The paths that a layer writes: a section and a name, or a section that is no mapping."""
    for entry in own:
        section = name_of(entry)
        if section.startswith("x-"):
            continue
        if isinstance(entry.node, Mapping):
            yield from ((section, name_of(each)) for each in entry.node)
        else:
            yield (section,)


def _changed_cards(own: Mapping) -> Iterator[tuple[str, Span]]:
    """The cards that a layer changes without declaring them."""
    cards = own.get(("cards",))
    for entry in cards if isinstance(cards, Mapping) else ():
        if isinstance(entry.node, Mapping) and not any(key in entry.node for key in _KIND_KEYS):
            yield name_of(entry), entry.key_span


def cards_in(tree: Mapping) -> set[str]:
    """The kinds of cards that the lines of the deck name."""
    return {*_named_cards(tree.get(("deck",)))}


def _named_cards(node: Node | None) -> Iterator[str]:
    if isinstance(node, Sequence):
        for item in node:
            yield from _named_cards(item)
    elif isinstance(node, Mapping):
        for entry in node:
            if entry.key == "card":
                names = entry.node if isinstance(entry.node, Sequence) else [entry.node]
                yield from (each.text for each in names if isinstance(each, Scalar))
            else:
                yield from _named_cards(entry.node)


def _differ(before: Node | None, after: Node | None) -> bool:
    return before is None or after is None or before.plain() != after.plain()
