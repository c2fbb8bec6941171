"""The list of survivors, survivors.txt: one `file: mutation  # reason` per line. Not here: judging."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.mutants.making import Mutant

FILE = Path(__file__).with_name("survivors.txt")
SIGN = "  # "


def read(text: str) -> dict[str, str]:
    """Return each survivor of a list with its reason, empty if none is written."""
    found = {}
    for line in text.splitlines():
        if line.strip():
            survivor, _, reason = line.partition(SIGN)
            found[survivor.rstrip()] = reason.strip()
    return found


def name(mutant: Mutant) -> str:
    """Return the name of a mutant in the list: its file and its mutation, without the line, which changes."""
    return f"{mutant.file}: {mutant.what}"


def write(survivors: Iterable[Mutant], reasons: dict[str, str]) -> str:
    """Return a list of survivors ordered by file and line, each with its previous reason."""
    ordered = sorted(set(survivors), key=lambda each: (each.file, each.line, each.start, each.what))
    lines = []
    for survivor in map(name, ordered):
        reason = reasons.get(survivor, "")
        lines.append(f"{survivor}{SIGN}{reason}" if reason else survivor)
    return "".join(f"{line}\n" for line in lines)
