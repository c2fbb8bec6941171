"""Which of the known names an author probably meant.

Not here: finding that a name is unknown, or hints about other languages (hints.py).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from unoflex_rules.language.diagnostics.hints import same
from unoflex_rules.language.diagnostics.wording import shortlist

MAX_CANDIDATES = 2000
#: After so many problems no more suggestions for names in steps are sought: nobody reads them.
MAX_SUGGESTED = 300


class Suggestion(NamedTuple):
    """The text that was probably meant, and notes for the case that there is none."""

    suggestion: str | None = None
    notes: tuple[str, ...] = ()


def suggest(word: str, known: Iterable[str], what: str) -> Suggestion:
    """Suggest the nearest known name; if none is near, list the known names in a note that begins with `what`."""
    known = list(dict.fromkeys(known))
    near = nearest(word, known)
    return Suggestion(near, (f"{what}: {shortlist(known)}",) if near is None and known else ())


def nearest(word: str, candidates: Iterable[str], slips_only: bool = False) -> str | None:
    """The candidate that `word` was probably meant to be, or None if none is near.

    In this order: the same letters in another case; one typing error (two letters swapped, one too many, missing or
    wrong); a synonym; the most similar candidate; the only candidate made of the same words, of more, or of fewer. The
    shorter the word, the less counts as a typing error: with one or two letters only the case, with three letters no
    wrong letter. `slips_only` excludes candidates that are merely similar.
    """
    known = {candidate: _folded(candidate) for candidate in sorted(set(candidates) - {word})[:MAX_CANDIDATES]}
    folded = _folded(word)
    for candidate, form in known.items():
        if form == folded:
            return candidate
    if len(word) < 3:
        return same(word, known)
    similar = {candidate: form for candidate, form in known.items() if abs(len(form) - len(folded)) < 2}
    near = {candidate: form for candidate, form in similar.items() if _one_slip(folded, form)}
    if slips_only and not near:
        return None
    if not near and (other := same(word, known)) is not None:
        return other
    matcher = difflib.SequenceMatcher(b=folded)
    best, best_ratio = None, 0.0 if near else 0.75
    for candidate, form in (near or known).items():
        matcher.set_seq1(form)
        bounds = (matcher.real_quick_ratio, matcher.quick_ratio)  # cheap upper bounds of the ratio
        if all(bound() > best_ratio for bound in bounds) and (ratio := matcher.ratio()) > best_ratio:
            best, best_ratio = candidate, ratio
    return best or (None if " " in word else _of_its_words(folded, known))


def _of_its_words(word: str, known: Mapping[str, str]) -> str | None:
    """The only known name made of the same words, of more, or of fewer: `passed_over` for `passed`.

    Short words are part of many names and suggest nothing.
    """
    words = set(word.split("_")) - {""}
    made_of = {candidate: others for candidate, form in known.items() if (others := set(form.split("_")) - {""})}
    for found in (
        [each for each, others in made_of.items() if others == words],
        [each for each, others in made_of.items() if words and words < others and len(word) > 4],
        [each for each, others in made_of.items() if others < words and len(each) > 4],
    ):
        if found:
            return found[0] if len(found) == 1 else None
    return None


@lru_cache(maxsize=8192)
def _folded(word: str) -> str:
    """The word without differences of case and of joining: `Draw-Pile` becomes `draw_pile`."""
    return word.casefold().replace("-", "_").replace(" ", "_")


def _one_slip(a: str, b: str) -> bool:
    """Whether the words differ by one letter added, missing or wrong, or by two neighbours swapped."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    a, b = a[start:], b[start:]
    if len(a) != len(b):
        return start + len(b) > 1 and (a[1:] == b or a == b[1:])
    swapped = len(a) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:]
    return swapped or (start + len(a) > 3 and a[1:] == b[1:])
