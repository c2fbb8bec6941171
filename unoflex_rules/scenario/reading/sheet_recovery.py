"""Recovery for a file of scenarios: repair it by guess and read on, so that one run reports more than the first faults.

Not here: finding problems (sheet_reader.py), or which problems follow from others (language/recovery.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pydantic import ValidationError

from unoflex_rules.language.diagnostics.kinds import MissingKey, UnknownKey
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.recovery import Recovery, is_too_much
from unoflex_rules.language.schema.pydantic_errors import report
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Sequence
from unoflex_rules.scenario.examples import Example
from unoflex_rules.scenario.reading.misplaced_names import MisplacedNames
from unoflex_rules.scenario.reading.sheet_models import Sheet


def validated(misplaced: MisplacedNames, tree: Mapping, problems: Problems) -> Sheet | None:
    """The sheet of a file, or None after reporting what is wrong with its shape."""
    data = tree.plain()
    for key in [key for key in data if key.startswith("x-") or key == "$schema"]:
        del data[key]
    try:
        return Sheet.model_validate(data)
    except ValidationError as error:
        found = Problems()
        report(error, Sheet, tree, found)
        problems.add(*map(misplaced.explain, found.sorted()))
        return None


def entries_in(node: Node) -> Iterator[Entry]:
    """All entries of mappings, at any depth."""
    for child in node if isinstance(node, Sequence) else ():
        yield from entries_in(child)
    for entry in node if isinstance(node, Mapping) else ():
        yield entry
        yield from entries_in(entry.node)


class FaultySheet:
    """A file of scenarios with faults: its repaired tree, and which of its scenarios can still run."""

    def __init__(self, tree: Mapping, text: str, faults: list[Problem]) -> None:
        self.tree, self.faults = tree, faults
        scenarios = tree.get(("scenarios",))
        self.places = [each.span for each in scenarios] if isinstance(scenarios, Sequence) else []
        self.texts = {tree.span.file: text}
        self.recovery = Recovery(self.texts, faults, narrow=True)
        misspelt = {fault.span for fault in faults if isinstance(fault.kind, UnknownKey)}
        self.renamed = [entry.node.span for entry in entries_in(tree) if entry.key_span in misspelt]

    def repaired(self, misplaced: MisplacedNames, problems: Problems) -> Sheet | None:
        """The sheet as it was probably meant, and `tree` with it; None if it cannot be repaired.

        Values of misspelt keys are not checked: they may not fit the suggested key.
        """
        if is_too_much(self.faults, self.texts):
            return None
        validate = partial(validated, misplaced)
        self.tree, sheet = self.recovery.read(self.tree, validate, problems, self.renamed)
        return sheet

    def read_on(self, read: Callable[[], list[Example]], found: Problems, problems: Problems) -> list[Example]:
        """The examples; those with a fault will not run. `found` collects the problems of reading them."""
        examples = read()
        hit = [place for place in self.places if any(fault.span in place for fault in self.faults)]
        elsewhere = any(all(fault.span not in place for place in self.places) for fault in self.faults)
        for example in examples:
            example.is_faulty = example.is_faulty or elsewhere or any(example.span in place for place in hit)

        def is_expected(problem: Problem) -> bool:  # the missing part may be the faulty one
            return isinstance(problem.kind, MissingKey) and any(problem.span in place for place in hit)

        self.recovery.report((each for each in found.sorted() if not is_expected(each)), problems)
        return examples
