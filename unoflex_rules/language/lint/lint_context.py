"""What checks examine, a checked ruleset and all that is derived from it, and the warnings that they return.

Not here: the checks (checks).
"""

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
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.part_index import PartIndex


@dataclass(frozen=True, slots=True)
class LintWarning:
    """A warning; `about` is its name for an entry of `silence`: a declared name, or a part such as `turn.end`."""

    about: str
    problem: Problem


@dataclass(frozen=True)
class LintContext:
    """A ruleset without errors: the merged tree, and the game for the fewest and for the most players.

    Checks report the file's own mistakes only: its bases may declare names for other games.
    """

    merged: Merged
    games: tuple[CheckedGame, ...]
    is_base: bool

    def warning(
        self,
        code: str,
        message: str,
        span: Span,
        label: str,
        note: str,
        also: tuple[tuple[Span, str], ...] = (),
        *,
        about: str | None = None,
        suggestion: str | None = None,
    ) -> LintWarning:
        """A warning at a place, by default about the part of the ruleset that contains the place."""
        problem = Problem.plain(code, message, span, label, suggestion, (note,), also, "warning")
        return LintWarning(self.parts.part_of(span) if about is None else about, problem)

    @property
    def tree(self) -> Mapping:
        assert self.merged.tree is not None
        return self.merged.tree

    @cached_property
    def parts(self) -> PartIndex:
        """The parts of the ruleset by the places in them."""
        return PartIndex(self.tree)

    @cached_property
    def mentions(self) -> Mentions:
        """The names in the ruleset by the places that use them."""
        return Mentions(self.tree)

    @cached_property
    def player_counts(self) -> range:
        """All possible numbers of players: the declared ones, or any number if they depend on options."""
        players = self.tree.get(("players",))
        bounds = [part(players, key) for key in ("min", "max")] if players is not None else []
        numbers = [node.value for node in bounds if isinstance(node, Scalar) and isinstance(node.value, int)]
        return range(numbers[0], numbers[1] + 1) if len(numbers) == 2 else range(1, MOST_PLAYERS + 1)

    @property
    def counts(self) -> range:
        """The numbers of players with the options as they are set."""
        return range(self.games[0].world.players, self.games[-1].world.players + 1)

    @cached_property
    def open_game(self) -> OpenGame | None:
        """The game with every option open; None if it cannot be read so."""
        return open_game(self.tree, self.player_counts)

    @cached_property
    def facts(self) -> Facts:
        """The values that the cards of every variant have; nothing for a base, whose games print other cards."""
        game = self.open_game
        if game is None or self.is_base:
            return Facts()
        looks = [*game.looks, *(look for each in self.games for look in each.looks)]
        return Facts(printed_on(looks, [name for name in game.world.attributes if self.depends_on_options(name)]))

    def depends_on_options(self, attribute: str) -> bool:
        """Whether options decide the values of an attribute."""
        assert self.open_game is not None
        options = {"player_count", *self.open_game.world.options}
        default = self.open_game.world.attributes[attribute].default
        values = [*below(self.tree.get(("cards",)), attribute), *([default] if default is not None else [])]
        deck = self.tree.get(("deck",))
        for line in deck if isinstance(deck, Sequence) else ():
            values += [entry.node for entry in line if entry.key not in DECK_KEYS] if isinstance(line, Mapping) else []
        return any(options & words_of(node) for node in values)

    def is_own(self, span: Span) -> bool:
        """Whether a place is in the file itself, not in one of its bases."""
        return span.file == self.merged.name

    def own(self, *path: str) -> Iterator[Entry]:
        """The entries of the mapping at `path` that the file itself declares or changes."""
        return (entry for entry in entries(self.tree, *path) if self.is_own(entry.key_span))

    def others(self, *path: str) -> list[str]:
        """The inherited names of the mapping at `path`."""
        if path not in self._others:
            names = [entry.key for entry in entries(self.tree, *path) if not self.is_own(entry.key_span)]
            self._others[path] = names
        return self._others[path]

    @cached_property
    def _others(self) -> dict[tuple[str, ...], list[str]]:
        return {}


def below(node: Node | None, key: str) -> list[Node]:
    """The values of a key, at any depth."""
    if isinstance(node, Sequence):
        return [found for item in node for found in below(item, key)]
    if not isinstance(node, Mapping):
        return []
    return [
        *(entry.node for entry in node if entry.key == key),
        *(found for entry in node for found in below(entry.node, key)),
    ]
