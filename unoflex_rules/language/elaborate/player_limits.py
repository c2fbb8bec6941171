"""The allowed numbers of players, by the settings of the options. Not here: the size of the deck (consistency.py)."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingType

from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.elaborate.option_reader import PLAYER_COUNT, OptionReader
from unoflex_rules.language.expressions.checker import ExpressionChecker
from unoflex_rules.language.expressions.rejection import AlreadyReported
from unoflex_rules.language.expressions.scope import AROUND, NOW
from unoflex_rules.language.expressions.types import INT, Const, Expr
from unoflex_rules.language.expressions.world import Scope
from unoflex_rules.language.yaml.node_access import entries, part, text
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar

MOST_PLAYERS = 16
#: Names known only in play, and the groups of declarations with such names.
IN_PLAY = {*NOW, *AROUND, "active", "before", "choice"}
PLAYED = ("zones", "variables", "choices")
DEFAULT_PLAYERS = 2  # of a base without `players`


def how_many(tree: Mapping, settings: MappingType[str, str], problems: Problems) -> range:
    """The allowed numbers of players with these settings of the options."""
    players = tree.get(("players",))
    if players is None:
        return range(DEFAULT_PLAYERS, DEFAULT_PLAYERS + 1)
    nodes = [part(players, key) for key in ("min", "max")]
    least, most = (DEFAULT_PLAYERS if node is None else number(tree, node, settings, problems) for node in nodes)
    if least > most:
        message = f"`min` is {least} and `max` is {most}: no number of players is allowed"
        problems.error("E104", message, tree.span_of(("players",)))
    return range(least, max(least, most) + 1)


def most_players(tree: Mapping, settings: MappingType[str, str]) -> int | None:
    """The greatest number of players with these settings; None if the ruleset declares none."""
    return None if tree.get(("players",)) is None else how_many(tree, settings, Problems())[-1]


def telling(tree: Mapping, counts: range, settings: MappingType[str, str]) -> list[int]:
    """Numbers of players that represent all others: the fewest and the most of those with equal options."""
    found = {counts[0], counts[-1]}
    defaults = (part(entry.node, "default") for entry in entries(tree, "options"))
    if any(PLAYER_COUNT in words_of(default) for default in defaults if default is not None):
        before: list[int] = []
        for players in counts:
            reader = OptionReader(tree, players, settings, Problems())
            reader.options()
            options = [option.value for option in reader.world.options.values()]
            if before not in ([], options):
                found |= {players - 1, players}
            before = options
    return sorted(found)


def depends_on_players(tree: Mapping, condition: Node) -> bool:
    """Whether a condition about options depends on the number of players, directly or by the default of an option."""
    seen: set[str] = set()
    words = set(words_of(condition))
    while words - seen:
        seen |= words
        defaults = [tree.get(("options", name, "default")) for name in words]
        words = {word for default in defaults if default is not None for word in words_of(default)}
    return PLAYER_COUNT in seen


def words_of(node: Node) -> list[str]:
    """The words of an expression."""
    return re.findall(r"\w+", text(node))


def number(tree: Mapping, node: Node, settings: MappingType[str, str], problems: Problems) -> int:
    """A number of players: a literal, or an expression of options."""
    if isinstance(node, Scalar) and isinstance(node.value, int):
        return node.value
    reader = OptionReader(tree, 0, settings, problems)
    words = [word for word in words_of(node) if not word.isdigit()]
    options = {entry.key for entry in entries(tree, "options")}
    if options.issuperset(words):
        reader.options(words)
        if problems.has_errors:
            return DEFAULT_PLAYERS
    else:  # the checker reports the other names
        reader = OptionReader(tree, 0, settings, Problems())
        reader.options()
    expr: Expr | None = None
    try:
        if IN_PLAY.union(*({entry.key for entry in entries(tree, group)} for group in PLAYED)).isdisjoint(words):
            expr = ExpressionChecker(reader.world, problems).read(node, Scope({}), INT)
    except AlreadyReported:
        return DEFAULT_PLAYERS
    if not isinstance(expr, Const):
        message = "the number of players must be constant: a number, or an expression of options"
        problems.error("E302", message, node.span)
        return DEFAULT_PLAYERS
    if not 1 <= expr.value <= MOST_PLAYERS:
        problems.error("E104", f"a game has 1 to {MOST_PLAYERS} players, not {expr.value}", node.span)
        return DEFAULT_PLAYERS
    return expr.value
