"""The public face of the package: everything that a caller imports by `import unoflex_rules`.

Nothing is implemented here; each name is fetched from its module on first use, so that the import is cheap.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unoflex_rules.actions import Action, IllegalAction, UnknownAction
    from unoflex_rules.agents import Agent, AgentFailed, BadAgent, BuiltIn, agents_for
    from unoflex_rules.campaign.campaign import Campaign, CampaignOver, Overtaken, RoundUnfinished, check_campaign
    from unoflex_rules.campaign.changes import Played
    from unoflex_rules.campaign.inheriting import BadDeck
    from unoflex_rules.campaign.playing import Round
    from unoflex_rules.campaign.terms import BadName
    from unoflex_rules.compiler import compile_ruleset
    from unoflex_rules.composition import UnknownPart, composed
    from unoflex_rules.deep import DeepCheck, deep_check
    from unoflex_rules.differences import Difference, differences
    from unoflex_rules.engine.accel import is_available as fast_is_available
    from unoflex_rules.engine.accel import warm_up
    from unoflex_rules.events import Event
    from unoflex_rules.explanations import Explanation, UnknownCode, explain, find_codes, list_codes
    from unoflex_rules.game import Game
    from unoflex_rules.language.checks.table import CHECKS
    from unoflex_rules.language.problems import Problem, RulesetError, Span
    from unoflex_rules.language.ruleset import Ruleset, load, sources, validate
    from unoflex_rules.language.titles import UnknownLanguage
    from unoflex_rules.metrics import Tally
    from unoflex_rules.outcome import GameBroken, Outcome
    from unoflex_rules.program.image import Program
    from unoflex_rules.records import columns, records
    from unoflex_rules.reporting import Report, Settings, report
    from unoflex_rules.resources import UnknownRuleset, find_ruleset, list_rulesets, schema_dir
    from unoflex_rules.rows import BadDestination, Column, MissingExtra, check_destination, open_rows
    from unoflex_rules.scenario.coverage import coverage
    from unoflex_rules.scenario.files import NoScenarios, find_scenarios, list_scenarios
    from unoflex_rules.scenario.reading import scenario_texts
    from unoflex_rules.scenario.running import run_scenarios
    from unoflex_rules.simulate import simulate
    from unoflex_rules.starting import AlreadyThere, BadStart, Start, check_name, start_ruleset
    from unoflex_rules.stopping import is_reached, parse_width, predicted
    from unoflex_rules.usage import usage
    from unoflex_rules.views import Observation

__version__ = "0.1.0"

# One name a line, in the order in which data flows: module, and the name there where it is another one.
_HOMES = {
    "UnknownRuleset": "unoflex_rules.resources",
    "find_ruleset": "unoflex_rules.resources",
    "list_rulesets": "unoflex_rules.resources",
    "schema_dir": "unoflex_rules.resources",
    "Span": "unoflex_rules.language.problems",
    "Problem": "unoflex_rules.language.problems",
    "RulesetError": "unoflex_rules.language.problems",
    "Ruleset": "unoflex_rules.language.ruleset",
    "load": "unoflex_rules.language.ruleset",
    "validate": "unoflex_rules.language.ruleset",
    "CHECKS": "unoflex_rules.language.checks.table",
    "sources": "unoflex_rules.language.ruleset",
    "UnknownLanguage": "unoflex_rules.language.titles",
    "UnknownPart": "unoflex_rules.composition",
    "composed": "unoflex_rules.composition",
    "Difference": "unoflex_rules.differences",
    "differences": "unoflex_rules.differences",
    "AlreadyThere": "unoflex_rules.starting",
    "BadStart": "unoflex_rules.starting",
    "Start": "unoflex_rules.starting",
    "check_name": "unoflex_rules.starting",
    "start_ruleset": "unoflex_rules.starting",
    "Explanation": "unoflex_rules.explanations",
    "UnknownCode": "unoflex_rules.explanations",
    "explain": "unoflex_rules.explanations",
    "find_codes": "unoflex_rules.explanations",
    "list_codes": "unoflex_rules.explanations",
    "compile_ruleset": "unoflex_rules.compiler",
    "Program": "unoflex_rules.program.image",
    "usage": "unoflex_rules.usage",
    "Game": "unoflex_rules.game",
    "Action": "unoflex_rules.actions",
    "IllegalAction": "unoflex_rules.actions",
    "UnknownAction": "unoflex_rules.actions",
    "Event": "unoflex_rules.events",
    "Observation": "unoflex_rules.views",
    "Outcome": "unoflex_rules.outcome",
    "GameBroken": "unoflex_rules.outcome",
    "NoScenarios": "unoflex_rules.scenario.files",
    "find_scenarios": "unoflex_rules.scenario.files",
    "list_scenarios": "unoflex_rules.scenario.files",
    "run_scenarios": "unoflex_rules.scenario.running",
    "scenario_texts": "unoflex_rules.scenario.reading",
    "coverage": "unoflex_rules.scenario.coverage",
    "fast_is_available": "unoflex_rules.engine.accel:is_available",
    "simulate": "unoflex_rules.simulate",
    "parse_width": "unoflex_rules.stopping",
    "DeepCheck": "unoflex_rules.deep",
    "deep_check": "unoflex_rules.deep",
    "Column": "unoflex_rules.rows",
    "BadDestination": "unoflex_rules.rows",
    "MissingExtra": "unoflex_rules.rows",
    "check_destination": "unoflex_rules.rows",
    "open_rows": "unoflex_rules.rows",
    "Tally": "unoflex_rules.metrics",
    "Report": "unoflex_rules.reporting",
    "Settings": "unoflex_rules.reporting",
    "report": "unoflex_rules.reporting",
    "Agent": "unoflex_rules.agents",
    "AgentFailed": "unoflex_rules.agents",
    "BadAgent": "unoflex_rules.agents",
    "agents_for": "unoflex_rules.agents",
    "BuiltIn": "unoflex_rules.agents",
    "BadName": "unoflex_rules.campaign.terms",
    "BadDeck": "unoflex_rules.campaign.inheriting",
    "Campaign": "unoflex_rules.campaign.campaign",
    "CampaignOver": "unoflex_rules.campaign.campaign",
    "Overtaken": "unoflex_rules.campaign.campaign",
    "Played": "unoflex_rules.campaign.changes",
    "Round": "unoflex_rules.campaign.playing",
    "RoundUnfinished": "unoflex_rules.campaign.campaign",
    "check_campaign": "unoflex_rules.campaign.campaign",
    "columns": "unoflex_rules.records",
    "is_reached": "unoflex_rules.stopping",
    "predicted": "unoflex_rules.stopping",
    "records": "unoflex_rules.records",
    "warm_up": "unoflex_rules.engine.accel",
}

__all__ = [
    "Action",
    "Agent",
    "AgentFailed",
    "AlreadyThere",
    "BadAgent",
    "BuiltIn",
    "BadDeck",
    "CHECKS",
    "BadDestination",
    "BadName",
    "BadStart",
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
    "Overtaken",
    "Played",
    "Problem",
    "Program",
    "Report",
    "Round",
    "RoundUnfinished",
    "Ruleset",
    "RulesetError",
    "Settings",
    "warm_up",
    "Span",
    "Start",
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


class _PublicFace(ModuleType):
    """This package's module type: a submodule never hides the public name that it shares.

    The import system binds a submodule as an attribute of its package; `unoflex_rules.simulate` stays the
    function, whoever imports the module of that name first.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if name in _HOMES and isinstance(value, ModuleType):
            return
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _PublicFace


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
