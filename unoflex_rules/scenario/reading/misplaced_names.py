"""Names of a ruleset that stand in a scenario where none is looked for: under which key they belong.

Not here: what the keys mean (sheet_models.py), or which names there are (program_names.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from unoflex_rules.language.diagnostics.kinds import UnknownKey
from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.nodes import Mapping, Sequence
from unoflex_rules.naming.program_names import ProgramNames

#: What is said beside a table, and in it or in what is expected.
PARTS = ("table", "expect")


class MisplacedNames:
    """Tells of an unknown key in a table or an expectation where the thing of that name in the ruleset belongs."""

    def __init__(self, tree: Mapping, names: Callable[[], ProgramNames | None]) -> None:
        """`names`: those of the game, or None where it cannot be read; asked for when they are needed."""
        self.names = names
        self.keys: dict[Span, tuple[str, str]] = {}
        for part, node in _parts(tree):
            self.keys |= {entry.key_span: (part, entry.key) for entry in node}

    def explain(self, problem: Problem) -> Problem:
        """The problem, with the way out if its key is the name of something in the ruleset."""
        found = self.keys.get(problem.span) if problem.span is not None else None
        if not isinstance(problem.kind, UnknownKey) or problem.suggestion is not None or found is None:
            return problem
        part, name = found
        names = self.names()
        home = names.home(name, part) if names is not None else None
        return problem if home is None else replace(problem, notes=(home,))


def _parts(tree: Mapping) -> list[tuple[str, Mapping]]:
    """All tables and expectations of a file, by their keys."""
    listed = tree.get(("scenarios",))
    scenarios = [each for each in (listed if isinstance(listed, Sequence) else ()) if isinstance(each, Mapping)]
    for scenario in list(scenarios):
        steps = scenario.get(("steps",))
        scenarios += [each for each in (steps if isinstance(steps, Sequence) else ()) if isinstance(each, Mapping)]
    found = ((part, scenario.get((part,))) for scenario in scenarios for part in PARTS)
    return [(part, node) for part, node in found if isinstance(node, Mapping)]
