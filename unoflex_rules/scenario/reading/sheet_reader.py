"""From a file of scenarios to examples that can be run, with every problem at its place.

Not here: what the names in a table or an expectation mean (binding.py, expectations.py), or running
(scenario_runner.py).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.language.compose.base_lookup import SUFFIXES, names_in
from unoflex_rules.language.compose.merge import Overlays
from unoflex_rules.language.diagnostics.codes import CODES
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.problems import Problem, Problems, RulesetError
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.language.ruleset import Ruleset, load
from unoflex_rules.language.yaml.document import read_file
from unoflex_rules.language.yaml.file_kinds import RULESET, SCENARIOS, other_kind
from unoflex_rules.language.yaml.nodes import Mapping, Node, Scalar, Sequence
from unoflex_rules.naming.action_names import is_leaving
from unoflex_rules.naming.program_names import ProgramNames
from unoflex_rules.resources import SUFFIX, UnknownRuleset, list_rulesets
from unoflex_rules.scenario.examples import Example, ExampleStep
from unoflex_rules.scenario.reading.expectations import ExpectReader
from unoflex_rules.scenario.reading.misplaced_names import MisplacedNames
from unoflex_rules.scenario.reading.sheet_files import FOLDER
from unoflex_rules.scenario.reading.sheet_models import Scenario, Sheet
from unoflex_rules.scenario.reading.sheet_recovery import FaultySheet, judged
from unoflex_rules.scenario.reading.table_binding import ScenarioBinder

USUAL_PLAYERS = 4
DEED = re.compile(r"(?P<seat>[Pp]\d+)\s*[: ]\s*(?P<action>\S.*)")
CLAUSE = re.compile(r"[^,\s][^,]*")
_texts: dict[str, str] = {}


def scenario_texts() -> MappingType[str, str]:
    """The text of every file of scenarios read so far, by the name that spans give it."""
    return _texts


def read_scenarios(path: Path | str, ruleset: str | None = None) -> tuple[list[Example], list[Problem]]:
    """The examples of a file, and its problems; an example with a problem of its own is there and cannot be run.

    `ruleset`: one that is tested in the place of that which the file names.
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
        beside = f"; its scenarios stand beside it in `{FOLDER}/{file.stem}{SUFFIX}`" if other is RULESET else ""
        span = tree.span_of((other.key,), key=True)
        problems.error("E019", f"this is {other.name}, not a file of scenarios", span, notes=(other.advice + beside,))
        return [], problems.sorted()
    misread(tree, problems)
    misplaced = MisplacedNames(tree, lambda: names_of(tree, file.parent, ruleset))
    sheet = None if problems.has_errors else judged(tree, misplaced, problems)
    if sheet is not None:
        return SheetReader(tree, sheet, file.parent, problems, ruleset).examples(), problems.sorted()
    faulty, found = FaultySheet(tree, _texts[str(path)], problems.sorted()), Problems()
    sheet = faulty.mended(misplaced, problems)
    if sheet is None:
        return [], problems.sorted()
    reader = SheetReader(faulty.tree, sheet, file.parent, found, ruleset)
    return faulty.read_on(reader.examples, found, problems), problems.sorted()


def names_of(tree: Mapping, folder: Path, ruleset: str | None) -> ProgramNames | None:
    """The names of the game that a file of scenarios is about, as far as it can be read."""
    said = tree.get(("ruleset",))
    sheet = Sheet.model_construct(ruleset=said.text if isinstance(said, Scalar) else "")
    reader = SheetReader(tree, sheet, folder, Problems(), ruleset)
    overlays = reader.overlays(None)
    found = reader.load({}, overlays, tree)
    if found is None or found.is_base:
        return None
    try:
        return _named(reader.ruleset, (), overlays, found.players_min, False)
    except RulesetError:
        return None


Settings: TypeAlias = tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def _loaded(name: str, settings: Settings, overlays: Overlays | None) -> Ruleset:
    return load(name, dict(settings), overlays or ())


@lru_cache(maxsize=128)
def _named(name: str, settings: Settings, overlays: Overlays | None, players: int, leaving: bool) -> ProgramNames:
    return ProgramNames(compile_ruleset(_loaded(name, settings, overlays), players, leaving))


