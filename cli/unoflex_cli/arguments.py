"""Arguments that several commands share: common flags, rulesets, options of a ruleset, players.

Each rejects a wrong value with a suggestion, so that commands get values they can trust.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    import unoflex_rules as ur

Command = TypeVar("Command", bound=Callable[..., Any])
FILE_SUFFIXES = (".yaml", ".yml")
USUAL_PLAYERS = 4
MAX_SEED = 2**53  # the largest integer that every JSON reader keeps exactly
MAX_LIMIT = 10**9  # decisions of a round
MAX_THREADS = 1024  # as in the library


class Whole(click.IntRange):
    """A whole number within bounds, with that name in messages."""

    name = "whole number"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str | None:
        return "N"


def flags(command: Command, **texts: str) -> Command:
    """Flags that the Console reads from the command line, with their help."""
    for name, text in texts.items():
        flag = "--" + name.replace("_", "-")
        command = click.option(flag, is_flag=True, expose_value=False, help=text)(command)
    return command


def common_options(command: Command) -> Command:
    """The flags that may precede or follow the subcommand."""
    return flags(
        command,
        debug="Show the traceback of an internal error.",
        no_color="Use no colours, as with the variable NO_COLOR.",
    )


def json_option(command: Command) -> Command:
    """`--json`."""
    return flags(command, json="Print one JSON document on standard output in any case.")


def progress_options(command: Command) -> Command:
    """`--quiet` and `--no-progress`."""
    return flags(
        command,
        quiet="Print nothing but problems on standard error.",
        no_progress="Show no progress bar. Without a terminal, none is shown anyway.",
    )


def set_option(command: Command) -> Command:
    """`--set name=value`, as the mapping `options`."""
    return click.option(
        "--set",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_settings,
        help="Set an option of the ruleset (may be repeated).",
    )(command)


def with_option(command: Command) -> Command:
    """`--with house/stacking`, as the tuple `overlays`."""
    text = "Apply an overlay, a file or a shipped id (may be repeated; applied in this order)."
    return click.option("--with", "overlays", metavar="OVERLAY", multiple=True, help=text)(command)


def lang_option(command: Command) -> Command:
    """`--lang cs`, as `lang`."""
    text = "The language of titles and card names (default: en if there are several)."
    return click.option("--lang", metavar="LANGUAGE", help=text)(command)


def agents_option(command: Command) -> Command:
    """`--agents greedy,random`, as the text `agents`."""
    text = (
        "One agent for all seats or one per seat: random, greedy, first, last, script; such as greedy,random:call=0.5."
    )
    return click.option("--agents", metavar="AGENTS", help=text)(command)


def rotate_option(command: Command) -> Command:
    """`--no-rotate`, as `rotate`."""
    text = "Move every agent by one seat after each game (default: yes)."
    return click.option("--rotate/--no-rotate", default=True, help=text)(command)


def engine_option(same: str) -> Callable[[Command], Command]:
    """`--engine`, as `engine`, for commands that play few games. `same` names what all engines have in common."""
    return click.option(
        "--engine",
        type=click.Choice(["auto", "plain", "fast"]),
        default="plain",
        show_default=True,
        help=f"fast is compiled and needs the extra `fast`; the {same} are identical.",
    )


def limit_option(command: Command) -> Command:
    """`--limit N`, as `limit`."""
    text = "The most decisions in a round; a longer round counts as unfinished."
    kind = Whole(min=1, max=MAX_LIMIT)
    return click.option("--limit", type=kind, default=100_000, show_default=True, help=text)(command)


def seated(players: int, agents: str | None) -> "list[ur.BuiltIn]":
    """The agent of each seat."""
    import unoflex_rules as ur

    try:
        return [agent for agent in ur.agents_for(players, agents) if isinstance(agent, ur.BuiltIn)]
    except ur.BadAgent as problem:
        raise wrong_usage(str(problem)) from None


def loaded(name: str, options: Mapping[str, str], overlays: Sequence[str]) -> "ur.Ruleset":
    """The checked ruleset of a file or a shipped id, with options and overlays applied."""
    import unoflex_rules as ur

    return ur.load(ruleset_path(name), options, known(overlays))


def known(overlays: Sequence[str]) -> tuple[str, ...]:
    """The names of overlays, all of which exist, each once."""
    for place, name in enumerate(overlays):
        path = ruleset_path(name)
        if path in map(ruleset_path, overlays[:place]):
            raise wrong_usage(f"--with names `{name}` twice")
    return tuple(overlays)


def compiled(ruleset: "ur.Ruleset", players: int | None, lang: str | None) -> "ur.Program":
    """The program for `players`, or the default number, with titles in `lang`."""
    import unoflex_rules as ur

    try:
        return ur.compile_ruleset(ruleset, checked_players(ruleset, players), lang=lang)
    except ur.UnknownLanguage as unknown:
        raise wrong_usage(str(unknown)) from None


def _settings(ctx: click.Context, param: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for setting in given:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"`{setting}` is not of the form name=value", ctx, param)
        if name.strip() in options:
            raise click.BadParameter(f"`{name.strip()}` is set twice", ctx, param)
        options[name.strip()] = value.strip()
    return options


def wrong_usage(message: str) -> click.UsageError:
    """The error of a command line that makes no sense. It points to the help of the command."""
    return click.UsageError(message, click.get_current_context())


def ruleset_path(name: str) -> Path:
    """The file that `name` stands for: a path or the id of a shipped ruleset.

    Raises RulesetError for a missing file, and reports any other unknown name as wrong usage. Both suggest the
    nearest known name.
    """
    import unoflex_rules as ur

    try:
        return ur.find_ruleset(name)
    except ur.UnknownRuleset as unknown:
        if name.endswith(FILE_SUFFIXES):
            near = unknown.suggestions[0] if unknown.suggestions else None
            problem = ur.Problem.plain("E001", f"there is no file `{name}`", None, suggestion=near)
            if os.path.islink(name):
                message = (
                    f"the file cannot be read: `{name}` is a link to `{os.readlink(name)}`, which leads to no file"
                )
                problem = ur.Problem.plain("E001", message, None)
            raise ur.RulesetError([problem]) from None
        hint = "" if unknown.suggestions else "; `unoflex rulesets` lists them"
        raise wrong_usage(f"{unknown}{hint}") from None


def checked_players(ruleset: "ur.Ruleset", players: int | None) -> int:
    """`players` if the ruleset allows that number; by default 4, or the nearest allowed number."""
    least, most = ruleset.players_min, ruleset.players_max
    if players is None:
        return min(max(USUAL_PLAYERS, least), most)
    if not least <= players <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise wrong_usage(f"`{ruleset.id}` is for {wanted} players, not {players}")
    return players
