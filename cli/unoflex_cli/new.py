"""`unoflex new`: starts a ruleset of one's own, with scenarios, and says what to try next.

What is written, and where it can be, is the library's business.
"""

import re
import shlex
import sys

import click

from unoflex_cli.arguments import common_options, json_option, wrong_usage
from unoflex_cli.console import Console
from unoflex_cli.failures import RunError


def _range(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """From so many players to so many: `2-6`, or `4` alone."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text)
    if match is None:
        raise click.BadParameter(f"`{text}` is not of the form 2-6", ctx, param)
    return int(match[1]), int(match[2] or match[1])


@click.command("new", short_help="Start a ruleset of your own, with scenarios.")
@click.argument("name", required=False)
@click.option("--extends", metavar="GAME", default="classic", show_default=True, help="The shipped game to build on.")
@click.option("--title", help="What people call it (default: made of the name).")
@click.option("--players", callback=_range, metavar="2-6", help="How many may play (default: as in that game).")
@click.option("--folder", metavar="DIR", default=".", help="Where to write the files (default: here).")
@json_option
@common_options
@click.pass_obj
def command(
    console: Console, name: str | None, extends: str, title: str | None, players: tuple[int, int] | None, folder: str
) -> None:
    """Write NAME.yaml, a small ruleset on top of a shipped game, and NAME.scenarios.yaml, examples of its rules.

    No file is ever written over. On a terminal a NAME that is missing is asked for.
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
    """A name from whoever sits at the terminal; wrong usage where nobody does."""
    import unoflex_rules as ur

    if console.json or not (sys.stdin and sys.stdin.isatty() and console.is_read):
        raise wrong_usage("how shall it be called? Such as: unoflex new my-game")

    def checked(text: str) -> str:
        try:
            return ur.check_name(text)
        except ur.BadScaffold as problem:
            raise click.BadParameter(str(problem)) from None

    try:
        return str(click.prompt("Name", value_proc=checked, err=True))
    except click.Abort:
        raise KeyboardInterrupt from None
