"""A ruleset with its options at each of their values: which settings change something, and the programs that they give.

Not here: playing them (deep_check.py), or what settings mean (language/elaborate/declarations.py).
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
MOST = 20
REFUSALS = ("E310", "E312", "E314")  # a combination that cannot be is no fault of the ruleset


@dataclass(frozen=True)
class Variant:
    """A ruleset with a setting beside those that were asked for, and its programs."""

    setting: Setting
    ruleset: Ruleset
    programs: Programs


def option_values(option: OptionDeclaration) -> list[str]:
    """The values that an option is given: all of them; of a number the least, one more, and the greatest, which is 20
    where more are allowed.
    """
    if option.type == "bool":
        return ["false", "true"]
    if not isinstance(option.type, str):
        return list(option.type)
    least = option.min or 0
    most = max(MOST, least + 1)
    most = most if option.max is None else min(option.max, most)
    return [str(number) for number in sorted({least, min(least + 1, most), most})]


def other_settings(ruleset: Ruleset) -> list[dict[str, str]]:
    """Each option that is not set already at each of its values but its own, one at a time."""
    return [
        {name: value}
        for name, option in ruleset.model.options.items()
        if name not in ruleset.settings
        for value in option_values(option)
        if value != str(option.default).lower()
    ]


def told(setting: Setting) -> str:
    """A setting in words that a command line takes."""
    return " ".join(f"{name}={value}" for name, value in setting.items())


def sampled(counts: range) -> list[int]:
    """Numbers of players that stand for all: the fewest, the usual one or what comes nearest, the most."""
    least, most = counts[0], counts[-1]
    return sorted({least, min(max(USUAL_PLAYERS, least), most), most})


def judged_files(ruleset: Ruleset) -> set[str]:
    """The files that are judged, by the names that spans give them: the ruleset's, and those that are laid on it from
    outside, which cannot be played by themselves.
    """
    laid = {find_ruleset(name).resolve() for name in ruleset.overlays}
    merged = ruleset.merged
    return {merged.name, *(name for name, path in merged.paths.items() if path.resolve() in laid)}


class Variants:
    """The variants of a ruleset; what is refused, wrong or idle is known once all of them have been gone through.

    `base` is the ruleset as it is, for sampled numbers of players. `refused`: settings that make no sense. `faults`:
    problems that only a setting shows. `idle`: settings that change nothing, for no number of players, neither alone
    nor together with another one. Raises RulesetError for a ruleset that cannot be played as it is.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.judged = judged_files(ruleset)
        self.settings = other_settings(ruleset)
        apart = telling(ruleset.tree, ruleset.player_counts, ruleset.settings)
        self.counts = sorted({*sampled(ruleset.player_counts), *apart})
        self.refused: list[str] = []
        self.faults: list[Problem] = []
        self.idle: list[Setting] = []
        self.alone: dict[str, Variant | None] = {}  # settings by themselves, for the usual number of players
        base = self.programs(ruleset, self.counts, {})
        if not base:
            ruleset.game(self.counts[0])
        self.base = Variant({}, ruleset, base)

    def __iter__(self) -> Iterator[Variant]:
        """Each setting that changes something; one that does so only beside another one stands with that."""
        for setting in self.settings:
            found = self.variant(setting, self.counts)
            if found is not None and found.ruleset.player_counts != self.ruleset.player_counts:
                found = self.variant(setting, sampled(found.ruleset.player_counts))  # others may play as well
            if found is not None and differ(found.programs, self.base.programs):
                yield found
            elif found is not None and self.is_judged(setting):
                together = self.beside(setting)
                if together is not None:
                    yield together
                elif not self.is_used_elsewhere(setting):
                    self.idle.append(setting)

    def is_judged(self, setting: Setting) -> bool:
        """Whether an option is declared in a file that is judged: that one of a base idles is no fault of this game."""
        return all(self.ruleset.tree.span_of(("options", name), key=True).file in self.judged for name in setting)

    def beside(self, setting: Setting) -> Variant | None:
        """The setting with the first other one beside which it changes something."""
        usual = [min(self.base.programs, key=lambda each: abs(each - USUAL_PLAYERS))]
        for other in self.settings:
            if other.keys() != setting.keys():
                if told(other) not in self.alone:
                    self.alone[told(other)] = self.variant(other, usual, False)
                alone, both = self.alone[told(other)], self.variant({**other, **setting}, usual, False)
                if alone is not None and both is not None and differ(both.programs, alone.programs):
                    return self.variant(both.setting, self.counts)
        return None

    def is_used_elsewhere(self, setting: Setting) -> bool:
        """Whether a setting changes something for numbers of players that were not sampled."""
        others = [players for players in self.ruleset.player_counts if players not in self.counts]
        found = self.variant(setting, others, False)
        return found is not None and differ(found.programs, self.programs(self.ruleset, others, {}, False))

    def variant(self, setting: Setting, counts: list[int], noted: bool = True) -> Variant | None:
        """The ruleset with a setting, for some numbers of players; None where there is none, which is `noted`."""
        try:
            ruleset = load(self.ruleset.file, {**self.ruleset.settings, **setting}, self.ruleset.overlays)
        except RulesetError as error:
            self.refuse(error, told(setting), noted)
            return None
        possible = [players for players in counts if players in ruleset.player_counts]
        programs = self.programs(ruleset, possible, setting, noted)
        return Variant(setting, ruleset, programs) if programs else None

    def programs(self, ruleset: Ruleset, counts: list[int], setting: Setting, noted: bool = True) -> Programs:
        """Programs for those numbers of players that can play."""
        found = {}
        for players in counts:
            try:
                found[players] = CountingProgram.of(ruleset, players)
            except RulesetError as error:
                self.refuse(error, f"{told(setting)} for {players} players".strip(), noted)
        return found

    def refuse(self, error: RulesetError, where: str, noted: bool) -> None:
        """Note what is refused, if it is to be `noted`; anything else that is wrong is a problem of the ruleset."""
        errors = [problem for problem in error.problems if problem.severity == "error"]
        if all(problem.code in REFUSALS for problem in errors):
            self.refused += [where] if noted and where not in self.refused else []
            return
        seen = {(fault.code, fault.span) for fault in self.faults}
        self.faults += [
            replace(problem, notes=(*problem.notes, f"with {where}"))
            for problem in errors
            if (problem.code, problem.span) not in seen
        ]


def differ(programs: Programs, others: Programs) -> bool:
    """Whether some program is not as its other one, or has none."""
    if programs.keys() != others.keys():
        return True
    return any(rules_of(programs[players].program) != rules_of(others[players].program) for players in programs)


def rules_of(program: Program) -> tuple[object, ...]:
    """What a program does, and who sees what of it."""
    return program.vector, program.zones, program.variables, program.questions
