"""The public face of the package: everything that a caller imports by `import unoflex_rules`.

Nothing is implemented here; each name is fetched from its module on first use, so that the import is cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unoflex_rules.authoring.composition import UnknownPart, composed
    from unoflex_rules.authoring.differences import Difference, differences
    from unoflex_rules.authoring.explanations import Explanation, UnknownCode, explain, find_codes, list_codes
    from unoflex_rules.authoring.scaffold import AlreadyExists, BadScaffold, Scaffold, check_name, start_ruleset
    from unoflex_rules.authoring.usage import usage
    from unoflex_rules.campaign.campaign import Campaign, CampaignOver, FileChanged, RoundUnfinished, check_campaign
    from unoflex_rules.campaign.campaign_round import CampaignRound
    from unoflex_rules.campaign.deck_handover import BadDeck
    from unoflex_rules.campaign.player_names import BadName
    from unoflex_rules.campaign.round_changes import RoundResult
    from unoflex_rules.compiler import compile_ruleset
    from unoflex_rules.engine.backend.accel import is_available as fast_is_available
    from unoflex_rules.engine.backend.accel import warm_up
    from unoflex_rules.language.diagnostics.problems import Problem, RulesetError, Span
    from unoflex_rules.language.elaborate.titles import UnknownLanguage
    from unoflex_rules.language.lint.registry import CHECKS
    from unoflex_rules.language.ruleset import Ruleset, load, sources, validate
    from unoflex_rules.play.actions import Action, IllegalAction, UnknownAction
    from unoflex_rules.play.agents import Agent, AgentFailed, BadAgent, BuiltIn, agents_for
    from unoflex_rules.play.event_log import Event
    from unoflex_rules.play.game import Game
    from unoflex_rules.play.outcome import GameBroken, Outcome
    from unoflex_rules.play.views import Observation
    from unoflex_rules.playtest.deep_check import DeepCheck, deep_check
    from unoflex_rules.program.image import Program
    from unoflex_rules.resources import UnknownRuleset, find_ruleset, list_rulesets, schema_dir
    from unoflex_rules.scenario.coverage import coverage
    from unoflex_rules.scenario.reading.sheet_files import NoScenarios, find_scenarios, list_scenarios
    from unoflex_rules.scenario.reading.sheet_reader import scenario_texts
    from unoflex_rules.scenario.scenario_runner import run_scenarios
    from unoflex_rules.simulation.export import BadDestination, Column, MissingExtra, check_destination, open_rows
    from unoflex_rules.simulation.records import columns, records
    from unoflex_rules.simulation.report import Report, Settings, report
    from unoflex_rules.simulation.runner import simulate
    from unoflex_rules.simulation.stopping import is_reached, parse_width, predicted
    from unoflex_rules.simulation.tally import Tally

__version__ = "0.1.0"

# One name a line, in the order in which data flows: module, and the name there where it is another one.
_HOMES = {
    "UnknownRuleset": "unoflex_rules.resources",
    "find_ruleset": "unoflex_rules.resources",
    "list_rulesets": "unoflex_rules.resources",
    "schema_dir": "unoflex_rules.resources",
    "Span": "unoflex_rules.language.diagnostics.problems",
    "Problem": "unoflex_rules.language.diagnostics.problems",
    "RulesetError": "unoflex_rules.language.diagnostics.problems",
    "Ruleset": "unoflex_rules.language.ruleset",
    "load": "unoflex_rules.language.ruleset",
    "validate": "unoflex_rules.language.ruleset",
    "CHECKS": "unoflex_rules.language.lint.registry",
    "sources": "unoflex_rules.language.ruleset",
    "UnknownLanguage": "unoflex_rules.language.elaborate.titles",
    "UnknownPart": "unoflex_rules.authoring.composition",
    "composed": "unoflex_rules.authoring.composition",
    "Difference": "unoflex_rules.authoring.differences",
    "differences": "unoflex_rules.authoring.differences",
    "AlreadyExists": "unoflex_rules.authoring.scaffold",
    "BadScaffold": "unoflex_rules.authoring.scaffold",
    "Scaffold": "unoflex_rules.authoring.scaffold",
    "check_name": "unoflex_rules.authoring.scaffold",
    "start_ruleset": "unoflex_rules.authoring.scaffold",
    "Explanation": "unoflex_rules.authoring.explanations",
    "UnknownCode": "unoflex_rules.authoring.explanations",
    "explain": "unoflex_rules.authoring.explanations",
    "find_codes": "unoflex_rules.authoring.explanations",
    "list_codes": "unoflex_rules.authoring.explanations",
    "compile_ruleset": "unoflex_rules.compiler",
    "Program": "unoflex_rules.program.image",
    "usage": "unoflex_rules.authoring.usage",
    "Game": "unoflex_rules.play.game",
    "Action": "unoflex_rules.play.actions",
    "IllegalAction": "unoflex_rules.play.actions",
    "UnknownAction": "unoflex_rules.play.actions",
    "Event": "unoflex_rules.play.event_log",
    "Observation": "unoflex_rules.play.views",
    "Outcome": "unoflex_rules.play.outcome",
    "GameBroken": "unoflex_rules.play.outcome",
    "NoScenarios": "unoflex_rules.scenario.reading.sheet_files",
    "find_scenarios": "unoflex_rules.scenario.reading.sheet_files",
    "list_scenarios": "unoflex_rules.scenario.reading.sheet_files",
    "run_scenarios": "unoflex_rules.scenario.scenario_runner",
    "scenario_texts": "unoflex_rules.scenario.reading.sheet_reader",
    "coverage": "unoflex_rules.scenario.coverage",
    "fast_is_available": "unoflex_rules.engine.backend.accel:is_available",
    "simulate": "unoflex_rules.simulation.runner",
    "parse_width": "unoflex_rules.simulation.stopping",
    "DeepCheck": "unoflex_rules.playtest.deep_check",
    "deep_check": "unoflex_rules.playtest.deep_check",
    "Column": "unoflex_rules.simulation.export",
    "BadDestination": "unoflex_rules.simulation.export",
    "MissingExtra": "unoflex_rules.simulation.export",
    "check_destination": "unoflex_rules.simulation.export",
    "open_rows": "unoflex_rules.simulation.export",
    "Tally": "unoflex_rules.simulation.tally",
    "Report": "unoflex_rules.simulation.report",
    "Settings": "unoflex_rules.simulation.report",
    "report": "unoflex_rules.simulation.report",
    "Agent": "unoflex_rules.play.agents",
    "AgentFailed": "unoflex_rules.play.agents",
    "BadAgent": "unoflex_rules.play.agents",
    "agents_for": "unoflex_rules.play.agents",
    "BuiltIn": "unoflex_rules.play.agents",
    "BadName": "unoflex_rules.campaign.player_names",
    "BadDeck": "unoflex_rules.campaign.deck_handover",
    "Campaign": "unoflex_rules.campaign.campaign",
    "CampaignOver": "unoflex_rules.campaign.campaign",
    "FileChanged": "unoflex_rules.campaign.campaign",
    "RoundResult": "unoflex_rules.campaign.round_changes",
    "CampaignRound": "unoflex_rules.campaign.campaign_round",
    "RoundUnfinished": "unoflex_rules.campaign.campaign",
    "check_campaign": "unoflex_rules.campaign.campaign",
    "columns": "unoflex_rules.simulation.records",
    "is_reached": "unoflex_rules.simulation.stopping",
    "predicted": "unoflex_rules.simulation.stopping",
    "records": "unoflex_rules.simulation.records",
    "warm_up": "unoflex_rules.engine.backend.accel",
}

__all__ = [
    "Action",
    "Agent",
    "AgentFailed",
    "AlreadyExists",
    "BadAgent",
    "BuiltIn",
    "BadDeck",
    "CHECKS",
    "BadDestination",
    "BadName",
    "BadScaffold",
    "Campaign",
    "CampaignOver",
    "Column",
    "DeepCheck",
    "Difference",
    "Event",
    "Explanation",
    "Game",
    "GameBroken",
    "IllegalAction",
    "MissingExtra",
    "NoScenarios",
    "Observation",
    "Outcome",
    "FileChanged",
    "RoundResult",
    "Problem",
    "Program",
    "Report",
    "CampaignRound",
    "RoundUnfinished",
    "Ruleset",
    "RulesetError",
    "Settings",
    "warm_up",
    "Span",
    "Scaffold",
    "Tally",
    "UnknownAction",
    "UnknownCode",
    "UnknownLanguage",
    "UnknownPart",
    "UnknownRuleset",
    "check_campaign",
    "check_destination",
    "check_name",
    "agents_for",
    "columns",
    "compile_ruleset",
    "composed",
    "coverage",
    "deep_check",
    "differences",
    "explain",
    "find_codes",
    "fast_is_available",
    "find_ruleset",
    "find_scenarios",
    "list_codes",
    "list_rulesets",
    "list_scenarios",
    "load",
    "open_rows",
    "parse_width",
    "is_reached",
    "predicted",
    "records",
    "report",
    "run_scenarios",
    "scenario_texts",
    "schema_dir",
    "simulate",
    "sources",
    "start_ruleset",
    "usage",
    "validate",
]


def __getattr__(name: str) -> Any:
    """The public name `name`, from its home module; AttributeError for any other name."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, there = home.partition(":")
    value = getattr(import_module(module), there or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What `dir()` shows: the public names, fetched or not."""
    return sorted(set(globals()) | set(_HOMES))
