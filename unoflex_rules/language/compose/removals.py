"""Names that a ruleset removes from what it extends but still uses: each is reported with the place of its removal.

Not here: removing them (overlaying.py), or finding that a name is unknown (parsing.py, shape_check.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from unoflex_rules.language.compose.overlaying import Removal
from unoflex_rules.language.diagnostics.kinds import DeckSize, RemovedName, UnknownKey, UnknownName
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, place_of

SHOWN: Final = 4  # places that still use a name
#: Sections of the file from which a single name can be removed.
NAMED: Final = frozenset(
    {"define", "effects", "options", "variables", "card_state", "zones", "choices", "cards", "moments"}
)


def explain_removals(tree: Mapping, removals: Iterable[Removal], problems: Problems) -> None:
    """Point problems about a removed name, or about the deck that shrinks with it, to the removal.

    A use in the author's own file keeps its place; all uses in inherited files become one problem at the removal.
    """
    removed = {removal.name: removal for removal in removals}
    inherited: dict[str, list[Problem]] = {}
    for problem in problems.sorted() if removed else ():
        if isinstance(problem.kind, DeckSize):
            _explain_deck(tree, removed.values(), problem, problems)
        removal = _removal_of(problem, removed)
        if removal is None or problem.span is None:
            continue
        if problem.span.file != removal.at.file:
            inherited.setdefault(removal.name, []).append(problem)
            continue
        also, notes = ((removal.at, "removed here"),), _ways_out(tree, removal)
        kind = RemovedName(problem.code, problem.kind)
        problems.replace([problem], replace(problem, kind=kind, suggestion=None, notes=notes, also=also))
    for name, uses in inherited.items():
        problems.replace(uses, _unused_no_more(tree, removed[name], uses))


def _removal_of(problem: Problem, removed: dict[str, Removal]) -> Removal | None:
    """The removal that explains why a marked name is unknown."""
    if not isinstance(problem.kind, UnknownName | UnknownKey):
        return None
    name = problem.kind.name
    return next((each for key, each in removed.items() if name in (key, key.rpartition(".")[2])), None)


def _unused_no_more(tree: Mapping, removal: Removal, uses: list[Problem]) -> Problem:
    """One problem at the removal for all uses in inherited files."""
    cause = uses[0]
    places = [each.span for each in uses if each.span is not None]
    notes = _ways_out(tree, removal, places[:SHOWN])
    if len(places) > SHOWN:
        notes = (*notes, f"{len(places) - SHOWN} more places use it")
    also = tuple((place, "still used here") for place in places[:SHOWN])
    kind = RemovedName(cause.code, cause.kind)
    return Problem(kind, removal.at, "removed here", notes=notes, also=also, severity=cause.severity)


def _explain_deck(tree: Mapping, removals: Iterable[Removal], problem: Problem, problems: Problems) -> None:
    """Move a wrong deck size that an inherited file declares to the first removed value."""
    values = next((each for each in removals if each.path[0] == "values"), None)
    if values is None or problem.span is None or problem.span.file == tree.span.file:
        return
    also = ((problem.span, "the size is declared here"), *problem.also)
    label = "this also removes the cards with that value: `each` covers the remaining values"
    problems.replace([problem], replace(problem, span=values.at, label=label, also=also))


def _ways_out(tree: Mapping, removal: Removal, uses: Iterable[Span] = ()) -> tuple[str, ...]:
    """How to do without the name: declare it again, or change what uses it."""
    group, name = removal.path[0], removal.name
    if group == "options":
        return (f"`define: {{{name}: {_default(removal.before)}}}` fixes the value of the option",)
    ways = [way for way in dict.fromkeys(_without(place_of(tree, span), removal) for span in uses) if way]
    again = f"declare `{name}` again under `{group}`"
    return (f"{again}, or change what uses it: {', '.join(ways)}" if ways else again,)


def _default(node: Node) -> str:
    """The default of an option, as text."""
    value = node.get(("default",)) if isinstance(node, Mapping) else node
    return value.text if isinstance(value, Scalar) else "..."


def _without(place: str, removal: Removal) -> str:
    """The entry that drops or replaces an inherited part: `define-: [can_draw]`, `turn: {end=: [...]}`."""
    group, _, name = place.partition(".")
    if group == "deck" and removal.path[0] == "cards":
        return f"`deck-: [{removal.name}]`"
    if group in NAMED and name:
        return f"`{group}-: [{name}]`"
    return f"`{group}: {{{name}=: ...}}`" if name else f"`{group}=:`" if group else ""
