"""Runs examples: takes their actions, tests what is expected, and says what is there instead.

Not here: what a check means (checking.py), or how results are shown (render).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from unoflex_rules.language.diagnostics.problems import Problem, Span, nearest
from unoflex_rules.play.card_names import seat_name
from unoflex_rules.play.event_log import Event
from unoflex_rules.scenario.chance import ImpossibleOutcome
from unoflex_rules.scenario.checking import Checker
from unoflex_rules.scenario.deal_order import ImpossibleDeal
from unoflex_rules.scenario.examples import Example, Move
from unoflex_rules.scenario.position import WHY, BrokenPosition, Position
from unoflex_rules.scenario.reading.sheet_reader import read_scenarios

#: What is expected of events alone, which count from the `expect` before.
SINCE = ("drew", "happens", "never")

Status = Literal["passed", "failed", "skipped", "faulty"]


@dataclass(frozen=True)
class Failure:
    """Something that is not as expected: `what` it is about, side by side what should be and what is.

    `problem`: the same as a problem of the file, where an action cannot be taken.
    """

    what: str
    expected: str
    actual: str
    span: Span
    problem: Problem | None = None

    def __str__(self) -> str:
        return f"{self.span}: {self.what}: expected {self.expected}, got {self.actual}"


@dataclass(frozen=True)
class ScenarioResult:
    """What came of a scenario. `trace`: sentences of all that happened, each with its line of the ruleset.

    `status`: `passed`, `failed`, `skipped`, or `faulty` when something in it has a problem.
    """

    name: str
    file: str
    line: int
    rules: tuple[str, ...]
    ruleset: str
    status: Status
    why: str = ""
    failures: tuple[Failure, ...] = ()
    trace: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The result as plain data."""
        found: dict[str, Any] = {
            "name": self.name,
            "file": self.file,
            "line": self.line,
            "rules": list(self.rules),
            "ruleset": self.ruleset,
            "status": self.status,
        }
        if self.why:
            found["why"] = self.why
        if self.failures:
            found["failures"] = [
                {"what": each.what, "expected": each.expected, "actual": each.actual, **each.span.as_json()}
                | ({"problem": each.problem.as_json()} if each.problem is not None else {})
                for each in self.failures
            ]
            found["trace"] = [{"text": text, "source": source} for text, source in self.trace]
        return found