def forget() -> None:
    """Read rulesets anew from now on."""
    _loaded.cache_clear()
    _named.cache_clear()


class SheetReader:
    """Reads the scenarios of one sheet."""

    def __init__(self, tree: Mapping, sheet: Sheet, folder: Path, problems: Problems, ruleset: str | None) -> None:
        self.tree, self.sheet, self.problems = tree, sheet, problems
        self.folder = folder
        places = [folder / sheet.ruleset]
        if sheet.ruleset not in list_rulesets():  # the sheet of a shipped game has the name of the game
            places.append(folder / f"{sheet.ruleset}{SUFFIX}")
        near = next((place for place in places if place.suffix in SUFFIXES and os.path.isfile(place)), None)
        self.ruleset = ruleset or (str(near) if near is not None else sheet.ruleset)
        if os.path.isfile(self.ruleset):  # rulesets are remembered by this name, wherever the process works by then
            self.ruleset = str(Path(self.ruleset).absolute())

    def examples(self) -> list[Example]:
        """All scenarios in their order."""
        first = self.sheet.scenarios[0]
        ruleset = self.load(self.sheet.set, self.overlays(None), self.tree)
        if ruleset is not None and ruleset.is_base:
            message = f"`{self.sheet.ruleset}` is a foundation for others, not a game: there is nothing to play"
            self.problems.error("E313", message, self.tree.span_of(("ruleset",)))
            return []
        if ruleset is None:
            return []
        names: dict[str, Span] = {}
        found = []
        assert first is not None
        for number, scenario in enumerate(self.sheet.scenarios):
            node = self.tree.get(("scenarios", number))
            assert isinstance(node, Mapping)
            span = node.span_of(("name",))
            if scenario.name in names:
                also = ((names[scenario.name], "first here"),)
                self.problems.error("E605", "two scenarios have the same name", span, also=also)
            names.setdefault(scenario.name, span)
            found.append(self.judged(node, scenario, span))
        return found

    def judged(self, node: Mapping, scenario: Scenario, span: Span) -> Example:
        """One scenario, and whether it has problems, or the one that it must have."""
        told, self.problems = self.problems, Problems()
        example = self.example(node, scenario, span)
        found, self.problems = self.problems.sorted(), told
        if scenario.problem is not None and scenario.problem not in CODES:
            place, near = node.span_of(("problem",)), nearest(scenario.problem, CODES)
            self.problems.error("E205", f"no problem has the code `{scenario.problem}`", place, suggestion=near)
            example.is_faulty = True
            return example
        if scenario.problem is not None:
            codes = tuple(problem.code for problem in found)
            example.refusal = (scenario.problem, node.span_of(("problem",)), codes)
            return example
        for problem in found:
            told.add(problem)
        example.is_faulty = bool(found)
        return example

    def overlays(self, node: Mapping | None) -> Overlays | None:
        """What is laid on the ruleset: the overlays of the file, then those of one scenario."""
        said: list[Scalar] = []
        for each in (self.tree, node):
            listed = each.get(("with",)) if each is not None else None
            said += [item for item in listed if isinstance(item, Scalar)] if isinstance(listed, Sequence) else []
        by = Path(said[0].span.file if said else "")
        return Overlays(tuple(item.text for item in said), self.folder / by.name, tuple(said)) if said else None

    def load(self, settings: MappingType[str, Any], overlays: Overlays | None, node: Mapping) -> Ruleset | None:
        """The ruleset with settings of its options, some of them said at `node`; or None after a problem."""
        given = tuple(sorted((name, setting_text(value)) for name, value in settings.items()))
        try:
            if os.path.exists(self.ruleset) and Path(self.ruleset).suffix not in SUFFIXES:
                raise UnknownRuleset(self.ruleset, [])  # whatever it is, nothing of it is shown
            return _loaded(self.ruleset, given, overlays)
        except UnknownRuleset as unknown:
            guess = self.beside() or (unknown.suggestions[0] if unknown.suggestions else None)
            where = self.tree.span_of(("ruleset",))
            notes = ("a path counts from the folder of this file; `unoflex rulesets` lists the ids",)
            message = f"there is no ruleset `{self.sheet.ruleset}`"
            self.problems.error("E401", message, where, suggestion=guess, notes=notes)
        except RulesetError as error:
            for problem in error.problems:
                self.problems.add(replace(problem, span=problem.span or setting_span(node, problem)))
        return None

    def beside(self) -> str | None:
        """The file in the folder that is named which was probably meant."""
        prefix, slash, name = self.sheet.ruleset.rpartition("/")
        known = names_in(self.folder / prefix) if slash or self.sheet.ruleset.startswith(".") else []
        meant = nearest(name.removesuffix(SUFFIX), known)
        return None if meant is None else f"{prefix}{slash}{meant}{SUFFIX if name.endswith(SUFFIX) else ''}"

    def example(self, node: Mapping, scenario: Scenario, span: Span) -> Example:
        """One scenario."""
        rules = node.get(("rule",))
        items: list[Node] = list(rules) if isinstance(rules, Sequence) else [rules] if rules is not None else []
        named = tuple(rule for item in items if isinstance(item, Scalar) for rule in clauses(item))
        example = Example(scenario.name, span, named, self.sheet.ruleset, scenario.skip)
        settings = {**self.sheet.set, **scenario.set}
        overlays = self.overlays(node)
        ruleset = self.load(settings, overlays, node if "set" in node else self.tree)
        if ruleset is None:
            return example
        players = scenario.table.players or self.sheet.players
        players = players or min(max(USUAL_PLAYERS, ruleset.players_min), ruleset.players_max)
        if players not in ruleset.player_counts:
            wanted = f"{ruleset.players_min} to {ruleset.players_max}"
            at = node.span_of(("table", "players"))
            said = (ruleset.tree.span_of(("players",), key=True), "so many may play")
            self.problems.error("E312", f"{players} cannot play: {wanted} players", at, also=(said,))
            return example
        given = tuple(sorted((name, setting_text(value)) for name, value in settings.items()))
        try:
            example.names = _named(self.ruleset, given, overlays, players, has_leavers(scenario))
        except RulesetError as error:
            for problem in error.problems:
                self.problems.add(problem)
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
            self.problems.error("E102", "the scenario expects nothing", span, label="needs `expect`")
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


