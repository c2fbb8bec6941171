"""A ruleset with its options at each of their values: which settings change something, and their programs.

Not here: playing them (deep_check.py), or the meaning of settings (language/elaborate).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from unoflex_rules.compiler import Program
from unoflex_rules.language.diagnostics.problems import Problem, RulesetError
from unoflex_rules.language.elaborate.player_limits import telling
from unoflex_rules.language.ruleset import Ruleset, load
from unoflex_rules.language.schema.models import OptionDeclaration
from unoflex_rules.playtest.visits import CountingProgram
from unoflex_rules.resources import find_ruleset

Setting: TypeAlias = Mapping[str, str]
#: Programs by the number of players.
Programs: TypeAlias = dict[int, CountingProgram]

USUAL_PLAYERS = 4
GREATEST = 20  # value of a number that is tried, if greater ones are allowed
REFUSALS = ("E310", "E312", "E314")  # a combination that the ruleset rejects on purpose


@dataclass(frozen=True)
class Variant:
    """A ruleset with one more setting, and its programs."""

    setting: Setting
    ruleset: Ruleset
    programs: Programs


def option_values(option: OptionDeclaration) -> list[str]:
    """The values of an option to try: all; of a number the least, the next one, and the greatest, at most GREATEST."""
    if option.type == "bool":
        return ["false", "true"]
    if not isinstance(option.type, str):
        return list(option.type)
    least = option.min or 0
    most = max(GREATEST, least + 1)
    most = most if option.max is None else min(option.max, most)
    return [str(number) for number in sorted({least, min(least + 1, most), most})]


def other_settings(ruleset: Ruleset) -> list[dict[str, str]]:
    """Each option that the user has not set at each of its other values, one at a time."""
    return [
        {name: value}
        for name, option in ruleset.model.options.items()
        if name not in ruleset.settings
        for value in option_values(option)
        if value != str(option.default).lower()
    ]


def setting_text(setting: Setting) -> str:
    """A setting as the command line takes it."""
    return " ".join(f"{name}={value}" for name, value in setting.items())


def sampled(counts: range) -> list[int]:
    """A sample of the numbers of players: the fewest, the usual number or the nearest to it, the most."""
    least, most = counts[0], counts[-1]
    return sorted({least, min(max(USUAL_PLAYERS, least), most), most})


def checked_files(ruleset: Ruleset) -> set[str]:
    """The files under check, by their names in spans: the ruleset's, and its overlays, which cannot be played alone."""
    laid = {find_ruleset(name).resolve() for name in ruleset.overlays}
    merged = ruleset.merged
    return {merged.name, *(name for name, path in merged.paths.items() if path.resolve() in laid)}


class Variants:
    """The variants of a ruleset that change something; `base` is the ruleset as it is, for sampled numbers of players.

    Complete after iteration: `refused`, the settings that the ruleset rejects; `faults`, problems that only a setting
    shows; `idle`, settings that change nothing, for no number of players, neither alone nor beside another setting.
    Raises RulesetError for a ruleset that cannot be played as it is.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.checked = checked_files(ruleset)
        self.settings = other_settings(ruleset)
        apart = telling(ruleset.tree, ruleset.player_counts, ruleset.settings)
        self.counts = sorted({*sampled(ruleset.player_counts), *apart})
        self.refused: list[str] = []
        self.faults: list[Problem] = []
        self.idle: list[Setting] = []
        self.alone: dict[str, Variant | None] = {}  # each setting alone, for the usual number of players
        programs = self.programs(ruleset, self.counts, {})
        if not programs:
            ruleset.game(self.counts[0])
        self.base = Variant({}, ruleset, programs)

    def __iter__(self) -> Iterator[Variant]:
        """Each setting that changes something, alone or beside another one."""
        for setting in self.settings:
            found = self.variant(setting, self.counts)
            if found is not None and found.ruleset.player_counts != self.ruleset.player_counts:
                found = self.variant(setting, sampled(found.ruleset.player_counts))
            if found is not None and differ(found.programs, self.base.programs):
                yield found
            elif found is not None and self.is_checked(setting):
                both = self.beside(setting)
                if both is not None:
                    yield both
                elif not self.matters_elsewhere(setting):
                    self.idle.append(setting)

    def is_checked(self, setting: Setting) -> bool:
        """Whether the option is declared in a file under check; an idle option of a base is not this game's fault."""
        return all(self.ruleset.tree.span_of(("options", name), key=True).file in self.checked for name in setting)

    def beside(self, setting: Setting) -> Variant | None:
        """The setting with the first other one beside which it changes something."""
        usual = [min(self.base.programs, key=lambda each: abs(each - USUAL_PLAYERS))]
        for other in self.settings:
            if other.keys() != setting.keys():
                if setting_text(other) not in self.alone:
                    self.alone[setting_text(other)] = self.variant(other, usual, False)
                alone, both = self.alone[setting_text(other)], self.variant({**other, **setting}, usual, False)
                if alone is not None and both is not None and differ(both.programs, alone.programs):
                    return self.variant(both.setting, self.counts)
        return None

    def matters_elsewhere(self, setting: Setting) -> bool:
        """Whether a setting changes something for numbers of players that were not sampled."""
        others = [players for players in self.ruleset.player_counts if players not in self.counts]
        found = self.variant(setting, others, False)
        return found is not None and differ(found.programs, self.programs(self.ruleset, others, {}, False))

    def variant(self, setting: Setting, counts: list[int], record: bool = True) -> Variant | None:
        """The ruleset with a setting, for some numbers of players; None if it is rejected, which is recorded."""
        try:
            ruleset = load(self.ruleset.file, {**self.ruleset.settings, **setting}, self.ruleset.overlays)
        except RulesetError as error:
            self.record(error, setting_text(setting), record)
            return None
        possible = [players for players in counts if players in ruleset.player_counts]
        programs = self.programs(ruleset, possible, setting, record)
        return Variant(setting, ruleset, programs) if programs else None

    def programs(self, ruleset: Ruleset, counts: list[int], setting: Setting, record: bool = True) -> Programs:
        """Programs for those of some numbers of players that can play."""
        found = {}
        for players in counts:
            try:
                found[players] = CountingProgram.of(ruleset, players)
            except RulesetError as error:
                self.record(error, f"{setting_text(setting)} for {players} players".strip(), record)
        return found

    def record(self, error: RulesetError, where: str, refusal: bool) -> None:
        """Record an error: a refusal if wanted, anything else as a problem of the ruleset."""
        errors = [problem for problem in error.problems if problem.severity == "error"]
        if all(problem.code in REFUSALS for problem in errors):
            self.refused += [where] if refusal and where not in self.refused else []
            return
        seen = {(fault.code, fault.span) for fault in self.faults}
        self.faults += [
            replace(problem, notes=(*problem.notes, f"with {where}"))
            for problem in errors
            if (problem.code, problem.span) not in seen
        ]


def differ(programs: Programs, others: Programs) -> bool:
    """Whether some program does something else than its counterpart, or has none."""
    if programs.keys() != others.keys():
        return True
    return any(behaviour(programs[players].program) != behaviour(others[players].program) for players in programs)


def behaviour(program: Program) -> tuple[object, ...]:
    """What a program does, and who sees what."""
    return program.vector, program.zones, program.variables, program.questions
