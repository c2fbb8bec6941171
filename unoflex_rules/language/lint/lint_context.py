"""What a doubt is, and what is looked at to find one. Not here: the questions that are asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from unoflex_rules.language.cards.parameters import DECK_KEYS
from unoflex_rules.language.compose.merge import Merged
from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.elaborate.player_limits import MOST_PLAYERS
from unoflex_rules.language.lint.mentions import Mentions, words_of
from unoflex_rules.language.lint.open_game import OpenGame, open_game
from unoflex_rules.language.lint.truth import Facts, printed_on
from unoflex_rules.language.statements.tree import CheckedGame
from unoflex_rules.language.yaml.node_access import entries, part
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence, place_of


@dataclass(frozen=True, slots=True)
class LintWarning:
    """Something that is probably not meant so. `about` is what an entry of `silence` calls it by: a name, or a place
    such as `turn.end` or `cards.skip`."""

    about: str
    problem: Problem


@dataclass(frozen=True)
class LintContext:
    """A ruleset without errors: its tree with all that it builds on, and the game for the fewest and the most players.

    A file is judged for what it says itself: what it builds on may be there for others.
    """

    merged: Merged
    games: tuple[CheckedGame, ...]
    is_base: bool

    @property
    def tree(self) -> Mapping:
        assert self.merged.tree is not None
        return self.merged.tree

    @cached_property
    def mentions(self) -> Mentions:
        """Which names are said where."""
        return Mentions(self.tree)

    @cached_property
    def player_counts(self) -> range:
        """How many may ever play: as many as is written, or any number where that goes by options."""
        players = self.tree.get(("players",))
        bounds = [part(players, key) for key in ("min", "max")] if players is not None else []
        numbers = [node.value for node in bounds if isinstance(node, Scalar) and isinstance(node.value, int)]
        return range(numbers[0], numbers[1] + 1) if len(numbers) == 2 else range(1, MOST_PLAYERS + 1)

    @property
    def counts(self) -> range:
        """How many may play as the options are set."""
        return range(self.games[0].world.players, self.games[-1].world.players + 1)

    @cached_property
    def open_game(self) -> OpenGame | None:
        """The game with every option left open; None where that cannot be."""
        return open_game(self.tree, self.player_counts)

    @cached_property
    def facts(self) -> Facts:
        """What is known of every card that there may be."""
        game = self.open_game
        if game is None or self.is_base:  # who builds on a base prints other things
            return Facts()
        looks = [*game.looks, *(look for each in self.games for look in each.looks)]
        return Facts(printed_on(looks, [name for name in game.world.attributes if self.goes_by_options(name)]))

    def goes_by_options(self, attribute: str) -> bool:
        """Whether what is printed for an attribute depends on how an option is set."""
        assert self.open_game is not None
        options = {"player_count", *self.open_game.world.options}
        default = self.open_game.world.attributes[attribute].default
        said = [*below(self.tree.get(("cards",)), attribute), *([default] if default is not None else [])]
        deck = self.tree.get(("deck",))
        for line in deck if isinstance(deck, Sequence) else ():
            said += [entry.node for entry in line if entry.key not in DECK_KEYS] if isinstance(line, Mapping) else []
        return any(options & words_of(node) for node in said)

    def is_own(self, span: Span) -> bool:
        """Whether something stands in the file that is looked at, not in one that it builds on."""
        return span.file == self.merged.name

    def own(self, *path: str) -> Iterator[Entry]:
        """The entries of the mapping at `path` that the file declares, or changes, itself."""
        return (entry for entry in entries(self.tree, *path) if self.is_own(entry.key_span))

    def others(self, *path: str) -> list[str]:
        """The names there that are none of the file's own."""
        return [entry.key for entry in entries(self.tree, *path) if not self.is_own(entry.key_span)]

    def place(self, span: Span) -> str:
        """The part of the ruleset in which something stands: `turn.end`, `cards.skip`, `state_rules`."""
        return place_of(self.tree, span)


def below(node: Node | None, key: str) -> list[Node]:
    """What stands under a key, at any depth."""
    if isinstance(node, Sequence):
        return [found for item in node for found in below(item, key)]
    if not isinstance(node, Mapping):
        return []
    return [
        *(entry.node for entry in node if entry.key == key),
        *(found for entry in node for found in below(entry.node, key)),
    ]