def misread(tree: Mapping, problems: Problems) -> None:
    """Tell actions that are written in a way of which YAML makes something else: `- P0 draw`, `play: 'P0: draw'`."""
    listed = tree.get(("scenarios",))
    for scenario in listed if isinstance(listed, Sequence) else ():
        steps = scenario.get(("steps",))
        for each in (scenario, *(steps if isinstance(steps, Sequence) else ())):
            play = each.get(("play",))
            for item in play if isinstance(play, Sequence) else (play,):
                said = DEED.fullmatch(item.text) if isinstance(item, Scalar) else None
                if isinstance(item, Scalar) and said is not None:
                    deed = f"{said['seat']}: {said['action']}"
                    guess = deed if isinstance(play, Sequence) else f"[{deed}]"
                    problems.error("E103", "an action is a seat and what it does", item.span, suggestion=guess)


def clauses(item: Scalar) -> Iterator[tuple[str, Span]]:
    """The clauses that a text names, each with its place: `CL-5, CL-13` are two."""
    for found in CLAUSE.finditer(item.text):
        yield found[0].rstrip(), item.sub_span(found.start(), found.end())


def has_leavers(scenario: Scenario) -> bool:
    """Whether somebody leaves the game: then it is one that may be left."""
    plays = [scenario.play, *(step.play for step in scenario.steps)]
    deeds = [deed for play in plays for deed in ([play] if isinstance(play, dict) else play)]
    return any(is_leaving(text) for deed in deeds for text in deed.values())


def setting_text(value: Any) -> str:
    """The value of an option as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def setting_span(node: Mapping, problem: Problem) -> Span:
    """The place of the setting that a problem is about: its name if the option is unknown, else its value."""
    settings = node.get(("set",))
    for entry in settings if isinstance(settings, Mapping) else ():
        if entry.key in problem.kind.names():
            return entry.key_span if isinstance(problem.kind, UnknownName) else entry.node.span
    return node.span_of(("set",), key=True)
