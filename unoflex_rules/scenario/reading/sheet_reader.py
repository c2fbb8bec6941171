"""From a file of scenarios to examples that can be run, with every problem at its place.

Not here: names in a table or an expectation (table_binding.py, expectations.py), or running (scenario_runner.py).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from functools import lru_cache
from pathlib import Path

from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.language.compose.base_lookup import SUFFIXES, names_in
from unoflex_rules.language.compose.merge import Overlays
from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.diagnostics.kinds import MissingKey, UnknownName
from unoflex_rules.language.diagnostics.problems import Problem, Problems, RulesetError
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.ruleset import Ruleset, load
from unoflex_rules.language.yaml.document import read_file
from unoflex_rules.language.yaml.file_kinds import RULESET, SCENARIOS, other_kind
from unoflex_rules.language.yaml.nodes import Mapping, Scalar, Sequence
from unoflex_rules.naming.action_names import is_leaving
from unoflex_rules.naming.file_rules import Settings, check_players, load_game, overlays_of, settings_of
from unoflex_rules.naming.name_binder import items_of, text_of
from unoflex_rules.naming.program_names import ProgramNames
from unoflex_rules.resources import SUFFIX, UnknownRuleset, list_rulesets
from unoflex_rules.scenario.examples import Example, ExampleStep
from unoflex_rules.scenario.reading.expectations import ExpectReader
from unoflex_rules.scenario.reading.misplaced_names import MisplacedNames
from unoflex_rules.scenario.reading.sheet_files import FOLDER
from unoflex_rules.scenario.reading.sheet_models import Scenario, Sheet
from unoflex_rules.scenario.reading.sheet_recovery import FaultySheet, validated
from unoflex_rules.scenario.reading.table_binding import ScenarioBinder

USUAL_PLAYERS = 4
#: An action without the colon and the space that make it a mapping: `P0 draw`, `P0:draw`.
ACTION = re.compile(r"(?P<seat>[Pp]\d+)\s*[: ]\s*(?P<action>\S.*)")
CLAUSE = re.compile(r"[^,\s][^,]*")
_texts: dict[str, str] = {}


def scenario_texts() -> MappingType[str, str]:
    """The text of every file of scenarios read so far, by its name in spans."""
    return _texts


def read_scenarios(path: Path | str, ruleset: str | None = None) -> tuple[list[Example], list[Problem]]:
    """The examples of a file, and its problems; an example with a problem is faulty.

    `ruleset`: test this one instead of the one that the file names.
    """
    problems = Problems()
    file = Path(path)
    tree = read_file(file, str(path), problems)
    if file.is_file():
        _texts[str(path)] = file.read_text(encoding="utf-8", errors="replace")
    if tree is None:
        return [], problems.sorted()
    other = other_kind(tree, SCENARIOS)
    if other is not None:
        beside = f"; its scenarios are in `{FOLDER}/{file.stem}{SUFFIX}`" if other is RULESET else ""
        span = tree.span_of((other.key,), key=True)
        problems.error("E019", f"this is {other.name}, not a file of scenarios", span, notes=(other.advice + beside,))
        return [], problems.sorted()
    check_actions(tree, problems)
    misplaced = MisplacedNames(tree, lambda: names_of(tree, file.parent, ruleset))
    sheet = None if problems.has_errors else validated(misplaced, tree, problems)
    if sheet is not None:
        return SheetReader(tree, sheet, file.parent, problems, ruleset).examples(), problems.sorted()
    faulty, found = FaultySheet(tree, _texts[str(path)], problems.sorted()), Problems()
    sheet = faulty.repaired(misplaced, problems)
    if sheet is None:
        return [], problems.sorted()
    reader = SheetReader(faulty.tree, sheet, file.parent, found, ruleset)
    return faulty.read_on(reader.examples, found, problems), problems.sorted()


def names_of(tree: Mapping, folder: Path, ruleset: str | None) -> ProgramNames | None:
    """The names of the game that a file of scenarios names; None if it cannot be loaded."""
    sheet = Sheet.model_construct(ruleset=text_of(tree.get(("ruleset",))))
    reader = SheetReader(tree, sheet, folder, Problems(), ruleset)
    overlays = overlays_of(folder, tree)
    found = reader.load((), overlays, tree)
    try:
        return None if found is None else _named(reader.ruleset, (), overlays, found.players_min, False)
    except RulesetError:
        return None


@lru_cache(maxsize=16)
def _loaded(name: str, settings: Settings, overlays: Overlays | None) -> Ruleset:
    return load(name, dict(settings), overlays or ())


@lru_cache(maxsize=32)
def _named(name: str, settings: Settings, overlays: Overlays | None, players: int, leaving: bool) -> ProgramNames:
    return ProgramNames(compile_ruleset(_loaded(name, settings, overlays), players, leaving))


def forget() -> None:
    """Read rulesets anew from now on."""
    _loaded.cache_clear()
    _named.cache_clear()


class SheetReader:
    """Reads the scenarios of one sheet."""

    def __init__(self, tree: Mapping, sheet: Sheet, folder: Path, problems: Problems, ruleset: str | None) -> None:
        self.tree, self.sheet, self.folder, self.problems = tree, sheet, folder, problems
        files = [folder / sheet.ruleset]
        if sheet.ruleset not in list_rulesets():  # the sheet of a shipped ruleset may lie here under its name
            files.append(folder / f"{sheet.ruleset}{SUFFIX}")
        near = next((file for file in files if file.suffix in SUFFIXES and os.path.isfile(file)), None)
        self.ruleset = ruleset or (str(near) if near is not None else sheet.ruleset)
        if os.path.isfile(self.ruleset):  # the cache must not depend on the working directory
            self.ruleset = str(Path(self.ruleset).absolute())

    def examples(self) -> list[Example]:
        """All scenarios in their order."""
        if self.load(settings_of(self.sheet.set), overlays_of(self.folder, self.tree), self.tree) is None:
            return []
        names: dict[str, Span] = {}
        found = []
        for number, scenario in enumerate(self.sheet.scenarios):
            node = self.tree.get(("scenarios", number))
            assert isinstance(node, Mapping)
            span = node.span_of(("name",))
            if scenario.name in names:
                also = ((names[scenario.name], "first here"),)
                self.problems.error("E605", "two scenarios have the same name", span, also=also)
            names.setdefault(scenario.name, span)
            found.append(self.checked(node, scenario, span))
        return found

    def checked(self, node: Mapping, scenario: Scenario, span: Span) -> Example:
        """One scenario; it is faulty if it has a problem, other than the `problem` that it expects."""
        outer, self.problems = self.problems, Problems()
        example = self.example(node, scenario, span)
        found, self.problems = self.problems.sorted(), outer
        if scenario.problem is None:
            self.problems.add(*found)
            example.is_faulty = bool(found)
        elif scenario.problem in CODES:
            codes = tuple(problem.code for problem in found)
            example.refusal = (scenario.problem, node.span_of(("problem",)), codes)
        else:
            unknown = UnknownName("E205", "problem code", scenario.problem)
            near = nearest(scenario.problem, CODES)
            self.problems.report(unknown, node.span_of(("problem",)), suggestion=near)
            example.is_faulty = True
        return example

    def load(self, settings: Settings, overlays: Overlays | None, settings_node: Mapping) -> Ruleset | None:
        """Load the ruleset; None after a problem."""

        def load_cached() -> Ruleset:
            if os.path.exists(self.ruleset) and Path(self.ruleset).suffix not in SUFFIXES:
                raise UnknownRuleset(self.ruleset, [])  # never show anything of another file
            return _loaded(self.ruleset, settings, overlays)

        notes = ("a path starts at the folder of this file; `unoflex rulesets` lists the ids",)
        return load_game(load_cached, self.tree, settings_node, self.problems, self.suggested, notes)

    def suggested(self, unknown: UnknownRuleset) -> str | None:
        """The name of a ruleset that was probably meant: a file in that folder, or an id."""
        prefix, slash, name = self.sheet.ruleset.rpartition("/")
        known = names_in(self.folder / prefix) if slash or self.sheet.ruleset.startswith(".") else []
        meant = nearest(name.removesuffix(SUFFIX), known)
        if meant is not None:
            return f"{prefix}{slash}{meant}{SUFFIX if name.endswith(SUFFIX) else ''}"
        return unknown.suggestions[0] if unknown.suggestions else None

    def example(self, node: Mapping, scenario: Scenario, span: Span) -> Example:
        """One scenario."""
        rules = tuple(rule for item in items_of(node.get(("rule",))) if isinstance(item, Scalar)
                      for rule in clauses(item))  # fmt: skip
        example = Example(scenario.name, span, rules, self.sheet.ruleset, scenario.skip)
        settings = settings_of({**self.sheet.set, **scenario.set})
        overlays = overlays_of(self.folder, self.tree, node)
        ruleset = self.load(settings, overlays, node if "set" in node else self.tree)
        if ruleset is None:
            return example
        players = scenario.table.players or self.sheet.players
        players = players or min(max(USUAL_PLAYERS, ruleset.players_min), ruleset.players_max)
        if not check_players(ruleset, players, node.span_of(("table", "players")), self.problems):
            return example
        try:
            example.names = _named(self.ruleset, settings, overlays, players, has_leavers(scenario))
        except RulesetError as error:
            self.problems.add(*error.problems)
            return example
        before = len(self.problems)
        binder = ScenarioBinder(example.names, self.problems)
        table = node.get(("table",))
        begun = binder.table(table if isinstance(table, Mapping) else None, node, scenario)
        example.state, example.start = begun or ([], None)
        example.deals = tuple(binder.deals(node.get(("next_rounds",))))
        if example.deals and "rounds" in node and scenario.rounds == "one":
            message = "a game of one round has no next rounds"
            self.problems.error("E605", message, node.span_of(("rounds",)), label="write `game`, or leave it out")
        example.chance = tuple(binder.outcomes(node.get(("chance",))))
        example.steps = tuple(self.steps(node, binder))
        silent = scenario.problem is None and not any(step.checks for step in example.steps)
        if len(self.problems) == before and silent:
            missing = MissingKey("expect", "a scenario must check something")
            self.problems.report(missing, span, label="needs `expect`")
        return example

    def steps(self, node: Mapping, binder: ScenarioBinder) -> Iterator[ExampleStep]:
        """The `play` and `expect` of a scenario, then those of its `steps`."""
        listed = node.get(("steps",))
        for each in (node, *(listed if isinstance(listed, Sequence) else ())):
            assert isinstance(each, Mapping)
            outcomes = tuple(binder.outcomes(each.get(("chance",)))) if each is not node else ()
            moves, expected = tuple(binder.moves(each.get(("play",)))), each.get(("expect",))
            checks = tuple(ExpectReader(binder).checks(expected)) if isinstance(expected, Mapping) else ()
            if outcomes or moves or checks:
                yield ExampleStep(outcomes, moves, checks)


def check_actions(tree: Mapping, problems: Problems) -> None:
    """Report actions that are not mappings: `- P0 draw`, `play: 'P0: draw'`."""
    for scenario in items_of(tree.get(("scenarios",))):
        for step in (scenario, *items_of(scenario.get(("steps",)))):
            play = step.get(("play",))
            for item in items_of(play):
                written = ACTION.fullmatch(text_of(item))
                if written is not None:
                    action = f"{written['seat']}: {written['action']}"
                    guess = action if isinstance(play, Sequence) else f"[{action}]"
                    problems.error("E103", "an action needs a seat: `P0: draw`", item.span, suggestion=guess)


def clauses(item: Scalar) -> Iterator[tuple[str, Span]]:
    """The clauses in a text, `CL-5, CL-13`, each with its place."""
    for found in CLAUSE.finditer(item.text):
        yield found[0].rstrip(), item.sub_span(found.start(), found.end())


def has_leavers(scenario: Scenario) -> bool:
    """Whether a player leaves the game: its program must then allow it."""
    plays = [scenario.play, *(step.play for step in scenario.steps)]
    moves = [move for play in plays for move in ([play] if isinstance(play, dict) else play)]
    return any(is_leaving(text) for move in moves for text in move.values())
