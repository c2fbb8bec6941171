"""What an author keeps silent about: entries of `silence`, each with a reason. Not here: how doubts are found."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.diagnostics.problems import Problem, Problems
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.lint.lint_context import LintContext, LintWarning
from unoflex_rules.language.lint.registry import CHECKS
from unoflex_rules.language.yaml.node_access import part, text
from unoflex_rules.language.yaml.nodes import Mapping, Scalar, Sequence

#: The doubt about a silence itself; nobody can be silent about it.
ABOUT_SILENCE: Final = "W502"
#: The warning that comes of reading a file, whatever is looked for.
READ_SO: Final = "W501"
#: Those that come of playing a ruleset through, by which nobody is bothered who only reads it.
PLAYED: Final = tuple(code for code in CODES if code.startswith("W7"))


def check_silences(tree: Mapping, problems: Problems) -> None:
    """Say which entries name no warning that can be silenced, or give no reason."""
    warnings = [READ_SO, *CHECKS, *PLAYED]
    for entry in entries_of(tree):
        code = part(entry, "warning")
        if isinstance(code, Scalar) and code.text not in warnings:
            why = f"{code.text} cannot be silenced" if code.text in CODES else f"there is no warning `{code.text}`"
            problems.error("E106", why, code.span, suggestion=nearest(code.text, warnings))
        because = part(entry, "because")
        if isinstance(because, Scalar) and not because.text.strip():
            problems.error("E104", "a reason is expected here, for whoever reads this next", because.span)


def silenced(context: LintContext, found: Iterable[LintWarning], codes: Collection[str]) -> list[Problem]:
    """Those that are left where the ruleset is silent about the others; one more for each silence without an object.

    `codes` are those that were looked for.
    """
    warnings = list(found)
    entries = entries_of(context.tree)
    kept = [warning.problem for warning in warnings if not any(hides(entry, warning) for entry in entries)]
    for entry in entries:
        asked = text(part(entry, "warning")) in codes and context.is_own(entry.span)
        if asked and not any(hides(entry, warning) for warning in warnings):
            kept.append(unneeded(entry, warnings))
    return kept


def entries_of(tree: Mapping) -> list[Mapping]:
    """The entries of `silence`."""
    node = tree.get(("silence",))
    return [item for item in node if isinstance(item, Mapping)] if isinstance(node, Sequence) else []


def hides(entry: Mapping, warning: LintWarning) -> bool:
    """Whether an entry speaks of a doubt: of its code, and of what it is about if the entry says that."""
    about = part(entry, "of")
    return text(part(entry, "warning")) == warning.problem.code and (about is None or text(about) == warning.about)


def unneeded(entry: Mapping, warnings: list[LintWarning]) -> Problem:
    """That nothing is silenced by an entry, with what was perhaps meant."""
    code, about = text(part(entry, "warning")), part(entry, "of")
    names = [warning.about for warning in warnings if warning.problem.code == code]
    place = about or part(entry, "warning") or entry
    what = f"{code} of `{text(about)}`" if about is not None else code
    return Problem.plain(
        ABOUT_SILENCE, f"there is no {what} to be silent about", place.span, "nothing is silenced by this",
        nearest(text(about), names) if about is not None else None, ("take the entry out",), severity="warning",
    )  # fmt: skip
