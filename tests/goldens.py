"""The golden texts under tests/, and the command that writes them anew: `make goldens`.

What they promise is tested beside each of them. A golden text that is missing is a failure like one that differs.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path

import unoflex_rules as ur

TESTS = Path(__file__).resolve().parent


def small_listing() -> str:
    """The listing of a small game on no other ruleset."""
    with contextlib.chdir(TESTS / "program"):  # so that places are the same in every checkout
        return ur.compile_ruleset(ur.load("small.yaml"), 2).listing()


# The file below tests/ with what writes it.
GOLDENS: dict[str, Callable[[], str]] = {
    "program/small.listing": small_listing,
}


def golden(name: str) -> str:
    """The golden text as it is kept; empty if there is none."""
    path = TESTS / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def main() -> None:
    for name, write in GOLDENS.items():
        text = write()
        if text != golden(name):
            print(f"tests/{name}")
            (TESTS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
