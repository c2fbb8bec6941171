"""How many may play, by the settings of the options. Not here: whether the deck serves so many (consistency.py)."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingType

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.elaborate.declarations import DeclarationReader
from unoflex_rules.language.elaborate.option_reader import PLAYER_COUNT
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import AROUND, NOW
from unoflex_rules.language.expressions.types import INT, Const, Expr
from unoflex_rules.language.expressions.world import Scope
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar

MOST_PLAYERS = 16
#: What is known in play alone: words of the language, and the parts of a ruleset whose names are.
IN_PLAY = {*NOW, *AROUND, "active", "before", "choice"}
PLAYED = ("zones", "variables", "choices")
UNSAID = 2  # how many play where a foundation says nothing


def how_many(tree: Mapping, settings: MappingType[str, str], problems: Problems) -> range:
    """How many may play with these settings of the options; what is wrong with that is noted."""
    players = tree.get(("players",))
    if players is None:
        return range(UNSAID, UNSAID + 1)
    nodes = [part(players, key) for key in ("min", "max")]
    least, most = (UNSAID if node is None else number(tree, node, settings, problems) for node in nodes)
    if least > most:
        message = f"at least {least} players, at most {most}: nobody can play"
        problems.error("E104", message, tree.span_of(("players",)))
    return range(least, max(least, most) + 1)


def telling(tree: Mapping, counts: range, settings: MappingType[str, str]) -> list[int]:
    """Numbers of players that stand for all: of those with the same options the fewest and the most."""
    found = {counts[0], counts[-1]}
    defaults = (part(entry.node, "default") for entry in entries(tree, "options"))
    if any(PLAYER_COUNT in words_of(default) for default in defaults if default is not None):
        before: list[int] = []
        for players in counts:
            declarations = DeclarationReader(tree, players, settings, Problems())
            declarations.options()
            options = [option.value for option in declarations.world.options.values()]
            if before not in ([], options):
                found |= {players - 1, players}
            before = options
    return sorted(found)


def words_of(node: Node) -> list[str]:
    """The words of an expression."""
    return re.findall(r"\w+", text(node))


def number(tree: Mapping, node: Node, settings: MappingType[str, str], problems: Problems) -> int:
    """A number of players: a number, or an expression of options."""
    if isinstance(node, Scalar) and isinstance(node.value, int):
        return node.value
    declarations = DeclarationReader(tree, 0, settings, problems)
    words = [word for word in words_of(node) if not word.isdigit()]
    options = {entry.key for entry in entries(tree, "options")}
    if options.issuperset(words):
        declarations.options(words)
        if problems.has_errors:
            return UNSAID
    else:  # what is none of them may be meant to be any
        declarations = DeclarationReader(tree, 0, settings, Problems())
        declarations.options()
    expr: Expr | None = None
    try:
        if IN_PLAY.union(*({entry.key for entry in entries(tree, group)} for group in PLAYED)).isdisjoint(words):
            expr = ExpressionChecker(declarations.world, problems).read(node, Scope({}), INT)
    except AlreadyReported:
        return UNSAID
    if not isinstance(expr, Const):
        problems.error(
            "E302", "how many may play must be known before the game: a number, or an expression of options", node.span
        )
        return UNSAID
    if not 1 <= expr.value <= MOST_PLAYERS:
        problems.error("E104", f"{expr.value} players: 1 to {MOST_PLAYERS} can play", node.span)
        return UNSAID
    return expr.value
