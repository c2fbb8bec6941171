"""Which rulesets use each opcode and each effect of the library, to find what serves a single game.

Not here: the listing of one program (program/listing.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.language.ruleset import Ruleset, load
from unoflex_rules.program import layout as at
from unoflex_rules.program.listing import columns
from unoflex_rules.program.opcodes import NAMES, OPCODES
from unoflex_rules.resources import list_rulesets

LIBRARY = "std/"


def usage(rulesets: Iterable[str | Path]) -> str:
    """Opcodes and effects of the library, one a line, with those of some rulesets (paths or ids) that use them.

    A base uses nothing itself. A line is marked `1` if a single ruleset uses it, `0` if none does. Raises RulesetError
    and UnknownRuleset.
    """
    opcodes: dict[str, list[str]] = {name: [] for name in OPCODES}
    effects: dict[str, list[str]] = {name: [] for name in library_effects()}
    games, bases = [], []
    for each in rulesets:
        ruleset = load(each)
        if ruleset.is_base:
            bases.append(ruleset.id)
            continue
        name = ruleset.id if ruleset.id not in games else str(each)
        games.append(name)
        used_opcodes, used_effects = uses(ruleset)
        for table, used in ((opcodes, used_opcodes), (effects, used_effects)):
            for key in table:
                if key in used:
                    table[key].append(name)
    counted = f"{len(games)} game{'' if len(games) == 1 else 's'}: {', '.join(games) or 'none'}"
    lines = [counted] + ([f"bases, not counted: {', '.join(bases)}"] if bases else [])
    for title, table in (("Opcodes", opcodes), ("Effects of the library", effects)):
        lines += ["", *part(title, table, games)]
    return "\n".join(lines) + "\n"


def part(title: str, table: dict[str, list[str]], games: list[str]) -> list[str]:
    """One table: mark, name, rulesets."""
    few = [name for name, users in table.items() if len(users) == 1]
    none = [name for name, users in table.items() if not users]
    rows = [
        (
            str(len(users)) if len(users) < 2 else "",
            name,
            "all" if len(users) == len(games) > 1 else ", ".join(users) or "none",
        )
        for name, users in table.items()
    ]
    return [f"{title}: {len(table)}, {len(few)} used by a single game, {len(none)} by none", *columns(rows)]


def uses(ruleset: Ruleset) -> tuple[set[str], set[str]]:
    """The opcodes and effects of a ruleset, with the fewest and the most players, and its default options."""
    opcodes: set[str] = set()
    effects: set[str] = set()
    for players in {ruleset.players_min, ruleset.players_max}:
        program = compile_ruleset(ruleset, players)
        code = range(program.code_start, program.code_end, at.INSTRUCTION)
        opcodes |= {NAMES[program.vector[address]] for address in code}
        effects |= set(program.library_effects)
    return opcodes, effects


def library_effects() -> list[str]:
    """The names of all effects of the shipped library, in its order."""
    found: dict[str, None] = {}
    for ruleset_id in list_rulesets():
        if ruleset_id.startswith(LIBRARY):
            found |= dict.fromkeys(load(ruleset_id).model.effects)
    return list(found)
