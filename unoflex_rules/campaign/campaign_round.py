"""One round of a campaign, played like any game. Not here: what becomes of the campaign by it (campaign.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from unoflex_rules.campaign.resting_state import WORDS, about_to_begin
from unoflex_rules.limits import DEFAULT_LIMIT
from unoflex_rules.play.agents import BuiltIn, settle
from unoflex_rules.play.card_names import seats_of
from unoflex_rules.play.game import Game
from unoflex_rules.play.machine import Option, RawEvent, machine_of
from unoflex_rules.play.outcome import Outcome, outcome_of
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program


class SeatedAgents:
    """The engine's agents at their seats, from decision to decision: their generator, how far their scripts are."""

    def __init__(self, agents: Sequence[BuiltIn], words: Sequence[int], places: Sequence[int]) -> None:
        self.work = [0] * at.W_OFFER
        settle(self.work, agents)
        self.work[at.W_RNG : at.W_RNG + WORDS] = words
        for seat, place in enumerate(places):
            self.work[self.place(seat)] = place
        self.players = len(agents)

    def place(self, seat: int) -> int:
        """Where it stands how many numbers of its script an agent has used."""
        return at.W_AGENT + seat * at.AGENT_WIDTH + at.AGENT_PLACE

    @property
    def words(self) -> list[int]:
        """The generator now."""
        return self.work[at.W_RNG : at.W_RNG + WORDS]

    @property
    def places(self) -> list[int]:
        """How many numbers of its script each agent has used."""
        return [self.work[self.place(seat)] for seat in range(self.players)]


class CampaignRound(Game):
    """A round that is played until the next one would begin: `is_over` then, and `outcome` says how it ended.

    `rest`: the state at rest before it. Raises GameBroken where it cannot begin; `start` is the Python that a message
    says it can be repeated with.
    """

    def __init__(
        self,
        program: Program,
        rest: Sequence[int],
        seed: int,
        start: str,
        engine: Literal["plain", "fast", "auto"] = "plain",
        limit: int = DEFAULT_LIMIT,
    ) -> None:
        if limit < 1:
            raise ValueError("a round takes at least one decision")
        self.rest = list(rest)
        machine = machine_of(program, engine)
        begun = about_to_begin(program, rest, limit)
        self._set_out(machine, machine.kernel.vector(begun), seed, 0, start, begun)
        if self._state[at.S_STATUS] == at.DEALING and self._state[at.S_TURNS] == rest[at.S_TURNS]:
            self._run(self._go_on)

    def _go_on(self) -> tuple[list[Option], list[RawEvent]]:
        """Let the round itself go on, which waits as the one after it will."""
        self._state[at.S_STATUS] = at.RUNNING
        self._state[at.S_STACKED] = at.STACKED_AGAIN
        return self._machine.run(self._state, True)

    def _run(self, run: Callable[[], tuple[list[Option], list[RawEvent]]]) -> None:
        """As in any game; that the next round begins is no event of this one."""
        super()._run(run)
        if self._state[at.S_STATUS] == at.DEALING and any(event[0] == ev.E_ROUND_OVER for event in self._raw):
            self._raw.pop()

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it runs. Rounds, turns and decisions are those of the campaign so far."""
        if not self.is_over:
            return None
        ended = [event for event in self._raw if event[0] == ev.E_ROUND_OVER]
        if not ended or self._state[at.S_STATUS] not in (at.DEALING, at.OVER):
            return outcome_of(self.program, self._state)
        _, won, reason, *_ = ended[-1]
        winners = seats_of(won)
        return Outcome(
            winners=winners,
            losers=tuple(seat for seat in range(self.players) if winners and seat not in winners),
            reason=self.program.reasons[reason],
            unfinished=False,
            blocked=reason == at.REASON_BLOCKED,
            error=None,
            rounds=int(self._state[at.S_ROUND]) - int(self._state[at.S_STATUS] == at.DEALING),
            turns=int(self._state[at.S_TURNS]),
            decisions=int(self._state[at.S_DECISIONS]),
        )

    def let_play(self, seating: SeatedAgents) -> Outcome:
        """Play to the end by the engine's agents, who go on from where they were."""
        while not self.is_over:
            self._let_choose(seating.work)
        outcome = self.outcome
        assert outcome is not None
        return outcome
