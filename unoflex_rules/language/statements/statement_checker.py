"""The checker of all statements: nodes in, checked steps (tree.py) out. Each statement is checked in another module."""

from __future__ import annotations

from unoflex_rules.language.statements.card_actions import CardActionChecks
from unoflex_rules.language.statements.control import ControlChecks
from unoflex_rules.language.statements.moments import MomentChecks
from unoflex_rules.language.statements.questions import QuestionChecks
from unoflex_rules.language.statements.randomness import RandomChecks
from unoflex_rules.language.statements.turn_actions import TurnActionChecks


class StatementChecker(CardActionChecks, TurnActionChecks, ControlChecks, MomentChecks, QuestionChecks, RandomChecks):
    """Checks the statements of one ruleset."""
