"""A campaign for its users: started with named players, played round by round, saved, and loaded again.

Not here: its state (campaign_state.py), its file (campaign_reader.py, campaign_writer.py), a round (campaign_round.py).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from unoflex_rules.atomic_files import write_new, write_over
from unoflex_rules.campaign.campaign_models import FORMAT
from unoflex_rules.campaign.campaign_names import CampaignNames, check_name
from unoflex_rules.campaign.campaign_reader import read_campaign
from unoflex_rules.campaign.campaign_round import CampaignRound, SeatedAgents
from unoflex_rules.campaign.campaign_rules import CampaignRules, name_in
from unoflex_rules.campaign.campaign_state import CampaignCard, CampaignState
from unoflex_rules.campaign.campaign_writer import campaign_text
from unoflex_rules.campaign.deck_handover import inherit
from unoflex_rules.campaign.resting_state import MOST_ROUNDS
from unoflex_rules.campaign.round_changes import RoundResult, round_result
from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.language.diagnostics.problems import Problem, Problems, RulesetError
from unoflex_rules.language.ruleset import Ruleset, load
from unoflex_rules.language.yaml.scalars import resolve
from unoflex_rules.language.yaml.source import read_source
from unoflex_rules.limits import DEFAULT_LIMIT, MAX_SEED
from unoflex_rules.play.actions import Choice
from unoflex_rules.play.agents import BuiltIn, agents_for
from unoflex_rules.play.game import Game


def check_campaign(path: Path | str, *, accept_rules: bool = False) -> list[Problem]:
    """All problems of a campaign's file, each at its place; none if it can be loaded. See `Campaign.load`."""
    return read_campaign(path, accept_rules)[1]


def engine_agents(players: int, given: Sequence[BuiltIn | str] | str | None) -> tuple[BuiltIn, ...]:
    """An agent of the engine for each player. Raises BadAgent."""
    return tuple(agent for agent in agents_for(players, given) if isinstance(agent, BuiltIn))


class CampaignOver(RuntimeError):
    """The campaign is over, or has had as many rounds as a campaign can have."""


class RoundUnfinished(RuntimeError):
    """A round took more decisions than allowed; the campaign is as before it."""


class FileChanged(RuntimeError):
    """The file has been changed since the campaign was loaded or saved."""


