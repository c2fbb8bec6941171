"""The list of survivors, survivors.txt: a line each, `file:line: mutation  # reason`. Not here: who survives."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.mutants.making import Mutant

FILE = Path(__file__).with_name("survivors.txt")
SIGN = "  # "


def read(text: str) -> dict[str, str]:
    """Each survivor of a list, with its reason; empty where none is written."""
    found = {}
    for line in text.splitlines():
        if line.strip():
            survivor, _, reason = line.partition(SIGN)
            found[survivor.rstrip()] = reason.strip()
    return found


def key(survivor: str) -> tuple[str, str]:
    """What stays when other lines of the file move: the file and the mutation."""
    file, _, what = survivor.split(":", 2)
    return file, what.strip()


def write(survivors: Iterable[Mutant], reasons: dict[str, str]) -> str:
    """A list of survivors in the order of their files and lines, each with the reason that it had."""
    known = {key(survivor): reason for survivor, reason in reasons.items()}
    ordered = sorted(set(survivors), key=lambda each: (each.file, each.line, each.start, each.what))
    lines = []
    for mutant in ordered:
        reason = known.get((mutant.file, mutant.what), "")
        lines.append(f"{mutant}{SIGN}{reason}" if reason else str(mutant))
    return "".join(f"{line}\n" for line in lines)
