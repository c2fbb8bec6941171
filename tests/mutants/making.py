"""Makes mutants of a ruleset file: its text with one step, condition, number or default changed.

Not here: judging (judging.py). Parts that only people read do not change: help texts, titles, marks, and counters
for reports.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from unoflex_rules.language.diagnostics.problems import Problems, RulesetError
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Path, Scalar, Sequence

# Keys that hold lists of steps, with any suffix (`do+`, `choose=`).
STEPS = {
    "do", "then", "else", "played", "together",
    "start", "choose", "lay", "window", "resolve", "end", "prepare", "deal", "blocked",
}  # fmt: skip
CONDITIONS = {"if", "while", "last_resort"}
# Texts for people, and names of files or things.
UNTOUCHED = {
    "$schema",
    "format",
    "id",
    "title",
    "help",
    "mark",
    "notation",
    "extends",
    "with",
    "verb",
    "about",
    "reason",
    "because",
}
# Parts of a ruleset without lists of steps.
WITHOUT_STEPS = {"options", "values", "players", "deck", "zones", "attributes", "variables", "active", "choices"}
# Sections in which an entry may be a type alone.
TYPED = {"variables", "attributes", "card_state", "moments", "active"}
SIGN = re.compile(r"^\+ *| *[+=-]$")
#: Names that are exchanged, each for names that could stand in its place.
EXCHANGED = {
    "next": ("dealer",), "dealer": ("next",), "players": ("everyone", "others"), "everyone": ("players",),
    "others": ("players",), "self": ("next",), "active": ("before",), "before": ("active",),
}  # fmt: skip
#: Members and queries that are exchanged, and comparisons.
MEMBERS = {
    "highest": "lowest", "lowest": "highest", "any": "all", "all": "any", "first": "last", "last": "first",
    "top": "bottom", "bottom": "top", "max": "min", "min": "max", "next": "previous", "previous": "next",
    "at_most": "at_least", "at_least": "at_most",
}  # fmt: skip
COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
#: Words of declarations and steps that are exchanged, by their key.
WORDS = {
    "visible": {"nobody": "all", "owner": "all", "others": "nobody", "all": "nobody"},
    "front": {"nobody": "all", "owner": "all", "others": "nobody", "all": "nobody"},
    "back": {"nobody": "all", "owner": "all", "others": "nobody", "all": "nobody"},
    "order": {"shuffled": "reversed", "reversed": "shuffled"},
    "put": {"bottom": "top", "top": "bottom"},
    "keep": {"turn": "round", "round": "turn", "game": "round"},
}
NUMBER = re.compile(r"(?<![A-Za-z_0-9])\d+(?![A-Za-z_0-9])")
TERNARY = re.compile(r" if (?P<condition>.+?) else ")
NOTHING = "{together: []}"  # a step without effect replaces a deleted one
TRUTH = re.compile(r"==|!=|[<>]|\b(and|or|not)\b")  # arguments that are conditions have one of these names
LONGEST = 60  # number of characters that a mutation shows


@dataclass(frozen=True)
class Mutant:
    """A ruleset file with one change: text[start:end] becomes `new`.

    `what` identifies the change in the file without its line, which changes when the file is edited.
    """

    file: str
    line: int
    what: str
    start: int
    end: int
    new: str

    def text(self, original: str) -> str:
        """Return the whole changed file."""
        return original[: self.start] + self.new + original[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


def make(file: str, text: str, whole: Mapping | None = None) -> list[Mutant]:
    """Return all mutants of a file in the order of its lines. `whole`: the merged tree, for types of options."""
    problems = Problems()
    tree = read_text(text, file, problems)
    problems.raise_if_errors()
    if tree is None:
        raise RulesetError(problems.sorted())
    return Maker(file, text, tree, whole or tree).mutants()


class Maker:
    """Walks through one file."""

    def __init__(self, file: str, text: str, tree: Mapping, whole: Mapping) -> None:
        self.file, self.source, self.tree, self.whole = file, text, tree, whole
        self.starts = [0]
        for line in text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)

    def mutants(self) -> list[Mutant]:
        found: dict[tuple[int, int, str], Mutant] = {}
        for mutant in self.below(self.tree, ()):
            if mutant.text(self.source) != self.source:
                found.setdefault((mutant.start, mutant.end, mutant.new), mutant)
        return sorted(found.values(), key=lambda each: (each.line, each.start, each.what))

    def below(self, node: Node, path: Path) -> Iterator[Mutant]:
        """Yield the mutants of a node and its children."""
        if isinstance(node, Mapping):
            for entry in node:
                if plain_key(entry.key) not in UNTOUCHED and not entry.key.startswith("x-"):
                    yield from self.below(entry.node, (*path, entry.key))
        elif isinstance(node, Sequence):
            for number, item in enumerate(node.items):
                here = (*path, number)
                if is_steps(path) and counts_only(item):
                    continue
                if is_steps(path):
                    yield self.changed(item, NOTHING, f"delete {shown(here)}: {short(self.written(item))}")
                    yield from self.of_change(item, here)
                if path == ("deck",) or path == ("deck+",):
                    yield from self.of_line(item, here)
                yield from self.below(item, here)
        else:
            yield from self.of_scalar(node, path)

    def of_change(self, step: Node, path: Path) -> Iterator[Mutant]:
        """Yield a `set` of several values without each of them, and broken apart into one `set` after the other."""
        node = step.get(("set",))
        if not isinstance(node, Mapping) or len(node.entries) < 2:
            return
        parts = [f"{json.dumps(entry.key)}: {self.written(entry.node).strip()}" for entry in node]
        for number, entry in enumerate(node):
            rest = ", ".join(part for other, part in enumerate(parts) if other != number)
            yield self.changed(step, f"{{set: {{{rest}}}}}", f"drop {shown(path)}/set/{entry.key}")
        steps = ", ".join(f"{{set: {{{part}}}}}" for part in parts)
        yield self.changed(step, f"{{repeat: {{times: 1, do: [{steps}]}}}}", f"break apart {shown(path)}/set")

    def of_line(self, line: Node, path: Path) -> Iterator[Mutant]:
        """Yield a line of the deck that has one copy more of its first kind, and one less of its second."""
        kinds, copies = line.get(("card",)), line.get(("copies",))
        if not isinstance(line, Mapping) or not isinstance(kinds, Sequence) or len(kinds.items) < 2:
            return
        number = copies.value if isinstance(copies, Scalar) and isinstance(copies.value, int) else 1
        first, second, *others = [self.written(kind) for kind in kinds.items]
        more = [f"{entry.key}: {self.written(entry.node)}" for entry in line if entry.key not in ("card", "copies")]
        lines = [
            ", ".join((f"card: {kind}", *more, f"copies: {many}"))
            for kind, many in ((first, number + 1), (second, number - 1), *((kind, number) for kind in others))
            if many
        ]
        indent = "\n" + " " * (line.span.column - 3) + "- "
        text = indent.join(f"{{{each}}}" for each in lines)
        yield self.changed(line, text, f"exchange {shown(path)}: a {second} for a {first}")

    # ---- one value ---------------------------------------------------------------------------------------------------

    def of_scalar(self, node: Scalar, path: Path) -> Iterator[Mutant]:
        key = plain_key(str(path[-1]))
        at = shown(path)
        if isinstance(node.value, bool):
            switched = str(not node.value).lower()
            yield self.changed(node, switched, f"switch {at}: {node.text} -> {switched}")
            return
        if isinstance(node.value, int):
            for by in (1, -1):
                yield self.changed(node, str(node.value + by), f"shift {at}: {node.text} -> {node.value + by}")
            return
        if not isinstance(node.value, str) or (key == "type" and ".." not in node.text):
            return
        if node.text in WORDS.get(key, {}):
            other = WORDS[key][node.text]
            yield self.rewritten(node, other, f"exchange {at}: {node.text} -> {other}")
            return
        if not is_type(path):
            yield from self.of_expression(node, at)
        if key == "default":
            yield from self.of_default(node, path)
        if key in CONDITIONS or path[0] == "define" or (TRUTH.search(node.text) and not TERNARY.search(node.text)):
            yield self.rewritten(node, f"not ({node.text.strip()})", f"negate {at}: {short(node.text)}")
        for number, match in enumerate(TERNARY.finditer(node.text)):
            begin, end = match.span("condition")
            text = f"{node.text[:begin]}not ({match['condition']}){node.text[end:]}"
            yield self.rewritten(node, text, f"negate {at} `if` {number + 1}: {short(match['condition'])}")
        for number, match in enumerate(NUMBER.finditer(node.text)):
            for by in (1, -1):
                new = str(int(match[0]) + by)
                text = node.text[: match.start()] + new + node.text[match.end() :]
                which = f"shift {at} number {number + 1}: {match[0]} -> {new}"
                yield self.rewritten(node, text, f"{which} in {short(node.text)}")

    def of_expression(self, node: Scalar, at: str) -> Iterator[Mutant]:
        """Yield an expression with one name, member, comparison or connection exchanged, or one condition left out."""
        source = f"({node.text.strip()})"
        try:
            tree = ast.parse(source, mode="eval").body
        except (SyntaxError, ValueError):
            return
        if not source.isascii() or "\n" in source:
            return
        seen: dict[str, int] = {}
        for part, new in exchanges(tree, source):
            text = source[1 : part[0]] + new + source[part[1] : -1]
            change = f"{short(source[part[0] : part[1]])} -> {short(new)}"
            seen[change] = seen.get(change, 0) + 1
            which = f" ({seen[change]})" if seen[change] > 1 else ""
            yield self.rewritten(node, text, f"exchange {at}{which}: {change}")

    def of_default(self, node: Scalar, path: Path) -> Iterator[Mutant]:
        """Yield a default with each other word of its list; numbers are increased by one."""
        kind = self.tree.get((*path[:-1], "type")) or self.whole.get((*path[:-1], "type"))
        at = shown(path)
        if isinstance(kind, Sequence):
            for item in kind.items:
                if isinstance(item, Scalar) and item.text != node.text:
                    yield self.rewritten(node, item.text, f"switch {at}: {node.text} -> {item.text}")
        elif isinstance(kind, Scalar) and kind.text == "int" and not NUMBER.search(node.text):
            yield self.rewritten(node, f"{node.text} + 1", f"shift {at}: {node.text} -> {node.text} + 1")
        elif isinstance(kind, Scalar) and kind.text == "bool":
            yield self.rewritten(node, f"not ({node.text})", f"switch {at}: {node.text} -> not ({node.text})")

    # ---- the text ----------------------------------------------------------------------------------------------------

    def range_of(self, node: Node) -> tuple[int, int]:
        span = node.span
        return self.starts[span.line - 1] + span.column - 1, self.starts[span.end_line - 1] + span.end_column - 1

    def written(self, node: Node) -> str:
        start, end = self.range_of(node)
        return self.source[start:end]

    def changed(self, node: Node, new: str, what: str) -> Mutant:
        """Return the file with a node replaced; the end of its last line stays."""
        start, end = self.range_of(node)
        kept = len(self.source[start:end].rstrip())
        return Mutant(self.file, node.span.line, what, start, start + kept, new)

    def rewritten(self, node: Scalar, text: str, what: str) -> Mutant:
        """Return the file with a scalar replaced, in quotes unless it was one line without quotes."""
        plain = node.style == "plain" and node.span.line == node.span.end_line
        return self.changed(node, text if plain else json.dumps(text.strip(), ensure_ascii=False), what)


def exchanges(tree: ast.expr, source: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield parts of an expression, as offsets, and what they are exchanged for."""

    def place(of: ast.expr) -> tuple[int, int]:
        return of.col_offset, of.end_col_offset or of.col_offset

    def text(of: ast.expr) -> str:
        return source[slice(*place(of))]

    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield from ((place(node), other) for other in EXCHANGED.get(node.id, ()))
        elif isinstance(node, ast.Attribute) and node.attr in MEMBERS:
            yield place(node), f"{text(node.value)}.{MEMBERS[node.attr]}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sum":
            size = "size" if re.search(r"\bcard\b", "".join(map(text, node.args))) else "count"
            yield place(node), f"{text(node.func.value)}.{size}"
        elif isinstance(node, ast.BoolOp):
            parts = [text(value) for value in node.values]
            name = "and" if isinstance(node.op, ast.And) else "or"
            other = {"and": "or", "or": "and"}[name]
            yield place(node), f" {other} ".join(f"({part})" for part in parts)
            for left in range(len(parts)):
                yield place(node), f" {name} ".join(f"({part})" for at, part in enumerate(parts) if at != left)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
            yield place(node), f"{text(node.left)} {COMPARED[type(node.ops[0])]} {text(node.comparators[0])}"


def plain_key(key: str) -> str:
    """Return a key without its sign."""
    return SIGN.sub("", key)


def is_type(path: Path) -> bool:
    """Return whether a value is the type of a variable, an attribute or a parameter."""
    return "params" in map(str, path[-2:]) or (len(path) < 4 and plain_key(str(path[0])) in TYPED)


def is_steps(path: Path) -> bool:
    """Return whether the list at a path holds steps."""
    if not path or plain_key(str(path[0])) in WITHOUT_STEPS:
        return False
    return plain_key(str(path[-1])) in STEPS


def counts_only(step: Node) -> bool:
    """Return whether a step only counts for reports, which scenarios cannot check."""
    return isinstance(step, Mapping) and [entry.key for entry in step] == ["count"]


def shown(path: Path) -> str:
    return "/".join(str(step) for step in path)


def short(text: str) -> str:
    """Return a text on one line, shortened if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."