class Campaign:
    """A game of several rounds between named players, which lasts between the rounds.

    Made by `new` or `load`. Saving and loading changes nothing: the rounds are those that
    `Game(ruleset, players, seed, rounds="game")` plays.
    """

    def __init__(self, rules: CampaignRules, agents: Sequence[BuiltIn], seed: int, state: CampaignState) -> None:
        self.rules, self.agents, self.seed = rules, tuple(agents), seed
        self.state = state
        self.notes: str | list[str] | None = None
        self._saved: tuple[Path, str] | None = None  # the file, and its text when it was last read or written

    @classmethod
    def new(
        cls,
        ruleset: Ruleset,
        players: Sequence[str],
        *,
        seed: int = 0,
        agents: Sequence[BuiltIn | str] | str | None = None,
        deck: Campaign | None = None,
    ) -> Campaign:
        """A campaign before its first round.

        `players`: their names, in the order of play. `agents`: who plays for them, one each or one for all; random
        agents if omitted. `deck`: a campaign of another group whose cards are taken over, with what they carry; names
        of people who do not play stay on them, and mean no player.

        Raises BadName, BadAgent, BadDeck, RulesetError for a number of players that cannot play, and ValueError for a
        seed out of bounds.
        """
        if not 0 <= seed <= MAX_SEED:
            raise ValueError(f"a seed is a number from 0 to {MAX_SEED}")
        for number, name in enumerate(players):
            check_name(name, players[:number])
        program = compile_ruleset(ruleset, len(players))
        rules = CampaignRules.of(ruleset)
        seated = engine_agents(len(players), agents)
        state = CampaignState.new(CampaignNames(program, players), seed)
        if deck is not None:
            inherit(state, deck.state)
        return cls(rules, seated, seed, state)

    @classmethod
    def load(cls, path: Path | str, *, accept_rules: bool = False) -> Campaign:
        """The campaign in a file. Raises RulesetError with all problems, each at its place in the file.

        `accept_rules`: accept that the ruleset has changed since the campaign was saved.
        """
        loaded, problems = read_campaign(path, accept_rules)
        if loaded is None:
            raise RulesetError(problems)
        campaign = cls(loaded.rules, loaded.agents, loaded.seed, loaded.state)
        campaign.notes = loaded.notes
        campaign._saved = (Path(os.path.realpath(path)), loaded.text)
        return campaign

    # ---- its state -----------------------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of play."""
        return self.state.names.players

    @property
    def title(self) -> str:
        """The titles of the ruleset and of its overlays."""
        program = self.state.names.program
        return " + ".join([program.title, *program.overlays])

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return self.state.rounds

    @property
    def rounds_left(self) -> int | None:
        """How many rounds can follow at most; None if unknown. A zone is expected to be used up as fast as before."""
        return 0 if self.is_over else self.state.rounds_left()

    @property
    def is_over(self) -> bool:
        """Whether the campaign is over."""
        return self.state.is_over

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners of the campaign; empty until it is over."""
        return tuple(self.state.ending()["winners"]) if self.is_over else ()

    def ruleset(self) -> Ruleset:
        """Load its ruleset anew. Raises RulesetError."""
        overlays = [str(each) for each in self.rules.overlays]
        return load(self.rules.ruleset, dict(self.rules.settings), overlays)

    def variables(self) -> dict[str, Any]:
        """The variables that last for the game, by name; those of players by player."""
        return self.state.variables()

    def cards(self) -> list[CampaignCard]:
        """Every physical card, in the order of the deck: its zone, and what it carries."""
        return self.state.cards()

    def as_json(self, folder: Path | str = ".") -> dict[str, Any]:
        """The contents of its file in `folder`."""
        state, place = self.state, Path(folder)
        absent = dict.fromkeys(name for people in state.absent.values() for name in people)
        data = {
            "campaign": FORMAT,
            "notes": self.notes,
            "ruleset": name_in(place, self.rules.ruleset),
            "with": [name_in(place, each) for each in self.rules.overlays],
            "set": {name: resolve(value) for name, value in self.rules.settings},
            "digest": state.names.program.digest,
            "seed": self.seed,
            "players": {name: str(agent) for name, agent in zip(self.players, self.agents, strict=True)},
            "absent": [*absent],
            **state.progress(),
            "variables": state.variables(),
            "deck": state.deck(),
            "zones": state.zones(),
            "chance": state.chance(),
        }
        optional = ("notes", "with", "set", "absent", "zones")
        return {key: value for key, value in data.items() if value or key not in optional}

    def text(self, folder: Path | str = ".") -> str:
        """The text of its file in `folder`."""
        return campaign_text(self.title, self.as_json(folder))

    # ---- playing -------------------------------------------------------------------------------------------------

    def begin(self, engine: Literal["plain", "fast", "auto"] = "plain", limit: int = DEFAULT_LIMIT) -> CampaignRound:
        """Begin the next round, which is played like any Game; then `end` it. Raises CampaignOver, GameBroken."""
        if self.is_over:
            rounds = f"{self.rounds} round{'s'[: self.rounds != 1]}"
            raise CampaignOver(f"the campaign is over after {rounds}")
        if self.rounds >= MOST_ROUNDS:
            raise CampaignOver(f"a campaign can have at most {MOST_ROUNDS} rounds")
        start = f"Campaign.load({str(self._saved[0])!r}).begin()" if self._saved else "campaign.begin()"
        return CampaignRound(self.state.names.program, self.state.vector, self.seed, start, engine, limit)

    def end(self, game: CampaignRound) -> RoundResult:
        """Take over a round that this campaign began. Raises RoundUnfinished, and ValueError for any other round."""
        if not game.is_over or game.rest != self.state.vector:
            raise ValueError("the round still runs" if not game.is_over else "this round did not begin here")
        outcome = game.outcome
        assert outcome is not None
        if outcome.unfinished:
            raise RoundUnfinished(f"round {self.rounds + 1} was not over after {outcome.decisions} decisions")
        before, self.state = self.state, self.state.after(game.state)
        return round_result(before, self.state, outcome)

    def play(
        self,
        rounds: int = 1,
        choose: Callable[[Game], Choice] | None = None,
        *,
        agents: Sequence[BuiltIn | str] | str | None = None,
        engine: Literal["plain", "fast", "auto"] = "plain",
        limit: int = DEFAULT_LIMIT,
        watch: Callable[[CampaignRound, RoundResult], None] | None = None,
    ) -> list[RoundResult]:
        """Play so many rounds, or until the campaign is over.

        `choose` chooses each action; if omitted, `agents` play, by default those of the campaign. `limit`: decisions
        of a round. `watch` is called after each round.

        Raises CampaignOver, RoundUnfinished, GameBroken, BadAgent; rounds played before count.
        """
        if rounds < 1:
            raise ValueError("at least one round must be played")
        chosen = self.agents if agents is None else engine_agents(len(self.players), agents)
        found: list[RoundResult] = []
        while len(found) < rounds and not (found and self.is_over):
            game = self.begin(engine, limit)
            seated = SeatedAgents(chosen, self.state.words, self.state.places if agents is None else ())
            if choose is not None:
                game.play_out(choose)
            else:
                game.let_play(seated)
            found.append(self.end(game))
            self.state.words = seated.words
            if agents is None:
                self.state.places = seated.places
            if watch is not None:
                watch(game, found[-1])
        return found

    # ---- the file ------------------------------------------------------------------------------------------------

    def save(self, path: Path | str | None = None) -> Path:
        """Write it to a file, whole or not at all; by default to the file from which it was loaded.

        Another existing file is never overwritten. Raises FileExistsError, FileChanged, OSError.
        """
        file, before = self._saved or (None, None)
        target = file if path is None else Path(os.path.realpath(path))
        if target is None:
            raise ValueError("the campaign has no file yet: `path` is missing")
        text = self.text(target.parent)
        if target != file:
            write_new(target, text.encode())
        elif read_source(target, str(target), Problems()) != before:
            raise FileChanged(f"`{target}` has been changed by someone else: nothing was written")
        else:
            write_over(target, text.encode())
        self._saved = (target, text)
        return target
