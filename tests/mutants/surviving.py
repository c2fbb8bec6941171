"""The list of survivors, survivors.txt: a line each, `file: mutation  # reason`. Not here: who survives."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.mutants.making import Mutant

FILE = Path(__file__).with_name("survivors.txt")
SIGN = "  # "


def read(text: str) -> dict[str, str]:
    """Each survivor of a list by its name, with its reason; empty where none is written."""
    found = {}
    for line in text.splitlines():
        if line.strip():
            survivor, _, reason = line.partition(SIGN)
            found[survivor.rstrip()] = reason.strip()
    return found


def name(mutant: Mutant) -> str:
    """The name of a mutant in the list: its file and its mutation, without the line, which moves."""
    return f"{mutant.file}: {mutant.what}"


def write(survivors: Iterable[Mutant], reasons: dict[str, str]) -> str:
    """A list of survivors in the order of their files and lines, each with the reason that it had."""
    ordered = sorted(set(survivors), key=lambda each: (each.file, each.line, each.start, each.what))
    lines = []
    for survivor in map(name, ordered):
        reason = reasons.get(survivor, "")
        lines.append(f"{survivor}{SIGN}{reason}" if reason else survivor)
    return "".join(f"{line}\n" for line in lines)
