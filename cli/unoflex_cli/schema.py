"""`unoflex schema`: the JSON Schemas with which editors complete, hover and check while somebody types.

They are shipped as files; nothing is made here.
"""

from typing import Literal

import click

from unoflex_cli.arguments import common_options
from unoflex_cli.console import Console


@click.command("schema", short_help="Show the JSON Schema of rulesets, scenarios or campaigns, or where it lies.")
@click.argument("kind", type=click.Choice(["ruleset", "scenarios", "campaign"]), default="ruleset")
@click.option("--path", "is_path", is_flag=True, help="Where the file lies, for an editor's settings.")
@common_options
@click.pass_obj
def command(console: Console, kind: Literal["ruleset", "scenarios", "campaign"], is_path: bool) -> None:
    """Show the JSON Schema of rulesets, of files of scenarios, or of campaigns.

    An editor that speaks to yaml-language-server uses it for a file whose first line is
    `# yaml-language-server: $schema=PATH`, with the path that --path tells.
    """
    import unoflex_rules as ur

    file = ur.schema_dir() / f"{kind}.schema.json"
    console.out(f"{file}\n" if is_path else file.read_text(encoding="utf-8"))
