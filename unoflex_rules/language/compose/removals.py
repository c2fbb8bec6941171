"""Names that a ruleset takes out of what it builds on: where, and what is said of one of which something still speaks.

Not here: taking them out (overlaying.py), or finding out that a name is unknown (parsing.py, shape_check.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from unoflex_rules.language.compose.overlaying import Removal
from unoflex_rules.language.diagnostics.problems import Problem, Span
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, place_of

#: Problems of a name that nobody knows.
MISSING = "E102"
UNKNOWN = ("E20", "E210", "E101", MISSING)
SHOWN = 4  # places that still speak of a name
#: Parts of the file of which a name alone can be taken away.
NAMED = frozenset({"define", "effects", "options", "variables", "card_state", "zones", "choices", "cards", "moments"})


class Removed:
    """What was taken out of the mappings that the tree of a ruleset's file inherits."""

    def __init__(self, tree: Mapping, removals: Iterable[Removal]) -> None:
        self.tree = tree
        self.removals = {removal.name: removal for removal in removals}
        self.told_of: dict[str, Problem] = {}
        self.spoken: dict[str, dict[Span, str]] = {}

    def told(self, problem: Problem) -> tuple[Problem, Problem | None]:
        """A problem, which tells where the name was taken away if that is why nobody knows it; and the one told before
        that it takes the place of.

        The place is the author's own: where the file itself speaks of the name, else where it takes it away.
        """
        removal = self._meant(problem)
        if problem.code == "E311" and problem.span is not None and problem.span.file != self.tree.span.file:
            return self._smaller(problem, problem.span), None
        if removal is None or problem.span is None:
            return problem, None
        said = problem.message.partition(": ")[0] if problem.code == MISSING else problem.message
        message = f"{said}: it was taken away"
        if problem.span.file == removal.at.file:
            also, notes = ((removal.at, "taken away here"),), self._ways(removal)
            return replace(problem, message=message, suggestion=None, notes=notes, also=also), None
        before = self.told_of.get(removal.name)
        spoken = self.spoken.setdefault(removal.name, {})
        spoken[problem.span] = "still spoken of here"
        shown = sorted(spoken.items(), key=lambda pair: pair[0])[:SHOWN]
        more = (f"{len(spoken) - SHOWN} more places speak of it",) if len(spoken) > SHOWN else ()
        if before is not None and before.code != MISSING:
            message = before.message
        code = before.code if before is not None and before.code != MISSING else problem.code
        ways = (*self._ways(removal, [span for span, _ in shown]), *more)
        told = Problem(code, message, removal.at, "taken away here", None, ways, tuple(shown), problem.severity)
        self.told_of[removal.name] = told
        return told, before

    def _smaller(self, problem: Problem, span: Span) -> Problem:
        """That the deck has another size, told where the file takes values away, if it does."""
        values = [each for each in self.removals.values() if each.path[0] == "values"]
        if not values:
            return problem
        also = ((span, "so many are said here"), *problem.also)
        label = "the cards with it are gone as well: `each` stands for what is left"
        return replace(problem, span=values[0].at, label=label, also=also)

    def _meant(self, problem: Problem) -> Removal | None:
        """What was taken away, if a problem marks that name and knows nothing of it."""
        at = problem.span
        if not problem.code.startswith(UNKNOWN) or at is None or at.line != at.end_line:
            return None
        for name, removal in self.removals.items():
            for said in (name, name.rpartition(".")[2]):  # of `card.playable` the last word is marked alone
                if at.end_column - at.column == len(said) and f"`{said}`" in problem.message:
                    return removal
        return None

    def _ways(self, removal: Removal, spoken: Iterable[Span] = ()) -> tuple[str, ...]:
        """How to go on without it: a name for the same, or without those who speak of it."""
        group, name = removal.path[0], removal.name
        if group == "options":
            default = _default(removal.before)
            return (f"`define: {{{name}: {default}}}` fixes what an option would have been",)
        ways = [way for way in dict.fromkeys(_without(place_of(self.tree, span), removal) for span in spoken) if way]
        again = f"say under `{group}` what `{name}` is here"
        return (f"{again}, or go without what speaks of it: {', '.join(ways)}" if ways else again,)


def _default(node: Node) -> str:
    """The value of an option of which nothing else is said."""
    value = node.get(("default",)) if isinstance(node, Mapping) else node
    return value.text if isinstance(value, Scalar) else "..."


def _without(place: str, removal: Removal) -> str:
    """How a part of the file goes without what it inherits: `define-: [can_draw]`, `turn: {end=: [...]}`."""
    group, _, name = place.partition(".")
    if group == "deck" and removal.path[0] == "cards":
        return f"`deck-: [{removal.name}]`"
    if group in NAMED and name:
        return f"`{group}-: [{name}]`"
    return f"`{group}: {{{name}=: ...}}`" if name else f"`{group}=:`" if group else ""
