"""A campaign as people use it: started with named players, played round by round, saved, and loaded again.

Not here: what is kept of it (kept_state.py), how a file is read and written (campaign_reader.py, campaign_writer.py),
a round (campaign_round.py).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from unoflex_rules.atomic_files import write_new, write_over
from unoflex_rules.campaign.campaign_models import FORMAT
from unoflex_rules.campaign.campaign_reader import read_campaign
from unoflex_rules.campaign.campaign_round import CampaignRound, SeatedAgents
from unoflex_rules.campaign.campaign_rules import CampaignRules, all_meant, said, shipped
from unoflex_rules.campaign.campaign_writer import campaign_text
from unoflex_rules.campaign.deck_handover import inherit
from unoflex_rules.campaign.kept_state import CampaignCard, CampaignState, chance, progress
from unoflex_rules.campaign.player_names import CampaignNames, check_name
from unoflex_rules.campaign.resting_state import MOST_ROUNDS
from unoflex_rules.campaign.round_changes import RoundResult, played
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
    """All problems of a campaign's file, each at its place; none if it can be loaded. `accept_rules`: as of `load`."""
    return read_campaign(path, accept_rules)[1]


def engine_agents(players: int, given: Sequence[BuiltIn | str] | str | None) -> tuple[BuiltIn, ...]:
    """An agent of the engine for each player. Raises BadAgent."""
    return tuple(agent for agent in agents_for(players, given) if isinstance(agent, BuiltIn))


class CampaignOver(RuntimeError):
    """A campaign that is over, or has had as many rounds as there may be: no further round is played."""


class RoundUnfinished(RuntimeError):
    """A round that took more decisions than it may; the campaign is as before it."""


class FileChanged(RuntimeError):
    """The file is not as the campaign left it: another one, or another hand, has written there meanwhile."""


