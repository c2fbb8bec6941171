"""`unoflex show`: a ruleset as it is put together from its files, as YAML or as data.

What it is put together to, and how it is laid out, is the library's.
"""

import click

from unoflex_cli.arguments import common_options, json_option, loaded, set_option, with_option, wrong_usage
from unoflex_cli.console import Console


@click.command("show", short_help="Show a ruleset with all that it builds on.")
@click.argument("ruleset", metavar="RULESET")
@click.argument("path", required=False)
@click.option("--origin", is_flag=True, help="Say on each line which line of which file gave it.")
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
    """Show a RULESET with all that it builds on, as one file that builds on nothing; or the part of it at PATH.

    PATH is made of keys, such as `options` or `cards.skip`, and of numbers in lists, from 0: `deck.2`.
    """
    import unoflex_rules as ur
    from unoflex_rules.render.ruleset_text import ruleset_text

    if origin and console.json:
        raise wrong_usage("--origin goes with YAML, not with --json")
    try:
        tree = ur.composed(loaded(ruleset, options, overlays), path)
    except ur.UnknownPart as unknown:
        raise wrong_usage(str(unknown)) from None
    if console.json:
        console.document(tree.plain())
    else:
        console.out(ruleset_text(tree, origin))
