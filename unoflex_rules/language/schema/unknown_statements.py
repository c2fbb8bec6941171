"""Reports an unknown statement or effect, and finds the library file that declares a name.

Not here: finding that a name is unknown (shape_check.py, parsing.py), or the forms of other languages (call_forms.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from unoflex_rules.language.diagnostics.hints import of_step
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import MAX_SUGGESTED, nearest
from unoflex_rules.language.diagnostics.wording import shortlist
from unoflex_rules.language.schema.call_forms import elsewhere
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.nodes import Mapping
from unoflex_rules.resources import rulesets_dir

#: The sections whose names a ruleset may use after extending a base.
SECTIONS = ("effects", "zones", "variables", "options", "define", "moments")


def report_unknown_statement(
    key: str, span: Span, statements: Iterable[str], effects: Iterable[str], problems: Problems
) -> str:
    """Report that there is no such statement or effect; returns the suggestion, or nothing."""
    statements, effects = list(statements), list(effects)
    assigned = of_step(key)
    if assigned is not None:
        problems.error("E202", "use `set` to give a variable a value", span, suggestion=assigned)
        return ""
    near, notes = None, comes_with(key)
    if len(problems) < MAX_SUGGESTED:
        begun = [each for each in statements if each.startswith(f"{key}_")]  # `miss` for `miss_turn`
        near = begun[0] if len(begun) == 1 else nearest(key, [*statements, *effects])
        notes = notes or elsewhere(key, [*statements, *effects])
        if not notes and near is None and effects:
            notes = (f"known effects: {shortlist(reversed(effects))}",)  # the file's own come last
    problems.report(UnknownName("E202", "effect or statement", key), span, suggestion=near, notes=notes)
    return near or ""


def comes_with(name: str) -> tuple[str, ...]:
    """A note that names the base to extend for a name; none if no base declares it."""
    base = _declared().get(name)
    return () if base is None else (f"`{name}` comes with `extends: {base}`",)


@cache
def _declared() -> dict[str, str]:
    """The bases of the library by the names that they declare."""
    found: dict[str, str] = {}
    for path in sorted((rulesets_dir() / "std").glob("*.yaml")):
        tree = read_text(path.read_text(encoding="utf-8"), path.name, Problems())
        for section in SECTIONS:
            declared = tree.get((section,)) if tree is not None else None
            for entry in declared if isinstance(declared, Mapping) else ():
                found.setdefault(entry.key.rpartition(".")[2], f"std/{path.stem}")
    return found
