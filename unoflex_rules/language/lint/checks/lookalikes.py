"""Names that look alike, duplicate lines of the deck, and effects that replace an inherited one by accident.

Not here: reserved names (elaborate/reserved_names.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Sequence

GROUPS: Final = (
    "options", "variables", "zones", "attributes", "card_state", "active", "choices", "define", "cards", "moments",
    "effects", "counts", "values",
)  # fmt: skip
#: Characters that look like others in many typefaces.
ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "_": None, "-": None})


def similar_names(context: LintContext) -> Iterator[LintWarning]:
    """Names that differ only in case, in `_` or `-`, or in characters that look alike."""
    known: dict[str, dict[str, Span]] = {}
    for name, span in declared(context):
        known.setdefault(name.lower().translate(ALIKE), {}).setdefault(name, span)
    for spellings in known.values():
        if len(spellings) < 2:
            continue
        for name, span in spellings.items():
            other = next(each for each in spellings if each != name)
            if context.is_own(span) and (not context.is_own(spellings[other]) or list(spellings).index(name) > 0):
                yield context.warning(
                    "W570", f"`{name}` looks like `{other}`", span, "two similar names", "rename one of them",
                    ((spellings[other], "the other one"),), about=name,
                )  # fmt: skip
    yield from equal_marks(context)


def equal_marks(context: LintContext) -> Iterator[LintWarning]:
    """Values of one type with the same mark, so that the short name of a card is ambiguous."""
    for kind in entries(context.tree, "values"):
        first: dict[str, tuple[str, Span]] = {}
        for value in [*entries(kind.node), *entries(kind.node, "names")]:
            mark = part(value.node, "mark")
            if mark is None:
                continue
            other, place = first.setdefault(text(mark), (value.key, mark.span))
            if other != value.key and context.is_own(mark.span):
                yield context.warning(
                    "W570", f"`{value.key}` has the same mark as `{other}`", mark.span,
                    f"in the short name of a card, `{text(mark)}` means both", "give one of them another mark",
                    ((place, "the other one"),), about=value.key,
                )  # fmt: skip


def declared(context: LintContext) -> Iterator[tuple[str, Span]]:
    """All declared names with their places."""
    for group in GROUPS:
        for entry in entries(context.tree, group):
            yield entry.key.rpartition(".")[2], entry.key_span
            if group == "values" and isinstance(entry.node, Mapping) and "range" not in entry.node:
                yield from ((each.key, each.key_span) for each in entry.node)
            elif group == "values" and isinstance(entry.node, Sequence):
                yield from ((text(item), item.span) for item in entry.node)


def duplicate_lines(context: LintContext) -> Iterator[LintWarning]:
    """Equal lines of the deck."""
    deck = context.tree.get(("deck",))
    seen: list[tuple[object, Span]] = []
    for line in deck if isinstance(deck, Sequence) else ():
        span = line.head_span if isinstance(line, Mapping) else line.span
        first = next((place for plain, place in seen if plain == line.plain()), None)
        seen.append((line.plain(), span))
        if first is not None and context.is_own(span) and context.is_own(first):
            yield context.warning(
                "W561", "this line of the deck is a duplicate", span, "the deck has its cards twice",
                "to have more of the same cards, write `copies`", ((first, "the same line"),),
            )  # fmt: skip


def redeclared_effects(context: LintContext) -> Iterator[LintWarning]:
    """Effects that the file declares like new ones although it inherits them."""
    for path, before, after in context.merged.replaced:
        if len(path) == 3 and (path[0], path[2]) == ("effects", "help") and context.is_own(after):
            name = path[1]
            span = context.tree.span_of(("effects", name), key=True)
            yield context.warning(
                "W562", f"the effect `{name}` exists already", span, "this replaces it wherever it is called",
                "choose another name; to replace the steps, write `do=:` and leave `help` out",
                ((before, "it is declared here"),), about=name,
            )  # fmt: skip
