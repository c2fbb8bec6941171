"""The ruleset that a file of scenarios or a campaign names, loaded with its overlays and settings.

Not here: what a name means in a folder (scenario/reading/sheet_reader.py, campaign/campaign_rules.py).
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as MappingType
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from unoflex_rules.language.compose.merge import Overlays
from unoflex_rules.language.diagnostics.kinds import UnknownName
from unoflex_rules.language.diagnostics.problems import Problem, Problems, RulesetError
from unoflex_rules.language.diagnostics.spans import Span
from unoflex_rules.language.ruleset import Ruleset
from unoflex_rules.language.yaml.nodes import Mapping, Scalar
from unoflex_rules.naming.name_binder import items_of, text_of
from unoflex_rules.resources import UnknownRuleset

#: Settings of options as text, sorted by name.
Settings: TypeAlias = tuple[tuple[str, str], ...]


def settings_of(values: MappingType[str, Any]) -> Settings:
    """Settings as the language takes them."""
    return tuple(sorted((name, str(value).lower() if isinstance(value, bool) else str(value))
                        for name, value in values.items()))  # fmt: skip


def overlays_of(folder: Path, *nodes: Mapping) -> Overlays | None:
    """The overlays that `with` lists in some mappings of a file in `folder`."""
    listed = [item for node in nodes for item in items_of(node.get(("with",))) if isinstance(item, Scalar)]
    if not listed:
        return None
    file = folder / Path(listed[0].span.file).name
    return Overlays(tuple(item.text for item in listed), file, tuple(listed))


def load_game(
    load: Callable[[], Ruleset], tree: Mapping, settings_node: Mapping, problems: Problems,
    guess: Callable[[UnknownRuleset], str | None], notes: tuple[str, ...] = (),
) -> Ruleset | None:  # fmt: skip
    """Load the ruleset of the file `tree`; None after a problem, and for a base.

    `settings_node`: the mapping whose `set` is blamed for wrong settings. `guess`: suggests another name.
    """
    name, span = text_of(tree.get(("ruleset",))), tree.span_of(("ruleset",))
    try:
        ruleset = load()
    except UnknownRuleset as unknown:
        problems.error("E401", f"there is no ruleset `{name}`", span, suggestion=guess(unknown), notes=notes)
        return None
    except RulesetError as error:
        problems.add(*(replace(each, span=each.span or setting_span(settings_node, each)) for each in error.problems))
        return None
    if ruleset.is_base:
        problems.error("E313", f"`{name}` is a base for games, not a game", span)
        return None
    return ruleset


def setting_span(node: Mapping, problem: Problem) -> Span:
    """The place of the setting that a problem is about: its name if the option is unknown, else its value."""
    settings = node.get(("set",))
    for entry in settings if isinstance(settings, Mapping) else ():
        if entry.key in problem.kind.names():
            return entry.key_span if isinstance(problem.kind, UnknownName) else entry.node.span
    return node.span_of(("set",), key=True)


def check_players(ruleset: Ruleset, players: int, span: Span, problems: Problems) -> bool:
    """Whether so many players can play; reports if not."""
    if players in ruleset.player_counts:
        return True
    limits = f"{ruleset.players_min} to {ruleset.players_max}"
    message = f"{players} player{'s'[: players != 1]} cannot play: the game is for {limits}"
    also = ((ruleset.tree.span_of(("players",), key=True), "the limits of the game"),)
    problems.error("E312", message, span, also=also)
    return False
