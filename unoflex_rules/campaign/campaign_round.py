"""One round of a campaign, played like any game. Not here: its effect on the campaign (campaign.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from unoflex_rules.campaign.resting_state import WORDS, about_to_begin
from unoflex_rules.limits import DEFAULT_LIMIT
from unoflex_rules.play.agents import BuiltIn, write_agents
from unoflex_rules.play.card_names import seats_of
from unoflex_rules.play.game import Game
from unoflex_rules.play.machine import Option, RawEvent, machine_of
from unoflex_rules.play.outcome import Outcome, outcome_of, places_of
from unoflex_rules.program import events as ev
from unoflex_rules.program import layout as at
from unoflex_rules.program.image import Program


class SeatedAgents:
    """The engine's agents at their seats, with their generator and their places in scripts."""

    def __init__(self, agents: Sequence[BuiltIn], words: Sequence[int], places: Sequence[int]) -> None:
        self.work = [0] * at.W_OFFER
        self.slots = [at.W_AGENT + seat * at.AGENT_WIDTH + at.AGENT_PLACE for seat in range(len(agents))]
        write_agents(self.work, agents)
        self.work[at.W_RNG : at.W_RNG + WORDS] = words
        for slot, place in zip(self.slots, places):
            self.work[slot] = place

    @property
    def words(self) -> list[int]:
        """The generator now."""
        return self.work[at.W_RNG : at.W_RNG + WORDS]

    @property
    def places(self) -> list[int]:
        """How many numbers of its script each agent has used."""
        return [self.work[slot] for slot in self.slots]


class CampaignRound(Game):
    """A round that ends where the next one would begin.

    `rest`: the state vector before it. `start`: the Python that repeats it, for messages. Raises GameBroken if it
    cannot begin.
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
            raise ValueError("a round needs at least one decision")
        self.rest = list(rest)
        machine = machine_of(program, engine)
        begun = about_to_begin(program, rest, limit)
        self._begin_at(machine, machine.kernel.vector(begun), seed, 0, start, begun)
        if self._state[at.S_STATUS] == at.DEALING and self._state[at.S_TURNS] == rest[at.S_TURNS]:
            self._run(self._deal)

    def _deal(self) -> tuple[list[Option], list[RawEvent]]:
        """Let this round itself go on; the round after it will wait."""
        self._state[at.S_STATUS] = at.RUNNING
        self._state[at.S_STACKED] = at.STACKED_AGAIN
        return self._machine.run(self._state, True)

    def _run(self, run: Callable[[], tuple[list[Option], list[RawEvent]]]) -> None:
        """Run as in any game, without the event that begins the next round."""
        super()._run(run)
        if self._state[at.S_STATUS] == at.DEALING and any(event[0] == ev.E_ROUND_OVER for event in self._raw):
            self._raw.pop()

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it runs. Counts of rounds, turns and decisions are those of the campaign."""
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
            places=places_of(self.program, self._state),
        )

    def let_play(self, agents: SeatedAgents) -> Outcome:
        """Play to the end by the engine's agents."""
        while not self.is_over:
            self._let_choose(agents.work)
        outcome = self.outcome
        assert outcome is not None
        return outcome
