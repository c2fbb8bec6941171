"""From a campaign's file to its state, with every problem at its place.

Not here: the shape of the file (campaign_models.py), or its names (campaign_binding.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from unoflex_rules.campaign.campaign_binding import CampaignBinder
from unoflex_rules.campaign.campaign_models import FORMAT, CampaignFile
from unoflex_rules.campaign.campaign_names import BadName, CampaignNames, check_name
from unoflex_rules.campaign.campaign_rules import CampaignRules, named_in
from unoflex_rules.campaign.campaign_state import CampaignState
from unoflex_rules.compiler import compile_ruleset
from unoflex_rules.language.diagnostics.problems import Problem, Problems, RulesetError
from unoflex_rules.language.ruleset import Ruleset, load
from unoflex_rules.language.schema.pydantic_errors import report
from unoflex_rules.language.yaml.document import read_text
from unoflex_rules.language.yaml.file_kinds import CAMPAIGN, other_kind
from unoflex_rules.language.yaml.nodes import Mapping, Scalar
from unoflex_rules.language.yaml.source import read_source
from unoflex_rules.naming.file_rules import check_players, load_game, overlays_of, settings_of
from unoflex_rules.naming.name_binder import items_of, text_of
from unoflex_rules.play.agents import BadAgent, BuiltIn, agent_of


@dataclass
class LoadedCampaign:
    """The contents of a file."""

    text: str
    rules: CampaignRules
    agents: tuple[BuiltIn, ...]
    seed: int
    notes: str | list[str] | None
    state: CampaignState


def read_campaign(path: Path | str, accept_rules: bool = False) -> tuple[LoadedCampaign | None, list[Problem]]:
    """The contents of a campaign's file, None if it has errors; and all its problems.

    `accept_rules`: accept that the ruleset has changed since it was saved.
    """
    problems, file = Problems(), Path(path)
    text = read_source(file, str(path), problems)
    tree = None if text is None else read_text(text, str(path), problems)
    if text is None or tree is None or problems.has_errors or not is_campaign(tree, problems):
        return None, problems.sorted()
    try:
        shape = CampaignFile.model_validate(tree.plain())
    except ValidationError as error:
        report(error, CampaignFile, tree, problems)
        return None, problems.sorted()
    loaded = CampaignReader(tree, shape, file, text, problems).read(accept_rules)
    return (None if problems.has_errors else loaded), problems.sorted()


def is_campaign(tree: Mapping, problems: Problems) -> bool:
    """Whether the file is a campaign of a known format; reports if not."""
    other, version = other_kind(tree, CAMPAIGN), tree.get((CAMPAIGN.key,))
    if other is not None:
        span = tree.span_of((other.key,), key=True)
        problems.error("E019", f"this is {other.name}, not a campaign", span, notes=(other.advice,))
        return False
    if version is None:
        label, note = "needs `campaign: 1`", "`unoflex campaign new` writes one"
        problems.error("E102", "this is not a campaign", tree.head_span, label=label, notes=(note,))
        return False
    if isinstance(version, Scalar) and isinstance(version.value, int) and version.value != FORMAT:
        message = f"the file has format {version.value}, but only format {FORMAT} is known"
        problems.error("E106", message, version.span, notes=("another version of this program has written it",))
        return False
    return True


class CampaignReader:
    """Reads one file with the right shape."""

    def __init__(self, tree: Mapping, shape: CampaignFile, file: Path, text: str, problems: Problems) -> None:
        self.tree, self.shape, self.text, self.problems = tree, shape, text, problems
        self.folder = file.parent

    def read(self, accept_rules: bool) -> LoadedCampaign | None:
        """The contents; None after a problem without which the rest cannot be checked."""
        shape, tree = self.shape, self.tree
        agents = tuple(self.agents())
        self.check_names()
        ruleset = self.load()
        if ruleset is None or self.problems.has_errors:
            return None
        if not check_players(ruleset, len(shape.players), tree.span_of(("players",), key=True), self.problems):
            return None
        try:
            program = compile_ruleset(ruleset, len(shape.players))
        except RulesetError as error:
            self.problems.add(*error.problems)
            return None
        if shape.digest not in (None, program.digest) and not accept_rules:
            self.problems.error(
                "E801", "the rules have changed since the campaign was saved", tree.span_of(("digest",)),
                label="the rules so far",
                notes=("with --accept-rules the campaign goes on by the new rules",),
            )  # fmt: skip
            return None
        state = CampaignState.new(CampaignNames(program, list(shape.players)), shape.seed)
        CampaignBinder(state, self.problems).read(tree, shape)
        overlays = tuple(named_in(self.folder, name) for name in shape.with_)
        rules = CampaignRules(named_in(self.folder, shape.ruleset), overlays, settings_of(shape.set))
        return LoadedCampaign(self.text, rules, agents, shape.seed, shape.notes, state)

    def agents(self) -> Iterator[BuiltIn]:
        """The agent of each player."""
        for name, text in self.shape.players.items():
            try:
                yield agent_of(text)
            except BadAgent as bad:
                self.problems.error("E106", str(bad), self.tree.span_of(("players", name)))

    def check_names(self) -> None:
        """Report names that a player cannot have, or that occur twice."""
        players, checked = self.tree.get(("players",)), list[str]()
        named = [(entry.key, entry.key_span) for entry in players] if isinstance(players, Mapping) else []
        for item in items_of(self.tree.get(("absent",))):
            if text_of(item) in self.shape.players:
                message = f"`{text_of(item)}` plays, and so is not absent"
                self.problems.error("E803", message, item.span, label="leave it out")
            else:
                named.append((text_of(item), item.span))
        for name, span in named:
            try:
                checked.append(check_name(name, checked))
            except BadName as bad:
                self.problems.error("E803", str(bad), span)

    def load(self) -> Ruleset | None:
        """Load the ruleset; None after a problem."""
        settings, overlays = dict(settings_of(self.shape.set)), overlays_of(self.folder, self.tree) or ()
        name = named_in(self.folder, self.shape.ruleset)
        return load_game(
            lambda: load(name, settings, overlays), self.tree, self.tree, self.problems,
            lambda unknown: unknown.suggestions[0] if unknown.suggestions else None,
        )  # fmt: skip
