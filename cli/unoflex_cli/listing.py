"""`unoflex listing`: the program that a ruleset compiles to, or which rulesets use what.

Not here: the texts (the library).
"""

import click

from unoflex_cli.arguments import (
    Whole,
    common_options,
    compiled,
    lang_option,
    loaded,
    ruleset_path,
    set_option,
    with_option,
    wrong_usage,
)
from unoflex_cli.console import Console


@click.command("listing", short_help="Show the compiled program of a ruleset.")
@click.argument("rulesets", metavar="[RULESET]...", nargs=-1)
@click.option("--players", type=Whole(min=1), help="The number of players (default: 4 if possible).")
@set_option
@with_option
@click.option(
    "--usage", is_flag=True, help="Show which rulesets use each opcode and effect (default: all shipped rulesets)."
)
@lang_option
@common_options
@click.pass_obj
def command(
    console: Console,
    rulesets: tuple[str, ...],
    players: int | None,
    options: dict[str, str],
    overlays: tuple[str, ...],
    usage: bool,
    lang: str | None,
) -> None:
    """Show the compiled program of one RULESET; with --usage, what several rulesets use."""
    import unoflex_rules as ur

    if usage:
        if players is not None or options or overlays or lang is not None:
            raise wrong_usage("--usage cannot be combined with --players, --set, --with or --lang")
        paths = [ruleset_path(name) for name in rulesets or ur.list_rulesets()]
        console.out(_ended(ur.usage(paths)))
        return
    if len(rulesets) != 1:
        raise wrong_usage("name one ruleset; only --usage takes several")
    ruleset = loaded(rulesets[0], options, overlays)
    program = compiled(ruleset, players, lang)
    console.out(_ended(ur.listing(program)))


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"