class Campaign:
    """A game of several rounds, which people with names play one after the other, and which lasts between them.

    The same rounds are played whether it is kept in a file between them or not, and they are those that
    `Game(ruleset, players, seed, rounds="game")` plays. Made by `new` or `load`.
    """

    def __init__(self, origin: CampaignRules, agents: Sequence[BuiltIn], seed: int, kept: CampaignState) -> None:
        self.origin, self.agents, self.seed = origin, tuple(agents), seed
        self.kept = kept
        self.notes: str | list[str] | None = None
        self._saved: tuple[Path, str] | None = None  # the file, and what it held when it was last looked at

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

        `players`: their names, in the order of play. `agents`: who plays for them, one each or one for all, `random`
        if not given. `deck`: a campaign of another group whose cards are taken over, with what they carry; the names
        of people who do not play now stay on them, and mean nobody.

        Raises BadName, BadAgent, BadDeck, RulesetError where so many cannot play, ValueError for a seed out of bounds.
        """
        if not 0 <= seed <= MAX_SEED:
            raise ValueError(f"a seed is a number from 0 to {MAX_SEED}")
        for number, name in enumerate(players):
            check_name(name, players[:number])
        program = compile_ruleset(ruleset, len(players))
        settings = tuple(sorted(ruleset.settings.items()))
        overlays = all_meant(ruleset.overlays, Path.cwd())
        origin = CampaignRules(shipped(ruleset.file) or ruleset.file.absolute(), overlays, settings)
        seated = engine_agents(len(players), agents)
        kept = CampaignState.new(CampaignNames(program, players), seed)
        if deck is not None:
            inherit(kept, deck.kept)
        return cls(origin, seated, seed, kept)

    @classmethod
    def load(cls, path: Path | str, *, accept_rules: bool = False) -> Campaign:
        """The campaign in a file. Raises RulesetError with all problems, each at its place in the file.

        `accept_rules`: the ruleset may have changed since the campaign was saved.
        """
        saved, problems = read_campaign(path, accept_rules)
        if saved is None:
            raise RulesetError(problems)
        campaign = cls(saved.origin, saved.agents, saved.seed, saved.kept)
        campaign.notes = saved.notes
        campaign._saved = (Path(os.path.realpath(path)), saved.text)
        return campaign

    # ---- what it is ----------------------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of play."""
        return self.kept.terms.people

    @property
    def title(self) -> str:
        """What people call the ruleset, and what is laid on it."""
        program = self.kept.terms.program
        return " + ".join([program.title, *program.overlays])

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return self.kept.rounds

    @property
    def rounds_left(self) -> int | None:
        """How many rounds there are still at most, by their number or, if cards of the box go on being used up as
        before, by what is left there; None where neither ends it.
        """
        if self.is_over:
            return 0
        return self.kept.rounds_left()

    @property
    def is_over(self) -> bool:
        """Whether the campaign is over."""
        return self.kept.is_over

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won the campaign; nobody as long as it is not over."""
        return tuple(self.kept.ending()["winners"]) if self.is_over else ()

    def ruleset(self) -> Ruleset:
        """The ruleset by which it is played, read anew. Raises RulesetError."""
        overlays = [str(each) for each in self.origin.overlays]
        return load(self.origin.ruleset, dict(self.origin.settings), overlays)

    def variables(self) -> dict[str, Any]:
        """What lasts for the game, by name; by player where each has his own. Players are names."""
        return self.kept.variables()

    def cards(self) -> list[CampaignCard]:
        """Every physical card, in the order of the deck: where it lies, and what it carries."""
        return self.kept.cards()

    def as_json(self, folder: Path | str = ".") -> dict[str, Any]:
        """All that its file in `folder` holds, as plain data."""
        program, kept, place = self.kept.terms.program, self.kept, Path(folder)
        absent = dict.fromkeys(name for people in kept.absent.values() for name in people)
        data = {
            "campaign": FORMAT,
            "notes": self.notes,
            "ruleset": said(self.origin.ruleset, place),
            "with": [said(each, place) for each in self.origin.overlays],
            "set": {name: resolve(value) for name, value in self.origin.settings},
            "digest": program.digest,
            "seed": self.seed,
            "players": {name: str(agent) for name, agent in zip(self.players, self.agents, strict=True)},
            "absent": [*absent],
            **progress(kept),
            "variables": kept.variables(),
            "deck": kept.deck(),
            "zones": kept.zones(),
            "chance": chance(kept),
        }
        dispensable = ("notes", "with", "set", "absent", "zones")
        return {key: value for key, value in data.items() if value or key not in dispensable}

    def text(self, folder: Path | str = ".") -> str:
        """The text of its file in `folder`."""
        return campaign_text(self.title, self.as_json(folder))

    # ---- playing -------------------------------------------------------------------------------------------------

    def begin(self, engine: Literal["plain", "fast", "auto"] = "plain", limit: int = DEFAULT_LIMIT) -> CampaignRound:
        """The next round, which can be played like any Game; then `end` it. Raises CampaignOver, GameBroken."""
        if self.is_over:
            rounds = f"{self.rounds} round{'s'[: self.rounds != 1]}"
            raise CampaignOver(f"the campaign is over after {rounds}: no further one is played")
        if self.rounds >= MOST_ROUNDS:
            raise CampaignOver(f"a campaign has at most {MOST_ROUNDS} rounds, and this one has had them")
        start = f"Campaign.load({str(self._saved[0])!r}).begin()" if self._saved else "campaign.begin()"
        return CampaignRound(self.kept.terms.program, self.kept.state, self.seed, start, engine, limit)

    def end(self, game: CampaignRound) -> RoundResult:
        """Take over what a round has left behind, which this campaign began; what happened in it.

        Raises ValueError for a round that still runs, or of another time, and RoundUnfinished.
        """
        if not game.is_over or game.rest != self.kept.state:
            raise ValueError("this round still runs" if not game.is_over else "this round did not begin here")
        outcome = game.outcome
        assert outcome is not None
        if outcome.unfinished:
            raise RoundUnfinished(f"round {self.rounds + 1} was not over after {outcome.decisions} decisions")
        before, self.kept = self.kept, self.kept.after(game.state)
        return played(before, self.kept, outcome)

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
        """Play so many rounds, or until the campaign is over; what happened in each.

        `choose` is asked for each action; without it `agents` play, those of the campaign if not given. `limit`:
        decisions that a round may take. `watch` is told of each round once it is over.

        Raises CampaignOver where there is none to play, RoundUnfinished, GameBroken, BadAgent; rounds before it count.
        """
        if rounds < 1:
            raise ValueError("at least one round is played")
        seated = self.agents if agents is None else engine_agents(len(self.players), agents)
        found: list[RoundResult] = []
        while len(found) < rounds and not (found and self.is_over):
            game = self.begin(engine, limit)
            seating = SeatedAgents(seated, self.kept.words, self.kept.places if agents is None else ())
            if choose is not None:
                game.play_out(choose)
            else:
                game.let_play(seating)
            found.append(self.end(game))
            self.kept.words = seating.words
            if agents is None:
                self.kept.places = seating.places
            if watch is not None:
                watch(game, found[-1])
        return found

    # ---- the file ------------------------------------------------------------------------------------------------

    def save(self, path: Path | str | None = None) -> Path:
        """Write it to a file, whole or not at all; where it was loaded from, if `path` is not given.

        Another file of that name is never written over. Raises FileExistsError for one, FileChanged where the file has
        been changed since it was loaded or saved, OSError where nothing can be written.
        """
        file, before = self._saved or (None, None)
        target = file if path is None else Path(os.path.realpath(path))
        if target is None:
            raise ValueError("the campaign has no file yet: say which")
        text = self.text(target.parent)
        if target != file:
            write_new(target, text.encode())
        elif read_source(target, str(target), Problems()) != before:
            raise FileChanged(f"`{target}` has been changed meanwhile, and stays as it is: nothing was written")
        else:
            write_over(target, text.encode())
        self._saved = (target, text)
        return target
