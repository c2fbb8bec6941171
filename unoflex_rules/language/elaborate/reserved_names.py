"""Which names may be declared: none that has a meaning already, none for two things that are written alike.

Not here: what a declared name stands for (declarations.py), or unknown ones (parsing.py).
"""

from __future__ import annotations

import keyword
from typing import TypeAlias

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span, own_file_first
from unoflex_rules.language.elaborate.type_reader import PLAYER_EACH
from unoflex_rules.language.expressions.scope import AROUND, OTHER, reserved
from unoflex_rules.language.expressions.world import PLAN_MOMENTS
from unoflex_rules.language.schema.statement_models import CORE, OPEN_CORE
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence

#: Where each name was found, and what it is called there.
Found: TypeAlias = dict[str, tuple[Span, str]]
TYPES = ("bool", "int", "player", "players", "card", "zone", "face", "kind", "predicate", "steps")
#: What every card, or every player, has by itself.
OF_CARDS = ("kind", "look", "face", "on")
OF_PLAYERS = (*AROUND, "after", "misses")
#: Names that quantifiers bind: something declared would be hidden by them.
BOUND = ("card", "it", "chooser")


def of_each_player(each: Node | None) -> bool:
    """Whether every player has one of what is declared so."""
    return any(text(one) == PLAYER_EACH for one in (each if isinstance(each, Sequence) else (each,)))


def taken(tree: Mapping, problems: Problems) -> None:
    """Note the names that stand for two things, or have a meaning already: what is said by them is told afterwards."""
    found = Problems()
    NameChecks(tree, found).check()
    for problem in found.sorted():
        if problem.code in ("E211", "E212"):
            problems.add(problem)


class NameChecks:
    """Looks through the declarations of one ruleset."""

    def __init__(self, tree: Mapping, problems: Problems) -> None:
        self.tree = tree
        self.problems = problems

    def check(self) -> None:
        """Note every name that is taken."""
        everywhere: Found = {}
        of_players: Found = {}
        of_cards: Found = {}
        for group, what in (("options", "an option"), ("variables", "a variable"), ("zones", "a zone")):
            for entry in entries(self.tree, group):
                if group == "options" and isinstance(entry.node, Scalar):
                    continue  # set, and declared nowhere
                self.free(entry.key, entry.key_span, BOUND)
                self.once(entry.key, entry.key_span, what, everywhere)
                if of_each_player(part(entry.node, "each")):
                    self.free(entry.key, entry.key_span, OF_PLAYERS, words=False)
                    self.once(entry.key, entry.key_span, what, of_players, tell=False)
        for group, what in (("attributes", "an attribute"), ("card_state", "an attribute that cards carry")):
            for entry in entries(self.tree, group):
                self.free(entry.key, entry.key_span, OF_CARDS)
                self.once(entry.key, entry.key_span, what, of_cards)
        for entry in entries(self.tree, "define"):
            self.define(entry, everywhere, of_players, of_cards)
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
        self.effects()
        for entry in entries(self.tree, "moments"):
            self.free(entry.key, entry.key_span, PLAN_MOMENTS, words=False)
            for given in entries(entry.node):
                self.free(given.key, given.key_span)

    def define(self, entry: Entry, everywhere: Found, of_players: Found, of_cards: Found) -> None:
        owner, dot, name = entry.key.rpartition(".")
        if not name.isidentifier() or (dot and owner not in ("card", "player")):
            message = "a definition is called `name`, `card.name` or `player.name`"
            notes = ("what it is asked with stands under `params`: `name: {params: {other: card}, value: ...}`",)
            self.problems.error("E104", message, entry.key_span, notes=notes if "(" in name else ())
        elif owner == "card":
            self.free(name, entry.key_span, OF_CARDS, words=False)
            self.once(name, entry.key_span, "a definition", of_cards)
        elif owner == "player":
            self.free(name, entry.key_span, OF_PLAYERS, words=False)
            self.once(name, entry.key_span, "a definition", of_players)
        else:
            self.free(name, entry.key_span, BOUND)
            self.once(name, entry.key_span, "a definition", everywhere)
        for param in entries(entry.node, "params"):
            self.free(param.key, param.key_span, {"card": ("card",), "player": ("it",)}.get(owner, ()))

    def members(self, node: Node | None) -> None:
        """The values of a type, each once, each a word that an expression can hold."""
        found: Found = {}
        if isinstance(node, Mapping):
            for entry in node:
                self.word(entry.key, entry.key_span)
        for item in node if isinstance(node, Sequence) else ():
            if isinstance(item, Scalar):
                self.word(item.text, item.span)
                self.once(item.text, item.span, "a value", found)

    def effects(self) -> None:
        statements = (*CORE, *OPEN_CORE)
        for entry in entries(self.tree, "effects"):
            if entry.key in statements:
                self.problems.error(
                    "E212", f"`{entry.key}` is a statement of the language itself", entry.key_span, label=OTHER
                )
            for param in entries(entry.node, "params"):
                kind = part(param.node, "type") if isinstance(param.node, Mapping) else param.node
                if text(kind) != "steps":
                    self.free(param.key, param.key_span)
                elif param.key in statements:
                    self.problems.error(
                        "E212", f"`{param.key}` is a statement of the language itself", param.key_span, label=OTHER
                    )

    # ---- verdicts ------------------------------------------------------------------------------------------------

    def free(self, name: str, span: Span, taken: tuple[str, ...] = (), words: bool = True) -> None:
        """A name must have no meaning of its own."""
        why = reserved(name) if words or keyword.iskeyword(name) else ""
        if not why and name in taken:
            why = f"`{name}` has a meaning already"
        if why:
            self.refuse(why, span)

    def refuse(self, why: str, span: Span) -> None:
        self.problems.error("E212", why, span, label=OTHER)

    def word(self, name: str, span: Span) -> None:
        """A name that stands only where a value or a member is looked for must be a word that can be read."""
        if keyword.iskeyword(name) or name in ("true", "false", "none"):
            self.problems.error(
                "E212", f"`{name}` is a word of the expression language, or kept for it", span, label=OTHER
            )

    def once(self, name: str, span: Span, what: str, found: Found, tell: bool = True) -> None:
        """A name must stand for one thing."""
        if name in found and tell:
            (place, this), (other, that) = own_file_first([(span, what), found[name]], self.tree.span.file)
            message = f"`{name}` stands for two things; this one is {this}"
            label = "the other one" + (f" is {that}" if that != this else "")
            self.problems.error("E211", message, place, also=((other, label),))
        found.setdefault(name, (span, what))
