"""Judges mutants: one that `validate` rejects, or that fails a scenario with a clause (`rule:`), is dead; an internal
error kills nothing.

A file is judged by the shipped scenarios of every shipped game that builds on it, and by those that use it as overlay;
a library file also by those of the tests' rulesets (LIBRARY_SHEETS), which cover effects that no shipped game uses,
with or without a clause.
Not here: the mutations (making.py).
"""

from __future__ import annotations

import contextlib
import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import unoflex_rules as ur
from tests.mutants.making import Mutant, make
from tests.promises import shipped_games
from unoflex_rules import resources
from unoflex_rules.language.compose.merge import load_tree
from unoflex_rules.language.diagnostics.problems import Problems
from unoflex_rules.language.yaml.document import read_file
from unoflex_rules.language.yaml.nodes import Mapping
from unoflex_rules.scenario.reading.sheet_files import NoScenarios, find_scenarios
from unoflex_rules.scenario.reading.sheet_models import Sheet
from unoflex_rules.scenario.reading.sheet_reader import SheetReader, forget
from unoflex_rules.scenario.scenario_runner import run_example

TESTS = Path(__file__).resolve().parents[1]
RULESETS = TESTS.parent / "rulesets"
LIBRARY_SHEETS = tuple(sorted((TESTS / "rulesets" / "scenarios").glob("*.yaml")))
RECENT = 4  # scenarios of each sheet that are tried before all the others
SECONDS = 30  # time limit in seconds for a scenario or a validation of a mutant; a game that never ends is dead


# ---- files to mutate -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """A file to mutate, with the games and the sheets that judge it."""

    file: str
    games: tuple[str, ...]
    sheets: tuple[Path, ...]  # for games; only scenarios that name a clause count
    library_sheets: tuple[Path, ...]


@cache
def subjects() -> dict[str, Subject]:
    """Return each file of a shipped game and of its bases, by its name below rulesets/."""
    games = shipped_games()
    used: dict[str, list[str]] = {}
    for game in games:
        for file in files_of(RULESETS / f"{game}.yaml"):
            used.setdefault(file, []).append(game)
    overlaid = overlaid_by()
    shown = {file for sheet in LIBRARY_SHEETS for file in files_of(ruleset_of(sheet))}
    for file in (*overlaid, *shown):
        used.setdefault(file, [])
    found = {}
    for file, users in sorted(used.items()):
        sheets = tuple(sheet.resolve() for game in users for sheet in sheets_of(game))
        sheets = (*sheets, *(sheet for sheet in overlaid.get(file, ()) if sheet not in sheets))
        library = file.removesuffix(".yaml") not in games
        others = [sheet for sheet in LIBRARY_SHEETS if library and file in files_of(ruleset_of(sheet))]
        found[file] = Subject(file, tuple(users), sheets, tuple(others))
    return found


def overlaid_by() -> dict[str, list[Path]]:
    """Return, for each shipped file that sheets use as overlay (`with`) or as part of one, those sheets."""
    found: dict[str, list[Path]] = {}
    for sheet in ur.list_scenarios():
        tree = read_file(sheet, str(sheet), Problems())
        plain: dict[str, Any] = tree.plain() if tree is not None else {}
        names = [*plain.get("with", []), *(name for each in plain["scenarios"] for name in each.get("with", []))]
        for file in {file for name in names for file in files_of(RULESETS / f"{name}.yaml")}:
            found.setdefault(file, []).append(sheet.resolve())
    return found


def files_of(path: Path) -> list[str]:
    """Return the names below rulesets/ of the shipped files that a ruleset consists of."""
    files = [file.resolve() for file in load_tree(path, library=RULESETS, problems=Problems()).files]
    return [file.relative_to(RULESETS).as_posix() for file in files if file.is_relative_to(RULESETS)]


def sheets_of(game: str) -> list[Path]:
    try:
        return find_scenarios(game)
    except NoScenarios:
        return []


def ruleset_of(sheet: Path) -> Path:
    """Return the ruleset that a sheet of the tests names by its path."""
    tree = read_file(sheet, sheet.name, Problems())
    assert tree is not None
    return sheet.parent / str(tree.plain()["ruleset"])


def mutants_of(file: str) -> list[Mutant]:
    """Return all mutants of a file."""
    game = next(iter(subjects()[file].games), file.removesuffix(".yaml"))
    whole = load_tree(RULESETS / f"{game}.yaml", library=RULESETS, problems=Problems()).tree
    return make(file, (RULESETS / file).read_text(encoding="utf-8"), whole)