@dataclass
class SheetResult:
    """What came of a file of scenarios."""

    file: str
    problems: list[Problem] = field(default_factory=list)
    results: list[ScenarioResult] = field(default_factory=list)
    rules: list[tuple[str, Span]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The file's problems and results as plain data."""
        return {
            "file": self.file,
            "ok": self.is_fine,
            "problems": [problem.as_json() for problem in self.problems],
            "scenarios": [result.as_json() for result in self.results],
        }

    @property
    def is_fine(self) -> bool:
        """Whether nothing has failed and nothing has a problem."""
        errors = any(problem.severity == "error" for problem in self.problems)
        return not errors and all(result.status in ("passed", "skipped") for result in self.results)


def run_scenarios(file: Path | str, engine: str = "plain", ruleset: str | None = None) -> SheetResult:
    """Run all scenarios of a file; with `ruleset`, of another ruleset than the file names."""
    examples, problems = read_scenarios(file, ruleset)
    sheet = SheetResult(str(file), problems)
    sheet.rules = [rule for example in examples for rule in example.rules]
    sheet.results = [run_example(example, engine) for example in examples]
    return sheet


def run_example(example: Example, engine: str = "plain") -> ScenarioResult:
    """Run one scenario."""
    start = time.perf_counter()
    rules = tuple(rule for rule, _ in example.rules)
    about = (example.name, example.span.file, example.span.line, rules, example.ruleset)
    if example.is_faulty:
        return ScenarioResult(*about, "faulty", "it has a problem")
    if example.skip is not None:
        return ScenarioResult(*about, "skipped", example.skip)
    if example.refusal is not None:
        wanted, found = example.refusal
        if wanted in found:
            return ScenarioResult(*about, "passed")
        failure = Failure("problem", wanted, ", ".join(found) or "no problem", example.refusal_span or example.span)
        return ScenarioResult(*about, "failed", failures=(failure,))
    course = ScenarioRun(example, engine)
    failures = course.run()
    seconds = time.perf_counter() - start
    if not failures:
        return ScenarioResult(*about, "passed", seconds=seconds)
    return ScenarioResult(
        *about, "failed", failures=tuple(failures), trace=(*course.trace(), *course.waiting(failures)), seconds=seconds
    )


class ScenarioRun:
    """One scenario that is being run."""

    def __init__(self, example: Example, engine: str) -> None:
        self.example, self.engine = example, engine
        self.position: Position | None = None
        self.unnamed: list[tuple[Move, str]] = []  # what plays have named that is asked later, and its text
        self.named_in = 0  # the number of the turn in which they have

    def run(self) -> list[Failure]:
        """Go through all stages; the failures of the first one that has any."""
        span = self.example.span
        try:
            example = self.example
            self.position = position = Position(example.names, example.state, self.engine, example.deals, example.start)
            position.foretold.tell(self.example.chance)
            position.begin()
            heard = 0
            for stage in self.example.stages:
                position.foretold.tell(stage.chance)
                for deed in stage.deeds:
                    span = deed.span
                    failure = self.act(position, deed)
                    if failure is not None:
                        return [failure]
                if self.unnamed:
                    return [self.never_named(position, *self.unnamed[0])]
                if not stage.checks:
                    continue
                events = position.events()
                checking = Checker(position, events[heard:])
                began, heard = heard, len(events)
                found = []
                for check in stage.checks:
                    actual = checking.actual(check)
                    if actual is not None:
                        what = self.subject(check.kind, check.subject)
                        what += " since the last `expect`" if check.kind in SINCE and began else ""
                        wanted = f"not {check.shown}" if check.kind in ("refused", "never") else check.shown
                        found.append(Failure(what, wanted, actual, check.span))
                if found:
                    return found
        except ImpossibleOutcome as lost:
            return [self.not_drawn(lost)]
        except ImpossibleDeal as missing:
            return [self.not_there(missing)]
        except BrokenPosition as broken:
            return [Failure("the game", "goes on", str(broken), span)]
        return self.not_dealt(position) + self.never_drawn(position)

    def not_dealt(self, position: Position) -> list[Failure]:
        """A round that is described and never begins shows nothing."""
        left = len(position.deals)
        if left == 0:
            return []
        number = position.round + 1
        actual = f"the scenario ends in round {position.round}"
        return [Failure("next_rounds", f"round {number} is dealt", actual, self.example.deal_spans[-left])]

    def not_there(self, missing: ImpossibleDeal) -> Failure:
        """A card that a round begins with, as it is said, is not there when it would be dealt."""
        assert self.position is not None
        later, left = self.position.round > 1, len(self.position.deals)
        what, span = ("next_rounds", self.example.deal_spans[-left - 1]) if later else ("table", self.example.span)
        return Failure(what, "each card comes where it is said to", str(missing), span)

    def not_drawn(self, lost: ImpossibleOutcome) -> Failure:
        """Chance cannot say what it is told to."""
        span, notes = lost.fate.span, (lost.instead, f"it is drawn at {lost.place}")
        problem = Problem("E607", str(lost), span, suggestion=nearest(lost.fate.text, lost.there), notes=notes)
        return Failure("chance", f"`{lost.fate.text}` is drawn", lost.instead, span, problem)

    def never_drawn(self, position: Position) -> list[Failure]:
        """What chance is told to say and is never asked for shows nothing."""
        actual = "nothing more was left to chance"
        return [Failure("chance", f"`{fate.text}` is drawn", actual, fate.span) for fate in position.foretold.left]

    def act(self, position: Position, deed: Move) -> Failure | None:
        """Take an action, unless it is not on offer or somebody else is asked."""
        failure = self.take(position, deed)
        while failure is None:
            asked = ((said, position.naming(said[0].seat, said[1])) for said in self.unnamed)
            named, offers = next((each for each in asked if each[1]), (None, []))
            if named is None:
                break
            position.take(offers[0])
            self.unnamed.remove(named)
        if failure is None and self.unnamed and position.turns != self.named_in:
            return self.never_named(position, *self.unnamed[0])
        return failure

    def take(self, position: Position, deed: Move) -> Failure | None:
        """Take an action alone, without what it names where that is asked later."""
        asked = position.asked
        if asked is not None and deed.leaves:
            if deed.seat in position.has_left:
                return self.refused(deed, "a player who is in the game", f"{seat_name(deed.seat)} has left")
            position.leave(deed.seat)
            return None
        if position.why_refused(deed.seat, deed.text) and position.was_unasked(deed.seat, deed.text):
            return None
        offers = [offer.short for offer in position.offers()]
        shown = Checker(position, ()).offers_shown()
        question = position.question
        about = f" about {question.about}" if question is not None and question.about else ""
        if asked is None:
            return self.refused(deed, "a decision", str(position.outcome), WHY["over"])
        if asked != deed.seat:
            return self.refused(
                deed,
                f"{seat_name(deed.seat)} is asked",
                f"{seat_name(asked)} is asked{about}: {shown}",
                WHY["not asked"],
                at=deed.seat_span,
            )
        meant = position.meant(deed.text)
        if len(meant) > 1:
            found = " or ".join(str(each.action) for each in meant)
            return self.refused(deed, "an action on offer", f"it means {found}", "it may mean several things")
        if not meant:
            meant, named = position.meant_first(deed.text)
            self.unnamed += [(deed, text) for text in named if len(meant) == 1]
            self.named_in = position.turns
        if len(meant) != 1:
            why = WHY[position.why_refused(deed.seat, deed.text)]
            return self.refused(deed, "an action on offer", f"on offer: {shown}", f"{why}; asked{about}", offers)
        position.take(meant[0])
        return None

    def never_named(self, position: Position, deed: Move, text: str) -> Failure:
        """Nobody is asked for what a play names."""
        asked = Checker(position, ()).waiting().removeprefix(", and ") or "nobody is asked"
        return self.refused(deed, f"`{text}` is named", asked, f"`{text}` is not asked for")

    def refused(
        self,
        deed: Move,
        expected: str,
        actual: str,
        why: str = "",
        offers: Sequence[str] = (),
        at: Span | None = None,
    ) -> Failure:
        """An action that cannot be taken: a failure, and a problem at its place."""
        what = f"{seat_name(deed.seat)}: {deed.text}"
        message = f"`{what}` is not on offer" + (f": {why}" if why else "")
        near = nearest(deed.text, offers)
        problem = Problem("E606", message, at or deed.span, suggestion=near, notes=(actual,))
        return Failure(what, expected, actual, at or deed.span, problem)

    def subject(self, kind: str, subject: Any) -> str:
        """What a check is about, for a person."""
        if kind in ("hands", "hand_size", "drew", "holds"):
            return f"{kind} of {seat_name(self.example.names.program.zones[subject].seat)}"
        if kind in ("zones", "size"):
            return f"{kind} of {self.example.names.program.zones[subject]}"
        return kind

    def waiting(self, failures: Sequence[Failure]) -> list[tuple[str, str]]:
        """Who is asked at the end, as a sentence; nothing where what failed says so itself, or nobody is asked."""
        said = any(failure.problem is not None or failure.what in ("asked", "turn") for failure in failures)
        if said or self.position is None:
            return []
        waiting = Checker(self.position, ()).waiting().removeprefix(", and ")
        return [(waiting, "")] if waiting else []

    def trace(self) -> tuple[tuple[str, str], ...]:
        """All that has happened, as sentences with their lines of the ruleset."""
        events: Sequence[Event] = self.position.events() if self.position is not None else ()
        return tuple((str(event), str(event.source) if event.source is not None else "") for event in events)
