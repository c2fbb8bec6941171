"""What else is wrong in a file of scenarios whose shape is not as it should be: it is mended by guess, and read on.

Only what the first faults have not brought about is told. Not here: finding any of it (sheet_reader.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pydantic import ValidationError

from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.recovery import ATTEMPTS, MOST_FAULTS, MOST_TEXT, Mending
from unoflex_rules.language.schema.pydantic_errors import report
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Sequence
from unoflex_rules.scenario.examples import Example
from unoflex_rules.scenario.reading.misplaced_names import MisplacedNames
from unoflex_rules.scenario.reading.sheet_models import Sheet


def judged(tree: Mapping, misplaced: MisplacedNames, problems: Problems) -> Sheet | None:
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
    """A file of scenarios in which something has a fault: what is left of it, and which of its scenarios are whole."""

    def __init__(self, tree: Mapping, text: str, faults: list[Problem]) -> None:
        self.tree, self.faults = tree, faults
        listed = tree.get(("scenarios",))
        self.places = [each.span for each in listed] if isinstance(listed, Sequence) else []
        self.is_long = len(faults) > MOST_FAULTS or len(text) > MOST_TEXT
        self.mending = Mending({tree.span.file: text}, faults, narrow=True)
        misspelt = {fault.span for fault in faults if fault.code == "E101"}
        self.renamed = [entry.node.span for entry in entries_in(tree) if entry.key_span in misspelt]

    def mended(self, misplaced: MisplacedNames, problems: Problems) -> Sheet | None:
        """The sheet as it was probably meant; the tree is then that of it. None where nobody can tell."""
        for _ in range(0 if self.is_long else ATTEMPTS):
            self.tree = self.mending.mapping(self.tree, top=True)
            again = Problems()
            sheet = judged(self.tree, misplaced, again)
            self.mending.shadow(self.tree, again.sorted())
            apart = Problems()  # whether the value goes with the key that was meant, nobody knows
            for problem in again.sorted():
                if not any(problem.span in value for value in self.renamed):
                    apart.add(problem)
            self.mending.tell(apart, problems)
            if sheet is not None:
                return sheet
            self.mending.faults = again.sorted()
        return None

    def read_on(self, read: Callable[[], list[Example]], found: Problems, problems: Problems) -> list[Example]:
        """The examples, of which those that a fault concerns are not run; `found`: what reading them tells."""
        examples = read()
        hit = [place for place in self.places if any(fault.span in place for fault in self.faults)]
        elsewhere = any(all(fault.span not in place for place in self.places) for fault in self.faults)
        for example in examples:
            example.is_faulty = example.is_faulty or elsewhere or any(example.span in place for place in hit)
        told = Problems()
        for problem in found.sorted():
            if problem.code != "E102" or not any(problem.span in place for place in hit):  # what was to be expected
                told.add(problem)
        self.mending.tell(told, problems)
        return examples
