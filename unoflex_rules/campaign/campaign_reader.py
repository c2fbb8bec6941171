"""From a campaign's file to what is kept in it, with every problem at its place.

Not here: the shape of the file (campaign_models.py), or what a state is made of (kept_state.py, resting_state.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from unoflex_rules.campaign.campaign_binding import CampaignBinder
from unoflex_rules.campaign.campaign_models import FORMAT, CampaignFile
from unoflex_rules.campaign.campaign_rules import CampaignRules, all_meant, meant
from unoflex_rules.campaign.kept_state import CampaignState
from unoflex_rules.campaign.player_names import BadName, CampaignNames, check_name
from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.language.compose.merge import Overlays
from unoflex_rules.language.diagnostics.problems import Problem, Problems, RulesetError
from unoflex_rules.language.ruleset import Ruleset, load
from unoflex_rules.language.schema.pydantic_errors import report
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.file_kinds import CAMPAIGN, other_kind
from unoflex_rules.language.yaml.nodes import Mapping, Scalar, Sequence
from unoflex_rules.language.yaml.source import read_source
from unoflex_rules.play.agents import BadAgent, BuiltIn, agent_of
from unoflex_rules.resources import UnknownRuleset
from unoflex_rules.scenario.reading.sheet_reader import setting_span, setting_text


@dataclass
class LoadedCampaign:
    """What a file holds: its text, the ruleset, who plays, and what is kept."""

    text: str
    origin: CampaignRules
    agents: tuple[BuiltIn, ...]
    seed: int
    notes: str | list[str] | None
    kept: CampaignState


def read_campaign(path: Path | str, accept_rules: bool = False) -> tuple[LoadedCampaign | None, list[Problem]]:
    """What a campaign's file holds; None if it has problems, of which all are told.

    `accept_rules`: the ruleset may have changed since it was saved.
    """
    problems = Problems()
    file = Path(path)
    text = read_source(file, str(path), problems)
    tree = None if text is None else read_text(text, str(path), problems)
    if text is None or tree is None or problems.has_errors or not is_campaign(tree, problems):
        return None, problems.sorted()
    try:
        shape = CampaignFile.model_validate(tree.plain())
    except ValidationError as error:
        report(error, CampaignFile, tree, problems)
        return None, problems.sorted()
    saved = CampaignReader(tree, shape, file, text, problems).read(accept_rules)
    return (None if problems.has_errors else saved), problems.sorted()


def is_campaign(tree: Mapping, problems: Problems) -> bool:
    """Whether the file is of the format that is known here."""
    other, said = other_kind(tree, CAMPAIGN), tree.get((CAMPAIGN.key,))
    if other is not None:
        span = tree.span_of((other.key,), key=True)
        problems.error("E019", f"this is {other.name}, not a campaign", span, notes=(other.advice,))
        return False
    if said is None:
        label, note = "needs `campaign: 1`", "`unoflex campaign new` writes one"
        problems.error("E102", "this is no campaign", tree.head_span, label=label, notes=(note,))
        return False
    if isinstance(said, Scalar) and isinstance(said.value, int) and said.value != FORMAT:
        message = f"the file is of format {said.value}, and {FORMAT} is known here"
        problems.error("E106", message, said.span, notes=("another version of this program has written it",))
        return False
    return True


class CampaignReader:
    """Reads one file whose shape is right."""

    def __init__(self, tree: Mapping, shape: CampaignFile, file: Path, text: str, problems: Problems) -> None:
        self.tree, self.shape, self.text, self.problems = tree, shape, text, problems
        self.folder = file.parent

    def read(self, accept_rules: bool) -> LoadedCampaign | None:
        """All of it, or None after a problem without which there is nothing to judge the rest by."""
        shape, tree = self.shape, self.tree
        agents = tuple(self.agents())
        self.check_people()
        ruleset = self.load()
        if ruleset is None or self.problems.has_errors:
            return None
        players = len(shape.players)
        if players not in ruleset.player_counts:
            message = f"{players} cannot play: {ruleset.players_min} to {ruleset.players_max} players"
            self.problems.error("E312", message, tree.span_of(("players",), key=True))
            return None
        try:
            program = compile_ruleset(ruleset, players)
        except RulesetError as error:
            for problem in error.problems:
                self.problems.add(problem)
            return None
        if shape.digest is not None and shape.digest != program.digest and not accept_rules:
            self.problems.error(
                "E801", "the rules have changed since the campaign was saved", tree.span_of(("digest",)),
                label="it was played by these so far",
                notes=("with --accept-rules it goes on by the rules as they are now, and is saved with them",),
            )  # fmt: skip
            return None
        kept = CampaignState.new(CampaignNames(program, list(shape.players)), shape.seed)
        CampaignBinder(kept, self.problems).read(tree, shape)
        settings = tuple((name, setting_text(value)) for name, value in shape.set.items())
        origin = CampaignRules(meant(shape.ruleset, self.folder), all_meant(shape.with_, self.folder), settings)
        return LoadedCampaign(self.text, origin, agents, shape.seed, shape.notes, kept)

    def agents(self) -> Iterator[BuiltIn]:
        """Who plays for each player."""
        for name, said in self.shape.players.items():
            try:
                yield agent_of(said)
            except BadAgent as bad:
                self.problems.error("E106", str(bad), self.tree.span_of(("players", name)))

    def check_people(self) -> None:
        """Whether everybody has a name of his own."""
        met: list[str] = []
        players, absent = self.tree.get(("players",)), self.tree.get(("absent",))
        named = [(entry.key, entry.key_span) for entry in players] if isinstance(players, Mapping) else []
        for item in absent if isinstance(absent, Sequence) else ():
            if isinstance(item, Scalar) and item.text in self.shape.players:
                self.problems.error("E803", f"`{item.text}` plays, and is not absent", item.span, label="leave it out")
            elif isinstance(item, Scalar):
                named.append((item.text, item.span))
        for name, span in named:
            try:
                met.append(check_name(name, met))
            except BadName as bad:
                self.problems.error("E803", str(bad), span)

    def overlays(self) -> Overlays | None:
        """What is laid on the ruleset."""
        listed = self.tree.get(("with",))
        said = [item for item in listed if isinstance(item, Scalar)] if isinstance(listed, Sequence) else []
        by = Path(said[0].span.file if said else "")
        return Overlays(tuple(item.text for item in said), self.folder / by.name, tuple(said)) if said else None

    def load(self) -> Ruleset | None:
        """The ruleset with settings of its options, or None after a problem."""
        settings: MappingType[str, Any] = {name: setting_text(value) for name, value in self.shape.set.items()}
        found = meant(self.shape.ruleset, self.folder)
        try:
            ruleset = load(found, settings, self.overlays() or ())
        except UnknownRuleset as unknown:
            guess = unknown.suggestions[0] if unknown.suggestions else None
            message = f"there is no ruleset `{self.shape.ruleset}`"
            self.problems.error("E401", message, self.tree.span_of(("ruleset",)), suggestion=guess)
            return None
        except RulesetError as error:
            for problem in error.problems:
                self.problems.add(replace(problem, span=problem.span or setting_span(self.tree, problem)))
            return None
        if ruleset.is_base:
            message = f"`{self.shape.ruleset}` is a foundation for others, not a game: there is nothing to play"
            self.problems.error("E313", message, self.tree.span_of(("ruleset",)))
            return None
        return ruleset