def unchanged(file: str) -> Mutant:
    """Return the unchanged file, to be judged like a mutant."""
    return Mutant(file, 1, "nothing", 0, 0, "")


# ---- one mutant ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """`fate`: refused, killed or survived; `by`: the code of a problem, or the name of a scenario."""

    mutant: Mutant
    fate: str
    by: str = ""


class Slow(Exception):
    """The time limit was exceeded."""


class Bench:
    """A copy of the shipped rulesets in which one file at a time is replaced by a mutant."""

    def __init__(self, folder: Path) -> None:
        self.rulesets = folder / "rulesets"
        shutil.copytree(RULESETS, self.rulesets)
        self.sheets: dict[Path, Examples] = {}
        self.recent: dict[str, list[Examples]] = {}  # the sheets that killed mutants of each file, most recent first

    def judge(self, mutant: Mutant) -> Verdict:
        """Return the fate of a mutant."""
        file = self.rulesets / mutant.file
        original = (RULESETS / mutant.file).read_text(encoding="utf-8")
        subject = subjects()[mutant.file]
        examples = [self.examples(sheet, True) for sheet in subject.sheets]
        examples += [self.examples(sheet, False) for sheet in subject.library_sheets]
        recent = self.recent.setdefault(mutant.file, [])
        file.write_text(mutant.text(original), encoding="utf-8")
        forget()
        try:
            with self.in_place():
                for game in subject.games:
                    code = refused(game)
                    if code:
                        return Verdict(mutant, "refused", code)
                # a scenario that kills a mutant often kills its neighbours
                for sheet, most in [*((each, RECENT) for each in recent), *((each, None) for each in examples)]:
                    killer = sheet.killer(most)
                    if killer:
                        recent[:] = [sheet, *(each for each in recent if each is not sheet)]
                        return Verdict(mutant, "killed", killer)
                code = refused(mutant.file.removesuffix(".yaml"))  # a library by itself, which rarely pays
            return Verdict(mutant, "refused", code) if code else Verdict(mutant, "survived")
        finally:
            file.write_text(original, encoding="utf-8")
            forget()

    def examples(self, sheet: Path, clauses: bool) -> Examples:
        if sheet not in self.sheets:
            self.sheets[sheet] = Examples(sheet, clauses)
        return self.sheets[sheet]

    @contextlib.contextmanager
    def in_place(self) -> Iterator[None]:
        """Use the copy as the shipped rulesets."""
        shipped = resources._shipped

        def instead(folder: str) -> Path:
            return self.rulesets if folder == "rulesets" else shipped(folder)

        resources._shipped = instead  # type: ignore[assignment]
        try:
            yield
        finally:
            resources._shipped = shipped


def refused(name: str) -> str:
    """Return the code of the first error of a ruleset, or nothing."""
    with limited():
        return next((problem.code for problem in ur.validate(name) if problem.severity == "error"), "")


@dataclass
class Examples:
    """Runs the scenarios of a file one by one until one fails, starting with the last that killed."""

    sheet: Path
    clauses: bool  # whether only scenarios with a clause run
    tree: Mapping = field(init=False)
    model: Sheet = field(init=False)
    order: list[int] = field(init=False)

    def __post_init__(self) -> None:
        tree = read_file(self.sheet, str(self.sheet), Problems())
        assert tree is not None
        self.tree = tree
        self.model = Sheet.model_validate(tree.plain())
        named = [number for number, each in enumerate(self.model.scenarios) if each.rule or not self.clauses]
        self.order = [number for number in named if not self.model.scenarios[number].skip]

    def killer(self, most: int | None = None) -> str:
        """Return the name of a scenario that fails or cannot run; nothing if all, or the first `most`, pass."""
        for place, number in enumerate(self.order[:most]):
            if not self.passes(number):
                self.order.insert(0, self.order.pop(place))
                return self.model.scenarios[number].name
        return ""

    def passes(self, number: int) -> bool:
        """Return whether a scenario passes; one that ends with an internal error does not fail because of a rule."""
        reader = SheetReader(self.tree, self.model, self.sheet.parent, Problems(), None)
        node: Any = self.tree.get(("scenarios", number))
        scenario = self.model.scenarios[number]
        try:
            with limited():
                example = reader.checked(node, scenario, node.span_of(("name",)))
                return run_example(example).status == "passed"
        except (ur.RulesetError, Slow):
            return False
        except Exception:
            return True


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """Interrupt code that takes longer than SECONDS."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Slow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
