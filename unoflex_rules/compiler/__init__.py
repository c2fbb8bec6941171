"""From a checked ruleset to a program: the only place that knows both the language and the program.

Not here: reading and checking rulesets (language), or running programs (engine).
"""

from __future__ import annotations

from unoflex_rules.compiler.assembler import Assembler
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.program.image import Place, Program

__all__ = ["Program", "compile_counting", "compile_ruleset"]


def compile_ruleset(ruleset: Ruleset, players: int, leaving: bool = False, lang: str | None = None) -> Program:
    """Compile a ruleset for a number of players, with titles in a language (default: English, or the first one).

    `leaving`: whether players may leave the game (`Game.leave`). The language changes neither games nor the digest.
    Raises RulesetError for a faulty ruleset, and UnknownLanguage for a language that the ruleset lacks.
    """
    game = ruleset.game(players, leaving)
    program = Assembler(game, ruleset.id, ruleset.titles(game, lang), ruleset.settings_shown(game)).assemble()
    program.overlays = ruleset.overlays
    program.file = str(ruleset.file)
    program.sources = {address: source.of_file(ruleset.merged.name) for address, source in program.sources.items()}
    spans = {kind: ruleset.tree.span_of(("cards", kind), key=True) for kind in program.kinds}
    program.kind_places = {kind: Place(span.file, span.line, span.column) for kind, span in spans.items()}
    return program


def compile_counting(ruleset: Ruleset, players: int) -> tuple[Program, tuple[Place, ...]]:
    """Compile a program that also counts visits to statements and options; return it with their places.

    Its last counters are those of the places, in order. A statement that is expanded at several calls has one counter.
    Raises RulesetError for a faulty ruleset.
    """
    game = ruleset.game(players)
    first_visit = len(game.world.counts)
    assembler = Assembler(game, ruleset.id, ruleset.titles(game), ruleset.settings_shown(game), first_visit)
    return assembler.assemble(), tuple(assembler.code.visits)
