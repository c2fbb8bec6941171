"""What a doubt is, and what is looked at to find one. Not here: the questions that are asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from unoflex_rules.language.checks.mentions import Mentions
from unoflex_rules.language.declare import entries
from unoflex_rules.language.merge import Merged
from unoflex_rules.language.nodes import Entry, Mapping
from unoflex_rules.language.problems import Problem, Span
from unoflex_rules.language.tree import Game


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that is probably not meant so. `about` is what an entry of `silence` calls it by: a name, or a place
    such as `turn.end` or `cards.skip`."""

    about: str
    problem: Problem


@dataclass(frozen=True)
class Looked:
    """A ruleset without errors: its tree with all that it builds on, and the game for the fewest and the most players.

    A file is judged for what it says itself: what it builds on may be there for others.
    """

    merged: Merged
    games: tuple[Game, ...]
    is_base: bool

    @property
    def tree(self) -> Mapping:
        assert self.merged.tree is not None
        return self.merged.tree

    @cached_property
    def mentions(self) -> Mentions:
        """Which names are said where."""
        return Mentions(self.tree)

    def is_own(self, span: Span) -> bool:
        """Whether something stands in the file that is looked at, not in one that it builds on."""
        return span.file == self.merged.name

    def own(self, *path: str) -> Iterator[Entry]:
        """The entries of the mapping at `path` that the file declares, or changes, itself."""
        return (entry for entry in entries(self.tree, *path) if self.is_own(entry.key_span))

    def others(self, *path: str) -> list[str]:
        """The names there that are none of the file's own."""
        return [entry.key for entry in entries(self.tree, *path) if not self.is_own(entry.key_span)]
