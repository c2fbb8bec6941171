"""Write the tree of a ruleset as YAML in the layout of the shipped rulesets.

composition.py makes the tree; yaml/writer.py writes YAML.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.schema import models
from unoflex_rules.language.schema.statement_models import fields_by_key
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.language.yaml.writer import Keys, Line, YamlWriter, children

#: The most values in brackets that a reader takes in at a glance.
LEAVES: Final = 12
#: Models that give the order of keys; `*` is any name.
MODELS: Final[dict[Keys, type[BaseModel]]] = {
    (): models.RulesetModel,
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
#: Mappings at the top that may go in brackets.
IN_BRACKETS: Final = ("players", "face", "played_face", "attributes")


def ruleset_text(tree: Mapping, origin: bool = False) -> str:
    """The tree as YAML that reads back as the same tree.

    With `origin`, a comment on each line names the line's place: `# rulesets/classic.yaml:12`. Values from several
    files then go on several lines.
    """
    return _RulesetWriter(origin).text(tree)


def place(span: Span) -> str:
    """A place as file and line; an option of the command line has no line."""
    return span.file if span.file.startswith("--") else f"{span.file}:{span.line}"


def _leaves(node: Node) -> Iterator[Scalar]:
    """The single values in a node."""
    if isinstance(node, Scalar):
        yield node
    else:
        for each in children(node):
            yield from _leaves(each)


def _is_chain(node: Sequence) -> bool:
    """Whether a list reads well in brackets: single values, or short steps without further steps inside."""
    steps = [item for item in node if not isinstance(item, Scalar)]
    if any(isinstance(item, Sequence) for item in steps):
        return False
    return len(steps) <= 1 or not any(_holds_steps(item) or len(list(_leaves(item))) > 3 for item in steps)


def _holds_steps(node: Node) -> bool:
    """Whether a node contains a list of mappings."""
    if isinstance(node, Scalar):
        return False
    listed = isinstance(node, Sequence) and any(isinstance(each, Mapping) for each in node)
    return listed or any(_holds_steps(each) for each in children(node))


class _RulesetWriter(YamlWriter):
    """The layout of a ruleset."""

    def __init__(self, origin: bool) -> None:
        super().__init__()
        self.origin = origin

    def comment(self, line: Line) -> str:
        return place(line.span) if self.origin and line.span is not None else ""

    def ordered(self, keys: Keys, node: Mapping) -> list[Entry]:
        """The entries in the order of the model's keys; other keys, and names that the author gave, keep theirs."""
        model = MODELS.get(keys) or MODELS.get((*keys[:-1], "*"))
        if model is None:
            return list(node)
        names = list(fields_by_key(model))
        return sorted(node, key=lambda entry: names.index(entry.key) if entry.key in names else len(names))

    def may_be_short(self, keys: Keys, node: Mapping | Sequence) -> bool:
        leaves, below = list(_leaves(node)), children(node)
        is_list = isinstance(node, Sequence)
        if len(keys) == 1 and not is_list and keys[0] not in IN_BRACKETS:
            return False
        if len(keys) == 1 and is_list and any(isinstance(each, Mapping) for each in below):
            return False
        if self.origin and len({leaf.span.file for leaf in leaves}) > 1:
            return False
        if len(leaves) > LEAVES and not (is_list and len(leaves) == len(below)):
            return False
        if isinstance(node, Sequence):
            return keys[-1] == "-" or _is_chain(node)
        return keys[-1] != "-" or not _holds_steps(node) or len(leaves) <= 3

    def span_in_brackets(self, node: Node, otherwise: Span) -> Span:
        """The place of the first value in brackets."""
        return min((leaf.span for leaf in _leaves(node)), key=lambda span: (span.line, span.column), default=otherwise)
