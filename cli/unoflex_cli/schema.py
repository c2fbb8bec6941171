"""`unoflex schema`: the JSON Schemas with which editors complete and check files.

The schemas are shipped files; nothing is generated here.
"""

from typing import Literal

import click

from unoflex_cli.arguments import common_options
from unoflex_cli.console import Console


@click.command("schema", short_help="Show a JSON Schema or its path.")
@click.argument("kind", type=click.Choice(["ruleset", "scenarios", "campaign"]), default="ruleset")
@click.option("--path", "is_path", is_flag=True, help="Show the path of the file, for the settings of an editor.")
@common_options
@click.pass_obj
def command(console: Console, kind: Literal["ruleset", "scenarios", "campaign"], is_path: bool) -> None:
    """Show the JSON Schema of rulesets, of files of scenarios, or of campaigns.

    Editors with yaml-language-server use it for a file whose first line is `# yaml-language-server: $schema=PATH`, with
    the path that --path shows.
    """
    import unoflex_rules as ur

    file = ur.schema_dir() / f"{kind}.schema.json"
    console.out(f"{file}\n" if is_path else file.read_text(encoding="utf-8"))
