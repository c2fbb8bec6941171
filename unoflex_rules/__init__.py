"""The public face of the package: every name that a caller uses as `unoflex_rules.NAME`.

The imports below are the only list of them. A name is imported on its first use: importing the package is cheap.
"""

import ast
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from unoflex_rules.authoring.composition import UnknownPart as UnknownPart
    from unoflex_rules.authoring.composition import composed as composed
    from unoflex_rules.authoring.differences import Difference as Difference
    from unoflex_rules.authoring.differences import differences as differences
    from unoflex_rules.authoring.explanations import Explanation as Explanation
    from unoflex_rules.authoring.explanations import UnknownCode as UnknownCode
    from unoflex_rules.authoring.explanations import explain as explain
    from unoflex_rules.authoring.explanations import find_codes as find_codes
    from unoflex_rules.authoring.explanations import list_codes as list_codes
    from unoflex_rules.authoring.scaffold import AlreadyExists as AlreadyExists
    from unoflex_rules.authoring.scaffold import BadScaffold as BadScaffold
    from unoflex_rules.authoring.scaffold import Scaffold as Scaffold
    from unoflex_rules.authoring.scaffold import check_name as check_name
    from unoflex_rules.authoring.scaffold import start_ruleset as start_ruleset
    from unoflex_rules.authoring.usage import usage as usage
    from unoflex_rules.campaign.campaign import Campaign as Campaign
    from unoflex_rules.campaign.campaign import CampaignOver as CampaignOver
    from unoflex_rules.campaign.campaign import FileChanged as FileChanged
    from unoflex_rules.campaign.campaign import RoundUnfinished as RoundUnfinished
    from unoflex_rules.campaign.campaign import check_campaign as check_campaign
    from unoflex_rules.campaign.campaign_names import BadName as BadName
    from unoflex_rules.campaign.campaign_round import CampaignRound as CampaignRound
    from unoflex_rules.campaign.deck_handover import BadDeck as BadDeck
    from unoflex_rules.campaign.round_changes import RoundResult as RoundResult
    from unoflex_rules.compiler import compile_ruleset as compile_ruleset
    from unoflex_rules.engine.backend.accel import fast_is_available as fast_is_available
    from unoflex_rules.engine.backend.accel import warm_up as warm_up
    from unoflex_rules.language.cards.titles import UnknownLanguage as UnknownLanguage
    from unoflex_rules.language.diagnostics.problems import Problem as Problem
    from unoflex_rules.language.diagnostics.problems import RulesetError as RulesetError
    from unoflex_rules.language.diagnostics.spans import Span as Span
    from unoflex_rules.language.lint.registry import CHECKS as CHECKS
    from unoflex_rules.language.ruleset import Ruleset as Ruleset
    from unoflex_rules.language.ruleset import load as load
    from unoflex_rules.language.ruleset import sources as sources
    from unoflex_rules.language.ruleset import validate as validate
    from unoflex_rules.play.actions import Action as Action
    from unoflex_rules.play.actions import IllegalAction as IllegalAction
    from unoflex_rules.play.actions import UnknownAction as UnknownAction
    from unoflex_rules.play.agents import Agent as Agent
    from unoflex_rules.play.agents import AgentFailed as AgentFailed
    from unoflex_rules.play.agents import BadAgent as BadAgent
    from unoflex_rules.play.agents import BuiltIn as BuiltIn
    from unoflex_rules.play.agents import agents_for as agents_for
    from unoflex_rules.play.event_log import Event as Event
    from unoflex_rules.play.game import Game as Game
    from unoflex_rules.play.outcome import GameBroken as GameBroken
    from unoflex_rules.play.outcome import Outcome as Outcome
    from unoflex_rules.play.views import Observation as Observation
    from unoflex_rules.playtest.deep_check import DeepCheck as DeepCheck
    from unoflex_rules.playtest.deep_check import deep_check as deep_check
    from unoflex_rules.program.image import Program as Program
    from unoflex_rules.program.listing import listing as listing
    from unoflex_rules.resources import UnknownRuleset as UnknownRuleset
    from unoflex_rules.resources import find_ruleset as find_ruleset
    from unoflex_rules.resources import list_rulesets as list_rulesets
    from unoflex_rules.resources import schema_dir as schema_dir
    from unoflex_rules.scenario.coverage import coverage as coverage
    from unoflex_rules.scenario.reading.sheet_files import NoScenarios as NoScenarios
    from unoflex_rules.scenario.reading.sheet_files import find_scenarios as find_scenarios
    from unoflex_rules.scenario.reading.sheet_files import list_scenarios as list_scenarios
    from unoflex_rules.scenario.reading.sheet_reader import scenario_texts as scenario_texts
    from unoflex_rules.scenario.scenario_runner import run_scenarios as run_scenarios
    from unoflex_rules.simulation.export import BadDestination as BadDestination
    from unoflex_rules.simulation.export import Column as Column
    from unoflex_rules.simulation.export import MissingExtra as MissingExtra
    from unoflex_rules.simulation.export import check_destination as check_destination
    from unoflex_rules.simulation.export import check_place as check_place
    from unoflex_rules.simulation.export import open_rows as open_rows
    from unoflex_rules.simulation.records import columns as columns
    from unoflex_rules.simulation.records import records as records
    from unoflex_rules.simulation.report import Report as Report
    from unoflex_rules.simulation.report import Settings as Settings
    from unoflex_rules.simulation.report import report as report
    from unoflex_rules.simulation.runner import ExecutorFailed as ExecutorFailed
    from unoflex_rules.simulation.runner import simulate as simulate
    from unoflex_rules.simulation.stopping import is_reached as is_reached
    from unoflex_rules.simulation.stopping import parse_width as parse_width
    from unoflex_rules.simulation.stopping import predicted as predicted
    from unoflex_rules.simulation.tally import Tally as Tally
else:

    def _homes() -> dict[str, str]:
        """The module of each public name, from the imports above."""
        tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
        declared = next(node.body for node in tree.body if isinstance(node, ast.If))
        return {name.name: line.module for line in declared for name in line.names}

    _HOMES = _homes()
    __all__ = sorted(_HOMES)

    def __getattr__(name: str) -> Any:
        """Import the public name `name` from its module."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
