"""The golden texts under tests/ and in the README, and the command that rewrites them: `make goldens`.

Not here: the tests, which are beside each golden text. A missing golden text fails like a different one.
A golden pins the behaviour and the words of a game, without digests of programs and lines of shipped rulesets.
"""

import contextlib
import io
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import unoflex_rules as ur
from tests.broken.corpus import messages
from unoflex_cli.main import main as unoflex
from unoflex_rules.render.trace_text import playthrough_text

TESTS = Path(__file__).resolve().parent
GAMES = 20  # the shortest of these is kept
MEASURED = "2.2 s (fast, 2 threads)"
DIGEST = re.compile(r"\b(digest +)[0-9a-f]{8,}")
PLACE = re.compile(rf"(?<![\w./-])({'|'.join(ur.list_rulesets())}):\d+(?::\d+)?")


def steady(text: str) -> str:
    """Return a text without digests of programs and lines of shipped rulesets, which change for other reasons."""
    return PLACE.sub(r"\1", DIGEST.sub(r"\1...", text))


def small_listing() -> str:
    """Return the listing of a small game without a base."""
    with contextlib.chdir(TESTS / "program"):  # so that places are the same in every checkout
        return steady(ur.listing(ur.compile_ruleset(ur.load("small.yaml"), 2)))


def playthrough(name: str) -> str:
    """Return the shortest of the first games of a shipped ruleset, for the smallest number of players."""
    with contextlib.chdir(TESTS.parent):
        ruleset = ur.load(name)
        program = ur.compile_ruleset(ruleset, ruleset.players_min)
        shortest = ur.Game(program, seed=1)
        shortest.play_out()
        for index in range(1, GAMES):
            # a longer one need not be played to its end
            game = ur.Game(program, seed=1, index=index, limit=len(shortest.taken))
            if not game.play_out().unfinished and len(game.taken) < len(shortest.taken):
                shortest = game
        return steady(playthrough_text(shortest))


def readme() -> str:
    """Return the README with its shortened report brought up to date; the time is a measured one."""
    path = TESTS.parent / "README.md"
    before, command, after = re.split(r"^(\$ unoflex simulate .*\n)", path.read_text(encoding="utf-8"), flags=re.M)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        unoflex([*command.split()[2:], "--quiet"])
    report = re.sub(r" games in .*", f" games in {MEASURED}", out.getvalue(), count=1)
    shown, rest = after.split("```\n", 1)
    return before + command + excerpt(report, shown) + "```\n" + rest


def excerpt(report: str, shown: str) -> str:
    """Return as many lines from both ends of `report` as `shown` has before and after its line of dots."""
    first, last = (part.count("\n") for part in shown.split("...\n"))
    lines = report.splitlines(keepends=True)
    return "".join([*lines[:first], "...\n", *lines[-last:]])


# Each file below tests/ with the function that writes it; each shipped game gets its playthrough automatically.
GOLDENS: dict[str, Callable[[], str]] = {
    "program/small.listing": small_listing,
    "../README.md": readme,
    "broken/messages.txt": messages,
    **{
        f"playthroughs/{name}.txt": partial(playthrough, name)
        for name in ur.list_rulesets()
        if not ur.load(name).is_base
    },
}


def golden(name: str) -> str:
    """Return the stored golden text; empty if there is none."""
    path = TESTS / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def main() -> None:
    for name, write in GOLDENS.items():
        text = write()
        if steady(text) != steady(golden(name)):
            print(f"tests/{name}")
            (TESTS / name).parent.mkdir(parents=True, exist_ok=True)
            (TESTS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
