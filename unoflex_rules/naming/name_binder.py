"""Names in a file of people, looked up in a program: each becomes a number, or a problem at its place.

Not here: the names (program_names.py), or the keys of a file (scenario/reading, campaign).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence
from unoflex_rules.naming.program_names import NotFound, ProgramNames, same_but_digits, same_parts

Found = TypeVar("Found")
MOST_LISTED = 16  # names listed in a note


def text_of(node: Node | None) -> str:
    """The text of a scalar; empty for anything else."""
    return node.text if isinstance(node, Scalar) else ""


def number_of(node: Node | None, default: int = 0) -> int:
    """The whole number of a scalar; `default` for anything else."""
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else default


def is_null(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.value is None


def items_of(node: Node | None) -> list[Node]:
    """The items of a list; a scalar is a list of one."""
    return [node] if isinstance(node, Scalar) else list(node) if isinstance(node, Sequence) else []


class NameBinder:
    """Looks up the names in one file and collects the problems."""

    def __init__(self, names: ProgramNames, problems: Problems) -> None:
        self.names, self.problems = names, problems
        self.program = names.program

    def find(self, span: Span, find: Callable[..., Found], *given: Any) -> Found | None:
        """The result of `find`; None, and a problem at `span`, if it raises NotFound."""
        try:
            return find(*given)
        except NotFound as unknown:
            self.report(unknown, span)
            return None

    def report(self, unknown: NotFound, span: Span, message: str | None = None) -> None:
        """Report an unknown name, with a suggestion and the names to choose from."""
        known, more = unknown.known, ", ..." if len(unknown.known) > MOST_LISTED else ""
        notes = (f"known: {', '.join(known[:MOST_LISTED])}{more}",) if known else ()
        likely = known[:1] and (same_parts(known[0], unknown.wanted) or same_but_digits(known[0], unknown.wanted))
        near = known[0] if likely else nearest(unknown.wanted, known)
        self.problems.error(
            unknown.code, message or str(unknown), span, suggestion=near, notes=notes, names=(unknown.wanted,)
        )

    def entries(self, node: Node | None, find: Callable[[str], Found]) -> Iterator[tuple[Found, Entry]]:
        """The entries of a mapping, each with what its key names."""
        for entry in node if isinstance(node, Mapping) else ():
            found = self.find(entry.key_span, find, entry.key)
            if found is not None:
                yield found, entry

    def seats(self, node: Node | None) -> list[int]:
        """The seats of a list, or a single one."""
        found = [self.find(item.span, self.names.seat, text_of(item)) for item in items_of(node)]
        return [seat for seat in found if seat is not None]

    def looks(self, node: Node | None) -> list[list[int]]:
        """For each card of a list, the looks that its name may mean."""
        found = [self.find(item.span, self.names.looks, text_of(item)) for item in items_of(node)]
        return [looks for looks in found if looks is not None]

    def values(self, node: Node | None, kind: str) -> Iterator[tuple[Any, int, Entry]]:
        """The entries of a mapping of `active` fields or `mark` attributes: variable, value, entry."""
        for variable, entry in self.entries(node, lambda name: self.names.variable(name, kind)):
            value = self.find(entry.node.span, self.names.value, variable, entry.node.plain())
            if value is not None:
                yield variable, value, entry

    def variables(self, node: Node | None) -> Iterator[tuple[Any, int | None, Entry]]:
        """Each variable in a mapping, with the seat of the player whose it is (None: the game's)."""
        for variable, entry in self.entries(node, lambda name: self.names.variable(name, "variable")):
            if variable.count == 1:
                yield variable, None, entry
            elif isinstance(entry.node, Mapping):
                for seat, inner in self.entries(entry.node, self.names.seat):
                    yield variable, seat, inner
            else:
                message = f"each player has their own `{variable.name}`"
                label = f"write {{{self.names.player_name(0)}: {text_of(entry.node)}}}"
                self.problems.error("E605", message, entry.node.span, label=label)
