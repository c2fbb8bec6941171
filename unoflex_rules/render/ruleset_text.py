"""The tree of a ruleset as YAML, laid out as the shipped rulesets are: short things in brackets, the rest over lines.

Which tree that is, is decided elsewhere (composition.py); what is written here is read again as the same tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.schema import models
from unoflex_rules.language.schema.statement_models import fields_by_key
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.quoting import quoted

COLUMNS = 110  # of a line, as far as it can be broken
FURTHEST = 72  # where the places of the lines stand at the latest, if the line itself is not longer
LEAVES = 12  # that much in brackets can still be taken in at a glance
#: What is known of the order of keys, by path; `*` stands for any name.
MODELS: Final[dict[tuple[str, ...], type[BaseModel]]] = {
    (): models.Ruleset,
    ("players",): models.Players,
    ("options", "*"): models.OptionDeclaration,
    ("zones", "*"): models.Zone,
    ("variables", "*"): models.Variable,
    ("choices", "*"): models.Choice,
    ("define", "*"): models.Definition,
    ("effects", "*"): models.Effect,
    ("turn",): models.Turn,
    ("round",): models.Round,
    ("game",): models.GameCourse,
}
OPEN = ("players", "face", "played_face", "attributes")  # the keys at the top whose mappings may stand in brackets

# A line: how far it is indented, its text, and where what it says was written; None within a text of several lines,
# in which there is no room for a comment.
_Line = tuple[int, str, Span | None]


def ruleset_text(tree: Mapping, origin: bool = False) -> str:
    """The tree as YAML that is read again as the same tree; ends in a line break.

    With `origin` each line says in a comment where it was written: `# rulesets/classic.yaml:12`. What comes from
    several files then stands on several lines.
    """
    lines = list(_Writer(origin).mapping((), tree, 0))
    texts = [" " * indent + text for indent, text, _ in lines]
    if not origin:
        return "".join(f"{text}\n" for text in texts)
    column = max((len(text) for text in texts if len(text) <= FURTHEST), default=0)
    told = []
    for text, (_, _, span) in zip(texts, lines, strict=True):
        told.append(text if span is None else f"{text:<{column}}  # {place(span)}")
    return "".join(f"{each}\n" for each in told)


def place(span: Span) -> str:
    """A place as its file and line; what was set from outside has no line."""
    return span.file if span.file.startswith("--") else f"{span.file}:{span.line}"


def flow(node: Node) -> str:
    """The node on one line, with brackets."""
    if isinstance(node, Scalar):
        return scalar(node, in_brackets=True)
    if isinstance(node, Sequence):
        return f"[{', '.join(_item(item) for item in node)}]"
    return f"{{{', '.join(_pair(entry) for entry in node)}}}"


def scalar(node: Scalar, in_brackets: bool) -> str:
    """A single value on one line, in quotes where it must be."""
    if not isinstance(node.value, str):
        return node.text
    return quoted(node.value, in_brackets)


def _item(node: Node) -> str:
    """An item of a list in brackets: a mapping of one key needs none of its own, and an empty value is spelt out."""
    if isinstance(node, Mapping) and len(node.entries) == 1:
        return "".join(_pair(entry) for entry in node)
    return flow(node) or "null"


def _pair(entry: Entry) -> str:
    return f"{_key(entry.key, True)}: {flow(entry.node)}"


def _key(key: str, in_brackets: bool) -> str:
    """A key; one is always text, whatever it looks like."""
    return key if key.isdecimal() and key.isascii() else quoted(key, in_brackets)


def _leaves(node: Node) -> Iterator[Scalar]:
    """The single values in a node."""
    if isinstance(node, Scalar):
        yield node
    else:
        for each in node:
            yield from _leaves(each.node if isinstance(each, Entry) else each)


def _is_chain(node: Sequence) -> bool:
    """Whether a list reads well in brackets: single values, or one step after the other without steps in them."""
    steps = [item for item in node if not isinstance(item, Scalar)]
    if any(isinstance(item, Sequence) for item in steps):
        return False
    return len(steps) <= 1 or not any(_holds_steps(item) or len(list(_leaves(item))) > 3 for item in steps)


def _holds_steps(node: Node) -> bool:
    """Whether there is a list of mappings somewhere in a node."""
    if isinstance(node, Scalar):
        return False
    below = [each.node if isinstance(each, Entry) else each for each in node]
    listed = isinstance(node, Sequence) and any(isinstance(each, Mapping) for each in below)
    return listed or any(_holds_steps(each) for each in below)


class _Writer:
    """Lays out a tree."""

    def __init__(self, origin: bool) -> None:
        self.origin = origin

    def mapping(self, at: tuple[str, ...], node: Mapping, indent: int) -> Iterator[_Line]:
        """The lines of the entries, in the order that is known."""
        for entry in self.ordered(at, node):
            yield from self.entry((*at, entry.key), entry, indent)

    def ordered(self, at: tuple[str, ...], node: Mapping) -> list[Entry]:
        """The entries in the order of the model's keys; others, and names that the author gave, keep theirs."""
        known = MODELS.get(at) or MODELS.get((*at[:-1], "*"))
        if known is None:
            return list(node)
        names = list(fields_by_key(known))
        return sorted(node, key=lambda entry: names.index(entry.key) if entry.key in names else len(names))

    def entry(self, at: tuple[str, ...], entry: Entry, indent: int) -> Iterator[_Line]:
        """A key with its value: on one line, or the value on the lines below."""
        key, node = f"{_key(entry.key, False)}:", entry.node
        if isinstance(node, Scalar):
            yield from self.single(f"{key} ", node, indent)
        elif self.is_short(at, node, indent + len(key) + 1):
            yield indent, f"{key} {flow(node)}", self.given(node, entry.key_span)
        else:
            yield indent, key, entry.key_span
            if isinstance(node, Mapping):
                yield from self.mapping(at, node, indent + 2)
            else:
                for item in node:
                    yield from self.item(at, item, indent + 2)

    def item(self, at: tuple[str, ...], node: Node, indent: int) -> Iterator[_Line]:
        """An item of a list, after its dash; the keys of a mapping stand below each other."""
        if isinstance(node, Scalar):
            yield from self.single("- ", node, indent)
        elif isinstance(node, Sequence) or (len(node.entries) != 1 and self.is_short((*at, "-"), node, indent + 2)):
            yield indent, f"- {flow(node)}", self.given(node, node.span)
        else:
            for number, (further, text, span) in enumerate(self.mapping((*at, "-"), node, indent + 2)):
                yield (indent, f"- {text}", span) if number == 0 else (further, text, span)

    def single(self, before: str, node: Scalar, indent: int) -> Iterator[_Line]:
        """A single value; a long text goes over several lines."""
        text = scalar(node, in_brackets=False)
        words = node.text.split(" ")
        is_long = indent + len(before) + len(text) > COLUMNS and isinstance(node.value, str)
        if not is_long or not all(words) or not node.text.isprintable():
            yield indent, f"{before}{text or 'null' if before == '- ' else text}".rstrip(), node.span
            return
        yield indent, f"{before}>-", node.span
        line = ""
        for word in words:
            if line and indent + 2 + len(line) + 1 + len(word) > COLUMNS:
                yield indent + 2, line, None
                line = word
            else:
                line = f"{line} {word}" if line else word
        yield indent + 2, line, None

    def is_short(self, at: tuple[str, ...], node: Mapping | Sequence, before: int) -> bool:
        """Whether a value stands in brackets on the line of its key."""
        leaves = list(_leaves(node))
        below = [each.node if isinstance(each, Entry) else each for each in node]
        if not below:
            return True
        if len(at) == 1 and isinstance(node, Mapping) and at[0] not in OPEN:
            return False
        if len(at) == 1 and isinstance(node, Sequence) and any(isinstance(each, Mapping) for each in below):
            return False
        if self.origin and len({leaf.span.file for leaf in leaves}) > 1:
            return False
        if len(leaves) > LEAVES and not (isinstance(node, Sequence) and len(leaves) == len(below)):
            return False
        if isinstance(node, Sequence) and not _is_chain(node):
            return False
        if isinstance(node, Mapping) and at[-1] == "-" and _holds_steps(node) and len(leaves) > 3:
            return False
        return before + len(flow(node)) <= COLUMNS

    def given(self, node: Node, otherwise: Span) -> Span:
        """Where something in brackets was written: where it begins, as far as it holds anything."""
        return min((leaf.span for leaf in _leaves(node)), key=lambda span: (span.line, span.column), default=otherwise)
