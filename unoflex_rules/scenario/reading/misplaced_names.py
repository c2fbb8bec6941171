"""Hints for names of the ruleset that are used as keys of a scenario: the key under which they belong.

Not here: the keys (sheet_models.py), or the names (naming/program_names.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from unoflex_rules.language.diagnostics.kinds import UnknownKey
from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.yaml.nodes import Mapping
from unoflex_rules.naming.name_binder import items_of
from unoflex_rules.naming.program_names import ProgramNames

PARTS = ("table", "expect")


class MisplacedNames:
    """Explains unknown keys of tables and expectations that are names of the ruleset."""

    def __init__(self, tree: Mapping, names: Callable[[], ProgramNames | None]) -> None:
        """`names`: called for the names of the game when they are needed; None if it cannot be loaded."""
        self.names = names
        self.keys = {entry.key_span: (part, entry.key) for part, node in _parts(tree) for entry in node}

    def explain(self, problem: Problem) -> Problem:
        """The problem, with a note if its key is a name of the ruleset."""
        found = self.keys.get(problem.span) if problem.span is not None else None
        if not isinstance(problem.kind, UnknownKey) or problem.suggestion is not None or found is None:
            return problem
        part, name = found
        names = self.names()
        home = names.home(name, part) if names is not None else None
        return problem if home is None else replace(problem, notes=(home,))


def _parts(tree: Mapping) -> Iterator[tuple[str, Mapping]]:
    """All tables and expectations of a file, with their keys."""
    for scenario in items_of(tree.get(("scenarios",))):
        for step in (scenario, *items_of(scenario.get(("steps",)))):
            for part in PARTS:
                node = step.get((part,))
                if isinstance(node, Mapping):
                    yield part, node
