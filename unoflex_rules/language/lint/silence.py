"""Entries of `silence`, which suppress warnings for a stated reason. Not here: finding warnings (checks)."""

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

#: The warning about an entry of `silence`, which cannot be silenced itself.
ABOUT_SILENCE: Final = "W502"
#: The warning that comes from reading a file, whichever checks run.
FROM_READING: Final = "W501"
#: The warnings that come from playing games, which validation alone never reports.
FROM_PLAYING: Final = tuple(code for code in CODES if code.startswith("W7"))


def check_silences(tree: Mapping, problems: Problems) -> None:
    """Report entries that name no warning that can be silenced, or give no reason."""
    warnings = [FROM_READING, *CHECKS, *FROM_PLAYING]
    for entry in entries_of(tree):
        code = part(entry, "warning")
        if isinstance(code, Scalar) and code.text not in warnings:
            why = f"{code.text} cannot be silenced" if code.text in CODES else f"there is no warning `{code.text}`"
            problems.error("E106", why, code.span, suggestion=nearest(code.text, warnings))
        because = part(entry, "because")
        if isinstance(because, Scalar) and not because.text.strip():
            problems.error("E104", "give the reason for the next reader", because.span)


def without_silenced(context: LintContext, found: Iterable[LintWarning], codes: Collection[str]) -> list[Problem]:
    """The warnings that no entry silences, and one for each entry that silences nothing.

    `codes`: the warnings that were looked for; entries about others are not judged.
    """
    warnings = list(found)
    entries = entries_of(context.tree)
    kept = [warning.problem for warning in warnings if not any(silences(entry, warning) for entry in entries)]
    for entry in entries:
        is_judged = text(part(entry, "warning")) in codes and context.is_own(entry.span)
        if is_judged and not any(silences(entry, warning) for warning in warnings):
            kept.append(unneeded(entry, warnings))
    return kept


def entries_of(tree: Mapping) -> list[Mapping]:
    """The entries of `silence`."""
    node = tree.get(("silence",))
    return [item for item in node if isinstance(item, Mapping)] if isinstance(node, Sequence) else []


def silences(entry: Mapping, warning: LintWarning) -> bool:
    """Whether an entry silences a warning: it has the warning's code and, if it has a name, the warning's name."""
    about = part(entry, "of")
    return text(part(entry, "warning")) == warning.problem.code and (about is None or text(about) == warning.about)


def unneeded(entry: Mapping, warnings: list[LintWarning]) -> Problem:
    """The warning about an entry that silences nothing; suggests a name that it may mean."""
    code, about = text(part(entry, "warning")), part(entry, "of")
    names = [warning.about for warning in warnings if warning.problem.code == code]
    place = about or part(entry, "warning") or entry
    what = f"{code} of `{text(about)}`" if about is not None else code
    return Problem.plain(
        ABOUT_SILENCE, f"there is no {what} to silence", place.span, "this silences nothing",
        nearest(text(about), names) if about is not None else None, ("remove the entry",), severity="warning",
    )  # fmt: skip
