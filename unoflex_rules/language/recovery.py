"""Recovery: repair a faulty tree by guess and read on, so that one run reports more than the first faults.

Only problems that do not follow from an earlier fault are reported. Not here: finding problems (shape_check.py,
elaboration.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Mapping as MappingType
from dataclasses import replace
from typing import Final, TypeVar

from unoflex_rules.language.diagnostics.codes import CODES, Phase, Repair, Subject
from unoflex_rules.language.diagnostics.hints import LOOPS
from unoflex_rules.language.diagnostics.kinds import DuplicateKey
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.elaborate.elaboration import elaborate
from unoflex_rules.language.elaborate.player_limits import how_many
from unoflex_rules.language.expressions.scope import BUILTIN
from unoflex_rules.language.schema.shape_check import check_shape
from unoflex_rules.language.schema.step_check import lone_key
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

Model = TypeVar("Model")

#: How often a tree is repaired: removing an entry may make its mapping incomplete.
ATTEMPTS: Final = 4
#: Beyond these limits recovery would take long and help nobody.
MAX_FAULTS: Final = 100
MAX_TEXT: Final = 200_000
WORD: Final = re.compile(r"\w+")
#: Sections of a ruleset that declare names.
DECLARING: Final = frozenset({
    "options", "values", "zones", "variables", "attributes", "card_state", "active", "choices", "define", "effects",
    "moments", "counts", "faces", "cards",
})  # fmt: skip


def recover(tree: Mapping, texts: MappingType[str, str], problems: Problems) -> None:
    """Add what else is wrong with a ruleset that has faults. `texts` are its files by the names that spans have."""
    if is_too_much(problems.sorted(), texts):
        return
    recovery = Recovery(texts, problems.sorted())
    tree, model = recovery.read(tree, check_shape, problems)
    if model is None:
        return
    found = Problems()
    counts = how_many(tree, {}, found)
    if not found.has_errors:
        elaborate(tree, counts[0], {}, found)
    recovery.report(found.sorted(), problems)


def is_too_much(faults: Collection[Problem], texts: MappingType[str, str]) -> bool:
    """Whether recovery is not worth its time."""
    return len(faults) > MAX_FAULTS or sum(map(len, texts.values())) > MAX_TEXT


class Recovery:
    """Repairs a tree and remembers what is reported and which names are lost."""

    def __init__(self, texts: MappingType[str, str], faults: list[Problem], narrow: bool = False) -> None:
        """`narrow`: the rest of a fault's line does not depend on the fault."""
        self.narrow = narrow
        self.lines = {name: text.split("\n") for name, text in texts.items()}
        self.set_faults(each for each in faults if each.phase < Phase.COMPOSITION and each.severity == "error")
        self.duplicates = {each.kind.first for each in faults if isinstance(each.kind, DuplicateKey)}
        self.reported = [each.span for each in faults if each.span is not None]
        self.lost_names: set[str] = set()
        self.lacks_declarations = False  # names may be unknown because their declaration was removed
        self.lacks_section = False  # a whole section of declarations was removed
        self.broken_effects: set[str] = set()  # effects that lost a part
        self.section = ""  # the section that is being repaired
        self.owner = ""  # the declaration in it that is being repaired
        for each in faults:
            if each.span is not None and CODES[each.code].repair not in (Repair.REPLACE, Repair.REMOVE_ITEM):
                self.lose(self.block(each.span))

    def set_faults(self, faults: Iterable[Problem]) -> None:
        """The problems of the tree by place; of several at one place, the first."""
        self.faults: dict[Span, Problem] = {}
        for each in faults:
            if each.span is not None:
                self.faults.setdefault(each.span, each)

    def read(
        self,
        tree: Mapping,
        check: Callable[[Mapping, Problems], Model | None],
        problems: Problems,
        ignored: Collection[Span] = (),
    ) -> tuple[Mapping, Model | None]:
        """Repair a tree until `check` accepts its shape; the model is None if it never does.

        Adds the independent problems of each attempt, except those inside the `ignored` places.
        """
        for _ in range(ATTEMPTS):
            tree = self.mapping(tree, top=True)
            found = Problems()
            model = check(tree, found)
            faults = found.sorted()
            self.cover(tree, faults)
            self.report((each for each in faults if not any(each.span in place for place in ignored)), problems)
            if model is not None:
                return tree, model
            self.set_faults(faults)
        return tree, None

    # ---- what is reported ----------------------------------------------------------------------------------------

    def report(self, found: Iterable[Problem], problems: Problems) -> None:
        """Add the problems that do not follow from an earlier fault."""
        problems.add(*filter(self.is_independent, found))

    def is_independent(self, problem: Problem) -> bool:
        """Whether a problem does not follow from a reported one and mentions no lost name."""
        subject = CODES[problem.code].subject
        if subject is Subject.RULESET or (self.lacks_section and problem.phase >= Phase.NAMES):
            return False
        needs_name = problem.phase is Phase.NAMES and subject is not Subject.DECLARATION
        if needs_name and self.lacks_declarations and problem.suggestion is None:
            return False
        span = problem.span
        if span is None or any(span in other or other in span for other in self.reported):
            return False
        words = WORD.findall(" ".join([*problem.kind.names(), *self.marked(span)]))
        return self.lost_names.isdisjoint(words)

    def cover(self, node: Node, found: list[Problem]) -> None:
        """Count as reported what holds a reported fault, and the calls of effects that lost a part."""
        problems = {each.span: each for each in found}
        if isinstance(node, Sequence):
            for item in node:
                self.cover(item, found)
        for entry in node if isinstance(node, Mapping) else ():
            if entry.key in self.broken_effects:
                self.reported.append(entry.node.span)
            problem = problems.get(entry.key_span)
            if problem is not None and isinstance(node, Mapping):
                of_item = CODES[problem.code].repair is Repair.REMOVE_ITEM and node.head is None
                around = node.span if of_item else entry.node.span
                if any(span in around for span in self.reported) or not self.is_independent(problem):
                    self.reported += [entry.key_span, around]
            self.cover(entry.node, found)

    # ---- lost names ----------------------------------------------------------------------------------------------

    def lose(self, texts: Iterable[str]) -> None:
        self.lost_names.update(word for text in texts for word in WORD.findall(text) if word not in BUILTIN)

    def lose_place(self, span: Span, is_section: bool = False) -> None:
        """Note that a place was removed from the tree; `is_section`: a whole section of the ruleset."""
        if self.section in DECLARING:
            self.lacks_declarations = True
            self.lacks_section = self.lacks_section or is_section
            self.lost_names.add(self.owner)
            if self.section == "effects":
                self.broken_effects.add(self.owner)
        self.lose(self.marked(span))

    def marked(self, span: Span) -> Iterator[str]:
        """The text of a place, line by line."""
        lines = self.lines.get(span.file, [])[span.line - 1 : span.end_line]
        for number, line in enumerate(lines, start=span.line):
            end = span.end_column - 1 if number == span.end_line else len(line)
            yield line[span.column - 1 if number == span.line else 0 : end]

    def block(self, span: Span) -> Iterator[str]:
        """The line on which a place begins, and the lines below it that are indented further.

        With `narrow`, only the place itself if nothing is indented below it.
        """
        lines = self.lines.get(span.file, [])[span.line - 1 :]
        below = next((line for line in lines[1:] if line.strip()), "")
        alone = self.narrow and span.end_line == span.line and len(below) - len(below.lstrip()) < span.column
        for number, line in enumerate(lines):
            text = line.lstrip()
            if number and text and len(line) - len(text) < span.column:
                return
            end = span.end_column - 1 if alone else len(line)
            yield line[span.column - 1 : end] if number == 0 else line

    # ---- the tree ------------------------------------------------------------------------------------------------

    def fault_of(self, node: Node) -> Problem | None:
        """The fault of a value: at its place, at a tag right before it, or inside its text."""
        if node.span in self.faults:
            return self.faults[node.span]
        for span, fault in self.faults.items():
            if CODES[fault.code].repair is Repair.REMOVE_NEXT and is_right_before(span, node.span):
                return fault
        inside = (fault for span, fault in self.faults.items() if span in node.span)
        return next(inside, None) if isinstance(node, Scalar) else None

    def node(self, node: Node, within: str = "") -> Node | None:
        """The repaired node; None if it is removed."""
        fault = self.fault_of(node)
        if fault is not None:
            if CODES[fault.code].repair is Repair.REPLACE and fault.suggestion is not None and isinstance(node, Scalar):
                return replace(node, value=fault.suggestion, text=fault.suggestion)
            self.lose_place(node.span)
            return None
        if isinstance(node, Mapping):
            return self.mapping(node, within=within)
        return self.sequence(node) if isinstance(node, Sequence) else node

    def mapping(self, node: Mapping, top: bool = False, within: str = "") -> Mapping:
        """The mapping without faulty entries; a misspelt key becomes the suggested one."""
        entries: dict[str, Entry] = {}
        if any(entry.key_span in self.duplicates for entry in node):
            self.reported += [entry.key_span for entry in node]
        for entry in node:
            if top:
                self.section = entry.key
            elif within == self.section:
                self.owner = entry.key
            fault = self.faults.get(entry.key_span)
            key = entry.key
            if fault is not None:
                meant = fault.suggestion if CODES[fault.code].repair is Repair.REPLACE else None
                if meant is None or meant in node.entries or meant in entries:
                    self.lose_place(entry.key_span, top)
                    self.lose_place(entry.node.span)
                    continue
                key = meant
            section, self.section = self.section, "" if entry.key in ("do", "played") else self.section
            child = self.node(entry.node, self.section if top else "")
            self.section = section
            if child is None:
                self.lose_place(entry.key_span, top)
            else:
                entries[key] = Entry(key, entry.key_span, child)
        return Mapping(entries, node.span, node.head)

    def sequence(self, node: Sequence) -> Sequence:
        """The list without faulty items."""
        items: list[Node] = []
        in_branches = False  # whether an `if` or a loop was removed whose branches are items of their own
        for item in node:
            in_branches = in_branches and lone_key(item) in ("then", "else", "do")
            if in_branches or self.is_faulty_item(item):
                in_branches = in_branches or lone_key(item) in ("if", "for_each", *LOOPS)
                self.lose_place(item.span)
                continue
            child = self.node(item)
            if isinstance(item, Mapping) and isinstance(child, Mapping) and "if" in item and "if" not in child:
                self.lose_place(item.span)
            elif child is not None and not (isinstance(child, Mapping) and not child.entries):
                items.append(child)
        return Sequence(items, node.span)

    def is_faulty_item(self, item: Node) -> bool:
        """Whether an item as a whole is at fault: the problem is marked at its first key, or at a key too many."""
        keys = [entry.key_span for entry in item] if isinstance(item, Mapping) else []
        first = self.faults.get(keys[0]) if keys else None
        if first is not None and CODES[first.code].repair is Repair.REMOVE_ITEM:
            return True
        return any(key in self.faults and self.faults[key].code == "E105" for key in keys)


def is_right_before(one: Span, other: Span) -> bool:
    """Whether a place ends where another begins, with at most a space between."""
    same_line = (one.file, one.end_line) == (other.file, other.line)
    return same_line and 0 <= other.column - one.end_column <= 1
