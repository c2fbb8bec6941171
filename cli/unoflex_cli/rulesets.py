"""`unoflex rulesets`: the ids of the shipped rulesets, one a line. Nothing is loaded."""

import click

from unoflex_cli.arguments import common_options
from unoflex_cli.console import Console


@click.command("rulesets", short_help="List the shipped rulesets.")
@common_options
@click.pass_obj
def command(console: Console) -> None:
    """List the shipped rulesets, one id a line; every command takes them by these names."""
    import unoflex_rules as ur

    console.out("".join(f"{ruleset_id}\n" for ruleset_id in ur.list_rulesets()))
