"""Checks declared names: none that has a meaning already, and none for two things.

Not here: what a declared name stands for (declarations.py), or unknown names (name_reading.py).
"""

from __future__ import annotations

import keyword
from collections.abc import Collection
from typing import TypeAlias

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span, own_file_first
from unoflex_rules.language.elaborate.type_reader import PLAYER_EACH
from unoflex_rules.language.expressions.scope import OTHER, reserved
from unoflex_rules.language.expressions.words import OF_CARDS, OF_PLAYERS
from unoflex_rules.language.expressions.world import PLACE, PLAN_MOMENTS
from unoflex_rules.language.schema.statement_models import CORE, OPEN_CORE
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

#: The place and the sort of each name found so far.
Found: TypeAlias = dict[str, tuple[Span, str]]
TYPES = ("bool", "int", "player", "players", "card", "zone", "face", "kind", "predicate", "steps")
#: Names that queries bind, and would hide.
BOUND = ("card", "it", "chooser")


def of_each_player(each: Node | None) -> bool:
    """Whether each player has one of what is declared with this `each`."""
    return any(text(one) == PLAYER_EACH for one in (each if isinstance(each, Sequence) else (each,)))


def taken(tree: Mapping, problems: Problems) -> None:
    """Report only the names that have two meanings, for a tree with other problems."""
    found = Problems()
    NameChecks(tree, found).check()
    for problem in found.sorted():
        if problem.code in ("E211", "E212"):
            problems.add(problem)


class NameChecks:
    """Checks the names that one ruleset declares."""

    def __init__(self, tree: Mapping, problems: Problems) -> None:
        self.tree = tree
        self.problems = problems
        self.everywhere: Found = {}
        self.of_players: Found = {}
        self.of_cards: Found = {}

    def check(self) -> None:
        """Report every name that is taken."""
        places = self.tree.get(("places",))
        if places is not None:
            self.once(PLACE, self.tree.span_of(("places",)), "the place of a player", self.everywhere)
            self.of_players[PLACE] = self.everywhere[PLACE]
        for group, what in (("options", "an option"), ("variables", "a variable"), ("zones", "a zone")):
            for entry in entries(self.tree, group):
                if group == "options" and isinstance(entry.node, Scalar):
                    continue  # a setting, not a declaration
                self.free(entry.key, entry.key_span, BOUND)
                self.once(entry.key, entry.key_span, what, self.everywhere)
                if of_each_player(part(entry.node, "each")):
                    self.free(entry.key, entry.key_span, OF_PLAYERS, words=False)
                    self.of_players.setdefault(entry.key, (entry.key_span, what))
        for group, what in (("attributes", "an attribute"), ("card_state", "an attribute that cards carry")):
            for entry in entries(self.tree, group):
                self.free(entry.key, entry.key_span, OF_CARDS)
                self.once(entry.key, entry.key_span, what, self.of_cards)
        for entry in entries(self.tree, "define"):
            self.definition(entry)
        for entry in entries(self.tree, "values"):
            self.free(entry.key, entry.key_span, TYPES)
            if part(entry.node, "range") is not None:
                named = [part(each.node, "name") or each.node for each in entries(entry.node, "names")]
                self.members(Sequence(list(named), entry.key_span))
            else:
                self.members(entry.node)
        self.members(self.tree.get(("faces",)))
        for group in ("cards", "choices", "active"):
            for entry in entries(self.tree, group):
                self.word(entry.key, entry.key_span)
        for entry in entries(self.tree, "effects"):
            self.effect(entry)
        for entry in entries(self.tree, "moments"):
            self.free(entry.key, entry.key_span, PLAN_MOMENTS, words=False)
            for given in entries(entry.node):
                self.free(given.key, given.key_span)

    def definition(self, entry: Entry) -> None:
        """The name and the parameters of a definition."""
        owner, dot, name = entry.key.rpartition(".")
        if not name.isidentifier() or (dot and owner not in ("card", "player")):
            message = "a definition is named `name`, `card.name` or `player.name`"
            notes = ("declare its parameters under `params`: `name: {params: {other: card}, value: ...}`",)
            self.problems.error("E104", message, entry.key_span, notes=notes if "(" in name else ())
        elif owner:
            members, found = (OF_CARDS, self.of_cards) if owner == "card" else (OF_PLAYERS, self.of_players)
            self.free(name, entry.key_span, members, words=False)
            self.once(name, entry.key_span, "a definition", found)
        else:
            self.free(name, entry.key_span, BOUND)
            self.once(name, entry.key_span, "a definition", self.everywhere)
        for param in entries(entry.node, "params"):
            self.free(param.key, param.key_span, {"card": ("card",), "player": ("it",)}.get(owner, ()))

    def members(self, node: Node | None) -> None:
        """The values of a type: words of the expression language, each once."""
        found: Found = {}
        if isinstance(node, Mapping):
            for entry in node:
                self.word(entry.key, entry.key_span)
        for item in node if isinstance(node, Sequence) else ():
            if isinstance(item, Scalar):
                self.word(item.text, item.span)
                self.once(item.text, item.span, "a value", found)

    def effect(self, entry: Entry) -> None:
        """The names of an effect, its parameters and its variables; parameters with steps are used as statements."""
        self.not_a_statement(entry.key, entry.key_span)
        found: Found = {}
        for group, what in (("params", "a parameter"), ("variables", "a variable")):
            for each in entries(entry.node, group):
                self.once(each.key, each.key_span, what, found)
        for variable in entries(entry.node, "variables"):
            self.free(variable.key, variable.key_span)
        for param in entries(entry.node, "params"):
            kind = part(param.node, "type") if isinstance(param.node, Mapping) else param.node
            if text(kind) == "steps":
                self.not_a_statement(param.key, param.key_span)
            else:
                self.free(param.key, param.key_span)

    # ---- verdicts --------------------------------------------------------------------------------------------------

    def not_a_statement(self, name: str, span: Span) -> None:
        """Reject the name of a statement."""
        if name in CORE or name in OPEN_CORE:
            self.problems.error("E212", f"`{name}` is a statement of the language", span, label=OTHER)

    def free(self, name: str, span: Span, taken: Collection[str] = (), words: bool = True) -> None:
        """Reject a name that has a meaning already; `words`: whether built-in names are taken too."""
        why = reserved(name) if words or keyword.iskeyword(name) else ""
        if not why and name in taken:
            why = f"`{name}` has a meaning already"
        if why:
            self.problems.error("E212", why, span, label=OTHER)

    def word(self, name: str, span: Span) -> None:
        """Reject a value or a member that an expression cannot name."""
        if keyword.iskeyword(name) or name in ("true", "false", "none"):
            self.problems.error("E212", f"`{name}` is reserved in expressions", span, label=OTHER)

    def once(self, name: str, span: Span, what: str, found: Found) -> None:
        """Reject a name that stands for something else already."""
        if name in found:
            (place, this), (other, that) = own_file_first([(span, what), found[name]], self.tree.span.file)
            message = f"duplicate name `{name}`: this is {this}"
            label = "the other one" + (f" is {that}" if that != this else "")
            self.problems.error("E211", message, place, also=((other, label),))
        found.setdefault(name, (span, what))
