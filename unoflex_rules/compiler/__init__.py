"""From a checked ruleset to a program: the only place that knows both the language and the program.

Not here: reading and checking rulesets (language), or running programs (engine).
"""

from __future__ import annotations

from unoflex_rules.compiler.assembler import Assembler
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.program.image import Place, Program

__all__ = ["Program", "compile_counting", "compile_ruleset"]


def compile_ruleset(ruleset: Ruleset, players: int, leaving: bool = False, lang: str | None = None) -> Program:
    """The program of a ruleset for a number of players, with the titles of a language: the usual one if None.

    `leaving`: whether players may leave the game (`Game.leave`). Games, and the program's digest, are the same in each
    language. Raises RulesetError where there is no program, and UnknownLanguage for a language that is none of several
    in which the ruleset speaks.
    """
    game = ruleset.game(players, leaving)
    program = Assembler(game, ruleset.id, ruleset.titles(game, lang), ruleset.settings_shown(game)).assemble()
    program.overlays = ruleset.overlays
    program.sources = {address: source.of_file(ruleset.merged.name) for address, source in program.sources.items()}
    spans = {kind: ruleset.tree.span_of(("cards", kind), key=True) for kind in program.kinds}
    program.kind_places = {kind: Place(span.file, span.line, span.column) for kind, span in spans.items()}
    return program


def compile_counting(ruleset: Ruleset, players: int) -> tuple[Program, tuple[Place, ...]]:
    """A program that plays the same games and counts its visits to statements and options, and their places.

    The last of its declared counters are theirs, one a place in the order of the places. A statement that stands at one
    place and is written out at several calls is counted as one. Raises RulesetError where there is no program.
    """
    game = ruleset.game(players)
    first_visit = len(game.world.counts)
    assembler = Assembler(game, ruleset.id, ruleset.titles(game), ruleset.settings_shown(game), first_visit)
    return assembler.assemble(), tuple(assembler.code.visits)
