"""`unoflex new`: writes a new ruleset with scenarios, and suggests the next commands.

Not here: the files (the library).
"""

import re
import shlex
import sys

import click

from unoflex_cli.arguments import common_options, json_option, wrong_usage
from unoflex_cli.console import Console
from unoflex_cli.failures import RunError


def _range(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """A range of players, `2-6` or `4`."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text)
    if match is None:
        raise click.BadParameter(f"`{text}` is not of the form 2-6", ctx, param)
    return int(match[1]), int(match[2] or match[1])


@click.command("new", short_help="Write a new ruleset with scenarios.")
@click.argument("name", required=False)
@click.option("--extends", metavar="GAME", default="classic", show_default=True, help="The shipped game to build on.")
@click.option("--title", help="The title (default: made from the name).")
@click.option("--players", callback=_range, metavar="2-6", help="The number of players (default: as in that game).")
@click.option("--folder", metavar="DIR", default=".", help="The folder for the files (default: the working directory).")
@json_option
@common_options
@click.pass_obj
def command(
    console: Console, name: str | None, extends: str, title: str | None, players: tuple[int, int] | None, folder: str
) -> None:
    """Write NAME.yaml, a small ruleset that extends a shipped game, and NAME.scenarios.yaml, examples of its rules.

    Existing files are never overwritten. On a terminal, the command asks for a missing NAME.
    """
    import unoflex_rules as ur

    try:
        start = ur.start_ruleset(_asked(console) if name is None else name, extends, title, players, folder)
    except ur.BadScaffold as problem:
        raise wrong_usage(str(problem)) from None
    except ur.AlreadyExists as there:
        raise RunError(str(there)) from None
    ruleset, scenarios = shlex.quote(str(start.ruleset)), shlex.quote(str(start.scenarios))
    commands = [
        f"unoflex validate {ruleset}",
        f"unoflex test {scenarios}",
        f"unoflex simulate {ruleset} --games 1000 --agents greedy",
    ]
    if console.json:
        console.document({"files": [str(start.ruleset), str(start.scenarios)], "next": commands})
        return
    shown = console.style.shown
    console.out(
        f"{shown(str(start.ruleset))}: a game on top of {extends}{', with a card of its own' * start.has_card}\n"
        f"{shown(str(start.scenarios))}: two examples of its rules\n"
        "Try next:\n" + "".join(f"  {shown(each)}\n" for each in commands)
    )


def _asked(console: Console) -> str:
    """Ask for a name on a terminal; without one, report wrong usage."""
    import unoflex_rules as ur

    if console.json or not (sys.stdin and sys.stdin.isatty() and console.is_read):
        raise wrong_usage("a NAME is missing, such as: unoflex new my-game")

    def checked(text: str) -> str:
        try:
            return ur.check_name(text)
        except ur.BadScaffold as problem:
            raise click.BadParameter(str(problem)) from None

    try:
        return str(click.prompt("Name", value_proc=checked, err=True))
    except click.Abort:
        raise KeyboardInterrupt from None
