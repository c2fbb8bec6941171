"""`unoflex show`: a ruleset merged with its bases and overlays, as YAML or as data.

Not here: merging, and the layout of the YAML (the library).
"""

import click

from unoflex_cli.arguments import common_options, json_option, loaded, set_option, with_option, wrong_usage
from unoflex_cli.console import Console


@click.command("show", short_help="Show a ruleset merged with its bases and overlays.")
@click.argument("ruleset", metavar="RULESET")
@click.argument("path", required=False)
@click.option("--origin", is_flag=True, help="Add to each line the file and line that it comes from.")
@set_option
@with_option
@json_option
@common_options
@click.pass_obj
def command(
    console: Console,
    ruleset: str,
    path: str | None,
    origin: bool,
    options: dict[str, str],
    overlays: tuple[str, ...],
) -> None:
    """Show a RULESET merged with its bases and overlays, as one file, or its part at PATH.

    PATH consists of keys, such as `options` or `cards.skip`, and of positions in lists, from 0: `deck.2`.
    """
    import unoflex_rules as ur
    from unoflex_rules.render.ruleset_text import ruleset_text

    if origin and console.json:
        raise wrong_usage("--origin cannot be combined with --json")
    try:
        tree = ur.composed(loaded(ruleset, options, overlays), path)
    except ur.UnknownPart as unknown:
        raise wrong_usage(str(unknown)) from None
    if console.json:
        console.document(tree.plain())
    else:
        console.out(ruleset_text(tree, origin))
