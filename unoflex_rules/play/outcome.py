"""How a game ended, or why it cannot continue. Not here: sums over many games (simulation)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from unoflex_rules.play.card_names import seat_name, seats_of
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import InstructionSource, Program

#: Why the engine stops a game that cannot continue, by S_ERROR.
ERRORS = {
    at.ERROR_BUDGET: "an effect does not come to an end",
    at.ERROR_NO_OPTION: "a player is asked and has no option",
    at.ERROR_OPTIONS: f"more than {at.MAX_OPTIONS:,} options are on offer at once",
    at.ERROR_COMBINATIONS: (
        f"more than {at.MAX_TRIED:,} combinations of cards to try, "
        f"or more than {2 * at.COMBINED_BITS} cards in their zone"
    ),
    at.ERROR_PROMISE: "the engine broke one of its own promises; please report it",
}


class GameBroken(RuntimeError):
    """A game that cannot continue because of an error in its ruleset.

    `reason`: the error; `source`: the statement that caused it (None if unknown); `repeat`: a line of Python that
    replays the game up to here.
    """

    def __init__(self, reason: str, source: InstructionSource | None, repeat: str) -> None:
        where = f" at {source.shown}" if source is not None else ""
        if source is not None and source.place != source.shown:
            where += f" (called from there: {source.place})"
        super().__init__(f"{reason}{where}; repeat it with: {repeat}")
        self.reason = reason
        self.source = source
        self.repeat = repeat


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    `winners`: seats; empty if nobody won. `losers`: all other seats, if somebody won.
    `reason`: the declared reason, or `over`, `blocked`, `unfinished`, `broken`.
    `places`: per seat, from 1 on, 0 without a place; empty if the ruleset declares no places.
    `unfinished`: the round reached its limit, which is no result. `blocked`: nobody could do anything any more.
    `error`: the error of a broken game. `rounds`, `turns`, `decisions`: their numbers.
    """

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    reason: str
    unfinished: bool
    blocked: bool
    error: str | None
    rounds: int
    turns: int
    decisions: int
    places: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.error is not None:
            return f"broken: {self.error}"
        if self.unfinished:
            return f"unfinished after {self.turns} turns"
        few, did = (self.losers, "lost") if 0 < len(self.losers) < len(self.winners) else (self.winners, "won")
        return f"{' and '.join(map(seat_name, few)) or 'nobody'} {did}: {self.reason}{self._ranking()}"

    def _ranking(self) -> str:
        """The places in order: `; places: 1 P2, 2 P0 P3, 4 P1`; empty if nobody has one."""
        seats = range(len(self.places))
        held = {place: [seat for seat in seats if self.places[seat] == place] for place in sorted({*self.places} - {0})}
        ranking = ", ".join(f"{place} {' '.join(map(seat_name, holders))}" for place, holders in held.items())
        return f"; places: {ranking}" if ranking else ""

    def as_json(self) -> dict[str, Any]:
        """All fields; seats as numbers."""
        return {
            "winners": list(self.winners),
            "losers": list(self.losers),
            "reason": self.reason,
            "unfinished": self.unfinished,
            "blocked": self.blocked,
            "error": self.error,
            "rounds": self.rounds,
            "turns": self.turns,
            "decisions": self.decisions,
            "places": list(self.places),
        }


def outcome_of(program: Program, state: Sequence[int]) -> Outcome | None:
    """The outcome of a state; None while the game runs."""
    status = state[at.S_STATUS]
    if status not in (at.OVER, at.UNFINISHED, at.BROKEN):
        return None
    is_over = status == at.OVER
    reason = program.reasons[state[at.S_REASON]] if is_over else "unfinished" if status == at.UNFINISHED else "broken"
    winners = seats_of(int(state[at.S_WINNERS])) if is_over else ()
    return Outcome(
        winners=winners,
        losers=tuple(seat for seat in range(program.players) if winners and seat not in winners),
        reason=reason,
        unfinished=status == at.UNFINISHED,
        blocked=is_over and state[at.S_REASON] == at.REASON_BLOCKED,
        error=ERRORS[state[at.S_ERROR]] if status == at.BROKEN else None,
        rounds=int(state[at.S_ROUND]),
        turns=int(state[at.S_TURNS]),
        decisions=int(state[at.S_DECISIONS]),
        places=places_of(program, state) if is_over else (),
    )


def places_of(program: Program, state: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, 0 without a place; empty if players have no places."""
    slot = program.place_slot
    return () if slot is None else tuple(int(place) for place in state[slot : slot + program.players])
