"""Runs scenarios: makes the moves, checks the expectations, reports the first step with differences.

Not here: what a check compares (expectation_checker.py), or the shape of results (scenario_results.py).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from unoflex_rules.language.diagnostics.problems import Problem
from unoflex_rules.language.diagnostics.suggestions import nearest
from unoflex_rules.naming.action_names import is_leaving
from unoflex_rules.play.card_names import seat_name
from unoflex_rules.scenario.chance import ImpossibleOutcome
from unoflex_rules.scenario.deal_order import ImpossibleDeal
from unoflex_rules.scenario.examples import Check, Example, Move
from unoflex_rules.scenario.expectation_checker import Checker
from unoflex_rules.scenario.position import REASONS, BrokenPosition, Position
from unoflex_rules.scenario.reading.sheet_reader import read_scenarios
from unoflex_rules.scenario.scenario_results import Failure, ScenarioResult, SheetResult

#: Checks of events alone: they look at those since the last `expect`.
OF_EVENTS = ("drew", "happens", "never")


def run_scenarios(file: Path | str, engine: str = "plain", ruleset: str | None = None) -> SheetResult:
    """Run all scenarios of a file; with `ruleset`, for another ruleset than the file names."""
    examples, problems = read_scenarios(file, ruleset)
    rules = [rule for example in examples for rule in example.rules]
    return SheetResult(str(file), problems, [run_example(example, engine) for example in examples], rules)


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
        wanted, span, found = example.refusal
        if wanted in found:
            return ScenarioResult(*about, "passed")
        failure = Failure("problem", wanted, ", ".join(found) or "no problem", span)
        return ScenarioResult(*about, "failed", failures=(failure,))
    run = ScenarioRun(example, engine)
    failures = tuple(run.failures())
    seconds = time.perf_counter() - start
    if not failures:
        return ScenarioResult(*about, "passed", seconds=seconds)
    return ScenarioResult(*about, "failed", failures=failures, trace=run.trace(failures), seconds=seconds)


class ScenarioRun:
    """One run of a scenario."""

    def __init__(self, example: Example, engine: str) -> None:
        self.example = example
        setups = [setup for setup, _ in example.deals]
        self.position = Position(example.names, example.state, engine, setups, example.start)
        self.open: list[tuple[Move, str]] = []  # choices that moves have named and that are asked for later
        self.open_since = 0  # the turn in which they were named
        self.span = example.span  # of the last move

    def failures(self) -> list[Failure]:
        """Run all steps; the differences of the first step that has any."""
        try:
            return self.run_steps()
        except ImpossibleOutcome as error:
            return [self.impossible_outcome(error)]
        except ImpossibleDeal as error:
            return [self.impossible_deal(error)]
        except BrokenPosition as error:
            return [Failure("the game", "goes on", str(error), self.span)]

    def run_steps(self) -> list[Failure]:
        position, heard = self.position, 0
        position.chance.add(self.example.chance)
        position.begin()
        for step in self.example.steps:
            position.chance.add(step.chance)
            for move in step.moves:
                self.span = move.span
                failure = self.make(move)
                if failure is not None:
                    return [failure]
            if self.open:
                return [self.never_asked()]
            if step.checks:
                events = position.events()
                checker = Checker(position, events[heard:])
                found = [self.difference(check, actual, heard) for check in step.checks
                         if (actual := checker.actual(check)) is not None]  # fmt: skip
                if found:
                    return found
                heard = len(events)
        return self.never_dealt() + self.never_drawn()

    def difference(self, check: Check, actual: str, heard: int) -> Failure:
        """The failure of a check; `heard`: how many events came before the last `expect`."""
        names, what = self.example.names, check.kind
        if check.kind in ("hands", "hand_size", "drew", "holds"):
            what += f" of {seat_name(names.program.zones[check.subject].seat)}"
        elif check.kind in ("zones", "size"):
            what += f" of {names.zone_name(check.subject)}"
        if check.kind in OF_EVENTS and heard:
            what += " since the last `expect`"
        wanted = f"not {check.shown}" if check.kind in ("refused", "never") else check.shown
        return Failure(what, wanted, actual, check.span)

    # ---- moves ---------------------------------------------------------------------------------------------------

    def make(self, move: Move) -> Failure | None:
        """Make a move, and answer the questions about choices that it has named."""
        failure = self.make_alone(move)
        while failure is None:
            named = next((each for each in self.open if self.position.answering(each[0].seat, each[1])), None)
            if named is None:
                break
            self.position.take(self.position.answering(named[0].seat, named[1])[0])
            self.open.remove(named)
        if failure is None and self.open and self.position.turns != self.open_since:
            return self.never_asked()
        return failure

    def make_alone(self, move: Move) -> Failure | None:
        """Make a move without the choices that are asked for later."""
        position, text = self.position, move.text
        asked = position.asked
        if asked is not None and is_leaving(text):
            if move.seat in position.has_left:
                return refused(move, "a player who is in the game", f"{seat_name(move.seat)} has left")
            position.leave(move.seat)
            return None
        if position.why_refused(move.seat, text) and position.was_unasked(move.seat, text):
            return None
        checker = Checker(position, ())
        if asked is None:
            return refused(move, "a decision", str(position.outcome), REASONS["over"])
        if asked != move.seat:
            expected = f"{seat_name(move.seat)} is asked"
            return refused(move, expected, checker.waiting(), REASONS["not asked"], at_seat=True)
        meant = position.meant(text)
        if len(meant) > 1:
            found = " or ".join(str(each.action) for each in meant)
            return refused(move, "an action on offer", f"it means {found}", "it is ambiguous")
        if not meant:
            meant, choices = position.meant_in_parts(text)
            if len(meant) != 1:
                offers = [offer.short for offer in position.offers()]
                about = f" about {position.question.about}" if position.question and position.question.about else ""
                why = f"{REASONS[position.why_refused(move.seat, text)]}; asked{about}"
                return refused(move, "an action on offer", f"on offer: {checker.offers_shown()}", why, offers)
            self.open += [(move, choice) for choice in choices]
            self.open_since = position.turns
        position.take(meant[0])
        return None

    def never_asked(self) -> Failure:
        """A choice that a move has named is never asked for."""
        move, choice = self.open[0]
        actual = Checker(self.position, ()).waiting() or "no player is asked"
        return refused(move, f"a question about `{choice}`", actual, f"`{choice}` is never asked for")

    # ---- chance and deals ----------------------------------------------------------------------------------------

    def impossible_outcome(self, error: ImpossibleOutcome) -> Failure:
        text, span = error.outcome.text, error.outcome.span
        notes = (error.choice, f"it is drawn at {error.place}")
        problem = Problem.plain("E607", str(error), span, suggestion=nearest(text, error.possible), notes=notes)
        return Failure("chance", f"`{text}` is drawn", error.choice, span, problem)

    def impossible_deal(self, error: ImpossibleDeal) -> Failure:
        later, left = self.position.round > 1, len(self.position.deals)
        what, span = ("next_rounds", self.example.deals[-left - 1][1]) if later else ("table", self.example.span)
        return Failure(what, "a deal in this order", str(error), span)

    def never_dealt(self) -> list[Failure]:
        """The scenario ends before a round that it describes."""
        left, number = len(self.position.deals), self.position.round
        if left == 0:
            return []
        actual, span = f"the scenario ends in round {number}", self.example.deals[-left][1]
        return [Failure("next_rounds", f"round {number + 1} is dealt", actual, span)]

    def never_drawn(self) -> list[Failure]:
        """The scenario ends before outcomes that it sets."""
        left = self.position.chance.left
        return [Failure("chance", f"`{each.text}` is drawn", "no further draw", each.span) for each in left]

    # ---- the trace -----------------------------------------------------------------------------------------------

    def trace(self, failures: Sequence[Failure]) -> tuple[tuple[str, str], ...]:
        """All events as sentences with their lines of the ruleset; then who is asked, unless a failure says it."""
        events = self.position.events()
        found = [(str(event), str(event.source) if event.source is not None else "") for event in events]
        if not any(failure.problem is not None or failure.what in ("asked", "turn") for failure in failures):
            waiting = Checker(self.position, ()).waiting()
            found += [(waiting, "")] if waiting else []
        return tuple(found)


def refused(
    move: Move, expected: str, actual: str, why: str = "", offers: Sequence[str] = (), at_seat: bool = False
) -> Failure:
    """A move that cannot be made: a failure, and a problem at its place."""
    what, span = f"{seat_name(move.seat)}: {move.text}", move.seat_span if at_seat else move.span
    message = f"`{what}` is not on offer" + (f": {why}" if why else "")
    problem = Problem.plain("E606", message, span, suggestion=nearest(move.text, offers), notes=(actual,))
    return Failure(what, expected, actual, span, problem)
