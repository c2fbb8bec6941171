"""From a checked ruleset to a program: the only place that knows both the language and the program.

Not here: reading and checking rulesets (language), or running programs (engine).
"""

from __future__ import annotations

from unoflex_rules.compiler.program import Assembler
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.program.image import Program

__all__ = ["Program", "compile_ruleset"]


def compile_ruleset(ruleset: Ruleset, players: int, leaving: bool = False) -> Program:
    """The program of a ruleset for a number of players, who may leave the game (`Game.leave`) where `leaving`.

    Raises RulesetError where there is none.
    """
    game = ruleset.game(players, leaving)
    return Assembler(game, ruleset.id, ruleset.title, ruleset.settings_shown(game)).assemble()
