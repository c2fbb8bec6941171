"""Names that are taken for each other, and what is written twice or hides what is inherited by its name.

Not here: names with a meaning of their own (names.py of the language).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.lint.checks.unreachable import warning
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Sequence

GROUPS: Final = (
    "options", "variables", "zones", "attributes", "card_state", "active", "choices", "define", "cards", "moments",
    "effects", "counts", "values",
)  # fmt: skip
#: Signs that are hard to tell from others in many typefaces.
ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "_": None, "-": None})


def alike(context: LintContext) -> Iterator[LintWarning]:
    """Names that differ only in capitals, in `_`, or in signs that look alike."""
    known: dict[str, dict[str, Span]] = {}
    for name, span in declared(context):
        known.setdefault(name.lower().translate(ALIKE), {}).setdefault(name, span)
    for spellings in known.values():
        if len(spellings) < 2:
            continue
        for name, span in spellings.items():
            other = next(each for each in spellings if each != name)
            if context.is_own(span) and (not context.is_own(spellings[other]) or list(spellings).index(name) > 0):
                problem = Problem.plain(
                    "W570", f"`{name}` is easily taken for `{other}`", span, "two names that look alike", None,
                    ("give one of them another name",), ((spellings[other], "the other one"),), "warning",
                )  # fmt: skip
                yield LintWarning(name, problem)
    yield from marked_alike(context)


def marked_alike(context: LintContext) -> Iterator[LintWarning]:
    """Values of one type that have the same mark, so that a short name of a card stands for several cards."""
    for kind in entries(context.tree, "values"):
        first: dict[str, tuple[str, Span]] = {}
        for value in [*entries(kind.node), *entries(kind.node, "names")]:
            mark = part(value.node, "mark")
            if mark is None:
                continue
            other, place = first.setdefault(text(mark), (value.key, mark.span))
            if other != value.key and context.is_own(mark.span):
                problem = Problem.plain(
                    "W570", f"`{value.key}` has the same mark as `{other}`", mark.span,
                    f"`{text(mark)}` in the short name of a card stands for both", None,
                    ("give one of them another mark",), ((place, "the other one"),), "warning",
                )  # fmt: skip
                yield LintWarning(value.key, problem)


def declared(context: LintContext) -> Iterator[tuple[str, Span]]:
    """All names that the ruleset declares, with their places."""
    for group in GROUPS:
        for entry in entries(context.tree, group):
            yield entry.key.rpartition(".")[2], entry.key_span
            if group == "values" and isinstance(entry.node, Mapping) and "range" not in entry.node:
                yield from ((each.key, each.key_span) for each in entry.node)
            elif group == "values" and isinstance(entry.node, Sequence):
                yield from ((text(item), item.span) for item in entry.node)


def twice(context: LintContext) -> Iterator[LintWarning]:
    """Lines of the deck that stand there twice."""
    deck = context.tree.get(("deck",))
    seen: list[tuple[object, Span]] = []
    for line in deck if isinstance(deck, Sequence) else ():
        span = line.head_span if isinstance(line, Mapping) else line.span
        first = next((place for plain, place in seen if plain == line.plain()), None)
        seen.append((line.plain(), span))
        if first is not None and context.is_own(span) and context.is_own(first):
            yield warning(
                context, "W561", "this line of the deck stands there twice", span, "its cards are there twice as often",
                "if so many are meant, say so by `copies`", ((first, "the same line"),),
            )  # fmt: skip


def redeclared(context: LintContext) -> Iterator[LintWarning]:
    """Effects that the file declares as if they were new, and that are inherited."""
    for path, before, after in context.merged.replaced:
        if len(path) == 3 and (path[0], path[2]) == ("effects", "help") and context.is_own(after):
            name = path[1]
            span = context.tree.span_of(("effects", name), key=True)
            problem = Problem.plain(
                "W562", f"there is an effect `{name}` already", span, "all that call it do this instead", None,
                ("take another name, or leave its `help` and write `do=:` where its steps shall be replaced",),
                ((before, "it is declared here"),), "warning",
            )  # fmt: skip
            yield LintWarning(name, problem)
