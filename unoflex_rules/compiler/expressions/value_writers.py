"""One row per kind of expression that needs code: who writes it. Not here: values that need none (state_slots.py)."""

from __future__ import annotations

from unoflex_rules.compiler.code import Code
from unoflex_rules.compiler.expressions.attribute_tables import write_attribute, write_card_state
from unoflex_rules.compiler.expressions.card_queries import write_card_query
from unoflex_rules.compiler.expressions.expression_writer import ExpressionWriter, ValueWriter
from unoflex_rules.compiler.expressions.operations import write_operation
from unoflex_rules.compiler.expressions.player_queries import write_player_query
from unoflex_rules.compiler.expressions.state_slots import find_slot
from unoflex_rules.compiler.expressions.variable_places import write_variable
from unoflex_rules.compiler.expressions.zone_numbers import write_zone
from unoflex_rules.compiler.state_layout import StateLayout
from unoflex_rules.language.expressions.types import (
    AttributeRef,
    CardQuery,
    CardStateRef,
    Expr,
    Op,
    PlayerQuery,
    VariableRef,
    ZoneRef,
)
from unoflex_rules.language.statements.tree import CheckedGame

VALUE_WRITERS: dict[type[Expr], ValueWriter] = {
    VariableRef: write_variable,
    ZoneRef: write_zone,
    AttributeRef: write_attribute,
    CardStateRef: write_card_state,
    Op: write_operation,
    CardQuery: write_card_query,
    PlayerQuery: write_player_query,
}


def expression_writer(game: CheckedGame, code: Code, state: StateLayout) -> ExpressionWriter:
    """A writer for the expressions of a game."""
    return ExpressionWriter(game, code, state, VALUE_WRITERS, find_slot)
