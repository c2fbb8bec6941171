"""What is said of a name that nobody knows: what it was probably meant to be, and which foundation has it.

Not here: finding out that it is unknown (shape_check.py, parsing.py), or what people bring from other languages
(hints.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from unoflex_rules.language.diagnostics.hints import of_step
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.schema.call_forms import elsewhere
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Mapping
from unoflex_rules.resources import rulesets_dir

EFFECTS_TOLD = 20
#: Where the foundations declare what a ruleset names.
GROUPS = ("effects", "zones", "variables", "options", "define", "moments")


def statement(key: str, span: Span, statements: Iterable[str], effects: Iterable[str], problems: Problems) -> str:
    """Note that there is no such statement or effect; the one that was probably meant, or nothing."""
    effects = list(effects)
    assigned = of_step(key)
    if assigned is not None:
        problems.error("E202", "a variable is given a value by `set`", span, suggestion=assigned)
        return ""
    guess = nearest(key, [*statements, *effects])
    some = ", ".join(effects[-EFFECTS_TOLD:]) + (", ..." if len(effects) > EFFECTS_TOLD else "")  # its own come last
    notes = comes_with(key) or elsewhere(key, [*statements, *effects])
    if not notes and guess is None and effects:
        notes = (f"effects here: {some}",)
    problems.report(UnknownName("E202", "effect or statement", key), span, suggestion=guess, notes=notes)
    return guess or ""


def comes_with(name: str) -> tuple[str, ...]:
    """A note that says on which foundation a ruleset must build for a name to be known; nothing for any other name."""
    foundation = _declared().get(name)
    return () if foundation is None else (f"`{name}` comes with `extends: {foundation}`",)


@cache
def _declared() -> dict[str, str]:
    """The foundation that declares a name, for all names of all foundations."""
    found: dict[str, str] = {}
    for path in sorted((rulesets_dir() / "std").glob("*.yaml")):
        tree = read_text(path.read_text(encoding="utf-8"), path.name, Problems())
        for group in GROUPS:
            declared = tree.get((group,)) if tree is not None else None
            for entry in declared if isinstance(declared, Mapping) else ():
                found.setdefault(entry.key.rpartition(".")[2], f"std/{path.stem}")
    return found
