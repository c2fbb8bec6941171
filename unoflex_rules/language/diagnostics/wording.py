"""Parts of sentences: articles and lists of names.

Not here: whole sentences (kinds.py, and the rooms that report problems).
"""

from __future__ import annotations

from collections.abc import Iterable


def with_article(name: str, quote: bool = False) -> str:
    """A name with its article: `a color`, `an option`; `quote` puts the name in backquotes."""
    vowel = name[:1].lower() in tuple("aeiou") and not name.lower().startswith(("one", "uni", "use", "eu"))
    return f"{'an' if vowel else 'a'} {f'`{name}`' if quote else name}"


def listed(names: Iterable[str], joint: str = "and") -> str:
    """Names in backquotes: `` `a`, `b` and `c` ``; empty for none."""
    quoted = [f"`{name}`" for name in names]
    return f" {joint} ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


def listing(what: str, names: Iterable[str]) -> tuple[str, ...]:
    """A note that lists all names: `keys here: a, b`; no note for none."""
    found = ", ".join(names)
    return (f"{what}: {found}",) if found else ()


def shortlist(names: Iterable[str], most: int = 20) -> str:
    """Names separated by commas, the first `most` of them: `a, b, c, ...`."""
    names = list(names)
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")
