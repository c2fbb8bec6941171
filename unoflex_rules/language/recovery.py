"""What else is wrong in a ruleset that cannot be read as it stands: it is mended by guess, and looked at further.

Only what the first faults have not brought about is told. Not here: finding any of it (shape_check.py, elaboration.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from dataclasses import replace

from unoflex_rules.language.diagnostics.hints import LOOPS
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.elaborate.elaboration import elaborate
from unoflex_rules.language.elaborate.player_limits import how_many
from unoflex_rules.language.expressions.scope import BUILTIN
from unoflex_rules.language.schema.shape_check import judge, lone_key
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

#: How often a tree is mended: what is taken out may have been needed by what it stands in.
ATTEMPTS = 4
#: Beyond so many faults, or letters, nobody is helped by more, and it would take long.
MOST_FAULTS, MOST_TEXT = 100, 200_000
WORD = re.compile(r"\w+")
#: What is said of a game as a whole, of which a part is missing by now.
OF_THE_WHOLE = frozenset({"E310", "E311", "E312", "E313", "E314"})
RENAMED = frozenset({"E101", "E202", "E209"})
#: Parts of a ruleset that give names to things.
DECLARING = frozenset({"options", "values", "zones", "variables", "attributes", "card_state", "active", "choices",
                       "define", "effects", "moments", "counts", "faces", "cards"})  # fmt: skip
#: Of a declaration itself, not of one that is missing.
DECLARED = frozenset({"E211", "E212"})
#: Told of an item of a list at its first key.
OF_ITEMS = frozenset({"E102", "E105"})


def look_on(tree: Mapping, texts: MappingType[str, str], problems: Problems) -> None:
    """Add what is wrong besides; `texts` are the files by the names that spans carry. The tree is changed."""
    if len(problems) > MOST_FAULTS or sum(map(len, texts.values())) > MOST_TEXT:
        return
    mending = Mending(texts, problems.sorted())
    found = tree
    for _ in range(ATTEMPTS):
        found = mending.mapping(found, top=True)
        again = Problems()
        model = judge(found, again)
        mending.shadow(found, again.sorted())
        mending.tell(again, problems)
        if model is not None:
            break
        mending.faults = again.sorted()
    else:
        return
    again = Problems()
    counts = how_many(found, {}, again)
    if not again.has_errors:
        elaborate(found, counts[0], {}, again)
    mending.tell(again, problems)


class Mending:
    """Takes faults out of a tree, or puts what was probably meant in their place; knows which words were lost."""

    def __init__(self, texts: MappingType[str, str], faults: list[Problem], narrow: bool = False) -> None:
        """`narrow`: what stands beside a fault on its line does not depend on it."""
        self.narrow = narrow
        self.lines = {name: text.split("\n") for name, text in texts.items()}
        self.faults = [fault for fault in faults if fault.code < "E4" and fault.severity == "error"]
        self.told = [problem.span for problem in faults if problem.span is not None]
        self.firsts = {span for fault in faults if fault.code == "E003" for span, _ in fault.also}
        self.lost: set[str] = set()
        self.part = ""  # of the ruleset, that is looked at
        self.effects: set[str] = set()  # of which something is gone
        self.owner = ""  # in it, whose declaration
        self.lacks_names = False  # whether something is gone to which others may refer by names not written there
        self.lacks_all = False  # whether a whole part of such names is gone
        for problem in faults:
            if problem.span is not None and problem.code not in RENAMED | OF_ITEMS:
                self.lose(self.block(problem.span))

    # ---- what is told --------------------------------------------------------------------------------------------

    def tell(self, found: Problems, problems: Problems) -> None:
        for problem in found.sorted():
            if self.is_independent(problem):
                problems.add(problem)

    def shadow(self, node: Node, found: list[Problem]) -> None:
        """What holds a fault that was told already, or calls what is gone, is not told about inside either."""
        spans = {problem.span: problem for problem in found}
        if isinstance(node, Sequence):
            for item in node:
                self.shadow(item, found)
        if not isinstance(node, Mapping):
            return
        for entry in node:
            if entry.key in self.effects:
                self.told.append(entry.node.span)
            problem = spans.get(entry.key_span)
            if problem is not None:
                around = node.span if problem.code in OF_ITEMS and node.head is None else entry.node.span
                if any(span in around for span in self.told) or not self.is_independent(problem):
                    self.told += [entry.key_span, around]
            self.shadow(entry.node, found)

    def is_independent(self, problem: Problem) -> bool:
        """Whether a problem stands apart from all that was told before, and speaks of nothing that was lost."""
        of_names = "E2" <= problem.code < "E3" and problem.code not in DECLARED
        if problem.code in OF_THE_WHOLE or (self.lacks_all and problem.code >= "E2"):
            return False
        if of_names and self.lacks_names and problem.suggestion is None:
            return False
        if problem.span is None or any(problem.span in span or span in problem.span for span in self.told):
            return False
        said = " ".join([*problem.kind.names(), *self.marked(problem.span)])
        return self.lost.isdisjoint(WORD.findall(said))

    def lose(self, texts: Iterator[str]) -> None:
        self.lost.update(word for text in texts for word in WORD.findall(text) if word not in BUILTIN)

    def marked(self, span: Span) -> Iterator[str]:
        """The text of a place, line by line."""
        lines = self.lines.get(span.file, [])[span.line - 1 : span.end_line]
        for number, line in enumerate(lines, start=span.line):
            end = span.end_column - 1 if number == span.end_line else len(line)
            yield line[span.column - 1 if number == span.line else 0 : end]

    def block(self, span: Span) -> Iterator[str]:
        """The line on which a place begins, and those below it that are indented further.

        Where faults are `narrow`, it is the text of the place alone, if it is within a line and nothing is below it.
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

    def at(self, span: Span) -> Problem | None:
        """The fault that is told at a place."""
        return next((fault for fault in self.faults if fault.span == span), None)

    def tagged(self, span: Span) -> Problem | None:
        """The fault of a tag that stands right before a value, which is the rest of what was meant."""
        tags = ((fault, fault.span) for fault in self.faults if fault.code == "E013" and fault.span is not None)
        return next(
            (
                fault
                for fault, at in tags
                if (at.file, at.end_line) == (span.file, span.line) and 0 <= span.column - at.end_column <= 1
            ),
            None,
        )

    def within(self, span: Span) -> bool:
        return any(fault.span in span for fault in self.faults)

    def node(self, node: Node, within: str = "") -> Node | None:
        """What is left of a node; None where it is taken out."""
        fault = self.at(node.span)
        fault = fault or self.tagged(node.span)
        if fault is None and isinstance(node, Scalar) and self.within(node.span):
            fault = next(fault for fault in self.faults if fault.span in node.span)
        if fault is not None:
            if fault.code in ("E106", "E202") and fault.suggestion is not None and isinstance(node, Scalar):
                return replace(node, value=fault.suggestion, text=fault.suggestion)
            self.gone(node.span)
            return None
        if isinstance(node, Mapping):
            return self.mapping(node, within=within)
        return self.sequence(node) if isinstance(node, Sequence) else node

    def mapping(self, node: Mapping, top: bool = False, within: str = "") -> Mapping:
        entries: dict[str, Entry] = {}
        if any(entry.key_span in self.firsts for entry in node):  # of a key that stands twice
            self.told += [entry.key_span for entry in node]
        for entry in node:
            if top:
                self.part = entry.key
            elif within == self.part:
                self.owner = entry.key
            fault = self.at(entry.key_span)
            key = entry.key
            if fault is not None:
                meant = fault.suggestion
                if fault.code not in RENAMED or meant is None or meant in node.entries or meant in entries:
                    self.gone(entry.key_span, top)
                    self.gone(entry.node.span)
                    continue
                key = meant
            part, self.part = self.part, "" if entry.key in ("do", "played") else self.part
            child = self.node(entry.node, self.part if top else "")
            self.part = part
            if child is None:
                self.gone(entry.key_span, top)
                continue
            entries[key] = Entry(key, entry.key_span, child)
        return Mapping(entries, node.span, node.head)

    def sequence(self, node: Sequence) -> Sequence:
        items: list[Node] = []
        branches = False  # whether an `if` or a loop was taken out whose branches follow as items of their own
        for item in node:
            branches = branches and lone_key(item) in ("then", "else", "do")
            keys = [self.at(entry.key_span) for entry in item] if isinstance(item, Mapping) else []
            wrong = [key for key in keys[:1] if key is not None and key.code in OF_ITEMS]
            wrong += [key for key in keys if key is not None and key.code == "E105"]
            if branches or wrong:
                branches = branches or lone_key(item) in ("if", "for_each", *LOOPS)
                self.gone(item.span)
                continue
            child = self.node(item)
            if isinstance(item, Mapping) and isinstance(child, Mapping) and "if" in item and "if" not in child:
                self.gone(item.span)
                continue
            if child is not None and not (isinstance(child, Mapping) and not child.entries):
                items.append(child)
        return Sequence(items, node.span)

    def gone(self, span: Span, whole: bool = False) -> None:
        """Note that a place is gone from the tree, perhaps a `whole` part of the ruleset."""
        if self.part in DECLARING:
            self.lacks_names = True
            self.lacks_all = self.lacks_all or whole
            self.lost.add(self.owner)
            if self.part == "effects":
                self.effects.add(self.owner)
        self.lose(self.marked(span))
