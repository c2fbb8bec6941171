"""The golden texts under tests/, and the command that writes them anew: `make goldens`.

What they promise is tested beside each of them. A golden text that is missing is a failure like one that differs.
"""

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import unoflex_rules as ur
from unoflex_rules.render.trace import playthrough_text

TESTS = Path(__file__).resolve().parent
GAMES = 20  # of which the shortest is kept


def small_listing() -> str:
    """The listing of a small game on no other ruleset."""
    with contextlib.chdir(TESTS / "program"):  # so that places are the same in every checkout
        return ur.compile_ruleset(ur.load("small.yaml"), 2).listing()


def playthrough(name: str) -> str:
    """The shortest of the first games of a shipped ruleset, for as few players as it takes."""
    with contextlib.chdir(TESTS.parent):
        ruleset = ur.load(name)
        games = [ur.Game(ruleset, ruleset.players_min, seed=1, index=index) for index in range(GAMES)]
        for game in games:
            game.play_out()
        return playthrough_text(min(games, key=lambda game: len(game.taken)))


# The file below tests/ with what writes it; each shipped game has its playthrough without being asked.
GOLDENS: dict[str, Callable[[], str]] = {
    "program/small.listing": small_listing,
    **{
        f"playthroughs/{name}.txt": partial(playthrough, name)
        for name in ur.list_rulesets()
        if not ur.load(name).is_base
    },
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
            (TESTS / name).parent.mkdir(parents=True, exist_ok=True)
            (TESTS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
